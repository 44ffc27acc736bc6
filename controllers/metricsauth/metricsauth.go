// Package metricsauth authenticates and authorizes requests for the metrics: a request
// needs the token of a user who may get its path.
//
// Each request takes a TokenReview and a SubjectAccessReview. k8s.io/apiserver does the
// same for the components of Kubernetes, and caches the answers. It would bring CEL,
// gRPC and OpenTelemetry into the manager.
package metricsauth

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-logr/logr"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/cache"
	authenticationclient "k8s.io/client-go/kubernetes/typed/authentication/v1"
	authorizationclient "k8s.io/client-go/kubernetes/typed/authorization/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const (
	// reviewTimeout bounds both reviews of a request.
	reviewTimeout = 10 * time.Second

	// Anyone who can reach the port can make the manager review tokens. The limit of
	// requests with unknown tokens protects the API server, and the requests with known
	// ones.
	unknownPerSecond = 10
	unknownBurst     = 20

	// knownFor is how long a token stays known after a request was allowed.
	knownFor = time.Hour
	maxKnown = 100
)

// Filter is a metricsserver.Options.FilterProvider. The manager needs permission to
// create TokenReviews and SubjectAccessReviews.
func Filter(config *rest.Config, httpClient *http.Client) (metricsserver.Filter, error) {
	reviews, err := newReviews(config, httpClient)
	if err != nil {
		return nil, err
	}
	return func(log logr.Logger, handler http.Handler) (http.Handler, error) {
		unknown := flowcontrol.NewTokenBucketPassiveRateLimiter(unknownPerSecond, unknownBurst)
		return newGuard(log, reviews, unknown, handler), nil
	}, nil
}

// guard passes on the requests that are allowed.
type guard struct {
	log     logr.Logger
	reviews reviews
	// unknown limits the requests whose token is not one of knownTokens, which has their
	// hashes.
	unknown     flowcontrol.PassiveRateLimiter
	knownTokens *cache.LRUExpireCache
	handler     http.Handler
}

func newGuard(log logr.Logger, reviews reviews, unknown flowcontrol.PassiveRateLimiter, handler http.Handler) *guard {
	return &guard{log: log, reviews: reviews, unknown: unknown, knownTokens: cache.NewLRUExpireCache(maxKnown), handler: handler}
}

func (g *guard) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	token := bearerToken(request)
	hash := sha256.Sum256([]byte(token))
	if _, known := g.knownTokens.Get(hash); !known && !g.unknown.TryAccept() {
		w.Header().Set("Retry-After", "1")
		http.Error(w, http.StatusText(http.StatusTooManyRequests), http.StatusTooManyRequests)
		return
	}
	status, err := g.reviews.review(request, token)
	if err != nil {
		g.log.Error(err, "could not authorize a request for the metrics")
	}
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	g.knownTokens.Add(hash, nil, knownFor)
	g.handler.ServeHTTP(w, request)
}

// reviews are the clients that ask the API server.
type reviews struct {
	tokens authenticationclient.TokenReviewInterface
	access authorizationclient.SubjectAccessReviewInterface
}

func newReviews(config *rest.Config, httpClient *http.Client) (reviews, error) {
	authentication, err := authenticationclient.NewForConfigAndClient(config, httpClient)
	if err != nil {
		return reviews{}, fmt.Errorf("creating a client for TokenReviews: %w", err)
	}
	authorization, err := authorizationclient.NewForConfigAndClient(config, httpClient)
	if err != nil {
		return reviews{}, fmt.Errorf("creating a client for SubjectAccessReviews: %w", err)
	}
	return reviews{tokens: authentication.TokenReviews(), access: authorization.SubjectAccessReviews()}, nil
}

// review returns the HTTP status for a request: 200 if it is allowed. An error means
// that the API server could not be asked.
func (r reviews) review(request *http.Request, token string) (int, error) {
	ctx, cancel := context.WithTimeout(request.Context(), reviewTimeout)
	defer cancel()
	user, err := r.userOf(ctx, token)
	if err != nil {
		return http.StatusServiceUnavailable, err
	}
	if user == nil {
		return http.StatusUnauthorized, nil
	}
	allowed, err := r.mayRequest(ctx, user, request)
	if err != nil {
		return http.StatusServiceUnavailable, err
	}
	if !allowed {
		return http.StatusForbidden, nil
	}
	return http.StatusOK, nil
}

// bearerToken returns the bearer token (RFC 6750), or the empty string.
func bearerToken(request *http.Request) string {
	scheme, token, _ := strings.Cut(strings.TrimSpace(request.Header.Get("Authorization")), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// userOf returns nil for a token that is not valid.
func (r reviews) userOf(ctx context.Context, token string) (*authenticationv1.UserInfo, error) {
	if token == "" {
		return nil, nil
	}
	review := &authenticationv1.TokenReview{Spec: authenticationv1.TokenReviewSpec{Token: token}}
	reviewed, err := r.tokens.Create(ctx, review, metav1.CreateOptions{})
	if err != nil {
		return nil, fmt.Errorf("reviewing a token: %w", err)
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
		return false, fmt.Errorf("reviewing whether %s may get %s: %w", user.Username, request.URL.Path, err)
	}
	// Denied overrules Allowed.
	return reviewed.Status.Allowed && !reviewed.Status.Denied, nil
}
