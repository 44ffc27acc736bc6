package podaddress

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// CompactNetwork is [Network] for Pods whose NetworkStatusAnnotation was replaced by the
// result of [Compact].
type CompactNetwork struct{ Network }

// AppendAddresses appends the same addresses as Network does for the whole status, and
// returns the same errors.
func (n CompactNetwork) AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error) {
	compact := pod.Annotations[NetworkStatusAnnotation]
	if compact == "" || n.Name == "" || pod.Spec.NodeName == "" {
		return addresses, nil
	}
	return n.appendFrom(addresses, compact)
}

// These bytes are in no decoded JSON string, because they are not valid UTF-8.
const (
	// beforeName is before the name of each network, and endOfItem after it and between its
	// addresses. A name without addresses has the addresses of the next name.
	beforeName = "\xff"
	endOfItem  = "\xfe"
	// beforeDefect is the start of the result for a malformed status.
	beforeDefect = endOfItem
)

// Compact returns the addresses by network of a network status, or its defect, in a form in
// which CompactNetwork finds a network without parsing the rest. It is only read by
// CompactNetwork, so it does not matter if a client writes it to an annotation. The form may
// change with each version of this package.
func Compact(podNamespace, status string) string {
	if status == "" {
		return ""
	}
	attachments, defect := parse(status)
	if defect != "" {
		return beforeDefect + defect
	}
	var names []string
	addresses := map[string][]string{}
	for i := range attachments {
		for _, name := range attachments[i].networks(podNamespace) {
			if name == "" {
				continue
			}
			before := addresses[name]
			addresses[name] = appendDistinct(before, attachments[i].IPs)
			if len(before) == 0 && len(addresses[name]) > 0 {
				names = append(names, name)
			}
		}
	}
	var compact strings.Builder
	for i, name := range names {
		compact.WriteString(beforeName + name + endOfItem)
		if i+1 == len(names) || !slices.Equal(addresses[name], addresses[names[i+1]]) {
			compact.WriteString(strings.Join(addresses[name], endOfItem))
		}
	}
	return compact.String()
}

// appendDistinct appends the addresses that the list does not have yet, without their prefix
// lengths. It stops when there are more than mostAddresses, which is an error anyway.
func appendDistinct(list, ips []string) []string {
	for _, ip := range ips {
		if len(list) > mostAddresses {
			break
		}
		if ip = withoutPrefixLength(ip); ip != "" && !slices.Contains(list, ip) {
			list = append(list, ip)
		}
	}
	return list
}

// appendFrom appends the addresses on the network from the result of Compact.
func (n Network) appendFrom(addresses []string, compact string) ([]string, error) {
	if defect, found := strings.CutPrefix(compact, beforeDefect); found {
		return addresses, malformed(defect)
	}
	_, list, found := strings.Cut(compact, beforeName+n.Name+endOfItem)
	if !found {
		return addresses, nil
	}
	for strings.HasPrefix(list, beforeName) {
		_, list, _ = strings.Cut(list, endOfItem)
	}
	list, _, _ = strings.Cut(list, beforeName)
	before := len(addresses)
	for address := range strings.SplitSeq(list, endOfItem) {
		if len(addresses)-before == mostAddresses {
			return addresses[:before], malformed(fmt.Sprintf("more than %d addresses", mostAddresses))
		}
		addresses = append(addresses, address)
	}
	return addresses, nil
}
