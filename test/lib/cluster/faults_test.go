package cluster_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

func TestKilledComponentsComeBackWithTheirData(t *testing.T) {
	g := NewWithT(t)
	c, err := cluster.Start(t.Context(), cluster.Options{})
	g.Expect(err).NotTo(HaveOccurred())
	defer func() {
		g.Expect(c.Stop()).To(Succeed(), "what was killed and started again is as if nothing had been")
	}()
	clients := clientsOf(t, c)
	kept := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "kept"}}
	_, err = clients.CoreV1().ConfigMaps("default").Create(t.Context(), kept, metav1.CreateOptions{})
	g.Expect(err).NotTo(HaveOccurred())

	g.Expect(c.StartComponent(t.Context(), "etcd")).To(MatchError(ContainSubstring("cannot be started")))
	g.Expect(c.KillComponent("kube-apiserver")).To(Succeed())
	g.Expect(c.KillComponent("etcd")).To(Succeed())
	g.Expect(c.KillComponent("etcd")).To(MatchError(ContainSubstring("cannot be killed")))
	_, err = clients.CoreV1().ConfigMaps("default").Get(t.Context(), "kept", metav1.GetOptions{})
	g.Expect(err).To(MatchError(ContainSubstring("connection refused")))

	g.Expect(c.StartComponent(t.Context(), "etcd")).To(Succeed())
	g.Expect(c.StartComponent(t.Context(), "kube-apiserver")).To(Succeed())
	_, err = clients.CoreV1().ConfigMaps("default").Get(t.Context(), "kept", metav1.GetOptions{})
	g.Expect(err).NotTo(HaveOccurred())
}

func TestPausedProcessGoesOn(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("the state of a process is read from /proc")
	}
	g := NewWithT(t)
	// Nothing of the cluster is used but its processes.
	path := t.TempDir() + "/kubeconfig"
	g.Expect(os.WriteFile(path, []byte(`{"clusters": [{"name": "a", "cluster": {"server": "http://127.0.0.1:1"}}],
		"contexts": [{"name": "a", "context": {"cluster": "a"}}], "current-context": "a"}`), 0o600)).To(Succeed())
	c, err := cluster.Connect(path, t.TempDir())
	g.Expect(err).NotTo(HaveOccurred())
	defer func() { g.Expect(c.Stop()).To(Succeed()) }()
	process, err := c.StartProcess("paused", "sleep", "600")
	g.Expect(err).NotTo(HaveOccurred())

	g.Expect(process.Pause()).To(Succeed())
	g.Eventually(stateOf, timeout, interval).WithArguments(process).Should(Equal("T"))
	g.Expect(process.Done()).NotTo(BeClosed())
	g.Expect(process.Resume()).To(Succeed())
	g.Eventually(stateOf, timeout, interval).WithArguments(process).Should(Equal("S"))
}

// stateOf returns the letter with which the kernel reports the state of a process.
func stateOf(process *cluster.Process) (string, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process.PID()))
	if err != nil {
		return "", err
	}
	// The name of the program is in parentheses, and may hold anything.
	_, rest, _ := strings.Cut(string(stat), ") ")
	return rest[:1], nil
}
