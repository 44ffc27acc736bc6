package main

import (
	"github.com/meshwork-dev/meshwork/controllers/metrics"
)

// libraryMetrics are those of the libraries that the alerts and the dashboard
// use. test/monitoring compares them with what the manager exposes.
var libraryMetrics = []metrics.Metric{
	{
		Name: "controller_runtime_reconcile_total", Type: metrics.Counter, Labels: []string{"controller", "result"},
		Help: "Passes over objects, by result: success, error, requeue or requeue_after.",
		Use:  "See how much each controller has to do.",
	},
	{
		Name: "controller_runtime_reconcile_errors_total", Type: metrics.Counter, Labels: []string{"controller"},
		Help: "Passes that failed and are tried again, at least every half minute.",
		Use:  "Alert on errors that stay.",
	},
	{
		Name: "controller_runtime_reconcile_time_seconds", Type: metrics.Histogram, Labels: []string{"controller"},
		Help: "How long a pass took.",
		Use:  "See whether passes get slow, mostly by the API server.",
	},
	{
		Name: "controller_runtime_active_workers", Type: metrics.Gauge, Labels: []string{"controller"},
		Help: "Workers that are at work.",
		Use:  "Compare with the most there can be.",
	},
	{
		Name: "controller_runtime_max_concurrent_reconciles", Type: metrics.Gauge, Labels: []string{"controller"},
		Help: "Workers that there are, by --concurrent-service-syncs.",
		Use:  "What the active ones are a part of.",
	},
	{
		Name: "workqueue_depth", Type: metrics.Gauge, Labels: []string{"name", "controller", "priority"},
		Help: "Objects that wait for a pass.",
		Use:  "See a backlog, and how it shrinks.",
	},
	{
		Name: "workqueue_queue_duration_seconds", Type: metrics.Histogram, Labels: []string{"name", "controller"},
		Help: "How long an object waited for its pass.",
		Use:  "Alert on a backlog: all that the manager writes is late by as much.",
	},
	{
		Name: "workqueue_longest_running_processor_seconds", Type: metrics.Gauge, Labels: []string{"name", "controller"},
		Help: "How long the pass that has run longest has run.",
		Use:  "Alert on a pass that hangs.",
	},
	{
		Name: "workqueue_retries_total", Type: metrics.Counter, Labels: []string{"name", "controller"},
		Help: "Objects that were put back to wait, after an error or for a time.",
		Use:  "See passes that come again by themselves.",
	},
	{
		Name: "leader_election_master_status", Type: metrics.Gauge, Labels: []string{"name"},
		Help: "1 on the manager that leads, 0 on one that stands by, by the name of the Lease.",
		Use:  "Alert when nobody leads. There is none without --leader-elect.",
	},
	{
		Name: "rest_client_requests_total", Type: metrics.Counter, Labels: []string{"code", "method", "host"},
		Help: "Requests to the API server, by the code of the response.",
		Use:  "See what the manager asks of the API server, and what is refused.",
	},
	{
		Name: "process_cpu_seconds_total", Type: metrics.Counter,
		Help: "CPU time.",
		Use:  "See what the manager costs.",
	},
	{
		Name: "process_resident_memory_bytes", Type: metrics.Gauge,
		Help: "Memory in use.",
		Use:  "Compare with the limit of the container.",
	},
	{
		Name: "process_start_time_seconds", Type: metrics.Gauge,
		Help: "When the manager started, in seconds since 1970.",
		Use:  "See restarts.",
	},
	{
		Name: "go_goroutines", Type: metrics.Gauge,
		Help: "Goroutines.",
		Use:  "One that only grows is a leak.",
	},
	{
		Name: "go_memstats_heap_inuse_bytes", Type: metrics.Gauge,
		Help: "Memory of the heap in use.",
		Use:  "See what of the memory is data.",
	},
}
