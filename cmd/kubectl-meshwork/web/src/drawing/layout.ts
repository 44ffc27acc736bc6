import type { MeshService, Slice } from '../core/protocol';
import { edgesOf, type Edge } from './edges';
import { placeEndpoints, type Places } from './endpoint-layout';
import { groupBy } from './group-by';
import { ids, isOnline, type Model } from './model';
import { stackedBelow, stackedLayoutOf } from './stacked-layout';

/** Place is where something is drawn. */
export interface Place { x: number; y: number; width: number; height: number }
export interface Node<T> extends Place { id: string; value: T }
/** Frame is drawn around what belongs together. */
export interface Frame extends Place { id: string; label: string; note: string; more?: string; ours?: boolean }

/** Title is the heading of a column, or of a part if the parts are below each other. */
export interface Title { label: string; x: number; y: number }

export interface Layout {
  width: number;
  height: number;
  columns: Title[];
  service: Node<Model['service']>;
  meshServices: Node<MeshService>[];
  /** Stands for the MeshServices that are too many to be listed. */
  meshServiceFrame: Frame | undefined;
  managers: Frame[];
  slices: Node<Slice>[];
  endpoints: Places;
  edges: Edge[];
}

export const top = 30;
const titleLine = 16;
const gap = 8;
const frameHead = 26;
const framePad = 8;
const columnGap = 34;
const nodeHeight = 42;
const mostMeshServices = 12;
const listedMeshServices = 6;
const mostSlices = 12;
export const narrowest = 730;

interface Widths { service: number; meshService: number; slice: number; endpoints: number }

function widthsOf(width: number): Widths {
  const extra = Math.max(0, width - narrowest) * 0.14;
  const service = 112;
  const meshService = 140 + extra;
  const slice = 172 + extra;
  return { service, meshService, slice, endpoints: width - service - meshService - slice - 3 * columnGap - 2 };
}

/** layoutOf places everything in a drawing of this width. It depends on nothing else, so that nothing moves without a change. */
export function layoutOf(model: Model, available: number): Layout {
  return available < stackedBelow ? stackedLayoutOf(model, available) : columnLayoutOf(model, available);
}

function columnLayoutOf(model: Model, available: number): Layout {
  const width = Math.max(narrowest, Math.floor(available));
  const widths = widthsOf(width);
  const xs = columnsOf(widths);
  const service = { id: ids.service, value: model.service, x: 1, y: top, width: widths.service, height: 64 };
  const meshServices = placeMeshServices(model.meshServices, { x: xs.meshService, y: top, width: widths.meshService });
  const slices = placeSlices(model.slices, { x: xs.slice, y: top, width: widths.slice });
  const endpoints = placeEndpoints(model.endpoints, { x: xs.endpoints, y: top, width: widths.endpoints });
  const bottom = Math.max(service.y + service.height, meshServices.bottom, slices.bottom, endpoints.bottom);
  const layout = {
    width,
    height: bottom + 6,
    columns: [
      { label: 'Service', x: 1, y: titleLine }, { label: 'MeshServices', x: xs.meshService, y: titleLine },
      { label: 'EndpointSlices', x: xs.slice, y: titleLine }, { label: endpointTitle(model), x: xs.endpoints, y: titleLine },
    ],
    service,
    meshServices: meshServices.nodes,
    meshServiceFrame: meshServices.frame,
    managers: slices.frames,
    slices: slices.nodes,
    endpoints,
  };
  return { ...layout, edges: edgesOf(layout) };
}

/** endpointTitle says what the endpoints are: not all have to be Pods. */
export function endpointTitle(model: Model): string {
  return model.endpoints.every((endpoint) => endpoint.pod) ? 'Pods' : 'Endpoints';
}

function columnsOf(widths: Widths): { meshService: number; slice: number; endpoints: number } {
  const meshService = 1 + widths.service + columnGap;
  const slice = meshService + widths.meshService + columnGap;
  return { meshService, slice, endpoints: slice + widths.slice + columnGap };
}

/** Area is where to begin to place, and how wide that may be. */
export interface Area { x: number; y: number; width: number }

export function placeMeshServices(all: MeshService[], { x, y, width }: Area) {
  const many = all.length > mostMeshServices;
  const listed = many ? all.slice(0, listedMeshServices) : all;
  const inset = many ? framePad : 0;
  const start = y + (many ? 46 : 0);
  const nodes = listed.map((value, index) => ({
    id: ids.meshService(value.name), value, x: x + inset, y: start + index * (nodeHeight + gap), width: width - 2 * inset, height: nodeHeight,
  }));
  const end = start + listed.length * (nodeHeight + gap) - (listed.length > 0 ? gap : 0);
  if (!many) return { nodes, frame: undefined, bottom: end };
  const online = all.filter(isOnline).length;
  const frame: Frame = {
    id: 'meshServices', x, y, width, height: end - y + framePad + 20, more: `and ${all.length - listed.length} more`, label: `${all.length} MeshServices`,
    note: `${online} online, ${all.length - online} not`,
  };
  return { nodes, frame, bottom: frame.y + frame.height };
}

export function placeSlices(all: Slice[], { x, y: start, width }: Area) {
  const frames: Frame[] = [];
  const nodes: Node<Slice>[] = [];
  let y = start;
  for (const [manager, slices] of groupBy(all, (slice) => slice.manager)) {
    const listed = slices.slice(0, mostSlices);
    const hidden = slices.length - listed.length;
    listed.forEach((value, index) => nodes.push({
      id: ids.slice(value.name), value, x: x + framePad, y: y + frameHead + index * (nodeHeight + gap), width: width - 2 * framePad,
      height: nodeHeight,
    }));
    const height = frameHead + listed.length * (nodeHeight + gap) - gap + framePad + (hidden > 0 ? 20 : 0);
    frames.push({
      id: `manager/${manager}`, x, y, width, height, label: manager === '' ? 'no manager' : manager,
      note: '', more: hidden > 0 ? `and ${hidden} more` : '', ours: slices[0]?.ours ?? false,
    });
    y += height + 12;
  }
  return { frames, nodes, bottom: y - (frames.length > 0 ? 12 : 0) };
}

