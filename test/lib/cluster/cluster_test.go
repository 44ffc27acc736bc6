package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

const (
	timeout  = 3 * time.Minute
	interval = 100 * time.Millisecond
)

func TestWholeCluster(t *testing.T) {
	g := NewWithT(t)
	c, err := cluster.Start(t.Context(), cluster.Options{
		ControllerManager: true,
		Scheduler:         true,
		Kwok:              true,
		Nodes:             2,
		Progress:          t.Output(),
	})
	g.Expect(err).NotTo(HaveOccurred())
	// t.Run returns before this, so the cluster stops after all of them.
	defer func() { g.Expect(c.Stop()).To(Succeed()) }()
	clients := clientsOf(t, c)

	t.Run("Pods run and become endpoints", func(t *testing.T) { testWorkload(t, clients) })
	t.Run("a ServiceAccount may do what RBAC allows", func(t *testing.T) { testServiceAccount(t, c, clients) })
	t.Run("a Node may do what concerns its own Pods", func(t *testing.T) { testNode(t, c, clients) })
	t.Run("kubectl applies and reads", func(t *testing.T) { testKubectl(t, c) })
	t.Run("Connect uses an existing cluster and leaves it running", func(t *testing.T) { testConnect(t, c) })
	t.Run("a process is stopped or killed", func(t *testing.T) { testProcess(t, c) })
	t.Run("Stop ends every process", func(t *testing.T) { testStop(t, c) })
}

func testWorkload(t *testing.T, clients kubernetes.Interface) {
	g := NewWithT(t)
	const replicas = 3
	createWorkload(t, clients, "web", replicas)

	g.Eventually(func(g Gomega) {
		pods, err := clients.CoreV1().Pods("default").List(t.Context(), metav1.ListOptions{LabelSelector: "app=web"})
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(pods.Items).To(HaveLen(replicas))
		addresses := map[string]bool{}
		for _, pod := range pods.Items {
			g.Expect(pod.Status.Phase).To(Equal(corev1.PodRunning))
			g.Expect(pod.Status.PodIPs).To(HaveLen(2), "one address of each family")
			for _, address := range pod.Status.PodIPs {
				addresses[address.IP] = true
			}
		}
		g.Expect(addresses).To(HaveLen(2*replicas), "no address twice")
	}, timeout, interval).Should(Succeed())

	g.Eventually(func(g Gomega) {
		g.Expect(readyEndpoints(t, g, clients, "web", discoveryv1.AddressTypeIPv4)).To(Equal(replicas))
		g.Expect(readyEndpoints(t, g, clients, "web", discoveryv1.AddressTypeIPv6)).To(Equal(replicas))
	}, timeout, interval).Should(Succeed())
}

func testServiceAccount(t *testing.T, c *cluster.Cluster, clients kubernetes.Interface) {
	g := NewWithT(t)
	path := filepath.Join(t.TempDir(), "kubeconfig")
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "visitor"}}
	_, err := clients.CoreV1().ServiceAccounts("default").Create(t.Context(), account, metav1.CreateOptions{})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(c.ServiceAccountKubeconfig(t.Context(), "default", "visitor", path)).To(Succeed())
	expectPrivate(t, path)

	config, err := clientcmd.BuildConfigFromFlags("", path)
	g.Expect(err).NotTo(HaveOccurred())
	visitor := kubernetes.NewForConfigOrDie(config)

	review, err := visitor.AuthenticationV1().SelfSubjectReviews().Create(t.Context(), &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(review.Status.UserInfo.Username).To(Equal("system:serviceaccount:default:visitor"))

	_, err = visitor.CoreV1().Services("default").List(t.Context(), metav1.ListOptions{})
	g.Expect(apierrors.IsForbidden(err)).To(BeTrue(), "listing Services without a Role: %v", err)
}

func testKubectl(t *testing.T, c *cluster.Cluster) {
	g := NewWithT(t)
	manifest := []byte(`{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings"}, "data": {"key": "value"}}`)
	_, err := c.KubectlInput(t.Context(), manifest, "apply", "-f", "-")
	g.Expect(err).NotTo(HaveOccurred())

	output, err := c.Kubectl(t.Context(), "get", "configmap", "settings", "-o", "jsonpath={.data.key}")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(string(output)).To(Equal("value"))

	_, err = c.Kubectl(t.Context(), "get", "configmap", "absent")
	g.Expect(err).To(MatchError(ContainSubstring(`"absent" not found`)))
}

func testConnect(t *testing.T, c *cluster.Cluster) {
	g := NewWithT(t)
	path := filepath.Join(t.TempDir(), "kubeconfig")
	g.Expect(c.WriteKubeconfig(path)).To(Succeed())
	expectPrivate(t, path)
	expectWholeWhileReplaced(t, c, path)

	connected, err := cluster.Connect(path, "")
	g.Expect(err).NotTo(HaveOccurred())
	output, err := connected.Kubectl(t.Context(), "get", "nodes", "-o", "name")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(string(output)).To(ContainSubstring("node/node-1"))
	g.Expect(connected.NodeKubeconfig("node-0", path)).To(MatchError(ContainSubstring("only a cluster that Start started")))
	g.Expect(connected.Stop()).To(Succeed())

	_, err = clientsOf(t, c).Discovery().ServerVersion()
	g.Expect(err).NotTo(HaveOccurred(), "the cluster must outlive those who connected to it")
}

// expectWholeWhileReplaced reads the kubeconfig while it is written again, as a process
// does that was started just before.
func expectWholeWhileReplaced(t *testing.T, c *cluster.Cluster, path string) {
	t.Helper()
	g := NewWithT(t)
	written := make(chan error, 1)
	go func() {
		var errs []error
		for range 1000 {
			errs = append(errs, c.WriteKubeconfig(path))
		}
		written <- errors.Join(errs...)
	}()
	for len(written) == 0 {
		config, err := clientcmd.LoadFromFile(path)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(config.Clusters).NotTo(BeEmpty(), "an empty kubeconfig is valid, and leads nowhere")
	}
	g.Expect(<-written).To(Succeed())
	expectPrivate(t, path)
}

func testProcess(t *testing.T, c *cluster.Cluster) {
	g := NewWithT(t)
	killed, err := c.StartProcess("killed", "sleep", "600")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(killed.Kill()).To(Succeed())
	g.Expect(killed.Done()).To(BeClosed())
	g.Expect(killed.Err()).To(MatchError(ContainSubstring("killed")))
	g.Expect(killed.Stop()).To(Succeed(), "stopping what has ended does nothing")

	// This one is left to the cluster's Stop.
	running, err := c.StartProcess("running", "sleep", "600")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(running.Err()).NotTo(HaveOccurred())

	var output bytes.Buffer
	within := false
	program, err := c.StartProgram(cluster.Program{
		Name: "program", Path: "/usr/bin/env", Env: []string{"ONLY=this"}, Stdout: &output,
		Within: func(start func() error) error {
			within = true
			return start()
		},
	})
	g.Expect(err).NotTo(HaveOccurred())
	g.Eventually(program.Done(), timeout).Should(BeClosed())
	g.Expect(output.String()).To(Equal("ONLY=this\n"))
	g.Expect(program.Log()).To(BeEmpty())
	g.Expect(within).To(BeTrue())

	_, err = c.StartProcess("absent", filepath.Join(t.TempDir(), "absent"))
	g.Expect(err).To(MatchError(ContainSubstring("starting absent")))
}

func testStop(t *testing.T, c *cluster.Cluster) {
	g := NewWithT(t)
	g.Expect(c.Stop()).To(Succeed())
	expectGone(t, c.Processes())
	g.Expect(c.LogDir()).NotTo(BeADirectory(), "temporary logs go with the cluster")

	g.Expect(c.Stop()).To(Succeed(), "stopping again does nothing")
	_, err := c.StartProcess("late", "sleep", "600")
	g.Expect(err).To(MatchError(ContainSubstring("the cluster is stopped")))
}

func TestStartShowsTheCulprit(t *testing.T) {
	g := NewWithT(t)
	logs := t.TempDir()
	_, err := cluster.Start(t.Context(), cluster.Options{
		ControllerManager:     true,
		ControllerManagerArgs: []string{"--no-such-flag"},
		LogDir:                logs,
	})
	g.Expect(err).To(MatchError(And(
		ContainSubstring("kube-controller-manager ended unexpectedly: exit status 1"),
		ContainSubstring("unknown flag: --no-such-flag"),
		ContainSubstring(filepath.Join(logs, "kube-controller-manager.log")),
	)))
}

func TestStartEndsWithItsContext(t *testing.T) {
	g := NewWithT(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := cluster.Start(ctx, cluster.Options{})
	g.Expect(err).To(MatchError(context.Canceled))
}

func TestNodesNeedKwok(t *testing.T) {
	g := NewWithT(t)
	_, err := cluster.Start(t.Context(), cluster.Options{Nodes: 1})
	g.Expect(err).To(MatchError(ContainSubstring("set Options.Kwok")))
}

func TestAssetsNameTheRemedy(t *testing.T) {
	g := NewWithT(t)
	t.Setenv("KUBEBUILDER_ASSETS", t.TempDir())
	_, err := cluster.Assets()
	g.Expect(err).To(MatchError(ContainSubstring("make controlplane")))
}

func clientsOf(t *testing.T, c *cluster.Cluster) kubernetes.Interface {
	t.Helper()
	clients, err := kubernetes.NewForConfig(c.Config())
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	return clients
}

// createWorkload creates a Deployment and the dual-stack Service in front of it.
func createWorkload(t *testing.T, clients kubernetes.Interface, name string, replicas int32) {
	t.Helper()
	g := NewWithT(t)
	labels := map[string]string{"app": name}
	_, err := clients.AppsV1().Deployments("default").Create(t.Context(), &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: appsv1.DeploymentSpec{
			Replicas: new(replicas),
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "app", Image: "example/app"}}},
			},
		},
	}, metav1.CreateOptions{})
	g.Expect(err).NotTo(HaveOccurred())

	_, err = clients.CoreV1().Services("default").Create(t.Context(), &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: corev1.ServiceSpec{
			Selector:       labels,
			IPFamilyPolicy: new(corev1.IPFamilyPolicyRequireDualStack),
			Ports:          []corev1.ServicePort{{Port: 80, TargetPort: intstr.FromInt32(8080)}},
		},
	}, metav1.CreateOptions{})
	g.Expect(err).NotTo(HaveOccurred())
}

func readyEndpoints(t *testing.T, g Gomega, clients kubernetes.Interface, service string, family discoveryv1.AddressType) int {
	slices, err := clients.DiscoveryV1().EndpointSlices("default").List(t.Context(), metav1.ListOptions{
		LabelSelector: discoveryv1.LabelServiceName + "=" + service,
	})
	g.Expect(err).NotTo(HaveOccurred())
	ready := 0
	for _, slice := range slices.Items {
		if slice.AddressType != family {
			continue
		}
		for _, endpoint := range slice.Endpoints {
			if endpoint.Conditions.Ready != nil && *endpoint.Conditions.Ready {
				ready++
			}
		}
	}
	return ready
}

func expectPrivate(t *testing.T, path string) {
	t.Helper()
	g := NewWithT(t)
	info, err := os.Stat(path)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o600)))
}

func expectGone(t *testing.T, processes []*cluster.Process) {
	t.Helper()
	g := NewWithT(t)
	g.Expect(processes).NotTo(BeEmpty())
	for _, process := range processes {
		g.Expect(process.Done()).To(BeClosed(), process.Name())
	}
}
