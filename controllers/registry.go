package controllers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// Options are what the manager's flags say to the controllers.
type Options struct {
	Settings meshservice.Settings
	// StatusSyncPeriod is the least time between two status writes of one object.
	StatusSyncPeriod time.Duration
	// ConcurrentServiceSyncs is the number of Services worked on at a time.
	ConcurrentServiceSyncs int
	// Enabled selects controllers: "*" for all, "name" or "-name" for one. The
	// first that speaks of a controller decides.
	Enabled []string
}

// registry lists the controllers in the order in which they are set up.
var registry = []struct {
	name  string
	setup func(manager.Manager, Options) error
}{
	{"meshservice", setupMeshService},
	{"mesh", setupMesh},
}

// Names returns the names of all controllers.
func Names() []string {
	var names []string
	for _, controller := range registry {
		names = append(names, controller.name)
	}
	return names
}

// Setup adds the enabled controllers to the manager.
func Setup(ctx context.Context, mgr manager.Manager, options Options) error {
	if err := ValidateEnabled(options.Enabled); err != nil {
		return err
	}
	if err := AddIndexes(ctx, mgr.GetFieldIndexer()); err != nil {
		return err
	}
	for _, controller := range registry {
		if !isEnabled(controller.name, options.Enabled) {
			continue
		}
		if err := controller.setup(mgr, options); err != nil {
			return fmt.Errorf("controller %s: %w", controller.name, err)
		}
	}
	return nil
}

// ValidateEnabled refuses names that no controller has.
func ValidateEnabled(enabled []string) error {
	for _, selector := range enabled {
		name := strings.TrimPrefix(selector, "-")
		if selector != "*" && !slices.Contains(Names(), name) {
			return fmt.Errorf("%q is no controller: use *, or one of %s, or -name to leave one out",
				selector, strings.Join(Names(), ", "))
		}
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
	return slices.Contains(enabled, "*")
}

func setupMeshService(mgr manager.Manager, options Options) error {
	return (&MeshServiceReconciler{
		Client:          mgr.GetClient(),
		Settings:        options.Settings,
		Events:          NewEventReporter(mgr.GetAPIReader(), mgr.GetClient(), clock.RealClock{}),
		Statuses:        NewStatusGate(options.StatusSyncPeriod, clock.RealClock{}),
		Clock:           clock.RealClock{},
		ConcurrentSyncs: options.ConcurrentServiceSyncs,
	}).SetupWithManager(mgr)
}

func setupMesh(mgr manager.Manager, options Options) error {
	return (&MeshReconciler{
		Client:   mgr.GetClient(),
		Statuses: NewStatusGate(options.StatusSyncPeriod, clock.RealClock{}),
		Clock:    clock.RealClock{},
	}).SetupWithManager(mgr)
}
