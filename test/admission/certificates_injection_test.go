package admission_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("config/xds-injection, for certificates", Ordered, suite.NeedsMutatingPolicies, func() {
	var labeled, withoutCertificates string

	BeforeAll(func(ctx SpecContext) {
		withoutCertificates = xdsNamespace(ctx, v1alpha1.XDSEnabled)
		labeled = xdsNamespace(ctx, v1alpha1.XDSEnabled, v1alpha1.CertificatesKey, v1alpha1.XDSEnabled)
		applyInjection(ctx, labeled)
		DeferCleanup(func(ctx SpecContext) { env.Kubectl(ctx, "delete", "-k", kit.Path("config", "xds-injection")) })
	})

	It("adds a certificate, its key, and the roots to the other files", func(ctx SpecContext) {
		Expect(storedPod(ctx, labeled, podOf(container("main"))).Spec.Volumes).To(HaveExactElements(withCertificates("default")))
		pod := podOf(container("main"))
		data := corev1.Volume{Name: "data", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}
		pod.Spec.Volumes = []corev1.Volume{data, *data.DeepCopy()}
		pod.Spec.Volumes[1].Name = "more"
		Expect(storedPod(ctx, labeled, pod).Spec.Volumes).To(HaveExactElements(HaveField("Name", "data"), HaveField("Name", "more"), withCertificates("default")))
	})

	It("gives every container what kubectl meshwork bootstrap --mtls prints", func(ctx SpecContext) {
		started := startedWith(storedPod(ctx, labeled, podOf(container("main"))))
		Expect(started[xdsBootstrap]).To(MatchJSON(golden("mesh.json")))
	})

	It("requests the certificate for the Mesh of the Pod, or else of its namespace", func(ctx SpecContext) {
		pod := podOf(container("main"))
		pod.Labels = map[string]string{v1alpha1.MeshLabel: "red"}
		Expect(storedPod(ctx, labeled, pod).Spec.Volumes).To(HaveExactElements(withCertificates("red")))
		blue := xdsNamespace(ctx, v1alpha1.XDSEnabled, v1alpha1.CertificatesKey, v1alpha1.XDSEnabled, v1alpha1.MeshLabel, "blue")
		Expect(storedPod(ctx, blue, podOf(container("main"))).Spec.Volumes).To(HaveExactElements(withCertificates("blue")))
		Expect(storedPod(ctx, blue, pod).Spec.Volumes).To(HaveExactElements(withCertificates("red")))
	})

	It("treats an empty name of a Mesh as none", func(ctx SpecContext) {
		pod := podOf(container("main"))
		pod.Labels = map[string]string{v1alpha1.MeshLabel: ""}
		for mesh, label := range map[string]string{"blue": "blue", "default": ""} {
			namespace := xdsNamespace(ctx, v1alpha1.XDSEnabled, v1alpha1.CertificatesKey, v1alpha1.XDSEnabled, v1alpha1.MeshLabel, label)
			Expect(storedPod(ctx, namespace, pod).Spec.Volumes).To(HaveExactElements(withCertificates(mesh)))
		}
	})

	DescribeTable("leaves without certificates", func(ctx SpecContext, namespaceLabel string, edit func(*corev1.Pod)) {
		namespace := xdsNamespace(ctx, v1alpha1.XDSEnabled, v1alpha1.CertificatesKey, namespaceLabel)
		pod := podOf(container("main"))
		edit(pod)
		Expect(storedPod(ctx, namespace, pod).Spec).To(Equal(storedPod(ctx, withoutCertificates, pod).Spec))
	},
		Entry("a namespace with another value", "true", func(*corev1.Pod) {}),
		Entry("a Pod that opts out by a label", v1alpha1.XDSEnabled, func(pod *corev1.Pod) {
			metav1.SetMetaDataLabel(&pod.ObjectMeta, v1alpha1.CertificatesKey, v1alpha1.XDSDisabled)
		}),
		Entry("a Pod that opts out by an annotation", v1alpha1.XDSEnabled, func(pod *corev1.Pod) {
			metav1.SetMetaDataAnnotation(&pod.ObjectMeta, v1alpha1.CertificatesKey, v1alpha1.XDSDisabled)
		}),
	)

	It("keeps a volume that has its name", func(ctx SpecContext) {
		pod := podOf(container("main"))
		pod.Spec.Volumes = []corev1.Volume{{Name: xdsVolume, VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}}
		Expect(storedPod(ctx, labeled, pod).Spec.Volumes).To(Equal(pod.Spec.Volumes))
	})

	It("changes nothing when it is applied to its own result", func(ctx SpecContext) {
		pod := podOf(container("a"), container("b"))
		once := storedPod(ctx, labeled, pod)
		Expect(storedPod(ctx, labeled, &corev1.Pod{ObjectMeta: pod.ObjectMeta, Spec: once.Spec}).Spec).To(Equal(once.Spec))
	})
})

// withCertificates is the volume of a Pod in the Mesh.
func withCertificates(mesh string) corev1.Volume {
	volume := tokenAndCA()
	volume.Projected.Sources = append(volume.Projected.Sources,
		corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{
			SignerName: v1alpha1.SignerName, KeyType: "ECDSAP256", KeyPath: "mesh.key", CertificateChainPath: "mesh.crt",
			UserAnnotations: map[string]string{v1alpha1.MeshLabel: mesh},
		}},
		corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{
			SignerName: new(v1alpha1.SignerName), Path: "mesh-roots.crt",
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{v1alpha1.MeshLabel: mesh}},
		}})
	return volume
}
