// Package clientauth authenticates the clients of the server, and authorizes subscriptions to all
// resources.
package clientauth

import (
	"context"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	authorizationv1 "k8s.io/api/authorization/v1"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/reviews"
)

// Audience is the audience of the ServiceAccount tokens that clients present.
const Audience = "meshwork.dev/xds"

// reviewTimeout bounds a review.
const reviewTimeout = 10 * time.Second

// Authenticator authenticates clients.
type Authenticator struct {
	reviews reviews.Client
	tokens  *tokens
	// wildcards limits the reviews of the right to list everything.
	wildcards *reviews.Limiter
}

// NewAuthenticator returns an Authenticator that remembers no token.
func NewAuthenticator(client reviews.Client) *Authenticator {
	return newAuthenticator(client, clock.RealClock{})
}

func newAuthenticator(client reviews.Client, clock clock.Clock) *Authenticator {
	return &Authenticator{
		reviews: client, tokens: newTokens(client, clock), wildcards: reviews.NewLimiter(reviewsOfAddress, allReviews, clock),
	}
}

// Authenticate returns the user of a stream with TLS: by the certificate, which TLS has verified,
// or by the token. The address belongs to the client. It waits for the API server if the user is not
// Known.
func (a *Authenticator) Authenticate(ctx context.Context, address string) (*User, error) {
	if user, err := a.Known(ctx); user != nil || err != nil {
		return user, err
	}
	return a.tokens.identify(ctx, bearerToken(ctx), address)
}

// Known returns the user of a stream with a certificate or a remembered token, or why it is refused.
// It returns neither if the API server has to review the token.
func (a *Authenticator) Known(ctx context.Context) (*User, error) {
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
	return a.tokens.remembered(hashOf(token))
}

func bearerToken(ctx context.Context) string {
	for _, value := range metadata.ValueFromIncomingContext(ctx, "authorization") {
		if scheme, token, _ := strings.Cut(value, " "); strings.EqualFold(scheme, "Bearer") {
			return strings.TrimSpace(token)
		}
	}
	return ""
}

// MayListAll returns an error unless the user may subscribe to all resources, for which it needs
// the right to list MeshServices in all namespaces. The address belongs to the client.
func (a *Authenticator) MayListAll(ctx context.Context, user *User, address string) error {
	if !a.wildcards.Allow(address) {
		return status.Error(codes.ResourceExhausted, "too many clients ask for all resources at this time")
	}
	ctx, cancel := context.WithTimeout(ctx, reviewTimeout)
	defer cancel()
	allowed, err := a.reviews.Allows(ctx, &user.info, authorizationv1.SubjectAccessReviewSpec{
		ResourceAttributes: &authorizationv1.ResourceAttributes{
			Verb: "list", Group: v1alpha1.GroupVersion.Group, Version: v1alpha1.GroupVersion.Version, Resource: "meshservices",
		},
	})
	if err != nil {
		return status.Error(codes.Unavailable, "the API server could not be asked what the client may list")
	}
	if !allowed {
		return status.Errorf(codes.PermissionDenied,
			"%s asks for all resources, but may not list MeshServices in all namespaces: allow it to, or name the Services", user.Name())
	}
	return nil
}
