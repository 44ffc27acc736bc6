import type { Document } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { DocumentView } from '../parts/document-view';
import { Panel } from '../parts/panel';
import { rulesOf } from './sections';

/** RulesPanel shows the rules of the routes that decide on calls to the Service, as bars: people watch a canary. */
export function RulesPanel({ state }: { state: TopicState }) {
  const document = one<Document>(state, 'document');
  const rules = document === undefined ? [] : rulesOf(document);
  if (rules.length === 0) return null;
  return <Panel title="Calls by route" kind="rules-panel"><DocumentView document={{ blocks: rules }} /></Panel>;
}
