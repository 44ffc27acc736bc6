package identity

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

const (
	// RootKey is the key of a Secret with the root of the CA, as cert-manager writes it.
	RootKey = "ca.crt"
	// MinLifetime is the shortest lifetime of a certificate that Kubernetes accepts.
	MinLifetime = time.Hour
	// expiresSoon is the time before its expiry at which the condition of a Mesh mentions a CA.
	expiresSoon = 30 * 24 * time.Hour

	maxSecretBytes = 64 << 10
	maxChain       = 8
)

// Authority is a certificate authority that can sign. Its private key is never shown.
type Authority struct {
	certificate *x509.Certificate
	// sent are the certificates that Pods present after their own.
	sent    []*x509.Certificate
	root    *x509.Certificate
	key     crypto.Signer
	domains Domains
}

// Root returns the self-signed certificate that Pods trust. It belongs to the authority, and never to a
// CA that signs for others too.
func (a *Authority) Root() *x509.Certificate { return a.root }

// NotAfter returns when the first certificate of the authority expires.
func (a *Authority) NotAfter() time.Time {
	first := a.root.NotAfter
	for _, certificate := range slices.Concat(a.sent, []*x509.Certificate{a.certificate}) {
		if certificate.NotAfter.Before(first) {
			first = certificate.NotAfter
		}
	}
	return first
}

// String names the authority in logs, without its key.
func (a *Authority) String() string { return "authority with root " + Fingerprint(a.root) }

// GoString is String, so that no format shows the key.
func (a *Authority) GoString() string { return a.String() }

// Fingerprint returns the SHA-256 digest of a certificate, in hexadecimal digits.
func Fingerprint(certificate *x509.Certificate) string {
	digest := sha256.Sum256(certificate.Raw)
	return hex.EncodeToString(digest[:])
}

// Problem is the reason and the message of a condition that is not met.
type Problem struct {
	Reason, Message string
	// Until is the time when the problem may end without a change, zero if never.
	Until time.Time
	// IsMistake is true if the problem does not end by itself: the namespace of a Pod requests
	// certificates for its Pods, and is in no mesh.
	IsMistake bool
}

func problem(reason, format string, args ...any) *Problem {
	return &Problem{Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// Domains are the suffixes or prefixes of the names in certificates.
type Domains struct {
	// Trust is the trust domain of the Mesh.
	Trust string
	// Cluster is the suffix of hostnames.
	Cluster string
}

// ParseAuthority returns the authority in a Secret: tls.crt with its certificate and
// intermediate ones, and tls.key with its private key. The certificates in ca.crt are never
// trusted.
func ParseAuthority(secret *corev1.Secret, domains Domains, now time.Time) (*Authority, *Problem) {
	invalid := func(format string, args ...any) (*Authority, *Problem) {
		return nil, problem(v1alpha1.ReasonInvalidCA, "Secret %s: %s", secret.Name, fmt.Sprintf(format, args...))
	}
	chain, err := parseCertificates(secret.Data[corev1.TLSCertKey])
	if err != nil {
		return invalid("%s: %v", corev1.TLSCertKey, err)
	}
	key, err := parseKey(secret.Data[corev1.TLSPrivateKeyKey])
	if err != nil {
		return invalid("%s: %v", corev1.TLSPrivateKeyKey, err)
	}
	certificate := chain[0]
	switch {
	case !certificate.IsCA || !certificate.BasicConstraintsValid:
		return invalid("the certificate does not belong to a CA")
	case certificate.KeyUsage != 0 && certificate.KeyUsage&x509.KeyUsageCertSign == 0:
		return invalid("the certificate may not sign others: its key usage lacks cert sign")
	case len(certificate.UnhandledCriticalExtensions) > 0: // its root would lack this limit
		return invalid("the certificate has a critical extension that is not supported: %s", certificate.UnhandledCriticalExtensions[0])
	case !sameKey(certificate.PublicKey, key.Public()):
		return invalid("the private key does not belong to the certificate")
	case now.Before(certificate.NotBefore):
		_, found := invalid("the certificate is not valid before %s", certificate.NotBefore.UTC().Format(time.RFC3339))
		found.Until = certificate.NotBefore
		return nil, found
	case !now.Before(certificate.NotAfter):
		return nil, problem(v1alpha1.ReasonCAExpired, "Secret %s: the CA expired at %s", secret.Name, certificate.NotAfter.UTC().Format(time.RFC3339))
	}
	root, err := newRoot(certificate, key)
	if err != nil {
		return invalid("the CA cannot sign its own certificate: %v", err)
	}
	issuers, _ := parseCertificates(secret.Data[RootKey]) // nothing depends on them
	authority := &Authority{certificate: certificate, root: root, key: key, domains: domains}
	authority.sent = issuersOf(certificate, append(chain[1:], issuers...), now)
	if err := authority.probe(root, now); err != nil {
		return invalid("a certificate that it signs is not accepted: %v", err)
	}
	return authority, nil
}

// GeneratedRoot returns the fingerprint of the root in the Secret of a generated authority,
// or "" if it has none. Its authority need not be valid.
func GeneratedRoot(secret *corev1.Secret) string {
	chain, err := parseCertificates(secret.Data[corev1.TLSCertKey])
	if err != nil {
		return ""
	}
	return Fingerprint(chain[0]) // it is self-signed
}

func parseCertificates(data []byte) ([]*x509.Certificate, error) {
	if len(data) > maxSecretBytes {
		return nil, fmt.Errorf("more than %d bytes", maxSecretBytes)
	}
	var certificates []*x509.Certificate
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			continue
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		if certificates = append(certificates, certificate); len(certificates) > maxChain {
			return nil, fmt.Errorf("more than %d certificates", maxChain)
		}
	}
	if len(certificates) == 0 {
		return nil, errors.New("no certificate in PEM format")
	}
	return certificates, nil
}

// parseKey never quotes the key in an error.
func parseKey(data []byte) (crypto.Signer, error) {
	if len(data) > maxSecretBytes {
		return nil, fmt.Errorf("more than %d bytes", maxSecretBytes)
	}
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, errors.New("no private key in PEM format")
	}
	for _, parse := range []func([]byte) (any, error){
		x509.ParsePKCS8PrivateKey,
		func(der []byte) (any, error) { return x509.ParseECPrivateKey(der) },
		func(der []byte) (any, error) { return x509.ParsePKCS1PrivateKey(der) },
	} {
		key, err := parse(block.Bytes)
		if err != nil {
			continue
		}
		switch signer := key.(type) {
		case *ecdsa.PrivateKey:
			return signer, nil
		case *rsa.PrivateKey:
			return signer, nil
		default:
			return nil, errors.New("neither an ECDSA nor an RSA key")
		}
	}
	return nil, errors.New("not a private key in the format PKCS #8, SEC 1 or PKCS #1")
}

func sameKey(a, b crypto.PublicKey) bool {
	key, ok := a.(interface{ Equal(crypto.PublicKey) bool })
	return ok && key.Equal(b)
}

func isSelfSigned(certificate *x509.Certificate) bool {
	return bytes.Equal(certificate.RawIssuer, certificate.RawSubject) && certificate.CheckSignatureFrom(certificate) == nil
}

// EncodeCertificates returns the certificates in PEM format, "" if there are none.
func EncodeCertificates(certificates ...*x509.Certificate) string {
	var encoded bytes.Buffer
	for _, certificate := range certificates {
		// Writing to a buffer does not fail.
		_ = pem.Encode(&encoded, &pem.Block{Type: "CERTIFICATE", Bytes: certificate.Raw})
	}
	return encoded.String()
}
