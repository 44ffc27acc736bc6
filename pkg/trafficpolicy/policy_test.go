package trafficpolicy_test

import (
	"maps"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

func TestRead(t *testing.T) {
	roundRobin := trafficpolicy.Policy{Balancing: trafficpolicy.RoundRobin}
	type annotations = map[string]string
	for _, test := range []struct {
		name        string
		annotations annotations
		want        trafficpolicy.Policy
		// invalid is the annotation that a finding names.
		invalid string
	}{
		{name: "nothing", want: roundRobin},
		{name: "round_robin", annotations: annotations{v1alpha1.LBPolicyAnnotation: "round_robin"}, want: roundRobin},
		{name: "least_request", annotations: annotations{v1alpha1.LBPolicyAnnotation: "least_request"},
			want: trafficpolicy.Policy{Balancing: trafficpolicy.LeastRequest}},
		{name: "ring_hash", annotations: annotations{v1alpha1.LBPolicyAnnotation: "ring_hash", v1alpha1.LBHashHeaderAnnotation: "X-User"},
			want: trafficpolicy.Policy{Balancing: trafficpolicy.RingHash, HashHeader: "x-user"}},
		{name: "an unknown policy", annotations: annotations{v1alpha1.LBPolicyAnnotation: "random"}, want: roundRobin, invalid: v1alpha1.LBPolicyAnnotation},
		{name: "ring_hash without a header", annotations: annotations{v1alpha1.LBPolicyAnnotation: "ring_hash"},
			want: roundRobin, invalid: v1alpha1.LBHashHeaderAnnotation},
		{name: "a header that is none", annotations: annotations{v1alpha1.LBPolicyAnnotation: "ring_hash", v1alpha1.LBHashHeaderAnnotation: "a b"},
			want: roundRobin, invalid: v1alpha1.LBHashHeaderAnnotation},
		{name: "a pseudo-header", annotations: annotations{v1alpha1.LBPolicyAnnotation: "ring_hash", v1alpha1.LBHashHeaderAnnotation: ":path"},
			want: roundRobin, invalid: v1alpha1.LBHashHeaderAnnotation},
		{name: "a binary header", annotations: annotations{v1alpha1.LBPolicyAnnotation: "ring_hash", v1alpha1.LBHashHeaderAnnotation: "user-bin"},
			want: roundRobin, invalid: v1alpha1.LBHashHeaderAnnotation},
		{name: "a timeout", annotations: annotations{v1alpha1.RequestTimeoutAnnotation: "1.5s"},
			want: trafficpolicy.Policy{Balancing: trafficpolicy.RoundRobin, Timeout: 1500 * time.Millisecond}},
		{name: "a timeout without a unit", annotations: annotations{v1alpha1.RequestTimeoutAnnotation: "5"}, want: roundRobin, invalid: v1alpha1.RequestTimeoutAnnotation},
		{name: "no time at all", annotations: annotations{v1alpha1.RequestTimeoutAnnotation: "0s"}, want: roundRobin, invalid: v1alpha1.RequestTimeoutAnnotation},
		{name: "too much time", annotations: annotations{v1alpha1.RequestTimeoutAnnotation: "25h"}, want: roundRobin, invalid: v1alpha1.RequestTimeoutAnnotation},
		{name: "retries", annotations: annotations{v1alpha1.RetriesAnnotation: "2"},
			want: trafficpolicy.Policy{Balancing: trafficpolicy.RoundRobin, Retries: 2, RetryOn: []string{"unavailable"}}},
		{name: "retries of some codes", annotations: annotations{v1alpha1.RetriesAnnotation: "4", v1alpha1.RetryOnAnnotation: "unavailable, internal,internal"},
			want: trafficpolicy.Policy{Balancing: trafficpolicy.RoundRobin, Retries: 4, RetryOn: []string{"internal", "unavailable"}}},
		{name: "too many retries", annotations: annotations{v1alpha1.RetriesAnnotation: "5"}, want: roundRobin, invalid: v1alpha1.RetriesAnnotation},
		{name: "no retry", annotations: annotations{v1alpha1.RetriesAnnotation: "0"}, want: roundRobin},
		{name: "a maximum", annotations: annotations{v1alpha1.MaxRequestsAnnotation: "100"},
			want: trafficpolicy.Policy{Balancing: trafficpolicy.RoundRobin, MaxRequests: 100}},
		{name: "no call at all", annotations: annotations{v1alpha1.MaxRequestsAnnotation: "0"}, want: roundRobin, invalid: v1alpha1.MaxRequestsAnnotation},
		{name: "too many calls", annotations: annotations{v1alpha1.MaxRequestsAnnotation: "4294967296"}, want: roundRobin, invalid: v1alpha1.MaxRequestsAnnotation},
		{name: "outlier detection", annotations: annotations{v1alpha1.OutlierDetectionAnnotation: "10s"},
			want: trafficpolicy.Policy{Balancing: trafficpolicy.RoundRobin, OutlierInterval: 10 * time.Second}},
		{name: "too short an interval", annotations: annotations{v1alpha1.OutlierDetectionAnnotation: "1ms"}, want: roundRobin, invalid: v1alpha1.OutlierDetectionAnnotation},
		{name: "a code that cannot be retried", annotations: annotations{v1alpha1.RetriesAnnotation: "1", v1alpha1.RetryOnAnnotation: "not-found"},
			want: trafficpolicy.Policy{Balancing: trafficpolicy.RoundRobin, Retries: 1, RetryOn: []string{"unavailable"}}, invalid: v1alpha1.RetryOnAnnotation},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			policy, findings := trafficpolicy.Read(test.annotations)
			g.Expect(policy).To(Equal(test.want))
			if test.invalid == "" {
				g.Expect(findings).To(BeEmpty())
				return
			}
			g.Expect(findings).To(HaveLen(1))
			g.Expect(findings[0].Reason).To(Equal(v1alpha1.ReasonInvalidTrafficPolicy))
			g.Expect(findings[0].Message).To(ContainSubstring(test.invalid))
		})
	}
}

func TestChanged(t *testing.T) {
	g := NewWithT(t)
	before := map[string]string{v1alpha1.RetriesAnnotation: "1", v1alpha1.LBPolicyAnnotation: "ring_hash", "example.com/other": "x"}
	g.Expect(trafficpolicy.Changed(before, map[string]string{v1alpha1.RetriesAnnotation: "1", v1alpha1.LBPolicyAnnotation: "ring_hash"})).To(BeFalse())
	for key, value := range map[string]string{
		v1alpha1.LBPolicyAnnotation: "least_request", v1alpha1.LBHashHeaderAnnotation: "user", v1alpha1.RequestTimeoutAnnotation: "2s", v1alpha1.RetriesAnnotation: "2",
		v1alpha1.RetryOnAnnotation: "internal", v1alpha1.MaxRequestsAnnotation: "2", v1alpha1.OutlierDetectionAnnotation: "2s",
	} {
		for _, changed := range []string{value, "invalid " + value} {
			after := maps.Clone(before)
			after[key] = changed
			g.Expect(trafficpolicy.Changed(before, after)).To(BeTrue(), "%s: %s", key, changed)
		}
	}
}
