package explain

import (
	"fmt"
	"slices"
	"strings"

	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// remedy returns the remedy for the first failed check, nil if there is none.
func (x *explainer) remedy(e *Explanation) *Remedy {
	if x.service.DeletionTimestamp != nil {
		return &Remedy{Why: "the Service is being deleted"}
	}
	for _, check := range e.Selection {
		if check.Outcome == No {
			return x.remedyToJoin(check.Rule)
		}
	}
	for _, check := range slices.Concat(e.Translation, e.Endpoints, e.LoadBalancer) {
		if check.Outcome == No {
			return x.remedyFor(check)
		}
	}
	return nil
}

// remedyToJoin returns the remedy for a Service that a rule keeps out of the mesh.
func (x *explainer) remedyToJoin(rule string) *Remedy {
	switch rule {
	case RuleNotIgnored:
		return x.stopIgnoring()
	case RuleOptedIn:
		return x.optIn()
	case RuleMesh:
		return x.findMesh()
	case RuleNamespace:
		return x.findOpenMesh()
	case RuleType:
		return &Remedy{Why: "an ExternalName Service cannot be in a mesh: change its type, or leave it out of the mesh"}
	}
	return &Remedy{Why: "a Service needs a TCP port to be in a mesh: add one, or leave the Service out of the mesh"}
}

func (x *explainer) optIn() *Remedy {
	return &Remedy{Command: x.kubectl("label", v1alpha1.MeshLabel+"="+x.meshToUse()), Why: "to opt the Service in"}
}

// stopIgnoring also opts the Service in if it has not opted in yet.
func (x *explainer) stopIgnoring() *Remedy {
	var labels, annotations []string
	for _, by := range meshservice.IgnoredBy(x.service) {
		if by == "label" {
			labels = append(labels, v1alpha1.IgnoreKey)
		} else {
			annotations = append(annotations, v1alpha1.IgnoreKey)
		}
	}
	why := "to stop ignoring the Service"
	optIn := ""
	if _, optedIn := meshservice.MeshName(x.service, x.Namespace); !optedIn {
		optIn = v1alpha1.MeshLabel + "=" + x.meshToUse()
		why += " and opt it in"
	}
	if len(annotations) == 0 {
		return &Remedy{Command: x.kubectl("label", v1alpha1.IgnoreKey+"-", optIn), Why: why}
	}
	if len(labels) == 0 && optIn == "" {
		return &Remedy{Command: x.kubectl("annotate", v1alpha1.IgnoreKey+"-"), Why: why}
	}
	return &Remedy{Command: x.patchMetadata(labels, optIn, annotations), Why: why}
}

// patchMetadata changes labels and annotations in one command.
func (x *explainer) patchMetadata(labels []string, optIn string, annotations []string) string {
	var inLabels, inAnnotations []string
	for _, key := range labels {
		inLabels = append(inLabels, fmt.Sprintf("%q:null", key))
	}
	if key, value, found := strings.Cut(optIn, "="); found {
		inLabels = append(inLabels, fmt.Sprintf("%q:%q", key, value))
	}
	for _, key := range annotations {
		inAnnotations = append(inAnnotations, fmt.Sprintf("%q:null", key))
	}
	return x.patch(fmt.Sprintf(`{"metadata":{"labels":{%s},"annotations":{%s}}}`, strings.Join(inLabels, ","), strings.Join(inAnnotations, ",")))
}

// meshToUse returns the name of a Mesh that exists, if there is one.
func (x *explainer) meshToUse() string {
	wanted := x.meshName()
	if other := x.otherMesh(); !x.isOpen(x.Mesh(wanted)) && other != "" {
		return other
	}
	return wanted
}

func isUsable(mesh *v1alpha1.Mesh) bool {
	return mesh != nil && mesh.DeletionTimestamp == nil
}

// isOpen reports whether the Service could be in the Mesh.
func (x *explainer) isOpen(mesh *v1alpha1.Mesh) bool {
	return isUsable(mesh) && meshservice.Selects(mesh, x.Namespace)
}

func (x *explainer) otherMesh() string {
	for _, mesh := range x.Meshes {
		if mesh.Name != x.meshName() && x.isOpen(mesh) {
			return mesh.Name
		}
	}
	return ""
}

func (x *explainer) findMesh() *Remedy {
	wanted := x.meshName()
	if other := x.otherMesh(); other != "" {
		return &Remedy{Command: x.kubectl("label", "--overwrite", v1alpha1.MeshLabel+"="+other), Why: "to use a Mesh that exists"}
	}
	if x.Mesh(wanted) != nil {
		return &Remedy{Why: fmt.Sprintf("Mesh %s is being deleted, and there is no other Mesh for the Service: create one, and name it in the label %s", wanted, v1alpha1.MeshLabel)}
	}
	return &Remedy{Why: "to create the Mesh, if you are allowed to create Meshes", Command: fmt.Sprintf(
		`echo '{"apiVersion":%q,"kind":"Mesh","metadata":{"name":%q}}' | kubectl create -f -`, v1alpha1.GroupVersion.String(), wanted)}
}

// findOpenMesh proposes no labels of the namespace: its owner decides about them.
func (x *explainer) findOpenMesh() *Remedy {
	if other := x.otherMesh(); other != "" {
		return &Remedy{Command: x.kubectl("label", "--overwrite", v1alpha1.MeshLabel+"="+other), Why: "to use a Mesh that selects the namespace"}
	}
	return &Remedy{Why: fmt.Sprintf("ask the owner of Mesh %s to have spec.namespaceSelector select namespace %s", x.meshName(), x.service.Namespace)}
}

// remedyFor returns the remedy for a failed check of a Service that is in a mesh.
func (x *explainer) remedyFor(check Check) *Remedy {
	switch check.Rule {
	case RuleDerived:
		return x.getPods()
	case RuleExisting:
		return checkManager()
	case RuleNames:
		return x.freeNames()
	case RuleAccepted:
		return &Remedy{Why: "change what the API server rejects"}
	case RuleWrittenBy:
		return x.mirrorEndpoints()
	case RuleEffective:
		return x.makeEffective()
	case RulePodNetwork:
		return &Remedy{Command: x.kubectl("annotate", v1alpha1.PodNetworkAnnotation+"-"), Why: "to publish the Pods' own addresses; or name a network that the Pods are on"}
	}
	return x.getAddress(check)
}

func (x *explainer) mirrorEndpoints() *Remedy {
	if x.Endpoints.Labels[discoveryv1.LabelSkipMirror] != "true" {
		return &Remedy{Why: "Endpoints of a leader election are never mirrored: use other Endpoints"}
	}
	return &Remedy{Command: fmt.Sprintf("kubectl label endpoints %s -n %s %s-", x.service.Name, x.service.Namespace, discoveryv1.LabelSkipMirror),
		Why: "to have the Endpoints mirrored"}
}

// getPods returns no remedy if the user may not read Pods.
func (x *explainer) getPods() *Remedy {
	if x.Unread.Forbids(snapshot.Pods) {
		return nil
	}
	why := "to check why no EndpointSlice has the Pods"
	if delegation.HasPods(x.service) && len(x.SelectedPods()) == 0 {
		why = "to see that the selector matches no Pods: start Pods, or correct the selector"
	}
	var selector []string
	for key, value := range delegation.Selector(x.service) {
		selector = append(selector, key+"="+value)
	}
	slices.Sort(selector)
	return &Remedy{Command: fmt.Sprintf("kubectl get pods -n %s -l %s", x.service.Namespace, strings.Join(selector, ",")), Why: why}
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
			remedy := x.getPods()
			if remedy != nil {
				remedy.Why = "to check why none of Meshwork's own endpoints is ready"
			}
			return remedy
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
		return &Remedy{Why: "to set the class while the type allows it", Command: x.patch(`{"spec":{"type":"ClusterIP"}}`) + " && " +
			x.patch(fmt.Sprintf(`{"spec":{"type":"LoadBalancer","loadBalancerClass":%q}}`, x.settings.LoadBalancerClass))}
	case v1alpha1.ReasonNotInMesh:
		return x.optIn()
	case v1alpha1.ReasonNamespaceNotSelected:
		return x.findOpenMesh()
	}
	return checkManager()
}

func checkManager() *Remedy {
	return &Remedy{Command: "kubectl meshwork status", Why: "to check whether the manager is running"}
}

// addRange leaves the CIDR open: only the user knows which addresses are free.
func (x *explainer) addRange() *Remedy {
	var ranges []string
	name := x.meshName()
	if mesh := x.Mesh(name); mesh != nil && mesh.Spec.VIPs != nil {
		for _, text := range mesh.Spec.VIPs.CIDRs {
			ranges = append(ranges, fmt.Sprintf("%q", text))
		}
	}
	return &Remedy{Why: "to give the Mesh addresses that nothing else in your network uses", Command: fmt.Sprintf(
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
	return x.kubectl("patch", "--type=merge", "-p", "'"+merge+"'")
}
