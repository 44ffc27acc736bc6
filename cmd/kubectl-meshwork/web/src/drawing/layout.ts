import { edgesOf } from './edges';
import { endpointTitle, hasPairs, isDetailed, placeEndpoints, withoutPlace } from './endpoint-layout';
import type { Area, Layout, Title } from './geometry';
import { placeMeshServices, placeSlices } from './list-layout';
import { ids, type Model } from './model';
import { stackedBelow, stackedLayoutOf } from './stacked-layout';

const top = 30;
const titleLine = 16;
const columnGap = 34;
const partGap = 26;
const narrowest = 730;
const serviceWidth = 112;
const serviceHeight = 64;
const widestList = 300;
// More zones or Nodes would make a tower next to the slices.
const mostZonesBeside = 3;
const mostNodesBeside = 12;

/** layoutOf places the model in a drawing of this width. It is pure, so that nothing moves without a change. */
export function layoutOf(model: Model, available: number): Layout {
  if (available < stackedBelow) return stackedLayoutOf(model, available);
  const width = Math.max(narrowest, Math.floor(available));
  const zones = new Set(model.endpoints.map((endpoint) => endpoint.zone)).size;
  const nodes = new Set(model.endpoints.map((endpoint) => endpoint.node)).size;
  const below = zones > mostZonesBeside || (isDetailed(model) && nodes > mostNodesBeside);
  const layout = below ? podsBelow(model, width) : podsBeside(model, width);
  return { ...layout, edges: edgesOf(layout, model) };
}

type Placed = Omit<Layout, 'edges'>;

function podsBeside(model: Model, width: number): Placed {
  const extra = Math.max(0, width - narrowest) * 0.14;
  const lists = placeLists(model, hasPairs(model) ? 0 : 140 + extra, 172 + extra);
  const x = lists.right + columnGap;
  const endpoints = placeEndpoints(model, { x, y: top, width: width - x - 1 }, false);
  const bottom = Math.max(lists.bottom, endpoints.bottom);
  const columns = [...lists.columns, { label: endpointTitle(model), x, y: titleLine }];
  return { ...lists.parts, width, height: bottom + 6, columns, endpoints, below: false };
}

/** podsBelow gives the Pods the whole width, below the rest. */
function podsBelow(model: Model, width: number): Placed {
  const room = width - 2 - serviceWidth - columnGap * (hasPairs(model) ? 1 : 2);
  const listWidth = Math.min(widestList, hasPairs(model) ? room : room / 2);
  const lists = placeLists(model, hasPairs(model) ? 0 : listWidth, listWidth);
  const y = lists.bottom + partGap;
  const endpoints = placeEndpoints(model, { x: 1, y: y + 14, width: width - 2 }, true);
  const columns = [...lists.columns, { label: endpointTitle(model), x: 1, y }];
  return { ...lists.parts, width, height: endpoints.bottom + 6, columns, endpoints, below: true };
}

/**
 * placeLists places the Service, its MeshServices and its slices. The slices of a headless Service come first, because they
 * decide which MeshServices there are. Without a width, MeshServices are next to their Pods, and others below the slices.
 */
function placeLists(model: Model, meshServiceWidth: number, sliceWidth: number) {
  const service = { id: ids.service, value: model.service, x: 1, y: top, width: serviceWidth, height: serviceHeight };
  const first = 1 + serviceWidth + columnGap;
  const isSliceFirst = model.service.headless;
  const second = first + (isSliceFirst ? sliceWidth : meshServiceWidth) + columnGap;
  const slices = placeSlices(model.slices, { x: isSliceFirst ? first : second, y: top, width: sliceWidth });
  const columns: Title[] = [{ label: 'Service', x: 1, y: titleLine }, { label: 'EndpointSlices', x: isSliceFirst ? first : second, y: titleLine }];

  const area: Area = { x: isSliceFirst ? second : first, y: top, width: meshServiceWidth };
  const listed = withoutPlace(model);
  let label = 'MeshServices';
  if (meshServiceWidth === 0) {
    Object.assign(area, { x: first, y: slices.bottom + partGap + 14, width: sliceWidth });
    label = 'MeshServices without a Pod';
  }
  const meshServices = placeMeshServices(listed, area);
  if (meshServiceWidth > 0 || listed.length > 0) columns.splice(1, 0, { label, x: area.x, y: area.y - 14 });
  return {
    columns,
    right: meshServiceWidth === 0 ? first + sliceWidth : second + (isSliceFirst ? meshServiceWidth : sliceWidth),
    bottom: Math.max(top + serviceHeight, slices.bottom, listed.length > 0 ? meshServices.bottom : 0),
    parts: { service, meshServices: meshServices.nodes, meshServiceFrame: meshServices.frame, managers: slices.frames, slices: slices.nodes },
  };
}
