import type { Endpoint, EndpointState, MeshService, Service, Slice } from '../core/protocol';
import { group, type TopicState } from '../core/store';

/** Model is a Service and its neighborhood. */
export interface Model { service: Service; meshServices: MeshService[]; slices: Slice[]; endpoints: Endpoint[] }

export const ids = {
  service: 'service',
  meshService: (name: string) => `meshService/${name}`,
  slice: (name: string) => `slice/${name}`,
  endpoint: (name: string) => `endpoint/${name}`,
};

export function modelOf(service: Service, state: TopicState): Model {
  return {
    service,
    meshServices: group<MeshService>(state, 'meshService').sort((a, b) => rank(a) - rank(b) || byName(a, b)),
    slices: group<Slice>(state, 'slice').sort((a, b) => Number(b.ours) - Number(a.ours) || order(a.manager, b.manager) || byName(a, b)),
    endpoints: group<Endpoint>(state, 'endpoint').sort((a, b) => order(a.zone, b.zone) || order(a.node, b.node) || byName(a, b)),
  };
}

export function isOnline(meshService: MeshService): boolean {
  return meshService.state === 'Exists' && meshService.online > 0;
}

/** links returns the related nodes of every node. */
export function links(model: Model): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const link = (a: string, b: string) => {
    for (const [from, to] of [[a, b], [b, a]] as const) {
      const set = found.get(from) ?? new Set();
      found.set(from, set.add(to));
    }
  };
  const perPod = new Map(model.meshServices.filter((one) => one.pod !== undefined).map((one) => [one.pod, ids.meshService(one.name)]));
  const whole = model.meshServices.filter((one) => one.pod === undefined).map((one) => ids.meshService(one.name));
  for (const endpoint of model.endpoints) {
    const id = ids.endpoint(endpoint.name);
    link(ids.service, id);
    for (const slice of endpoint.slices) link(id, ids.slice(slice));
    const own = perPod.get(endpoint.name);
    if (own !== undefined) link(id, own);
    for (const meshService of whole) link(id, meshService);
  }
  for (const slice of model.slices) link(ids.service, ids.slice(slice.name));
  for (const slice of model.slices) for (const meshService of whole) link(ids.slice(slice.name), meshService);
  for (const meshService of model.meshServices) link(ids.service, ids.meshService(meshService.name));
  return found;
}

interface Tally { ready: number; all: number }

export function tally(endpoints: readonly Endpoint[]): Tally {
  return { ready: endpoints.filter((endpoint) => endpoint.state === 'Ready').length, all: endpoints.length };
}

export const stateWords: Record<EndpointState, string> = {
  Ready: 'ready', NotReady: 'not ready', TerminatingServing: 'terminating, still serving', Terminating: 'terminating',
};

// Problems come first, because only the first of many are listed.
function rank(meshService: MeshService): number {
  if (meshService.state !== 'Exists') return 0;
  return meshService.online > 0 ? 2 : 1;
}

function byName(a: { name: string }, b: { name: string }): number { return order(a.name, b.name); }

function order(a: string, b: string): number { return a < b ? -1 : a > b ? 1 : 0; }
