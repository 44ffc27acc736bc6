package kit

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// MountingCertificate mounts a certificate of the mesh into a Pod, which has the
// ServiceAccount.
func MountingCertificate(account string) func(*corev1.Pod) {
	return func(pod *corev1.Pod) {
		pod.Spec.ServiceAccountName = account
		pod.Spec.Volumes = append(pod.Spec.Volumes, corev1.Volume{Name: "mesh", VolumeSource: corev1.VolumeSource{
			Projected: &corev1.ProjectedVolumeSource{Sources: []corev1.VolumeProjection{{
				PodCertificate: &corev1.PodCertificateProjection{SignerName: v1alpha1.SignerName, KeyType: "ECDSAP256", CredentialBundlePath: "credentials.pem"},
			}}},
		}})
	}
}

// NewKey returns the private key of a certificate.
func NewKey() crypto.Signer {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	utilruntime.Must(err)
	return key
}

// CertificateRequest returns the request of a Pod's kubelet to Meshwork's signer.
func CertificateRequest(pod *corev1.Pod, account *corev1.ServiceAccount, key crypto.Signer, edits ...func(*certificatesv1.PodCertificateRequest)) *certificatesv1.PodCertificateRequest {
	stub, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{}, key)
	utilruntime.Must(err)
	return edited(&certificatesv1.PodCertificateRequest{
		ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, GenerateName: "req-"},
		Spec: certificatesv1.PodCertificateRequestSpec{
			SignerName:         v1alpha1.SignerName,
			PodName:            pod.Name,
			PodUID:             pod.UID,
			ServiceAccountName: account.Name,
			ServiceAccountUID:  account.UID,
			NodeName:           types.NodeName(pod.Spec.NodeName),
			NodeUID:            "node",
			StubPKCS10Request:  stub,
		},
	}, edits)
}

// WithBackends gives a Mesh generated CA backends, and enables the last.
func WithBackends(names ...string) func(*v1alpha1.Mesh) {
	return func(mesh *v1alpha1.Mesh) {
		if mesh.Spec.MTLS == nil {
			mesh.Spec.MTLS = &v1alpha1.MeshMTLS{}
		}
		mesh.Spec.MTLS.Backends = nil
		for _, name := range names {
			mesh.Spec.MTLS.Backends = append(mesh.Spec.MTLS.Backends, v1alpha1.CABackend{Name: name, Generated: &v1alpha1.GeneratedCA{}})
			mesh.Spec.MTLS.EnabledBackend = name
		}
	}
}
