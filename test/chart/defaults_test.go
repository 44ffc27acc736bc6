package chart

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// The defaults in values.yaml are not passed on as flags, so they must be the
// manager's own.
func TestDefaultsAreTheManagers(t *testing.T) {
	t.Parallel()
	paths := map[string]string{
		"--metrics-bind-address":      "metrics.bindAddress",
		"--health-probe-bind-address": "healthProbe.bindAddress",
		"--pprof-bind-address":        "pprof.bindAddress",
	}
	for _, flag := range flags {
		paths[flag.flag] = flag.value
	}
	sameDefaults(t, "meshwork", paths, 11)
}

func TestDefaultsAreTheSigners(t *testing.T) {
	t.Parallel()
	sameDefaults(t, "meshwork", map[string]string{"--trust-propagation-period": "signer.trustPropagationPeriod"}, 1)
}

func TestDefaultsAreTheXDSServers(t *testing.T) {
	t.Parallel()
	sameDefaults(t, "meshwork-xds", map[string]string{
		"--cluster-domain":         "clusterDomain",
		"--max-streams-per-client": "xds.maxStreamsPerClient",
	}, 2)
}

// sameDefaults compares values with the defaults of flags, of which at least a number
// must be found.
func sameDefaults(t *testing.T, program string, paths map[string]string, atLeast int) {
	t.Helper()
	help, err := run(t, "", program, "--help")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, match := range regexp.MustCompile(`(?m)^ +(--\S+) .*\(default "?(.+?)"?\)$`).FindAllStringSubmatch(string(help), -1) {
		path, isValue := paths[match[1]]
		if !isValue {
			continue
		}
		found++
		value, _, _ := unstructured.NestedFieldNoCopy(defaults(t), strings.Split(path, ".")...)
		if !isSame(fmt.Sprint(value), match[2]) {
			t.Errorf("the default of %s is %v, but the default of %s is %s", path, value, match[1], match[2])
		}
	}
	if found < atLeast {
		t.Errorf("only %d flags were found in:\n%s", found, help)
	}
}

// isSame compares two values. There are several ways to write a duration.
func isSame(value, other string) bool {
	duration, err := time.ParseDuration(value)
	otherDuration, otherErr := time.ParseDuration(other)
	return value == other || err == nil && otherErr == nil && duration == otherDuration
}
