package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Rules about the Pods of a Service in a mesh.
const (
	// RuleEndpoints requires that a Pod is ready if there are Pods.
	RuleEndpoints = "endpoints"
	// RuleTargetPort requires that Pods have the ports of the Service.
	RuleTargetPort = "target port"
)

// available checks that calls reach a Pod.
func (x *explainer) available() []Check {
	check := x.endpoints()
	if check.Outcome != Yes || x.Unread.Forbids(snapshot.Slices) {
		return []Check{check}
	}
	return append([]Check{check}, x.targetPorts()...)
}

// endpoints counts the endpoints that clients get. Pods that end do not count: they leave.
func (x *explainer) endpoints() Check {
	check := Check{Rule: RuleEndpoints, Outcome: Yes, DecidedBy: "EndpointSlices of " + x.serviceName()}
	if x.Unread.Forbids(snapshot.Slices) {
		return x.reportedEndpoints(check)
	}
	published, waiting := x.published, x.waitingPods()
	total := len(published.all) + len(waiting)
	switch {
	case len(published.ready) > 0:
		check.Message = fmt.Sprintf("%d of %d ready", len(published.ready), total)
	case total > 0:
		check.Outcome, check.Reason = No, v1alpha1.ReasonNoReadyEndpoint
		check.Message = noneReady(total, x.endpointKind())
		if len(published.all) == 0 {
			check.Message += ": " + x.whyWaiting(waiting)
		}
	case delegation.HasPods(x.service) && x.Unread.Forbids(snapshot.Pods):
		check.Outcome, check.Message = Unknown, "no EndpointSlice has endpoints, and you are not allowed to read Pods, which may exist"
	default:
		check.Outcome, check.Message = Info, x.noEndpoints()
	}
	return check
}

func noneReady(total int, kind string) string {
	if total == 1 {
		return fmt.Sprintf("its only %s is not ready", kind)
	}
	return fmt.Sprintf("none of its %s is ready", count(total, kind))
}

// reportedEndpoints relies on the statuses that the manager reported.
func (x *explainer) reportedEndpoints(check Check) Check {
	online := 0
	for _, live := range x.Derived() {
		if live.Status.Proxies != nil && metav1.IsControlledBy(live, x.service) {
			online += int(live.Status.Proxies.Online)
		}
	}
	check.Message = fmt.Sprintf("%d ready, reported by the manager", online)
	if online == 0 {
		check.Outcome, check.Message = Unknown, "you are not allowed to read EndpointSlices"
	}
	return check
}

// pods are the Pods in EndpointSlices by name, and other endpoints by address.
type pods struct{ all, ready, ending sets.Set[string] }

func publishedPods(of []*discoveryv1.EndpointSlice) pods {
	unique, _ := endpoints.AggregatePods(of)
	found := pods{sets.New[string](), sets.New[string](), sets.New[string]()}
	for i := range unique {
		key := unique[i].Address.String()
		if unique[i].Pod.IsPod() {
			key = unique[i].Pod.Name
		}
		switch state := unique[i].PodState; {
		case state.Ready:
			found.ready.Insert(key)
			found.all.Insert(key)
		case state.Terminating:
			found.ending.Insert(key)
		default:
			found.all.Insert(key)
		}
	}
	return found
}

// waitingPods returns the Pods that the Service selects and that no EndpointSlice has yet, for
// example because they have no address.
func (x *explainer) waitingPods() []*corev1.Pod {
	var waiting []*corev1.Pod
	for _, pod := range x.SelectedPods() {
		hasEnded := pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed || pod.DeletionTimestamp != nil
		if !hasEnded && !x.published.all.Has(pod.Name) && !x.published.ending.Has(pod.Name) {
			waiting = append(waiting, pod)
		}
	}
	return waiting
}

func (x *explainer) whyWaiting(waiting []*corev1.Pod) string {
	for _, pod := range waiting {
		for _, condition := range pod.Status.Conditions {
			if condition.Type == corev1.PodScheduled && condition.Status == corev1.ConditionFalse {
				return fmt.Sprintf("Pod %s is not scheduled: %s", pod.Name, finding.Clip(condition.Message, finding.RoomForFirst))
			}
		}
	}
	if len(waiting[0].Status.PodIPs) == 0 {
		return fmt.Sprintf("Pod %s has no address", waiting[0].Name)
	}
	return fmt.Sprintf("no EndpointSlice has Pod %s", waiting[0].Name)
}

func (x *explainer) endpointKind() string {
	if delegation.HasPods(x.service) {
		return "Pod"
	}
	return "endpoint"
}

// noEndpoints explains that there are none: the Service is scaled to zero, or the selector is
// wrong, and only the owner knows which.
func (x *explainer) noEndpoints() string {
	if !delegation.HasPods(x.service) {
		return "the Service has no selector, and no EndpointSlice has endpoints"
	}
	return "no Pod matches the selector " + x.selector() + x.otherValues()
}

func (x *explainer) selector() string {
	var pairs []string
	for key, value := range delegation.Selector(x.service) {
		pairs = append(pairs, key+"="+value)
	}
	slices.Sort(pairs)
	return strings.Join(pairs, ",")
}

// otherValues lists the values that the labels of Pods have in place of one that no Pod has.
func (x *explainer) otherValues() string {
	selector := delegation.Selector(x.service)
	for _, key := range slices.Sorted(maps.Keys(selector)) {
		found := sets.New[string]()
		for _, pod := range x.Pods {
			if value, has := pod.Labels[key]; has {
				found.Insert(key + "=" + value)
			}
		}
		if len(found) > 0 && !found.Has(key+"="+selector[key]) {
			return "; Pods have " + finding.List(sets.List(found), finding.RoomForFirst)
		}
	}
	return ""
}

// targetPorts checks that each port of the Service has the port that it leads to. Kubernetes
// leaves a Pod out of the slices of a port whose name it does not have.
func (x *explainer) targetPorts() []Check {
	var checks []Check
	for _, port := range meshservice.TCPPorts(x.service) {
		if check := x.targetPort(port); check.Outcome != Yes {
			checks = append(checks, check)
		}
	}
	return checks
}

func (x *explainer) targetPort(port *corev1.ServicePort) Check {
	check := Check{Rule: RuleTargetPort, Outcome: Yes, DecidedBy: x.serviceName()}
	published := x.slicesWith(port)
	switch {
	case len(published) > 0 && !slices.ContainsFunc(published, endpoints.Serves):
		check.Outcome, check.Reason = No, v1alpha1.ReasonNoReadyEndpoint
		check.Message = fmt.Sprintf("no endpoint with port %s is ready", portName(port))
	case len(published) == 0:
		check.Outcome = No
		check.Message = fmt.Sprintf("no endpoint has port %s", portName(port))
		if port.TargetPort.Type == intstr.String {
			check.Message = fmt.Sprintf("no Pod has a container port with the name %s, the targetPort of port %s", finding.Quote(port.TargetPort.StrVal), portName(port))
		}
	case port.TargetPort.Type == intstr.Int && port.TargetPort.IntVal != 0 && x.isUndeclared(port.TargetPort.IntVal):
		check.Outcome = Warning
		check.Message = fmt.Sprintf("the containers of the Pods declare ports, but not %d, the targetPort of port %s", port.TargetPort.IntVal, portName(port))
	}
	return check
}

func portName(port *corev1.ServicePort) string {
	return strings.TrimSpace(fmt.Sprintf("%s %d", port.Name, port.Port))
}

// slicesWith returns the slices with endpoints that have the port.
func (x *explainer) slicesWith(port *corev1.ServicePort) []*discoveryv1.EndpointSlice {
	var found []*discoveryv1.EndpointSlice
	for _, slice := range x.Slices {
		if len(slice.Endpoints) > 0 && slices.ContainsFunc(slice.Ports, func(published discoveryv1.EndpointPort) bool {
			return ptr.Deref(published.Name, "") == port.Name
		}) {
			found = append(found, slice)
		}
	}
	return found
}

// isUndeclared reports whether the containers of the Pods declare ports, but not this one.
func (x *explainer) isUndeclared(number int32) bool {
	declares := false
	for _, pod := range x.SelectedPods() {
		for i := range pod.Spec.Containers {
			for _, declared := range pod.Spec.Containers[i].Ports {
				declares = true
				if declared.ContainerPort == number {
					return false
				}
			}
		}
	}
	return declares
}
