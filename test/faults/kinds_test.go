package faults

import (
	"context"

	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// With the kind, all MeshServices are gone, including the users' ones.
var _ = itSurvives("A kind that is missing for a while", long, func(ctx context.Context, w *workload, c *churn) {
	scheme := runtime.NewScheme()
	Expect(apiextensionsv1.AddToScheme(scheme)).To(Succeed())
	extensions, err := client.New(env.Cluster.Config(), client.Options{Scheme: scheme})
	Expect(err).NotTo(HaveOccurred())
	definition := &apiextensionsv1.CustomResourceDefinition{}
	Expect(extensions.Get(ctx, client.ObjectKey{Name: "meshservices.meshwork.dev"}, definition)).To(Succeed())
	Expect(extensions.Delete(ctx, definition)).To(Succeed())
	Eventually(func() error {
		return extensions.Get(ctx, client.ObjectKeyFromObject(definition), &apiextensionsv1.CustomResourceDefinition{})
	}).WithContext(ctx).Should(Satisfy(apierrors.IsNotFound))
	w.note("MeshServices are missing")
	c.advance(2 * steps)
	expectTrue(ctx, w, c, write{})
	Expect(extensions.Create(ctx, &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: definition.Name, Annotations: definition.Annotations}, Spec: definition.Spec,
	})).To(Succeed())
	w.note("MeshServices are back")
	for i, object := range w.untouched {
		if byHand, is := object.(*v1alpha1.MeshService); is {
			again := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: byHand.Namespace, Name: byHand.Name, Labels: byHand.Labels}}
			Eventually(func() error { return api.Create(ctx, again) }).WithContext(ctx).Should(Succeed())
			w.untouched[i] = again
		}
	}
})

// unlessMissing returns nil if the error is that a kind does not exist.
func unlessMissing(err error) error {
	if meta.IsNoMatchError(err) || apierrors.IsNotFound(err) {
		return nil
	}
	return err
}
