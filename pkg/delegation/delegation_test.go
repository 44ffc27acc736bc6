package delegation_test

import (
	"maps"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

const (
	ours   = "endpointslice-controller.meshwork.dev"
	theirs = "other.example.com"
)

type pairs = map[string]string

func serviceWith(selector pairs) *corev1.Service {
	return &corev1.Service{Spec: corev1.ServiceSpec{Type: corev1.ServiceTypeClusterIP, Selector: selector}}
}

func TestSelector(t *testing.T) {
	for _, test := range []struct {
		name           string
		selector, want pairs
		hasPods        bool
	}{
		{"none", nil, nil, false},
		{"empty", pairs{}, pairs{}, false},
		{"a user's selector", pairs{"app": "web"}, pairs{"app": "web"}, true},
		{"delegated", pairs{"app": "web", v1alpha1.DelegatedKey: ours}, pairs{"app": "web"}, true},
		{"delegated to another", pairs{"app": "web", v1alpha1.DelegatedKey: theirs}, pairs{"app": "web"}, true},
		{"delegated to an empty name", pairs{"app": "web", v1alpha1.DelegatedKey: ""}, pairs{"app": "web"}, true},
		{"only the key", pairs{v1alpha1.DelegatedKey: ours}, pairs{}, false},
		{"a value that is empty", pairs{"app": ""}, pairs{"app": ""}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			service, before := serviceWith(test.selector), maps.Clone(test.selector)
			g.Expect(delegation.Selector(service)).To(Equal(test.want))
			g.Expect(delegation.HasPods(service)).To(Equal(test.hasPods))
			g.Expect(service.Spec.Selector).To(Equal(before), "a Service from the cache must not change")

			service.Spec.Type = corev1.ServiceTypeExternalName
			g.Expect(delegation.HasPods(service)).To(BeFalse(), "ExternalName")
		})
	}
}

func TestSelects(t *testing.T) {
	for _, test := range []struct {
		name           string
		selector, pods pairs
		want           bool
	}{
		{"a selected Pod", pairs{"app": "web"}, pairs{"app": "web", "team": "a"}, true},
		{"another value", pairs{"app": "web"}, pairs{"app": "db"}, false},
		{"no labels", pairs{"app": "web"}, nil, false},
		{"one of two", pairs{"app": "web", "tier": "front"}, pairs{"app": "web"}, false},
		{"both of two", pairs{"app": "web", "tier": "front"}, pairs{"app": "web", "tier": "front"}, true},
		{"the key is ignored", pairs{"app": "web", v1alpha1.DelegatedKey: ours}, pairs{"app": "web"}, true},
		{"a Pod with another key", pairs{"app": "web", v1alpha1.DelegatedKey: ours}, pairs{"app": "web", v1alpha1.DelegatedKey: theirs}, true},
		{"an empty value is not a missing label", pairs{"app": ""}, pairs{"team": "a"}, false},
		{"an empty value", pairs{"app": ""}, pairs{"app": ""}, true},
		{"no selector selects nothing", nil, pairs{"app": "web"}, false},
		{"only the key selects nothing", pairs{v1alpha1.DelegatedKey: ours}, pairs{v1alpha1.DelegatedKey: ours}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			service := serviceWith(test.selector)
			g.Expect(delegation.Selects(service, test.pods)).To(Equal(test.want))
			service.Spec.Type = corev1.ServiceTypeExternalName
			g.Expect(delegation.Selects(service, test.pods)).To(BeFalse(), "ExternalName")
		})
	}
}

func TestIsToAndHasKeyOf(t *testing.T) {
	g := NewWithT(t)
	service := serviceWith(pairs{"app": "web"})
	g.Expect(delegation.IsTo(service, ours)).To(BeFalse())
	g.Expect(delegation.HasKeyOf(service, ours)).To(BeFalse())

	service.Labels = pairs{v1alpha1.EndpointControllerNameLabel: ours}
	service.Spec.Selector[v1alpha1.DelegatedKey] = theirs
	g.Expect(delegation.IsTo(service, ours)).To(BeTrue())
	g.Expect(delegation.IsTo(service, theirs)).To(BeFalse())
	g.Expect(delegation.HasKeyOf(service, ours)).To(BeFalse())
	g.Expect(delegation.HasKeyOf(service, theirs)).To(BeTrue())

	g.Expect(delegation.Successor(service, ours)).To(BeEmpty(), "it stays")
	g.Expect(delegation.Successor(service, theirs)).To(Equal(ours))
	service.Labels = nil
	g.Expect(delegation.Successor(service, theirs)).To(BeEmpty(), "the default controller")
}

func TestPhaseOf(t *testing.T) {
	for _, test := range []struct {
		delegated, hasEndpoints, traces bool
		want                            delegation.Phase
	}{
		{false, false, false, delegation.Foreign},
		{false, true, false, delegation.Foreign},
		{true, false, false, delegation.Foreign},
		{true, true, false, delegation.Serving},
		{true, true, true, delegation.Serving},
		{false, true, true, delegation.Releasing},
		{false, false, true, delegation.Abandoned},
		{true, false, true, delegation.Abandoned},
	} {
		if got := delegation.PhaseOf(test.delegated, test.hasEndpoints, test.traces); got != test.want {
			t.Errorf("PhaseOf(%t, %t, %t) = %s, want %s", test.delegated, test.hasEndpoints, test.traces, got, test.want)
		}
	}
}
