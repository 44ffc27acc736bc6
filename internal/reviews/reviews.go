// Package reviews asks the API server for the user of a token, and for the permissions of a user.
package reviews

import (
	"context"
	"fmt"
	"net/http"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	authenticationclient "k8s.io/client-go/kubernetes/typed/authentication/v1"
	authorizationclient "k8s.io/client-go/kubernetes/typed/authorization/v1"
	"k8s.io/client-go/rest"
)

// Client needs permission to create TokenReviews and SubjectAccessReviews.
type Client struct {
	Tokens authenticationclient.TokenReviewInterface
	Access authorizationclient.SubjectAccessReviewInterface
}

// New returns a Client of the API server.
func New(config *rest.Config, httpClient *http.Client) (Client, error) {
	authentication, err := authenticationclient.NewForConfigAndClient(config, httpClient)
	if err != nil {
		return Client{}, fmt.Errorf("creating a client for TokenReviews: %w", err)
	}
	authorization, err := authorizationclient.NewForConfigAndClient(config, httpClient)
	if err != nil {
		return Client{}, fmt.Errorf("creating a client for SubjectAccessReviews: %w", err)
	}
	return Client{Tokens: authentication.TokenReviews(), Access: authorization.SubjectAccessReviews()}, nil
}

// UserOf returns the user of a token, or nil if the token is not valid. With an audience,
// only a token for it is valid; without one, only a token for the API server.
func (c Client) UserOf(ctx context.Context, token string, audiences ...string) (*authenticationv1.UserInfo, error) {
	if token == "" {
		return nil, nil
	}
	review := &authenticationv1.TokenReview{Spec: authenticationv1.TokenReviewSpec{Token: token, Audiences: audiences}}
	reviewed, err := c.Tokens.Create(ctx, review, metav1.CreateOptions{})
	if err != nil {
		return nil, fmt.Errorf("reviewing a token: %w", err)
	}
	if !reviewed.Status.Authenticated {
		return nil, nil
	}
	// An authenticator that knows nothing of audiences leaves them out.
	if len(audiences) > 0 && len(reviewed.Status.Audiences) == 0 {
		return nil, nil
	}
	return &reviewed.Status.User, nil
}

// Allows reports whether the user has a permission. Only the attributes of
// the spec need to be set.
func (c Client) Allows(ctx context.Context, user *authenticationv1.UserInfo, spec authorizationv1.SubjectAccessReviewSpec) (bool, error) {
	spec.User, spec.UID, spec.Groups = user.Username, user.UID, user.Groups
	spec.Extra = make(map[string]authorizationv1.ExtraValue, len(user.Extra))
	for key, values := range user.Extra {
		spec.Extra[key] = authorizationv1.ExtraValue(values)
	}
	reviewed, err := c.Access.Create(ctx, &authorizationv1.SubjectAccessReview{Spec: spec}, metav1.CreateOptions{})
	if err != nil {
		return false, fmt.Errorf("reviewing the access of %s: %w", user.Username, err)
	}
	// Denied overrules Allowed.
	return reviewed.Status.Allowed && !reviewed.Status.Denied, nil
}
