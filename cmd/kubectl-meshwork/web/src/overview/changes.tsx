import { clockTime, plural } from '../core/format';
import { serviceHref } from '../core/location';
import type { Change } from '../core/protocol';
import { keyed, type TopicState } from '../core/store';
import { ToneIcon } from '../parts/marks';
import { Nothing, Panel, Skeleton } from '../parts/panel';
import { Text } from '../parts/text';

const shown = 60;

/** Changes lists the changes since the start of the command, the newest first. */
export function Changes({ state }: { state: TopicState }) {
  const changes = keyed<Change>(state, 'change').sort(([a], [b]) => Number(b) - Number(a)).slice(0, shown);
  return (
    <Panel title="Changes" kind="changes">
      {!state.loaded && <Skeleton label="changes" />}
      {state.loaded && changes.length === 0 && <Nothing title="Nothing has changed yet">Changes appear here as they happen.</Nothing>}
      <ol class="change-list" tabIndex={changes.length > 8 ? 0 : undefined} aria-label="Changes, the newest first">
        {changes.map(([sequence, change]) => <ChangeLine key={sequence} change={change} />)}
      </ol>
    </Panel>
  );
}

/** forSeveral puts the verb of a change in the plural. */
function forSeveral(text: string): string { return text.replace(/^is /, 'are ').replace(/^has /, 'have '); }

function ChangeLine({ change }: { change: Change }) {
  return (
    <li>
      <ToneIcon tone={change.tone} />
      <time dateTime={change.time}>{clockTime(change.time)}</time>
      <span>
        {change.service !== ''
          ? <a href={serviceHref(change.namespace, change.service)}><Text value={`${change.namespace}/${change.service}`} /></a>
          : <strong>{plural(change.services, 'Service')}</strong>}{' '}
        <Text value={change.service !== '' ? change.text : forSeveral(change.text)} />
        {change.service === '' && <span class="quiet">: <Text value={change.examples.join(', ')} />, …</span>}
      </span>
    </li>
  );
}
