package install

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("The chart", Ordered, func() {
	var delegated, mirrored *kit.EndpointRecord

	BeforeAll(func(ctx SpecContext) { expectClean(ctx) })
	AfterAll(func() {
		for _, record := range []*kit.EndpointRecord{delegated, mirrored} {
			if record != nil {
				record.Stop()
			}
		}
	})

	It("installs managers that work", func(ctx SpecContext) {
		helm(ctx, "install", "meshwork", kit.Path("charts", "meshwork"), "--create-namespace", "--values", kit.Path("test", "install", "testdata", "loopback-values.yaml"), optionalParts(), "--wait")
		useMeshwork(ctx)
	})

	It("installs a signer that issues certificates", suite.NeedsPodCertificates, func(ctx SpecContext) { useSigner(ctx) })

	It("is upgraded without a change that users can see", func(ctx SpecContext) {
		delegated, mirrored = env.RecordEndpoints(ctx, "core-network", "upf-n3"), env.RecordEndpoints(ctx, "legacy", "database")
		before, podsBefore := versions(ctx), podNames(ctx)
		Expect(before).To(HaveKey("MeshService redis-system/redis"))

		next := GinkgoT().TempDir()
		helm(ctx, "package", kit.Path("charts", "meshwork"), "--version=99.0.0", "--app-version=v99.0.0", "--destination="+next)
		helm(ctx, "upgrade", "meshwork", filepath.Join(next, "meshwork-99.0.0.tgz"), "--values", kit.Path("test", "install", "testdata", "loopback-values.yaml"), optionalParts(),
			"--set=statusSyncPeriod=2s", "--wait")
		Expect(env.Kubectl(ctx, "get", "pods", "-n", kit.SystemNamespace, "-o", "jsonpath={.items[*].spec.containers[*].image}")).To(ContainSubstring("meshwork:v99.0.0"))
		Eventually(func() []string { return podNames(ctx) }).Should(And(HaveLen(2), Not(ContainElements(podsBefore))))

		// Once the new leader has handled a new request, it has also synced everything else.
		env.Kubectl(ctx, "label", "service", "-n", "legacy", "outsider", "meshwork.dev/mesh=default")
		env.Kubectl(ctx, "wait", "-n", "legacy", "--for=condition=meshwork.dev/VIPReady", "service/outsider", "--timeout=60s")
		address := env.Kubectl(ctx, "get", "service", "-n", "legacy", "outsider", "-o", "jsonpath={.status.loadBalancer.ingress[0].ip}")
		env.Kubectl(ctx, "label", "service", "-n", "legacy", "outsider", "meshwork.dev/mesh-")
		env.Kubectl(ctx, "wait", "-n", "legacy", "--for=condition=meshwork.dev/VIPReady=False", "service/outsider", "--timeout=60s")
		env.Kubectl(ctx, "wait", "--for=delete", "virtualip/"+address, "--timeout=60s") // it cools down
		after := versions(ctx)
		for _, own := range []string{"Service legacy/outsider", "Mesh /default"} {
			delete(before, own)
			delete(after, own)
		}
		Expect(after).To(Equal(before))
	})

	It("releases everything when it is uninstalled", func(ctx SpecContext) {
		helm(ctx, "uninstall", "meshwork", "--wait", "--timeout=6m")
		expectReleased(ctx, delegated, mirrored)
	})

	It("leaves nothing behind except what users wrote and the CustomResourceDefinitions", func(ctx SpecContext) {
		Expect(env.Kubectl(ctx, "get", "meshes", "-o", "name")).To(Equal("mesh.meshwork.dev/default\n"))
		env.Kubectl(ctx, "delete", "customresourcedefinitions", "meshes.meshwork.dev", "meshcertificates.meshwork.dev", "meshservices.meshwork.dev", "virtualips.meshwork.dev")
		env.Kubectl(ctx, "delete", "namespace", kit.SystemNamespace)
		expectClean(ctx)
		expect.NoGap(delegated)
		expect.NoGap(mirrored)
		removeWorkload(ctx)
	})
})

// optionalParts enables the admission policies and the signer if the version of Kubernetes has what they
// need.
func optionalParts() string {
	GinkgoHelper()
	_, err := api.RESTMapper().RESTMapping(schema.GroupKind{Group: certificatesv1.GroupName, Kind: "PodCertificateRequest"}, "v1")
	isOlder := meta.IsNoMatchError(err)
	if !isOlder {
		Expect(err).NotTo(HaveOccurred())
	}
	return fmt.Sprintf("--set=admission.enabled=%t,signer.enabled=%[1]t", !isOlder)
}

// helm runs helm as the administrator, in the namespace of the release.
func helm(ctx context.Context, args ...string) string {
	GinkgoHelper()
	home := GinkgoT().TempDir()
	command := exec.CommandContext(ctx, kit.Path("bin", "helm"), append(args, "--namespace="+kit.SystemNamespace)...)
	command.Env = append(os.Environ(), "KUBECONFIG="+filepath.Join(env.Cluster.LogDir(), "admin.kubeconfig"),
		"HELM_CACHE_HOME="+home, "HELM_CONFIG_HOME="+home, "HELM_DATA_HOME="+home)
	output, err := command.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(output))
	return string(output)
}
