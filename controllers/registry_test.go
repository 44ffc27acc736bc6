package controllers

import (
	"testing"

	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
)

func TestValidateEnabled(t *testing.T) {
	for _, test := range []struct {
		enabled []string
		matches types.GomegaMatcher
	}{
		{[]string{"*"}, Succeed()},
		{[]string{"mesh", "endpointslice"}, Succeed()},
		{[]string{"*", "-endpointslice"}, Succeed()},
		{[]string{"*", "-pods"}, MatchError(ContainSubstring(`unknown controller "-pods"`))},
		{[]string{"-endpointslice"}, MatchError(ContainSubstring("enables no controller"))},
		{nil, MatchError(ContainSubstring("enables no controller"))},
	} {
		NewWithT(t).Expect(ValidateEnabled(test.enabled)).To(test.matches, "%v", test.enabled)
	}
}

func TestSelected(t *testing.T) {
	from := []registration{{name: "writer", writes: true}, {name: "reader"}, {name: "other", writes: true}}
	for _, test := range []struct {
		options Options
		want    []string
	}{
		{Options{Enabled: []string{"*"}}, []string{"writer", "reader", "other"}},
		{Options{Enabled: []string{"*", "-other"}}, []string{"writer", "reader"}},
		{Options{Enabled: []string{"*", "-other"}, WritersOnly: true}, []string{"writer"}},
	} {
		var names []string
		for _, registered := range selected(from, test.options) {
			names = append(names, registered.name)
		}
		NewWithT(t).Expect(names).To(Equal(test.want), "%+v", test.options)
	}
}
