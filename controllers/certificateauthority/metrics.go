package certificateauthority

import (
	"iter"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

var (
	caExpiry = metrics.Metric{
		Name: "meshwork_ca_expiration_timestamp_seconds", Type: metrics.Gauge, Labels: []string{"mesh", "backend"},
		Help: "When the CA of a backend, or an intermediate certificate or root of it, expires, in seconds since 1970; 0 if it cannot be used.",
		Use:  "Alert before a CA expires.",
	}
	rotationInProgress = metrics.Metric{
		Name: "meshwork_ca_rotation_in_progress", Type: metrics.Gauge, Labels: []string{"mesh"},
		Help: "1 while a Mesh has an enabled CA backend and its condition RotationComplete is not True, 0 otherwise.",
		Use:  "Alert on a rotation that does not end.",
	}
)

// Metrics are the metrics that the controller exposes.
var Metrics = []metrics.Metric{caExpiry, rotationInProgress}

// authorities are the authorities of a Mesh at its last sync.
type authorities struct {
	expiries map[string]time.Time // by backend
	rotating bool
}

func authoritiesOf(backends []identity.Backend, rotating bool) *authorities {
	found := &authorities{map[string]time.Time{}, rotating}
	for _, backend := range backends {
		expiry := time.Time{}
		if backend.Authority != nil {
			expiry = backend.Authority.NotAfter()
		}
		found.expiries[backend.Name] = expiry
	}
	return found
}

// expiryCollector exposes the authorities of the Meshes.
type expiryCollector struct {
	expiry, rotation *prometheus.Desc
	meshes           iter.Seq2[types.NamespacedName, *atomic.Pointer[authorities]]
}

func newExpiryCollector(meshes iter.Seq2[types.NamespacedName, *atomic.Pointer[authorities]]) expiryCollector {
	return expiryCollector{caExpiry.Desc(nil), rotationInProgress.Desc(nil), meshes}
}

// Describe implements prometheus.Collector.
func (c expiryCollector) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- c.expiry
	descriptions <- c.rotation
}

// Collect implements prometheus.Collector.
func (c expiryCollector) Collect(samples chan<- prometheus.Metric) {
	for name, last := range c.meshes {
		mesh, found := name.Name, last.Load()
		if found == nil {
			continue
		}
		for backend, expiry := range found.expiries {
			value := float64(0)
			if !expiry.IsZero() {
				value = float64(expiry.Unix())
			}
			samples <- prometheus.MustNewConstMetric(c.expiry, prometheus.GaugeValue, value, mesh, backend)
		}
		rotating := float64(0)
		if found.rotating {
			rotating = 1
		}
		samples <- prometheus.MustNewConstMetric(c.rotation, prometheus.GaugeValue, rotating, mesh)
	}
}
