package meshservice

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
)

const (
	// hashLength is that of a Pod's hash: 50 bits, so that even among 5,000 Pods
	// two have the same one in less than one of 10^8 Services.
	hashLength = 10

	maxPrefixLength = validation.DNS1123LabelMaxLength - hashLength - len("-")
)

var hashEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// PodMeshServiceName names the MeshService of one Pod of a headless Service:
// <service>-<hash>, a valid DNS label whatever the Pod is called. The hash is of
// the Pod's name, so that a StatefulSet's Pod finds its MeshService again after
// a restart. Where the Service's name had to be truncated it is hashed too, since
// Services of one beginning may select one Pod.
func PodMeshServiceName(service, pod string) string {
	hashed := pod
	prefix := PodMeshServicePrefix(service)
	if len(service) > maxPrefixLength {
		hashed = service + "/" + pod
	}
	return prefix + hash(hashed)
}

// PodMeshServicePrefix is what the names of all per-Pod MeshServices of a Service begin with.
func PodMeshServicePrefix(service string) string {
	if len(service) > maxPrefixLength {
		service = strings.TrimRight(service[:maxPrefixLength], "-")
	}
	return service + "-"
}

// PodMeshServicePrefixOf returns the prefix of a name that has the form of a
// per-Pod MeshService's.
func PodMeshServicePrefixOf(name string) (prefix string, ok bool) {
	length := len(name) - hashLength
	if length < 2 || name[length-1] != '-' {
		return "", false
	}
	return name[:length], true
}

// podLabelValue is the Pod's name, or as much of it as a label value can hold.
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
