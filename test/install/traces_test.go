package install

import (
	"context"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/discovery"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// objects returns all objects of the cluster that can be listed, by kind,
// namespace and name.
func objects(ctx context.Context, g Gomega) map[string]unstructured.Unstructured {
	GinkgoHelper()
	discovered, err := discovery.NewDiscoveryClientForConfig(env.Cluster.Config())
	g.Expect(err).NotTo(HaveOccurred())
	resources, err := discovered.ServerPreferredResources()
	g.Expect(err).NotTo(HaveOccurred())
	all := map[string]unstructured.Unstructured{}
	for _, group := range resources {
		for i := range group.APIResources {
			resource := &group.APIResources[i]
			if !strings.Contains(strings.Join(resource.Verbs, " "), "list") || resource.Kind == "Event" || resource.Kind == "ComponentStatus" {
				continue
			}
			list := &unstructured.UnstructuredList{}
			list.SetAPIVersion(group.GroupVersion)
			list.SetKind(resource.Kind + "List")
			g.Expect(api.List(ctx, list)).To(Succeed(), resource.Kind)
			for _, item := range list.Items {
				all[fmt.Sprintf("%s %s/%s", resource.Kind, item.GetNamespace(), item.GetName())] = item
			}
		}
	}
	return all
}

// traces returns the names of the objects that belong to Meshwork or refer to it: by
// kind, label, name, field manager, finalizer or selector.
func traces(ctx context.Context) func(Gomega) []string {
	return func(g Gomega) []string {
		var found []string
		for name, object := range objects(ctx, g) {
			if where := trace(&object); where != "" {
				found = append(found, name+" ("+where+")")
			}
		}
		return found
	}
}

func trace(object *unstructured.Unstructured) string {
	var fields []metav1.ManagedFieldsEntry
	for _, entry := range object.GetManagedFields() {
		if strings.HasPrefix(entry.Manager, "meshwork") {
			fields = append(fields, entry)
		}
	}
	selector, _, _ := unstructured.NestedMap(object.Object, "spec", "selector")
	switch {
	case strings.Contains(object.GetAPIVersion(), "meshwork.dev"):
		return "kind"
	case object.GetNamespace() == kit.SystemNamespace && object.GetLabels()["app.kubernetes.io/name"] == "meshwork":
		return "installed"
	case strings.Contains(object.GetName(), "meshwork"):
		return "name"
	case len(fields) > 0:
		return "managed field " + fmt.Sprint(fields)
	case len(object.GetFinalizers()) > 0 && strings.Contains(strings.Join(object.GetFinalizers(), " "), "meshwork"):
		return "finalizer"
	case selector["meshwork.dev/delegated"] != nil:
		return "selector"
	}
	return ""
}

// versions returns the resource versions of the objects that Meshwork writes, by name.
func versions(ctx context.Context) map[string]string {
	GinkgoHelper()
	all := map[string]string{}
	for name, object := range objects(ctx, Default) {
		kind, _, _ := strings.Cut(name, " ")
		switch kind {
		case "MeshService", "Mesh", "VirtualIP", "EndpointSlice", "Endpoints", "Service":
			if object.GetNamespace() != kit.SystemNamespace {
				all[name] = object.GetResourceVersion()
			}
		}
	}
	return all
}

// expectClean waits until there are no traces, also none of the earlier specs.
func expectClean(ctx context.Context) {
	GinkgoHelper()
	Eventually(traces(ctx)).Should(BeEmpty())
}

func podNames(ctx context.Context) []string {
	GinkgoHelper()
	var names []string
	for _, pod := range pods(ctx) {
		names = append(names, pod.Name)
	}
	return names
}

// pods returns the Pods of the manager, and of the Job that releases everything.
func pods(ctx context.Context) []corev1.Pod {
	GinkgoHelper()
	list := &corev1.PodList{}
	Expect(api.List(ctx, list, client.InNamespace(kit.SystemNamespace), client.MatchingLabels{"app.kubernetes.io/name": "meshwork"})).To(Succeed())
	return list.Items
}
