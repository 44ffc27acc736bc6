// Package xdsbootstrap writes the configuration by which a gRPC client finds its xDS server
// (https://github.com/grpc/proposal/blob/master/A27-xds-global-load-balancing.md).
package xdsbootstrap

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
)

// Credentials is how a client and the xDS server know each other.
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

// Client is what a client needs to know.
type Client struct {
	// Server is the URI of the xDS server. Without a scheme, it is host:port.
	Server      string
	Credentials Credentials
	Files       Files
	Node        Node
}

// Files are the files that the client reads. It reads them again after RefreshInterval.
type Files struct {
	CA, Token, Certificate, PrivateKey string
	RefreshInterval                    time.Duration
}

// Node is how the client introduces itself to the xDS server.
type Node struct {
	ID string
	// Name is the Kubernetes Node that the client runs on, or "".
	Name string
	// Zone is the zone that the client runs in, or "" for that of the Node.
	Zone string
}

type configuration struct {
	Servers []server `json:"xds_servers"`
	Node    node     `json:"node"`
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

// tlsConfig is that of the type "tls"
// (https://github.com/grpc/proposal/blob/master/A65-xds-mtls-creds-in-bootstrap.md).
type tlsConfig struct {
	CAFile          string `json:"ca_certificate_file"`
	CertificateFile string `json:"certificate_file,omitempty"`
	PrivateKeyFile  string `json:"private_key_file,omitempty"`
	RefreshInterval string `json:"refresh_interval"`
}

// tokenConfig is that of the type "jwt_token_file"
// (https://github.com/grpc/proposal/blob/master/A97-xds-jwt-call-creds.md).
type tokenConfig struct {
	File string `json:"jwt_token_file"`
}

type node struct {
	ID       string            `json:"id"`
	Metadata map[string]string `json:"metadata,omitempty"`
	Locality *locality         `json:"locality,omitempty"`
}

type locality struct {
	Zone string `json:"zone"`
}

// NodeNameKey is where the xDS server looks for the name of a client's Node, in the metadata
// of its xDS node.
const NodeNameKey = "NODE_NAME"

// JSON returns the configuration.
func (c Client) JSON() ([]byte, error) {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(configuration{Servers: []server{c.server()}, Node: c.Node.configuration()})
	return written.Bytes(), err
}

func (c Client) server() server {
	// Old clients based on gRPC's C core speak version 2 without the feature.
	to := server{URI: c.Server, Features: []string{"xds_v3"}}
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

func (n Node) configuration() node {
	configured := node{ID: n.ID}
	if n.Name != "" {
		configured.Metadata = map[string]string{NodeNameKey: n.Name}
	}
	if n.Zone != "" {
		configured.Locality = &locality{Zone: n.Zone}
	}
	return configured
}
