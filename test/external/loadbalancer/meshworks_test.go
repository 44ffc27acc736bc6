package loadbalancer_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// meshworks are the running managers by the class that they serve.
var meshworks = map[string]*kit.Manager{}

func startMeshworks(ctx context.Context) {
	GinkgoHelper()
	env.ApplyConfig(ctx, "local")
	startMeshwork(ctx, firstClass)
	startMeshwork(ctx, otherClass)
}

func startMeshwork(ctx context.Context, class string) {
	GinkgoHelper()
	meshworks[class] = env.StartManager(ctx, kit.ManagerOptions{
		Name: map[string]string{firstClass: "meshwork-first", otherClass: "meshwork-other"}[class],
		// Addresses are reused often.
		Flags: []string{"--controllers=loadbalancer", "--load-balancer-class=" + class, "--vip-cooldown-period=1s"},
	})
}

// restartMeshwork kills the manager of a class and starts another immediately.
func restartMeshwork(ctx context.Context, class string) {
	GinkgoHelper()
	Expect(meshworks[class].Done()).NotTo(BeClosed(), "the manager of %s ended unexpectedly", class)
	Expect(meshworks[class].Kill()).To(Succeed())
	startMeshwork(ctx, class)
}
