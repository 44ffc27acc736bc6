import type { Row } from '../core/protocol';

export const sortColumns = ['state', 'name', 'namespace', 'mesh', 'endpoints'] as const;
export type SortColumn = (typeof sortColumns)[number];
export interface Sort { column: SortColumn; descending: boolean }

/** facets are the filters that have a value. */
export const facets = ['state', 'mesh', 'namespace', 'delegated', 'finding', 'problem'] as const;
export type Facet = (typeof facets)[number];

/** Filters select the rows of the list. An empty text does not filter. */
export type Filters = Record<Facet, string> & { q: string; sort: Sort };

/** none stands for "in no mesh", any for any value but none. No name is like one of them. */
export const none = '-';
export const any = '*';

/** The worst come first. */
const firstSort: Sort = { column: 'state', descending: false };

export function readFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  const value = (name: string) => query.get(name) ?? '';
  return {
    q: value('q'), state: value('state'), mesh: value('mesh'), namespace: value('namespace'), delegated: value('delegated'),
    finding: value('finding'), problem: value('problem') === 'true' ? 'true' : '', sort: readSort(value('sort')),
  };
}

export function writeFilters(filters: Filters): string {
  const query = new URLSearchParams();
  if (filters.q !== '') query.set('q', filters.q);
  for (const facet of facets) {
    if (filters[facet] !== '') query.set(facet, filters[facet]);
  }
  const { column, descending } = filters.sort;
  if (column !== firstSort.column || descending) query.set('sort', (descending ? '-' : '') + column);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function readSort(text: string): Sort {
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const column = sortColumns.find((known) => known === name);
  return column === undefined ? firstSort : { column, descending };
}

/** valuesOf returns the values of the row by which the facet finds it. */
export function valuesOf(row: Row, facet: Facet): readonly string[] {
  switch (facet) {
    case 'state': return [row.state];
    case 'mesh': return [row.mesh === '' ? none : row.mesh];
    case 'namespace': return [row.namespace];
    case 'delegated': return row.delegated === '' ? [] : [row.delegated];
    case 'finding': return row.findings;
    case 'problem': return row.result === 'Problem' ? ['true'] : [];
  }
}

/** matches reports whether the row passes the filter of one facet. */
export function matches(row: Row, facet: Facet, wanted: string): boolean {
  if (wanted === '') return true;
  const values = valuesOf(row, facet);
  return wanted === any ? values.length > 0 : values.includes(wanted);
}

export interface Choice { value: string; label: string; count: number }

/** choicesOf returns the values to choose from, with the chosen one. Some of them are shown in other words. */
export function choicesOf(counts: ReadonlyMap<string, number>, chosen: string, words: ReadonlyMap<string, string>): Choice[] {
  const values = new Map(counts);
  if (chosen !== '' && chosen !== any && !values.has(chosen)) values.set(chosen, 0);
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([value, count]) => ({ value, count, label: words.get(value) ?? value }));
}

/** searchText returns the text to search in. */
export function searchText(row: Row): string {
  return `${row.namespace}/${row.name} ${row.mesh} ${row.addresses.join(' ')} ${row.findings.join(' ')}`.toLowerCase();
}

/** words splits the input. All words have to be found. */
export function words(q: string): string[] {
  return q.toLowerCase().split(/\s+/).filter((word) => word !== '');
}
