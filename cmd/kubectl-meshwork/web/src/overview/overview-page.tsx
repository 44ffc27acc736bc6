import { useTopic } from '../core/live';
import { problemsState, usePageState } from '../core/page-state';
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
import { Tiles } from './tiles';

export function OverviewPage() {
  const state = useTopic('overview').value;
  const status = one<Health>(state, 'status');
  const counts = one<Counts>(state, 'counts');
  usePageState(problemsState(counts?.withProblem));
  const manager = one<Manager>(state, 'manager');
  const meshes = group<Mesh>(state, 'mesh').sort((a, b) => (a.name < b.name ? -1 : 1));
  return (
    <div class="page overview">
      <div class="overview-head">
        <h1 class="unseen">Overview</h1>
        {status !== undefined ? <Headline status={status} /> : <Skeleton label="the overview" lines={2} />}
      </div>
      {counts !== undefined && <Tiles counts={counts} />}
      <div class="columns">
        <div class="column">
          {state.loaded && <Problems state={state} total={counts?.withProblem ?? 0} />}
          <Panel title="Meshes">
            {meshes.map((mesh) => <MeshCard key={mesh.name} mesh={mesh} />)}
            {state.loaded && meshes.length === 0 && <Nothing title="No Mesh found">A Service needs a Mesh to be in one.</Nothing>}
            {!state.loaded && <Skeleton label="Meshes" lines={5} />}
          </Panel>
        </div>
        <div class="column">
          {manager !== undefined && <ManagerPanel manager={manager} />}
          <Changes state={state} />
        </div>
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
  const text = headline?.text ?? (status.result === 'OK' ? 'No problems.' : 'Problems found.');
  return (
    <p class={`health ${mark.toLowerCase()}`} data-testid="health">
      <MarkIcon mark={mark} /><span><Text value={text} /></span>
    </p>
  );
}
