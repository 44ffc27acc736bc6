import type { Edge, Layout, Place, Places } from './geometry';
import { ids, meshServicesOf, type Model } from './model';

type Placed = Omit<Layout, 'edges'>;
interface Named extends Place { id: string }

/** edgesOf connects the parts on the way from the Service to its Pods. */
export function edgesOf(layout: Placed, model: Model): Edge[] {
  const { service, managers } = layout;
  const lists = layout.meshServiceFrame === undefined ? layout.meshServices : [layout.meshServiceFrame];
  const ends = model.service.headless
    ? [...toEach([service], managers), ...toMeshServices(layout, model)]
    // Without MeshServices, the slices belong to the Service alone.
    : [...toEach([service], lists), ...toEach(lists.length > 0 ? lists : [service], managers)];
  return [...ends, ...toEndpoints(layout, model), ...betweenPairs(layout.endpoints)];
}

function toEach(sources: Named[], targets: Named[]): Edge[] {
  return sources.flatMap((source) => targets.map((target) => across(source, target)));
}

/** toMeshServices connects the slices of a headless Service to the MeshServices of their Pods. */
function toMeshServices(layout: Placed, model: Model): Edge[] {
  const { meshServiceFrame: frame } = layout;
  if (frame !== undefined) return toEach(layout.slices, [frame]);
  const places = new Map(layout.meshServices.map((node) => [node.id, node]));
  const isBeside = (node: Named) => node.x > (layout.managers[0]?.x ?? 0);
  return unique(layout.slices.flatMap((slice) => model.endpoints
    .filter((endpoint) => endpoint.slices.includes(slice.value.name))
    .flatMap((endpoint) => meshServicesOf(model, endpoint))
    .map((meshService) => places.get(ids.meshService(meshService.name)))
    .filter((node) => node !== undefined && isBeside(node))
    .map((node) => across(slice, node as Named))));
}

/** toEndpoints connects to the zones if lines to each of many Pods would hide more than they show. */
function toEndpoints(layout: Placed, model: Model): Edge[] {
  const { endpoints, slices, managers, below } = layout;
  const zones = new Map(endpoints.zones.map((zone) => [zone.id, zone]));
  const frame = model.service.headless ? layout.meshServiceFrame : undefined;
  const top = Math.min(...endpoints.zones.map((zone) => zone.y));
  const listed = new Map(slices.map((slice) => [slice.value.name, slice]));
  const pairs = new Map(endpoints.meshServices.map((node) => [node.value.pod, node]));
  return unique(endpoints.endpoints.flatMap((endpoint) => {
    const { value } = endpoint;
    const zone = zones.get(ids.zone(value.zone)) ?? endpoint;
    if (frame !== undefined) return [below ? down(frame, zone, top) : across(frame, zone)];
    const sources = value.slices.map((name) => listed.get(name)).filter((slice) => slice !== undefined);
    if (below) {
      const owners = new Set(sources.map((slice) => ids.manager(slice.value.manager)));
      return managers.filter((manager) => owners.has(manager.id)).map((manager) => down(manager, zone, top));
    }
    const target = endpoints.detailed ? pairs.get(value.name) ?? endpoint : zone;
    return sources.map((slice) => across(slice, target));
  }));
}

/** betweenPairs connects each MeshService of a headless Service to its Pod. */
export function betweenPairs(endpoints: Places): Edge[] {
  const pods = new Map(endpoints.endpoints.map((node) => [node.value.name, node]));
  return endpoints.meshServices.flatMap((node) => {
    const pod = pods.get(node.value.pod ?? '');
    return pod === undefined ? [] : [across(node, pod)];
  });
}

function unique(edges: Edge[]): Edge[] {
  return [...new Map(edges.map((edge) => [edge.id, edge])).values()];
}

const header = 14;

/** across leads from the right side of one to the left side of the other. */
function across(from: Named, to: Named): Edge {
  const x1 = from.x + from.width;
  const y1 = from.y + Math.min(from.height / 2, 32);
  const x2 = to.x;
  const isNode = to.id.startsWith('endpoint/') || to.id.startsWith('meshService/');
  const y2 = to.y + (isNode ? to.height / 2 : Math.min(to.height / 2, header));
  const bend = Math.max(Math.min(12, x2 - x1), (x2 - x1) / 2);
  return edge(from, to, `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`);
}

/** down leads from the bottom of one to the top of a column, and on to the other behind the zones above it. */
function down(from: Named, to: Named, columnTop: number): Edge {
  const x1 = from.x + from.width / 2;
  const y1 = from.y + from.height;
  const x2 = to.x + to.width / 2;
  const bend = Math.max(16, (columnTop - y1) / 2);
  return edge(from, to, `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${columnTop - bend} ${x2} ${columnTop}V${to.y}`);
}

function edge(from: Named, to: Named, path: string): Edge {
  return { id: `${from.id}>${to.id}`, from: from.id, to: to.id, path };
}
