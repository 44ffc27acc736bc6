package main

import (
	"context"
	"fmt"
	"maps"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// prepareServices prepares the Services for one turn, without EndpointSlices. Turns differ
// only in the labels and selectors that delegate the Services, so these are created once:
// the more Services exist, the longer it takes to create or delete one, since the API server
// counts all cluster IPs each time.
func (b *bench) prepareServices(ctx context.Context, side side) error {
	if !b.hasServices {
		b.hasServices = true
		return b.eachService(ctx, "Creating the Services for "+side.title, func(ctx context.Context, number int) error {
			service := b.newService(number, side)
			_, err := b.clients.CoreV1().Services(service.Namespace).Create(ctx, service, metav1.CreateOptions{})
			return err
		})
	}
	if err := b.deleteSlices(ctx); err != nil {
		return err
	}
	return b.eachService(ctx, "Giving the Services to "+side.title, func(ctx context.Context, number int) error {
		service := b.newService(number, side)
		_, err := b.clients.CoreV1().Services(service.Namespace).Update(ctx, service, metav1.UpdateOptions{})
		return err
	})
}

func (b *bench) eachService(ctx context.Context, what string, do func(ctx context.Context, number int) error) error {
	return b.progress.each(ctx, what, b.serviceCount(), func(ctx context.Context, number int) error {
		if err := do(ctx, number); err != nil {
			return fmt.Errorf("%s/%s: %w", b.namespaceOf(number), serviceName(number), err)
		}
		return nil
	})
}

func (b *bench) newService(number int, side side) *corev1.Service {
	labels := map[string]string{appLabel: serviceName(number)}
	selector := maps.Clone(labels)
	maps.Copy(labels, side.labels)
	maps.Copy(selector, side.selector)
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: serviceName(number), Namespace: b.namespaceOf(number), Labels: labels},
		Spec: corev1.ServiceSpec{
			Selector: selector,
			Ports:    []corev1.ServicePort{{Name: "http", Port: 80, TargetPort: intstr.FromInt32(containerPort)}},
		},
	}
}

// deleteSlices deletes the EndpointSlices of a turn, and returns when the watch has seen it.
// It sends a request for each Service: one for a whole namespace would exceed the timeout.
func (b *bench) deleteSlices(ctx context.Context) error {
	gone := b.slices.whenEmpty()
	err := b.eachService(ctx, "Deleting the EndpointSlices of all Services", func(ctx context.Context, number int) error {
		ofService := metav1.ListOptions{LabelSelector: discoveryv1.LabelServiceName + "=" + serviceName(number)}
		return b.clients.DiscoveryV1().EndpointSlices(b.namespaceOf(number)).DeleteCollection(ctx, metav1.DeleteOptions{}, ofService)
	})
	if err != nil {
		return err
	}
	_, err = b.await(ctx, gone, b.slices)
	return err
}
