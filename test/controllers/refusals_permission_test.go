package controllers_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// A role that the API server does not know yet after its start looks the same.
var _ = Describe("A write without permission", func() {
	It("is retried soon at first", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		nobody, err := client.New(asAccount(env.Cluster.Config(), "system:serviceaccount:"+namespace+":nobody"), client.Options{Scheme: kit.Scheme()})
		Expect(err).NotTo(HaveOccurred())
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		for name, refused := range map[string]func() error{
			"create": func() error { return nobody.Create(ctx, kit.EndpointSlice(namespace, "web", "IPv4")) },
			"update": func() error { return nobody.Update(ctx, service) },
			"status": func() error { return nobody.Status().Update(ctx, service) },
			"delete": func() error { return nobody.Delete(ctx, service) },
		} {
			var refusals write.Refusals
			now := time.Now()
			err := refusals.Record(name, nil, refused(), now)
			Expect(write.IsRefusal(err)).To(BeTrue(), name)
			Expect(refusals.UntilRetry(now)).To(BeNumerically("<", time.Second), "%s: %v", name, err)
		}
	})
})
