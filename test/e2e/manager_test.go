package e2e

import (
	"crypto/tls"
	"io"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("The manager", Ordered, func() {
	It("serves its probes", func(ctx SpecContext) {
		for _, path := range []string{"/healthz", "/readyz"} {
			Eventually(status(ctx, "http://"+running.ProbesAddress+path, "")).Should(Equal(http.StatusOK))
		}
	})

	It("serves metrics only to authorized clients", func(ctx SpecContext) {
		env.Kubectl(ctx, "create", "serviceaccount", "scraper")
		token := env.Token(ctx, "scraper")
		url := "https://" + running.MetricsAddress + "/metrics"

		Eventually(status(ctx, url, "")).Should(Equal(http.StatusUnauthorized))
		Eventually(status(ctx, url, token)).Should(Equal(http.StatusForbidden))
		env.Kubectl(ctx, "create", "clusterrolebinding", "scraper", "--clusterrole=meshwork-metrics-reader", "--serviceaccount=default:scraper")
		Eventually(status(ctx, url, token)).Should(Equal(http.StatusOK))
	})

	It("writes nothing when it is restarted over an unchanged cluster", func(ctx SpecContext) {
		Eventually(endingNamespaces(ctx), "3m").Should(BeEmpty(), "those of earlier specs, which end after their Pods")
		namespace := expect.Namespace(ctx, api)
		deployment(ctx, namespace, "web", inDefaultMesh)
		statefulSet(ctx, namespace, "db", inDefaultMesh)
		expect.Created(ctx, api, kit.Service(namespace, "lost", kit.InMesh("nowhere"), kit.WithoutSelector))
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{Online: 3}))
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(HaveLen(4))
		var before []string
		Eventually(func(g Gomega) {
			before = versions(ctx)(g)
			g.Expect(before).To(ContainElement(ContainSubstring("MeshNotFound")))
			g.Consistently(versions(ctx)).Should(Equal(before))
		}).Should(Succeed())

		Expect(running.Stop()).To(Succeed())
		running = env.StartManager(ctx, candidate("meshwork"))
		Eventually(observe.LeaseHolder(ctx, api)).ShouldNot(BeEmpty())
		deployment(ctx, expect.Namespace(ctx, api), "sentinel", kit.InMesh("nowhere-either"))
		Consistently(versions(ctx, "sentinel")).Should(Equal(before))
	})

	It("hands over to another manager as soon as it exits", func(ctx SpecContext) {
		second := env.StartManager(ctx, candidate("meshwork-2"))
		DeferCleanup(func() { Expect(second.Stop()).To(Succeed()) })
		Eventually(second.Log).Should(ContainSubstring("Attempting to acquire leader lease"))
		first := observe.LeaseHolder(ctx, api)(Default)
		Expect(first).NotTo(BeEmpty())

		Expect(running.Stop()).To(Succeed())
		Expect(observe.LeaseHolder(ctx, api)(Default)).NotTo(Equal(first), "it has released the lease")
		Eventually(observe.LeaseHolder(ctx, api)).ShouldNot(Or(BeEmpty(), Equal(first)))
		namespace := expect.Namespace(ctx, api)
		deployment(ctx, namespace, "web", inDefaultMesh)
		Eventually(proxies(ctx, namespace, "web")).Should(Equal(v1alpha1.Proxies{Online: 3}))
		Expect(second.Stop()).To(Succeed())
		Expect(second.Err()).NotTo(HaveOccurred(), "exit code")
		running = env.StartManager(ctx, candidate("meshwork"))
	})

	It("was refused nothing by RBAC", func() {
		Expect(running.Log()).NotTo(ContainSubstring("forbidden"))
	})
})

// status returns a function that gets a URL and returns the status code, or 0.
func status(ctx SpecContext, url, token string) func() int {
	insecure := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	return func() int {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
		Expect(err).NotTo(HaveOccurred())
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		response, err := insecure.Do(request)
		if err != nil {
			return 0
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		return response.StatusCode
	}
}

// versions returns the resource versions of all MeshServices, Meshes and events of
// Meshwork, except the events of one Service.
func versions(ctx SpecContext, except ...string) func(Gomega) []string {
	return func(g Gomega) []string {
		var all []string
		var meshServices v1alpha1.MeshServiceList
		var meshes v1alpha1.MeshList
		var events corev1.EventList
		for _, list := range []client.ObjectList{&meshServices, &meshes, &events} {
			g.Expect(api.List(ctx, list)).To(Succeed())
		}
		for _, meshService := range meshServices.Items {
			if meshService.DeletionTimestamp == nil {
				all = append(all, meshService.Namespace+"/"+meshService.Name+" "+meshService.ResourceVersion)
			}
		}
		for _, mesh := range meshes.Items {
			all = append(all, mesh.Name+" "+mesh.ResourceVersion)
		}
		for _, event := range events.Items {
			if observe.IsFromMeshwork(&event) && (len(except) == 0 || event.InvolvedObject.Name != except[0]) {
				all = append(all, event.Reason+" "+event.Name+" "+event.ResourceVersion)
			}
		}
		return all
	}
}

func endingNamespaces(ctx SpecContext) func(Gomega) []string {
	return func(g Gomega) []string {
		var list corev1.NamespaceList
		g.Expect(api.List(ctx, &list)).To(Succeed())
		var names []string
		for i := range list.Items {
			if list.Items[i].DeletionTimestamp != nil {
				names = append(names, list.Items[i].Name)
			}
		}
		return names
	}
}
