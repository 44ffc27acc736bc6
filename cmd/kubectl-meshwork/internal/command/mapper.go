package command

import (
	appsv1 "k8s.io/api/apps/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// newMapper maps the kinds that the plugin reads to their resources. Discovery would hold up
// all reads if the API server stopped answering while a kind is looked up that the cluster may
// lack.
func newMapper() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(nil)
	add := func(version schema.GroupVersion, scope meta.RESTScope, kinds ...string) {
		for _, kind := range kinds {
			mapper.Add(version.WithKind(kind), scope)
		}
	}
	add(corev1.SchemeGroupVersion, meta.RESTScopeRoot, "Namespace", "Node")
	add(corev1.SchemeGroupVersion, meta.RESTScopeNamespace, "Endpoints", "Event", "Pod", "Service")
	add(appsv1.SchemeGroupVersion, meta.RESTScopeNamespace, "Deployment", "StatefulSet")
	add(certificatesv1.SchemeGroupVersion, meta.RESTScopeNamespace, "PodCertificateRequest")
	add(coordinationv1.SchemeGroupVersion, meta.RESTScopeNamespace, "Lease")
	add(discoveryv1.SchemeGroupVersion, meta.RESTScopeNamespace, "EndpointSlice")
	for _, kind := range routes.Kinds {
		add(kind.GroupVersion(), meta.RESTScopeNamespace, kind.Kind)
	}
	add(v1alpha1.GroupVersion, meta.RESTScopeRoot, "VirtualIP")
	add(v1alpha1.GroupVersion, meta.RESTScopeNamespace, "MeshCertificate", "MeshService")
	mapper.AddSpecific(v1alpha1.GroupVersion.WithKind("Mesh"),
		v1alpha1.GroupVersion.WithResource("meshes"), v1alpha1.GroupVersion.WithResource("mesh"), meta.RESTScopeRoot)
	return mapper
}
