package explain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/identity"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Remedy is the command that changes an outcome.
type Remedy struct {
	Command string `json:"command,omitempty"`
	Why     string `json:"why"`
}

// For returns the remedy with flags of kubectl in its command.
func (r *Remedy) For(flags string) *Remedy {
	if r == nil {
		return nil
	}
	return &Remedy{Command: withFlags(r.Command, flags), Why: r.Why}
}

// withFlags adds flags to commands of kubectl. Plugins take flags only after their name.
func withFlags(text, flags string) string {
	if flags == "" {
		return text
	}
	commands := strings.Split(text, " && ")
	for i, command := range commands {
		if rest, ofPlugin := strings.CutPrefix(command, "kubectl meshwork "); ofPlugin {
			commands[i] = "kubectl meshwork " + flags + " " + rest
		} else if rest, ofKubectl := strings.CutPrefix(command, "kubectl "); ofKubectl {
			commands[i] = "kubectl " + flags + " " + rest
		}
	}
	return strings.Join(commands, " && ")
}

// IsStatus reports whether the remedy is the command kubectl meshwork status.
func (r *Remedy) IsStatus() bool {
	return strings.HasPrefix(r.Command, "kubectl meshwork ") && strings.HasSuffix(r.Command, " status")
}

// remedyFor returns the remedy for a failed check, nil if there is none.
func (x *explainer) remedyFor(check Check) *Remedy {
	return x.remedy(check).For(x.settings.KubectlFlags)
}

func (x *explainer) remedy(check Check) *Remedy {
	switch {
	case x.service.DeletionTimestamp != nil:
		return &Remedy{Why: "the Service is being deleted"}
	case slices.Contains(selectionRules, check.Rule):
		return x.remedyToJoin(check.Rule)
	}
	return x.remedyInMesh(check)
}

// remedyInMesh returns the remedy for a failed check that is not about selection.
func (x *explainer) remedyInMesh(check Check) *Remedy {
	switch check.Rule {
	case RuleEndpoints:
		return x.getPods("to see why no Pod is ready")
	case RuleReachable:
		return x.getSlices("to see which IP family has no ready endpoint: Pods need an address of each of the Service's families")
	case RuleTargetPort:
		if check.Reason != "" {
			return x.getPods("to see why no Pod with the port is ready")
		}
		return &Remedy{Why: "set the targetPort of the Service to a port of its Pods" + x.containerPorts()}
	case RuleMutualTLS:
		return x.getCertificates(check)
	case RuleExisting:
		if check.Reason != "" {
			return &Remedy{Why: "change what the API server refuses; the manager tries again"}
		}
		return checkManager()
	case RuleNames:
		return x.freeNames()
	case RuleAccepted:
		return &Remedy{Why: "change what the API server rejects"}
	case RuleWrittenBy:
		return x.mirrorEndpoints()
	case RuleEffective:
		return x.makeEffective()
	case RuleBackends:
		return explainBackend(check)
	case RuleRoute:
		return x.editRoute(check)
	case RulePodNetwork:
		return &Remedy{Command: x.kubectl("annotate", v1alpha1.PodNetworkAnnotation+"-"), Why: "to publish the Pods' own addresses; or name a network that the Pods are on"}
	}
	return x.getAddress(check)
}

func (x *explainer) mirrorEndpoints() *Remedy {
	switch {
	case x.Endpoints == nil:
		return &Remedy{Command: x.kubectl("label", v1alpha1.EndpointControllerNameLabel+"-"),
			Why: "so that other clients can write its EndpointSlices; or create Endpoints with the name of the Service"}
	case x.Endpoints.Labels[discoveryv1.LabelSkipMirror] != "true":
		return &Remedy{Why: "Endpoints of a leader election are never mirrored: use other Endpoints"}
	}
	return &Remedy{Command: fmt.Sprintf("kubectl label endpoints %s -n %s %s-", x.service.Name, x.service.Namespace, discoveryv1.LabelSkipMirror),
		Why: "to have the Endpoints mirrored"}
}

func (x *explainer) getPods(why string) *Remedy {
	if !delegation.HasPods(x.service) {
		return x.getSlices("to see which endpoints are not ready")
	}
	return &Remedy{Command: fmt.Sprintf("kubectl get pods -n %s -l %s", x.service.Namespace, x.selector()), Why: why}
}

func (x *explainer) getSlices(why string) *Remedy {
	return &Remedy{Command: fmt.Sprintf("kubectl get endpointslices -n %s -l %s=%s", x.service.Namespace, discoveryv1.LabelServiceName, x.service.Name), Why: why}
}

// containerPorts lists the named ports of the Pods.
func (x *explainer) containerPorts() string {
	found := sets.New[string]()
	for _, pod := range x.SelectedPods() {
		for i := range pod.Spec.Containers {
			for _, port := range pod.Spec.Containers[i].Ports {
				found.Insert(cmp.Or(port.Name, fmt.Sprint(port.ContainerPort)))
			}
		}
	}
	if len(found) == 0 {
		return ""
	}
	return ": " + finding.List(sets.List(found), finding.RoomForFirst)
}

// getCertificates restarts the workloads of the Pods that mount a certificate too late or too
// early: kubelets request certificates only for Pods that start.
func (x *explainer) getCertificates(check Check) *Remedy {
	switch check.Reason {
	case v1alpha1.ReasonInvalidCallers:
		if policy, _ := tlspolicy.Read(x.service.Annotations); policy.AllowsNone() {
			return &Remedy{Why: fmt.Sprintf("list callers in the annotation %s, as <namespace>/<service account> or <namespace>/*", v1alpha1.AllowedCallersAnnotation)}
		}
		return &Remedy{Why: fmt.Sprintf("enable a CA backend in spec.mtls of Mesh %s; without the annotations, every client may call", x.meshName())}
	case v1alpha1.ReasonSignerMissing:
		return &Remedy{Why: "install the signer: see docs/identity.md"}
	}
	if len(x.published.ready) > 0 && !x.hasReadyPod() {
		return &Remedy{Why: "only Pods get certificates: give the Service a selector"}
	}
	certificates := x.certificates()
	if missing, untrusted, _ := x.lacking(certificates); len(certificates) > 0 && missing+untrusted == 0 {
		return &Remedy{Why: "only Pods get certificates: remove the other endpoints, or give them a Service of their own"}
	}
	workloads := workloadsOf(x.SelectedPods())
	if len(workloads) == 0 {
		return &Remedy{Command: fmt.Sprintf("kubectl meshwork explain service %s -n %s -o wide", x.service.Name, x.service.Namespace), Why: "to see why each Pod has none"}
	}
	if anonymous := workloadsOf(podsWhere(x.SelectedPods(), isAnonymous)); len(anonymous) > 0 {
		return &Remedy{Command: fmt.Sprintf("kubectl set serviceaccount -n %s %s default", x.service.Namespace, strings.Join(anonymous, " ")),
			Why: "to give the Pods an identity; choose another ServiceAccount for another identity"}
	}
	restart := fmt.Sprintf("kubectl rollout restart -n %s %s", x.service.Namespace, strings.Join(workloads, " "))
	if missing := x.labelsForCertificates(); len(missing) > 0 {
		return &Remedy{Command: fmt.Sprintf("kubectl label namespace %s --overwrite %s", x.service.Namespace, strings.Join(missing, " ")),
			Why: "to mount certificates in new Pods by config/xds-injection; then run " + withFlags(restart, x.settings.KubectlFlags)}
	}
	if x.mountsNone() {
		return &Remedy{Command: restart,
			Why: "to mount certificates in new Pods, if config/xds-injection is installed; add the volume in docs/identity.md to their template otherwise"}
	}
	return &Remedy{Command: restart,
		Why: "to replace Pods that started before the Mesh or the namespace issued certificates, if the list of certificates has no other reason"}
}

func isAnonymous(pod *corev1.Pod) bool { return pod.Spec.ServiceAccountName == "" }

func podsWhere(pods []*corev1.Pod, condition func(*corev1.Pod) bool) []*corev1.Pod {
	return slices.DeleteFunc(slices.Clone(pods), func(pod *corev1.Pod) bool { return !condition(pod) })
}

// mountsNone reports whether a Pod without a certificate mounts none.
func (x *explainer) mountsNone() bool {
	return slices.ContainsFunc(x.SelectedPods(), func(pod *corev1.Pod) bool {
		return x.Certificate(pod.Name) == nil && identity.MountedCertificates(pod) == 0
	})
}

// labelsForCertificates returns the labels that the Namespace lacks, if Pods mount no certificate.
func (x *explainer) labelsForCertificates() []string {
	if x.Namespace == nil || x.InfersNamespace() || !x.mountsNone() {
		return nil
	}
	var missing []string
	for _, key := range []string{v1alpha1.XDSKey, v1alpha1.CertificatesKey} {
		if x.Namespace.Labels[key] != v1alpha1.XDSEnabled {
			missing = append(missing, key+"="+v1alpha1.XDSEnabled)
		}
	}
	return missing
}

// workloadsOf returns the owners of the Pods that a rollout can restart. The API server does not check
// names of owners, and users copy them into a shell.
func workloadsOf(pods []*corev1.Pod) []string {
	found := sets.New[string]()
	for _, pod := range pods {
		owner := metav1.GetControllerOfNoCopy(pod)
		switch {
		case owner == nil, !strings.HasPrefix(owner.APIVersion, appsv1.GroupName+"/"), len(validation.IsDNS1123Subdomain(owner.Name)) > 0:
		case owner.Kind == "ReplicaSet":
			if name, isHashed := strings.CutSuffix(owner.Name, "-"+pod.Labels["pod-template-hash"]); isHashed {
				found.Insert("deployment/" + name)
			}
		case owner.Kind == "StatefulSet", owner.Kind == "DaemonSet":
			found.Insert(strings.ToLower(owner.Kind) + "/" + owner.Name)
		}
	}
	return sets.List(found)
}

func (x *explainer) freeNames() *Remedy {
	outcome := x.Derive(x.settings)
	var names []string
	for _, taken := range x.Plan(outcome.MeshServices).Conflicts {
		names = append(names, taken.Name)
	}
	return &Remedy{Command: fmt.Sprintf("kubectl delete meshservices -n %s %s", x.service.Namespace, strings.Join(names, " ")),
		Why: "to free the names for the Service, if nothing needs these MeshServices"}
}

func (x *explainer) makeEffective() *Remedy {
	for _, d := range x.Delegations(x.settings.EndpointController) {
		if !d.Decision().Ineffective {
			continue
		}
		if !d.View.KeptAway && d.FromPods {
			return x.getPods("to check why none of Meshwork's own endpoints is ready")
		}
		if !d.View.KeptAway {
			return checkManager()
		}
		var names []string
		for _, slice := range d.View.Others {
			if len(slice.Endpoints) > 0 {
				names = append(names, slice.Name)
			}
		}
		return &Remedy{Command: fmt.Sprintf("kubectl delete endpointslices -n %s %s", x.service.Namespace, strings.Join(names, " ")),
			Why: "to keep only Meshwork's endpoints, if nothing keeps these slices up to date"}
	}
	return nil
}

func (x *explainer) getAddress(check Check) *Remedy {
	switch check.Reason {
	case v1alpha1.ReasonInvalidVIP, v1alpha1.ReasonVIPOutOfRange, v1alpha1.ReasonVIPInUse:
		return &Remedy{Command: x.kubectl("annotate", v1alpha1.VIPAnnotation+"-"), Why: "to get any free address; or request another address"}
	case v1alpha1.ReasonNoVIPRange, v1alpha1.ReasonVIPsExhausted:
		return x.addRange()
	case v1alpha1.ReasonLoadBalancerClassIgnored:
		return x.setClass()
	case v1alpha1.ReasonNotInMesh:
		if failed := first(x.rules, No); failed != nil {
			return x.remedyToJoin(failed.Rule)
		}
		return x.optIn()
	case v1alpha1.ReasonNamespaceNotSelected:
		return x.findOpenMesh()
	}
	return checkManager()
}

// setClass restores fields that the change of the type removes. With source ranges, the API server
// refuses the change.
func (x *explainer) setClass() *Remedy {
	const why = "to set the class while the type allows it"
	if _, found := x.service.Annotations[corev1.AnnotationLoadBalancerSourceRangesKey]; found {
		return &Remedy{Why: fmt.Sprintf("remove the annotation %s, change spec.type to ClusterIP, and then both back, with spec.loadBalancerClass %s",
			corev1.AnnotationLoadBalancerSourceRangesKey, x.settings.LoadBalancerClass)}
	}
	without := map[string]any{"type": corev1.ServiceTypeClusterIP}
	with := map[string]any{"type": corev1.ServiceTypeLoadBalancer, "loadBalancerClass": x.settings.LoadBalancerClass}
	if ranges := x.service.Spec.LoadBalancerSourceRanges; len(ranges) > 0 {
		without["loadBalancerSourceRanges"], with["loadBalancerSourceRanges"] = nil, ranges
	}
	if policy := x.service.Spec.ExternalTrafficPolicy; policy != "" && policy != corev1.ServiceExternalTrafficPolicyCluster {
		with["externalTrafficPolicy"] = policy
	}
	if !ptr.Deref(x.service.Spec.AllocateLoadBalancerNodePorts, true) {
		with["allocateLoadBalancerNodePorts"] = false
	}
	return &Remedy{Command: x.patchSpec(without) + " && " + x.patchSpec(with), Why: why}
}

func (x *explainer) patchSpec(spec map[string]any) string {
	patch, _ := json.Marshal(map[string]any{"spec": spec}) // strings and booleans
	return x.patch(string(patch))
}

func checkManager() *Remedy {
	return &Remedy{Command: "kubectl meshwork status", Why: "to check whether the manager is running"}
}

// addRange leaves the CIDR open: only the user knows which addresses are free.
func (x *explainer) addRange() *Remedy {
	const why = "to give the Mesh addresses that nothing else in your network uses"
	var ranges []string
	name := x.meshName()
	if x.Unread.Forbids(snapshot.Meshes) { // the patch would replace the ranges
		return &Remedy{Why: fmt.Sprintf("add a CIDR to spec.vips.cidrs of Mesh %s, %s", name, why)}
	}
	if mesh := x.Mesh(name); mesh != nil && mesh.Spec.VIPs != nil {
		for _, text := range mesh.Spec.VIPs.CIDRs {
			ranges = append(ranges, fmt.Sprintf("%q", text))
		}
	}
	return &Remedy{Why: why, Command: fmt.Sprintf(
		`kubectl patch meshes %s --type=merge -p '{"spec":{"vips":{"cidrs":[%s]}}}'`, name, strings.Join(append(ranges, `"<CIDR>"`), ","))}
}

// kubectl returns a kubectl command for the Service.
func (x *explainer) kubectl(verb string, args ...string) string {
	words := []string{"kubectl", verb, "service", x.service.Name, "-n", x.service.Namespace}
	for _, arg := range args {
		if arg != "" {
			words = append(words, arg)
		}
	}
	return strings.Join(words, " ")
}

func (x *explainer) patch(merge string) string {
	return x.kubectl("patch", "--type=merge", "-p", ShellWord(merge))
}

var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// ShellWord returns the text as one word of a shell, whatever it contains.
func ShellWord(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
