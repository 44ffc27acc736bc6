// Package controller is the plumbing of the controllers: the dependencies of each of them, and, in
// the packages below, the mechanisms that they are built from.
package controller

import (
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrlcontroller "sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Dependencies are the dependencies of every controller. All are required.
type Dependencies struct {
	// Client reads from the cache and writes to the API server.
	Client client.Client
	// APIReader reads from the API server.
	APIReader client.Reader
	Clock     clock.PassiveClock
	// Metrics registers the controller's metrics.
	Metrics prometheus.Registerer
	// ConcurrentSyncs is the number of objects that the controller syncs at a time.
	ConcurrentSyncs int
}

// Now returns the time with the precision of the API.
func (d Dependencies) Now() metav1.Time { return metav1.NewTime(d.Clock.Now()).Rfc3339Copy() }

// Validate returns an error that names the missing dependencies.
func (d Dependencies) Validate() error {
	return errors.Join(
		Require("Client", d.Client != nil),
		Require("APIReader", d.APIReader != nil),
		Require("Clock", d.Clock != nil),
		Require("Metrics", d.Metrics != nil),
		Require("ConcurrentSyncs", d.ConcurrentSyncs > 0),
	)
}

// Require returns an error unless the named dependency or setting is given.
func Require(name string, given bool) error {
	if given {
		return nil
	}
	return fmt.Errorf("%s is required", name)
}

// ControllerOptions returns the options of controller-runtime for a controller with the rate limiter.
func (d Dependencies) ControllerOptions(limiter workqueue.TypedRateLimiter[reconcile.Request]) ctrlcontroller.Options {
	return ctrlcontroller.Options{
		MaxConcurrentReconciles: d.ConcurrentSyncs,
		RateLimiter:             limiter,
	}
}
