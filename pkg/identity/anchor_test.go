package identity

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	mathrand "math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

// ca is a CA of a company, in the tests.
type ca struct {
	t           testing.TB
	certificate *x509.Certificate
	key         crypto.Signer
	parent      *ca
}

// caTemplate returns the certificate of a CA that is valid for a month.
func caTemplate(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotBefore: start, NotAfter: start.Add(30 * 24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
}

// newCA returns a CA with a key, whose certificate the parent has signed; itself, if there is none.
func newCA(t testing.TB, template *x509.Certificate, key crypto.Signer, parent *ca) *ca {
	t.Helper()
	issuer, issuerKey := template, key
	if parent != nil {
		issuer, issuerKey = parent.certificate, parent.key
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, issuer, key.Public(), issuerKey)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return &ca{t, certificate, key, parent}
}

// secret has the CA as cert-manager writes it: intermediate certificates in tls.crt, the root in ca.crt.
func (c *ca) secret() *corev1.Secret {
	c.t.Helper()
	private, err := x509.MarshalPKCS8PrivateKey(c.key)
	if err != nil {
		c.t.Fatal(err)
	}
	chain, root := []*x509.Certificate{c.certificate}, c
	for ; root.parent != nil; root = root.parent {
		if root != c {
			chain = append(chain, root.certificate)
		}
	}
	return &corev1.Secret{Data: map[string][]byte{
		"tls.crt": []byte(EncodeCertificates(chain...)), "ca.crt": []byte(EncodeCertificates(root.certificate)),
		"tls.key": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
	}}
}

// issue returns a certificate as a tenant may get it from the CA, with the CA's own.
func (c *ca) issue(id string) []*x509.Certificate {
	c.t.Helper()
	spiffe, err := url.Parse(id)
	if err != nil {
		c.t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(2), NotBefore: start, NotAfter: start.Add(24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: usages, BasicConstraintsValid: true, URIs: []*url.URL{spiffe}}
	raw, err := x509.CreateCertificate(rand.Reader, template, c.certificate, newKey(c.t).Public(), c.key)
	if err != nil {
		c.t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(raw)
	if err != nil {
		c.t.Fatal(err)
	}
	return []*x509.Certificate{leaf, c.certificate}
}

// verified reports whether a peer that trusts the root accepts the chain. Like OpenSSL, it also refuses an
// issuer whose key has another identifier.
func verified(chain []*x509.Certificate, root *x509.Certificate, now time.Time) bool {
	roots, intermediates := x509.NewCertPool(), x509.NewCertPool()
	roots.AddCert(root)
	for _, certificate := range chain[1:] {
		intermediates.AddCert(certificate)
	}
	paths, err := chain[0].Verify(x509.VerifyOptions{Roots: roots, Intermediates: intermediates, CurrentTime: now, KeyUsages: usages})
	if err != nil {
		return false
	}
	for _, path := range paths {
		matches := true
		for i := range path[1:] {
			wanted, found := path[i].AuthorityKeyId, path[i+1].SubjectKeyId
			matches = matches && (len(wanted) == 0 || len(found) == 0 || bytes.Equal(wanted, found))
		}
		if matches {
			return true
		}
	}
	return false
}

// chainOf returns a certificate that the authority signs for a Pod, and the certificates sent with it.
func chainOf(t testing.TB, authority *Authority, now time.Time) []*x509.Certificate {
	t.Helper()
	request := requestFor(t, newKey(t))
	issued, _ := sign(t, authority, request, plainBackend, now)
	chain, err := parseCertificates([]byte(issued.Chain))
	if err != nil {
		t.Fatal(err)
	}
	return chain
}

// Certificates from another CA of the company, or from its root, have no identity of the mesh.
func TestOnlyTheCAOfTheMeshIsTrusted(t *testing.T) {
	company := newCA(t, caTemplate("company"), newKey(t), nil)
	other := newCA(t, caTemplate("other"), newKey(t), company)
	// Names prove nothing.
	namesake := newCA(t, caTemplate("mesh-ca"), newKey(t), company)
	rsaKey, err := rsa.GenerateKey(rand.Reader, 3072)
	if err != nil {
		t.Fatal(err)
	}
	largeKey, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, mesh := range map[string]*ca{
		"self-signed":           newCA(t, caTemplate("mesh-ca"), newKey(t), nil),
		"of the company":        newCA(t, caTemplate("mesh-ca"), newKey(t), company),
		"of a department":       newCA(t, caTemplate("mesh-ca"), newKey(t), newCA(t, caTemplate("department"), newKey(t), company)),
		"of the company, RSA":   newCA(t, caTemplate("mesh-ca"), rsaKey, company),
		"of the company, P-384": newCA(t, caTemplate("mesh-ca"), largeKey, company),
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			authority := authorityOf(t, mesh.secret(), start)
			root := authority.Root()
			g.Expect(root.CheckSignatureFrom(root)).To(Succeed(), "not all clients trust a CA that is not self-signed")
			g.Expect(root.NotAfter).To(Equal(mesh.certificate.NotAfter))
			again := authorityOf(t, mesh.secret(), start.Add(time.Hour))
			g.Expect(again.Root().Equal(root)).To(BeTrue(), "it is the same in each replica")

			now := start.Add(time.Minute)
			chain := chainOf(t, authority, start)
			g.Expect(verified(chain, root, now)).To(BeTrue())
			vault := tlspolicy.ID("default", "bank", "vault")
			for _, stranger := range []*ca{company, other, namesake} {
				g.Expect(verified(stranger.issue(vault), root, now)).To(BeFalse(), stranger.certificate.Subject.CommonName)
			}
			top := mesh
			for top.parent != nil {
				top = top.parent
			}
			g.Expect(verified(chain, top.certificate, now)).To(BeTrue(), "programs that trust the root of the CA still verify the chain")
		})
	}
}

// Pods that got the root of the company from an earlier version, and Pods with the new one, accept each
// other, and requests do not wait.
func TestUpgradeFromTheRootOfTheCompany(t *testing.T) {
	g := NewWithT(t)
	company := newCA(t, caTemplate("company"), newKey(t), nil)
	authority := authorityOf(t, newCA(t, caTemplate("mesh-ca"), newKey(t), company).secret(), start)
	w := newWorld(t)
	w.bring(authority)
	before := &pod{recorded: Fingerprint(company.certificate)}
	w.presents[before.recorded] = chainOf(t, authority, start)
	w.pods, w.bundle = []*pod{before}, []*x509.Certificate{company.certificate}
	w.mesh.Status.MTLS = &v1alpha1.MeshMTLSStatus{SigningBackend: "own", Roots: []v1alpha1.TrustedRoot{
		{Backend: "own", Fingerprint: before.recorded, TrustedSince: seconds(start.Add(-time.Hour)), Certificates: 1},
	}}

	w.sync()
	g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("own"))
	g.Expect(w.trusted()).To(ConsistOf(before.recorded, Fingerprint(authority.Root())))
	g.Expect(w.reason(v1alpha1.ConditionRotationComplete)).To(Equal(v1alpha1.ReasonReplacingCertificates))

	w.now = w.now.Add(2 * propagation)
	w.sync()
	g.Expect(w.bundle).To(HaveLen(2), "a Pod has a certificate on record that needs the root of the company")
	w.issue(before, 0)
	w.sync()
	g.Expect(w.bundle).To(HaveLen(2), "until the Pod has its new certificate")
	w.now = w.now.Add(w.decision.NextChange)
	w.sync()
	g.Expect(w.trusted()).To(ConsistOf(Fingerprint(authority.Root())))
	g.Expect(w.reason(v1alpha1.ConditionRotationComplete)).To(Equal(v1alpha1.ReasonComplete))
}

// A CA that was renewed with its key signs at once, because Pods that do not have the new root yet
// accept its certificates by the one before. With another key, it waits for its root.
func TestRenewedAuthority(t *testing.T) {
	company, key := newCA(t, caTemplate("company"), newKey(t), nil), newKey(t)
	renewed := func(edit func(*x509.Certificate)) *x509.Certificate {
		template := caTemplate("mesh-ca")
		template.NotAfter = template.NotAfter.Add(24 * time.Hour)
		if edit != nil {
			edit(template)
		}
		return template
	}
	for _, test := range []struct {
		name  string
		next  *ca
		waits bool
	}{
		{name: "with its key", next: newCA(t, renewed(nil), key, company)},
		{name: "with another key", next: newCA(t, renewed(nil), newKey(t), company), waits: true},
		{name: "with another name", next: newCA(t, caTemplate("next"), key, company), waits: true},
		{name: "with another identifier of its key", waits: true,
			next: newCA(t, renewed(func(template *x509.Certificate) { template.SubjectKeyId = []byte("another") }), key, company)},
		{name: "self-signed, with its key", next: newCA(t, renewed(nil), key, nil)},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, w := NewWithT(t), newWorld(t)
			first := authorityOf(t, newCA(t, caTemplate("mesh-ca"), key, company).secret(), start)
			w.bring(first)
			w.sync()
			p := &pod{}
			g.Expect(w.issue(p, 0)).To(BeTrue())
			w.pods = []*pod{p}

			next := authorityOf(t, test.next.secret(), start)
			w.bring(next)
			w.now = w.now.Add(propagation)
			w.sync()
			g.Expect(w.trusted()).To(ConsistOf(Fingerprint(first.Root()), Fingerprint(next.Root())))
			if test.waits {
				g.Expect(w.mesh.Status.MTLS.SigningBackend).To(BeEmpty())
				w.now = w.now.Add(w.decision.NextChange)
				w.sync()
			}
			g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("own"))
		})
	}
}

// The root of a company only decides which certificates are sent along. A CA signs without it.
func TestRootOfTheCompanyIsOptional(t *testing.T) {
	expiring := caTemplate("company")
	expiring.NotAfter = start.Add(time.Minute)
	company := newCA(t, expiring, newKey(t), nil)
	department := newCA(t, caTemplate("department"), newKey(t), company)
	mesh := newCA(t, caTemplate("mesh-ca"), newKey(t), department)
	for _, test := range []struct {
		name string
		edit func(data map[string][]byte)
		sent int
	}{
		{name: "as cert-manager writes it", sent: 2},
		{name: "no root", edit: func(data map[string][]byte) { delete(data, "ca.crt") }, sent: 2},
		{name: "a root that is broken", edit: func(data map[string][]byte) { data["ca.crt"] = []byte("broken") }, sent: 2},
		{name: "no issuer", edit: func(data map[string][]byte) {
			data["tls.crt"] = []byte(EncodeCertificates(mesh.certificate))
		}, sent: 1},
		{name: "its issuer is beside the root", edit: func(data map[string][]byte) {
			data["tls.crt"] = []byte(EncodeCertificates(mesh.certificate))
			data["ca.crt"] = []byte(EncodeCertificates(company.certificate, department.certificate))
		}, sent: 2},
		{name: "a stranger is beside it", edit: func(data map[string][]byte) {
			stranger := newCA(t, caTemplate("department"), newKey(t), company)
			data["tls.crt"] = []byte(EncodeCertificates(mesh.certificate, stranger.certificate))
		}, sent: 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, secret := NewWithT(t), mesh.secret()
			if test.edit != nil {
				test.edit(secret.Data)
			}
			for _, now := range []time.Time{start, start.Add(time.Hour)} {
				authority := authorityOf(t, secret, now)
				chain := chainOf(t, authority, now)
				g.Expect(chain).To(HaveLen(1 + test.sent))
				g.Expect(verified(chain, authority.Root(), now)).To(BeTrue())
				g.Expect(authority.NotAfter()).To(Equal(mesh.certificate.NotAfter))
			}
		})
	}
}

// The limits of a CA that another one signed hold for its root too.
func TestRootHasTheLimitsOfItsCA(t *testing.T) {
	g, company := NewWithT(t), newCA(t, caTemplate("company"), newKey(t), nil)
	template := caTemplate("mesh-ca")
	template.MaxPathLenZero = true
	template.PermittedDNSDomainsCritical, template.PermittedURIDomains, template.PermittedDNSDomains = true, []string{"default"}, []string{"cluster.local"}
	mesh := newCA(t, template, newKey(t), company)
	authority := authorityOf(t, mesh.secret(), start)
	g.Expect(verified(chainOf(t, authority, start), authority.Root(), start.Add(time.Minute))).To(BeTrue())
	g.Expect(verified(mesh.issue("spiffe://other/ns/bank/sa/vault"), authority.Root(), start.Add(time.Minute))).To(BeFalse())
	below := newCA(t, caTemplate("below"), newKey(t), mesh)
	g.Expect(verified(append(below.issue("spiffe://default/ns/bank/sa/vault"), mesh.certificate), authority.Root(), start.Add(time.Minute))).To(BeFalse())

	_, problem := ParseAuthority(mesh.secret(), Domains{Trust: "other", Cluster: "cluster.local"}, start)
	g.Expect(problem).To(And(HaveField("Reason", v1alpha1.ReasonInvalidCA), HaveField("Message", ContainSubstring("not permitted"))))
}

// While the Secret of a CA changes in any way, Pods accept each other, as long as everything
// reaches them within the period. At first, they have the root of the company from an
// earlier version.
func TestNoHandshakeFailsWithBroughtAuthorities(t *testing.T) {
	const seeds, steps = 10, 150
	company, key := newCA(t, caTemplate("company"), newKey(t), nil), newKey(t)
	parse := func(of *ca) *Authority { return authorityOf(t, of.secret(), start) }
	brought := []*Authority{
		parse(newCA(t, caTemplate("mesh-ca"), key, company)),
		parse(newCA(t, caTemplate("mesh-ca"), key, company)), // renewed
		parse(newCA(t, caTemplate("mesh-ca"), newKey(t), company)),
		parse(newCA(t, caTemplate("mesh-ca"), key, nil)),
		parse(newCA(t, caTemplate("next"), newKey(t), newCA(t, caTemplate("department"), newKey(t), company))),
	}
	accepted := map[[2]string]bool{}
	for seed := range uint64(seeds) {
		random := mathrand.New(mathrand.NewPCG(seed, 36))
		w := newWorld(t)
		w.accepted = accepted
		w.bring(brought[0])
		legacy := Fingerprint(company.certificate)
		w.presents[legacy] = chainOf(t, brought[0], start)
		w.pods, w.bundle = []*pod{{recorded: legacy}, {recorded: legacy}}, []*x509.Certificate{company.certificate}
		w.published = []publication{{start.Add(-time.Hour), w.bundle}}
		w.mesh.Status.MTLS = &v1alpha1.MeshMTLSStatus{SigningBackend: "own", Roots: []v1alpha1.TrustedRoot{
			{Backend: "own", Fingerprint: legacy, TrustedSince: seconds(start.Add(-time.Hour)), Certificates: 2},
		}}
		var history []string
		for range steps {
			w.now = w.now.Add(time.Duration(random.Int64N(int64(propagation / 3))))
			w.sync()
			for _, p := range w.pods {
				if random.IntN(4) == 0 && !w.now.Before(p.reaches) {
					w.issue(p, time.Duration(random.Int64N(int64(propagation-time.Second))))
				}
				p.lag = time.Duration(random.Int64N(int64(propagation - time.Second)))
			}
			switch random.IntN(6) {
			case 0:
				if p := (&pod{}); w.issue(p, 0) {
					w.pods = append(w.pods, p)
				}
			case 1:
				if len(w.pods) > 1 {
					w.pods = w.pods[1:]
				}
			case 2:
				next := random.IntN(len(brought) + 1)
				if next == len(brought) {
					setBackends(w.mesh, "ca-1")
				} else {
					w.bring(brought[next])
				}
				history = append(history, fmt.Sprintf("%s: %d", w.now.Format(time.TimeOnly), next))
			}
			w.sync()
			for _, server := range w.pods {
				for _, client := range w.pods {
					if !w.trusts(client, server.used(w.now)) {
						t.Fatalf("seed %d, %s: a Pod whose roots are %s old does not trust root %.8s\n%s",
							seed, w.now.Format(time.TimeOnly), client.lag, server.used(w.now), strings.Join(history, "\n"))
					}
				}
			}
		}
	}
}

// The root of the CA leaves nothing out that limits it.
func TestUnknownLimitsAreRefused(t *testing.T) {
	g := NewWithT(t)
	limited := caTemplate("mesh-ca")
	limited.ExtraExtensions = []pkix.Extension{{Id: []int{1, 2, 3}, Critical: true, Value: []byte{5, 0}}}
	secret := newCA(t, limited, newKey(t), newCA(t, caTemplate("company"), newKey(t), nil)).secret()
	_, problem := ParseAuthority(secret, domains, start)
	g.Expect(problem).To(And(HaveField("Reason", v1alpha1.ReasonInvalidCA), HaveField("Message", ContainSubstring("critical extension that is not supported: 1.2.3"))))
}

// A root that Pods accept the certificates of the CA by may leave before its successor has
// been published for the whole period. The CA signs all the time.
func TestSigningGoesOnWhenAnEarlierRootLeaves(t *testing.T) {
	g := NewWithT(t)
	company := newCA(t, caTemplate("company"), newKey(t), nil)
	authority := authorityOf(t, newCA(t, caTemplate("mesh-ca"), newKey(t), company).secret(), start)
	w := newWorld(t)
	w.bring(authority)
	w.bundle = []*x509.Certificate{company.certificate, w.authorities["ca-2"].Root()}
	// No certificate needs the root of the company yet: Pods have those of another backend.
	w.pods = []*pod{{recorded: Fingerprint(w.authorities["ca-2"].Root())}}
	published := seconds(start.Add(time.Minute - propagation))
	w.mesh.Status.MTLS = &v1alpha1.MeshMTLSStatus{SigningBackend: "ca-2", Roots: []v1alpha1.TrustedRoot{
		{Backend: "own", Fingerprint: Fingerprint(company.certificate), TrustedSince: published, UnusedSince: &published},
		{Backend: "ca-2", Fingerprint: w.pods[0].recorded, TrustedSince: seconds(start.Add(-time.Hour)), Certificates: 1},
	}}
	w.sync()
	g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("ca-2"))
	w.now = w.now.Add(time.Minute + time.Second)
	for range 15 {
		w.sync()
		g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("own"))
		w.now = w.now.Add(time.Minute)
	}
	g.Expect(w.trusted()).NotTo(ContainElement(Fingerprint(company.certificate)))
}
