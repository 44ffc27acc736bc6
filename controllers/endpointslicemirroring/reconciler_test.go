package endpointslicemirroring

import (
	"context"
	"errors"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
)

var web = types.NamespacedName{Namespace: "ns", Name: "web"}

// A sync that fails because the Endpoints cannot be read is backed off like any other.
func TestBackoffWhenEndpointsCannotBeRead(t *testing.T) {
	g := NewWithT(t)
	refused := errors.New("refused")
	cached := interceptor.NewClient(nil, interceptor.Funcs{
		Get: func(_ context.Context, _ client.WithWatch, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
			if service, ok := object.(*corev1.Service); ok {
				service.Labels = map[string]string{v1alpha1.EndpointControllerNameLabel: "ours"}
			}
			return nil
		},
		List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error { return nil },
	})
	live := interceptor.NewClient(nil, interceptor.Funcs{
		Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return refused
		},
	})
	reconciler, err := New(Options{
		Dependencies: controller.Dependencies{
			Client: cached, APIReader: live, Clock: clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)),
			Metrics: prometheus.NewRegistry(), ConcurrentSyncs: 1,
		},
		ControllerName: "ours", Intervals: pace.DefaultIntervals,
	})
	g.Expect(err).NotTo(HaveOccurred())
	request := reconcile.Request{NamespacedName: web}
	_, err = reconciler.Reconcile(t.Context(), request)
	g.Expect(err).To(MatchError(refused))
	first := reconciler.retries.When(request)
	result, err := reconciler.Reconcile(t.Context(), request)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(result.RequeueAfter).To(Equal(pace.DefaultIntervals.Usual))
	reconciler.retries.Forget(request) // as after each request without an error
	g.Expect(reconciler.retries.When(request)).To(Equal(2 * first))
}

func TestNewNamesWhatIsMissing(t *testing.T) {
	_, err := New(Options{})
	NewWithT(t).Expect(err).To(MatchError(And(ContainSubstring("Client is required"), ContainSubstring("ControllerName is required"))))
}
