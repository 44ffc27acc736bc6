import type { Address, Endpoint, MeshService, Range, Row, Service, Slice } from '../src/core/protocol';

export function row(changed: Partial<Row> = {}): Row {
  return {
    namespace: 'shop', name: 'web', mesh: 'default', type: 'ClusterIP', headless: false, result: 'OK', state: 'Online', summary: '',
    online: 2, offline: 0, delegated: '', findings: [], addresses: [], ...changed,
  };
}

export function rows(...changed: Partial<Row>[]): Map<string, Row> {
  return new Map(changed.map((one) => [`${one.namespace ?? 'shop'}/${one.name ?? 'web'}`, row(one)]));
}

export function service(changed: Partial<Service> = {}): Service {
  return {
    namespace: 'shop', name: 'web', type: 'ClusterIP', clusterIPs: ['10.96.0.1'], ports: ['http 80/TCP'], mesh: 'default', inMesh: true,
    verdict: { result: 'OK', state: 'Online', inMesh: true }, headless: false, created: '', addresses: [], ...changed,
  };
}

export function meshService(name: string, changed: Partial<MeshService> = {}): MeshService {
  return { name, state: 'Exists', availability: 'Online', online: 1, offline: 0, addresses: [], ...changed };
}

export function slice(name: string, changed: Partial<Slice> = {}): Slice {
  return { name, manager: 'a', ours: false, addressType: 'IPv4', endpoints: 1, ready: 1, warnings: [], ...changed };
}

export function endpoint(name: string, changed: Partial<Endpoint> = {}): Endpoint {
  return {
    name, pod: true, addresses: ['10.0.0.1'], node: 'node-1', zone: 'a', state: 'Ready', slices: ['web-1'], phase: 'Running', rollout: '',
    warnings: [], ...changed,
  };
}

export function range(cidr: string, size: string, changed: Partial<Range> = {}): Range {
  return {
    mesh: 'default', cidr, first: cidr.split('/')[0] ?? '', family: cidr.includes(':') ? 'IPv6' : 'IPv4', size, used: 0, coolingDown: 0, available: size, ...changed,
  };
}

export function address(ip: string, offset: string, changed: Partial<Address> = {}): Address {
  return { ip, mesh: 'default', range: '', state: 'Used', namespace: 'shop', service: 'web', offset, ...changed };
}
