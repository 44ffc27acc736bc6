package certificateauthority

import (
	"context"
	"slices"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	"k8s.io/apimachinery/pkg/fields"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
)

// meshIndex finds the MeshCertificates with certificates of a Mesh.
const meshIndex = "mesh"

// Cached limits the cache to the roots of this signer.
var Cached = map[client.Object]ctrlcache.ByObject{
	&certificatesv1.ClusterTrustBundle{}: {Field: fields.OneTermEqualSelector("spec.signerName", v1alpha1.SignerName)},
}

// Indexes are the indexes of the cache that the controller uses.
var Indexes = []cache.Index{
	{Name: meshIndex, Object: &v1alpha1.MeshCertificate{}, Keys: func(object client.Object) []string {
		return meshesOf(object.(*v1alpha1.MeshCertificate))
	}},
}

// meshesOf returns the Meshes of a Pod's certificates, each once.
func meshesOf(record *v1alpha1.MeshCertificate) []string {
	var meshes []string
	for i := range record.Spec.Certificates {
		if mesh := record.MeshOf(&record.Spec.Certificates[i]); !slices.Contains(meshes, mesh) {
			meshes = append(meshes, mesh)
		}
	}
	return meshes
}

// meshesOfCertificates returns the Meshes of a Pod's certificates.
func meshesOfCertificates(_ context.Context, record client.Object) []reconcile.Request {
	var requests []reconcile.Request
	for _, mesh := range meshesOf(record.(*v1alpha1.MeshCertificate)) {
		requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKey{Name: mesh}})
	}
	return requests
}

// meshesOfSecret returns the Meshes with a backend in the Secret, and the one that it was
// generated for.
func (r *Reconciler) meshesOfSecret(ctx context.Context, secret client.Object) []reconcile.Request {
	var meshes v1alpha1.MeshList
	cache.ListForEvent(ctx, r.Client, &meshes)
	var requests []reconcile.Request
	for i := range meshes.Items {
		mesh := &meshes.Items[i]
		if secret.GetNamespace() == r.Authorities.Namespace && (usesSecret(mesh, secret.GetName()) || secret.GetLabels()[v1alpha1.MeshLabel] == mesh.Name) {
			requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(mesh)})
		}
	}
	return requests
}

func usesSecret(mesh *v1alpha1.Mesh, name string) bool {
	if mesh.Spec.MTLS == nil {
		return false
	}
	return slices.ContainsFunc(mesh.Spec.MTLS.Backends, func(backend v1alpha1.CABackend) bool {
		return authority.SecretOf(mesh.Name, &backend) == name
	})
}

// root is a root that a Pod's certificates of a Mesh need, until when.
type root struct {
	mesh, fingerprint string
	last              time.Time
}

// rootsOf returns each root of each Mesh once, with the latest expiry.
func rootsOf(record *v1alpha1.MeshCertificate) []root {
	var roots []root
	for _, certificate := range record.Spec.Certificates {
		mesh := record.MeshOf(&certificate)
		i := slices.IndexFunc(roots, func(known root) bool { return known.mesh == mesh && known.fingerprint == certificate.Root })
		switch {
		case i < 0:
			roots = append(roots, root{mesh, certificate.Root, certificate.NotAfter.Time})
		case certificate.NotAfter.After(roots[i].last):
			roots[i].last = certificate.NotAfter.Time
		}
	}
	return roots
}

// rootsChanged reports whether a Pod needs other roots than before. A renewal alone
// changes nothing, unless it comes so late that the Pod was no longer counted.
func (r *Reconciler) rootsChanged(before, after *v1alpha1.MeshCertificate) bool {
	now := r.Clock.Now()
	return !slices.EqualFunc(rootsOf(before), rootsOf(after), func(a, b root) bool {
		return a.mesh == b.mesh && a.fingerprint == b.fingerprint && a.last.After(now) == b.last.After(now)
	})
}
