package identity

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

const (
	// DefaultLifetime is the time for which a certificate is valid.
	DefaultLifetime = 24 * time.Hour
	// promptness is how long certificates begin with their request, and later with the
	// time at which they are signed. Kubernetes accepts a beginning within five minutes of
	// the clock of the API server, backdating included.
	promptness = time.Minute
	// publishable is how long after its beginning a certificate may still be accepted, with
	// a minute for API servers whose clocks differ.
	publishable = 6 * time.Minute
	// refreshMargin is the least time between the refresh of a certificate and its
	// beginning or end that Kubernetes accepts.
	refreshMargin = 10 * time.Minute
)

// usages of the certificates of Pods.
var usages = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth}

// Subject is the owner of a certificate.
type Subject struct {
	// ID is the SPIFFE ID.
	ID string
	// DNSNames are the hostnames of a server.
	DNSNames []string
}

// Issued is a signed certificate.
type Issued struct {
	v1alpha1.IssuedCertificate
	// Chain is the certificate and the intermediate ones, in PEM format.
	Chain string
	// BeginRefreshAt is the time when the kubelet requests the next certificate.
	BeginRefreshAt metav1.Time
}

// Sign returns a certificate for a request. Signing the same again returns the same
// certificate, and two different ones never have the same serial number. A certificate of
// the request that is on record, because its publication failed, is signed again if it may
// still be published.
func (a *Authority) Sign(request *Request, subject Subject, backend *v1alpha1.CABackend, recorded []v1alpha1.IssuedCertificate, now time.Time) (*Issued, *Problem) {
	for _, known := range recorded {
		if now.Sub(known.NotBefore.Time) >= promptness+backdating {
			continue
		}
		again, failed := a.draft(request, subject, backend, known.NotBefore.UTC())
		if failed == nil && again.serialNumber() == known.SerialNumber {
			return a.complete(again)
		}
	}
	draft, failed := a.draft(request, subject, backend, beginning(request, now))
	if failed != nil {
		return nil, failed
	}
	return a.complete(draft)
}

// draft is a certificate that is not signed yet.
type draft struct {
	request  *Request
	backend  *v1alpha1.CABackend
	template *x509.Certificate
	digest   [sha256.Size]byte
}

func (d *draft) serialNumber() string { return hex.EncodeToString(d.template.SerialNumber.Bytes()) }

func (a *Authority) draft(request *Request, subject Subject, backend *v1alpha1.CABackend, notBefore time.Time) (*draft, *Problem) {
	id, err := url.Parse(subject.ID)
	if err != nil {
		return nil, problem(ReasonInvalidRequest, "%v", err)
	}
	notAfter, ended := a.end(notBefore, request, backend)
	if ended != nil {
		return nil, ended
	}
	template := &x509.Certificate{
		NotBefore:             notBefore,
		NotAfter:              notAfter,
		KeyUsage:              x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           usages,
		BasicConstraintsValid: true,
		URIs:                  []*url.URL{id},
		DNSNames:              subject.DNSNames,
	}
	digest := a.digest(request, template)
	template.SerialNumber = serialNumber(digest)
	return &draft{request, backend, template, digest}, nil
}

func (a *Authority) complete(d *draft) (*Issued, *Problem) {
	// Without a source of randomness, ECDSA signatures are deterministic (RFC 6979).
	signed, err := x509.CreateCertificate(nil, d.template, a.certificate, d.request.PublicKey, a.key)
	if err != nil {
		return nil, problem(ReasonInvalidRequest, "signing: %v", err)
	}
	notBefore, notAfter := d.template.NotBefore, d.template.NotAfter
	return &Issued{
		IssuedCertificate: v1alpha1.IssuedCertificate{
			SerialNumber: d.serialNumber(),
			Backend:      d.backend.Name,
			Root:         Fingerprint(a.root),
			NotBefore:    metav1.NewTime(notBefore),
			NotAfter:     metav1.NewTime(notAfter),
		},
		Chain:          EncodeCertificates(append([]*x509.Certificate{{Raw: signed}}, a.sent...)...),
		BeginRefreshAt: metav1.NewTime(refreshTime(notBefore, notAfter, d.digest)),
	}, nil
}

// beginning follows the clock of the API server, which has set the time of the request,
// unless the request has waited.
func beginning(request *Request, now time.Time) time.Time {
	start := now
	if now.Sub(request.Created) < promptness {
		start = request.Created
	}
	return start.Add(-backdating).UTC().Truncate(time.Second)
}

// end returns when the certificate expires: no later than its authority.
func (a *Authority) end(notBefore time.Time, request *Request, backend *v1alpha1.CABackend) (time.Time, *Problem) {
	notAfter := notBefore.Add(min(Lifetime(backend), request.MaxLifetime))
	if last := a.NotAfter(); last.Before(notAfter) {
		notAfter = last
	}
	if notAfter.Sub(notBefore) < MinLifetime {
		return time.Time{}, problem(v1alpha1.ReasonCAExpired, "CA backend %s expires at %s, and a certificate is valid for at least %s",
			backend.Name, a.NotAfter().UTC().Format(time.RFC3339), MinLifetime)
	}
	return notAfter.UTC().Truncate(time.Second), nil
}

// Lifetime returns how long the certificates of a backend are valid.
func Lifetime(backend *v1alpha1.CABackend) time.Duration {
	if backend.CertificateLifetime == nil {
		return DefaultLifetime
	}
	return backend.CertificateLifetime.Duration
}

// digest covers the whole content of a certificate.
func (a *Authority) digest(request *Request, template *x509.Certificate) [sha256.Size]byte {
	key, err := x509.MarshalPKIXPublicKey(request.PublicKey)
	if err != nil {
		key = fmt.Appendf(nil, "%v", request.PublicKey) // signing will fail
	}
	// Marshaling these types does not fail.
	content, _ := json.Marshal([]any{
		request.UID, key, Fingerprint(a.certificate), template.URIs, template.DNSNames, template.NotBefore, template.NotAfter,
	})
	return sha256.Sum256(content)
}

// serialNumber returns a positive number of 127 bits (RFC 5280 allows 159).
func serialNumber(digest [sha256.Size]byte) *big.Int {
	number := digest[:16]
	number[0] = number[0]&0x7f | 0x40
	return new(big.Int).SetBytes(number)
}

// refreshTime is after two thirds of the lifetime, give or take a twentieth, so that Pods
// that were created together do not refresh together.
func refreshTime(notBefore, notAfter time.Time, digest [sha256.Size]byte) time.Time {
	lifetime := notAfter.Sub(notBefore)
	jitter := lifetime / 20 * (time.Duration(digest[31]) - 128) / 128
	at := notBefore.Add(lifetime*2/3 + jitter).Truncate(time.Second)
	if latest := notAfter.Add(-refreshMargin); at.After(latest) {
		return latest
	}
	return at
}
