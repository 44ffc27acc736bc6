import type { Document, Remedy } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { Command, DocumentView } from '../parts/document-view';
import { Skeleton } from '../parts/panel';
import { Text } from '../parts/text';

export function ExplanationTab({ state }: { state: TopicState }) {
  const document = one<Document>(state, 'document');
  const remedy = one<Remedy>(state, 'remedy');
  if (document === undefined) return <Skeleton label="the explanation" lines={8} />;
  return (
    <>
      {remedy !== undefined && (
        <section class="remedy" aria-labelledby="remedy-heading">
          <h3 id="remedy-heading">What to do</h3>
          {remedy.command !== undefined && <Command text={remedy.command} />}
          <p><Text value={remedy.why} /></p>
        </section>
      )}
      <DocumentView without="headline" document={remedy === undefined ? document : withoutRemedy(document, remedy)} />
    </>
  );
}

/** withoutRemedy leaves out the last section if it has the command that is shown above. */
function withoutRemedy(document: Document, remedy: Remedy): Document {
  const start = document.blocks.findLastIndex((block) => block.kind === 'heading');
  const section = document.blocks.slice(start + 1);
  const same = start >= 0 && remedy.command !== undefined && section.some((block) => block.kind === 'command' && block.text === remedy.command);
  return same ? { blocks: document.blocks.slice(0, start) } : document;
}
