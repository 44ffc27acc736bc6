// Package handover is what the two controllers of EndpointSlices share: the steps of
// a sync of a delegated Service, and the handover between this controller and others.
package handover

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/events"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/write"
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
	// LetDefaultIn lets the default controller publish endpoints again.
	LetDefaultIn(context.Context) error
	// Prepare computes the desired slices.
	Prepare(context.Context) (delegation.View, []finding.Finding, error)
	// Write writes the desired slices. The findings are also valid if there is an error.
	Write(context.Context) ([]finding.Finding, error)
	// KeepDefaultAway keeps the default controller from publishing endpoints.
	KeepDefaultAway(context.Context) error
	// Withdraw deletes the slices.
	Withdraw(context.Context) error
	// Patched is what users set on the object that LetDefaultIn and KeepDefaultAway patch.
	// If it stays the same, so does their patch.
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
	if decision.Ineffective {
		findings = append(findings, delegation.IneffectiveFinding(view))
	}
	written, err := r.execute(ctx, name, decision, steps)
	return append(findings, written...), untilDecision, err
}

// execute writes the slices before it takes the next step of a handover. Slices that
// will be deleted are not written before.
func (r *Runner) execute(ctx context.Context, name types.NamespacedName, decision delegation.Decision, steps Steps) ([]finding.Finding, error) {
	if decision.LetDefaultIn {
		err := r.refusals.Write(name, "let default in", steps.Patched(), func() error { return steps.LetDefaultIn(ctx) })
		if err != nil {
			return nil, err
		}
	}
	if decision.Withdraw {
		if err := steps.Withdraw(ctx); err != nil {
			return nil, err
		}
		r.tracker.recordReleased(name)
		log.FromContext(ctx).Info("released the EndpointSlices", "endpointsPublishedBySuccessor", decision.Covered)
		return nil, nil
	}
	findings, err := steps.Write(ctx)
	if err != nil || !decision.KeepAway {
		return findings, err
	}
	err = r.refusals.Write(name, "keep default away", steps.Patched(), func() error { return steps.KeepDefaultAway(ctx) })
	if err != nil {
		return findings, err
	}
	r.tracker.recordTaken(name)
	log.FromContext(ctx).Info("took over the EndpointSlices")
	return findings, nil
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
