package main

import (
	"fmt"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/controllers/metrics"
	slicemetrics "github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

// reconcilers are the two of EndpointSlices, by what their metrics begin with.
// Only the endpoints of Pods are distributed.
var reconcilers = []struct{ subsystem, distribution string }{
	{"meshwork_endpoint_slice_controller", "PreferSameZone"},
	{"meshwork_endpoint_slice_mirroring_controller", ""},
}

// uses say what the metrics of a reconciler are good for.
var uses = map[string]string{
	"addresses_skipped_per_sync":             "Find addresses of Pods or Endpoints that are malformed or too many.",
	"changes":                                "See what the EndpointSlices cost the API server and every kube-proxy.",
	"desired_endpoint_slices":                "The least number of slices; far more of them are half empty.",
	"endpoints_added_per_sync":               "See how much comes at a time.",
	"endpoints_desired":                      "See how many endpoints there are.",
	"endpoints_removed_per_sync":             "See how much goes at a time.",
	"endpoints_sync_duration":                "See whether passes get slow. In seconds.",
	"endpoints_updated_per_sync":             "See how much changes at a time, such as readiness.",
	"endpointslices_changed_per_sync":        "See how many slices a pass writes: many small changes should be few writes.",
	"num_endpoint_slices":                    "See how many slices there are.",
	"services_count_by_traffic_distribution": "See which Services keep traffic near.",
	"syncs":                                  "See failures (`error`) and passes that waited for the cache (`stale`).",
}

// sliceMetrics asks the metrics of each reconciler themselves, after each of them
// has counted something.
func sliceMetrics() ([]metrics.Metric, error) {
	var all []metrics.Metric
	for _, reconciler := range reconcilers {
		counted := slicemetrics.New(reconciler.subsystem)
		counted.ObservePlan(types.NamespacedName{}, slicemetrics.Plan{TrafficDistribution: reconciler.distribution})
		counted.ObserveSync(slicemetrics.ResultSuccess, 0)
		counted.CountChange(slicemetrics.OperationCreate)

		registry := prometheus.NewRegistry()
		if err := registry.Register(counted); err != nil {
			return nil, err
		}
		families, err := registry.Gather()
		if err != nil {
			return nil, err
		}
		for _, family := range families {
			metric := metrics.Metric{
				Name: family.GetName(),
				Type: metrics.Type(strings.ToLower(family.GetType().String())),
				Help: family.GetHelp() + ".",
				Use:  uses[strings.TrimPrefix(family.GetName(), reconciler.subsystem+"_")],
			}
			if metric.Use == "" {
				return nil, fmt.Errorf("%s: say in hack/metricsdoc/slices.go what it is good for", metric.Name)
			}
			for _, label := range family.GetMetric()[0].GetLabel() {
				if label.GetValue() != "" { // one without a value is none to Prometheus
					metric.Labels = append(metric.Labels, label.GetName())
				}
			}
			all = append(all, metric)
		}
	}
	return all, nil
}
