package live

import (
	"context"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// TestTheNamespaceThatIsShownIsRead has a user with access to one namespace.
func TestTheNamespaceThatIsShownIsRead(t *testing.T) {
	for scope, expected := range map[string][]string{"shop": {"shop"}, "": nil} {
		g := NewWithT(t)
		limited := fake.NewClientBuilder().WithObjects(&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop"}}).
			WithInterceptorFuncs(interceptor.Funcs{
				List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
					return forbidden
				},
				Watch: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) (watch.Interface, error) {
					return nil, forbidden
				},
			}).Build()
		cluster := New(t.Context(), limited, Options{Scope: scope, Changed: func(Change) {}, Reported: func(bool) {}})
		g.Expect(cluster.Synced(t.Context(), "", snapshot.Namespaces)).To(Succeed())
		var names []string
		for _, namespace := range List[*corev1.Namespace](cluster, snapshot.Namespaces, "") {
			names = append(names, namespace.Name)
		}
		g.Expect(names).To(Equal(expected))
		g.Expect(cluster.Gaps().Forbids(snapshot.Namespaces)).To(Equal(scope == ""))
		if scope != "" {
			g.Eventually(cluster.Unwatched, time.Minute).Should(HaveLen(1))
		}
	}
}

var forbidden = apierrors.NewForbidden(schema.GroupResource{Resource: "namespaces"}, "", nil)

// TestAServerThatStreamsNoListsCanBeReached has a server without the feature WatchList.
func TestAServerThatStreamsNoListsCanBeReached(t *testing.T) {
	g := NewWithT(t)
	refusing := fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
		Watch: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) (watch.Interface, error) {
			return nil, apierrors.NewInvalid(schema.GroupKind{Kind: "ListOptions"}, "", nil)
		},
	}).Build()
	var reported []error
	namespaces := &feed{kind: kinds[0], reader: refusing, report: func(_ *feed, err error) { reported = append(reported, err) }, watched: func(*feed, bool) {}}

	_, err := namespaces.watchAll(t.Context(), metav1.ListOptions{SendInitialEvents: ptr.To(true)})
	g.Expect(apierrors.IsInvalid(err)).To(BeTrue())
	g.Expect(reported).To(BeEmpty())

	_, err = namespaces.watchAll(t.Context(), metav1.ListOptions{})
	g.Expect(err).To(HaveOccurred())
	g.Expect(reported).To(HaveLen(1), "any other watch must succeed")
}

// TestRoutesOfTheShownNamespaceAreRead has a user with access to one namespace.
func TestRoutesOfTheShownNamespaceAreRead(t *testing.T) {
	g := NewWithT(t)
	scheme := runtime.NewScheme()
	g.Expect(gatewayv1.Install(scheme)).To(Succeed())
	g.Expect(corev1.AddToScheme(scheme)).To(Succeed())
	inNamespace := func(namespace, name string) metav1.ObjectMeta {
		return metav1.ObjectMeta{Namespace: namespace, Name: name}
	}
	limited := fake.NewClientBuilder().WithScheme(scheme).WithObjects(
		&gatewayv1.GRPCRoute{ObjectMeta: inNamespace("shop", "own")}, &gatewayv1.GRPCRoute{ObjectMeta: inNamespace("bank", "other")},
		&corev1.Service{ObjectMeta: inNamespace("bank", "backend")},
	).WithInterceptorFuncs(interceptor.Funcs{
		List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			if (&client.ListOptions{}).ApplyOptions(options).Namespace == "" {
				return forbidden
			}
			return c.List(ctx, list, options...)
		},
		Watch: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) (watch.Interface, error) {
			return nil, forbidden
		},
	}).Build()
	cluster := New(t.Context(), limited, Options{Scope: "shop", Changed: func(Change) {}, Reported: func(bool) {}})
	var found gatewayv1.GRPCRouteList
	g.Expect(cluster.Reader().List(t.Context(), &found)).To(Succeed())
	g.Expect(found.Items).To(HaveLen(1))
	g.Expect(found.Items[0].Name).To(Equal("own"))
	g.Expect(cluster.Gaps().Forbids(snapshot.GRPCRoutes)).To(BeFalse())

	backend := client.ObjectKey{Namespace: "bank", Name: "backend"}
	g.Expect(cluster.Reader().Get(t.Context(), backend, &corev1.Service{})).To(Succeed(), "a namespace that is not watched")
	var services corev1.ServiceList
	g.Expect(cluster.Reader().List(t.Context(), &services, client.InNamespace("bank"))).To(Succeed())
	g.Expect(services.Items).To(HaveLen(1), "likewise")
}
