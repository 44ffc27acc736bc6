package e2e

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/api/meta"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// Before Kubernetes 1.37, there are no PodCertificateRequests and ClusterTrustBundles.
var _ = It("works on a Kubernetes that cannot issue certificates, says what is missing, and issues them after its upgrade", func(ctx SpecContext) {
	kubernetes, err := cluster.Start(ctx, cluster.Options{
		ControllerManager: true, CRDDirectories: kit.CRDs(), LogDir: kit.Path("bin", "e2e-old"),
		// The Node authorizer of this version does not start without PodCertificateRequests.
		APIServerArgs: []string{"--runtime-config=certificates.k8s.io/v1/clustertrustbundles=false"},
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(kubernetes.Stop()).To(Succeed()) })
	for _, config := range []string{"local", "local-signer"} {
		_, err := kubernetes.Kubectl(ctx, "apply", "-k", kit.Path("config", config))
		Expect(err).NotTo(HaveOccurred())
	}
	api, err := client.New(kubernetes.Config(), client.Options{Scheme: kit.Scheme()})
	Expect(err).NotTo(HaveOccurred())
	_, err = kit.StartManager(ctx, kubernetes, kit.ManagerOptions{})
	Expect(err).NotTo(HaveOccurred())
	_, err = kit.StartSigner(ctx, kubernetes, kit.ManagerOptions{})
	Expect(err).NotTo(HaveOccurred())

	mesh := expect.Created(ctx, api, kit.Mesh("default", kit.WithBackends("ca-1")))
	namespace := expect.Namespace(ctx, api)
	expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name)))
	Eventually(func(g Gomega) {
		meshService := &v1alpha1.MeshService{}
		g.Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "web"}, meshService)).To(Succeed())
		g.Expect(meshService.Status.TLS).To(HaveValue(HaveField("State", v1alpha1.TLSNotReady)))
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
		g.Expect(meta.FindStatusCondition(mesh.Status.Conditions, v1alpha1.ConditionBackendsReady)).To(HaveValue(And(
			HaveField("Reason", v1alpha1.ReasonUnsupportedKubernetesVersion), HaveField("Message", ContainSubstring("Kubernetes 1.37")))))
	}).Should(Succeed())

	Expect(kubernetes.KillComponent("kube-apiserver")).To(Succeed())
	Expect(kubernetes.StartComponent(ctx, "kube-apiserver", "--runtime-config=certificates.k8s.io/v1/clustertrustbundles=true")).To(Succeed())
	Eventually(func(g Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
		g.Expect(meta.IsStatusConditionTrue(mesh.Status.Conditions, v1alpha1.ConditionBackendsReady)).To(BeTrue())
		g.Expect(mesh.Status.MTLS).To(HaveValue(HaveField("SigningBackend", "ca-1")))
	}).Should(Succeed())
})
