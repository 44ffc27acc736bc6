// Command meshwork-xds serves the MeshServices of a cluster to gRPC clients and proxies by xDS. It
// writes nothing to the cluster.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/lifecycle"
	"github.com/meshwork-dev/meshwork/internal/metricsauth"
	"github.com/meshwork-dev/meshwork/internal/reviews"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/catalog"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

// version is set by the linker.
var version = "dev"

func main() {
	options, err := parseOptions(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "meshwork-xds: %v\n", err)
		os.Exit(2)
	}
	if options.showVersion {
		fmt.Println(version)
		return
	}
	ctrl.SetLogger(zap.New(zap.UseFlagOptions(&options.logging)))
	klog.SetLogger(ctrl.Log)
	lifecycle.LimitMemory(ctrl.Log)
	if err := run(ctrl.SetupSignalHandler(), options); err != nil {
		ctrl.Log.Error(err, "the server failed")
		os.Exit(1)
	}
}

func run(ctx context.Context, options *options) error {
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	config.WarningHandlerWithContext = log.NewKubeAPIWarningLogger(log.KubeAPIWarningLoggerOptions{Deduplicate: true})
	mgr, err := manager.New(config, managerOptions(options))
	if err != nil {
		return err
	}
	if err := metricsauth.AddServer(mgr, config, options.metricsBindAddress); err != nil {
		return err
	}
	if err := setup(ctx, mgr, config, options); err != nil {
		return err
	}
	ctrl.Log.Info("starting", "version", version)
	return lifecycle.Run(ctx, mgr, shutdownTime(options))
}

// shutdownTime is longer than draining the clients takes.
func shutdownTime(options *options) time.Duration { return options.server.DrainTimeout + 5*time.Second }

func managerOptions(options *options) manager.Options {
	shutdown := shutdownTime(options)
	return manager.Options{
		Scheme:                  newScheme(),
		Cache:                   catalog.Options(),
		Metrics:                 metricsserver.Options{BindAddress: "0"}, // see metricsauth
		HealthProbeBindAddress:  options.healthProbeBindAddress,
		PprofBindAddress:        options.pprofBindAddress,
		GracefulShutdownTimeout: &shutdown,
	}
}

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, discoveryv1.AddToScheme, metav1.AddMetaToScheme, v1alpha1.AddToScheme, gatewayv1.Install,
	} {
		if err := add(scheme); err != nil {
			panic(err) // two types have the same name: a programming error
		}
	}
	return scheme
}

// setup wires the parts together: the catalog reads, the cache holds the resources of
// subscriptions, the distributor passes changes from the catalog to the cache, and the server
// serves. The server ends last: its clients need changes until they are disconnected.
func setup(ctx context.Context, mgr manager.Manager, config *rest.Config, options *options) error {
	reading := context.WithoutCancel(ctx) // until the last client is disconnected
	services, err := catalog.New(reading, mgr.GetCache())
	if err != nil {
		return err
	}
	clientOf := func(node *corev3.Node) resource.Client { return xdsnode.ClientOf(node, services.Zone) }
	cache := xdscache.New(services, options.cache(), clientOf, xdscache.NewMetrics(metrics.Registry))

	distributor := catalog.NewDistributor(cache, catalog.NewMetrics(metrics.Registry))
	if err := services.Watch(distributor.Enqueue); err != nil {
		return err
	}
	if err := services.WatchRoutes(mgr, distributor.Enqueue); err != nil {
		return err
	}

	client, err := reviews.New(config, mgr.GetHTTPClient())
	if err != nil {
		return err
	}
	options.server.Log = ctrl.Log.WithName("server")
	options.server.Await = services.AwaitRoutes
	options.server.Distribute = distributor.Run
	if options.server.Credentials, err = options.credentials(); err != nil {
		return err
	}
	xds := server.New(options.server, cache, clientauth.NewAuthenticator(client), metrics.Registry)
	if err := addProbes(mgr, xds); err != nil {
		return err
	}
	for _, runnable := range []manager.Runnable{xds, cache, xds.SubscriptionsEndpoint(options.subscriptionsBindAddress)} {
		if err := mgr.Add(runnable); err != nil {
			return err
		}
	}
	return nil
}
