import { edgesOf } from './edges';
import { endpointTitle, placeEndpoints } from './endpoint-layout';
import type { Layout } from './geometry';
import { placeMeshServices, placeSlices } from './list-layout';
import { ids, type Model } from './model';
import { stackedBelow, stackedLayoutOf } from './stacked-layout';

const top = 30;
const titleLine = 16;
const columnGap = 34;
const narrowest = 730;

interface Widths { service: number; meshService: number; slice: number; endpoints: number }

function widthsOf(width: number): Widths {
  const extra = Math.max(0, width - narrowest) * 0.14;
  const service = 112;
  const meshService = 140 + extra;
  const slice = 172 + extra;
  return { service, meshService, slice, endpoints: width - service - meshService - slice - 3 * columnGap - 2 };
}

/** layoutOf places the model in a drawing of this width. It is pure, so that nothing moves without a change. */
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

function columnsOf(widths: Widths): { meshService: number; slice: number; endpoints: number } {
  const meshService = 1 + widths.service + columnGap;
  const slice = meshService + widths.meshService + columnGap;
  return { meshService, slice, endpoints: slice + widths.slice + columnGap };
}
