package collect_test

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
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

var errForbidden = apierrors.NewForbidden(schema.GroupResource{}, "", nil)

// TestRoutesOfOneNamespace has a user with access to one namespace.
func TestRoutesOfOneNamespace(t *testing.T) {
	g := NewWithT(t)
	scheme := runtime.NewScheme()
	g.Expect(clientgoscheme.AddToScheme(scheme)).To(Succeed())
	g.Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	g.Expect(gatewayv1.Install(scheme)).To(Succeed())
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	limited := fake.NewClientBuilder().WithScheme(scheme).WithObjects(service, routeIn("shop"), routeIn("search")).
		WithInterceptorFuncs(interceptor.Funcs{
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				if (&client.ListOptions{}).ApplyOptions(options).Namespace != "shop" {
					return errForbidden
				}
				if _, isEvents := list.(*corev1.EventList); isEvents { // the fake client has no index
					return errForbidden
				}
				return c.List(ctx, list, options...)
			},
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if key.Namespace != "shop" {
					return errForbidden
				}
				return c.Get(ctx, key, object, options...)
			},
		}).Build()

	snap, err := collect.Service(t.Context(), limited, client.ObjectKeyFromObject(service), time.Now())
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(snap.Routes()).To(HaveLen(1))
	g.Expect(snap.Routes()[0].String()).To(Equal("GRPCRoute shop/all"))
	backend := routes.Backend{Service: client.ObjectKey{Namespace: "search", Name: "web"}, Port: 80}
	g.Expect(snap.IsUnread(backend)).To(BeTrue())
	g.Expect(snap.IsUnread(routes.Backend{Service: client.ObjectKey{Namespace: "shop", Name: "gone"}})).To(BeFalse())
	g.Expect(snap.Unread).To(ContainElements(
		snapshot.Unread{Kind: snapshot.GRPCRoutes, Message: "you are only allowed to read those in namespace shop"},
		snapshot.Unread{Kind: snapshot.Backends, Forbidden: true, Message: "you are not allowed to read them"},
	))
}

// routeIn returns a route of Service shop/web to Service search/web.
func routeIn(namespace string) *gatewayv1.GRPCRoute {
	route := &gatewayv1.GRPCRoute{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "all"}}
	route.Spec.ParentRefs = []gatewayv1.ParentReference{{
		Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Namespace: ptr.To(gatewayv1.Namespace("shop")), Name: "web",
	}}
	backend := gatewayv1.BackendObjectReference{Namespace: ptr.To(gatewayv1.Namespace("search")), Name: "web", Port: ptr.To[int32](80)}
	route.Spec.Rules = []gatewayv1.GRPCRouteRule{{BackendRefs: []gatewayv1.GRPCBackendRef{{BackendRef: gatewayv1.BackendRef{BackendObjectReference: backend}}}}}
	return route
}
