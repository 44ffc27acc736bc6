package watches

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
)

func TestConcerns(t *testing.T) {
	g := NewWithT(t)
	ours := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"ours": "yes"}}}
	other := &corev1.Service{}
	accepts := Concerns(func(object client.Object) bool { return object.GetLabels()["ours"] != "" })

	g.Expect(accepts.Create(event.CreateEvent{Object: ours})).To(BeTrue())
	g.Expect(accepts.Create(event.CreateEvent{Object: other})).To(BeFalse())
	g.Expect(accepts.Delete(event.DeleteEvent{Object: other})).To(BeFalse())
	g.Expect(accepts.Update(event.UpdateEvent{ObjectOld: other, ObjectNew: ours})).To(BeTrue())
	g.Expect(accepts.Update(event.UpdateEvent{ObjectOld: ours, ObjectNew: other})).To(BeTrue(), "it may have left something behind")
	g.Expect(accepts.Update(event.UpdateEvent{ObjectOld: other, ObjectNew: other})).To(BeFalse())
}
