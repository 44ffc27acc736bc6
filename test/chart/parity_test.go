package chart

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/diff"
)

// deviations are the deliberate differences between the chart and config. Each
// removes one difference between two objects with the same identity, and reports
// whether there was one.
var deviations = map[string]func(fromConfig, fromChart *object) bool{
	"Helm labels its objects": func(_, fromChart *object) bool {
		labels := fromChart.GetLabels()
		count := len(labels)
		for _, label := range []string{"app.kubernetes.io/managed-by", "app.kubernetes.io/version", "helm.sh/chart"} {
			delete(labels, label)
		}
		fromChart.SetLabels(labels)
		return len(labels) < count
	},
	"annotations tell Helm what to keep and what to run": func(_, fromChart *object) bool {
		annotations := fromChart.GetAnnotations()
		count := len(annotations)
		maps.DeleteFunc(annotations, func(key, _ string) bool { return strings.HasPrefix(key, "helm.sh/") })
		if len(annotations) == count {
			return false
		}
		if len(annotations) == 0 {
			annotations = nil
		}
		fromChart.SetAnnotations(annotations)
		return true
	},
	"the chart has the image of its version, config the latest image": func(fromConfig, fromChart *object) bool {
		repository, isLatest := strings.CutSuffix(imageOf(fromConfig), ":latest")
		return isLatest && setImage(fromChart, imageOf(fromConfig), regexp.MustCompile(`^`+repository+`:v\d+\.\d+\.\d+$`))
	},
	"config/admission, config/mesh-protection, config/required-mesh, config/xds-injection and config/prometheus are for any installation": func(fromConfig, fromChart *object) bool {
		group := fromConfig.GroupVersionKind().Group
		if group != "admissionregistration.k8s.io" && group != "monitoring.coreos.com" {
			return false
		}
		labels := fromChart.GetLabels()
		delete(labels, instanceLabel)
		fromChart.SetLabels(labels)
		unstructured.RemoveNestedField(fromChart.Object, "spec", "selector", "matchLabels", instanceLabel)
		return true
	},
}

const (
	instanceLabel = "app.kubernetes.io/instance"
	// helm install --create-namespace creates the Namespace.
	namespaceKind = "Namespace"
)

func TestChartIsConfig(t *testing.T) {
	used := map[string]bool{}
	for _, test := range []struct {
		name, values string
		hooks        bool
		config       []string
	}{
		{name: "by default", config: []string{"default"}},
		{name: "with admission", values: "admission: {enabled: true}", config: []string{"default", "admission"}},
		{name: "with protected Meshes", values: "meshProtection: {enabled: true}", config: []string{"default", "mesh-protection"}},
		{name: "with required Meshes", values: "requiredMesh: {enabled: true}", config: []string{"default", "required-mesh"}},
		{name: "with monitoring", values: "{serviceMonitor: {enabled: true}, prometheusRule: {enabled: true}}",
			config: []string{"default", "prometheus"}},
		{name: "with the xDS server", values: "xds: {enabled: true, serviceMonitor: {enabled: true}}", config: []string{"default", "xds", "prometheus/xds"}},
		{name: "with clients of a mesh", values: "xds: {enabled: true, meshClients: {enabled: true}}", config: []string{"default", "xds-mesh-clients"}},
		{name: "with the injection", values: "xds: {enabled: true, injection: {enabled: true}}", config: []string{"default", "xds", "xds-injection"}},
		{name: "with the signer", values: "signer: {enabled: true, serviceMonitor: {enabled: true}}", config: []string{"default", "signer", "prometheus/signer"}},
		{name: "the hook", hooks: true, config: []string{"release"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			fromConfig := byIdentity(t, kustomize(t, test.config...), func(o *object) bool { return o.GetKind() != namespaceKind })
			fromChart := byIdentity(t, named(test.values).render(t), func(o *object) bool { return isHook(o) == test.hooks })
			for id, expected := range fromConfig {
				actual := fromChart[id]
				if actual == nil {
					t.Errorf("config/%s has %v, but the chart does not", strings.Join(test.config, " and "), id)
					continue
				}
				for reason, deviate := range deviations {
					used[reason] = deviate(expected, actual) || used[reason]
				}
				if difference := diff.Diff(expected.Object, actual.Object); difference != "" {
					t.Errorf("%v differs between config (-) and the chart (+):\n%s", id, difference)
				}
			}
			for id := range fromChart {
				if fromConfig[id] == nil {
					t.Errorf("the chart has %v, but config/%s does not", id, strings.Join(test.config, " and "))
				}
			}
		})
	}
	for reason := range deviations {
		if !used[reason] {
			t.Errorf("%q is no longer a difference: remove it from the list", reason)
		}
	}
}

// byIdentity maps identities to objects, and fails if two objects have the same one.
func byIdentity(t *testing.T, objects []*object, keep func(*object) bool) map[identity]*object {
	t.Helper()
	byIdentity := map[identity]*object{}
	for _, o := range slices.DeleteFunc(objects, func(o *object) bool { return !keep(o) }) {
		if byIdentity[identityOf(o)] != nil {
			t.Errorf("%v is rendered twice", identityOf(o))
		}
		byIdentity[identityOf(o)] = o
	}
	return byIdentity
}

func imageOf(o *object) string {
	containers, _, _ := unstructured.NestedSlice(o.Object, "spec", "template", "spec", "containers")
	if len(containers) == 0 {
		return ""
	}
	image, _, _ := unstructured.NestedString(containers[0].(map[string]any), "image")
	return image
}

// setImage sets the image if the current one is as expected, and reports whether it
// did.
func setImage(o *object, image string, expected *regexp.Regexp) bool {
	if !expected.MatchString(imageOf(o)) {
		return false
	}
	containers, _, _ := unstructured.NestedSlice(o.Object, "spec", "template", "spec", "containers")
	containers[0].(map[string]any)["image"] = image
	return unstructured.SetNestedSlice(o.Object, containers, "spec", "template", "spec", "containers") == nil
}
