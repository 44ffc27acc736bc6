import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { visible } from '../core/format';
import { get } from '../core/session';
import { keyed, type TopicState } from '../core/store';
import { CopyButton } from '../parts/copy-button';
import { Nothing, Skeleton } from '../parts/panel';
import { Text } from '../parts/text';
import { showYAML } from './view';

interface Answer { object: string; text: string; failed: boolean }

/** YamlTab reads an object when it is chosen. It does not follow changes of the object. */
export function YamlTab({ state, namespace, chosen }: { state: TopicState; namespace: string; chosen: string }) {
  const objects = keyed<object>(state, 'object').map(([object]) => object).sort(byKind);
  const reads = useSignal(0);
  const answer = useSignal<Answer | undefined>(undefined);
  const object = objects.includes(chosen) ? chosen : objects[0];

  useEffect(() => {
    if (object === undefined) return undefined;
    const abort = new AbortController();
    void read(object, namespace, abort.signal).then((read) => { if (!abort.signal.aborted) answer.value = read; });
    return () => abort.abort();
  }, [object, reads.value]);

  if (object === undefined) return <Nothing title="No object can be read" />;
  const shown = answer.value?.object === object ? answer.value : undefined;
  return (
    <>
      <div class="yaml-head">
        <label class="choice">
          <span>Object</span>
          <select value={object} onChange={(event) => showYAML(event.currentTarget.value)}>
            {objects.map((key) => <option key={key} value={key}>{visible(key)}</option>)}
          </select>
        </label>
        <button type="button" class="button small" onClick={() => { reads.value++; }}>Read again</button>
        {shown !== undefined && !shown.failed && <CopyButton text={shown.text} />}
      </div>
      {shown === undefined && <Skeleton label={object} lines={10} />}
      {shown?.failed === true && <Nothing title="The object cannot be shown"><Text value={shown.text} /></Nothing>}
      {shown?.failed === false && (
        <pre class="yaml" tabIndex={0} role="region" aria-label={`YAML of ${visible(object)}`}><code>{lines(shown.text)}</code></pre>
      )}
    </>
  );
}

async function read(object: string, namespace: string, signal: AbortSignal): Promise<Answer> {
  const [kind = '', name = ''] = object.split('/', 2);
  const path = ['/api/objects', kind, namespace, name].map((part, index) => (index === 0 ? part : encodeURIComponent(part))).join('/');
  try {
    const answer = await get(path, signal);
    return { object, text: await answer.text(), failed: !answer.ok };
  } catch {
    return { object, text: 'kubectl meshwork ui does not answer.', failed: true };
  }
}

const key = /^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;

function lines(text: string) {
  return visible(text, 'lines').split('\n').map((line, index) => {
    const found = key.exec(line);
    if (found === null) return <span key={index}>{line}{'\n'}</span>;
    const [whole, indent = '', name = ''] = found;
    return <span key={index}>{indent}<span class="yaml-key">{name}</span>:{line.slice(whole.length)}{'\n'}</span>;
  });
}

const kinds = ['Service', 'Mesh', 'MeshService', 'EndpointSlice', 'Pod'];

function byKind(a: string, b: string): number {
  const rank = (object: string) => kinds.indexOf(object.split('/', 1)[0] ?? '');
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
