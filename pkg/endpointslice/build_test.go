package endpointslice_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
)

// The tests use a short notation for their input and output:
//
//	1        the endpoint 10.0.0.1 (or fd00::1, or 1.example.com), ready, of the Pod web-1
//	2!       the same for 2, not ready
//	3@a      in zone a
//	4@a>b    in zone a, with a hint for zone b
//	http:80  a port
//
// A slice has IPv4 addresses and the port http:80 unless noted otherwise.

const controllerName = "endpointslice-controller.example.com"

var serviceKind = corev1.SchemeGroupVersion.WithKind("Service")

// web returns the default owner of slices.
func web() *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "uid-of-web"},
		Spec:       corev1.ServiceSpec{ClusterIP: "192.0.2.1", IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol}},
	}
}

func all[T any](items ...T) []T { return items }

// with returns the item after changing it.
func with[T any](item T, change func(T)) T {
	change(item)
	return item
}

var endpointPattern = regexp.MustCompile(`^(\d+)(!?)(?:@(\w+))?(?:>(\w+))?$`)

func endpoint(addressType discoveryv1.AddressType, text string) discoveryv1.Endpoint {
	parts := endpointPattern.FindStringSubmatch(text)
	if parts == nil {
		panic(fmt.Sprintf("%q is not an endpoint", text))
	}
	number, ready := parts[1], parts[2] == ""
	built := discoveryv1.Endpoint{
		Addresses:  []string{address(addressType, number)},
		Conditions: discoveryv1.EndpointConditions{Ready: &ready, Serving: &ready, Terminating: ptr.To(false)},
		TargetRef:  &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: "web-" + number, UID: types.UID("uid-of-web-" + number)},
	}
	if zone := parts[3]; zone != "" {
		built.Zone = &zone
	}
	if hint := parts[4]; hint != "" {
		built.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: hint}}}
	}
	return built
}

func address(addressType discoveryv1.AddressType, number string) string {
	switch addressType {
	case discoveryv1.AddressTypeIPv6:
		return "fd00::" + number
	case discoveryv1.AddressTypeFQDN:
		return number + ".example.com"
	default:
		return "10.0.0." + number
	}
}

func endpointsOf(addressType discoveryv1.AddressType, text string) []discoveryv1.Endpoint {
	built := []discoveryv1.Endpoint{}
	for _, word := range strings.Fields(text) {
		built = append(built, endpoint(addressType, word))
	}
	return built
}

func portsOf(text string) []discoveryv1.EndpointPort {
	built := []discoveryv1.EndpointPort{}
	for _, word := range strings.Fields(text) {
		name, digits, _ := strings.Cut(word, ":")
		number, err := strconv.ParseInt(digits, 10, 32)
		if err != nil {
			panic(err)
		}
		built = append(built, discoveryv1.EndpointPort{Name: &name, Port: ptr.To(int32(number)), Protocol: ptr.To(corev1.ProtocolTCP)})
	}
	return built
}

// want returns desired endpoints with IPv4 and http:80.
func want(text string) endpointslice.Group {
	return wantOn(discoveryv1.AddressTypeIPv4, "http:80", text)
}

func wantOn(addressType discoveryv1.AddressType, ports, text string) endpointslice.Group {
	return endpointslice.Group{
		AddressType: addressType, Ports: portsOf(ports), Endpoints: endpointsOf(addressType, text),
	}
}

func singleSlice(desired endpointslice.Group) endpointslice.Group {
	desired.SingleSlice = true
	return desired
}

// slice returns an existing slice with all fields that the reconciler sets.
func slice(name, text string) *discoveryv1.EndpointSlice {
	return sliceOn(name, discoveryv1.AddressTypeIPv4, "http:80", text)
}

func sliceOn(name string, addressType discoveryv1.AddressType, ports, text string) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "shop", Name: name, GenerateName: "web-", UID: types.UID("uid-of-" + name), ResourceVersion: "1", Generation: 1,
			Labels:          map[string]string{discoveryv1.LabelServiceName: "web", discoveryv1.LabelManagedBy: controllerName},
			OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(web(), serviceKind)},
		},
		AddressType: addressType,
		Ports:       portsOf(ports),
		Endpoints:   endpointsOf(addressType, text),
	}
}

// ownedBy sets the owners of a slice.
func ownedBy(built *discoveryv1.EndpointSlice, owners ...metav1.OwnerReference) *discoveryv1.EndpointSlice {
	built.OwnerReferences = owners
	return built
}

var (
	earlierWeb = metav1.OwnerReference{APIVersion: "v1", Kind: "Service", Name: "web", UID: "uid-of-earlier", Controller: ptr.To(true)}
	configMap  = metav1.OwnerReference{APIVersion: "v1", Kind: "ConfigMap", Name: "second", UID: "uid-of-second"}
)

// syncOf returns a sync of the default owner, with IPv4 and the address types of the desired
// endpoints.
func syncOf(desired []endpointslice.Group, existing []*discoveryv1.EndpointSlice) endpointslice.Sync {
	types := sets.New(discoveryv1.AddressTypeIPv4)
	for _, one := range desired {
		types.Insert(one.AddressType)
	}
	return endpointslice.Sync{Owner: web(), Groups: desired, Existing: existing, AddressTypes: sets.List(types)}
}

// configOf returns the settings of a controller, like Kubernetes' mirroring controller.
func configOf(maximum int32) endpointslice.Config {
	return endpointslice.Config{ControllerName: controllerName, OwnerKind: serviceKind, MaxEndpointsPerSlice: maximum, AdoptOrphans: true}
}

func show(changes endpointslice.Plan) string {
	var shown []string
	for _, built := range changes.Create {
		shown = append(shown, "create"+showSlice(built))
	}
	for _, built := range changes.Update {
		shown = append(shown, "update "+built.Name+showSlice(built))
	}
	for _, built := range changes.Delete {
		shown = append(shown, "delete "+built.Name)
	}
	return strings.Join(shown, " | ")
}

// showSlice shows the differences from a default slice, and the endpoints.
func showSlice(built *discoveryv1.EndpointSlice) string {
	text := ""
	if built.AddressType != discoveryv1.AddressTypeIPv4 {
		text += " " + string(built.AddressType)
	}
	if ports := slicetest.ShowPorts(built.Ports); ports == "" {
		text += " no ports"
	} else if ports != "http:80" {
		text += " " + ports
	}
	return strings.TrimSuffix(text+": "+slicetest.ShowEndpoints(built.Endpoints), " ")
}

// names returns the names of the slices, in order.
func names(built []*discoveryv1.EndpointSlice) []string {
	named := []string{}
	for _, one := range built {
		named = append(named, one.Name)
	}
	return named
}

func copies(built []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	copied := slices.Clone(built)
	for i := range copied {
		copied[i] = copied[i].DeepCopy()
	}
	return copied
}

// kindOf returns a kind of an API that has only one version.
func kindOf(kind string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: kind}
}
