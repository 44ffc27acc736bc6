// What the command sends. Times are RFC 3339.

export interface Info { context: string; server: string; scope: string; version: string; pluginVersion: string }
export interface ClusterConnection { connected: boolean; message: string; since: string }
export interface Unread { kind: string; forbidden: boolean; message: string }

export type Mark = 'Good' | 'Bad' | 'Caution' | 'Unclear' | 'Neutral';
export interface Block {
  kind: 'headline' | 'heading' | 'item' | 'table' | 'paragraph' | 'remark' | 'command';
  mark?: Mark;
  label?: string;
  text?: string;
  rows?: string[][];
}
export interface Document { blocks: Block[] }

export interface Status { healthy: boolean; document: Document }
export interface Deployment { name: string; images: string[]; ready: number; desired: number }
export interface Manager {
  namespace: string; leader: string; renewed: string; leads: 'Yes' | 'No' | 'Unknown'; message: string; deployments: Deployment[];
}
export interface Counts {
  services: number; inMesh: number; online: number; offline: number; missing: number; conflicts: number; foreign: number;
  delegated: number; effective: number; withProblem: number; compared: boolean;
}
export interface Usage { used: number; available: number }
export interface Condition { type: string; true: boolean; reason: string; message?: string }
export interface CertificateSummary {
  signingBackend?: string; pods: number; firstExpiry?: string; expired?: number; rotation?: string; rotationMessage?: string;
}
export interface Mesh {
  name: string; mtls: string; meshServices: number; ipv4?: Usage; ipv6?: Usage; conditions: Condition[]; certificates?: CertificateSummary;
}
export type Tone = 'good' | 'bad' | 'neutral';
export interface Change { time: string; namespace: string; service: string; text: string; tone: Tone }

export type RowState = 'Online' | 'Offline' | 'Missing' | 'Conflict' | 'NoStatus' | 'Unknown' | 'NotInMesh';
export type Delegated = '' | 'Effective' | 'Ineffective' | 'HandingOver';
export interface Row {
  namespace: string; name: string; mesh: string; type: string; headless: boolean; state: RowState; summary: string;
  meshServices: number; online: number; offline: number; delegated: Delegated; findings: string[]; addresses: string[]; problem: boolean;
}

export interface Service {
  namespace: string; name: string; type: string; clusterIPs: string[]; ports: string[]; mesh: string; inMesh: boolean; healthy: boolean;
  headless: boolean; created: string; addresses: string[];
}
export interface Remedy { command: string; why: string }
export type MeshServiceState = 'Exists' | 'Outdated' | 'Missing' | 'Conflict' | 'Superfluous' | 'Unknown';
export interface MeshService {
  name: string; pod: string; state: MeshServiceState; availability: string; online: number; offline: number; holder: string; addresses: string[];
}
export interface Slice {
  name: string; manager: string; ours: boolean; addressType: string; endpoints: number; ready: number; warnings: string[];
}
export type EndpointState = 'Ready' | 'NotReady' | 'TerminatingServing' | 'Terminating';
export interface Certificate { outcome: 'Yes' | 'Warning'; message: string; notAfter?: string }
export interface Endpoint {
  name: string; pod: boolean; addresses: string[]; node: string; zone: string; state: EndpointState; slices: string[]; managers: string[];
  phase: string; certificate?: Certificate; warnings: string[];
}
export interface Delegation {
  manager: string; fromPods: boolean; phase: string; keptAway: boolean; desired: number; ours: number; others: number; effective: boolean;
  message: string;
}
export interface HandoverStep { time: string; text: string; tone: Tone }
export interface Event { time: string; type: 'Normal' | 'Warning'; reason: string; message: string; count: number; from: string }
export interface XdsClient { client: string; agent: string; node: string; since: string; names: string[]; refused: string[]; server: string }
export interface Xds { servers: string[]; clients: XdsClient[]; unread: string[] }

export interface Range {
  mesh: string; cidr: string; first: string; family: 'IPv4' | 'IPv6'; size: string; used: number; coolingDown: number; available: string;
  message: string;
}
export type AddressState = 'Used' | 'CoolingDown' | 'Reserved' | 'OutOfRange';
export interface Address {
  ip: string; mesh: string; range: string; state: AddressState; namespace: string; service: string; offset: string;
}

/** Message is a change of one topic. */
export interface Message { topic: string; reset?: boolean; set?: Record<string, unknown>; remove?: string[] }
