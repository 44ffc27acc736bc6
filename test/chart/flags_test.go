package chart

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/internal/features"
)

// flags are the manager's flags, each with valid and invalid values.
var flags = []struct {
	value, flag string
	good, bad   []any
}{
	{"zone", "--zone", []any{"a", "East_1.b", strings.Repeat("a", 63)}, []any{"", "a-", "a b", strings.Repeat("a", 64)}},
	{"clusterDomain", "--cluster-domain", []any{"local", "a-1.b2.c"}, []any{"", "a..b", "A", "a_b", ".a"}},
	{"controllers", "--controllers", []any{list("mesh"), list("*", "-mesh", "-loadbalancer"), list(standardControllers()...)}, []any{list("gateway"), list("+mesh")}},
	{"signer.trustPropagationPeriod", "--trust-propagation-period", []any{"0s", "10m"}, []any{"-1s", "1"}},
	{"endpointControllerName", "--endpoint-controller-name", []any{"a", strings.Repeat("a", 53)}, []any{"", "a/b", strings.Repeat("a", 54)}},
	{"maxEndpointsPerSlice", "--max-endpoints-per-slice", []any{1, 1000}, []any{0, 1001, "many"}},
	{"endpointUpdatesBatchPeriod", "--endpoint-updates-batch-period", []any{"0", "1.5s", "1h2m3s", "10us", "7µs"}, []any{"", "1", "-1s", "1d", "s"}},
	{"endpointRemovalsBatchPeriod", "--endpoint-removals-batch-period", []any{"0", "10ms"}, []any{"", "1", "-1s"}},
	{"handoverTimeout", "--handover-timeout", []any{"0s", "100ms"}, []any{"-1ns", "soon"}},
	{"loadBalancerClass", "--load-balancer-class", []any{"a", "A_b.c", "example.com/East"}, []any{"", "a/b/c", "A.com/b", "/a", "a/", "-a"}},
	{"vipCooldownPeriod", "--vip-cooldown-period", []any{"0s", "1m"}, []any{"-1s", "1"}},
	{"statusSyncPeriod", "--status-sync-period", []any{"0", "2s"}, []any{"-1s", "1"}},
	{"concurrentServiceSyncs", "--concurrent-service-syncs", []any{1, 1000000}, []any{0, -1}},
	{"featureGates.TopologyAwareHints", "--feature-gates=TopologyAwareHints", []any{true, false}, []any{"maybe"}},
	{"logging.level", "--zap-log-level", []any{"debug", "error", "panic", 1, 128, "5"}, []any{"verbose", 0, -1, ""}},
	{"logging.encoder", "--zap-encoder", []any{"json", "console"}, []any{"", "text"}},
}

func list(items ...string) []string { return items }

// standardControllers returns the controllers of the manager. The signer's controllers need
// rights that the manager does not have.
func standardControllers() []string {
	all := controllers.Options{Enabled: []string{"*"}}
	return slices.DeleteFunc(controllers.Names(), func(name string) bool { return !all.Runs(name) })
}

// The schema refuses exactly the values that the manager refuses. A bad value is reported
// before a Pod fails to start, and no good value is refused.
func TestSchemaAgreesWithManager(t *testing.T) {
	t.Parallel()
	for round := range 7 { // the length of the longest of these lists
		t.Run(fmt.Sprint("value ", round), func(t *testing.T) {
			t.Parallel()
			var good, bad []string
			for _, flag := range flags {
				if round < len(flag.good) {
					good = append(good, setting(t, flag.value, flag.good[round])...)
				}
				if round < len(flag.bad) {
					bad = append(bad, setting(t, flag.value, flag.bad[round])...)
				}
			}
			argumentsAreAccepted(t, decodeStrictly(t, named("signer: {enabled: true}"), good...))

			_, refusal := named("").template(t, bad...)
			for _, flag := range flags {
				if round < len(flag.bad) {
					refuses(t, refusal, flag.value, flag.flag, flag.bad[round])
				}
			}
		})
	}
}

// refuses fails if the chart's error does not name a value, or if the manager accepts
// the value.
func refuses(t *testing.T, refusal error, path, flag string, value any) {
	t.Helper()
	place := "at '/" + strings.ReplaceAll(path, ".", "/")
	if refusal == nil || !strings.Contains(refusal.Error(), place) {
		t.Errorf("the chart accepts the %s %v: %v", path, value, refusal)
	}
	if _, err := run(t, "", "meshwork", flag+"="+argumentOf(value), "--version"); err == nil {
		t.Errorf("the chart refuses the %s %v, but the manager does not", path, value)
	}
}

// setting returns the arguments of helm that set one value.
func setting(t *testing.T, path string, value any) []string {
	t.Helper()
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return []string{"--set-json", path + "=" + string(encoded)}
}

func argumentOf(value any) string {
	if items, ok := value.([]string); ok {
		return strings.Join(items, ",")
	}
	return fmt.Sprint(value)
}

func TestSchemaKnowsControllersAndFeatures(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile(filepath.Join(chartDirectory(t), "values.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(content, &schema); err != nil {
		t.Fatal(err)
	}

	known, _, _ := unstructured.NestedStringSlice(schema, "properties", "controllers", "items", "enum")
	expected := []string{"*"}
	for _, name := range standardControllers() {
		expected = append(expected, name, "-"+name)
	}
	if !slices.Equal(known, expected) {
		t.Errorf("the schema knows the controllers %v, but the manager may run %v", known, expected)
	}

	gates, _, _ := unstructured.NestedMap(schema, "properties", "featureGates", "properties")
	var existing []string
	for feature := range features.New().GetAll() {
		existing = append(existing, string(feature))
	}
	if !slices.Equal(slices.Sorted(maps.Keys(gates)), slices.Sorted(slices.Values(existing))) {
		t.Errorf("the schema knows the feature gates %v, but the manager knows %v", slices.Sorted(maps.Keys(gates)), slices.Sorted(slices.Values(existing)))
	}
}
