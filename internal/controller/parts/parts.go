// Package parts has what every controller is built from.
package parts

import (
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Shared are the parts that every controller needs. All are required.
type Shared struct {
	// Client reads from the cache and writes to the API server.
	Client client.Client
	// APIReader reads from the API server.
	APIReader client.Reader
	Clock     clock.PassiveClock
	// Metrics registers the controller's metrics.
	Metrics prometheus.Registerer
	// ConcurrentSyncs is the number of objects that the controller syncs at a time.
	ConcurrentSyncs int
	// NeedsLeader is whether the controller runs on the leader only.
	NeedsLeader bool
}

// Now returns the time with the precision of the API.
func (s Shared) Now() metav1.Time { return metav1.NewTime(s.Clock.Now()).Rfc3339Copy() }

// Validate returns an error that names what is missing.
func (s Shared) Validate() error {
	return errors.Join(
		Require("Client", s.Client != nil),
		Require("APIReader", s.APIReader != nil),
		Require("Clock", s.Clock != nil),
		Require("Metrics", s.Metrics != nil),
		Require("ConcurrentSyncs", s.ConcurrentSyncs > 0),
	)
}

// Require returns an error unless the part is given.
func Require(part string, given bool) error {
	if given {
		return nil
	}
	return fmt.Errorf("%s is required", part)
}

// ControllerOptions returns the options of a controller with the rate limiter.
func (s Shared) ControllerOptions(limiter workqueue.TypedRateLimiter[reconcile.Request]) controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: s.ConcurrentSyncs,
		NeedLeaderElection:      &s.NeedsLeader,
		RateLimiter:             limiter,
	}
}
