package controllers_test

import (
	"context"
	"fmt"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var counter atomic.Int64

// unique returns a name that no other spec uses.
func unique(prefix string) string { return fmt.Sprintf("%s-%d", prefix, counter.Add(1)) }

// newMesh creates a Mesh that is deleted after the spec, and returns its name.
func newMesh(ctx context.Context, backend string) string {
	GinkgoHelper()
	name := unique("mesh")
	expectMeshKnown(ctx, expect.Temporary(ctx, api, kit.Mesh(name, kit.WithMTLS(backend))))
	return name
}

// expectMeshKnown waits until the manager has seen a Mesh, so that no Service in the Mesh
// gets an event about a missing Mesh. The signer sets other conditions.
func expectMeshKnown(ctx context.Context, mesh *v1alpha1.Mesh) {
	GinkgoHelper()
	Eventually(func() []metav1.Condition { return meshOf(ctx, mesh.Name).Status.Conditions }).
		Should(ContainElement(HaveField("Type", v1alpha1.ConditionReady)))
}

// expectOlder waits until objects that are created now are younger than this one. The
// API server records the age of objects in seconds.
func expectOlder(ctx context.Context, object client.Object) {
	GinkgoHelper()
	Eventually(func() metav1.Time {
		probe := kit.Mesh("probe")
		Expect(api.Create(ctx, probe, client.DryRunAll)).To(Succeed())
		return probe.CreationTimestamp
	}).Should(HaveField("Time", BeTemporally(">", object.GetCreationTimestamp().Time)))
}

// expectMeshService waits until a MeshService exists.
func expectMeshService(ctx context.Context, namespace, name string) *v1alpha1.MeshService {
	GinkgoHelper()
	var meshService *v1alpha1.MeshService
	Eventually(func(g Gomega) { meshService = observe.MeshService(ctx, api, namespace, name)(g) }).Should(Succeed())
	return meshService
}

// placed has the Pods of a StatefulSet placed without a scheduler.
func placed(set *appsv1.StatefulSet) { set.Spec.Template.Spec.NodeName = kit.NodeName }

// podOfSet waits for a Pod that kube-controller-manager creates for the StatefulSet.
func podOfSet(ctx context.Context, set *appsv1.StatefulSet, ordinal int) *corev1.Pod {
	GinkgoHelper()
	pod := &corev1.Pod{}
	Eventually(func() error {
		return api.Get(ctx, client.ObjectKey{Namespace: set.Namespace, Name: fmt.Sprintf("%s-%d", set.Name, ordinal)}, pod)
	}).Should(Succeed())
	return pod
}

// eventNames lists the events that Meshwork reported on the Services of a namespace.
func eventNames(ctx context.Context, namespace string) func(Gomega) []string {
	return func(g Gomega) []string {
		var list corev1.EventList
		g.Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
		var events []string
		for i := range list.Items {
			if observe.IsFromMeshwork(&list.Items[i]) {
				events = append(events, list.Items[i].Name)
			}
		}
		return events
	}
}
