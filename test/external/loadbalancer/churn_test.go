package loadbalancer_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	namespaceCount = 3
	// checkpoints is the number of times, spread over the steps, that everything settles.
	checkpoints = 4
	// convergence is the time that settling may take. A write that the API server refuses is
	// retried after up to half a minute.
	convergence = 2 * time.Minute
)

var _ = Describe("Services of several classes under churn", needsMeshwork, func() {
	It("are each served by their own implementation whenever they settle", func(ctx SpecContext) {
		c := newChurn(ctx)
		DeferCleanup(c.tell)
		begin := time.Now()
		for step := range *steps {
			c.step(ctx)
			if (step+1)%max(1, *steps/checkpoints) == 0 {
				c.settle(ctx)
			}
		}
		c.settle(ctx)
		AddReportEntry("Churn", fmt.Sprintf("%d steps, %s, in %s", *steps, c.count(), time.Since(begin).Round(time.Second)), ReportEntryVisibilityAlways)
	})
})

// churn is a set of Services, and the changes that users make to them.
type churn struct {
	random     *rand.Rand
	namespaces []string
	// slots are the places of Services. An empty one is nil.
	slots   []*wanted
	history []string
}

func newChurn(ctx context.Context) *churn {
	GinkgoHelper()
	return &churn{
		random:     rand.New(rand.NewPCG(*seed, 0)),
		namespaces: newNamespaces(ctx, namespaceCount),
		slots:      make([]*wanted, *services),
	}
}

// step makes one random change. An empty slot is always filled, so that most are in
// use.
func (c *churn) step(ctx context.Context) {
	GinkgoHelper()
	slot := c.random.IntN(len(c.slots))
	if c.slots[slot] == nil {
		c.create(ctx, slot)
		return
	}
	operation := c.operation()
	c.note("%s %s", operation.name, c.slots[slot].key)
	operation.do(c, ctx, slot)
}

func (c *churn) operation() operation {
	total := 0
	for _, operation := range operations {
		total += operation.weight
	}
	chosen := c.random.IntN(total)
	for _, operation := range operations {
		if chosen -= operation.weight; chosen < 0 {
			return operation
		}
	}
	panic("the weights do not add up")
}

// settle waits until there are no problems.
func (c *churn) settle(ctx context.Context) {
	GinkgoHelper()
	c.note("everything settles")
	Eventually(func(g Gomega) []string {
		return look(ctx, g, c.namespaces...).problems(c.all())
	}, convergence).MustPassRepeatedly(settledLooks).Should(BeEmpty())
	for class, process := range meshworks {
		Expect(process.Done()).NotTo(BeClosed(), "the manager of %s ended unexpectedly", class)
	}
}

func (c *churn) all() []*wanted {
	var all []*wanted
	for _, w := range c.slots {
		if w != nil {
			all = append(all, w)
		}
	}
	return all
}

// count describes how many Services each implementation serves.
func (c *churn) count() string {
	counts := map[string]int{}
	for _, w := range c.all() {
		counts[w.implementation()]++
	}
	return fmt.Sprintf("%d Services, served by %v", len(c.all()), counts)
}

func (c *churn) key(slot int) types.NamespacedName {
	return types.NamespacedName{Namespace: c.namespaces[slot%len(c.namespaces)], Name: fmt.Sprint("service-", slot)}
}

func (c *churn) service(slot int) *corev1.Service {
	key := c.key(slot)
	return balanced(key.Namespace, key.Name, "")
}

// change merges something into the Service of a slot.
func (c *churn) change(ctx context.Context, slot int, changed kit.JSON) {
	GinkgoHelper()
	c.note("%s: %s", c.key(slot), encode(changed))
	change(ctx, c.service(slot), changed)
}

func (c *churn) note(format string, args ...any) {
	c.history = append(c.history, fmt.Sprintf(format, args...))
}

// tell shows the history of a spec that failed.
func (c *churn) tell() {
	if CurrentSpecReport().Failed() {
		GinkgoWriter.Printf("What happened:\n%s\n", strings.Join(c.history, "\n"))
	}
}

func oneOf[T any](c *churn, values ...T) T { return values[c.random.IntN(len(values))] }
