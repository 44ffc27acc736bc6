import type { ServiceState } from '../core/protocol';

export const worstFirst: ServiceState[] = ['Excluded', 'Conflict', 'Missing', 'Down', 'Degraded', 'Unknown', 'Pending', 'NoPods', 'Online', 'NotInMesh'];

/** severityOf orders states, the worst first. */
export function severityOf(state: ServiceState): number {
  return worstFirst.indexOf(state);
}
