// Package handover is what the two controllers of EndpointSlices share: the steps of
// a sync of a delegated Service, and the handover between this controller and others.
package handover

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/throttle"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// EventAction is what both controllers do to a Service, as the action of their events.
const EventAction = "WriteEndpointSlices"

// Runner runs the syncs of one controller.
type Runner struct {
	tracker  *tracker
	events   *events.Reporter
	refusals *write.Refusals
	failures *write.Failures
}

// Steps are the steps of a sync that depend on where the endpoints of the Service
// come from. The default controller is Kubernetes' own for that source.
type Steps interface {
	// Prepare computes the desired slices.
	Prepare(context.Context) (delegation.View, []finding.Finding, error)
	// Write writes the desired slices. The findings are also valid if there is an error.
	Write(context.Context) ([]finding.Finding, error)
	// Withdraw deletes the slices.
	Withdraw(context.Context) error
	// KeepDefaultAway sets the key that keeps the default controller from publishing
	// endpoints. It returns an error if the key does not stay.
	KeepDefaultAway(context.Context) error
	// LetDefaultIn removes the key if it is set, so that the default controller publishes
	// endpoints again, and reports whether it did. It returns an error if the key comes back.
	LetDefaultIn(context.Context) (bool, error)
	// ReleaseOwnership ends Meshwork's ownership of the key's field, if no key is set.
	ReleaseOwnership(context.Context) error
	// Patched is what users set on the object with the key. If it stays the same, so does
	// each patch of the key.
	Patched() any
}

// NewRunner returns the Runner of a controller. A handover takes no longer than the
// timeout.
func NewRunner(controller string, timeout time.Duration, reporter *events.Reporter, clock clock.PassiveClock) *Runner {
	return &Runner{
		tracker:  newTracker(controller, timeout, clock),
		events:   reporter,
		refusals: write.NewRefusals(clock),
		failures: write.NewFailures(),
	}
}

// Run syncs a Service that is not foreign, as far as that is possible now. The
// Service is nil if it does not exist.
func (r *Runner) Run(
	ctx context.Context,
	name types.NamespacedName,
	service *corev1.Service,
	steps Steps,
) (reconcile.Result, error) {
	findings, untilDecision, err := r.advance(ctx, name, steps)
	if err == nil {
		r.refusals.Expire(name) // what is desired may change back to what was refused
	}
	first := r.failures.First(name, err)
	if write.IsStale(err) {
		return throttle.RetryStale(ctx, err), nil
	}
	if err != nil {
		findings = append(findings, finding.Warning(v1alpha1.ReasonFailedToUpdateEndpointSlices,
			"will retry: %s", finding.Clip(first.Error(), finding.RoomForAll)))
	}
	untilRepeat := r.events.Report(ctx, name, service, findings)
	if err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: throttle.LowestNonZero(untilDecision, untilRepeat)}, nil
}

// advance returns the findings, and the time after which the decision changes
// without an event.
func (r *Runner) advance(
	ctx context.Context,
	name types.NamespacedName,
	steps Steps,
) ([]finding.Finding, time.Duration, error) {
	view, findings, err := steps.Prepare(ctx)
	if err != nil {
		return findings, 0, err
	}
	decision, untilDecision := r.tracker.decide(name, view)
	switch {
	case decision.Contested:
		findings = append(findings, delegation.ContestedFinding(view))
	case decision.Ineffective:
		findings = append(findings, delegation.IneffectiveFinding(view))
	}
	written, err := r.execute(ctx, name, decision, steps)
	return append(findings, written...), untilDecision, err
}

// execute brings the slices up to date, and then takes the next step of the handover. Clients
// read the slices, so a step that fails must not keep them from being written.
func (r *Runner) execute(ctx context.Context, name types.NamespacedName, decision delegation.Decision, steps Steps) ([]finding.Finding, error) {
	if decision.Withdraw {
		return nil, r.release(ctx, name, decision, steps)
	}
	findings, err := steps.Write(ctx)
	if errors.Is(err, endpointslice.ErrStaleCache) {
		err = write.ErrStale
	}
	switch {
	case decision.LetDefaultIn:
		err = errors.Join(err, r.letDefaultIn(ctx, name, steps))
	case decision.KeepAway && err == nil:
		err = r.keepDefaultAway(ctx, name, steps)
	}
	return findings, err
}

// release deletes the slices, also if the key cannot be removed.
func (r *Runner) release(ctx context.Context, name types.NamespacedName, decision delegation.Decision, steps Steps) error {
	if err := errors.Join(steps.Withdraw(ctx), r.letDefaultIn(ctx, name, steps)); err != nil {
		return err
	}
	r.tracker.recordReleased(name)
	log.FromContext(ctx).Info("released the EndpointSlices", "endpointsPublishedBySuccessor", decision.Covered)
	return nil
}

func (r *Runner) keepDefaultAway(ctx context.Context, name types.NamespacedName, steps Steps) error {
	err := r.refusals.Write(name, "keep default away", steps.Patched(), func() error { return steps.KeepDefaultAway(ctx) })
	if err != nil {
		return err
	}
	if times := r.tracker.recordTaken(name); times > 1 {
		log.FromContext(ctx).Info("kept the default controller away again, because its key had been removed", "times", times)
	} else {
		log.FromContext(ctx).Info("took over the EndpointSlices")
	}
	return nil
}

// letDefaultIn releases the ownership of the key's field last, and in every sync of a
// release: an earlier one may have failed, or the manager may have been killed, before that.
func (r *Runner) letDefaultIn(ctx context.Context, name types.NamespacedName, steps Steps) error {
	err := r.refusals.Write(name, "let default in", steps.Patched(), func() error {
		patched, err := steps.LetDefaultIn(ctx)
		if patched && err == nil {
			r.tracker.recordLetIn(name)
		}
		return err
	})
	if err != nil {
		return err
	}
	// The next client that applies the field may meet a conflict, which is no reason to stop.
	_ = r.refusals.Write(name, "release ownership", steps.Patched(), func() error {
		err := steps.ReleaseOwnership(ctx)
		if err != nil {
			log.FromContext(ctx).Info("could not release the ownership of the field that delegated the Service", "error", err.Error())
		}
		return err
	})
	return nil
}

// Skip reports why nothing is done for a Service.
func (r *Runner) Skip(ctx context.Context, name types.NamespacedName, service *corev1.Service, findings []finding.Finding) reconcile.Result {
	r.tracker.forget(name)
	r.refusals.Forget(name)
	r.failures.Forget(name)
	return reconcile.Result{RequeueAfter: r.events.Report(ctx, name, service, findings)}
}

// Forget drops a Service that the controller has nothing to do with any more.
func (r *Runner) Forget(name types.NamespacedName) {
	r.tracker.forget(name)
	r.events.Forget(name)
	r.refusals.Forget(name)
	r.failures.Forget(name)
}

// Describe implements prometheus.Collector.
func (r *Runner) Describe(descriptions chan<- *prometheus.Desc) { r.tracker.Describe(descriptions) }

// Collect implements prometheus.Collector.
func (r *Runner) Collect(metrics chan<- prometheus.Metric) { r.tracker.Collect(metrics) }

// Backends returns the backends of the endpoints that a controller will publish.
func Backends(desired []*endpointslice.EndpointPortAddressType) delegation.Backends {
	backends := delegation.Backends{}
	for _, want := range desired {
		backends.Add(want.AddressType, want.Ports, want.Endpoints)
	}
	return backends
}
