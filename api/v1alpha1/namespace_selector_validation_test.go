package v1alpha1_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func selector(body string) string { return "spec: {namespaceSelector: " + body + "}" }

var _ = DescribeTable("The API server accepts the namespaceSelector", func(ctx SpecContext, body string) {
	mesh := object("Mesh", "selector", selector(body))
	Expect(create(ctx, mesh)).To(Succeed())
	Expect(api.Delete(ctx, mesh)).To(Succeed())
},
	Entry(nil, "{}"),
	Entry(nil, "{matchLabels: {kubernetes.io/metadata.name: shop}}"),
	Entry(nil, "{matchExpressions: [{key: team, operator: In, values: [shop, bank]}, {key: team, operator: NotIn, values: [bank]}]}"),
	Entry(nil, "{matchExpressions: [{key: team, operator: Exists}, {key: guest, operator: DoesNotExist, values: []}]}"),
	Entry("whose labels are invalid, which a condition of the Mesh reports", "{matchLabels: {team: not a label}}"),
)

var _ = DescribeTable("The API server rejects the namespaceSelector", func(ctx SpecContext, message, body string) {
	err := create(ctx, object("Mesh", "selector", selector(body)))
	Expect(client.IgnoreNotFound(api.Delete(ctx, object("Mesh", "selector", "")))).To(Succeed())
	Expect(apierrors.IsInvalid(err)).To(BeTrue(), "%v", err)
	Expect(err).To(MatchError(ContainSubstring(message)))
},
	Entry(nil, "operator must be In, NotIn, Exists or DoesNotExist", "{matchExpressions: [{key: team, operator: in, values: [shop]}]}"),
	Entry(nil, "operator must be In, NotIn, Exists or DoesNotExist", "{matchExpressions: [{key: team, operator: Exists}, {key: team, operator: ''}]}"),
	Entry(nil, "need values", "{matchExpressions: [{key: team, operator: In}]}"),
	Entry(nil, "need values", "{matchExpressions: [{key: team, operator: NotIn, values: []}]}"),
	Entry(nil, "must have none", "{matchExpressions: [{key: team, operator: Exists, values: [shop]}]}"),
	Entry(nil, "Required value", "{matchExpressions: [{key: team}]}"),
	Entry(nil, "must be of type string", "{matchLabels: {team: 7}}"),
)
