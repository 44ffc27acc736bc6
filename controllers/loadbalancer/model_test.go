package loadbalancer

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/events"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

var (
	modelSeed   = flag.Uint64("model-seed", 1, "the first seed of TestNoAddressIsGivenAwayTwice")
	modelWorlds = flag.Uint64("model-worlds", 300, "how many seeds it tries")
)

// Several managers, with caches that are behind, work on the same Services one
// request at a time, in an order that the seed decides. Requests fail, answers
// get lost, managers crash, and users change their minds. At no time may an
// address be shown twice, or without a claim; and when all is quiet, every
// Service is served and nothing else is claimed.
func TestNoAddressIsGivenAwayTwice(t *testing.T) {
	log.SetLogger(logr.Discard())
	for seed := *modelSeed; seed < *modelSeed+*modelWorlds; seed++ {
		if err := newModel(seed).run(400); err != nil {
			t.Fatalf("-model-seed=%d: %v", seed, err)
		}
	}
}

const modelClass = "example.com/vip"

type model struct {
	*store
	random   *rand.Rand
	clock    *clocktesting.FakePassiveClock
	mesh     *v1alpha1.Mesh
	names    []types.NamespacedName
	managers []*modelManager
	passes   []*runningPass
}

// runningPass is a pass that waits for its next request.
type runningPass struct {
	*connection
	name types.NamespacedName
	done chan struct{}
}

func newModel(seed uint64) *model {
	m := &model{
		store:  newStore(),
		random: rand.New(rand.NewPCG(seed, seed)),
		clock:  clocktesting.NewFakePassiveClock(time.Unix(0, 0)),
		mesh: &v1alpha1.Mesh{
			ObjectMeta: metav1.ObjectMeta{Name: "mesh"},
			// As few as there are Services at most, so that addresses change hands.
			Spec: v1alpha1.MeshSpec{VIPs: &v1alpha1.MeshVIPs{CIDRs: []v1alpha1.VIPRange{"10.0.0.0-10.0.0.3"}}},
		},
	}
	for i := range 4 {
		m.names = append(m.names, types.NamespacedName{Namespace: "default", Name: fmt.Sprintf("service-%d", i)})
	}
	for range 2 + m.random.IntN(2) {
		m.managers = append(m.managers, m.startModelManager(m.mesh))
	}
	return m
}

func (m *model) run(steps int) error {
	for step := range steps {
		m.step()
		if err := m.check(); err != nil {
			return fmt.Errorf("step %d: %w", step, err)
		}
	}
	return m.calmDown()
}

func (m *model) step() {
	m.clock.SetTime(m.clock.Now().Add(300 * time.Millisecond))
	manager := m.managers[m.random.IntN(len(m.managers))]
	switch dice := m.random.IntN(100); {
	case dice < 15:
		manager.deliverService()
	case dice < 30:
		manager.deliverVirtualIP()
	case dice < 50:
		m.startPass(manager, m.names[m.random.IntN(len(m.names))])
	case dice < 88:
		if len(m.passes) > 0 {
			m.advance(m.passes[m.random.IntN(len(m.passes))], m.fate())
		}
	case dice < 90:
		m.crash(manager)
	case dice < 91:
		m.namespaceIsIn = !m.namespaceIsIn
	case dice < 93:
		manager.namespaceIsIn = m.namespaceIsIn
	default:
		m.userActs(m.names[m.random.IntN(len(m.names))])
	}
}

func (m *model) fate() fate {
	switch dice := m.random.IntN(100); {
	case dice < 4:
		return neverArrives
	case dice < 8:
		return answerIsLost
	}
	return arrives
}

// startPass runs a pass up to its first request.
func (m *model) startPass(manager *modelManager, name types.NamespacedName) {
	if manager.busy[name] {
		return
	}
	manager.busy[name] = true
	c := &connection{manager: manager, store: m.store, waiting: make(chan struct{}), let: make(chan fate)}
	r := &LoadBalancerReconciler{
		Client: c, APIReader: liveReader{c}, Class: modelClass, Clock: m.clock,
		Events:    events.NewEventReporter(silent{}, silent{}, m.clock, events.ActionAssignVIPs),
		Addresses: manager.addresses, Failures: NewAllocationFailures(),
	}
	started := &runningPass{connection: c, name: name, done: make(chan struct{})}
	go func() {
		defer close(started.done)
		_, _ = r.Reconcile(context.Background(), reconcile.Request{NamespacedName: name})
	}()
	m.passes = append(m.passes, started)
	m.awaitNext(started)
}

// awaitNext returns when the pass waits again, or is over.
func (m *model) awaitNext(running *runningPass) {
	select {
	case <-running.waiting:
	case <-running.done:
		running.manager.busy[running.name] = false
		m.passes = slices.DeleteFunc(m.passes, func(p *runningPass) bool { return p == running })
	}
}

func (m *model) advance(running *runningPass, fate fate) {
	running.let <- fate
	m.awaitNext(running)
}

// crash ends a manager, whose requests may still be on their way, and starts another.
func (m *model) crash(manager *modelManager) {
	for _, running := range slices.Clone(m.passes) {
		if running.manager != manager {
			continue
		}
		last := []fate{neverArrives, answerIsLost}[m.random.IntN(2)]
		for slices.Contains(m.passes, running) {
			m.advance(running, last)
			last = neverArrives
		}
	}
	delete(m.watchers, manager)
	m.managers[slices.Index(m.managers, manager)] = m.startModelManager(m.mesh)
}

func (m *model) userActs(name types.NamespacedName) {
	standing := m.services[name]
	if standing == nil {
		service := newModelService(name, modelClass, m.next())
		if m.random.IntN(2) == 0 {
			service.Labels[v1alpha1.MeshLabel] = "mesh"
		}
		if m.random.IntN(3) == 0 {
			service.Annotations = map[string]string{v1alpha1.VIPAnnotation: fmt.Sprintf("10.0.0.%d", m.random.IntN(4))}
		}
		m.putService(service)
		return
	}
	service := standing.DeepCopy()
	switch m.random.IntN(6) {
	case 0:
		m.deleteService(name)
		return
	case 1:
		service.Labels[v1alpha1.IgnoreKey] = fmt.Sprint(service.Labels[v1alpha1.IgnoreKey] != "true")
	case 2:
		if service.Spec.Type == corev1.ServiceTypeLoadBalancer {
			service.Spec.Type = corev1.ServiceTypeClusterIP
		} else {
			class := modelClass
			service.Spec.Type, service.Spec.LoadBalancerClass = corev1.ServiceTypeLoadBalancer, &class
		}
	case 3:
		service.Annotations = map[string]string{v1alpha1.VIPAnnotation: fmt.Sprintf("10.0.0.%d", m.random.IntN(4))}
	case 4:
		service.Annotations = nil
	case 5:
		service.Status.LoadBalancer = corev1.LoadBalancerStatus{}
	}
	m.putService(service)
}

// calmDown lets the managers finish, with whatever they still have under way.
func (m *model) calmDown() error {
	for _, name := range slices.Clone(m.names) { // nobody waits for an address that another one has
		if service := m.services[name]; service != nil && service.Annotations != nil {
			service = service.DeepCopy()
			service.Annotations = nil
			m.putService(service)
		}
	}
	for quiet := 0; quiet < 3; {
		before := m.version
		m.clock.SetTime(m.clock.Now().Add(2 * time.Second))
		for _, manager := range m.managers {
			manager.namespaceIsIn = m.namespaceIsIn
			for len(manager.serviceEvents)+len(manager.virtualIPEvents) > 0 {
				manager.deliverService()
				manager.deliverVirtualIP()
			}
			for _, name := range m.names {
				m.startPass(manager, name)
			}
			for len(m.passes) > 0 {
				m.advance(m.passes[m.random.IntN(len(m.passes))], arrives)
				if err := m.check(); err != nil {
					return err
				}
			}
		}
		quiet++
		if m.version != before {
			quiet = 0
		}
		if m.version > 100_000 {
			return fmt.Errorf("it never ends: %v", slices.Collect(maps.Keys(m.virtualIPs)))
		}
	}
	return m.settled(modelClass)
}

// A claim for exactly the version that the Service has may be about to be shown.
// It is freed all the same once its maker is gone, although the Service itself
// has no reason to change.
func TestClaimForTheVersionThatStandsIsFreed(t *testing.T) {
	log.SetLogger(logr.Discard())
	m := newModel(1)
	m.putService(newModelService(m.names[0], modelClass, m.next()))
	if err := m.calmDown(); err != nil { // it says that it is in no mesh
		t.Fatal(err)
	}
	claim := vip.NewClaim(netip.MustParseAddr("10.0.0.1"), m.mesh.Name, modelClass, m.services[m.names[0]])
	claim.UID = "orphan"
	m.putVirtualIP(claim)
	if err := m.calmDown(); err != nil {
		t.Error(err)
	}
}
