package certificateauthority

import (
	"context"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	applycertificates "k8s.io/client-go/applyconfigurations/certificates/v1"
	clocktesting "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/identity"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// refusing returns a controller whose API server refuses to create or delete one Secret, or to
// apply one trust bundle, and the statuses of Meshes that it writes.
func refusing(g Gomega, name string, objects ...client.Object) (*Reconciler, *[]*apply.MeshApplyConfiguration) {
	refused := func(object client.Object) error {
		if object.GetName() == name {
			return apierrors.NewForbidden(corev1.Resource("secrets"), name, nil)
		}
		return nil
	}
	var statuses []*apply.MeshApplyConfiguration
	builder := fake.NewClientBuilder().WithScheme(kit.Scheme()).WithObjects(objects...).WithInterceptorFuncs(interceptor.Funcs{
		Create: func(ctx context.Context, api client.WithWatch, object client.Object, options ...client.CreateOption) error {
			if err := refused(object); err != nil {
				return err
			}
			return api.Create(ctx, object, options...)
		},
		Delete: func(ctx context.Context, api client.WithWatch, object client.Object, options ...client.DeleteOption) error {
			if err := refused(object); err != nil {
				return err
			}
			return api.Delete(ctx, object, options...)
		},
		Apply: func(_ context.Context, _ client.WithWatch, applied runtime.ApplyConfiguration, _ ...client.ApplyOption) error {
			if bundle, ok := applied.(*applycertificates.ClusterTrustBundleApplyConfiguration); ok && *bundle.Name == name {
				return apierrors.NewForbidden(certificatesv1.Resource("clustertrustbundles"), name, nil)
			}
			return nil
		},
		SubResourceApply: func(_ context.Context, _ client.Client, _ string, status runtime.ApplyConfiguration, _ ...client.SubResourceApplyOption) error {
			statuses = append(statuses, status.(*apply.MeshApplyConfiguration))
			return nil
		},
	})
	for _, index := range Indexes {
		builder.WithIndex(index.Object, index.Name, index.Keys)
	}
	api, clock := builder.Build(), clocktesting.NewFakePassiveClock(start)
	r, err := New(Options{
		Dependencies:           controller.Dependencies{Client: api, APIReader: api, Clock: clock, Metrics: prometheus.NewRegistry(), ConcurrentSyncs: 1},
		Authorities:            &authority.Store{Client: api, Namespace: kit.SystemNamespace, Clock: clock},
		TrustPropagationPeriod: time.Minute, StatusSyncPeriod: time.Second,
	})
	g.Expect(err).NotTo(HaveOccurred())
	return r, &statuses
}

func TestASecretThatIsRefusedConcernsItsBackendOnly(t *testing.T) {
	g := NewWithT(t)
	mesh := kit.Mesh("default", kit.WithBackends("refused", "ca-1"))
	r, statuses := refusing(g, authority.SecretName("default", "refused"), mesh)
	result, err := r.sync(t.Context(), mesh, &state{})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(result.RequeueAfter).To(BeNumerically("<=", write.RefusalRetry+time.Second), "it is tried again")
	g.Expect(*statuses).To(HaveLen(1))
	status := (*statuses)[0].Status
	g.Expect(status.MTLS.SigningBackend).To(HaveValue(Equal("ca-1")))
	g.Expect(status.Conditions).To(ContainElement(And(
		HaveField("Type", HaveValue(Equal(v1alpha1.ConditionBackendsReady))), HaveField("Reason", HaveValue(Equal(v1alpha1.ReasonSecretNotFound))),
		HaveField("Message", HaveValue(ContainSubstring("is forbidden"))))))
}

func TestASecretThatMayNotBeDeletedDoesNotKeepTheStatus(t *testing.T) {
	g := NewWithT(t)
	mesh := kit.Mesh("default", kit.WithBackends("ca-1"))
	mesh.UID = "uid"
	data, err := identity.GenerateAuthority(mesh, &v1alpha1.CABackend{Name: "former", Generated: &v1alpha1.GeneratedCA{}}, start)
	g.Expect(err).NotTo(HaveOccurred())
	former := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: kit.SystemNamespace, Name: authority.SecretName("default", "former"), CreationTimestamp: metav1.NewTime(start.Add(-time.Hour)),
			Labels: ownLabels(mesh), Annotations: map[string]string{authority.BackendAnnotation: "former"},
			OwnerReferences: []metav1.OwnerReference{{APIVersion: v1alpha1.GroupVersion.String(), Kind: "Mesh", Name: mesh.Name, UID: mesh.UID, Controller: ptr.To(true)}},
		},
		Data: data,
	}
	r, statuses := refusing(g, former.Name, mesh, former)
	_, err = r.sync(t.Context(), mesh, &state{})
	g.Expect(err).To(MatchError(apierrors.IsForbidden, "IsForbidden"))
	g.Expect(*statuses).To(HaveExactElements(HaveField("Status.MTLS.SigningBackend", HaveValue(Equal("ca-1")))))
}

func TestRootsThatCannotBePublishedAreReported(t *testing.T) {
	g := NewWithT(t)
	mesh := kit.Mesh("default", kit.WithBackends("ca-1"))
	r, statuses := refusing(g, bundleName(mesh), mesh)
	_, err := r.sync(t.Context(), mesh, &state{})
	g.Expect(err).To(MatchError(apierrors.IsForbidden, "IsForbidden"))
	g.Expect(*statuses).To(HaveLen(1))
	status := (*statuses)[0].Status
	g.Expect(status.MTLS).To(BeNil(), "no Pod trusts the roots")
	g.Expect(status.Conditions).To(ContainElement(And(
		HaveField("Type", HaveValue(Equal(v1alpha1.ConditionBackendsReady))), HaveField("Status", HaveValue(Equal(metav1.ConditionFalse))),
		HaveField("Message", HaveValue(And(ContainSubstring("cannot be published"), ContainSubstring("is forbidden")))))))
}
