package dataplane_test

import (
	"crypto/tls"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// trustPropagation is longer than gRPC takes to read the files again: 10 s.
const trustPropagation = 15 * time.Second

// clients are the names of the Deployments that call all the time.
var clients = []string{"client", "late"}

var _ = Describe("Mutual TLS", Ordered, suite.NeedsPodCertificates, func() {
	var (
		setup            meshTLS
		mesh             *v1alpha1.Mesh
		sellers, buyers  string
		service          *corev1.Service
		sellerID, callID string
	)

	BeforeAll(NodeTimeout(5*time.Minute), func(ctx SpecContext) {
		setup = startMeshTLS(ctx)
		mesh = strictMesh(ctx)
		sellers, buyers = setup.namespace(ctx, mesh.Name, seller), setup.namespace(ctx, mesh.Name, buyer)
		service = serve(ctx, sellers, mesh, 3)
		// gRPC reads the files every 10 s, so the clients do that at different times.
		for _, name := range clients {
			call(ctx, buyers, name, 1, service)
			Eventually(func() int { return len(callsOf(ctx, buyers, name)) }).Should(BeNumerically(">=", 400))
		}
		sellerID, callID = spiffeID(mesh, sellers, seller), spiffeID(mesh, buyers, buyer)
	})

	// renewed waits until every client calls with its newest certificate, and sees only
	// the newest ones of the servers.
	renewed := func(ctx SpecContext) {
		GinkgoHelper()
		Eventually(func(g Gomega) {
			newest := serials(ctx, sellers, buyers)
			for _, name := range clients {
				calls := callsOf(ctx, buyers, name)
				for _, call := range calls[len(calls)-100:] {
					g.Expect(newest).To(ContainElements(call.Caller.Serial, call.Server.Serial))
				}
			}
		}).Should(Succeed())
	}

	It("shows both sides who the other one is", func(ctx SpecContext) {
		calls := callsOf(ctx, buyers, clients...)
		Expect(failuresOf(calls)).To(BeEmpty())
		pods := map[string]bool{}
		for _, call := range calls {
			Expect(call.Server.ID).To(Equal(sellerID))
			Expect(call.Caller.ID).To(Equal(callID))
			pods[call.Pod] = true
		}
		Expect(pods).To(HaveLen(3))
		record("mutual TLS", "3 servers and 2 clients in two namespaces", "0 failed calls, both identities known", fmt.Sprintf("0 of %d", len(calls)))
	})

	DescribeTable("refuses strangers", func(ctx SpecContext, message string, namespace func(SpecContext) string) {
		stranger := namespace(ctx)
		call(ctx, stranger, "stranger", 1, service)
		var calls []made
		Eventually(func() []made {
			calls = callsOf(ctx, stranger, "stranger")
			return calls
		}).Should(ContainElement(HaveField("Error", ContainSubstring(message))))
		Expect(failuresOf(calls)).To(HaveLen(len(calls)))
	},
		Entry("without a certificate", "this client has no certificate", func(ctx SpecContext) string {
			return setup.namespace(ctx, mesh.Name, buyer, func(namespace *corev1.Namespace) { delete(namespace.Labels, v1alpha1.CertificatesKey) })
		}),
		Entry("of another Mesh", "certificate", func(ctx SpecContext) string {
			return setup.namespace(ctx, strictMesh(ctx).Name, buyer)
		}),
	)

	It("accepts only certificates of its CA that have not expired", func(ctx SpecContext) {
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: kit.SystemNamespace, Name: "meshwork-ca-" + mesh.Name + "-first"}}
		Expect(api.Get(ctx, client.ObjectKeyFromObject(secret), secret)).To(Succeed())
		authority, err := kit.AuthorityFrom(secret)
		Expect(err).NotTo(HaveOccurred())
		other, err := kit.NewAuthority("other")
		Expect(err).NotTo(HaveOccurred())
		pod := readyPods(ctx, sellers, "web", 3)[0]
		try := func(certificates ...tls.Certificate) error { return greetTLS(ctx, pod.Status.PodIP, certificates...) }

		Expect(try(issueFor(authority, callID, time.Hour))).To(Succeed())
		Expect(try()).To(MatchError(ContainSubstring("certificate required")))
		Expect(try(issueFor(authority, callID, -time.Minute))).To(MatchError(ContainSubstring("expired certificate")))
		Expect(try(issueFor(other, callID, time.Hour))).To(MatchError(ContainSubstring("remote error: tls:")))
	})

	It("loses no call while all Pods get new certificates", NodeTimeout(5*time.Minute), func(ctx SpecContext) {
		for range 2 {
			before := serials(ctx, sellers, buyers)
			ground.Kubelet.RefreshCertificates()
			Eventually(func() bool { return disjoint(before, serials(ctx, sellers, buyers)) }).Should(BeTrue())
			renewed(ctx)
		}
		calls := callsOf(ctx, buyers, clients...)
		Expect(failuresOf(calls)).To(BeEmpty())
		record("mutual TLS", "all certificates are replaced twice", "0 failed calls", fmt.Sprintf("0 of %d", len(calls)))
	})

	It("loses no call while the CA is rotated", Label("long"), NodeTimeout(5*time.Minute), func(ctx SpecContext) {
		expect.Updated(ctx, api, mesh, func(mesh *v1alpha1.Mesh) {
			mesh.Spec.MTLS.Backends = append(mesh.Spec.MTLS.Backends, v1alpha1.CABackend{Name: "second", Generated: &v1alpha1.GeneratedCA{}})
			mesh.Spec.MTLS.EnabledBackend = "second"
		})
		signing := func() string {
			Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			return mesh.Status.MTLS.SigningBackend
		}
		Eventually(signing).WithTimeout(2 * time.Minute).Should(Equal("second"))
		ground.Kubelet.RefreshCertificates()
		Eventually(func() []string { return backends(ctx, sellers, buyers) }).Should(Equal([]string{"second"}))
		renewed(ctx)
		expect.Updated(ctx, api, mesh, func(mesh *v1alpha1.Mesh) { mesh.Spec.MTLS.Backends = mesh.Spec.MTLS.Backends[1:] })
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			g.Expect(mesh.Status.MTLS.Roots).To(HaveExactElements(HaveField("Backend", "second")))
			g.Expect(meta.IsStatusConditionTrue(mesh.Status.Conditions, v1alpha1.ConditionRotationComplete)).To(BeTrue())
		}).WithTimeout(2 * time.Minute).Should(Succeed())
		// The Pods trust no other root by now.
		ground.Kubelet.RefreshCertificates()
		renewed(ctx)
		calls := callsOf(ctx, buyers, clients...)
		Expect(failuresOf(calls)).To(BeEmpty())
		record("mutual TLS", "the CA is rotated, and the old root removed", "0 failed calls", fmt.Sprintf("0 of %d", len(calls)))
	})
})

// issueFor returns a certificate that the signer has not issued.
func issueFor(authority *kit.Authority, name string, lifetime time.Duration) tls.Certificate {
	GinkgoHelper()
	directory := GinkgoT().TempDir()
	Expect(authority.IssueTo(directory, kit.Certificate{Name: name, Lifetime: lifetime})).To(Succeed())
	certificate, err := tls.LoadX509KeyPair(filepath.Join(directory, "tls.crt"), filepath.Join(directory, "tls.key"))
	Expect(err).NotTo(HaveOccurred())
	return certificate
}

// greetTLS connects to the gRPC port of a Pod from a Node, and waits for the first byte of
// the server: with TLS 1.3, only this byte shows that the client's certificate is accepted.
func greetTLS(ctx SpecContext, address string, certificates ...tls.Certificate) error {
	GinkgoHelper()
	connection, err := ground.Nodes[0].Network.DialContext(ctx, "tcp", traffic.HostPort(address, dataplane.GRPCPort))
	Expect(err).NotTo(HaveOccurred())
	// Only the server's decision about the client counts here, so the server is not verified.
	secured := tls.Client(connection, &tls.Config{Certificates: certificates, InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	defer func() { _ = secured.Close() }()
	Expect(secured.SetDeadline(time.Now().Add(10 * time.Second))).To(Succeed())
	_, err = secured.Read(make([]byte, 1))
	return err
}

// recordsOf returns the certificates on record in namespaces.
func recordsOf(ctx SpecContext, namespaces ...string) []v1alpha1.MeshCertificate {
	GinkgoHelper()
	var all []v1alpha1.MeshCertificate
	for _, namespace := range namespaces {
		var list v1alpha1.MeshCertificateList
		Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
		all = append(all, list.Items...)
	}
	return all
}

func serials(ctx SpecContext, namespaces ...string) []string {
	GinkgoHelper()
	var all []string
	for _, record := range recordsOf(ctx, namespaces...) {
		all = append(all, record.Spec.Certificates[0].SerialNumber)
	}
	return all
}

// backends returns the backends of the newest certificates.
func backends(ctx SpecContext, namespaces ...string) []string {
	GinkgoHelper()
	var all []string
	for _, record := range recordsOf(ctx, namespaces...) {
		all = append(all, record.Spec.Certificates[0].Backend)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func disjoint(a, b []string) bool {
	return !slices.ContainsFunc(a, func(element string) bool { return slices.Contains(b, element) })
}
