import { grouped, visible } from '../core/format';
import type { ServiceState } from '../core/protocol';
import { Icon, lookOfState, wordOfState } from '../parts/marks';
import { any, choicesOf, facets, none, type Facet, type Filters } from './filters';
import type { FacetCounts } from './service-index';
import { worstFirst } from './severity';

interface ControlsProps {
  filters: Filters; counts: FacetCounts; change: (changed: Partial<Filters>) => void; clear: () => void; open: boolean;
}

const meshWords = new Map([[none, 'in none']]);
const delegatedWords = new Map([[any, 'all delegated'], ['HandingOver', 'Handing over']]);
const findingWords = new Map([[any, 'any finding']]);
const noWords = new Map<string, string>();

export function FilterControls({ filters, counts, change, clear, open }: ControlsProps) {
  const filtered = filters.q !== '' || facets.some((facet) => filters[facet] !== '');
  return (
    <div id="filters" class={`filters ${open ? 'open' : ''}`} role="group" aria-label="Filters">
      <div class="chips" role="group" aria-label="State">
        <Chip label="Problem" count={counts.problem.get('true') ?? 0} on={filters.problem === 'true'}
          toggle={(on) => change({ problem: on ? 'true' : '' })} />
        {worstFirst.map((state) => (
          <Chip key={state} state={state} label={wordOfState(state)} count={counts.state.get(state) ?? 0} on={filters.state === state}
            toggle={(on) => change({ state: on ? state : '' })} />
        ))}
      </div>
      <div class="choices">
        <Choice label="Mesh" facet="mesh" filters={filters} counts={counts} change={change} words={meshWords} />
        <Choice label="Namespace" facet="namespace" filters={filters} counts={counts} change={change} />
        <Choice label="Delegated" facet="delegated" filters={filters} counts={counts} change={change} words={delegatedWords} />
        <Choice label="Finding" facet="finding" filters={filters} counts={counts} change={change} words={findingWords} />
        <button type="button" class="button small" onClick={clear} disabled={!filtered}>Clear</button>
      </div>
    </div>
  );
}

interface ChipProps { label: string; count: number; on: boolean; toggle: (on: boolean) => void; state?: ServiceState }

function Chip({ label, count, on, toggle, state }: ChipProps) {
  return (
    <button type="button" class={`chip ${count === 0 ? 'empty' : ''}`} aria-pressed={on} onClick={() => toggle(!on)}>
      {state !== undefined && <Icon {...iconOf(state)} />}
      {label} <span class="chip-count">{grouped(count)}</span>
    </button>
  );
}

function iconOf(state: ServiceState) {
  const { shape, color } = lookOfState(state);
  return { shape, color };
}

interface ChoiceProps {
  label: string; facet: Facet; filters: Filters; counts: FacetCounts; change: ControlsProps['change'];
  words?: ReadonlyMap<string, string>;
}

function Choice({ label, facet, filters, counts, change, words = noWords }: ChoiceProps) {
  const chosen = filters[facet];
  const anyWord = words.get(any);
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={chosen} class={chosen === '' ? '' : 'chosen'} onChange={(event) => change({ [facet]: event.currentTarget.value })}>
        <option value="">all</option>
        {anyWord !== undefined && <option value={any}>{anyWord}</option>}
        {choicesOf(counts[facet], chosen, words).map(({ value, label, count }) => (
          <option key={value} value={value}>{`${visible(label)} (${grouped(count)})`}</option>
        ))}
      </select>
    </label>
  );
}
