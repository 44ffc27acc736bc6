package endpointslice_test

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// chooser decides what a world is like: math/rand, or a fuzzer.
type chooser interface{ IntN(n int) int }

// bytesChooser chooses by bytes; when they have run out, it takes the first of everything.
type bytesChooser struct{ data []byte }

func (c *bytesChooser) IntN(n int) int {
	if len(c.data) == 0 {
		return 0
	}
	first := c.data[0]
	c.data = c.data[1:]
	return int(first) % n
}

func pick[T any](choose chooser, of ...T) T { return of[choose.IntN(len(of))] }

// once is true one time in so many, but not when there is nothing to choose by.
func once(choose chooser, in int) bool { return choose.IntN(in) == in-1 }

// newWorld returns something to plan: an owner that is not being deleted,
// endpoints that are all different, and slices in any state that people,
// controllers and older versions can bring about.
func newWorld(choose chooser) (endpointslice.Settings, endpointslice.Request) {
	settings := endpointslice.Settings{
		ControllerName:       controllerName,
		MaxEndpointsPerSlice: pick[int32](choose, 3, 1, 2, 5, 10, 0),
		Placeholder:          once(choose, 2),
		OwnershipEnforced:    once(choose, 2),
		TrafficDistribution:  once(choose, 2),
		CompactionDisabled:   once(choose, 4),
	}
	request := endpointslice.Request{
		Owner: web(), OwnerKind: serviceKind,
		SupportedAddressTypes: pick(choose, sets.New(ipv4), sets.New(ipv4, ipv6), sets.New(fqdn)),
		TrafficDistribution:   pick(choose, nil, ptr.To("PreferSameZone"), ptr.To("PreferSameNode"), ptr.To("PreferMars")),
		SetLabelsAnnotations:  pick(choose, nil, endpointslice.LabelsFromService{Service: web()}.SetLabels),
		TriggerTime:           pick(choose, time.Time{}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)),
	}
	for _, addressType := range []discoveryv1.AddressType{ipv4, ipv6, fqdn} {
		for _, ports := range worldPorts {
			if once(choose, 2) {
				request.Desired = append(request.Desired, describe(choose, addressType, ports))
			}
		}
	}
	for i := range choose.IntN(6) {
		request.Existing = append(request.Existing, existingSlice(choose, fmt.Sprintf("web-%d", i)))
	}
	if once(choose, 2) {
		request.Existing = apply(earlier(choose, settings, request))
	}
	return settings, request
}

// earlier is what a world may have been before: fewer or more endpoints in
// slices of another size.
func earlier(choose chooser, settings endpointslice.Settings, request endpointslice.Request) (endpointslice.Request, endpointslice.Settings) {
	settings.MaxEndpointsPerSlice = pick[int32](choose, 3, 1, 2, 5, 10, 0)
	settings.CompactionDisabled = true
	now := request.Desired
	request.Desired = nil
	for _, desired := range now {
		before := *desired
		before.Endpoints = nil
		for number, endpoint := range desired.Endpoints {
			if !once(choose, 4) {
				before.Endpoints = append(before.Endpoints, endpoint)
			}
			if once(choose, 4) {
				before.Endpoints = append(before.Endpoints, worldEndpoint(choose, desired.AddressType, 60+number))
			}
		}
		request.Desired = append(request.Desired, &before)
	}
	return request, settings
}

// worldPorts are lists of ports that are easily taken for each other.
var worldPorts = [][]discoveryv1.EndpointPort{
	portsOf("http:80"),
	portsOf("https:443 http:80"),
	{},
	{{Name: ptr.To(`a";"TCP"b`)}},
	{{Name: ptr.To("a")}, {Name: ptr.To("b")}},
	{{Name: ptr.To("http"), Port: ptr.To(int32(80)), Protocol: ptr.To(corev1.ProtocolUDP), AppProtocol: ptr.To("")}},
}

func describe(choose chooser, addressType discoveryv1.AddressType, ports []discoveryv1.EndpointPort) *endpointslice.EndpointPortAddressType {
	desired := &endpointslice.EndpointPortAddressType{AddressType: addressType, Ports: ports, SingleSlice: once(choose, 8)}
	number := 0
	for range choose.IntN(25) {
		number += 1 + choose.IntN(3)
		desired.Endpoints = append(desired.Endpoints, worldEndpoint(choose, addressType, number))
	}
	return desired
}

// worldEndpoint is an endpoint of that number, in any state.
func worldEndpoint(choose chooser, addressType discoveryv1.AddressType, number int) discoveryv1.Endpoint {
	made := endpoint(addressType, fmt.Sprint(number)+pick(choose, "", "!")+pick(choose, "", "@a", "@b")+pick(choose, "", "", ">a", ">b"))
	made.NodeName = pick(choose, nil, ptr.To("node-a"))
	made.Conditions.Terminating = pick(choose, nil, ptr.To(true))
	switch choose.IntN(8) {
	case 1:
		made.TargetRef = nil
	case 2:
		made.Addresses = append(made.Addresses, address(addressType, fmt.Sprint(number+100)))
	case 3:
		made.Hostname = ptr.To("host")
	}
	return made
}

// existingSlice is one of that name, as likely as not with something wrong about it.
func existingSlice(choose chooser, name string) *discoveryv1.EndpointSlice {
	made := sliceOn(name, pick(choose, ipv4, ipv6, fqdn, "IP"), "", "")
	made.Ports = pick(choose, worldPorts...)
	for range choose.IntN(8) {
		made.Endpoints = append(made.Endpoints, worldEndpoint(choose, made.AddressType, 1+choose.IntN(30)))
	}
	switch choose.IntN(12) {
	case 1:
		made.OwnerReferences = nil
	case 2:
		made.OwnerReferences = all(earlierWeb)
	case 3:
		made.OwnerReferences = append(made.OwnerReferences, configMap)
		made.Finalizers = []string{"example.com/keep"}
	case 4:
		made.Labels = map[string]string{discoveryv1.LabelManagedBy: "someone.example.com"}
	case 5:
		made.Labels = map[string]string{"example.com/stray": "x"}
	case 6:
		made.DeletionTimestamp = &metav1.Time{}
	case 7:
		made.Annotations = map[string]string{"example.com/note": "x", corev1.EndpointsLastChangeTriggerTime: "earlier"}
	case 8:
		made.UID = types.UID("uid-of-anything")
	}
	return made
}

// newSparseWorld has few endpoints in many slices, and new ones: it takes
// compaction, and slices are used for others.
func newSparseWorld(choose chooser) (endpointslice.Settings, endpointslice.Request) {
	settings := endpointslice.Settings{ControllerName: controllerName, MaxEndpointsPerSlice: 3 + int32(choose.IntN(4))}
	request := requestFor(nil, nil)
	for _, ports := range []string{"http:80", "https:443"} {
		desired := wantOn(ipv4, ports, "")
		desired.SingleSlice = once(choose, 4)
		for number := range 4 + choose.IntN(12) {
			endpoint := endpoint(ipv4, fmt.Sprint(number)+pick(choose, "", "", "", "!"))
			desired.Endpoints = append(desired.Endpoints, endpoint)
			if once(choose, 3) {
				continue
			}
			existing := sliceOn(fmt.Sprintf("web-%d-%d", choose.IntN(10), len(request.Existing)), ipv4, ports, fmt.Sprint(number))
			request.Existing = append(request.Existing, existing)
		}
		request.Desired = append(request.Desired, desired)
	}
	return settings, request
}

// ourSlices are those that the reconciler answers for.
func ourSlices(slices []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	var ours []*discoveryv1.EndpointSlice
	for _, one := range slices {
		manager := one.Labels[discoveryv1.LabelManagedBy]
		if one.DeletionTimestamp == nil && (manager == "" || manager == controllerName) {
			ours = append(ours, one)
		}
	}
	return ours
}
