// Package slicetest has the notation and the random choices that the tests of several packages
// share.
package slicetest

import (
	"fmt"
	"strings"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// ShowPorts shows ports as name:number.
func ShowPorts(ports []discoveryv1.EndpointPort) string {
	var shown []string
	for _, port := range ports {
		shown = append(shown, fmt.Sprintf("%s:%d", ptr.Deref(port.Name, ""), ptr.Deref(port.Port, 0)))
	}
	return strings.Join(shown, " ")
}

// ShowEndpoints shows endpoints in the notation of the tests.
func ShowEndpoints(built []discoveryv1.Endpoint) string {
	var shown []string
	for i := range built {
		shown = append(shown, showEndpoint(&built[i]))
	}
	return strings.Join(shown, " ")
}

func showEndpoint(built *discoveryv1.Endpoint) string {
	text := strings.NewReplacer("10.0.0.", "", "fd00::", "", ".example.com", "").Replace(strings.Join(built.Addresses, ","))
	if !ptr.Deref(built.Conditions.Ready, false) {
		text += "!"
	}
	if built.Zone != nil {
		text += "@" + *built.Zone
	}
	if built.Hints != nil {
		for _, zone := range built.Hints.ForZones {
			text += ">" + zone.Name
		}
		for _, node := range built.Hints.ForNodes {
			text += ">" + node.Name
		}
	}
	return text
}

// ShowGroups shows groups with their endpoints and skipped addresses.
func ShowGroups(desired []endpointslice.Group) string {
	var shown []string
	for _, one := range desired {
		parts := []string{string(one.AddressType), ShowPorts(one.Ports) + ":"}
		if len(one.Endpoints) > 0 {
			parts = append(parts, ShowEndpoints(one.Endpoints))
		}
		if len(one.Skipped) > 0 {
			var skipped []string
			for _, address := range one.Skipped {
				skipped = append(skipped, address.String())
			}
			parts = append(parts, "skipped", one.Skipped[0].Reason+":", strings.Join(skipped, ", "))
		}
		shown = append(shown, strings.Join(parts, " "))
	}
	return strings.Join(shown, " | ")
}
