import type { Edge, Layout, Place } from './geometry';

type Placed = Omit<Layout, 'edges'>;

export function edgesOf(layout: Placed): Edge[] {
  return [...toMeshServices(layout), ...toManagers(layout), ...toEndpoints(layout)];
}

function toMeshServices(layout: Placed): Edge[] {
  const { service, meshServiceFrame, meshServices } = layout;
  if (meshServiceFrame !== undefined) return [edge('service', service, 'meshServices', meshServiceFrame)];
  return meshServices.map((node) => edge('service', service, node.id, node));
}

function toManagers(layout: Placed): Edge[] {
  const { meshServiceFrame, meshServices, managers, service } = layout;
  // Without MeshServices, the slices belong to the Service alone.
  const sources = meshServiceFrame !== undefined ? [meshServiceFrame] : meshServices.length > 0 ? meshServices : [service];
  return sources.flatMap((source) => managers.map((manager) => edge(source.id, source, manager.id, manager)));
}

function toEndpoints(layout: Placed): Edge[] {
  const slices = new Map(layout.slices.map((slice) => [slice.id, slice]));
  const targets = layout.endpoints.detailed ? [] : layout.endpoints.zones;
  const found = new Map<string, Edge>();
  for (const endpoint of layout.endpoints.endpoints) {
    for (const name of endpoint.value.slices) {
      const slice = slices.get(`slice/${name}`);
      if (slice === undefined) continue;
      // Lines to each of many Pods would hide more than they show: they lead to the zone.
      const target = layout.endpoints.detailed ? endpoint : targets.find((zone) => zone.id === `zone/${endpoint.value.zone}`);
      if (target === undefined) continue;
      const line = edge(slice.id, slice, target.id, target);
      found.set(line.id, line);
    }
  }
  return [...found.values()];
}

const header = 14;

function edge(fromId: string, from: Place, toId: string, to: Place): Edge {
  const x1 = from.x + from.width;
  const y1 = from.y + Math.min(from.height / 2, 32);
  const x2 = to.x;
  const y2 = to.y + Math.min(to.height / 2, toId.startsWith('endpoint/') || toId.startsWith('meshService/') ? to.height / 2 : header);
  const bend = Math.max(12, (x2 - x1) / 2);
  return { id: `${fromId}>${toId}`, from: fromId, to: toId, path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` };
}
