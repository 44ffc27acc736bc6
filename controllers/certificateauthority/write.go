package certificateauthority

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	applycertificates "k8s.io/client-go/applyconfigurations/certificates/v1"
	applymeta "k8s.io/client-go/applyconfigurations/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	apply "github.com/meshwork-dev/meshwork/api/v1alpha1/applyconfiguration/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/conditions"
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
	case content == "" || exists && existing.Spec.TrustBundle == content && existing.Labels[v1alpha1.MeshLabel] == mesh.Name && metav1.IsControlledBy(existing, mesh):
		return nil
	}
	bundle := applycertificates.ClusterTrustBundle(bundleName(mesh)).
		WithLabels(ownLabels(mesh)).
		WithOwnerReferences(applymeta.OwnerReference().
			WithAPIVersion(v1alpha1.GroupVersion.String()).WithKind("Mesh").WithName(mesh.Name).WithUID(mesh.UID).WithController(true)).
		WithSpec(applycertificates.ClusterTrustBundleSpec().WithSignerName(v1alpha1.SignerName).WithTrustBundle(content))
	if err := r.Client.Apply(ctx, bundle, authority.FieldOwner, client.ForceOwnership); err != nil {
		return fmt.Errorf("writing ClusterTrustBundle %s: %w", bundleName(mesh), err)
	}
	return nil
}

// publishStatus writes the part of the Mesh's status that belongs to the signer, given without the
// times of its conditions. It reports whether it attempted to.
func publishStatus(ctx context.Context, from controller.Dependencies, mesh *v1alpha1.Mesh, wanted v1alpha1.MeshStatus) (attempted bool, err error) {
	wanted.Conditions = ownConditions.Merge(mesh.Status.Conditions, wanted.Conditions, mesh.Generation, from.Now())
	wanted = ownStatus(wanted)
	if equality.Semantic.DeepEqual(ownStatus(mesh.Status), wanted) {
		return false, nil
	}
	own, err := write.Convert[apply.MeshStatusApplyConfiguration](wanted)
	if err != nil {
		return false, err
	}
	own.ObservedGeneration = nil // the manager's
	return true, from.Client.Status().Apply(ctx, apply.Mesh(mesh.Name).WithUID(mesh.UID).WithStatus(own), authority.FieldOwner, client.ForceOwnership)
}

// ownConditions are the conditions of a Mesh that the signer sets.
var ownConditions = conditions.Types{v1alpha1.ConditionBackendsReady, v1alpha1.ConditionRotationComplete}

// ownStatus returns the part of a status that the signer writes.
func ownStatus(status v1alpha1.MeshStatus) v1alpha1.MeshStatus {
	return v1alpha1.MeshStatus{MTLS: status.MTLS, Conditions: ownConditions.Of(status.Conditions)}
}

// deleteObsolete deletes the Secrets of generated authorities. It does not touch a Secret
// that was not generated for this very Mesh.
func (r *Reconciler) deleteObsolete(ctx context.Context, mesh *v1alpha1.Mesh, backends []string) error {
	var errs []error
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
			errs = append(errs, fmt.Errorf("deleting Secret %s of CA backend %s: %w", secret.Name, backend, err))
		}
	}
	return errors.Join(errs...)
}
