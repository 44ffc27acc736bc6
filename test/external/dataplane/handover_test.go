package dataplane_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// otherController is the name of a second Meshwork.
const otherController = "endpointslice-controller.other.example"

// The numbers of Services that change hands, and of their handovers each way in the short run
// and the whole run.
const (
	handedOver  = 5
	shortRounds = 1
	longRounds  = 20
)

var _ = Describe("A handover, with Pods coming and going", func() {
	for _, size := range []struct {
		name   string
		rounds int
		labels Labels
	}{{"a few times", shortRounds, nil}, {"a hundred times each way", longRounds, Label("long")}} {
		Context(size.name, size.labels, func() {
			It("loses no connection, by the manager alone", func(ctx SpecContext) {
				newExchange("by the manager alone", size.rounds).run(ctx)
			})

			It("loses no connection while the manager is killed at random", func(ctx SpecContext) {
				exchange := newExchange("with the manager killed at random", size.rounds)
				exchange.disturb = exchange.killManager
				runWithoutElection(ctx)
				exchange.run(ctx)
			})
		})
	}

	Context("a hundred times each way", Label("long"), func() {
		It("loses no connection with the admission policy", func(ctx SpecContext) {
			useAdmissionPolicy(ctx)
			newExchange("with the admission policy", longRounds).run(ctx)
		})

		It("loses no connection between two Meshworks", func(ctx SpecContext) {
			startOtherMeshwork(ctx)
			exchange := newExchange("between two Meshworks", longRounds)
			exchange.from = kit.EndpointController
			exchange.to = otherController
			exchange.run(ctx)
		})
	})
})

// exchange hands Services over and back while connections are opened to them and their
// Pods come and go.
type exchange struct {
	name   string
	rounds int
	// from and to are the controllers that have the Services in turn.
	from, to string
	// disturb disturbs the handovers until done is closed, and returns the number of
	// disturbances.
	disturb func(ctx context.Context, done <-chan struct{}) int
	// finished counts handovers.
	finished atomic.Int32

	namespace string
	// handed are the Services that change hands. The Service beside them has the same
	// Pods, and stays with kube-controller-manager.
	handed  []*corev1.Service
	beside  *corev1.Service
	records []*kit.EndpointRecord
	// loads are on the Services that change hands, and besideLoads on the Service beside.
	loads, besideLoads []*load
}

func newExchange(name string, rounds int) *exchange {
	return &exchange{
		name: name, rounds: rounds, from: kit.DefaultEndpointController, to: kit.EndpointController,
		disturb: func(context.Context, <-chan struct{}) int { return 0 },
	}
}

// newRandom returns a separate generator for one purpose.
func (e *exchange) newRandom(purpose string) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), uint64(e.rounds+len(purpose)<<16)))
}

func (e *exchange) run(ctx SpecContext) {
	GinkgoHelper()
	e.createObjects(ctx)
	e.startLoads(ctx)
	done := make(chan struct{})
	var churning, handing sync.WaitGroup
	var changes, disturbances int
	churning.Go(func() { changes = e.churn(ctx, done) })
	churning.Go(func() {
		defer GinkgoRecover()
		disturbances = e.disturb(ctx, done)
	})
	for i := range e.handed {
		handing.Go(func() { e.handOverAndBack(ctx, i) })
	}
	handing.Wait()
	close(done)
	churning.Wait()

	stopLoads(e.loads)
	stopLoads(e.besideLoads)
	e.report(changes, disturbances)
	for _, history := range e.records {
		expect.NoGap(history)
	}
	expectNoneLostWhileDraining(ctx, e.loads, e.besideLoads)
}

// longDrain is longer than kube-controller-manager and kube-proxy together usually need to
// stop using a Pod that is being deleted. On a busy machine, kube-controller-manager waits
// for up to 16 s after it has met a stale cache a few times.
const longDrain = 50 * time.Second

// drainingLong makes a server accept connections for longDrain after SIGTERM.
func drainingLong(template *corev1.PodTemplateSpec) {
	dataplane.Draining(longDrain.String())(template)
	template.Spec.TerminationGracePeriodSeconds = new(int64(longDrain.Seconds()) + 10)
}

// createObjects returns when every Service has endpoints, of the controller from.
func (e *exchange) createObjects(ctx SpecContext) {
	GinkgoHelper()
	e.namespace = expect.Namespace(ctx, api)
	expect.Created(ctx, api, dataplane.Deployment(e.namespace, "web", minReplicas, drainingLong))
	expect.Created(ctx, api, dataplane.Pod(e.namespace, "client", "client"))
	e.beside = expect.Created(ctx, api, dataplane.Service(e.namespace, "beside", kit.Selecting("web")))
	for i := range handedOver {
		edits := []func(*corev1.Service){kit.Selecting("web")}
		if e.from != kit.DefaultEndpointController {
			edits = append(edits, kit.DelegatedTo(e.from))
		}
		e.handed = append(e.handed, expect.Created(ctx, api, dataplane.Service(e.namespace, fmt.Sprintf("handed-%d", i), edits...)))
	}
	readyPods(ctx, e.namespace, "web", minReplicas)
	for _, service := range e.handed {
		publishedBy(ctx, service, e.from, minReplicas)
		history := env.RecordEndpoints(ctx, e.namespace, service.Name)
		DeferCleanup(history.Stop)
		e.records = append(e.records, history)
	}
	publishedBy(ctx, e.beside, kit.DefaultEndpointController, minReplicas)
}

// loadRate is the rate of each load. Two loads on each of the Services that change hands make
// 500 connections a second.
const loadRate = 50

// startLoads opens connections to the cluster IPs of each Service, from a Node and from
// a Pod. Every second Service is called by the other family from there.
func (e *exchange) startLoads(ctx SpecContext) {
	GinkgoHelper()
	pod := networkOf(&readyPods(ctx, e.namespace, "client", 1)[0])
	for i, service := range append([]*corev1.Service{e.beside}, e.handed...) {
		node := ground.Nodes[i%len(ground.Nodes)].Network.Namespace
		loads := startLoads([]route{
			routeTo(node, "tcp", service.Spec.ClusterIPs[i%2], 80, loadRate),
			routeTo(pod, "tcp", service.Spec.ClusterIPs[(i+1)%2], 80, loadRate),
		})
		if i == 0 {
			e.besideLoads = loads
		} else {
			e.loads = append(e.loads, loads...)
		}
	}
}

// handOverAndBack labels a Service, each time when it is settled.
func (e *exchange) handOverAndBack(ctx context.Context, number int) {
	defer GinkgoRecover()
	for range e.rounds {
		for _, controller := range []string{e.to, e.from} {
			delegate(ctx, e.handed[number], controller)
			Eventually(e.records[number].Managers).Should(Equal([]string{controller}), "%s goes to %s", e.handed[number].Name, controller)
			e.finished.Add(1)
		}
	}
}

// delegate hands a Service to a controller, by its label.
func delegate(ctx context.Context, service *corev1.Service, controller string) {
	GinkgoHelper()
	var label any = controller
	if controller == kit.DefaultEndpointController {
		label = nil // removes the label
	}
	labeled := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: service.Namespace, Name: service.Name}}
	patch := kit.MergePatch(kit.JSON{"metadata": kit.JSON{"labels": kit.JSON{v1alpha1.EndpointControllerNameLabel: label}}})
	Expect(api.Patch(ctx, labeled, patch)).To(Succeed())
}

// The Deployment has at least minReplicas, and up to spareReplicas more.
const (
	minReplicas   = 3
	spareReplicas = 3
)

// churn scales the Deployment or deletes one of its Pods, each time when all are ready, and
// returns the number of changes.
func (e *exchange) churn(ctx context.Context, done <-chan struct{}) (changes int) {
	defer GinkgoRecover()
	random, replicas := e.newRandom("churn"), minReplicas
	for ; ; changes++ {
		var pods []corev1.Pod
		Eventually(func() []corev1.Pod {
			pods = e.settledPods(ctx)
			return pods
		}).Should(HaveLen(replicas))
		if isClosed(done) {
			return changes
		}
		if random.IntN(2) == 0 {
			replicas = minReplicas + random.IntN(spareReplicas+1)
			deployment := dataplane.Deployment(e.namespace, "web", 0)
			Expect(api.Patch(ctx, deployment, kit.MergePatch(kit.JSON{"spec": kit.JSON{"replicas": replicas}}))).To(Succeed())
			continue
		}
		Expect(api.Delete(ctx, &pods[random.IntN(len(pods))])).To(Succeed())
	}
}

// settledPods returns the ready Pods that are not being deleted, or none if others are
// on their way.
func (e *exchange) settledPods(ctx context.Context) []corev1.Pod {
	GinkgoHelper()
	var list corev1.PodList
	Expect(api.List(ctx, &list, client.InNamespace(e.namespace), client.MatchingLabels{"app": "web"})).To(Succeed())
	var pods []corev1.Pod
	for _, pod := range list.Items {
		if pod.DeletionTimestamp != nil || pod.Status.Phase == corev1.PodFailed {
			continue
		}
		if !kit.IsReady(&pod) {
			return nil
		}
		pods = append(pods, pod)
	}
	return pods
}

// report writes the figures down.
func (e *exchange) report(changes, disturbances int) {
	what := fmt.Sprintf("%d times each way %s, %d changes of Pods", e.rounds*handedOver, e.name, changes)
	if disturbances > 0 {
		what += fmt.Sprintf(", %d kills", disturbances)
	}
	record("handover", what, "0 lost, 0 later than 1 s", account(e.loads))
	if untranslated := untranslatedOf(e.loads); untranslated > 0 {
		record("handover", "of which the kernel did not translate while kube-proxy replaced rules", "", fmt.Sprint(untranslated))
	}
	record("handover", "beside: a Service of the same Pods that stays with kube-controller-manager", "", account(e.besideLoads))
}
