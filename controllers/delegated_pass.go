package controllers

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// DelegatedPasses runs the passes of a controller over the Services that are
// delegated to it: what the controllers of EndpointSlices have in common.
type DelegatedPasses struct {
	Handovers *Handovers
	Pace      *Pace
	Events    *EventReporter
}

// delegatedPass is one pass over a Service, in the steps that depend on where
// its endpoints come from.
type delegatedPass interface {
	// letDefaultIn lets Kubernetes' own controller publish endpoints again.
	letDefaultIn(context.Context) error
	// sync writes the slices, and returns how they stand then.
	sync(context.Context) (delegation.View, []finding.Finding, error)
	// keepDefaultAway keeps Kubernetes' own controller from publishing endpoints.
	keepDefaultAway(context.Context) error
	// withdraw deletes the slices.
	withdraw(context.Context) error
}

// staleRetry is when to look again after a pass over a cache that was behind,
// should the event that brings it up to date have come in that very moment.
const staleRetry = time.Second

// run takes a Service that is not foreign as far as it can be taken now. The
// Service is nil when it is gone.
func (d *DelegatedPasses) run(
	ctx context.Context,
	name types.NamespacedName,
	service *corev1.Service,
	phase delegation.Phase,
	pass delegatedPass,
) (reconcile.Result, error) {
	if wait := d.Pace.Start(name); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	if phase != delegation.Serving {
		if err := pass.letDefaultIn(ctx); err != nil {
			return reconcile.Result{}, ignoreStale(ctx, err)
		}
	}
	view, findings, err := pass.sync(ctx)
	if errors.Is(err, endpointslice.ErrStaleCache) {
		return reconcile.Result{RequeueAfter: staleRetry}, nil
	}
	var untilDecision time.Duration
	if err == nil {
		var decision delegation.Decision
		decision, untilDecision = d.Handovers.decide(name, view)
		if decision.Ineffective {
			findings = append(findings, delegation.IneffectiveFinding(view))
		}
		err = d.execute(ctx, name, decision, pass)
	}
	untilRepeat, reportErr := d.Events.Report(ctx, name, service, findings)
	if err := utilerrors.NewAggregate([]error{err, reportErr}); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: soonest(untilDecision, untilRepeat)}, nil
}

// execute takes the next step of a hand-over.
func (d *DelegatedPasses) execute(ctx context.Context, name types.NamespacedName, decision delegation.Decision, pass delegatedPass) error {
	var err error
	switch {
	case decision.KeepAway:
		err = pass.keepDefaultAway(ctx)
	case decision.Withdraw:
		err = pass.withdraw(ctx)
	default:
		return nil
	}
	if err != nil {
		return ignoreStale(ctx, err)
	}
	d.Handovers.done(name, decision)
	log.FromContext(ctx).Info("handed over", "taken", decision.KeepAway, "released", decision.Withdraw)
	return nil
}

// forget drops what is known of a Service that is none of the controller's business.
func (d *DelegatedPasses) forget(name types.NamespacedName) {
	d.Handovers.forget(name)
	d.Events.forget(name)
}

// ignoreStale drops an error that only says that the cache is behind: the event
// that brings it up to date wakes the Service again.
func ignoreStale(ctx context.Context, err error) error {
	if errors.Is(err, endpointslice.ErrStaleCache) || apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		log.FromContext(ctx).V(1).Info("the cache is behind; waiting for it", "error", err.Error())
		return nil
	}
	return err
}

func backendsOfDesired(desired []*endpointslice.EndpointPortAddressType) delegation.Backends {
	backends := delegation.Backends{}
	for _, want := range desired {
		for i := range want.Endpoints {
			backends.Add(&want.Endpoints[i])
		}
	}
	return backends
}
