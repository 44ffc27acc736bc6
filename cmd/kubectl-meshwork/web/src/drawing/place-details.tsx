import { plural } from '../core/format';
import type { Endpoint } from '../core/protocol';
import { CopyCommand, Fact, NodeLinks, Title, type Leads } from './detail-parts';
import { groupBy } from './group-by';
import { ids, tally } from './model';

/** NodeDetails describes a Node by the endpoints of the Service on it. */
export function NodeDetails({ endpoints, leads }: { endpoints: Endpoint[]; leads: Leads }) {
  const { node = '', zone = '' } = endpoints[0] ?? {};
  return (
    <>
      <Title kind="Node" name={node === '' ? 'unknown' : node} />
      <dl class="facts">
        {zone !== '' && <Fact term="Zone"><NodeLinks nodes={[{ id: ids.zone(zone), label: zone }]} leads={leads} /></Fact>}
        <Fact term={readyOf(endpoints)}><NodeLinks nodes={endpoints.map(({ name }) => ({ id: ids.endpoint(name), label: name }))} leads={leads} /></Fact>
      </dl>
      {node !== '' && (
        <div class="details-actions">
          <CopyCommand words={['describe', 'node', node]} label="kubectl describe node" />
          <CopyCommand words={['get', 'pods', '--all-namespaces', '--field-selector', `spec.nodeName=${node}`, '-o', 'wide']} label="kubectl get pods of this Node" />
        </div>
      )}
    </>
  );
}

/** ZoneDetails describes a zone by the endpoints of the Service in it. */
export function ZoneDetails({ endpoints, leads }: { endpoints: Endpoint[]; leads: Leads }) {
  const zone = endpoints[0]?.zone ?? '';
  const nodes = [...groupBy(endpoints, (endpoint) => endpoint.node).keys()].filter((node) => node !== '');
  return (
    <>
      <Title kind="Zone" name={zone === '' ? 'unknown' : zone} />
      <dl class="facts">
        <Fact term="Pods">{readyOf(endpoints)}</Fact>
        <Fact term={plural(nodes.length, 'Node')}><NodeLinks nodes={nodes.map((node) => ({ id: ids.node(zone, node), label: node }))} leads={leads} /></Fact>
      </dl>
    </>
  );
}

function readyOf(endpoints: Endpoint[]): string {
  const { ready, all } = tally(endpoints);
  return `${ready} of ${plural(all, 'Pod')} ready`;
}
