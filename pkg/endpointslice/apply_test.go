package endpointslice_test

import (
	"fmt"
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// apply plans, and returns the slices that exist after the plan is executed.
func apply(request endpointslice.Sync, settings endpointslice.Config) []*discoveryv1.EndpointSlice {
	return applied(request.Existing, plan(settings, request))
}

func applied(existing []*discoveryv1.EndpointSlice, changes endpointslice.Plan) []*discoveryv1.EndpointSlice {
	after := copies(existing)
	named := func(name string) func(*discoveryv1.EndpointSlice) bool {
		return func(one *discoveryv1.EndpointSlice) bool { return one.Name == name }
	}
	for _, deleted := range changes.Delete {
		after = slices.DeleteFunc(after, named(deleted.Name))
	}
	for _, updated := range changes.Update {
		after[slices.IndexFunc(after, named(updated.Name))] = updated.DeepCopy()
	}
	for _, planned := range changes.Create {
		created := planned.DeepCopy()
		for i := 0; created.Name == "" || slices.ContainsFunc(after, named(created.Name)); i++ {
			created.Name = fmt.Sprintf("%snew-%d", created.GenerateName, i)
		}
		created.UID = types.UID("uid-of-" + created.Name)
		after = append(after, created)
	}
	return after
}
