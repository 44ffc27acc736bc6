package meshservice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

// Named is the state of the cluster that decides whether clients can call a Service by its name.
type Named struct {
	Key types.NamespacedName
	// Service is nil if there is none.
	Service *corev1.Service
	// Namespace is nil while it is unknown.
	Namespace *corev1.Namespace
	// Mesh returns the Mesh with the name, or nil if there is none.
	Mesh func(name string) *v1alpha1.Mesh
	// HasMeshService is set if a MeshService is derived from the Service.
	HasMeshService bool
}

// Serves returns the Mesh of the Service, and the reason why clients cannot call the Service by its
// name, or "" if they can.
func (n Named) Serves() (mesh *v1alpha1.Mesh, unserved string) {
	if n.Service == nil {
		return nil, fmt.Sprintf("there is no Service %s in namespace %s", n.Key.Name, n.Key.Namespace)
	}
	in := "Service " + n.Key.String()
	if n.IsNamespaceMissing() {
		return nil, fmt.Sprintf("%s is not served: namespace %s is not known yet", in, n.Key.Namespace)
	}
	selection := Select(n.Service, n.Namespace, n.Mesh)
	if selection.Mesh == nil {
		if findings := selection.Findings; len(findings) > 0 {
			return nil, fmt.Sprintf("%s is in no mesh: %s", in, findings[len(findings)-1].Message)
		}
		return nil, fmt.Sprintf("%s is in no mesh: set its label %s to a Mesh", in, v1alpha1.MeshLabel)
	}
	if !n.HasMeshService && !IsPerPod(n.Service) {
		return selection.Mesh, fmt.Sprintf("%s has no MeshService in Mesh %s: run kubectl meshwork explain service %s -n %s",
			in, selection.Mesh.Name, n.Key.Name, n.Key.Namespace)
	}
	return selection.Mesh, ""
}

// ServesPort returns the reason why clients cannot call a TCP port of the Service, or "" if they can.
func (n Named) ServesPort(port int32) string {
	mesh, unserved := n.Serves()
	if unserved != "" {
		return unserved
	}
	if _, err := TCPPort(n.Service, n.Key, strconv.Itoa(int(port))); err != nil {
		return err.Error()
	}
	if tlspolicy.IssuesCertificates(mesh) {
		return ""
	}
	if policy, _ := tlspolicy.Read(n.Service.Annotations); policy.Strict {
		return fmt.Sprintf("Service %s requires mutual TLS, but Mesh %s issues no certificates", n.Key, mesh.Name)
	}
	return ""
}

// IsNamespaceMissing reports whether the Mesh of the Service depends on an unknown namespace.
func (n Named) IsNamespaceMissing() bool { return n.Namespace == nil && DependsOnNamespace(n.Service) }

// TCPPorts returns the ports of a Service that clients can call.
func TCPPorts(service *corev1.Service) []*corev1.ServicePort {
	var tcp []*corev1.ServicePort
	for i := range service.Spec.Ports {
		if port := &service.Spec.Ports[i]; port.Protocol == corev1.ProtocolTCP || port.Protocol == "" {
			tcp = append(tcp, port)
		}
	}
	return tcp
}

// TCPPort returns the port of a Service with a number or a name. "" is the only port. Clients get the
// text of the error.
func TCPPort(service *corev1.Service, key types.NamespacedName, port string) (*corev1.ServicePort, error) {
	tcp := TCPPorts(service)
	number, err := strconv.ParseUint(port, 10, 16)
	i := slices.IndexFunc(tcp, func(of *corev1.ServicePort) bool {
		return err == nil && int(of.Port) == int(number) || of.Name != "" && port == of.Name //nolint:gosec // a port
	})
	switch {
	case i >= 0:
		return tcp[i], nil
	case port == "" && len(tcp) == 1:
		return tcp[0], nil
	}
	return nil, noSuchPort(key, port, tcp)
}

func noSuchPort(key types.NamespacedName, port string, tcp []*corev1.ServicePort) error {
	var ports []string
	for _, port := range tcp {
		ports = append(ports, strings.TrimSpace(strconv.Itoa(int(port.Port))+" "+port.Name))
	}
	has := "it has no TCP port"
	if len(ports) > 0 {
		has = "it has " + finding.List(ports, finding.RoomForFirst)
	}
	if port == "" {
		return fmt.Errorf("the name of Service %s needs a port: %s", key, has)
	}
	return fmt.Errorf("Service %s has no TCP port %s: %s", key, port, has) //nolint:staticcheck // it begins with a kind
}
