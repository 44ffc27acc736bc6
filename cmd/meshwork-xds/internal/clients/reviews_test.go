package clients_test

import (
	"context"
	"slices"
	"testing"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	authenticationclient "k8s.io/client-go/kubernetes/typed/authentication/v1"
	authorizationclient "k8s.io/client-go/kubernetes/typed/authorization/v1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/internal/reviews"
)

// Answers of the world's API server.
const (
	// cartToken is the token of the ServiceAccount shop/cart, of a Pod on the Node worker.
	// Its only claim is that it expires in 2100.
	cartToken = "e30.eyJleHAiOjQxMDI0NDQ4MDB9.signature"
	// lister may list MeshServices in all namespaces.
	lister = "lister"
)

// reviewsFor is an API server that reviews tokens and access.
func reviewsFor(*testing.T) reviews.Client {
	return reviews.Client{Tokens: tokenReviews{}, Access: accessReviews{}}
}

type tokenReviews struct {
	authenticationclient.TokenReviewInterface
}

func (tokenReviews) Create(_ context.Context, review *authenticationv1.TokenReview, _ metav1.CreateOptions) (*authenticationv1.TokenReview, error) {
	reviewed := review.DeepCopy()
	if review.Spec.Token == cartToken && slices.Contains(review.Spec.Audiences, clientauth.Audience) {
		reviewed.Status = authenticationv1.TokenReviewStatus{
			Authenticated: true, Audiences: review.Spec.Audiences,
			User: authenticationv1.UserInfo{
				Username: "system:serviceaccount:shop:cart",
				Extra:    map[string]authenticationv1.ExtraValue{"authentication.kubernetes.io/node-name": {"worker"}},
			},
		}
	}
	return reviewed, nil
}

type accessReviews struct {
	authorizationclient.SubjectAccessReviewInterface
}

func (accessReviews) Create(
	_ context.Context, review *authorizationv1.SubjectAccessReview, _ metav1.CreateOptions,
) (*authorizationv1.SubjectAccessReview, error) {
	reviewed := review.DeepCopy()
	reviewed.Status.Allowed = review.Spec.User == lister
	return reviewed, nil
}
