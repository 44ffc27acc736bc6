package controllers_test

import (
	"context"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	authorizationv1 "k8s.io/api/authorization/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrlconfig "sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/internal/apiclock"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/features"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

const (
	zone             = "east-1"
	clusterDomain    = "cluster.local"
	statusSyncPeriod = 200 * time.Millisecond
	handoverTimeout  = time.Hour // specs in which it may elapse call useDefaultHandoverTimeout
	vipCooldown      = time.Second

	// account is the ServiceAccount of the manager, with the rights of config/rbac.
	account = "system:serviceaccount:meshwork-system:meshwork-controller-manager"
	// signerAccount is the user of the signer, with the rights of config/signer.
	signerAccount = "system:serviceaccount:meshwork-system:meshwork-signer"
)

var (
	env     *suite.Environment
	api     client.Client // the administrator's
	running *runningManager
)

func TestControllers(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(50 * time.Millisecond)
	SetDefaultConsistentlyDuration(time.Second)
	SetDefaultConsistentlyPollingInterval(50 * time.Millisecond)
	RunSpecs(t, "Controllers")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	ctrl.SetLogger(zap.New(zap.WriteTo(GinkgoWriter), zap.UseDevMode(true)))
	env = suite.Start(ctx, cluster.Options{ControllerManager: true, CRDDirectories: append(kit.CRDs(), kit.GatewayAPI()...)})
	api = env.API
	env.ApplyConfig(ctx, "local")
	expect.Created(ctx, api, kit.Node(kit.NodeName))
	running = runManager()
	DeferCleanup(func() { running.stop() })
})

// runningManager is a manager in the process of the test. Its writes, and its reads of
// events, are counted.
type runningManager struct {
	client     client.Client
	writes     *writeCounter
	eventReads *eventReads
	cancel     context.CancelFunc
	ended      chan error
	stopping   sync.Once
}

func runManager(change ...func(*cache.Options)) *runningManager {
	GinkgoHelper()
	return runManagerWith(func(*controllers.Options) {}, change...)
}

// runManagerWith runs a manager with other flags.
func runManagerWith(flags func(*controllers.Options), change ...func(*cache.Options)) *runningManager {
	GinkgoHelper()
	return runManagerAs(account, flags, change...)
}

// runManagerAs runs a manager with other flags and the rights of another ServiceAccount.
func runManagerAs(account string, flags func(*controllers.Options), change ...func(*cache.Options)) *runningManager {
	GinkgoHelper()
	writes := &writeCounter{}
	options := controllers.Options{
		Settings:               meshservice.Settings{Zone: zone, ClusterDomain: clusterDomain, LoadBalancerClass: v1alpha1.DefaultLoadBalancerClass},
		StatusSyncPeriod:       statusSyncPeriod,
		VIPCooldownPeriod:      vipCooldown,
		ConcurrentServiceSyncs: 4,
		EndpointControllerName: kit.EndpointController,
		MaxEndpointsPerSlice:   endpointslice.DefaultMaxEndpointsPerSlice,
		HandoverTimeout:        handoverTimeout,
		EndpointIntervals:      pace.DefaultIntervals,
		Features:               features.New(),
		Metrics:                prometheus.NewRegistry(),
		Enabled:                []string{"*"},
	}
	flags(&options)
	cacheOptions := controllers.CacheOptions(options)
	for _, f := range change {
		f(&cacheOptions)
	}
	reads := &eventReads{}
	config := asAccount(env.Cluster.Config(), account)
	config.Wrap(reads.wrap)
	if follower, follows := options.Clock.(*apiclock.Clock); follows {
		config.Wrap(follower.Wrap)
	}
	mgr, err := manager.New(config, manager.Options{
		Scheme:    kit.Scheme(),
		Cache:     cacheOptions,
		NewClient: writes.newClient,
		Metrics:   metricsserver.Options{BindAddress: "0"},
		// A spec that restarts the manager has a second controller of each name.
		Controller: ctrlconfig.Controller{SkipNameValidation: ptr.To(true)},
	})
	Expect(err).NotTo(HaveOccurred())

	ctx, cancel := context.WithCancel(context.Background())
	Expect(controllers.Setup(ctx, mgr, options)).To(Succeed())
	running := &runningManager{client: mgr.GetClient(), writes: writes, eventReads: reads, cancel: cancel, ended: make(chan error, 1)}
	go func() { running.ended <- mgr.Start(ctx) }()
	Expect(mgr.GetCache().WaitForCacheSync(ctx)).To(BeTrue())
	return running
}

// useDefaultHandoverTimeout restarts the manager with the default of --handover-timeout, for
// specs in which a handover may end with it. A release does if Meshwork never sees that
// kube-controller-manager has emptied its slices, because the change was reverted before.
func useDefaultHandoverTimeout() {
	GinkgoHelper()
	restartWith(func(options *controllers.Options) { options.HandoverTimeout = 30 * time.Second })
}

// restartWith restarts the manager with other flags until the end of the spec.
func restartWith(flags func(*controllers.Options), change ...func(*cache.Options)) {
	GinkgoHelper()
	running.stop()
	running = runManagerWith(flags, change...)
	DeferCleanup(func() {
		running.stop()
		running = runManager()
	})
}

func (m *runningManager) stop() {
	GinkgoHelper()
	m.cancel()
	Eventually(m.ended).Should(Receive(BeNil()))
}

// stopOnce stops the manager unless it is stopped already.
func (m *runningManager) stopOnce() {
	GinkgoHelper()
	m.stopping.Do(m.stop)
}

// can reports whether the manager may do something in its own namespace.
func (m *runningManager) can(ctx context.Context, verb, resource string) bool {
	GinkgoHelper()
	review := &authorizationv1.SelfSubjectAccessReview{Spec: authorizationv1.SelfSubjectAccessReviewSpec{
		ResourceAttributes: &authorizationv1.ResourceAttributes{Namespace: kit.SystemNamespace, Verb: verb, Resource: resource},
	}}
	Expect(m.client.Create(ctx, review)).To(Succeed())
	return review.Status.Allowed
}

// asAccount impersonates a ServiceAccount, so that every spec also tests its rights.
func asAccount(config *rest.Config, account string) *rest.Config {
	config.Impersonate = rest.ImpersonationConfig{
		UserName: account,
		Groups:   []string{"system:serviceaccounts", "system:serviceaccounts:meshwork-system", "system:authenticated"},
	}
	return config
}
