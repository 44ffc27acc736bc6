// Package xdsbootstrap writes the configuration by which a gRPC client finds its xDS server
// (https://github.com/grpc/proposal/blob/master/A27-xds-global-load-balancing.md).
package xdsbootstrap

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// Credentials are the means by which a client and the xDS server authenticate each other.
type Credentials int

// Credentials.
const (
	// Token is TLS and the token of a ServiceAccount.
	Token Credentials = iota
	// Certificate is TLS on both sides.
	Certificate
	// Insecure is neither TLS nor an identity.
	Insecure
)

// Client is the input of a client's bootstrap.
type Client struct {
	// Server is the URI of the xDS server. Without a scheme, it is host:port.
	Server      string
	Credentials Credentials
	Files       Files
	Node        Node
	// Pod is the Pod of the client, or the zero value if it is in none. gRPC servers of the
	// process find their configuration by it.
	Pod types.NamespacedName
	// Mesh are the files of the Pod's certificate of the mesh, or nil if it has none.
	// Servers and clients of the process use it for mutual TLS.
	Mesh *MeshFiles
}

// MeshFiles are the certificate of a Pod with its intermediates, its private key, and the
// roots of the Mesh. The certificate and the key must be in one directory.
type MeshFiles struct{ Certificate, PrivateKey, Roots string }

// meshRefreshInterval is the time between two reads of the files of the mesh. It is short, because new
// roots must be known before certificates need them.
const meshRefreshInterval = 10 * time.Second

// Files are the files that the client reads. It reads them again after RefreshInterval.
type Files struct {
	CA, Token, Certificate, PrivateKey string
	RefreshInterval                    time.Duration
}

// Node describes the client to the xDS server.
type Node struct {
	ID string
	// Name is the Kubernetes Node that the client runs on, or "".
	Name string
	// Zone is the zone that the client runs in, or "" for the zone of the Node.
	Zone string
}

type configuration struct {
	Servers []server `json:"xds_servers"`
	Node    node     `json:"node"`
	// https://github.com/grpc/proposal/blob/master/A29-xds-tls-security.md
	CertificateProviders map[string]provider `json:"certificate_providers,omitempty"`
	// https://github.com/grpc/proposal/blob/master/A36-xds-for-servers.md
	ServerListener string `json:"server_listener_resource_name_template,omitempty"`
}

type provider struct {
	Plugin string       `json:"plugin_name"`
	Config watchedFiles `json:"config"`
}

type watchedFiles struct {
	CertificateFile string `json:"certificate_file"`
	PrivateKeyFile  string `json:"private_key_file"`
	CAFile          string `json:"ca_certificate_file"`
	RefreshInterval string `json:"refresh_interval"`
}

type server struct {
	URI                string       `json:"server_uri"`
	ChannelCredentials []credential `json:"channel_creds"`
	CallCredentials    []credential `json:"call_creds,omitempty"`
	Features           []string     `json:"server_features"`
}

type credential struct {
	Type   string `json:"type"`
	Config any    `json:"config,omitempty"`
}

// tlsConfig is the configuration of the type "tls"
// (https://github.com/grpc/proposal/blob/master/A65-xds-mtls-creds-in-bootstrap.md).
type tlsConfig struct {
	CAFile          string `json:"ca_certificate_file"`
	CertificateFile string `json:"certificate_file,omitempty"`
	PrivateKeyFile  string `json:"private_key_file,omitempty"`
	RefreshInterval string `json:"refresh_interval"`
}

// tokenConfig is the configuration of the type "jwt_token_file"
// (https://github.com/grpc/proposal/blob/master/A97-xds-jwt-call-creds.md).
type tokenConfig struct {
	File string `json:"jwt_token_file"`
}

type node struct {
	ID       string            `json:"id"`
	Metadata map[string]string `json:"metadata,omitempty"`
	// grpc-js refuses a bootstrap without it.
	Locality locality `json:"locality"`
}

type locality struct {
	Zone string `json:"zone,omitempty"`
}

// NodeNameKey is the key of the name of a client's Node, in the metadata
// of its xDS node.
const NodeNameKey = "NODE_NAME"

const (
	// CertificateProvider is the certificate provider of the bootstrap that has the
	// certificate of the mesh. The xDS server names it.
	CertificateProvider = "meshwork"

	// CertificatesKey is where the xDS server looks whether a client has a certificate
	// provider, in the metadata of its xDS node. The value is "true".
	CertificatesKey = "meshwork.dev/certificates"

	// ServerListenerPrefix begins the names by which servers ask for their listeners:
	// meshwork.dev/server/<namespace>/<pod>/<address>:<port>.
	ServerListenerPrefix = "meshwork.dev/server/"
)

// JSON returns the configuration.
func (c Client) JSON() ([]byte, error) {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(configuration{
		Servers: []server{c.server()}, Node: c.node(), CertificateProviders: c.providers(), ServerListener: c.serverListener(),
	})
	return written.Bytes(), err
}

func (c Client) providers() map[string]provider {
	if c.Mesh == nil {
		return nil
	}
	return map[string]provider{CertificateProvider: {Plugin: "file_watcher", Config: watchedFiles{
		CertificateFile: c.Mesh.Certificate, PrivateKeyFile: c.Mesh.PrivateKey, CAFile: c.Mesh.Roots,
		RefreshInterval: protobufDuration(meshRefreshInterval),
	}}}
}

// serverListener has %s where gRPC puts the address that a server listens at.
func (c Client) serverListener() string {
	if c.Pod.Name == "" {
		return ""
	}
	return ServerListenerPrefix + c.Pod.String() + "/%s"
}

// serverFeatures are features of the xDS server. Clients ignore those that they do not know.
//
//   - xds_v3: Without it, old clients based on gRPC's C core speak version 2.
//   - fail_on_data_errors: Without it, clients with support for gRFC A88 keep using a resource that the
//     server deletes, or whose next version they refuse. A server could go on without TLS
//     (https://github.com/grpc/proposal/blob/master/A88-xds-data-error-handling.md).
var serverFeatures = []string{"xds_v3", "fail_on_data_errors"}

func (c Client) server() server {
	to := server{URI: c.Server, Features: serverFeatures}
	if c.Credentials == Insecure {
		to.ChannelCredentials = []credential{{Type: "insecure"}}
		return to
	}
	tls := tlsConfig{CAFile: c.Files.CA, RefreshInterval: protobufDuration(c.Files.RefreshInterval)}
	if c.Credentials == Certificate {
		tls.CertificateFile, tls.PrivateKeyFile = c.Files.Certificate, c.Files.PrivateKey
	} else {
		to.CallCredentials = []credential{{Type: "jwt_token_file", Config: tokenConfig{File: c.Files.Token}}}
	}
	to.ChannelCredentials = []credential{{Type: "tls", Config: tls}}
	return to
}

// protobufDuration returns the duration in seconds, the only unit that protobuf's JSON has.
func protobufDuration(duration time.Duration) string {
	return strconv.FormatFloat(duration.Seconds(), 'f', -1, 64) + "s"
}

func (c Client) node() node {
	configured := node{ID: c.Node.ID, Metadata: map[string]string{}, Locality: locality{Zone: c.Node.Zone}}
	if c.Node.Name != "" {
		configured.Metadata[NodeNameKey] = c.Node.Name
	}
	if c.Mesh != nil {
		configured.Metadata[CertificatesKey] = "true"
	}
	return configured
}
