package resourcetest

import (
	"fmt"
	"math/rand/v2"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/routes/routestest"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// Ports of the endpoints of random Services. They are free on most machines.
const (
	UsualPort = 1
	OtherPort = 2
)

// Random makes Services that a cluster may have.
type Random struct {
	*rand.Rand
	// Address is an address of a Pod.
	Address func(family discoveryv1.AddressType, pod int) string
}

// PodAddress is an address of a cluster's Pods.
func PodAddress(family discoveryv1.AddressType, pod int) string {
	if family == discoveryv1.AddressTypeIPv6 {
		return fmt.Sprintf("fd00::%d", pod+1)
	}
	return fmt.Sprintf("10.0.0.%d", pod+1)
}

// LoopbackAddress is an address that does not leave the machine. IPv6 has only one.
func LoopbackAddress(family discoveryv1.AddressType, pod int) string {
	if family == discoveryv1.AddressTypeIPv6 {
		return "::1"
	}
	return fmt.Sprintf("127.0.1.%d", pod+1)
}

// Served is a Service in a mesh with the port 80 and random endpoints.
func (r Random) Served(key types.NamespacedName) resource.View {
	view := View(key)
	if r.oneIn(3) {
		view.Service.Spec.InternalTrafficPolicy = ptr.To(corev1.ServiceInternalTrafficPolicyLocal)
	}
	if r.oneIn(2) {
		view.Service.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv6Protocol}
	}
	for number := range r.IntN(4) {
		slice := r.slice(key, number)
		slice.ResourceVersion = fmt.Sprint(number + 1)
		if r.oneIn(4) {
			slice.Ports[0].Port = ptr.To[int32](OtherPort)
		}
		view.Slices = append(view.Slices, slice)
	}
	return view
}

func (r Random) slice(key types.NamespacedName, number int) *discoveryv1.EndpointSlice {
	family := oneOf(r, discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6)
	var endpoints []discoveryv1.Endpoint
	for range r.IntN(5) {
		endpoints = append(endpoints, r.endpoint(key.Namespace, family))
	}
	return Slice(key, fmt.Sprint(number), family, UsualPort, endpoints...)
}

func (r Random) endpoint(namespace string, family discoveryv1.AddressType) discoveryv1.Endpoint {
	number := r.IntN(6)
	pod := number
	if r.oneIn(8) {
		pod = r.IntN(6) // another Pod has the address
	}
	name := fmt.Sprintf("pod-%d", pod)
	endpoint := discoveryv1.Endpoint{
		Addresses: []string{r.Address(family, number)},
		Conditions: discoveryv1.EndpointConditions{
			Ready: ptr.To(r.oneIn(2)), Serving: ptr.To(!r.oneIn(3)), Terminating: ptr.To(r.oneIn(3)),
		},
		NodeName: ptr.To(fmt.Sprintf("n%d", r.IntN(3))), Zone: ptr.To(r.zone()),
	}
	if !r.oneIn(6) {
		endpoint.TargetRef = &corev1.ObjectReference{Kind: "Pod", Namespace: namespace, Name: name, UID: types.UID(name)}
	}
	if !r.oneIn(6) {
		endpoint.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: r.zone()}}}
		if r.oneIn(3) {
			endpoint.Hints.ForNodes = []discoveryv1.ForNode{{Name: *endpoint.NodeName}}
		}
	}
	return endpoint
}

func (r Random) zone() string { return fmt.Sprintf("z%d", r.IntN(3)) }

// Any is a Service that may lack anything, and have any of the settings that clients notice.
func (r Random) Any(key types.NamespacedName) resource.View {
	view := r.Served(key)
	view.Mesh = oneOf(r, AnyMesh, MeshWithCertificates, StrictMesh, noMesh)
	if r.oneIn(2) {
		view.Certificate = Certificates(key.Namespace, "account")
	}
	r.annotate(view.Service)
	r.setPorts(&view)
	if r.oneIn(4) {
		r.makeHeadless(&view)
	}
	r.addRoutes(&view)
	switch r.IntN(20) {
	case 0:
		view.Service = nil
	case 1:
		delete(view.Service.Labels, v1alpha1.MeshLabel)
	case 2:
		view.MeshServices = nil
	}
	return view
}

// addRoutes attaches routes to half of all Services. Their backends are the Service itself, one that
// may be strict, and one that does not exist.
func (r Random) addRoutes(view *resource.View) {
	if r.oneIn(2) {
		return
	}
	view.Routes = routestest.Random{Rand: r.Rand}.Routes(view.Key, view.Key.Name, "canary", "lost")
	canary := r.Served(types.NamespacedName{Namespace: view.Key.Namespace, Name: "canary"})
	canary.Mesh = oneOf(r, AnyMesh, StrictMesh)
	if r.oneIn(2) {
		canary.Certificate = Certificates(view.Key.Namespace, "account")
	}
	if r.oneIn(4) { // the manager has not made it yet
		canary.MeshServices = nil
	}
	r.annotate(canary.Service)
	backend := resource.NewService(canary)
	view.Backend = func(key types.NamespacedName) *resource.Service {
		if key == canary.Key {
			return backend
		}
		return resource.NewService(resource.View{Key: key})
	}
}

func noMesh(string) *v1alpha1.Mesh { return nil }

// settings are annotations that clients notice, with good and bad values.
var settings = []struct {
	annotation string
	values     []string
}{
	{v1alpha1.LBPolicyAnnotation, []string{"round_robin", "least_request", "ring_hash", "random"}},
	{v1alpha1.LBHashHeaderAnnotation, []string{"x-user", "X-User", ":path", "user-bin", ""}},
	{v1alpha1.RequestTimeoutAnnotation, []string{"1ms", "2.5s", "24h", "25h", "-1s", "soon"}},
	{v1alpha1.RetriesAnnotation, []string{"0", "1", "4", "1000", "-1", "many"}},
	{v1alpha1.RetryOnAnnotation, []string{"unavailable", "internal,resource-exhausted", "unavailable,5xx", ""}},
	{v1alpha1.MaxRequestsAnnotation, []string{"1", "4294967295", "0", "none"}},
	{v1alpha1.OutlierDetectionAnnotation, []string{"1s", "1h", "2h", "always"}},
	{v1alpha1.MTLSModeAnnotation, []string{"Strict", "Permissive", "strict"}},
	{v1alpha1.AllowedCallersAnnotation, []string{"", "shop/*", "shop/cart,store/web", "?"}},
}

func (r Random) annotate(service *corev1.Service) {
	for _, setting := range settings {
		if r.oneIn(3) {
			service.Annotations[setting.annotation] = oneOf(r, setting.values...)
		}
	}
}

// setPorts adds ports to the Service and to its slices, or takes the only one away.
func (r Random) setPorts(view *resource.View) {
	ports := &view.Service.Spec.Ports
	switch r.IntN(8) {
	case 0:
		*ports = append(*ports, corev1.ServicePort{Name: "admin", Port: 81})
	case 1:
		*ports = append(*ports, corev1.ServicePort{Name: "dns", Port: 53, Protocol: corev1.ProtocolUDP})
	case 2:
		(*ports)[0].Port = 81
	case 3:
		(*ports)[0].Name = "admin"
	case 4:
		*ports = nil
	}
	for _, slice := range view.Slices {
		switch r.IntN(8) {
		case 0:
			slice.Ports = append(slice.Ports, discoveryv1.EndpointPort{Name: ptr.To("admin"), Port: ptr.To[int32](OtherPort)})
		case 1:
			slice.Ports[0].Name = ptr.To("admin")
		case 2:
			slice.Ports[0].Port = nil
		case 3:
			slice.Ports = nil
		}
	}
}

func (r Random) makeHeadless(view *resource.View) {
	view.Service.Spec.ClusterIP = corev1.ClusterIPNone
	view.Service.Spec.PublishNotReadyAddresses = r.oneIn(2)
	for _, slice := range view.Slices {
		for i := range slice.Endpoints {
			if r.oneIn(2) {
				slice.Endpoints[i].Hostname = ptr.To(fmt.Sprintf("host-%d", r.IntN(2)))
			}
		}
	}
}

func (r Random) oneIn(count int) bool { return r.IntN(count) == 0 }

func oneOf[T any](r Random, values ...T) T { return values[r.IntN(len(values))] }
