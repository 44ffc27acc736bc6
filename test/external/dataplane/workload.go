package dataplane

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// The ports of the test server. A Service has them under the names of the fields.
const (
	TCPPort  int32 = 8080
	UDPPort  int32 = 2152
	HTTPPort int32 = 8081
	GRPCPort int32 = 8082
)

// Deployment returns a Deployment of test servers with the label app=<name>.
func Deployment(namespace, name string, replicas int32, edits ...func(*corev1.PodTemplateSpec)) *appsv1.Deployment {
	return kit.Deployment(namespace, name, replicas, func(deployment *appsv1.Deployment) {
		Server(&deployment.Spec.Template)
		for _, edit := range edits {
			edit(&deployment.Spec.Template)
		}
	})
}

// Server runs the test server in a Pod, with all its ports and a readiness probe every second.
func Server(template *corev1.PodTemplateSpec) {
	template.Spec.TerminationGracePeriodSeconds = new(int64(10))
	template.Spec.Containers = []corev1.Container{{
		Name: "server", Image: ServerImage,
		Args: []string{
			"server", "-name=$(POD_NAME)", fmt.Sprintf("-tcp=%d", TCPPort), fmt.Sprintf("-udp=%d", UDPPort),
			fmt.Sprintf("-http=%d", HTTPPort), fmt.Sprintf("-grpc=%d", GRPCPort),
		},
		Env: []corev1.EnvVar{{Name: "POD_NAME", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}}}},
		Ports: []corev1.ContainerPort{
			{Name: "tcp", ContainerPort: TCPPort}, {Name: "udp", ContainerPort: UDPPort, Protocol: corev1.ProtocolUDP},
			{Name: "http", ContainerPort: HTTPPort}, {Name: "grpc", ContainerPort: GRPCPort},
		},
		ReadinessProbe: &corev1.Probe{
			ProbeHandler:  corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromString("tcp")}},
			PeriodSeconds: 1, TimeoutSeconds: 5, FailureThreshold: 3,
		},
	}}
}

// Pod returns a Pod with the label app=<app> that runs the test server.
func Pod(namespace, name, app string, edits ...func(*corev1.PodTemplateSpec)) *corev1.Pod {
	return kit.Pod(namespace, name, app, kit.OnNode(""), func(pod *corev1.Pod) {
		template := corev1.PodTemplateSpec{ObjectMeta: pod.ObjectMeta, Spec: pod.Spec}
		Server(&template)
		for _, edit := range edits {
			edit(&template)
		}
		pod.ObjectMeta, pod.Spec = template.ObjectMeta, template.Spec
	})
}

// OnNode runs a Pod on a Node.
func OnNode(node *Node) func(*corev1.PodTemplateSpec) {
	return func(template *corev1.PodTemplateSpec) { template.Spec.NodeName = node.Name }
}

// NeverReady probes a port on which nothing listens.
func NeverReady(template *corev1.PodTemplateSpec) {
	template.Spec.Containers[0].ReadinessProbe.TCPSocket.Port = intstr.FromInt32(1)
}

// Unprobed makes a Pod ready as soon as its server is started.
func Unprobed(template *corev1.PodTemplateSpec) { template.Spec.Containers[0].ReadinessProbe = nil }

// Draining makes the server accept connections for a while after SIGTERM, such as 250ms.
func Draining(duration string) func(*corev1.PodTemplateSpec) {
	return func(template *corev1.PodTemplateSpec) {
		template.Spec.Containers[0].Args = append(template.Spec.Containers[0].Args, "-drain="+duration)
	}
}

// Broken makes the server fail all gRPC calls.
func Broken(template *corev1.PodTemplateSpec) {
	template.Spec.Containers[0].Args = append(template.Spec.Containers[0].Args, "-broken")
}

// InSecondNetwork gives a Pod an interface in the second network.
func InSecondNetwork(template *corev1.PodTemplateSpec) {
	metav1.SetMetaDataAnnotation(&template.ObjectMeta, networksAnnotation, SecondNetwork)
}

// Service returns a Service of both families for the Pods with the label app=<name>, with
// the port 80 for TCP and the server's own ports for HTTP and UDP.
func Service(namespace, name string, edits ...func(*corev1.Service)) *corev1.Service {
	ports := kit.WithPorts(
		corev1.ServicePort{Name: "tcp", Port: 80, TargetPort: intstr.FromString("tcp")},
		corev1.ServicePort{Name: "http", Port: HTTPPort, TargetPort: intstr.FromString("http")},
		corev1.ServicePort{Name: "udp", Port: UDPPort, TargetPort: intstr.FromString("udp"), Protocol: corev1.ProtocolUDP},
	)
	return kit.Service(namespace, name, append([]func(*corev1.Service){ports, kit.DualStack}, edits...)...)
}

// WithNodePorts makes a Service one of type NodePort.
func WithNodePorts(service *corev1.Service) { service.Spec.Type = corev1.ServiceTypeNodePort }
