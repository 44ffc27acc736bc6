package clientauth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"k8s.io/apimachinery/pkg/util/cache"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
	"github.com/meshwork-dev/meshwork/internal/reviews"
)

// Clients cause reviews by the API server: of their tokens, before they are authenticated, and of
// their rights. These limits protect the API server, and clients at other addresses. Remembered
// tokens do not count.
var (
	reviewsOfAddress = ratelimit.Rate{PerSecond: 10, Burst: 100}
	allReviews       = ratelimit.Rate{PerSecond: 200, Burst: 1000}
)

const (
	// A valid token is remembered until it expires, and at most for maxKnownFor, since deleting its
	// Pod invalidates it. The kubelet requests tokens for one hour.
	maxKnownFor        = time.Hour
	knownWithoutExpiry = 5 * time.Minute
	maxKnown           = 50000
	// refusedFor is short: a token becomes valid when the API server sees the Pod that it is bound
	// to.
	refusedFor = 10 * time.Second
	maxRefused = 10000
)

// nodeNameKey is the key in a TokenReview for the Node of the Pod that the token is bound to
// (https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/).
const nodeNameKey = "authentication.kubernetes.io/node-name"

// tokens finds the users of tokens, and remembers the answers of the API server.
type tokens struct {
	reviews reviews.Client
	clock   clock.Clock
	limiter *reviews.Limiter
	// known has the user by the hash of each valid token.
	known *cache.LRUExpireCache
	// refused has the hashes of invalid tokens.
	refused *cache.LRUExpireCache
	// inProgress has the reviews that streams wait for, by hash.
	inProgress singleflight.Group
}

func newTokens(client reviews.Client, clock clock.Clock) *tokens {
	return &tokens{
		reviews: client, clock: clock, limiter: reviews.NewLimiter(reviewsOfAddress, allReviews, clock),
		known:   cache.NewLRUExpireCacheWithClock(maxKnown, clock),
		refused: cache.NewLRUExpireCacheWithClock(maxRefused, clock),
	}
}

type tokenHash [sha256.Size]byte

func hashOf(token string) tokenHash { return sha256.Sum256([]byte(token)) }

func (t *tokens) identify(ctx context.Context, token, address string) (*User, error) {
	hash := hashOf(token)
	if user, err := t.remembered(hash); user != nil || err != nil {
		return user, err
	}
	reviewed := t.inProgress.DoChan(string(hash[:]), func() (any, error) {
		if user, err := t.remembered(hash); user != nil || err != nil {
			return user, err // a review has ended since
		}
		if !t.limiter.Allow(address) {
			return nil, status.Error(codes.ResourceExhausted, "too many clients connect with new tokens at this time")
		}
		return t.review(context.WithoutCancel(ctx), token, hash)
	})
	select {
	case <-ctx.Done():
		return nil, status.FromContextError(ctx.Err()).Err()
	case result := <-reviewed:
		user, _ := result.Val.(*User)
		return user, result.Err
	}
}

// remembered returns neither a user nor an error for an unknown token.
func (t *tokens) remembered(hash tokenHash) (*User, error) {
	if user, found := t.known.Get(hash); found {
		return user.(*User), nil
	}
	if _, found := t.refused.Get(hash); found {
		return nil, errRefused
	}
	return nil, nil
}

var errRefused = status.Errorf(codes.Unauthenticated, "the token is not valid for the audience %s", Audience)

func (t *tokens) review(ctx context.Context, token string, hash tokenHash) (*User, error) {
	ctx, cancel := context.WithTimeout(ctx, reviewTimeout)
	defer cancel()
	info, err := t.reviews.UserOf(ctx, token, Audience)
	if err != nil {
		return nil, status.Error(codes.Unavailable, "the API server could not be asked about the token")
	}
	if info == nil {
		t.refused.Add(hash, nil, refusedFor)
		return nil, errRefused
	}
	user := &User{info: *info, Node: first(info.Extra[nodeNameKey])}
	t.known.Add(hash, user, knownFor(token, t.clock.Now()))
	return user, nil
}

// knownFor returns the time for which a valid token is remembered. Its claims are trusted: the API
// server has verified them.
func knownFor(token string, now time.Time) time.Duration {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return knownWithoutExpiry
	}
	var claims struct {
		Expiry int64 `json:"exp"`
	}
	content, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(content, &claims) != nil || claims.Expiry == 0 {
		return knownWithoutExpiry
	}
	return min(maxKnownFor, time.Unix(claims.Expiry, 0).Sub(now))
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}
