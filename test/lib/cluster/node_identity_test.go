package cluster_test

import (
	"path/filepath"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// testNode shows that a Node has a kubelet's rights to its own Pods, and none to the Pods of
// another Node.
func testNode(t *testing.T, c *cluster.Cluster, clients kubernetes.Interface) {
	g := NewWithT(t)
	path := filepath.Join(t.TempDir(), "kubeconfig")
	g.Expect(c.NodeKubeconfig("node-0", path)).To(Succeed())
	expectPrivate(t, path)
	config, err := clientcmd.BuildConfigFromFlags("", path)
	g.Expect(err).NotTo(HaveOccurred())
	node := kubernetes.NewForConfigOrDie(config).CoreV1()

	create := func(pod, nodeName string) {
		_, err := clients.CoreV1().Pods("default").Create(t.Context(), &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{Name: pod},
			Spec:       corev1.PodSpec{NodeName: nodeName, Containers: []corev1.Container{{Name: "app", Image: "example/app"}}},
		}, metav1.CreateOptions{})
		g.Expect(err).NotTo(HaveOccurred())
	}
	create("foreign", "node-1") // first: an authorizer that knows the other Pod knows this one too
	create("own", "node-0")
	read := func(pod string) error {
		_, err := node.Pods("default").Get(t.Context(), pod, metav1.GetOptions{})
		return err
	}
	report := func(pod string) error {
		patch := []byte(`{"status": {"message": "by its Node"}}`)
		_, err := node.Pods("default").Patch(t.Context(), pod, types.StrategicMergePatchType, patch, metav1.PatchOptions{}, "status")
		return err
	}
	remove := func(pod string) error { return node.Pods("default").Delete(t.Context(), pod, metav1.DeleteOptions{}) }

	// The authorizer learns of a Pod from a watch.
	g.Eventually(read, timeout, interval).WithArguments("own").Should(Succeed())
	g.Expect(report("own")).To(Succeed())
	for action, do := range map[string]func(string) error{"read": read, "report": report, "remove": remove} {
		err := do("foreign")
		g.Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%s the Pod of another Node: %v", action, err)
	}
	g.Expect(remove("own")).To(Succeed())

	_, err = node.Pods("default").List(t.Context(), metav1.ListOptions{})
	g.Expect(apierrors.IsForbidden(err)).To(BeTrue(), "listing the Pods of all Nodes: %v", err)
}
