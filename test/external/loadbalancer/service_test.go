package loadbalancer_test

import (
	"context"
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	servicehelper "k8s.io/cloud-provider/service/helpers"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const (
	// user is the field manager of the tests.
	user = "user"

	unknownClass   = "unknown.example.com/load-balancer"
	cloudFinalizer = servicehelper.LoadBalancerCleanupFinalizer
)

// settledLooks is the number of checks in a row that must find no problem: a late write may
// still change a correct state.
const settledLooks = 10

// newNamespaces creates namespaces. At the end of the spec it deletes the Services in them,
// and checks that the implementations have left nothing behind.
func newNamespaces(ctx context.Context, count int) []string {
	GinkgoHelper()
	var names []string
	for range count {
		names = append(names, expect.Created(ctx, api, kit.Namespace("load-balancers")).Name)
	}
	DeferCleanup(func(ctx SpecContext) {
		for _, name := range names {
			Expect(api.DeleteAllOf(ctx, &corev1.Service{}, client.InNamespace(name))).To(Succeed())
		}
		Eventually(func(g Gomega) []string { return look(ctx, g, names...).problems(nil) }).Should(BeEmpty())
	})
	return names
}

// balanced returns a Service of type LoadBalancer. Without a class, the cloud serves
// it. It has node ports, as by default.
func balanced(namespace, name, class string, edits ...func(*corev1.Service)) *corev1.Service {
	return kit.Service(namespace, name, append([]func(*corev1.Service){
		kit.WithoutSelector,
		kit.LoadBalanced(class),
		func(service *corev1.Service) { service.Spec.AllocateLoadBalancerNodePorts = nil },
	}, edits...)...)
}

// typed returns a merge patch that sets the type and the class of a Service.
func typed(serviceType corev1.ServiceType, class string) kit.JSON {
	spec := kit.JSON{"type": serviceType}
	if class != "" {
		spec["loadBalancerClass"] = class
	}
	return kit.JSON{"spec": spec}
}

// metadata returns a merge patch that sets a label or annotation, or removes it if the
// value is nil.
func metadata(field, key string, value any) kit.JSON {
	return kit.JSON{"metadata": kit.JSON{field: kit.JSON{key: value}}}
}

// merge changes some fields of an object.
func merge(ctx context.Context, object client.Object, changed kit.JSON) error {
	return api.Patch(ctx, object, kit.MergePatch(changed))
}

// change is merge for a change that must be accepted.
func change(ctx context.Context, service *corev1.Service, changed kit.JSON) {
	GinkgoHelper()
	Expect(merge(ctx, service, changed)).To(Succeed())
}

// become changes the type of a Service, and with it the class, which is fixed
// while the type is LoadBalancer.
func become(ctx context.Context, service *corev1.Service, class string) {
	GinkgoHelper()
	change(ctx, service, typed(corev1.ServiceTypeClusterIP, ""))
	change(ctx, service, typed(corev1.ServiceTypeLoadBalancer, class))
}

func get(ctx context.Context, g Gomega, service *corev1.Service) *corev1.Service {
	GinkgoHelper()
	live := &corev1.Service{}
	g.Expect(api.Get(ctx, client.ObjectKeyFromObject(service), live)).To(Succeed())
	return live
}

// eventuallyServedBy waits until an implementation serves a Service, and the others
// have cleaned up.
func eventuallyServedBy(ctx context.Context, implementation string, service *corev1.Service) {
	GinkgoHelper()
	Expect(wantedOf(get(ctx, Default, service)).implementation()).To(Equal(implementation))
	eventuallySettled(ctx, service.Namespace)
}

// eventuallySettled waits until every Service in a namespace is served by the
// implementation that its fields name, and all writes have stopped.
func eventuallySettled(ctx context.Context, namespace string) {
	GinkgoHelper()
	Eventually(func(g Gomega) []string {
		p := look(ctx, g, namespace)
		var all []*wanted
		for _, live := range p.services {
			all = append(all, wantedOf(live))
		}
		return p.problems(all)
	}).MustPassRepeatedly(settledLooks).Should(BeEmpty())
}

// staysUntouched checks that no client writes a Service.
func staysUntouched(ctx context.Context, service *corev1.Service) {
	GinkgoHelper()
	before := encode(get(ctx, Default, service))
	Consistently(func(g Gomega) {
		g.Expect(encode(get(ctx, g, service))).To(Equal(before))
	}).Should(Succeed())
}

func encode(object any) string {
	encoded, err := json.Marshal(object)
	if err != nil {
		panic(err) // it is all of the Kubernetes API
	}
	return string(encoded)
}
