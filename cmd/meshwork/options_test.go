package main

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

func TestSignerOptions(t *testing.T) {
	signer := "--controllers=certificateauthority,podcertificate"
	for _, test := range []struct {
		name  string
		args  []string
		error string // "" if they are accepted
	}{
		{name: "the signer in its namespace", args: []string{signer, "--signer-namespace=platform"}},
		{name: "the signer in no namespace", args: []string{signer, "--signer-namespace="}, error: `--signer-namespace ""`},
		{name: "the signer in a namespace that cannot exist", args: []string{signer, "--signer-namespace=a.b"}, error: `--signer-namespace "a.b"`},
		{name: "one controller of the signer in no namespace", args: []string{"--controllers=*,podcertificate", "--signer-namespace="}, error: "--signer-namespace"},
		{name: "the signer that logs requests", args: []string{signer, "--signer-namespace=platform", "--zap-log-level=7"}},
		{name: "the signer that would log keys", args: []string{signer, "--signer-namespace=platform", "--zap-log-level=8"}, error: "--zap-log-level must be at most 7"},
		{name: "a manager that has no keys to log", args: []string{"--zap-log-level=10"}},
		{name: "a manager outside of any namespace", args: []string{"--signer-namespace="}},
		{name: "roots that are trusted at once", args: []string{"--trust-propagation-period=0s"}},
		{name: "a negative period", args: []string{"--trust-propagation-period=-1s"}, error: "--trust-propagation-period -1s must not be negative"},
		{name: "an unknown controller", args: []string{"--controllers=signer"}, error: `unknown controller "signer"`},
		{name: "flags of the signer for a release", args: []string{"release", "--trust-propagation-period=10m"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := parseOptions(test.args)
			if test.error == "" {
				NewWithT(t).Expect(err).NotTo(HaveOccurred())
			} else {
				NewWithT(t).Expect(err).To(MatchError(ContainSubstring(test.error)))
			}
		})
	}
}

func TestSignerDefaults(t *testing.T) {
	g := NewWithT(t)
	options, err := parseOptions(nil)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(options.controllers.RunsSigner()).To(BeFalse())
	g.Expect(options.controllers.TrustPropagationPeriod).To(Equal(5 * time.Minute))
}
