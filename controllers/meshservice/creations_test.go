package meshservice

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
)

// A sync that follows the creation at once does not find the MeshService in the cache.
func TestNothingIsCreatedTwice(t *testing.T) {
	g, now := NewWithT(t), time.Unix(1_000, 0)
	var created creations
	web := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	g.Expect(created.check(web, now)).To(Succeed())
	g.Expect(created.untilRetry(now)).To(BeZero())
	created.add(web, now)
	g.Expect(write.IsStale(created.check(web, now))).To(BeTrue())
	g.Expect(created.untilRetry(now)).To(Equal(createdPeriod), "no event may report its deletion")

	created.forget([]*v1alpha1.MeshService{web}, now)
	g.Expect(created.check(web, now)).To(Succeed(), "it was deleted after the cache had it")
	created.add(web, now)
	g.Expect(write.IsStale(created.check(web, now))).To(BeTrue())
	now = now.Add(createdPeriod)
	g.Expect(created.check(web, now)).To(Succeed(), "it was deleted before the cache had it")
	created.forget(nil, now)
	g.Expect(created).To(BeEmpty())
}
