package cluster

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
)

// credentials are the files by which the parts of a cluster authenticate each other, and the
// administrator's credentials.
type credentials struct {
	certificate       string
	key               string
	authority         string
	clientAuthority   string
	tokens            string
	serviceAccountKey string

	authorityPEM []byte
	adminToken   string
}

func (c *Cluster) makeCredentials() (credentials, error) {
	// Clients call the API server by these names: its loopback address, and its Service.
	certificate, key, err := cert.GenerateSelfSignedCertKey("127.0.0.1",
		[]net.IP{net.IPv4(127, 0, 0, 1)}, []string{"localhost", "kubernetes", "kubernetes.default.svc"})
	if err != nil {
		return credentials{}, fmt.Errorf("making the API server's certificate: %w", err)
	}
	authority, err := lastCertificate(certificate)
	if err != nil {
		return credentials{}, fmt.Errorf("making the API server's certificate: %w", err)
	}
	if c.clients, err = newClientAuthority(); err != nil {
		return credentials{}, err
	}
	serviceAccountKey, err := keyutil.MakeEllipticPrivateKeyPEM()
	if err != nil {
		return credentials{}, fmt.Errorf("making the service account signing key: %w", err)
	}

	made := credentials{
		certificate:       filepath.Join(c.directory, "apiserver.crt"),
		key:               filepath.Join(c.directory, "apiserver.key"),
		authority:         filepath.Join(c.directory, "ca.crt"),
		clientAuthority:   filepath.Join(c.directory, "client-ca.crt"),
		tokens:            filepath.Join(c.directory, "tokens.csv"),
		serviceAccountKey: filepath.Join(c.directory, "service-account.key"),
		authorityPEM:      authority,
		adminToken:        rand.Text(),
	}
	files := map[string][]byte{
		made.certificate:       certificate,
		made.key:               key,
		made.authority:         authority,
		made.clientAuthority:   c.clients.certificatePEM(),
		made.tokens:            []byte(made.adminToken + `,admin,admin,"system:masters"` + "\n"),
		made.serviceAccountKey: serviceAccountKey,
	}
	for path, content := range files {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return credentials{}, err
		}
	}
	return made, nil
}

// lastCertificate returns the last certificate of a chain: the authority's own.
func lastCertificate(chain []byte) ([]byte, error) {
	certificates, err := cert.ParseCertsPEM(chain)
	if err != nil {
		return nil, err
	}
	return cert.EncodeCertificates(certificates[len(certificates)-1])
}
