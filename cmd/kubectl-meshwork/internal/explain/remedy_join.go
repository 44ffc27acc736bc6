package explain

import (
	"fmt"
	"strings"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

// remedyToJoin returns the remedy for a Service that a rule keeps out of the mesh. No label
// helps a Service whose type or ports keep it out as well.
func (x *explainer) remedyToJoin(rule string) *Remedy {
	for _, unfit := range []string{RuleType, RulePorts} {
		if outcomeOf(x.rules, unfit) == No {
			return x.leaveOut(unfit)
		}
	}
	switch rule {
	case RuleNotIgnored:
		return x.stopIgnoring()
	case RuleOptedIn:
		return x.optIn()
	case RuleMesh:
		return x.findMesh()
	}
	return x.findOpenMesh()
}

func (x *explainer) leaveOut(rule string) *Remedy {
	why := "a Service needs a TCP port to be in a mesh: add one"
	if rule == RuleType {
		why = "an ExternalName Service cannot be in a mesh: change its type"
	}
	if _, optsIn := meshservice.MeshName(x.service, x.Namespace); !optsIn || len(meshservice.IgnoredBy(x.service)) > 0 {
		return &Remedy{Why: why}
	}
	overwrite := ""
	if _, hasLabel := x.service.Labels[v1alpha1.IgnoreKey]; hasLabel {
		overwrite = "--overwrite"
	}
	return &Remedy{Command: x.kubectl("label", overwrite, v1alpha1.IgnoreKey+"=true"), Why: "to leave the Service out of the mesh; " + why + " otherwise"}
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

// otherMesh returns a Mesh that the Service could be in instead, empty if there is none. It
// protects calls no less.
func (x *explainer) otherMesh() string {
	for _, mesh := range x.Meshes {
		if mesh.Name != x.meshName() && x.isOpen(mesh) && (!x.isProtected() || tlspolicy.IsStrict(mesh)) {
			return mesh.Name
		}
	}
	return ""
}

// isProtected reports whether calls to the Service may need mutual TLS. A Mesh that is gone may have
// been strict. Nothing shows that it was not: its certificates are gone with their Pods, or are in
// another namespace.
func (x *explainer) isProtected() bool {
	policy, _ := tlspolicy.Read(x.service.Annotations)
	mesh := x.Mesh(x.meshName())
	return mesh == nil || policy.Strict || tlspolicy.IsStrict(mesh)
}

func (x *explainer) findMesh() *Remedy {
	wanted := x.meshName()
	if other := x.otherMesh(); other != "" {
		return &Remedy{Command: x.labelMesh(other), Why: "to use a Mesh that exists"}
	}
	if x.Mesh(wanted) != nil {
		return &Remedy{Why: fmt.Sprintf("Mesh %s is being deleted, and there is no other Mesh for the Service that protects calls no less: create one, and name it in the label %s", wanted, v1alpha1.MeshLabel)}
	}
	return &Remedy{Why: fmt.Sprintf("correct the name of the Mesh, or create Mesh %s: if there was one, with its spec.mtls, because calls may need mutual TLS", wanted)}
}

// labelMesh changes the label that names the Mesh, where it is.
func (x *explainer) labelMesh(mesh string) string {
	if x.service.Labels[v1alpha1.MeshLabel] == "" && x.Namespace != nil && x.Namespace.Labels[v1alpha1.MeshLabel] != "" {
		return fmt.Sprintf("kubectl label namespace %s --overwrite %s=%s", x.service.Namespace, v1alpha1.MeshLabel, mesh)
	}
	return x.kubectl("label", "--overwrite", v1alpha1.MeshLabel+"="+mesh)
}

// findOpenMesh proposes no labels of the namespace that the Mesh selects: their owner decides.
func (x *explainer) findOpenMesh() *Remedy {
	if other := x.otherMesh(); other != "" {
		return &Remedy{Command: x.labelMesh(other), Why: "to use a Mesh that selects the namespace"}
	}
	return &Remedy{Why: fmt.Sprintf("ask the owner of Mesh %s to have spec.namespaceSelector select namespace %s", x.meshName(), x.service.Namespace)}
}
