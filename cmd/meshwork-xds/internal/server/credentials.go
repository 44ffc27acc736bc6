package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"time"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/tls/certprovider"
	"google.golang.org/grpc/credentials/tls/certprovider/pemfile"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/identity"
)

// certificateRefresh is how often files with certificates are read again.
const certificateRefresh = 10 * time.Second

// Files are the files of the server's TLS. They are read again when they change.
type Files struct {
	// Certificate and Key are the server's certificate and its key.
	Certificate, Key string
	// ClientCA has the CAs of clients, or is "".
	ClientCA string
	// MeshRoots has the roots of all Meshes, or is "". The file may be missing.
	MeshRoots string
}

// Credentials returns TLS credentials from files. Clients may present a certificate if there
// is a file with CAs.
func Credentials(files Files) (credentials.TransportCredentials, error) {
	// This finds mistakes at the start, where somebody sees them.
	if _, err := tls.LoadX509KeyPair(files.Certificate, files.Key); err != nil {
		return nil, fmt.Errorf("reading the certificate of the server: %w", err)
	}
	provider, err := pemfile.NewProvider(pemfile.Options{
		CertFile: files.Certificate, KeyFile: files.Key, RefreshDuration: certificateRefresh,
	})
	if err != nil {
		return nil, fmt.Errorf("watching the certificate of the server: %w", err)
	}
	made := &transportCredentials{
		provider: provider, clientCAs: &rootsFile{path: files.ClientCA}, meshRoots: &rootsFile{path: files.MeshRoots},
	}
	if err := made.clientCAs.read(); err != nil {
		return nil, fmt.Errorf("reading the CA certificates of clients: %w", err)
	}
	made.TransportCredentials = credentials.NewTLS(&tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"h2"},
		GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
			return made.config(hello.Context(), time.Now())
		},
	})
	return made, nil
}

// transportCredentials tell apart clients whose certificates are of a mesh and of a client CA.
type transportCredentials struct {
	credentials.TransportCredentials
	provider             certprovider.Provider
	clientCAs, meshRoots *rootsFile
}

func (c *transportCredentials) config(ctx context.Context, now time.Time) (*tls.Config, error) {
	material, err := c.provider.KeyMaterial(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate of the server: %w", err)
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2"}, Certificates: material.Certs}
	for _, file := range []*rootsFile{c.clientCAs, c.meshRoots} {
		for _, root := range file.current(now) {
			if config.ClientCAs == nil {
				config.ClientCAs, config.ClientAuth = x509.NewCertPool(), tls.VerifyClientCertIfGiven
			}
			config.ClientCAs.AddCert(root)
		}
	}
	return config, nil
}

// ServerHandshake implements credentials.TransportCredentials.
func (c *transportCredentials) ServerHandshake(connection net.Conn) (net.Conn, credentials.AuthInfo, error) {
	secured, info, err := c.TransportCredentials.ServerHandshake(connection)
	if tlsInfo, ok := info.(credentials.TLSInfo); ok && !c.isOfClientCA(tlsInfo.State.VerifiedChains) {
		info = identity.MeshInfo{TLSInfo: tlsInfo}
	}
	return secured, info, err
}

// isOfClientCA reports whether a client CA has verified the certificate. Whether a root of a
// mesh has does not matter: a root that is removed at this moment must not give its clients
// more rights.
func (c *transportCredentials) isOfClientCA(chains [][]*x509.Certificate) bool {
	for _, chain := range chains {
		if c.clientCAs.has(chain[len(chain)-1], time.Now()) {
			return true
		}
	}
	return false
}

// Clone implements credentials.TransportCredentials.
func (c *transportCredentials) Clone() credentials.TransportCredentials {
	clone := *c
	clone.TransportCredentials = c.TransportCredentials.Clone()
	return &clone
}
