package loadbalancer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	applycore "k8s.io/client-go/applyconfigurations/core/v1"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/vip"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// store holds the objects of an API server, and enforces its rules about versions.
// It sends changes to its watchers.
type store struct {
	clock      *clocktesting.FakePassiveClock
	version    int
	services   map[types.NamespacedName]*corev1.Service
	virtualIPs map[string]*v1alpha1.VirtualIP
	// namespaceIsIn is whether the namespace opts in.
	namespaceIsIn bool
	// ipMode is the mode of the Mesh, and serving whether the Services have endpoints.
	ipMode   corev1.LoadBalancerIPMode
	serving  bool
	watchers map[*modelManager]bool
	// shown has the Service that showed an address last.
	shown map[string]tenure
}

// tenure is the time until which a Service has shown an address.
type tenure struct {
	service types.UID
	until   time.Time
}

func newStore() *store {
	return &store{
		clock:      clocktesting.NewFakePassiveClock(time.Unix(0, 0)),
		shown:      map[string]tenure{},
		services:   map[types.NamespacedName]*corev1.Service{},
		virtualIPs: map[string]*v1alpha1.VirtualIP{},
		watchers:   map[*modelManager]bool{},
		ipMode:     corev1.LoadBalancerIPModeVIP,
	}
}

func (s *store) next() string {
	s.version++
	return strconv.Itoa(s.version)
}

func (s *store) putService(service *corev1.Service) {
	service.ResourceVersion = s.next()
	if service.Spec.Type != corev1.ServiceTypeLoadBalancer { // as the API server does
		service.Spec.LoadBalancerClass, service.Status.LoadBalancer = nil, corev1.LoadBalancerStatus{}
	}
	s.services[client.ObjectKeyFromObject(service)] = service
	for watcher := range s.watchers {
		watcher.serviceEvents = append(watcher.serviceEvents, serviceEvent{client.ObjectKeyFromObject(service), service})
	}
}

func (s *store) deleteService(name types.NamespacedName) {
	delete(s.services, name)
	s.next()
	for watcher := range s.watchers {
		watcher.serviceEvents = append(watcher.serviceEvents, serviceEvent{name, nil})
	}
}

func (s *store) putVirtualIP(virtualIP *v1alpha1.VirtualIP) {
	virtualIP.ResourceVersion = s.next()
	s.virtualIPs[virtualIP.Name] = virtualIP
	s.tell(virtualIP, false)
}

func (s *store) tell(virtualIP *v1alpha1.VirtualIP, gone bool) {
	for watcher := range s.watchers {
		watcher.virtualIPEvents = append(watcher.virtualIPEvents, virtualIPEvent{virtualIP, gone})
	}
}

var (
	serviceResource   = schema.GroupResource{Resource: "services"}
	virtualIPResource = schema.GroupResource{Resource: "virtualips"}
	errOutdated       = errors.New("the object has been modified")
)

// connection connects one sync of a manager to the store. Each request waits until
// it is let through.
type connection struct {
	client.Client // nil: other methods are not used
	manager       *modelManager
	store         *store
	waiting       chan struct{}
	let           chan fate
}

// fate is the end of a request.
type fate int

const (
	arrives fate = iota
	neverArrives
	answerIsLost
)

var errUnreachable = errors.New("the API server cannot be reached")

func (c *connection) request(do func() error) error {
	c.waiting <- struct{}{}
	switch <-c.let {
	case arrives:
		return do()
	case answerIsLost:
		_ = do()
	}
	return errUnreachable
}

// Get reads the manager's cache, which may be behind.
func (c *connection) Get(_ context.Context, key client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	switch object := object.(type) {
	case *corev1.Service:
		cached, found := c.manager.services[key]
		if !found {
			return apierrors.NewNotFound(serviceResource, key.Name)
		}
		cached.DeepCopyInto(object)
	case *corev1.Namespace:
		object.Labels = map[string]string{v1alpha1.MeshLabel: "mesh", v1alpha1.SidecarInjectionLabel: strconv.FormatBool(c.manager.namespaceIsIn)}
	case *v1alpha1.Mesh:
		object.Name = key.Name
		object.Spec.VIPs = &v1alpha1.MeshVIPs{IPMode: c.store.ipMode}
	}
	return nil
}

// List lists the EndpointSlices of a Service.
func (c *connection) List(_ context.Context, list client.ObjectList, _ ...client.ListOption) error {
	if c.store.serving {
		list.(*discoveryv1.EndpointSliceList).Items = []discoveryv1.EndpointSlice{*kit.EndpointSlice("default", "web", discoveryv1.AddressTypeIPv4, kit.Endpoint("10.1.0.1", true))}
	}
	return nil
}

func (c *connection) Create(_ context.Context, object client.Object, _ ...client.CreateOption) error {
	return c.request(func() error {
		if c.store.virtualIPs[object.GetName()] != nil {
			return apierrors.NewAlreadyExists(virtualIPResource, object.GetName())
		}
		created := object.DeepCopyObject().(*v1alpha1.VirtualIP)
		created.UID = types.UID("virtual-ip-" + c.store.next())
		c.store.putVirtualIP(created)
		created.DeepCopyInto(object.(*v1alpha1.VirtualIP))
		return nil
	})
}

func (c *connection) Patch(_ context.Context, object client.Object, _ client.Patch, _ ...client.PatchOption) error {
	return c.request(func() error {
		patched := object.DeepCopyObject().(*v1alpha1.VirtualIP)
		existing := c.store.virtualIPs[object.GetName()]
		switch {
		case existing == nil:
			return apierrors.NewNotFound(virtualIPResource, object.GetName())
		case existing.ResourceVersion != patched.ResourceVersion:
			return apierrors.NewConflict(virtualIPResource, object.GetName(), errOutdated)
		}
		c.store.putVirtualIP(patched)
		patched.DeepCopyInto(object.(*v1alpha1.VirtualIP))
		return nil
	})
}

func (c *connection) Delete(_ context.Context, object client.Object, options ...client.DeleteOption) error {
	given := (&client.DeleteOptions{}).ApplyOptions(options)
	return c.request(func() error {
		existing := c.store.virtualIPs[object.GetName()]
		if existing == nil {
			return apierrors.NewNotFound(virtualIPResource, object.GetName())
		}
		if *given.Preconditions.UID != existing.UID || *given.Preconditions.ResourceVersion != existing.ResourceVersion {
			return apierrors.NewConflict(virtualIPResource, object.GetName(), errOutdated)
		}
		delete(c.store.virtualIPs, object.GetName())
		c.store.next()
		c.store.tell(existing, true)
		return nil
	})
}

func (c *connection) Status() client.SubResourceWriter { return statusWriter{connection: c} }

type statusWriter struct {
	client.SubResourceWriter // nil
	connection               *connection
}

func (w statusWriter) Apply(_ context.Context, configuration runtime.ApplyConfiguration, _ ...client.SubResourceApplyOption) error {
	applied, err := write.Convert[corev1.Service](configuration)
	if err != nil {
		return err
	}
	return w.connection.request(func() error {
		name := client.ObjectKeyFromObject(applied)
		existing := w.connection.store.services[name]
		if existing == nil || existing.UID != applied.UID || existing.ResourceVersion != applied.ResourceVersion {
			return apierrors.NewConflict(serviceResource, name.Name, errOutdated)
		}
		if len(applied.Status.LoadBalancer.Ingress) > 0 && existing.Spec.Type != corev1.ServiceTypeLoadBalancer {
			return apierrors.NewInvalid(schema.GroupKind{Kind: "Service"}, name.Name, nil)
		}
		written := existing.DeepCopy()
		written.Status = applied.Status
		w.connection.store.putService(written)
		answer, err := write.Convert[applycore.ServiceApplyConfiguration](written)
		if err == nil {
			*configuration.(*applycore.ServiceApplyConfiguration) = *answer
		}
		return err
	})
}

// liveReader reads the store itself.
type liveReader struct{ *connection }

func (r liveReader) Get(_ context.Context, key client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	return r.request(func() error {
		switch object := object.(type) {
		case *corev1.Service:
			if live := r.store.services[key]; live != nil {
				live.DeepCopyInto(object)
				return nil
			}
		case *v1alpha1.VirtualIP:
			if live := r.store.virtualIPs[key.Name]; live != nil {
				live.DeepCopyInto(object)
				return nil
			}
		}
		return apierrors.NewNotFound(virtualIPResource, key.Name)
	})
}

func (liveReader) List(context.Context, client.ObjectList, ...client.ListOption) error { return nil }

// silent discards all events.
type silent struct{ client.Client }

func (silent) Get(_ context.Context, key client.ObjectKey, _ client.Object, _ ...client.GetOption) error {
	return apierrors.NewNotFound(schema.GroupResource{Resource: "events"}, key.Name)
}

func (silent) Create(context.Context, client.Object, ...client.CreateOption) error { return nil }

// modelManager is a manager whose cache lacks the events that are not delivered yet.
type modelManager struct {
	services        map[types.NamespacedName]*corev1.Service
	namespaceIsIn   bool
	serviceEvents   []serviceEvent
	virtualIPEvents []virtualIPEvent
	addresses       *virtualIPs
	busy            map[types.NamespacedName]bool
}

type serviceEvent struct {
	name    types.NamespacedName
	service *corev1.Service // nil if it was deleted
}

type virtualIPEvent struct {
	virtualIP *v1alpha1.VirtualIP
	gone      bool
}

// startModelManager lists first, then watches.
func (s *store) startModelManager(mesh *v1alpha1.Mesh) *modelManager {
	m := &modelManager{services: maps.Clone(s.services), addresses: newVirtualIPs(modelCooldown, s.clock), busy: map[types.NamespacedName]bool{}}
	for _, virtualIP := range s.virtualIPs {
		m.addresses.record(virtualIP)
	}
	m.addresses.setMeshes([]*v1alpha1.Mesh{mesh})
	m.namespaceIsIn = s.namespaceIsIn
	s.watchers[m] = true
	return m
}

func (m *modelManager) deliverService() {
	if len(m.serviceEvents) == 0 {
		return
	}
	event := m.serviceEvents[0]
	m.serviceEvents = m.serviceEvents[1:]
	if event.service == nil {
		delete(m.services, event.name)
	} else {
		m.services[event.name] = event.service
	}
}

func (m *modelManager) deliverVirtualIP() {
	if len(m.virtualIPEvents) == 0 {
		return
	}
	event := m.virtualIPEvents[0]
	m.virtualIPEvents = m.virtualIPEvents[1:]
	if event.gone {
		m.addresses.recordGone(event.virtualIP)
	} else {
		m.addresses.record(event.virtualIP)
	}
}

// check returns the violations of the invariants.
func (s *store) check() error {
	shownBy := map[string]types.NamespacedName{}
	for name, service := range s.services {
		for _, ingress := range service.Status.LoadBalancer.Ingress {
			if other, twice := shownBy[ingress.IP]; twice {
				return fmt.Errorf("%s is shown by %s and %s", ingress.IP, name, other)
			}
			shownBy[ingress.IP] = name
			if last, found := s.shown[ingress.IP]; found && last.service != service.UID && s.clock.Since(last.until) < modelCooldown {
				return fmt.Errorf("%s is shown by %s %s after another Service", ingress.IP, name, s.clock.Since(last.until))
			}
			s.shown[ingress.IP] = tenure{service.UID, s.clock.Now()}
			claimed := false
			for _, virtualIP := range s.virtualIPs {
				claimed = claimed || virtualIP.Spec.Address == ingress.IP && virtualIP.Spec.Service.UID == service.UID
			}
			if !claimed {
				return fmt.Errorf("%s is shown by %s, which has no claim", ingress.IP, name)
			}
		}
	}
	return nil
}

// settled returns the differences from the desired state when nothing is left to do.
func (s *store) settled(class string) error {
	claims := len(s.virtualIPs)
	for name, service := range s.services {
		want := 0
		_, isIn := service.Labels[v1alpha1.MeshLabel]
		if vip.Owns(service, class) && (isIn || s.namespaceIsIn) && service.Labels[v1alpha1.IgnoreKey] != "true" {
			want = len(service.Spec.IPFamilies)
			if !meta.IsStatusConditionTrue(service.Status.Conditions, v1alpha1.ConditionVIPReady) {
				return fmt.Errorf("%s is not served: %+v", name, service.Status)
			}
		}
		if got := len(service.Status.LoadBalancer.Ingress); got != want {
			return fmt.Errorf("%s shows %d addresses, not %d", name, got, want)
		}
		if want > 0 {
			if err := s.reachable(service); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		claims -= want
	}
	if claims != 0 {
		return fmt.Errorf("%d addresses are claimed for no Service", claims)
	}
	return nil
}

// reachable compares what is shown with the mode and the endpoints.
func (s *store) reachable(service *corev1.Service) error {
	if mode := *service.Status.LoadBalancer.Ingress[0].IPMode; mode != s.ipMode {
		return fmt.Errorf("the mode is %s, not %s", mode, s.ipMode)
	}
	want := s.serving && s.ipMode == corev1.LoadBalancerIPModeVIP
	if meta.IsStatusConditionTrue(service.Status.Conditions, v1alpha1.ConditionVIPReachable) != want {
		return fmt.Errorf("reachable should be %t: %+v", want, service.Status.Conditions)
	}
	return nil
}

func newModelService(name types.NamespacedName, class, version string) *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: name.Namespace, Name: name.Name, UID: types.UID("service-" + version),
			Labels: map[string]string{},
		},
		Spec: corev1.ServiceSpec{
			Type: corev1.ServiceTypeLoadBalancer, LoadBalancerClass: &class,
			IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol},
			Ports:      []corev1.ServicePort{{Name: "http", Port: 80}},
		},
	}
}
