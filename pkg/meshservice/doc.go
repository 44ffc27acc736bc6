// Package meshservice decides which MeshServices a Service should have.
//
// Derive is the whole decision: a pure function from a Service and what stands
// around it (Namespace, Mesh, EndpointSlices, Pods) to the MeshServices that
// should exist and the findings that the Service's owner should hear of. Plan
// compares them with those that do exist. Neither reads a cluster, a clock or a
// logger, and neither changes what it is given.
package meshservice
