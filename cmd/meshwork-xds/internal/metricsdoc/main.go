// Command metricsdoc writes the metrics of the server to standard output, as JSON.
// hack/metricsdoc reads them: it belongs to another module, which cannot import these
// packages.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/hack/metricsdoc/gathered"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/catalog"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

// uses describes the use of each metric.
var uses = map[string]string{
	"meshwork_xds_streams":                                  "See how many clients are connected, and how evenly they are distributed over the replicas.",
	"meshwork_xds_subscriptions":                            "See how much clients ask for. A client with far more than the others asks for everything.",
	"meshwork_xds_nacks_total":                              "See how often clients refuse what they are sent.",
	"meshwork_xds_refusing_streams":                         "Alert on clients that keep an old configuration.",
	"meshwork_xds_rejected_streams_total":                   "Alert on clients without a valid identity (`identity`), and on those that reach a limit (`limit`).",
	"meshwork_xds_limit_used_ratio":                         "See how near clients are to the limits, and who is greediest. Addresses are in the server's log only.",
	"meshwork_xds_certificate_expiration_timestamp_seconds": "Alert before clients refuse the server's certificate.",
	"meshwork_xds_delayed_requests_total":                   "See whether clients that ask for the same names over and over are held back.",
	"meshwork_xds_responses_total":                          "See how much is sent, and when.",
	"meshwork_xds_changed_resources_total":                  "Compare with the responses: how many changes one response carries.",
	"meshwork_xds_cached_resources":                         "See how much the cache holds: what clients subscribe to or get by a wildcard, and at most 10,000 resources more.",
	"meshwork_xds_push_duration_seconds":                    "Alert on changes that reach clients late.",
}

func main() {
	if err := write(); err != nil {
		fmt.Fprintf(os.Stderr, "metricsdoc: %v\n", err)
		os.Exit(1)
	}
}

func write() error {
	registry := prometheus.NewRegistry()
	catalog.NewMetrics(registry)
	xdscache.NewMetrics(registry)
	server.New(server.Options{}, nil, nil, registry)
	all, err := gathered.Metrics(registry, func(name string) string { return uses[name] })
	if err != nil {
		return err
	}
	if len(all) != len(uses) {
		return fmt.Errorf("%d metrics have a use, but %d have a sample at the start", len(uses), len(all))
	}
	return json.NewEncoder(os.Stdout).Encode(all)
}
