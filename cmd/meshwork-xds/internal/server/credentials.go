package server

import (
	"context"
	"crypto/tls"
	"fmt"
	"time"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/tls/certprovider"
	"google.golang.org/grpc/credentials/tls/certprovider/pemfile"
)

// certificateRefresh is how often files with certificates are read again.
const certificateRefresh = 10 * time.Second

// Credentials returns TLS credentials from files, which are read again when they change.
// Clients may present a certificate if there is a file with CAs.
func Credentials(certificateFile, keyFile, clientCAFile string) (credentials.TransportCredentials, error) {
	// This finds mistakes at the start, where somebody sees them.
	if _, err := tls.LoadX509KeyPair(certificateFile, keyFile); err != nil {
		return nil, fmt.Errorf("reading the certificate of the server: %w", err)
	}
	provider, err := pemfile.NewProvider(pemfile.Options{
		CertFile: certificateFile, KeyFile: keyFile, RootFile: clientCAFile, RefreshDuration: certificateRefresh,
	})
	if err != nil {
		return nil, fmt.Errorf("watching the certificate of the server: %w", err)
	}
	return credentials.NewTLS(&tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"h2"},
		GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
			return configOf(hello.Context(), provider)
		},
	}), nil
}

func configOf(ctx context.Context, provider certprovider.Provider) (*tls.Config, error) {
	material, err := provider.KeyMaterial(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate of the server: %w", err)
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2"}, Certificates: material.Certs}
	if material.Roots != nil {
		config.ClientCAs, config.ClientAuth = material.Roots, tls.VerifyClientCertIfGiven
	}
	return config, nil
}
