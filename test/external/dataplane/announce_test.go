package dataplane_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const (
	announceRow = "from outside the cluster"
	// announced are the addresses of the Mesh that MetalLB announces. Its own
	// implementation of BGP announces IPv4 only.
	announced = "10.217.0.0/29"
	// metalLB is the namespace in which MetalLB's speaker looks for its objects.
	metalLB = "metallb-system"
)

// metalLBObjects are the objects in docs/loadbalancer.md, with the address of the router.
const metalLBObjects = `
apiVersion: metallb.io/v1beta1
kind: IPAddressPool
metadata:
  name: mesh
  namespace: metallb-system
spec:
  addresses:
  - %[1]s
  autoAssign: false
---
apiVersion: metallb.io/v1beta1
kind: BGPAdvertisement
metadata:
  name: mesh
  namespace: metallb-system
spec:
  ipAddressPools:
  - mesh
---
apiVersion: metallb.io/v1beta2
kind: BGPPeer
metadata:
  name: router
  namespace: metallb-system
spec:
  myASN: 64513
  peerASN: 64512
  peerAddress: %[2]s
`

// birdConfig accepts the routes of every Node, and puts them into the kernel.
const birdConfig = `
router id %[1]s;
log stderr all;
protocol device {}
protocol kernel {
  ipv4 { export where source = RTS_BGP; };
}
template bgp node {
  local %[1]s as 64512;
  passive on;
  ipv4 { import all; export none; };
}
`

var _ = Describe("MetalLB's speaker", Label("long"), func() {
	It("announces an address of the Mesh to a router while the Service has it", func(ctx SpecContext) {
		requirePrograms()
		namespace := expect.Namespace(ctx, api)
		mesh := expect.Temporary(ctx, api, kit.Mesh(namespace, kit.WithVIPRanges(announced)))
		router := startRouter()
		address := addressOf(router)
		Expect(ground.Outside.RouteThrough(netip.MustParsePrefix(announced), address)).To(Succeed())
		installMetalLB(ctx, address)
		for _, node := range ground.Nodes {
			startSpeaker(ctx, node)
		}

		expect.Created(ctx, api, dataplane.Pod(namespace, "web", "web", dataplane.OnNode(ground.Nodes[1])))
		readyPods(ctx, namespace, "web", 1)
		tenancy := followTenancy(ctx, namespace)
		service := expect.Created(ctx, api, dataplane.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(v1alpha1.DefaultLoadBalancerClass), onlyIPv4))
		Eventually(routesOf).WithArguments(ctx, router).Should(HaveLen(1))
		appeared := time.Now()
		tenure := tenancy.any()
		Expect(routesOf(ctx, router)).To(HaveKey(tenure.address))
		ask := func() traffic.Outcome {
			return dataplane.Ask(ground.Outside, traffic.Client{Target: traffic.HostPort(tenure.address, 80), Timeout: askTimeout}).Outcome
		}
		Eventually(ask).Should(Equal(traffic.Answered))

		By("announcing it only where there is an endpoint")
		expect.Updated(ctx, api, service, func(service *corev1.Service) {
			service.Spec.ExternalTrafficPolicy = corev1.ServiceExternalTrafficPolicyLocal
		})
		Eventually(routesOf).WithArguments(ctx, router).Should(Equal(map[string]string{tenure.address: ground.Nodes[1].Network.Addresses[0].String()}))
		Eventually(ask).Should(Equal(traffic.Answered))

		By("withdrawing it with the Service")
		Expect(api.Delete(ctx, service)).To(Succeed())
		deleted := time.Now()
		Eventually(routesOf).WithArguments(ctx, router).Should(BeEmpty())
		withdrawn := time.Since(deleted)
		Consistently(ask, "1s").ShouldNot(Equal(traffic.Answered))
		record(announceRow, "from the status to the route in the router", "", appeared.Sub(tenure.shown).Round(time.Millisecond).String())
		record(announceRow, "from the deletion of the Service to the end of the route", "", withdrawn.Round(time.Millisecond).String())
	})
})

// requirePrograms skips the spec where a program is missing that it takes from elsewhere.
func requirePrograms() {
	GinkgoHelper()
	if _, err := exec.LookPath("bird"); err != nil {
		skipAnnouncement("the router needs bird, which is not in PATH: apt-get install bird2")
	}
	if _, err := os.Stat(speakerPath()); err != nil {
		skipAnnouncement("bin/metallb/speaker does not exist: run make metallb")
	}
}

func skipAnnouncement(why string) {
	GinkgoHelper()
	record(announceRow, "a route in the router", "", "skipped: "+why)
	Skip(why)
}

func speakerPath() string { return kit.Path("bin", "metallb", "speaker") }

// onlyIPv4 makes a Service of both families one of IPv4 only.
func onlyIPv4(service *corev1.Service) {
	service.Spec.IPFamilyPolicy = new(corev1.IPFamilyPolicySingleStack)
	service.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv4Protocol}
}

// startRouter starts BIRD in a host of its own.
func startRouter() *network.Namespace {
	GinkgoHelper()
	router, err := ground.Network.AddClient("router")
	Expect(err).NotTo(HaveOccurred())
	Expect(router.Do(func() error {
		if err := os.WriteFile("/proc/sys/net/ipv4/conf/eth0/send_redirects", []byte("0"), 0); err != nil {
			return err
		}
		if err := os.WriteFile("/proc/sys/net/ipv4/conf/all/send_redirects", []byte("0"), 0); err != nil {
			return err
		}
		return os.WriteFile("/proc/sys/net/ipv4/ip_forward", []byte("1"), 0)
	})).To(Succeed())
	config := fmt.Sprintf(birdConfig, addressOf(router))
	for _, node := range ground.Nodes {
		config += fmt.Sprintf("protocol bgp node%d from node { neighbor %s as 64513; }\n", node.Network.Number, node.Network.Addresses[0])
	}
	directory := GinkgoT().TempDir()
	path := filepath.Join(directory, "bird.conf")
	Expect(os.WriteFile(path, []byte(config), 0o600)).To(Succeed())
	start(cluster.Program{
		Name: "bird", Path: "bird", Args: []string{"-f", "-c", path, "-s", filepath.Join(directory, "bird.ctl")}, Within: router.Do,
	})
	return router
}

// start starts a program that ends with the spec.
func start(program cluster.Program) {
	GinkgoHelper()
	process, err := ground.Cluster.StartProgram(program)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(process.Stop)
}

// addressOf returns the IPv4 address of a host in the primary network.
func addressOf(host *network.Namespace) netip.Addr {
	GinkgoHelper()
	var found []net.Addr
	Expect(host.Do(func() error {
		eth0, err := net.InterfaceByName("eth0")
		if err == nil {
			found, err = eth0.Addrs()
		}
		return err
	})).To(Succeed())
	for _, address := range found {
		if prefix := netip.MustParsePrefix(address.String()); prefix.Addr().Is4() {
			return prefix.Addr()
		}
	}
	Fail(host.Name() + " has no IPv4 address")
	return netip.Addr{}
}

// installMetalLB installs the kinds and rights that the speaker needs. MetalLB's controller
// is left out: it would assign addresses of its own.
func installMetalLB(ctx context.Context, router netip.Addr) {
	GinkgoHelper()
	resources, err := filepath.Glob(kit.Path("bin", "metallb", "crds", "*.yaml"))
	Expect(err).NotTo(HaveOccurred())
	resources = append(resources, kit.Path("bin", "metallb", "role.yaml"), kit.Path("bin", "metallb", "service-accounts.yaml"))
	directory := GinkgoT().TempDir()
	kustomization := "namespace: " + metalLB + "\nresources:\n"
	for _, resource := range resources {
		copied, err := os.ReadFile(resource)
		Expect(err).NotTo(HaveOccurred())
		Expect(os.WriteFile(filepath.Join(directory, filepath.Base(resource)), copied, 0o600)).To(Succeed())
		kustomization += "- " + filepath.Base(resource) + "\n"
	}
	Expect(os.WriteFile(filepath.Join(directory, "kustomization.yaml"), []byte(kustomization), 0o600)).To(Succeed())
	kubectl := func(input string, args ...string) {
		GinkgoHelper()
		_, err := ground.Cluster.KubectlInput(ctx, []byte(input), args...)
		Expect(err).NotTo(HaveOccurred())
	}
	kubectl("", "create", "namespace", metalLB)
	kubectl("", "apply", "-k", directory)
	kubectl("", "wait", "--for=condition=Established", "crd", "--all")
	kubectl(fmt.Sprintf(metalLBObjects, announced, router), "apply", "-f", "-")
}

// startSpeaker starts the speaker of a Node. It insists that its Pod exists.
func startSpeaker(ctx context.Context, node *dataplane.Node) {
	GinkgoHelper()
	pod := expect.Temporary(ctx, api, dataplane.Pod(metalLB, "speaker-"+node.Name, "speaker", dataplane.OnNode(node)))
	kubeconfig := filepath.Join(GinkgoT().TempDir(), "speaker.kubeconfig")
	Expect(ground.Cluster.ServiceAccountKubeconfig(ctx, metalLB, "speaker", kubeconfig)).To(Succeed())
	start(cluster.Program{
		Name: pod.Name, Path: speakerPath(), Within: node.Network.Do,
		Args: []string{
			"--namespace=" + metalLB, "--node-name=" + node.Name, "--pod-name=" + pod.Name, "--port=7472",
			"--lb-class=" + v1alpha1.DefaultLoadBalancerClass, "--log-level=info",
		},
		Env: append(os.Environ(), "KUBECONFIG="+kubeconfig, "METALLB_BGP_TYPE=native", "METALLB_HOST=127.0.0.1"),
	})
}

// routesOf returns the gateways of the routes that BIRD has put into the kernel.
func routesOf(ctx context.Context, router *network.Namespace) (map[string]string, error) {
	output, err := exec.CommandContext(ctx, "ip", "-n", router.Name(), "-json", "route", "show", "proto", "bird").Output()
	if err != nil {
		return nil, err
	}
	var routes []struct{ Dst, Gateway string }
	if output = bytes.TrimSpace(output); len(output) > 0 {
		if err := json.Unmarshal(output, &routes); err != nil {
			return nil, fmt.Errorf("reading %q: %w", output, err)
		}
	}
	gateways := map[string]string{}
	for _, route := range routes {
		gateways[strings.TrimSuffix(route.Dst, "/32")] = route.Gateway
	}
	return gateways, nil
}
