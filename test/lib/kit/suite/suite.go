// Package suite starts the environment of a Ginkgo suite, and ends it with the suite: a
// cluster, an administrator's client, and managers.
package suite

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// Decorators of specs that cannot run on every supported version of Kubernetes. make test-compat
// leaves out those that its version does not satisfy.
var (
	// NeedsPreferSameZone requires the values PreferSameZone and PreferSameNode of trafficDistribution.
	NeedsPreferSameZone = ginkgo.SemVerConstraint(">= 1.34.0")
	// NeedsMutatingPolicies requires MutatingAdmissionPolicies.
	NeedsMutatingPolicies = ginkgo.SemVerConstraint(">= 1.36.0")
	// NeedsPodCertificates requires PodCertificateRequests and ClusterTrustBundles.
	NeedsPodCertificates = ginkgo.SemVerConstraint(">= 1.37.0")
)

// Environment is the cluster of a suite, with methods for the administrator's actions.
type Environment struct {
	Cluster *cluster.Cluster
	// API is the administrator's client. It has no cache, knows the kinds of
	// Meshwork, and ignores warnings, such as that Endpoints are deprecated.
	API client.WithWatch
}

// Start starts a cluster that ends with the suite, and shows its progress. The
// logs of an earlier run are removed from LogDir.
func Start(ctx context.Context, options cluster.Options) *Environment {
	ginkgo.GinkgoHelper()
	if options.LogDir != "" {
		gomega.Expect(os.RemoveAll(options.LogDir)).To(gomega.Succeed())
	}
	options.Progress = ginkgo.GinkgoWriter
	kubernetes, err := cluster.Start(ctx, options)
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	ginkgo.DeferCleanup(func() { gomega.Expect(kubernetes.Stop()).To(gomega.Succeed()) })
	e := &Environment{Cluster: kubernetes}
	e.API, err = client.NewWithWatch(e.Config(), client.Options{Scheme: kit.Scheme()})
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	return e
}

// Config returns the administrator's access, as a copy that ignores warnings.
func (e *Environment) Config() *rest.Config {
	config := e.Cluster.Config()
	config.WarningHandlerWithContext = rest.NoWarnings{}
	return config
}

// Kubectl runs kubectl, and returns its standard output.
func (e *Environment) Kubectl(ctx context.Context, args ...string) string {
	ginkgo.GinkgoHelper()
	output, err := e.Cluster.Kubectl(ctx, args...)
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	return string(output)
}

// Token returns a token of a ServiceAccount in the namespace default.
func (e *Environment) Token(ctx context.Context, serviceAccount string) string {
	ginkgo.GinkgoHelper()
	return strings.TrimSpace(e.Kubectl(ctx, "create", "token", serviceAccount))
}

// Apply applies the objects of a manifest to a namespace.
func (e *Environment) Apply(ctx context.Context, namespace, manifest string) {
	ginkgo.GinkgoHelper()
	_, err := e.Cluster.KubectlInput(ctx, []byte(manifest), "apply", "-n", namespace, "-f", "-")
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
}

// ApplyConfig applies a kustomization in config, such as "local".
func (e *Environment) ApplyConfig(ctx context.Context, name string) {
	ginkgo.GinkgoHelper()
	e.Kubectl(ctx, "apply", "-k", kit.Path("config", name))
}

// StartGreeter starts a greeter with addresses of its own. The environment has its bootstrap until the
// spec or the container ends.
func (e *Environment) StartGreeter(server *kit.XDS) {
	ginkgo.GinkgoHelper()
	network, err := cluster.LoopbackNetwork()
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	ginkgo.GinkgoT().Setenv("GREETER_NETWORK", network.String())
	greeter, err := kit.StartGreeter(e.Cluster, server)
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	ginkgo.GinkgoT().Setenv("GREETER_BOOTSTRAP", greeter.Bootstrap)
}

// StartManager starts the manager's binary.
func (e *Environment) StartManager(ctx context.Context, options kit.ManagerOptions) *kit.Manager {
	ginkgo.GinkgoHelper()
	manager, err := kit.StartManager(ctx, e.Cluster, options)
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	return manager
}

// RecordEndpoints records the endpoints of a Service. It returns once one of them
// is ready. The record goes on until it is stopped, over several specs if need be.
func (e *Environment) RecordEndpoints(ctx context.Context, namespace, service string) *kit.EndpointRecord {
	ginkgo.GinkgoHelper()
	record, err := kit.RecordEndpoints(ctx, e.API, types.NamespacedName{Namespace: namespace, Name: service})
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	gomega.Eventually(ctx, record.ReadyAddresses).ShouldNot(gomega.BeEmpty(), func() string {
		return fmt.Sprintf("no endpoint is ready in %s", record)
	})
	return record
}
