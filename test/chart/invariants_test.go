package chart

import (
	"maps"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
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
	"every program accepts its arguments":         argumentsAreAccepted,
	"every leader may use its Lease":              leasesAreAllowed,
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
	only := func(what string, selector labels.Selector, container string) {
		for _, template := range r.podTemplates() {
			isWanted := template.Spec.Containers[0].Name == container
			if selector.Matches(labels.Set(template.Labels)) != isWanted {
				t.Errorf("%s should select only the Pods with the container %s: %s", what, container, selector)
			}
		}
	}
	for _, deployment := range all[*appsv1.Deployment](r) {
		container := deployment.Spec.Template.Spec.Containers[0].Name
		only("the Deployment "+deployment.Name, parse(t, deployment.Spec.Selector), container)
		for _, constraint := range deployment.Spec.Template.Spec.TopologySpreadConstraints {
			only("a topology spread constraint of "+deployment.Name, parse(t, constraint.LabelSelector), container)
		}
	}
	for _, service := range all[*corev1.Service](r) {
		only("the Service "+service.Name, labels.SelectorFromSet(service.Spec.Selector), containerOf(service.Name))
	}
	for _, budget := range all[*policyv1.PodDisruptionBudget](r) {
		only("the PodDisruptionBudget "+budget.Name, parse(t, budget.Spec.Selector), containerOf(budget.Name))
	}
	for _, policy := range all[*networkingv1.NetworkPolicy](r) {
		for _, template := range r.podTemplates() {
			isWanted := component(template) == containerOf(policy.Name)
			if selector := parse(t, &policy.Spec.PodSelector); selector.Empty() || selector.Matches(labels.Set(template.Labels)) != isWanted {
				t.Errorf("whether the NetworkPolicy %s selects the Pods %v should be %t: %s", policy.Name, template.Labels, isWanted, selector)
			}
		}
	}
	for _, monitor := range ofKind(r, "ServiceMonitor") {
		wanted, _, _ := unstructured.NestedStringMap(monitor.Object, "spec", "selector", "matchLabels")
		for _, service := range all[*corev1.Service](r) {
			isWanted := containerOf(service.Name) == containerOf(monitor.GetName())
			if wanted[instanceLabel] != r.release || labels.SelectorFromSet(wanted).Matches(labels.Set(service.Labels)) != isWanted {
				t.Errorf("whether the ServiceMonitor %s selects the Service %s should be %t: %v", monitor.GetName(), service.Name, isWanted, wanted)
			}
		}
	}
}

// containerOf returns the container of the Pods that an object is about, by its name.
func containerOf(name string) string {
	switch {
	case strings.HasSuffix(strings.TrimSuffix(name, "-metrics"), "-xds"):
		return xdsContainer
	case strings.Contains(name, "-signer"):
		return signerContainer
	default:
		return managerContainer
	}
}

func portsExist(t *testing.T, r *rendering) {
	for _, deployment := range all[*appsv1.Deployment](r) {
		portsOf(t, r, deployment.Spec.Template.Spec.Containers[0])
	}
	for _, monitor := range ofKind(r, "ServiceMonitor") {
		endpoints, _, _ := unstructured.NestedSlice(monitor.Object, "spec", "endpoints")
		service := metricsService(t, r, containerOf(monitor.GetName()))
		if port := endpoints[0].(map[string]any)["port"]; port != service.Spec.Ports[0].Name {
			t.Errorf("the ServiceMonitor uses the port %q, which the Service %s does not have", port, service.Name)
		}
	}
}

// portsOf fails if something uses a port that the container does not have.
func portsOf(t *testing.T, r *rendering, container corev1.Container) {
	t.Helper()
	numbers := map[int32]bool{}
	exists := func(what, name string) {
		if !slices.ContainsFunc(container.Ports, func(port corev1.ContainerPort) bool { return port.Name == name }) {
			t.Errorf("%s uses the port %q, which the container %s does not have", what, name, container.Name)
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
		if containerOf(service.Name) == container.Name {
			for _, port := range service.Spec.Ports {
				exists("the Service "+service.Name, port.TargetPort.String())
			}
		}
	}
	for _, policy := range all[*networkingv1.NetworkPolicy](r) {
		if containerOf(policy.Name) != container.Name {
			continue
		}
		for _, rule := range policy.Spec.Ingress {
			if !numbers[rule.Ports[0].Port.IntVal] {
				t.Errorf("the NetworkPolicy %s allows ingress to port %s, which the container does not have", policy.Name, rule.Ports[0].Port)
			}
		}
		// Kubelets need no rule for the probes.
		if missing := len(container.Ports) - len(policy.Spec.Ingress); missing > 1 || missing == 1 && container.ReadinessProbe == nil {
			t.Errorf("the NetworkPolicy %s allows ingress to %d ports, but the container has %d", policy.Name, len(policy.Spec.Ingress), len(container.Ports))
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
		account := r.deployment(t, containerOf(name)).Spec.Template.Spec.ServiceAccountName
		expected := rbacv1.Subject{Kind: "ServiceAccount", Namespace: r.namespace, Name: account}
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
	components := map[string]string{} // by their ServiceAccount
	for _, template := range r.podTemplates() {
		account := template.Spec.ServiceAccountName
		if other, seen := components[account]; seen && other != component(template) {
			t.Errorf("the %s has the rights of the %s, as %s", component(template), other, account)
		}
		components[account] = component(template)
	}
	if used := slices.Collect(maps.Values(components)); len(slices.Compact(slices.Sorted(slices.Values(used)))) != len(used) {
		t.Errorf("the Pods of one component have several ServiceAccounts: %v", components)
	}
	for _, created := range all[*corev1.ServiceAccount](r) {
		if components[created.Name] == "" {
			t.Errorf("no Pod runs as %s", created.Name)
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

// argumentsAreAccepted runs the program with the arguments and --version, which fails
// if it does not know a flag or refuses a value.
func argumentsAreAccepted(t *testing.T, r *rendering) {
	for _, template := range r.podTemplates() {
		args := expanded(template.Spec.Containers[0], r.namespace)
		if _, err := run(t, "", program(template), append(args, "--version")...); err != nil {
			t.Error(err)
		}
	}
}

// expanded returns the arguments of a container in a namespace as a kubelet expands them.
func expanded(container corev1.Container, namespace string) []string {
	var args []string
	for _, arg := range container.Args {
		for _, variable := range container.Env {
			if source := variable.ValueFrom; source != nil && source.FieldRef != nil && source.FieldRef.FieldPath == "metadata.namespace" {
				arg = strings.ReplaceAll(arg, "$("+variable.Name+")", namespace)
			}
		}
		args = append(args, arg)
	}
	return args
}

func leasesAreAllowed(t *testing.T, r *rendering) {
	for _, role := range all[*rbacv1.Role](r) {
		deployment := r.deployment(t, containerOf(role.Name))
		name := leaseName(deployment.Spec.Template)
		for _, rule := range role.Rules {
			if slices.Contains(rule.Resources, "leases") && len(rule.ResourceNames) > 0 && !slices.Equal(rule.ResourceNames, []string{name}) {
				t.Errorf("%s uses the Lease %s, but may only use %v", deployment.Name, name, rule.ResourceNames)
			}
		}
	}
	if signer := r.deployment(t, signerContainer); signer != nil && leaseName(signer.Spec.Template) == leaseName(r.manager(t).Spec.Template) {
		t.Errorf("the signer waits for the manager, which has the Lease %s too", leaseName(signer.Spec.Template))
	}
}

func leaseName(template corev1.PodTemplateSpec) string {
	return argument(template, "--leader-elect-resource-name", "meshwork")
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

func metricsService(t *testing.T, r *rendering, container string) *corev1.Service {
	t.Helper()
	for _, service := range all[*corev1.Service](r) {
		if strings.HasSuffix(service.Name, "-metrics") && containerOf(service.Name) == container {
			return service
		}
	}
	t.Fatalf("there is no Service for the metrics of %s", container)
	return nil
}
