package main

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
)

const parallelWrites = 8

// world has the Services in the API server.
type world struct {
	client client.Client
	slices []*discoveryv1.EndpointSlice
	routes []*gatewayv1.GRPCRoute
}

func newWorld(ctx context.Context, objects client.Client, size sizes) (*world, error) {
	w := &world{client: objects, slices: make([]*discoveryv1.EndpointSlice, size.Services), routes: make([]*gatewayv1.GRPCRoute, size.routes)}
	for _, shared := range []client.Object{
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: load.Namespace}},
		&v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}},
	} {
		if err := objects.Create(ctx, shared); err != nil {
			return nil, err
		}
	}
	creating, ctx := errgroup.WithContext(ctx)
	creating.SetLimit(parallelWrites)
	for i := range size.Services {
		creating.Go(func() error {
			if err := w.addService(ctx, i, size.Pods); err != nil {
				return fmt.Errorf("creating Service %s: %w", load.ServiceName(i), err)
			}
			if i < size.routes {
				return w.addRoute(ctx, i)
			}
			return nil
		})
	}
	return w, creating.Wait()
}

// addService creates a Service with the objects of its controllers.
func (w *world) addService(ctx context.Context, i, pods int) error {
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: load.Namespace, Name: load.ServiceName(i), Labels: map[string]string{v1alpha1.MeshLabel: "default"},
		},
		Spec: corev1.ServiceSpec{Ports: []corev1.ServicePort{{Name: "grpc", Port: 80}}},
	}
	if err := w.client.Create(ctx, service); err != nil {
		return err
	}
	meshService := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{
		Namespace: load.Namespace, Name: service.Name,
		Labels: map[string]string{v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController},
	}}
	if err := controllerutil.SetControllerReference(service, meshService, kit.Scheme()); err != nil {
		return err
	}
	if err := w.client.Create(ctx, meshService); err != nil {
		return err
	}
	slice := load.Slice(i, pods)
	slice.UID = ""
	w.slices[i] = slice
	return w.client.Create(ctx, slice)
}

// addRoute sends a part of the calls of a Service to the next one.
func (w *world) addRoute(ctx context.Context, i int) error {
	w.routes[i] = kit.GRPCRoute(load.Namespace, load.ServiceName(i), kit.Splitting(
		kit.Share{Service: load.ServiceName(i), Weight: 100}, kit.Share{Service: load.ServiceName((i + 1) % len(w.slices)), Weight: 1}))
	return w.client.Create(ctx, w.routes[i])
}

// split changes the weight of the canary in a Service's route.
func (w *world) split(ctx context.Context, i int) error {
	*w.routes[i].Spec.Rules[0].BackendRefs[1].Weight++
	return w.client.Update(ctx, w.routes[i])
}

// replace gives the canary's share to a Service that the route has not named, with another weight.
func (w *world) replace(ctx context.Context, i int) error {
	share := &w.routes[i].Spec.Rules[0].BackendRefs[1]
	*share.Weight++
	others := len(w.slices) - 1
	share.Name = gatewayv1.ObjectName(load.ServiceName((i + 1 + int(*share.Weight)%others) % len(w.slices)))
	return w.client.Update(ctx, w.routes[i])
}

// canary returns the weight of the canary in a Service's route.
func (w *world) canary(i int) int { return int(*w.routes[i].Spec.Rules[0].BackendRefs[1].Weight) }

// flip changes the readiness of a Service's first Pod.
func (w *world) flip(ctx context.Context, i int) error {
	w.slices[i] = load.Flip(w.slices[i])
	return w.client.Update(ctx, w.slices[i])
}

// ready returns the number of ready Pods of a Service.
func (w *world) ready(i int) int {
	ready := 0
	for _, endpoint := range w.slices[i].Endpoints {
		if *endpoint.Conditions.Ready {
			ready++
		}
	}
	return ready
}
