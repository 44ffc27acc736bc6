package faults

import (
	"context"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// watched are the resources whose events the manager may wait for.
var watched = []string{"services", "endpointslices", "pods", "endpoints", "meshservices", "nodes", "namespaces"}

var _ = itSurvives("A cache that lags", long, func(_ context.Context, w *workload, c *churn) {
	replaceManager()
	proxy := startProxy()
	running = startManager(kit.ManagerOptions{Name: "meshwork-lagging", Kubeconfig: kubeconfigVia(proxy)})
	c.advance(steps)
	for range 4 {
		some := w.someOf(watched)
		w.note("events of %v are held back", some)
		proxy.hold(some...)
		c.advance(w.random.IntN(steps))
		proxy.release()
		c.advance(w.random.IntN(steps / 3))
	}
	for range 4 {
		some := w.someOf(watched)
		w.note("watches of %v are cut", some)
		proxy.cut(some...)
		c.advance(w.random.IntN(steps / 2))
	}
	w.note("every event is late")
	proxy.delay(300 * time.Millisecond)
	c.advance(2 * steps)
})

func (w *workload) someOf(all []string) []string {
	var some []string
	for _, one := range all {
		if w.random.IntN(2) == 0 {
			some = append(some, one)
		}
	}
	return some
}

// kubeconfigVia returns the path of the manager's kubeconfig, changed to connect
// through a proxy.
func kubeconfigVia(p *proxy) string {
	GinkgoHelper()
	config, err := clientcmd.LoadFromFile(kubeconfig)
	Expect(err).NotTo(HaveOccurred())
	for _, cluster := range config.Clusters {
		cluster.Server, cluster.CertificateAuthorityData = p.url, p.authority
	}
	path := filepath.Join(GinkgoT().TempDir(), "kubeconfig")
	Expect(clientcmd.WriteToFile(*config, path)).To(Succeed())
	return path
}
