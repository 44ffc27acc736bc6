package meshservice

import (
	"context"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
)

// A sync that follows the creation at once does not find the MeshService in the cache.
func TestNothingIsCreatedTwice(t *testing.T) {
	g, clock := NewWithT(t), clocktesting.NewFakeClock(time.Now())
	scheme := runtime.NewScheme()
	g.Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	creations := 0
	api := fake.NewClientBuilder().WithScheme(scheme).WithInterceptorFuncs(interceptor.Funcs{
		Create: func(context.Context, client.WithWatch, client.Object, ...client.CreateOption) error {
			creations++
			return nil
		},
	}).Build()
	w := newWriter(api, clock)
	desired := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	create := func() error {
		_, err := w.create(t.Context(), desired)
		return err
	}
	g.Expect(create()).To(Succeed())
	g.Expect(write.IsStale(create())).To(BeTrue())
	g.Expect(creations).To(Equal(1))

	w.see([]*v1alpha1.MeshService{desired})
	g.Expect(create()).To(Succeed(), "it was deleted after the cache had it")
	g.Expect(write.IsStale(create())).To(BeTrue())
	clock.Step(createdPeriod + time.Millisecond)
	g.Expect(create()).To(Succeed(), "it was deleted before the cache had it")
	g.Expect(creations).To(Equal(3))
}
