package live

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
	"github.com/meshwork-dev/meshwork/pkg/identity"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

type noNodes struct{}

func (noNodes) Get(string) (*corev1.Node, error) { return &corev1.Node{}, nil }

// TestTrimmedPodsDecideAlike compares the endpoints and the certificates of a Pod and of its
// trimmed copy.
func TestTrimmedPodsDecideAlike(t *testing.T) {
	g := NewWithT(t)
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-0", UID: "1", Labels: map[string]string{"app": "web"}},
		Spec: corev1.PodSpec{
			NodeName: "node", Hostname: "web-0", Subdomain: "web",
			Containers:     []corev1.Container{{Name: "web", Env: []corev1.EnvVar{{Name: "A"}}, Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: 8080}}}},
			InitContainers: []corev1.Container{{Name: "proxy", RestartPolicy: ptr.To(corev1.ContainerRestartPolicyAlways), Ports: []corev1.ContainerPort{{Name: "admin", ContainerPort: 9901}}}},
			Volumes: []corev1.Volume{{Name: "data"}, {Name: "certificate", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
				Sources: []corev1.VolumeProjection{{PodCertificate: &corev1.PodCertificateProjection{SignerName: v1alpha1.SignerName}}},
			}}}},
		},
		Status: corev1.PodStatus{Phase: corev1.PodRunning, PodIP: "10.0.0.1", PodIPs: []corev1.PodIP{{IP: "10.0.0.1"}},
			Conditions:        []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}},
			ContainerStatuses: []corev1.ContainerStatus{{Name: "web"}}},
	}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "2"}, Spec: corev1.ServiceSpec{
		Selector: map[string]string{"app": "web"}, IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol}, Ports: []corev1.ServicePort{
			{Name: "http", Port: 80, TargetPort: intstr.FromString("http")}, {Name: "admin", Port: 81, TargetPort: intstr.FromString("admin")},
		},
	}}
	trimmed := pod.DeepCopy()
	trimPod(trimmed)
	g.Expect(trimmed.Spec.Containers[0].Env).To(BeEmpty())
	g.Expect(trimmed.Spec.Volumes).To(HaveLen(1))
	g.Expect(trimmed.Status.ContainerStatuses).To(BeEmpty())
	g.Expect(identity.MountedCertificates(trimmed)).To(Equal(1))

	source := podaddress.Status{}
	want, _, err := servicepods.NewSync(service, []*corev1.Pod{pod}, noNodes{}, source)
	g.Expect(err).NotTo(HaveOccurred())
	got, _, err := servicepods.NewSync(service, []*corev1.Pod{trimmed}, noNodes{}, source)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(got.Groups).To(Equal(want.Groups))
	g.Expect(got.Groups).NotTo(BeEmpty())
	g.Expect(got.Groups[0].Endpoints).To(HaveLen(1))
}
