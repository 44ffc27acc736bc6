import { plural } from '../core/format';
import type { Document, Remedy } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { Command, DocumentView } from '../parts/document-view';
import { Icon } from '../parts/marks';
import { Skeleton } from '../parts/panel';
import { Text } from '../parts/text';
import { checksOf, documentOf, withoutRemedy, withoutRules } from './sections';

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
      <Explanation document={remedy === undefined ? document : withoutRemedy(document, remedy)} />
    </>
  );
}

/** Explanation shows failed checks first, and folds the others unless all have passed. */
function Explanation({ document }: { document: Document }) {
  const { failed, passed, passedChecks } = checksOf(withoutRules(document));
  if (failed.length === 0) return <DocumentView document={documentOf(passed)} />;
  return (
    <>
      <DocumentView document={documentOf(failed)} />
      {passed.length > 0 && (
        <details class="passed">
          <summary><Icon shape="check" color="good" /> {plural(passedChecks, 'check')} passed</summary>
          <DocumentView document={documentOf(passed)} />
        </details>
      )}
    </>
  );
}
