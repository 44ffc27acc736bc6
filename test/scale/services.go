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

// createServices creates the Services of one turn. They differ between the turns
// only in what delegates them.
func (b *bench) createServices(ctx context.Context, side side) error {
	count := b.serviceCount()
	return b.progress.each(ctx, fmt.Sprintf("Creating %d Services for %s", count, side.title), count,
		func(ctx context.Context, number int) error {
			service := b.newService(number, side)
			_, err := b.clients.CoreV1().Services(service.Namespace).Create(ctx, service, metav1.CreateOptions{})
			if err != nil {
				return fmt.Errorf("creating the Service %s/%s: %w", service.Namespace, service.Name, err)
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

// deleteServices removes the Services of a turn and, in place of the garbage
// collector, their EndpointSlices, and returns when the watch has seen it. Those
// of a whole namespace at once take longer than a request may.
func (b *bench) deleteServices(ctx context.Context) error {
	gone := b.slices.whenEmpty()
	count := b.serviceCount()
	err := b.progress.each(ctx, fmt.Sprintf("Deleting %d Services and their EndpointSlices", count), count,
		func(ctx context.Context, number int) error {
			namespace, name := b.namespaceOf(number), serviceName(number)
			if err := b.clients.CoreV1().Services(namespace).Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
				return fmt.Errorf("deleting the Service %s/%s: %w", namespace, name, err)
			}
			ofService := metav1.ListOptions{LabelSelector: discoveryv1.LabelServiceName + "=" + name}
			if err := b.clients.DiscoveryV1().EndpointSlices(namespace).DeleteCollection(ctx, metav1.DeleteOptions{}, ofService); err != nil {
				return fmt.Errorf("deleting the EndpointSlices of the Service %s/%s: %w", namespace, name, err)
			}
			return nil
		})
	if err != nil {
		return err
	}
	_, err = b.await(ctx, gone, b.slices)
	return err
}
