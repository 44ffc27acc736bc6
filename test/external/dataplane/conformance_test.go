package dataplane_test

import (
	"fmt"
	"io/fs"
	"os"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/gateway-api/conformance"
	confv1 "sigs.k8s.io/gateway-api/conformance/apis/v1"
	meshtests "sigs.k8s.io/gateway-api/conformance/tests/mesh"
	"sigs.k8s.io/gateway-api/conformance/utils/config"
	"sigs.k8s.io/gateway-api/conformance/utils/suite"
	"sigs.k8s.io/gateway-api/pkg/features"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	kitsuite "github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// conformant are the mesh tests whose features Meshwork has. The table in docs/routes.md has the
// reasons for the others.
var conformant = []string{"MeshBasic", "MeshGRPCRouteWeight"}

// echoReplicas are the Services of the mesh tests, with the number of their Pods.
var echoReplicas = map[string]int{"echo": 2, "echo-v1": 1, "echo-v2": 1}

var _ = Describe("The conformance tests of the Gateway API", func() {
	It("pass for the profile MESH-GRPC", kitsuite.NeedsMutatingPolicies, NodeTimeout(10*time.Minute), func(ctx SpecContext) {
		Expect(createDNS()).To(Succeed())
		mesh := expect.Temporary(ctx, api, kit.Mesh("conformance"))
		labels := map[string]string{
			v1alpha1.SidecarInjectionLabel: "true", v1alpha1.MeshLabel: mesh.Name, v1alpha1.XDSKey: v1alpha1.XDSEnabled,
		}
		server := startInjection(ctx)
		for _, name := range []string{suite.MeshNamespace, suite.MeshConsumerNamespace} {
			expect.Temporary(ctx, api, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}})
			trustXDS(ctx, server, name)
		}
		addServiceAccounts(ctx, mesh.Name)

		var passed []string
		tests := newConformanceSuite(labels, func(t *testing.T, test suite.ConformanceTest, _ *suite.ConformanceTestSuite) {
			if !t.Failed() && !t.Skipped() {
				passed = append(passed, test.ShortName)
			}
		})
		Expect(entry.Run("Setup", func(t *testing.T) { tests.Setup(t, meshtests.MeshConformanceTests) })).To(BeTrue())
		for name, replicas := range echoReplicas {
			service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: suite.MeshNamespace, Name: name}}
			eventuallyPublished(ctx, service, func(g Gomega) {
				g.Expect(publishedOf(ctx, g, service).ReadyAddresses()).To(HaveLen(replicas))
			})
		}
		Expect(entry.Run("Conformance", func(t *testing.T) {
			NewWithT(t).Expect(tests.Run(t, meshtests.MeshConformanceTests)).To(Succeed())
		})).To(BeTrue())
		Expect(passed).To(ConsistOf(conformant))
		expectConformant(tests)
	})
})

// addServiceAccounts sets the ServiceAccount of Deployments in the namespaces of a Mesh. The
// manifests name none, and the cluster lacks the admission plugin that would add it.
func addServiceAccounts(ctx SpecContext, mesh string) {
	GinkgoHelper()
	const account = "default"
	policy := expect.Temporary(ctx, api, &admissionv1.MutatingAdmissionPolicy{
		ObjectMeta: metav1.ObjectMeta{Name: "conformance-service-account"},
		Spec: admissionv1.MutatingAdmissionPolicySpec{
			ReinvocationPolicy: admissionv1.NeverReinvocationPolicy,
			MatchConstraints: &admissionv1.MatchResources{
				NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{v1alpha1.MeshLabel: mesh}},
				ResourceRules: []admissionv1.NamedRuleWithOperations{{RuleWithOperations: admissionv1.RuleWithOperations{
					Operations: []admissionv1.OperationType{admissionv1.Create},
					Rule:       admissionv1.Rule{APIGroups: []string{"apps"}, APIVersions: []string{"v1"}, Resources: []string{"deployments"}},
				}}},
			},
			Mutations: []admissionv1.Mutation{{
				PatchType: admissionv1.PatchTypeApplyConfiguration,
				ApplyConfiguration: &admissionv1.ApplyConfiguration{
					Expression: fmt.Sprintf(`Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{serviceAccountName: %q}}}}`, account),
				},
			}},
		},
	})
	expect.Temporary(ctx, api, &admissionv1.MutatingAdmissionPolicyBinding{
		ObjectMeta: metav1.ObjectMeta{Name: policy.Name},
		Spec:       admissionv1.MutatingAdmissionPolicyBindingSpec{PolicyName: policy.Name},
	})
	Eventually(func(g Gomega) {
		deployment := kit.Deployment(suite.MeshNamespace, "probe", 1)
		g.Expect(api.Create(ctx, deployment, client.DryRunAll)).To(Succeed())
		g.Expect(deployment.Spec.Template.Spec.ServiceAccountName).To(Equal(account))
	}).Should(Succeed())
}

func newConformanceSuite(labels map[string]string, hook func(*testing.T, suite.ConformanceTest, *suite.ConformanceTestSuite)) *suite.ConformanceTestSuite {
	GinkgoHelper()
	scheme := kit.Scheme()
	Expect(apiextensionsv1.AddToScheme(scheme)).To(Succeed())
	access, options := ground.Config(), client.Options{Scheme: scheme}
	reader, err := client.New(access, options)
	Expect(err).NotTo(HaveOccurred())
	clients, err := kubernetes.NewForConfig(access)
	Expect(err).NotTo(HaveOccurred())
	tests, err := suite.NewConformanceTestSuite(suite.ConformanceOptions{
		ConfigurableOptions: suite.ConfigurableOptions{
			ConformanceProfiles: []suite.ConformanceProfileName{suite.MeshGRPCConformanceProfileName},
			SupportedFeatures:   []features.FeatureName{features.SupportMesh, features.SupportGRPCRoute},
			NamespaceLabels:     labels, CleanupTestResources: true, TimeoutConfig: config.DefaultTimeoutConfig(),
			Implementation: confv1.Implementation{Organization: "meshwork-dev", Project: "meshwork"},
		},
		Client: reader, ClientOptions: options, Clientset: clients, RestConfig: access,
		ManifestFS: []fs.FS{&conformance.Manifests}, Hook: hook,
	})
	Expect(err).NotTo(HaveOccurred())
	return tests
}

// expectConformant expects the report that implementations publish.
func expectConformant(tests *suite.ConformanceTestSuite) {
	GinkgoHelper()
	report, err := tests.Report()
	Expect(err).NotTo(HaveOccurred())
	text, err := yaml.Marshal(report)
	Expect(err).NotTo(HaveOccurred())
	GinkgoWriter.Println(string(text))
	Expect(report.ProfileReports).To(HaveLen(1))
	profile := report.ProfileReports[0]
	Expect(profile.Name).To(BeEquivalentTo(suite.MeshGRPCConformanceProfileName))
	Expect(profile.Core).To(Equal(confv1.Status{
		Result: confv1.Success, Statistics: confv1.Statistics{Passed: uint32(len(conformant))},
	}))
	record("routes", "conformance tests of the Gateway API "+report.GatewayAPIVersion+", profile MESH-GRPC", "success", profile.Summary)
}

func TestEveryConformanceTestIsDocumented(t *testing.T) {
	page, err := os.ReadFile(kit.Path("docs", "routes.md"))
	g := NewWithT(t)
	g.Expect(err).NotTo(HaveOccurred())
	for _, test := range meshtests.MeshConformanceTests {
		g.Expect(string(page)).To(ContainSubstring("`" + test.ShortName + "`"))
	}
}
