// Package endpointslice reconciles the EndpointSlices of any owner, like Kubernetes
// reconciles those of Services. It is the generic reconciler of KEP-4770, EndpointSlice
// controller flexibility.
//
// # How it works
//
// A source returns the desired endpoints with their ports and address types, as a list of
// [EndpointPortAddressType]:
//
//   - [DesiredEndpointSlicesFromServicePods] for the Pods of a Service,
//   - [DesiredEndpointSlicesFromEndpoints] for Endpoints,
//   - or your own function, for anything that has addresses.
//
// [Plan] compares the desired endpoints with the existing slices, and returns which slices
// to create, update and delete. It is a pure function, so it can be tested and measured
// without an API server, and its result can be printed. A [Reconciler] executes a plan:
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
//	findings, err := reconciler.Reconcile(ctx, service, desired, existing, addressTypes, service.Spec.TrafficDistribution,
//		endpointslice.LabelsFromService{Service: service}.SetLabels, triggerTime)
//	if errors.Is(err, endpointslice.ErrStaleCache) {
//		return reconcile.Result{RequeueAfter: time.Second}, nil // Usually an event is faster.
//	}
//	for _, found := range findings {
//		recorder.Eventf(service, nil, found.Type, found.Reason, "WriteEndpointSlices", "%s", found.Message) // if it is new
//	}
//	return reconcile.Result{}, errors.Join(podErr, err)
//
// With these options, it behaves like Kubernetes' EndpointSlice controller; without
// options, like the mirroring controller. The examples are complete programs. The last
// one is for an owner that is not a Kubernetes type.
//
// # Guarantees
//
//   - The slices contain exactly the desired endpoints, each of them in one slice.
//   - There are few writes. Slices that must be written anyway are filled first, then
//     at most one other slice, then new slices. Nothing is rebalanced. A sync without
//     changes writes nothing.
//   - Slices that would be deleted are reused for slices that would be created.
//   - Fields set by other clients are preserved: finalizers, owner references and,
//     unless the owner's function for labels and annotations removes them,
//     annotations. Slices of other managers are never changed.
//   - The input is not changed, so it can come from a cache.
//   - The output does not depend on the order of the input.
//
// # Compaction
//
// Kubernetes never moves endpoints to reduce the number of slices. This reconciler does,
// unless compaction is disabled ([WithCompaction]): if at most half of the capacity of the
// slices with the same ports is used, the endpoints of the emptiest slices are moved to the
// fullest ones, provided that more slices can be deleted than must be written.
//
// # Stale caches
//
// The cache may lag behind the writes of the reconciler. With a [Tracker],
// [Reconciler.Reconcile] detects this, writes nothing and returns [ErrStaleCache].
package endpointslice
