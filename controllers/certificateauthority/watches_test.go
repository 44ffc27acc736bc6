package certificateauthority

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

var start = time.Date(2026, time.November, 1, 12, 0, 0, 0, time.UTC)

// recordOf returns the record of a Pod with certificates that expire after the lifetimes.
func recordOf(pod, root string, lifetimes ...time.Duration) *v1alpha1.MeshCertificate {
	record := &v1alpha1.MeshCertificate{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: pod}, Spec: v1alpha1.MeshCertificateSpec{Mesh: "default"}}
	for _, lifetime := range lifetimes {
		record.Spec.Certificates = append(record.Spec.Certificates, v1alpha1.IssuedCertificate{Root: root, NotAfter: metav1.NewTime(start.Add(lifetime))})
	}
	return record
}

func inMesh(mesh string, record *v1alpha1.MeshCertificate) *v1alpha1.MeshCertificate {
	record.Spec.Certificates[0].Mesh = mesh
	return record
}

func reconciler(now time.Time, records ...*v1alpha1.MeshCertificate) *Reconciler {
	builder := fake.NewClientBuilder().WithScheme(kit.Scheme())
	for _, index := range Indexes {
		builder.WithIndex(index.Object, index.Name, index.Keys)
	}
	for _, record := range records {
		builder.WithObjects(record)
	}
	return &Reconciler{Options: Options{Dependencies: controller.Dependencies{Client: builder.Build(), Clock: clocktesting.NewFakePassiveClock(now)}}}
}

func TestCertificatesInUse(t *testing.T) {
	g := NewWithT(t)
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}}
	records := []*v1alpha1.MeshCertificate{
		recordOf("renewed", "a", time.Hour, 9*time.Hour), recordOf("late", "a", 3*time.Hour), recordOf("gone", "a", time.Minute), recordOf("new", "b", 5*time.Hour),
	}
	inUse, next, err := reconciler(start.Add(2*time.Hour), records...).certificatesInUse(t.Context(), mesh)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(inUse).To(Equal(map[string]int32{"a": 2, "b": 1}))
	g.Expect(next).To(BeTemporally("==", start.Add(3*time.Hour)))

	inUse, next, err = reconciler(start.Add(9*time.Hour), records...).certificatesInUse(t.Context(), mesh)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(inUse).To(BeEmpty())
	g.Expect(next).To(BeZero())
}

// A Pod that mounts certificates of two Meshes needs the roots of both, which may share one.
func TestCertificatesOfTwoMeshesInUse(t *testing.T) {
	g := NewWithT(t)
	record := recordOf("web", "a", 9*time.Hour, 8*time.Hour)
	record.Spec.Certificates = append(record.Spec.Certificates, recordOf("web", "b", 9*time.Hour).Spec.Certificates...)
	record.Spec.Certificates[1].Mesh, record.Spec.Certificates[2].Mesh = "other", "other"
	g.Expect(meshesOfCertificates(t.Context(), record)).To(ConsistOf(HaveField("Name", "default"), HaveField("Name", "other")))
	for mesh, want := range map[string]map[string]int32{"default": {"a": 1}, "other": {"a": 1, "b": 1}, "third": {}} {
		inUse, _, err := reconciler(start, record).certificatesInUse(t.Context(), &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: mesh}})
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(inUse).To(Equal(want), mesh)
	}
}

func TestRootsChanged(t *testing.T) {
	r := reconciler(start.Add(2 * time.Hour))
	for _, test := range []struct {
		name          string
		before, after *v1alpha1.MeshCertificate
		want          bool
	}{
		{"renewed in time", recordOf("web", "a", 3*time.Hour), recordOf("web", "a", 9*time.Hour), false},
		{"renewed after it had expired, and was no longer counted", recordOf("web", "a", time.Hour), recordOf("web", "a", 9*time.Hour), true},
		{"renewed with that of another Mesh", recordOf("web", "a", 3*time.Hour), inMesh("other", recordOf("web", "a", 9*time.Hour)), true},
		{"renewed with another root", recordOf("web", "a", 3*time.Hour), recordOf("web", "b", 9*time.Hour), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			NewWithT(t).Expect(r.rootsChanged(test.before, test.after)).To(Equal(test.want))
		})
	}
}

func TestMeshChanged(t *testing.T) {
	g := NewWithT(t)
	before := &v1alpha1.Mesh{}
	meta.SetStatusCondition(&before.Status.Conditions, metav1.Condition{Type: v1alpha1.ConditionBackendsReady, Status: metav1.ConditionTrue})
	after := before.DeepCopy()
	meta.SetStatusCondition(&after.Status.Conditions, metav1.Condition{Type: v1alpha1.ConditionReady, Status: metav1.ConditionTrue})
	g.Expect(meshChanged(before, after)).To(BeFalse(), "a condition of the manager")
	meta.RemoveStatusCondition(&after.Status.Conditions, v1alpha1.ConditionBackendsReady)
	g.Expect(meshChanged(before, after)).To(BeTrue(), "somebody has removed a condition of the signer")
}
