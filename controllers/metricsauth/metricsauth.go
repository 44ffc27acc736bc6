// Package metricsauth lets those read the metrics whom the API server lets: a
// request needs the token of a user who may get its path.
//
// It asks as k8s.io/apiserver does for Kubernetes' own components, which is made
// for more than that and would bring CEL, gRPC and OpenTelemetry into the manager:
// half as much again to load, to keep in memory and to keep free of known weaknesses.
package metricsauth

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-logr/logr"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	authenticationclient "k8s.io/client-go/kubernetes/typed/authentication/v1"
	authorizationclient "k8s.io/client-go/kubernetes/typed/authorization/v1"
	"k8s.io/client-go/rest"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const (
	// reviewTimeout bounds the time in which the API server has to answer.
	reviewTimeout = 10 * time.Second

	// Whoever can reach the port can make the manager ask, twice for each scrape.
	reviewsPerSecond = 10
	reviewsAtOnce    = 20
)

// Filter is a metricsserver.Options.FilterProvider. The manager needs the rights
// to create TokenReviews and SubjectAccessReviews.
func Filter(config *rest.Config, httpClient *http.Client) (metricsserver.Filter, error) {
	limited := rest.CopyConfig(config)
	limited.RateLimiter, limited.QPS, limited.Burst = nil, reviewsPerSecond, reviewsAtOnce
	authentication, err := authenticationclient.NewForConfigAndClient(limited, httpClient)
	if err != nil {
		return nil, fmt.Errorf("client of TokenReviews: %w", err)
	}
	authorization, err := authorizationclient.NewForConfigAndClient(limited, httpClient)
	if err != nil {
		return nil, fmt.Errorf("client of SubjectAccessReviews: %w", err)
	}
	reviews := reviews{tokens: authentication.TokenReviews(), access: authorization.SubjectAccessReviews()}
	return func(log logr.Logger, handler http.Handler) (http.Handler, error) {
		return reviews.guard(log, handler), nil
	}, nil
}

// reviews are what the API server is asked by.
type reviews struct {
	tokens authenticationclient.TokenReviewInterface
	access authorizationclient.SubjectAccessReviewInterface
}

// guard hands on those requests that are allowed.
func (r reviews) guard(log logr.Logger, handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		status, err := r.review(request)
		if err != nil {
			log.Error(err, "no one can be let at the metrics", "path", request.URL.Path)
		}
		if status != http.StatusOK {
			http.Error(w, http.StatusText(status), status)
			return
		}
		handler.ServeHTTP(w, request)
	})
}

// review returns 200 for a request that is allowed. An error is one of asking.
func (r reviews) review(request *http.Request) (int, error) {
	ctx, cancel := context.WithTimeout(request.Context(), reviewTimeout)
	defer cancel()
	user, err := r.userOf(ctx, bearerToken(request))
	if err != nil {
		return http.StatusInternalServerError, err
	}
	if user == nil {
		return http.StatusUnauthorized, nil
	}
	allowed, err := r.mayRequest(ctx, user, request)
	if err != nil {
		return http.StatusInternalServerError, err
	}
	if !allowed {
		return http.StatusForbidden, nil
	}
	return http.StatusOK, nil
}

// bearerToken returns the token of RFC 6750, or an empty one.
func bearerToken(request *http.Request) string {
	scheme, token, _ := strings.Cut(strings.TrimSpace(request.Header.Get("Authorization")), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// userOf returns nil when nobody has the token.
func (r reviews) userOf(ctx context.Context, token string) (*authenticationv1.UserInfo, error) {
	if token == "" {
		return nil, nil
	}
	review := &authenticationv1.TokenReview{Spec: authenticationv1.TokenReviewSpec{Token: token}}
	reviewed, err := r.tokens.Create(ctx, review, metav1.CreateOptions{})
	if err != nil {
		return nil, fmt.Errorf("asking the API server whose token it is: %w", err)
	}
	if !reviewed.Status.Authenticated {
		return nil, nil
	}
	return &reviewed.Status.User, nil
}

func (r reviews) mayRequest(ctx context.Context, user *authenticationv1.UserInfo, request *http.Request) (bool, error) {
	extra := make(map[string]authorizationv1.ExtraValue, len(user.Extra))
	for key, values := range user.Extra {
		extra[key] = authorizationv1.ExtraValue(values)
	}
	review := &authorizationv1.SubjectAccessReview{Spec: authorizationv1.SubjectAccessReviewSpec{
		User:   user.Username,
		UID:    user.UID,
		Groups: user.Groups,
		Extra:  extra,
		NonResourceAttributes: &authorizationv1.NonResourceAttributes{
			Path: request.URL.Path,
			Verb: strings.ToLower(request.Method),
		},
	}}
	reviewed, err := r.access.Create(ctx, review, metav1.CreateOptions{})
	if err != nil {
		return false, fmt.Errorf("asking the API server whether %s may get %s: %w", user.Username, request.URL.Path, err)
	}
	// Denied is said by an authorizer that overrules the others.
	return reviewed.Status.Allowed && !reviewed.Status.Denied, nil
}
