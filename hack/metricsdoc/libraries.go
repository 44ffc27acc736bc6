package main

import (
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

// libraryMetrics are the metrics of the libraries that the alerts and the dashboard
// use. test/monitoring checks them against the manager's metrics.
var libraryMetrics = []metrics.Metric{
	{
		Name: "controller_runtime_reconcile_total", Type: metrics.Counter, Labels: []string{"controller", "result"},
		Help: "Syncs, by result: success, error, requeue or requeue_after.",
		Use:  "See how busy each controller is.",
	},
	{
		Name: "controller_runtime_reconcile_errors_total", Type: metrics.Counter, Labels: []string{"controller"},
		Help: "Failed syncs, which are retried at least every half minute.",
		Use:  "Alert on persistent errors.",
	},
	{
		Name: "controller_runtime_reconcile_time_seconds", Type: metrics.Histogram, Labels: []string{"controller"},
		Help: "Duration of a sync.",
		Use:  "See whether syncs get slow, usually because of the API server.",
	},
	{
		Name: "controller_runtime_active_workers", Type: metrics.Gauge, Labels: []string{"controller"},
		Help: "Workers that are busy.",
		Use:  "Compare with the maximum.",
	},
	{
		Name: "controller_runtime_max_concurrent_reconciles", Type: metrics.Gauge, Labels: []string{"controller"},
		Help: "Maximum number of workers, set by --concurrent-service-syncs.",
		Use:  "Compare with the active workers.",
	},
	{
		Name: "workqueue_depth", Type: metrics.Gauge, Labels: []string{"name", "controller", "priority"},
		Help: "Objects that wait for a sync.",
		Use:  "See the backlog and how it shrinks.",
	},
	{
		Name: "workqueue_queue_duration_seconds", Type: metrics.Histogram, Labels: []string{"name", "controller"},
		Help: "How long an object waited for its sync.",
		Use:  "Alert on a backlog: everything that the manager writes is delayed by this time.",
	},
	{
		Name: "workqueue_longest_running_processor_seconds", Type: metrics.Gauge, Labels: []string{"name", "controller"},
		Help: "How long the longest-running sync has been running.",
		Use:  "Alert on a sync that hangs.",
	},
	{
		Name: "workqueue_retries_total", Type: metrics.Counter, Labels: []string{"name", "controller"},
		Help: "Objects that were requeued, after an error or with a delay.",
		Use:  "See syncs that repeat without a change.",
	},
	{
		Name: "leader_election_master_status", Type: metrics.Gauge, Labels: []string{"name"},
		Help: "1 on the leader, 0 on a standby, by the name of the Lease.",
		Use:  "Alert if there is no leader. Does not exist without --leader-elect.",
	},
	{
		Name: "rest_client_requests_total", Type: metrics.Counter, Labels: []string{"code", "method", "host"},
		Help: "Requests to the API server, by the code of the response.",
		Use:  "See which requests the manager sends, and which are rejected.",
	},
	{
		Name: "process_cpu_seconds_total", Type: metrics.Counter,
		Help: "CPU time.",
		Use:  "See how much CPU the manager uses.",
	},
	{
		Name: "process_resident_memory_bytes", Type: metrics.Gauge,
		Help: "Memory in use.",
		Use:  "Compare with the memory limit of the container.",
	},
	{
		Name: "process_start_time_seconds", Type: metrics.Gauge,
		Help: "When the manager started, in seconds since 1970.",
		Use:  "See restarts.",
	},
	{
		Name: "go_goroutines", Type: metrics.Gauge,
		Help: "Goroutines.",
		Use:  "Find leaks: a number that only grows.",
	},
	{
		Name: "go_memstats_heap_inuse_bytes", Type: metrics.Gauge,
		Help: "Heap memory in use.",
		Use:  "See how much of the memory is data.",
	},
}
