package certificateauthority

import (
	"context"
	"crypto/x509"
	"fmt"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	applycertificates "k8s.io/client-go/applyconfigurations/certificates/v1"
	applymeta "k8s.io/client-go/applyconfigurations/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/authority"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

func ownLabels(mesh *v1alpha1.Mesh) map[string]string {
	return map[string]string{v1alpha1.ManagedByLabel: v1alpha1.ManagedBySigner, v1alpha1.MeshLabel: mesh.Name}
}

// publishRoots writes the trust bundle of a Mesh, or deletes it when there are no roots.
func (r *Reconciler) publishRoots(ctx context.Context, mesh *v1alpha1.Mesh, roots []*x509.Certificate) error {
	existing := &certificatesv1.ClusterTrustBundle{}
	err := r.Client.Get(ctx, client.ObjectKey{Name: bundleName(mesh)}, existing)
	if client.IgnoreNotFound(err) != nil {
		return err
	}
	exists := err == nil
	content := identity.EncodeCertificates(roots...)
	switch {
	case content == "" && exists:
		return client.IgnoreNotFound(r.Client.Delete(ctx, existing, client.Preconditions{UID: &existing.UID}))
	case content == "" || exists && existing.Spec.TrustBundle == content && existing.Labels[v1alpha1.MeshLabel] == mesh.Name:
		return nil
	}
	bundle := applycertificates.ClusterTrustBundle(bundleName(mesh)).
		WithLabels(ownLabels(mesh)).
		WithOwnerReferences(applymeta.OwnerReference().
			WithAPIVersion(v1alpha1.GroupVersion.String()).WithKind("Mesh").WithName(mesh.Name).WithUID(mesh.UID).WithController(true)).
		WithSpec(applycertificates.ClusterTrustBundleSpec().WithSignerName(v1alpha1.SignerName).WithTrustBundle(content))
	if err := r.Client.Apply(ctx, bundle, fieldOwner, client.ForceOwnership); err != nil {
		return fmt.Errorf("writing ClusterTrustBundle %s: %w", bundleName(mesh), err)
	}
	return nil
}

// publishStatus writes the part of the Mesh's status that belongs to the signer.
func (r *Reconciler) publishStatus(ctx context.Context, mesh *v1alpha1.Mesh, status *v1alpha1.MeshMTLSStatus, conditions []metav1.Condition) error {
	wanted := merge(mesh, status, conditions, metav1.NewTime(r.Clock.Now()).Rfc3339Copy())
	if equality.Semantic.DeepEqual(ownStatus(mesh.Status), ownStatus(wanted)) {
		return nil
	}
	r.statusThrottle.RecordWrite(mesh.UID)
	own, err := write.Convert[apply.MeshStatusApplyConfiguration](ownStatus(wanted))
	if err != nil {
		return err
	}
	own.ObservedGeneration = nil // the manager's
	return r.Client.Status().Apply(ctx, apply.Mesh(mesh.Name).WithUID(mesh.UID).WithStatus(own), fieldOwner, client.ForceOwnership)
}

var ownConditions = []string{v1alpha1.ConditionBackendsReady, v1alpha1.ConditionRotationComplete}

func merge(mesh *v1alpha1.Mesh, status *v1alpha1.MeshMTLSStatus, conditions []metav1.Condition, now metav1.Time) v1alpha1.MeshStatus {
	merged := *mesh.Status.DeepCopy()
	merged.MTLS = status
	for _, name := range ownConditions {
		found := meta.FindStatusCondition(conditions, name)
		if found == nil {
			meta.RemoveStatusCondition(&merged.Conditions, name)
			continue
		}
		condition := *found
		condition.ObservedGeneration, condition.LastTransitionTime = mesh.Generation, now
		meta.SetStatusCondition(&merged.Conditions, condition)
	}
	return merged
}

// ownStatus returns the part of a status that the signer writes.
func ownStatus(status v1alpha1.MeshStatus) v1alpha1.MeshStatus {
	own := v1alpha1.MeshStatus{MTLS: status.MTLS}
	for _, name := range ownConditions {
		if found := meta.FindStatusCondition(status.Conditions, name); found != nil {
			own.Conditions = append(own.Conditions, *found)
		}
	}
	return own
}

func unsupported() []metav1.Condition {
	return []metav1.Condition{{
		Type: v1alpha1.ConditionBackendsReady, Status: metav1.ConditionFalse, Reason: v1alpha1.ReasonUnsupportedKubernetesVersion,
		Message: "the API server has no PodCertificateRequests and ClusterTrustBundles in certificates.k8s.io/v1: upgrade it to Kubernetes 1.37, then restart the signer",
	}}
}

// deleteObsolete deletes the Secrets of generated authorities. It does not touch a Secret
// that was not generated for this very Mesh.
func (r *Reconciler) deleteObsolete(ctx context.Context, mesh *v1alpha1.Mesh, backends []string) error {
	for _, backend := range backends {
		secret := &corev1.Secret{}
		err := r.Client.Get(ctx, client.ObjectKey{Namespace: r.Authorities.Namespace, Name: authority.SecretName(mesh.Name, backend)}, secret)
		if client.IgnoreNotFound(err) != nil {
			return err
		}
		if err != nil || secret.Annotations[authority.BackendAnnotation] != backend || !metav1.IsControlledBy(secret, mesh) {
			continue
		}
		if err := client.IgnoreNotFound(r.Client.Delete(ctx, secret, client.Preconditions{UID: &secret.UID})); err != nil {
			return fmt.Errorf("deleting Secret %s of CA backend %s: %w", secret.Name, backend, err)
		}
	}
	return nil
}
