package cluster

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"time"

	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
)

// clientAuthority issues the certificates by which the API server authenticates clients.
type clientAuthority struct {
	certificate *x509.Certificate
	key         crypto.Signer
}

func newClientAuthority() (*clientAuthority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making the key of the client authority: %w", err)
	}
	certificate, err := cert.NewSelfSignedCACert(cert.Config{CommonName: "meshwork-test-clients"}, key)
	if err != nil {
		return nil, fmt.Errorf("making the certificate of the client authority: %w", err)
	}
	return &clientAuthority{certificate: certificate, key: key}, nil
}

func (a *clientAuthority) certificatePEM() []byte { return certificatePEM(a.certificate.Raw) }

// issue returns the certificate and the key of a user in one group, as PEM. The
// certificate lasts a day.
func (a *clientAuthority) issue(user, group string) (certificate, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, nil, err
	}
	raw, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: user, Organization: []string{group}},
		NotBefore: a.certificate.NotBefore, NotAfter: time.Now().Add(credentialLifetime),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}, a.certificate, private.Public(), a.key)
	if err != nil {
		return nil, nil, err
	}
	key, err = keyutil.MarshalPrivateKeyToPEM(private)
	return certificatePEM(raw), key, err
}

func certificatePEM(raw []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: cert.CertificateBlockType, Bytes: raw})
}
