package loadbalancer_test

import (
	"context"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/cluster"
)

const (
	systemNamespace = "meshwork-system"
	serviceAccount  = "meshwork-controller-manager"
)

// meshworks are the managers that run, by the class that they serve.
var meshworks = map[string]*cluster.Process{}

func startMeshworks(ctx context.Context) {
	GinkgoHelper()
	kubectl(ctx, "apply", "-k", filepath.Join(root, "config", "local"))
	Expect(kubernetes.ServiceAccountKubeconfig(ctx, systemNamespace, serviceAccount, meshworkKubeconfig())).To(Succeed())
	startMeshwork(firstClass)
	startMeshwork(otherClass)
}

func startMeshwork(class string) {
	GinkgoHelper()
	name := map[string]string{firstClass: "meshwork-first", otherClass: "meshwork-other"}[class]
	process, err := kubernetes.StartProcess(name, filepath.Join(root, "bin", "meshwork"),
		"--kubeconfig="+meshworkKubeconfig(),
		"--controllers=loadbalancer",
		"--load-balancer-class="+class,
		"--leader-elect=false",
		"--metrics-bind-address=0",
		"--health-probe-bind-address=0")
	Expect(err).NotTo(HaveOccurred())
	meshworks[class] = process
}

// restartMeshwork kills the manager of a class and starts another at once.
func restartMeshwork(class string) {
	GinkgoHelper()
	Expect(meshworks[class].Done()).NotTo(BeClosed(), "the manager of %s ended by itself", class)
	Expect(meshworks[class].Kill()).To(Succeed())
	startMeshwork(class)
}

func meshworkKubeconfig() string { return filepath.Join(kubernetes.LogDir(), "meshwork.kubeconfig") }
