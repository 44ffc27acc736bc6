import { useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { search, serviceHref, visit } from '../core/location';
import type { Row } from '../core/protocol';
import type { Sort, SortColumn } from './filters';
import { ServiceRow } from './service-row';
import { scrollTo, step, windowOf } from './window';

interface ListProps {
  rows: readonly { key: string; row: Row }[]; changed: ReadonlyMap<string, number>; sort: Sort; onSort: (sort: Sort) => void;
  onEscape: () => void; grid: RefObject<HTMLDivElement>;
  /** Where the words of the search were found in a Service, if not in its row. */
  placesOf: (key: string) => string[];
}

const columns: { label: string; column?: SortColumn }[] = [
  { label: 'State', column: 'state' }, { label: 'Name', column: 'name' }, { label: 'Namespace', column: 'namespace' },
  { label: 'Mesh', column: 'mesh' }, { label: 'Endpoints', column: 'endpoints' }, { label: 'Delegated' }, { label: 'Findings' },
];
const wide = 32;
const narrow = 68;
const narrowScreen = window.matchMedia('(max-width: 720px)');

// The position of the list, for coming back from a Service.
let lastVisit = { address: '', scrollTop: 0, active: '' };

/** ServiceList draws only the rows in view. */
export function ServiceList({ rows, changed, sort, onSort, onEscape, grid, placesOf }: ListProps) {
  const { active, scrollTop, size } = useViewport(grid);
  const { height, rowHeight } = size.value;
  // The scroll position counts in rows, so that the list is drawn again only when another row comes into view.
  const firstRow = useComputed(() => Math.floor(scrollTop.value / size.value.rowHeight)).value;
  const lastIndex = useRef(0);
  const activeIndex = indexOf(rows, active.value, lastIndex.current);
  lastIndex.current = activeIndex;
  const activate = (index: number) => {
    active.value = rows[index]?.key ?? '';
    const box = grid.current;
    if (box !== null) box.scrollTop = scrollTo(index, box.scrollTop, height - rowHeight, rowHeight);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = step(event.key, active.value === '' ? -1 : activeIndex, rows.length, Math.floor(height / rowHeight) - 2);
    const row = rows[activeIndex]?.row;
    if (target !== undefined) activate(target);
    else if (event.key === 'Enter' && event.target === event.currentTarget && row !== undefined) open(row);
    else if (event.key === 'Escape') onEscape();
    else return;
    event.preventDefault();
  };
  const { first, last } = windowOf(firstRow * rowHeight, height, rowHeight, rows.length);
  const now = performance.now();
  return (
    <div
      class="grid" role="grid" aria-label="Services" aria-rowcount={rows.length + 1} tabIndex={0} ref={grid} data-testid="services-grid"
      aria-activedescendant={activeIndex >= first && activeIndex < last ? `row-${activeIndex}` : undefined}
      onKeyDown={onKeyDown} onScroll={(event) => { scrollTop.value = event.currentTarget.scrollTop; }}
      onFocus={() => { if (active.value === '') active.value = rows[firstRow]?.key ?? ''; }}
    >
      <Head sort={sort} onSort={onSort} />
      <div role="rowgroup" class="grid-body" style={{ height: `${rows.length * rowHeight}px` }}>
        {rows.slice(first, last).map(({ key, row }, offset) => (
          <ServiceRow
            key={key} row={row} index={first + offset} top={(first + offset) * rowHeight} active={key === active.value} open={open}
            changedAt={recent(changed.get(key), now)} places={placesOf(key).join(', ')}
          />
        ))}
      </div>
    </div>
  );
}

function open(row: Row) { visit(serviceHref(row.namespace, row.name)); }

/** useViewport follows the size and the scroll position of the list, which the user finds again when coming back from a Service. */
function useViewport(grid: RefObject<HTMLDivElement>) {
  const returned = lastVisit.address === search.peek();
  const active = useSignal(returned ? lastVisit.active : '');
  const scrollTop = useSignal(returned ? lastVisit.scrollTop : 0);
  const size = useSignal({ height: 600, rowHeight: narrowScreen.matches ? narrow : wide });
  const address = useTopOnChange(search.value, grid);
  useLayoutEffect(() => {
    const box = grid.current;
    if (box === null) return undefined;
    const measure = () => { size.value = { height: box.clientHeight, rowHeight: narrowScreen.matches ? narrow : wide }; };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.scrollTop = scrollTop.peek();
    return () => {
      observer.disconnect();
      lastVisit = { address: address.current, scrollTop: scrollTop.peek(), active: active.peek() };
    };
  }, []);
  return { active, scrollTop, size };
}

/** useTopOnChange scrolls to the first rows when the filters change. It returns the address of the shown rows. */
function useTopOnChange(address: string, grid: RefObject<HTMLDivElement>): { readonly current: string } {
  const shown = useRef(address);
  useLayoutEffect(() => {
    if (shown.current !== address && grid.current !== null) grid.current.scrollTop = 0;
    shown.current = address;
  }, [address]);
  return shown;
}

/** indexOf looks first where the row was before. */
function indexOf(rows: ListProps['rows'], key: string, before: number): number {
  if (key === '') return 0;
  return rows[before]?.key === key ? before : Math.max(0, rows.findIndex((row) => row.key === key));
}

function recent(time: number | undefined, now: number): number {
  return time !== undefined && now - time < 1500 ? time : 0;
}

function Head({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <div role="rowgroup" class="grid-head">
      <div role="row" aria-rowindex={1} class="row">
        {columns.map(({ label, column }) => (
          <div key={label} role="columnheader" class={`cell cell-${label.toLowerCase()}`} aria-sort={column === sort.column ? (sort.descending ? 'descending' : 'ascending') : undefined}>
            {column === undefined ? label : (
              <button type="button" onClick={() => onSort({ column, descending: column === sort.column && !sort.descending })}>
                {label}<span class="sort-sign" aria-hidden>{column !== sort.column ? '' : sort.descending ? '↓' : '↑'}</span>
              </button>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
