import { sortColumns, type Sort, type SortColumn } from './filters';

const labels: Record<SortColumn, [ascending: string, descending: string]> = {
  state: ['Worst first', 'Best first'],
  name: ['Name, A to Z', 'Name, Z to A'],
  namespace: ['Namespace, A to Z', 'Namespace, Z to A'],
  mesh: ['Mesh, A to Z', 'Mesh, Z to A'],
  endpoints: ['Fewest endpoints', 'Most endpoints'],
};

/** SortControl sorts on a narrow screen, where the columns have no heads. */
export function SortControl({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <label class="choice sort-control">
      <span class="unseen">Sort</span>
      <select value={valueOf(sort)} onChange={(event) => onSort(sortOf(event.currentTarget.value))}>
        {sortColumns.flatMap((column) => labels[column].map((label, index) => (
          <option key={label} value={valueOf({ column, descending: index === 1 })}>{label}</option>
        )))}
      </select>
    </label>
  );
}

function valueOf({ column, descending }: Sort): string { return descending ? `-${column}` : column; }

function sortOf(value: string): Sort {
  const descending = value.startsWith('-');
  return { descending, column: (descending ? value.slice(1) : value) as SortColumn };
}
