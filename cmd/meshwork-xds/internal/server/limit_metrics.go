package server

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
)

const helpOfLimits = "Part of a limit for all clients together that is in use, from 0 to 1: by all of them, by the greediest address, and by the greediest namespace. " +
	"The label namespace has the name of that namespace if its ServiceAccounts have a quarter or more."

var limitUsedDesc = prometheus.NewDesc("meshwork_xds_limit_used_ratio", helpOfLimits, []string{"limit", "of", "namespace"}, nil)

// limitUse collects the part of each limit that is in use. It names the greediest namespace only,
// and no address: otherwise, clients could create any number of series.
type limitUse struct {
	quotas quotas
	// listeners returns the listeners that accept connections.
	listeners func() []*ratelimit.Listener
}

// Describe implements prometheus.Collector.
func (limitUse) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- limitUsedDesc }

// Collect implements prometheus.Collector.
func (l limitUse) Collect(samples chan<- prometheus.Metric) {
	for name, of := range map[string]*quota{
		"streams": l.quotas.streams, "unknown-streams": l.quotas.unknown, "subscriptions": l.quotas.names, "request-bytes": l.quotas.requestBytes,
	} {
		used := of.use()
		report(samples, name, "all", used.total, of.all, "")
		report(samples, name, "address", used.ofAddress, of.all, "")
		report(samples, name, "namespace", used.ofNamespace, of.all, namedIfLarge(used, of.all))
	}
	var most, total, all int
	for _, listener := range l.listeners() { // each has the same limit
		ofAddress, ofListener := listener.Use()
		most, total, all = max(most, ofAddress), max(total, ofListener), listener.Limit()
	}
	report(samples, "connections", "all", total, all, "")
	report(samples, "connections", "address", most, all, "")
}

func report(samples chan<- prometheus.Metric, limit, of string, amount, all int, namespace string) {
	samples <- prometheus.MustNewConstMetric(limitUsedDesc, prometheus.GaugeValue, float64(amount)/float64(max(1, all)), limit, of, namespace)
}

func namedIfLarge(used use, all int) string {
	namespace, isOfCluster := strings.CutPrefix(used.namespace, "system:serviceaccounts:")
	if !isOfCluster || 4*used.ofNamespace < all {
		return ""
	}
	return namespace
}
