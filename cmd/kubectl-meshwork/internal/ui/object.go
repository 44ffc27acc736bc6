package ui

import (
	"fmt"
	"net/http"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// shownKinds are the kinds whose YAML the page can ask for.
var shownKinds = map[string]schema.GroupVersionKind{
	"Service":       corev1.SchemeGroupVersion.WithKind("Service"),
	"Pod":           corev1.SchemeGroupVersion.WithKind("Pod"),
	"EndpointSlice": discoveryv1.SchemeGroupVersion.WithKind("EndpointSlice"),
	"MeshService":   v1alpha1.GroupVersion.WithKind("MeshService"),
	"Mesh":          v1alpha1.GroupVersion.WithKind("Mesh"),
}

// serveObject reads the object with the user's own rights.
func (s *Server) serveObject(w http.ResponseWriter, r *http.Request) {
	kind, key := r.PathValue("kind"), client.ObjectKey{Namespace: r.PathValue("namespace"), Name: r.PathValue("name")}
	gvk, shown := shownKinds[kind]
	if !shown {
		http.Error(w, "objects of this kind are not shown", http.StatusNotFound)
		return
	}
	if kind == "Mesh" {
		key.Namespace = ""
	}
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(gvk)
	switch err := s.reader.Get(r.Context(), key, object); {
	case apierrors.IsNotFound(err):
		http.Error(w, fmt.Sprintf("%s %s does not exist", kind, key.Name), http.StatusNotFound)
		return
	case apierrors.IsForbidden(err):
		http.Error(w, fmt.Sprintf("you are not allowed to read %s %s", kind, key.Name), http.StatusForbidden)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	object.SetManagedFields(nil)
	text, err := yaml.Marshal(object.Object)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write(text)
}
