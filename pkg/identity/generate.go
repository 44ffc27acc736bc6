package identity

import (
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
	"net/url"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

const (
	// DefaultCALifetime is the lifetime of a generated CA.
	DefaultCALifetime = 10 * 365 * 24 * time.Hour
	// backdating makes a certificate valid on machines whose clock is behind the clock of the
	// API server.
	backdating = 3 * time.Minute
)

// GenerateAuthority returns the data of a Secret with a new CA.
func GenerateAuthority(mesh *v1alpha1.Mesh, backend *v1alpha1.CABackend, now time.Time) (map[string][]byte, error) {
	key, err := generateKey(backend.Generated.KeyType)
	if err != nil {
		return nil, fmt.Errorf("generating the key of CA backend %s: %w", backend.Name, err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	lifetime := DefaultCALifetime
	if backend.Generated.Lifetime != nil {
		lifetime = backend.Generated.Lifetime.Duration
	}
	template := &x509.Certificate{
		SerialNumber:          serial,
		Subject:               pkix.Name{Organization: []string{"Mesh " + mesh.Name}, CommonName: "CA backend " + backend.Name},
		NotBefore:             now.Add(-backdating),
		NotAfter:              now.Add(lifetime),
		IsCA:                  true,
		BasicConstraintsValid: true,
		MaxPathLenZero:        true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
		URIs:                  []*url.URL{{Scheme: "spiffe", Host: tlspolicy.TrustDomain(mesh)}},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("creating the certificate of CA backend %s: %w", backend.Name, err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		corev1.TLSCertKey:       pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		corev1.TLSPrivateKeyKey: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
	}, nil
}

func generateKey(keyType v1alpha1.CAKeyType) (crypto.Signer, error) {
	switch keyType {
	case v1alpha1.CAKeyECDSAP384:
		return ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	case v1alpha1.CAKeyRSA3072:
		return rsa.GenerateKey(rand.Reader, 3072)
	case v1alpha1.CAKeyRSA4096:
		return rsa.GenerateKey(rand.Reader, 4096)
	default:
		return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	}
}
