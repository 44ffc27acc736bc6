// Package clientauth finds out who the clients of the server are, and what they may ask for.
package clientauth

import (
	"context"
	"crypto/x509"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/reviews"
)

// Audience is the audience of the ServiceAccount tokens that clients present.
const Audience = "meshwork.dev/xds"

// reviewTimeout bounds a review.
const reviewTimeout = 10 * time.Second

// Identity is who a client is.
type Identity struct {
	user authenticationv1.UserInfo
	// Node is where the client's Pod runs, if its token tells.
	Node string
}

// Name is the name of the client's user.
func (i *Identity) Name() string { return i.user.Username }

// Namespace is the group of the client's user that has its own share of what clients may have: the
// ServiceAccounts of a namespace. A CA that is trusted for one trust domain only must not use up
// the shares of others, so the trust domain of a mesh is part of it. Other users are on
// their own, and there is none without an identity.
func (i *Identity) Namespace() string {
	if namespace, isServiceAccount := strings.CutPrefix(i.user.Username, "system:serviceaccount:"); isServiceAccount {
		namespace, _, _ = strings.Cut(namespace, ":")
		return "system:serviceaccounts:" + namespace
	}
	if slices.Contains(i.user.Groups, "system:unauthenticated") {
		return ""
	}
	namespace, _, _ := strings.Cut(i.user.Username, "/sa/")
	return namespace
}

// Authenticator finds out who clients are.
type Authenticator struct {
	reviews reviews.Client
	tokens  *tokens
	// wildcards limits the reviews of who may ask for everything.
	wildcards *reviews.Limiter
}

// NewAuthenticator returns an Authenticator that has seen no token.
func NewAuthenticator(client reviews.Client) *Authenticator {
	return newAuthenticator(client, clock.RealClock{})
}

func newAuthenticator(client reviews.Client, clock clock.Clock) *Authenticator {
	return &Authenticator{
		reviews: client, tokens: newTokens(client, clock), wildcards: reviews.NewLimiter(reviewsOfAddress, allReviews, clock),
	}
}

// Authenticate returns who is at the other end of a stream with TLS: by its certificate,
// which TLS has verified, or by its token. The address is the client's.
func (a *Authenticator) Authenticate(ctx context.Context, address string) (*Identity, error) {
	if certificate, isOfMesh := verifiedCertificate(ctx); isOfMesh {
		return ofMesh(certificate)
	} else if certificate != nil {
		return ofCertificate(certificate)
	}
	token := bearerToken(ctx)
	if token == "" {
		return nil, status.Errorf(codes.Unauthenticated,
			"present a client certificate, or the token of a ServiceAccount for the audience %s", Audience)
	}
	return a.tokens.identify(ctx, token, address)
}

// Anonymous is a client without TLS.
func Anonymous() *Identity {
	return &Identity{user: authenticationv1.UserInfo{Username: "system:anonymous", Groups: []string{"system:unauthenticated"}}}
}

// OfServiceAccount is a client with the identity of a ServiceAccount.
func OfServiceAccount(namespace, name string) *Identity {
	return &Identity{user: authenticationv1.UserInfo{
		Username: "system:serviceaccount:" + namespace + ":" + name,
		Groups:   []string{"system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated"},
	}}
}

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
func ofMesh(certificate *x509.Certificate) (*Identity, error) {
	if len(certificate.URIs) != 1 || certificate.URIs[0].Scheme != "spiffe" {
		return nil, status.Error(codes.Unauthenticated, "the certificate of a mesh needs one SPIFFE ID")
	}
	return &Identity{user: authenticationv1.UserInfo{
		Username: certificate.URIs[0].String(), Groups: []string{"system:authenticated"},
	}}, nil
}

// ofCertificate reads the ServiceAccount from a SPIFFE ID that ends in
// /ns/<namespace>/sa/<name>, and a user from the common name otherwise. The groups of a
// certificate do not count: whoever signs certificates for clients here is not who signs
// them for the API server.
func ofCertificate(certificate *x509.Certificate) (*Identity, error) {
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
	return &Identity{user: authenticationv1.UserInfo{Username: name, Groups: []string{"system:authenticated"}}}, nil
}

func bearerToken(ctx context.Context) string {
	for _, value := range metadata.ValueFromIncomingContext(ctx, "authorization") {
		if scheme, token, _ := strings.Cut(value, " "); strings.EqualFold(scheme, "Bearer") {
			return strings.TrimSpace(token)
		}
	}
	return ""
}

// MayListAll returns an error unless the client may ask for everything: it needs the right
// to list MeshServices in all namespaces. The address is the client's.
func (a *Authenticator) MayListAll(ctx context.Context, identity *Identity, address string) error {
	if !a.wildcards.Allow(address) {
		return status.Error(codes.ResourceExhausted, "too many clients ask for all resources at this time")
	}
	ctx, cancel := context.WithTimeout(ctx, reviewTimeout)
	defer cancel()
	allowed, err := a.reviews.Allows(ctx, &identity.user, authorizationv1.SubjectAccessReviewSpec{
		ResourceAttributes: &authorizationv1.ResourceAttributes{
			Verb: "list", Group: v1alpha1.GroupVersion.Group, Version: v1alpha1.GroupVersion.Version, Resource: "meshservices",
		},
	})
	if err != nil {
		return status.Error(codes.Unavailable, "the API server could not be asked what the client may list")
	}
	if !allowed {
		return status.Errorf(codes.PermissionDenied,
			"%s asks for all resources, but may not list MeshServices in all namespaces: allow it to, or name the Services", identity.Name())
	}
	return nil
}
