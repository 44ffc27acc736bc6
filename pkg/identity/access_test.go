package identity

import (
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

func TestNotAllowed(t *testing.T) {
	const command = `run "kubectl annotate secret mesh-ca -n meshwork-system --overwrite meshwork.dev/allowed-meshes=`
	for _, test := range []struct {
		name        string
		annotations map[string]string
		// message is a part of the message, or "" if the Mesh is allowed.
		message string
	}{
		{name: "no annotation", message: command + `default"`},
		{name: "an empty one", annotations: map[string]string{v1alpha1.AllowedMeshesAnnotation: ""}, message: command + `default"`},
		{name: "the Mesh", annotations: map[string]string{v1alpha1.AllowedMeshesAnnotation: "default"}},
		{name: "one of several", annotations: map[string]string{v1alpha1.AllowedMeshesAnnotation: "other , default,"}},
		{name: "another Mesh", annotations: map[string]string{v1alpha1.AllowedMeshesAnnotation: "other"}, message: command + `other,default"`},
		{name: "a part of the name", annotations: map[string]string{v1alpha1.AllowedMeshesAnnotation: "default-2,defaul"}, message: command + `default-2,defaul,default"`},
		{name: "no pattern", annotations: map[string]string{v1alpha1.AllowedMeshesAnnotation: "*"}, message: command + `default"`},
		{name: "nothing for a shell", annotations: map[string]string{v1alpha1.AllowedMeshesAnnotation: "$(reboot),a b,other"}, message: command + `other,default"`},
		{name: "too many for a command", annotations: map[string]string{v1alpha1.AllowedMeshesAnnotation: strings.Repeat("mesh,", 100)},
			message: `run "kubectl edit secret mesh-ca -n meshwork-system", and add default to the annotation meshwork.dev/allowed-meshes`},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "meshwork-system", Name: "mesh-ca", Annotations: test.annotations}}
			found := NotAllowed(secret, "default")
			if test.message == "" {
				g.Expect(found).To(BeNil())
				return
			}
			g.Expect(found).To(And(HaveField("Reason", v1alpha1.ReasonSecretNotAllowed), HaveField("Message", ContainSubstring(test.message))))
			g.Expect(len(found.Message)).To(BeNumerically("<", 500))
		})
	}
}
