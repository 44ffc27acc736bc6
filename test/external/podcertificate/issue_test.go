package podcertificate_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net"
	"os"
	"os/exec"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/cert"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A Pod of a Service in the mesh", func() {
	// newPair creates two Pods on two Nodes, each with a Service of its name.
	newPair := func(ctx context.Context) (caller, callee *corev1.Pod) {
		GinkgoHelper()
		namespace := newNamespace(ctx)
		for _, name := range []string{"caller", "callee"} {
			expect.Created(ctx, api, kit.Service(namespace, name, kit.InMesh(meshName)))
		}
		caller = expect.Created(ctx, api, newPod(namespace, "caller", nodes[0]))
		callee = expect.Created(ctx, api, newPod(namespace, "callee", nodes[1], withAnnotation("meshwork.dev/mesh", meshName)))
		return caller, callee
	}

	It("gets a key and a chain with its identity", func(ctx SpecContext) {
		caller, _ := newPair(ctx)
		certificate := credentials(ctx, nodes[0], caller)
		leaf := certificate.Leaf
		Expect(leaf.URIs).To(HaveExactElements(HaveField("String()", identityOf(caller))))
		Expect(leaf.DNSNames).To(Equal([]string{"caller." + caller.Namespace + ".svc.cluster.local"}))
		Expect(leaf.Subject.String()).To(BeEmpty())
		Expect(leaf.IsCA).To(BeFalse())
		Expect(leaf.KeyUsage).To(Equal(x509.KeyUsageDigitalSignature))
		Expect(leaf.ExtKeyUsage).To(ConsistOf(x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth))
		expectRecorded(ctx, caller, leaf)
	})

	It("authenticates to another one, and the other one to it", func(ctx SpecContext) {
		caller, callee := newPair(ctx)
		client, server := credentials(ctx, nodes[0], caller), credentials(ctx, nodes[1], callee)
		callersRoots, _ := roots(ctx, nodes[0])
		calleesRoots, _ := roots(ctx, nodes[1])
		seenByClient, seenByServer := handshake(
			&tls.Config{Certificates: []tls.Certificate{client}, RootCAs: callersRoots, ServerName: "callee." + callee.Namespace + ".svc.cluster.local"},
			&tls.Config{Certificates: []tls.Certificate{server}, ClientCAs: calleesRoots, ClientAuth: tls.RequireAndVerifyClientCert},
		)
		Expect(seenByClient.URIs).To(HaveExactElements(HaveField("String()", identityOf(callee))))
		Expect(seenByServer.URIs).To(HaveExactElements(HaveField("String()", identityOf(caller))))
	})

	It("has a certificate that OpenSSL accepts", func(ctx SpecContext) {
		openssl, err := exec.LookPath("openssl")
		if err != nil {
			Skip("openssl is not in PATH")
		}
		caller, _ := newPair(ctx)
		certificate := credentials(ctx, nodes[0], caller)
		_, trusted := roots(ctx, nodes[0])
		directory := GinkgoT().TempDir()
		write := func(name string, content []byte) string {
			path := filepath.Join(directory, name)
			Expect(os.WriteFile(path, content, 0o600)).To(Succeed())
			return path
		}
		var chain []byte
		for _, raw := range certificate.Certificate {
			chain = append(chain, pem.EncodeToMemory(&pem.Block{Type: cert.CertificateBlockType, Bytes: raw})...)
		}
		leaf, ca := write("leaf.pem", chain), write("roots.pem", trusted)
		run := func(args ...string) string {
			output, err := exec.CommandContext(ctx, openssl, args...).CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), string(output))
			return string(output)
		}
		for _, purpose := range []string{"sslclient", "sslserver"} {
			Expect(run("verify", "-x509_strict", "-CAfile", ca, "-untrusted", leaf, "-purpose", purpose, leaf)).To(ContainSubstring("OK"))
		}
		Expect(run("x509", "-in", leaf, "-noout", "-text")).To(And(
			ContainSubstring("X509v3 Subject Alternative Name: critical"),
			ContainSubstring("URI:"+identityOf(caller)),
			ContainSubstring("DNS:caller."+caller.Namespace+".svc.cluster.local"),
			ContainSubstring("TLS Web Client Authentication"), ContainSubstring("TLS Web Server Authentication"),
			ContainSubstring("CA:FALSE"),
		))
	})
})

// handshake connects a client and a server, and returns the certificates that they see.
func handshake(client, server *tls.Config) (seenByClient, seenByServer *x509.Certificate) {
	GinkgoHelper()
	clientSide, serverSide := net.Pipe()
	defer func() { _, _ = clientSide.Close(), serverSide.Close() }()
	accepting := tls.Server(serverSide, server)
	accepted := make(chan error, 1)
	go func() { accepted <- accepting.Handshake() }()
	connecting := tls.Client(clientSide, client)
	Expect(connecting.Handshake()).To(Succeed())
	Eventually(accepted).Should(Receive(BeNil()))
	return connecting.ConnectionState().PeerCertificates[0], accepting.ConnectionState().PeerCertificates[0]
}
