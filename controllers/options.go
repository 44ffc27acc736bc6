package controllers

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/component-base/featuregate"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// Options are the settings of the controllers, as the manager's flags have them.
type Options struct {
	Settings meshservice.Settings
	// StatusSyncPeriod is the least time between two status writes of one object.
	StatusSyncPeriod time.Duration
	// VIPCooldownPeriod is the time for which no other Service gets a released address.
	VIPCooldownPeriod time.Duration
	// ConcurrentServiceSyncs is the number of Services that each controller syncs at a time.
	ConcurrentServiceSyncs int
	// EndpointControllerName is the value of the label that delegates a Service.
	EndpointControllerName string
	// MaxEndpointsPerSlice is the most endpoints of Pods in one EndpointSlice.
	MaxEndpointsPerSlice int32
	// EndpointIntervals are the least times between two syncs of a Service's EndpointSlices.
	EndpointIntervals pace.Intervals
	// HandoverTimeout is the longest time that a handover of EndpointSlices may take.
	HandoverTimeout time.Duration
	// SignerNamespace is the namespace of the Secrets with certificate authorities.
	SignerNamespace string
	// TrustPropagationPeriod is the time that a root takes to reach all Pods.
	TrustPropagationPeriod time.Duration
	Features               featuregate.FeatureGate
	// Metrics registers the metrics of the controllers.
	Metrics prometheus.Registerer
	// Version is the version of the manager, for its metrics.
	Version string
	// Enabled selects controllers: "*" selects all but the signer's, "name" one, and
	// "-name" leaves one out. The first item that names a controller decides.
	Enabled []string
	// Clock is the machine's own by default. The signer follows the API server's
	// (apiclock.Clock).
	Clock clock.PassiveClock
	// ReleasedOnly leaves out the controllers whose writes need not be released.
	ReleasedOnly bool

	// authorities are the authorities of the Meshes, for the controllers of the signer.
	authorities *authority.Store
}

func (o Options) clock() clock.PassiveClock {
	if o.Clock == nil {
		return clock.RealClock{}
	}
	return o.Clock
}

// Runs reports whether the controller is enabled.
func (o Options) Runs(name string) bool { return isEnabled(name, o.Enabled) }

// ValidateEnabled returns an error if an item names no controller, or if no controller
// is enabled.
func ValidateEnabled(enabled []string) error {
	for _, selector := range enabled {
		name := strings.TrimPrefix(selector, "-")
		if selector != "*" && !slices.Contains(Names(), name) {
			return fmt.Errorf("unknown controller %q: use *, one of %s, or *,-name to leave one out",
				selector, strings.Join(Names(), ", "))
		}
	}
	if !slices.ContainsFunc(Names(), func(name string) bool { return isEnabled(name, enabled) }) {
		return fmt.Errorf("%q enables no controller: use *,-name to leave one out", strings.Join(enabled, ","))
	}
	return nil
}

func isEnabled(name string, enabled []string) bool {
	for _, selector := range enabled {
		switch selector {
		case name:
			return true
		case "-" + name:
			return false
		}
	}
	return slices.Contains(enabled, "*") && !isOptIn(name)
}

func isOptIn(name string) bool {
	return slices.ContainsFunc(registry, func(registered registration) bool { return registered.name == name && registered.optIn })
}

// RunsSigner reports whether a controller of the signer is enabled.
func (o Options) RunsSigner() bool { return o.Runs(CertificateAuthority) || o.Runs(PodCertificate) }
