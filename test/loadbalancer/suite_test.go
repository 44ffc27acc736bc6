// Package loadbalancer_test proves that several implementations of Services of
// type LoadBalancer share a cluster: a cloud provider, which serves those without
// spec.loadBalancerClass, and two Meshworks, which serve one class each.
//
// The API server and the service controller of k8s.io/cloud-provider are real;
// only the cloud behind the latter is fake. The flag -seed decides what happens.
package loadbalancer_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/format"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/cluster"
)

var (
	seed     = flag.Uint64("seed", 1, "decides what happens to the Services")
	services = flag.Int("services", 40, "how many Services there are at most")
	steps    = flag.Int("steps", 300, "how many changes are made to them")

	root       string
	kubernetes *cluster.Cluster
	api        client.Client
	cloud      *provider
)

// Labels of the specs that need something, which is not waited for when they are
// left out.
var (
	needsMeshwork = Label("meshwork")
	needsPolicy   = Label("policy")
)

func TestLoadBalancer(t *testing.T) {
	RegisterFailHandler(Fail)
	log.SetLogger(GinkgoLogr)
	format.MaxLength = 0
	// The service controller tries again after 5 s what has failed, then after 10.
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(50 * time.Millisecond)
	SetDefaultConsistentlyDuration(2 * time.Second)
	SetDefaultConsistentlyPollingInterval(50 * time.Millisecond)
	RunSpecs(t, fmt.Sprintf("Load balancers -seed=%d -services=%d -steps=%d", *seed, *services, *steps))
}

var _ = BeforeSuite(func(ctx SpecContext) {
	module, err := cluster.ModuleRoot()
	Expect(err).NotTo(HaveOccurred())
	root = filepath.Join(module, "..", "..")
	logs := filepath.Join(root, "bin", "loadbalancer")
	Expect(os.RemoveAll(logs)).To(Succeed())
	kubernetes, err = cluster.Start(ctx, cluster.Options{
		CRDDirectories: []string{filepath.Join(root, "config", "crd", "bases")},
		LogDir:         logs,
		Progress:       GinkgoWriter,
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(kubernetes.Stop()).To(Succeed()) })
	config := kubernetes.Config()
	config.WarningHandlerWithContext = rest.NoWarnings{}
	scheme := runtime.NewScheme()
	Expect(clientgoscheme.AddToScheme(scheme)).To(Succeed())
	Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	api, err = client.New(config, client.Options{Scheme: scheme, FieldOwner: user})
	Expect(err).NotTo(HaveOccurred())

	createNodes(ctx)
	cloud = startCloud(ctx)
	kubectl(ctx, "apply", "-k", filepath.Join(root, "config", "admission"))
	if needsPolicy.MatchesLabelFilter(GinkgoLabelFilter()) {
		waitForPolicy(ctx)
	}
	if needsMeshwork.MatchesLabelFilter(GinkgoLabelFilter()) {
		createMeshes(ctx)
		startMeshworks(ctx)
	}
})

// createNodes makes what a cloud provider balances load over. No controller looks
// after Nodes here, so they stay as they are.
func createNodes(ctx context.Context) {
	GinkgoHelper()
	for i := range 3 {
		node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("node-", i)}}
		Expect(api.Create(ctx, node)).To(Succeed())
	}
}

func kubectl(ctx context.Context, args ...string) {
	GinkgoHelper()
	_, err := kubernetes.Kubectl(ctx, args...)
	Expect(err).NotTo(HaveOccurred())
}
