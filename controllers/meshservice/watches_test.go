package meshservice

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
)

func TestCertificateChanged(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	r := &Reconciler{Options: Options{Dependencies: controller.Dependencies{Clock: clocktesting.NewFakePassiveClock(now)}}}
	until := func(hours int) *v1alpha1.MeshCertificate {
		record := &v1alpha1.MeshCertificate{}
		record.Spec.Mesh = "default"
		record.Spec.Certificates = []v1alpha1.IssuedCertificate{{NotAfter: metav1.NewTime(now.Add(time.Duration(hours) * time.Hour)), Root: "a", Backend: "ca"}}
		return record
	}
	otherRoot := until(24)
	otherRoot.Spec.Certificates[0].Root = "b"
	for name, test := range map[string]struct {
		before, after *v1alpha1.MeshCertificate
		want          bool
	}{
		"renewed in time":          {until(8), until(24), false},
		"renewed after its end":    {until(0), until(24), true},
		"by another root":          {until(8), otherRoot, true},
		"with a shorter lifetime":  {until(8), until(1), true},
		"the first one":            {&v1alpha1.MeshCertificate{}, until(24), true},
		"without any, and without": {&v1alpha1.MeshCertificate{}, &v1alpha1.MeshCertificate{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			NewWithT(t).Expect(r.certificateChanged(test.before, test.after)).To(Equal(test.want))
		})
	}
}
