// Command meshwork is the controller manager: it derives MeshServices from
// Services, keeps their status true, and writes the EndpointSlices of Services
// that are delegated to it.
package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/controllers/metricsauth"
	"github.com/meshwork-dev/meshwork/controllers/release"
)

// version is set by the linker.
var version = "dev"

// shutdownTime is how long writes that are under way may take at the end.
const shutdownTime = 20 * time.Second

// garbagePercent is how much garbage may pile up, in percent of what is in use,
// unless GOGC says otherwise. In a large cluster memory is what runs out first:
// Go's 100 need a tenth more of it, for a tenth less CPU.
const garbagePercent = 70

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
		debug.SetGCPercent(garbagePercent)
	}
	ctrl.SetLogger(zap.New(zap.UseFlagOptions(&options.logging)))
	klog.SetLogger(ctrl.Log)
	if err := start(ctrl.SetupSignalHandler(), options); err != nil {
		ctrl.Log.Error(err, "stopped")
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
	mgr, err := manager.New(restConfig, managerOptions(options))
	if err != nil {
		return err
	}
	if err := mgr.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	if err := mgr.AddReadyzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	if err := controllers.Setup(ctx, mgr, options.controllers); err != nil {
		return err
	}
	ctrl.Log.Info("starting", "version", version, "zone", options.controllers.Settings.Zone)
	return controllers.Start(ctx, mgr, shutdownTime)
}

func managerOptions(options *options) manager.Options {
	warmUp := true // a standby takes over with a full cache
	shutdown := shutdownTime
	return manager.Options{
		Scheme: newScheme(),
		Cache:  controllers.CacheOptions(options.controllers.Enabled),
		Metrics: metricsserver.Options{
			BindAddress:    options.metricsBindAddress,
			SecureServing:  true,
			FilterProvider: metricsauth.Filter,
			// HTTP/2 has been open to denial of service (CVE-2023-44487), and a scrape has no use for it.
			TLSOpts: []func(*tls.Config){func(c *tls.Config) { c.NextProtos = []string{"http/1.1"} }},
		},
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

// newScheme knows the kinds that the controllers read and write, and no others:
// all of Kubernetes' would cost some megabytes.
func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, appsv1.AddToScheme, discoveryv1.AddToScheme, eventsv1.AddToScheme, v1alpha1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			panic(err) // two types of one name: a mistake of ours
		}
	}
	return scheme
}
