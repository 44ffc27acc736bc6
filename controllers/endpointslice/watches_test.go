package endpointslice

import (
	"context"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/handover"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// informers has one informer, of Services.
type informers struct {
	ctrlcache.Cache
	services toolscache.SharedIndexInformer
}

func (i informers) GetInformer(context.Context, client.Object, ...ctrlcache.InformerGetOption) (ctrlcache.Informer, error) {
	return i.services, nil
}

// inTheCache returns a Pod as the cache holds it.
func inTheCache(g Gomega, pod *corev1.Pod) client.Object {
	for kind, by := range cache.Options().ByObject {
		if _, isPod := kind.(*corev1.Pod); isPod {
			held, err := by.Transform(pod)
			g.Expect(err).NotTo(HaveOccurred())
			return held.(client.Object)
		}
	}
	return nil
}

// A deletion of a Pod that was published is bad news for the delegated Services that select it.
func TestAPublishedPodThatIsDeletedIsBadNews(t *testing.T) {
	g := NewWithT(t)
	from := informers{services: toolscache.NewSharedIndexInformer(&toolscache.ListWatch{}, &corev1.Service{}, 0, toolscache.Indexers{})}
	services, err := cache.NewServiceLister(t.Context(), from)
	g.Expect(err).NotTo(HaveOccurred())
	service := kit.Service("shop", "web", func(s *corev1.Service) {
		s.Spec.Selector[v1alpha1.DelegatedKey] = "ours"
	})
	g.Expect(from.services.GetIndexer().Add(service)).To(Succeed())
	r := &Reconciler{Options: Options{ControllerName: "ours"}, memory: memory.New[handover.State](), services: services}
	queue := workqueue.NewTypedRateLimitingQueue[reconcile.Request](pace.RateLimiter())
	defer queue.ShutDown()

	pod := inTheCache(g, kit.Pod("shop", "web-0", "web", kit.RunningAt("10.0.0.1"), kit.Readiness(true)))
	r.enqueueForPod().Delete(t.Context(), event.DeleteEvent{Object: pod}, queue)
	g.Expect(queue.Len()).To(Equal(1))
	g.Expect(r.memory.Of(types.NamespacedName{Namespace: "shop", Name: "web"}).BadNews.Load()).To(BeTrue())
}
