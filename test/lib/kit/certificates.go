package kit

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// certificateLifetime outlives every test run.
const certificateLifetime = 24 * time.Hour

// Authority signs certificates of servers and clients.
type Authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	// parent is the authority that signed the certificate, nil if it is self-signed.
	parent *Authority
}

// NewAuthority returns an Authority with a new key.
func NewAuthority(name string) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	certificate, err := cert.NewSelfSignedCACert(cert.Config{CommonName: name}, key)
	if err != nil {
		return nil, err
	}
	return &Authority{certificate: certificate, key: key}, nil
}

// NewIntermediate returns an Authority with a new key, whose certificate a has signed.
func (a *Authority) NewIntermediate(name string) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	raw, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(certificateLifetime),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}, a.certificate, key.Public(), a.key)
	if err != nil {
		return nil, fmt.Errorf("signing the certificate of authority %s: %w", name, err)
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		return nil, err
	}
	return &Authority{certificate, key, a}, nil
}

// Secret returns the authority as cert-manager stores it.
func (a *Authority) Secret(namespace, name string) (*corev1.Secret, error) {
	key, err := keyutil.MarshalPrivateKeyToPEM(a.key)
	if err != nil {
		return nil, err
	}
	secret := &corev1.Secret{Type: corev1.SecretTypeTLS, Data: map[string][]byte{
		corev1.TLSCertKey: encoded(a.certificate.Raw), corev1.TLSPrivateKeyKey: key, caFile: encoded(a.certificate.Raw),
	}}
	if a.parent != nil {
		secret.Data[caFile] = encoded(a.parent.certificate.Raw)
	}
	secret.Namespace, secret.Name = namespace, name
	return secret, nil
}

// The files of a certificate, with the names that a Secret of the type kubernetes.io/tls has.
const (
	certificateFile = "tls.crt"
	keyFile         = "tls.key"
	caFile          = "ca.crt"
)

// Certificate describes a certificate to issue. Only the name is required.
type Certificate struct {
	// Name is a common name, or the SPIFFE ID of a ServiceAccount.
	Name     string
	DNSNames []string
	// Lifetime may be negative, for a certificate that has expired.
	Lifetime time.Duration
	// Roots are the authorities that its owner trusts. By default, this is the issuer.
	Roots []*Authority
}

// Issue writes a certificate, its key, and the certificates of the trusted authorities as
// tls.crt, tls.key and ca.crt into a directory. The certificate is for a client, and for a
// server with these DNS names and the address 127.0.0.1.
func (a *Authority) Issue(directory, name string, dnsNames ...string) error {
	return a.IssueTo(directory, Certificate{Name: name, DNSNames: dnsNames})
}

// IssueTo is Issue for other certificates.
func (a *Authority) IssueTo(directory string, of Certificate) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template, err := of.template()
	if err != nil {
		return err
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, a.certificate, key.Public(), a.key)
	if err != nil {
		return fmt.Errorf("signing the certificate of %s: %w", of.Name, err)
	}
	keyPEM, err := keyutil.MarshalPrivateKeyToPEM(key)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return err
	}
	roots := of.Roots
	if len(roots) == 0 {
		roots = []*Authority{a}
	}
	chain := encoded(raw)
	if a.parent != nil {
		chain = append(chain, encoded(a.certificate.Raw)...)
	}
	return errors.Join(
		cluster.ReplaceFile(filepath.Join(directory, keyFile), keyPEM),
		cluster.ReplaceFile(filepath.Join(directory, certificateFile), chain),
		WriteRoots(directory, roots...),
	)
}

// WriteRoots replaces the authorities that the owner of a certificate trusts.
func WriteRoots(directory string, roots ...*Authority) error {
	var bundle []byte
	for _, root := range roots {
		bundle = append(bundle, encoded(root.certificate.Raw)...)
	}
	return cluster.ReplaceFile(filepath.Join(directory, caFile), bundle)
}

func (c Certificate) template() (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	lifetime := c.Lifetime
	if lifetime == 0 {
		lifetime = certificateLifetime
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: c.Name},
		DNSNames: append(c.DNSNames, "localhost"), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(min(0, lifetime) - time.Minute), NotAfter: time.Now().Add(lifetime),
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	if spiffe, err := url.Parse(c.Name); err == nil && spiffe.Scheme == "spiffe" {
		template.URIs = []*url.URL{spiffe}
	}
	return template, nil
}

func encoded(raw []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: cert.CertificateBlockType, Bytes: raw})
}

// AuthorityFrom returns the authority in a Secret, as Meshwork's signer keeps it.
func AuthorityFrom(secret *corev1.Secret) (*Authority, error) {
	certificates, err := cert.ParseCertsPEM(secret.Data[corev1.TLSCertKey])
	if err != nil {
		return nil, fmt.Errorf("reading the certificate in the Secret %s: %w", secret.Name, err)
	}
	parsed, err := keyutil.ParsePrivateKeyPEM(secret.Data[corev1.TLSPrivateKeyKey])
	if err != nil {
		return nil, fmt.Errorf("reading the key in the Secret %s: %w", secret.Name, err)
	}
	key, isECDSA := parsed.(*ecdsa.PrivateKey)
	if !isECDSA {
		return nil, fmt.Errorf("the key in the Secret %s is a %T, and not one for ECDSA", secret.Name, parsed)
	}
	return &Authority{certificate: certificates[0], key: key}, nil
}
