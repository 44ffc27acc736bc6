/** managerName names the controller that writes an EndpointSlice, as people call it. Names of foreign controllers are shown as they are. */
export function managerName(manager: string, ours: boolean): string {
  if (ours) return manager.startsWith('mirroring.') ? 'Meshwork mirroring' : 'Meshwork';
  if (manager === 'endpointslice-controller.k8s.io') return 'Kubernetes default';
  if (manager === 'endpointslicemirroring-controller.k8s.io') return 'Kubernetes mirroring';
  return manager;
}
