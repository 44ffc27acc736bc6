// Package identity finds out who the clients of the server are, and what they may ask for.
package identity

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	"k8s.io/apimachinery/pkg/util/cache"
	"k8s.io/client-go/util/flowcontrol"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/reviews"
)

// Audience is the audience of the ServiceAccount tokens that clients present.
const Audience = "meshwork.dev/xds"

const (
	// reviewTimeout bounds a review.
	reviewTimeout = 10 * time.Second
	// Anyone who can reach the port can make the server review tokens. The limit protects
	// the API server.
	unknownPerSecond = 50
	unknownBurst     = 200
	// A valid token is remembered until it expires, and no longer than maxKnownFor, since
	// it becomes invalid when its Pod is deleted.
	maxKnownFor = 5 * time.Minute
	maxKnown    = 50000
)

// nodeNameKey is where a TokenReview has the Node of the Pod that a token is bound to
// (https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/).
const nodeNameKey = "authentication.kubernetes.io/node-name"

// Identity is who a client is.
type Identity struct {
	user authenticationv1.UserInfo
	// Node is where the client's Pod runs, if its token tells.
	Node string
}

// Name is the name of the client's user.
func (i *Identity) Name() string { return i.user.Username }

// Authenticator finds out who clients are.
type Authenticator struct {
	reviews reviews.Client
	unknown flowcontrol.PassiveRateLimiter
	known   *cache.LRUExpireCache
}

// NewAuthenticator returns an Authenticator that has seen no token.
func NewAuthenticator(client reviews.Client) *Authenticator {
	return &Authenticator{
		reviews: client, known: cache.NewLRUExpireCache(maxKnown),
		unknown: flowcontrol.NewTokenBucketPassiveRateLimiter(unknownPerSecond, unknownBurst),
	}
}

// Authenticate returns who is at the other end of a stream with TLS: by its certificate,
// which TLS has verified, or by its token.
func (a *Authenticator) Authenticate(ctx context.Context) (*Identity, error) {
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
	return a.ofToken(ctx, token)
}

// Anonymous is a client without TLS.
func Anonymous() *Identity {
	return &Identity{user: authenticationv1.UserInfo{Username: "system:anonymous", Groups: []string{"system:unauthenticated"}}}
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
			return &Identity{user: authenticationv1.UserInfo{
				Username: "system:serviceaccount:" + parts[1] + ":" + parts[3],
				Groups:   []string{"system:serviceaccounts", "system:serviceaccounts:" + parts[1], "system:authenticated"},
			}}, nil
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

func (a *Authenticator) ofToken(ctx context.Context, token string) (*Identity, error) {
	hash := sha256.Sum256([]byte(token))
	if known, found := a.known.Get(hash); found {
		return known.(*Identity), nil
	}
	if !a.unknown.TryAccept() {
		return nil, status.Error(codes.Unavailable, "too many clients connect with new tokens at this time")
	}
	ctx, cancel := context.WithTimeout(ctx, reviewTimeout)
	defer cancel()
	user, err := a.reviews.UserOf(ctx, token, Audience)
	switch {
	case err != nil:
		return nil, status.Error(codes.Unavailable, "the API server could not be asked about the token")
	case user == nil:
		return nil, status.Errorf(codes.Unauthenticated, "the token is not valid for the audience %s", Audience)
	}
	identity := &Identity{user: *user, Node: first(user.Extra[nodeNameKey])}
	a.known.Add(hash, identity, knownFor(token, time.Now()))
	return identity, nil
}

// knownFor returns how long a valid token stays valid. The claims need no check: the API
// server has made it.
func knownFor(token string, now time.Time) time.Duration {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return maxKnownFor
	}
	var claims struct {
		Expiry int64 `json:"exp"`
	}
	content, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(content, &claims) != nil || claims.Expiry == 0 {
		return maxKnownFor
	}
	return min(maxKnownFor, time.Unix(claims.Expiry, 0).Sub(now))
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// MayListAll returns an error unless the client may ask for everything: it needs the right
// to list MeshServices in all namespaces.
func (a *Authenticator) MayListAll(ctx context.Context, identity *Identity) error {
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
