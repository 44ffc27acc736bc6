package endpointslice_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

type labels = map[string]string

// ours returns the labels that every slice of web has, plus the given labels.
func ours(more labels) labels {
	all := labels{discoveryv1.LabelServiceName: "web", discoveryv1.LabelManagedBy: controllerName}
	maps.Copy(all, more)
	return all
}

func TestLabelsFromService(t *testing.T) {
	const headless = corev1.IsHeadlessService
	for _, test := range []struct {
		name           string
		labels         labels
		clusterIP      string
		existing, want labels
		changed        bool
	}{
		{"up to date", labels{"app": "web"}, "192.0.2.1", ours(labels{"app": "web"}), ours(labels{"app": "web"}), false},
		{"none", nil, "192.0.2.1", ours(nil), ours(nil), false},
		{"a label is missing", labels{"app": "web"}, "192.0.2.1", ours(nil), ours(labels{"app": "web"}), true},
		{"a label is wrong", labels{"app": "web"}, "192.0.2.1", ours(labels{"app": "x"}), ours(labels{"app": "web"}), true},
		{"a label was removed from the Service", nil, "192.0.2.1", ours(labels{"app": "web"}), ours(nil), true},
		{"a new slice", labels{"app": "web"}, "192.0.2.1", nil, ours(labels{"app": "web"}), true},
		{"managed-by is missing", nil, "192.0.2.1", labels{discoveryv1.LabelServiceName: "web"}, ours(nil), true},
		{"service-name is wrong", nil, "192.0.2.1", ours(labels{discoveryv1.LabelServiceName: "x"}), ours(nil), true},
		{"the Service cannot set reserved labels",
			labels{headless: "x", discoveryv1.LabelServiceName: "x", discoveryv1.LabelManagedBy: "x"}, "192.0.2.1", ours(nil), ours(nil), false},
		{"a headless Service", nil, corev1.ClusterIPNone, ours(labels{headless: ""}), ours(labels{headless: ""}), false},
		{"a Service without a cluster IP so far", nil, "", ours(labels{headless: ""}), ours(labels{headless: ""}), false},
		{"now headless", nil, corev1.ClusterIPNone, ours(nil), ours(labels{headless: ""}), true},
		{"no longer headless", nil, "192.0.2.1", ours(labels{headless: ""}), ours(nil), true},
		{"a headless Service with another value", labels{headless: "x"}, corev1.ClusterIPNone, ours(labels{headless: "x"}), ours(labels{headless: ""}), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			service := web()
			service.Labels, service.Spec.ClusterIP = test.labels, test.clusterIP
			annotated := with(slice("a", ""), func(made *discoveryv1.EndpointSlice) {
				made.Labels, made.Annotations = test.existing, labels{"example.com/note": "theirs"}
			})
			before, serviceBefore := annotated.DeepCopy(), service.DeepCopy()

			got, annotations, changed := endpointslice.LabelsFromService{Service: service}.SetLabels(logr.Discard(), annotated, controllerName)

			g.Expect(got).To(Equal(test.want))
			g.Expect(annotations).To(Equal(labels{"example.com/note": "theirs"}), "annotations do not come from the Service")
			g.Expect(changed).To(Equal(test.changed))
			g.Expect(annotated).To(Equal(before))
			g.Expect(service).To(Equal(serviceBefore))
		})
	}
}

func TestLabelsAnnotationsFromEndpoints(t *testing.T) {
	const trigger, lastApplied = corev1.EndpointsLastChangeTriggerTime, corev1.LastAppliedConfigAnnotation
	for _, test := range []struct {
		name                string
		annotations         labels
		existing            labels
		existingAnnotations labels
		want                labels
		changed             bool
	}{
		{"up to date", labels{"note": "x"}, ours(labels{"app": "web"}), labels{"note": "x"}, labels{"note": "x"}, false},
		{"an annotation is missing", labels{"note": "x"}, ours(labels{"app": "web"}), nil, labels{"note": "x"}, true},
		{"an annotation was removed from the Endpoints", nil, ours(labels{"app": "web"}), labels{"note": "x"}, labels{}, true},
		{"a label is missing", nil, ours(nil), nil, labels{}, true},
		{"a label was removed from the Endpoints", nil, ours(labels{"app": "web", "tier": "x"}), nil, labels{}, true},
		{"annotations that only concern the Endpoints", labels{trigger: "then", lastApplied: "{}"}, ours(labels{"app": "web"}), nil, labels{}, false},
		{"the trigger time of the slice is kept", labels{trigger: "then"}, ours(labels{"app": "web"}),
			labels{trigger: "earlier"}, labels{trigger: "earlier"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			endpoints := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{
				Name: "web", Annotations: test.annotations,
				Labels: labels{"app": "web", discoveryv1.LabelManagedBy: "x", discoveryv1.LabelServiceName: "x"},
			}}
			existing := with(slice("a", ""), func(made *discoveryv1.EndpointSlice) {
				made.Labels, made.Annotations = test.existing, test.existingAnnotations
			})
			before, endpointsBefore := existing.DeepCopy(), endpoints.DeepCopy()

			got, annotations, changed := endpointslice.LabelsAnnotationsFromEndpoints{Endpoints: endpoints}.
				SetLabelsAnnotations(logr.Discard(), existing, controllerName)

			g.Expect(got).To(Equal(ours(labels{"app": "web"})))
			g.Expect(annotations).To(Equal(test.want))
			g.Expect(changed).To(Equal(test.changed))
			g.Expect(existing).To(Equal(before))
			g.Expect(endpoints).To(Equal(endpointsBefore))
		})
	}
}

// For every result of the owner's function, a slice can be found by its labels.
func TestPlanCompletesLabels(t *testing.T) {
	returns := func(given labels, changed bool) endpointslice.SetEndpointSliceLabelsAnnotations {
		return func(logr.Logger, *discoveryv1.EndpointSlice, string) (map[string]string, map[string]string, bool) {
			return given, nil, changed
		}
	}
	stray := labels{"example.com/stray": "x"}

	for _, test := range []struct {
		name     string
		function endpointslice.SetEndpointSliceLabelsAnnotations
		existing labels
		want     labels // nil: no write
	}{
		{"nil keeps labels", nil, ours(stray), nil},
		{"nil adds missing labels", nil, stray, ours(stray)},
		{"nil corrects an empty name", nil, ours(labels{discoveryv1.LabelServiceName: ""}), ours(nil)},
		{"omitted labels are added", returns(stray, false), ours(nil), ours(stray)},
		{"omitted labels alone cause no write", returns(nil, false), ours(nil), nil},
		{"the owner can choose another service-name", returns(labels{discoveryv1.LabelServiceName: "other"}, true), ours(nil),
			ours(labels{discoveryv1.LabelServiceName: "other"})},
		{"an empty service-name is replaced", returns(labels{discoveryv1.LabelServiceName: ""}, true), nil, ours(nil)},
		{"another manager is replaced", returns(labels{discoveryv1.LabelManagedBy: "other"}, true), ours(stray), ours(nil)},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := requestFor(all(want("1")), all(with(slice("a", "1"), func(made *discoveryv1.EndpointSlice) { made.Labels = test.existing })))
			request.SetLabelsAnnotations = test.function
			changes := endpointslice.Plan(logr.Discard(), endpointslice.Settings{ControllerName: controllerName}, request)

			g := NewWithT(t)
			if test.want == nil {
				g.Expect(changes.Empty()).To(BeTrue(), show(changes))
				return
			}
			g.Expect(changes.Update).To(HaveExactElements(HaveField("Labels", test.want)))
		})
	}
}

// A changed label or annotation is sufficient for a write.
func TestPlanWritesLabelsAndAnnotations(t *testing.T) {
	for name, change := range map[string]func(*corev1.Endpoints){
		"label":      func(endpoints *corev1.Endpoints) { endpoints.Labels = labels{"app": "web"} },
		"annotation": func(endpoints *corev1.Endpoints) { endpoints.Annotations = labels{"note": "x"} },
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			endpoints := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Name: "web"}}
			change(endpoints)
			request := requestFor(all(want("1")), all(slice("a", "1")))
			request.SetLabelsAnnotations = endpointslice.LabelsAnnotationsFromEndpoints{Endpoints: endpoints}.SetLabelsAnnotations
			changes := plan(endpointslice.Settings{ControllerName: controllerName}, request)

			g.Expect(show(changes)).To(Equal("update a: 1"))
			g.Expect(changes.Update[0].Labels).To(Equal(ours(endpoints.Labels)))
			for key, value := range endpoints.Annotations {
				g.Expect(changes.Update[0].Annotations).To(HaveKeyWithValue(key, value))
			}
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
			request := requestFor(all(want("1! 2 3 4"), wantOn(ipv4, "https:443", "1")), all(
				with(slice("written", "1"), annotate), with(sliceOn("unchanged", ipv4, "https:443", "1"), annotate)))
			request.TriggerTime = test.trigger
			changes := endpointslice.Plan(logr.Discard(), endpointslice.Settings{ControllerName: controllerName, MaxEndpointsPerSlice: 3}, request)

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
		request := requestFor(all(want("1")), nil)
		request.Owner = with(web(), func(service *corev1.Service) { service.Name = owner })
		changes := endpointslice.Plan(logr.Discard(), endpointslice.Settings{ControllerName: controllerName}, request)
		if got := changes.Create[0].GenerateName; got != prefix {
			t.Errorf("got prefix %q for %q", got, owner)
		}
	}
}
