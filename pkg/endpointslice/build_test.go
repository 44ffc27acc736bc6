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
)

// What goes into the tests, and what comes out, is written down in a short form:
//
//	1        the endpoint 10.0.0.1 (or fd00::1, or 1.example.com), ready, of the Pod web-1
//	2!       the same for 2, not ready
//	3@a      in zone a
//	4@a>b    in zone a, with a hint for zone b
//	http:80  a port
//
// A slice of IPv4 addresses with the port http:80 is the usual one; what differs
// from that is said.

const controllerName = "endpointslice-controller.example.com"

var serviceKind = corev1.SchemeGroupVersion.WithKind("Service")

// web is the owner of the slices, unless a test says otherwise.
func web() *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "uid-of-web"},
		Spec:       corev1.ServiceSpec{ClusterIP: "192.0.2.1", IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol}},
	}
}

func all[T any](items ...T) []T { return items }

// with changes what was built.
func with[T any](item T, change func(T)) T {
	change(item)
	return item
}

var endpointPattern = regexp.MustCompile(`^(\d+)(!?)(?:@(\w+))?(?:>(\w+))?$`)

func endpoint(addressType discoveryv1.AddressType, text string) discoveryv1.Endpoint {
	parts := endpointPattern.FindStringSubmatch(text)
	if parts == nil {
		panic(fmt.Sprintf("%q is no endpoint", text))
	}
	number, ready := parts[1], parts[2] == ""
	made := discoveryv1.Endpoint{
		Addresses:  []string{address(addressType, number)},
		Conditions: discoveryv1.EndpointConditions{Ready: &ready, Serving: &ready, Terminating: ptr.To(false)},
		TargetRef:  &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: "web-" + number, UID: types.UID("uid-of-web-" + number)},
	}
	if zone := parts[3]; zone != "" {
		made.Zone = &zone
	}
	if hint := parts[4]; hint != "" {
		made.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: hint}}}
	}
	return made
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
	made := []discoveryv1.Endpoint{}
	for _, word := range strings.Fields(text) {
		made = append(made, endpoint(addressType, word))
	}
	return made
}

func portsOf(text string) []discoveryv1.EndpointPort {
	made := []discoveryv1.EndpointPort{}
	for _, word := range strings.Fields(text) {
		name, digits, _ := strings.Cut(word, ":")
		number, err := strconv.ParseInt(digits, 10, 32)
		if err != nil {
			panic(err)
		}
		made = append(made, discoveryv1.EndpointPort{Name: &name, Port: ptr.To(int32(number)), Protocol: ptr.To(corev1.ProtocolTCP)})
	}
	return made
}

// want is desired on IPv4 and http:80.
func want(text string) *endpointslice.EndpointPortAddressType {
	return wantOn(discoveryv1.AddressTypeIPv4, "http:80", text)
}

func wantOn(addressType discoveryv1.AddressType, ports, text string) *endpointslice.EndpointPortAddressType {
	return &endpointslice.EndpointPortAddressType{
		AddressType: addressType, Ports: portsOf(ports), Endpoints: endpointsOf(addressType, text),
	}
}

func singleSlice(desired *endpointslice.EndpointPortAddressType) *endpointslice.EndpointPortAddressType {
	desired.SingleSlice = true
	return desired
}

// slice exists, with all that the reconciler would have given it.
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
func ownedBy(made *discoveryv1.EndpointSlice, owners ...metav1.OwnerReference) *discoveryv1.EndpointSlice {
	made.OwnerReferences = owners
	return made
}

var (
	earlierWeb = metav1.OwnerReference{APIVersion: "v1", Kind: "Service", Name: "web", UID: "uid-of-earlier", Controller: ptr.To(true)}
	configMap  = metav1.OwnerReference{APIVersion: "v1", Kind: "ConfigMap", Name: "second", UID: "uid-of-second"}
)

// requestFor is a request of the usual owner, for the address types of what is desired.
func requestFor(desired []*endpointslice.EndpointPortAddressType, existing []*discoveryv1.EndpointSlice) endpointslice.Request {
	request := endpointslice.Request{
		Owner: web(), OwnerKind: serviceKind, Desired: desired, Existing: existing,
		SupportedAddressTypes: sets.New(discoveryv1.AddressTypeIPv4),
	}
	for _, one := range desired {
		request.SupportedAddressTypes.Insert(one.AddressType)
	}
	return request
}

func show(changes endpointslice.Changes) string {
	var shown []string
	for _, made := range changes.Create {
		shown = append(shown, "create"+showSlice(made))
	}
	for _, made := range changes.Update {
		shown = append(shown, "update "+made.Name+showSlice(made))
	}
	for _, made := range changes.Delete {
		shown = append(shown, "delete "+made.Name)
	}
	return strings.Join(shown, " | ")
}

// showSlice shows what differs from a usual slice, and the endpoints.
func showSlice(made *discoveryv1.EndpointSlice) string {
	text := ""
	if made.AddressType != discoveryv1.AddressTypeIPv4 {
		text += " " + string(made.AddressType)
	}
	if ports := showPorts(made.Ports); ports == "" {
		text += " no ports"
	} else if ports != "http:80" {
		text += " " + ports
	}
	return strings.TrimSuffix(text+": "+showEndpoints(made.Endpoints), " ")
}

func showPorts(ports []discoveryv1.EndpointPort) string {
	var shown []string
	for _, port := range ports {
		shown = append(shown, fmt.Sprintf("%s:%d", ptr.Deref(port.Name, ""), ptr.Deref(port.Port, 0)))
	}
	return strings.Join(shown, " ")
}

func showEndpoints(made []discoveryv1.Endpoint) string {
	var shown []string
	for i := range made {
		shown = append(shown, showEndpoint(&made[i]))
	}
	return strings.Join(shown, " ")
}

func showEndpoint(made *discoveryv1.Endpoint) string {
	text := strings.NewReplacer("10.0.0.", "", "fd00::", "", ".example.com", "").Replace(strings.Join(made.Addresses, ","))
	if !ptr.Deref(made.Conditions.Ready, false) {
		text += "!"
	}
	if made.Zone != nil {
		text += "@" + *made.Zone
	}
	if made.Hints != nil {
		for _, zone := range made.Hints.ForZones {
			text += ">" + zone.Name
		}
		for _, node := range made.Hints.ForNodes {
			text += ">" + node.Name
		}
	}
	return text
}

// names are those of the slices, in their order.
func names(made []*discoveryv1.EndpointSlice) []string {
	named := []string{}
	for _, one := range made {
		named = append(named, one.Name)
	}
	return named
}

func copies(made []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	copied := slices.Clone(made)
	for i := range copied {
		copied[i] = copied[i].DeepCopy()
	}
	return copied
}

// kindOf is a kind of an API that has only one version.
func kindOf(kind string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: kind}
}
