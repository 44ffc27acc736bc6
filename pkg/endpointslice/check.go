package endpointslice

import (
	"cmp"
	"fmt"
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/address"
)

// An API server rejects a whole slice because of one endpoint that exceeds these limits
// (https://kubernetes.io/docs/reference/kubernetes-api/service-resources/endpoint-slice-v1/).
const (
	maxAddresses = 100
	maxHints     = 8
	maxTopology  = 16
)

// checkGroups leaves out the endpoints that an API server would reject, and makes addresses
// canonical. It returns the addresses that are left out, after those that the sources report, in
// an order that does not depend on the order of the endpoints.
func (p *planner) checkGroups() []SkippedAddress {
	var reported, rejected []SkippedAddress
	p.Groups = slices.Clone(p.Groups)
	for i := range p.Groups {
		group := &p.Groups[i]
		reported = append(reported, group.Skipped...)
		group.Endpoints = p.checkEndpoints(group, &rejected)
	}
	slices.SortFunc(rejected, func(a, b SkippedAddress) int {
		return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Of, b.Of), cmp.Compare(a.Detail, b.Detail))
	})
	return append(reported, rejected...)
}

// checkEndpoints returns the list of the group itself if nothing in it has to be changed.
func (p *planner) checkEndpoints(group *Group, rejected *[]SkippedAddress) []discoveryv1.Endpoint {
	for i := range group.Endpoints {
		if p.checkEndpoint(group.AddressType, &group.Endpoints[i], nil) == &group.Endpoints[i] {
			continue
		}
		checked := append(make([]discoveryv1.Endpoint, 0, len(group.Endpoints)), group.Endpoints[:i]...)
		for ; i < len(group.Endpoints); i++ {
			if endpoint := p.checkEndpoint(group.AddressType, &group.Endpoints[i], rejected); endpoint != nil {
				checked = append(checked, *endpoint)
			}
		}
		return checked
	}
	return group.Endpoints
}

// checkEndpoint returns the endpoint itself if it is valid, a changed copy if it has other
// addresses, or nil if an API server would reject it.
func (p *planner) checkEndpoint(addressType discoveryv1.AddressType, endpoint *discoveryv1.Endpoint, rejected *[]SkippedAddress) *discoveryv1.Endpoint {
	reject := func(address, reason, detail string) {
		if rejected != nil {
			*rejected = append(*rejected, SkippedAddress{Address: address, Of: holderOf(endpoint), Reason: reason, Detail: detail})
		}
	}
	if problem := p.problem(endpoint); problem != "" {
		reject(firstAddress(endpoint), ReasonInvalidEndpoint, problem)
		return nil
	}
	same := true
	var addresses []string
	for i, is := range endpoint.Addresses {
		canonical, reason, detail := canonicalAddress(addressType, is)
		if canonical != "" && canonical == is && same {
			continue
		}
		if same {
			addresses, same = slices.Clone(endpoint.Addresses[:i]), false
		}
		if canonical == "" {
			reject(is, reason, detail)
		} else {
			addresses = append(addresses, canonical)
		}
	}
	switch {
	case same:
		return endpoint
	case len(addresses) == 0:
		return nil
	}
	changed := *endpoint
	changed.Addresses = addresses
	return &changed
}

// canonicalAddress returns "", with the reason, if the address is not valid for the type.
func canonicalAddress(addressType discoveryv1.AddressType, is string) (canonical, reason, detail string) {
	if addressType == discoveryv1.AddressTypeFQDN {
		if problems := validation.IsFullyQualifiedDomainName(field.NewPath("address"), is); len(problems) > 0 {
			return "", ReasonInvalidEndpoint, "not a fully qualified domain name"
		}
		return is, "", ""
	}
	canonical, family := address.Canonical(is)
	switch {
	case canonical == "":
		return "", ReasonInvalidIPAddress, ""
	case family != addressType:
		return "", ReasonInvalidIPAddress, fmt.Sprintf("not an %s address", addressType)
	}
	return canonical, "", ""
}

// problem returns the reason why an API server would reject the endpoint whatever its
// addresses, or "".
func (p *planner) problem(endpoint *discoveryv1.Endpoint) string {
	switch {
	case len(endpoint.Addresses) == 0:
		return "it has no address"
	case len(endpoint.Addresses) > maxAddresses:
		return fmt.Sprintf("it has more than %d addresses", maxAddresses)
	case endpoint.Hostname != nil && !isDNSLabel(*endpoint.Hostname):
		return fmt.Sprintf("hostname %q", clip(*endpoint.Hostname, longestAddress/2))
	case endpoint.NodeName != nil && !isDNSName(*endpoint.NodeName):
		return fmt.Sprintf("Node %q", clip(*endpoint.NodeName, longestAddress/2))
	case len(endpoint.DeprecatedTopology) > maxTopology:
		return fmt.Sprintf("deprecatedTopology has more than %d entries", maxTopology)
	case p.hints == hintsOfGroups && endpoint.Hints != nil && !areValid(endpoint.Hints),
		p.hints == hintsForZones && !isZone(endpoint.Zone), p.hints == hintsForZonesAndNodes && !isZone(endpoint.Zone):
		return "it has invalid hints"
	}
	return ""
}

func areValid(hints *discoveryv1.EndpointHints) bool {
	if len(hints.ForZones) > maxHints || len(hints.ForNodes) > maxHints {
		return false
	}
	for i, zone := range hints.ForZones {
		if zone.Name == "" || !isZone(&zone.Name) || slices.Contains(hints.ForZones[:i], zone) {
			return false
		}
	}
	for i, node := range hints.ForNodes {
		if !isDNSName(node.Name) || slices.Contains(hints.ForNodes[:i], node) {
			return false
		}
	}
	return true
}

// isZone reports whether the name of a zone, nil for none, is a valid label value.
func isZone(name *string) bool {
	return name == nil || len(validation.IsValidLabelValue(*name)) == 0
}

// isDNSLabel is validation.IsDNS1123Label without a regular expression, for thousands of
// endpoints in each sync.
func isDNSLabel(name string) bool {
	const longest = 63
	return len(name) <= longest && isPartOfDNSName(name)
}

// isDNSName is validation.IsDNS1123Subdomain without a regular expression.
func isDNSName(name string) bool {
	const longest = 253
	if len(name) > longest {
		return false
	}
	start := 0
	for i := range len(name) {
		if name[i] == '.' {
			if !isPartOfDNSName(name[start:i]) {
				return false
			}
			start = i + 1
		}
	}
	return isPartOfDNSName(name[start:])
}

func isPartOfDNSName(part string) bool {
	for i := range len(part) {
		if c := part[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return part != "" && part[0] != '-' && part[len(part)-1] != '-'
}

// holderOf names the object that has the addresses of an endpoint.
func holderOf(endpoint *discoveryv1.Endpoint) string {
	switch target := endpoint.TargetRef; {
	case target != nil && target.Kind != "":
		return target.Kind + " " + target.Name
	case target != nil:
		return target.Name
	}
	return orEmpty(endpoint.Hostname)
}
