package identity

import (
	"maps"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

func service(name, mesh string) *corev1.Service {
	return &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, Labels: map[string]string{v1alpha1.MeshLabel: mesh}}}
}

func TestMember(t *testing.T) {
	in := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop", Labels: map[string]string{v1alpha1.SidecarInjectionLabel: "true", v1alpha1.MeshLabel: "b"}}}
	out := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop"}}
	into := func(mesh string) *corev1.Namespace {
		return &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop", Labels: map[string]string{v1alpha1.SidecarInjectionLabel: "true", v1alpha1.MeshLabel: mesh}}}
	}
	half := func(others map[string]string) *corev1.Namespace {
		labels := map[string]string{v1alpha1.XDSKey: v1alpha1.XDSEnabled, v1alpha1.CertificatesKey: v1alpha1.XDSEnabled}
		maps.Copy(labels, others)
		return &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop", Labels: labels}}
	}
	selecting := func(operator metav1.LabelSelectorOperator) v1alpha1.MeshSpec {
		return v1alpha1.MeshSpec{NamespaceSelector: &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "team", Operator: operator}}}}
	}
	for _, test := range []struct {
		name      string
		services  []*corev1.Service
		namespace *corev1.Namespace
		named     string
		current   string
		want      string // the Mesh, or the reason of a denial
		others    []string
		isMistake bool
	}{
		{name: "in none", namespace: out, want: ReasonNotInMesh},
		{name: "no namespace", want: ReasonNotInMesh},
		{name: "its namespace has only the labels of the policy", namespace: half(nil), named: "b", want: ReasonNotInMesh, isMistake: true},
		{name: "its namespace has only the labels of the policy, and the Pod names no Mesh", namespace: half(nil), want: ReasonNotInMesh, isMistake: true},
		{name: "its namespace has all labels, but no such Mesh", namespace: half(map[string]string{v1alpha1.SidecarInjectionLabel: "true"}), want: ReasonNotInMesh},
		{name: "its namespace opts out", namespace: half(map[string]string{v1alpha1.SidecarInjectionLabel: "false"}), want: ReasonNotInMesh, isMistake: true},
		{name: "the policy does not apply", namespace: half(map[string]string{v1alpha1.XDSKey: v1alpha1.XDSDisabled}), want: ReasonNotInMesh},
		{name: "its Service is in the Mesh, and its namespace half", services: []*corev1.Service{service("web", "a")}, namespace: half(nil), named: "a", want: "a"},
		{name: "by its Service", services: []*corev1.Service{service("web", "a")}, namespace: out, want: "a"},
		{name: "by its namespace", namespace: in, want: "b"},
		{name: "its Service before its namespace", services: []*corev1.Service{service("web", "a")}, namespace: in, want: "a"},
		{name: "two Services of one Mesh", services: []*corev1.Service{service("web", "a"), service("api", "a")}, namespace: out, want: "a"},
		{name: "two Services of two Meshes", services: []*corev1.Service{service("web", "a"), service("api", "b")}, namespace: out, want: ReasonAmbiguousMesh},
		{name: "of two Meshes it names one", services: []*corev1.Service{service("web", "a"), service("api", "b")}, namespace: out, named: "b", want: "b"},
		{name: "it names that of its namespace", services: []*corev1.Service{service("web", "a")}, namespace: in, named: "b", want: "b"},
		{name: "it names one that it is not in", services: []*corev1.Service{service("web", "a")}, namespace: out, named: "b", want: ReasonNotInMesh},
		{name: "of two Meshes it has a certificate of one", services: []*corev1.Service{service("web", "a"), service("api", "b")}, namespace: out, current: "a", want: "a", others: []string{"b"}},
		{name: "its certificate before a new Service", services: []*corev1.Service{service("web", "a")}, namespace: in, current: "b", want: "b", others: []string{"a"}},
		{name: "what it names before its certificate", services: []*corev1.Service{service("web", "a"), service("api", "b")}, namespace: out, named: "b", current: "a", want: "b"},
		{name: "it has left the Mesh of its certificate", services: []*corev1.Service{service("api", "b")}, namespace: out, current: "a", want: "b"},
		{name: "the Mesh of its certificate is being deleted", services: []*corev1.Service{service("web", "a"), service("api", "old")}, namespace: out, current: "old", want: "a"},
		{name: "a certificate alone puts it into no Mesh", namespace: out, current: "a", want: ReasonNotInMesh},
		{name: "its Service's Mesh does not select the namespace", services: []*corev1.Service{service("web", "closed")}, namespace: out, want: ReasonNamespaceNotSelected},
		{name: "its namespace's Mesh does not select the namespace", namespace: into("closed"), want: ReasonNamespaceNotSelected},
		{name: "it names a Mesh that does not select the namespace", services: []*corev1.Service{service("web", "a"), service("api", "closed")}, namespace: out, named: "closed", want: ReasonNamespaceNotSelected},
		{name: "it names a Mesh that it is not in, of another that does not select the namespace", services: []*corev1.Service{service("api", "closed")}, namespace: out, named: "a", want: ReasonNotInMesh},
		{name: "one of two Meshes selects the namespace", services: []*corev1.Service{service("web", "a"), service("api", "closed")}, namespace: out, want: "a"},
		{name: "the Mesh of its certificate no longer selects the namespace", services: []*corev1.Service{service("api", "closed")}, namespace: out, current: "closed", want: ReasonNamespaceNotSelected},
		{name: "its Mesh selects the namespace", services: []*corev1.Service{service("web", "open")}, namespace: out, want: "open"},
		{name: "a Mesh with an invalid selector", services: []*corev1.Service{service("web", "broken")}, namespace: out, want: ReasonNamespaceNotSelected},
		{name: "a Mesh with a selector, and no namespace", services: []*corev1.Service{service("web", "open")}, want: ReasonNotInMesh},
		{name: "a Mesh that does not exist", services: []*corev1.Service{service("web", "none")}, namespace: out, want: ReasonNotInMesh},
		{name: "a Mesh that is being deleted", services: []*corev1.Service{service("web", "old")}, namespace: out, want: ReasonNotInMesh},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			meshes := map[string]*v1alpha1.Mesh{
				"a": {ObjectMeta: metav1.ObjectMeta{Name: "a"}}, "b": {ObjectMeta: metav1.ObjectMeta{Name: "b"}},
				"closed": {ObjectMeta: metav1.ObjectMeta{Name: "closed"}, Spec: selecting(metav1.LabelSelectorOpExists)},
				"open":   {ObjectMeta: metav1.ObjectMeta{Name: "open"}, Spec: selecting(metav1.LabelSelectorOpDoesNotExist)},
				"broken": {ObjectMeta: metav1.ObjectMeta{Name: "broken"}, Spec: selecting("Maybe")},
				"old":    {ObjectMeta: metav1.ObjectMeta{Name: "old", DeletionTimestamp: &metav1.Time{Time: time.Unix(1, 0)}}},
			}
			membership, problem := Surroundings{Services: test.services, Namespace: test.namespace, Mesh: func(name string) *v1alpha1.Mesh { return meshes[name] }, Current: test.current}.Member(test.named)
			if problem != nil {
				g.Expect(problem.Reason).To(Equal(test.want))
				g.Expect(problem.IsMistake).To(Equal(test.isMistake))
				if test.isMistake {
					g.Expect(problem.Message).To(ContainSubstring("kubectl label namespace shop --overwrite meshwork.dev/sidecar-injection=true"))
				}
				return
			}
			g.Expect(membership.Mesh.Name).To(Equal(test.want))
			g.Expect(membership.Others).To(HaveExactElements(test.others))
			g.Expect(membership.Findings()).To(HaveLen(min(len(test.others), 1)))
			for _, service := range membership.Services {
				g.Expect(service.Labels[v1alpha1.MeshLabel]).To(Equal(test.want))
			}
		})
	}
}

func TestDNSNames(t *testing.T) {
	g := NewWithT(t)
	membership := Membership{Services: []*corev1.Service{service("web", ""), service("db", "")}}
	pod := &corev1.Pod{Spec: corev1.PodSpec{Hostname: "db-0", Subdomain: "db"}}
	g.Expect(membership.DNSNames(pod, "cluster.local")).To(Equal([]string{
		"db-0.db.shop.svc.cluster.local", "db.shop.svc.cluster.local", "web.shop.svc.cluster.local",
	}))
	g.Expect(membership.DNSNames(pod, strings.Repeat("a", 250))).To(BeEmpty(), "too long for the DNS")
	for range 100 {
		membership.Services = append(membership.Services, service("more", ""))
	}
	g.Expect(len(membership.DNSNames(pod, "cluster.local"))).To(Equal(maxDNSNames))
}

func podMounting(uid string, certificates int) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web-0"}}
	pod.UID = "uid"
	if uid != "" {
		pod.UID = "other"
	}
	projected := &corev1.ProjectedVolumeSource{}
	for range certificates {
		projected.Sources = append(projected.Sources, corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{SignerName: v1alpha1.SignerName}})
	}
	pod.Spec.Volumes = []corev1.Volume{{VolumeSource: corev1.VolumeSource{Projected: projected}}}
	return pod
}

func TestRecord(t *testing.T) {
	certificate := func(serial, root string, at int) v1alpha1.IssuedCertificate {
		return v1alpha1.IssuedCertificate{SerialNumber: serial, Root: root,
			NotBefore: metav1.NewTime(start.Add(time.Duration(at) * time.Hour)), NotAfter: metav1.NewTime(start.Add(time.Duration(at+24) * time.Hour))}
	}
	before := &v1alpha1.MeshCertificate{Spec: v1alpha1.MeshCertificateSpec{PodUID: "uid", Mesh: "default", Certificates: []v1alpha1.IssuedCertificate{
		certificate("2", "a", 2), certificate("1", "b", 1), certificate("0", "b", -30),
	}}}
	issued := &Issued{IssuedCertificate: certificate("3", "a", 3)}
	serials := func(spec v1alpha1.MeshCertificateSpec) (found []string) {
		for _, certificate := range spec.Certificates {
			found = append(found, certificate.SerialNumber)
		}
		return found
	}
	record := func(pod *corev1.Pod, before *v1alpha1.MeshCertificate) []string {
		return serials(Record(pod, meshWith("ca-1"), "id", before, issued, start.Add(3*time.Hour)))
	}
	g := NewWithT(t)
	g.Expect(record(podMounting("", 1), nil)).To(Equal([]string{"3"}))
	g.Expect(record(podMounting("", 1), before)).To(Equal([]string{"3", "1"}), "until the Pod has the new one, it needs the other root")
	g.Expect(record(podMounting("", 2), before)).To(Equal([]string{"3", "2", "1"}), "which one it replaces is not known")
	g.Expect(record(podMounting("other", 1), before)).To(Equal([]string{"3"}), "those of an earlier Pod")
	g.Expect(Record(podMounting("", 2), &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "other"}}, "id", before, issued, start.Add(3*time.Hour)).Certificates).To(
		HaveExactElements(HaveField("Mesh", "other"), HaveField("Mesh", "default"), HaveField("Mesh", "default")), "those of both Meshes")
	before.Spec.Certificates[0].NotBefore = metav1.NewTime(start.Add(3*time.Hour - 5*time.Minute))
	g.Expect(record(podMounting("", 1), before)).To(Equal([]string{"3", "2", "1"}), "a signer may be publishing it")
	g.Expect(CurrentMesh(podMounting("", 1), before, start)).To(Equal("default"))
	g.Expect(CurrentMesh(podMounting("", 1), before, start.Add(48*time.Hour))).To(BeEmpty(), "expired")
	g.Expect(CurrentMesh(podMounting("other", 1), before, start)).To(BeEmpty())
	g.Expect(CurrentMesh(podMounting("", 1), nil, start)).To(BeEmpty())
	g.Expect(ValidUntil(podMounting("", 1), before)).To(BeTemporally("==", start.Add(26*time.Hour)))
	g.Expect(ValidUntil(podMounting("other", 1), before)).To(BeZero())
	g.Expect(ValidUntil(podMounting("", 1), nil)).To(BeZero())
}

// Of the certificates on record, the Pod has the newest that was published.
func TestSettled(t *testing.T) {
	at := func(serial string, minutes int) v1alpha1.IssuedCertificate {
		return v1alpha1.IssuedCertificate{SerialNumber: serial, NotBefore: metav1.NewTime(start.Add(time.Duration(minutes) * time.Minute))}
	}
	recorded := []v1alpha1.IssuedCertificate{at("3", 8), at("2", 5), at("1", 0)}
	for _, test := range []struct {
		name      string
		published string
		now       int
		mounted   int
		want      string
		wait      time.Duration
	}{
		{name: "the newest", published: "3", now: 9, want: "3"},
		{name: "the newest, and earlier ones", published: "1 2 3", now: 9, want: "3"},
		{name: "a newer one may follow", published: "2", now: 9, want: "3 2", wait: 5 * time.Minute},
		{name: "two newer ones may follow", published: "1", now: 9, want: "3 2 1", wait: 5 * time.Minute},
		{name: "one of the newer ones may follow", published: "1", now: 12, want: "3 1", wait: 2 * time.Minute},
		{name: "no newer one can follow", published: "2", now: 14, want: "2"},
		{name: "none that is known", now: 20, want: "3 2 1"},
		{name: "the Pod mounts two", published: "3", now: 20, mounted: 1, want: "3 2 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			record := &v1alpha1.MeshCertificate{Spec: v1alpha1.MeshCertificateSpec{Certificates: recorded}}
			spec, wait := Settled(podMounting("", 1+test.mounted), record, func(known *v1alpha1.IssuedCertificate) bool {
				return strings.Contains(test.published, known.SerialNumber)
			}, start.Add(time.Duration(test.now)*time.Minute))
			var serials []string
			for _, certificate := range spec.Certificates {
				serials = append(serials, certificate.SerialNumber)
			}
			g.Expect(strings.Join(serials, " ")).To(Equal(test.want))
			g.Expect(wait).To(Equal(test.wait))
		})
	}
}
