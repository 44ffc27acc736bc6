import { grouped } from '../core/format';
import { managerName } from '../core/managers';
import { Text } from '../parts/text';
import { stateWords, type Model } from './model';

/** NeighborhoodTable has the content of the drawing, for screen readers and for copying. */
export function NeighborhoodTable({ model }: { model: Model }) {
  return (
    <div class="neighborhood-tables">
      <Table title="MeshServices" head={['Name', 'State', 'Availability', 'Online', 'Offline', 'Pod']}
        rows={model.meshServices.map((one) => [one.name, one.state, one.availability ?? '', grouped(one.online), grouped(one.offline), one.pod ?? ''])} />
      <Table title="EndpointSlices" head={['Name', 'Written by', 'Manager', 'Addresses', 'Endpoints', 'Ready', 'Warnings']}
        rows={model.slices.map((one) => [one.name, managerName(one.manager, one.ours), one.manager, one.addressType, grouped(one.endpoints), grouped(one.ready), one.warnings.join('; ')])} />
      <Table title="Endpoints" head={['Name', 'State', 'Addresses', 'Node', 'Zone', 'Slices', 'Warnings']}
        rows={model.endpoints.map((one) => [
          one.name, stateWords[one.state] ?? one.state, one.addresses.join(', '), one.node, one.zone, one.slices.join(', '), one.warnings.join('; '),
        ])} />
    </div>
  );
}

function Table({ title, head, rows }: { title: string; head: string[]; rows: string[][] }) {
  return (
    <>
      <h3>{title}</h3>
      {rows.length === 0 && <p class="quiet">None.</p>}
      {rows.length > 0 && (
        <div class="table-box" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead><tr>{head.map((cell) => <th key={cell} scope="col">{cell}</th>)}</tr></thead>
            <tbody>
              {rows.map((row) => <tr key={row[0]}>{row.map((cell, column) => <td key={column}><Text value={cell} /></td>)}</tr>)}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
