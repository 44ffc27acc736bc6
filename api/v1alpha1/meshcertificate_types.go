package v1alpha1

import (
	"cmp"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// MaxRecordedCertificates is the maximum number of certificates on record for a Pod.
const MaxRecordedCertificates = 16

// MeshCertificateSpec records the certificates that a Pod has.
type MeshCertificateSpec struct {
	// podUID is the UID of the Pod. A later Pod of the same name does not have the
	// certificates.
	// +required
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=128
	PodUID types.UID `json:"podUID"`

	// mesh is the name of the Mesh of the newest certificate.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Mesh string `json:"mesh"`

	// identity is the SPIFFE ID in the certificates:
	// spiffe://<trust domain>/ns/<namespace>/sa/<service account>.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=2048
	Identity string `json:"identity"`

	// certificates are those that the Pod may still use, the newest first: one for each
	// time that it mounts a certificate of the mesh, and others that expire later.
	// +required
	// +listType=map
	// +listMapKey=serialNumber
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=16
	Certificates []IssuedCertificate `json:"certificates"`
}

// IssuedCertificate is a certificate that Meshwork has issued to a Pod.
type IssuedCertificate struct {
	// serialNumber of the certificate, in hexadecimal digits.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=40
	SerialNumber string `json:"serialNumber"`

	// mesh is the name of the Mesh that the certificate is for. If it is empty, it is the one
	// of the record. A Pod that mounts several certificates may have those of several Meshes.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Mesh string `json:"mesh,omitempty"`

	// backend is the CA backend of the Mesh that signed the certificate.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Backend string `json:"backend"`

	// root is the fingerprint of the root certificate that the certificate needs: its
	// SHA-256 digest, in hexadecimal digits.
	// +required
	// +kubebuilder:validation:MinLength=64
	// +kubebuilder:validation:MaxLength=64
	Root string `json:"root"`

	// notBefore is when the certificate begins to be valid.
	// +required
	NotBefore metav1.Time `json:"notBefore"`

	// notAfter is when the certificate expires.
	// +required
	NotAfter metav1.Time `json:"notAfter"`
}

// MeshCertificate records which certificates of a mesh a Pod has. It has the name of
// the Pod, and is deleted with it. Only Meshwork's signer may write it, so it is
// evidence: nobody can claim a certificate that was not issued. It has no private key.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=mcert,categories=meshwork
// +kubebuilder:printcolumn:name="Mesh",type=string,JSONPath=`.spec.mesh`,description="Mesh that the certificate is for"
// +kubebuilder:printcolumn:name="Backend",type=string,JSONPath=`.spec.certificates[0].backend`,description="CA backend that signed it"
// +kubebuilder:printcolumn:name="Identity",type=string,JSONPath=`.spec.identity`,description="SPIFFE ID in the certificate"
// +kubebuilder:printcolumn:name="Expires",type=string,JSONPath=`.spec.certificates[0].notAfter`,description="When the certificate expires"
// +kubebuilder:printcolumn:name="Serial",type=string,JSONPath=`.spec.certificates[0].serialNumber`,description="Serial number",priority=1
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type MeshCertificate struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// spec records the certificates.
	// +required
	Spec MeshCertificateSpec `json:"spec"`
}

// MeshOf returns the name of the Mesh that a certificate on record is for.
func (c *MeshCertificate) MeshOf(certificate *IssuedCertificate) string {
	return cmp.Or(certificate.Mesh, c.Spec.Mesh)
}

// Latest returns the newest certificate on record, which may have expired, or the zero value if there
// is none.
func (c *MeshCertificate) Latest() IssuedCertificate {
	if len(c.Spec.Certificates) == 0 {
		return IssuedCertificate{}
	}
	return c.Spec.Certificates[0]
}

// Newest returns the newest certificate on record, or nil if it has expired.
func (c *MeshCertificate) Newest(now time.Time) *IssuedCertificate {
	if len(c.Spec.Certificates) == 0 || !now.Before(c.Spec.Certificates[0].NotAfter.Time) {
		return nil
	}
	return &c.Spec.Certificates[0]
}

// MeshCertificateList is a list of MeshCertificates.
//
// +kubebuilder:object:root=true
type MeshCertificateList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []MeshCertificate `json:"items"`
}
