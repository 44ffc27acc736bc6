package differential

import (
	"context"
	"fmt"
	"slices"
	"strings"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// tamper changes one of our slices and the same one of upstream's, as another client
// might, or adds a changed copy of each.
func (b *batch) tamper(ctx context.Context, m *mirrored, ours, theirs []*discoveryv1.EndpointSlice) error {
	group := groupOf(pick(m.generator, sortedByGroup(ours)...))
	change, add := m.tampering(), m.once(6)
	// Upstream may keep either of the two slices.
	m.otherVersions = m.otherVersions || add
	for _, slice := range slices.Concat(ours, theirs) {
		if groupOf(slice) != group {
			continue
		}
		tampered := slice.DeepCopy()
		slices.SortFunc(tampered.Endpoints, func(a, b discoveryv1.Endpoint) int { return strings.Compare(text(a), text(b)) })
		change(tampered)
		if err := b.writeSlice(ctx, tampered, add); err != nil {
			return fmt.Errorf("tampering with EndpointSlice %s: %w", slice.Name, err)
		}
	}
	return nil
}

func (b *batch) writeSlice(ctx context.Context, slice *discoveryv1.EndpointSlice, add bool) error {
	client := b.clients.DiscoveryV1().EndpointSlices(b.namespace)
	slice.ResourceVersion = ""
	if !add {
		_, err := client.Update(ctx, slice, metav1.UpdateOptions{})
		return err
	}
	slice.Name, slice.GenerateName, slice.UID = "", slice.Name[:len(slice.Name)-randomSuffix], ""
	_, err := client.Create(ctx, slice, metav1.CreateOptions{})
	return err
}

func sortedByGroup(list []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	return slices.SortedFunc(slices.Values(list), func(a, b *discoveryv1.EndpointSlice) int { return strings.Compare(groupOf(a), groupOf(b)) })
}

// tampering returns a change that has the same effect on slices with the same contents.
func (g *generator) tampering() func(*discoveryv1.EndpointSlice) {
	n := g.IntN(1 << 20)
	return pick(g,
		func(slice *discoveryv1.EndpointSlice) {
			slice.Annotations = map[string]string{"example.com/stray": "true"}
		},
		func(slice *discoveryv1.EndpointSlice) { slice.Annotations = nil },
		func(slice *discoveryv1.EndpointSlice) { slice.Labels["stray"] = "true" },
		func(slice *discoveryv1.EndpointSlice) { slice.Endpoints = nil },
		func(slice *discoveryv1.EndpointSlice) {
			slice.Endpoints = slice.Endpoints[:n%len(slice.Endpoints)]
		},
		func(slice *discoveryv1.EndpointSlice) {
			slice.Endpoints[n%len(slice.Endpoints)].Conditions.Ready = new(n%2 == 0)
		},
		func(slice *discoveryv1.EndpointSlice) {
			slice.Endpoints[n%len(slice.Endpoints)].Hostname = new("stray")
		},
		func(slice *discoveryv1.EndpointSlice) {
			slice.Endpoints = append(slice.Endpoints, slice.Endpoints[n%len(slice.Endpoints)])
		},
		func(slice *discoveryv1.EndpointSlice) { slice.OwnerReferences[0].UID = "uid-of-earlier" },
		func(slice *discoveryv1.EndpointSlice) {
			other := metav1.OwnerReference{APIVersion: "v1", Kind: "ConfigMap", Name: "second", UID: "uid-of-second"}
			slice.OwnerReferences = append(slices.DeleteFunc(slice.OwnerReferences, otherOwner), other)
		},
	)
}
