package certificateauthority

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

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

// expiryCollector holds what was found at the last sync of each Mesh.
type expiryCollector struct {
	expiry, rotation *prometheus.Desc

	mutex  sync.Mutex
	meshes map[string]authorities
}

type authorities struct {
	expiries map[string]time.Time
	rotating bool
}

func newExpiryCollector() *expiryCollector {
	return &expiryCollector{expiry: caExpiry.Desc(nil), rotation: rotationInProgress.Desc(nil), meshes: map[string]authorities{}}
}

func (c *expiryCollector) set(mesh string, backends []identity.Backend, rotating bool) {
	found := authorities{map[string]time.Time{}, rotating}
	for _, backend := range backends {
		expiry := time.Time{}
		if backend.Authority != nil {
			expiry = backend.Authority.NotAfter()
		}
		found.expiries[backend.Name] = expiry
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.meshes[mesh] = found
}

func (c *expiryCollector) forget(mesh string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.meshes, mesh)
}

// Describe implements prometheus.Collector.
func (c *expiryCollector) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- c.expiry
	descriptions <- c.rotation
}

// Collect implements prometheus.Collector.
func (c *expiryCollector) Collect(samples chan<- prometheus.Metric) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for mesh, found := range c.meshes {
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
