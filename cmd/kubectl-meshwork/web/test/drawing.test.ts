import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint, MeshService, Slice } from '../src/core/protocol';
import type { Layout, Place } from '../src/drawing/geometry';
import { layoutOf } from '../src/drawing/layout';
import { links, modelOf, type Model } from '../src/drawing/model';
import { nextStop, stops } from '../src/drawing/movement';
import { endpoint, meshService, service, slice } from './fixtures';

function model(meshServices: MeshService[], slices: Slice[], endpoints: Endpoint[]): Model {
  const entries = new Map<string, unknown>([
    ...meshServices.map((one) => [`meshService/${one.name}`, one] as const), ...slices.map((one) => [`slice/${one.name}`, one] as const),
    ...endpoints.map((one) => [`endpoint/${one.name}`, one] as const),
  ]);
  return modelOf(service(), { loaded: true, entries, changed: new Map() });
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

test('A Pod is linked to its slices and to its MeshService', () => {
  const related = links(model([meshService('web-a', { pod: 'web-0' }), meshService('web-b', { pod: 'web-1' })], [slice('web-1')], pods(2)));
  deepEqual([...(related.get('endpoint/web-0') ?? [])].sort(), ['meshService/web-a', 'service', 'slice/web-1']);
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
