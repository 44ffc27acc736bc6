package dataplane_test

import (
	"fmt"
	"os"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// startInjection starts the xDS server, and the policy that injects its address into the Pods of
// namespaces with the label meshwork.dev/xds.
func startInjection(ctx SpecContext) *kit.XDS {
	GinkgoHelper()
	env.ApplyConfig(ctx, "local-xds")
	env.ApplyConfig(ctx, "xds-injection")
	DeferCleanup(func(ctx SpecContext) { env.Kubectl(ctx, "delete", "-k", kit.Path("config", "xds-injection")) })
	server := startXDS(ctx)
	ground.RelayToPods(server.Address)
	patch := fmt.Sprintf(`[{"op": "replace", "path": "/spec/variables/0/expression", "value": "\"%s\""}]`, server.Address)
	env.Kubectl(ctx, "patch", "mutatingadmissionpolicy", "meshwork-xds-injection", "--type=json", "--patch="+patch)
	namespace := expect.Temporary(ctx, api, kit.Namespace("probe", func(namespace *corev1.Namespace) {
		namespace.Labels = map[string]string{v1alpha1.XDSKey: v1alpha1.XDSEnabled}
	}))
	Eventually(func(g Gomega) {
		pod := kit.Pod(namespace.Name, "probe", "probe", func(pod *corev1.Pod) { pod.Spec.ServiceAccountName = buyer })
		g.Expect(api.Create(ctx, pod, client.DryRunAll)).To(Succeed())
		g.Expect(pod.Spec.Containers[0].Env).To(ContainElement(HaveField("Value", ContainSubstring(server.Address))))
	}).Should(Succeed())
	return server
}

// trustXDS creates the ConfigMap with the CA of the xDS server that injected Pods mount.
func trustXDS(ctx SpecContext, server *kit.XDS, namespace string) {
	GinkgoHelper()
	ca, err := os.ReadFile(server.Client.Files.CA)
	Expect(err).NotTo(HaveOccurred())
	expect.Created(ctx, api, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "meshwork-xds-ca"}, Data: map[string]string{"ca.crt": string(ca)},
	})
}
