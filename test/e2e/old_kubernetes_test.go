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
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// Before Kubernetes 1.37, there are no PodCertificateRequests and ClusterTrustBundles.
var _ = Describe("On a Kubernetes that cannot issue certificates, Meshwork", Ordered, func() {
	var (
		kubernetes *cluster.Cluster
		old        client.Client
		mesh       *v1alpha1.Mesh
	)

	BeforeAll(func(ctx SpecContext) {
		var err error
		kubernetes, err = cluster.Start(ctx, cluster.Options{
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
		old, err = client.New(kubernetes.Config(), client.Options{Scheme: kit.Scheme()})
		Expect(err).NotTo(HaveOccurred())
		_, err = kit.StartManager(ctx, kubernetes, kit.ManagerOptions{})
		Expect(err).NotTo(HaveOccurred())
		_, err = kit.StartSigner(ctx, kubernetes, kit.ManagerOptions{})
		Expect(err).NotTo(HaveOccurred())
	})

	It("does everything else, and says what is missing", func(ctx SpecContext) {
		mesh = expect.Created(ctx, old, kit.Mesh("default", kit.WithBackends("ca-1")))
		namespace := kit.Namespace("spec")
		expect.Created(ctx, old, namespace)
		expect.Created(ctx, old, kit.Service(namespace.Name, "web", kit.InMesh(mesh.Name)))
		Eventually(func(g Gomega) {
			meshService := &v1alpha1.MeshService{}
			g.Expect(old.Get(ctx, client.ObjectKey{Namespace: namespace.Name, Name: "web"}, meshService)).To(Succeed())
			g.Expect(meshService.Status.TLS).To(HaveValue(HaveField("State", v1alpha1.TLSNotReady)))
			g.Expect(old.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			g.Expect(meta.FindStatusCondition(mesh.Status.Conditions, v1alpha1.ConditionBackendsReady)).To(HaveValue(And(
				HaveField("Reason", v1alpha1.ReasonUnsupportedKubernetesVersion), HaveField("Message", ContainSubstring("Kubernetes 1.37")))))
		}).Should(Succeed())
	})

	It("issues certificates after the upgrade of Kubernetes", suite.NeedsPodCertificates, func(ctx SpecContext) {
		Expect(kubernetes.KillComponent("kube-apiserver")).To(Succeed())
		Expect(kubernetes.StartComponent(ctx, "kube-apiserver", "--runtime-config=certificates.k8s.io/v1/clustertrustbundles=true")).To(Succeed())
		Eventually(func(g Gomega) {
			g.Expect(old.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			g.Expect(meta.IsStatusConditionTrue(mesh.Status.Conditions, v1alpha1.ConditionBackendsReady)).To(BeTrue())
			g.Expect(mesh.Status.MTLS).To(HaveValue(HaveField("SigningBackend", "ca-1")))
		}).Should(Succeed())
	})
})
