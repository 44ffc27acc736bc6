// Package dataplane provides a cluster whose packets follow the EndpointSlices that Meshwork
// writes: a real control plane and a real kube-proxy on each Node, with Nodes, Pods and
// clients in network namespaces. It needs root and nft: see network.Missing.
package dataplane

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kubelet"
)

// Options describes a ground.
type Options struct {
	// LogDir receives the logs of all processes. Logs of an earlier run are removed.
	LogDir string
	// MinSyncPeriod is the setting of every kube-proxy: DefaultMinSyncPeriod by default.
	MinSyncPeriod time.Duration
	// Images are the programs that Pods can run beside ServerImage, by their images.
	Images map[string]string
	// Progress receives a line for each part that is ready. It may be nil.
	Progress io.Writer
	// Log receives the errors that the kubelets retry after.
	Log logr.Logger
}

// Ground is a cluster with a data plane.
type Ground struct {
	Cluster *cluster.Cluster
	// API is the administrator's client.
	API     client.WithWatch
	Network *network.Network
	Kubelet *kubelet.Kubelet
	// Nodes are named node-0, node-1, …; node-0 and node-2 are in zone-0, node-1 is in zone-1.
	Nodes []*Node
	// Outside is a host in both networks that is not a part of the cluster.
	Outside *network.Namespace
	// Manager is Meshwork. StartManager replaces it.
	Manager *kit.Manager

	options Options
	nodes   map[string]*Node
	images  map[string]string
	program string
	exec    *execServer
	loads   atomic.Int32

	mutex sync.Mutex
	// relayed are addresses of the machine, such as the API server's, that Pods with a
	// ServiceAccount reach.
	relayed []string
}

const (
	nodeCount = 3
	zoneCount = 2
)

// Start starts everything, and returns when connections to cluster IPs work on every
// Node. The context bounds the start alone.
func Start(ctx context.Context, options Options) (*Ground, error) {
	if err := network.Missing(); err != nil {
		return nil, err
	}
	if options.MinSyncPeriod == 0 {
		options.MinSyncPeriod = DefaultMinSyncPeriod
	}
	if err := os.RemoveAll(options.LogDir); err != nil {
		return nil, err
	}
	g := &Ground{options: options, nodes: map[string]*Node{}, images: map[string]string{}}
	if err := g.start(ctx); err != nil {
		return nil, errors.Join(err, g.Close())
	}
	return g, nil
}

func (g *Ground) start(ctx context.Context) (err error) {
	if err := g.buildPrograms(ctx); err != nil {
		return err
	}
	g.Cluster, err = cluster.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Heartbeats: true,
		// kube-controller-manager marks all Pods of a Node as unready after this time without heartbeats.
		// Specs take the API server away, and on a busy machine it needs most of a minute to start.
		ControllerManagerArgs: []string{"--node-monitor-grace-period=5m"},
		CRDDirectories:        append(kit.CRDs(), kit.GatewayAPI()...), LogDir: g.options.LogDir, Progress: g.options.Progress,
	})
	if err != nil {
		return err
	}
	api, err := client.NewWithWatch(g.Config(), client.Options{Scheme: kit.Scheme()})
	if err != nil {
		return err
	}
	g.API = retryWrites(api)
	if err := g.buildNetwork(); err != nil {
		return err
	}
	if err := g.startKubelet(ctx); err != nil {
		return err
	}
	parts, ctx := errgroup.WithContext(ctx)
	parts.Go(func() error { return g.startProxies(ctx) })
	parts.Go(func() error { return g.installManager(ctx) })
	return parts.Wait()
}

// buildPrograms builds the test programs, so that they are never older than their source.
func (g *Ground) buildPrograms(ctx context.Context) error {
	directory, err := filepath.Abs(g.options.LogDir)
	if err != nil {
		return err
	}
	programs := filepath.Join(directory, "programs") + string(filepath.Separator)
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", programs, "./server", "./peer", "./echo")
	command.Dir = kit.Path("test", "external", "dataplane")
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("building the test programs: %w: %s", err, output)
	}
	g.program = programs + "server"
	assets, err := cluster.Assets()
	if err != nil {
		return err
	}
	g.images[ServerImage], g.images[PeerImage], g.images[EchoImage] = g.program, programs+"peer", programs+"echo"
	g.images[dnsImage] = filepath.Join(assets, "coredns")
	for image, path := range g.options.Images {
		g.images[image] = path
	}
	return nil
}

// buildNetwork builds the network, in which every Node reaches the API server at the
// address that it has on the machine.
func (g *Ground) buildNetwork() (err error) {
	if g.Network, err = network.New(nodeCount); err != nil {
		return err
	}
	if g.Outside, err = g.Network.AddClient("outside"); err != nil {
		return err
	}
	server, err := url.Parse(g.Cluster.Config().Host)
	if err != nil {
		return err
	}
	g.RelayToPods(server.Host)
	for _, node := range g.Network.Nodes {
		if err := node.Relay(server.Host); err != nil {
			return err
		}
		if err := node.CountUntranslated(strings.Split(cluster.ServiceRanges, ",")); err != nil {
			return err
		}
		created := newNode(g, node)
		g.Nodes = append(g.Nodes, created)
		g.nodes[created.Name] = created
	}
	return nil
}

func (g *Ground) startKubelet(ctx context.Context) (err error) {
	if err := g.startExecServer(); err != nil {
		return err
	}
	var nodes []*corev1.Node
	for _, node := range g.Nodes {
		nodes = append(nodes, node.object())
	}
	g.Kubelet, err = kubelet.Start(ctx, kubelet.Options{
		Config: g.Config(), Runtime: &runtime{ground: g}, Nodes: nodes, ProbeGRPC: probeGRPC, Log: g.options.Log,
		VolumeDir: filepath.Join(g.options.LogDir, "volumes"),
	})
	if err != nil {
		return err
	}
	return g.waitForNodes(ctx)
}

func (g *Ground) startProxies(ctx context.Context) error {
	if err := g.createProxyAccount(ctx); err != nil {
		return err
	}
	proxies, ctx := errgroup.WithContext(ctx)
	for _, node := range g.Nodes {
		proxies.Go(func() error { return node.StartProxy(ctx, g.options.MinSyncPeriod) })
	}
	return proxies.Wait()
}

// installManager applies config/local, and starts Meshwork.
func (g *Ground) installManager(ctx context.Context) error {
	if _, err := g.Cluster.Kubectl(ctx, "apply", "-k", kit.Path("config", "local")); err != nil {
		return err
	}
	return g.StartManager(ctx)
}

// StartManager starts Meshwork with the flags of the end-to-end tests and those given. It
// runs as its own ServiceAccount, on the machine, as the rest of the control plane.
func (g *Ground) StartManager(ctx context.Context, flags ...string) (err error) {
	g.Manager, err = kit.StartManager(ctx, g.Cluster, kit.ManagerOptions{LeaderElection: true, Metrics: true, Probes: true, Flags: flags})
	return err
}

// RelayToPods makes a loopback address of the machine reachable under the same address in
// the Pods with a ServiceAccount that are created from now on.
func (g *Ground) RelayToPods(address string) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.relayed = append(g.relayed, address)
}

func (g *Ground) relayedToPods() []string {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return slices.Clone(g.relayed)
}

// Config returns the administrator's access, as a copy that ignores warnings.
func (g *Ground) Config() *rest.Config {
	config := g.Cluster.Config()
	config.WarningHandlerWithContext = rest.NoWarnings{}
	return config
}

// PodNetwork returns the namespace of a Pod that runs.
func (g *Ground) PodNetwork(pod types.UID) (*network.Namespace, bool) {
	running, found := g.Kubelet.Sandbox(pod)
	if !found {
		return nil, false
	}
	return running.(*sandbox).Namespace, true
}

// SecondAddresses returns the addresses of a Pod that runs in the second network.
func (g *Ground) SecondAddresses(pod types.UID) []netip.Addr {
	running, found := g.Kubelet.Sandbox(pod)
	if !found {
		return nil
	}
	return running.(*sandbox).SecondAddresses
}

// Close ends everything.
func (g *Ground) Close() error {
	if g.Kubelet != nil {
		g.Kubelet.Stop()
	}
	var errs []error
	if g.exec != nil {
		errs = append(errs, g.exec.server.Close())
	}
	if g.Cluster != nil {
		errs = append(errs, g.Cluster.Stop())
	}
	if g.Network != nil {
		errs = append(errs, g.Network.Close())
	}
	return errors.Join(errs...)
}
