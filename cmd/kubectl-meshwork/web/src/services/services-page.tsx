import { useComputed, useSignal } from '@preact/signals';
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

export function ServicesPage() {
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
  usePageState(problemsState(topic.value.loaded ? counts.value.problem.get('true') ?? 0 : undefined));
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const open = useSignal(false);
  useEffect(() => look.look(words(filters.value.q)), [filters.value.q]);
  useEffect(() => () => look.end(), []);
  useEffect(() => {
    if (searchWanted.peek()) box.current?.focus();
    searchWanted.value = false;
  }, []);

  const change = (changed: Partial<Filters>) => {
    visit(`/services${writeFilters({ ...filters.value, ...changed })}`, 'replace');
  };
  const clear = () => visit('/services', 'replace');
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') clear();
    else if (event.key === 'ArrowDown' || event.key === 'Enter') list.current?.focus();
    else return;
    event.preventDefault();
  };
  const { rows, total } = result.value;
  const filtered = facets.filter((facet) => filters.value[facet] !== '').length;
  return (
    <div class="services">
      <div class="services-head">
        <h1>Services</h1>
        <p class="services-count" data-testid="count">
          {topic.value.loaded && (rows.length === total ? plural(total, 'Service') : `${grouped(rows.length)} of ${plural(total, 'Service')}`)}
        </p>
        <label class="search">
          <span class="unseen">Search Services</span>
          <input
            ref={box} type="search" placeholder="Search names, labels, addresses, Nodes" id={searchBox} value={filters.value.q} spellcheck={false} autocomplete="off"
            onInput={(event) => change({ q: event.currentTarget.value })} onKeyDown={onKey}
          />
          <kbd aria-hidden>/</kbd>
        </label>
        <button
          type="button" class="button filters-toggle" aria-expanded={open.value} aria-controls="filters"
          onClick={() => { open.value = !open.value; }}
        >
          Filters{filtered > 0 ? ` (${filtered})` : ''}
        </button>
        <SortControl sort={filters.value.sort} onSort={(sort) => change({ sort })} />
      </div>
      {isCut(look.answer.value) && <p class="quiet">More than 1,000 Services have one of these words. Type more to see all that match.</p>}
      <FilterControls filters={filters.value} counts={counts.value} change={change} clear={clear} open={open.value} />
      {!topic.value.loaded && <Skeleton label="Services" lines={12} />}
      {topic.value.loaded && rows.length === 0 && <Empty total={total} clear={clear} />}
      {topic.value.loaded && rows.length > 0 && (
        <ServiceList
          rows={rows} changed={topic.value.changed} sort={filters.value.sort} onSort={(sort) => change({ sort })} onEscape={clear} grid={list}
          placesOf={(key) => placesOf(look.answer.value, key)}
        />
      )}
    </div>
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
