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
	"net/http"
	"strings"
	"time"

	"github.com/go-logr/logr"
	authorizationv1 "k8s.io/api/authorization/v1"
	"k8s.io/apimachinery/pkg/util/cache"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
	"github.com/meshwork-dev/meshwork/internal/reviews"
)

// Anyone who can reach the port can make the manager review tokens. The limits of requests
// with unknown tokens protect the API server, the clients at other addresses, and the
// requests with known tokens.
var (
	unknownAtAddress = ratelimit.Rate{PerSecond: 10, Burst: 20}
	allUnknown       = ratelimit.Rate{PerSecond: 50, Burst: 100}
)

const (
	// reviewTimeout bounds both reviews of a request.
	reviewTimeout = 10 * time.Second

	// knownFor is the time for which a token stays known after a request was allowed.
	knownFor = time.Hour
	maxKnown = 100
)

// guard passes on the requests that are allowed.
type guard struct {
	log     logr.Logger
	reviews reviews.Client
	// unknown limits the requests whose token is not one of knownTokens, which has their
	// hashes.
	unknown     *reviews.Limiter
	knownTokens *cache.LRUExpireCache
	handler     http.Handler
}

func newGuard(log logr.Logger, clients reviews.Client, clock clock.Clock, handler http.Handler) *guard {
	return &guard{
		log: log, reviews: clients, unknown: reviews.NewLimiter(unknownAtAddress, allUnknown, clock),
		knownTokens: cache.NewLRUExpireCacheWithClock(maxKnown, clock), handler: handler,
	}
}

func (g *guard) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	token := bearerToken(request)
	hash := sha256.Sum256([]byte(token))
	if _, known := g.knownTokens.Get(hash); !known && !g.unknown.Allow(request.RemoteAddr) {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusTooManyRequests)
		return
	}
	status, err := g.review(request, token)
	if err != nil {
		g.log.Error(err, "could not authorize a request for the metrics")
	}
	if status != http.StatusOK {
		refuse(w, status)
		return
	}
	g.knownTokens.Add(hash, nil, knownFor)
	g.handler.ServeHTTP(w, request)
}

// refuse also closes the connection, since there is room for few.
func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Connection", "close")
	http.Error(w, http.StatusText(status), status)
}

// review returns the HTTP status for a request: 200 if it is allowed. An error means
// that the API server could not be asked.
func (g *guard) review(request *http.Request, token string) (int, error) {
	ctx, cancel := context.WithTimeout(request.Context(), reviewTimeout)
	defer cancel()
	user, err := g.reviews.UserOf(ctx, token)
	if err != nil {
		return http.StatusServiceUnavailable, err
	}
	if user == nil {
		return http.StatusUnauthorized, nil
	}
	allowed, err := g.reviews.Allows(ctx, user, authorizationv1.SubjectAccessReviewSpec{
		NonResourceAttributes: &authorizationv1.NonResourceAttributes{Path: request.URL.Path, Verb: strings.ToLower(request.Method)},
	})
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
