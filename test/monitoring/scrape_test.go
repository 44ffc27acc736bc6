package monitoring

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	prometheus "github.com/prometheus/client_golang/api/prometheus/v1"
	"github.com/prometheus/common/model"
	"golang.org/x/sync/errgroup"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// byPromtoolAlone are the alerts that take too long to provoke in a test, or need a client
// that speaks gRPC.
var byPromtoolAlone = []string{"MeshworkStatusStale", "MeshworkBacklog", "MeshworkCertificateRequestsWaiting", "MeshworkCertificatesNotRenewed", "MeshworkXDSClientsRefuse", "MeshworkXDSSlowPushes"}

var _ = Describe("Prometheus", Ordered, ContinueOnFailure, func() {
	provoked := sets.New[string]()
	raises := func(ctx SpecContext, alert string) {
		GinkgoHelper()
		Eventually(querying(ctx, exprOf(alert))).ShouldNot(BeEmpty(), alert)
		provoked.Insert(alert)
	}
	clears := func(ctx SpecContext, alert string) {
		GinkgoHelper()
		Eventually(querying(ctx, exprOf(alert))).Should(BeEmpty(), alert)
	}

	It("gets the metrics with an authorized token, and no other client does", func(ctx SpecContext) {
		env.Kubectl(ctx, "create", "serviceaccount", "unprivileged")
		Expect(scrape(ctx, "")).To(HaveHTTPStatus(http.StatusUnauthorized))
		Expect(scrape(ctx, env.Token(ctx, "unprivileged"))).To(HaveHTTPStatus(http.StatusForbidden))
		Expect(scrape(ctx, env.Token(ctx, "prometheus"))).To(HaveHTTPStatus(http.StatusOK))
	})

	DescribeTable("finds the Service through", func(ctx SpecContext, directory, job string) {
		monitor := serviceMonitor(ctx, directory)
		Expect(monitor.Metadata.Namespace).To(Equal(kit.SystemNamespace))
		Expect(monitor.Spec.Endpoints).To(HaveLen(1))
		var services corev1.ServiceList
		selector := labels.SelectorFromSet(monitor.Spec.Selector.MatchLabels).String()
		Expect(yaml.Unmarshal([]byte(env.Kubectl(ctx, "get", "services", "-n", kit.SystemNamespace, "-l", selector, "-o", "yaml")), &services)).To(Succeed())
		scraped := slices.DeleteFunc(services.Items, func(service corev1.Service) bool {
			return !slices.ContainsFunc(service.Spec.Ports, func(port corev1.ServicePort) bool { return port.Name == monitor.Spec.Endpoints[0].Port })
		})
		Expect(scraped).To(HaveLen(1))
		Expect(scraped[0].Labels).To(HaveKeyWithValue(monitor.Spec.JobLabel, job), "the job of the alerts")
	},
		Entry("config/prometheus", "prometheus", "meshwork"),
		Entry("config/prometheus/signer", "prometheus/signer", "meshwork-signer"),
		Entry("config/prometheus/xds", "prometheus/xds", "meshwork-xds"),
	)

	It("notices that there is no leader", func(ctx SpecContext) {
		raises(ctx, "MeshworkNoLeader")
		env.Kubectl(ctx, "delete", "lease", "-n", kit.SystemNamespace, "meshwork")
		clears(ctx, "MeshworkNoLeader")
	})

	It("fires the alerts for everything that is wrong", func(ctx SpecContext) {
		env.Apply(ctx, "default", shop)
		env.Apply(ctx, "default", shared)
		leave(ctx)
		refuse(ctx)
		raises(ctx, "MeshworkReconcileErrors")
		Eventually(querying(ctx, `meshwork_status_longest_pending_seconds{kind="MeshService"} > 3`)).ShouldNot(BeEmpty())

		loadBalancers(ctx, 1, 10)
		raises(ctx, "MeshworkVIPRangeNearlyFull")
		loadBalancers(ctx, 11, 12)
		raises(ctx, "MeshworkVIPRangeFull")
		clears(ctx, "MeshworkVIPRangeNearlyFull")
		raises(ctx, "MeshworkDelegationIneffective")
		raises(ctx, "MeshworkHandoverSlow")
		env.Apply(ctx, "default", typo)
		raises(ctx, "MeshworkRouteRefused")
	})

	It("fires the alerts for everything that is wrong with certificates", func(ctx SpecContext) {
		env.Apply(ctx, "default", secured)
		requestCertificate(ctx, "secured-0")
		Eventually(querying(ctx, `meshwork_certificates_issued_total{mesh="secured", backend="ca-1"} == 1`)).ShouldNot(BeEmpty())
		for _, alert := range []string{"MeshworkCertificateRequestsDenied", "MeshworkCAExpiresSoon", "MeshworkCAUnusable", "MeshworkCARotationStuck"} {
			Expect(querying(ctx, exprOf(alert))()).To(BeEmpty(), alert)
		}

		requestCertificate(ctx, "secured-1", func(request *certificatesv1.PodCertificateRequest) {
			request.Spec.UnverifiedUserAnnotations = map[string]string{"example.com/role": "admin"}
		})
		raises(ctx, "MeshworkCertificateRequestsDenied")
		env.Apply(ctx, "default", neglected)
		raises(ctx, "MeshworkCAExpiresSoon")
		raises(ctx, "MeshworkCAUnusable")
		raises(ctx, "MeshworkCARotationStuck")
	})

	It("names in each alert the objects that it is about", func(ctx SpecContext) {
		var active prometheus.AlertsResult
		Eventually(func(g Gomega) {
			var err error
			active, err = prometheusAPI.Alerts(ctx)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(len(active.Alerts)).To(BeNumerically(">=", 4))
		}).Should(Succeed())
		for _, alert := range active.Alerts {
			for name, text := range alert.Annotations {
				Expect(string(text)).NotTo(MatchRegexp(`<error expanding|<no value>|\{\{`), "%s of %v", name, alert.Labels)
			}
		}
	})

	It("shows the metrics that are documented, and no others", func(ctx SpecContext) {
		Eventually(func(g Gomega) {
			found, err := exposed(ctx)
			g.Expect(err).NotTo(HaveOccurred())
			wanted := documentedMetrics(g)
			for name := range found {
				if ownPrefix.MatchString(name) {
					g.Expect(wanted).To(HaveKey(name))
				}
			}
			for name, want := range wanted {
				g.Expect(found).To(HaveKey(name))
				g.Expect(found[name].Type).To(Equal(want.Type), name)
				g.Expect(found[name].Labels).To(ConsistOf(want.Labels), name)
			}
		}).Should(Succeed())
	})

	It("has data for every panel of the dashboard", func(ctx SpecContext) {
		variables := strings.NewReplacer("$__rate_interval", "30s", "$job", "meshwork|meshwork-signer", "$instance", ".*", "$xds_job", "meshwork-xds")
		for _, panel := range readDashboard(Default).Panels {
			for _, target := range panel.Targets {
				Eventually(querying(ctx, variables.Replace(target.Expr))).ShouldNot(BeEmpty(), panel.Title)
			}
		}
	})

	It("counts the objects in the cluster", func(ctx SpecContext) {
		for expr, want := range map[string]model.SampleValue{
			`meshwork_meshservices{availability="Online"}`:                                            1,
			`meshwork_services_with_findings{reason="MeshServiceConflict"}`:                           1,
			`meshwork_services_with_findings{controller="meshservice", reason="UnsupportedProtocol"}`: 1,
			`meshwork_services_with_findings{reason="VIPsExhausted"}`:                                 1,
			`meshwork_delegation_ineffective_services{controller="endpointslice"}`:                    1,
			`meshwork_routes{kind="GRPCRoute", result="refused"}`:                                     1,
			`meshwork_routes{kind="GRPCRoute", result="served"}`:                                      0,
			`meshwork_vips_available{mesh="shop"}`:                                                    0,
			`meshwork_certificate_requests_denied_total{reason="UnknownAnnotation"}`:                  1,
			`meshwork_certificate_requests_longest_pending_seconds`:                                   0,
			`meshwork_ca_expiration_timestamp_seconds{backend="missing"}`:                             0,
		} {
			Eventually(querying(ctx, expr)).Should(ConsistOf(HaveField("Value", want)), expr)
		}
	})

	It("has no more series when there are more Services", func(ctx SpecContext) {
		// The reasons of findings come and go with other changes in the cluster, and an operation
		// has a series from the first time that it happens.
		const series = `count({__name__=~"meshwork_.+", __name__!~"meshwork_services_with_findings|meshwork_endpoint_slice_controller_changes_total"})`
		bounded := []string{`count(meshwork_services_with_findings) < 20`, `count(meshwork_endpoint_slice_controller_changes_total) <= 3`}
		const services = 20
		var before model.Vector
		Eventually(func(g Gomega) {
			var err error
			before, err = querying(ctx, series+" and on() count(up == 1) == 3")() // a scrape that fails ends series
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(before).To(HaveLen(1))
		}).Should(Succeed())
		var many []string
		for i := range services {
			many = append(many, fmt.Sprintf("{apiVersion: v1, kind: Service, metadata: {name: many-%d, labels: {meshwork.dev/mesh: shop}}, spec: {ports: [{port: 80}]}}", i))
		}
		env.Apply(ctx, "default", strings.Join(many, "\n---\n"))
		Eventually(querying(ctx, `meshwork_meshservices{availability="Offline"} > 20`)).ShouldNot(BeEmpty())
		// Some series begin when something happens for the first time.
		bounded = append(bounded, fmt.Sprintf("%s < %s + %d", series, before[0].Value, services))
		for _, expr := range bounded {
			Eventually(querying(ctx, expr)).ShouldNot(BeEmpty(), expr)
		}
	})

	It("counts the writes, and the writes that are avoided", func(ctx SpecContext) {
		for _, counted := range []string{
			`kind="MeshService", result="written"`, `kind="MeshService", result="unchanged"`,
			`kind="Mesh", result="written"`, `kind="Mesh", result="unchanged"`, `kind="Mesh", result="deferred"`,
			`kind="Service", result="written"`, `kind="Service", result="unchanged"`,
		} {
			Eventually(querying(ctx, "meshwork_status_syncs_total{"+counted+"} > 0")).ShouldNot(BeEmpty(), counted)
		}
	})

	It("causes no log lines in a manager and a signer at rest, and never logs a secret", func(ctx SpecContext) {
		env.Kubectl(ctx, "delete", "service", "-n", "refused", "web")
		Eventually(querying(ctx, "max(meshwork_status_longest_pending_seconds) == 0")).ShouldNot(BeEmpty(), "a deleted object is no longer pending")
		Eventually(querying(ctx, `sum(rate(controller_runtime_reconcile_total{job=~"meshwork|meshwork-signer"}[10s])) == 0`)).ShouldNot(BeEmpty())
		// A scrape that takes longer than Prometheus waits is logged.
		var before string
		Eventually(func(g Gomega) {
			var err error
			before, err = logs()
			g.Expect(err).NotTo(HaveOccurred())
			g.Consistently(logs).Should(Equal(before))
		}).Should(Succeed())
		Expect(before).NotTo(MatchRegexp(`eyJ[\w-]+\.[\w-]+\.`), "a token")
		Expect(before).NotTo(MatchRegexp(`PRIVATE KEY|[A-Za-z0-9+/]{80}`), "a key, or what could be one")
	})

	It("notices clients without an identity", func(ctx SpecContext) {
		Eventually(querying(ctx, exprOf("MeshworkXDSClientsRejected"))).Should(BeEmpty())
		Eventually(func(g Gomega) {
			g.Expect(xds.connect(ctx, "")).To(Equal("16"), "unauthenticated")
			g.Expect(querying(ctx, exprOf("MeshworkXDSClientsRejected"))()).NotTo(BeEmpty())
		}).Should(Succeed())
		raises(ctx, "MeshworkXDSClientsRejected")
	})

	It("notices clients that reach a limit", func(ctx SpecContext) {
		Eventually(querying(ctx, exprOf("MeshworkXDSLimitReached"))).Should(BeEmpty())
		var presented atomic.Int64
		Eventually(func(g Gomega) {
			// So many at once that a slow machine reaches the limit as well.
			codes := make([]string, 300)
			var group errgroup.Group
			group.SetLimit(50)
			for i := range codes {
				group.Go(func() (err error) {
					codes[i], err = xds.connect(ctx, fmt.Sprintf("Bearer made-up-%d", presented.Add(1)))
					return err
				})
			}
			g.Expect(group.Wait()).To(Succeed())
			g.Expect(codes).To(ContainElement("8"), "resource exhausted")
			g.Expect(querying(ctx, exprOf("MeshworkXDSLimitReached"))()).NotTo(BeEmpty())
		}).Should(Succeed())
		raises(ctx, "MeshworkXDSLimitReached")
	})

	It("notices that the xDS server's certificate expires within days", func(ctx SpecContext) {
		raises(ctx, "MeshworkXDSCertificateExpiresSoon")
	})

	It("notices that the xDS server has stopped", func(ctx SpecContext) {
		Eventually(querying(ctx, exprOf("MeshworkXDSDown"))).Should(BeEmpty())
		Expect(xds.Stop()).To(Succeed())
		raises(ctx, "MeshworkXDSDown")
	})

	It("notices that the signer has stopped", func(ctx SpecContext) {
		Eventually(querying(ctx, exprOf("MeshworkSignerDown"))).Should(BeEmpty())
		Expect(signer.Stop()).To(Succeed())
		raises(ctx, "MeshworkSignerDown")
	})

	It("notices that the manager has stopped", func(ctx SpecContext) {
		Eventually(querying(ctx, exprOf("MeshworkDown"))).Should(BeEmpty())
		Expect(manager.Stop()).To(Succeed())
		raises(ctx, "MeshworkDown")
	})

	It("has fired every alert that is not left to promtool", func() {
		var all []string
		for _, alert := range alerts(Default) {
			all = append(all, alert.Alert)
		}
		Expect(append(sets.List(provoked), byPromtoolAlone...)).To(ConsistOf(all))
	})
})

// logs returns the logs of the manager and of the signer.
func logs() (string, error) {
	managerLog, err := manager.Log()
	if err != nil {
		return "", err
	}
	signerLog, err := signer.Log()
	return managerLog + signerLog, err
}

func exprOf(name string) string {
	GinkgoHelper()
	for _, alert := range alerts(Default) {
		if alert.Alert == name {
			return alert.Expr
		}
	}
	Fail("no alert " + name)
	return ""
}

// serviceMonitor returns the ServiceMonitor of a kustomization in config.
func serviceMonitor(ctx SpecContext, directory string) (monitor struct {
	Kind     string
	Metadata struct{ Namespace string }
	Spec     struct {
		JobLabel  string
		Selector  struct{ MatchLabels map[string]string }
		Endpoints []struct{ Port string }
	}
}) {
	GinkgoHelper()
	for _, object := range strings.Split(env.Kubectl(ctx, "kustomize", kit.Path("config", directory)), "\n---\n") {
		if strings.Contains(object, "kind: ServiceMonitor") {
			Expect(yaml.Unmarshal([]byte(object), &monitor)).To(Succeed())
		}
	}
	Expect(monitor.Kind).To(Equal("ServiceMonitor"))
	return monitor
}

// scrape gets the metrics directly from the manager.
func scrape(ctx SpecContext, token string) *http.Response {
	GinkgoHelper()
	address := url.URL{Scheme: "https", Host: manager.MetricsAddress, Path: "/metrics"}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	Expect(err).NotTo(HaveOccurred())
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	insecure := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	response, err := insecure.Do(request)
	Expect(err).NotTo(HaveOccurred())
	_, err = io.Copy(io.Discard, response.Body)
	Expect(err).NotTo(HaveOccurred())
	Expect(response.Body.Close()).To(Succeed())
	return response
}
