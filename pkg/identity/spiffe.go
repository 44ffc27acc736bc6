package identity

import (
	"net/url"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// TrustDomain returns the trust domain of a Mesh, the first part of all its identities.
func TrustDomain(mesh *v1alpha1.Mesh) string {
	if mesh.Spec.MTLS != nil && mesh.Spec.MTLS.TrustDomain != "" {
		return mesh.Spec.MTLS.TrustDomain
	}
	return mesh.Name
}

// ID returns the SPIFFE ID of the Pods with a ServiceAccount
// (https://github.com/spiffe/spiffe/blob/main/standards/SPIFFE-ID.md).
func ID(trustDomain, namespace, serviceAccount string) string {
	return idURL(trustDomain, "/ns/"+namespace+"/sa/"+serviceAccount).String()
}

func idURL(trustDomain, path string) *url.URL {
	return &url.URL{Scheme: "spiffe", Host: trustDomain, Path: path}
}

// IssuesCertificates reports whether Meshwork issues the certificates of a Mesh.
func IssuesCertificates(mesh *v1alpha1.Mesh) bool {
	return mesh.Spec.MTLS != nil && mesh.Spec.MTLS.EnabledBackend != "" && len(mesh.Spec.MTLS.Backends) > 0
}
