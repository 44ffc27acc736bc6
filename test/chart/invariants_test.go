package chart

import (
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation"
)

// invariants hold for everything that the chart renders.
var invariants = map[string]func(*testing.T, *rendering){
	"every container is unprivileged":             containersAreUnprivileged,
	"every object has a valid name and namespace": objectsHaveNamesAndNamespaces,
	"every selector selects the right objects":    selectorsSelect,
	"every named port exists":                     portsExist,
	"every role and account that is bound exists": bindingsBind,
	"every policy that is bound exists":           policiesExist,
	"the manager accepts its arguments":           argumentsAreAccepted,
	"the manager may use its Lease":               leaseIsAllowed,
	"the Job can release everything":              releaseIsPossible,
}

func containersAreUnprivileged(t *testing.T, r *rendering) {
	for _, template := range r.podTemplates() {
		pod := template.Spec.SecurityContext
		if pod == nil || pod.RunAsNonRoot == nil || !*pod.RunAsNonRoot {
			t.Errorf("the Pod %v may run as root", template.Labels)
		}
		if pod == nil || pod.SeccompProfile == nil || pod.SeccompProfile.Type != corev1.SeccompProfileTypeRuntimeDefault {
			t.Errorf("the Pod %v has no seccomp profile", template.Labels)
		}
		for _, container := range template.Spec.Containers {
			context := container.SecurityContext
			if context == nil || context.ReadOnlyRootFilesystem == nil || !*context.ReadOnlyRootFilesystem {
				t.Errorf("container %s can write its root file system", container.Name)
			}
			if context == nil || context.AllowPrivilegeEscalation == nil || *context.AllowPrivilegeEscalation {
				t.Errorf("container %s can escalate its privileges", container.Name)
			}
			if context == nil || context.Capabilities == nil || len(context.Capabilities.Add) > 0 ||
				!slices.Equal(context.Capabilities.Drop, []corev1.Capability{"ALL"}) {
				t.Errorf("container %s has capabilities", container.Name)
			}
		}
	}
}

var clusterScoped = []string{"CustomResourceDefinition", "ClusterRole", "ClusterRoleBinding",
	"MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"}

func objectsHaveNamesAndNamespaces(t *testing.T, r *rendering) {
	for id := range r.objects {
		namespace := r.namespace
		if slices.Contains(clusterScoped, id.kind) {
			namespace = ""
		}
		if id.namespace != namespace {
			t.Errorf("%v should be in the namespace %q", id, namespace)
		}
		valid := validation.IsDNS1123Subdomain
		if slices.Contains([]string{"Service", "Deployment", "Job"}, id.kind) {
			valid = validation.IsDNS1123Label // it becomes a DNS name, or a label of Pods
		}
		for _, problem := range valid(id.name) {
			t.Errorf("%v: %s", id, problem)
		}
	}
}

func selectorsSelect(t *testing.T, r *rendering) {
	manager := r.manager(t)
	only := func(what string, selector labels.Selector) {
		for _, template := range r.podTemplates() {
			isManager := template.Spec.Containers[0].Name == "manager"
			if selector.Matches(labels.Set(template.Labels)) != isManager {
				t.Errorf("%s should select only the manager's Pods: %s", what, selector)
			}
		}
	}
	only("the Deployment", parse(t, manager.Spec.Selector))
	for _, constraint := range manager.Spec.Template.Spec.TopologySpreadConstraints {
		only("a topology spread constraint", parse(t, constraint.LabelSelector))
	}
	for _, service := range all[*corev1.Service](r) {
		only("the Service", labels.SelectorFromSet(service.Spec.Selector))
	}
	for _, budget := range all[*policyv1.PodDisruptionBudget](r) {
		only("the PodDisruptionBudget", parse(t, budget.Spec.Selector))
	}
	for _, policy := range all[*networkingv1.NetworkPolicy](r) {
		for _, template := range r.podTemplates() {
			if selector := parse(t, &policy.Spec.PodSelector); selector.Empty() || !selector.Matches(labels.Set(template.Labels)) {
				t.Errorf("the NetworkPolicy should select the Pods %v: %s", template.Labels, selector)
			}
		}
	}
	for _, monitor := range ofKind(r, "ServiceMonitor") {
		wanted, _, _ := unstructured.NestedStringMap(monitor.Object, "spec", "selector", "matchLabels")
		if service := metricsService(t, r); wanted[instanceLabel] != r.release || !labels.SelectorFromSet(wanted).Matches(labels.Set(service.Labels)) {
			t.Errorf("the ServiceMonitor should select only the Service %s of this release: %v", service.Name, wanted)
		}
	}
}

func portsExist(t *testing.T, r *rendering) {
	container := r.manager(t).Spec.Template.Spec.Containers[0]
	numbers := map[int32]bool{}
	exists := func(what, name string) {
		if !slices.ContainsFunc(container.Ports, func(port corev1.ContainerPort) bool { return port.Name == name }) {
			t.Errorf("%s uses the port %q, which the container does not have", what, name)
		}
	}
	for _, port := range container.Ports {
		numbers[port.ContainerPort] = true
	}
	for what, probe := range map[string]*corev1.Probe{"the readiness probe": container.ReadinessProbe, "the liveness probe": container.LivenessProbe} {
		if probe != nil {
			exists(what, probe.HTTPGet.Port.String())
		}
	}
	for _, service := range all[*corev1.Service](r) {
		exists("the Service", service.Spec.Ports[0].TargetPort.String())
	}
	for _, policy := range all[*networkingv1.NetworkPolicy](r) {
		for _, rule := range policy.Spec.Ingress {
			if !numbers[rule.Ports[0].Port.IntVal] {
				t.Errorf("the NetworkPolicy allows ingress to port %s, which the container does not have", rule.Ports[0].Port)
			}
		}
		if len(policy.Spec.Ingress) != len(container.Ports) {
			t.Errorf("the NetworkPolicy allows ingress to %d ports, but the container has %d", len(policy.Spec.Ingress), len(container.Ports))
		}
	}
	for _, monitor := range ofKind(r, "ServiceMonitor") {
		endpoints, _, _ := unstructured.NestedSlice(monitor.Object, "spec", "endpoints")
		if port := endpoints[0].(map[string]any)["port"]; port != metricsService(t, r).Spec.Ports[0].Name {
			t.Errorf("the ServiceMonitor uses the port %q, which the Service does not have", port)
		}
	}
}

func bindingsBind(t *testing.T, r *rendering) {
	check := func(name string, ref rbacv1.RoleRef, namespace string, subjects []rbacv1.Subject) {
		if ref.Kind == "ClusterRole" {
			namespace = ""
		}
		if r.objects[identity{ref.Kind, namespace, ref.Name}] == nil {
			t.Errorf("%s binds the %s %s, which does not exist", name, ref.Kind, ref.Name)
		}
		expected := rbacv1.Subject{Kind: "ServiceAccount", Namespace: r.namespace, Name: r.manager(t).Spec.Template.Spec.ServiceAccountName}
		if !slices.Equal(subjects, []rbacv1.Subject{expected}) {
			t.Errorf("%s should bind %v, not %v", name, expected, subjects)
		}
	}
	for _, binding := range all[*rbacv1.RoleBinding](r) {
		check(binding.Name, binding.RoleRef, binding.Namespace, binding.Subjects)
	}
	for _, binding := range all[*rbacv1.ClusterRoleBinding](r) {
		check(binding.Name, binding.RoleRef, "", binding.Subjects)
	}
	for _, template := range r.podTemplates() {
		account := template.Spec.ServiceAccountName
		for _, created := range all[*corev1.ServiceAccount](r) {
			if account != created.Name {
				t.Errorf("the Pod %v runs as %s, not as %s", template.Labels, account, created.Name)
			}
		}
	}
}

func policiesExist(t *testing.T, r *rendering) {
	for id, o := range r.objects {
		kind, isBinding := strings.CutSuffix(id.kind, "PolicyBinding")
		if !isBinding {
			continue
		}
		policy, _, _ := unstructured.NestedString(o.Object, "spec", "policyName")
		if r.objects[identity{kind: kind + "Policy", name: policy}] == nil {
			t.Errorf("%v binds the policy %q, which does not exist", id, policy)
		}
	}
}

// argumentsAreAccepted runs the manager with the arguments and --version, which fails
// if the manager does not know a flag or refuses a value.
func argumentsAreAccepted(t *testing.T, r *rendering) {
	for _, template := range r.podTemplates() {
		args := template.Spec.Containers[0].Args
		if _, err := run(t, "", "meshwork", append(slices.Clone(args), "--version")...); err != nil {
			t.Error(err)
		}
	}
}

func leaseIsAllowed(t *testing.T, r *rendering) {
	name := argument(r.manager(t).Spec.Template, "--leader-elect-resource-name", "meshwork")
	for _, role := range all[*rbacv1.Role](r) {
		for _, rule := range role.Rules {
			if slices.Contains(rule.Resources, "leases") && len(rule.ResourceNames) > 0 && !slices.Equal(rule.ResourceNames, []string{name}) {
				t.Errorf("the manager uses the Lease %s, but may only use %v", name, rule.ResourceNames)
			}
		}
	}
}

func releaseIsPossible(t *testing.T, r *rendering) {
	manager := r.manager(t)
	for _, job := range all[*batchv1.Job](r) {
		template := job.Spec.Template
		if deployment := argument(template, "--deployment", ""); deployment != manager.Name {
			t.Errorf("the Job stops the Deployment %q, not %s", deployment, manager.Name)
		}
		if binding := argument(template, "--policy-bindings", ""); binding != "" &&
			r.objects[identity{kind: "MutatingAdmissionPolicyBinding", name: binding}] == nil {
			t.Errorf("the Job deletes the policy binding %s, which does not exist", binding)
		}
		if image := manager.Spec.Template.Spec.Containers[0].Image; template.Spec.Containers[0].Image != image {
			t.Errorf("the Job should run the manager's image %s, not %s", image, template.Spec.Containers[0].Image)
		}
		for _, arg := range manager.Spec.Template.Spec.Containers[0].Args {
			if !strings.Contains(arg, "-bind-address=") && !slices.Contains(template.Spec.Containers[0].Args, arg) {
				t.Errorf("the Job lacks the manager's argument %s", arg)
			}
		}
	}
}

// argument returns the value of a flag, or unset if the arguments do not have it.
func argument(template corev1.PodTemplateSpec, flag, unset string) string {
	for _, arg := range slices.Backward(template.Spec.Containers[0].Args) {
		if value, found := strings.CutPrefix(arg, flag+"="); found {
			return value
		}
	}
	return unset
}

func parse(t *testing.T, selector *metav1.LabelSelector) labels.Selector {
	t.Helper()
	parsed, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func ofKind(r *rendering, kind string) []*object {
	var found []*object
	for id, o := range r.objects {
		if id.kind == kind {
			found = append(found, o)
		}
	}
	return found
}

func metricsService(t *testing.T, r *rendering) *corev1.Service {
	t.Helper()
	services := all[*corev1.Service](r)
	if len(services) != 1 {
		t.Fatalf("there are %d Services, not one", len(services))
	}
	return services[0]
}
