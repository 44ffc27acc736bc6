package endpointslice_test

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
)

// randomRequest returns a request with an owner that is not being deleted, distinct
// endpoints, and slices in any state that users, controllers and older versions can cause.
func randomRequest(choose slicetest.Chooser) (endpointslice.Config, endpointslice.Sync) {
	settings := endpointslice.Config{
		ControllerName: controllerName, OwnerKind: serviceKind,
		MaxEndpointsPerSlice: slicetest.Pick[int32](choose, 3, 1, 2, 5, 10, 0),
		Placeholder:          slicetest.Once(choose, 2),
		AdoptOrphans:         !slicetest.Once(choose, 2),
		DisableCompaction:    slicetest.Once(choose, 4),
	}
	addressTypes := slicetest.Pick(choose, all(ipv4), all(ipv4, ipv6), all(fqdn))
	request := endpointslice.Sync{
		Owner: web(), AddressTypes: addressTypes,
		TrafficDistribution: slicetest.Pick(choose, "", "PreferSameZone", "PreferSameNode", "PreferMars"),
		Labels:              slicetest.Pick(choose, nil, map[string]string{"app": "web"}),
		TriggerTime:         slicetest.Pick(choose, time.Time{}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)),
	}
	for _, addressType := range addressTypes {
		for _, ports := range randomPorts {
			for _, labels := range randomSets(choose) {
				if slicetest.Once(choose, 2) {
					request.Groups = append(request.Groups, describe(choose, addressType, ports, labels))
				}
			}
		}
	}
	for i := range choose.IntN(6) {
		request.Existing = append(request.Existing, existingSlice(choose, fmt.Sprintf("web-%d", i)))
	}
	if slicetest.Once(choose, 2) {
		request.Existing = apply(earlier(choose, settings, request))
	}
	return settings, request
}

// randomSets returns the labels of one or several sets.
func randomSets(choose slicetest.Chooser) []map[string]string {
	if !slicetest.Once(choose, 3) {
		return []map[string]string{nil}
	}
	return []map[string]string{nil, {clusterLabel: "east"}, {clusterLabel: "west"}}
}

// clusterLabel distinguishes sets.
const clusterLabel = "multicluster.kubernetes.io/source-cluster"

// earlier returns an earlier state of a request: fewer or more endpoints in slices of
// another size.
func earlier(choose slicetest.Chooser, settings endpointslice.Config, request endpointslice.Sync) (endpointslice.Sync, endpointslice.Config) {
	settings.MaxEndpointsPerSlice = slicetest.Pick[int32](choose, 3, 1, 2, 5, 10, 0)
	settings.DisableCompaction = true
	now := request.Groups
	request.Groups = nil
	for _, desired := range now {
		before := desired
		before.Endpoints = nil
		for number, endpoint := range desired.Endpoints {
			if !slicetest.Once(choose, 4) {
				before.Endpoints = append(before.Endpoints, endpoint)
			}
			if slicetest.Once(choose, 4) {
				before.Endpoints = append(before.Endpoints, randomEndpoint(choose, desired.AddressType, 60+number))
			}
		}
		request.Groups = append(request.Groups, before)
	}
	return request, settings
}

// randomPorts are lists of ports that are easily mistaken for each other.
var randomPorts = [][]discoveryv1.EndpointPort{
	portsOf("http:80"),
	portsOf("https:443 http:80"),
	{},
	{{Name: ptr.To("a"), AppProtocol: ptr.To("b")}},
	{{Name: ptr.To("a")}, {Name: ptr.To("b")}},
	{{Name: ptr.To("http"), Port: ptr.To(int32(80)), Protocol: ptr.To(corev1.ProtocolUDP), AppProtocol: ptr.To("a")}},
}

func describe(choose slicetest.Chooser, addressType discoveryv1.AddressType, ports []discoveryv1.EndpointPort, labels map[string]string) endpointslice.Group {
	desired := endpointslice.Group{AddressType: addressType, Ports: ports, Labels: labels, SingleSlice: slicetest.Once(choose, 8)}
	number := 0
	for range choose.IntN(25) {
		number += 1 + choose.IntN(3)
		desired.Endpoints = append(desired.Endpoints, randomEndpoint(choose, addressType, number))
	}
	return desired
}

// randomEndpoint returns the endpoint with the number, in any state.
func randomEndpoint(choose slicetest.Chooser, addressType discoveryv1.AddressType, number int) discoveryv1.Endpoint {
	made := endpoint(addressType, fmt.Sprint(number)+slicetest.Pick(choose, "", "!")+slicetest.Pick(choose, "", "@a", "@b")+slicetest.Pick(choose, "", "", ">a", ">b"))
	made.NodeName = slicetest.Pick(choose, nil, ptr.To("node-a"))
	made.Conditions.Terminating = slicetest.Pick(choose, nil, ptr.To(true))
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
func existingSlice(choose slicetest.Chooser, name string) *discoveryv1.EndpointSlice {
	made := sliceOn(name, slicetest.Pick(choose, ipv4, ipv6, fqdn, "IP"), "", "")
	made.Ports = slicetest.Pick(choose, randomPorts...)
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
		made.Labels[clusterLabel] = slicetest.Pick(choose, "east", "south")
	case 6:
		made.DeletionTimestamp = &metav1.Time{}
	case 7:
		made.Annotations = map[string]string{"example.com/note": "x", corev1.EndpointsLastChangeTriggerTime: "earlier"}
	case 8:
		made.Labels[clusterLabel] = slicetest.Pick(choose, "east", "west", "south")
	case 9:
		made.OwnerReferences = all(stranger)
	case 10:
		made.UID = types.UID("uid-of-anything")
	}
	return made
}

// sparseRequest returns a request with few endpoints in many slices, and new endpoints. It
// causes compaction and the reuse of slices.
func sparseRequest(choose slicetest.Chooser) (endpointslice.Config, endpointslice.Sync) {
	settings := configOf(3 + int32(choose.IntN(4)))
	request := syncOf(nil, nil)
	for _, ports := range []string{"http:80", "https:443"} {
		desired := wantOn(ipv4, ports, "")
		desired.SingleSlice = slicetest.Once(choose, 4)
		for number := range 4 + choose.IntN(12) {
			endpoint := endpoint(ipv4, fmt.Sprint(number)+slicetest.Pick(choose, "", "", "", "!"))
			desired.Endpoints = append(desired.Endpoints, endpoint)
			if slicetest.Once(choose, 3) {
				continue
			}
			existing := sliceOn(fmt.Sprintf("web-%d-%d", choose.IntN(10), len(request.Existing)), ipv4, ports, fmt.Sprint(number))
			request.Existing = append(request.Existing, existing)
		}
		request.Groups = append(request.Groups, desired)
	}
	return settings, request
}

// stranger is another controller.
var stranger = metav1.OwnerReference{APIVersion: "v1", Kind: "Service", Name: "stranger", UID: "uid-of-stranger", Controller: ptr.To(true)}

// ourSlices returns the slices that the reconciler manages.
func ourSlices(slices []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	var ours []*discoveryv1.EndpointSlice
	for _, one := range slices {
		manager := one.Labels[discoveryv1.LabelManagedBy]
		controller := metav1.GetControllerOf(one)
		if one.DeletionTimestamp == nil && (manager == controllerName || manager == "" && controller != nil) && (controller == nil || controller.UID != stranger.UID) {
			ours = append(ours, one)
		}
	}
	return ours
}
