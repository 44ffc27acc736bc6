package topologyhints_test

import (
	"fmt"
	"testing"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/endpointslicetest"
	"github.com/meshwork-dev/meshwork/pkg/topologyhints"
)

const (
	ipv4 = discoveryv1.AddressTypeIPv4
	ipv6 = discoveryv1.AddressTypeIPv6
)

// world is a Service whose endpoints get hints from Nodes with equal numbers of CPUs in the
// zones a and b.
type world struct {
	Gomega
	t          *testing.T
	client     *endpointslicetest.Client
	reconciler *endpointslice.Reconciler
	source     topologyhints.Source
}

func newWorld(t *testing.T) *world {
	w := &world{Gomega: NewWithT(t), t: t, client: endpointslicetest.NewClient(), source: topologyhints.Source{Cache: topologycache.NewTopologyCache(), Logger: logr.Discard()}}
	var nodes []*corev1.Node
	for _, zone := range []string{"a", "b"} {
		nodes = append(nodes, &corev1.Node{
			ObjectMeta: metav1.ObjectMeta{Name: "node-" + zone, Labels: map[string]string{corev1.LabelTopologyZone: zone}},
			Status: corev1.NodeStatus{
				Allocatable: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("2")},
				Conditions:  []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}},
			},
		})
	}
	w.source.Cache.SetNodes(logr.Discard(), nodes)
	var err error
	w.reconciler, err = endpointslice.New(w.client, endpointslice.Config{ControllerName: "example.com", OwnerKind: corev1.SchemeGroupVersion.WithKind("Service")})
	w.Expect(err).NotTo(HaveOccurred())
	return w
}

// sync has a ready endpoint in each of the zones, and returns the zones of the hints, or "-", and
// the finding.
func (w *world) sync(zones string) string {
	group := endpointslice.Group{AddressType: ipv4}
	for i, zone := range zones {
		group.Endpoints = append(group.Endpoints, discoveryv1.Endpoint{
			Addresses: []string{fmt.Sprintf("10.0.0.%d", i+1)}, Zone: ptr.To(string(zone)), Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(true)},
		})
	}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "uid-of-web"}}
	result, err := w.reconciler.Reconcile(w.t.Context(), endpointslice.Sync{
		Owner: service, Groups: []endpointslice.Group{group}, Existing: w.client.List(), Hints: w.source, TrafficDistribution: "PreferSameZone",
	})
	w.Expect(err).NotTo(HaveOccurred())
	w.Expect(result.Findings).To(HaveLen(1))
	shown := ""
	for _, slice := range w.client.List() {
		for _, endpoint := range slice.Endpoints {
			if endpoint.Hints == nil {
				shown += "-"
				continue
			}
			shown += endpoint.Hints.ForZones[0].Name
		}
	}
	return shown + " " + result.Findings[0].Type + " " + result.Findings[0].Reason + ": " + result.Findings[0].Message
}

const (
	enabled  = " Normal TopologyAwareHintsEnabled: Topology Aware Hints has been enabled, addressType: IPv4"
	disabled = " Warning TopologyAwareHintsDisabled: Insufficient number of endpoints, addressType: IPv4"
)

func TestEveryZoneHasItsShare(t *testing.T) {
	w := newWorld(t)
	w.Expect(w.sync("ab")).To(Equal("ab" + enabled))
	w.Expect(w.sync("ab")).To(Equal("ab"+enabled), "as long as there are hints")
	w.Expect(w.client.Writes()).To(HaveLen(1), "the second sync writes nothing")
	w.Expect(w.sync("a")).To(Equal("-"+disabled), "without numbers, which change with the Pods")
	w.Expect(w.sync("a")).To(Equal("-" + disabled))
	w.Expect(w.client.Writes()).To(HaveLen(1))
	w.Expect(w.sync("ab")).To(Equal("ab" + enabled))
}

// The cache requests an update in every sync if it cannot allocate endpoints to every zone.
func TestUpdatesWithoutChangesAreDropped(t *testing.T) {
	w := newWorld(t)
	w.sync("aabc")
	w.client.Writes()
	w.sync("aabc")
	w.Expect(w.client.Writes()).To(BeEmpty())
}

func TestForget(t *testing.T) {
	w := newWorld(t)
	web := types.NamespacedName{Namespace: "shop", Name: "web"}
	for _, addressType := range []discoveryv1.AddressType{ipv4, ipv6} {
		w.source.Cache.SetHints(web.String(), addressType, topologycache.EndpointZoneInfo{"a": 1})
	}
	w.Expect(w.source.Cache.GetOverloadedServices()).To(Equal([]string{"shop/web"}), "zone b has none")
	w.source.Forget(web, ipv6)
	w.Expect(w.source.Cache.GetOverloadedServices()).To(HaveLen(1))
	w.source.Forget(web, ipv4)
	w.Expect(w.source.Cache.GetOverloadedServices()).To(BeEmpty())
}
