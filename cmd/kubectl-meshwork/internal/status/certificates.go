package status

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Certificates summarizes the certificates of a Mesh.
type Certificates struct {
	// SigningBackend is empty if no CA backend signs.
	SigningBackend string `json:"signingBackend,omitempty"`
	// Pods is the number of Pods with a valid certificate, or nil if it is unknown.
	Pods *int `json:"pods,omitempty"`
	// FirstExpiry is the earliest expiry of these certificates.
	FirstExpiry *time.Time `json:"firstExpiry,omitempty"`
	// Expired is the number of Pods whose certificate has expired.
	Expired int `json:"expired,omitempty"`
	// Rotation is the reason of the condition RotationComplete, and its message.
	Rotation        string `json:"rotation,omitempty"`
	RotationMessage string `json:"rotationMessage,omitempty"`
}

// certificatesOf returns nil if Meshwork issues no certificates for the Mesh.
func certificatesOf(mesh *v1alpha1.Mesh, cluster *snapshot.Cluster) *Certificates {
	if !tlspolicy.IssuesCertificates(mesh) {
		return nil
	}
	summary := &Certificates{}
	if mesh.Status.MTLS != nil {
		summary.SigningBackend = mesh.Status.MTLS.SigningBackend
	}
	if rotation := meta.FindStatusCondition(mesh.Status.Conditions, v1alpha1.ConditionRotationComplete); rotation != nil {
		summary.Rotation, summary.RotationMessage = rotation.Reason, rotation.Message
	}
	if cluster.Unread.Forbids(snapshot.Certificates) {
		return summary
	}
	summary.Pods = new(int)
	for _, record := range cluster.Certificates {
		if record.Spec.Mesh == mesh.Name {
			summary.add(record, cluster.Now)
		}
	}
	return summary
}

func (c *Certificates) add(record *v1alpha1.MeshCertificate, now time.Time) {
	newest := record.Newest(now)
	if newest == nil {
		c.Expired++
		return
	}
	*c.Pods++
	if expiry := snapshot.UTC(newest.NotAfter.Time); c.FirstExpiry == nil || expiry.Before(*c.FirstExpiry) {
		c.FirstExpiry = &expiry
	}
}

func (s *Status) writeCertificates(d *report.Document) {
	headed := false
	for _, mesh := range s.Meshes {
		if mesh.Certificates == nil {
			continue
		}
		if !headed {
			d.Heading("Certificates")
			headed = true
		}
		mark, text := mesh.Certificates.describe()
		d.Item(mark, mesh.Name, text)
		if mesh.Certificates.Rotation != "" && mesh.Certificates.Rotation != v1alpha1.ReasonComplete {
			d.Item(report.Neutral, mesh.Name, fmt.Sprintf("%s [%s]", mesh.Certificates.RotationMessage, mesh.Certificates.Rotation))
		}
	}
}

func (c *Certificates) describe() (report.Mark, string) {
	mark, text := report.Good, "CA backend "+c.SigningBackend+" signs"
	switch {
	case c.SigningBackend == "":
		mark, text = report.Bad, "no CA backend signs"
	case c.Pods == nil:
		mark = report.Unclear
	}
	if c.Pods == nil {
		return mark, text + "; the number of Pods with a certificate is unknown"
	}
	switch *c.Pods {
	case 0:
		text += "; no Pod has a certificate"
		if mark == report.Good {
			mark = report.Neutral
		}
	case 1:
		text += "; 1 Pod has a certificate"
	default:
		text += fmt.Sprintf("; %d Pods have a certificate", *c.Pods)
	}
	if c.FirstExpiry != nil {
		text += ", the first expires at " + c.FirstExpiry.Format(time.RFC3339)
	}
	if c.Expired > 0 {
		text += fmt.Sprintf("; %d expired", c.Expired)
	}
	return mark, text
}
