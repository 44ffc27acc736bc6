import { grouped, visible } from '../core/format';
import type { RowState } from '../core/protocol';
import { Icon, wordOfState } from '../parts/marks';
import { any, facets, none, type Facet, type Filters } from './filters';
import type { FacetCounts } from './service-index';

interface ControlsProps {
  filters: Filters; counts: FacetCounts; change: (changed: Partial<Filters>) => void; clear: () => void; open: boolean;
}

const states: RowState[] = ['Online', 'Offline', 'Missing', 'Conflict', 'NoStatus', 'Unknown', 'NotInMesh'];

export function FilterControls({ filters, counts, change, clear, open }: ControlsProps) {
  const filtered = filters.q !== '' || facets.some((facet) => filters[facet] !== '');
  return (
    <div id="filters" class={`filters ${open ? 'open' : ''}`} role="group" aria-label="Filters">
      <div class="chips" role="group" aria-label="State">
        <Chip label="Problem" count={counts.problem.get('true') ?? 0} on={filters.problem === 'true'} warn
          toggle={(on) => change({ problem: on ? 'true' : '' })} />
        {states.map((state) => (
          <Chip key={state} label={wordOfState(state)} count={counts.state.get(state) ?? 0} on={filters.state === state}
            toggle={(on) => change({ state: on ? state : '' })} />
        ))}
      </div>
      <div class="choices">
        <Choice label="Mesh" facet="mesh" filters={filters} counts={counts} change={change} words={{ [none]: 'in none' }} />
        <Choice label="Namespace" facet="namespace" filters={filters} counts={counts} change={change} />
        <Choice label="Delegated" facet="delegated" filters={filters} counts={counts} change={change}
          words={{ [any]: 'all delegated', HandingOver: 'Handing over' }} />
        <Choice label="Finding" facet="finding" filters={filters} counts={counts} change={change} words={{ [any]: 'any finding' }} />
        <button type="button" class="button small" onClick={clear} disabled={!filtered}>Clear</button>
      </div>
    </div>
  );
}

interface ChipProps { label: string; count: number; on: boolean; toggle: (on: boolean) => void; warn?: boolean }

function Chip({ label, count, on, toggle, warn = false }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={on} onClick={() => toggle(!on)}>
      {warn && <Icon shape="warning" color="bad" />}
      {label} <span class="chip-count">{grouped(count)}</span>
    </button>
  );
}

interface ChoiceProps {
  label: string; facet: Facet; filters: Filters; counts: FacetCounts; change: ControlsProps['change']; words?: Record<string, string>;
}

function Choice({ label, facet, filters, counts, change, words = {} }: ChoiceProps) {
  const chosen = filters[facet];
  const values = new Map(counts[facet]);
  if (chosen !== '' && chosen !== any && !values.has(chosen)) values.set(chosen, 0);
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={chosen} class={chosen === '' ? '' : 'chosen'} onChange={(event) => change({ [facet]: event.currentTarget.value })}>
        <option value="">all</option>
        {words[any] !== undefined && <option value={any}>{words[any]}</option>}
        {sorted.map(([value, count]) => (
          <option key={value} value={value}>{`${visible(words[value] ?? value)} (${grouped(count)})`}</option>
        ))}
      </select>
    </label>
  );
}
