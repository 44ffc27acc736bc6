package live

import (
	"context"
	"testing"

	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

// TestAServerThatStreamsNoListsCanBeReached has a server without the feature WatchList.
func TestAServerThatStreamsNoListsCanBeReached(t *testing.T) {
	g := NewWithT(t)
	refusing := fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
		Watch: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) (watch.Interface, error) {
			return nil, apierrors.NewInvalid(schema.GroupKind{Kind: "ListOptions"}, "", nil)
		},
	}).Build()
	var reported []error
	namespaces := &feed{kind: kinds[0], reader: refusing, report: func(_ *feed, err error) { reported = append(reported, err) }}

	_, err := namespaces.watchAll(t.Context(), metav1.ListOptions{SendInitialEvents: ptr.To(true)})
	g.Expect(apierrors.IsInvalid(err)).To(BeTrue())
	g.Expect(reported).To(BeEmpty())

	_, err = namespaces.watchAll(t.Context(), metav1.ListOptions{})
	g.Expect(err).To(HaveOccurred())
	g.Expect(reported).To(HaveLen(1), "any other watch must succeed")
}
