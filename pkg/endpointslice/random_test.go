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

// chooser makes the choices for a random request: math/rand, or a fuzzer.
type chooser interface{ IntN(n int) int }

// byteChooser makes choices based on bytes. After the last byte, it always chooses the
// first option.
type byteChooser struct{ data []byte }

func (c *byteChooser) IntN(n int) int {
	if len(c.data) == 0 {
		return 0
	}
	first := c.data[0]
	c.data = c.data[1:]
	return int(first) % n
}

func pick[T any](choose chooser, of ...T) T { return of[choose.IntN(len(of))] }

// once returns true one time in the given number of calls, but false if the chooser has no
// more input.
func once(choose chooser, in int) bool { return choose.IntN(in) == in-1 }

// randomRequest returns a request with an owner that is not being deleted, distinct
// endpoints, and slices in any state that users, controllers and older versions can cause.
func randomRequest(choose chooser) (endpointslice.Settings, endpointslice.Request) {
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
		for _, ports := range randomPorts {
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

// earlier returns an earlier state of a request: fewer or more endpoints in slices of
// another size.
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
				before.Endpoints = append(before.Endpoints, randomEndpoint(choose, desired.AddressType, 60+number))
			}
		}
		request.Desired = append(request.Desired, &before)
	}
	return request, settings
}

// randomPorts are lists of ports that are easily mistaken for each other.
var randomPorts = [][]discoveryv1.EndpointPort{
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
		desired.Endpoints = append(desired.Endpoints, randomEndpoint(choose, addressType, number))
	}
	return desired
}

// randomEndpoint returns the endpoint with the number, in any state.
func randomEndpoint(choose chooser, addressType discoveryv1.AddressType, number int) discoveryv1.Endpoint {
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

// existingSlice returns a slice with the name, often with a defect.
func existingSlice(choose chooser, name string) *discoveryv1.EndpointSlice {
	made := sliceOn(name, pick(choose, ipv4, ipv6, fqdn, "IP"), "", "")
	made.Ports = pick(choose, randomPorts...)
	for range choose.IntN(8) {
		made.Endpoints = append(made.Endpoints, randomEndpoint(choose, made.AddressType, 1+choose.IntN(30)))
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

// sparseRequest returns a request with few endpoints in many slices, and new endpoints. It
// causes compaction and the reuse of slices.
func sparseRequest(choose chooser) (endpointslice.Settings, endpointslice.Request) {
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

// ourSlices returns the slices that the reconciler manages.
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
