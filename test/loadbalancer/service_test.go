package loadbalancer_test

import (
	"context"
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	servicehelper "k8s.io/cloud-provider/service/helpers"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/kit"
	"github.com/meshwork-dev/meshwork/test/kit/expect"
)

const (
	// user is the field manager of what the tests write.
	user = "user"

	unknownClass   = "unknown.example.com/load-balancer"
	cloudFinalizer = servicehelper.LoadBalancerCleanupFinalizer
)

// settledLooks is how often everything has to look right in a row: what is right
// may change once more when somebody comes late.
const settledLooks = 10

// jsonObject is JSON, in which null takes a field away.
type jsonObject = map[string]any

// newNamespaces makes namespaces. At the end of the spec the Services in them go,
// and nothing may be left of what they were served with.
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

// balanced returns a Service of type LoadBalancer. An empty class is none: the
// cloud's. Its node ports are what a user gets who does not say otherwise.
func balanced(namespace, name, class string, edits ...func(*corev1.Service)) *corev1.Service {
	return kit.Service(namespace, name, append([]func(*corev1.Service){
		kit.WithoutSelector,
		kit.LoadBalanced(class),
		func(service *corev1.Service) { service.Spec.AllocateLoadBalancerNodePorts = nil },
	}, edits...)...)
}

// typed is what to merge into a Service that is to have a type, and a class.
func typed(serviceType corev1.ServiceType, class string) jsonObject {
	spec := jsonObject{"type": serviceType}
	if class != "" {
		spec["loadBalancerClass"] = class
	}
	return jsonObject{"spec": spec}
}

// metadata is what to merge into an object that is to have a label or annotation,
// or to lose it if the value is nil.
func metadata(field, key string, value any) jsonObject {
	return jsonObject{"metadata": jsonObject{field: jsonObject{key: value}}}
}

// merge changes some fields of an object.
func merge(ctx context.Context, object client.Object, changed jsonObject) error {
	patch, err := json.Marshal(changed)
	if err != nil {
		return err
	}
	return api.Patch(ctx, object, client.RawPatch(types.MergePatchType, patch))
}

// change is merge for what nobody has a reason to refuse.
func change(ctx context.Context, service *corev1.Service, changed jsonObject) {
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

// eventuallyServedBy waits until an implementation has done its part for a Service,
// and the others have undone theirs.
func eventuallyServedBy(ctx context.Context, implementation string, service *corev1.Service) {
	GinkgoHelper()
	Expect(wantedOf(get(ctx, Default, service)).implementation()).To(Equal(implementation))
	eventuallySettled(ctx, service.Namespace)
}

// eventuallySettled waits until every Service in a namespace is served by whoever
// its own fields name, and nobody writes any more.
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

// staysUntouched sees that nobody writes a Service, nor looks for a cloud's load
// balancer of it.
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
