package chart

import (
	"errors"
	"sync"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
)

// typed is a Kubernetes object of a type that the API machinery knows.
type typed interface {
	runtime.Object
	metav1.Object
}

// rendering has the objects of an installation, undecoded and decoded.
type rendering struct {
	installation
	objects map[identity]*object
	typed   []typed
}

// decodeStrictly renders an installation. It refuses fields that Kubernetes does not
// know, because Kubernetes would drop them. Objects of the Prometheus Operator are not
// decoded.
func decodeStrictly(t *testing.T, i installation, args ...string) *rendering {
	t.Helper()
	r := &rendering{installation: i}
	objects := i.render(t, args...)
	r.objects = byIdentity(t, objects, func(*object) bool { return true })
	decoder, err := strictDecoder()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range objects {
		if o.GroupVersionKind().Group == "monitoring.coreos.com" {
			continue
		}
		encoded, err := o.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		decoded, _, err := decoder.Decode(encoded, nil, nil)
		if err != nil {
			t.Errorf("%v: %v", identityOf(o), err)
			continue
		}
		r.typed = append(r.typed, decoded.(typed))
	}
	return r
}

// strictDecoder refuses unknown and duplicate fields.
var strictDecoder = sync.OnceValues(func() (runtime.Decoder, error) {
	scheme := runtime.NewScheme()
	err := errors.Join(clientgoscheme.AddToScheme(scheme), apiextensionsv1.AddToScheme(scheme))
	return serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer(), err
})

// all returns the objects of one type.
func all[T typed](r *rendering) []T {
	var found []T
	for _, o := range r.typed {
		if o, ok := o.(T); ok {
			found = append(found, o)
		}
	}
	return found
}

// Names of containers.
const (
	managerContainer = "manager"
	signerContainer  = "signer"
	xdsContainer     = "xds"
)

// manager returns the only Deployment of the manager.
func (r *rendering) manager(t *testing.T) *appsv1.Deployment {
	t.Helper()
	manager := r.deployment(t, managerContainer)
	if manager == nil {
		t.Fatal("there is no Deployment of the manager")
	}
	return manager
}

// deployment returns the Deployment with the container, or nil. There is at most one.
func (r *rendering) deployment(t *testing.T, container string) *appsv1.Deployment {
	t.Helper()
	var found []*appsv1.Deployment
	for _, deployment := range all[*appsv1.Deployment](r) {
		if deployment.Spec.Template.Spec.Containers[0].Name == container {
			found = append(found, deployment)
		}
	}
	if len(found) > 1 {
		t.Fatalf("there are %d Deployments with the container %s", len(found), container)
	}
	if len(found) == 0 {
		return nil
	}
	return found[0]
}

// program returns the name of the program that the Pods of a template run.
func program(template corev1.PodTemplateSpec) string {
	if template.Spec.Containers[0].Name == xdsContainer {
		return "meshwork-xds"
	}
	return "meshwork"
}

// component returns the container of the Deployment that the Pods of a template belong to.
// The Job that releases everything belongs to the manager's.
func component(template corev1.PodTemplateSpec) string {
	if name := template.Spec.Containers[0].Name; name == signerContainer || name == xdsContainer {
		return name
	}
	return managerContainer
}

// podTemplates returns the Pod templates of the Deployments and of the release Job.
func (r *rendering) podTemplates() []corev1.PodTemplateSpec {
	var templates []corev1.PodTemplateSpec
	for _, deployment := range all[*appsv1.Deployment](r) {
		templates = append(templates, deployment.Spec.Template)
	}
	for _, job := range all[*batchv1.Job](r) {
		templates = append(templates, job.Spec.Template)
	}
	return templates
}
