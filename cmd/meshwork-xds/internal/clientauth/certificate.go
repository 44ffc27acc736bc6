package clientauth

import (
	"context"
	"crypto/x509"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	authenticationv1 "k8s.io/api/authentication/v1"
)

// MeshInfo is the TLS state of a connection on which no client CA has verified a certificate. A
// certificate on it is of a mesh.
type MeshInfo struct{ credentials.TLSInfo }

// verifiedCertificate returns the certificate of the client, or nil if there is none.
func verifiedCertificate(ctx context.Context) (certificate *x509.Certificate, isOfMesh bool) {
	client, ok := peer.FromContext(ctx)
	if !ok {
		return nil, false
	}
	var chains [][]*x509.Certificate
	switch info := client.AuthInfo.(type) {
	case credentials.TLSInfo:
		chains = info.State.VerifiedChains
	case MeshInfo:
		chains, isOfMesh = info.State.VerifiedChains, true
	}
	if len(chains) == 0 {
		return nil, false
	}
	return chains[0][0], isOfMesh
}

// ofMesh returns a user named by the SPIFFE ID. It is not the user of the ServiceAccount: the owner
// of a Mesh may bring a CA, which can sign for any ServiceAccount.
func ofMesh(certificate *x509.Certificate) (*User, error) {
	if len(certificate.URIs) != 1 || certificate.URIs[0].Scheme != "spiffe" {
		return nil, status.Error(codes.Unauthenticated, "the certificate of a mesh needs one SPIFFE ID")
	}
	return &User{info: authenticationv1.UserInfo{
		Username: certificate.URIs[0].String(), Groups: []string{"system:authenticated"},
	}}, nil
}

// ofCertificate returns the user of the ServiceAccount in a SPIFFE ID that ends in
// /ns/<namespace>/sa/<name>, and a user named by the common name otherwise. Groups in the
// certificate are ignored: the API server need not trust the CA of these clients.
func ofCertificate(certificate *x509.Certificate) (*User, error) {
	for _, uri := range certificate.URIs {
		parts := strings.Split(strings.Trim(uri.Path, "/"), "/")
		if uri.Scheme == "spiffe" && len(parts) == 4 && parts[0] == "ns" && parts[2] == "sa" {
			return OfServiceAccount(parts[1], parts[3]), nil
		}
	}
	name := certificate.Subject.CommonName
	if name == "" || strings.HasPrefix(name, "system:") {
		return nil, status.Error(codes.Unauthenticated,
			"the client certificate has neither the SPIFFE ID of a ServiceAccount nor a common name that is a user")
	}
	return &User{info: authenticationv1.UserInfo{Username: name, Groups: []string{"system:authenticated"}}}, nil
}
