package explain

import (
	"cmp"
	"fmt"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Rules of selection, in the order in which they apply.
const (
	RuleNotIgnored = "not ignored"
	RuleOptedIn    = "opted in"
	RuleMesh       = "Mesh found"
	RuleNamespace  = "selected"
	RuleType       = "type"
	RulePorts      = "ports"
)

var selectionRules = []string{RuleNotIgnored, RuleOptedIn, RuleMesh, RuleNamespace, RuleType, RulePorts}

func (x *explainer) selection() []Check {
	checks := []Check{x.notIgnored(), x.optedIn(), x.meshExists()}
	if mesh := x.selectiveMesh(); mesh != nil {
		checks = append(checks, x.namespaceSelected(mesh))
	}
	return append(checks, x.typeSupported(), x.ports())
}

func (x *explainer) notIgnored() Check {
	service := x.service
	check := Check{Rule: RuleNotIgnored, Outcome: Yes, DecidedBy: x.serviceName(),
		Message: fmt.Sprintf("the Service has no %s: \"true\"", v1alpha1.IgnoreKey)}
	by := meshservice.IgnoredBy(service)
	if len(by) == 0 {
		return check
	}
	check.Outcome = No
	if _, optedIn := meshservice.MeshName(service, x.Namespace); optedIn { // the manager reports no other Services
		check.Reason = v1alpha1.ReasonIgnored
	}
	check.Message = fmt.Sprintf("the Service has the %s %s: \"true\", which overrides everything else",
		strings.Join(by, " and the "), v1alpha1.IgnoreKey)
	return check
}

func (x *explainer) optedIn() Check {
	service := x.service
	_, byNamespace := meshservice.MeshName(service, x.Namespace)
	_, byItself := meshservice.MeshName(service, nil)
	switch {
	case byItself:
		return Check{Rule: RuleOptedIn, Outcome: Yes, DecidedBy: x.serviceName(),
			Message: fmt.Sprintf("by the Service's label %s=%s", v1alpha1.MeshLabel, service.Labels[v1alpha1.MeshLabel])}
	case byNamespace && x.Unread.Forbids(snapshot.Namespaces):
		return Check{Rule: RuleOptedIn, Outcome: Yes, DecidedBy: x.namespaceName(),
			Message: fmt.Sprintf("by Namespace %s, which you are not allowed to read, since the Service has MeshServices", service.Namespace)}
	case byNamespace:
		return Check{Rule: RuleOptedIn, Outcome: Yes, DecidedBy: x.namespaceName(),
			Message: fmt.Sprintf("by the label %s=%s on Namespace %s", v1alpha1.SidecarInjectionLabel,
				x.Namespace.Labels[v1alpha1.SidecarInjectionLabel], service.Namespace)}
	case x.Namespace == nil && x.Unread.Forbids(snapshot.Namespaces):
		return Check{Rule: RuleOptedIn, Outcome: Unknown, DecidedBy: x.serviceName(),
			Message: fmt.Sprintf("the Service has no label %s; whether its Namespace opts in is unknown because it could not be read", v1alpha1.MeshLabel)}
	}
	return Check{Rule: RuleOptedIn, Outcome: No, DecidedBy: x.namespaceName(),
		Message: fmt.Sprintf("the Service has no label %s, and Namespace %s has no label %s with the value \"true\" or \"enabled\"",
			v1alpha1.MeshLabel, service.Namespace, v1alpha1.SidecarInjectionLabel)}
}

func (x *explainer) meshName() string {
	name, _ := meshservice.MeshName(x.service, x.Namespace)
	return name
}

// meshExists checks the Mesh that the Service would be in, even if the Service does
// not opt in.
func (x *explainer) meshExists() Check {
	name, by := x.meshName(), x.meshNamedBy()
	check := Check{Rule: RuleMesh, Outcome: Yes, DecidedBy: "Mesh " + name, Message: fmt.Sprintf("Mesh %s exists (%s)", name, by)}
	if x.Unread.Forbids(snapshot.Meshes) {
		return x.inferredMesh(check)
	}
	mesh := x.Mesh(name)
	if mesh == nil {
		check.Outcome, check.Reason = No, v1alpha1.ReasonMeshNotFound
		check.Message = fmt.Sprintf("Mesh %s does not exist (%s)", name, by)
	} else if mesh.DeletionTimestamp != nil {
		check.Outcome, check.Reason = No, v1alpha1.ReasonMeshNotFound
		check.Message = fmt.Sprintf("Mesh %s is being deleted (%s)", name, by)
	}
	return check
}

// inferredMesh relies on the MeshServices, which the manager deletes if the Mesh is deleted or
// stops selecting the namespace.
func (x *explainer) inferredMesh(check Check) Check {
	name, by := x.meshName(), x.meshNamedBy()
	for _, live := range x.Derived() {
		if live.Labels[v1alpha1.MeshLabel] == name {
			check.Message = fmt.Sprintf("Mesh %s (%s), which you are not allowed to read, since the Service has MeshServices of it", name, by)
			return check
		}
	}
	check.Outcome = Unknown
	check.Message = fmt.Sprintf("whether Mesh %s (%s) exists and selects the namespace is unknown: you are not allowed to read Meshes", name, by)
	return check
}

// selectiveMesh returns the Mesh that the Service would be in, if it is usable and selects
// namespaces by their labels.
func (x *explainer) selectiveMesh() *v1alpha1.Mesh {
	for _, mesh := range x.Meshes {
		if mesh.Name == x.meshName() && isUsable(mesh) && mesh.Spec.NamespaceSelector != nil && !x.Unread.Forbids(snapshot.Meshes) {
			return mesh
		}
	}
	return nil
}

func (x *explainer) namespaceSelected(mesh *v1alpha1.Mesh) Check {
	check := Check{Rule: RuleNamespace, Outcome: Yes, DecidedBy: "Mesh " + mesh.Name,
		Message: fmt.Sprintf("spec.namespaceSelector of Mesh %s selects Namespace %s", mesh.Name, x.service.Namespace)}
	switch {
	case x.InfersNamespace():
		check.Message = fmt.Sprintf("Mesh %s selects Namespace %s, which you are not allowed to read, since the Service has MeshServices", mesh.Name, x.service.Namespace)
	case meshservice.Selects(mesh, x.Namespace):
	case x.Namespace == nil && x.Unread.Forbids(snapshot.Namespaces):
		check.Outcome = Unknown
		check.Message = fmt.Sprintf("whether Mesh %s selects Namespace %s is unknown because it could not be read", mesh.Name, x.service.Namespace)
	default:
		found := meshservice.NotSelected(mesh, x.service.Namespace)
		check.Outcome, check.Reason, check.Message = No, found.Reason, found.Message
	}
	return check
}

func (x *explainer) meshNamedBy() string {
	switch {
	case x.service.Labels[v1alpha1.MeshLabel] != "":
		return "named by the Service"
	case x.Namespace != nil && x.Namespace.Labels[v1alpha1.MeshLabel] != "":
		return "named by Namespace " + x.Namespace.Name
	}
	return "the default"
}

func (x *explainer) typeSupported() Check {
	check := Check{Rule: RuleType, Outcome: Yes, DecidedBy: x.serviceName(), Message: describeType(x.service)}
	selection := meshservice.Select(x.eligible, nil, anyMesh)
	if selection.Mesh == nil {
		check.Outcome = No
		for _, found := range selection.Findings {
			check.Reason, check.Message = found.Reason, found.Message
		}
	}
	return check
}

func describeType(service *corev1.Service) string {
	described := string(cmp.Or(service.Spec.Type, corev1.ServiceTypeClusterIP))
	switch {
	case meshservice.IsPerPod(service):
		described += ", headless with a selector: one MeshService per Pod"
	case service.Spec.ClusterIP == corev1.ClusterIPNone:
		described += ", headless without a selector: one MeshService"
	}
	return described
}

// ports checks the ports as if the Service met every other rule.
func (x *explainer) ports() Check {
	check := Check{Rule: RulePorts, Outcome: Yes, DecidedBy: x.serviceName()}
	translated := x.settings.Derive(meshservice.View{
		Service: x.eligible, Mesh: anyMesh,
		Pod:         func(string) *corev1.Pod { return nil },
		StatefulSet: func(string) *appsv1.StatefulSet { return nil },
	})
	var messages []string
	for _, derived := range translated.MeshServices {
		messages = append(messages, describePorts(derived.Spec.Ports))
	}
	for _, found := range translated.Findings {
		check.Outcome, check.Reason = Warning, found.Reason
		messages = append(messages, found.Message)
	}
	if x.service.Spec.Type == corev1.ServiceTypeExternalName {
		return Check{Rule: RulePorts, Outcome: Info, Message: "the ports of an ExternalName Service are ignored"}
	}
	if len(translated.MeshServices) == 0 {
		check.Outcome = No
	}
	check.Message = strings.Join(messages, "; ")
	return check
}

func describePorts(ports []v1alpha1.MeshServicePort) string {
	if len(ports) == 0 {
		return "none declared"
	}
	described := make([]string, len(ports))
	for i, port := range ports {
		described[i] = strings.TrimSpace(fmt.Sprintf("%s %d/TCP", port.Name, port.Port))
		if port.AppProtocol != "tcp" {
			described[i] += " (" + port.AppProtocol + ")"
		}
	}
	return finding.List(described, finding.RoomForFirst)
}

// eligibleService returns a Service with one MeshService for all Pods, and with the type and
// the ports. No annotation decides about ports.
func eligibleService(of *corev1.Service) *corev1.Service {
	service := &corev1.Service{Spec: of.Spec}
	service.Name, service.Namespace = of.Name, of.Namespace
	service.Labels = map[string]string{v1alpha1.MeshLabel: v1alpha1.DefaultMesh}
	service.Spec.ClusterIP = ""
	return service
}

func anyMesh(name string) *v1alpha1.Mesh {
	return &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}}
}

func (x *explainer) serviceName() string {
	return "Service " + x.service.Namespace + "/" + x.service.Name
}

func (x *explainer) namespaceName() string { return "Namespace " + x.service.Namespace }
