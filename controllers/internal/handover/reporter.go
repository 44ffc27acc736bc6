package handover

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// eventAction is the action of the events of both controllers.
const eventAction = "WriteEndpointSlices"

// Reporter reports the results of syncs to the owners of Services.
type Reporter struct {
	events       *events.Reporter
	moments      *events.Recorder
	retries      pace.Retries
	dependencies controller.Dependencies
}

// NewReporter returns the Reporter of a controller with the rate limiter.
func NewReporter(dependencies controller.Dependencies, retries pace.Retries) Reporter {
	reporter := events.NewReporter(eventAction, dependencies.APIReader, dependencies.Client, dependencies.Clock)
	recorder := events.NewRecorder(eventAction, dependencies.APIReader, dependencies.Client, dependencies.Clock)
	return Reporter{reporter, recorder, retries, dependencies}
}

// Report reports the result of a sync, and returns when to sync again. The Service is nil if it does
// not exist.
func (r Reporter) Report(ctx context.Context, request reconcile.Request, service *corev1.Service, state *State, findings []finding.Finding, untilNext time.Duration, err error) (reconcile.Result, error) {
	if err == nil {
		r.retries.Reset(request)
		state.Refusals.Expire(r.dependencies.Clock.Now()) // the desired content may change back to one that was refused
	} else {
		state.Fail()
	}
	if write.IsStale(err) {
		return pace.RetryStale(ctx, err), nil
	}
	if err != nil {
		findings = append(findings, failure(err))
	}
	r.recordCompleted(ctx, service, state)
	untilRepeat := r.events.Report(ctx, &state.Events, events.AboutService(service), findings)
	if err != nil {
		return reconcile.Result{}, err
	}
	var next pace.Earliest
	next.Add(untilNext, untilRepeat)
	return next.Result(), nil
}

// recordCompleted records the handovers that have ended. They are moments: unlike findings, their
// events are not repeated, and a restart does not report them again.
func (r Reporter) recordCompleted(ctx context.Context, service *corev1.Service, state *State) {
	completed := state.completed
	state.completed = nil
	if service == nil {
		return
	}
	for _, found := range completed {
		if err := r.moments.Record(ctx, events.AboutService(service), found); err != nil {
			log.FromContext(ctx).Error(err, "could not record an event", "reason", found.Reason)
		}
	}
}

func failure(err error) finding.Finding {
	if undone := (*undoneError)(nil); errors.As(err, &undone) {
		err = undone // without the texts of other failures, which vary
	} else {
		err = write.Brief(err)
	}
	return finding.Warning(v1alpha1.ReasonFailedToUpdateEndpointSlices, "will retry: %s", finding.Clip(err.Error(), finding.RoomForAll))
}
