package identity

import (
	"cmp"
	"encoding/hex"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Record returns the record of a Pod before it gets a certificate. Its earlier ones
// stay on record as long as it may use them: until Settled reports that the Pod has the new
// one, those that need another root, and those that may be published in its place; and
// all if it mounts several certificates, because it is not known which of them the new one
// replaces. Any other one needs the same root, so it is not worth another write.
func Record(pod *corev1.Pod, mesh *v1alpha1.Mesh, id string, before *v1alpha1.MeshCertificate, issued *Issued, now time.Time) v1alpha1.MeshCertificateSpec {
	newest := issued.IssuedCertificate
	newest.Mesh = mesh.Name
	spec := v1alpha1.MeshCertificateSpec{PodUID: pod.UID, Mesh: mesh.Name, Identity: id, Certificates: []v1alpha1.IssuedCertificate{newest}}
	if before == nil || before.Spec.PodUID != pod.UID {
		return spec
	}
	mountsSeveral := MountedCertificates(pod) > 1
	for _, known := range before.Spec.Certificates {
		if known.SerialNumber != issued.SerialNumber && now.Before(known.NotAfter.Time) && (mountsSeveral || known.Root != issued.Root || untilUnpublishable(known, now) > 0) {
			known.Mesh = before.MeshOf(&known) // the record is about to name another Mesh
			spec.Certificates = append(spec.Certificates, known)
		}
	}
	slices.SortStableFunc(spec.Certificates, func(a, b v1alpha1.IssuedCertificate) int {
		return cmp.Compare(b.NotBefore.Unix(), a.NotBefore.Unix())
	})
	spec.Certificates = spec.Certificates[:min(len(spec.Certificates), v1alpha1.MaxRecordedCertificates)]
	return spec
}

// CurrentMesh returns the Mesh of which a Pod has a valid certificate, or "". The record may
// be nil, or about an earlier Pod.
func CurrentMesh(pod *corev1.Pod, record *v1alpha1.MeshCertificate, now time.Time) string {
	if record == nil || record.Spec.PodUID != pod.UID || record.Newest(now) == nil {
		return ""
	}
	return record.Spec.Mesh
}

// ValidUntil returns when the last certificate on record of a Pod expires, the zero time if
// it has none. The record may be nil, or about an earlier Pod.
func ValidUntil(pod *corev1.Pod, record *v1alpha1.MeshCertificate) time.Time {
	var last time.Time
	if record == nil || record.Spec.PodUID != pod.UID {
		return last
	}
	for _, known := range record.Spec.Certificates {
		if known.NotAfter.After(last) {
			last = known.NotAfter.Time
		}
	}
	return last
}

// Settled returns the record of a Pod of which it is known which certificates were
// published, and after which time to decide again, or 0. The Pod has the newest of these.
// A newer one that was not published may still be, for a while: another signer may have
// signed it, or its request is open.
func Settled(pod *corev1.Pod, record *v1alpha1.MeshCertificate, isPublished func(*v1alpha1.IssuedCertificate) bool, now time.Time) (v1alpha1.MeshCertificateSpec, time.Duration) {
	spec := *record.Spec.DeepCopy()
	newest := slices.IndexFunc(spec.Certificates, func(known v1alpha1.IssuedCertificate) bool { return isPublished(&known) })
	if newest < 0 || MountedCertificates(pod) > 1 {
		return spec, 0
	}
	var kept []v1alpha1.IssuedCertificate
	wait := time.Duration(0)
	for _, signed := range spec.Certificates[:newest] {
		if remaining := untilUnpublishable(signed, now); remaining > 0 {
			kept, wait = append(kept, signed), max(wait, remaining)
		}
	}
	kept = append(kept, spec.Certificates[newest])
	spec.Certificates = kept
	return spec, wait
}

// untilUnpublishable returns how long a certificate may still get into the status of its
// request.
func untilUnpublishable(certificate v1alpha1.IssuedCertificate, now time.Time) time.Duration {
	return max(0, certificate.NotBefore.Add(publishable).Sub(now))
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
