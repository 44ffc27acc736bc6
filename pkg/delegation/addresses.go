package delegation

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	utilnet "k8s.io/utils/net"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// AddressSource returns the source of the addresses of a Service's Pods. If the name
// of the network is malformed, it returns an error and a source without addresses, as
// for a network that does not exist.
func AddressSource(service *corev1.Service) (podaddress.Source, error) {
	value, found := service.Annotations[v1alpha1.PodNetworkAnnotation]
	if !found {
		return podaddress.Status{}, nil
	}
	return podaddress.ParseNetwork(value)
}

// NetworkFindings reports the families of a Service in which none of its Pods has an address
// on the network, although one has an address of the family elsewhere. Served are the families
// with an endpoint.
func NetworkFindings(network podaddress.Network, served sets.Set[discoveryv1.AddressType], families []discoveryv1.AddressType, pods []*corev1.Pod) []finding.Finding {
	missing := sets.New(families...).Intersection(familiesOf(pods)).Difference(served)
	if len(missing) == 0 {
		return nil
	}
	var names []string
	for _, family := range sets.List(missing) {
		names = append(names, string(family))
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonNoPodOnNetwork,
		"none of the Service's Pods has an address of the family %s on %s in its annotation %s: check the name of the network, and spec.ipFamilies of the Service",
		strings.Join(names, " or "), network.Name, podaddress.NetworkStatusAnnotation)}
}

// familiesOf returns the families of the Pods' own addresses.
func familiesOf(pods []*corev1.Pod) sets.Set[discoveryv1.AddressType] {
	families := sets.New[discoveryv1.AddressType]()
	for _, pod := range pods {
		for _, address := range pod.Status.PodIPs {
			if utilnet.IsIPv6String(address.IP) {
				families.Insert(discoveryv1.AddressTypeIPv6)
			} else {
				families.Insert(discoveryv1.AddressTypeIPv4)
			}
		}
	}
	return families
}
