package meshservice

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Selection is the decision whether a Service is in a mesh, and the findings for its
// owner.
type Selection struct {
	// Mesh is the Service's Mesh, or nil if the Service is in no mesh.
	Mesh *v1alpha1.Mesh
	// Closed is the Mesh that the Service would be in if the Mesh selected its namespace, or
	// nil.
	Closed   *v1alpha1.Mesh
	Findings []finding.Finding
}

// Select decides whether a Service is in a mesh. The first matching rule excludes
// it: it is ignored; neither it nor its namespace opts in; its Mesh does not exist
// or is being deleted; its Mesh does not select its namespace; its type is
// ExternalName. The namespace may be nil; mesh returns nil for a Mesh that does not
// exist.
func Select(service *corev1.Service, namespace *corev1.Namespace, mesh func(name string) *v1alpha1.Mesh) Selection {
	findings := unrecognizedValues(service, namespace)
	excluded := func(reasons ...finding.Finding) Selection { return Selection{Findings: append(findings, reasons...)} }

	name, optedIn := MeshName(service, namespace)
	if len(IgnoredBy(service)) > 0 {
		if !optedIn {
			return Selection{}
		}
		return excluded(finding.Notice(v1alpha1.ReasonIgnored,
			"%s is \"true\", so the Service is not in Mesh %s", v1alpha1.IgnoreKey, name))
	}
	if !optedIn {
		return excluded()
	}

	found := mesh(name)
	switch {
	case found == nil:
		return excluded(finding.Warning(v1alpha1.ReasonMeshNotFound,
			"Mesh %s does not exist: create it, or set the label %s to another Mesh", name, v1alpha1.MeshLabel))
	case found.DeletionTimestamp != nil:
		return excluded(finding.Warning(v1alpha1.ReasonMeshNotFound,
			"Mesh %s is being deleted: set the label %s to another Mesh", name, v1alpha1.MeshLabel))
	case !Selects(found, namespace):
		selection := excluded()
		if namespace != nil { // it is about to be known
			selection = excluded(NotSelected(found, namespace.Name))
		}
		selection.Closed = found
		return selection
	case service.Spec.Type == corev1.ServiceTypeExternalName:
		return excluded(finding.Warning(v1alpha1.ReasonUnsupportedServiceType,
			"an ExternalName Service cannot be in a mesh: it is only a DNS alias and has no endpoints"))
	}
	return Selection{Mesh: found, Findings: findings}
}

// MeshName returns the name of a Service's Mesh, which may not exist, and reports
// whether the Service or its namespace opts in. A label with an empty value opts
// the Service in; the name then comes from the namespace or is the default.
func MeshName(service *corev1.Service, namespace *corev1.Namespace) (name string, optedIn bool) {
	name, optedIn = service.Labels[v1alpha1.MeshLabel]
	if name != "" {
		return name, true
	}
	name = v1alpha1.DefaultMesh
	if namespace == nil {
		return name, optedIn
	}
	if named := namespace.Labels[v1alpha1.MeshLabel]; named != "" {
		name = named
	}
	switch namespace.Labels[v1alpha1.SidecarInjectionLabel] {
	case "true", "enabled":
		optedIn = true
	}
	return name, optedIn
}

// DependsOnNamespace reports whether the labels of the namespace decide on the Service's Mesh.
func DependsOnNamespace(service *corev1.Service) bool {
	return service.Labels[v1alpha1.MeshLabel] == "" && len(IgnoredBy(service)) == 0
}

// WantedMesh returns the name of the Mesh that a Service should be in, which may not
// exist, or "" if the Service does not opt in or is ignored.
func WantedMesh(service *corev1.Service, namespace *corev1.Namespace) string {
	name, optedIn := MeshName(service, namespace)
	if !optedIn || len(IgnoredBy(service)) > 0 {
		return ""
	}
	return name
}

// IgnoredBy returns the keys that keep the Service out of every mesh, even if it opts in: "label",
// "annotation", or both. Most Services have neither.
func IgnoredBy(service *corev1.Service) []string {
	var by []string
	if service.Labels[v1alpha1.IgnoreKey] == "true" {
		by = append(by, "label")
	}
	if service.Annotations[v1alpha1.IgnoreKey] == "true" {
		by = append(by, "annotation")
	}
	return by
}

// unrecognizedValues reports label and annotation values that have no effect, such
// as "yes" where "true" is expected.
func unrecognizedValues(service *corev1.Service, namespace *corev1.Namespace) []finding.Finding {
	var findings []finding.Finding
	report := func(where, key, value, meaningful string) {
		findings = append(findings, finding.Warning(v1alpha1.ReasonUnrecognizedValue,
			"the %s %s has the value %s, which has no effect: use %s", where, key, finding.Quote(value), meaningful))
	}

	reportIgnore := func(where, value string) {
		switch value {
		case "", "true", "false":
		default:
			report(where, v1alpha1.IgnoreKey, value, `"true"`)
		}
	}
	reportIgnore("label", service.Labels[v1alpha1.IgnoreKey])
	reportIgnore("annotation", service.Annotations[v1alpha1.IgnoreKey])
	if namespace == nil {
		return findings
	}
	switch value := namespace.Labels[v1alpha1.SidecarInjectionLabel]; value {
	case "", "true", "enabled", "false", "disabled":
	default:
		report("namespace's label", v1alpha1.SidecarInjectionLabel, value, `"true" or "enabled"`)
	}
	return findings
}
