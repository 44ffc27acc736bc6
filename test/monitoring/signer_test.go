package monitoring

import (
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// startSigner starts the manager's binary as the signer, with the rights of config/signer.
func startSigner(ctx SpecContext) *kit.Manager {
	GinkgoHelper()
	env.ApplyConfig(ctx, "local-signer")
	kubeconfig := filepath.Join(env.Cluster.LogDir(), "signer.kubeconfig")
	Expect(env.Cluster.ServiceAccountKubeconfig(ctx, kit.SystemNamespace, "meshwork-signer", kubeconfig)).To(Succeed())
	return env.StartManager(ctx, kit.ManagerOptions{
		Name: "meshwork-signer", Kubeconfig: kubeconfig, LeaderElection: true, Metrics: true,
		Flags: []string{
			"--controllers=" + controllers.CertificateAuthority + "," + controllers.PodCertificate,
			"--signer-namespace=" + kit.SystemNamespace,
			"--leader-elect-resource-name=meshwork-signer",
		},
	})
}

// secured is a Mesh with a CA, and a Service in it.
const secured = `
apiVersion: meshwork.dev/v1alpha1
kind: Mesh
metadata: {name: secured}
spec: {mtls: {enabledBackend: ca-1, backends: [{name: ca-1, generated: {}}]}}
---
apiVersion: v1
kind: Service
metadata: {name: secured, labels: {meshwork.dev/mesh: secured}}
spec: {selector: {app: secured}, ports: [{port: 80}]}
`

// neglected is a Mesh with a CA that expires soon, and one that does not exist.
const neglected = `
apiVersion: meshwork.dev/v1alpha1
kind: Mesh
metadata: {name: neglected}
spec:
  mtls:
    enabledBackend: missing
    backends: [{name: short, generated: {lifetime: 48h}}, {name: missing, secretRef: {name: missing}}]
`

// requestCertificate requests a certificate for a new Pod of the Service secured, as its
// kubelet does.
func requestCertificate(ctx SpecContext, pod string, edits ...func(*certificatesv1.PodCertificateRequest)) *certificatesv1.PodCertificateRequest {
	GinkgoHelper()
	account := &corev1.ServiceAccount{}
	Expect(env.API.Get(ctx, client.ObjectKey{Namespace: "default", Name: "default"}, account)).To(Succeed())
	node := env.Kubectl(ctx, "get", "nodes", "-o", "jsonpath={.items[0].metadata.name}") // Kubernetes deletes Pods without one
	created := expect.Created(ctx, env.API, kit.Pod("default", pod, "secured", kit.OnNode(node), kit.MountingCertificate("default")))
	return expect.Created(ctx, env.API, kit.CertificateRequest(created, account, kit.NewKey(), edits...))
}
