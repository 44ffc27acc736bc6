// Package endpointslice reconciles the EndpointSlices of any owner, like Kubernetes
// reconciles those of Services. It is the generic reconciler of KEP-4770, EndpointSlice
// controller flexibility.
//
// # How it works
//
// A source describes the desired endpoints of an owner as a list of [Group], each with an address
// type, ports and endpoints: package servicepods for the Pods of a Service, package mirroring for
// Endpoints, or your own function, for anything that has addresses.
//
// [NewPlan] compares them with the existing slices, and returns which slices to create, update
// and delete. It is a pure function, so it can be tested and measured without an API server, and
// its result can be printed. A [Reconciler] executes a plan:
//
//	reconciler, err := endpointslice.New(clientset.From(kubeClient.DiscoveryV1()), endpointslice.Config{
//		ControllerName: "pool-controller.example.com",
//		OwnerKind:      v1.SchemeGroupVersion.WithKind("Pool"),
//	})
//	...
//	result, err := reconciler.Reconcile(ctx, endpointslice.Sync{
//		Owner:       pool,
//		ServiceName: pool.Spec.Service,
//		Groups:      groupsOf(pool),
//		Existing:    slicesOf(pool), // from a cache
//	})
//
// With controller-runtime, package controllerruntime lists and watches the slices, and records the
// findings as events. Package endpointslicetest has a client for tests.
//
// # Guarantees
//
//   - The slices contain exactly the desired endpoints, each of them in one slice of its set. An
//     endpoint that an API server would reject is left out and reported by a [Finding].
//   - There are few writes. Slices that must be written anyway are filled first, then
//     at most one other slice, then new slices. Nothing is rebalanced. A sync without
//     changes writes nothing.
//   - Slices that would be deleted are reused for slices that would be created.
//   - Slices of other managers, and slices with another controller, are never changed.
//   - Fields set by other clients are preserved: finalizers, owner references and, unless
//     [Sync.Metadata] removes them, annotations.
//   - Endpoints are removed from a slice only after they have been added to another one.
//   - The input is not changed, so it can come from a cache.
//   - The output does not depend on the order of the input.
//
// # Compaction
//
// Kubernetes never moves endpoints to reduce the number of slices. This reconciler does,
// unless [Config.DisableCompaction] is set: if at most half of the capacity of the slices of a set
// with the same ports is used, the endpoints of the emptiest slices are moved to the fullest ones,
// provided that more slices can be deleted than must be written.
//
// # Stale caches
//
// The cache may lag behind the writes of the reconciler. [Reconciler.Reconcile] detects this,
// leaves the slices of the set as they are and returns a [Result] that is Stale.
package endpointslice
