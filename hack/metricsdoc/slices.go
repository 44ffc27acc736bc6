package main

import (
	"fmt"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/controllers/metrics"
	slicemetrics "github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

// reconcilers are the two EndpointSlice reconcilers, by the prefix of their metrics.
// Only the one for Pods supports a traffic distribution.
var reconcilers = []struct{ subsystem, distribution string }{
	{"meshwork_endpoint_slice_controller", "PreferSameZone"},
	{"meshwork_endpoint_slice_mirroring_controller", ""},
}

// uses describes what each metric of a reconciler is used for.
var uses = map[string]string{
	"addresses_skipped_per_sync":             "Find addresses of Pods or Endpoints that are malformed or exceed the limit.",
	"changes":                                "See the load that EndpointSlices put on the API server and on every kube-proxy.",
	"desired_endpoint_slices":                "Compare with the number of slices: many more slices than this are half empty.",
	"endpoints_added_per_sync":               "See how many endpoints are added at a time.",
	"endpoints_desired":                      "See how many endpoints there are.",
	"endpoints_removed_per_sync":             "See how many endpoints are removed at a time.",
	"endpoints_sync_duration":                "See whether syncs get slow.",
	"endpoints_updated_per_sync":             "See how many endpoints change at a time, for example their readiness.",
	"endpointslices_changed_per_sync":        "See how many slices a sync writes: many small changes should result in few writes.",
	"num_endpoint_slices":                    "See how many slices there are.",
	"services_count_by_traffic_distribution": "See how many Services keep traffic close to the client.",
	"syncs":                                  "See failures (`error`) and syncs that waited for the cache (`stale`).",
}

// sliceMetrics gathers the metrics of each reconciler from a registry, after adding a
// sample to each of them.
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
				return nil, fmt.Errorf("%s: describe its use in hack/metricsdoc/slices.go", metric.Name)
			}
			for _, label := range family.GetMetric()[0].GetLabel() {
				if label.GetValue() != "" { // to Prometheus, an empty label does not exist
					metric.Labels = append(metric.Labels, label.GetName())
				}
			}
			all = append(all, metric)
		}
	}
	return all, nil
}
