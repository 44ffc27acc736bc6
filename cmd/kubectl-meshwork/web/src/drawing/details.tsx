import type { ComponentChildren } from 'preact';
import { grouped } from '../core/format';
import type { Endpoint, MeshService, Service, Slice } from '../core/protocol';
import { Text } from '../parts/text';
import { ids, stateWords, type Model } from './model';

/** Details describes the chosen node in words. */
export function Details({ model, id }: { model: Model; id: string }) {
  return <div class="details" data-testid="details">{contentOf(model, id)}</div>;
}

function contentOf(model: Model, id: string) {
  if (id === ids.service) return <ServiceDetails service={model.service} />;
  const meshService = model.meshServices.find((one) => ids.meshService(one.name) === id);
  if (meshService !== undefined) return <MeshServiceDetails meshService={meshService} />;
  const slice = model.slices.find((one) => ids.slice(one.name) === id);
  if (slice !== undefined) return <SliceDetails slice={slice} />;
  const endpoint = model.endpoints.find((one) => ids.endpoint(one.name) === id);
  if (endpoint !== undefined) return <EndpointDetails endpoint={endpoint} />;
  return <p class="quiet">Point at something, or move to it with the arrow keys, to see its details and what belongs to it.</p>;
}

function Title({ kind, name }: { kind: string; name: string }) {
  return <p class="details-title"><span class="quiet">{kind}</span> <strong><Text value={name} /></strong></p>;
}

function Fact({ term, children }: { term: string; children: ComponentChildren }) {
  return <div><dt>{term}</dt><dd>{children}</dd></div>;
}

function Values({ values }: { values: string[] }) {
  return <>{values.map((value) => <span key={value} class="value"><Text value={value} /></span>)}</>;
}

function Warnings({ warnings }: { warnings: string[] }) {
  return <>{warnings.map((warning) => <p key={warning} class="details-warning"><Text value={warning} /></p>)}</>;
}

function ServiceDetails({ service }: { service: Service }) {
  return (
    <>
      <Title kind="Service" name={service.name} />
      <dl class="facts">
        <Fact term="Type"><Text value={service.type} /></Fact>
        <Fact term="Mesh">{service.inMesh ? <Text value={service.mesh} /> : 'none'}</Fact>
        <Fact term="Cluster IPs"><Values values={service.clusterIPs} /></Fact>
        <Fact term="Ports"><Values values={service.ports} /></Fact>
      </dl>
    </>
  );
}

function MeshServiceDetails({ meshService }: { meshService: MeshService }) {
  return (
    <>
      <Title kind="MeshService" name={meshService.name} />
      <dl class="facts">
        <Fact term="State"><Text value={meshService.state} /></Fact>
        {meshService.availability !== undefined && <Fact term="Availability"><Text value={meshService.availability} /></Fact>}
        <Fact term="Proxies">{grouped(meshService.online)} online, {grouped(meshService.offline)} offline</Fact>
        {meshService.pod !== undefined && <Fact term="Pod"><Text value={meshService.pod} /></Fact>}
        {meshService.holder !== undefined && <Fact term="Held by"><Text value={meshService.holder} /></Fact>}
        {meshService.addresses.length > 0 && <Fact term="Addresses"><Values values={meshService.addresses} /></Fact>}
      </dl>
    </>
  );
}

function SliceDetails({ slice }: { slice: Slice }) {
  return (
    <>
      <Title kind="EndpointSlice" name={slice.name} />
      <dl class="facts">
        <Fact term="Manager"><Text value={slice.manager} />{slice.ours && <span class="tag accent">Meshwork</span>}</Fact>
        <Fact term="Addresses"><Text value={slice.addressType} /></Fact>
        <Fact term="Endpoints">{grouped(slice.endpoints)}, {grouped(slice.ready)} ready</Fact>
      </dl>
      <Warnings warnings={slice.warnings} />
    </>
  );
}

function EndpointDetails({ endpoint }: { endpoint: Endpoint }) {
  return (
    <>
      <Title kind={endpoint.pod ? 'Pod' : 'Endpoint'} name={endpoint.name} />
      <dl class="facts">
        <Fact term="State">{stateWords[endpoint.state] ?? <Text value={endpoint.state} />}{endpoint.phase !== '' && <> (<Text value={endpoint.phase} />)</>}</Fact>
        <Fact term="Node"><Text value={endpoint.node || 'unknown'} />{endpoint.zone !== '' && <>, zone <Text value={endpoint.zone} /></>}</Fact>
        <Fact term="Addresses"><Values values={endpoint.addresses} /></Fact>
        <Fact term="Slices">{endpoint.slices.length === 0 ? 'none' : <Values values={endpoint.slices} />}</Fact>
        {endpoint.certificate !== undefined && <Fact term="Certificate"><Text value={endpoint.certificate.message} /></Fact>}
      </dl>
      <Warnings warnings={endpoint.warnings} />
    </>
  );
}
