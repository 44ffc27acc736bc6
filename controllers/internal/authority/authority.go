// Package authority reads the certificate authorities of Meshes from their Secrets.
package authority

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/identity"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

// BackendAnnotation on the Secret of a generated authority names its backend. It distinguishes
// backends whose Secrets have the same name.
const BackendAnnotation = "meshwork.dev/backend"

// FieldOwner owns the fields that the signer writes. It differs from the manager's, which owns
// other fields of the status of a Mesh.
const FieldOwner = client.FieldOwner("meshwork-signer")

// SecretName returns the name of the Secret with a generated authority.
func SecretName(mesh, backend string) string { return fmt.Sprintf("meshwork-ca-%s-%s", mesh, backend) }

// SecretOf returns the name of the Secret with the authority of a backend.
func SecretOf(mesh string, backend *v1alpha1.CABackend) string {
	if backend.SecretRef != nil {
		return backend.SecretRef.Name
	}
	return SecretName(mesh, backend.Name)
}

// Store loads authorities, and parses each version of a Secret once.
type Store struct {
	Client client.Reader
	// Namespace is the namespace of the Secrets.
	Namespace string
	// ClusterDomain is the suffix of the hostnames in certificates.
	ClusterDomain string
	Clock         clock.PassiveClock

	mutex  sync.Mutex
	parsed map[backendKey]parsed
}

type backendKey struct{ mesh, backend string }

type parsed struct {
	uid       types.UID
	version   string
	domains   identity.Domains
	authority *identity.Authority
}

// Load returns the authority of a backend, or its problem. A backend that is not
// in the spec of the Mesh is one that was generated earlier.
func (s *Store) Load(ctx context.Context, mesh *v1alpha1.Mesh, backend string) (*identity.Authority, *identity.Problem, error) {
	name, generated := SecretName(mesh.Name, backend), true
	if spec := identity.SpecOf(mesh, backend); spec != nil {
		name, generated = SecretOf(mesh.Name, spec), spec.Generated != nil
	}
	key := backendKey{mesh.Name, backend}
	refuse := func(reason, format string, args ...any) (*identity.Authority, *identity.Problem, error) {
		s.forget(key)
		return nil, ofBackend(backend, &identity.Problem{Reason: reason, Message: fmt.Sprintf(format, args...)}), nil
	}
	secret := &corev1.Secret{}
	err := s.Client.Get(ctx, client.ObjectKey{Namespace: s.Namespace, Name: name}, secret, client.UnsafeDisableDeepCopy)
	if apierrors.IsNotFound(err) {
		return refuse(v1alpha1.ReasonSecretNotFound, "there is no Secret %s in namespace %s", name, s.Namespace)
	}
	if err != nil {
		return nil, nil, err
	}
	if generated && (secret.Labels[v1alpha1.MeshLabel] != mesh.Name || secret.Annotations[BackendAnnotation] != backend) {
		return refuse(v1alpha1.ReasonInvalidCA, "Secret %s in namespace %s is not managed by this Mesh: rename the backend", name, s.Namespace)
	}
	if owner := metav1.GetControllerOf(secret); generated && owner != nil && owner.UID != mesh.UID {
		return refuse(v1alpha1.ReasonInvalidCA, "Secret %s in namespace %s has the CA of an earlier Mesh with this name, and is about to be deleted", name, s.Namespace)
	}
	if !generated && secret.Labels[v1alpha1.ManagedByLabel] == v1alpha1.ManagedBySigner {
		return refuse(v1alpha1.ReasonInvalidCA, "Secret %s in namespace %s belongs to a generated backend: a Mesh cannot use the CA of another one", name, s.Namespace)
	}
	if !generated {
		if found := identity.NotAllowed(secret, mesh.Name); found != nil {
			s.forget(key)
			return nil, ofBackend(backend, found), nil
		}
	}
	authority, problem := s.parse(key, secret, s.Domains(mesh))
	if problem != nil {
		return nil, ofBackend(backend, problem), nil
	}
	return authority, nil, nil
}

// Domains returns the domains of the names in the certificates of a Mesh.
func (s *Store) Domains(mesh *v1alpha1.Mesh) identity.Domains {
	return identity.Domains{Trust: tlspolicy.TrustDomain(mesh), Cluster: s.ClusterDomain}
}

// Retain drops the private keys of a Mesh, except the keys of the given backends.
func (s *Store) Retain(mesh string, backends ...string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	maps.DeleteFunc(s.parsed, func(key backendKey, _ parsed) bool {
		return key.mesh == mesh && !slices.Contains(backends, key.backend)
	})
}

// forget drops the private key of a backend whose Secret is gone, or is not for the Mesh.
func (s *Store) forget(key backendKey) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.parsed, key)
}

// ofBackend returns a problem whose message names the backend.
func ofBackend(backend string, found *identity.Problem) *identity.Problem {
	return &identity.Problem{Reason: found.Reason, Message: fmt.Sprintf("CA backend %s: %s", backend, found.Message), Until: found.Until}
}

// parse parses a Secret unless it has parsed this version before, for the same domains. The
// problem of a Secret may depend on the time, and is not kept.
func (s *Store) parse(key backendKey, secret *corev1.Secret, domains identity.Domains) (*identity.Authority, *identity.Problem) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if known := s.parsed[key]; known.uid == secret.UID && known.version == secret.ResourceVersion && known.domains == domains && s.Clock.Now().Before(known.authority.NotAfter()) {
		return known.authority, nil
	}
	delete(s.parsed, key)
	authority, problem := identity.ParseAuthority(secret, domains, s.Clock.Now())
	if problem != nil {
		return nil, problem
	}
	if s.parsed == nil {
		s.parsed = map[backendKey]parsed{}
	}
	s.parsed[key] = parsed{secret.UID, secret.ResourceVersion, domains, authority}
	return authority, nil
}
