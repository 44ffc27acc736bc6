package endpointslice

import (
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// Metrics receives figures about the syncs of a [Reconciler]. Package metrics implements it for
// Prometheus. It must be safe for concurrent use.
type Metrics interface {
	// Observe is called after each sync.
	Observe(owner types.NamespacedName, sync Observation)
	// Forget is called after an owner has been deleted.
	Forget(owner types.NamespacedName)
}

// Observation has the figures of one sync.
type Observation struct {
	// Duration is the duration of the sync.
	Duration time.Duration
	// Err is the error of the sync.
	Err error
	// Result is the result of the sync.
	Result Result
	// Plan is the plan of the sync, nil if there was none, or if it does not cover all sets of
	// the owner because the cache is out of date.
	Plan *Plan
	// TrafficDistribution is the value that determined the hints, "" for none.
	TrafficDistribution string
	// HintSource is true if a [HintSource] determined the hints.
	HintSource bool
}
