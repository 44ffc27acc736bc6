package optional

import "github.com/prometheus/client_golang/prometheus"

// collectors are the metrics of a controller, until they are registered.
type collectors []prometheus.Collector

// Register implements prometheus.Registerer.
func (c *collectors) Register(collector prometheus.Collector) error {
	*c = append(*c, collector)
	return nil
}

// MustRegister implements prometheus.Registerer.
func (c *collectors) MustRegister(all ...prometheus.Collector) { *c = append(*c, all...) }

// Unregister implements prometheus.Registerer. Controllers do not call it.
func (c *collectors) Unregister(prometheus.Collector) bool { return false }

func (c *collectors) unregister(from prometheus.Registerer) {
	for _, collector := range *c {
		from.Unregister(collector)
	}
}
