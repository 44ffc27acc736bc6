package v1alpha1_test

import (
	"fmt"
	"net/netip"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func ranges(texts ...string) string {
	return "spec: {vips: {cidrs: ['" + strings.Join(texts, "', '") + "']}}"
}

var _ = DescribeTable("The API server accepts the ranges", func(ctx SpecContext, texts ...string) {
	mesh := object("Mesh", "ranges", ranges(texts...))
	Expect(create(ctx, mesh)).To(Succeed())
	Expect(api.Delete(ctx, mesh)).To(Succeed())
},
	Entry(nil, "10.0.0.0/16"),
	Entry(nil, "fd00::/64"),
	Entry(nil, "10.0.0.0/16", "fd00::/64", "10.1.0.5-10.1.0.9"),
	Entry(nil, "10.0.0.5-10.0.0.9"),
	Entry(nil, "10.0.0.5-10.0.0.5"),
	Entry(nil, "fd00::5-fd00::ffff:9"),
	Entry(nil, "10.0.0.1/32"),
	Entry(nil, "fd00::1/128"),
	Entry(nil, "FD00:0::/64"),
	Entry(nil, "0.0.0.0/0"), // the Mesh's condition reports what is wrong with it
	Entry(nil, "::/0"),
	Entry(nil, "10.0.0.9-10.0.0.5"),
	Entry(nil, "ffff:ffff:ffff:ffff:ffff:ffff:ffff:fff0-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
)

var _ = DescribeTable("The API server rejects the ranges", func(ctx SpecContext, message string, texts ...string) {
	err := create(ctx, object("Mesh", "ranges", ranges(texts...)))
	Expect(client.IgnoreNotFound(api.Delete(ctx, object("Mesh", "ranges", "")))).To(Succeed())
	Expect(apierrors.IsInvalid(err)).To(BeTrue(), "%v", err)
	Expect(err).To(MatchError(ContainSubstring(message)))
},
	Entry(nil, "must be a CIDR such as", "pool/16"),
	Entry(nil, "must be a CIDR such as", "text"),
	Entry(nil, "must be a CIDR such as", "10.0.0.5"),
	Entry(nil, "must be a CIDR such as", "fd00::5"),
	Entry(nil, "must be a CIDR such as", "10.0.0.0/33"),
	Entry(nil, "must be a CIDR such as", "010.0.0.0/16"),
	Entry(nil, "must be a CIDR such as", "fd00::/129"),
	Entry(nil, "must be a CIDR such as", " 10.0.0.0/16"),
	Entry(nil, "must be a CIDR such as", "10.0.0.0/16,10.1.0.0/16"),
	Entry(nil, "must be a CIDR such as", "::ffff:10.0.0.0/112"),
	Entry(nil, "bits beyond the prefix", "10.0.0.1/16"),
	Entry(nil, "bits beyond the prefix", "fd00::1/64"),
	Entry(nil, "bits beyond the prefix", "10.0.0.1/0"),
	Entry(nil, "two IP addresses with a -", "one-two"),
	Entry(nil, "two IP addresses with a -", "10.0.0.5-"),
	Entry(nil, "two IP addresses with a -", "-10.0.0.5"),
	Entry(nil, "two IP addresses with a -", "10.0.0.5-9"),
	Entry(nil, "two IP addresses with a -", "10.0.0.5 - 10.0.0.9"),
	Entry(nil, "two IP addresses with a -", "10.0.0.1-10.0.0.5-10.0.0.9"),
	Entry(nil, "two IP addresses with a -", "10.0.0.1--10.0.0.5"),
	Entry(nil, "two IP addresses with a -", "10.0.0.0/24-10.0.1.0/24"),
	Entry(nil, "two IP addresses with a -", "::ffff:10.0.0.5-::ffff:10.0.0.9"),
	Entry(nil, "two IP addresses with a -", "fe80::1%eth0-fe80::2%eth0"),
	Entry(nil, "of one family", "10.0.0.5-fd00::9"),
	Entry(nil, "of one family", "fd00::5-10.0.0.9"),
	Entry("an empty text", "spec.vips.cidrs[0]", ""),
	Entry("a text that is too long", "spec.vips.cidrs[0]", strings.Repeat("1", 80)),
	Entry("one invalid range", "spec.vips.cidrs[1]", "10.0.0.0/16", "10.1.0.1/16"),
	Entry("a duplicate range", "Duplicate value", "10.0.0.0/16", "10.0.0.0/16"),
)

var _ = DescribeTable("The API server rejects the Mesh", func(ctx SpecContext, body, message string) {
	err := create(ctx, object("Mesh", "ranges", body))
	Expect(client.IgnoreNotFound(api.Delete(ctx, object("Mesh", "ranges", "")))).To(Succeed())
	Expect(apierrors.IsInvalid(err)).To(BeTrue(), "%v", err)
	Expect(err).To(MatchError(ContainSubstring(message)))
},
	Entry("with an empty list of ranges", "spec: {vips: {cidrs: []}}", "spec.vips.cidrs"),
	Entry("with too many ranges", ranges(strings.Split(entries(65, "10.%d.0.0/16"), ", ")...), "spec.vips.cidrs"),
	Entry("with vips, but without a list", "spec: {vips: {}}", "spec.vips.cidrs"),
	Entry("with an unknown mode", "spec: {vips: {cidrs: [10.0.0.0/16], ipMode: Node}}", `Unsupported value: "Node": supported values: "VIP", "Proxy"`),
	Entry("with an empty mode", "spec: {vips: {cidrs: [10.0.0.0/16], ipMode: ''}}", `Unsupported value: ""`),
	Entry("with a mode in lower case", "spec: {vips: {cidrs: [10.0.0.0/16], ipMode: proxy}}", `Unsupported value: "proxy"`),
	Entry("with a negative count of addresses", "status: {vips: {ipv4: {total: -1, used: 0, available: 0}}}", "status.vips.ipv4.total"),
	Entry("with a negative count of used addresses", "status: {vips: {ipv6: {total: 1, used: -1, available: 0}}}", "status.vips.ipv6.used"),
	Entry("without a count", "status: {vips: {ipv4: {total: 1, used: 1}}}", "status.vips.ipv4.available"),
	Entry("with an invalid last address", "status: {vips: {ipv4: {total: 1, used: 1, available: 0, lastAllocated: nowhere}}}", "must be an IP address"),
)

var _ = DescribeTable("The API server sets the mode of the addresses", func(ctx SpecContext, body, mode string) {
	mesh := object("Mesh", "ranges", body)
	Expect(create(ctx, mesh)).To(Succeed())
	DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, mesh)).To(Succeed()) })
	actual, _, err := unstructured.NestedString(mesh.Object, "spec", "vips", "ipMode")
	Expect(err).NotTo(HaveOccurred())
	Expect(actual).To(Equal(mode))
},
	Entry("to VIP by default", ranges("10.0.0.0/16"), "VIP"),
	Entry("to VIP", "spec: {vips: {cidrs: [10.0.0.0/16], ipMode: VIP}}", "VIP"),
	Entry("to Proxy", "spec: {vips: {cidrs: [10.0.0.0/16], ipMode: Proxy}}", "Proxy"),
	Entry("not, without ranges", "spec: {}", ""),
)

const (
	v6Name = "fd00-0200-0000-0000-0000-0000-0000-0007"
	holder = "service: {namespace: ns, name: web, uid: 1-2-3, resourceVersion: '7'}"
)

func virtualIP(name, address string, more ...string) *unstructured.Unstructured {
	return object("VirtualIP", name, "spec: {"+strings.Join(append([]string{"mesh: home", "address: '" + address + "'"}, more...), ", ")+"}")
}

var _ = DescribeTable("The API server accepts the VirtualIP", func(ctx SpecContext, name, address string, more ...string) {
	made := virtualIP(name, address, more...)
	Expect(create(ctx, made)).To(Succeed())
	Expect(api.Delete(ctx, made)).To(Succeed())
},
	Entry("of IPv4", "10.200.0.7", "10.200.0.7", "loadBalancerClass: meshwork.dev/mesh-vip", holder),
	Entry("of IPv6", v6Name, "fd00:200::7", "loadBalancerClass: meshwork.dev/mesh-vip", holder),
	Entry("of IPv6, with letters", "fd00-0200-0000-0000-0000-0000-00ab-cdef", "fd00:200::ab:cdef"),
	Entry("of IPv6, in full", "fd00-0200-1111-2222-3333-4444-5555-6666", "fd00:200:1111:2222:3333:4444:5555:6666"),
	Entry("of the first address", "0000-0000-0000-0000-0000-0000-0000-0000", "::"),
	Entry("of the last address", "ffff-ffff-ffff-ffff-ffff-ffff-ffff-ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
	Entry("without a Service", "10.200.0.7", "10.200.0.7"),
	Entry("without a class", "10.200.0.7", "10.200.0.7", holder),
	Entry("of the longest names", "10.200.0.7", "10.200.0.7", "loadBalancerClass: "+strings.Repeat("a", 253)+"/"+strings.Repeat("b", 63),
		fmt.Sprintf("service: {namespace: %s, name: %[1]s, uid: %[1]s, resourceVersion: %[1]s}", strings.Repeat("n", 63))),
)

var _ = DescribeTable("The API server rejects the VirtualIP", func(ctx SpecContext, message, name, address string, more ...string) {
	err := create(ctx, virtualIP(name, address, more...))
	Expect(client.IgnoreNotFound(api.Delete(ctx, object("VirtualIP", name, "")))).To(Succeed())
	Expect(apierrors.IsInvalid(err)).To(BeTrue(), "%v", err)
	Expect(err).To(MatchError(ContainSubstring(message)))
},
	Entry("of another address", "must be named after", "10.200.0.7", "10.200.0.8"),
	Entry("of another family", "must be named after", "10.200.0.7", "fd00:200::7"),
	Entry("of another address of IPv6", "must be named after", v6Name, "fd00:200::8"),
	Entry("of an address of IPv4 with dashes", "must be named after", "10-200-0-7", "10.200.0.7"),
	Entry("with a name that is not an address", "must be named after", "web", "10.200.0.7"),
	Entry("with a name that is not an address, with dashes", "must be named after", "my-web", "10.200.0.7"),
	Entry("with a name that is not an address, of the same length", "must be named after", "my-web"+strings.Repeat("x", 33), "fd00:200::7"),
	Entry("with a name that has more than the address", "must be named after", "10.200.0.7.example.com", "10.200.0.7"),
	Entry("compressed", "must be named after", "fd00-200--7", "fd00:200::7"),
	Entry("compressed in part", "must be named after", "fd00-200-0-0-0-0-0-7", "fd00:200::7"),
	Entry("compressed, 31 digits", "must be named after", "ffff-ffff-ffff-ffff-ffff-ffff-ffff-fff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:fff"),
	Entry("with dots", "must be named after", "fd00-200--0.0.0.7", "fd00:200::7"),
	Entry("with dots, as long as one without", "must be named after", "fd00-0200-0000-0000-0000-0000-10.0.0.77", "fd00:200::a00:4d"),
	Entry("of IPv4 written as IPv6", "canonical form", "0000-0000-0000-0000-0000-ffff-0ac8-0007", "::ffff:10.200.0.7"),
	Entry("of IPv4, with a name of IPv6", "must be named after", "0000-0000-0000-0000-0000-ffff-0ac8-0007", "10.200.0.7"),

	Entry("of IPv6 written out", "canonical form", v6Name, "fd00:0200:0000:0000:0000:0000:0000:0007"),
	Entry("of IPv6 in capitals", "canonical form", v6Name, "FD00:200::7"),
	Entry("of IPv6 compressed elsewhere", "canonical form", "fd00-0000-0000-0001-0000-0000-0000-0007", "fd00::1:0:0:0:7"),
	Entry("of IPv4 with zeros", "canonical form", "010.200.0.7", "010.200.0.7"),
	Entry("of an address with a zone", "canonical form", "fe80-0000-0000-0000-0000-0000-0000-0001", "fe80::1%eth0"),
	Entry("of a CIDR", "canonical form", "10.200.0.7", "10.200.0.7/32"),
	Entry("without an address", "canonical form", "10.200.0.7", ""),
	Entry("of a long address", "spec.address", "10.200.0.7", strings.Repeat("1", 40)),

	Entry("without a Mesh", "spec.mesh", "10.200.0.7", "10.200.0.7", "mesh: ''"),
	Entry("of a Mesh with a long name", "spec.mesh", "10.200.0.7", "10.200.0.7", "mesh: "+strings.Repeat("m", 64)),
	Entry("with an empty class", "spec.loadBalancerClass", "10.200.0.7", "10.200.0.7", "loadBalancerClass: ''"),
	Entry("with a long class", "spec.loadBalancerClass", "10.200.0.7", "10.200.0.7", "loadBalancerClass: "+strings.Repeat("c", 318)),
	Entry("for an empty Service", "spec.service", "10.200.0.7", "10.200.0.7", "service: {}"),
	Entry("for a Service without namespace", "spec.service.namespace", "10.200.0.7", "10.200.0.7", "service: {namespace: '', name: web, uid: '1', resourceVersion: '7'}"),
	Entry("for a Service without name", "spec.service.name", "10.200.0.7", "10.200.0.7", "service: {namespace: ns, name: '', uid: '1', resourceVersion: '7'}"),
	Entry("for a Service without UID", "spec.service.uid", "10.200.0.7", "10.200.0.7", "service: {namespace: ns, name: web, uid: '', resourceVersion: '7'}"),
	Entry("for a Service without version", "spec.service.resourceVersion", "10.200.0.7", "10.200.0.7", "service: {namespace: ns, name: web, uid: '1', resourceVersion: ''}"),
)

var _ = Describe("The API server, of a VirtualIP", func() {
	createVirtualIP := func(ctx SpecContext, more ...string) *unstructured.Unstructured {
		GinkgoHelper()
		existing := virtualIP("10.200.0.7", "10.200.0.7", more...)
		Expect(create(ctx, existing)).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, existing.DeepCopy())).To(Succeed()) })
		return existing
	}
	set := func(to any, path ...string) func(map[string]any) {
		return func(spec map[string]any) { Expect(unstructured.SetNestedField(spec, to, path...)).To(Succeed()) }
	}
	remove := func(path ...string) func(map[string]any) {
		return func(spec map[string]any) { unstructured.RemoveNestedField(spec, path...) }
	}
	change := func(ctx SpecContext, existing *unstructured.Unstructured, change func(map[string]any)) error {
		changed := existing.DeepCopy()
		change(changed.Object["spec"].(map[string]any))
		return api.Update(ctx, changed)
	}
	everything := []string{"loadBalancerClass: meshwork.dev/mesh-vip", holder}
	service := map[string]any{"namespace": "ns", "name": "web", "uid": "1", "resourceVersion": "7"}

	DescribeTable("rejects a change of", func(ctx SpecContext, by func(map[string]any), more []string) {
		err := change(ctx, createVirtualIP(ctx, more...), by)
		Expect(apierrors.IsInvalid(err)).To(BeTrue(), "%v", err)
		Expect(err).To(MatchError(ContainSubstring("is immutable: delete the VirtualIP and create another")))
	},
		Entry("the address", set("10.200.0.8", "address"), everything),
		Entry("the Mesh", set("away", "mesh"), everything),
		Entry("the class", set("example.com/other", "loadBalancerClass"), everything),
		Entry("the class to none", remove("loadBalancerClass"), everything),
		Entry("no class to one", set("example.com/other", "loadBalancerClass"), []string{holder}),
		Entry("the Service's namespace", set("other", "service", "namespace"), everything),
		Entry("the Service's name", set("other", "service", "name"), everything),
		Entry("the Service's UID", set("3-2-1", "service", "uid"), everything),
		Entry("a Service to none", remove("service"), everything),
		Entry("none to a Service", set(service, "service"), everything[:1]),
	)

	It("accepts another version of the Service, and other labels", func(ctx SpecContext) {
		existing := createVirtualIP(ctx, everything...)
		existing.SetLabels(map[string]string{"team": "a"})
		Expect(change(ctx, existing, set("8", "service", "resourceVersion"))).To(Succeed())
	})

	It("accepts other labels without a Service", func(ctx SpecContext) {
		existing := createVirtualIP(ctx)
		existing.SetLabels(map[string]string{"team": "a"})
		Expect(api.Update(ctx, existing)).To(Succeed())
	})

	It("rejects a second VirtualIP of the same address", func(ctx SpecContext) {
		createVirtualIP(ctx, everything...)
		Expect(apierrors.IsAlreadyExists(create(ctx, virtualIP("10.200.0.7", "10.200.0.7")))).To(BeTrue())
	})

	It("has one name for an IPv6 address, regardless of its notation", func(ctx SpecContext) {
		address := netip.MustParseAddr("fd00:200::7")
		expanded := strings.ReplaceAll(address.StringExpanded(), ":", "-")
		Expect(expanded).To(Equal(v6Name))
		existing := virtualIP(expanded, address.String())
		Expect(create(ctx, existing)).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, existing)).To(Succeed()) })
		for _, name := range []string{"fd00-200--7", "fd00-0200--7", "fd00-200--0007", "fd00-200-0-0-0-0-0-7", "fd00-0200-0000-0000-0000-0000-0000-7"} {
			Expect(apierrors.IsInvalid(create(ctx, virtualIP(name, address.String())))).To(BeTrue(), name)
		}
	})
})
