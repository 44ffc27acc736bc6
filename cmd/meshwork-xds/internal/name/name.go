// Package name parses the names by which clients call Services.
package name

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Name is the name of a port of a Service, or of one Pod of a headless Service:
//
//	<service>.<namespace>[.svc[.<cluster domain>]][:<port>]
//	<hostname>.<service>.<namespace>[.svc[.<cluster domain>]][:<port>]
//
// The same names resolve in the cluster's DNS
// (https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/).
type Name struct {
	// Host is the hostname of a Pod, or "" for the whole Service.
	Host      string
	Service   string
	Namespace string
	// Port is the number or the name of a port of the Service, or "" for its only one.
	Port string
}

// Parse parses a name. Clients get the text of the error.
func Parse(text, clusterDomain string) (Name, error) {
	host, port, err := splitPort(text)
	if err != nil {
		return Name{}, err
	}
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return Name{}, fmt.Errorf("%s is an address: use the name of a Service, <service>.<namespace>:<port>", host)
	}
	labels, err := serviceLabels(host, clusterDomain)
	if err != nil {
		return Name{}, err
	}
	for _, label := range labels {
		if len(validation.IsDNS1123Label(label)) > 0 {
			return Name{}, fmt.Errorf("%s is not a valid DNS name: use <service>.<namespace>:<port>", finding.Quote(host))
		}
	}
	last := len(labels)
	name := Name{Service: labels[last-2], Namespace: labels[last-1], Port: port}
	if last == 3 {
		name.Host = labels[0]
	}
	return name, nil
}

func splitPort(text string) (host, port string, err error) {
	host, port, found := cutLast(strings.ToLower(text), ":")
	if !found {
		return host, "", nil
	}
	number, err := strconv.ParseUint(port, 10, 31) // unlike Atoi, it accepts no sign
	switch {
	case err == nil && len(validation.IsValidPortNum(int(number))) > 0, err != nil && len(validation.IsDNS1123Label(port)) > 0:
		return "", "", fmt.Errorf("%s is not a valid port: use the number or the name of a port of the Service", finding.Quote(port))
	case err == nil:
		port = strconv.FormatUint(number, 10) // without leading zeros
	}
	return host, port, nil
}

// IsNormalized reports whether a name is in lower case, and its port has no leading zeros. A port
// has a limited number of such names.
func IsNormalized(text string) bool {
	_, port, _ := cutLast(text, ":")
	return text == strings.ToLower(text) && !strings.HasPrefix(port, "0")
}

func cutLast(text, separator string) (before, after string, found bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(separator):], true
}

// serviceLabels returns two labels for a Service, or three for a Pod of one.
func serviceLabels(host, clusterDomain string) ([]string, error) {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	for i := 2; i < len(labels) && i <= 3; i++ {
		if labels[i] != "svc" {
			continue
		}
		if domain := strings.Join(labels[i+1:], "."); domain != "" && domain != clusterDomain {
			return nil, fmt.Errorf("%s is not the domain of this cluster, which is %s", finding.Quote(domain), clusterDomain)
		}
		return labels[:i], nil
	}
	switch len(labels) {
	case 1:
		return nil, fmt.Errorf("%s has no namespace: use <service>.<namespace>:<port>", finding.Quote(host))
	case 2, 3:
		return labels, nil
	}
	return nil, fmt.Errorf("%s has too many parts: use <service>.<namespace>:<port>", finding.Quote(host))
}

// Key identifies the Service.
func (n Name) Key() types.NamespacedName {
	return types.NamespacedName{Namespace: n.Namespace, Name: n.Service}
}

// String returns the shortest form of the name.
func (n Name) String() string {
	text := n.Service + "." + n.Namespace
	if n.Host != "" {
		text = n.Host + "." + text
	}
	if n.Port != "" {
		text += ":" + n.Port
	}
	return text
}
