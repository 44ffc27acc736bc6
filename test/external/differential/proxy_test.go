package differential

import (
	"fmt"
	"os"
	"reflect"
	"testing"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// proxySteps is the number of times that a scenario of kube-proxy evolves.
const proxySteps = 5

func TestMain(m *testing.M) {
	// kube-proxy logs every port that it ignores.
	klog.SetLogger(logr.Discard())
	os.Exit(m.Run())
}

func TestEndpointsLikeKubeProxy(t *testing.T) {
	used, reasons := map[string]int{}, map[endpoints.Reason]int{}
	for i := range uint64(*scenarios) {
		seed := *seed + i
		ours := func(s *proxyScenario) routes { return ourRoutes(s, reasons) }
		if differences := runProxyScenario(seed, ours, used); len(differences) > 0 {
			t.Errorf("seed %d (run with -run KubeProxy -seed=%d -scenarios=1):\n%s", seed, seed, join(differences))
		}
	}
	t.Logf("%d scenarios of %d steps from seed %d", *scenarios, proxySteps, *seed)
	for _, deviation := range proxyDeviations {
		t.Logf("%7d × %s", used[deviation.name], deviation.name)
		if used[deviation.name] == 0 && *scenarios >= 300 {
			t.Errorf("the deviation %q never occurred", deviation.name)
		}
	}
	for _, reason := range []endpoints.Reason{
		endpoints.SameNode, endpoints.SameZone, endpoints.Ready, endpoints.HintsIncomplete, endpoints.NotHinted,
		endpoints.ServingTerminating, endpoints.NoEndpoints,
		endpoints.LocalReady, endpoints.LocalServingTerminating, endpoints.NoLocalEndpoints,
	} {
		t.Logf("%7d × %s", reasons[reason], reason)
		if reasons[reason] == 0 && *scenarios >= 300 {
			t.Errorf("the reason %s never occurred", reason)
		}
	}
}

// runProxyScenario evolves the scenario of a seed, and returns the differences of the first
// step that has any.
func runProxyScenario(seed uint64, ours func(*proxyScenario) routes, used map[string]int) []string {
	g := newGenerator(seed)
	s := g.proxyScenario()
	proxies := newKubeProxies()
	for step := range proxySteps {
		given := s.clone()
		mine := ours(given)
		if !reflect.DeepEqual(given, s.clone()) {
			return []string{fmt.Sprintf("step %d", step), "package endpoints has changed what it was given"}
		}
		if differences := compareRoutes(mine, expectedRoutes(s, proxies, used)); len(differences) > 0 {
			return append([]string{fmt.Sprintf("step %d", step)}, differences...)
		}
		g.evolveProxy(s)
	}
	return nil
}

// expectedRoutes returns the routes by kube-proxy, with the deviations.
func expectedRoutes(s *proxyScenario, proxies *kubeProxies, used map[string]int) routes {
	prepared := s.clone()
	for _, deviation := range proxyDeviations {
		if deviation.prepare(prepared) {
			used[deviation.name]++
		}
	}
	return proxies.routes(prepared)
}
