import type { RowState } from '../core/protocol';

const worstFirst: RowState[] = ['Conflict', 'Missing', 'Offline', 'NoStatus', 'Unknown', 'Online', 'NotInMesh'];

/** severityOf orders states, the worst first. */
export function severityOf(state: RowState): number {
  return worstFirst.indexOf(state);
}
