// Package meshservice decides which MeshServices a Service should have.
//
// Derive makes the whole decision. It is a pure function from a Service and the
// objects around it (Namespace, Mesh, EndpointSlices, Pods) to the MeshServices
// that should exist and the findings for the owner of the Service. Plan compares
// the desired MeshServices with the existing ones. Neither accesses a cluster, a
// clock or a logger, and neither changes its input.
package meshservice
