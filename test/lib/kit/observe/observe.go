// Package observe reads a cluster for assertions that poll. Each function returns
// one for Eventually and Consistently, which fails the attempt, not the test, when
// the API server refuses:
//
//	Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf("web"))
//
// Called with Default, it reads once:
//
//	names := observe.MeshServiceNames(ctx, api, namespace)(Default)
package observe

import (
	"context"

	"github.com/onsi/gomega"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// Exists reads whether an object exists, and does not change the given one.
func Exists(ctx context.Context, api client.Client, object client.Object) func(gomega.Gomega) bool {
	return func(g gomega.Gomega) bool {
		err := api.Get(ctx, client.ObjectKeyFromObject(object), object.DeepCopyObject().(client.Object))
		g.Expect(client.IgnoreNotFound(err)).To(gomega.Succeed())
		return err == nil
	}
}

// MeshService reads a MeshService, which has to exist.
func MeshService(ctx context.Context, api client.Client, namespace, name string) func(gomega.Gomega) *v1alpha1.MeshService {
	return func(g gomega.Gomega) *v1alpha1.MeshService {
		meshService := &v1alpha1.MeshService{}
		g.Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, meshService)).To(gomega.Succeed())
		return meshService
	}
}

// MeshServices lists the MeshServices of a namespace.
func MeshServices(ctx context.Context, api client.Client, namespace string) func(gomega.Gomega) []v1alpha1.MeshService {
	return func(g gomega.Gomega) []v1alpha1.MeshService {
		var list v1alpha1.MeshServiceList
		g.Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(gomega.Succeed())
		return list.Items
	}
}

// MeshServiceNames lists the names of the MeshServices of a namespace.
func MeshServiceNames(ctx context.Context, api client.Client, namespace string) func(gomega.Gomega) []string {
	return func(g gomega.Gomega) []string {
		names := []string{}
		for _, meshService := range MeshServices(ctx, api, namespace)(g) {
			names = append(names, meshService.Name)
		}
		return names
	}
}

// Events lists the events that Meshwork reported on a Service, as "reason: message", without the
// handovers of its slices.
func Events(ctx context.Context, api client.Client, service *corev1.Service) func(gomega.Gomega) []string {
	return eventsOf(ctx, api, service, func(reason string) bool { return !isHandover(reason) })
}

// Handovers lists the events about handovers of the slices of a Service.
func Handovers(ctx context.Context, api client.Client, service *corev1.Service) func(gomega.Gomega) []string {
	return eventsOf(ctx, api, service, isHandover)
}

func isHandover(reason string) bool {
	return reason == v1alpha1.ReasonEndpointSlicesTakenOver || reason == v1alpha1.ReasonEndpointSlicesReleased
}

func eventsOf(ctx context.Context, api client.Client, service *corev1.Service, isWanted func(reason string) bool) func(gomega.Gomega) []string {
	return func(g gomega.Gomega) []string {
		var list corev1.EventList
		g.Expect(api.List(ctx, &list, client.InNamespace(service.Namespace), client.MatchingFieldsSelector{
			Selector: fields.OneTermEqualSelector("involvedObject.uid", string(service.UID)),
		})).To(gomega.Succeed())
		events := []string{}
		for _, event := range list.Items {
			if IsFromMeshwork(&event) && isWanted(event.Reason) {
				events = append(events, event.Reason+": "+event.Message)
			}
		}
		return events
	}
}

// IsFromMeshwork reports whether Meshwork reported an event.
func IsFromMeshwork(event *corev1.Event) bool { return event.ReportingController == "meshwork" }

// LeaseHolder reads which manager is the leader: "" while there is none.
func LeaseHolder(ctx context.Context, api client.Client) func(gomega.Gomega) string {
	return func(g gomega.Gomega) string {
		lease := &coordinationv1.Lease{}
		g.Expect(api.Get(ctx, client.ObjectKey{Namespace: kit.SystemNamespace, Name: kit.LeaseName}, lease)).To(gomega.Succeed())
		return ptr.Deref(lease.Spec.HolderIdentity, "")
	}
}
