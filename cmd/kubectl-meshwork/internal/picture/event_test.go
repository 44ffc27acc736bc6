package picture_test

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

func TestPodsOfAServiceAreSelectedOrInItsSlices(t *testing.T) {
	pod := func(name, app string) *corev1.Pod {
		return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, UID: types.UID(name), Labels: map[string]string{"app": app}}}
	}
	snap := &snapshot.Service{
		Service: &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}, Spec: corev1.ServiceSpec{Selector: map[string]string{"app": "web"}}},
		Pods:    []*corev1.Pod{pod("waits", "web"), pod("serves", "relabeled"), pod("other", "cart")},
		Slices: []*discoveryv1.EndpointSlice{{Endpoints: []discoveryv1.Endpoint{
			{Addresses: []string{"10.0.0.1"}, TargetRef: &corev1.ObjectReference{Kind: "Pod", Name: "serves"}},
		}}},
	}
	NewWithT(t).Expect(picture.PodsOf(snap)).To(Equal(sets.New[types.UID]("waits", "serves")))
	snap.Service.Spec.Selector[v1alpha1.DelegatedKey] = "endpointslice-controller.meshwork.dev"
	NewWithT(t).Expect(picture.PodsOf(snap)).To(Equal(sets.New[types.UID]("waits", "serves")), "no Pod has the key")
	snap.Service.Spec.Selector = nil
	NewWithT(t).Expect(picture.PodsOf(snap)).To(Equal(sets.New[types.UID]("serves")))
}

func TestTheNewestEventsAreShown(t *testing.T) {
	g := NewWithT(t)
	var events []*corev1.Event
	for i := range 300 {
		events = append(events, &corev1.Event{
			ObjectMeta:     metav1.ObjectMeta{Name: fmt.Sprint(i)},
			InvolvedObject: corev1.ObjectReference{Kind: "Pod", Name: "web", UID: types.UID([]string{"web", "other"}[i%2])},
			LastTimestamp:  metav1.Unix(int64(i), 0),
		})
	}
	g.Expect(picture.EventsAbout(sets.New[types.UID]("web"), events)).To(HaveLen(150))
	both := picture.EventsAbout(sets.New[types.UID]("web", "other"), events)
	g.Expect(both).To(HaveLen(200))
	g.Expect(both[0].Name).To(Equal("299"))
	g.Expect(both[199].Name).To(Equal("100"))
}
