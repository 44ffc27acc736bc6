import type {
  Address, Change, ClusterConnection, Counts, Delegation, Endpoint, Event, HandoverStep, Info, Manager, Mesh, MeshService, Range,
  Remedy, Row, Service, Slice, Status, Xds,
} from './protocol';

// The command leaves out fields without a value, so every kind has defaults.

const row: Row = {
  namespace: '', name: '', mesh: '', type: '', headless: false, state: 'Unknown', summary: '', meshServices: 0, online: 0, offline: 0,
  delegated: '', findings: [], addresses: [], problem: false,
};
const info: Info = { context: '', server: '', scope: '', version: '', pluginVersion: '' };
const connection: ClusterConnection = { connected: true, message: '', since: '' };
const status: Status = { healthy: false, document: { blocks: [] } };
const manager: Manager = { namespace: '', leader: '', renewed: '', leads: 'Unknown', message: '', deployments: [] };
const counts: Counts = {
  services: 0, inMesh: 0, online: 0, offline: 0, missing: 0, conflicts: 0, foreign: 0, delegated: 0, effective: 0, withProblem: 0,
  compared: false,
};
const mesh: Mesh = { name: '', mtls: '', meshServices: 0, conditions: [] };
const change: Change = { time: '', namespace: '', service: '', text: '', tone: 'neutral' };
const service: Service = {
  namespace: '', name: '', type: '', clusterIPs: [], ports: [], mesh: '', inMesh: false, healthy: false, headless: false, created: '',
  addresses: [],
};
const remedy: Remedy = { command: '', why: '' };
const meshService: MeshService = {
  name: '', pod: '', state: 'Unknown', availability: '', online: 0, offline: 0, holder: '', addresses: [],
};
const slice: Slice = { name: '', manager: '', ours: false, addressType: '', endpoints: 0, ready: 0, warnings: [] };
const endpoint: Endpoint = {
  name: '', pod: false, addresses: [], node: '', zone: '', state: 'NotReady', slices: [], managers: [], phase: '', warnings: [],
};
const delegation: Delegation = {
  manager: '', fromPods: false, phase: '', keptAway: false, desired: 0, ours: 0, others: 0, effective: false, message: '',
};
const handover: HandoverStep = { time: '', text: '', tone: 'neutral' };
const event: Event = { time: '', type: 'Normal', reason: '', message: '', count: 1, from: '' };
const range: Range = {
  mesh: '', cidr: '', first: '', family: 'IPv4', size: '0', used: 0, coolingDown: 0, available: '0', message: '',
};
const address: Address = { ip: '', mesh: '', range: '', state: 'Used', namespace: '', service: '', offset: '0' };
const xds: Xds = { servers: [], clients: [], unread: [] };

const byKind: Record<string, object> = {
  info, connection, status, manager, counts, mesh, problem: row, change, service, missing: { message: '' }, document: { blocks: [] },
  remedy, meshService, slice, endpoint, delegation, handover, event, xds, object: {}, range, address,
};

/** complete returns the value with the defaults of its kind in place of what is absent or null. */
export function complete(topic: string, key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const defaults = topic === 'services' ? row : byKind[key.split('/', 1)[0] ?? ''];
  if (defaults === undefined) return value;
  const whole: Record<string, unknown> = { ...defaults };
  for (const [field, given] of Object.entries(value)) {
    if (given !== null) whole[field] = given;
  }
  return whole;
}
