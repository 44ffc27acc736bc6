import { plural } from '../core/format';
import { useTopic } from '../core/live';
import { healthState, problemCount, usePageState } from '../core/page-state';
import type { Block, Counts, Health, Manager, Mesh } from '../core/protocol';
import { group, one } from '../core/store';
import { DocumentView } from '../parts/document-view';
import { MarkIcon } from '../parts/marks';
import { Nothing, Panel, Skeleton } from '../parts/panel';
import { Text } from '../parts/text';
import { Changes } from './changes';
import { ManagerPanel } from './manager-panel';
import { MeshCard } from './mesh-card';
import { Problems } from './problems';
import { States } from './states';

export function OverviewPage() {
  const state = useTopic('overview').value;
  const status = one<Health>(state, 'status');
  const counts = one<Counts>(state, 'counts');
  usePageState(healthState(status));
  const manager = one<Manager>(state, 'manager');
  const meshes = group<Mesh>(state, 'mesh').sort((a, b) => (a.name < b.name ? -1 : 1));
  return (
    <div class="page overview">
      <div class="overview-head">
        <h1 class="unseen">Overview</h1>
        {status !== undefined ? <Headline status={status} /> : <Skeleton label="the overview" lines={2} />}
      </div>
      {counts !== undefined && <States counts={counts} />}
      <div class="columns">
        <div class="column problems-column">
          {status !== undefined && <Problems problems={status.problems} />}
        </div>
        <div class="column meshes-column">
          <Panel title="Meshes">
            {meshes.map((mesh) => <MeshCard key={mesh.name} mesh={mesh} />)}
            {state.loaded && meshes.length === 0 && <Nothing title="No Mesh found">A Service needs a Mesh to be in one.</Nothing>}
            {!state.loaded && <Skeleton label="Meshes" lines={5} />}
          </Panel>
          {manager !== undefined && <ManagerPanel manager={manager} />}
        </div>
        <div class="column changes-column"><Changes state={state} /></div>
      </div>
      {status !== undefined && (
        <details class="panel as-text">
          <summary>As text</summary>
          <DocumentView document={status.document} />
        </details>
      )}
    </div>
  );
}

function Headline({ status }: { status: Health }) {
  const headline = status.document.blocks.find((block: Block) => block.kind === 'headline');
  const mark = headline?.mark ?? (status.result === 'OK' ? 'Good' : 'Bad');
  // The problems themselves are listed below.
  const text = status.result === 'Problem' ? plural(problemCount(status.problems), 'problem') : headline?.text ?? 'No problems.';
  return (
    <p class={`health ${mark.toLowerCase()}`} data-testid="health">
      <MarkIcon mark={mark} /><span><Text value={text} /></span>
    </p>
  );
}
