package faults

import (
	"context"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/mirroring"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// expectTrue pauses the churn and waits until clients read no false information, although one
// of the manager's writes fails. Information that only this write could correct may be false.
func expectTrue(ctx context.Context, w *workload, c *churn, failing write) {
	GinkgoHelper()
	resume := c.pause()
	defer resume()
	Eventually(func() ([]string, error) { return w.untrue(ctx, failing) }).WithContext(ctx).Should(BeEmpty(), "%v fails", failing)
}

// untrue returns the false information that clients read.
func (w *workload) untrue(ctx context.Context, failing write) ([]string, error) {
	s, err := w.look(ctx)
	if err != nil {
		return nil, err
	}
	p := &problems{}
	for _, service := range s.services {
		p.about = fmt.Sprintf("Service %s/%s: ", service.Namespace, service.Name)
		if failing != (write{"update", "endpointslices"}) {
			s.checkNoneDead(service, p)
		}
		if !slices.Contains([]write{{"update", "endpointslices"}, {"create", "endpointslices"}}, failing) {
			s.checkAllPublished(service, p)
		}
		if failing != (write{"patch", "meshservices/status"}) {
			s.checkStatuses(service, p)
		}
	}
	return p.all, nil
}

// checkNoneDead finds endpoints that the manager publishes as ready although they are not.
func (s *seen) checkNoneDead(service *corev1.Service, p *problems) {
	alive := map[string]sets.Set[string]{kit.EndpointController: s.readyPods(service), mirroringManager: s.readyMirrored(service)}
	for manager, ready := range alive {
		for _, slice := range managedBy(s.slicesOf(service), manager) {
			if dead := sets.New(readyAddresses(slice.Endpoints)...).Difference(ready); len(dead) > 0 {
				p.add("slice %s publishes %v as ready", slice.Name, sets.List(dead))
			}
		}
	}
}

// checkAllPublished finds ready Pods that no slice publishes.
func (s *seen) checkAllPublished(service *corev1.Service, p *problems) {
	published := sets.New[string]()
	for _, slice := range s.slicesOf(service) {
		published.Insert(readyAddresses(slice.Endpoints)...)
	}
	if missing := s.readyPods(service).Difference(published); len(missing) > 0 {
		p.add("no slice publishes %v", sets.List(missing))
	}
}

// readyPods returns the addresses of the ready Pods of a Service, none if it selects no Pods.
func (s *seen) readyPods(service *corev1.Service) sets.Set[string] {
	if !delegation.HasPods(service) {
		return nil
	}
	return readyIn(s.fromPods(service).Groups)
}

// readyMirrored returns the addresses of the Endpoints that are mirrored for a Service.
func (s *seen) readyMirrored(service *corev1.Service) sets.Set[string] {
	endpoints := s.endpointsOf(service)
	if delegation.HasPods(service) || endpoints == nil || !isMirrored(endpoints) {
		return nil
	}
	return readyIn(mirroring.NewSync(endpoints, maxMirroredOfSubset).Groups)
}

func readyIn(desired []endpointslice.Group) sets.Set[string] {
	ready := sets.New[string]()
	for _, want := range desired {
		ready.Insert(readyAddresses(want.Endpoints)...)
	}
	return ready
}

// checkStatuses finds MeshServices that count other Pods than the slices have. Their specs may
// be out of date.
func (s *seen) checkStatuses(service *corev1.Service, p *problems) {
	_, plan := s.planMeshServices(service)
	for _, pair := range slices.Concat(plan.Keep, plan.Update) {
		got, want := pair.Live.Status, pair.Desired.Status
		if got.Availability != want.Availability || !equality.Semantic.DeepEqual(got.Proxies, want.Proxies) {
			p.add("MeshService %s is %s with %s, but should be %s with %s", pair.Live.Name, got.Availability, text(got.Proxies), want.Availability, text(want.Proxies))
		}
	}
}
