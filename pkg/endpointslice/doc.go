// Package endpointslice keeps the EndpointSlices of any owner as they should
// be, in the way in which Kubernetes keeps those of its Services. It is the
// generic reconciler of KEP-4770, EndpointSlice controller flexibility.
//
// # How it works
//
// A source says which endpoints there should be, with which ports and of which
// address type, as a list of [EndpointPortAddressType]:
//
//   - [DesiredEndpointSlicesFromServicePods] from the Pods of a Service,
//   - [DesiredEndpointSlicesFromEndpoints] from Endpoints,
//   - or a function of yours, from whatever has addresses.
//
// [Plan] compares that with the slices that exist, and returns what to create,
// update and delete. It is a pure function: it can be tested, printed and
// measured without an API server. A [Reconciler] plans and then writes:
//
//	reconciler := endpointslice.NewReconciler(
//		endpointslice.FromClientset(clientset.DiscoveryV1()),
//		"endpointslice-controller.example.com",
//		endpointslice.WithPlaceholder(true),
//		endpointslice.WithOwnershipEnforced(true),
//		endpointslice.WithTrafficDistribution(true),
//	)
//	desired, addressTypes, podErr := endpointslice.DesiredEndpointSlicesFromServicePods(logger, pods, service, nodeLister)
//	if desired == nil {
//		return reconcile.Result{}, podErr
//	}
//	err := reconciler.Reconcile(ctx, service, desired, existing, addressTypes, service.Spec.TrafficDistribution,
//		endpointslice.LabelsFromService{Service: service}.SetLabels, triggerTime)
//	if errors.Is(err, endpointslice.ErrStaleCache) {
//		return reconcile.Result{RequeueAfter: time.Second}, nil // Usually an event is faster.
//	}
//	return reconcile.Result{}, errors.Join(podErr, err)
//
// With these options it does what Kubernetes' EndpointSlice controller does;
// with none of them, what the mirroring controller does. The examples are whole
// programs, the last one for an owner that no controller of Kubernetes has.
//
// # What it promises
//
//   - The endpoints of all slices are those desired, each in one slice.
//   - Few writes. A slice that has to be written anyway is filled first; then at
//     most one other; then new ones are made. Nothing is rebalanced. A pass that
//     finds nothing to do writes nothing.
//   - Slices to create are made of slices to delete where there are any.
//   - What others have put on a slice stays: finalizers, owner references and,
//     unless the owner's function for labels and annotations takes them,
//     annotations. Slices of other managers are never touched.
//   - What it is given is not changed, so it may come straight from a cache.
//   - The same input makes the same output, in whatever order it comes.
//
// # Compaction
//
// Kubernetes never moves an endpoint to make slices fewer. This reconciler does,
// unless it is told not to ([WithCompaction]), by one rule: when at most half of
// the room of the slices of one list of ports is used, the emptiest slices are
// emptied into the fullest ones, provided that more slices go than have to be
// written for it.
//
// # Stale caches
//
// A reconciler that reads from a cache may be faster than the cache. A [Tracker]
// notices: [Reconciler.Reconcile] then writes nothing and returns [ErrStaleCache].
package endpointslice
