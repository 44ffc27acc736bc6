package loadbalancer

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache/informertest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	ctrlconfig "sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllertest"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// startWatching runs the controller with an informer of Services that delivers what it is
// told to. It returns the names of the Services that are synced.
func startWatching(t *testing.T) (*controllertest.FakeInformer, <-chan string) {
	t.Helper()
	g := NewWithT(t)
	informers := &informertest.FakeInformers{Scheme: kit.Scheme()}
	for _, kind := range []client.Object{&corev1.Service{}, &v1alpha1.VirtualIP{}, &discoveryv1.EndpointSlice{}, &v1alpha1.Mesh{}, &corev1.Namespace{}} {
		_, err := informers.GetInformer(t.Context(), kind)
		g.Expect(err).NotTo(HaveOccurred())
	}
	mgr, err := manager.New(&rest.Config{}, manager.Options{
		Scheme:         kit.Scheme(),
		Metrics:        metricsserver.Options{BindAddress: "0"},
		NewCache:       func(*rest.Config, ctrlcache.Options) (ctrlcache.Cache, error) { return informers, nil },
		MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) { return meta.NewDefaultRESTMapper(nil), nil },
		Controller:     ctrlconfig.Controller{SkipNameValidation: ptr.To(true)},
	})
	g.Expect(err).NotTo(HaveOccurred())

	r, synced := newReconciler(t), make(chan string, 10)
	r.Client = interceptor.NewClient(nil, interceptor.Funcs{
		Get: func(_ context.Context, _ client.WithWatch, key client.ObjectKey, _ client.Object, _ ...client.GetOption) error {
			synced <- key.Name
			return apierrors.NewNotFound(serviceResource, key.Name)
		},
	})
	g.Expect(r.SetupWithManager(t.Context(), mgr)).To(Succeed())
	go func() { _ = mgr.Start(t.Context()) }()

	// The first sync waits for all informers.
	r.addresses.setWaiting(types.NamespacedName{Namespace: "shop", Name: "first"}, true)
	r.givenBack <- event.GenericEvent{Object: &corev1.Service{}}
	g.Expect(next(g, synced)).To(Equal("first"))
	services, err := informers.FakeInformerFor(t.Context(), &corev1.Service{})
	g.Expect(err).NotTo(HaveOccurred())
	return services, synced
}

// next waits for the next Service that is synced.
func next(g Gomega, synced <-chan string) (name string) {
	g.Eventually(synced, "20s").Should(Receive(&name))
	return name
}

// An update may be another Service of the same name, after a gap in the
// watch. It has no condition that would say what was there before.
func TestUpdatesThatEnqueueAService(t *testing.T) {
	requests := func(s *corev1.Service) {
		s.Spec.Type = corev1.ServiceTypeLoadBalancer
		metav1.SetMetaDataAnnotation(&s.ObjectMeta, v1alpha1.LoadBalancerClassAnnotation, modelClass)
	}
	hasCondition := func(s *corev1.Service) {
		meta.SetStatusCondition(&s.Status.Conditions, metav1.Condition{Type: v1alpha1.ConditionVIPReady, Reason: "Any"})
	}
	changed := func(s *corev1.Service) { s.Labels = map[string]string{"changed": "yes"} }
	ours, theirs := kit.LoadBalanced(modelClass), kit.LoadBalanced("example.com/other")
	type edits []func(*corev1.Service)

	services, synced := startWatching(t)
	for i, test := range []struct {
		name          string
		before, after edits
		want          bool
	}{
		{"a change within the class", edits{ours}, edits{ours, changed}, true},
		{"no change", edits{ours}, edits{ours}, false},
		{"a change of its status", edits{ours}, edits{ours, hasCondition}, true},
		{"into the class", nil, edits{ours}, true},
		{"out of the class, with a condition", edits{ours, hasCondition}, edits{hasCondition}, true},
		{"out of the class, without a condition", edits{ours}, nil, true},
		{"the annotation is added", edits{kit.LoadBalanced("")}, edits{requests}, true},
		{"the annotation is removed", edits{requests}, edits{kit.LoadBalanced("")}, true},
		{"a change within another class", edits{theirs}, edits{theirs, changed}, false},
		{"a change without a class", nil, edits{changed}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			name, last := fmt.Sprintf("service-%d", i), fmt.Sprintf("last-%d", i)
			services.Update(kit.Service("shop", name, test.before...), kit.Service("shop", name, test.after...))
			services.Update(kit.Service("shop", last, ours), kit.Service("shop", last, ours, changed))
			if test.want {
				g.Expect(next(g, synced)).To(Equal(name))
			}
			g.Expect(next(g, synced)).To(Equal(last))
		})
	}
}
