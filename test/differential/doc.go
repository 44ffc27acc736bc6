// Package differential holds package endpointslice to Kubernetes' own
// reconcilers: both are fed the same random scenarios, and what they do is compared.
//
// The oracle for Services is k8s.io/endpointslice itself. The oracle for
// Endpoints is a running kube-controller-manager, since its mirroring reconciler
// cannot be imported. Where Meshwork differs on purpose, the difference is in
// the list of deviations, with its reason; there are no others.
package differential
