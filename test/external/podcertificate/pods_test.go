package podcertificate_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/podcertificate"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// newPod returns a Pod with the label app=<name> that mounts a certificate of the mesh.
func newPod(namespace, name string, node *podcertificate.Node, edits ...func(*corev1.PodCertificateProjection)) *corev1.Pod {
	source := &corev1.PodCertificateProjection{SignerName: v1alpha1.SignerName, KeyType: "ECDSAP256", CredentialBundlePath: "bundle.pem"}
	for _, edit := range edits {
		edit(source)
	}
	return kit.Pod(namespace, name, name, kit.OnNode(node.Name), func(pod *corev1.Pod) {
		pod.Spec.ServiceAccountName = serviceAccount
		pod.Spec.Volumes = []corev1.Volume{{Name: "identity", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
			Sources: []corev1.VolumeProjection{{PodCertificate: source}},
		}}}}
	})
}

func withKeyType(keyType string) func(*corev1.PodCertificateProjection) {
	return func(source *corev1.PodCertificateProjection) { source.KeyType = keyType }
}

func withAnnotation(key, value string) func(*corev1.PodCertificateProjection) {
	return func(source *corev1.PodCertificateProjection) { source.UserAnnotations = map[string]string{key: value} }
}

// credentials waits until a Pod has a certificate, and returns it with its key.
func credentials(ctx context.Context, node *podcertificate.Node, pod *corev1.Pod) tls.Certificate {
	GinkgoHelper()
	var certificate tls.Certificate
	Eventually(func(g Gomega) {
		key, chain, err := node.Credentials(ctx, pod)
		g.Expect(err).NotTo(HaveOccurred())
		certificate, err = tls.X509KeyPair(chain, key)
		g.Expect(err).NotTo(HaveOccurred())
	}).Should(Succeed())
	return certificate
}

// roots waits for the roots of the mesh.
func roots(ctx context.Context, node *podcertificate.Node) (pool *x509.CertPool, encoded []byte) {
	GinkgoHelper()
	Eventually(func(g Gomega) {
		var err error
		encoded, err = node.Roots(ctx, meshName)
		g.Expect(err).NotTo(HaveOccurred())
	}).Should(Succeed())
	pool = x509.NewCertPool()
	Expect(pool.AppendCertsFromPEM(encoded)).To(BeTrue())
	return pool, encoded
}

// expectRecorded expects that the record of the Pod has only this certificate.
func expectRecorded(ctx context.Context, pod *corev1.Pod, leaf *x509.Certificate) {
	GinkgoHelper()
	// The one before leaves the record when the new one is seen to be published.
	Eventually(func(g Gomega) {
		var record v1alpha1.MeshCertificate
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(pod), &record)).To(Succeed())
		g.Expect(record.Spec.PodUID).To(Equal(pod.UID))
		g.Expect(record.Spec.Identity).To(Equal(identityOf(pod)))
		g.Expect(record.Spec.Certificates).To(HaveExactElements(And(
			HaveField("SerialNumber", hex.EncodeToString(leaf.SerialNumber.Bytes())),
			HaveField("NotAfter.Unix()", leaf.NotAfter.Unix()),
		)))
	}).Should(Succeed())
}

func identityOf(pod *corev1.Pod) string {
	return "spiffe://" + meshName + "/ns/" + pod.Namespace + "/sa/" + serviceAccount
}

// requestsOf returns a function that returns the requests for a Pod.
func requestsOf(ctx context.Context, pod *corev1.Pod) func() []certificatesv1.PodCertificateRequest {
	return func() []certificatesv1.PodCertificateRequest {
		var list certificatesv1.PodCertificateRequestList
		Expect(api.List(ctx, &list, client.InNamespace(pod.Namespace))).To(Succeed())
		var own []certificatesv1.PodCertificateRequest
		for _, request := range list.Items {
			if request.Spec.PodName == pod.Name {
				own = append(own, request)
			}
		}
		return own
	}
}

// decision returns a function that returns the condition of the one request for a Pod.
func decision(ctx context.Context, pod *corev1.Pod) func(Gomega) metav1.Condition {
	return func(g Gomega) metav1.Condition {
		requests := requestsOf(ctx, pod)()
		g.Expect(requests).To(HaveLen(1))
		g.Expect(requests[0].Status.Conditions).To(HaveLen(1))
		return requests[0].Status.Conditions[0]
	}
}
