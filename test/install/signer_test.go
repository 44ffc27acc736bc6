package install

import (
	"context"
	"crypto/x509"
	"encoding/pem"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// useSigner waits until the installed signer has created the CA of a Mesh and issued a
// certificate, and deletes the Mesh again.
func useSigner(ctx SpecContext) {
	GinkgoHelper()
	mesh := expect.Created(ctx, api, kit.Mesh("secured", kit.WithBackends("ca-1")))
	namespace := expect.Namespace(ctx, api)
	expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name)))
	request := issuedCertificate(ctx, namespace, "web-0")

	block, _ := pem.Decode([]byte(request.Status.CertificateChain))
	leaf, err := x509.ParseCertificate(block.Bytes)
	Expect(err).NotTo(HaveOccurred())
	_, err = leaf.Verify(x509.VerifyOptions{Roots: publishedRoots(ctx, mesh), DNSName: "web." + namespace + ".svc.cluster.local"})
	Expect(err).NotTo(HaveOccurred())
	Expect(leaf.URIs).To(HaveExactElements(HaveField("Path", "/ns/"+namespace+"/sa/default")))
	env.Kubectl(ctx, "wait", "-n", namespace, "--for=create", "meshservice/web", "--timeout=60s")
	env.Kubectl(ctx, "wait", "-n", namespace, "--for=condition=TLSReady", "meshservice/web", "--timeout=60s")

	key := client.ObjectKey{Namespace: kit.SystemNamespace, Name: "meshwork-ca-" + mesh.Name + "-ca-1"}
	Expect(api.Get(ctx, key, &corev1.Secret{})).To(Succeed())
	Expect(api.Delete(ctx, mesh)).To(Succeed())
	Eventually(func() error { return api.Get(ctx, key, &corev1.Secret{}) }).Should(Satisfy(apierrors.IsNotFound), "its key goes with the Mesh")
	env.Kubectl(ctx, "delete", "namespace", namespace)
}

// issuedCertificate creates a Pod, requests its certificate as its kubelet does, and waits for it.
func issuedCertificate(ctx context.Context, namespace, name string) *certificatesv1.PodCertificateRequest {
	GinkgoHelper()
	account := &corev1.ServiceAccount{}
	Eventually(func() error {
		return api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "default"}, account)
	}).Should(Succeed())
	node := env.Kubectl(ctx, "get", "nodes", "-o", "jsonpath={.items[0].metadata.name}")
	pod := expect.Created(ctx, api, kit.Pod(namespace, name, "web", kit.OnNode(node), kit.MountingCertificate(account.Name)))
	request := expect.Created(ctx, api, kit.CertificateRequest(pod, account, kit.NewKey()))
	Eventually(func(g Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(request), request)).To(Succeed())
		g.Expect(request.Status.Conditions).To(HaveExactElements(HaveField("Type", "Issued")))
	}).Should(Succeed())
	return request
}

func publishedRoots(ctx context.Context, mesh *v1alpha1.Mesh) *x509.CertPool {
	GinkgoHelper()
	bundle := &certificatesv1.ClusterTrustBundle{}
	Expect(api.Get(ctx, client.ObjectKey{Name: v1alpha1.TrustBundlePrefix + mesh.Name}, bundle)).To(Succeed())
	roots := x509.NewCertPool()
	Expect(roots.AppendCertsFromPEM([]byte(bundle.Spec.TrustBundle))).To(BeTrue())
	return roots
}
