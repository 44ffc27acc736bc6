package podcertificate_test

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/format"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/test/external/podcertificate"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var (
	seed     = flag.Uint64("seed", 1, "decides when the signer is killed")
	requests = flag.Int("requests", 200, "how many requests are open while the signer is killed")

	env *suite.Environment
	api client.Client
	// nodes are node-0 and node-1.
	nodes [2]*podcertificate.Node
	// signer is Meshwork's. A spec that ends it starts the next one.
	signer *kit.Manager
)

func TestPodCertificates(t *testing.T) {
	RegisterFailHandler(Fail)
	log.SetLogger(GinkgoLogr)
	klog.SetLogger(GinkgoLogr)
	format.MaxLength = 0
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(50 * time.Millisecond)
	SetDefaultConsistentlyDuration(2 * time.Second)
	SetDefaultConsistentlyPollingInterval(50 * time.Millisecond)
	RunSpecs(t, fmt.Sprintf("Pod certificates -seed=%d -requests=%d", *seed, *requests))
}

var _ = BeforeSuite(func(ctx SpecContext) {
	env = suite.Start(ctx, cluster.Options{ControllerManager: true, CRDDirectories: kit.CRDs(), LogDir: kit.Path("bin", "podcertificate")})
	api = env.API
	env.ApplyConfig(ctx, "local")
	env.ApplyConfig(ctx, "local-signer")
	createMesh(ctx)
	for i := range nodes {
		nodes[i] = startNode(ctx, fmt.Sprint("node-", i))
	}
	signer = startSigner(ctx)
})

var _ = AfterSuite(func() {
	if signer != nil {
		log, err := signer.Log()
		Expect(err).NotTo(HaveOccurred())
		Expect(log).NotTo(ContainSubstring("is forbidden: User"), "its rights are enough")
		Expect(log).NotTo(ContainSubstring("PRIVATE KEY"), "no private key is logged")
	}
})

func createMesh(ctx context.Context) {
	GinkgoHelper()
	expect.Created(ctx, api, withBackends(kit.Mesh(meshName), "first"))
}

// startNode creates a Node and starts its kubelet.
func startNode(ctx context.Context, name string) *podcertificate.Node {
	GinkgoHelper()
	expect.Created(ctx, api, kit.Node(name))
	return startKubelet(ctx, name)
}

func startKubelet(ctx context.Context, node string) *podcertificate.Node {
	GinkgoHelper()
	started, err := podcertificate.StartNode(ctx, env.Cluster, node)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(started.Stop)
	return started
}

func startSigner(ctx context.Context, flags ...string) *kit.Manager {
	GinkgoHelper()
	started, err := kit.StartSigner(ctx, env.Cluster, kit.ManagerOptions{Flags: flags})
	Expect(err).NotTo(HaveOccurred())
	return started
}

const (
	meshName       = "default"
	serviceAccount = "seller"
)

// newNamespace creates a Namespace with the ServiceAccount of the Pods.
func newNamespace(ctx context.Context) string {
	GinkgoHelper()
	namespace := expect.Namespace(ctx, api)
	expect.Created(ctx, api, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: serviceAccount}})
	return namespace
}
