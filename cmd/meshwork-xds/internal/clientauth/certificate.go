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

// MeshInfo is what TLS knows of a client whose certificate, if it has one, is of a mesh and
// not of a client CA.
type MeshInfo struct{ credentials.TLSInfo }

// verifiedCertificate returns nil if the client has not presented one.
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

// ofMesh returns a user whose name is the SPIFFE ID. It is not the ServiceAccount, since the
// owner of a Mesh may bring a CA that signs for any.
func ofMesh(certificate *x509.Certificate) (*User, error) {
	if len(certificate.URIs) != 1 || certificate.URIs[0].Scheme != "spiffe" {
		return nil, status.Error(codes.Unauthenticated, "the certificate of a mesh needs one SPIFFE ID")
	}
	return &User{info: authenticationv1.UserInfo{
		Username: certificate.URIs[0].String(), Groups: []string{"system:authenticated"},
	}}, nil
}

// ofCertificate reads the ServiceAccount from a SPIFFE ID that ends in
// /ns/<namespace>/sa/<name>, and a user from the common name otherwise. The groups of a
// certificate do not count: whoever signs certificates for clients here is not who signs
// them for the API server.
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
