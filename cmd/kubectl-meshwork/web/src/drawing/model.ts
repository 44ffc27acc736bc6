import type { Endpoint, EndpointState, MeshService, RolloutPart, Service, Slice } from '../core/protocol';
import { group, type TopicState } from '../core/store';

/** Model is a Service and its neighborhood. */
export interface Model {
  service: Service;
  meshServices: MeshService[];
  slices: Slice[];
  endpoints: Endpoint[];
  /** The MeshServices of a headless Service, by the names of their Pods. */
  byPod: ReadonlyMap<string, MeshService>;
}

/** ids name the nodes and frames of the drawing. */
export const ids = {
  service: 'service',
  /** The frame around MeshServices that are too many to list. */
  meshServices: 'meshServices',
  meshService: (name: string) => `meshService/${name}`,
  manager: (name: string) => `manager/${name}`,
  slice: (name: string) => `slice/${name}`,
  zone: (name: string) => `zone/${name}`,
  node: (zone: string, name: string) => `node/${zone}/${name}`,
  endpoint: (name: string) => `endpoint/${name}`,
};

export function modelOf(service: Service, state: TopicState): Model {
  const meshServices = group<MeshService>(state, 'meshService').sort((a, b) => rank(a) - rank(b) || byName(a, b));
  return {
    service,
    meshServices,
    byPod: new Map(meshServices.flatMap((one) => (one.pod === undefined ? [] : [[one.pod, one]]))),
    slices: group<Slice>(state, 'slice').sort((a, b) => Number(b.ours) - Number(a.ours) || order(a.manager, b.manager) || byName(a, b)),
    endpoints: group<Endpoint>(state, 'endpoint').sort((a, b) => order(a.zone, b.zone) || order(a.node, b.node) || byName(a, b)),
  };
}

export function isOnline(meshService: MeshService): boolean {
  return meshService.state === 'Exists' && meshService.online > 0;
}

/** meshServicesOf returns the MeshServices that lead to the endpoint: its own if the Service is headless, otherwise all. */
export function meshServicesOf(model: Model, endpoint: Endpoint): MeshService[] {
  if (!model.service.headless) return model.meshServices;
  const own = model.byPod.get(endpoint.name);
  return own === undefined ? [] : [own];
}

interface Tally { ready: number; all: number }

export function tally(endpoints: readonly Endpoint[]): Tally {
  return { ready: endpoints.filter((endpoint) => endpoint.state === 'Ready').length, all: endpoints.length };
}

export const stateWords: Record<EndpointState, string> = {
  Ready: 'ready', NotReady: 'not ready', TerminatingServing: 'terminating, still serving', Terminating: 'terminating',
};

/** rolloutWords follow the state of a Pod. */
export const rolloutWords: Record<RolloutPart, string> = { '': '', New: ', of the new template', Old: ', of the old template' };

// Problems come first, because only the first of many are listed.
function rank(meshService: MeshService): number {
  if (meshService.state !== 'Exists') return 0;
  return meshService.online > 0 ? 2 : 1;
}

function byName(a: { name: string }, b: { name: string }): number { return order(a.name, b.name); }

function order(a: string, b: string): number { return a < b ? -1 : a > b ? 1 : 0; }
