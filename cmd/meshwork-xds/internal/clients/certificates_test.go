package clients_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/grpc/credentials"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
)

// authority signs certificates.
type authority struct {
	t           *testing.T
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, name string) *authority {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	a := &authority{t: t, certificate: template, key: newKey(t)}
	a.certificate = a.sign(template, a.key)
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (a *authority) sign(template *x509.Certificate, key *ecdsa.PrivateKey) *x509.Certificate {
	content, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &key.PublicKey, a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	signed, err := x509.ParseCertificate(content)
	if err != nil {
		a.t.Fatal(err)
	}
	return signed
}

// files are where a server or a client has its certificate.
type files struct{ certificate, key, authority string }

func newFiles(t *testing.T) files {
	directory := t.TempDir()
	in := func(name string) string { return filepath.Join(directory, name) }
	return files{certificate: in("tls.crt"), key: in("tls.key"), authority: in("ca.crt")}
}

// issue writes a certificate with the name, for clients and for servers on loopback.
// Whoever has the files trusts this authority only.
func (a *authority) issue(name string, to files) {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), NotBefore: a.certificate.NotBefore, NotAfter: a.certificate.NotAfter,
		Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.ParseIP(ipv4Loopback)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	if spiffe, err := url.Parse(name); err == nil && spiffe.Scheme == "spiffe" {
		template.URIs = []*url.URL{spiffe}
	}
	key := newKey(a.t)
	content, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	a.write(to.key, "EC PRIVATE KEY", content)
	a.write(to.certificate, "CERTIFICATE", a.sign(template, key).Raw)
	a.write(to.authority, "CERTIFICATE", a.certificate.Raw)
}

// write replaces a file at once, as the kubelet does.
func (a *authority) write(path, kind string, content []byte) {
	next := path + ".next"
	if err := os.WriteFile(next, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600); err != nil {
		a.t.Fatal(err)
	}
	if err := os.Rename(next, path); err != nil {
		a.t.Fatal(err)
	}
}

// secured makes a server listen with TLS too.
func secured(t *testing.T, of files) func(*server.Options) {
	credentials, err := server.Credentials(of.certificate, of.key, of.authority)
	if err != nil {
		t.Fatal(err)
	}
	return func(options *server.Options) {
		options.Address, options.Credentials = net.JoinHostPort(ipv4Loopback, "0"), credentials
	}
}

// secureBootstrap tells a client to connect with its certificate, if it has one.
func secureBootstrap(t *testing.T, address string, of files, rest string) string {
	own := ""
	if of.certificate != "" {
		own = fmt.Sprintf(`"certificate_file": %q, "private_key_file": %q, `, of.certificate, of.key)
	}
	server := fmt.Sprintf(`{"server_uri": %q, "channel_creds": [{"type": "tls", "config": {%s"ca_certificate_file": %q, "refresh_interval": "0.2s"}}]%s}`,
		address, own, of.authority, rest)
	return bootstrapWith(t, server, "")
}

// credentialsOf are those of a client that is not grpc's xDS client.
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
