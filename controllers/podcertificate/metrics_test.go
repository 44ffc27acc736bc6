package podcertificate

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func TestEarliestExpiries(t *testing.T) {
	start := time.Date(2026, time.November, 1, 12, 0, 0, 0, time.UTC)
	until := func(mesh string, hours int) v1alpha1.IssuedCertificate {
		return v1alpha1.IssuedCertificate{Mesh: mesh, NotAfter: metav1.NewTime(start.Add(time.Duration(hours) * time.Hour))}
	}
	record := func(pod string, certificates ...v1alpha1.IssuedCertificate) *v1alpha1.MeshCertificate {
		return &v1alpha1.MeshCertificate{
			ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: pod},
			Spec:       v1alpha1.MeshCertificateSpec{Mesh: "default", Certificates: certificates},
		}
	}
	api := fake.NewClientBuilder().WithScheme(kit.Scheme()).WithObjects(
		record("renewed", until("", 20), until("", 2)),
		record("of-two-meshes", until("", 18), until("other", 9)),
		record("not-renewed", until("late", -1)),
	).Build()
	earliest := recordCollector{api, clocktesting.NewFakePassiveClock(start)}.earliestExpiries(t.Context())
	g := NewWithT(t)
	g.Expect(earliest).To(HaveLen(3))
	for mesh, hours := range map[string]int{"default": 18, "other": 9, "late": -1} {
		g.Expect(earliest[mesh]).To(BeTemporally("==", start.Add(time.Duration(hours)*time.Hour)), mesh)
	}
}
