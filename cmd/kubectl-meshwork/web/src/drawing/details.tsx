import { grouped } from '../core/format';
import { managerName } from '../core/managers';
import type { Endpoint, MeshService, Service, Slice } from '../core/protocol';
import { Text } from '../parts/text';
import { Fact, NodeLinks, ObjectActions, Title, Values, Warnings, type Leads } from './detail-parts';
import { ids, meshServicesOf, rolloutWords, stateWords, type Model } from './model';
import { NodeDetails, ZoneDetails } from './place-details';

/** Details describes the chosen node in words, and leads on from it. */
export function Details({ model, id, leads }: { model: Model; id: string; leads: Leads }) {
  return <div class="details" data-testid="details">{contentOf(model, id, leads)}</div>;
}

function contentOf(model: Model, id: string, leads: Leads) {
  if (id === ids.service) return <ServiceDetails service={model.service} leads={leads} />;
  const meshService = model.meshServices.find((one) => ids.meshService(one.name) === id);
  if (meshService !== undefined) return <MeshServiceDetails meshService={meshService} leads={leads} />;
  const slice = model.slices.find((one) => ids.slice(one.name) === id);
  if (slice !== undefined) return <SliceDetails slice={slice} leads={leads} />;
  const endpoint = model.endpoints.find((one) => ids.endpoint(one.name) === id);
  if (endpoint !== undefined) return <EndpointDetails endpoint={endpoint} model={model} leads={leads} />;
  const onNode = model.endpoints.filter((one) => ids.node(one.zone, one.node) === id);
  if (onNode.length > 0) return <NodeDetails endpoints={onNode} leads={leads} />;
  const inZone = model.endpoints.filter((one) => ids.zone(one.zone) === id);
  if (inZone.length > 0) return <ZoneDetails endpoints={inZone} leads={leads} />;
  if (id !== '') return <p class="quiet"><Text value={id.slice(id.indexOf('/') + 1)} /> is gone.</p>;
  return <p class="quiet">Point at something, or move to it with the arrow keys, to see its details and what belongs to it.</p>;
}

function ServiceDetails({ service, leads }: { service: Service; leads: Leads }) {
  return (
    <>
      <Title kind="Service" name={service.name} />
      <dl class="facts">
        <Fact term="Type"><Text value={service.type} /></Fact>
        <Fact term="Mesh">{service.inMesh ? <Text value={service.mesh} /> : 'none'}</Fact>
        <Fact term="Cluster IPs"><Values values={service.clusterIPs} /></Fact>
        <Fact term="Ports"><Values values={service.ports} /></Fact>
      </dl>
      <ObjectActions kind="Service" name={service.name} leads={leads} />
    </>
  );
}

function MeshServiceDetails({ meshService, leads }: { meshService: MeshService; leads: Leads }) {
  const { pod } = meshService;
  return (
    <>
      <Title kind="MeshService" name={meshService.name} />
      <dl class="facts">
        <Fact term="State"><Text value={meshService.state} /></Fact>
        {meshService.availability !== undefined && <Fact term="Availability"><Text value={meshService.availability} /></Fact>}
        <Fact term="Proxies">{grouped(meshService.online)} online, {grouped(meshService.offline)} offline</Fact>
        {pod !== undefined && <Fact term="Pod"><NodeLinks nodes={[{ id: ids.endpoint(pod), label: pod }]} leads={leads} /></Fact>}
        {meshService.holder !== undefined && <Fact term="Held by"><Text value={meshService.holder} /></Fact>}
        {meshService.addresses.length > 0 && <Fact term="Addresses"><Values values={meshService.addresses} /></Fact>}
      </dl>
      <ObjectActions kind="MeshService" name={meshService.name} leads={leads} />
    </>
  );
}

function SliceDetails({ slice, leads }: { slice: Slice; leads: Leads }) {
  return (
    <>
      <Title kind="EndpointSlice" name={slice.name} />
      <dl class="facts">
        <Fact term="Written by">{managerName(slice.manager, slice.ours)} <span class="quiet"><Text value={slice.manager} /></span></Fact>
        <Fact term="Addresses"><Text value={slice.addressType} /></Fact>
        <Fact term="Endpoints">{grouped(slice.endpoints)}, {grouped(slice.ready)} ready</Fact>
      </dl>
      <Warnings warnings={slice.warnings} />
      <ObjectActions kind="EndpointSlice" name={slice.name} leads={leads} />
    </>
  );
}

function EndpointDetails({ endpoint, model, leads }: { endpoint: Endpoint; model: Model; leads: Leads }) {
  const { node, zone, name } = endpoint;
  const neighbors = model.endpoints.filter((one) => one.node === node).length;
  const own = model.service.headless ? meshServicesOf(model, endpoint) : [];
  const nodeLabel = neighbors > 1 ? `${node} (${neighbors} Pods)` : node;
  return (
    <>
      <Title kind={endpoint.pod ? 'Pod' : 'Endpoint'} name={name} />
      <dl class="facts">
        <Fact term="State">
          {stateWords[endpoint.state] ?? <Text value={endpoint.state} />}{endpoint.phase !== '' && <> (<Text value={endpoint.phase} />)</>}{rolloutWords[endpoint.rollout]}
        </Fact>
        <Fact term="Node">{node === '' ? 'unknown' : <NodeLinks nodes={[{ id: ids.node(zone, node), label: nodeLabel }]} leads={leads} />}</Fact>
        {zone !== '' && <Fact term="Zone"><NodeLinks nodes={[{ id: ids.zone(zone), label: zone }]} leads={leads} /></Fact>}
        <Fact term="Addresses"><Values values={endpoint.addresses} /></Fact>
        {own.length > 0 && <Fact term="MeshService"><NodeLinks nodes={own.map((one) => ({ id: ids.meshService(one.name), label: one.name }))} leads={leads} /></Fact>}
        <Fact term="Slices">{endpoint.slices.length === 0 ? 'none' : <NodeLinks nodes={endpoint.slices.map((slice) => ({ id: ids.slice(slice), label: slice }))} leads={leads} />}</Fact>
        {endpoint.certificate !== undefined && <Fact term="Certificate"><Text value={endpoint.certificate.message} /></Fact>}
      </dl>
      <Warnings warnings={endpoint.warnings} />
      {endpoint.pod && <ObjectActions kind="Pod" name={name} leads={leads} />}
    </>
  );
}
