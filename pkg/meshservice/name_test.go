package meshservice_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

func TestPodMeshServiceNameIsAlwaysADNSLabel(t *testing.T) {
	dotted := strings.Repeat("a.", 126) + "z"
	dashes := "s" + strings.Repeat("-", 61) + "s"
	for _, service := range []string{"a", "redis", strings.Repeat("s", 52), strings.Repeat("s", 53), strings.Repeat("s", 63), dashes, "0numeric"} {
		for _, pod := range []string{"a", "redis-0", dotted, strings.Repeat("p", 253), "with.dots.0"} {
			name := meshservice.PodMeshServiceName(service, pod)
			NewWithT(t).Expect(validation.IsDNS1123Label(name)).To(BeEmpty(), "%s of Service %s, Pod %s", name, service, pod)

			prefix, ok := meshservice.PodMeshServicePrefixOf(name)
			NewWithT(t).Expect(ok).To(BeTrue())
			NewWithT(t).Expect(prefix).To(Equal(meshservice.PodMeshServicePrefix(service)))
		}
	}
}

// Policies and scripts refer to the name, so it must never change.
func TestPodMeshServiceNameIsStable(t *testing.T) {
	g := NewWithT(t)
	g.Expect(meshservice.PodMeshServiceName("redis", "redis-0")).To(Equal("redis-nt4rimh3mm"))
	g.Expect(meshservice.PodMeshServiceName("redis", "redis-1")).To(Equal("redis-kwn3gukk6q"))
}

func TestPodMeshServiceNamesDiffer(t *testing.T) {
	seen := map[string]string{}
	long := strings.Repeat("s", 60)
	for _, service := range []string{"redis", "redis-a", long + "one", long + "two"} {
		for pod := range 2_000 {
			name := meshservice.PodMeshServiceName(service, fmt.Sprintf("pod-%d", pod))
			if other, taken := seen[name]; taken {
				t.Fatalf("%s is the name of both %s/pod-%d and %s", name, service, pod, other)
			}
			seen[name] = fmt.Sprintf("%s/pod-%d", service, pod)
		}
	}
}
