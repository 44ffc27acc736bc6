import type { Endpoint, MeshService } from '../core/protocol';
import type { Area, Places } from './geometry';
import { groupBy } from './group-by';
import { ids, tally, type Model } from './model';

const mostDetailed = 40;
const mostNodes = 80;
const zoneHead = 24;
const nodeHead = 20;
const pad = 8;
const zoneGap = 12;
const cell = 15;
const lineHeight = 24;
const narrowestNode = 210;
const narrowestZone = 164;
const narrowestPair = 300;
const pairGap = 16;

/** endpointTitle returns the heading of the endpoints, of which some may not be Pods. */
export function endpointTitle(model: Model): string {
  if (hasPairs(model)) return 'MeshServices and their Pods';
  return model.endpoints.every((endpoint) => endpoint.pod) ? 'Pods' : 'Endpoints';
}

export function isDetailed(model: Model): boolean { return model.endpoints.length <= mostDetailed; }

/** hasPairs reports whether each Pod is drawn next to its own MeshService. */
export function hasPairs(model: Model): boolean { return model.service.headless && isDetailed(model) && model.byPod.size > 0; }

/** withoutPlace returns the MeshServices that are not drawn next to a Pod. */
export function withoutPlace(model: Model): MeshService[] {
  if (!hasPairs(model)) return model.meshServices;
  const drawn = new Set(model.endpoints.map((endpoint) => endpoint.name));
  return model.meshServices.filter((one) => one.pod === undefined || !drawn.has(one.pod));
}

/** placeEndpoints places the zones in as many columns as fit, or in one. A zone stays in its column while Pods come and go. */
export function placeEndpoints(model: Model, { x, y, width }: Area, inColumns: boolean): Places {
  const all = model.endpoints;
  const places: Places = { detailed: isDetailed(model), zones: [], nodes: [], endpoints: [], meshServices: [], bottom: y };
  const showNodes = new Set(all.map((endpoint) => endpoint.node)).size <= mostNodes;
  const zones = [...groupBy(all, (endpoint) => endpoint.zone)];
  const fitting = columnsIn(width, hasPairs(model) ? narrowestPair : narrowestZone, zoneGap, zones.length);
  const columns = inColumns ? balanced(fitting, zones.length) : 1;
  const zoneWidth = (width - (columns - 1) * zoneGap) / columns;
  const bottoms = new Array<number>(columns).fill(y);
  zones.forEach(([zone, inZone], index) => {
    const column = index % columns;
    const start = (bottoms[column] ?? y) + (index >= columns ? zoneGap : 0);
    const left = x + column * (zoneWidth + zoneGap);
    const inside = { x: left + pad, y: start + zoneHead, width: zoneWidth - 2 * pad };
    const end = (showNodes ? placeNodes(places, model, inZone, inside, inColumns) : placeCells(places, inZone, inside)) + pad;
    places.zones.push({
      id: ids.zone(zone), x: left, y: start, width: zoneWidth, height: end - start, label: zone === '' ? 'no zone' : zone, note: noteOf(inZone),
    });
    bottoms[column] = end;
    places.bottom = Math.max(places.bottom, end);
  });
  return places;
}

function columnsIn(width: number, narrowest: number, gap: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor((width + gap) / (narrowest + gap))));
}

/** balanced returns the fewest columns with which the boxes need no more rows. */
function balanced(columns: number, boxes: number): number {
  return boxes === 0 ? columns : Math.ceil(boxes / Math.ceil(boxes / columns));
}

function placeNodes(places: Places, model: Model, inZone: Endpoint[], area: Area, inColumns: boolean): number {
  const nodes = [...groupBy(inZone, (endpoint) => endpoint.node)];
  // Next to the slices, detailed Pods have edges that other Nodes would hide.
  const most = places.detailed && !inColumns ? 1 : nodes.length;
  const perRow = columnsIn(area.width, hasPairs(model) ? narrowestPair : narrowestNode, pad, most);
  const width = (area.width - (perRow - 1) * pad) / perRow;
  let { y } = area;
  let rowEnd = y;
  nodes.forEach(([node, onNode], index) => {
    const column = index % perRow;
    if (column === 0 && index > 0) y = rowEnd + pad;
    const x = area.x + column * (width + pad);
    const inside = { x: x + pad, y: y + nodeHead, width: width - 2 * pad };
    const end = places.detailed ? placeLines(places, model, onNode, inside) : placeCells(places, onNode, inside);
    places.nodes.push({
      id: ids.node(onNode[0]?.zone ?? '', node), x, y, width, height: end - y + pad - 2, label: node === '' ? 'no Node' : node,
      note: places.detailed ? '' : noteOf(onNode),
    });
    rowEnd = Math.max(column === 0 ? 0 : rowEnd, end + pad - 2);
  });
  return rowEnd;
}

function placeLines(places: Places, model: Model, endpoints: Endpoint[], { x, y, width }: Area): number {
  const ownWidth = hasPairs(model) ? Math.round((width - pairGap) * 0.44) : 0;
  endpoints.forEach((value, index) => {
    const line = { y: y + index * lineHeight, height: lineHeight };
    const own = model.byPod.get(value.name);
    const left = ownWidth === 0 ? x : x + ownWidth + pairGap;
    if (ownWidth > 0 && own !== undefined) {
      places.meshServices.push({ id: ids.meshService(own.name), value: own, x, y: line.y + 1, width: ownWidth, height: lineHeight - 2 });
    }
    places.endpoints.push({ id: ids.endpoint(value.name), value, x: left, width: x + width - left, ...line });
  });
  return y + endpoints.length * lineHeight;
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
  return `${ready} of ${all}`;
}
