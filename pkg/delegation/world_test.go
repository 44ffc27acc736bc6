package delegation_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// world is one Service with its Pods, and two controllers that each see it as it
// was some time ago. Every slice of history holds all versions, oldest first.
type world struct {
	random *rand.Rand
	// patient worlds have users who wait until everybody has seen the last change.
	// Of others only what ours has published can be counted on: a Pod that gets
	// ready meanwhile may be published, and taken back, by a default controller
	// that is just learning that it is to keep away.
	patient  bool
	pods     []map[string]bool // ready by UID
	services []*corev1.Service
	// defaults are the slices of the default controller, as it wrote them.
	defaults [][]*discoveryv1.EndpointSlice
	// attached tells which Pods can be endpoints of ours.
	attached map[string]bool

	ours                delegation.Backends // nil when there are no slices
	seen                sight               // by our controller
	behind              sight               // by the default controller
	replaced            delegation.Backends // what ours saw of the default controller when it kept that away
	reached             map[string]bool     // by clients, and ready ever since
	flapped             map[string]bool     // ready once and not always since
	covered             bool                // when ours last looked
	takeOvers, releases int
	history             []string
}

// sight is how far a controller has come in each history.
type sight struct{ pods, services, defaults int }

func newWorld(seed uint64, patient bool) *world {
	w := &world{patient: patient, random: rand.New(rand.NewPCG(seed, 1)), pods: []map[string]bool{{}}, attached: map[string]bool{}, reached: map[string]bool{}, flapped: map[string]bool{}}
	w.services = []*corev1.Service{serviceWith(pairs{"app": "web"})}
	w.defaults = [][]*discoveryv1.EndpointSlice{nil}
	return w
}

func last[T any](history []T) T { return history[len(history)-1] }

func (w *world) note(format string, args ...any) {
	w.history = append(w.history, fmt.Sprintf(format, args...))
}

// changePods makes a Pod appear, disappear, or change.
func (w *world) changePods() {
	now := map[string]bool{}
	for uid, ready := range last(w.pods) {
		now[uid] = ready
	}
	uid := string(rune('a' + w.random.IntN(8)))
	w.flapped[uid] = w.flapped[uid] || now[uid]
	if ready, found := now[uid]; !found {
		now[uid] = w.random.IntN(2) == 0
		if _, known := w.attached[uid]; !known {
			w.attached[uid] = w.random.IntN(4) > 0
		}
	} else if w.random.IntN(4) == 0 {
		delete(now, uid)
	} else {
		now[uid] = !ready
	}
	w.pods = append(w.pods, now)
	w.note("Pods are %v", now)
}

// updateService appends a version of the Service.
func (w *world) updateService(edit func(*corev1.Service)) {
	next := last(w.services).DeepCopy()
	edit(next)
	w.services = append(w.services, next)
	w.note("Service: label %q, selector %v", next.Labels[v1alpha1.EndpointControllerNameLabel], next.Spec.Selector)
}

// toggle is the user, who also may write the selector as a file has it.
func (w *world) toggle() {
	w.updateService(func(service *corev1.Service) {
		switch {
		case w.random.IntN(4) == 0:
			service.Spec.Selector = pairs{"app": "web"}
		case delegation.IsTo(service, ours):
			service.Labels = nil
		default:
			service.Labels = pairs{v1alpha1.EndpointControllerNameLabel: ours}
		}
	})
}

// settled tells whether what came of all changes of the Service has been seen by everybody.
func (w *world) settled() bool {
	return w.behind.services == len(w.services)-1 && w.seen.services == len(w.services)-1 && w.seen.defaults == len(w.defaults)-1
}

// look moves a position to the end of a history, or some way towards it.
func (w *world) look(position *int, length int) {
	if ahead := length - 1 - *position; ahead > 0 && w.random.IntN(2) == 0 {
		*position += w.random.IntN(ahead + 1)
	} else {
		*position = length - 1
	}
}

// runDefault is a pass of the default controller, which knows of the key alone.
func (w *world) runDefault() {
	w.look(&w.behind.pods, len(w.pods))
	w.look(&w.behind.services, len(w.services))
	slice := sliceOf()
	if _, keptAway := w.services[w.behind.services].Spec.Selector[v1alpha1.DelegatedKey]; !keptAway {
		for uid, ready := range w.pods[w.behind.pods] {
			slice.Endpoints = append(slice.Endpoints, pod(uid, "10.0.0.1", ready))
		}
	}
	w.defaults = append(w.defaults, all(slice))
	w.note("default controller writes %v", delegation.BackendsOf(all(slice)))
}

// runOurs is a pass of ours: what EndpointSliceReconciler does, on what it sees.
func (w *world) runOurs() {
	w.look(&w.seen.pods, len(w.pods))
	w.look(&w.seen.services, len(w.services))
	w.look(&w.seen.defaults, len(w.defaults))
	service, pods := w.services[w.seen.services], w.pods[w.seen.pods]
	phase := delegation.PhaseOf(delegation.IsTo(service, ours), true, w.ours != nil || delegation.HasKeyOf(service, ours))
	if phase == delegation.Foreign {
		return
	}
	upToDate := w.seen.services == len(w.services)-1
	if phase != delegation.Serving && delegation.HasKeyOf(service, ours) {
		if !upToDate {
			return // a conflict
		}
		w.updateService(func(s *corev1.Service) { delete(s.Spec.Selector, v1alpha1.DelegatedKey) })
	}
	w.ours = delegation.Backends{}
	for uid, ready := range pods {
		if w.attached[uid] {
			endpoint := pod(uid, "192.0.2.1", ready)
			w.ours.Add("", nil, []discoveryv1.Endpoint{endpoint})
		}
	}
	decision := delegation.Decide(delegation.View{
		Phase: phase, KeptAway: delegation.HasKeyOf(service, ours), Ours: w.ours, Others: w.defaults[w.seen.defaults],
		Known: func(uid string) bool { _, found := pods[uid]; return found },
		// Ours has waited for long enough.
		Settled: w.covered && w.behind.services == len(w.services)-1,
	})
	w.covered = decision.Covered
	w.note("%s: ours are %v, seeing %v: %+v", phase, w.ours, delegation.BackendsOf(w.defaults[w.seen.defaults]), decision)
	switch {
	case decision.KeepAway && upToDate:
		w.replaced = delegation.BackendsOf(w.defaults[w.seen.defaults])
		w.takeOvers++
		w.updateService(func(s *corev1.Service) { s.Spec.Selector[v1alpha1.DelegatedKey] = ours })
	case decision.Withdraw:
		w.ours = nil
		w.releases++
	}
}

// missed returns the Pods that clients have lost, if they reach none at all: Pods
// that they reached, and that ever since have been ready, as both controllers know.
func (w *world) missed() []string {
	visible := delegation.BackendsOf(last(w.defaults))
	for backend, ready := range w.ours {
		visible[backend] = visible[backend] || ready
	}
	for uid := range w.reached {
		if !w.knownReady(uid) {
			delete(w.reached, uid)
		}
	}
	reachesAny := false
	for backend, ready := range visible {
		reachesAny = reachesAny || ready
		if ready && w.knownReady(backend.Name) && (w.patient || w.ours[backend]) {
			w.reached[backend.Name] = true
		}
	}
	if reachesAny {
		return nil
	}
	return slices.Sorted(maps.Keys(w.reached))
}

// knownReady tells whether a Pod that can be an endpoint of both is ready, and
// both know it: ours has seen the Pod, or what the default controller said of it
// when it was last kept away. Of a Pod that went back and forth, both may have
// older news still to act on.
func (w *world) knownReady(uid string) bool {
	once := !w.flapped[uid]
	ours := w.pods[w.seen.pods][uid] || once && w.replaced[delegation.Backend{Name: uid}]
	return w.attached[uid] && last(w.pods)[uid] && ours && (once || w.pods[w.behind.pods][uid])
}
