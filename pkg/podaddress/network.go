package podaddress

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"unicode"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// NetworkStatusAnnotation on a Pod tells its networks and its addresses there.
// Multus and its like write it, after section 5 of the "Kubernetes Network
// Custom Resource Definition De-facto Standard" of the Network Plumbing Working
// Group, https://github.com/k8snetworkplumbingwg/multi-net-spec.
const NetworkStatusAnnotation = "k8s.v1.cni.cncf.io/network-status"

// Bounds of what whoever may annotate a Pod can make of it.
const (
	longestStatus = 64 << 10
	// mostAddresses is what an endpoint of an EndpointSlice can hold: one more,
	// and the API server refuses the slice with all the other endpoints.
	mostAddresses = 100
)

// Network is the Source of the addresses that Pods have on one of their
// networks, usually a secondary one, as NetworkStatusAnnotation tells them.
type Network struct {
	// Name is <namespace>/<network>, or the name of an interface in the Pod; see
	// [ParseNetwork].
	Name string
}

// attachment is an entry of the status, as far as it matters here.
type attachment struct {
	Name      string   `json:"name"`
	Interface string   `json:"interface"`
	IPs       []string `json:"ips"`
}

// ParseNetwork returns the Network that a user names. The error says what is
// allowed.
func ParseNetwork(value string) (Network, error) {
	name := strings.TrimSpace(value)
	valid := validInterface(name)
	if namespace, network, found := strings.Cut(name, "/"); found {
		valid = len(validation.IsDNS1123Label(namespace)) == 0 && len(validation.IsDNS1123Subdomain(network)) == 0
	}
	if !valid {
		return Network{}, fmt.Errorf("%s is not a network: use <namespace>/<network>, or an interface name of up to 15 characters such as net1", finding.Quote(name))
	}
	return Network{Name: name}, nil
}

// AppendAddresses appends the Pod's addresses on the network, each once, in the
// order of the status, without the prefix length that some plugins write. It
// fails when the status is malformed or out of bounds; a Pod that is not on the
// network, or on no Node yet, has no addresses.
func (n Network) AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error) {
	status := pod.Annotations[NetworkStatusAnnotation]
	if status == "" || n.Name == "" || pod.Spec.NodeName == "" {
		return addresses, nil
	}
	if len(status) > longestStatus {
		return addresses, malformed("more than 64 KiB")
	}
	// Unlike encoding/json, this one tells "ips" from "IPS".
	var attachments []attachment
	if err := json.Unmarshal([]byte(status), &attachments); err != nil {
		return addresses, malformed(defect(err))
	}
	before := len(addresses)
	for i := range attachments {
		if !n.is(&attachments[i], pod.Namespace) {
			continue
		}
		for _, ip := range attachments[i].IPs {
			ip = withoutPrefixLength(ip)
			if ip == "" || slices.Contains(addresses[before:], ip) {
				continue
			}
			if len(addresses)-before == mostAddresses {
				return addresses[:before], malformed(fmt.Sprintf("more than %d addresses", mostAddresses))
			}
			addresses = append(addresses, ip)
		}
	}
	return addresses, nil
}

// is tells whether a Pod of the namespace is attached to n by a. Names without
// namespace are of the Pod's own.
func (n Network) is(a *attachment, podNamespace string) bool {
	namespace, network, found := strings.Cut(n.Name, "/")
	if !found {
		return a.Interface == n.Name
	}
	return a.Name == n.Name || a.Name == network && namespace == podNamespace
}

func withoutPrefixLength(ip string) string {
	if address, _, found := strings.Cut(ip, "/"); found {
		if _, err := netip.ParsePrefix(ip); err == nil {
			return address
		}
	}
	return ip
}

// malformed puts the defect first, since events cut what is long.
func malformed(defect string) error {
	return fmt.Errorf("%s in annotation %s", defect, NetworkStatusAnnotation)
}

// defect says what is wrong in words of our own. Those of the decoder may hold
// any length of what it read.
func defect(err error) string {
	var mismatch *stdjson.UnmarshalTypeError
	if !errors.As(err, &mismatch) {
		return "invalid JSON"
	}
	switch mismatch.Field {
	case "":
		return "not a list of objects"
	case "ips":
		return "ips is not a list of strings"
	default:
		return mismatch.Field + " is not a string"
	}
}

// validInterface is the rule of Linux, in bytes, and for the sake of events no
// control characters.
func validInterface(name string) bool {
	const longest = 15
	return name != "" && len(name) <= longest && name != "." && name != ".." &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return r == '/' || r == ':' || r == ' ' || !unicode.IsPrint(r)
		})
}
