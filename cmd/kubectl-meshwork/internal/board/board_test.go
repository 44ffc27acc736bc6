package board_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// viewer is a tab: it applies the updates that it receives.
type viewer struct {
	*board.Subscriber
	topics map[string]map[string]json.RawMessage
	resets map[string]int
}

func newViewer(pictures *board.Board, topics ...string) *viewer {
	v := &viewer{Subscriber: board.NewSubscriber(), topics: map[string]map[string]json.RawMessage{}, resets: map[string]int{}}
	for _, topic := range topics {
		if !pictures.Subscribe(v.Subscriber, topic) {
			panic("no topic " + topic)
		}
	}
	return v
}

// entry returns the fields of an entry as the page has them now, nil if there is none.
func (v *viewer) entry(topic, key string) map[string]any {
	for _, update := range v.Take() {
		if update.Reset {
			v.topics[update.Topic] = map[string]json.RawMessage{}
			v.resets[update.Topic]++
		}
		for key, value := range update.Set {
			v.topics[update.Topic][key] = value
		}
		for _, key := range update.Remove {
			delete(v.topics[update.Topic], key)
		}
	}
	var fields map[string]any
	if value := v.topics[topic][key]; value != nil {
		_ = json.Unmarshal(value, &fields)
	}
	return fields
}

func start(t *testing.T, objects ...client.Object) (client.WithWatch, *board.Board) {
	t.Helper()
	return startWith(t, interceptor.Funcs{}, objects...)
}

func startWith(t *testing.T, funcs interceptor.Funcs, objects ...client.Object) (client.WithWatch, *board.Board) {
	t.Helper()
	scheme := runtime.NewScheme()
	NewWithT(t).Expect(clientgoscheme.AddToScheme(scheme)).To(Succeed())
	NewWithT(t).Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	NewWithT(t).Expect(gatewayv1.Install(scheme)).To(Succeed())
	cluster := gapless(fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).
		WithIndex(&coordinationv1.Lease{}, "metadata.name", func(lease client.Object) []string { return []string{lease.GetName()} }).
		WithIndex(&corev1.Event{}, "reason", func(event client.Object) []string { return []string{event.(*corev1.Event).Reason} }).
		WithIndex(&corev1.Event{}, "involvedObject.name", func(event client.Object) []string { return []string{event.(*corev1.Event).InvolvedObject.Name} }).
		WithInterceptorFuncs(funcs).Build())
	pictures := board.New(t.Context(), cluster, board.Options{
		Settings: settings, Now: time.Now,
		XDSServers: func(context.Context) ([]collect.XDSServer, snapshot.Gaps) { return nil, nil },
	})
	go pictures.Run(t.Context())
	return cluster, pictures
}

var settings = snapshot.Settings{
	Settings:           meshservice.Settings{Zone: "default", ClusterDomain: "cluster.local", LoadBalancerClass: v1alpha1.DefaultLoadBalancerClass},
	EndpointController: "endpointslice-controller.meshwork.dev",
}

// derived returns the MeshService of a Service without Pods.
func derived(service *corev1.Service) *v1alpha1.MeshService {
	snap := &snapshot.Service{Service: service, Meshes: []*v1alpha1.Mesh{mesh()}}
	made := snap.Derive(settings).MeshServices[0]
	made.Status.Availability = v1alpha1.Offline
	return made
}

func mesh() *v1alpha1.Mesh { return &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}} }

func service(name string) *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, UID: "1", Labels: map[string]string{v1alpha1.MeshLabel: "default"}},
		Spec: corev1.ServiceSpec{Type: corev1.ServiceTypeClusterIP, ClusterIP: "10.0.0.1", ClusterIPs: []string{"10.0.0.1"},
			Selector: map[string]string{"app": name}, Ports: []corev1.ServicePort{{Name: "http", Port: 80, Protocol: corev1.ProtocolTCP}}},
	}
}

func slice(service, name string, pods ...string) *discoveryv1.EndpointSlice {
	made := &discoveryv1.EndpointSlice{AddressType: discoveryv1.AddressTypeIPv4, ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name,
		Labels: map[string]string{discoveryv1.LabelServiceName: service, discoveryv1.LabelManagedBy: "endpointslice-controller.k8s.io"}}}
	for i, pod := range pods {
		made.Endpoints = append(made.Endpoints, discoveryv1.Endpoint{Addresses: []string{fmt.Sprintf("10.1.0.%d", i+1)}, Zone: ptr.To("zone-a"),
			NodeName: ptr.To("node-a"), TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: pod}})
	}
	return made
}

// replace updates an object, ignoring its version.
func replace(t *testing.T, cluster client.Client, object client.Object) error {
	t.Helper()
	current := object.DeepCopyObject().(client.Object)
	if err := cluster.Get(t.Context(), client.ObjectKeyFromObject(object), current); err != nil {
		return err
	}
	object.SetResourceVersion(current.GetResourceVersion())
	return cluster.Update(t.Context(), object)
}

const soon = 10 * time.Second

func TestRowsFollowTheCluster(t *testing.T) {
	g := NewWithT(t)
	cluster, pictures := start(t, mesh(), service("web"))
	v := newViewer(pictures, board.TopicServices)
	state := func(name string) func() any {
		return func() any { return v.entry(board.TopicServices, "shop/"+name)["state"] }
	}
	g.Eventually(state("web"), soon).Should(BeEquivalentTo("Missing"))
	g.Expect(cluster.Create(t.Context(), service("cart"))).To(Succeed())
	g.Eventually(state("cart"), soon).Should(BeEquivalentTo("Missing"))
	unlabeled := service("web")
	unlabeled.Labels = nil
	g.Expect(cluster.Patch(t.Context(), unlabeled, client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"labels":null}}`)))).To(Succeed())
	g.Eventually(state("web"), soon).Should(BeEquivalentTo("NotInMesh"))
	g.Expect(cluster.Delete(t.Context(), service("cart"))).To(Succeed())
	g.Eventually(state("cart"), soon).Should(BeNil())
	g.Expect(v.resets[board.TopicServices]).To(Equal(1), "changes are sent, not pages")
}

// TestRowsFollowPodsWithoutEndpoints has Pods that no EndpointSlice has.
func TestRowsFollowPodsWithoutEndpoints(t *testing.T) {
	g := NewWithT(t)
	cluster, pictures := start(t, mesh(), service("web"), service("cart"))
	v := newViewer(pictures, board.TopicServices)
	findings := func(name string) func() any {
		return func() any { return v.entry(board.TopicServices, "shop/"+name)["findings"] }
	}
	g.Eventually(findings("web"), soon).ShouldNot(BeNil())
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-0", Labels: map[string]string{"app": "web"}}}
	g.Expect(cluster.Create(t.Context(), pod)).To(Succeed())
	g.Eventually(findings("web"), soon).Should(ContainElement("NoReadyEndpoint"))
	g.Expect(findings("cart")()).NotTo(ContainElement("NoReadyEndpoint"))
	pod.Labels["app"] = "cart"
	g.Expect(cluster.Update(t.Context(), pod)).To(Succeed())
	g.Eventually(findings("cart"), soon).Should(ContainElement("NoReadyEndpoint"))
	g.Eventually(findings("web"), soon).ShouldNot(ContainElement("NoReadyEndpoint"))
	g.Expect(cluster.Delete(t.Context(), pod)).To(Succeed())
	g.Eventually(findings("cart"), soon).ShouldNot(ContainElement("NoReadyEndpoint"))
}

func TestAMeshThatGoesConcernsEveryService(t *testing.T) {
	g := NewWithT(t)
	cluster, pictures := start(t, mesh(), service("web"), service("cart"))
	v := newViewer(pictures, board.TopicServices)
	states := func() []any {
		return []any{v.entry(board.TopicServices, "shop/web")["state"], v.entry(board.TopicServices, "shop/cart")["state"]}
	}
	g.Eventually(states, soon).Should(HaveEach("Missing"))
	g.Expect(cluster.Delete(t.Context(), mesh())).To(Succeed())
	g.Eventually(states, soon).Should(HaveEach("Excluded"))
}

func TestTheOverviewHasTheLastChanges(t *testing.T) {
	g := NewWithT(t)
	cluster, pictures := start(t, mesh(), service("web"))
	v := newViewer(pictures, board.TopicOverview)
	g.Eventually(func() any { return v.entry(board.TopicOverview, "counts")["services"] }, soon).Should(BeEquivalentTo(1))
	g.Expect(v.topics[board.TopicOverview]).NotTo(HaveKey(HavePrefix("change/")), "what was there before is no change")
	g.Expect(cluster.Create(t.Context(), service("cart"))).To(Succeed())
	g.Eventually(func() any { return v.entry(board.TopicOverview, "change/0")["text"] }, soon).Should(BeEquivalentTo("is new, in Mesh default"))
	g.Eventually(func() any { return v.entry(board.TopicOverview, "counts")["services"] }, soon).Should(BeEquivalentTo(2))
}

func TestTheNeighborhoodFollowsItsPods(t *testing.T) {
	g := NewWithT(t)
	cluster, pictures := start(t, mesh(), service("web"), slice("web", "web-1", "a"))
	topic := "service/shop/web"
	v := newViewer(pictures, topic)
	g.Eventually(func() any { return v.entry(topic, "endpoint/a")["state"] }, soon).Should(BeEquivalentTo("Ready"))
	g.Expect(v.entry(topic, "endpoint/a")["warnings"]).To(ContainElement("the Pod no longer exists"), "as the tree says")
	g.Expect(cluster.Create(t.Context(), &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "a"}, Status: corev1.PodStatus{Phase: corev1.PodRunning}})).To(Succeed())
	g.Eventually(func() any { return v.entry(topic, "endpoint/a")["phase"] }, soon).Should(BeEquivalentTo("Running"))
	changed := slice("web", "web-1", "a", "b")
	changed.Endpoints[0].Conditions.Ready = ptr.To(false)
	g.Expect(replace(t, cluster, changed)).To(Succeed())
	g.Eventually(func() any { return v.entry(topic, "endpoint/a")["state"] }, soon).Should(BeEquivalentTo("NotReady"))
	g.Expect(v.entry(topic, "endpoint/b")["state"]).To(BeEquivalentTo("Ready"))
	g.Expect(v.resets[topic]).To(Equal(1))
}

func TestAHandoverIsSeen(t *testing.T) {
	g := NewWithT(t)
	cluster, pictures := start(t, mesh(), service("web"), slice("web", "web-1", "a"))
	topic := "service/shop/web"
	v := newViewer(pictures, topic)
	g.Eventually(func() any { return v.entry(topic, "service")["name"] }, soon).Should(BeEquivalentTo("web"))
	label := fmt.Sprintf(`{"metadata":{"labels":{%q:"endpointslice-controller.meshwork.dev"}}}`, v1alpha1.EndpointControllerNameLabel)
	g.Expect(cluster.Patch(t.Context(), service("web"), client.RawPatch("application/merge-patch+json", []byte(label)))).To(Succeed())
	g.Eventually(func() any { return v.entry(topic, "handover/0")["text"] }, soon).Should(
		BeEquivalentTo("endpointslice-controller.meshwork.dev takes over the EndpointSlices"))
	g.Expect(v.entry(topic, "delegation/endpointslice-controller.meshwork.dev")).To(HaveKeyWithValue("others", BeEquivalentTo(1)))
}

func TestTheHistoryHasEventsOfPodsAndChanges(t *testing.T) {
	g := NewWithT(t)
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "a", UID: "a", Labels: map[string]string{"app": "web"}}}
	cluster, pictures := start(t, mesh(), service("web"), slice("web", "web-1", "a"), pod)
	topic := "service/shop/web"
	v := newViewer(pictures, topic)
	g.Eventually(func() any { return v.entry(topic, "service")["name"] }, soon).Should(BeEquivalentTo("web"))
	event := func(name string, uid types.UID) *corev1.Event {
		return &corev1.Event{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, UID: types.UID(name)},
			InvolvedObject: corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: string(uid), UID: uid}}
	}
	g.Expect(cluster.Create(t.Context(), event("other", "z"))).To(Succeed())
	g.Expect(cluster.Create(t.Context(), event("own", "a"))).To(Succeed())
	g.Eventually(func() any { return v.entry(topic, "event/own")["object"] }, soon).Should(BeEquivalentTo("Pod/a"))
	g.Expect(v.entry(topic, "event/other")).To(BeNil())
	g.Expect(cluster.Delete(t.Context(), pod)).To(Succeed())
	g.Expect(cluster.Create(t.Context(), event("late", "a"))).To(Succeed())
	g.Eventually(func() any { return v.entry(topic, "event/late")["object"] }, soon).Should(BeEquivalentTo("Pod/a"), "the Pod is gone, its events are not")
	g.Expect(cluster.Delete(t.Context(), mesh())).To(Succeed())
	g.Eventually(func() any { return v.entry(topic, "change/0")["text"] }, soon).Should(BeEquivalentTo("left Mesh default"))
}

func TestAServiceThatDoesNotExist(t *testing.T) {
	g := NewWithT(t)
	cluster, pictures := start(t, mesh())
	topic := "service/shop/web"
	v := newViewer(pictures, topic)
	g.Eventually(func() any { return v.entry(topic, "missing")["message"] }, soon).Should(ContainSubstring("Service shop/web does not exist"))
	g.Expect(cluster.Create(t.Context(), service("web"))).To(Succeed())
	g.Eventually(func() any { return v.entry(topic, "service")["name"] }, soon).Should(BeEquivalentTo("web"))
	g.Expect(v.entry(topic, "missing")).To(BeNil())
}

func TestANameThatIsGivenUpConcernsWhoNeedsIt(t *testing.T) {
	g := NewWithT(t)
	holder := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web",
		Labels:          map[string]string{v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController},
		OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "Service", Name: "cart", UID: "2", Controller: ptr.To(true)}}}}
	cluster, pictures := start(t, mesh(), service("web"), holder)
	v := newViewer(pictures, board.TopicServices)
	state := func() any { return v.entry(board.TopicServices, "shop/web")["state"] }
	g.Eventually(state, soon).Should(BeEquivalentTo("Conflict"))
	g.Expect(cluster.Delete(t.Context(), holder)).To(Succeed())
	g.Eventually(state, soon).Should(BeEquivalentTo("Missing"))
}

func TestWhatMayBeListedButNotWatchedIsShown(t *testing.T) {
	g := NewWithT(t)
	_, pictures := startWith(t, interceptor.Funcs{
		Watch: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) (watch.Interface, error) {
			if _, isServices := list.(*corev1.ServiceList); isServices {
				return nil, apierrors.NewForbidden(corev1.Resource("services"), "", nil)
			}
			return c.Watch(ctx, list, options...)
		},
	}, mesh(), service("web"))
	v := newViewer(pictures, board.TopicServices, board.TopicCluster)
	state := func() any { return v.entry(board.TopicServices, "shop/web")["state"] }
	g.Eventually(state, soon).Should(BeEquivalentTo("Missing"))
	g.Consistently(state, time.Second).Should(BeEquivalentTo("Missing"))
}

// listedWhen forbids to list a kind until it is granted.
func listedWhen[L client.ObjectList](granted *atomic.Bool) interceptor.Funcs {
	return interceptor.Funcs{
		List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			if _, isKind := list.(L); isKind && !granted.Load() {
				return apierrors.NewForbidden(schema.GroupResource{}, "", nil)
			}
			return c.List(ctx, list, options...)
		},
	}
}

func TestRightsThatAreGrantedLaterShow(t *testing.T) {
	t.Parallel() // it waits for the next attempt
	g := NewWithT(t)
	var granted atomic.Bool
	_, pictures := startWith(t, listedWhen[*v1alpha1.MeshServiceList](&granted), mesh(), service("web"))
	v := newViewer(pictures, board.TopicServices)
	state := func() any { return v.entry(board.TopicServices, "shop/web")["state"] }
	g.Eventually(state, soon).Should(BeEquivalentTo("Unknown"))
	granted.Store(true)
	g.Eventually(state, time.Minute).Should(BeEquivalentTo("Missing"))
}

func TestRightsAreNoNews(t *testing.T) {
	t.Parallel() // it waits for the next attempt
	g := NewWithT(t)
	var granted atomic.Bool
	_, pictures := startWith(t, listedWhen[*corev1.ServiceList](&granted), mesh(), service("web"), service("cart"))
	v := newViewer(pictures, board.TopicOverview)
	services := func() any { return v.entry(board.TopicOverview, "counts")["services"] }
	g.Eventually(services, soon).Should(BeEquivalentTo(0))
	granted.Store(true)
	g.Eventually(services, time.Minute).Should(BeEquivalentTo(2))
	g.Expect(v.topics[board.TopicOverview]).NotTo(HaveKey(HavePrefix("change/")))
}

// Rows wait for certificates, if a Mesh issues any.
func TestCertificatesThatAreReadLate(t *testing.T) {
	g := NewWithT(t)
	strict := mesh()
	strict.Spec.MTLS = &v1alpha1.MeshMTLS{EnabledBackend: "ca-1", Mode: v1alpha1.MTLSStrict, Backends: []v1alpha1.CABackend{{Name: "ca-1", Generated: &v1alpha1.GeneratedCA{}}}}
	strict.Status.MTLS = &v1alpha1.MeshMTLSStatus{SigningBackend: "ca-1", Roots: []v1alpha1.TrustedRoot{{Fingerprint: "root"}}}
	certificate := &v1alpha1.MeshCertificate{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "a"}, Spec: v1alpha1.MeshCertificateSpec{
		Mesh: "default", Certificates: []v1alpha1.IssuedCertificate{{Backend: "ca-1", Root: "root", NotAfter: metav1.NewTime(time.Now().Add(time.Hour))}},
	}}
	release := make(chan struct{})
	_, pictures := startWith(t, listedAfter[*v1alpha1.MeshCertificateList](release), strict, service("web"), slice("web", "web-1", "a"), certificate)
	v := newViewer(pictures, board.TopicServices)
	findings := func() any { return v.entry(board.TopicServices, "shop/web")["findings"] }
	g.Consistently(findings, "500ms").Should(BeNil())
	close(release)
	g.Eventually(findings, soon).ShouldNot(BeNil())
	g.Expect(findings()).NotTo(ContainElement("CertificatesMissing"))
}

func TestPodsThatAreReadLateAreNoNews(t *testing.T) {
	g := NewWithT(t)
	web := service("web")
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-0", Labels: map[string]string{"app": "web"}}}
	release := make(chan struct{})
	_, pictures := startWith(t, listedAfter[*corev1.PodList](release), mesh(), web, derived(web), pod)
	v := newViewer(pictures, board.TopicServices, board.TopicOverview)
	state := func() any { return v.entry(board.TopicServices, "shop/web")["state"] }
	g.Eventually(state, soon).Should(BeEquivalentTo("NoPods"))
	close(release)
	g.Eventually(state, soon).Should(BeEquivalentTo("Down"))
	g.Eventually(func() any { return v.entry(board.TopicOverview, "counts")["states"] }, soon).Should(HaveKey("Down"))
	g.Expect(v.topics[board.TopicOverview]).NotTo(HaveKey(HavePrefix("change/")))
}

func TestRowsHaveTheReasonOfARefusal(t *testing.T) {
	g := NewWithT(t)
	cluster, pictures := start(t, mesh(), service("web"))
	v := newViewer(pictures, board.TopicServices)
	findings := func() any { return v.entry(board.TopicServices, "shop/web")["findings"] }
	g.Eventually(findings, soon).Should(And(ContainElement("MeshServiceMissing"), Not(ContainElement("MeshServiceRejected"))))
	g.Expect(cluster.Create(t.Context(), &corev1.Event{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web.1"}, Reason: v1alpha1.ReasonMeshServiceRejected, Message: "exceeded quota",
		InvolvedObject: corev1.ObjectReference{Kind: "Service", Namespace: "shop", Name: "web", UID: "1"},
	})).To(Succeed())
	g.Eventually(findings, soon).Should(And(ContainElement("MeshServiceRejected"), Not(ContainElement("MeshServiceMissing"))))
}

// listedAfter lists objects of one type only after the channel is closed.
func listedAfter[L client.ObjectList](release chan struct{}) interceptor.Funcs {
	return interceptor.Funcs{List: func(ctx context.Context, cluster client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
		if _, ok := list.(L); ok {
			select {
			case <-release:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return cluster.List(ctx, list, options...)
	}}
}

func TestTopicsThatDoNotExist(t *testing.T) {
	_, pictures := start(t)
	for _, topic := range []string{"", "pods", "service/", "service/shop", "service//web", "service/shop/web/more"} {
		if pictures.Subscribe(board.NewSubscriber(), topic) {
			t.Errorf("there is a topic %q", topic)
		}
	}
}

func TestASlowSubscriberGetsTheLastStateOnce(t *testing.T) {
	g := NewWithT(t)
	cluster, pictures := start(t, mesh(), service("web"), slice("web", "web-1", "a"))
	topic := "service/shop/web"
	fast, slow := newViewer(pictures, topic), newViewer(pictures, topic)
	for i := range 20 {
		changed := slice("web", "web-1", "a", strings.Repeat("b", i+1))
		g.Expect(replace(t, cluster, changed)).To(Succeed())
		g.Eventually(func() any { return fast.entry(topic, "endpoint/"+strings.Repeat("b", i+1)) }, soon).ShouldNot(BeNil())
	}
	updates := slow.Take()
	g.Expect(updates).To(HaveLen(1))
	g.Expect(updates[0].Reset).To(BeTrue())
	g.Expect(updates[0].Set).To(HaveKey("endpoint/" + strings.Repeat("b", 20)))
	g.Expect(updates[0].Set).NotTo(HaveKey("endpoint/b"))
}
