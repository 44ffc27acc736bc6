package cache

import (
	"maps"
	"slices"
	"strconv"
	"sync"
	"unique"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// Pod has the fields of a Pod that the cache holds: its identity, and the fields that endpoints
// and MeshServices show. The struct of a corev1.Pod alone takes three times the
// memory. It is immutable.
type Pod struct {
	metav1.ObjectMeta
	nodeName, subdomain, phase unique.Handle[string]
	hostname                   string
	podIPs                     []corev1.PodIP
	// containers has one container with the ports that a Service can name, or none.
	containers []corev1.Container
	// ready is the status of the condition Ready, empty without the condition.
	ready      unique.Handle[string]
	readySince metav1.Time
}

// GetObjectKind implements runtime.Object. The store knows the kind.
func (p *Pod) GetObjectKind() schema.ObjectKind { return schema.EmptyObjectKind }

// DeepCopyObject implements runtime.Object.
func (p *Pod) DeepCopyObject() runtime.Object {
	copied := *p
	p.DeepCopyInto(&copied.ObjectMeta)
	copied.podIPs = slices.Clone(p.podIPs)
	copied.containers = slices.Clone(p.containers)
	for i := range p.containers {
		p.containers[i].DeepCopyInto(&copied.containers[i])
	}
	return &copied
}

// expandedPod is a Pod with room for its only condition.
type expandedPod struct {
	corev1.Pod
	condition [1]corev1.PodCondition
}

// expand returns the Pods as corev1.Pods. They share memory with the cache, so they
// must not be changed.
func expand(cached ...*Pod) []*corev1.Pod {
	expanded := make([]expandedPod, len(cached))
	pods := make([]*corev1.Pod, len(cached))
	for i, pod := range cached {
		pod.expandInto(&expanded[i])
		pods[i] = &expanded[i].Pod
	}
	return pods
}

func (p *Pod) expandInto(pod *expandedPod) {
	pod.ObjectMeta = p.ObjectMeta
	pod.Spec.NodeName = p.nodeName.Value()
	pod.Spec.Hostname = p.hostname
	pod.Spec.Subdomain = p.subdomain.Value()
	pod.Spec.Containers = p.containers
	pod.Status.Phase = corev1.PodPhase(p.phase.Value())
	pod.Status.PodIPs = p.podIPs
	if status := p.ready.Value(); status != "" {
		pod.condition[0] = corev1.PodCondition{Type: corev1.PodReady, Status: corev1.ConditionStatus(status), LastTransitionTime: p.readySince}
		pod.Status.Conditions = pod.condition[:]
	}
}

// podPruner reduces Pods to the fields that the cache holds. The Pods of a workload share their
// labels and ports.
type podPruner struct {
	labels sharedCopies[map[string]string]
	ports  sharedCopies[[]corev1.Container]
}

func newPodPruner() *podPruner { return &podPruner{} }

func (p *podPruner) prune(pod *corev1.Pod) *Pod {
	pruned := &Pod{
		ObjectMeta: identity(pod),
		nodeName:   unique.Make(pod.Spec.NodeName),
		subdomain:  unique.Make(pod.Spec.Subdomain),
		phase:      unique.Make(string(pod.Status.Phase)),
		hostname:   pod.Spec.Hostname,
		podIPs:     pod.Status.PodIPs,
		containers: p.containersWithNamedPorts(&pod.Spec),
		ready:      unique.Make(""),
	}
	pruned.CreationTimestamp = pod.CreationTimestamp
	pruned.Labels = p.sharedLabels(pod.Labels)
	if backend := pod.Annotations[v1alpha1.IssuedBackendAnnotation]; backend != "" {
		metav1.SetMetaDataAnnotation(&pruned.ObjectMeta, v1alpha1.IssuedBackendAnnotation, backend)
	}
	// Parsed here, once for each version of the Pod: a sync reads the status of every Pod of a
	// Service, more than once.
	if networks := podaddress.Compact(pod.Namespace, pod.Annotations[podaddress.NetworkStatusAnnotation]); networks != "" {
		metav1.SetMetaDataAnnotation(&pruned.ObjectMeta, podaddress.NetworkStatusAnnotation, networks)
	}
	for i := range pod.Status.Conditions {
		if condition := &pod.Status.Conditions[i]; condition.Type == corev1.PodReady {
			pruned.ready, pruned.readySince = unique.Make(string(condition.Status)), condition.LastTransitionTime
		}
	}
	return pruned
}

// CompactSource returns the source that reads the same addresses from a Pod of the cache as the
// given one from a whole Pod.
func CompactSource(source podaddress.Source) podaddress.Source {
	if network, ok := source.(podaddress.Network); ok {
		return podaddress.CompactNetwork{Network: network}
	}
	return source
}

func (p *podPruner) sharedLabels(labels map[string]string) map[string]string {
	if len(labels) == 0 {
		return nil
	}
	var key []byte
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		key = append(key, name...)
		key = append(key, '=')
		key = append(key, labels[name]...)
		key = append(key, ',')
	}
	return p.labels.of(key, func() map[string]string {
		kept := make(map[string]string, len(labels))
		for name, value := range labels {
			kept[shared(name)] = shared(value)
		}
		return kept
	})
}

// containersWithNamedPorts returns the ports that a Service can name, in one
// container. Of two ports with the same name the first counts; the ports of
// sidecars come last (https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/).
func (p *podPruner) containersWithNamedPorts(spec *corev1.PodSpec) []corev1.Container {
	var named []corev1.ContainerPort
	var key []byte
	add := func(container *corev1.Container) {
		for _, port := range container.Ports {
			if port.Name == "" {
				continue
			}
			named = append(named, corev1.ContainerPort{Name: port.Name, ContainerPort: port.ContainerPort, Protocol: port.Protocol})
			key = append(key, port.Name...)
			key = strconv.AppendInt(append(key, ':'), int64(port.ContainerPort), 10)
			key = append(append(append(key, '/'), port.Protocol...), ',')
		}
	}
	for i := range spec.Containers {
		add(&spec.Containers[i])
	}
	for i := range spec.InitContainers {
		if container := &spec.InitContainers[i]; ptr.Deref(container.RestartPolicy, "") == corev1.ContainerRestartPolicyAlways {
			add(container)
		}
	}
	if named == nil {
		return nil
	}
	return p.ports.of(key, func() []corev1.Container { return []corev1.Container{{Ports: named}} })
}

// sharedCopies returns the same copy of a value for the same key. It starts over
// when it holds too many values, so that unused ones do not stay forever.
type sharedCopies[T any] struct {
	mutex  sync.Mutex
	values map[string]T
}

// maxCopies is more than the number of workloads in most clusters.
const maxCopies = 1 << 14

func (s *sharedCopies[T]) of(key []byte, create func() T) T {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if value, found := s.values[string(key)]; found {
		return value
	}
	if s.values == nil || len(s.values) >= maxCopies {
		s.values = map[string]T{}
	}
	value := create()
	s.values[string(key)] = value
	return value
}
