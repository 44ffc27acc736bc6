package faults

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

var settings = meshservice.Settings{Zone: "default", ClusterDomain: "cluster.local", LoadBalancerClass: vipClass}

// planMeshServices returns the plan of a manager that has just been started.
func (s *seen) planMeshServices(service *corev1.Service) (existing []*v1alpha1.MeshService, plan meshservice.Plan) {
	for _, meshService := range s.meshServices {
		if meshService.Namespace == service.Namespace && meshservice.DerivedFrom(meshService) == service.Name {
			existing = append(existing, meshService)
		}
	}
	outcome := settings.Derive(meshservice.View{
		Service:     service,
		Namespace:   s.namespaces[service.Namespace],
		Mesh:        func(name string) *v1alpha1.Mesh { return s.meshes[name] },
		Slices:      s.slicesOf(service),
		Pod:         func(name string) *corev1.Pod { return find(s.pods, service.Namespace, name) },
		StatefulSet: func(string) *appsv1.StatefulSet { return nil },
		Existing:    existing,
	})
	return existing, meshservice.NewPlan(service.Name, service, outcome.MeshServices, existing)
}

// checkMeshServices compares a Service's MeshServices with the desired ones.
func (s *seen) checkMeshServices(service *corev1.Service, p *problems) {
	existing, plan := s.planMeshServices(service)
	for _, missing := range plan.Create {
		p.add("MeshService %s is missing", missing.Name)
	}
	for _, pair := range plan.Update {
		p.add("MeshService %s is %s, but should be %s", pair.Live.Name, text(pair.Live.Spec), text(pair.Desired.Spec))
	}
	for _, surplus := range plan.Delete {
		p.add("MeshService %s should not exist", surplus.Name)
	}
	for _, pair := range plan.Keep {
		if status, changed := meshservice.MergeStatus(pair.Live, pair.Desired, metav1.Now()); changed {
			p.add("MeshService %s has the status %s, but should have %s", pair.Live.Name, text(pair.Live.Status), text(status))
		}
	}
	s.checkCounts(service, existing, p)
}

// checkCounts counts the Pods of a Service independently of the slices, on which
// the statuses above are based.
func (s *seen) checkCounts(service *corev1.Service, existing []*v1alpha1.MeshService, p *problems) {
	if len(existing) == 0 || !delegation.HasPods(service) {
		return
	}
	online, offline := sets.New[string](), sets.New[string]()
	for _, pod := range s.podsOf(service) {
		switch {
		case pod.Status.Phase != corev1.PodRunning, !hasFamilyOf(pod, service):
		case pod.DeletionTimestamp == nil && kit.IsReady(pod):
			online.Insert(pod.Name)
		default:
			offline.Insert(pod.Name)
		}
	}
	var counted v1alpha1.Proxies
	for _, meshService := range existing {
		if proxies := meshService.Status.Proxies; proxies != nil {
			counted.Online += proxies.Online
			counted.Offline += proxies.Offline
		}
	}
	// kube-controller-manager does not notice every Pod that ends while it is not ready.
	offlineCounts := delegation.IsTo(service, kit.EndpointController)
	if int(counted.Online) != online.Len() || offlineCounts && int(counted.Offline) != offline.Len() {
		p.add("MeshServices count %+v, but of the Pods are online %v and offline %v", counted, sets.List(online), sets.List(offline))
	}
}

// hasFamilyOf reports whether a Pod has an address that the Service can use. All
// Pods have an IPv4 address, and all Services have at least the IPv4 family.
func hasFamilyOf(pod *corev1.Pod, service *corev1.Service) bool {
	return len(pod.Status.PodIPs) > 0 && service.Spec.IPFamilies[0] == corev1.IPv4Protocol
}
