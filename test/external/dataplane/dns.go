package dataplane

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	// ClusterDomain ends the names of the cluster.
	ClusterDomain = "cluster.local"

	dnsService = "kube-dns"
	// coreDNS is the name of the Deployment and of its ServiceAccount.
	coreDNS       = "coredns"
	dnsImage      = "coredns/coredns"
	dnsPort       = 53
	dnsHealthPort = 8181
)

// DNSAddresses are the cluster IPs of the cluster's DNS.
var DNSAddresses = []string{"10.96.0.10", "fd00:10:96::a"}

// corefile configures CoreDNS without a cache of answers.
const corefile = `.:%d {
    errors
    ready :%d
    kubernetes %s in-addr.arpa ip6.arpa {
        kubeconfig %s
    }
    loadbalance
}
`

// CreateDNS creates the cluster's DNS: a Deployment of CoreDNS, with the rights that
// Kubernetes' manifest gives it.
func (g *Ground) CreateDNS(ctx context.Context, edits ...func(*corev1.Service)) error {
	if _, err := os.Stat(g.images[dnsImage]); err != nil {
		return fmt.Errorf("there is no CoreDNS: run `make coredns`: %w", err)
	}
	if err := g.createDNSAccount(ctx); err != nil {
		return err
	}
	directory := g.Cluster.LogDir()
	kubeconfig, config := filepath.Join(directory, "coredns.kubeconfig"), filepath.Join(directory, "Corefile")
	if err := g.Cluster.ServiceAccountKubeconfig(ctx, metav1.NamespaceSystem, coreDNS, kubeconfig); err != nil {
		return err
	}
	content := fmt.Sprintf(corefile, dnsPort, dnsHealthPort, ClusterDomain, kubeconfig)
	if err := os.WriteFile(config, []byte(content), 0o600); err != nil {
		return err
	}
	return errors.Join(g.API.Create(ctx, newDNSDeployment(config)), g.API.Create(ctx, newDNSService(edits)))
}

// useClusterDNS resolves names as the Pods of a namespace do.
func useClusterDNS(pod *network.Pod, namespace string) error {
	const services = "svc." + ClusterDomain
	return pod.UseResolver(DNSAddresses[0], namespace+"."+services, services, ClusterDomain)
}

func (g *Ground) createDNSAccount(ctx context.Context) error {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceSystem, Name: coreDNS}}
	role := &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: "system:coredns"}, Rules: []rbacv1.PolicyRule{
		{APIGroups: []string{""}, Resources: []string{"endpoints", "services", "pods", "namespaces"}, Verbs: []string{"list", "watch"}},
		{APIGroups: []string{"discovery.k8s.io"}, Resources: []string{"endpointslices"}, Verbs: []string{"list", "watch"}},
	}}
	binding := &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: role.Name},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: role.Name},
		Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Namespace: account.Namespace, Name: account.Name}},
	}
	if err := errors.Join(g.API.Create(ctx, account), g.API.Create(ctx, role), g.API.Create(ctx, binding)); err != nil {
		return fmt.Errorf("creating the ServiceAccount of CoreDNS: %w", err)
	}
	return nil
}

func newDNSDeployment(config string) *appsv1.Deployment {
	return kit.Deployment(metav1.NamespaceSystem, coreDNS, 1, func(deployment *appsv1.Deployment) {
		pod := &deployment.Spec.Template.Spec
		pod.ServiceAccountName = coreDNS
		pod.Containers = []corev1.Container{{
			Name: coreDNS, Image: dnsImage, Args: []string{"-conf=" + config},
			Ports: []corev1.ContainerPort{
				{Name: "dns", ContainerPort: dnsPort, Protocol: corev1.ProtocolUDP}, {Name: "dns-tcp", ContainerPort: dnsPort},
			},
			ReadinessProbe: &corev1.Probe{PeriodSeconds: 1, ProbeHandler: corev1.ProbeHandler{
				HTTPGet: &corev1.HTTPGetAction{Path: "/ready", Port: intstr.FromInt32(dnsHealthPort)},
			}},
		}}
	})
}

func newDNSService(edits []func(*corev1.Service)) *corev1.Service {
	ports := kit.WithPorts(
		corev1.ServicePort{Name: "dns", Port: dnsPort, Protocol: corev1.ProtocolUDP, TargetPort: intstr.FromString("dns")},
		corev1.ServicePort{Name: "dns-tcp", Port: dnsPort, TargetPort: intstr.FromString("dns-tcp")},
	)
	addresses := func(service *corev1.Service) {
		service.Spec.ClusterIP, service.Spec.ClusterIPs = DNSAddresses[0], DNSAddresses
	}
	edits = append([]func(*corev1.Service){ports, kit.DualStack, kit.Selecting(coreDNS), addresses}, edits...)
	return kit.Service(metav1.NamespaceSystem, dnsService, edits...)
}
