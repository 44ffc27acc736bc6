package meshservice_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

func selecting(selector *metav1.LabelSelector) *v1alpha1.Mesh {
	return &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}, Spec: v1alpha1.MeshSpec{NamespaceSelector: selector}}
}

func expression(operator metav1.LabelSelectorOperator, values ...string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "team", Operator: operator, Values: values}}}
}

func TestSelects(t *testing.T) {
	for _, test := range []struct {
		name     string
		selector *metav1.LabelSelector
		// labeled and other are the outcomes for a namespace with team=shop and one without
		// labels, unknown is that for a namespace that is not known.
		labeled, other, unknown bool
	}{
		{name: "unset", labeled: true, other: true, unknown: true},
		{name: "empty", selector: &metav1.LabelSelector{}, labeled: true, other: true, unknown: true},
		{name: "a label", selector: &metav1.LabelSelector{MatchLabels: map[string]string{"team": "shop"}}, labeled: true},
		{name: "another label", selector: &metav1.LabelSelector{MatchLabels: map[string]string{"team": "bank"}}},
		{name: "In", selector: expression(metav1.LabelSelectorOpIn, "bank", "shop"), labeled: true},
		{name: "NotIn", selector: expression(metav1.LabelSelectorOpNotIn, "shop"), other: true},
		{name: "Exists", selector: expression(metav1.LabelSelectorOpExists), labeled: true},
		{name: "DoesNotExist", selector: expression(metav1.LabelSelectorOpDoesNotExist), other: true},
		{name: "both", selector: &metav1.LabelSelector{MatchLabels: map[string]string{"team": "shop"}, MatchExpressions: expression(metav1.LabelSelectorOpNotIn, "shop").MatchExpressions}},
		{name: "an unknown operator", selector: expression("Maybe")},
		{name: "In without values", selector: expression(metav1.LabelSelectorOpIn)},
		{name: "Exists with values", selector: expression(metav1.LabelSelectorOpExists, "shop")},
		{name: "an invalid value", selector: &metav1.LabelSelector{MatchLabels: map[string]string{"team": "not a label"}}},
		{name: "an invalid key", selector: &metav1.LabelSelector{MatchLabels: map[string]string{"": ""}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			mesh := selecting(test.selector)
			labeled := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop", Labels: map[string]string{"team": "shop"}}}
			g.Expect(meshservice.Selects(mesh, labeled)).To(Equal(test.labeled), "team=shop")
			g.Expect(meshservice.Selects(mesh, &corev1.Namespace{})).To(Equal(test.other), "no labels")
			g.Expect(meshservice.Selects(mesh, nil)).To(Equal(test.unknown), "unknown")
		})
	}
}

// The Service of a namespace that is about to be known is in no mesh, and nothing is reported.
func TestSelectWithoutNamespace(t *testing.T) {
	g := NewWithT(t)
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", Labels: map[string]string{v1alpha1.MeshLabel: "default"}}}
	mesh := selecting(expression(metav1.LabelSelectorOpExists))
	selection := meshservice.Select(service, nil, func(string) *v1alpha1.Mesh { return mesh })
	g.Expect(selection.Mesh).To(BeNil())
	g.Expect(selection.Closed).To(BeIdenticalTo(mesh))
	g.Expect(selection.Findings).To(BeEmpty())
}

func TestNotSelectedFitsIntoAnEvent(t *testing.T) {
	for _, value := range []string{"v", strings.Repeat("\x00ü", 10_000)} {
		selector := &metav1.LabelSelector{}
		for range 1_000 {
			selector.MatchExpressions = append(selector.MatchExpressions, expression(metav1.LabelSelectorOpIn, value).MatchExpressions...)
		}
		mesh := selecting(selector)
		mesh.Name = strings.Repeat("m", 63)
		message := meshservice.NotSelected(mesh, strings.Repeat("n", 63)).Message
		if len(message) > 1024 || !utf8.ValidString(message) || strings.ContainsAny(message, "\x00\n") {
			t.Errorf("%d bytes: %q", len(message), message)
		}
	}
}
