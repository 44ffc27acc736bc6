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

// simulation has one Service with its Pods, and two controllers that each see an
// older state of them. Every history is a slice of all versions, oldest first.
type simulation struct {
	random *rand.Rand
	// patient users wait until both controllers have seen the last change. With
	// impatient users, only what our controller has published is reliable: the default
	// controller may publish a Pod that becomes ready, and remove it again when it sees
	// that it is kept away.
	patient  bool
	pods     []map[string]bool // readiness by UID
	services []*corev1.Service
	// defaults are the slices that the default controller wrote.
	defaults [][]*discoveryv1.EndpointSlice
	// attached is true for the Pods that can be endpoints of our controller.
	attached map[string]bool

	ours                delegation.Backends // nil if there are no slices
	ourView             position            // what our controller has seen
	defaultView         position            // what the default controller has seen
	replaced            delegation.Backends // what our controller saw of the default controller when it kept that away
	reached             map[string]bool     // reached by clients, and ready ever since
	flapped             map[string]bool     // was ready and then not ready
	covered             bool                // in our controller's last sync
	defaultMayWithdraw  bool                // since our controller kept the default controller away
	takeovers, releases int
	history             []string
}

// position is the point in each history up to which a controller has seen it.
type position struct{ pods, services, defaults int }

func newSimulation(seed uint64, patient bool) *simulation {
	s := &simulation{patient: patient, random: rand.New(rand.NewPCG(seed, 1)), pods: []map[string]bool{{}}, attached: map[string]bool{}, reached: map[string]bool{}, flapped: map[string]bool{}}
	s.services = []*corev1.Service{serviceWith(pairs{"app": "web"})}
	s.defaults = [][]*discoveryv1.EndpointSlice{nil}
	return s
}

func last[T any](history []T) T { return history[len(history)-1] }

func (s *simulation) record(format string, args ...any) {
	s.history = append(s.history, fmt.Sprintf(format, args...))
}

// changePods adds, removes or changes a Pod.
func (s *simulation) changePods() {
	now := map[string]bool{}
	for uid, ready := range last(s.pods) {
		now[uid] = ready
	}
	uid := string(rune('a' + s.random.IntN(8)))
	s.flapped[uid] = s.flapped[uid] || now[uid]
	if ready, found := now[uid]; !found {
		now[uid] = s.random.IntN(2) == 0
		if _, known := s.attached[uid]; !known {
			s.attached[uid] = s.random.IntN(4) > 0
		}
	} else if s.random.IntN(4) == 0 {
		delete(now, uid)
	} else {
		now[uid] = !ready
	}
	s.pods = append(s.pods, now)
	s.record("Pods are %v", now)
}

// updateService appends a version of the Service.
func (s *simulation) updateService(edit func(*corev1.Service)) {
	next := last(s.services).DeepCopy()
	edit(next)
	s.services = append(s.services, next)
	s.record("Service: label %q, selector %v", next.Labels[v1alpha1.EndpointControllerNameLabel], next.Spec.Selector)
}

// toggle is a change by the user: of the label, or of the selector, by applying a
// file without the key.
func (s *simulation) toggle() {
	s.updateService(func(service *corev1.Service) {
		switch {
		case s.random.IntN(4) == 0:
			service.Spec.Selector = pairs{"app": "web"}
		case delegation.IsTo(service, ours):
			service.Labels = nil
		default:
			service.Labels = pairs{v1alpha1.EndpointControllerNameLabel: ours}
		}
	})
}

// settled reports whether both controllers have seen all changes of the Service and
// their effects.
func (s *simulation) settled() bool {
	return s.defaultView.services == len(s.services)-1 && s.ourView.services == len(s.services)-1 && s.ourView.defaults == len(s.defaults)-1
}

// advance moves an index to the end of a history, or some way towards it.
func (s *simulation) advance(index *int, length int) {
	if ahead := length - 1 - *index; ahead > 0 && s.random.IntN(2) == 0 {
		*index += s.random.IntN(ahead + 1)
	} else {
		*index = length - 1
	}
}

// runDefault is a sync of the default controller, which only knows the key.
func (s *simulation) runDefault() {
	s.advance(&s.defaultView.pods, len(s.pods))
	s.advance(&s.defaultView.services, len(s.services))
	slice := sliceOf()
	if _, keptAway := s.services[s.defaultView.services].Spec.Selector[v1alpha1.DelegatedKey]; !keptAway {
		for uid, ready := range s.pods[s.defaultView.pods] {
			slice.Endpoints = append(slice.Endpoints, pod(uid, "10.0.0.1", ready))
		}
	}
	s.defaults = append(s.defaults, all(slice))
	s.record("default controller writes %v", delegation.BackendsOf(all(slice)))
}

// runOurs is a sync of our controller. It does what EndpointSliceReconciler does, based
// on what it has seen.
func (s *simulation) runOurs() {
	s.advance(&s.ourView.pods, len(s.pods))
	s.advance(&s.ourView.services, len(s.services))
	s.advance(&s.ourView.defaults, len(s.defaults))
	service, pods := s.services[s.ourView.services], s.pods[s.ourView.pods]
	phase := delegation.PhaseOf(delegation.IsTo(service, ours), true, s.ours != nil || delegation.HasKeyOf(service, ours))
	if phase == delegation.Foreign {
		return
	}
	desired := delegation.Backends{}
	for uid, ready := range pods {
		if s.attached[uid] {
			endpoint := pod(uid, "192.0.2.1", ready)
			desired.Add("", nil, []discoveryv1.Endpoint{endpoint})
		}
	}
	s.defaultMayWithdraw = s.defaultMayWithdraw && delegation.View{Others: s.defaults[s.ourView.defaults], Default: delegation.DefaultManager}.DefaultPublishes()
	decision := delegation.Decide(delegation.View{
		Phase: phase, KeptAway: delegation.HasKeyOf(service, ours), Ours: desired, Others: s.defaults[s.ourView.defaults],
		Default: delegation.DefaultManager, DefaultMayWithdraw: s.defaultMayWithdraw,
		Known: func(uid string) bool { _, found := pods[uid]; return found },
		// The controller has waited long enough.
		CoveredLongEnough: s.covered && s.defaultView.services == len(s.services)-1,
	})
	s.covered = decision.Covered
	s.record("%s: ours are %v, seeing %v: %+v", phase, desired, delegation.BackendsOf(s.defaults[s.ourView.defaults]), decision)
	upToDate := s.ourView.services == len(s.services)-1
	if decision.LetDefaultIn && delegation.HasKeyOf(service, ours) {
		if !upToDate {
			return // a conflict
		}
		s.updateService(func(service *corev1.Service) { delete(service.Spec.Selector, v1alpha1.DelegatedKey) })
	}
	s.ours = desired
	switch {
	case decision.KeepAway && upToDate:
		s.defaultMayWithdraw = true
		s.replaced = delegation.BackendsOf(s.defaults[s.ourView.defaults])
		s.takeovers++
		s.updateService(func(service *corev1.Service) { service.Spec.Selector[v1alpha1.DelegatedKey] = ours })
	case decision.Withdraw:
		s.ours = nil
		s.releases++
	}
}

// missed returns the Pods that clients have lost, if they reach none at all: Pods that
// they could reach before, and that have been ready ever since, as both controllers
// know.
func (s *simulation) missed() []string {
	visible := delegation.BackendsOf(last(s.defaults))
	for backend, ready := range s.ours {
		visible[backend] = visible[backend] || ready
	}
	for uid := range s.reached {
		if !s.knownReady(uid) {
			delete(s.reached, uid)
		}
	}
	reachesAny := false
	for backend, ready := range visible {
		reachesAny = reachesAny || ready
		if ready && s.knownReady(backend.Name) && (s.patient || s.ours[backend]) {
			s.reached[backend.Name] = true
		}
	}
	if reachesAny {
		return nil
	}
	return slices.Sorted(maps.Keys(s.reached))
}

// knownReady reports whether a Pod that can be an endpoint of both controllers is
// ready, and both know it: our controller has seen the Pod, or what the default
// controller published when it was last kept away. If the readiness of the Pod has
// changed several times, both may still have to act on older changes.
func (s *simulation) knownReady(uid string) bool {
	once := !s.flapped[uid]
	ours := s.pods[s.ourView.pods][uid] || once && s.replaced[delegation.Backend{Name: uid}]
	return s.attached[uid] && last(s.pods)[uid] && ours && (once || s.pods[s.defaultView.pods][uid])
}
