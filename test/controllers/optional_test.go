package controllers_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrlconfig "sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/optional"
	"github.com/meshwork-dev/meshwork/internal/lifecycle"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// widgets is a kind that the API server does not serve at first.
var widgets = schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Widget"}

var _ = Describe("A controller that needs a kind", func() {
	It("runs while the API server serves it, beside the others", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		needing := startNeeding()

		By("waiting for the kind")
		Eventually(needing.ready).Should(Succeed(), "a kind that is missing does not keep the manager from being ready")
		Eventually(needing.fallbacks.Load).Should(BeEquivalentTo(1))
		expect.Created(ctx, api, configMap(namespace, "first"))
		Eventually(needing.others.load).Should(ContainElement("first"))
		Expect(needing.setUps.Load()).To(BeZero())
		Expect(needing.metrics()).To(BeEmpty())

		By("starting when it comes")
		definition := defineWidgets(ctx)
		createWidget(ctx, namespace, "one")
		Eventually(needing.synced.load).Should(ContainElement("1: one"))
		Eventually(needing.metrics).Should(ConsistOf("widgets"))

		By("stopping when it goes")
		removeDefinition(ctx, definition)
		Eventually(needing.fallbacks.Load).Should(BeEquivalentTo(2))
		Eventually(needing.metrics).Should(BeEmpty())
		expect.Created(ctx, api, configMap(namespace, "second"))
		Eventually(needing.others.load).Should(ContainElement("second"))

		By("starting again when it comes back")
		defineWidgets(ctx)
		createWidget(ctx, namespace, "two")
		Eventually(needing.synced.load).Should(ContainElement("2: two"))
		expect.Created(ctx, api, configMap(namespace, "last"))
		Eventually(needing.synced.load).Should(ContainElement("2: last"))
		Consistently(needing.synced.load).ShouldNot(ContainElement("1: last"), "its event handlers ended when it stopped")
		Expect(needing.metrics()).To(ConsistOf("widgets"))
		Expect(needing.ready()).To(Succeed())
	})
})

// needingManager runs a controller of Widgets, and one of ConfigMaps that needs nothing.
type needingManager struct {
	readiness         *lifecycle.Readiness
	registry          *prometheus.Registry
	setUps, fallbacks atomic.Int32
	synced, others    names
}

func startNeeding() *needingManager {
	GinkgoHelper()
	mgr, err := manager.New(env.Cluster.Config(), manager.Options{
		Scheme: kit.Scheme(), Cache: cache.Options(), Metrics: metricsserver.Options{BindAddress: "0"},
		Controller: ctrlconfig.Controller{EnableWarmup: ptr.To(true)},
	})
	Expect(err).NotTo(HaveOccurred())
	n := &needingManager{readiness: lifecycle.NewReadiness(mgr), registry: prometheus.NewRegistry()}
	Expect(builder.ControllerManagedBy(n.readiness).Named("others").For(&corev1.ConfigMap{}).Complete(&n.others)).To(Succeed())
	Expect(optional.Controller{
		Name: "widgets", Needs: []schema.GroupVersionKind{widgets}, Metrics: n.registry, CheckPeriod: 100 * time.Millisecond,
		SetUp: n.setUpWidgets,
		Fallback: func(context.Context, manager.Manager, prometheus.Registerer) error {
			n.fallbacks.Add(1)
			return nil
		},
	}.Add(n.readiness)).To(Succeed())

	running, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- mgr.Start(running) }()
	DeferCleanup(func() {
		cancel()
		Eventually(ended).Should(Receive(BeNil()))
	})
	return n
}

// setUpWidgets adds a controller that syncs Widgets, and ConfigMaps as if they were Widgets. It
// records the number of its phase with each name.
func (n *needingManager) setUpWidgets(ctx context.Context, mgr manager.Manager, metrics prometheus.Registerer) error {
	phase := strconv.Itoa(int(n.setUps.Add(1)))
	if mgr.GetFieldIndexer().IndexField(ctx, &corev1.ConfigMap{}, "name", nil) == nil {
		return errors.New("the controller may index a kind of the manager's cache, which outlives it")
	}
	reader := mgr.GetClient()
	metrics.MustRegister(prometheus.NewGauge(prometheus.GaugeOpts{Name: "widgets"}))
	return builder.ControllerManagedBy(mgr).Named("widgets").
		For(widget("", ""), builder.OnlyMetadata).
		Watches(&corev1.ConfigMap{}, handler.EnqueueRequestsFromMapFunc(func(_ context.Context, object client.Object) []reconcile.Request {
			n.synced.add(phase + ": " + object.GetName())
			return nil
		})).
		Complete(reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
			if err := reader.Get(ctx, request.NamespacedName, widget("", "")); err == nil {
				n.synced.add(phase + ": " + request.Name)
			}
			return reconcile.Result{}, nil
		}))
}

func (n *needingManager) ready() error { return n.readiness.Check(nil) }

func (n *needingManager) metrics() []string {
	families, err := n.registry.Gather()
	Expect(err).NotTo(HaveOccurred())
	var names []string
	for _, family := range families {
		names = append(names, family.GetName())
	}
	return names
}

func widget(namespace, name string) *metav1.PartialObjectMetadata {
	object := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	object.SetGroupVersionKind(widgets)
	return object
}

func createWidget(ctx context.Context, namespace, name string) {
	GinkgoHelper()
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(widgets)
	object.SetNamespace(namespace)
	object.SetName(name)
	Eventually(func() error { return api.Create(ctx, object) }).Should(Succeed())
}

func configMap(namespace, name string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
}

func defineWidgets(ctx context.Context) *apiextensionsv1.CustomResourceDefinition {
	GinkgoHelper()
	return expect.Temporary(ctx, extensions(), &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "widgets.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: widgets.Group, Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Kind: widgets.Kind},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: widgets.Version, Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object"}},
			}},
		},
	})
}

// removeDefinition returns once the definition is gone.
func removeDefinition(ctx context.Context, definition *apiextensionsv1.CustomResourceDefinition) {
	GinkgoHelper()
	Expect(extensions().Delete(ctx, definition)).To(Succeed())
	Eventually(func() error {
		return extensions().Get(ctx, client.ObjectKeyFromObject(definition), &apiextensionsv1.CustomResourceDefinition{})
	}).Should(Satisfy(apierrors.IsNotFound))
}

// extensions returns a client for CustomResourceDefinitions.
func extensions() client.Client {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(apiextensionsv1.AddToScheme(scheme)).To(Succeed())
	api, err := client.New(env.Cluster.Config(), client.Options{Scheme: scheme})
	Expect(err).NotTo(HaveOccurred())
	return api
}

// names are the names of the objects that a controller has synced.
type names struct {
	mutex sync.Mutex
	all   []string
}

func (n *names) add(name string) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.all = append(n.all, name)
}

func (n *names) load() []string {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return slices.Clone(n.all)
}

// Reconcile implements reconcile.Reconciler.
func (n *names) Reconcile(_ context.Context, request reconcile.Request) (reconcile.Result, error) {
	n.add(request.Name)
	return reconcile.Result{}, nil
}
