// Package load has the EndpointSlices of a benchmark, and the names that its streams subscribe to.
package load

import (
	"flag"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
)

// Namespace is the namespace of all Services.
const Namespace = "bench"

// Size is the size of a benchmark.
type Size struct {
	Services, Pods, Streams, Names, Flips int
}

// Bind adds the flags that set the size.
func (s *Size) Bind(flags *flag.FlagSet) {
	flags.IntVar(&s.Services, "services", 10000, "Services")
	flags.IntVar(&s.Pods, "pods", 15, "Pods of each Service")
	flags.IntVar(&s.Streams, "streams", 1000, "streams of clients")
	flags.IntVar(&s.Names, "names", 10, "Services that each stream subscribes to")
	flags.IntVar(&s.Flips, "flips", 500, "changes of a Pod's readiness")
}

// ServiceName returns the name of a Service.
func ServiceName(i int) string { return fmt.Sprintf("service-%d", i) }

// NameOf returns the name that clients subscribe to for a Service.
func NameOf(i int) string { return ServiceName(i) + "." + Namespace + ":80" }

// NamesOf returns the names that a stream subscribes to.
func (s *Size) NamesOf(stream int) []string {
	names := make([]string, s.Names)
	for n := range names {
		names[n] = NameOf((stream*s.Names + n) % s.Services)
	}
	return names
}

// SubscribersOf returns the number of streams that subscribe to a Service.
func (s *Size) SubscribersOf(service int) int {
	count := 0
	for i := range s.Streams {
		if (service-i*s.Names%s.Services+s.Services)%s.Services < s.Names {
			count++
		}
	}
	return count
}

// Slice returns the EndpointSlice of a Service with ready Pods.
func Slice(service, pods int) *discoveryv1.EndpointSlice {
	slice := &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: Namespace, Name: ServiceName(service) + "-1", UID: uid("slice", service),
			Labels: map[string]string{discoveryv1.LabelServiceName: ServiceName(service)},
		},
		AddressType: discoveryv1.AddressTypeIPv4,
		Ports:       []discoveryv1.EndpointPort{{Name: ptr.To("grpc"), Port: ptr.To[int32](8080), Protocol: ptr.To(corev1.ProtocolTCP)}},
	}
	for pod := range pods {
		number := service*pods + pod
		slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{
			Addresses:  []string{fmt.Sprintf("10.%d.%d.%d", number>>16, number>>8&255, number&255)},
			Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(true), Serving: ptr.To(true), Terminating: ptr.To(false)},
			Zone:       ptr.To(fmt.Sprintf("zone-%d", pod%3)), NodeName: ptr.To(fmt.Sprintf("node-%d", number%1000)),
			TargetRef: &corev1.ObjectReference{
				Kind: "Pod", Namespace: Namespace, Name: fmt.Sprintf("%s-%d", ServiceName(service), pod), UID: uid("pod", number),
			},
		})
	}
	return slice
}

// uid returns a UID of the usual length.
func uid(kind string, i int) types.UID { return types.UID(fmt.Sprintf("%-24s%012d", kind, i)) }

// Flip returns a copy of the slice with the other readiness of its first Pod.
func Flip(slice *discoveryv1.EndpointSlice) *discoveryv1.EndpointSlice {
	flipped := slice.DeepCopy()
	flipped.Endpoints[0].Conditions.Ready = ptr.To(!*slice.Endpoints[0].Conditions.Ready)
	return flipped
}

// Percentiles sorts durations, and returns p50 and p99.
func Percentiles(of []time.Duration) string {
	slices.Sort(of)
	at := func(share float64) time.Duration {
		return of[int(share*float64(len(of)-1))].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("%v / %v", at(.5), at(.99))
}
