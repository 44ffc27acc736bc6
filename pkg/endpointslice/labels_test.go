package endpointslice_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

type labels = map[string]string

// ours returns the labels that every slice of web has, plus the given labels.
func ours(more labels) labels {
	all := labels{discoveryv1.LabelServiceName: "web", discoveryv1.LabelManagedBy: controllerName}
	maps.Copy(all, more)
	return all
}

func TestPlanSetsLabelsAndAnnotations(t *testing.T) {
	stray := labels{"example.com/stray": "x"}
	returns := func(given, annotations labels) func(*discoveryv1.EndpointSlice) (map[string]string, map[string]string) {
		return func(*discoveryv1.EndpointSlice) (map[string]string, map[string]string) { return given, annotations }
	}
	for _, test := range []struct {
		name                  string
		change                func(*endpointslice.Sync)
		existing, annotations labels
		want                  labels // nil: no write
		wantAnnotations       labels
	}{
		{"up to date", func(s *endpointslice.Sync) { s.Labels = stray }, ours(stray), nil, nil, nil},
		{"a label is missing", func(s *endpointslice.Sync) { s.Labels = stray }, ours(nil), nil, ours(stray), nil},
		{"a label is wrong", func(s *endpointslice.Sync) { s.Labels = stray }, ours(labels{"example.com/stray": "y"}), nil, ours(stray), nil},
		{"a label that is not desired", func(*endpointslice.Sync) {}, ours(stray), nil, ours(nil), nil},
		{"the manager is missing", func(*endpointslice.Sync) {}, labels{discoveryv1.LabelServiceName: "web"}, nil, ours(nil), nil},
		{"the Service is wrong", func(*endpointslice.Sync) {}, ours(labels{discoveryv1.LabelServiceName: "x"}), nil, ours(nil), nil},
		{"another name of the Service", func(s *endpointslice.Sync) { s.ServiceName = "other" }, ours(nil), nil, ours(labels{discoveryv1.LabelServiceName: "other"}), nil},
		{"reserved labels cannot be set", func(s *endpointslice.Sync) {
			s.Labels = labels{discoveryv1.LabelServiceName: "x", discoveryv1.LabelManagedBy: "x"}
		}, ours(nil), nil, nil, nil},
		{"annotations of others stay", func(*endpointslice.Sync) {}, ours(nil), stray, nil, nil},
		{"annotations are added", func(s *endpointslice.Sync) { s.Annotations = labels{"note": "x"} }, ours(nil), stray, ours(nil), labels{"note": "x", "example.com/stray": "x"}},
		{"annotations are set", func(s *endpointslice.Sync) { s.Annotations = labels{"note": "x"} }, ours(nil), labels{"note": "x"}, nil, nil},
		{"the trigger time cannot be set", func(s *endpointslice.Sync) {
			s.Annotations = labels{corev1.EndpointsLastChangeTriggerTime: "x"}
		}, ours(nil), nil, nil, nil},
		{"a function replaces both", func(s *endpointslice.Sync) {
			s.Labels, s.Annotations = labels{"a": "b"}, labels{"a": "b"}
			s.Metadata = returns(stray, labels{"note": "x"})
		}, ours(nil), stray, ours(stray), labels{"note": "x"}},
		{"a function cannot set reserved labels", func(s *endpointslice.Sync) {
			s.Metadata = returns(labels{discoveryv1.LabelServiceName: "x", discoveryv1.LabelManagedBy: "x"}, nil)
		}, ours(nil), nil, nil, nil},
		{"a function need not return the trigger time", func(s *endpointslice.Sync) { s.Metadata = returns(nil, nil) },
			ours(nil), labels{corev1.EndpointsLastChangeTriggerTime: "x"}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			existing := with(slice("a", "1"), func(made *discoveryv1.EndpointSlice) { made.Labels, made.Annotations = test.existing, test.annotations })
			sync := syncOf(all(want("1")), all(existing))
			test.change(&sync)
			before := existing.DeepCopy()

			planned := plan(configOf(0), sync)

			g.Expect(existing).To(Equal(before))
			if test.want == nil {
				g.Expect(planned.Empty()).To(BeTrue(), show(planned))
				return
			}
			g.Expect(planned.Update).To(HaveLen(1))
			g.Expect(planned.Update[0].Labels).To(Equal(test.want))
			g.Expect(planned.Update[0].Annotations).To(Equal(test.wantAnnotations))
		})
	}
}

func TestPlanSetsTheTriggerTime(t *testing.T) {
	const key = corev1.EndpointsLastChangeTriggerTime
	trigger := time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("east", 3600))

	for _, test := range []struct {
		name           string
		trigger        time.Time
		existing, want labels
	}{
		{"in UTC", trigger, nil, labels{key: "2026-01-02T02:04:05.000000006Z"}},
		{"replaces an earlier time, keeps other annotations", trigger, labels{key: "earlier", "note": "x"}, labels{key: "2026-01-02T02:04:05.000000006Z", "note": "x"}},
		{"zero removes an earlier time", time.Time{}, labels{key: "earlier", "note": "x"}, labels{"note": "x"}},
		{"zero adds nothing", time.Time{}, labels{"note": "x"}, labels{"note": "x"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			annotate := func(made *discoveryv1.EndpointSlice) { made.Annotations = maps.Clone(test.existing) }
			request := syncOf(all(want("1! 2 3 4"), wantOn(ipv4, "https:443", "1")), all(
				with(slice("written", "1"), annotate), with(sliceOn("unchanged", ipv4, "https:443", "1"), annotate)))
			request.TriggerTime = test.trigger
			changes := plan(configOf(3), request)

			g := NewWithT(t)
			g.Expect(show(changes)).To(Equal("create: 4 | update written: 1! 2 3"))
			g.Expect(changes.Update[0].Annotations).To(Equal(test.want))
			g.Expect(changes.Create[0].Annotations[key]).To(Equal(test.want[key]))
			g.Expect(request.Existing).To(HaveEach(HaveField("Annotations", test.existing)))
		})
	}
}

// The API server appends a unique suffix to the prefix, and rejects an invalid prefix.
func TestPlanPrefixesNames(t *testing.T) {
	long, tooLong := strings.Repeat("x", 253), strings.Repeat("x", 254)
	for owner, prefix := range map[string]string{"web": "web-", long: long + "-", tooLong: tooLong, "No Name": "No Name"} {
		request := syncOf(all(want("1")), nil)
		request.ServiceName = "web"
		request.Owner = with(web(), func(service *corev1.Service) { service.Name = owner })
		changes := plan(configOf(0), request)
		if got := changes.Create[0].GenerateName; got != prefix {
			t.Errorf("got prefix %q for %q", got, owner)
		}
	}
}
