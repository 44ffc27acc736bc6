package main

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/hack/metricsdoc/gathered"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	slicemetrics "github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

// reconcilers are the two EndpointSlice reconcilers, by the prefix of their metrics.
// Only the one for Pods supports a traffic distribution.
var reconcilers = []struct{ subsystem, distribution string }{
	{"meshwork_endpoint_slice_controller", "PreferSameZone"},
	{"meshwork_endpoint_slice_mirroring_controller", ""},
}

// uses describes the use of each metric of a reconciler.
var uses = map[string]string{
	"addresses_skipped_per_sync":             "Find addresses of Pods or Endpoints that are malformed or exceed the limit.",
	"changes_total":                          "See the load that EndpointSlices put on the API server and on every kube-proxy.",
	"desired_endpoint_slices":                "Compare with the number of slices: many more slices than this are half empty.",
	"endpoints_added_per_sync":               "See how many endpoints are added at a time.",
	"endpoints_desired":                      "See how many endpoints there are.",
	"endpoints_removed_per_sync":             "See how many endpoints are removed at a time.",
	"endpoints_sync_duration":                "See whether syncs get slow.",
	"endpoints_updated_per_sync":             "See how many endpoints change at a time, for example their readiness.",
	"endpointslices_changed_per_sync":        "See how many slices a sync writes: many small changes should result in few writes.",
	"num_endpoint_slices":                    "See how many slices there are.",
	"services_count_by_traffic_distribution": "See how many Services keep traffic close to the client.",
	"syncs_total":                            "See failures (`error`) and syncs that waited for the cache (`stale`).",
}

// sliceMetrics gathers the metrics of each reconciler from a registry, after adding a
// sample to each of them.
func sliceMetrics() ([]metrics.Metric, error) {
	var all []metrics.Metric
	for _, reconciler := range reconcilers {
		counted := slicemetrics.New(reconciler.subsystem)
		counted.Observe(types.NamespacedName{}, endpointslice.Observation{Plan: &endpointslice.Plan{}, TrafficDistribution: reconciler.distribution})

		registry := prometheus.NewRegistry()
		if err := registry.Register(counted); err != nil {
			return nil, err
		}
		ofReconciler, err := gathered.Metrics(registry, func(name string) string {
			return uses[strings.TrimPrefix(name, reconciler.subsystem+"_")]
		})
		if err != nil {
			return nil, err
		}
		all = append(all, ofReconciler...)
	}
	return all, nil
}
