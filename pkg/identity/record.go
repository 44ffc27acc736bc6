package identity

import (
	"cmp"
	"encoding/hex"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Record returns what is recorded of a Pod before it gets a certificate. Its earlier ones
// stay on record as long as it may use them: those that need another root until Settled
// says that the Pod has the new one, and all if it mounts several certificates, because it
// is not known which of them the new one replaces.
func Record(pod *corev1.Pod, mesh *v1alpha1.Mesh, id string, before *v1alpha1.MeshCertificate, issued *Issued, now time.Time) v1alpha1.MeshCertificateSpec {
	spec := v1alpha1.MeshCertificateSpec{
		PodUID: pod.UID, Mesh: mesh.Name, Identity: id,
		Certificates: []v1alpha1.IssuedCertificate{issued.IssuedCertificate},
	}
	if before == nil || before.Spec.PodUID != pod.UID {
		return spec
	}
	mountsSeveral := MountedCertificates(pod) > 1
	for _, known := range before.Spec.Certificates {
		if known.SerialNumber != issued.SerialNumber && now.Before(known.NotAfter.Time) && (mountsSeveral || known.Root != issued.Root) {
			spec.Certificates = append(spec.Certificates, known)
		}
	}
	slices.SortStableFunc(spec.Certificates, func(a, b v1alpha1.IssuedCertificate) int {
		return cmp.Compare(b.NotBefore.Unix(), a.NotBefore.Unix())
	})
	spec.Certificates = spec.Certificates[:min(len(spec.Certificates), v1alpha1.MaxRecordedCertificates)]
	return spec
}

// Settled returns the record of a Pod that has got its newest certificate, and whether
// that changes anything.
func Settled(pod *corev1.Pod, record *v1alpha1.MeshCertificate) (v1alpha1.MeshCertificateSpec, bool) {
	spec := *record.Spec.DeepCopy()
	if len(spec.Certificates) <= 1 || MountedCertificates(pod) > 1 {
		return spec, false
	}
	spec.Certificates = spec.Certificates[:1]
	return spec, true
}

// MountedCertificates counts the certificates of the signer that a Pod mounts.
func MountedCertificates(pod *corev1.Pod) int {
	count := 0
	for i := range pod.Spec.Volumes {
		projected := pod.Spec.Volumes[i].Projected
		if projected == nil {
			continue
		}
		for j := range projected.Sources {
			if source := projected.Sources[j].PodCertificate; source != nil && source.SignerName == v1alpha1.SignerName {
				count++
			}
		}
	}
	return count
}

// HasSerialNumber reports whether the first certificate of a chain in PEM format has the
// serial number, in hexadecimal digits.
func HasSerialNumber(chain, serialNumber string) bool {
	certificates, err := parseCertificates([]byte(chain))
	return err == nil && hex.EncodeToString(certificates[0].SerialNumber.Bytes()) == serialNumber
}
