package server

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"time"

	"github.com/go-logr/logr"
	"google.golang.org/grpc/credentials"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
)

// certificateRefresh is the time between two reads of a file with certificates.
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

// Credentials returns TLS credentials from files. Clients may present a certificate if there is a
// file with CAs. Errors of later reads are logged.
func Credentials(files Files, log logr.Logger) (credentials.TransportCredentials, error) {
	made := &transportCredentials{
		own: &keyPair{certificate: files.Certificate, key: files.Key, log: log}, clientCAs: &rootsFile{path: files.ClientCA, log: log},
		meshRoots: &rootsFile{path: files.MeshRoots, mayBeMissing: true, log: log},
	}
	// Errors at the start are most visible.
	if err := made.own.read(); err != nil {
		return nil, err
	}
	if _, err := made.clientCAs.read(); err != nil {
		return nil, fmt.Errorf("reading the CA certificates of clients: %w", err)
	}
	made.TransportCredentials = credentials.NewTLS(&tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"h2"},
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			return made.config(time.Now()), nil
		},
	})
	return made, nil
}

// transportCredentials distinguish clients with certificates of a mesh and of a client CA.
type transportCredentials struct {
	credentials.TransportCredentials
	own                  *keyPair
	clientCAs, meshRoots *rootsFile
}

func (c *transportCredentials) config(now time.Time) *tls.Config {
	config := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2"}, Certificates: []tls.Certificate{*c.own.current(now)}}
	for _, file := range []*rootsFile{c.clientCAs, c.meshRoots} {
		for _, root := range file.current(now) {
			if config.ClientCAs == nil {
				config.ClientCAs, config.ClientAuth = x509.NewCertPool(), tls.VerifyClientCertIfGiven
			}
			config.ClientCAs.AddCert(root)
		}
	}
	return config
}

// ServerHandshake implements credentials.TransportCredentials.
func (c *transportCredentials) ServerHandshake(connection net.Conn) (net.Conn, credentials.AuthInfo, error) {
	secured, info, err := c.TransportCredentials.ServerHandshake(connection)
	if tlsInfo, ok := info.(credentials.TLSInfo); ok && !c.isOfClientCA(tlsInfo.State.VerifiedChains) {
		info = clientauth.MeshInfo{TLSInfo: tlsInfo}
	}
	return secured, info, err
}

// isOfClientCA reports whether a client CA has verified the certificate. The roots of meshes are
// not consulted: removing one at this moment must not give its clients more rights.
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
