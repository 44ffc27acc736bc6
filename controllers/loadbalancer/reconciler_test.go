package loadbalancer

import (
	"context"
	"net/netip"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
)

func newReconciler(t *testing.T) *Reconciler {
	t.Helper()
	api := interceptor.NewClient(nil, interceptor.Funcs{})
	r, err := New(Options{
		Dependencies: controller.Dependencies{
			Client: api, APIReader: api, Clock: clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)),
			Metrics: prometheus.NewRegistry(), ConcurrentSyncs: 1,
		},
		Class: modelClass,
	})
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	return r
}

func TestAnAddressThatIsGivenBackEnqueuesThoseThatWait(t *testing.T) {
	g := NewWithT(t)
	r := newReconciler(t)
	r.addresses.setMeshes([]*v1alpha1.Mesh{{
		ObjectMeta: metav1.ObjectMeta{Name: "mesh"},
		Spec:       v1alpha1.MeshSpec{VIPs: &v1alpha1.MeshVIPs{CIDRs: []v1alpha1.VIPRange{"10.0.0.1-10.0.0.1"}}},
	}})
	taken, found := r.addresses.allocate("mesh", corev1.IPv4Protocol)
	g.Expect(found).To(BeTrue())
	waiting := types.NamespacedName{Namespace: "shop", Name: "waiting"}
	r.addresses.setWaiting(waiting, true)

	r.giveBack(taken)
	r.giveBack(netip.MustParseAddr("10.0.0.1")) // does not block while the first is not handled

	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]())
	defer queue.ShutDown()
	r.enqueueWaiting(context.Background(), <-r.givenBack, queue)
	request, _ := queue.Get()
	g.Expect(request.NamespacedName).To(Equal(waiting))
	_, found = r.addresses.allocate("mesh", corev1.IPv4Protocol)
	g.Expect(found).To(BeTrue())
}

func TestTheHolderInAnotherNamespaceIsNotNamed(t *testing.T) {
	g := NewWithT(t)
	held := &v1alpha1.VirtualIP{Spec: v1alpha1.VirtualIPSpec{Service: &v1alpha1.VirtualIPService{Namespace: "shop", Name: "checkout"}}}
	g.Expect(byHolder(held, "shop")).To(Equal(" by Service shop/checkout"))
	g.Expect(byHolder(held, "other")).To(Equal(" in another namespace"))
}

func TestAConditionOfAnotherClassIsReadOnce(t *testing.T) {
	g := NewWithT(t)
	r := newReconciler(t)
	reads := 0
	r.APIReader = interceptor.NewClient(nil, interceptor.Funcs{
		Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			reads++
			return nil
		},
	})
	class := "example.com/other"
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "1"}}
	service.Spec.Type, service.Spec.LoadBalancerClass = corev1.ServiceTypeLoadBalancer, &class
	service.Status.Conditions = []metav1.Condition{{Type: v1alpha1.ConditionVIPReady, Reason: "Theirs"}}
	var remembered state
	isOurs := func() bool {
		ours, err := r.hasWritten(t.Context(), service, &remembered)
		g.Expect(err).NotTo(HaveOccurred())
		return ours
	}
	g.Expect(isOurs()).To(BeFalse())
	service.Annotations = map[string]string{"a": "b"}
	g.Expect(isOurs()).To(BeFalse())
	g.Expect(reads).To(Equal(1))

	service.Status.Conditions[0].Reason = "Changed"
	g.Expect(isOurs()).To(BeFalse())
	g.Expect(reads).To(Equal(2), "the manager may have changed")
}
