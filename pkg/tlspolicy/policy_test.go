package tlspolicy_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

type annotations = map[string]string

func callers(value string) annotations {
	return annotations{v1alpha1.AllowedCallersAnnotation: value}
}

func mode(value string) annotations { return annotations{v1alpha1.MTLSModeAnnotation: value} }

func restrictedTo(callers ...tlspolicy.Caller) tlspolicy.Policy {
	return tlspolicy.Policy{Strict: true, Restricted: true, Callers: callers}
}

func TestRead(t *testing.T) {
	web, all := tlspolicy.Caller{Namespace: "shop", ServiceAccount: "web"}, tlspolicy.Caller{Namespace: "shop", ServiceAccount: "*"}
	for _, test := range []struct {
		name        string
		annotations annotations
		want        tlspolicy.Policy
		// findings has a part of the message of each finding.
		findings []string
	}{
		{name: "nothing"},
		{name: "strict", annotations: mode("Strict"), want: tlspolicy.Policy{Strict: true}},
		{name: "an invalid mode is strict", annotations: mode("strict"), want: tlspolicy.Policy{Strict: true}, findings: []string{`"strict", which is invalid`}},
		{name: "an empty mode is strict", annotations: mode(""), want: tlspolicy.Policy{Strict: true}, findings: []string{`"", which is invalid`}},
		{name: "a Service cannot be less strict than its Mesh", annotations: mode("Permissive"), findings: []string{"which has no effect"}},
		{name: "a ServiceAccount", annotations: callers("shop/web"), want: restrictedTo(web)},
		{name: "a namespace", annotations: callers("shop/*"), want: restrictedTo(all)},
		{name: "sorted and distinct", annotations: callers(" shop/web,shop/*, shop/web"), want: restrictedTo(all, web)},
		{name: "a name with dots", annotations: callers("shop/web.v1"), want: restrictedTo(tlspolicy.Caller{Namespace: "shop", ServiceAccount: "web.v1"})},
		{name: "callers imply strict", annotations: annotations{v1alpha1.AllowedCallersAnnotation: "shop/web", v1alpha1.MTLSModeAnnotation: "Permissive"},
			want: restrictedTo(web), findings: []string{"which has no effect"}},
		{name: "empty", annotations: callers(""), want: restrictedTo(), findings: []string{`may not call: ""`}},
		{name: "all invalid", annotations: callers("web, */*, shop/, /web, shop/web/x, shop/Web, shop/web*, sh op/web"), want: restrictedTo(),
			findings: []string{`"web", "*/*", "shop/", "/web", "shop/web/x", "shop/Web", "shop/web*", "sh op/web"`}},
		{name: "one invalid", annotations: callers("shop/web,"), want: restrictedTo(web), findings: []string{`may not call: ""`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			policy, findings := tlspolicy.Read(test.annotations)
			g.Expect(policy).To(Equal(test.want))
			g.Expect(findings).To(HaveLen(len(test.findings)))
			for i, part := range test.findings {
				g.Expect(findings[i].Reason).To(Equal(v1alpha1.ReasonInvalidCallers))
				g.Expect(findings[i].Message).To(ContainSubstring(part))
			}
		})
	}
}

func TestTooManyCallers(t *testing.T) {
	g := NewWithT(t)
	var all []string
	for i := range tlspolicy.MaxCallers + 1 {
		all = append(all, fmt.Sprintf("shop/web-%d", i))
	}
	policy, findings := tlspolicy.Read(callers(strings.Join(all, ",")))
	g.Expect(policy.Callers).To(HaveLen(tlspolicy.MaxCallers))
	g.Expect(findings).To(HaveLen(1))
	g.Expect(findings[0].Message).To(ContainSubstring("all after the first 256"))
	_, findings = tlspolicy.Read(callers(strings.Join(all[1:], ",")))
	g.Expect(findings).To(BeEmpty())
}

// Entries that are invalid or repeated take little time, however many there are.
func TestHostileCallers(t *testing.T) {
	g := NewWithT(t)
	for _, entry := range []string{",", "shop/web,"} {
		hostile := callers(strings.Repeat(entry, 100_000))
		policy, findings := tlspolicy.Read(hostile)
		g.Expect(policy.Restricted).To(BeTrue())
		g.Expect(findings).To(HaveLen(1))
		g.Expect(testing.AllocsPerRun(1, func() { tlspolicy.Read(hostile) })).To(BeNumerically("<", 20_000))
	}
}

func TestIdentity(t *testing.T) {
	g := NewWithT(t)
	identity, isPrefix := tlspolicy.Caller{Namespace: "shop", ServiceAccount: "web"}.Identity("example.org")
	g.Expect(identity).To(Equal("spiffe://example.org/ns/shop/sa/web"))
	g.Expect(isPrefix).To(BeFalse())
	identity, isPrefix = tlspolicy.Caller{Namespace: "shop", ServiceAccount: "*"}.Identity("example.org")
	g.Expect(identity).To(Equal("spiffe://example.org/ns/shop/sa/"))
	g.Expect(isPrefix).To(BeTrue())
}

func TestMesh(t *testing.T) {
	g := NewWithT(t)
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}}
	strict := tlspolicy.Policy{Strict: true}
	g.Expect(tlspolicy.TrustDomain(mesh)).To(Equal("default"))
	g.Expect(tlspolicy.IssuesCertificates(mesh)).To(BeFalse())
	g.Expect(tlspolicy.WithoutCertificates(strict, mesh)).To(HaveLen(1))
	g.Expect(tlspolicy.WithoutCertificates(tlspolicy.Policy{}, mesh)).To(BeEmpty())

	mesh.Spec.MTLS = &v1alpha1.MeshMTLS{EnabledBackend: "ca", Mode: v1alpha1.MTLSStrict, TrustDomain: "example.org"}
	g.Expect(tlspolicy.TrustDomain(mesh)).To(Equal("example.org"))
	g.Expect(tlspolicy.IsStrict(mesh)).To(BeFalse(), "somebody else issues its certificates")

	mesh.Spec.MTLS.Backends = []v1alpha1.CABackend{{Name: "ca"}}
	g.Expect(tlspolicy.IsStrict(mesh)).To(BeTrue())
	g.Expect(tlspolicy.WithoutCertificates(strict, mesh)).To(BeEmpty())
	mesh.Spec.MTLS.Mode = v1alpha1.MTLSPermissive
	g.Expect(tlspolicy.IsStrict(mesh)).To(BeFalse())
	mesh.Spec.MTLS.Mode, mesh.Spec.MTLS.EnabledBackend = v1alpha1.MTLSStrict, ""
	g.Expect(tlspolicy.IsStrict(mesh)).To(BeFalse(), "mutual TLS is off")
}

func TestChanged(t *testing.T) {
	g := NewWithT(t)
	before := annotations{"example.com/other": "x"}
	g.Expect(tlspolicy.Changed(before, nil)).To(BeFalse())
	g.Expect(tlspolicy.Changed(before, callers(""))).To(BeTrue(), "nobody may call any more")
	g.Expect(tlspolicy.Changed(callers("a/b"), callers("a/c"))).To(BeTrue())
	g.Expect(tlspolicy.Changed(mode("Strict"), before)).To(BeTrue())
}

// FuzzRead checks that no text allows more callers than it names, and that whoever it
// allows has a SPIFFE ID in the namespace.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"", "shop/web", "shop/*,a/b", "*/*", "a/../b", "a/%2f", ",", "a/b/c", "a/\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		policy, findings := tlspolicy.Read(callers(value))
		if !policy.Strict || !policy.Restricted {
			t.Errorf("%q restricts nobody", value)
		}
		if len(policy.Callers) == 0 && len(findings) == 0 {
			t.Errorf("%q allows nobody, and nobody is told", value)
		}
		for _, caller := range policy.Callers {
			if !strings.Contains(value, caller.Namespace+"/"+caller.ServiceAccount) {
				t.Errorf("%q allows %v", value, caller)
			}
			identity, _ := caller.Identity("td")
			if rest, found := strings.CutPrefix(identity, "spiffe://td/ns/"+caller.Namespace+"/sa/"); !found || strings.ContainsAny(rest, "/*%\x00 ") {
				t.Errorf("%q allows %q", value, identity)
			}
		}
		for _, found := range findings {
			if len(found.Message) > 1024 {
				t.Errorf("%q has a finding with %d bytes", value, len(found.Message))
			}
		}
	})
}
