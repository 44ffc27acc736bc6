package faults

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// churn changes a workload all the time, one random operation after another. An
// operation that fails, for example while the API server is down, counts like any
// other.
type churn struct {
	workload *workload
	done     atomic.Int64
	// turn is held while an operation is in progress.
	turn sync.Mutex
	// made counts the Pods, so that each has its own address.
	made   int
	cancel context.CancelFunc
	ended  chan struct{}
}

// pace is the time between two operations.
const pace = 15 * time.Millisecond

// operations are actions of users and kubelets in a namespace.
var operations = []struct {
	name   string
	weight int
	do     func(c *churn, ctx context.Context, namespace string) error
}{
	{"create Pod", 30, (*churn).createPod},
	{"set readiness", 30, (*churn).setReadiness},
	{"finish Pod", 3, (*churn).finishPod},
	{"delete Pod", 8, (*churn).deletePod},
	{"remove Pod", 8, (*churn).removePod},
	{"relabel Pod", 5, (*churn).relabelPod},
	{"issue certificate", 5, (*churn).issueCertificate},
	{"write Endpoints", 12, (*churn).writeEndpoints},
	{"delete Endpoints", 1, (*churn).deleteEndpoints},
	{"flip delegation", 3, (*churn).flipDelegation},
	{"flip selector", 1, (*churn).flipSelector},
	{"flip mesh", 2, (*churn).flipMesh},
	{"change ports", 2, (*churn).changePorts},
	{"flip class", 3, (*churn).flipClass},
	{"request VIP", 3, (*churn).requestVIP},
	{"hide VIPs", 1, (*churn).hideVIPs},
	{"replace Service", 1, (*churn).replaceService},
	{"move Node", 1, (*churn).moveNode},
}

func startChurn(w *workload) *churn {
	ctx, cancel := context.WithCancel(context.Background())
	c := &churn{workload: w, cancel: cancel, ended: make(chan struct{})}
	go c.run(ctx)
	return c
}

func (c *churn) run(ctx context.Context) {
	defer close(c.ended)
	ticker := time.NewTicker(pace)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		c.turn.Lock()
		c.step(ctx)
		c.turn.Unlock()
		c.done.Add(1)
	}
}

func (c *churn) step(ctx context.Context) {
	total := 0
	for _, operation := range operations {
		total += operation.weight
	}
	namespace := c.workload.namespaces[c.random(len(c.workload.namespaces))]
	chosen := c.random(total)
	for _, operation := range operations {
		if chosen -= operation.weight; chosen < 0 {
			// No operation is in progress once churn has ended.
			err := operation.do(c, context.WithoutCancel(ctx), namespace)
			c.workload.note("%d %s in %s: %v", c.done.Load(), operation.name, namespace, err)
			return
		}
	}
}

// stop ends the changes, and returns when the last one is done. Stopping again does
// nothing.
func (c *churn) stop() {
	c.cancel()
	<-c.ended
}

// pause returns when no operation is in progress, and none begins until the result is called.
func (c *churn) pause() (resume func()) {
	c.turn.Lock()
	return c.turn.Unlock
}

// advance returns after that many operations.
func (c *churn) advance(operations int) {
	GinkgoHelper()
	c.workload.note("waiting for %d operations", operations)
	until := c.done.Load() + int64(operations)
	Eventually(c.done.Load).WithPolling(time.Millisecond).Should(BeNumerically(">=", until))
}

func (c *churn) random(n int) int { return c.workload.churning.IntN(n) }

func oneOf[T any](c *churn, values ...T) T { return values[c.random(len(values))] }

// user is the field manager of the writes of users and kubelets.
const user = client.FieldOwner("user")

// merge changes some fields of an object.
func merge(ctx context.Context, object client.Object, changed kit.JSON) error {
	return api.Patch(ctx, object, kit.MergePatch(changed), user)
}

func mergeStatus(ctx context.Context, object client.Object, status kit.JSON) error {
	return api.Status().Patch(ctx, object, kit.MergePatch(kit.JSON{"status": status}), user)
}

func (c *churn) podName() string { return fmt.Sprint("pod-", c.random(podSlots)) }

// podSlots is the number of Pods that a namespace can have at a time.
const podSlots = 14
