package meshservice

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// VIPView returns the view that decides about the addresses of a Service of a load-balancer
// class. The Mesh is the WantedMesh of the Service, with its ranges. It is nil if it does not
// exist, and so is the namespace.
func VIPView(service *corev1.Service, namespace *corev1.Namespace, mesh *v1alpha1.Mesh, ranges vip.Ranges, class string, claims []*v1alpha1.VirtualIP) vip.View {
	view := vip.View{
		Service:   service,
		Class:     class,
		Mesh:      WantedMesh(service, namespace),
		Ignored:   len(IgnoredBy(service)) > 0,
		MeshFound: mesh != nil && mesh.DeletionTimestamp == nil,
		Ranges:    ranges,
		Claims:    claims,
	}
	if view.MeshFound && !Selects(mesh, namespace) {
		excluded := NotSelected(mesh, service.Namespace)
		view.Excluded = &excluded
	}
	return view
}
