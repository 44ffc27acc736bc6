package differential

import (
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
)

// tamper changes the slices as users, other controllers and old versions do.
func (g *generator) tamper(s *scenario) {
	if len(s.slices) == 0 {
		g.addStrangeSlice(s)
		return
	}
	slice := pick(g, s.slices...)
	switch g.IntN(14) {
	case 0:
		s.drop(func(other *discoveryv1.EndpointSlice) bool { return other == slice })
		return
	case 1:
		g.duplicate(s, slice)
	case 2, 3, 4:
		g.addStrangeSlice(s)
	case 5:
		slice.Labels = maps.Clone(slice.Labels)
		slice.Labels[pick(g, "app", "stray")] = "tampered"
	case 6:
		slice.Labels = maps.Clone(slice.Labels)
		pick(g,
			func() { slice.Labels[corev1.IsHeadlessService] = "" },
			func() { delete(slice.Labels, corev1.IsHeadlessService) },
			func() { slice.Labels[discoveryv1.LabelServiceName] = "tampered" },
			func() { delete(slice.Labels, discoveryv1.LabelManagedBy) },
		)()
	case 7:
		slice.Annotations = map[string]string{"example.com/note": fmt.Sprint(g.next())}
	case 8:
		slice.Finalizers = []string{"example.com/keep"}
	case 9:
		if !slices.ContainsFunc(slice.OwnerReferences, func(ref metav1.OwnerReference) bool { return ref.UID == "uid-of-second" }) {
			slice.OwnerReferences = append(slice.OwnerReferences, metav1.OwnerReference{APIVersion: "v1", Kind: "ConfigMap", Name: "second", UID: "uid-of-second"})
		}
	case 10:
		slice.OwnerReferences = nil
	default:
		if len(slice.Endpoints) > 0 {
			g.tamperEndpoint(slice)
		}
	}
	touch(slice)
}

// touch gives a slice a new generation and resource version, as a change does.
func touch(slice *discoveryv1.EndpointSlice) {
	slice.Generation++
	slice.ResourceVersion = nextVersion()
}

func (g *generator) tamperEndpoint(slice *discoveryv1.EndpointSlice) {
	i := g.IntN(len(slice.Endpoints))
	endpoint := &slice.Endpoints[i]
	switch g.IntN(6) {
	case 0:
		endpoint.Zone = pick(g, nil, ptr.To("tampered"))
	case 1:
		endpoint.Conditions.Ready = pick(g, nil, ptr.To(true), ptr.To(false))
	case 2:
		endpoint.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: pick(g, "a", "tampered")}}}
	case 3:
		endpoint.DeprecatedTopology = map[string]string{"kubernetes.io/hostname": "tampered"}
	case 4:
		endpoint.TargetRef = pick(g, nil, &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: "web-1", UID: "tampered", ResourceVersion: "1"})
	case 5:
		slice.Endpoints = slices.Delete(slice.Endpoints, i, i+1)
	}
}

// duplicate copies some of a slice's endpoints to other slices, or within it.
func (g *generator) duplicate(s *scenario, slice *discoveryv1.EndpointSlice) {
	if overfull(s) {
		return
	}
	for _, other := range s.slices {
		hasRoom := len(other.Endpoints) < int(s.maximum)
		if other.AddressType == slice.AddressType && hasRoom && len(slice.Endpoints) > 0 && g.once(2) {
			endpoint := pick(g, slice.Endpoints...)
			other.Endpoints = append(other.Endpoints, *endpoint.DeepCopy())
			touch(other)
		}
	}
}

// addStrangeSlice adds a slice with the usual labels that neither reconciler would
// have created, or not with this name.
func (g *generator) addStrangeSlice(s *scenario) {
	name := fmt.Sprintf("web-s%04d", g.next())
	strange := &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Name: name, Namespace: "shop", UID: types.UID("uid-" + name), ResourceVersion: nextVersion(), Generation: 1,
			Labels:          map[string]string{"app": "web", discoveryv1.LabelServiceName: "web", discoveryv1.LabelManagedBy: controllerName},
			OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(s.service, corev1.SchemeGroupVersion.WithKind("Service"))},
		},
		AddressType: pick(g, discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6),
		Ports:       []discoveryv1.EndpointPort{},
		Endpoints:   []discoveryv1.Endpoint{},
	}
	if len(s.slices) > 0 && !overfull(s) && g.once(2) {
		model := pick(g, s.slices...).DeepCopy()
		strange.AddressType, strange.Ports, strange.Endpoints, strange.Labels = model.AddressType, model.Ports, model.Endpoints, model.Labels
	}
	switch g.IntN(6) {
	case 0: // It belongs to an earlier Service of the same name.
		strange.OwnerReferences[0].UID = "uid-of-earlier"
	case 1: // It belongs to another controller.
		strange.Labels = maps.Clone(strange.Labels)
		strange.Labels[discoveryv1.LabelManagedBy] = "endpointslice-controller.k8s.io"
	case 2: // A deprecated address type, or one that Services do not have.
		strange.AddressType = pick(g, discoveryv1.AddressType("IP"), discoveryv1.AddressTypeFQDN)
	case 3:
		strange.DeletionTimestamp = &metav1.Time{Time: start}
		strange.Finalizers = []string{"example.com/keep"}
	}
	s.slices = append(s.slices, strange)
}

// overfull reports whether slices must be split. In that case, no duplicates are
// added: the split could by chance put an endpoint back where it was.
func overfull(s *scenario) bool {
	return slices.ContainsFunc(s.slices, func(slice *discoveryv1.EndpointSlice) bool { return len(slice.Endpoints) > int(s.maximum) })
}
