// Package differential compares package endpointslice with Kubernetes' own
// reconcilers: both get the same random scenarios, and must do the same.
//
// The oracle for Services is k8s.io/endpointslice itself. The oracle for
// Endpoints is a running kube-controller-manager, since its mirroring reconciler
// cannot be imported. Package endpoints, which reads slices, is compared with the
// code of kube-proxy. Where Meshwork differs on purpose, the difference is in
// the list of deviations, with its reason. No other difference is allowed.
package differential
