package explain_test

import (
	"math/rand/v2"
	"net/netip"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

const ours = "endpointslice-controller.meshwork.dev"

var settings = snapshot.Settings{
	Settings: meshservice.Settings{
		Zone: "default", ClusterDomain: "cluster.local", LoadBalancerClass: v1alpha1.DefaultLoadBalancerClass,
	},
	EndpointController: ours,
}

// random chooses the properties of objects.
type random struct{ *rand.Rand }

func (r random) oneOf(texts ...string) string { return texts[r.IntN(len(texts))] }

func (r random) sometimes() bool { return r.IntN(3) == 0 }

// randomService returns a Service and the objects around it. They have few
// different values, so that all combinations occur.
func randomService(source *rand.Rand) *snapshot.Service {
	r := random{source}
	snap := &snapshot.Service{
		Service:   r.service(),
		Namespace: &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop", Labels: map[string]string{}}},
		Nodes:     []*corev1.Node{{ObjectMeta: metav1.ObjectMeta{Name: "node"}}},
	}
	if r.sometimes() {
		snap.Namespace.Labels[v1alpha1.SidecarInjectionLabel] = r.oneOf("true", "enabled", "false", "yes")
	}
	if r.sometimes() {
		snap.Namespace.Labels["team"] = r.oneOf("shop", "bank")
	}
	if r.sometimes() {
		snap.Namespace.Labels[v1alpha1.MeshLabel] = r.oneOf("default", "gold", "")
	}
	for _, name := range []string{"default", "gold"} {
		if r.IntN(5) > 0 {
			snap.Meshes = append(snap.Meshes, r.mesh(name))
		}
	}
	r.addPods(snap)
	r.addMeshServices(snap)
	r.addVirtualIPs(snap)
	return snap
}

func (r random) service() *corev1.Service {
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "service", ResourceVersion: "7",
			Labels: map[string]string{}, Annotations: map[string]string{}},
		Spec: corev1.ServiceSpec{
			Type:      corev1.ServiceType(r.oneOf("ClusterIP", "LoadBalancer", "LoadBalancer", "ExternalName")),
			ClusterIP: r.oneOf("10.96.0.1", "10.96.0.1", "None"), IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol},
		},
	}
	if r.sometimes() {
		service.Labels[v1alpha1.MeshLabel] = r.oneOf("default", "gold", "")
	}
	if r.IntN(6) == 0 {
		service.Labels[v1alpha1.IgnoreKey] = r.oneOf("true", "yes")
	}
	if r.IntN(6) == 0 {
		service.Annotations[v1alpha1.IgnoreKey] = r.oneOf("true", "yes")
	}
	if r.sometimes() {
		service.Annotations[v1alpha1.VIPAnnotation] = r.oneOf("10.200.0.0", "10.200.0.1", "10.1.1.1", "nonsense")
	}
	if r.IntN(6) == 0 {
		service.Annotations[v1alpha1.MTLSModeAnnotation] = r.oneOf("Strict", "Permissive")
	}
	if r.IntN(6) == 0 {
		service.Annotations[v1alpha1.AllowedCallersAnnotation] = r.oneOf("shop/cart", "nonsense")
	}
	if service.Spec.Type == corev1.ServiceTypeLoadBalancer {
		service.Spec.LoadBalancerClass = ptr.To(r.oneOf(v1alpha1.DefaultLoadBalancerClass, v1alpha1.DefaultLoadBalancerClass, "example.com/other"))
	}
	if r.IntN(5) > 0 {
		service.Spec.Selector = map[string]string{"app": "web"}
	}
	if r.sometimes() {
		service.Labels[v1alpha1.EndpointControllerNameLabel] = r.oneOf(ours, ours, "example.com")
		if service.Spec.Selector != nil && !r.sometimes() {
			service.Spec.Selector[v1alpha1.DelegatedKey] = ours
		}
	}
	for _, protocol := range []corev1.Protocol{corev1.ProtocolTCP, corev1.ProtocolUDP} {
		if r.IntN(3) > 0 {
			service.Spec.Ports = append(service.Spec.Ports, corev1.ServicePort{Name: string(protocol), Port: 80, Protocol: protocol})
		}
	}
	return service
}

func (r random) mesh(name string) *v1alpha1.Mesh {
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if r.IntN(8) == 0 {
		mesh.DeletionTimestamp = &metav1.Time{Time: time.Unix(0, 0)}
	}
	if r.sometimes() {
		mesh.Spec.NamespaceSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"team": r.oneOf("shop", "bank", "not a label")}}
	}
	if r.IntN(4) > 0 {
		mesh.Spec.VIPs = &v1alpha1.MeshVIPs{CIDRs: []v1alpha1.VIPRange{"10.200.0.0/31"}}
	}
	return mesh
}

func (r random) addPods(snap *snapshot.Service) {
	for _, manager := range []string{ours, "endpointslice-controller.k8s.io", "example.com"} {
		if r.sometimes() {
			continue
		}
		slice := &discoveryv1.EndpointSlice{
			ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: manager, ResourceVersion: "1",
				Labels: map[string]string{discoveryv1.LabelManagedBy: manager}},
			AddressType: discoveryv1.AddressTypeIPv4,
			Ports:       []discoveryv1.EndpointPort{{Name: ptr.To("TCP"), Port: ptr.To[int32](80)}},
		}
		if r.sometimes() {
			slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{
				Addresses: []string{"10.1.0.1"}, TargetRef: &corev1.ObjectReference{Kind: "Pod", Name: "web-a", UID: "web-a"},
			})
		}
		snap.Slices = append(snap.Slices, slice)
	}
	if r.sometimes() {
		snap.Pods = append(snap.Pods, &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-a", UID: "web-a", Labels: map[string]string{"app": "web"}},
			Spec:       corev1.PodSpec{NodeName: "node"},
			Status:     corev1.PodStatus{Phase: corev1.PodRunning, PodIP: "10.1.0.1", PodIPs: []corev1.PodIP{{IP: "10.1.0.1"}}},
		})
	}
}

func (r random) addMeshServices(snap *snapshot.Service) {
	for _, name := range []string{"web", meshservice.PodMeshServiceName("web", "web-a")} {
		if r.sometimes() {
			continue
		}
		meshService := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}}
		if !r.sometimes() {
			meshService.Labels = map[string]string{v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController}
			owner := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "web", UID: types.UID(r.oneOf("service", "service", "former"))}}
			meshService.OwnerReferences = []metav1.OwnerReference{*metav1.NewControllerRef(owner, corev1.SchemeGroupVersion.WithKind("Service"))}
		}
		snap.MeshServices = append(snap.MeshServices, meshService)
	}
}

func (r random) addVirtualIPs(snap *snapshot.Service) {
	for _, address := range []string{"10.200.0.0", "10.200.0.1"} {
		if r.sometimes() {
			continue
		}
		holder := &corev1.Service{ObjectMeta: metav1.ObjectMeta{
			Namespace: "shop", Name: r.oneOf("web", "cart"), UID: types.UID(r.oneOf("service", "former")), ResourceVersion: "7"}}
		claim := vip.NewClaim(netip.MustParseAddr(address), r.oneOf("default", "gold"), v1alpha1.DefaultLoadBalancerClass, holder)
		if r.IntN(4) == 0 {
			claim = vip.Released(claim, metav1.Now())
		}
		snap.VirtualIPs = append(snap.VirtualIPs, claim)
		if r.sometimes() {
			snap.Service.Status.LoadBalancer.Ingress = []corev1.LoadBalancerIngress{{IP: address}}
		}
	}
}
