import type { Endpoint } from '../core/protocol';
import type { Area, Places } from './geometry';
import { groupBy } from './group-by';
import { ids, tally, type Model } from './model';

const mostDetailed = 40;
const mostNodes = 80;
const zoneHead = 24;
const nodeHead = 20;
const pad = 8;
const cell = 15;
const narrowestNode = 210;

/** endpointTitle returns the heading of the endpoints, of which some may not be Pods. */
export function endpointTitle(model: Model): string {
  return model.endpoints.every((endpoint) => endpoint.pod) ? 'Pods' : 'Endpoints';
}

export function placeEndpoints(all: Endpoint[], { x, y, width }: Area): Places {
  const detailed = all.length <= mostDetailed;
  const places: Places = { detailed, zones: [], nodes: [], endpoints: [], bottom: y };
  const showNodes = new Set(all.map((endpoint) => endpoint.node)).size <= mostNodes;
  for (const [zone, inZone] of groupBy(all, (endpoint) => endpoint.zone)) {
    const start = places.bottom + (places.zones.length > 0 ? 12 : 0);
    const inside = { x: x + pad, y: start + zoneHead, width: width - 2 * pad };
    const end = showNodes ? placeNodes(places, inZone, inside) : placeCells(places, inZone, inside);
    places.zones.push({
      id: `zone/${zone}`, x, y: start, width, height: end - start + pad, label: zone === '' ? 'no zone' : zone, note: noteOf(inZone),
    });
    places.bottom = end + pad;
  }
  return places;
}

function placeNodes(places: Places, inZone: Endpoint[], area: Area): number {
  const perRow = places.detailed ? 1 : Math.max(1, Math.floor((area.width + pad) / (narrowestNode + pad)));
  const width = (area.width - (perRow - 1) * pad) / perRow;
  let { y } = area;
  let rowEnd = y;
  [...groupBy(inZone, (endpoint) => endpoint.node)].forEach(([node, onNode], index) => {
    const column = index % perRow;
    if (column === 0 && index > 0) y = rowEnd + pad;
    const x = area.x + column * (width + pad);
    const inside = { x: x + pad, y: y + nodeHead, width: width - 2 * pad };
    const end = places.detailed ? placeLines(places, onNode, inside) : placeCells(places, onNode, inside);
    places.nodes.push({
      id: `node/${onNode[0]?.zone ?? ''}/${node}`, x, y, width, height: end - y + pad - 2, label: node === '' ? 'no Node' : node,
      note: places.detailed ? '' : noteOf(onNode),
    });
    rowEnd = Math.max(column === 0 ? 0 : rowEnd, end + pad - 2);
  });
  return rowEnd;
}

function placeLines(places: Places, endpoints: Endpoint[], { x, y, width }: Area): number {
  const height = 24;
  endpoints.forEach((value, index) => places.endpoints.push({ id: ids.endpoint(value.name), value, x, y: y + index * height, width, height }));
  return y + endpoints.length * height;
}

function placeCells(places: Places, endpoints: Endpoint[], { x, y, width }: Area): number {
  const perRow = Math.max(1, Math.floor(width / cell));
  endpoints.forEach((value, index) => places.endpoints.push({
    id: ids.endpoint(value.name), value, x: x + (index % perRow) * cell, y: y + Math.floor(index / perRow) * cell, width: cell, height: cell,
  }));
  return y + Math.ceil(endpoints.length / perRow) * cell;
}

function noteOf(endpoints: Endpoint[]): string {
  const { ready, all } = tally(endpoints);
  return `${ready} of ${all} ready`;
}
