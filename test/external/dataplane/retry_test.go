package dataplane

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func TestWritesAreRetried(t *testing.T) {
	defer func(before time.Duration) { whileBusy.Duration = before }(whileBusy.Duration)
	whileBusy.Duration = time.Microsecond
	resource := corev1.Resource("services")
	timedOut := &apierrors.StatusError{ErrStatus: metav1.Status{Code: http.StatusInternalServerError, Message: "etcdserver: request timed out"}}
	for _, test := range []struct {
		name  string
		err   error
		tries int
	}{
		{"a timeout of etcd", timedOut, 3},
		{"an internal error", apierrors.NewInternalError(errors.New("broken")), 3},
		{"a timeout of the server", apierrors.NewServerTimeout(resource, "create", 1), 3},
		{"a timeout", apierrors.NewTimeoutError("too slow", 1), 3},
		{"too many requests", apierrors.NewTooManyRequestsError("later"), 3},
		{"a refusal", apierrors.NewForbidden(resource, "web", nil), 1},
		{"no connection", errors.New("connection refused"), 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			tries := 0
			// The first attempts take effect, but the answers are lost.
			fails := func(do func() error) error {
				err := do()
				tries++
				if tries < 3 {
					return test.err
				}
				return err
			}
			api := retryWrites(interceptor.NewClient(fake.NewClientBuilder().WithScheme(kit.Scheme()).Build(), interceptor.Funcs{
				Create: func(ctx context.Context, api client.WithWatch, object client.Object, options ...client.CreateOption) error {
					return fails(func() error { return api.Create(ctx, object.DeepCopyObject().(client.Object), options...) })
				},
				Delete: func(ctx context.Context, api client.WithWatch, object client.Object, options ...client.DeleteOption) error {
					return fails(func() error { return api.Delete(ctx, object, options...) })
				},
			}))
			service := kit.Service("shop", "web")
			err := api.Create(t.Context(), service)
			g.Expect(tries).To(Equal(test.tries))
			if test.tries == 1 {
				g.Expect(err).To(MatchError(test.err))
				return
			}
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(service.ResourceVersion).NotTo(BeEmpty(), "the object is as it was created")
			tries = 0
			g.Expect(api.Delete(t.Context(), service)).To(Succeed())
			g.Expect(tries).To(Equal(3))
		})
	}
	NewWithT(t).Expect(apierrors.IsAlreadyExists(retryExisting(t))).To(BeTrue(), "an object that existed before")
}

func retryExisting(t *testing.T) error {
	api := retryWrites(fake.NewClientBuilder().WithScheme(kit.Scheme()).WithObjects(kit.Service("shop", "web")).Build())
	return api.Create(t.Context(), kit.Service("shop", "web"))
}
