import { betweenPairs } from './edges';
import { endpointTitle, hasPairs, placeEndpoints, withoutPlace } from './endpoint-layout';
import type { Area, Edge, Layout, Title } from './geometry';
import { placeMeshServices, placeSlices } from './list-layout';
import { ids, type Model } from './model';

/** On a narrower screen, columns would not fit. */
export const stackedBelow = 560;

const narrowest = 280;
const titleHeight = 30;
const serviceHeight = 64;
const emptyHeight = 26;

/** stackedLayoutOf places the parts below each other. Emphasis shows relations, so each part has one line to the next. */
export function stackedLayoutOf(model: Model, available: number): Layout {
  const width = Math.max(narrowest, Math.floor(available));
  const columns: Title[] = [];
  let y = 0;
  const begin = (label: string): Area => {
    columns.push({ label, x: 1, y: y + 16 });
    return { x: 1, y: y + titleHeight, width: width - 2 };
  };
  const area = begin('Service');
  const service = { id: ids.service, value: model.service, ...area, height: serviceHeight };
  y = area.y + serviceHeight + 12;
  const placeAll = <T extends { bottom: number }>(label: string, place: (area: Area) => T): T => {
    const placed = place(begin(label));
    y = Math.max(placed.bottom, y + titleHeight + emptyHeight) + 12;
    return placed;
  };
  const listed = withoutPlace(model);
  const isShown = listed.length > 0 || !hasPairs(model);
  const listMeshServices = () => (isShown ? placeAll('MeshServices', (area) => placeMeshServices(listed, area)) : undefined);
  const first = model.service.headless ? undefined : listMeshServices();
  const slices = placeAll('EndpointSlices', (area) => placeSlices(model.slices, area));
  const meshServices = first ?? (model.service.headless ? listMeshServices() : undefined);
  const endpoints = placeEndpoints(model, begin(endpointTitle(model)), true);
  return {
    width, below: true, height: Math.max(endpoints.bottom, y + titleHeight + emptyHeight) + 6, columns, service,
    meshServices: meshServices?.nodes ?? [], meshServiceFrame: meshServices?.frame, managers: slices.frames, slices: slices.nodes, endpoints, edges: [...edgesBetween(columns, width), ...betweenPairs(endpoints)],
  };
}

function edgesBetween(titles: Title[], width: number): Edge[] {
  const x = width / 2;
  return titles.slice(1).map(({ label, y }) => ({ id: `to ${label}`, from: '', to: '', path: `M${x} ${y - 26}V${y + 12}` }));
}
