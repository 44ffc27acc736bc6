package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

func TestQuantiles(t *testing.T) {
	g := NewWithT(t)
	g.Expect(sample(nil).quantiles()).To(Equal(quantiles{}))
	g.Expect(sample{time.Second}.quantiles()).To(Equal(quantiles{Count: 1, P50: 1, P99: 1, Max: 1}))

	var hundred sample
	for i := 100; i > 0; i-- {
		hundred = append(hundred, time.Duration(i)*time.Second)
	}
	g.Expect(hundred.quantiles()).To(Equal(quantiles{Count: 100, P50: 50, P99: 99, Max: 100}))
	g.Expect(hundred[0]).To(Equal(100*time.Second), "the sample is not changed")
}

func TestMarkdownIsAligned(t *testing.T) {
	NewWithT(t).Expect(markdown([][]string{
		{"measure", "target", "a", "ratio"},
		{"churn p50", "≤ 1×", "12.0 ms", "–"},
	})).To(Equal(strings.TrimPrefix(`
| measure   | target |       a | ratio |
| --------- | ------ | ------: | ----: |
| churn p50 | ≤ 1×   | 12.0 ms |     – |
`, "\n")))
}

func TestNumberSeparatesThousands(t *testing.T) {
	g := NewWithT(t)
	for value, text := range map[float64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		g.Expect(number(value)).To(Equal(text))
	}
}

func TestReport(t *testing.T) {
	g := NewWithT(t)
	kcm, meshwork := &result{Name: kcmName, Title: "kube-controller-manager"}, &result{Name: meshworkName, Title: "Meshwork"}
	kcm.Cold.Seconds, meshwork.Cold.Seconds = 2, 1
	kcm.Cold.CPUSeconds, meshwork.Cold.CPUSeconds = 4, 1
	kcm.Churn.Writes, meshwork.Churn.Writes = writes{"update endpointslices": 9, "create endpointslices": 1}, writes{"update endpointslices": 5}
	r := &report{Results: []*result{kcm, meshwork, {Name: allName, Title: "all"}}}

	var text strings.Builder
	path := filepath.Join(t.TempDir(), "figures.json")
	g.Expect(r.publish(&text, path)).To(Succeed())
	g.Expect(text.String()).To(And(
		MatchRegexp(`\| cold start to converged +\| ≤ 0.6× +\| +2.00 s \| +1.00 s \| +0.50× \|`),
		MatchRegexp(`\| cold start, CPU +\| ≤ 0.4× +\| +4.00 s \| +1.00 s \| +0.25× \|`),
		MatchRegexp(`\| churn, writes +\| ≤ 1× +\| +10 \| +5 \| +0.50× \|`),
		MatchRegexp(`\| rest, writes +\| 0 +\| +0 \| +0 \| +– \|`),
		MatchRegexp(`\| update endpointslices +\| Meshwork +\| +0 \| +5 \| +0 \| +0 \|`),
		ContainSubstring("rollout, status writes a second"),
	))

	content, err := os.ReadFile(path)
	g.Expect(err).NotTo(HaveOccurred())
	var read report
	g.Expect(json.Unmarshal(content, &read)).To(Succeed())
	g.Expect(read.Results).To(HaveLen(3))
	g.Expect(read.Results[0].Cold.CPUSeconds).To(Equal(4.0))
}

func TestSidesDifferOnlyInWhatDelegates(t *testing.T) {
	g := NewWithT(t)
	names := func(only string, all bool) (names []string) {
		b := &bench{settings: settings{layout: small, only: only, all: all}}
		for _, side := range b.sides() {
			names = append(names, side.name)
			service := b.newService(0, side)
			g.Expect(service.Labels).To(HaveKeyWithValue(appLabel, serviceName(0)))
			g.Expect(service.Spec.Selector).To(HaveKeyWithValue(appLabel, serviceName(0)))
			g.Expect(service.Spec.Selector).To(HaveLen(1 + len(side.selector)))
		}
		return names
	}
	g.Expect(names("", false)).To(Equal([]string{kcmName, meshworkName}))
	g.Expect(names("", true)).To(Equal([]string{kcmName, meshworkName, allName}))
	g.Expect(names("meshwork", false)).To(Equal([]string{meshworkName}))
	g.Expect(names("kcm", true)).To(Equal([]string{kcmName}))
	g.Expect(names("all", false)).To(Equal([]string{allName}))
}
