package server

import (
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// metrics are about streams.
type metrics struct {
	streams       prometheus.Gauge
	subscriptions *prometheus.GaugeVec
	nacks         *prometheus.CounterVec
	refusing      *prometheus.GaugeVec
	rejected      *prometheus.CounterVec
	delayed       prometheus.Counter
}

// Reasons for refusing or ending a stream.
const (
	rejectedIdentity = "identity"
	rejectedLimit    = "limit"
)

func newMetrics(registry prometheus.Registerer) *metrics {
	m := &metrics{
		streams: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "meshwork_xds_streams", Help: "Open streams of clients.",
		}),
		subscriptions: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "meshwork_xds_subscriptions", Help: "Names that clients subscribe to, by type.",
		}, []string{"type"}),
		nacks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "meshwork_xds_nacks_total", Help: "Responses that a client refused, by type.",
		}, []string{"type"}),
		refusing: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "meshwork_xds_refusing_streams", Help: "Open streams whose client refuses what it was sent last, by type.",
		}, []string{"type"}),
		rejected: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "meshwork_xds_rejected_streams_total", Help: "Streams that were rejected or ended, because of the identity of the client or a limit.",
		}, []string{"reason"}),
		delayed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "meshwork_xds_delayed_requests_total", Help: "Requests that had to wait, because the clients of one user at one address asked too fast.",
		}),
	}
	registry.MustRegister(m.streams, m.subscriptions, m.nacks, m.refusing, m.rejected, m.delayed)
	for _, kind := range resource.Kinds {
		m.subscriptions.WithLabelValues(kind.String())
		m.nacks.WithLabelValues(kind.String())
		m.refusing.WithLabelValues(kind.String())
	}
	m.rejected.WithLabelValues(rejectedIdentity)
	m.rejected.WithLabelValues(rejectedLimit)
	return m
}

func (m *metrics) subscribed(kind resource.Kind, names int) {
	m.subscriptions.WithLabelValues(kind.String()).Add(float64(names))
}

// countRejection counts the error with which the server ends a stream, and returns it. Failed
// requests to the API server do not count.
func (m *metrics) countRejection(err error) error {
	switch status.Code(err) {
	case codes.Unauthenticated, codes.PermissionDenied:
		m.rejected.WithLabelValues(rejectedIdentity).Inc()
	case codes.ResourceExhausted:
		m.rejected.WithLabelValues(rejectedLimit).Inc()
	default:
	}
	return err
}
