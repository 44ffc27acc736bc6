package meshservice

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// base returns a MeshService with the fields that all MeshServices of the Service
// have in common.
func (d *derivation) base(name string, all []endpoints.Endpoint) *v1alpha1.MeshService {
	service := d.view.Service
	return &v1alpha1.MeshService{
		ObjectMeta: metav1.ObjectMeta{
			Name:            name,
			Namespace:       service.Namespace,
			Labels:          d.labels(),
			OwnerReferences: []metav1.OwnerReference{*ownerReference(service)},
		},
		Spec: v1alpha1.MeshServiceSpec{
			Ports:     d.ports,
			ClusterIP: service.Spec.ClusterIP,
			Type:      serviceType(service),
		},
		Status: d.status(all),
	}
}

// labels returns the copied labels, with the labels that only the controller may set replaced.
func (d *derivation) labels() map[string]string {
	labels := make(map[string]string, len(d.copied)+4)
	maps.Copy(labels, d.copied)
	delete(labels, v1alpha1.PodNameLabel)
	labels[v1alpha1.MeshLabel] = d.mesh.Name
	labels[v1alpha1.ServiceNameLabel] = d.view.Service.Name
	labels[v1alpha1.ManagedByLabel] = v1alpha1.ManagedByMeshServiceController
	return labels
}

// copyLabels returns the labels of a Service, or the first ones by key if they are too large, and
// reports the others.
func copyLabels(ofService map[string]string) (copied map[string]string, skipped []finding.Finding) {
	size := 0
	for key, value := range ofService {
		size += len(key) + len(value)
	}
	if size <= v1alpha1.MaxLabelBytes {
		return ofService, nil
	}
	var surplus []string
	copied, size = map[string]string{}, 0
	for _, key := range slices.Sorted(maps.Keys(ofService)) {
		if size += len(key) + len(ofService[key]); size > v1alpha1.MaxLabelBytes {
			surplus = append(surplus, key)
		} else {
			copied[key] = ofService[key]
		}
	}
	return copied, []finding.Finding{finding.Warning(v1alpha1.ReasonTooManyLabels,
		"a MeshService has at most %d bytes of labels of its Service; not copied: %s", v1alpha1.MaxLabelBytes, finding.List(surplus, finding.RoomForAll))}
}

func ownerReference(service *corev1.Service) *metav1.OwnerReference {
	return metav1.NewControllerRef(service, corev1.SchemeGroupVersion.WithKind("Service"))
}

func serviceType(service *corev1.Service) corev1.ServiceType {
	if service.Spec.Type == "" {
		return corev1.ServiceTypeClusterIP
	}
	return service.Spec.Type
}

// tags returns the keys of the Service's selector plus the added tags, or nil if
// there is no selector: the added tags alone would select the whole namespace.
func (d *derivation) tags() map[string]string {
	selector := delegation.Selector(d.view.Service)
	if len(selector) == 0 {
		return nil
	}
	tags := make(map[string]string, len(selector)+2)
	maps.Copy(tags, selector)
	tags[v1alpha1.NamespaceTag] = d.view.Service.Namespace
	tags[v1alpha1.ZoneTag] = d.settings.Zone
	return tags
}

// hostnames returns the DNS name of the Service or, with a prefix, of one of its
// Pods. It returns nil if the name is too long for DNS.
func (d *derivation) hostnames(prefix ...string) []string {
	service := d.view.Service
	name := strings.Join(append(prefix, service.Name, service.Namespace, "svc", d.settings.ClusterDomain), ".")
	if len(name) > v1alpha1.MaxHostnameLength {
		return nil
	}
	return []string{name}
}

func kubernetesVIPs(addresses []string) []v1alpha1.VIP {
	var vips []v1alpha1.VIP
	for _, address := range addresses[:min(len(addresses), v1alpha1.MaxVIPs)] {
		vips = append(vips, v1alpha1.VIP{IP: address, Type: v1alpha1.VIPKubernetes})
	}
	return vips
}

// meshVIPs returns the addresses that the Service has because of its load-balancer
// class, except those that are also its cluster IPs.
func (d *derivation) meshVIPs() []v1alpha1.VIP {
	service := d.view.Service
	if !vip.Owns(service, d.settings.LoadBalancerClass) {
		return nil
	}
	var vips []v1alpha1.VIP
	for _, address := range vip.Shown(service) {
		meshVIP := v1alpha1.VIP{IP: address.String(), Type: v1alpha1.VIPMesh}
		if !slices.Contains(service.Spec.ClusterIPs, meshVIP.IP) && !slices.Contains(vips, meshVIP) {
			vips = append(vips, meshVIP)
		}
	}
	return vips[:min(len(vips), v1alpha1.MaxVIPs-len(service.Spec.ClusterIPs))]
}

// addressesOf returns each address once, in the order of the endpoints, in which
// equal addresses are adjacent.
func addressesOf(all []endpoints.Endpoint) []string {
	var addresses []string
	for i, endpoint := range all {
		if i == 0 || endpoint.Address != all[i-1].Address {
			addresses = append(addresses, endpoint.Address.String())
		}
	}
	return addresses
}

// translatePorts keeps the TCP ports, up to a maximum, and reports the others.
func translatePorts(ofService []corev1.ServicePort, maximum int) (kept []v1alpha1.MeshServicePort, skipped []finding.Finding) {
	var unsupported, surplus []string
	for _, port := range ofService {
		switch {
		case port.Protocol != corev1.ProtocolTCP && port.Protocol != "":
			unsupported = append(unsupported, describe(port))
		case len(kept) == maximum:
			surplus = append(surplus, describe(port))
		default:
			kept = append(kept, translatePort(port))
		}
	}
	if len(unsupported) > 0 {
		skipped = append(skipped, finding.Warning(v1alpha1.ReasonUnsupportedProtocol,
			"only TCP ports can be in a mesh; skipped: %s", finding.List(unsupported, finding.RoomForAll)))
	}
	if len(surplus) > 0 {
		skipped = append(skipped, finding.Warning(v1alpha1.ReasonTooManyPorts,
			"a MeshService has at most %d ports; skipped: %s", maximum, finding.List(surplus, finding.RoomForAll)))
	}
	return kept, skipped
}

func translatePort(port corev1.ServicePort) v1alpha1.MeshServicePort {
	translated := v1alpha1.MeshServicePort{
		Name:        port.Name,
		Port:        port.Port,
		AppProtocol: "tcp",
	}
	switch target := port.TargetPort; {
	case target.Type == intstr.String && target.StrVal != "":
		translated.TargetPort.Name = target.StrVal
	case target.Type == intstr.Int && target.IntVal != 0:
		translated.TargetPort.Value = target.IntVal
	default:
		translated.TargetPort.Value = port.Port
	}
	if port.AppProtocol != nil && *port.AppProtocol != "" {
		translated.AppProtocol = *port.AppProtocol
	}
	return translated
}

func describe(port corev1.ServicePort) string {
	if port.Name == "" {
		return fmt.Sprintf("%d/%s", port.Port, port.Protocol)
	}
	return fmt.Sprintf("%s (%d/%s)", port.Name, port.Port, port.Protocol)
}
