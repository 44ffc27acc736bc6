package metrics_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

const subsystem = "endpoint_slice_controller"

var (
	web = types.NamespacedName{Namespace: "shop", Name: "web"}
	db  = types.NamespacedName{Namespace: "shop", Name: "db"}
)

// dualStack returns a sync with both families.
func dualStack() endpointslice.Observation {
	return endpointslice.Observation{
		Duration: 2 * time.Second,
		Result:   endpointslice.Result{Created: 2, Updated: 1, Deleted: 1},
		Plan: &endpointslice.Plan{
			Endpoints: endpointslice.EndpointCounts{Desired: 6, Added: 4, Updated: 1, Removed: 3}, Skipped: 5, Ideal: 2,
			Create: slices(2), Update: slices(1), Delete: slices(1), Unchanged: slices(1),
		},
		TrafficDistribution: "PreferSameZone",
	}
}

func slices(count int) []*discoveryv1.EndpointSlice { return make([]*discoveryv1.EndpointSlice, count) }

// unchanged returns a sync that changes nothing.
func unchanged(endpoints int) endpointslice.Observation {
	return endpointslice.Observation{Plan: &endpointslice.Plan{Endpoints: endpointslice.EndpointCounts{Desired: endpoints}, Ideal: 1, Unchanged: slices(1)}}
}

// gather returns all values by name and labels: the values of counters and gauges, and the
// counts and sums of histograms.
func gather(t *testing.T, gatherer prometheus.Gatherer) map[string]string {
	t.Helper()
	families, err := gatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			name := family.GetName()
			for _, label := range metric.GetLabel() {
				name += fmt.Sprintf(" %s=%q", label.GetName(), label.GetValue())
			}
			switch {
			case metric.GetHistogram() != nil:
				values[name] = fmt.Sprintf("histogram %d %v", metric.GetHistogram().GetSampleCount(), metric.GetHistogram().GetSampleSum())
			case metric.GetCounter() != nil:
				values[name] = fmt.Sprintf("counter %v", metric.GetCounter().GetValue())
			default:
				values[name] = fmt.Sprintf("gauge %v", metric.GetGauge().GetValue())
			}
		}
	}
	return values
}

func registered(t *testing.T, instances ...*metrics.Metrics) prometheus.Gatherer {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	for _, instance := range instances {
		if err := registry.Register(instance); err != nil {
			t.Fatal(err)
		}
	}
	return registry
}

// Dashboards and alerts rely on the names, types and labels of Kubernetes' controllers.
func TestNamesTypesAndLabels(t *testing.T) {
	instance := metrics.New(subsystem)
	registry := registered(t, instance)

	instance.Observe(web, dualStack())
	instance.Observe(web, endpointslice.Observation{Duration: time.Second, Result: endpointslice.Result{Stale: true}})
	instance.Observe(web, endpointslice.Observation{Duration: time.Second, Err: errors.New("refused")})

	const prefix = subsystem + "_"
	NewWithT(t).Expect(gather(t, registry)).To(Equal(map[string]string{
		prefix + "endpoints_added_per_sync":         "histogram 1 4",
		prefix + "endpoints_removed_per_sync":       "histogram 1 3",
		prefix + "endpoints_updated_per_sync":       "histogram 1 1",
		prefix + "addresses_skipped_per_sync":       "histogram 1 5",
		prefix + "endpoints_desired":                "gauge 6",
		prefix + "num_endpoint_slices":              "gauge 4",
		prefix + "desired_endpoint_slices":          "gauge 2",
		prefix + "endpoints_sync_duration":          "histogram 3 4",
		prefix + `changes_total operation="create"`: "counter 2",
		prefix + `changes_total operation="update"`: "counter 1",
		prefix + `changes_total operation="delete"`: "counter 1",
		prefix + `syncs_total result="success"`:     "counter 1",
		prefix + `syncs_total result="stale"`:       "counter 1",
		prefix + `syncs_total result="error"`:       "counter 1",
		prefix + `endpointslices_changed_per_sync topology="Disabled" traffic_distribution="PreferSameZone"`: "histogram 1 4",
		prefix + `services_count_by_traffic_distribution traffic_distribution="PreferSameZone"`:              "gauge 1",
	}))
}

func TestTopologyLabel(t *testing.T) {
	instance := metrics.New(subsystem)
	registry := registered(t, instance)

	instance.Observe(web, endpointslice.Observation{HintSource: true, Plan: &endpointslice.Plan{Create: slices(2)}})

	NewWithT(t).Expect(gather(t, registry)).To(HaveKeyWithValue(
		subsystem+`_endpointslices_changed_per_sync topology="Auto" traffic_distribution=""`, "histogram 1 2"))
}

// The buckets are the same as in Kubernetes' controllers: powers of two, and durations from
// one millisecond.
func TestBuckets(t *testing.T) {
	g := NewWithT(t)
	instance := metrics.New(subsystem)
	registry := registered(t, instance)
	instance.Observe(web, dualStack())

	families, err := registry.Gather()
	g.Expect(err).NotTo(HaveOccurred())
	for _, family := range families {
		histogram := family.GetMetric()[0].GetHistogram()
		if histogram == nil {
			continue
		}
		first, count := histogram.GetBucket()[0].GetUpperBound(), len(histogram.GetBucket())
		switch family.GetName() {
		case subsystem + "_endpoints_sync_duration":
			g.Expect(first).To(Equal(0.001))
			g.Expect(count).To(Equal(15))
		case subsystem + "_endpointslices_changed_per_sync":
			g.Expect(count).To(Equal(len(prometheus.DefBuckets)))
		default:
			g.Expect(first).To(Equal(2.0), family.GetName())
			g.Expect(count).To(Equal(15), family.GetName())
		}
	}
}

// gauges returns the gauges that are summed over the owners.
func gauges(t *testing.T, gatherer prometheus.Gatherer) string {
	t.Helper()
	values := gather(t, gatherer)
	return fmt.Sprintf("endpoints %s, slices %s, desired %s",
		values[subsystem+"_endpoints_desired"], values[subsystem+"_num_endpoint_slices"], values[subsystem+"_desired_endpoint_slices"])
}

func TestGaugesAddUpOverOwners(t *testing.T) {
	g := NewWithT(t)
	instance := metrics.New(subsystem)
	registry := registered(t, instance)

	instance.Observe(web, dualStack())
	instance.Observe(db, unchanged(1))
	g.Expect(gauges(t, registry)).To(Equal("endpoints gauge 7, slices gauge 5, desired gauge 3"))

	instance.Observe(web, dualStack())
	g.Expect(gauges(t, registry)).To(Equal("endpoints gauge 7, slices gauge 5, desired gauge 3"), "a second sync replaces the first")

	instance.Observe(web, unchanged(2))
	g.Expect(gauges(t, registry)).To(Equal("endpoints gauge 3, slices gauge 2, desired gauge 2"))

	instance.Forget(web)
	g.Expect(gauges(t, registry)).To(Equal("endpoints gauge 1, slices gauge 1, desired gauge 1"))
	instance.Forget(web)
	g.Expect(gauges(t, registry)).To(Equal("endpoints gauge 1, slices gauge 1, desired gauge 1"), "forgotten only once")

	instance.Forget(db)
	g.Expect(gauges(t, registry)).To(Equal("endpoints gauge 0, slices gauge 0, desired gauge 0"))
	g.Expect(instance.Owners()).To(Equal(0))
}

func TestTrafficDistributionCountsOwners(t *testing.T) {
	g := NewWithT(t)
	instance := metrics.New(subsystem)
	registry := registered(t, instance)
	observe := func(owner types.NamespacedName, distribution string) {
		instance.Observe(owner, endpointslice.Observation{Plan: &endpointslice.Plan{}, TrafficDistribution: distribution})
	}
	count := func(distribution string) string {
		return gather(t, registry)[fmt.Sprintf("%s_services_count_by_traffic_distribution traffic_distribution=%q", subsystem, distribution)]
	}

	observe(web, "PreferClose")
	observe(web, "PreferClose")
	observe(db, "PreferClose")
	g.Expect(count("PreferClose")).To(Equal("gauge 2"))

	observe(db, "PreferSameNode")
	g.Expect(count("PreferClose")).To(Equal("gauge 1"))
	g.Expect(count("PreferSameNode")).To(Equal("gauge 1"))

	observe(db, "")
	g.Expect(count("PreferSameNode")).To(Equal("gauge 0"))
	g.Expect(count("")).To(BeEmpty(), "no value is not counted")

	instance.Forget(web)
	g.Expect(count("PreferClose")).To(Equal("gauge 0"))
}

// There is no global state: two reconcilers in one process have separate metrics.
func TestInstancesAreSeparate(t *testing.T) {
	g := NewWithT(t)
	pods, mirrored := metrics.New(subsystem), metrics.New("endpoint_slice_mirroring_controller")
	registry := registered(t, pods, mirrored)

	pods.Observe(web, endpointslice.Observation{Result: endpointslice.Result{Created: 1}})
	mirrored.Observe(web, endpointslice.Observation{Result: endpointslice.Result{Deleted: 1}})

	values := gather(t, registry)
	g.Expect(values).To(HaveKeyWithValue(subsystem+`_changes_total operation="create"`, "counter 1"))
	g.Expect(values).To(HaveKeyWithValue(subsystem+`_changes_total operation="delete"`, "counter 0"))
	g.Expect(values).To(HaveKeyWithValue(`endpoint_slice_mirroring_controller_changes_total operation="delete"`, "counter 1"))
	g.Expect(prometheus.NewRegistry().Register(metrics.New(subsystem))).To(Succeed(), "another registry, another instance")
}

// A sync of one owner does not access other owners, and allocates almost nothing.
func TestCostDoesNotDependOnOwners(t *testing.T) {
	allocations := func(owners int) float64 {
		instance := metrics.New(subsystem)
		for i := range owners {
			instance.Observe(types.NamespacedName{Namespace: "shop", Name: fmt.Sprint(i)}, dualStack())
		}
		instance.Observe(web, dualStack())
		sync := dualStack()
		return testing.AllocsPerRun(100, func() { instance.Observe(web, sync) })
	}
	few, many := allocations(1), allocations(10_000)
	if many > few || many > 8 {
		t.Errorf("%v allocations with 10,000 owners, %v with 1", many, few)
	}
}

func TestConcurrentUse(t *testing.T) {
	instance := metrics.New(subsystem)
	registry := registered(t, instance)
	var group sync.WaitGroup
	for i := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			owner := types.NamespacedName{Namespace: "shop", Name: fmt.Sprint(i % 4)}
			for range 50 {
				instance.Observe(owner, dualStack())
			}
		}()
	}
	group.Wait()
	NewWithT(t).Expect(gauges(t, registry)).To(Equal("endpoints gauge 24, slices gauge 16, desired gauge 8"))
}
