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
		{[]string{"*", "-pods"}, MatchError(ContainSubstring(`"-pods" is no controller`))},
		{[]string{"-endpointslice"}, MatchError(ContainSubstring("enables no controller"))},
		{nil, MatchError(ContainSubstring("enables no controller"))},
	} {
		NewWithT(t).Expect(ValidateEnabled(test.enabled)).To(test.matches, "%v", test.enabled)
	}
}
