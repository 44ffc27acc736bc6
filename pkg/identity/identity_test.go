package identity

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

var start = time.Date(2026, time.November, 1, 12, 0, 0, 0, time.UTC)

func meshWith(backends ...string) *v1alpha1.Mesh {
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}, Spec: v1alpha1.MeshSpec{MTLS: &v1alpha1.MeshMTLS{}}}
	setBackends(mesh, backends...)
	return mesh
}

// setBackends sets the backends, and enables the last.
func setBackends(mesh *v1alpha1.Mesh, backends ...string) {
	mesh.Spec.MTLS.Backends = nil
	for _, name := range backends {
		mesh.Spec.MTLS.Backends = append(mesh.Spec.MTLS.Backends, v1alpha1.CABackend{Name: name, Generated: &v1alpha1.GeneratedCA{}})
		mesh.Spec.MTLS.EnabledBackend = name
	}
}

func generated(t testing.TB, backend v1alpha1.CABackend, now time.Time) *corev1.Secret {
	t.Helper()
	data, err := GenerateAuthority(meshWith(backend.Name), &backend, now)
	if err != nil {
		t.Fatal(err)
	}
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "ca"}, Data: data}
}

func authorityOf(t testing.TB, secret *corev1.Secret, now time.Time) *Authority {
	t.Helper()
	authority, problem := ParseAuthority(secret, domains, now)
	if problem != nil {
		t.Fatal(problem)
	}
	return authority
}

func generatedAuthority(t testing.TB, name string) *Authority {
	return authorityOf(t, generated(t, v1alpha1.CABackend{Name: name, Generated: &v1alpha1.GeneratedCA{}}, start), start)
}

func requestFor(t testing.TB, key crypto.Signer) *certificatesv1.PodCertificateRequest {
	t.Helper()
	stub, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{}, key)
	if err != nil {
		t.Fatal(err)
	}
	return &certificatesv1.PodCertificateRequest{
		ObjectMeta: metav1.ObjectMeta{UID: "request", CreationTimestamp: metav1.NewTime(start)},
		Spec:       certificatesv1.PodCertificateRequestSpec{StubPKCS10Request: stub, MaxExpirationSeconds: ptr.To(int32(86400))},
	}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func sign(t testing.TB, authority *Authority, request *certificatesv1.PodCertificateRequest, backend *v1alpha1.CABackend, now time.Time, recorded ...v1alpha1.IssuedCertificate) (*Issued, *x509.Certificate) {
	t.Helper()
	parsed, problem := ParseRequest(request)
	if problem != nil {
		t.Fatal(problem)
	}
	issued, problem := authority.Sign(parsed, Subject{ID: tlspolicy.ID("default", "shop", "web"), DNSNames: []string{"web.shop.svc.cluster.local"}}, backend, recorded, now)
	if problem != nil {
		t.Fatal(problem)
	}
	chain, err := parseCertificates([]byte(issued.Chain))
	if err != nil {
		t.Fatal(err)
	}
	return issued, chain[0]
}

var plainBackend = &v1alpha1.CABackend{Name: "ca-1"}

func TestCertificate(t *testing.T) {
	g := NewWithT(t)
	authority := generatedAuthority(t, "ca-1")
	issued, leaf := sign(t, authority, requestFor(t, newKey(t)), plainBackend, start.Add(time.Second))

	g.Expect(leaf.URIs).To(HaveLen(1))
	g.Expect(leaf.URIs[0].String()).To(Equal("spiffe://default/ns/shop/sa/web"))
	g.Expect(leaf.DNSNames).To(Equal([]string{"web.shop.svc.cluster.local"}))
	g.Expect(leaf.KeyUsage).To(Equal(x509.KeyUsageDigitalSignature))
	g.Expect(leaf.ExtKeyUsage).To(ConsistOf(x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth))
	g.Expect(leaf.IsCA).To(BeFalse())
	g.Expect(leaf.NotBefore).To(Equal(start.Add(-3*time.Minute)), "by the clock of the API server")
	g.Expect(leaf.NotAfter).To(Equal(leaf.NotBefore.Add(24 * time.Hour)))
	g.Expect(issued.NotBefore.Time.Equal(leaf.NotBefore) && issued.NotAfter.Time.Equal(leaf.NotAfter)).To(BeTrue())
	g.Expect(issued.BeginRefreshAt.Time).To(BeTemporally("~", leaf.NotBefore.Add(16*time.Hour), 73*time.Minute))
	g.Expect(issued.Root).To(Equal(Fingerprint(authority.Root())))
	g.Expect(HasSerialNumber(issued.Chain, issued.SerialNumber)).To(BeTrue())
	g.Expect(HasSerialNumber(issued.Chain, "00")).To(BeFalse())

	roots := x509.NewCertPool()
	roots.AddCert(authority.Root())
	_, err := leaf.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: start, DNSName: "web.shop.svc.cluster.local", KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})
	g.Expect(err).NotTo(HaveOccurred())
}

// Signing again after a crash gives the same certificate. Whatever differs has another
// serial number.
func TestSigningIsDeterministic(t *testing.T) {
	g := NewWithT(t)
	for _, keyType := range []v1alpha1.CAKeyType{v1alpha1.CAKeyECDSAP256, v1alpha1.CAKeyECDSAP384, v1alpha1.CAKeyRSA3072} {
		secret := generated(t, v1alpha1.CABackend{Name: "ca-1", Generated: &v1alpha1.GeneratedCA{KeyType: keyType}}, start)
		request := requestFor(t, newKey(t))
		first, _ := sign(t, authorityOf(t, secret, start), request, plainBackend, start.Add(time.Second))
		again, _ := sign(t, authorityOf(t, secret, start), request, plainBackend, start.Add(50*time.Second))
		g.Expect(again).To(Equal(first))

		numbers := map[string]bool{first.SerialNumber: true}
		shorter := &v1alpha1.CABackend{Name: "ca-1", CertificateLifetime: &metav1.Duration{Duration: 2 * time.Hour}}
		other, _ := sign(t, authorityOf(t, secret, start), request, shorter, start)
		numbers[other.SerialNumber] = true
		later, _ := sign(t, authorityOf(t, secret, start), request, plainBackend, start.Add(10*time.Minute))
		numbers[later.SerialNumber] = true
		request.UID = "another"
		another, _ := sign(t, authorityOf(t, secret, start), request, plainBackend, start)
		numbers[another.SerialNumber] = true
		g.Expect(numbers).To(HaveLen(4))
	}
}

// A certificate whose publication failed is signed again as it is on record, for as long as
// Kubernetes accepts it. Nothing else on record has anything to do with it.
func TestSigningAgainWhatIsOnRecord(t *testing.T) {
	g := NewWithT(t)
	authority, request := generatedAuthority(t, "ca-1"), requestFor(t, newKey(t))
	waited := start.Add(10 * time.Minute)
	first, _ := sign(t, authority, request, plainBackend, waited)
	earlier, _ := sign(t, authority, requestFor(t, newKey(t)), plainBackend, waited.Add(-30*time.Second))
	for _, passed := range []time.Duration{time.Second, 30 * time.Second, 59 * time.Second} {
		again, _ := sign(t, authority, request, plainBackend, waited.Add(passed), earlier.IssuedCertificate, first.IssuedCertificate)
		g.Expect(again).To(Equal(first))
	}
	late, leaf := sign(t, authority, request, plainBackend, waited.Add(2*time.Minute), earlier.IssuedCertificate, first.IssuedCertificate)
	g.Expect(late.SerialNumber).NotTo(Equal(first.SerialNumber))
	g.Expect(leaf.NotBefore).To(Equal(waited.Add(2*time.Minute - backdating)))
	shorter := &v1alpha1.CABackend{Name: "ca-1", CertificateLifetime: &metav1.Duration{Duration: 2 * time.Hour}}
	other, _ := sign(t, authority, request, shorter, waited.Add(time.Second), first.IssuedCertificate)
	g.Expect(other.SerialNumber).NotTo(Equal(first.SerialNumber))
}

// Kubernetes accepts a lifetime of an hour at least, and a refresh ten minutes away from
// the beginning and the end.
func TestLifetimes(t *testing.T) {
	for _, test := range []struct {
		name             string
		backend, request time.Duration
		ca               time.Duration
		want             time.Duration
		wantProblem      bool
	}{
		{name: "the default", request: 24 * time.Hour, want: 24 * time.Hour},
		{name: "the Pod accepts less", backend: 48 * time.Hour, request: 2 * time.Hour, want: 2 * time.Hour},
		{name: "the backend gives less", backend: time.Hour, request: 24 * time.Hour, want: time.Hour},
		{name: "the CA ends earlier", request: 24 * time.Hour, ca: 5 * time.Hour, want: 5*time.Hour + backdating},
		{name: "the CA ends too early", request: 24 * time.Hour, ca: 56 * time.Minute, wantProblem: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			backend := v1alpha1.CABackend{Name: "ca-1", Generated: &v1alpha1.GeneratedCA{}}
			if test.backend > 0 {
				backend.CertificateLifetime = &metav1.Duration{Duration: test.backend}
			}
			if test.ca > 0 {
				backend.Generated.Lifetime = &metav1.Duration{Duration: test.ca}
			}
			request := requestFor(t, newKey(t))
			request.Spec.MaxExpirationSeconds = ptr.To(int32(test.request.Seconds()))
			parsed, _ := ParseRequest(request)
			issued, problem := authorityOf(t, generated(t, backend, start), start).Sign(parsed, Subject{ID: "spiffe://a/b"}, &backend, nil, start)
			if test.wantProblem {
				g.Expect(problem).To(HaveField("Reason", v1alpha1.ReasonCAExpired))
				return
			}
			g.Expect(problem).To(BeNil())
			g.Expect(issued.NotAfter.Sub(issued.NotBefore.Time)).To(Equal(test.want))
			g.Expect(issued.BeginRefreshAt.Sub(issued.NotBefore.Time)).To(BeNumerically(">=", 10*time.Minute))
			g.Expect(issued.NotAfter.Sub(issued.BeginRefreshAt.Time)).To(BeNumerically(">=", 10*time.Minute))
		})
	}
}

func TestParseRequest(t *testing.T) {
	_, edwards, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	large, err := ecdsa.GenerateKey(elliptic.P521(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		key  crypto.Signer
		edit func(*certificatesv1.PodCertificateRequestSpec)
		want string
	}{
		{name: "the Mesh is named", edit: func(spec *certificatesv1.PodCertificateRequestSpec) {
			spec.UnverifiedUserAnnotations = map[string]string{v1alpha1.MeshLabel: "other"}
		}},
		{name: "an unknown annotation", want: ReasonUnknownAnnotation, edit: func(spec *certificatesv1.PodCertificateRequestSpec) {
			spec.UnverifiedUserAnnotations = map[string]string{"example.com/admin": "true"}
		}},
		{name: "ED25519", key: edwards, want: ReasonUnsupportedKeyType},
		{name: "P-521", key: large, want: ReasonUnsupportedKeyType},
		{name: "no request", want: ReasonInvalidRequest, edit: func(spec *certificatesv1.PodCertificateRequestSpec) { spec.StubPKCS10Request = nil }},
		{name: "a bad signature", want: ReasonInvalidRequest, edit: func(spec *certificatesv1.PodCertificateRequestSpec) {
			spec.StubPKCS10Request[len(spec.StubPKCS10Request)-1] ^= 1
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			if test.key == nil {
				test.key = newKey(t)
			}
			request := requestFor(t, test.key)
			if test.edit != nil {
				test.edit(&request.Spec)
			}
			parsed, problem := ParseRequest(request)
			if test.want != "" {
				g.Expect(problem).To(HaveField("Reason", test.want))
				return
			}
			g.Expect(problem).To(BeNil())
			g.Expect(parsed.Mesh).To(Equal("other"))
		})
	}
}

func FuzzParseRequest(f *testing.F) {
	f.Add(requestFor(f, newKey(f)).Spec.StubPKCS10Request, "meshwork.dev/mesh", "default", int32(3600))
	f.Add([]byte("0"), "", "", int32(0))
	authority := generatedAuthority(f, "ca-1")
	f.Fuzz(func(t *testing.T, stub []byte, key, value string, seconds int32) {
		parsed, problem := ParseRequest(&certificatesv1.PodCertificateRequest{Spec: certificatesv1.PodCertificateRequestSpec{
			StubPKCS10Request: stub, UnverifiedUserAnnotations: map[string]string{key: value}, MaxExpirationSeconds: &seconds,
		}})
		if (parsed == nil) == (problem == nil) {
			t.Fatal("either a request or a problem")
		}
		if problem != nil {
			if len(problem.Message) > 1024 {
				t.Fatalf("a message of %d bytes", len(problem.Message))
			}
			return
		}
		issued, problem := authority.Sign(parsed, Subject{ID: tlspolicy.ID("default", "shop", "web")}, plainBackend, nil, start)
		if problem == nil && issued.NotAfter.Sub(issued.NotBefore.Time) < MinLifetime {
			t.Fatal("a short certificate")
		}
	})
}

var domains = Domains{Trust: "default", Cluster: "cluster.local"}

func TestParseAuthority(t *testing.T) {
	backend := v1alpha1.CABackend{Name: "ca-1", Generated: &v1alpha1.GeneratedCA{Lifetime: &metav1.Duration{Duration: 24 * time.Hour}}}
	other := generated(t, backend, start)
	for _, test := range []struct {
		name        string
		edit        func(data map[string][]byte)
		now         time.Time
		want, quote string
		until       time.Time
	}{
		{name: "good"},
		{name: "expired", now: start.Add(25 * time.Hour), want: v1alpha1.ReasonCAExpired, quote: "2026-11-02T12:00:00Z"},
		{name: "not yet valid", now: start.Add(-time.Hour), want: v1alpha1.ReasonInvalidCA, quote: "not valid before", until: start.Add(-backdating)},
		{name: "no certificate", edit: func(data map[string][]byte) { delete(data, "tls.crt") }, want: v1alpha1.ReasonInvalidCA, quote: "tls.crt: no certificate"},
		{name: "no key", edit: func(data map[string][]byte) { delete(data, "tls.key") }, want: v1alpha1.ReasonInvalidCA, quote: "tls.key: no private key"},
		{name: "garbage", edit: func(data map[string][]byte) { data["tls.crt"] = []byte("garbage") }, want: v1alpha1.ReasonInvalidCA, quote: "tls.crt"},
		{name: "too large", edit: func(data map[string][]byte) { data["tls.crt"] = bytes.Repeat(data["tls.crt"], 200) }, want: v1alpha1.ReasonInvalidCA, quote: "more than"},
		{name: "too many", edit: func(data map[string][]byte) { data["tls.crt"] = bytes.Repeat(data["tls.crt"], 9) }, want: v1alpha1.ReasonInvalidCA, quote: "more than 8"},
		{name: "the key of another", edit: func(data map[string][]byte) { data["tls.key"] = other.Data["tls.key"] }, want: v1alpha1.ReasonInvalidCA, quote: "does not belong"},
		{name: "not a CA", edit: func(data map[string][]byte) { selfSigned(t, data, &x509.Certificate{}) }, want: v1alpha1.ReasonInvalidCA, quote: "does not belong to a CA"},
		{name: "may not sign", edit: func(data map[string][]byte) {
			selfSigned(t, data, &x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCRLSign})
		}, want: v1alpha1.ReasonInvalidCA, quote: "key usage"},
		{name: "for the names of the mesh", edit: func(data map[string][]byte) { selfSigned(t, data, constrained("default", ".cluster.local")) }},
		{name: "for another trust domain", edit: func(data map[string][]byte) { selfSigned(t, data, constrained("other", ".cluster.local")) },
			want: v1alpha1.ReasonInvalidCA, quote: "not permitted"},
		{name: "for other hosts", edit: func(data map[string][]byte) { selfSigned(t, data, constrained("default", ".example.com")) },
			want: v1alpha1.ReasonInvalidCA, quote: "not permitted"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			secret := generated(t, backend, start)
			private := string(secret.Data["tls.key"])
			if test.edit != nil {
				test.edit(secret.Data)
			}
			now := start
			if !test.now.IsZero() {
				now = test.now
			}
			authority, problem := ParseAuthority(secret, domains, now)
			if test.want == "" {
				g.Expect(problem).To(BeNil())
				g.Expect(fmt.Sprintf("%v %+v %#v %s", authority, authority, authority, authority)).NotTo(ContainSubstring(strings.Split(private, "\n")[1]))
				return
			}
			g.Expect(problem).To(And(HaveField("Reason", test.want), HaveField("Until", BeTemporally("==", test.until))))
			g.Expect(problem.Message).To(And(ContainSubstring("Secret ca: "), ContainSubstring(test.quote)))
			g.Expect(problem.Message).NotTo(ContainSubstring(strings.Split(private, "\n")[1]), "the key is never shown")
		})
	}
}

// constrained is a CA for the names of a trust domain and a DNS domain.
func constrained(trustDomain, dnsDomain string) *x509.Certificate {
	return &x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, PermittedDNSDomainsCritical: true,
		PermittedURIDomains: []string{trustDomain}, PermittedDNSDomains: []string{dnsDomain}}
}

func selfSigned(t *testing.T, data map[string][]byte, template *x509.Certificate) {
	t.Helper()
	key := newKey(t)
	template.SerialNumber, template.NotBefore, template.NotAfter = big.NewInt(1), start, start.Add(time.Hour)
	template.Subject = pkix.Name{CommonName: "test"}
	store(t, data, template, template, key, key)
}

func store(t *testing.T, data map[string][]byte, template, parent *x509.Certificate, key, parentKey crypto.Signer) *x509.Certificate {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), parentKey)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	data["tls.crt"] = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	data["tls.key"] = pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return certificate
}
