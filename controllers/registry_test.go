package controllers

import (
	"maps"
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func TestValidateEnabled(t *testing.T) {
	for _, test := range []struct {
		enabled []string
		matches types.GomegaMatcher
	}{
		{[]string{"*"}, Succeed()},
		{[]string{"mesh", "endpointslice"}, Succeed()},
		{[]string{"*", "-endpointslice"}, Succeed()},
		{[]string{"*", "podcertificate"}, Succeed()},
		{[]string{"certificateauthority", "podcertificate"}, Succeed()},
		{[]string{"*", "-certificates"}, MatchError(And(ContainSubstring(`unknown controller "-certificates"`), ContainSubstring("podcertificate")))},
		{[]string{"*", "-pods"}, MatchError(ContainSubstring(`unknown controller "-pods"`))},
		{[]string{"-endpointslice"}, MatchError(ContainSubstring("enables no controller"))},
		{nil, MatchError(ContainSubstring("enables no controller"))},
	} {
		NewWithT(t).Expect(ValidateEnabled(test.enabled)).To(test.matches, "%v", test.enabled)
	}
}

func TestSelected(t *testing.T) {
	from := []registration{{name: "writer", released: true}, {name: "reader"}, {name: "other", released: true}}
	for _, test := range []struct {
		options Options
		want    []string
	}{
		{Options{Enabled: []string{"*"}}, []string{"writer", "reader", "other"}},
		{Options{Enabled: []string{"*", "-other"}}, []string{"writer", "reader"}},
		{Options{Enabled: []string{"*", "-other"}, ReleasedOnly: true}, []string{"writer"}},
	} {
		var names []string
		for _, registered := range selected(from, test.options) {
			names = append(names, registered.name)
		}
		NewWithT(t).Expect(names).To(Equal(test.want), "%+v", test.options)
	}
}

// An index on a kind that may be missing would keep the manager from starting: the controller adds it
// when it is set up.
func TestIndexesAreOnKindsThatAreAlwaysServed(t *testing.T) {
	for _, registered := range registry {
		for _, index := range registered.indexes {
			kind, err := apiutil.GVKForObject(index.Object, kit.Scheme())
			NewWithT(t).Expect(err).NotTo(HaveOccurred())
			NewWithT(t).Expect(registered.needs).NotTo(ContainElement(kind), "controller %s, index %s", registered.name, index.Name)
		}
	}
}

func TestRuns(t *testing.T) {
	standard := []string{MeshService, Mesh, EndpointSlice, EndpointSliceMirroring, LoadBalancer, Route}
	for _, test := range []struct {
		enabled, want []string
		signer        bool
	}{
		{enabled: []string{"*"}, want: standard},
		{enabled: []string{"*", "-podcertificate"}, want: standard},
		{enabled: []string{"*", PodCertificate}, want: append(slices.Clone(standard), PodCertificate), signer: true},
		{enabled: []string{CertificateAuthority, PodCertificate}, want: []string{CertificateAuthority, PodCertificate}, signer: true},
		{enabled: []string{"-podcertificate", "*", PodCertificate, CertificateAuthority}, want: append(slices.Clone(standard), CertificateAuthority), signer: true},
		{enabled: []string{Mesh}, want: []string{Mesh}},
	} {
		options := Options{Enabled: test.enabled}
		names := slices.DeleteFunc(Names(), func(name string) bool { return !options.Runs(name) })
		g := NewWithT(t)
		g.Expect(names).To(Equal(test.want), "%v", test.enabled)
		g.Expect(options.RunsSigner()).To(Equal(test.signer), "%v", test.enabled)
	}
}

// Without the right to list Secrets, a cache that has them would never be filled.
func TestOnlyTheSignerReadsSecrets(t *testing.T) {
	namespacesOfSecrets := func(enabled ...string) []string {
		for object, kind := range CacheOptions(Options{Enabled: enabled, SignerNamespace: "platform"}).ByObject {
			if _, isSecret := object.(*corev1.Secret); isSecret {
				return slices.Collect(maps.Keys(kind.Namespaces))
			}
		}
		return nil
	}
	g := NewWithT(t)
	g.Expect(namespacesOfSecrets("*")).To(BeEmpty())
	g.Expect(namespacesOfSecrets(CertificateAuthority)).To(Equal([]string{"platform"}))
	g.Expect(namespacesOfSecrets(PodCertificate)).To(Equal([]string{"platform"}))
}
