package controllers_test

import (
	"context"
	"slices"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// shown returns the addresses in the status of a Service. They have the default mode.
func shown(ctx context.Context, service *corev1.Service) func(Gomega) []string {
	return shownAs(ctx, service, corev1.LoadBalancerIPModeVIP)
}

// shownAs returns the addresses in the status of a Service. They have the mode.
func shownAs(ctx context.Context, service *corev1.Service, mode corev1.LoadBalancerIPMode) func(Gomega) []string {
	return func(g Gomega) []string {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(service), service)).To(Succeed())
		addresses := []string{}
		for _, ingress := range service.Status.LoadBalancer.Ingress {
			g.Expect(ingress.IPMode).To(HaveValue(Equal(mode)))
			addresses = append(addresses, ingress.IP)
		}
		return addresses
	}
}

// vipReason returns the status and the reason of the condition VIPReady of a Service.
func vipReason(ctx context.Context, service *corev1.Service) func(Gomega) string {
	return reasonOf(ctx, service, v1alpha1.ConditionVIPReady)
}

// reachability returns the status and the reason of the condition VIPReachable of a
// Service.
func reachability(ctx context.Context, service *corev1.Service) func(Gomega) string {
	return reasonOf(ctx, service, v1alpha1.ConditionVIPReachable)
}

func reasonOf(ctx context.Context, service *corev1.Service, conditionType string) func(Gomega) string {
	return func(g Gomega) string {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(service), service)).To(Succeed())
		condition := meta.FindStatusCondition(service.Status.Conditions, conditionType)
		if condition == nil {
			return ""
		}
		return string(condition.Status) + " " + condition.Reason
	}
}

// claimed returns the addresses of a Mesh that VirtualIPs claim.
func claimed(ctx context.Context, mesh *v1alpha1.Mesh) func(Gomega) []string {
	return func(g Gomega) []string {
		return addressesOf(ctx, g, mesh, func(*v1alpha1.VirtualIP) bool { return true })
	}
}

// released returns the addresses of a Mesh that cool down.
func released(ctx context.Context, mesh *v1alpha1.Mesh) func(Gomega) []string {
	return func(g Gomega) []string {
		return addressesOf(ctx, g, mesh, vip.IsReleased)
	}
}

// addressesOf returns the addresses of a Mesh whose VirtualIPs are accepted.
func addressesOf(ctx context.Context, g Gomega, mesh *v1alpha1.Mesh, accept func(*v1alpha1.VirtualIP) bool) []string {
	var list v1alpha1.VirtualIPList
	g.Expect(api.List(ctx, &list)).To(Succeed())
	addresses := []string{}
	for i := range list.Items {
		if virtualIP := &list.Items[i]; virtualIP.Spec.Mesh == mesh.Name && accept(virtualIP) {
			addresses = append(addresses, virtualIP.Spec.Address)
		}
	}
	slices.Sort(addresses)
	return addresses
}

// rangesReason returns the status and the reason of the condition VIPRangesReady of a Mesh.
func rangesReason(ctx context.Context, mesh *v1alpha1.Mesh) func(Gomega) string {
	return func(g Gomega) string {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
		condition := meta.FindStatusCondition(mesh.Status.Conditions, v1alpha1.ConditionVIPRangesReady)
		if condition == nil {
			return ""
		}
		return string(condition.Status) + " " + condition.Reason
	}
}
