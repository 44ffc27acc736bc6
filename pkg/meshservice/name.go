package meshservice

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
)

const (
	// hashLength is the length of a hash: 50 bits, so that two of 5,000 Pods have the
	// same hash in less than one of 10^8 Services.
	hashLength = 10

	maxPrefixLength = validation.DNS1123LabelMaxLength - hashLength - len("-")
)

var hashEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// PodMeshServiceName returns the name of the MeshService of one Pod of a headless
// Service: <service>-<hash>, which is a valid DNS label for every Pod name. The
// Pod's name is hashed, so that a Pod of a StatefulSet keeps its MeshService after a
// restart. If the Service's name is truncated, it is hashed too, because Services
// with a common prefix may select the same Pod.
func PodMeshServiceName(service, pod string) string {
	hashed := pod
	prefix := PodMeshServicePrefix(service)
	if len(service) > maxPrefixLength {
		hashed = service + "/" + pod
	}
	return prefix + hash(hashed)
}

// PodMeshServicePrefix returns the prefix of the names of all per-Pod MeshServices
// of a Service.
func PodMeshServicePrefix(service string) string {
	if len(service) > maxPrefixLength {
		service = strings.TrimRight(service[:maxPrefixLength], "-")
	}
	return service + "-"
}

// PodMeshServicePrefixOf returns the prefix of a name if it has the form of a
// per-Pod MeshService's name.
func PodMeshServicePrefixOf(name string) (prefix string, ok bool) {
	length := len(name) - hashLength
	if length < 2 || name[length-1] != '-' {
		return "", false
	}
	return name[:length], true
}

// podLabelValue returns the Pod's name, truncated and hashed if it is too long for a
// label value.
func podLabelValue(pod string) string {
	if len(pod) <= validation.LabelValueMaxLength {
		return pod
	}
	return strings.TrimRight(pod[:maxPrefixLength], "-.") + "-" + hash(pod)
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return strings.ToLower(hashEncoding.EncodeToString(sum[:])[:hashLength])
}
