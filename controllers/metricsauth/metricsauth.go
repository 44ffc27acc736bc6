// Package metricsauth lets those read the metrics whom the API server lets: a
// request needs the token of a user who may get its path.
//
// Each request is asked about anew, once whose token it is and once what its user
// may do. k8s.io/apiserver does the same for Kubernetes' own components, and
// remembers the answers; it is made for more than that, and would bring CEL, gRPC
// and OpenTelemetry into the manager.
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
	// reviewTimeout bounds the time in which the API server has to answer.
	reviewTimeout = 10 * time.Second

	// Whoever can reach the port can make the manager ask about tokens, which must
	// neither burden the API server nor get in the way of those who may.
	strangersPerSecond = 10
	strangersAtOnce    = 20

	// knownFor is how long somebody who was let through is no stranger.
	knownFor  = time.Hour
	mostKnown = 100
)

// Filter is a metricsserver.Options.FilterProvider. The manager needs the rights
// to create TokenReviews and SubjectAccessReviews.
func Filter(config *rest.Config, httpClient *http.Client) (metricsserver.Filter, error) {
	known, err := newReviews(config, httpClient)
	if err != nil {
		return nil, err
	}
	limited := rest.CopyConfig(config)
	limited.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(strangersPerSecond, strangersAtOnce)
	strangers, err := newReviews(limited, httpClient)
	if err != nil {
		return nil, err
	}
	return func(log logr.Logger, handler http.Handler) (http.Handler, error) {
		return newGuard(log, known, strangers, handler), nil
	}, nil
}

// guard hands on those requests that are allowed.
type guard struct {
	log              logr.Logger
	known, strangers reviews
	// letThrough are the hashes of tokens of those who are known.
	letThrough *cache.LRUExpireCache
	handler    http.Handler
}

func newGuard(log logr.Logger, known, strangers reviews, handler http.Handler) *guard {
	return &guard{log: log, known: known, strangers: strangers, letThrough: cache.NewLRUExpireCache(mostKnown), handler: handler}
}

func (g *guard) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	token := bearerToken(request)
	hash := sha256.Sum256([]byte(token))
	asked := g.strangers
	if _, known := g.letThrough.Get(hash); known {
		asked = g.known
	}
	status, err := asked.review(request, token)
	if err != nil {
		g.log.Error(err, "nobody can be let at the metrics")
	}
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	g.letThrough.Add(hash, nil, knownFor)
	g.handler.ServeHTTP(w, request)
}

// reviews are what the API server is asked by.
type reviews struct {
	tokens authenticationclient.TokenReviewInterface
	access authorizationclient.SubjectAccessReviewInterface
}

func newReviews(config *rest.Config, httpClient *http.Client) (reviews, error) {
	authentication, err := authenticationclient.NewForConfigAndClient(config, httpClient)
	if err != nil {
		return reviews{}, fmt.Errorf("client of TokenReviews: %w", err)
	}
	authorization, err := authorizationclient.NewForConfigAndClient(config, httpClient)
	if err != nil {
		return reviews{}, fmt.Errorf("client of SubjectAccessReviews: %w", err)
	}
	return reviews{tokens: authentication.TokenReviews(), access: authorization.SubjectAccessReviews()}, nil
}

// review returns 200 for a request that is allowed. An error is one of asking.
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
