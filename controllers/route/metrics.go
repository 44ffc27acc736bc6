package route

import (
	"context"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

var routesByResult = metrics.Metric{
	Name: "meshwork_routes", Type: metrics.Gauge, Labels: []string{"kind", "result"},
	Help: "Routes that are attached to a Service in a Mesh, by kind and by result: served, or refused in whole or in part.",
	Use:  "Alert on routes whose calls fail because of a mistake in the route. The reason is in the status and in the event `InvalidRoute`.",
}

// Metrics are the metrics that the controller exposes.
var Metrics = []metrics.Metric{routesByResult}

// The results of a route.
const (
	served  = "served"
	refused = "refused"
)

// collector reads the statuses in the cache at each scrape.
type collector struct{ reader client.Reader }

var routesDesc = routesByResult.Desc(nil)

// Describe implements prometheus.Collector.
func (collector) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- routesDesc }

// Collect implements prometheus.Collector.
func (c collector) Collect(samples chan<- prometheus.Metric) {
	ctx := context.Background()
	for _, kind := range routes.Kinds {
		list := routes.NewList(kind.Kind)
		if err := c.reader.List(ctx, list, client.UnsafeDisableDeepCopy); err != nil {
			log.FromContext(ctx).Error(err, "could not count routes", "kind", kind.Kind)
			continue
		}
		counts := map[string]int{served: 0, refused: 0}
		for _, route := range routes.In(list) {
			if own := ownEntries(route.Status); len(own) > 0 {
				counts[resultOf(own)]++
			}
		}
		for result, count := range counts {
			samples <- prometheus.MustNewConstMetric(routesDesc, prometheus.GaugeValue, float64(count), kind.Kind, result)
		}
	}
}

func resultOf(entries []gatewayv1.RouteParentStatus) string {
	for _, entry := range entries {
		if slices.ContainsFunc(entry.Conditions, routes.NeedsAction) {
			return refused
		}
	}
	return served
}
