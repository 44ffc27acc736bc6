package picture

import (
	"fmt"
	"time"

	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Delegation is the relation of one of Meshwork's two EndpointSlice controllers to the
// Service.
type Delegation struct {
	Manager  string           `json:"manager"`
	FromPods bool             `json:"fromPods"`
	Phase    delegation.Phase `json:"phase"`
	// KeptAway is true if the default controller is kept from publishing endpoints.
	KeptAway bool `json:"keptAway"`
	// Desired is the number of endpoints that the Pods result in, 0 unless FromPods. Ours and
	// Others are the numbers of ready endpoints in the slices of the controller and of others.
	Desired int `json:"desired"`
	Ours    int `json:"ours"`
	Others  int `json:"others"`
	// Effective is true if nothing else publishes endpoints.
	Effective bool   `json:"effective"`
	Message   string `json:"message"`
}

// DelegationsOf returns the delegations of the controllers that are concerned with the
// Service.
func DelegationsOf(settings snapshot.Settings, snap *snapshot.Service) []Delegation {
	all := []Delegation{}
	for _, d := range snap.Delegations(settings.EndpointController) {
		ours, others := delegation.SplitSlices(snap.Slices, snap.Service.Name, d.Manager)
		all = append(all, Delegation{
			Manager: d.Manager, FromPods: d.FromPods, Phase: d.View.Phase, KeptAway: d.View.KeptAway, Desired: d.Desired,
			Ours: countReady(ours), Others: countReady(others), Effective: d.Effective(), Message: d.Ineffective(),
		})
	}
	return all
}

func countReady(all []*discoveryv1.EndpointSlice) int {
	ready := 0
	for _, slice := range all {
		for i := range slice.Endpoints {
			if endpoints.StateOf(slice.Endpoints[i].Conditions).Ready {
				ready++
			}
		}
	}
	return ready
}

// HandoverStep is an observed step of a handover.
type HandoverStep struct {
	Time time.Time `json:"time"`
	Text string    `json:"text"`
	Tone Tone      `json:"tone"`
}

// Handover follows the handovers of a Service.
type Handover struct {
	before  map[string]Delegation
	started time.Time
}

// Follow returns the changes since the last call. The first call returns nothing.
func (h *Handover) Follow(all []Delegation, now time.Time) []HandoverStep {
	after := map[string]Delegation{}
	for _, d := range all {
		after[d.Manager] = d
	}
	before := h.before
	h.before = after
	if before == nil {
		return nil
	}
	var steps []HandoverStep
	add := func(tone Tone, format string, args ...any) {
		steps = append(steps, HandoverStep{now, fmt.Sprintf(format, args...), tone})
	}
	for _, d := range all {
		if was, known := before[d.Manager]; known {
			h.compare(&was, &d, now, add)
		} else {
			h.started = now
			add(JustNews, "%s takes over the EndpointSlices", d.Manager)
			h.compare(&Delegation{Phase: d.Phase, Others: d.Others}, &d, now, add)
		}
	}
	for manager := range before {
		if _, remains := after[manager]; !remains {
			add(GoodNews, "%s has no traces left%s", manager, h.since(now))
		}
	}
	return steps
}

func (h *Handover) compare(was, is *Delegation, now time.Time, add func(tone Tone, format string, args ...any)) {
	if was.Phase != is.Phase {
		h.started = now
		if is.Phase == delegation.Serving {
			add(JustNews, "%s takes over the EndpointSlices", is.Manager)
		} else {
			add(JustNews, "%s hands the EndpointSlices back", is.Manager)
		}
	}
	if was.Ours != is.Ours {
		add(JustNews, "%s has %s", is.Manager, readyEndpoints(is.Ours))
	}
	if was.KeptAway != is.KeptAway {
		if is.KeptAway {
			add(JustNews, "the default controller is kept away%s", h.since(now))
		} else {
			add(JustNews, "the default controller is let in%s", h.since(now))
		}
	}
	if was.Others != is.Others {
		add(JustNews, "other controllers have %s", readyEndpoints(is.Others))
	}
	if !was.Effective && is.Effective && is.Phase == delegation.Serving {
		add(GoodNews, "only %s publishes endpoints%s", is.Manager, h.since(now))
	}
}

// since returns the duration of the handover, empty if its beginning was not observed.
func (h *Handover) since(now time.Time) string {
	if h.started.IsZero() {
		return ""
	}
	return fmt.Sprintf(", after %s", now.Sub(h.started).Round(time.Millisecond))
}

func readyEndpoints(n int) string {
	switch n {
	case 0:
		return "no ready endpoints"
	case 1:
		return "1 ready endpoint"
	}
	return fmt.Sprintf("%d ready endpoints", n)
}
