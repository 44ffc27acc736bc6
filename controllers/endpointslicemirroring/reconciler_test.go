package endpointslicemirroring

import (
	"context"
	"errors"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/handover"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
)

var web = types.NamespacedName{Namespace: "ns", Name: "web"}

// A pass of the mirroring controller that fails early counts as one, too.
func TestPaceKnowsOfEndpointsThatCannotBeRead(t *testing.T) {
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
	pace := throttle.NewPace(clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)))
	reconciler := &MirroringReconciler{Client: cached, APIReader: live, ControllerName: "ours", DelegatedPasses: handover.DelegatedPasses{Pace: pace}}

	_, err := reconciler.Reconcile(t.Context(), reconcile.Request{NamespacedName: web})
	g.Expect(err).To(MatchError(refused))
	g.Expect(pace.Failed(web)).To(BeTrue())
}
