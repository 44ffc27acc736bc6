package server

import (
	"crypto/tls"
	"fmt"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/credentials"
)

// keyPair is the server's certificate and key, whose files are read again on use.
type keyPair struct {
	certificate, key string
	log              logr.Logger

	mu     sync.Mutex
	readAt time.Time
	inUse  *tls.Certificate
	// reported is the error that was logged last, or "".
	reported string
}

// current returns the certificate. It reads the files at most once every certificateRefresh. If
// they are missing or invalid, the certificate does not change.
func (p *keyPair) current(now time.Time) *tls.Certificate {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.readAt) >= certificateRefresh {
		p.readAt = now
		p.report(p.read())
	}
	return p.inUse
}

// read is called with the lock.
func (p *keyPair) read() error {
	read, err := tls.LoadX509KeyPair(p.certificate, p.key)
	if err != nil {
		return fmt.Errorf("reading the certificate of the server: %w", err)
	}
	p.inUse = &read
	return nil
}

// report logs an error once. Without the log, the error would be invisible until the certificate
// expires.
func (p *keyPair) report(err error) {
	if err == nil {
		p.reported = ""
		return
	}
	if err.Error() != p.reported {
		p.reported = err.Error()
		p.log.Error(err, "the server keeps its certificate: the one in the files cannot be used",
			"certificate", p.certificate, "key", p.key, "expires", p.inUse.Leaf.NotAfter)
	}
}

// certificateExpiry collects the expiry of the server's certificate, after which clients refuse to
// connect.
func certificateExpiry(of credentials.TransportCredentials) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "meshwork_xds_certificate_expiration_timestamp_seconds",
		Help: "When the certificate of the server expires, in seconds since 1970; 0 if it serves without TLS only.",
	}, func() float64 {
		files, ok := of.(*transportCredentials)
		if !ok {
			return 0
		}
		return float64(files.own.current(time.Now()).Leaf.NotAfter.Unix())
	})
}
