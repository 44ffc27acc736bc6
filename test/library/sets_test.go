package library_test

import (
	"context"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/controllerruntime"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const (
	clustersController = "clusters.example.com"
	sourceCluster      = "multicluster.kubernetes.io/source-cluster"
	clustersLabel      = "example.com/clusters"
)

// clusters returns a set of slices for each remote cluster: the keys of a ConfigMap are clusters,
// and its values are their addresses.
func clusters(_ context.Context, config *corev1.ConfigMap) (endpointslice.Sync, error) {
	var sync endpointslice.Sync
	if config.Labels[clustersLabel] == "" {
		return sync, nil
	}
	for cluster, addresses := range config.Data {
		group := endpointslice.Group{
			AddressType: discoveryv1.AddressTypeIPv4,
			Ports:       []discoveryv1.EndpointPort{{Name: ptr.To("http"), Port: ptr.To[int32](80)}},
			Labels:      map[string]string{sourceCluster: cluster},
		}
		for _, address := range strings.Fields(addresses) {
			group.Endpoints = append(group.Endpoints, discoveryv1.Endpoint{Addresses: []string{address}})
		}
		sync.Groups = append(sync.Groups, group)
	}
	return sync, nil
}

var _ = Describe("A controller with a set of slices for each remote cluster", Ordered, func() {
	var (
		namespace string
		web       *corev1.ConfigMap
	)
	BeforeAll(func(ctx SpecContext) {
		namespace = expect.Namespace(ctx, api)
		startClusters(namespace)
		web = expect.Created(ctx, api, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "web", Labels: map[string]string{clustersLabel: "yes"}},
			Data:       map[string]string{"east": "10.1.0.1 10.1.0.2", "west": "10.2.0.1", "north": "10.3.0.1 10.3.0.256"},
		})
	})
	sets := func(ctx context.Context) map[string]int {
		count := map[string]int{}
		for _, slice := range slicesOf(ctx, namespace, "web") {
			count[slice.Labels[sourceCluster]] += len(slice.Endpoints)
		}
		return count
	}

	It("writes them, and reports the bad address of one cluster once", func(ctx SpecContext) {
		Eventually(sets).WithArguments(ctx).Should(Equal(map[string]int{"east": 2, "west": 1, "north": 1}))
		expect.Updated(ctx, api, web, func(c *corev1.ConfigMap) { c.Data["west"] = "10.2.0.1 10.2.0.2" })
		Eventually(sets).WithArguments(ctx).Should(Equal(map[string]int{"east": 2, "west": 2, "north": 1}))
		Eventually(func() string {
			return env.Kubectl(ctx, "get", "events.events.k8s.io", "-n", namespace, "-o", "jsonpath={range .items[*]}{.reason}: {.note}{end}")
		}).Should(Equal(`InvalidIPAddress: no valid IP address; skipped: "10.3.0.256"`))
	})

	It("deletes the set of a cluster that has left, and touches no other", func(ctx SpecContext) {
		before := versions(ctx, namespace)
		expect.Updated(ctx, api, web, func(c *corev1.ConfigMap) { delete(c.Data, "north") })
		Eventually(sets).WithArguments(ctx).Should(Equal(map[string]int{"east": 2, "west": 2}))
		for name, version := range versions(ctx, namespace) {
			Expect(before).To(HaveKeyWithValue(name, version))
		}
	})

	It("reports an invalid Sync, and leaves the slices as they are", func(ctx SpecContext) {
		before := versions(ctx, namespace)
		expect.Updated(ctx, api, web, func(c *corev1.ConfigMap) { c.Data["-"] = "10.9.0.1" })
		Eventually(func() string {
			return env.Kubectl(ctx, "get", "events.events.k8s.io", "-n", namespace, "-o", "jsonpath={range .items[*]}{.reason}: {.note}{end}")
		}).Should(ContainSubstring("InvalidEndpointSlices: invalid endpointslice.Sync: the EndpointSlices of ConfigMap " + namespace + "/web were left as they are"))
		Expect(versions(ctx, namespace)).To(Equal(before))
		expect.Updated(ctx, api, web, func(c *corev1.ConfigMap) { delete(c.Data, "-") })
	})

	It("leaves slices alone that the garbage collector orphans", func(ctx SpecContext) {
		orphaned := expect.Created(ctx, api, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "orphaned", Labels: map[string]string{clustersLabel: "yes"}},
			Data:       map[string]string{"east": "10.1.0.1", "west": "10.2.0.1"},
		})
		Eventually(slicesOf).WithArguments(ctx, namespace, "orphaned").Should(HaveLen(2))
		Expect(api.Delete(ctx, orphaned, client.PropagationPolicy(metav1.DeletePropagationOrphan))).To(Succeed())
		Eventually(func() error { return api.Get(ctx, client.ObjectKeyFromObject(orphaned), orphaned) }).ShouldNot(Succeed())
		Consistently(slicesOf).WithArguments(ctx, namespace, "orphaned").Should(And(HaveLen(2), HaveEach(HaveField("OwnerReferences", BeEmpty()))))
	})

	It("repairs a slice whose owner another client has removed", func(ctx SpecContext) {
		slice := slicesOf(ctx, namespace, "web")[0]
		expect.Updated(ctx, api, &slice, func(s *discoveryv1.EndpointSlice) { s.OwnerReferences = nil })
		Eventually(func() []discoveryv1.EndpointSlice { return slicesOf(ctx, namespace, "web") }).Should(
			And(HaveLen(2), HaveEach(HaveField("OwnerReferences", HaveLen(1)))))
		Eventually(sets).WithArguments(ctx).Should(Equal(map[string]int{"east": 2, "west": 2}))
	})
})

// versions returns the resource versions of the slices by name.
func versions(ctx context.Context, namespace string) map[string]string {
	GinkgoHelper()
	found := map[string]string{}
	for _, slice := range slicesOf(ctx, namespace, "web") {
		found[slice.Name] = slice.ResourceVersion
	}
	return found
}

// startClusters runs the controller in a namespace.
func startClusters(namespace string) {
	GinkgoHelper()
	mgr, err := manager.New(env.Config(), manager.Options{
		Scheme: kit.Scheme(), Metrics: metricsserver.Options{BindAddress: "0"},
		Cache: cache.Options{
			DefaultNamespaces: map[string]cache.Config{namespace: {}},
			ByObject:          map[client.Object]cache.ByObject{&discoveryv1.EndpointSlice{}: controllerruntime.Cached(clustersController)},
		},
	})
	Expect(err).NotTo(HaveOccurred())
	slices, err := controllerruntime.NewReconciler(mgr, controllerruntime.Options{
		Config: endpointslice.Config{ControllerName: clustersController},
		Events: mgr.GetEventRecorder("clusters"),
	}, clusters)
	Expect(err).NotTo(HaveOccurred())
	Expect(slices.Builder().Complete(slices)).To(Succeed())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- mgr.Start(ctx) }()
	DeferCleanup(func() {
		cancel()
		Eventually(ended).Should(Receive(BeNil()))
	})
}
