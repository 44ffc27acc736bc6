package dataplane_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// The ServiceAccounts of servers and clients.
const (
	seller = "seller"
	buyer  = "buyer"
)

// meshTLS sets up mutual TLS for Pods: Meshwork's signer and xDS server, and the policy that
// injects the volumes and the bootstrap.
type meshTLS struct{ xds *kit.XDS }

func startMeshTLS(ctx SpecContext) meshTLS {
	GinkgoHelper()
	env.ApplyConfig(ctx, "local-signer")
	signer, err := kit.StartSigner(ctx, ground.Cluster, kit.ManagerOptions{Flags: []string{"--trust-propagation-period=" + trustPropagation.String()}})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(signer.Stop()).To(Succeed()) })
	return meshTLS{xds: startInjection(ctx)}
}

// namespace creates a namespace in a Mesh, whose Pods get certificates, with a ServiceAccount.
func (m meshTLS) namespace(ctx SpecContext, mesh, account string, edits ...func(*corev1.Namespace)) string {
	GinkgoHelper()
	edits = append([]func(*corev1.Namespace){func(namespace *corev1.Namespace) {
		namespace.Labels = map[string]string{
			v1alpha1.XDSKey: v1alpha1.XDSEnabled, v1alpha1.CertificatesKey: v1alpha1.XDSEnabled,
			v1alpha1.SidecarInjectionLabel: "true", v1alpha1.MeshLabel: mesh,
		}
	}}, edits...)
	namespace := expect.Temporary(ctx, api, kit.Namespace("mtls", edits...)).Name
	expect.Created(ctx, api, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: account}})
	trustXDS(ctx, m.xds, namespace)
	return namespace
}

// strictMesh creates a Mesh with a generated CA that requires mutual TLS.
func strictMesh(ctx SpecContext) *v1alpha1.Mesh {
	GinkgoHelper()
	mesh := kit.Mesh("", func(mesh *v1alpha1.Mesh) {
		mesh.GenerateName = "mtls-"
		mesh.Spec.MTLS = &v1alpha1.MeshMTLS{
			EnabledBackend: "first", Mode: v1alpha1.MTLSStrict,
			Backends: []v1alpha1.CABackend{{Name: "first", Generated: &v1alpha1.GeneratedCA{}}},
		}
	})
	return expect.Temporary(ctx, api, mesh)
}

// serve creates the Service web and its Pods.
func serve(ctx SpecContext, namespace string, mesh *v1alpha1.Mesh, replicas int32) *corev1.Service {
	GinkgoHelper()
	expect.Created(ctx, api, kit.Deployment(namespace, "web", replicas, func(deployment *appsv1.Deployment) {
		pod := &deployment.Spec.Template.Spec
		pod.ServiceAccountName = seller
		pod.TerminationGracePeriodSeconds = new(int64(10))
		pod.Containers = []corev1.Container{{
			Name: "peer", Image: dataplane.PeerImage,
			Args: []string{"serve", "-name=$(POD_NAME)", fmt.Sprintf("-port=%d", dataplane.GRPCPort), fmt.Sprintf("-ready=%d", dataplane.HTTPPort), "-drain=2s"},
			Env:  []corev1.EnvVar{{Name: "POD_NAME", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}}}},
			ReadinessProbe: &corev1.Probe{
				ProbeHandler:  corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(dataplane.HTTPPort)}},
				PeriodSeconds: 1, TimeoutSeconds: 5, FailureThreshold: 3,
			},
		}}
	}))
	port := kit.WithPorts(corev1.ServicePort{Name: "grpc", Port: 80, TargetPort: intstr.FromInt32(dataplane.GRPCPort)})
	service := expect.Created(ctx, api, dataplane.Service(namespace, "web", port, kit.InMesh(mesh.Name)))
	readyPods(ctx, namespace, "web", int(replicas))
	return service
}

// call creates a Deployment of clients that call a Service all the time, with connections of
// their own twice a second.
func call(ctx SpecContext, namespace, name string, replicas int32, service *corev1.Service) {
	GinkgoHelper()
	expect.Created(ctx, api, kit.Deployment(namespace, name, replicas, func(deployment *appsv1.Deployment) {
		pod := &deployment.Spec.Template.Spec
		pod.ServiceAccountName = buyer
		pod.Containers = []corev1.Container{{
			Name: "peer", Image: dataplane.PeerImage,
			Args: []string{"call", "-reconnect=500ms", fmt.Sprintf("xds:///%s.%s:80", service.Name, service.Namespace)},
		}}
	}))
	readyPods(ctx, namespace, name, int(replicas))
}

// made is the result of one call in the output of a client.
type made struct {
	Error, Pod     string
	Server, Caller struct{ ID, Serial string }
}

// callsOf returns the calls that the clients of Deployments have made so far.
func callsOf(ctx context.Context, namespace string, names ...string) []made {
	GinkgoHelper()
	var all []made
	for _, name := range names {
		var pods corev1.PodList
		Expect(api.List(ctx, &pods, client.InNamespace(namespace), client.MatchingLabels{"app": name})).To(Succeed())
		for i := range pods.Items {
			all = append(all, callsOfPod(&pods.Items[i])...)
		}
	}
	return all
}

func callsOfPod(pod *corev1.Pod) []made {
	GinkgoHelper()
	output, err := os.ReadFile(filepath.Join(ground.Cluster.LogDir(), "pod-"+pod.Namespace+"-"+pod.Name+".log"))
	Expect(err).NotTo(HaveOccurred())
	var all []made
	lines := bufio.NewScanner(bytes.NewReader(output))
	for lines.Scan() {
		var call made
		// The last line may be incomplete, and gRPC may log.
		if json.Unmarshal(lines.Bytes(), &call) == nil {
			all = append(all, call)
		}
	}
	return all
}

// failuresOf returns the errors of calls.
func failuresOf(calls []made) []string {
	var failures []string
	for _, call := range calls {
		if call.Error != "" {
			failures = append(failures, call.Error)
		}
	}
	return failures
}

func spiffeID(mesh *v1alpha1.Mesh, namespace, account string) string {
	return "spiffe://" + mesh.Name + "/ns/" + namespace + "/sa/" + account
}
