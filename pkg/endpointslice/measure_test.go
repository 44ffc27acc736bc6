package endpointslice_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

// measured is a reconciler whose metrics are read after each sync.
type measured struct {
	Gomega
	api      *apiServer
	options  []option
	registry *prometheus.Registry
}

func newMeasured(t *testing.T, api *apiServer, options ...option) *measured {
	instance, registry := metrics.New("test"), prometheus.NewRegistry()
	registry.MustRegister(instance)
	return &measured{NewWithT(t), api, append(options, limit(3), func(config *endpointslice.Config) { config.Metrics = instance }), registry}
}

func (m *measured) sync(desired ...endpointslice.Group) error {
	return reconcile(newReconciler(m.api, m.options...), syncOf(desired, m.api.list()))
}

// value returns the value of a metric by name and labels: the number, or the sum of a
// histogram.
func (m *measured) value(name string, labelValues ...string) float64 {
	families, err := m.registry.Gather()
	m.Expect(err).NotTo(HaveOccurred())
	sum := 0.0
	for _, family := range families {
		if family.GetName() != "test_"+name {
			continue
		}
		for _, metric := range family.GetMetric() {
			var values []string
			for _, label := range metric.GetLabel() {
				values = append(values, label.GetValue())
			}
			if len(labelValues) == 0 || strings.Join(values, " ") == strings.Join(labelValues, " ") {
				sum += metric.GetGauge().GetValue() + metric.GetCounter().GetValue() + metric.GetHistogram().GetSampleSum()
			}
		}
	}
	return sum
}

// endpoints returns how many endpoints were added, updated and removed so far.
func (m *measured) endpoints() string {
	return fmt.Sprintf("%v added, %v updated, %v removed",
		m.value("endpoints_added_per_sync"), m.value("endpoints_updated_per_sync"), m.value("endpoints_removed_per_sync"))
}

func (m *measured) gauges() string {
	return fmt.Sprintf("%v endpoints in %v slices, ideally %v",
		m.value("endpoints_desired"), m.value("num_endpoint_slices"), m.value("desired_endpoint_slices"))
}

func TestReconcileMeasures(t *testing.T) {
	m := newMeasured(t, newAPIServer())

	m.Expect(m.sync(want("1 2 3 4"))).To(Succeed())
	m.Expect(m.endpoints()).To(Equal("4 added, 0 updated, 0 removed"))
	m.Expect(m.gauges()).To(Equal("4 endpoints in 2 slices, ideally 2"))

	m.Expect(m.sync(want("1 2 3! 4"))).To(Succeed())
	m.Expect(m.endpoints()).To(Equal("4 added, 1 updated, 0 removed"))

	m.Expect(m.sync(want("1 2 4"))).To(Succeed())
	m.Expect(m.endpoints()).To(Equal("4 added, 1 updated, 1 removed"))
	m.Expect(m.gauges()).To(Equal("3 endpoints in 1 slices, ideally 1"), "moved endpoints are neither added nor removed")

	m.Expect(m.sync(want("1 2"))).To(Succeed())
	m.Expect(m.sync(want("1 2"))).To(Succeed())
	m.Expect(m.endpoints()).To(Equal("4 added, 1 updated, 2 removed"))
	m.Expect(m.gauges()).To(Equal("2 endpoints in 1 slices, ideally 1"))

	m.Expect(m.value("changes_total", "create")).To(Equal(2.0))
	m.Expect(m.value("changes_total", "update")).To(Equal(3.0))
	m.Expect(m.value("changes_total", "delete")).To(Equal(1.0))
	m.Expect(m.value("endpointslices_changed_per_sync", "Disabled", "")).To(Equal(6.0))
	m.Expect(m.value("syncs_total", "success")).To(Equal(5.0))
}

// Both families are counted.
func TestReconcileMeasuresDualStack(t *testing.T) {
	m := newMeasured(t, newAPIServer(), placeholders)

	m.Expect(m.sync(want("1 2 3 4"), wantOn(ipv6, "http:80", "1"))).To(Succeed())
	m.Expect(m.gauges()).To(Equal("5 endpoints in 3 slices, ideally 3"))

	m.Expect(m.sync(want("1"), wantOn(ipv6, "", ""))).To(Succeed())
	m.Expect(m.gauges()).To(Equal("1 endpoints in 2 slices, ideally 2"), "a placeholder is a slice")
}

// Endpoints count as removed, regardless of what happens to their slice.
func TestReconcileMeasuresEveryRemoval(t *testing.T) {
	for _, test := range []struct {
		name    string
		desired []endpointslice.Group
		want    float64
	}{
		{"the slice is kept", all(want("1 3")), 1},
		{"the slice is deleted", all(want("3")), 2},
		{"all are removed", all(want("")), 3},
		{"nothing is desired", nil, 3},
		{"other ports are desired", all(wantOn(ipv4, "https:443", "3")), 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newMeasured(t, newAPIServer(slice("a", "1 2"), slice("b", "3")))
			m.Expect(m.sync(test.desired...)).To(Succeed())
			m.Expect(m.value("endpoints_removed_per_sync")).To(Equal(test.want))
		})
	}
}

// Endpoints of foreign slices count as removed there and added elsewhere.
func TestReconcileMeasuresForeignSlices(t *testing.T) {
	m := newMeasured(t, newAPIServer(ownedBy(slice("a", "1 2"))), orphansReplaced)
	m.Expect(m.sync(want("1"))).To(Succeed())
	m.Expect(m.endpoints()).To(Equal("1 added, 0 updated, 2 removed"))
}

func TestReconcileMeasuresResults(t *testing.T) {
	m := newMeasured(t, newAPIServer())
	reconciler := newReconciler(m.api, m.options...)
	m.api.fail = failOnly(errFailed, "create")
	m.Expect(reconcile(reconciler, syncOf(all(want("1")), nil))).To(MatchError(errFailed))
	m.Expect(m.value("syncs_total", "error")).To(Equal(1.0))
	m.Expect(m.value("changes_total")).To(Equal(0.0), "a failed write is not a change")
	m.Expect(reconcile(reconciler, endpointslice.Sync{})).NotTo(Succeed())
	m.Expect(m.value("syncs_total", "error")).To(Equal(2.0))

	m.api.fail = accept
	m.Expect(reconcile(reconciler, syncOf(all(want("1")), nil))).To(Succeed())
	m.Expect(reconcile(reconciler, syncOf(all(want("1 2")), nil))).To(MatchError(errStale))
	m.Expect(m.value("syncs_total", "stale")).To(Equal(1.0))
	m.Expect(m.value("syncs_total", "success")).To(Equal(1.0))
	m.Expect(m.gauges()).To(Equal("1 endpoints in 1 slices, ideally 1"), "nothing was planned")
}

func TestReconcileMeasuresSkippedAddresses(t *testing.T) {
	m := newMeasured(t, newAPIServer())
	m.Expect(m.sync(skipping(invalid("#"), tooMany("1")), wantOn(ipv6, "http:80", "1"))).To(Succeed())
	m.Expect(m.value("addresses_skipped_per_sync")).To(Equal(2.0))
}

func TestReconcileMeasuresTrafficDistribution(t *testing.T) {
	for _, test := range []struct {
		name, value            string
		source                 endpointslice.HintSource
		topology, distribution string
	}{
		{"honored", "PreferSameZone", nil, "Disabled", "PreferSameZone"},
		{"unknown", "PreferMars", nil, "Disabled", ""},
		{"none", "", nil, "Disabled", ""},
		{"a source takes precedence", "PreferSameZone", zoneB{}, "Auto", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newMeasured(t, newAPIServer())
			sync := syncOf(all(want("1@a 2@b")), nil)
			sync.TrafficDistribution, sync.Hints = test.value, test.source
			m.Expect(reconcile(newReconciler(m.api, m.options...), sync)).To(Succeed())
			m.Expect(m.value("endpointslices_changed_per_sync", test.topology, test.distribution)).To(Equal(1.0))
			m.Expect(m.value("services_count_by_traffic_distribution", test.distribution)).To(Equal(float64(min(len(test.distribution), 1))))
		})
	}
}

// After Forget, nothing about the owner remains.
func TestForget(t *testing.T) {
	m := newMeasured(t, newAPIServer())
	reconciler := newReconciler(m.api, m.options...)
	m.Expect(reconcile(reconciler, syncOf(all(want("1 2"), wantOn(ipv6, "http:80", "1 2")), nil))).To(Succeed())
	m.Expect(m.gauges()).To(Equal("4 endpoints in 2 slices, ideally 2"))

	reconciler.Forget(types.NamespacedName{Namespace: "shop", Name: "web"})

	m.Expect(m.gauges()).To(Equal("0 endpoints in 0 slices, ideally 0"))
	slices, owners, waiting := reconciler.Tracked()
	m.Expect(slices + owners + waiting + reconciler.InMemory()).To(BeZero())
	newReconciler(m.api).Forget(types.NamespacedName{Namespace: "shop", Name: "web"})
}
