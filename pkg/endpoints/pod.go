package endpoints

import (
	"strings"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/validation"
)

// PodOf returns the Pod of an endpoint in a slice of the namespace, the zero value if it has
// none. A slice can only refer to Pods in its own namespace, so a reference to another one is
// ignored. So is a name that no Pod can have, because the API server does not validate it.
func PodOf(namespace string, endpoint *discoveryv1.Endpoint) PodReference {
	target := endpoint.TargetRef
	if target == nil || target.Kind != "Pod" || target.Namespace != "" && target.Namespace != namespace || !isPodName(target.Name) {
		return PodReference{}
	}
	return PodReference{Name: target.Name, UID: target.UID}
}

// isPodName reports whether a Pod can have the name. The regular expression of the library
// would take longer than the rest of Aggregate, so it sees only the names that are not plain.
func isPodName(name string) bool {
	return isPlain(name) || len(validation.IsDNS1123Subdomain(name)) == 0
}

// isPlain reports whether a name has nothing but lowercase letters and digits, and hyphens
// between them.
func isPlain(name string) bool {
	if name == "" || len(name) > validation.DNS1123SubdomainMaxLength || strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
