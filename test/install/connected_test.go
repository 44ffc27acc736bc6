package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// prepareXDS prepares the xDS server, which the chart installs with the values, and its clients. The
// address of the server stands for its Service.
func prepareXDS(ctx context.Context) (values string) {
	GinkgoHelper()
	address, err := cluster.FreeAddress()
	Expect(err).NotTo(HaveOccurred())
	server, err := kit.PrepareXDS(filepath.Join(env.Cluster.LogDir(), "xds"), address)
	Expect(err).NotTo(HaveOccurred())
	serveService(ctx, address)
	env.StartGreeter(server)
	content, err := json.Marshal(map[string]any{"xds": map[string]any{
		"enabled": true, "injection": map[string]any{"enabled": true},
		// Here, Pods share a host with its files.
		"extraArgs": append(server.CertificateFlags, "--bind-address=$(POD_IP):18000", "--metrics-bind-address=$(POD_IP):8443",
			"--health-probe-bind-address=$(POD_IP):8081", "--subscriptions-bind-address=$(POD_IP):18001"),
	}})
	Expect(err).NotTo(HaveOccurred())
	values = filepath.Join(env.Cluster.LogDir(), "xds-values.json")
	Expect(os.WriteFile(values, content, 0o600)).To(Succeed())
	return values
}

// serveService passes on each connection to a ready Pod of the Service of the xDS server, as
// kube-proxy does.
func serveService(ctx context.Context, address string) {
	GinkgoHelper()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(listener.Close)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go passOn(connection)
		}
	}()
}

func passOn(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	address, err := readyXDS(context.Background())
	if err != nil {
		return // the client tries again
	}
	backend, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	go func() {
		defer func() { _ = backend.Close() }()
		_, _ = io.Copy(backend, connection)
	}()
	_, _ = io.Copy(connection, backend)
}

// readyXDS returns the address of a ready Pod of the xDS server. There is no EndpointSlice of them,
// because these cannot have loopback addresses.
func readyXDS(ctx context.Context) (string, error) {
	list := &corev1.PodList{}
	if err := api.List(ctx, list, client.InNamespace(kit.SystemNamespace), client.MatchingLabels{"app.kubernetes.io/name": "meshwork-xds"}); err != nil {
		return "", err
	}
	var ready []string
	for i := range list.Items {
		pod := &list.Items[i]
		if pod.DeletionTimestamp == nil && slices.ContainsFunc(pod.Status.Conditions, isReady) {
			ready = append(ready, net.JoinHostPort(pod.Status.PodIP, "18000"))
		}
	}
	if len(ready) == 0 {
		return "", errors.New("the xDS server has no ready Pod")
	}
	return ready[rand.IntN(len(ready))], nil
}

func isReady(condition corev1.PodCondition) bool {
	return condition.Type == corev1.PodReady && condition.Status == corev1.ConditionTrue
}

// connected is a client of a Service in a Strict Mesh, which calls it again and again. The client and
// the servers of the Service are configured by the xDS server.
type connected struct {
	caller  *cluster.Process
	servers int
}

// connect creates the sample of config/sample-mtls, and starts its client.
func connect(ctx SpecContext) *connected {
	GinkgoHelper()
	sample := kit.Path("config", "sample-mtls")
	env.Kubectl(ctx, "apply", "-f", sample+"/bank.yaml")
	env.Kubectl(ctx, "apply", "-f", sample+"/deployments.yaml")
	env.Kubectl(ctx, "rollout", "status", "-n", "bank", "deployment/vault", "--timeout=60s")
	env.Kubectl(ctx, "rollout", "status", "-n", "bank", "deployment/teller", "--timeout=60s")
	teller := env.Kubectl(ctx, "get", "pods", "-n", "bank", "-l", "app=teller", "-o", "jsonpath={.items[0].metadata.name}")
	c := &connected{servers: 2}
	Eventually(func(g Gomega) { // the certificates come a moment after their Pods
		var err error
		c.caller, err = env.Cluster.StartProcess("caller", kit.Path("bin", "greeter"), "call", "--every=20ms", "--as=bank/"+teller, "xds:///vault.bank:80")
		g.Expect(err).NotTo(HaveOccurred())
		g.Eventually(c.caller.Log, "5s").Should(ContainSubstring("hello from"))
	}).Should(Succeed())
	return c
}

// expectServed fails if a call has failed, or if the client does not learn of a new server.
func (c *connected) expectServed(ctx SpecContext) {
	GinkgoHelper()
	c.servers++
	env.Kubectl(ctx, "scale", "-n", "bank", "deployment/vault", fmt.Sprint("--replicas=", c.servers))
	env.Kubectl(ctx, "rollout", "status", "-n", "bank", "deployment/vault", "--timeout=60s")
	names := strings.Fields(env.Kubectl(ctx, "get", "pods", "-n", "bank", "-l", "app=vault", "-o", "jsonpath={.items[*].metadata.name}"))
	Expect(names).To(HaveLen(c.servers))
	for _, name := range names {
		Eventually(c.caller.Log).Should(ContainSubstring("hello from " + name + " (spiffe://"))
	}
	Expect(c.caller.Done()).NotTo(BeClosed(), c.log)
}

// leave ends the client, and deletes the sample.
func (c *connected) leave(ctx SpecContext) {
	GinkgoHelper()
	Expect(c.caller.Done()).NotTo(BeClosed(), c.log)
	Expect(c.caller.Stop()).To(Succeed())
	Expect(c.caller.Err()).NotTo(HaveOccurred(), c.log)
	AddReportEntry("the client of the xDS server", c.log(), ReportEntryVisibilityAlways)
	env.Kubectl(ctx, "delete", "-f", kit.Path("config", "sample-mtls", "bank.yaml"))
}

func (c *connected) log() string {
	text, err := c.caller.Log()
	Expect(err).NotTo(HaveOccurred())
	return text
}
