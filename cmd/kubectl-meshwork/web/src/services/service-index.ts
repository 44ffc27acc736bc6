import type { Row } from '../core/protocol';
import { facets, matches, searchText, valuesOf, words, type Facet, type Filters, type Sort } from './filters';
import { severityOf } from './severity';

interface Indexed { key: string; row: Row; text: string }

/** Elsewhere returns whether a word is in data of the Service that the page does not have. */
export type Elsewhere = (key: string, word: string) => boolean;

const nowhere: Elsewhere = () => false;

export type FacetCounts = Record<Facet, Map<string, number>>;
interface Result { rows: readonly { key: string; row: Row }[]; total: number }

/**
 * ServiceIndex keeps the rows sorted from one query to the next. Sorting nearly sorted rows takes one pass, so 10,000
 * rows can change many times a second.
 */
export class ServiceIndex {
  private byKey = new Map<string, Indexed>();
  private sorted: Indexed[] = [];

  query(entries: ReadonlyMap<string, unknown>, filters: Filters, elsewhere = nowhere): Result {
    this.take(entries);
    this.sorted.sort(comparison(filters.sort));
    const wanted = words(filters.q);
    const active = activeFacets(filters);
    const total = this.sorted.length;
    if (wanted.length === 0 && active.length === 0) return { rows: this.sorted.slice(), total };
    const rows = this.sorted.filter((indexed) => (
      hasWords(indexed, wanted, elsewhere) && active.every((facet) => matches(indexed.row, facet, filters[facet]))
    ));
    return { rows, total };
  }

  /** counts returns how many rows each value of each facet would leave, next to the filters of the other facets. */
  counts(entries: ReadonlyMap<string, unknown>, filters: Filters, elsewhere = nowhere): FacetCounts {
    this.take(entries);
    const wanted = words(filters.q);
    const active = activeFacets(filters);
    const counts = emptyCounts();
    for (const indexed of this.sorted) {
      if (!hasWords(indexed, wanted, elsewhere)) continue;
      const { row } = indexed;
      count(counts, row, active.filter((facet) => !matches(row, facet, filters[facet])));
    }
    return counts;
  }

  private take(entries: ReadonlyMap<string, unknown>): void {
    let added = false;
    for (const [key, value] of entries) {
      const row = value as Row;
      const known = this.byKey.get(key);
      if (known === undefined) {
        const indexed = { key, row, text: searchText(row) };
        this.byKey.set(key, indexed);
        this.sorted.push(indexed);
        added = true;
      } else if (known.row !== row) {
        known.row = row;
        known.text = searchText(row);
      }
    }
    if (!added && this.sorted.length === entries.size) return;
    this.sorted = this.sorted.filter((indexed) => entries.has(indexed.key));
    for (const key of this.byKey.keys()) {
      if (!entries.has(key)) this.byKey.delete(key);
    }
  }
}

function hasWords({ key, text }: Indexed, words: string[], elsewhere: Elsewhere): boolean {
  return words.every((word) => text.includes(word) || elsewhere(key, word));
}

/** count counts a row where it would be shown if the filter of that facet had its value. */
function count(counts: FacetCounts, row: Row, failed: Facet[]): void {
  if (failed.length > 1) return;
  for (const facet of failed.length === 1 ? failed : facets) {
    for (const value of valuesOf(row, facet)) counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
  }
}

function activeFacets(filters: Filters): Facet[] {
  return facets.filter((facet) => filters[facet] !== '');
}

function emptyCounts(): FacetCounts {
  return {
    state: new Map(), mesh: new Map(), namespace: new Map(), delegated: new Map(), finding: new Map(), problem: new Map(),
  };
}

/** comparison orders by the column, then by namespace and name, so that the order is total and rows do not jump. */
function comparison({ column, descending }: Sort): (a: Indexed, b: Indexed) => number {
  const sign = descending ? -1 : 1;
  return (a, b) => sign * byColumn(a.row, b.row, column) || texts(a.row.namespace, b.row.namespace) || texts(a.row.name, b.row.name);
}

function byColumn(a: Row, b: Row, column: Sort['column']): number {
  switch (column) {
    case 'namespace': return texts(a.namespace, b.namespace) || texts(a.name, b.name);
    case 'name': return texts(a.name, b.name);
    case 'mesh': return texts(a.mesh, b.mesh);
    case 'state': return Number(b.result === 'Problem') - Number(a.result === 'Problem') || severityOf(a.state) - severityOf(b.state);
    case 'endpoints': return a.online + a.offline - b.online - b.offline;
  }
}

// Names are ASCII: to compare them by the rules of a language takes ten times as long.
function texts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
