import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Service } from '../core/protocol';
import type { TopicState } from '../core/store';
import { Canvas } from './canvas';
import { Details } from './details';
import { layoutOf } from './layout';
import { links, modelOf } from './model';
import { Panel } from '../parts/panel';
import { useWidth } from '../parts/use-width';
import { Legend } from './symbols';
import { NeighborhoodTable } from './neighborhood-table';

/** Drawing shows a Service and its neighborhood, as a picture or as tables. */
export function Drawing({ service, state }: { service: Service; state: TopicState }) {
  const asTable = useSignal(false);
  const hovered = useSignal('');
  const pinned = useSignal('');
  const { box, width } = useWidth(asTable.value);
  const model = useMemo(() => modelOf(service, state), [service, state]);
  const related = useMemo(() => links(model), [model]);
  const layout = useMemo(() => layoutOf(model, width.value), [model, width.value]);

  const chosen = hovered.value || pinned.value;
  return (
    <Panel title="Neighborhood" kind="drawing-panel" aside={
      <button type="button" class="button small" aria-pressed={asTable.value} onClick={() => { asTable.value = !asTable.value; }}>As tables</button>
    }>
      {asTable.value && <NeighborhoodTable model={model} />}
      {!asTable.value && (
        <>
          <Legend />
          <div class="drawing-box" ref={box}>
            <Canvas layout={layout} related={related} hovered={hovered} pinned={pinned} name={service.name} />
          </div>
          <Details model={model} id={chosen} />
        </>
      )}
    </Panel>
  );
}
