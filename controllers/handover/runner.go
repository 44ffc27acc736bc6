package handover

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
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

// DelegatedPasses runs the passes of a controller over the Services that are
// delegated to it: what the controllers of EndpointSlices have in common.
type DelegatedPasses struct {
	Handovers *Handovers
	Pace      *throttle.Pace
	Events    *events.EventReporter
}

// delegatedPass is one pass over a Service, in the steps that depend on where
// its endpoints come from.
type delegatedPass interface {
	// LetDefaultIn lets Kubernetes' own controller publish endpoints again.
	LetDefaultIn(context.Context) error
	// Prepare finds out how the slices should be.
	Prepare(context.Context) (delegation.View, []finding.Finding, error)
	// Write makes the slices so.
	Write(context.Context) error
	// KeepDefaultAway keeps Kubernetes' own controller from publishing endpoints.
	KeepDefaultAway(context.Context) error
	// Withdraw deletes the slices.
	Withdraw(context.Context) error
}

// run takes a Service that is not foreign as far as it can be taken now. The
// Service is nil when it is gone.
func (d *DelegatedPasses) Run(
	ctx context.Context,
	name types.NamespacedName,
	service *corev1.Service,
	phase delegation.Phase,
	pass delegatedPass,
) (reconcile.Result, error) {
	findings, untilDecision, err := d.advance(ctx, name, phase, pass)
	return d.finish(ctx, name, service, findings, untilDecision, err)
}

// advance returns what there is to say, and how long it is until there is
// something to decide.
func (d *DelegatedPasses) advance(
	ctx context.Context,
	name types.NamespacedName,
	phase delegation.Phase,
	pass delegatedPass,
) ([]finding.Finding, time.Duration, error) {
	if phase != delegation.Serving {
		if err := pass.LetDefaultIn(ctx); err != nil {
			return nil, 0, err
		}
	}
	view, findings, err := pass.Prepare(ctx)
	if err != nil {
		return findings, 0, err
	}
	decision, untilDecision := d.Handovers.decide(name, view)
	if decision.Ineffective {
		findings = append(findings, delegation.IneffectiveFinding(view))
	}
	return findings, untilDecision, d.execute(ctx, name, decision, pass)
}

// finish reports, and says when the next pass has to be.
func (d *DelegatedPasses) finish(
	ctx context.Context,
	name types.NamespacedName,
	service *corev1.Service,
	findings []finding.Finding,
	untilDecision time.Duration,
	err error,
) (reconcile.Result, error) {
	if write.IsBehind(err) {
		log.FromContext(ctx).V(1).Info("the cache is behind; waiting for it", "error", err.Error())
		return reconcile.Result{RequeueAfter: throttle.StaleRetry}, nil
	}
	if err != nil {
		findings = append(findings, finding.Warning(v1alpha1.ReasonFailedToUpdateEndpointSlices,
			"it is tried again: %s", finding.Clip(err.Error(), finding.RoomForAll)))
	}
	untilRepeat, reportErr := d.Events.Report(ctx, name, service, findings)
	if err := utilerrors.NewAggregate([]error{err, reportErr}); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: throttle.Soonest(untilDecision, untilRepeat)}, nil
}

// execute writes the slices, and only when they stand takes the next step of a
// hand-over. Slices that are to go are not written before.
func (d *DelegatedPasses) execute(ctx context.Context, name types.NamespacedName, decision delegation.Decision, pass delegatedPass) error {
	if decision.Withdraw {
		if err := pass.Withdraw(ctx); err != nil {
			return err
		}
		d.Handovers.released(name)
		log.FromContext(ctx).Info("released the EndpointSlices", "endpointsAreHeldByOthers", decision.Covered)
		return nil
	}
	if err := pass.Write(ctx); err != nil || !decision.KeepAway {
		return err
	}
	if err := pass.KeepDefaultAway(ctx); err != nil {
		return err
	}
	d.Handovers.taken(name)
	log.FromContext(ctx).Info("took the EndpointSlices over")
	return nil
}

// forget drops what is known of a Service that is none of the controller's business.
func (d *DelegatedPasses) Forget(name types.NamespacedName) {
	d.Handovers.Forget(name)
	d.Pace.Forget(name)
	d.Events.Forget(name)
}

func BackendsOfDesired(desired []*endpointslice.EndpointPortAddressType) delegation.Backends {
	backends := delegation.Backends{}
	for _, want := range desired {
		backends.Add(want.AddressType, want.Ports, want.Endpoints)
	}
	return backends
}
