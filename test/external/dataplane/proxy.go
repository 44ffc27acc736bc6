package dataplane

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	kubeproxyv1alpha1 "k8s.io/kube-proxy/config/v1alpha1"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

const (
	proxyAccount = "kube-proxy"
	// proxyHealth and proxyMetrics are on the loopback of each Node's namespace.
	proxyHealth  = "127.0.0.1:10256"
	proxyMetrics = "127.0.0.1:10249"
	// DefaultMinSyncPeriod is kube-proxy's default.
	DefaultMinSyncPeriod = time.Second

	pollInterval = 20 * time.Millisecond
	startTimeout = 2 * time.Minute
)

// createProxyAccount creates the ServiceAccount of kube-proxy, with the rights that
// Kubernetes has for it, and writes its kubeconfig.
func (g *Ground) createProxyAccount(ctx context.Context) error {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceSystem, Name: proxyAccount}}
	binding := &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: proxyAccount},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "system:node-proxier"},
		Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Namespace: metav1.NamespaceSystem, Name: proxyAccount}},
	}
	if err := errors.Join(g.API.Create(ctx, account), g.API.Create(ctx, binding)); err != nil {
		return fmt.Errorf("creating the ServiceAccount of kube-proxy: %w", err)
	}
	return g.Cluster.ServiceAccountKubeconfig(ctx, account.Namespace, account.Name, g.proxyKubeconfig())
}

func (g *Ground) proxyKubeconfig() string {
	return filepath.Join(g.Cluster.LogDir(), "kube-proxy.kubeconfig")
}

// StartProxy starts kube-proxy in the Node, and returns when its rules are written.
// minSyncPeriod is the shortest time between two writes.
func (n *Node) StartProxy(ctx context.Context, minSyncPeriod time.Duration) error {
	name := "kube-proxy-" + n.Name
	config := filepath.Join(n.ground.Cluster.LogDir(), name+".yaml")
	if err := n.writeProxyConfig(config, minSyncPeriod); err != nil {
		return err
	}
	assets, err := cluster.Assets()
	if err != nil {
		return err
	}
	n.Proxy, err = n.ground.Cluster.StartProgram(cluster.Program{
		Name: name, Path: filepath.Join(assets, "kube-proxy"), Args: []string{"--config=" + config}, Within: n.Network.Do,
	})
	if err != nil {
		return err
	}
	return n.waitForProxy(ctx)
}

func (n *Node) writeProxyConfig(path string, minSyncPeriod time.Duration) error {
	ranges := make([]string, len(network.PodRanges))
	for i, prefix := range network.PodRanges {
		ranges[i] = prefix.String()
	}
	config := kubeproxyv1alpha1.KubeProxyConfiguration{
		TypeMeta:           metav1.TypeMeta{APIVersion: kubeproxyv1alpha1.SchemeGroupVersion.String(), Kind: "KubeProxyConfiguration"},
		Mode:               "nftables",
		HostnameOverride:   n.Name,
		HealthzBindAddress: proxyHealth,
		MetricsBindAddress: proxyMetrics,
		DetectLocalMode:    "ClusterCIDR",
		ClusterCIDR:        strings.Join(ranges, ","),
		OOMScoreAdj:        new(int32(0)),
		NFTables: kubeproxyv1alpha1.KubeProxyNFTablesConfiguration{
			MinSyncPeriod: metav1.Duration{Duration: minSyncPeriod},
		},
		Conntrack: kubeproxyv1alpha1.KubeProxyConntrackConfiguration{
			// The limit is the machine's, and must not change.
			MaxPerCore: new(int32(0)),
		},
	}
	config.ClientConnection.Kubeconfig = n.ground.proxyKubeconfig()
	encoded, err := yaml.Marshal(config)
	if err != nil {
		return err
	}
	return os.WriteFile(path, encoded, 0o600)
}

// waitForProxy returns when kube-proxy has written the rules of both families.
func (n *Node) waitForProxy(ctx context.Context) error {
	problem := errors.New("it did not answer")
	err := wait.PollUntilContextTimeout(ctx, pollInterval, startTimeout, true, func(ctx context.Context) (bool, error) {
		select {
		case <-n.Proxy.Done():
			return false, fmt.Errorf("it ended: %w", n.Proxy.Err())
		default:
		}
		problem = n.proxyIsSynced(ctx)
		return problem == nil, nil
	})
	if err != nil {
		return fmt.Errorf("waiting for kube-proxy on %s (its log: %s): %w", n.Name, n.Proxy.LogPath(), errors.Join(err, problem))
	}
	return nil
}

func (n *Node) proxyIsSynced(ctx context.Context) error {
	status, body, err := n.askProxy(ctx, proxyHealth, "/healthz")
	if err != nil {
		return err
	}
	var health struct {
		Status map[corev1.IPFamily]struct{ Healthy bool }
	}
	if err := json.Unmarshal(body, &health); err != nil {
		return fmt.Errorf("reading the health of kube-proxy: %w", err)
	}
	if status == http.StatusOK && health.Status == nil { // before Kubernetes 1.34
		return n.proxyHasSynced(ctx)
	}
	if status != http.StatusOK || len(health.Status) < len(network.PodRanges) {
		return fmt.Errorf("kube-proxy is not synced: status %d %s", status, body)
	}
	return nil
}

// proxyHasSynced fails if kube-proxy has not written its rules as often as there are families.
func (n *Node) proxyHasSynced(ctx context.Context) error {
	syncs, err := n.syncs(ctx)
	if err != nil {
		return err
	}
	var count uint64
	for _, sync := range syncs {
		count += sync.GetHistogram().GetSampleCount()
	}
	if count < uint64(len(network.PodRanges)) {
		return fmt.Errorf("kube-proxy has written its rules %d times", count)
	}
	return nil
}

func (n *Node) askProxy(ctx context.Context, address, path string) (status int, body []byte, err error) {
	transport := &http.Transport{DialContext: n.Network.DialContext, DisableKeepAlives: true}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+path, http.NoBody)
	if err != nil {
		return 0, nil, err
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err = io.ReadAll(response.Body)
	return response.StatusCode, body, err
}

// syncDuration is the histogram of the times that kube-proxy takes to write its rules.
const syncDuration = "kubeproxy_sync_proxy_rules_duration_seconds"

// SlowestSync returns a time within which kube-proxy has written its rules every time since
// it was started.
func (n *Node) SlowestSync(ctx context.Context) (time.Duration, error) {
	syncs, err := n.syncs(ctx)
	if err != nil {
		return 0, err
	}
	var slowest time.Duration
	for _, sync := range syncs {
		slowest = max(slowest, boundOf(sync.GetHistogram()))
	}
	return slowest, nil
}

func (n *Node) syncs(ctx context.Context) ([]*dto.Metric, error) {
	_, body, err := n.askProxy(ctx, proxyMetrics, "/metrics")
	if err != nil {
		return nil, err
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("reading the metrics of kube-proxy: %w", err)
	}
	if families[syncDuration] == nil {
		return nil, fmt.Errorf("kube-proxy has no metric %s", syncDuration)
	}
	return families[syncDuration].GetMetric(), nil
}

// boundOf returns the bound of the last bucket that is used.
func boundOf(histogram *dto.Histogram) time.Duration {
	for _, bucket := range histogram.GetBucket() {
		if bucket.GetCumulativeCount() == histogram.GetSampleCount() && !math.IsInf(bucket.GetUpperBound(), 1) {
			return time.Duration(bucket.GetUpperBound() * float64(time.Second))
		}
	}
	return math.MaxInt64
}
