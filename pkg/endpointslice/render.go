package endpointslice

import (
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// rendered holds the planned slices of one address type.
type rendered struct {
	create, update, unchanged []*discoveryv1.EndpointSlice
}

// render adds the slices of bins. Slices to be written are new objects with their own lists
// of endpoints, so that their hints can be set.
func (p *planner) render(bins []*bin, r *rendered) {
	for _, b := range bins {
		switch {
		case b.live == nil:
			slice := p.newSlice(b.group)
			slice.Labels, slice.Annotations = b.labels, b.annotations
			slice.Endpoints = p.endpoints(b)
			r.create = append(r.create, slice)
		case b.changed || !p.hints.match(b):
			r.update = append(r.update, p.updated(b))
		default:
			r.unchanged = append(r.unchanged, b.live)
		}
	}
}

// newSlice returns a slice without endpoints or labels.
func (p *planner) newSlice(g *group) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			GenerateName:    namePrefix(p.Owner.GetName()),
			Namespace:       p.Namespace,
			OwnerReferences: []metav1.OwnerReference{p.ownerRef},
		},
		AddressType: g.addressType,
		Ports:       g.ports,
	}
}

// updated returns the existing slice with the content of the bin. Fields set by other
// clients, such as finalizers and owner references, are preserved.
func (p *planner) updated(b *bin) *discoveryv1.EndpointSlice {
	slice := *b.live
	slice.Labels, slice.Annotations = b.labels, b.annotations
	slice.OwnerReferences = p.ownerReferences(b.live)
	if portsKey(slice.Ports) != portsKey(b.group.ports) {
		slice.Ports = b.group.ports
	}
	slice.Endpoints = p.endpoints(b)
	return &slice
}

func (p *planner) endpoints(b *bin) []discoveryv1.Endpoint {
	endpoints := make([]discoveryv1.Endpoint, len(b.endpoints))
	for i, from := range b.endpoints {
		endpoints[i] = b.group.endpoints[from]
		endpoints[i].Hints = p.hints.of(&endpoints[i])
	}
	return endpoints
}

// namePrefix returns the prefix of the names of an owner's slices. It ends with a dash
// unless the owner's name is too long.
func namePrefix(owner string) string {
	prefix := owner + "-"
	if len(validation.NameIsDNSSubdomain(prefix, true)) > 0 {
		return owner
	}
	return prefix
}

// dropNoOps removes updates that change nothing. Kubernetes' topology cache, as a HintSource,
// requests such updates in every sync if it cannot allocate endpoints to every zone. Also, an endpoint
// that is removed from a slice may be added to the same slice again.
func (r *rendered) dropNoOps(existing []*discoveryv1.EndpointSlice) {
	if len(r.update) == 0 {
		return
	}
	live := make(map[string]*discoveryv1.EndpointSlice, len(existing))
	for _, slice := range existing {
		live[slice.Name] = slice
	}
	r.update = slices.DeleteFunc(r.update, func(slice *discoveryv1.EndpointSlice) bool {
		isNoOp := sameSlice(live[slice.Name], slice)
		if isNoOp {
			r.unchanged = append(r.unchanged, live[slice.Name])
		}
		return isNoOp
	})
}

func sameSlice(a, b *discoveryv1.EndpointSlice) bool {
	return sameEndpoints(a.Endpoints, b.Endpoints) &&
		maps.Equal(a.Labels, b.Labels) && maps.Equal(a.Annotations, b.Annotations) &&
		equality.Semantic.DeepEqual(a.OwnerReferences, b.OwnerReferences) &&
		portsKey(a.Ports) == portsKey(b.Ports)
}

func sameEndpoints(a, b []discoveryv1.Endpoint) bool {
	return slices.EqualFunc(a, b, func(x, y discoveryv1.Endpoint) bool {
		return sameEndpoint(&x, &y) && sameState(&x, &y) && sameHints(x.Hints, y.Hints)
	})
}

// setTriggerTime sets the time of the triggering change on every slice to be written, or
// removes an earlier time if there is none.
func (p *planner) setTriggerTime(r *rendered) {
	for _, slice := range slices.Concat(r.create, r.update) {
		if _, found := slice.Annotations[corev1.EndpointsLastChangeTriggerTime]; !found && p.TriggerTime.IsZero() {
			continue
		}
		annotations := maps.Clone(slice.Annotations)
		if p.TriggerTime.IsZero() {
			delete(annotations, corev1.EndpointsLastChangeTriggerTime)
		} else {
			if annotations == nil {
				annotations = make(map[string]string, 1)
			}
			annotations[corev1.EndpointsLastChangeTriggerTime] = p.TriggerTime.UTC().Format(time.RFC3339Nano)
		}
		slice.Annotations = annotations
	}
}
