package endpointslice_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

func TestNewRejectsInvalidConfigs(t *testing.T) {
	for _, test := range []struct {
		name   string
		change option
		want   string
	}{
		{"no name", func(c *endpointslice.Config) { c.ControllerName = "" }, "ControllerName is required"},
		{"a name that is no label value", func(c *endpointslice.Config) { c.ControllerName = "example.com/controller" }, `ControllerName "example.com/controller" is not a valid label value`},
		{"a long name", func(c *endpointslice.Config) { c.ControllerName = strings.Repeat("a", 64) }, "63"},
		{"no kind", func(c *endpointslice.Config) { c.OwnerKind = schema.GroupVersionKind{} }, "OwnerKind is required"},
		{"a negative maximum", func(c *endpointslice.Config) { c.MaxEndpointsPerSlice = -1 }, "it must be from 1 to 1000"},
		{"a large maximum", func(c *endpointslice.Config) { c.MaxEndpointsPerSlice = 1001 }, "it must be from 1 to 1000"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			config := configOf(0)
			test.change(&config)
			_, err := endpointslice.New(newAPIServer(), config)
			g.Expect(err).To(MatchError(ContainSubstring(test.want)))
			_, err = endpointslice.NewPlan(config, syncOf(nil, nil))
			g.Expect(err).To(MatchError(ContainSubstring(test.want)))
		})
	}
	_, err := endpointslice.New(nil, configOf(0))
	NewWithT(t).Expect(err).To(MatchError(ContainSubstring("client")))
}

// An invalid Sync writes nothing, and the error names the remedy.
func TestReconcileRejectsInvalidSyncs(t *testing.T) {
	owner := func(change func(*metav1.ObjectMeta)) func(*endpointslice.Sync) {
		return func(s *endpointslice.Sync) {
			meta := web().ObjectMeta
			change(&meta)
			s.Owner = &meta
		}
	}
	ports := func(ports ...discoveryv1.EndpointPort) func(*endpointslice.Sync) {
		return func(s *endpointslice.Sync) { s.Groups[0].Ports = ports }
	}
	labels := func(key, value string) func(*endpointslice.Sync) {
		return func(s *endpointslice.Sync) {
			s.Labels = map[string]string{"team": "a"}
			s.Groups[0].Labels = map[string]string{key: value}
		}
	}
	const long = "a-name-that-is-longer-than-the-63-characters-of-the-value-of-a-label"
	for _, test := range []struct {
		name   string
		change func(*endpointslice.Sync)
		want   types.GomegaMatcher
	}{
		{"no owner", func(s *endpointslice.Sync) { s.Owner = nil }, HaveSuffix("Sync.Owner is nil")},
		{"a nil owner", func(s *endpointslice.Sync) { s.Owner = (*corev1.Service)(nil) }, HaveSuffix("Sync.Owner is nil")},
		{"no UID", owner(func(m *metav1.ObjectMeta) { m.UID = "" }), ContainSubstring("shop/web were left as they are: the owner has no UID")},
		{"a long name", owner(func(m *metav1.ObjectMeta) { m.Name = long }), And(ContainSubstring("63"), ContainSubstring("set Sync.ServiceName"))},
		{"no namespace", owner(func(m *metav1.ObjectMeta) { m.Namespace = "" }), ContainSubstring("set Sync.Namespace")},
		{"another namespace", func(s *endpointslice.Sync) { s.Namespace = "other" }, ContainSubstring(`"other" is not the namespace of the owner`)},
		{"an unknown address type", func(s *endpointslice.Sync) { s.AddressTypes = all[discoveryv1.AddressType]("IPv4", "IPv5") }, ContainSubstring(`address type "IPv5"`)},
		{"no address type", func(s *endpointslice.Sync) { s.AddressTypes, s.Groups[0].AddressType = nil, "" }, ContainSubstring(`address type ""`)},
		{"an address type that the owner does not have", func(s *endpointslice.Sync) { s.AddressTypes = all(ipv6) }, ContainSubstring(`a group has the address type "IPv4", which Sync.AddressTypes does not have`)},
		{"a name of a port twice", ports(portsOf("http:80 http:81")...), ContainSubstring(`several ports have the name "http"`)},
		{"no name twice", ports(discoveryv1.EndpointPort{}, discoveryv1.EndpointPort{}), ContainSubstring(`several ports have the name ""`)},
		{"a name of a port", ports(portsOf("HTTP:80")...), ContainSubstring(`"HTTP" is not a valid name of a port`)},
		{"a protocol", ports(discoveryv1.EndpointPort{Protocol: ptr.To[corev1.Protocol]("HTTP")}), ContainSubstring(`protocol of port "" is "HTTP"`)},
		{"an application protocol", ports(discoveryv1.EndpointPort{AppProtocol: ptr.To("a b")}), ContainSubstring("application protocol")},
		{"a reserved label", labels(discoveryv1.LabelManagedBy, "x"), ContainSubstring("which the reconciler sets")},
		{"a label of all slices", labels("team", "b"), ContainSubstring("which Sync.Labels has too")},
		{"an invalid label", labels("team b", "b"), ContainSubstring(`label team b="b" is invalid`)},
		{"an invalid value", labels("region", "East US"), ContainSubstring(`label region="East US" is invalid`)},
		{"too many endpoints in one slice", func(s *endpointslice.Sync) {
			s.Groups[0].SingleSlice = true
			for i := range 1001 {
				s.Groups[0].Endpoints = append(s.Groups[0].Endpoints, discoveryv1.Endpoint{Addresses: all(fmt.Sprintf("10.0.%d.%d", 1+i/250, i%250))})
			}
		}, ContainSubstring("a single slice cannot have 1002 endpoints: the maximum is 1000")},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			api := newAPIServer(slice("a", "2"))
			sync := syncOf(all(want("1")), api.list())
			test.change(&sync)
			result, err := newReconciler(api).Reconcile(context.Background(), sync)
			g.Expect(err).To(MatchError(endpointslice.ErrInvalid))
			g.Expect(err.Error()).To(test.want)
			g.Expect(result).To(BeZero())
			g.Expect(api.calls).To(BeEmpty())
		})
	}
}

// All invalid parts are reported at once, and equal ones once.
func TestReconcileReportsAllInvalidParts(t *testing.T) {
	duplicate := wantOn(ipv4, "http:80 http:81", "1")
	sync := syncOf(all(duplicate, duplicate, wantOn(ipv4, "HTTP:80", "1")), nil)
	_, err := endpointslice.NewPlan(configOf(0), sync)
	NewWithT(t).Expect(err).To(MatchError(And(ContainSubstring("several ports have the name"), ContainSubstring("not a valid name of a port"))))
	NewWithT(t).Expect(strings.Count(err.Error(), "several ports")).To(Equal(1))
}

// A cluster-scoped owner has slices in any one namespace.
func TestSlicesOfAClusterScopedOwner(t *testing.T) {
	g := NewWithT(t)
	sync := syncOf(all(want("1")), nil)
	sync.Owner, sync.Namespace = &metav1.ObjectMeta{Name: "web", UID: "uid-of-web"}, "shop"
	planned := plan(configOf(0), sync)
	g.Expect(planned.Create).To(HaveExactElements(HaveField("Namespace", "shop")))
}
