import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { managerName } from '../src/core/managers';
import type { Endpoint, MeshService, Service, Slice } from '../src/core/protocol';
import type { Layout, Place } from '../src/drawing/geometry';
import { layoutOf } from '../src/drawing/layout';
import { modelOf, type Model } from '../src/drawing/model';
import { nextStop, stops } from '../src/drawing/movement';
import { isOn, pathOf } from '../src/drawing/path';
import { endpoint, meshService, service, slice } from './fixtures';

function model(meshServices: MeshService[], slices: Slice[], endpoints: Endpoint[], changed: Partial<Service> = {}): Model {
  const entries = new Map<string, unknown>([
    ...meshServices.map((one) => [`meshService/${one.name}`, one] as const), ...slices.map((one) => [`slice/${one.name}`, one] as const),
    ...endpoints.map((one) => [`endpoint/${one.name}`, one] as const),
  ]);
  return modelOf(service(changed), { loaded: true, entries, changed: new Map() });
}

function pods(count: number, change: (index: number) => Partial<Endpoint> = () => ({})): Endpoint[] {
  return Array.from({ length: count }, (_, index) => endpoint(`web-${index}`, { node: `node-${index % 7}`, zone: `zone-${(index % 7) % 3}`, ...change(index) }));
}

function contains(outer: Place, inner: Place): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width + 0.01
    && inner.y + inner.height <= outer.y + outer.height + 0.01;
}

function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function check(layout: Layout): void {
  const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
  const all = stops(layout);
  for (const place of all) ok(contains(whole, place), `${place.id} is outside the drawing`);
  const { zones, nodes, endpoints } = layout.endpoints;
  for (const one of endpoints) equal(zones.filter((zone) => contains(zone, one)).length, 1, `${one.id} is in one zone`);
  for (const node of nodes) equal(zones.filter((zone) => contains(zone, node)).length, 1, `${node.id} is in one zone`);
  for (const one of layout.slices) equal(layout.managers.filter((frame) => contains(frame, one)).length, 1, `${one.id} has one manager`);
  for (let i = 0; i < all.length; i++) for (let j = i + 1; j < Math.min(all.length, i + 200); j++) ok(!overlap(all[i]!, all[j]!), `${all[i]!.id} is over ${all[j]!.id}`);
}

test('A Service without anything is drawn', () => {
  const layout = layoutOf(model([], [], []), 800);
  check(layout);
  equal(layout.edges.length, 0);
});

test('A few Pods are drawn with names and edges', () => {
  const layout = layoutOf(model([meshService('web')], [slice('web-1'), slice('web-2', { manager: 'b', ours: true })], pods(12)), 800);
  check(layout);
  ok(layout.endpoints.detailed);
  equal(layout.edges.filter((edge) => edge.to.startsWith('endpoint/')).length, 12);
  deepEqual(layout.managers.map((frame) => frame.ours), [true, false], 'the slices of Meshwork come first');
});

test('A thousand Pods are drawn as symbols in the boxes of their Nodes', () => {
  const layout = layoutOf(model([meshService('web')], [slice('web-1')], pods(1000)), 800);
  check(layout);
  ok(!layout.endpoints.detailed);
  equal(layout.endpoints.endpoints.length, 1000);
  equal(layout.endpoints.nodes.length, 7);
  deepEqual(layout.edges.filter((edge) => edge.from === 'slice/web-1').map((edge) => edge.to), ['zone/zone-0', 'zone/zone-1', 'zone/zone-2']);
});

test('With a Pod on each of very many Nodes, only the zones have boxes', () => {
  const layout = layoutOf(model([], [slice('web-1')], pods(500, (index) => ({ node: `node-${index}` }))), 1200);
  check(layout);
  equal(layout.endpoints.nodes.length, 0);
  ok(layout.height < 800);
});

test('On a narrow screen, the parts are below each other', () => {
  const layout = layoutOf(model([meshService('web')], [slice('web-1')], pods(60)), 340);
  check(layout);
  equal(layout.width, 340);
  deepEqual(layout.columns.map(({ label }) => label), ['Service', 'MeshServices', 'EndpointSlices', 'Pods']);
  check(layoutOf(model([], [], []), 340));
});

test('Many MeshServices are counted, and the first listed are those with a problem', () => {
  const many = Array.from({ length: 250 }, (_, index) => meshService(`web-${index}`, index === 77 ? { state: 'Missing', online: 0 } : {}));
  const layout = layoutOf(model(many, [], []), 800);
  check(layout);
  equal(layout.meshServiceFrame?.label, '250 MeshServices');
  equal(layout.meshServiceFrame?.note, '249 online, 1 not');
  equal(layout.meshServices[0]?.id, 'meshService/web-77');
});

test('What does not change does not move', () => {
  const before = layoutOf(model([meshService('web')], [slice('web-1')], pods(10)), 900);
  const after = layoutOf(model([meshService('web')], [slice('web-1')], pods(10, (index) => (index === 3 ? { state: 'Terminating' } : {}))), 900);
  deepEqual(stops(after).map(({ x, y }) => [x, y]), stops(before).map(({ x, y }) => [x, y]));
});

/** litEdges returns the edges on the way through the chosen node. */
function litEdges(drawn: Model, chosen: string, width = 800): string[] {
  const path = pathOf(drawn, chosen);
  return layoutOf(drawn, width).edges.filter((edge) => isOn(path, edge)).map((edge) => edge.id).sort();
}

test('The way from the Service to the chosen Pod lights up', () => {
  const drawn = model([meshService('web')], [slice('web-1'), slice('web-2', { manager: 'b' })], pods(3));
  deepEqual(litEdges(drawn, 'endpoint/web-1'), ['meshService/web>manager/a', 'service>meshService/web', 'slice/web-1>endpoint/web-1']);
  const path = pathOf(drawn, 'endpoint/web-1');
  for (const id of ['zone/zone-1', 'node/zone-1/node-1', 'manager/a', 'slice/web-1']) ok(path.has(id), id);
  for (const id of ['zone/zone-0', 'manager/b', 'slice/web-2', 'endpoint/web-2']) ok(!path.has(id), id);
});

test('In the boxes of zones, the way leads to the zone of the Pod', () => {
  const drawn = model([meshService('web')], [slice('web-1')], pods(100));
  deepEqual(litEdges(drawn, 'endpoint/web-1'), ['meshService/web>manager/a', 'service>meshService/web', 'slice/web-1>zone/zone-1']);
});

test('A Node lights up the ways to its Pods, a slice those to its endpoints', () => {
  const drawn = model([meshService('web')], [slice('web-1'), slice('web-2', { manager: 'b' })], pods(10, (index) => ({ slices: [index < 8 ? 'web-1' : 'web-2'] })));
  const onNode = pathOf(drawn, 'node/zone-1/node-1');
  deepEqual([...onNode].filter((id) => id.startsWith('endpoint/')).sort(), ['endpoint/web-1', 'endpoint/web-8']);
  ok(onNode.has('manager/b'));
  const inSlice = pathOf(drawn, 'slice/web-2');
  deepEqual([...inSlice].filter((id) => id.startsWith('endpoint/')).sort(), ['endpoint/web-8', 'endpoint/web-9']);
  ok(!inSlice.has('manager/a'));
});

test('Nothing lights up for what is gone, or for the Service itself', () => {
  const drawn = model([meshService('web')], [slice('web-1')], pods(1));
  for (const id of ['', 'service', 'endpoint/former', 'slice/former']) equal(pathOf(drawn, id).size, 0, id);
});

const headless = { headless: true };
const own = (count: number, changed: Partial<MeshService> = {}) => pods(count).map(({ name }) => meshService(`m-${name}`, { pod: name, ...changed }));

test('Each Pod of a headless Service is next to its own MeshService, and connected to it', () => {
  const drawn = model([...own(3), meshService('left')], [slice('web-1')], pods(3), headless);
  for (const width of [340, 800, 1600]) {
    const layout = layoutOf(drawn, width);
    check(layout);
    deepEqual(layout.endpoints.meshServices.map((node) => [node.value.pod, node.y - 1]), layout.endpoints.endpoints.map((node) => [node.value.name, node.y]));
    deepEqual(layout.meshServices.map((node) => node.id), ['meshService/left'], 'one without a Pod is listed');
    equal(layout.edges.filter((edge) => edge.id.startsWith('meshService/') && edge.to.startsWith('endpoint/')).length, 3);
  }
  deepEqual(litEdges(drawn, 'endpoint/web-1'), ['meshService/m-web-1>endpoint/web-1', 'service>manager/a', 'slice/web-1>meshService/m-web-1']);
  deepEqual(litEdges(drawn, 'meshService/m-web-1'), litEdges(drawn, 'endpoint/web-1'));
});

test('The MeshServices of a headless Service with very many Pods are counted', () => {
  const drawn = model(own(100), [slice('web-1')], pods(100), headless);
  const layout = layoutOf(drawn, 800);
  check(layout);
  equal(layout.meshServiceFrame?.label, '100 MeshServices');
  deepEqual(litEdges(drawn, 'endpoint/web-1'), ['meshServices>zone/zone-1', 'service>manager/a', 'slice/web-1>meshServices']);
});

test('Eight zones are columns below the rest', () => {
  const many = pods(60, (index) => ({ zone: `zone-${index % 8}`, node: `node-${index % 16}` }));
  for (const [width, columns] of [[745, 4], [1060, 4], [1500, 8]] as const) {
    const layout = layoutOf(model([meshService('web')], [slice('web-1')], many), width);
    check(layout);
    equal(new Set(layout.endpoints.zones.map((zone) => zone.x)).size, columns, `${width} pixels`);
    ok(layout.endpoints.zones.every((zone) => zone.y > layout.slices[0]!.y + layout.slices[0]!.height));
    ok(layout.height < 700, `${layout.height} pixels high`);
  }
  deepEqual(litEdges(model([meshService('web')], [slice('web-1')], many), 'endpoint/web-1', 745),
    ['manager/a>zone/zone-1', 'meshService/web>manager/a', 'service>meshService/web']);
});

test('A zone stays in its column while Pods come and go', () => {
  const all = pods(60, (index) => ({ zone: `zone-${index % 8}` }));
  const xs = (endpoints: Endpoint[]) => layoutOf(model([], [slice('web-1')], endpoints), 900).endpoints.zones.map((zone) => [zone.id, zone.x]);
  deepEqual(xs(all.slice(8)), xs(all));
});

test('Managers are named as people call them', () => {
  equal(managerName('endpointslice-controller.k8s.io', false), 'Kubernetes default');
  equal(managerName('endpointslicemirroring-controller.k8s.io', false), 'Kubernetes mirroring');
  equal(managerName('endpointslice-controller.meshwork.dev', true), 'Meshwork');
  equal(managerName('mirroring.endpointslice-controller.meshwork.dev', true), 'Meshwork mirroring');
  equal(managerName('lb.example.com', false), 'lb.example.com');
});

test('The arrow keys reach every node of a column, and the next column', () => {
  const layout = layoutOf(model([meshService('web')], [slice('web-1')], pods(5)), 800);
  const all = stops(layout);
  equal(nextStop('ArrowRight', 'service', all), 'meshService/web');
  equal(nextStop('ArrowRight', 'meshService/web', all), 'slice/web-1');
  const visited = new Set<string>();
  let at: string | undefined = layout.endpoints.endpoints[0]?.id;
  while (at !== undefined && !visited.has(at)) {
    visited.add(at);
    at = nextStop('ArrowDown', at, all);
  }
  equal([...visited].filter((id) => id.startsWith('endpoint/')).length, 5);
  equal(nextStop('a', 'service', all), undefined);
});
