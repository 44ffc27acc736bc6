// Command meshwork is the controller manager. It derives MeshServices from Services,
// keeps their status up to date, writes the EndpointSlices of Services that are delegated to
// it, and serves a load-balancer class.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/controllers/release"
	"github.com/meshwork-dev/meshwork/internal/apiclock"
	"github.com/meshwork-dev/meshwork/internal/lifecycle"
	"github.com/meshwork-dev/meshwork/internal/metricsauth"
)

// version is set by the linker.
var version = "dev"

// shutdownTime is the time that writes in progress may take at shutdown.
const shutdownTime = 20 * time.Second

// gcPercent is the target of the garbage collector, unless GOGC is set. In a large
// cluster memory runs out first: Go's default of 100 needs a tenth more memory, for a
// tenth less CPU.
const gcPercent = 70

func main() {
	options, err := parseOptions(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "meshwork: %v\n", err)
		os.Exit(2)
	}
	if options.showVersion {
		fmt.Println(version)
		return
	}

	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	ctrl.SetLogger(zap.New(zap.UseFlagOptions(&options.logging)))
	klog.SetLogger(ctrl.Log)
	lifecycle.LimitMemory(ctrl.Log)
	if err := start(ctrl.SetupSignalHandler(), options); err != nil {
		ctrl.Log.Error(err, "the manager failed")
		os.Exit(1)
	}
}

func start(ctx context.Context, options *options) error {
	restConfig, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	tuneConnections(restConfig, maxSilence)
	restConfig.WarningHandlerWithContext = log.NewKubeAPIWarningLogger(log.KubeAPIWarningLoggerOptions{Deduplicate: true})
	options.controllers.Metrics, options.controllers.Version = metrics.Registry, version
	if options.releasing {
		return release.Run(log.IntoContext(ctx, ctrl.Log), restConfig, releaseOptions(options))
	}
	return run(ctx, restConfig, options)
}

func run(ctx context.Context, restConfig *rest.Config, options *options) error {
	if options.controllers.RunsSigner() {
		follower := apiclock.New(clock.RealClock{})
		restConfig.Wrap(follower.Wrap)
		options.controllers.Clock = follower
	}
	mgr, err := manager.New(restConfig, managerOptions(options))
	if err != nil {
		return err
	}
	if err := metricsauth.AddServer(mgr, restConfig, options.metricsBindAddress); err != nil {
		return err
	}
	if err := mgr.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	readiness := lifecycle.NewReadiness(mgr)
	if err := mgr.AddReadyzCheck("caches", readiness.Check); err != nil {
		return err
	}
	if err := controllers.Setup(ctx, readiness, options.controllers); err != nil {
		return err
	}
	ctrl.Log.Info("starting", "version", version, "zone", options.controllers.Settings.Zone)
	return lifecycle.Run(ctx, mgr, shutdownTime)
}

func managerOptions(options *options) manager.Options {
	warmUp := true // so that a standby takes over with a full cache
	shutdown := shutdownTime
	return manager.Options{
		Scheme:                        newScheme(),
		Cache:                         controllers.CacheOptions(options.controllers),
		Metrics:                       metricsserver.Options{BindAddress: "0"}, // see metricsauth
		HealthProbeBindAddress:        options.healthProbeBindAddress,
		PprofBindAddress:              options.pprofBindAddress,
		LeaderElection:                options.leaderElect,
		LeaderElectionID:              options.leaderElectName,
		LeaderElectionNamespace:       options.leaderElectNamespace,
		LeaderElectionReleaseOnCancel: true,
		GracefulShutdownTimeout:       &shutdown,
		Controller:                    config.Controller{EnableWarmup: &warmUp},
	}
}

// newScheme returns a scheme with only the kinds that the controllers use. All kinds of
// Kubernetes would take some megabytes.
func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, appsv1.AddToScheme, certificatesv1.AddToScheme, discoveryv1.AddToScheme, eventsv1.AddToScheme, v1alpha1.AddToScheme,
		gatewayv1.Install,
	} {
		if err := add(scheme); err != nil {
			panic(err) // two types have the same name: a programming error
		}
	}
	return scheme
}
