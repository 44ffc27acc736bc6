package clients_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-logr/logr"
	"google.golang.org/grpc/credentials"

	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
)

// authority signs certificates.
type authority struct {
	*kit.Authority
	t *testing.T
}

func newAuthority(t *testing.T, name string) *authority {
	of, err := kit.NewAuthority(name)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{of, t}
}

// files are the files of the certificate of a server or a client.
type files struct{ directory, certificate, key, authority string }

func newFiles(t *testing.T) files {
	directory := t.TempDir()
	in := func(name string) string { return filepath.Join(directory, name) }
	return files{directory: directory, certificate: in("tls.crt"), key: in("tls.key"), authority: in("ca.crt")}
}

// issue writes a certificate with the name. Its owner trusts this authority only.
func (a *authority) issue(name string, to files) {
	if err := a.Issue(to.directory, name); err != nil {
		a.t.Fatal(err)
	}
}

// issueTrusting writes a certificate. Its owner trusts another authority.
func (a *authority) issueTrusting(name string, to files, trusted *authority) {
	if err := a.IssueTo(to.directory, kit.Certificate{Name: name, Roots: []*kit.Authority{trusted.Authority}}); err != nil {
		a.t.Fatal(err)
	}
}

// secured makes a server listen with TLS too.
func secured(t *testing.T, of files) func(*server.Options) {
	return securedBy(t, server.Files{Certificate: of.certificate, Key: of.key, ClientCA: of.authority})
}

func securedBy(t *testing.T, files server.Files) func(*server.Options) {
	credentials, err := server.Credentials(files, logr.Discard())
	if err != nil {
		t.Fatal(err)
	}
	return func(options *server.Options) {
		options.Address, options.Credentials = net.JoinHostPort(ipv4Loopback, "0"), credentials
	}
}

// secureBootstrap returns the bootstrap of a client that connects with its certificate, if it has
// one.
func secureBootstrap(t *testing.T, address string, of files, rest string) string {
	own := ""
	if of.certificate != "" {
		own = fmt.Sprintf(`"certificate_file": %q, "private_key_file": %q, `, of.certificate, of.key)
	}
	server := fmt.Sprintf(`{"server_uri": %q, "channel_creds": [{"type": "tls", "config": {%s"ca_certificate_file": %q, "refresh_interval": "0.2s"}}]%s}`,
		address, own, of.authority, rest)
	return bootstrapWith(t, server, "")
}

// credentialsOf returns the credentials of a client that is not grpc's xDS client.
func credentialsOf(t *testing.T, of files) credentials.TransportCredentials {
	certificate, err := tls.LoadX509KeyPair(of.certificate, of.key)
	if err != nil {
		t.Fatal(err)
	}
	authorities, err := os.ReadFile(of.authority)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(authorities)
	return credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{certificate}, RootCAs: roots})
}
