// Package controllerruntime connects package endpointslice to controller-runtime.
//
// A controller that only writes slices is one function, which returns the desired endpoints of an
// owner:
//
//	slices, err := controllerruntime.NewReconciler(mgr, controllerruntime.Options{
//		Config: endpointslice.Config{ControllerName: "pool-controller.example.com"},
//		Events: mgr.GetEventRecorder("pool-controller"), // 0.23 and newer
//	}, func(ctx context.Context, pool *v1.Pool) (endpointslice.Sync, error) {
//		return endpointslice.Sync{ServiceName: pool.Spec.Service, Groups: groupsOf(pool)}, nil
//	})
//	if err != nil {
//		return err
//	}
//	return slices.Builder().Complete(slices)
//
// A controller with more to do, such as a status, calls [Slices.Reconcile] in its own Reconcile.
//
// The service account of the controller needs these permissions:
//
//   - create, update, delete, list and watch for endpointslices of the API group
//     discovery.k8s.io,
//   - list and watch for the owners,
//   - update for the subresource finalizers of the owners, unless
//     [endpointslice.Config.OmitBlockOwnerDeletion] is set,
//   - create and patch for events of the API group events.k8s.io, if it records events.
package controllerruntime
