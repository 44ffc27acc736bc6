import type { Endpoint, MeshService } from '../core/protocol';
import type { Edge } from './geometry';
import { ids, meshServicesOf, type Model } from './model';

/**
 * pathOf returns the nodes and frames on the way from the Service through the chosen node to its Pods. It is empty if nothing
 * is chosen, or the Service, to which everything belongs.
 */
export function pathOf(model: Model, chosen: string): ReadonlySet<string> {
  const path = new Set<string>();
  if (chosen === '' || chosen === ids.service) return path;
  const through = endpointsBehind(model, chosen);
  const slice = model.slices.find((one) => ids.slice(one.name) === chosen);
  const meshService = model.meshServices.find((one) => ids.meshService(one.name) === chosen);
  if (through.length === 0 && slice === undefined && meshService === undefined) return path; // it is gone
  path.add(ids.service).add(chosen);
  for (const endpoint of through) addEndpoint(path, model, endpoint, chosen);
  if (slice !== undefined) path.add(ids.manager(slice.manager));
  if (!model.service.headless) for (const one of model.meshServices) addMeshService(path, one, chosen);
  if (meshService !== undefined) path.add(ids.meshServices);
  return path;
}

/** isOn reports whether the edge is a part of the path. */
export function isOn(path: ReadonlySet<string>, { from, to }: Edge): boolean { return path.has(from) && path.has(to); }

function endpointsBehind(model: Model, chosen: string): Endpoint[] {
  const meshService = model.meshServices.find((one) => ids.meshService(one.name) === chosen);
  if (meshService !== undefined) return model.endpoints.filter((one) => meshServicesOf(model, one).includes(meshService));
  return model.endpoints.filter((one) => (
    ids.endpoint(one.name) === chosen || ids.node(one.zone, one.node) === chosen || ids.zone(one.zone) === chosen
    || one.slices.some((slice) => ids.slice(slice) === chosen)
  ));
}

function addEndpoint(path: Set<string>, model: Model, endpoint: Endpoint, chosen: string): void {
  path.add(ids.endpoint(endpoint.name)).add(ids.node(endpoint.zone, endpoint.node)).add(ids.zone(endpoint.zone));
  for (const slice of model.slices) {
    // The same Pod is in the slices of each IP family: a chosen slice is the way alone.
    const passes = chosen.startsWith('slice/') ? ids.slice(slice.name) === chosen : endpoint.slices.includes(slice.name);
    if (passes) path.add(ids.slice(slice.name)).add(ids.manager(slice.manager));
  }
  for (const meshService of meshServicesOf(model, endpoint)) addMeshService(path, meshService, chosen);
}

function addMeshService(path: Set<string>, meshService: MeshService, chosen: string): void {
  if (chosen.startsWith('meshService/') && ids.meshService(meshService.name) !== chosen) return;
  path.add(ids.meshService(meshService.name)).add(ids.meshServices);
}
