package identity

import (
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	authenticationv1 "k8s.io/api/authentication/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"

	"github.com/meshwork-dev/meshwork/controllers/reviews"
)

func TestIdentityOfACertificate(t *testing.T) {
	of := func(uri, name string) *x509.Certificate {
		certificate := &x509.Certificate{Subject: pkix.Name{CommonName: name, Organization: []string{"system:masters"}}}
		if uri != "" {
			parsed, err := url.Parse(uri)
			NewWithT(t).Expect(err).NotTo(HaveOccurred())
			certificate.URIs = []*url.URL{parsed}
		}
		return certificate
	}
	for _, test := range []struct {
		uri, name, want string
	}{
		{"spiffe://mesh/ns/shop/sa/cart", "", "system:serviceaccount:shop:cart"},
		{"spiffe://mesh/ns/shop/sa/cart", "other", "system:serviceaccount:shop:cart"},
		{"spiffe://mesh/ns/shop", "proxy", "proxy"},
		{"https://mesh/ns/shop/sa/cart", "proxy", "proxy"},
		{"", "proxy", "proxy"},
		{"", "", ""},
		{"", "system:admin", ""},
	} {
		t.Run(test.uri+" "+test.name, func(t *testing.T) {
			g := NewWithT(t)
			identity, err := ofCertificate(of(test.uri, test.name))
			if test.want == "" {
				g.Expect(status.Code(err)).To(Equal(codes.Unauthenticated))
				return
			}
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(identity.Name()).To(Equal(test.want))
			g.Expect(identity.user.Groups).NotTo(ContainElement("system:masters"))
		})
	}
}

// A certificate of a mesh is not that of a ServiceAccount, whose rights it does not have.
func TestIdentityOfACertificateOfAMesh(t *testing.T) {
	cart, err := url.Parse("spiffe://default/ns/shop/sa/cart")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		uris []*url.URL
		want string
	}{
		{"a SPIFFE ID", []*url.URL{cart}, "spiffe://default/ns/shop/sa/cart"},
		{"none", nil, ""},
		{"two", []*url.URL{cart, cart}, ""},
		{"another URI", []*url.URL{{Scheme: "https", Host: "default"}}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			certificate := &x509.Certificate{URIs: test.uris, Subject: pkix.Name{CommonName: "admin", Organization: []string{"system:masters"}}}
			chains := [][]*x509.Certificate{{certificate}}
			of := func(info credentials.AuthInfo) (*Identity, error) {
				return NewAuthenticator((&apiServer{}).reviews()).Authenticate(peer.NewContext(t.Context(), &peer.Peer{AuthInfo: info}))
			}
			identity, err := of(MeshInfo{TLSInfo: credentials.TLSInfo{State: tls.ConnectionState{VerifiedChains: chains}}})
			if test.want == "" {
				g.Expect(status.Code(err)).To(Equal(codes.Unauthenticated))
				return
			}
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(identity.Name()).To(Equal(test.want))
			g.Expect(identity.user.Groups).To(Equal([]string{"system:authenticated"}))
		})
	}
}

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

func TestTokens(t *testing.T) {
	g := NewWithT(t)
	server := &apiServer{}
	authenticator := NewAuthenticator(server.reviews())
	authenticate := func(header string) (*Identity, error) {
		return authenticator.Authenticate(metadata.NewIncomingContext(t.Context(), metadata.Pairs("authorization", header)))
	}

	_, err := authenticator.Authenticate(t.Context())
	g.Expect(status.Code(err)).To(Equal(codes.Unauthenticated), "nothing presented")
	_, err = authenticate("Bearer made-up")
	g.Expect(status.Code(err)).To(Equal(codes.Unauthenticated))

	server.failure = errors.New("down")
	_, err = authenticate("Bearer cart")
	g.Expect(status.Code(err)).To(Equal(codes.Unavailable))
	g.Expect(err).NotTo(MatchError(ContainSubstring("down")), "what is wrong with the API server is not for clients")

	server.failure = nil
	identity, err := authenticate("bearer  cart")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(identity.Name()).To(Equal("system:serviceaccount:shop:cart"))
	g.Expect(identity.Node).To(Equal("node-1"))

	before := server.asked
	_, err = authenticate("Bearer cart")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(server.asked).To(Equal(before), "a valid token is remembered")
}

func TestNewTokensAreLimited(t *testing.T) {
	g := NewWithT(t)
	server := &apiServer{}
	authenticator := NewAuthenticator(server.reviews())
	limited := false
	for i := range 10 * unknownBurst {
		ctx := metadata.NewIncomingContext(t.Context(), metadata.Pairs("authorization", fmt.Sprintf("Bearer %d", i)))
		_, err := authenticator.Authenticate(ctx)
		limited = limited || status.Code(err) == codes.Unavailable
	}
	g.Expect(limited).To(BeTrue())
	g.Expect(server.asked).To(BeNumerically("<", 10*unknownBurst))
}

func TestKnownFor(t *testing.T) {
	now := time.Unix(1000, 0)
	token := func(claims string) string { return "x." + base64.RawURLEncoding.EncodeToString([]byte(claims)) + ".y" }
	for text, want := range map[string]time.Duration{
		token(`{"exp": 1060}`):  time.Minute,
		token(`{"exp": 99999}`): maxKnownFor,
		token(`{}`):             maxKnownFor,
		token(`[]`):             maxKnownFor,
		"opaque":                maxKnownFor,
		"a.%.c":                 maxKnownFor,
	} {
		NewWithT(t).Expect(knownFor(text, now)).To(Equal(want), text)
	}
}
