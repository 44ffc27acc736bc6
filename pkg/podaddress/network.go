package podaddress

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"unicode"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// NetworkStatusAnnotation on a Pod lists its networks and its addresses on them. Multus
// and similar plugins write it, according to section 5 of the "Kubernetes Network Custom
// Resource Definition De-facto Standard" of the Network Plumbing Working Group,
// https://github.com/k8snetworkplumbingwg/multi-net-spec.
const NetworkStatusAnnotation = "k8s.v1.cni.cncf.io/network-status"

// Limits, because any client that can annotate Pods can write the status.
const (
	longestStatus = 64 << 10
	// mostAddresses is the maximum number of addresses of an endpoint. With more, the
	// API server would reject the EndpointSlice with all of its endpoints.
	mostAddresses = 100
)

// Network is the Source of the addresses that Pods have on one of their networks,
// usually a secondary one, according to NetworkStatusAnnotation.
type Network struct {
	// Name is <namespace>/<network>, or the name of an interface in the Pod. See
	// [ParseNetwork].
	Name string
}

// attachment has the relevant fields of an entry of the status.
type attachment struct {
	Name      string   `json:"name"`
	Interface string   `json:"interface"`
	IPs       []string `json:"ips"`
}

// ParseNetwork parses the name of a network. The error describes valid names.
func ParseNetwork(value string) (Network, error) {
	name := strings.TrimSpace(value)
	valid := isValidInterface(name)
	if namespace, network, found := strings.Cut(name, "/"); found {
		valid = len(validation.IsDNS1123Label(namespace)) == 0 && len(validation.IsDNS1123Subdomain(network)) == 0
	}
	if !valid {
		return Network{}, fmt.Errorf("%s is not a network: use <namespace>/<network>, or an interface name of up to 15 characters such as net1", finding.Quote(name))
	}
	return Network{Name: name}, nil
}

// AppendAddresses appends the Pod's addresses on the network, each once and in the order
// of the status, without the prefix length that some plugins write. It returns an error if
// the status is malformed or exceeds the limits. A Pod that is not on the network, or not
// on a Node yet, has no addresses.
func (n Network) AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error) {
	status := pod.Annotations[NetworkStatusAnnotation]
	if status == "" || n.Name == "" || pod.Spec.NodeName == "" {
		return addresses, nil
	}
	return n.appendFrom(addresses, Compact(pod.Namespace, status))
}

// parse returns the attachments of a status, or its defect.
func parse(status string) (attachments []attachment, malformation string) {
	if len(status) > longestStatus {
		return nil, "more than 64 KiB"
	}
	// Unlike encoding/json, this decoder is case-sensitive.
	if err := json.Unmarshal([]byte(status), &attachments); err != nil {
		return nil, defect(err)
	}
	return attachments, ""
}

// networks returns the names of [Network] that an attachment of a Pod in the namespace has,
// or "". A network without a namespace is in the Pod's namespace.
func (a *attachment) networks(podNamespace string) [2]string {
	names := [2]string{a.Interface, a.Name}
	if strings.Contains(a.Interface, "/") {
		names[0] = "" // not a valid name of an interface
	}
	if a.Name != "" && !strings.Contains(a.Name, "/") {
		names[1] = podNamespace + "/" + a.Name
	}
	return names
}

func withoutPrefixLength(ip string) string {
	if address, _, found := strings.Cut(ip, "/"); found {
		if _, err := netip.ParsePrefix(ip); err == nil {
			return address
		}
	}
	return ip
}

// malformed puts the defect first, because events truncate long messages.
func malformed(defect string) error {
	return fmt.Errorf("%s in annotation %s", defect, NetworkStatusAnnotation)
}

// defect describes an error of the decoder. The decoder's own message may contain input
// of any length.
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

// isValidInterface applies the rules of Linux, in bytes. In addition, it rejects characters
// that are not printable, because the name appears in events.
func isValidInterface(name string) bool {
	const longest = 15
	return name != "" && len(name) <= longest && name != "." && name != ".." &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return r == '/' || r == ':' || r == ' ' || !unicode.IsPrint(r)
		})
}
