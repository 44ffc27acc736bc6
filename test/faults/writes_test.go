package faults

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// write is a kind of writes of the manager.
type write struct{ verb, resource string }

// writes are all writes of the manager.
var writes = []write{
	{"create", "endpointslices"},
	{"update", "endpointslices"},
	{"delete", "endpointslices"},
	{"patch", "services"},
	{"patch", "endpoints"},
	{"create", "meshservices"},
	{"patch", "meshservices"},
	{"delete", "meshservices"},
	{"patch", "meshservices/status"},
	{"create", "events"},
	{"create", "virtualips"},
	{"patch", "virtualips"},
	{"delete", "virtualips"},
	{"patch", "services/status"},
}

// failing returns the write that fails in this round.
func (w *workload) failing() write {
	failing := writes[(*seed+uint64(w.round))%uint64(len(writes))]
	w.note("%v fails", failing)
	GinkgoWriter.Printf("In this round, %v fails.\n", failing)
	return failing
}

var _ = itSurvives("A permission that is revoked for a while", long, func(ctx context.Context, w *workload, c *churn) {
	right := w.failing()
	role := &rbacv1.ClusterRole{}
	Expect(api.Get(ctx, client.ObjectKey{Name: "meshwork-manager-role"}, role)).To(Succeed())
	whole := role.DeepCopy()
	for i := range role.Rules {
		if rule := &role.Rules[i]; slices.Contains(rule.Resources, right.resource) {
			rule.Verbs = slices.DeleteFunc(rule.Verbs, func(verb string) bool { return verb == right.verb })
		}
	}
	giveBack := func(ctx context.Context) error { return merge(ctx, role, kit.JSON{"rules": whole.Rules}) }
	DeferCleanup(giveBack)
	Expect(merge(ctx, role.DeepCopy(), kit.JSON{"rules": role.Rules})).To(Succeed())
	c.advance(2 * steps)
	expectTrue(ctx, w, c, right)
	Expect(giveBack(ctx)).To(Succeed())
})
