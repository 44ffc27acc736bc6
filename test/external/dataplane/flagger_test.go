package dataplane_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const (
	flaggerRow = "Flagger"
	// flaggerAddress is the address of the metrics that Flagger reads, in the network of its Node.
	flaggerAddress = "127.0.0.1:9090"
	// flaggerInterval is the shortest interval that Flagger accepts.
	flaggerInterval = 10 * time.Second
	flaggerTimeout  = 5 * time.Minute
	// versionAnnotation is the version of a Pod template, which Flagger copies with the template.
	versionAnnotation = "example.com/version"
)

// flaggerObjects are the Canary in docs/routes.md, and its metric, with the address of the metrics.
const flaggerObjects = `
apiVersion: flagger.app/v1beta1
kind: MetricTemplate
metadata: {name: success-rate}
spec:
  provider: {type: prometheus, address: "http://%s"}
  query: success_rate{service="{{ service }}-canary"}
---
apiVersion: flagger.app/v1beta1
kind: Canary
metadata: {name: web}
spec:
  provider: gatewayapi:v1
  targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  service: {port: 80, portName: grpc, targetPort: grpc, gatewayRefs: [{group: "", kind: Service, name: web, port: 80}]}
  analysis:
    interval: %s
    threshold: 1
    stepWeights: [20, 60, 100]
    metrics: [{name: success-rate, templateRef: {name: success-rate}, thresholdRange: {min: 99}}]
`

var _ = Describe("Flagger", Label("long"), func() {
	It("drives a route: it promotes a good version, and rolls back a bad one", NodeTimeout(20*time.Minute), func(ctx SpecContext) {
		delivery := startDelivery(ctx)

		By("promoting a good version")
		delivery.release(ctx, "2")
		Eventually(delivery.phase).WithContext(ctx).WithTimeout(flaggerTimeout).Should(Equal("Succeeded"), delivery.String)
		Eventually(delivery.weights).Should(Equal([]int32{0, 20, 60, 100, 0}))
		delivery.expectShares()
		delivery.expectAnswersOf(ctx, "2")
		Expect(delivery.count(isAny).failed).To(BeZero(), delivery.String)
		delivery.record("a good version is promoted", "0 failed calls")

		By("rolling back a bad version")
		delivery.release(ctx, "3", dataplane.Broken)
		Eventually(delivery.phase).WithContext(ctx).WithTimeout(flaggerTimeout).Should(Equal("Failed"), delivery.String)
		Eventually(delivery.weights).Should(Equal([]int32{0, 20, 0}))
		delivery.expectShares()
		delivery.expectAnswersOf(ctx, "2")
		Expect(delivery.count(func(of podGroup) bool { return of.version == "3" }).failed).NotTo(BeZero(), delivery.String)
		Expect(delivery.count(func(of podGroup) bool { return of.version != "3" }).failed).To(BeZero(), delivery.String)
		delivery.record("a bad version is rolled back", "only calls to version 3 fail")

		By("leaving the objects alone afterwards")
		Eventually(delivery.conditions).WithContext(ctx).Should(Equal(map[string]metav1.ConditionStatus{
			"Accepted": metav1.ConditionTrue, "ResolvedRefs": metav1.ConditionTrue,
		}))
		versions, err := delivery.resourceVersions(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(versions).To(HaveLen(4))
		Consistently(delivery.resourceVersions).WithContext(ctx).WithTimeout(2 * flaggerInterval).Should(Equal(versions))
		for _, caller := range delivery.callers {
			caller.stop()
		}
	})
})

// delivery is a Deployment with a Canary, and callers of its Service.
type delivery struct {
	namespace  string
	deployment *appsv1.Deployment
	callers    []*caller

	mutex sync.Mutex
	pods  map[string]podGroup // by address
	// steps are those since the last release.
	steps []weightStep
	// measured are the calls to the canary up to the last query of Flagger.
	measured callCount
}

// startDelivery starts the xDS server, Flagger, and callers, and waits until Flagger has a route.
func startDelivery(ctx SpecContext) *delivery {
	GinkgoHelper()
	env.ApplyConfig(ctx, "local-xds")
	xdsServer := startXDS(ctx)
	mesh := expect.Temporary(ctx, api, kit.Mesh("flagger"))
	d := &delivery{pods: map[string]podGroup{}, steps: []weightStep{{}}}
	d.namespace = expect.Temporary(ctx, api, kit.Namespace("flagger", func(namespace *corev1.Namespace) {
		namespace.Labels = map[string]string{v1alpha1.SidecarInjectionLabel: "true", v1alpha1.MeshLabel: mesh.Name}
	})).Name
	d.deployment = dataplane.Deployment(d.namespace, "web", 3, dataplane.Draining("2s"), withVersion("1"))
	d.deployment.Spec.MinReadySeconds = 2 // clients know new Pods before Flagger does
	expect.Created(ctx, api, d.deployment)
	port := kit.WithPorts(corev1.ServicePort{Name: "grpc", Port: 80, TargetPort: intstr.FromString("grpc")})
	service := expect.Created(ctx, api, dataplane.Service(d.namespace, "web", port))
	readyPods(ctx, d.namespace, "web", 3)
	d.callers = startCallers(ctx, xdsServer, service)
	Expect(kit.Follow(ctx, ground.API, &corev1.PodList{}, d.observe, client.InNamespace(d.namespace))).To(Succeed())
	Expect(kit.Follow(ctx, ground.API, &gatewayv1.HTTPRouteList{}, d.observe, client.InNamespace(d.namespace))).To(Succeed())
	d.startFlagger(ctx)

	env.Apply(ctx, d.namespace, fmt.Sprintf(flaggerObjects, flaggerAddress, flaggerInterval))
	Eventually(d.phase).WithContext(ctx).WithTimeout(flaggerTimeout).Should(Equal("Initialized"))
	d.expectAnswersOf(ctx, "1")
	Expect(d.count(isAny).failed).To(BeZero(), d.String)
	d.record("Flagger takes over a Service", "0 failed calls")
	return d
}

// startFlagger starts Flagger with the rights that its own manifests give it.
func (d *delivery) startFlagger(ctx SpecContext) {
	GinkgoHelper()
	manifests := []string{"-f", kit.Path("bin", "flagger", "crd.yaml"), "-f", kit.Path("bin", "flagger", "account.yaml")}
	env.Kubectl(ctx, append([]string{"apply", "--server-side"}, manifests...)...)
	DeferCleanup(func(ctx SpecContext) { env.Kubectl(ctx, append([]string{"delete"}, manifests...)...) })
	env.Kubectl(ctx, "wait", "--for=condition=Established", "crd", "--all")
	kubeconfig := filepath.Join(GinkgoT().TempDir(), "flagger.kubeconfig")
	Expect(ground.Cluster.ServiceAccountKubeconfig(ctx, "default", "flagger", kubeconfig)).To(Succeed())
	node := ground.Nodes[0].Network
	metrics := httptest.NewUnstartedServer(http.HandlerFunc(d.answerQuery))
	Expect(metrics.Listener.Close()).To(Succeed())
	var err error
	metrics.Listener, err = node.Listen("tcp", flaggerAddress)
	Expect(err).NotTo(HaveOccurred())
	metrics.Start()
	DeferCleanup(metrics.Close)
	start(cluster.Program{Name: "flagger", Path: kit.Path("bin", "flagger", "flagger"), Within: node.Do, Args: []string{
		"-kubeconfig=" + kubeconfig, "-mesh-provider=gatewayapi:v1", "-metrics-server=http://" + flaggerAddress,
		"-control-loop-interval=1s", "-log-level=info",
	}})
}

// answerQuery answers as Prometheus does, with the success rate since the last query in percent.
func (d *delivery) answerQuery(writer http.ResponseWriter, request *http.Request) {
	value := "1" // of Flagger's probe
	if strings.Contains(request.FormValue("query"), `service="web-canary"`) {
		now := d.count(isCanary)
		d.mutex.Lock()
		answered, failed := now.answered-d.measured.answered, now.failed-d.measured.failed
		d.measured = now
		d.mutex.Unlock()
		value = fmt.Sprint(100 * float64(answered) / float64(answered+failed)) // NaN without calls
	}
	_, _ = fmt.Fprintf(writer, `{"status": "success", "data": {"resultType": "vector", "result": [{"metric": {}, "value": [0, "%s"]}]}}`, value)
}

func withVersion(name string) func(*corev1.PodTemplateSpec) {
	return func(template *corev1.PodTemplateSpec) {
		metav1.SetMetaDataAnnotation(&template.ObjectMeta, versionAnnotation, name)
	}
}

// release changes the Pod template of the Deployment, as a user does.
func (d *delivery) release(ctx SpecContext, name string, edits ...func(*corev1.PodTemplateSpec)) {
	GinkgoHelper()
	d.mutex.Lock()
	d.steps, d.measured = []weightStep{{begin: d.tally()}}, callCount{}
	d.mutex.Unlock()
	expect.Updated(ctx, api, d.deployment, func(deployment *appsv1.Deployment) {
		for _, edit := range append(edits, withVersion(name)) {
			edit(&deployment.Spec.Template)
		}
	})
}

// observe notes Pods, and the weights of the route.
func (d *delivery) observe(event watch.Event) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	switch object := event.Object.(type) {
	case *corev1.Pod:
		for _, ip := range object.Status.PodIPs {
			d.pods[ip.IP] = podGroup{object.Labels["app"], object.Annotations[versionAnnotation]}
		}
	case *gatewayv1.HTTPRoute:
		if object.Name != d.deployment.Name {
			return
		}
		weight := *object.Spec.Rules[0].BackendRefs[1].Weight
		if d.steps[len(d.steps)-1].canaryWeight != weight {
			d.steps = append(d.steps, weightStep{weight, d.tally()})
		}
	}
}

// phase returns the phase of the Canary.
func (d *delivery) phase(ctx SpecContext) (string, error) {
	canary := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "flagger.app/v1beta1", "kind": "Canary"}}
	if err := api.Get(ctx, client.ObjectKeyFromObject(d.deployment), canary); err != nil {
		return "", err
	}
	phase, _, err := unstructured.NestedString(canary.Object, "status", "phase")
	return phase, err
}

// conditions returns the current conditions that Meshwork has written into the route.
func (d *delivery) conditions(ctx SpecContext) (map[string]metav1.ConditionStatus, error) {
	var route gatewayv1.HTTPRoute
	if err := api.Get(ctx, client.ObjectKeyFromObject(d.deployment), &route); err != nil {
		return nil, err
	}
	found := map[string]metav1.ConditionStatus{}
	for _, parent := range route.Status.Parents {
		for _, condition := range parent.Conditions {
			if parent.ControllerName == v1alpha1.RouteControllerName && condition.ObservedGeneration == route.Generation {
				found[condition.Type] = condition.Status
			}
		}
	}
	return found, nil
}

// resourceVersions returns the versions of the route and of the Services.
func (d *delivery) resourceVersions(ctx SpecContext) (map[string]string, error) {
	versions := map[string]string{}
	for _, list := range []client.ObjectList{&gatewayv1.HTTPRouteList{}, &corev1.ServiceList{}} {
		if err := api.List(ctx, list, client.InNamespace(d.namespace)); err != nil {
			return nil, err
		}
		err := meta.EachListItem(list, func(object runtime.Object) error {
			named := object.(client.Object)
			versions[fmt.Sprintf("%T %s", named, named.GetName())] = named.GetResourceVersion()
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return versions, nil
}
