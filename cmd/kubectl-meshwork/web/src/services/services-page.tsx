import { useComputed, useSignal, type Signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { grouped, plural } from '../core/format';
import { useTopic } from '../core/live';
import { search, searchBox, searchWanted, visit } from '../core/location';
import { problemsState, usePageState } from '../core/page-state';
import { useUnhurried } from '../core/unhurried';
import { Nothing, Skeleton } from '../parts/panel';
import { FilterControls } from './filter-controls';
import { facets, readFilters, words, writeFilters, type Filters } from './filters';
import { hasFound, isCut, placesOf, Search } from './search';
import { ServiceIndex } from './service-index';
import { ServiceList } from './service-list';
import { SortControl } from './sort-control';

// Between two drawings of the list, frames have time for scrolling.
const listPause = 100;
// Counts that change more often are unreadable.
const countPause = 400;

/** useServices returns the Services that the filters in the address select, and the numbers of those that other filters would select. */
function useServices() {
  const topic = useUnhurried(useTopic('services'), listPause, (state) => state.loaded);
  const index = useMemo(() => new ServiceIndex(), []);
  const filters = useComputed(() => readFilters(search.value));
  const look = useMemo(() => new Search(), []);
  const elsewhere = useComputed(() => {
    const answer = look.answer.value;
    return (key: string, word: string) => hasFound(answer, key, word);
  });
  const result = useComputed(() => index.query(topic.value.entries, filters.value, elsewhere.value));
  const unhurried = useUnhurried(topic, countPause, (state) => state.loaded);
  const counts = useComputed(() => index.counts(unhurried.value.entries, filters.value, elsewhere.value));
  useEffect(() => look.look(words(filters.value.q)), [filters.value.q]);
  useEffect(() => () => look.end(), []);
  return { topic, filters, result, counts, answer: look.answer };
}

export function ServicesPage() {
  const { topic, filters, result, counts, answer } = useServices();
  usePageState(problemsState(topic.value.loaded ? counts.value.problem.get('true') ?? 0 : undefined));
  const list = useRef<HTMLDivElement>(null);
  const open = useSignal(false);
  const change = (changed: Partial<Filters>) => {
    visit(`/services${writeFilters({ ...filters.value, ...changed })}`, 'replace');
  };
  const clear = () => visit('/services', 'replace');
  const { rows, total } = result.value;
  return (
    <div class="services">
      <div class="services-head">
        <h1>Services</h1>
        <p class="services-count" data-testid="count">
          {topic.value.loaded && (rows.length === total ? plural(total, 'Service') : `${grouped(rows.length)} of ${plural(total, 'Service')}`)}
        </p>
        <SearchBox text={filters.value.q} change={change} clear={clear} leave={() => list.current?.focus()} />
        <FiltersToggle filters={filters.value} open={open} />
        <SortControl sort={filters.value.sort} onSort={(sort) => change({ sort })} />
      </div>
      {isCut(answer.value) && <p class="quiet">More than 1,000 Services have one of these words. Type more to see all that match.</p>}
      <FilterControls filters={filters.value} counts={counts.value} change={change} clear={clear} open={open.value} />
      {!topic.value.loaded && <Skeleton label="Services" lines={12} />}
      {topic.value.loaded && rows.length === 0 && <Empty total={total} clear={clear} />}
      {topic.value.loaded && rows.length > 0 && (
        <ServiceList
          rows={rows} changed={topic.value.changed} sort={filters.value.sort} onSort={(sort) => change({ sort })} onEscape={clear} grid={list}
          placesOf={(key) => placesOf(answer.value, key)}
        />
      )}
    </div>
  );
}

interface SearchBoxProps { text: string; change: (changed: Partial<Filters>) => void; clear: () => void; leave: () => void }

function SearchBox({ text, change, clear, leave }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (searchWanted.peek()) box.current?.focus();
    searchWanted.value = false;
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') clear();
    else if (event.key === 'ArrowDown' || event.key === 'Enter') leave();
    else return;
    event.preventDefault();
  };
  return (
    <label class="search">
      <span class="unseen">Search Services</span>
      <input
        ref={box} type="search" placeholder="Search names, labels, addresses, Nodes" id={searchBox} value={text} spellcheck={false} autocomplete="off"
        onInput={(event) => change({ q: event.currentTarget.value })} onKeyDown={onKey}
      />
      <kbd aria-hidden>/</kbd>
    </label>
  );
}

/** FiltersToggle shows and hides the filters on narrow screens. */
function FiltersToggle({ filters, open }: { filters: Filters; open: Signal<boolean> }) {
  const filtered = facets.filter((facet) => filters[facet] !== '').length;
  return (
    <button
      type="button" class="button filters-toggle" aria-expanded={open.value} aria-controls="filters"
      onClick={() => { open.value = !open.value; }}
    >
      Filters{filtered > 0 ? ` (${filtered})` : ''}
    </button>
  );
}

function Empty({ total, clear }: { total: number; clear: () => void }) {
  if (total === 0) return <Nothing title="There are no Services">Or none that you are allowed to read.</Nothing>;
  return (
    <div class="nothing">
      <p class="nothing-title">No Service matches</p>
      <button type="button" class="button" onClick={clear}>Clear search and filters</button>
    </div>
  );
}
