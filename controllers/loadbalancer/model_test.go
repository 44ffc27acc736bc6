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
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

var (
	modelSeed  = flag.Uint64("model-seed", 1, "the first seed of TestNoAddressIsAssignedTwice")
	modelSeeds = flag.Uint64("model-seeds", 300, "the number of seeds")
)

// Several managers with outdated caches work on the same Services, one request at a
// time, in an order that the seed decides. Requests fail, responses get lost, managers
// crash, and users change their Services. At no time may an address be shown twice,
// without a claim, or before it has cooled down. At the end every Service is served, and nothing else is claimed.
func TestNoAddressIsAssignedTwice(t *testing.T) {
	log.SetLogger(logr.Discard())
	for seed := *modelSeed; seed < *modelSeed+*modelSeeds; seed++ {
		if err := newModel(seed).run(400); err != nil {
			t.Fatalf("-model-seed=%d: %v", seed, err)
		}
	}
}

const (
	modelClass    = "example.com/vip"
	modelCooldown = 4 * time.Second
)

type model struct {
	*store
	random   *rand.Rand
	mesh     *v1alpha1.Mesh
	names    []types.NamespacedName
	managers []*modelManager
	syncs    []*runningSync
}

// runningSync is a sync that waits for its next request.
type runningSync struct {
	*connection
	name types.NamespacedName
	done chan struct{}
}

func newModel(seed uint64) *model {
	m := &model{
		store:  newStore(),
		random: rand.New(rand.NewPCG(seed, seed)),
		mesh: &v1alpha1.Mesh{
			ObjectMeta: metav1.ObjectMeta{Name: "mesh"},
			// As many as there are Services, so that addresses move between Services.
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
		m.startSync(manager, m.names[m.random.IntN(len(m.names))])
	case dice < 88:
		if len(m.syncs) > 0 {
			m.advance(m.syncs[m.random.IntN(len(m.syncs))], m.fate())
		}
	case dice < 90:
		m.crash(manager)
	case dice < 91:
		m.namespaceIsIn = !m.namespaceIsIn
	case dice < 93:
		manager.namespaceIsIn = m.namespaceIsIn
	case dice < 94:
		m.serving = !m.serving
		m.ipMode = []corev1.LoadBalancerIPMode{corev1.LoadBalancerIPModeVIP, corev1.LoadBalancerIPModeProxy}[m.random.IntN(2)]
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

// startSync runs a sync up to its first request.
func (m *model) startSync(manager *modelManager, name types.NamespacedName) {
	if manager.busy[name] {
		return
	}
	manager.busy[name] = true
	c := &connection{manager: manager, store: m.store, waiting: make(chan struct{}), let: make(chan fate)}
	r, err := New(Options{
		Dependencies: controller.Dependencies{Client: c, APIReader: liveReader{c}, Clock: m.clock, Metrics: prometheus.NewRegistry(), ConcurrentSyncs: 1},
		Class:        modelClass, VIPCooldownPeriod: modelCooldown,
	})
	if err != nil {
		panic(err)
	}
	r.addresses, r.events = manager.addresses, events.NewReporter(eventAction, silent{}, silent{}, m.clock)
	started := &runningSync{connection: c, name: name, done: make(chan struct{})}
	go func() {
		defer close(started.done)
		_, _ = r.Reconcile(context.Background(), reconcile.Request{NamespacedName: name})
	}()
	m.syncs = append(m.syncs, started)
	m.awaitNext(started)
}

// awaitNext returns when the sync waits again, or has ended.
func (m *model) awaitNext(running *runningSync) {
	select {
	case <-running.waiting:
	case <-running.done:
		running.manager.busy[running.name] = false
		m.syncs = slices.DeleteFunc(m.syncs, func(p *runningSync) bool { return p == running })
	}
}

func (m *model) advance(running *runningSync, fate fate) {
	running.let <- fate
	m.awaitNext(running)
}

// crash ends a manager whose requests may still be in progress, and starts another.
func (m *model) crash(manager *modelManager) {
	for _, running := range slices.Clone(m.syncs) {
		if running.manager != manager {
			continue
		}
		last := []fate{neverArrives, answerIsLost}[m.random.IntN(2)]
		for slices.Contains(m.syncs, running) {
			m.advance(running, last)
			last = neverArrives
		}
	}
	delete(m.watchers, manager)
	m.managers[slices.Index(m.managers, manager)] = m.startModelManager(m.mesh)
}

func (m *model) userActs(name types.NamespacedName) {
	existing := m.services[name]
	if existing == nil {
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
	service := existing.DeepCopy()
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

// calmDown lets the managers finish everything that is in progress.
func (m *model) calmDown() error {
	for _, name := range slices.Clone(m.names) { // no Service waits for an address that another one holds
		if service := m.services[name]; service != nil && service.Annotations != nil {
			service = service.DeepCopy()
			service.Annotations = nil
			m.putService(service)
		}
	}
	for quiet := 0; quiet < 3; {
		before := m.version
		m.clock.SetTime(m.clock.Now().Add(modelCooldown))
		for _, manager := range m.managers {
			manager.namespaceIsIn = m.namespaceIsIn
			for len(manager.serviceEvents)+len(manager.virtualIPEvents) > 0 {
				manager.deliverService()
				manager.deliverVirtualIP()
			}
			for _, name := range m.names {
				m.startSync(manager, name)
			}
			for len(m.syncs) > 0 {
				m.advance(m.syncs[m.random.IntN(len(m.syncs))], arrives)
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
			return fmt.Errorf("it never settles: %v", slices.Collect(maps.Keys(m.virtualIPs)))
		}
	}
	return m.settled(modelClass)
}

// A claim for the current version of the Service may still be published. It is
// released all the same once its creator has stopped, although the Service itself has no
// reason to change.
func TestClaimForTheCurrentVersionIsReleased(t *testing.T) {
	log.SetLogger(logr.Discard())
	m := newModel(1)
	m.putService(newModelService(m.names[0], modelClass, m.next()))
	if err := m.calmDown(); err != nil { // the status says that it is in no mesh
		t.Fatal(err)
	}
	claim := vip.NewClaim(netip.MustParseAddr("10.0.0.1"), m.mesh.Name, modelClass, m.services[m.names[0]])
	claim.UID = "orphan"
	m.putVirtualIP(claim)
	if err := m.calmDown(); err != nil {
		t.Error(err)
	}
}
