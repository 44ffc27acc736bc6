package board

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// dirty is the set of pictures that changes have outdated.
type dirty struct {
	// services have outdated rows; everything means all of them.
	services sets.Set[types.NamespacedName]
	// freed are namespaces in which names of MeshServices were taken or given up, which
	// other Services may need.
	freed      sets.Set[string]
	namespaces sets.Set[string]
	everything bool
	// around are the namespaces with changes that only the picture of a Service shows.
	around    sets.Set[string]
	allAround bool
	// pods are the Pods that have changed, as they were and as they are.
	pods    []*corev1.Pod
	topics  sets.Set[string]
	cluster bool
	// routes is true if routes have changed.
	routes bool
	// prepared is true once all objects are known that rows depend on.
	prepared  bool
	addresses bool
	overview  bool
}

func newDirty() dirty {
	return dirty{services: sets.New[types.NamespacedName](), freed: sets.New[string](), namespaces: sets.New[string](), around: sets.New[string](), topics: sets.New[string]()}
}

// add marks the pictures that depend on the changed object.
func (d *dirty) add(change live.Change) {
	object := change.Object()
	if change.Kind.IsRoutes() {
		d.routes = true
		d.addParents(change.Before)
		d.addParents(change.After)
	}
	switch change.Kind {
	case snapshot.Services:
		d.services.Insert(client.ObjectKeyFromObject(object))
	case snapshot.Slices:
		d.addSlice(change.Before)
		d.addSlice(change.After)
	case snapshot.MeshServices:
		d.overview = true
		d.addMeshService(change)
	case snapshot.Namespaces:
		d.namespaces.Insert(object.GetName())
	case snapshot.StatefulSets, snapshot.Endpoints:
		d.namespaces.Insert(object.GetNamespace())
	case snapshot.Meshes:
		d.overview, d.addresses, d.allAround = true, true, true
		d.everything = d.everything || decidesMore(change)
	case snapshot.VirtualIPs:
		d.addresses, d.allAround = true, true
		d.addHolder(change.Before)
		d.addHolder(change.After)
	case snapshot.Nodes:
		d.allAround = true
	case snapshot.Certificates:
		d.overview = true
		d.around.Insert(object.GetNamespace())
		if isReplaced(change) {
			d.namespaces.Insert(object.GetNamespace())
		}
	case snapshot.Pods:
		d.around.Insert(object.GetNamespace())
		d.addPod(change.Before)
		d.addPod(change.After)
	case snapshot.Rejections:
		if event, ok := object.(*corev1.Event); ok {
			d.services.Insert(types.NamespacedName{Namespace: event.InvolvedObject.Namespace, Name: event.InvolvedObject.Name})
		}
	case snapshot.Events:
		d.addEvent(object)
	case snapshot.Leases, snapshot.Deployments:
		d.overview = true
	default:
		d.around.Insert(object.GetNamespace())
	}
}

func (d *dirty) addPod(object client.Object) {
	if pod, ok := object.(*corev1.Pod); ok {
		d.pods = append(d.pods, pod)
	}
}

// addEvent ignores events about kinds that no picture shows.
func (d *dirty) addEvent(object client.Object) {
	event, ok := object.(*corev1.Event)
	if ok && (event.InvolvedObject.Kind == "Service" || event.InvolvedObject.Kind == "Pod") {
		d.around.Insert(event.Namespace)
	}
}

func (d *dirty) addSlice(object client.Object) {
	if object == nil {
		return
	}
	if service := object.GetLabels()[discoveryv1.LabelServiceName]; service != "" {
		d.services.Insert(types.NamespacedName{Namespace: object.GetNamespace(), Name: service})
	}
}

func (d *dirty) addParents(object client.Object) {
	if route := routes.Of(object); route != nil {
		d.services.Insert(route.Services()...)
	}
}

func (d *dirty) addHolder(object client.Object) {
	if virtualIP, ok := object.(*v1alpha1.VirtualIP); ok && virtualIP.Spec.Service != nil {
		d.services.Insert(types.NamespacedName{Namespace: virtualIP.Spec.Service.Namespace, Name: virtualIP.Spec.Service.Name})
	}
}

// isReplaced reports whether a Pod has got its first certificate or lost the last, or has one
// that another root is needed for. Renewed certificates change no row.
func isReplaced(change live.Change) bool {
	before, isOld := change.Before.(*v1alpha1.MeshCertificate)
	after, isNew := change.After.(*v1alpha1.MeshCertificate)
	return !isOld || !isNew || before.Spec.PodUID != after.Spec.PodUID || before.Spec.Mesh != after.Spec.Mesh ||
		before.Latest().Root != after.Latest().Root
}

// addMeshService also concerns Services that need the name of a MeshService that comes,
// goes, or changes hands.
func (d *dirty) addMeshService(change live.Change) {
	before, after := derivedFrom(change.Before), derivedFrom(change.After)
	for _, service := range []string{before, after, change.Object().GetName()} {
		if service != "" {
			d.services.Insert(types.NamespacedName{Namespace: change.Object().GetNamespace(), Name: service})
		}
	}
	if before != after || before == "" {
		d.freed.Insert(change.Object().GetNamespace())
	}
}

func derivedFrom(object client.Object) string {
	if meshService, ok := object.(*v1alpha1.MeshService); ok {
		return meshservice.DerivedFrom(meshService)
	}
	return ""
}

// decidesMore reports whether more than the status of a Mesh has changed.
func decidesMore(change live.Change) bool {
	before, isOld := change.Before.(*v1alpha1.Mesh)
	after, isNew := change.After.(*v1alpha1.Mesh)
	return !isOld || !isNew || !reflect.DeepEqual(before.Spec, after.Spec) ||
		!reflect.DeepEqual(before.Status.MTLS, after.Status.MTLS) || (before.DeletionTimestamp == nil) != (after.DeletionTimestamp == nil)
}

// concerns reports whether the picture of the Service may differ.
func (d *dirty) concerns(service types.NamespacedName) bool {
	return d.everything || d.allAround || d.services.Has(service) || d.namespaces.Has(service.Namespace) || d.around.Has(service.Namespace) ||
		d.topics.Has(servicePrefix+service.String())
}

// rows returns the Services whose rows may differ.
func (d *dirty) rows(all func() []*corev1.Service) sets.Set[types.NamespacedName] {
	if !d.everything && len(d.namespaces) == 0 {
		return d.services
	}
	changed := d.services.Clone()
	for _, service := range all() {
		if d.everything || d.namespaces.Has(service.Namespace) {
			changed.Insert(client.ObjectKeyFromObject(service))
		}
	}
	return changed
}
