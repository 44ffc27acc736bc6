package clientauth

import (
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"net/url"
	"testing"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	authenticationv1 "k8s.io/api/authentication/v1"
)

func TestUserOfACertificate(t *testing.T) {
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
			user, err := ofCertificate(of(test.uri, test.name))
			if test.want == "" {
				g.Expect(status.Code(err)).To(Equal(codes.Unauthenticated))
				return
			}
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(user.Name()).To(Equal(test.want))
			g.Expect(user.info.Groups).NotTo(ContainElement("system:masters"))
		})
	}
}

// A certificate of a mesh does not give the rights of a ServiceAccount.
func TestUserOfACertificateOfAMesh(t *testing.T) {
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
			of := func(info credentials.AuthInfo) (*User, error) {
				return NewAuthenticator((&apiServer{}).reviews()).Authenticate(peer.NewContext(t.Context(), &peer.Peer{AuthInfo: info}), "10.0.0.1")
			}
			user, err := of(MeshInfo{TLSInfo: credentials.TLSInfo{State: tls.ConnectionState{VerifiedChains: chains}}})
			if test.want == "" {
				g.Expect(status.Code(err)).To(Equal(codes.Unauthenticated))
				return
			}
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(user.Name()).To(Equal(test.want))
			g.Expect(user.info.Groups).To(Equal([]string{"system:authenticated"}))
		})
	}
}

// Users share limits by their namespace. Another way to connect with the same trust does not give
// them a second share, and a mesh has no share of a namespace of the cluster.
func TestNamespaces(t *testing.T) {
	for want, user := range map[string]*User{
		"":                            Anonymous(),
		"system:serviceaccounts:shop": OfServiceAccount("shop", "web"),
		"spiffe://default/ns/shop":    {info: authenticationv1.UserInfo{Username: "spiffe://default/ns/shop/sa/web"}},
		"proxy":                       {info: authenticationv1.UserInfo{Username: "proxy"}},
	} {
		NewWithT(t).Expect(user.Namespace()).To(Equal(want))
	}
}
