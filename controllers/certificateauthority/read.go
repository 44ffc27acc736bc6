package certificateauthority

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"slices"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

// read reads the input of the decision about the authorities of a Mesh, and creates the
// authorities that are to be generated.
func (r *Reconciler) read(ctx context.Context, mesh *v1alpha1.Mesh, secrets []corev1.Secret) (identity.View, error) {
	view := identity.View{Mesh: mesh, PropagationPeriod: r.TrustPropagationPeriod, Now: r.Clock.Now()}
	for i := range secrets {
		view.Generated = append(view.Generated, identity.Generated{
			Backend: secrets[i].Annotations[authority.BackendAnnotation],
			Created: secrets[i].CreationTimestamp.Time,
			Root:    identity.GeneratedRoot(&secrets[i]),
		})
	}
	var err error
	if view.Backends, err = r.backends(ctx, mesh); err != nil {
		return view, err
	}
	if view.Bundle, err = r.bundle(ctx, mesh); err != nil {
		return view, err
	}
	view.InUse, view.NextExpiry, err = r.certificatesInUse(ctx, mesh)
	return view, err
}

// ownSecrets returns the Secrets with the authorities that were generated for a Mesh.
func (r *Reconciler) ownSecrets(ctx context.Context, mesh *v1alpha1.Mesh) ([]corev1.Secret, error) {
	var secrets corev1.SecretList
	if err := r.Client.List(ctx, &secrets, client.InNamespace(r.Authorities.Namespace), client.MatchingLabels(ownLabels(mesh)), client.UnsafeDisableDeepCopy); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(secrets.Items, func(secret corev1.Secret) bool { return !metav1.IsControlledBy(&secret, mesh) }), nil
}

// backends returns the backends of a Mesh, and drops the private keys of all others.
func (r *Reconciler) backends(ctx context.Context, mesh *v1alpha1.Mesh) ([]identity.Backend, error) {
	var found []identity.Backend
	var current []string
	if mesh.Spec.MTLS != nil {
		for i := range mesh.Spec.MTLS.Backends {
			backend, err := r.backend(ctx, mesh, &mesh.Spec.MTLS.Backends[i])
			if err != nil {
				return nil, err
			}
			found, current = append(found, backend), append(current, backend.Name)
		}
	}
	former := formerBackends(mesh)
	r.Authorities.Retain(mesh.Name, append(current, former...)...)
	for _, name := range former {
		loaded, problem, err := r.Authorities.Load(ctx, mesh, name)
		if err != nil {
			return nil, err
		}
		if problem == nil {
			found = append(found, identity.Backend{Name: name, Authority: loaded})
		}
	}
	return found, nil
}

// formerBackends returns the backends that left the spec while their roots are trusted.
// Only the Secret of a generated one is known.
func formerBackends(mesh *v1alpha1.Mesh) []string {
	if mesh.Status.MTLS == nil {
		return nil
	}
	var names []string
	for _, root := range mesh.Status.MTLS.Roots {
		if identity.SpecOf(mesh, root.Backend) == nil && !slices.Contains(names, root.Backend) {
			names = append(names, root.Backend)
		}
	}
	return names
}

func (r *Reconciler) backend(ctx context.Context, mesh *v1alpha1.Mesh, spec *v1alpha1.CABackend) (identity.Backend, error) {
	found, problem, err := r.Authorities.Load(ctx, mesh, spec.Name)
	if err == nil && spec.Generated != nil && problem != nil && problem.Reason == v1alpha1.ReasonSecretNotFound {
		found, problem, err = r.generate(ctx, mesh, spec)
		if write.IsRefusal(err) { // the other backends do not depend on it
			log.FromContext(ctx).Error(err, "the API server refused the Secret of a CA", "backend", spec.Name)
			problem = &identity.Problem{Reason: v1alpha1.ReasonSecretNotFound, Message: err.Error(), Until: r.Clock.Now().Add(write.RefusalRetry)}
			err = nil
		}
	}
	return identity.Backend{Name: spec.Name, Authority: found, Problem: problem}, err
}

// generate creates the Secret of a new authority.
func (r *Reconciler) generate(ctx context.Context, mesh *v1alpha1.Mesh, spec *v1alpha1.CABackend) (*identity.Authority, *identity.Problem, error) {
	data, err := identity.GenerateAuthority(mesh, spec, r.Clock.Now())
	if err != nil {
		return nil, nil, err
	}
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Namespace:   r.Authorities.Namespace,
			Name:        authority.SecretName(mesh.Name, spec.Name),
			Labels:      ownLabels(mesh),
			Annotations: map[string]string{authority.BackendAnnotation: spec.Name},
			// Its deletion need not block the deletion of the Mesh, which would require another permission.
			OwnerReferences: []metav1.OwnerReference{{
				APIVersion: v1alpha1.GroupVersion.String(), Kind: "Mesh", Name: mesh.Name, UID: mesh.UID, Controller: ptr.To(true),
			}},
		},
		Type: corev1.SecretTypeTLS,
		Data: data,
	}
	// A Secret that another replica has just created makes this sync stale.
	if err := r.Client.Create(ctx, secret, authority.FieldOwner); err != nil {
		return nil, nil, fmt.Errorf("creating Secret %s of CA backend %s: %w", secret.Name, spec.Name, err)
	}
	generated, problem := identity.ParseAuthority(secret, r.Authorities.Domains(mesh), r.Clock.Now())
	return generated, problem, nil
}

func (r *Reconciler) bundle(ctx context.Context, mesh *v1alpha1.Mesh) ([]*x509.Certificate, error) {
	bundle := &certificatesv1.ClusterTrustBundle{}
	if err := r.Client.Get(ctx, client.ObjectKey{Name: bundleName(mesh)}, bundle); err != nil {
		return nil, client.IgnoreNotFound(err)
	}
	var roots []*x509.Certificate
	for block, rest := pem.Decode([]byte(bundle.Spec.TrustBundle)); block != nil; block, rest = pem.Decode(rest) {
		// The API server accepts only valid certificates.
		if root, err := x509.ParseCertificate(block.Bytes); err == nil {
			roots = append(roots, root)
		}
	}
	return roots, nil
}

func bundleName(mesh *v1alpha1.Mesh) string { return v1alpha1.TrustBundlePrefix + mesh.Name }

// certificatesInUse counts the Pods with certificates of a Mesh by the root that they need, and
// returns when the first of these Pods needs one no longer, zero if there is none.
func (r *Reconciler) certificatesInUse(ctx context.Context, mesh *v1alpha1.Mesh) (inUse map[string]int32, next time.Time, err error) {
	var records v1alpha1.MeshCertificateList
	if err := r.Client.List(ctx, &records, client.MatchingFields{meshIndex: mesh.Name}, client.UnsafeDisableDeepCopy); err != nil {
		return nil, time.Time{}, err
	}
	now := r.Clock.Now()
	inUse = map[string]int32{}
	for i := range records.Items {
		for _, root := range rootsOf(&records.Items[i]) {
			if root.mesh != mesh.Name || !root.last.After(now) {
				continue
			}
			inUse[root.fingerprint]++
			if next.IsZero() || root.last.Before(next) {
				next = root.last
			}
		}
	}
	return inUse, next, nil
}
