package shadow

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/labels"
	netutils "k8s.io/utils/net"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func isDelegated(service *corev1.Service) bool {
	return service.Labels[v1alpha1.EndpointControllerNameLabel] == kit.EndpointController
}

// published returns the properties that must be equal for the two Services of a pair: all
// endpoints by address type and ports, whichever slice holds them, and the labels of the
// slices. A slice without endpoints counts only for its address type, since Meshwork deletes
// such slices and kube-controller-manager keeps them.
func (w *workload) published(ctx context.Context, g Gomega, p *pair, delegated bool) []string {
	service := p.twin(delegated)
	found := map[string]bool{}
	for _, slice := range w.slicesOf(ctx, g, service) {
		found[string(slice.AddressType)] = true
		own := maps.Clone(slice.Labels)
		for key := range service.Labels {
			delete(own, key)
		}
		delete(own, discoveryv1.LabelServiceName)
		delete(own, discoveryv1.LabelManagedBy)
		found["labels "+encode(own)] = true
		ports := slices.SortedFunc(slices.Values(slice.Ports), func(a, b discoveryv1.EndpointPort) int {
			return strings.Compare(encode(a), encode(b))
		})
		for i := range slice.Endpoints {
			endpoint := &slice.Endpoints[i]
			// The hostname depends on the Service's name; summary compares it with the Pod.
			endpoint.Hostname = nil
			if p.hintsByTopology() {
				hideZones(endpoint)
			}
			found[fmt.Sprintf("%s %s %s", slice.AddressType, encode(ports), encode(endpoint))] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// hideZones keeps only whether there are topology hints: which endpoint is assigned
// to another zone depends on the earlier slices.
func hideZones(endpoint *discoveryv1.Endpoint) {
	if endpoint.Hints != nil {
		endpoint.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: "any"}}}
	}
}

func encode(value any) string {
	encoded, err := json.Marshal(value)
	Expect(err).NotTo(HaveOccurred())
	return string(encoded)
}

// truth is the Pods and Nodes.
type truth struct {
	pods  []corev1.Pod
	zones map[string]string
}

func readTruth(ctx context.Context, g Gomega, w *workload) truth {
	var pods corev1.PodList
	var nodes corev1.NodeList
	g.Expect(api.List(ctx, &pods, client.InNamespace(w.namespace))).To(Succeed())
	g.Expect(api.List(ctx, &nodes)).To(Succeed())
	t := truth{pods: pods.Items, zones: map[string]string{}}
	for _, node := range nodes.Items {
		t.zones[node.Name] = node.Labels[corev1.LabelTopologyZone]
	}
	return t
}

// of returns a line for each Pod that must be an endpoint of one family, in the
// format of summary.
func (t truth) of(service *corev1.Service, family corev1.IPFamily) []string {
	lines := []string{}
	for i := range t.pods {
		pod := &t.pods[i]
		zone, onNode := t.zones[pod.Spec.NodeName]
		if !labels.SelectorFromSet(service.Spec.Selector).Matches(labels.Set(pod.Labels)) || !hasAddress(pod, family) ||
			pod.Status.Phase == corev1.PodFailed || pod.Status.Phase == corev1.PodSucceeded ||
			!onNode && !service.Spec.PublishNotReadyAddresses {
			continue
		}
		hostname := ""
		if pod.Spec.Subdomain == service.Name {
			hostname = pod.Spec.Hostname
		}
		terminating := pod.DeletionTimestamp != nil
		serving := kit.IsReady(pod)
		ready := service.Spec.PublishNotReadyAddresses || serving && !terminating
		lines = append(lines, line(string(pod.UID), pod.Name, pod.Spec.NodeName, zone, hostname, ready, serving, terminating))
	}
	slices.Sort(lines)
	return lines
}

func hasAddress(pod *corev1.Pod, family corev1.IPFamily) bool {
	return slices.ContainsFunc(pod.Status.PodIPs, func(ip corev1.PodIP) bool {
		return netutils.IsIPv6String(ip.IP) == (family == corev1.IPv6Protocol)
	})
}

// summary returns a line for each Pod in the slices of a Service, of one family.
func (w *workload) summary(ctx context.Context, g Gomega, service *corev1.Service, family corev1.IPFamily) []string {
	found := map[string]bool{}
	for _, slice := range w.slicesOf(ctx, g, service) {
		if string(slice.AddressType) != string(family) {
			continue
		}
		for _, e := range slice.Endpoints {
			found[line(string(e.TargetRef.UID), e.TargetRef.Name, ptr.Deref(e.NodeName, ""), ptr.Deref(e.Zone, ""), ptr.Deref(e.Hostname, ""),
				*e.Conditions.Ready, *e.Conditions.Serving, *e.Conditions.Terminating)] = true
		}
	}
	return slices.AppendSeq([]string{}, maps.Keys(found))
}

func line(uid, name, node, zone, hostname string, ready, serving, terminating bool) string {
	return fmt.Sprintf("Pod %s %s on %s in %s, hostname %q: ready=%t serving=%t terminating=%t",
		name, uid, node, zone, hostname, ready, serving, terminating)
}
