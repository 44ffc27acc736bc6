package install

import (
	"context"
	"fmt"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// endpointWatch sees the EndpointSlices of a Service as kube-proxy does, in each
// of their states.
type endpointWatch struct {
	service types.NamespacedName
	stop    context.CancelFunc

	mutex  sync.Mutex
	slices map[string]*discoveryv1.EndpointSlice
	served bool
	gaps   []string
}

// watchEndpoints watches until it is stopped, over several specs.
func watchEndpoints(ctx SpecContext, namespace, service string) *endpointWatch {
	GinkgoHelper()
	watching, stop := context.WithCancel(context.Background())
	w := &endpointWatch{
		service: types.NamespacedName{Namespace: namespace, Name: service}, stop: stop,
		slices: map[string]*discoveryv1.EndpointSlice{},
	}
	events, err := api.Watch(watching, &discoveryv1.EndpointSliceList{}, client.InNamespace(namespace),
		client.MatchingLabels{discoveryv1.LabelServiceName: service})
	Expect(err).NotTo(HaveOccurred())
	go w.run(events.ResultChan())
	Eventually(ctx, w.managers).ShouldNot(BeEmpty())
	return w
}

func (w *endpointWatch) run(events <-chan watch.Event) {
	for event := range events {
		slice, ok := event.Object.(*discoveryv1.EndpointSlice)
		if !ok {
			continue
		}
		w.mutex.Lock()
		if event.Type == watch.Deleted {
			delete(w.slices, slice.Name)
		} else {
			w.slices[slice.Name] = slice
		}
		if w.hasReady() {
			w.served = true
		} else if w.served {
			w.gaps = append(w.gaps, fmt.Sprintf("no ready endpoint since %s was %s at version %s", slice.Name, event.Type, slice.ResourceVersion))
		}
		w.mutex.Unlock()
	}
}

func (w *endpointWatch) hasReady() bool {
	for _, slice := range w.slices {
		for _, endpoint := range slice.Endpoints {
			if ptr.Deref(endpoint.Conditions.Ready, true) {
				return true
			}
		}
	}
	return false
}

// managers are those whose slices have endpoints.
func (w *endpointWatch) managers() map[string]bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	managers := map[string]bool{}
	for _, slice := range w.slices {
		if len(slice.Endpoints) > 0 {
			managers[slice.Labels[discoveryv1.LabelManagedBy]] = true
		}
	}
	return managers
}

func (w *endpointWatch) expectNoGap() {
	GinkgoHelper()
	w.mutex.Lock()
	defer w.mutex.Unlock()
	Expect(w.gaps).To(BeEmpty(), w.service.String())
	Expect(w.served).To(BeTrue(), w.service.String())
}
