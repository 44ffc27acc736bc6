package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// bench is the control plane, and the watches on it.
type bench struct {
	settings
	progress  *progress
	directory string
	cluster   *cluster.Cluster
	clients   kubernetes.Interface
	version   string
	slices    *sliceTracker
	audit     *auditLog
	stopWatch context.CancelFunc
	// hasServices is set once a turn has created the Services.
	hasServices bool
	// rolledOut are the current Pods of the Service that is rolled out.
	rolledOut []int
}

func start(ctx context.Context, s settings) (_ *bench, err error) {
	b := &bench{settings: s, progress: newProgress(os.Stderr), stopWatch: func() {}}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.stop())
		}
	}()
	if err := b.makeDirectory(); err != nil {
		return nil, err
	}
	err = b.progress.step("Starting etcd and kube-apiserver", func() error { return b.startCluster(ctx) })
	if err != nil {
		return nil, err
	}
	if err := b.startWatching(ctx); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *bench) makeDirectory() (err error) {
	if b.keep == "" {
		b.directory, err = os.MkdirTemp("", "meshwork-scale-")
		return err
	}
	b.directory, err = filepath.Abs(b.keep) // for a flag of the API server
	if err != nil {
		return err
	}
	return os.MkdirAll(b.directory, 0o755)
}

func (b *bench) startCluster(ctx context.Context) error {
	auditArgs, err := prepareAudit(b.directory)
	if err != nil {
		return err
	}
	options := cluster.Options{
		LogDir: b.directory,
		// The benchmark measures the controllers, not the API server's fairness between
		// them and the load.
		APIServerArgs: append(auditArgs,
			"--enable-priority-and-fairness=false",
			"--max-requests-inflight=4000",
			"--max-mutating-requests-inflight=2000",
			"--request-timeout=5m"),
		CRDDirectories: []string{filepath.Join("config", "crd", "bases")},
	}
	if b.cluster, err = cluster.Start(ctx, options); err != nil {
		return err
	}

	config := b.cluster.Config()
	unlimited(config)
	config.ContentType = "application/vnd.kubernetes.protobuf"
	if b.clients, err = kubernetes.NewForConfig(config); err != nil {
		return err
	}
	version, err := b.clients.Discovery().ServerVersion()
	if err != nil {
		return fmt.Errorf("asking the API server for its version: %w", err)
	}
	b.version = version.GitVersion
	return createUsers(ctx, b.clients)
}

// unlimited removes the client's own rate limits.
func unlimited(config *rest.Config) { config.QPS, config.Burst = -1, 0 }

func (b *bench) startWatching(ctx context.Context) (err error) {
	if b.audit, err = openAudit(b.directory); err != nil {
		return err
	}
	ctx, b.stopWatch = context.WithCancel(ctx)
	b.slices = newSliceTracker(b.layout)
	b.slices.watch(ctx, b.clients.DiscoveryV1().RESTClient())
	return nil
}

// stop ends everything that was started.
func (b *bench) stop() error {
	b.stopWatch()
	var errs []error
	if b.cluster != nil {
		errs = append(errs, b.cluster.Stop())
	}
	if b.audit != nil {
		errs = append(errs, b.audit.close())
	}
	if b.keep == "" && b.directory != "" {
		errs = append(errs, os.RemoveAll(b.directory))
	}
	return errors.Join(errs...)
}

// setup returns the description of the benchmark.
func (b *bench) setup() setup {
	s := setup{
		Services: b.services, PodsPerService: b.pods, Namespaces: b.namespaces, Nodes: b.nodes,
		ColdStarts: b.coldStarts, Flips: b.flips, FlipsPerSecond: b.flipRate, Seed: b.seed,
		RolloutPods: b.rollout, RolloutPodsPerSecond: b.rolloutRate,
		RestSeconds: b.rest.Seconds(),
		Kubernetes:  b.version, CPUs: runtime.NumCPU(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Flags: map[string]string{},
	}
	for _, side := range b.sides() {
		s.Flags[side.name] = strings.Join(side.args, " ")
	}
	return s
}

// await waits until something is seen, and returns the time of it.
func (b *bench) await(ctx context.Context, seen <-chan time.Time, watched target) (time.Time, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, b.timeout, fmt.Errorf("not within %s", b.timeout))
	defer cancel()
	select {
	case at := <-seen:
		return at, nil
	case <-ctx.Done():
		return time.Time{}, fmt.Errorf("%w; %s", context.Cause(ctx), watched.summary())
	}
}
