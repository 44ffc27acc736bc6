package identity

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// NotAllowed returns why a Mesh may not use the CA in a Secret, or nil if it may: an
// annotation of the Secret names the Mesh. Otherwise, the owner of any Mesh could sign with
// every CA that the signer can read.
func NotAllowed(secret *corev1.Secret, mesh string) *Problem {
	allowed := allowedMeshes(secret)
	if slices.Contains(allowed, mesh) {
		return nil
	}
	return problem(v1alpha1.ReasonSecretNotAllowed, "Secret %s in namespace %s does not allow Mesh %s to use its CA. To allow it, run %s",
		secret.Name, secret.Namespace, mesh, commandToAllow(secret, append(allowed, mesh)))
}

// allowedMeshes returns the names in the annotation that a Mesh can have.
func allowedMeshes(secret *corev1.Secret) []string {
	var meshes []string
	for name := range strings.SplitSeq(secret.Annotations[v1alpha1.AllowedMeshesAnnotation], ",") {
		if name = strings.TrimSpace(name); len(validation.IsDNS1123Subdomain(name)) == 0 {
			meshes = append(meshes, name)
		}
	}
	return meshes
}

// commandToAllow returns the command that sets the annotation. A message may be truncated,
// and a truncated list would exclude Meshes that are in it now.
func commandToAllow(secret *corev1.Secret, meshes []string) string {
	list := strings.Join(meshes, ",")
	if len(list) > finding.RoomForFirst {
		return fmt.Sprintf(`"kubectl edit secret %s -n %s", and add %s to the annotation %s`,
			secret.Name, secret.Namespace, meshes[len(meshes)-1], v1alpha1.AllowedMeshesAnnotation)
	}
	return fmt.Sprintf(`"kubectl annotate secret %s -n %s --overwrite %s=%s"`, secret.Name, secret.Namespace, v1alpha1.AllowedMeshesAnnotation, list)
}
