package handover

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// world has a Service, and answers to the patches of a Keeper.
type world struct {
	Gomega
	*Keeper
	t       *testing.T
	api     client.Client
	clock   *clocktesting.FakePassiveClock
	memory  *Memory
	metrics *Metrics
	state   *State
	// answer is the answer to a patch, nil for the usual one. Attempts counts the patches.
	answer   func(patched client.Object) error
	attempts int
}

var web = types.NamespacedName{Namespace: "shop", Name: "web"}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Gomega: NewWithT(t), t: t, clock: clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)), memory: memory.New[State]()}
	w.state, w.metrics = w.memory.Of(web), NewMetrics("test", w.memory)
	w.api = fake.NewClientBuilder().WithScheme(kit.Scheme()).WithObjects(kit.Service(web.Namespace, web.Name)).
		WithInterceptorFuncs(interceptor.Funcs{
			Patch: func(ctx context.Context, api client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
				w.attempts++
				if w.answer != nil {
					return w.answer(object)
				}
				return api.Patch(ctx, object, patch, options...)
			},
		}).Build()
	w.Keeper = NewKeeper("ours", SelectorKey{"ours"}, controller.Dependencies{Client: w.api, APIReader: w.api, Clock: w.clock}, w.metrics)
	return w
}

func (w *world) service(edits ...func(*corev1.Service)) *corev1.Service {
	service := &corev1.Service{}
	w.Expect(w.api.Get(w.t.Context(), web, service)).To(Succeed())
	for _, edit := range edits {
		edit(service)
	}
	return service
}

func keyed(service *corev1.Service) { service.Spec.Selector[v1alpha1.DelegatedKey] = "ours" }

// refuse refuses every patch, with another text each time.
func (w *world) refuse(client.Object) error {
	return apierrors.NewForbidden(corev1.Resource("services"), "web", fmt.Errorf("request %d", w.attempts))
}

func TestTheDefaultControllerIsKeptAwayAndLetIn(t *testing.T) {
	w := newWorld(t)
	w.state.Progress.Next(delegation.View{Phase: delegation.Serving}, w.clock.Now(), time.Minute)
	w.Expect(w.Proceed(t.Context(), w.service(), delegation.Decision{KeepAway: true}, w.state, nil)).To(Succeed())
	w.Expect(w.key.KeepsAway(w.service())).To(BeTrue())
	w.Expect(w.Proceed(t.Context(), w.service(), delegation.Decision{LetDefaultIn: true, Withdraw: true}, w.state, nil)).To(Succeed())
	w.Expect(w.key.Holder(w.service())).To(BeEmpty())
	w.Expect(metricstest.Values(w, w.metrics)).To(HaveKeyWithValue("meshwork_handover_duration_seconds controller=test direction=take", "1 in 0s"))

	before := w.attempts
	other := w.service(func(s *corev1.Service) { s.Spec.Selector[v1alpha1.DelegatedKey] = "theirs" })
	w.Expect(w.Proceed(t.Context(), other, delegation.Decision{LetDefaultIn: true}, w.state, nil)).To(Succeed())
	w.Expect(w.Proceed(t.Context(), nil, delegation.Decision{LetDefaultIn: true, Withdraw: true}, w.state, nil)).To(Succeed())
	w.Expect(w.attempts).To(Equal(before), "the key of another controller stays, and an object that is gone has none")
}

func TestARefusedStepIsNotRepeated(t *testing.T) {
	for name, decision := range map[string]delegation.Decision{
		"keep away":            {KeepAway: true},
		"let in":               {LetDefaultIn: true},
		"let in, and withdraw": {LetDefaultIn: true, Withdraw: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.answer = w.refuse
			service := w.service()
			if decision.LetDefaultIn {
				keyed(service)
			}
			for range 3 {
				err := w.Proceed(t.Context(), service, decision, w.state, nil)
				w.Expect(err).To(MatchError(And(ContainSubstring("selector of Service shop/web"), ContainSubstring("request 1"))))
			}
			w.Expect(w.attempts).To(Equal(1))
			metav1.SetMetaDataLabel(&service.ObjectMeta, "team", "a")
			_ = w.Proceed(t.Context(), service, decision, w.state, nil)
			w.Expect(w.attempts).To(Equal(2), "the user has changed the Service")
		})
	}
}

func TestAKeyThatDoesNotStayIsAnError(t *testing.T) {
	w := newWorld(t)
	w.answer = func(patched client.Object) error {
		w.key.Remove(patched)
		return nil
	}
	err := w.Proceed(t.Context(), w.service(), delegation.Decision{KeepAway: true}, w.state, nil)
	w.Expect(err).To(MatchError(ContainSubstring("was added, and an admission policy or webhook removes it")))
	w.answer = func(patched client.Object) error {
		w.key.Add(patched)
		return nil
	}
	err = w.Proceed(t.Context(), w.service(keyed), delegation.Decision{LetDefaultIn: true}, w.state, nil)
	w.Expect(err).To(MatchError(ContainSubstring("was removed, and an admission policy or webhook adds it")))
	w.Expect(failure(errors.Join(write.ErrStale, err)).Message).To(ContainSubstring("adds it in the same request"))
	w.Expect(failure(errors.Join(errors.New("port 4711"), err)).Message).NotTo(ContainSubstring("4711"), "each text would be an event of its own")
}

func TestOwnershipThatCannotBeReleasedStopsNothing(t *testing.T) {
	w := newWorld(t)
	w.answer = w.refuse
	service := w.service(func(s *corev1.Service) {
		s.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: v1alpha1.FieldManager, Operation: metav1.ManagedFieldsOperationUpdate}, {Manager: "kubectl"}}
	})
	for range 3 {
		w.Expect(w.Proceed(t.Context(), service, delegation.Decision{LetDefaultIn: true}, w.state, nil)).To(Succeed())
	}
	w.Expect(w.attempts).To(Equal(1))
}

func TestAStepDoesNotHideThatSlicesAreNotWritten(t *testing.T) {
	w := newWorld(t)
	w.answer = w.refuse
	failed := errors.New("no slice was written")
	w.Expect(w.Proceed(t.Context(), w.service(), delegation.Decision{KeepAway: true}, w.state, failed)).To(MatchError(failed))
	w.Expect(w.Proceed(t.Context(), w.service(), delegation.Decision{}, w.state, failed)).To(MatchError(failed))
	w.Expect(w.attempts).To(BeZero(), "the default controller is kept away only if the slices stand")
	for _, withdraw := range []bool{false, true} {
		err := w.Proceed(t.Context(), w.service(keyed), delegation.Decision{LetDefaultIn: true, Withdraw: withdraw}, w.state, failed)
		w.Expect(err).To(And(MatchError(failed), MatchError(ContainSubstring("request 1"))))
	}
}

func TestMetricsOfBothControllers(t *testing.T) {
	g := NewWithT(t)
	registry := prometheus.NewPedanticRegistry()
	for _, name := range []string{"endpointslice", "endpointslicemirroring"} {
		remembered := memory.New[State]()
		remembered.Of(web).Ineffective.Store(true)
		metrics := NewMetrics(name, remembered)
		g.Expect(registry.Register(metrics)).To(Succeed(), "next to the metrics of the other controller")
		g.Expect(metricstest.Values(g, metrics)).To(HaveKeyWithValue("meshwork_delegation_ineffective_services controller="+name, "1"))
	}
	families, err := registry.Gather()
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(families).To(HaveExactElements(
		HaveField("Metric", HaveLen(2)), // ineffective Services, of each controller
		HaveField("Metric", HaveLen(4)), // handovers, of each controller and direction
	))
}

// A refused patch is tried again when a user changes the Endpoints, but not because their
// addresses or their version change.
func TestContentOfEndpoints(t *testing.T) {
	g := NewWithT(t)
	content := func(edit func(*corev1.Endpoints)) any {
		endpoints := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{UID: "1", Labels: map[string]string{"team": "a"}}}
		edit(endpoints)
		return MirroringKey{}.Content(endpoints)
	}
	before := content(func(*corev1.Endpoints) {})
	g.Expect(content(func(e *corev1.Endpoints) {
		e.ResourceVersion = "2"
		e.Annotations = map[string]string{corev1.EndpointsLastChangeTriggerTime: "now"}
		e.Subsets = []corev1.EndpointSubset{{}}
	})).To(Equal(before))
	g.Expect(content(func(e *corev1.Endpoints) { e.Labels["team"] = "b" })).NotTo(Equal(before))
}
