package library_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("The example controller", Ordered, func() {
	var namespace string
	BeforeAll(func(ctx SpecContext) {
		manifest, err := os.ReadFile(kit.Path(exampleDirectory, "config.yaml"))
		Expect(err).NotTo(HaveOccurred())
		env.Apply(ctx, "default", string(manifest))
		env.Kubectl(ctx, "wait", "--for=condition=Established", "crd/virtualmachinepools.example.com")
		startExample(ctx)
		namespace = expect.Namespace(ctx, api)
	})

	It("writes 250 endpoints with two address types and two ports, and one bad address costs nothing else", func(ctx SpecContext) {
		expect.Created(ctx, api, pool(namespace, "legacy", "billing", 250, "10.0.0.256"))
		Eventually(endpointsOf, "20s").WithArguments(ctx, namespace, "billing", discoveryv1.AddressTypeIPv4).Should(Equal(250))
		Eventually(endpointsOf, "20s").WithArguments(ctx, namespace, "billing", discoveryv1.AddressTypeIPv6).Should(Equal(250))
		slices := slicesOf(ctx, namespace, "billing")
		Expect(slices).To(HaveLen(6))
		Expect(slices).To(HaveEach(HaveField("Ports", HaveLen(2))))
	})

	It("writes nothing at rest", func(ctx SpecContext) {
		before := slicesOf(ctx, namespace, "billing")
		Consistently(slicesOf).WithArguments(ctx, namespace, "billing").Should(Equal(before))
	})

	It("repairs what other clients change and delete", func(ctx SpecContext) {
		slices := slicesOf(ctx, namespace, "billing")
		expect.Updated(ctx, api, &slices[0], func(slice *discoveryv1.EndpointSlice) { slice.Endpoints = slice.Endpoints[1:] })
		Expect(api.Delete(ctx, &slices[5])).To(Succeed())
		Eventually(endpointsOf).WithArguments(ctx, namespace, "billing", discoveryv1.AddressTypeIPv4).Should(Equal(250))
		Eventually(endpointsOf).WithArguments(ctx, namespace, "billing", discoveryv1.AddressTypeIPv6).Should(Equal(250))
	})

	It("leaves the slices of another owner of the same Service alone", func(ctx SpecContext) {
		expect.Created(ctx, api, pool(namespace, "second", "billing", 10))
		Eventually(ownersOf, "20s").WithArguments(ctx, namespace, "billing").Should(Equal(map[string]int{"legacy": 500, "second": 20}))
		before := slicesOf(ctx, namespace, "billing")
		expect.Updated(ctx, api, pool(namespace, "second", "billing", 10), func(of *unstructured.Unstructured) {
			Expect(unstructured.SetNestedField(of.Object, "x", "metadata", "annotations", "touched")).To(Succeed())
		})
		Consistently(slicesOf).WithArguments(ctx, namespace, "billing").Should(Equal(before))
	})

	It("leaves slices of a deleted owner to the garbage collector", func(ctx SpecContext) {
		Expect(api.Delete(ctx, pool(namespace, "legacy", "billing", 0))).To(Succeed())
		Eventually(ownersOf).WithArguments(ctx, namespace, "billing").Should(Equal(map[string]int{"second": 20}))
	})

	It("needs only the permissions that it has", func() {
		log, err := os.ReadFile(filepath.Join(env.Cluster.LogDir(), "example.log"))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(log)).NotTo(Or(ContainSubstring("is forbidden"), ContainSubstring("cannot set blockOwnerDeletion")))
	})
})

// startExample runs the example as its ServiceAccount.
func startExample(ctx context.Context) {
	GinkgoHelper()
	kubeconfig := kit.Path("bin", "library", "example.kubeconfig")
	Expect(env.Cluster.ServiceAccountKubeconfig(ctx, "default", "pool-controller", kubeconfig)).To(Succeed())
	_, err := env.Cluster.StartProgram(cluster.Program{Name: "example", Path: exampleProgram, Args: []string{"--kubeconfig=" + kubeconfig}})
	Expect(err).NotTo(HaveOccurred())
}

// pool returns a VirtualMachinePool with a number of machines, each with an address of both types,
// and one more machine with the bad addresses.
func pool(namespace, name, service string, machines int, bad ...string) *unstructured.Unstructured {
	var list []any
	for i := range machines {
		list = append(list, map[string]any{
			"name": fmt.Sprintf("vm-%d", i), "healthy": true, "zone": "east",
			"addresses": []any{fmt.Sprintf("10.1.%d.%d", i/250, i%250), fmt.Sprintf("fd00::%x", i+1)},
		})
	}
	for _, address := range bad {
		list = append(list, map[string]any{"name": "bad", "addresses": []any{address}})
	}
	made := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "VirtualMachinePool",
		"spec": map[string]any{
			"service":  service,
			"ports":    []any{map[string]any{"name": "https", "number": int64(8443)}, map[string]any{"name": "metrics", "number": int64(9090)}},
			"machines": list,
		},
	}}
	made.SetNamespace(namespace)
	made.SetName(name)
	return made
}

func slicesOf(ctx context.Context, namespace, service string) []discoveryv1.EndpointSlice {
	GinkgoHelper()
	list := &discoveryv1.EndpointSliceList{}
	Expect(api.List(ctx, list, client.InNamespace(namespace), client.MatchingLabels{discoveryv1.LabelServiceName: service})).To(Succeed())
	return list.Items
}

func endpointsOf(ctx context.Context, namespace, service string, addressType discoveryv1.AddressType) int {
	GinkgoHelper()
	count := 0
	for _, slice := range slicesOf(ctx, namespace, service) {
		if slice.AddressType == addressType {
			count += len(slice.Endpoints)
		}
	}
	return count
}

// ownersOf returns the number of endpoints of each owner.
func ownersOf(ctx context.Context, namespace, service string) map[string]int {
	GinkgoHelper()
	count := map[string]int{}
	for _, slice := range slicesOf(ctx, namespace, service) {
		count[slice.OwnerReferences[0].Name] += len(slice.Endpoints)
	}
	return count
}
