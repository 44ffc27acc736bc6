package shadow

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const (
	keptReplicas = 2
	mostReplicas = 8
	// fronts of each Service: two families, two ports.
	fronts        = 4
	roleLabel     = "role"
	roleUntouched = "untouched"
	roleChurned   = "churned"
)

// subject is a Service that is handed over while its endpoints change.
type subject struct {
	types.NamespacedName
	random *rand.Rand
	// once makes one change to the endpoints of the Service.
	once func(context.Context, *subject)
	// publishes reports whether the slices of the Service publish a backend with
	// this readiness, or the backend has changed since.
	publishes func(name kit.Backend, ready bool) bool
	// settled reports whether no handover is in progress.
	settled func() bool
	// ended is the number of handovers that have ended.
	ended atomic.Int64
}

// newSubjects creates Services of several kinds, and their endpoints.
func newSubjects(ctx context.Context, namespace string) []*subject {
	GinkgoHelper()
	kinds := []func(*corev1.Service){
		func(*corev1.Service) {},
		kit.Headless,
		func(s *corev1.Service) {
			s.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv6Protocol, corev1.IPv4Protocol}
		},
		func(s *corev1.Service) { s.Spec.Type = corev1.ServiceTypeNodePort },
		kit.WithoutSelector,
	}
	var subjects []*subject
	for i, kind := range kinds {
		name := fmt.Sprintf("web-%d", i)
		service := kit.Service(namespace, name, twoPorts, kit.DualStack, kind)
		s := &subject{
			NamespacedName: client.ObjectKeyFromObject(service),
			random:         rand.New(rand.NewPCG(*seed, uint64(i))), once: churnPods,
		}
		expect.Created(ctx, api, service)
		if service.Spec.Selector == nil {
			s.once = churnEndpoints
			expect.Created(ctx, api, s.newEndpoints())
		} else {
			expect.Created(ctx, api, newDeployment(namespace, name, roleUntouched, keptReplicas, 8080))
			expect.Created(ctx, api, newDeployment(namespace, name, roleChurned, 1+int32(s.random.IntN(mostReplicas)), 8081))
		}
		subjects = append(subjects, s)
	}
	return subjects
}

// twoPorts gives a Service two ports. The target port of one is named: it is
// another number in other Pods, so that one port name is in several slices.
func twoPorts(service *corev1.Service) {
	service.Spec.Ports = []corev1.ServicePort{
		{Name: "http", Port: 80, TargetPort: intstr.FromString("web")},
		{Name: "metrics", Port: 9090, TargetPort: intstr.FromInt32(9090)},
	}
}

// newDeployment returns the Pods of one role behind a Service.
func newDeployment(namespace, app, role string, replicas, port int32) *appsv1.Deployment {
	return kit.Deployment(namespace, app+"-"+role, replicas, func(deployment *appsv1.Deployment) {
		labels := map[string]string{"app": app, roleLabel: role}
		if role == roleUntouched {
			labels[untouchedLabel] = "true"
		}
		deployment.Spec.Selector.MatchLabels, deployment.Spec.Template.Labels = labels, labels
		deployment.Spec.Template.Spec.Containers[0].Ports = []corev1.ContainerPort{{Name: "web", ContainerPort: port}}
	})
}

// churnPods scales, deletes a Pod or toggles whether one is ready. The Pods that
// are untouched stay ready.
func churnPods(ctx context.Context, s *subject) {
	churned := client.MatchingLabels{"app": s.Name, roleLabel: roleChurned}
	pods := podsWith(ctx, s.Namespace, churned)
	choice := s.random.IntN(6)
	if len(pods) == 0 {
		choice = 0
	}
	switch choice {
	case 0:
		replicas := 1 + s.random.IntN(mostReplicas)
		deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: s.Namespace, Name: s.Name + "-" + roleChurned}}
		Expect(api.Patch(ctx, deployment, kit.MergePatch(kit.JSON{"spec": kit.JSON{"replicas": replicas}}))).To(Succeed())
		Eventually(func() int { return len(podsWith(ctx, s.Namespace, churned)) }).Should(Equal(replicas))
	case 1:
		pod := pods[s.random.IntN(len(pods))]
		Expect(client.IgnoreNotFound(api.Delete(ctx, &pod))).To(Succeed())
		s.expectPublished(kit.Backend(pod.UID), false)
	default:
		pod := pods[s.random.IntN(len(pods))]
		err := api.Status().Patch(ctx, &pod, kit.ReadinessPatch(!isReady(&pod)))
		if apierrors.IsNotFound(err) {
			return // Scaled down since the list.
		}
		Expect(err).NotTo(HaveOccurred())
		s.expectPublished(kit.Backend(pod.UID), isReady(&pod))
	}
}

// expectPublished waits, every other time, until consumers see a change. So
// changes are neither always faster than the controllers, nor always one by one.
func (s *subject) expectPublished(name kit.Backend, ready bool) {
	GinkgoHelper()
	if s.random.IntN(2) == 0 {
		Eventually(s.publishes).WithArguments(name, ready).Should(BeTrue(), "%s publishes %s as ready: %t", s, name, ready)
	}
}

// podsWith returns the running Pods that are not being deleted.
func podsWith(ctx context.Context, namespace string, labels client.MatchingLabels) []corev1.Pod {
	GinkgoHelper()
	var list corev1.PodList
	Expect(api.List(ctx, &list, client.InNamespace(namespace), labels)).To(Succeed())
	var running []corev1.Pod
	for _, pod := range list.Items {
		if pod.DeletionTimestamp == nil && pod.Status.Phase == corev1.PodRunning {
			running = append(running, pod)
		}
	}
	return running
}

func (s *subject) newEndpoints() *corev1.Endpoints {
	return &corev1.Endpoints{
		ObjectMeta: metav1.ObjectMeta{Namespace: s.Namespace, Name: s.Name},
		Subsets:    []corev1.EndpointSubset{s.randomSubset()},
	}
}

// randomSubset has one address of each family that is always there.
func (s *subject) randomSubset() corev1.EndpointSubset {
	subset := corev1.EndpointSubset{
		Addresses: []corev1.EndpointAddress{{IP: "192.0.2.1"}, {IP: "2001:db8::1"}},
		Ports:     []corev1.EndpointPort{{Name: "http", Port: 8080}, {Name: "metrics", Port: 9090}},
	}
	for i := 2; i < 10; i++ {
		address := corev1.EndpointAddress{IP: fmt.Sprintf("192.0.2.%d", i)}
		switch s.random.IntN(3) {
		case 0:
			subset.Addresses = append(subset.Addresses, address)
		case 1:
			subset.NotReadyAddresses = append(subset.NotReadyAddresses, address)
		}
	}
	return subset
}

func churnEndpoints(ctx context.Context, s *subject) {
	subset := s.randomSubset()
	for {
		endpoints := &corev1.Endpoints{}
		Expect(api.Get(ctx, s.NamespacedName, endpoints)).To(Succeed())
		endpoints.Subsets = []corev1.EndpointSubset{subset}
		err := api.Update(ctx, endpoints)
		if apierrors.IsConflict(err) {
			continue
		}
		Expect(err).NotTo(HaveOccurred())
		break
	}
	for _, address := range subset.Addresses {
		s.expectPublished(kit.Backend(address.IP), true)
	}
}
