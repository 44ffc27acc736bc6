package handover

import (
	"context"
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// refusing refuses every write, with another text each time.
type refusing struct{ attempts []string }

func (r *refusing) attempt(write string) error {
	r.attempts = append(r.attempts, write)
	return apierrors.NewForbidden(corev1.Resource("things"), "web", fmt.Errorf("request %d", len(r.attempts)))
}

func (r *refusing) Create(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return nil, r.attempt("create " + slice.Endpoints[0].Addresses[0])
}

func (r *refusing) Update(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	return nil, r.attempt("update " + slice.Name)
}

func (r *refusing) Delete(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.Preconditions) error {
	return r.attempt("delete " + slice.Name)
}

func TestARefusedSliceIsNotRepeated(t *testing.T) {
	g := NewWithT(t)
	api, clock := &refusing{}, clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	writer := NewSliceClient(api, memory.New[State](), clock)
	slice := func(name, address string, ready bool, trigger string) *discoveryv1.EndpointSlice {
		slice := kit.EndpointSlice("shop", "web", discoveryv1.AddressTypeIPv4, kit.Endpoint(address, ready))
		slice.Name, slice.ResourceVersion = name, trigger
		if trigger != "0" {
			slice.Annotations = map[string]string{corev1.EndpointsLastChangeTriggerTime: trigger}
		}
		return slice
	}
	for round := range 3 {
		trigger := fmt.Sprint(round)
		_, first := writer.Create(t.Context(), slice("", "10.0.0.1", true, trigger))
		g.Expect(first).To(MatchError(ContainSubstring("request 1")))
		_, _ = writer.Create(t.Context(), slice("", "10.0.0.2", true, trigger))
		_, _ = writer.Update(t.Context(), slice("web-a", "10.0.0.3", true, trigger))
		_, _ = writer.Update(t.Context(), slice("web-a", "10.0.0.3", false, trigger))
		_, _ = writer.Update(t.Context(), slice("web-b", "10.0.0.3", true, trigger))
		_ = writer.Delete(t.Context(), slice("web-a", "10.0.0.3", true, trigger), metav1.Preconditions{})
	}
	g.Expect(api.attempts).To(Equal([]string{"create 10.0.0.1", "create 10.0.0.2", "update web-a", "update web-a", "update web-b", "delete web-a"}))

	clock.SetTime(clock.Now().Add(15 * time.Second))
	_, _ = writer.Update(t.Context(), slice("web-b", "10.0.0.3", true, "4"))
	g.Expect(api.attempts).To(HaveLen(7), "policies change without an event")
}
