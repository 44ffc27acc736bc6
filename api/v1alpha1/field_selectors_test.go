package v1alpha1_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = DescribeTable("A field selector finds MeshServices", func(ctx SpecContext, selector client.MatchingFields, names ...string) {
	for name, body := range map[string]string{
		"online":  statusBody("Online", "Ready"),
		"offline": statusBody("Offline", "NotReady"),
		"of-pod":  "spec: {selector: {dataplane: {name: postgres-0}}}",
	} {
		built := object("MeshService", name, body)
		Expect(create(ctx, built)).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, built)).To(Succeed()) })
	}
	found := &unstructured.UnstructuredList{}
	found.SetAPIVersion("meshwork.dev/v1alpha1")
	found.SetKind("MeshServiceList")
	Expect(api.List(ctx, found, selector)).To(Succeed())
	listed := make([]string, 0, len(found.Items))
	for i := range found.Items {
		listed = append(listed, found.Items[i].GetName())
	}
	Expect(listed).To(ConsistOf(names))
},
	Entry("that are offline", client.MatchingFields{"status.availability": "Offline"}, "offline"),
	Entry("whose Pods have certificates", client.MatchingFields{"status.tls.state": "Ready"}, "online"),
	Entry("without mutual TLS", client.MatchingFields{"status.tls.state": ""}, "of-pod"),
	Entry("of a Pod", client.MatchingFields{"spec.selector.dataplane.name": "postgres-0"}, "of-pod"),
)

func statusBody(availability, tls string) string {
	return fmt.Sprintf("status: {availability: %s, proxies: {online: 0, offline: 0}, tls: {state: %s, evidence: Issued, issuedBackends: {}}}", availability, tls)
}
