package explain

import (
	"fmt"
	"strings"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Reasons of problems that the manager does not report by an event on the Service.
const (
	ReasonNotOptedIn         = "NotOptedIn"
	ReasonMeshServiceMissing = "MeshServiceMissing"
	ReasonPortNotFound       = "PortNotFound"
	// ReasonBackendNotReady means that a route sends calls to a Service without endpoints.
	ReasonBackendNotReady = "BackendNotReady"
	// ReasonNoEndpoints means that Meshwork is to copy Endpoints that do not exist.
	ReasonNoEndpoints = "NoEndpoints"
	// ReasonNotAllowed means that the user may not read objects that decide.
	ReasonNotAllowed = "NotAllowed"
)

// reasonOf has the reasons of failed checks that have none of their own.
var reasonOf = map[string]string{
	RuleNotIgnored: v1alpha1.ReasonIgnored,
	RuleOptedIn:    ReasonNotOptedIn,
	RulePorts:      v1alpha1.ReasonUnsupportedProtocol,
	RuleExisting:   ReasonMeshServiceMissing,
	RuleTargetPort: ReasonPortNotFound,
	RuleAddress:    v1alpha1.ReasonNoVIP,
}

// causes describe problems without naming the Service, so that overviews can count the
// Services with the same cause. %s is the Mesh.
var causes = map[string]string{
	v1alpha1.ReasonMeshNotFound:             "Mesh %s does not exist, or is being deleted",
	v1alpha1.ReasonNamespaceNotSelected:     "Mesh %s does not select the namespace",
	v1alpha1.ReasonUnsupportedServiceType:   "an ExternalName Service cannot be in a mesh",
	v1alpha1.ReasonUnsupportedProtocol:      "there is no TCP port",
	ReasonMeshServiceMissing:                "MeshServices are missing",
	v1alpha1.ReasonMeshServiceConflict:      "the names of MeshServices are taken",
	v1alpha1.ReasonMeshServiceContested:     "another client changes MeshServices each time Meshwork writes them",
	v1alpha1.ReasonMeshServiceRejected:      "the API server refuses MeshServices",
	v1alpha1.ReasonNoReadyEndpoint:          "there are Pods, and none is ready",
	ReasonPortNotFound:                      "no Pod has the target port",
	v1alpha1.ReasonCertificatesMissing:      "calls to Pods fail, because they have no certificate that Mesh %s trusts",
	v1alpha1.ReasonSignerMissing:            "calls to Pods fail, because no signer issues certificates of Mesh %s",
	v1alpha1.ReasonInvalidCallers:           "no client can call, because of the annotations for mutual TLS",
	v1alpha1.ReasonDefaultControllerActive:  "other controllers publish endpoints of a delegated Service",
	v1alpha1.ReasonMirroringSkipped:         "the Endpoints of a delegated Service are not mirrored",
	ReasonNoEndpoints:                       "a delegated Service has neither a selector nor Endpoints",
	v1alpha1.ReasonInvalidPodNetwork:        "the annotation for the network of the Pods is malformed",
	v1alpha1.ReasonNoPodOnNetwork:           "no Pod is on the requested network",
	v1alpha1.ReasonNotInMesh:                "a Service with the load-balancer class is not in a mesh",
	v1alpha1.ReasonNoVIPRange:               "Mesh %s has no addresses of the IP family",
	v1alpha1.ReasonVIPsExhausted:            "Mesh %s has no free address",
	v1alpha1.ReasonInvalidVIP:               "the requested address is invalid",
	v1alpha1.ReasonVIPOutOfRange:            "the requested address is in no range of Mesh %s",
	v1alpha1.ReasonVIPInUse:                 "the requested address is in use",
	v1alpha1.ReasonVIPCoolingDown:           "the requested address was just released",
	v1alpha1.ReasonNoVIP:                    "the manager has not assigned an address yet",
	v1alpha1.ReasonInvalidRoute:             "a route is not accepted, or calls that match its rules fail",
	ReasonBackendNotReady:                   "a backend of a route has no ready endpoint",
	v1alpha1.ReasonLoadBalancerClassIgnored: "the annotation for the load-balancer class has no effect",
}

// cause returns the message itself if the reason has no cause.
func (x *explainer) cause(check Check, reason string) string {
	cause, found := causes[reason]
	switch {
	case check.Rule == RuleReachable:
		return "an address has no ready endpoint of its IP family"
	case check.Rule == RuleTargetPort && check.Reason != "":
		return "no ready Pod has a port of the Service"
	case !found:
		return check.Message
	case strings.Contains(cause, "%s"):
		return fmt.Sprintf(cause, x.meshName())
	}
	return cause
}
