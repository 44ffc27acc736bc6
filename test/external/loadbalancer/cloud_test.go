package loadbalancer_test

import (
	"context"
	"os"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	clientset "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	servicecontroller "k8s.io/cloud-provider/controllers/service"
	controllersmetrics "k8s.io/component-base/metrics/prometheus/controllers"
	"k8s.io/klog/v2"
)

const (
	// cloudManager is the field manager of the service controller's writes: the API
	// server takes it from the user agent.
	cloudManager = "cloud-controller-manager"
	// The API server comes with the roles of this ServiceAccount, but without the
	// ServiceAccount itself.
	cloudNamespace, cloudAccount = "kube-system", "service-controller"
	cloudWorkers                 = 5
)

// startCloud runs Kubernetes' service controller, as a cloud-controller-manager
// would, until the end of the suite.
func startCloud(ctx context.Context) *provider {
	GinkgoHelper()
	logTo(filepath.Join(env.Cluster.LogDir(), "service-controller.log"))
	clients, err := clientset.NewForConfig(cloudConfig(ctx))
	Expect(err).NotTo(HaveOccurred())
	started := newProvider()
	factory := informers.NewSharedInformerFactory(clients, 12*time.Hour)
	controller, err := servicecontroller.New(started, clients,
		factory.Core().V1().Services(), factory.Core().V1().Nodes(), "meshwork-test", nil)
	Expect(err).NotTo(HaveOccurred())

	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	factory.Start(running.Done())
	go func() {
		defer close(ended)
		controller.Run(running, cloudWorkers, controllersmetrics.NewControllerManagerMetrics(cloudManager))
	}()
	DeferCleanup(func() {
		stop()
		Eventually(ended).Should(BeClosed())
		factory.Shutdown()
	})
	return started
}

// cloudConfig returns the access of the service controller's own ServiceAccount.
func cloudConfig(ctx context.Context) *rest.Config {
	GinkgoHelper()
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: cloudNamespace, Name: cloudAccount}}
	Expect(api.Create(ctx, account)).To(Succeed())
	kubeconfig := filepath.Join(env.Cluster.LogDir(), cloudAccount+".kubeconfig")
	Expect(env.Cluster.ServiceAccountKubeconfig(ctx, cloudNamespace, cloudAccount, kubeconfig)).To(Succeed())
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	Expect(err).NotTo(HaveOccurred())
	config.UserAgent = cloudManager
	config.QPS, config.Burst = 200, 400
	return config
}

// logTo writes the log of the service controller to a file.
func logTo(path string) {
	GinkgoHelper()
	file, err := os.Create(path)
	Expect(err).NotTo(HaveOccurred())
	klog.LogToStderr(false)
	klog.SetOutput(file)
}
