package controllers_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// reachability is what a proxy sees of a Service: its slices, whoever manages
// them, one change after the other.
type reachability struct {
	mutex sync.Mutex
	// ready are the addresses of ready endpoints by slice.
	ready map[string][]string
	known bool
	gaps  int
	log   []string
}

// watchReachability begins when an endpoint is ready.
func watchReachability(ctx context.Context, service *corev1.Service) *reachability {
	GinkgoHelper()
	watching, err := client.NewWithWatch(kubernetes.Config(), client.Options{Scheme: newScheme()})
	Expect(err).NotTo(HaveOccurred())
	changes, err := watching.Watch(ctx, &discoveryv1.EndpointSliceList{}, client.InNamespace(service.Namespace),
		client.MatchingLabels{discoveryv1.LabelServiceName: service.Name})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(changes.Stop)
	r := &reachability{ready: map[string][]string{}}
	go func() {
		for change := range changes.ResultChan() {
			if slice, ok := change.Object.(*discoveryv1.EndpointSlice); ok {
				r.see(change.Type, slice)
			}
		}
	}()
	Eventually(r.reached).ShouldNot(BeEmpty())
	return r
}

func (r *reachability) see(change watch.EventType, slice *discoveryv1.EndpointSlice) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.ready, slice.Name)
	if change != watch.Deleted {
		for _, endpoint := range slice.Endpoints {
			if ptr.Deref(endpoint.Conditions.Ready, true) {
				r.ready[slice.Name] = append(r.ready[slice.Name], endpoint.Addresses...)
			}
		}
	}
	r.log = append(r.log, fmt.Sprintf("%s %s of %s: %v", change, slice.Name, slice.Labels[discoveryv1.LabelManagedBy], r.ready[slice.Name]))
	switch {
	case len(r.ready) > 0:
		r.known = true
	case r.known:
		r.gaps++
		r.log = append(r.log, "no endpoint is ready")
	}
}

func (r *reachability) reached() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Concat(slices.Collect(maps.Values(r.ready))...)
}

// expectNoGap is for a Service that has had a ready Pod all the time.
func (r *reachability) expectNoGap() {
	GinkgoHelper()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	Expect(r.gaps).To(BeZero(), strings.Join(r.log, "\n"))
}

const (
	defaultMirror = "endpointslicemirroring-controller.k8s.io"
	ourMirror     = "mirroring." + controllerName
)

// takenOver succeeds when the manager alone publishes these.
func takenOver(ctx context.Context, service *corev1.Service, addresses ...string) {
	GinkgoHelper()
	Eventually(published(ctx, service, controllerName)).Should(ConsistOf(addresses))
	Eventually(published(ctx, service, defaultController)).Should(BeEmpty())
	Eventually(selectorOf(ctx, service)).Should(HaveKeyWithValue(v1alpha1.DelegatedKey, controllerName))
}

// givenBack succeeds when the default controller alone publishes these.
func givenBack(ctx context.Context, service *corev1.Service, addresses ...string) {
	GinkgoHelper()
	Eventually(published(ctx, service, defaultController)).Should(ConsistOf(addresses))
	Eventually(slicesOf(ctx, service, controllerName)).Should(BeEmpty())
	Eventually(selectorOf(ctx, service)).ShouldNot(HaveKey(v1alpha1.DelegatedKey))
}

// onlySlice waits for the one slice that the manager has of a Service.
func onlySlice(ctx context.Context, service *corev1.Service, manager string) *discoveryv1.EndpointSlice {
	GinkgoHelper()
	var only discoveryv1.EndpointSlice
	Eventually(func(g Gomega) {
		found := slicesOf(ctx, service, manager)(g)
		g.Expect(found).To(HaveLen(1))
		only = found[0]
	}).Should(Succeed())
	return &only
}

// setReady is what a kubelet does.
func setReady(ctx context.Context, pod *corev1.Pod, ready bool) {
	GinkgoHelper()
	markRunning(ctx, pod, pod.Status.PodIP, ready)
}

// setAddresses gives a ready Pod addresses of both families.
func setAddresses(ctx context.Context, pod *corev1.Pod, addresses ...string) {
	GinkgoHelper()
	Eventually(func(g Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(pod), pod)).To(Succeed())
		pod.Status.PodIP, pod.Status.PodIPs = addresses[0], nil
		for _, address := range addresses {
			pod.Status.PodIPs = append(pod.Status.PodIPs, corev1.PodIP{IP: address})
		}
		g.Expect(api.Status().Update(ctx, pod)).To(Succeed())
	}).Should(Succeed())
}

func dualStack(service *corev1.Service) {
	service.Spec.IPFamilyPolicy = ptr.To(corev1.IPFamilyPolicyRequireDualStack)
}

func onNode(node string) func(*corev1.Pod) {
	return func(pod *corev1.Pod) { pod.Spec.NodeName = node }
}
