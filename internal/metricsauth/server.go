package metricsauth

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"k8s.io/client-go/rest"
	certutil "k8s.io/client-go/util/cert"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
	"github.com/meshwork-dev/meshwork/internal/reviews"
)

// Limits of the connections to the metrics, which take no identity: each takes 30 KiB.
const (
	maxConnections           = 100
	maxConnectionsPerAddress = 20
	// headerTimeout bounds a handshake as well.
	headerTimeout  = 10 * time.Second
	maxHeaderBytes = 16 << 10
	// idleTimeout is longer than scrapes are apart.
	idleTimeout = 90 * time.Second
)

// AddServer adds a server of the metrics to a manager: it serves HTTPS at the address, to clients that may
// get the metrics. The address "0" turns it off. The manager needs permission to create TokenReviews and
// SubjectAccessReviews.
//
// The one of controller-runtime has no limit of connections.
func AddServer(mgr manager.Manager, config *rest.Config, address string) error {
	if address == "0" {
		return nil
	}
	clients, err := reviews.New(config, mgr.GetHTTPClient())
	if err != nil {
		return err
	}
	server, err := newServer(address, clients, metrics.Registry, mgr.GetLogger().WithName("metrics"))
	if err != nil {
		return fmt.Errorf("serving metrics at %s: %w", address, err)
	}
	return mgr.Add(server)
}

// newServer listens at the address.
func newServer(address string, clients reviews.Client, registry prometheus.Gatherer, log logr.Logger) (*manager.Server, error) {
	certificate, key, err := certutil.GenerateSelfSignedCertKey("localhost", []net.IP{{127, 0, 0, 1}}, nil)
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	limited := ratelimit.NewListener(listener, ratelimit.NewShares(maxConnections, maxConnectionsPerAddress), log)
	mux := http.NewServeMux()
	handler := promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorHandling: promhttp.HTTPErrorOnError})
	mux.Handle("/metrics", newGuard(log, clients, clock.RealClock{}, handler))
	return &manager.Server{
		Name: "metrics",
		Server: &http.Server{
			Handler: mux, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		},
		Listener: tls.NewListener(limited, &tls.Config{
			MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair},
			// A scrape does not need HTTP/2, which has been open to denial of service (CVE-2023-44487).
			NextProtos: []string{"http/1.1"},
		}),
	}, nil
}
