package clientauth

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	authenticationv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	authenticationclient "k8s.io/client-go/kubernetes/typed/authentication/v1"
	clienttesting "k8s.io/client-go/testing"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/internal/reviews"
)

// apiServer knows the token "cart", counts the reviews, and fails while an error is set.
type apiServer struct {
	asked   int
	failure error
}

func (s *apiServer) reviews() reviews.Client {
	clients := &fake.Clientset{}
	clients.AddReactor("create", "tokenreviews", func(action clienttesting.Action) (bool, runtime.Object, error) {
		s.asked++
		review := action.(clienttesting.CreateAction).GetObject().(*authenticationv1.TokenReview)
		if review.Spec.Token == "cart" && len(review.Spec.Audiences) == 1 && review.Spec.Audiences[0] == Audience {
			review.Status = authenticationv1.TokenReviewStatus{
				Authenticated: true, Audiences: review.Spec.Audiences,
				User: authenticationv1.UserInfo{
					Username: "system:serviceaccount:shop:cart", Extra: map[string]authenticationv1.ExtraValue{nodeNameKey: {"node-1"}},
				},
			}
		}
		return true, review, s.failure
	})
	return reviews.Client{Tokens: clients.AuthenticationV1().TokenReviews(), Access: clients.AuthorizationV1().SubjectAccessReviews()}
}

// presenting is the context of a stream of a client that presents a token.
func presenting(ctx context.Context, token string) context.Context {
	return metadata.NewIncomingContext(ctx, metadata.Pairs("authorization", "Bearer "+token))
}

const address = "10.0.0.1"

func TestTokens(t *testing.T) {
	g := NewWithT(t)
	server := &apiServer{}
	clock := clocktesting.NewFakeClock(time.Now())
	authenticator := newAuthenticator(server.reviews(), clock)
	authenticate := func(header string) (*User, error) {
		return authenticator.Authenticate(metadata.NewIncomingContext(t.Context(), metadata.Pairs("authorization", header)), address)
	}

	_, err := authenticator.Authenticate(t.Context(), address)
	g.Expect(status.Code(err)).To(Equal(codes.Unauthenticated), "nothing presented")
	_, err = authenticate("Bearer made-up")
	g.Expect(status.Code(err)).To(Equal(codes.Unauthenticated))

	server.failure = errors.New("down")
	_, err = authenticate("Bearer cart")
	g.Expect(status.Code(err)).To(Equal(codes.Unavailable))
	g.Expect(err).NotTo(MatchError(ContainSubstring("down")), "what is wrong with the API server is not for clients")

	server.failure = nil
	user, err := authenticate("bearer  cart")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(user.Name()).To(Equal("system:serviceaccount:shop:cart"))
	g.Expect(user.Node).To(Equal("node-1"))
}

func TestTokensAreRemembered(t *testing.T) {
	for _, test := range []struct {
		token string
		valid bool
		life  time.Duration
	}{
		{"cart", true, knownWithoutExpiry},
		{"made-up", false, refusedFor},
	} {
		t.Run(test.token, func(t *testing.T) {
			g := NewWithT(t)
			server := &apiServer{}
			clock := clocktesting.NewFakeClock(time.Now())
			authenticator := newAuthenticator(server.reviews(), clock)
			authenticate := func() {
				_, err := authenticator.Authenticate(presenting(t.Context(), test.token), address)
				g.Expect(err == nil).To(Equal(test.valid), "%v", err)
			}
			for range 1000 {
				authenticate()
			}
			clock.Step(test.life - time.Second)
			authenticate()
			g.Expect(server.asked).To(Equal(1))
			clock.Step(2 * time.Second)
			authenticate()
			g.Expect(server.asked).To(Equal(2))
		})
	}
}

// Made-up tokens only delay new tokens from the same address.
func TestMadeUpTokensDoNotHoldUpOtherAddresses(t *testing.T) {
	g := NewWithT(t)
	server := &apiServer{}
	authenticator := newAuthenticator(server.reviews(), clocktesting.NewFakeClock(time.Now()))
	refusals := map[codes.Code]int{}
	for i := range 2 * allReviews.Burst {
		_, err := authenticator.Authenticate(presenting(t.Context(), fmt.Sprint("made-up-", i)), "10.0.0.2")
		refusals[status.Code(err)]++
	}
	g.Expect(refusals).To(Equal(map[codes.Code]int{
		codes.Unauthenticated: reviewsOfAddress.Burst, codes.ResourceExhausted: 2*allReviews.Burst - reviewsOfAddress.Burst,
	}))
	_, err := authenticator.Authenticate(presenting(t.Context(), "cart"), address)
	g.Expect(err).NotTo(HaveOccurred())
	_, err = authenticator.Authenticate(presenting(t.Context(), "cart"), "10.0.0.2")
	g.Expect(err).NotTo(HaveOccurred(), "known")
}

// slowReviews answers when it may proceed. It knows every token.
type slowReviews struct {
	authenticationclient.TokenReviewInterface
	asked          atomic.Int32
	begun, proceed chan struct{}
}

func (s *slowReviews) Create(
	ctx context.Context, review *authenticationv1.TokenReview, _ metav1.CreateOptions,
) (*authenticationv1.TokenReview, error) {
	if s.asked.Add(1) == 1 {
		close(s.begun)
	}
	<-s.proceed
	reviewed := review.DeepCopy()
	reviewed.Status = authenticationv1.TokenReviewStatus{Authenticated: true, Audiences: review.Spec.Audiences}
	return reviewed, ctx.Err()
}

// A client opens a stream for each Service that it calls, all with the same token. One of them
// may end before the API server has answered.
func TestTokenIsReviewedOnceForStreamsThatBeginTogether(t *testing.T) {
	g := NewWithT(t)
	server := &slowReviews{begun: make(chan struct{}), proceed: make(chan struct{})}
	authenticator := newAuthenticator(reviews.Client{Tokens: server}, clocktesting.NewFakeClock(time.Now()))
	ctx, end := context.WithCancel(t.Context())
	var first, others sync.WaitGroup
	first.Go(func() {
		_, err := authenticator.Authenticate(presenting(ctx, "cart"), address)
		g.Expect(status.Code(err)).To(Equal(codes.Canceled))
	})
	<-server.begun
	end()
	first.Wait()
	for range 2 * reviewsOfAddress.Burst {
		others.Go(func() {
			_, err := authenticator.Authenticate(presenting(t.Context(), "cart"), address)
			g.Expect(err).NotTo(HaveOccurred())
		})
	}
	g.Consistently(server.asked.Load, "100ms").Should(BeEquivalentTo(1))
	close(server.proceed)
	others.Wait()
	g.Expect(server.asked.Load()).To(BeEquivalentTo(1))
}

func TestKnownFor(t *testing.T) {
	now := time.Unix(1000, 0)
	token := func(claims string) string { return "x." + base64.RawURLEncoding.EncodeToString([]byte(claims)) + ".y" }
	for text, want := range map[string]time.Duration{
		token(`{"exp": 1060}`):  time.Minute,
		token(`{"exp": 99999}`): maxKnownFor,
		token(`{}`):             knownWithoutExpiry,
		token(`[]`):             knownWithoutExpiry,
		"opaque":                knownWithoutExpiry,
		"a.%.c":                 knownWithoutExpiry,
	} {
		NewWithT(t).Expect(knownFor(text, now)).To(Equal(want), text)
	}
}

// A client that is known may still ask for everything again and again.
func TestReviewsOfRightsAreLimited(t *testing.T) {
	g := NewWithT(t)
	authenticator := newAuthenticator((&apiServer{}).reviews(), clocktesting.NewFakeClock(time.Now()))
	refusals := map[codes.Code]int{}
	for range 2 * reviewsOfAddress.Burst {
		refusals[status.Code(authenticator.MayListAll(t.Context(), Anonymous(), "10.0.0.2"))]++
	}
	g.Expect(refusals).To(HaveKeyWithValue(codes.ResourceExhausted, reviewsOfAddress.Burst))
	g.Expect(status.Code(authenticator.MayListAll(t.Context(), Anonymous(), address))).NotTo(Equal(codes.ResourceExhausted))
}
