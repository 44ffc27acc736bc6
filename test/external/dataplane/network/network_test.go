package network

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

// crashes is set in the child process that TestKilledRunLeavesNothing kills.
const crashes = "MESHWORK_NETWORK_TEST_CRASHES"

func requireRoot(t *testing.T) {
	t.Helper()
	if err := Missing(); err != nil {
		t.Skip(err)
	}
}

func TestPodsReachEachOther(t *testing.T) {
	requireRoot(t)
	g := NewWithT(t)
	network, err := New(2)
	g.Expect(err).NotTo(HaveOccurred())
	t.Cleanup(func() {
		g.Expect(network.Close()).To(Succeed())
		g.Expect(namesWith(network.Prefix)).To(BeEmpty())
	})
	first, second := network.Nodes[0], network.Nodes[1]
	client, err := network.AddClient("client")
	g.Expect(err).NotTo(HaveOccurred())
	server, err := first.AddPod("server", true)
	g.Expect(err).NotTo(HaveOccurred())
	neighbor, err := first.AddPod("neighbor", false)
	g.Expect(err).NotTo(HaveOccurred())
	remote, err := second.AddPod("remote", true)
	g.Expect(err).NotTo(HaveOccurred())

	for _, address := range append(server.Addresses, server.SecondAddresses...) {
		serveLocalAddress(t, server.Namespace, address)
	}
	// The Pods come first: their Nodes do not know the way from packets of their own.
	for _, from := range []*Namespace{neighbor.Namespace, remote.Namespace, first.Namespace, second.Namespace} {
		for _, address := range append(server.Addresses, server.SecondAddresses...) {
			g.Expect(ask(from, address)).To(Equal(address.String()), "from %s", from.Name())
		}
	}
	for _, address := range server.SecondAddresses {
		g.Expect(ask(client, address)).To(Equal(address.String()), "from a client")
	}
	g.Expect(client.Counters()).To(And(HaveKey("netstat TCPSynRetrans"), HaveKey("stat/arp_cache res_failed")))

	g.Expect(first.CutOff()).To(Succeed())
	_, err = ask(remote.Namespace, server.Addresses[0])
	g.Expect(err).To(MatchError(ContainSubstring("timeout")), "while the Node is cut off")
	g.Expect(first.Reconnect()).To(Succeed())
	g.Expect(ask(remote.Namespace, server.Addresses[0])).NotTo(BeEmpty())

	g.Expect(server.Remove()).To(Succeed())
	_, err = ask(remote.Namespace, server.Addresses[0])
	g.Expect(err).To(HaveOccurred(), "once the Pod is gone")
}

// serveLocalAddress answers every connection with the address that it came to.
func serveLocalAddress(t *testing.T, namespace *Namespace, address netip.Addr) {
	t.Helper()
	listener, err := namespace.Listen("tcp", netip.AddrPortFrom(address, 80).String())
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = fmt.Fprint(connection, connection.LocalAddr().(*net.TCPAddr).IP)
			_ = connection.Close()
		}
	}()
}

func ask(from *Namespace, address netip.Addr) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	connection, err := from.DialContext(ctx, "tcp", netip.AddrPortFrom(address, 80).String())
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close() }()
	answer, err := bufio.NewReader(connection).ReadString(0)
	if answer != "" {
		return answer, nil
	}
	return "", err
}

func TestKilledRunLeavesNothing(t *testing.T) {
	requireRoot(t)
	if os.Getenv(crashes) != "" {
		network, err := New(2)
		NewWithT(t).Expect(err).NotTo(HaveOccurred())
		fmt.Println("prefix", network.Prefix)
		select {}
	}
	g := NewWithT(t)
	command := exec.Command(os.Args[0], "-test.run=^TestKilledRunLeavesNothing$")
	command.Env = append(os.Environ(), crashes+"=1")
	output, err := command.StdoutPipe()
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(command.Start()).To(Succeed())
	prefix := ""
	for lines := bufio.NewScanner(output); prefix == "" && lines.Scan(); {
		prefix, _ = strings.CutPrefix(lines.Text(), "prefix ")
	}
	g.Expect(namesWith(prefix)).To(HaveLen(3), "a fabric and two Nodes")

	g.Expect(command.Process.Kill()).To(Succeed())
	g.Expect(command.Wait()).NotTo(Succeed())

	g.Eventually(func() []string { return namesWith(prefix) }, 20*time.Second, 50*time.Millisecond).Should(BeEmpty())
}

// namesWith returns the names of the namespaces with a prefix.
func namesWith(prefix string) []string {
	paths, _ := filepath.Glob("/run/netns/" + prefix + "*")
	return paths
}
