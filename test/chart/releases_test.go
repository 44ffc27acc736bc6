package chart

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// Only one of two releases in a cluster installs the definitions.
func TestReleasesDoNotCollide(t *testing.T) {
	t.Parallel()
	first := decodeStrictly(t, named(everything))
	for _, second := range []installation{
		{"east", "meshwork-system", everything},
		{"meshwork", "east", everything},
		{"meshwork-east", "east", everything},
	} {
		t.Run(second.release+" in "+second.namespace, func(t *testing.T) {
			t.Parallel()
			second.values += "crds: {install: false}"
			other := decodeStrictly(t, second)
			for id := range other.objects {
				if first.objects[id] != nil {
					t.Errorf("both releases have %v", id)
				}
			}
			selectsOthers(t, first, other)
			selectsOthers(t, other, first)
			if leaseOf(t, first) == leaseOf(t, other) {
				t.Errorf("both releases have the Lease %s", leaseOf(t, first))
			}
		})
	}
}

// selectsOthers fails if a release selects Pods of another one in the same namespace.
func selectsOthers(t *testing.T, r, other *rendering) {
	t.Helper()
	if r.namespace != other.namespace {
		return
	}
	selectors := []labels.Selector{parse(t, r.manager(t).Spec.Selector)}
	for _, service := range all[*corev1.Service](r) {
		selectors = append(selectors, labels.SelectorFromSet(service.Spec.Selector))
	}
	for _, selector := range selectors {
		for _, template := range other.podTemplates() {
			if selector.Matches(labels.Set(template.Labels)) {
				t.Errorf("%s of the release %s selects Pods of the release %s", selector, r.release, other.release)
			}
		}
	}
}

func leaseOf(t *testing.T, r *rendering) string {
	t.Helper()
	return r.namespace + "/" + leaseName(r.manager(t).Spec.Template)
}

func TestNamesFollowTheRelease(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		installation
		deployment, clusterRole string
	}{
		{installation{"meshwork", "meshwork-system", ""}, "meshwork-controller-manager", "meshwork-manager-role"},
		{installation{"east", "meshwork-system", ""}, "east-meshwork-controller-manager", "east-meshwork-manager-role"},
		{installation{"meshwork", "east", ""}, "meshwork-controller-manager", "meshwork-east-manager-role"},
		{installation{"my-meshwork", "east", ""}, "my-meshwork-controller-manager", "my-meshwork-east-manager-role"},
		{installation{"east", "meshwork-system", "nameOverride: mesh"}, "east-mesh-controller-manager", "east-mesh-manager-role"},
		{installation{"a2345678-10345678-20345678-30345678-3", "east", ""}, "a2345678-10345678-20345678-30345678-controller-manager",
			"a2345678-10345678-20345678-30345678-east-manager-role"},
		{installation{"east", "meshwork-system", "fullnameOverride: west"}, "west-controller-manager", "west-manager-role"},
	} {
		objects := byIdentity(t, test.render(t), func(*object) bool { return true })
		for _, id := range []identity{{"Deployment", test.namespace, test.deployment}, {"ClusterRole", "", test.clusterRole}} {
			if objects[id] == nil {
				t.Errorf("release %s in %s with %q should have %v", test.release, test.namespace, test.values, id)
			}
		}
	}
}

func TestDefinitionsOutliveTheRelease(t *testing.T) {
	t.Parallel()
	for values, kept := range map[string]bool{"": true, "crds: {keep: false}": false} {
		definitions := slices.DeleteFunc(named(values).render(t), func(o *object) bool { return o.GetKind() != "CustomResourceDefinition" })
		if len(definitions) != 4 {
			t.Errorf("with %q there are %d definitions, not 4", values, len(definitions))
		}
		for _, definition := range definitions {
			if isKept := definition.GetAnnotations()["helm.sh/resource-policy"] == "keep"; isKept != kept {
				t.Errorf("with %q, whether Helm keeps %s is %t, not %t", values, definition.GetName(), isKept, kept)
			}
		}
	}
}
