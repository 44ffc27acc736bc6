// Package kit holds code that the test suites share.
//
// This package needs no test framework. Its builders return plain Kubernetes
// objects: a function per kind gives an object that an API server accepts, and
// edits change it. An edit is a function of the object, so that the same words
// create an object and change an existing one:
//
//	service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh), kit.Headless))
//	expect.Updated(ctx, api, service, kit.Delegated)
//
// It also starts the manager's binary (StartManager) and records which endpoints
// a Service publishes over time (RecordEndpoints).
//
// The sub-packages are for suites with Ginkgo or Gomega: suite starts the cluster
// that a suite runs on, expect acts on a cluster and fails the spec after an error,
// and observe reads a cluster for Eventually and Consistently.
package kit
