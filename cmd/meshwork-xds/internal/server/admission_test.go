package server

import (
	"context"
	"sync"
	"testing"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	grpcmetadata "google.golang.org/grpc/metadata"
	authenticationv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	authenticationclient "k8s.io/client-go/kubernetes/typed/authentication/v1"

	"github.com/meshwork-dev/meshwork/internal/reviews"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
)

// slowReviews is an API server that accepts every token, once it proceeds.
type slowReviews struct {
	authenticationclient.TokenReviewInterface
	proceed chan struct{}
}

func (s *slowReviews) Create(_ context.Context, review *authenticationv1.TokenReview, _ metav1.CreateOptions) (*authenticationv1.TokenReview, error) {
	<-s.proceed
	reviewed := review.DeepCopy()
	reviewed.Status = authenticationv1.TokenReviewStatus{Authenticated: true, Audiences: review.Spec.Audiences}
	return reviewed, nil
}

// Streams with the same token share a review, and each of them waits for it.
func TestStreamsThatWaitForAReviewAreLimited(t *testing.T) {
	const most = 100
	g := NewWithT(t)
	server := &slowReviews{proceed: make(chan struct{})}
	authenticator := clientauth.NewAuthenticator(reviews.Client{Tokens: server})
	s := New(Options{MaxStreams: 10 * most, MaxStreamsPerClient: most}, nil, authenticator, prometheus.NewRegistry())
	authenticate := func(token, address string) error {
		ctx := grpcmetadata.NewIncomingContext(t.Context(), grpcmetadata.Pairs("authorization", "Bearer "+token))
		_, err := s.authenticate(ctx, address)
		return err
	}
	var waiting sync.WaitGroup
	for range most {
		waiting.Go(func() { g.Expect(authenticate("made-up", "10.0.0.1")).To(Succeed()) })
	}
	g.Eventually(func() int { return s.quotas.unknown.use().total }, "20s").Should(Equal(most))
	g.Expect(authenticate("another", "10.0.0.1")).To(MatchError(ContainSubstring("at most 100 streams whose token is being reviewed")))
	close(server.proceed)
	waiting.Wait()

	g.Expect(s.quotas.unknown.use().total).To(BeZero())
	g.Expect(authenticate("another", "10.0.0.1")).To(Succeed())
}
