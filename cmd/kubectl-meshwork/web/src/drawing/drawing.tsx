import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Rollout, Service } from '../core/protocol';
import { group, type TopicState } from '../core/store';
import { Canvas } from './canvas';
import type { Leads } from './detail-parts';
import { Details } from './details';
import { layoutOf } from './layout';
import { modelOf } from './model';
import { pathOf } from './path';
import { Panel } from '../parts/panel';
import { useWidth } from '../parts/use-width';
import { Rollouts } from './rollouts';
import { Legend } from './symbols';
import { NeighborhoodTable } from './neighborhood-table';

interface DrawingProps { service: Service; state: TopicState; pinned: string; onPin: (id: string) => void; onYAML: (object: string) => void }

/** Drawing shows a Service and its neighborhood, as a picture or as tables. */
export function Drawing({ service, state, pinned, onPin, onYAML }: DrawingProps) {
  const asTable = useSignal(false);
  const hovered = useSignal('');
  const { box, width } = useWidth(asTable.value);
  const model = useMemo(() => modelOf(service, state), [service, state]);
  const rollouts = group<Rollout>(state, 'rollout');
  const chosen = hovered.value || pinned;
  const path = useMemo(() => pathOf(model, chosen), [model, chosen]);
  // Before the width is known, nodes would be placed for a phone, and fly to their places.
  const layout = useMemo(() => (width.value === 0 ? undefined : layoutOf(model, width.value)), [model, width.value]);
  const leads: Leads = {
    namespace: service.namespace, choose: onPin, hasYAML: (object) => state.entries.has(`object/${object}`), showYAML: onYAML,
  };
  return (
    <Panel title="Neighborhood" kind="drawing-panel" aside={
      <button type="button" class="button small" aria-pressed={asTable.value} onClick={() => { asTable.value = !asTable.value; }}>As tables</button>
    }>
      {asTable.value && <NeighborhoodTable model={model} />}
      {!asTable.value && (
        <>
          <Rollouts rollouts={rollouts} />
          <Legend rolling={rollouts.length > 0} />
          <div class="drawing-box" ref={box}>
            {layout !== undefined && (
              <Canvas
                layout={layout} path={path} chosen={chosen} hovered={hovered} pinned={pinned} onPin={onPin}
                name={service.name}
              />
            )}
          </div>
          <Details model={model} id={chosen} leads={leads} />
        </>
      )}
    </Panel>
  );
}
