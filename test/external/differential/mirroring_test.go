package differential

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

var endpointsCount = flag.Int("endpoints", 60, "how many Endpoints to compare, from -seed on")

const (
	// mirroringSteps is the number of times that the Endpoints are applied.
	mirroringSteps = 5
	// batchSize is the number of Endpoints that evolve at the same time.
	batchSize = 60
)

func TestEndpointsLikeUpstream(t *testing.T) {
	if os.Getenv("KUBEBUILDER_ASSETS") == "" {
		t.Skip("KUBEBUILDER_ASSETS does not name the directory of kube-controller-manager: run this test with make, or set it to bin/k8s after `make controlplane`")
	}
	clients, log := startMirroringController(t)
	t.Run("every mirror", func(t *testing.T) { testMirrors(t, clients, log) })
	t.Run("a faulty reconciler is found", func(t *testing.T) { testFaultyReconciler(t, clients) })
}

func testMirrors(t *testing.T, clients kubernetes.Interface, log string) {
	used := map[string]int{}
	for done := 0; done < *endpointsCount; done += batchSize {
		first := *seed + uint64(done)
		b, err := newBatch(t.Context(), clients, fmt.Sprintf("seed-%d", first), first, min(batchSize, *endpointsCount-done))
		if err != nil {
			t.Fatal(err)
		}
		b.used, b.log = used, log
		for range mirroringSteps {
			if err := b.step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range b.mirrored {
			if len(m.differences) > 0 {
				t.Errorf("seed %d, step %d (run with -seed=%d -endpoints=1):\n%s", m.seed, m.step, m.seed, join(m.differences))
			}
		}
	}
	t.Logf("%d Endpoints of %d steps from seed %d", *endpointsCount, mirroringSteps, *seed)
	for _, deviation := range mirroringDeviations {
		if deviation.prepare == nil && deviation.stuck == nil {
			continue
		}
		t.Logf("%6d × %s", used[deviation.name], deviation.name)
		if used[deviation.name] == 0 && *endpointsCount >= 300 && !deviation.rare {
			t.Errorf("the deviation %q never occurred", deviation.name)
		}
	}
}

// startMirroringController starts an API server, and only the mirroring controller:
// the garbage collector would delete slices that seem to have lost their owner. It
// returns the file of the controller's log as well.
func startMirroringController(t *testing.T) (clients kubernetes.Interface, log string) {
	t.Helper()
	logs := t.TempDir()
	control, err := cluster.Start(t.Context(), cluster.Options{
		LogDir:            logs,
		ControllerManager: true,
		Controllers:       "endpointslice-mirroring-controller",
		ControllerManagerArgs: []string{
			// One at a time, so that a mirrored mark shows that all earlier Endpoints are mirrored.
			"--mirroring-concurrent-service-endpoint-syncs=1",
		},
		// Endpoints may have been created before validation became strict.
		APIServerArgs: []string{"--feature-gates=StrictIPCIDRValidation=false"},
		Progress:      t.Output(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := control.Stop(); err != nil {
			t.Error(err)
		}
	})
	config := control.Config()
	config.QPS = -1
	config.WarningHandler = rest.NoWarnings{}
	clients, err = kubernetes.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	return clients, filepath.Join(logs, "kube-controller-manager.log")
}
