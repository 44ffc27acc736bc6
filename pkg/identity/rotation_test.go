package identity

import (
	"crypto/x509"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

const propagation = 5 * time.Minute

// world is a Mesh with Pods whose view of the roots, and whose certificates, lag behind.
type world struct {
	t           testing.TB
	mesh        *v1alpha1.Mesh
	authorities map[string]*Authority
	// presents has the chains of Pods with certificates of brought authorities, by the recorded root.
	presents map[string][]*x509.Certificate
	// accepted remembers which chains, by the recorded root, are accepted with which root.
	accepted map[[2]string]bool
	bundle   []*x509.Certificate
	// published are the bundles of the past, the newest last.
	published []publication
	pods      []*pod
	now       time.Time
	decision  Decision
}

type publication struct {
	at    time.Time
	roots []*x509.Certificate
}

// pod has a certificate of a root: the recorded one, and until it has reached the Pod the
// one before.
type pod struct {
	recorded, before string
	reaches          time.Time
	// lag is how late it sees the bundle.
	lag time.Duration
}

func newWorld(t testing.TB, backends ...string) *world {
	w := &world{t: t, mesh: meshWith(backends...), authorities: map[string]*Authority{}, presents: map[string][]*x509.Certificate{}, accepted: map[[2]string]bool{}, now: start}
	for _, name := range []string{"ca-1", "ca-2", "ca-3", "ca-4"} {
		w.authorities[name] = generatedAuthority(t, name)
	}
	return w
}

// bring makes the authority the content of the Secret of the backend "own", which is enabled.
func (w *world) bring(authority *Authority) {
	setBackends(w.mesh)
	w.mesh.Spec.MTLS.Backends = []v1alpha1.CABackend{{Name: "own", SecretRef: &v1alpha1.CASecretReference{Name: "own"}}}
	w.mesh.Spec.MTLS.EnabledBackend = "own"
	w.authorities["own"] = authority
}

func (w *world) sync() {
	view := View{Mesh: w.mesh, Bundle: w.bundle, InUse: map[string]int32{}, PropagationPeriod: propagation, Now: w.now}
	names := map[string]bool{}
	for _, backend := range w.mesh.Spec.MTLS.Backends {
		names[backend.Name] = true
	}
	if w.mesh.Status.MTLS != nil {
		for _, root := range w.mesh.Status.MTLS.Roots {
			names[root.Backend] = true
		}
	}
	for name := range w.authorities {
		if spec := SpecOf(w.mesh, name); names[name] && (spec != nil || name != "own") {
			view.Backends = append(view.Backends, Backend{Name: name, Authority: w.authorities[name]})
			if spec == nil || spec.Generated != nil {
				view.Generated = append(view.Generated, Generated{Backend: name, Created: start, Root: Fingerprint(w.authorities[name].Root())})
			}
		}
	}
	slices.SortFunc(view.Backends, func(a, b Backend) int { return strings.Compare(a.Name, b.Name) })
	for _, pod := range w.pods {
		view.InUse[pod.recorded]++
	}
	w.decision = view.Decide()
	w.bundle = w.decision.Roots
	w.published = append(w.published, publication{w.now, w.bundle})
	w.mesh.Status.MTLS = &w.decision.Status
	for _, condition := range w.decision.Conditions() {
		meta.SetStatusCondition(&w.mesh.Status.Conditions, condition)
	}
}

// issue gives a Pod a certificate of the backend that signs, if any.
func (w *world) issue(p *pod, reaches time.Duration) bool {
	signing := w.mesh.Status.MTLS.SigningBackend
	if signing == "" {
		return false
	}
	authority := w.authorities[signing]
	p.before, p.recorded, p.reaches = p.used(w.now), Fingerprint(authority.Root()), w.now.Add(reaches)
	if signing == "own" && w.presents[p.recorded] == nil {
		w.presents[p.recorded] = chainOf(w.t, authority, w.now)
	}
	return true
}

// used is the root of the certificate that the Pod presents.
func (p *pod) used(now time.Time) string {
	if p.before != "" && now.Before(p.reaches) {
		return p.before
	}
	return p.recorded
}

// trusts reports whether the Pod trusts the root: its view of the bundle is old.
func (w *world) trusts(p *pod, root string) bool {
	seen := w.published[0].roots
	for _, publication := range w.published {
		if !publication.at.After(w.now.Add(-p.lag)) {
			seen = publication.roots
		}
	}
	return slices.ContainsFunc(seen, func(certificate *x509.Certificate) bool {
		return Fingerprint(certificate) == root || w.accepts(root, certificate)
	})
}

// accepts reports whether a root is enough to verify the chain of a Pod, even if another one is recorded.
func (w *world) accepts(recorded string, root *x509.Certificate) bool {
	chain := w.presents[recorded]
	if chain == nil {
		return false
	}
	key := [2]string{Fingerprint(chain[0]), Fingerprint(root)}
	if _, known := w.accepted[key]; !known {
		w.accepted[key] = verified(chain, root, w.now)
	}
	return w.accepted[key]
}

// trusted returns the fingerprints of the roots in the bundle.
func (w *world) trusted() []string {
	var fingerprints []string
	for _, root := range w.bundle {
		fingerprints = append(fingerprints, Fingerprint(root))
	}
	return fingerprints
}

func (w *world) reason(condition string) string {
	found := meta.FindStatusCondition(w.mesh.Status.Conditions, condition)
	if found == nil {
		return ""
	}
	return found.Reason
}

func TestFirstBackendSignsAtOnce(t *testing.T) {
	g := NewWithT(t)
	w := newWorld(t, "ca-1")
	w.sync()
	g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("ca-1"))
	g.Expect(w.reason(v1alpha1.ConditionBackendsReady)).To(Equal(v1alpha1.ReasonBackendsReady))
	g.Expect(w.reason(v1alpha1.ConditionRotationComplete)).To(Equal(v1alpha1.ReasonComplete))
	g.Expect(w.mesh.Status.MTLS.TrustDomain).To(Equal("default"))
}

// The old backend signs until the new root is trusted, its root stays until nothing needs
// it, and then leaves.
func TestRotation(t *testing.T) {
	g := NewWithT(t)
	w := newWorld(t, "ca-1")
	w.sync()
	p := &pod{}
	g.Expect(w.issue(p, 0)).To(BeTrue())
	w.pods = []*pod{p}

	setBackends(w.mesh, "ca-2")
	w.sync()
	g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("ca-1"))
	g.Expect(w.reason(v1alpha1.ConditionRotationComplete)).To(Equal(v1alpha1.ReasonPropagatingTrust))
	g.Expect(w.bundle).To(HaveLen(2))
	g.Expect(w.decision.NextChange).To(Equal(propagation + time.Second))

	w.now = w.now.Add(w.decision.NextChange)
	w.sync()
	g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("ca-2"))
	g.Expect(w.reason(v1alpha1.ConditionRotationComplete)).To(Equal(v1alpha1.ReasonReplacingCertificates))
	g.Expect(w.decision.rotationComplete().Message).To(ContainSubstring("ca-1 (1 Pod)"))

	w.issue(p, 0)
	w.sync()
	g.Expect(w.reason(v1alpha1.ConditionRotationComplete)).To(Equal(v1alpha1.ReasonRetiringRoots))
	g.Expect(w.bundle).To(HaveLen(2))
	g.Expect(w.decision.Obsolete).To(BeEmpty())

	w.now = w.now.Add(w.decision.NextChange)
	w.sync()
	g.Expect(w.reason(v1alpha1.ConditionRotationComplete)).To(Equal(v1alpha1.ReasonComplete))
	g.Expect(w.bundle).To(HaveLen(1))
	g.Expect(w.decision.Obsolete).To(Equal([]string{"ca-1"}))
}

// A backend that stays in the spec stays trusted.
func TestUnusedBackendStaysTrusted(t *testing.T) {
	g := NewWithT(t)
	w := newWorld(t, "ca-1", "ca-2")
	w.sync()
	w.now = w.now.Add(24 * time.Hour)
	w.sync()
	g.Expect(w.bundle).To(HaveLen(2))
	g.Expect(w.reason(v1alpha1.ConditionRotationComplete)).To(Equal(v1alpha1.ReasonComplete))
	g.Expect(w.decision.rotationComplete().Message).To(ContainSubstring("not in use: ca-1"))
}

func TestBackendsThatCannotSign(t *testing.T) {
	g := NewWithT(t)
	w := newWorld(t, "ca-1")
	w.sync()
	w.mesh.Spec.MTLS.EnabledBackend = ""
	w.sync()
	g.Expect(w.mesh.Status.MTLS.SigningBackend).To(BeEmpty())
	g.Expect(w.reason(v1alpha1.ConditionBackendsReady)).To(Equal(v1alpha1.ReasonNoBackendEnabled))

	broken := View{Mesh: meshWith("ca-1"), Now: start, Backends: []Backend{{Name: "ca-1", Problem: problem(v1alpha1.ReasonInvalidCA, "broken")}}}
	decision := broken.Decide()
	g.Expect(decision.Status.SigningBackend).To(BeEmpty())
	g.Expect(decision.backendsReady()).To(And(HaveField("Status", metav1.ConditionFalse), HaveField("Reason", v1alpha1.ReasonInvalidCA), HaveField("Message", "broken")))

	w = newWorld(t, "ca-1")
	w.now = start.Add(DefaultCALifetime - 30*time.Minute)
	w.sync()
	g.Expect(w.mesh.Status.MTLS.SigningBackend).To(BeEmpty(), "it could sign for half an hour only")
	g.Expect(w.reason(v1alpha1.ConditionBackendsReady)).To(Equal(v1alpha1.ReasonCAExpired))

	w.now = start.Add(DefaultCALifetime - 24*time.Hour)
	w.sync()
	g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("ca-1"))
	g.Expect(w.reason(v1alpha1.ConditionBackendsReady)).To(Equal(v1alpha1.ReasonCAExpiresSoon))

	none := View{Mesh: &v1alpha1.Mesh{}, Now: start}
	decision = none.Decide()
	g.Expect(decision.Conditions()).To(BeNil(), "certificates of others are none of its business")
}

// The decision is made again when one of the times that it depends on has come.
func TestNothingSigns(t *testing.T) {
	g := NewWithT(t)
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}}
	g.Expect(NothingSigns(mesh)).To(And(HaveField("Reason", v1alpha1.ReasonNoBackendEnabled), HaveField("Message", ContainSubstring("Mesh default has no CA"))))
	mesh = meshWith("ca-1")
	g.Expect(NothingSigns(mesh)).To(HaveField("Reason", v1alpha1.ReasonPropagatingTrust))
	mesh.Status.Conditions = []metav1.Condition{{Type: v1alpha1.ConditionBackendsReady, Status: metav1.ConditionFalse, Reason: v1alpha1.ReasonInvalidCA, Message: "no key"}}
	g.Expect(NothingSigns(mesh)).To(And(HaveField("Reason", v1alpha1.ReasonInvalidCA), HaveField("Message", ContainSubstring("no key"))))
}

func TestNextChange(t *testing.T) {
	const lifetime = 90 * 24 * time.Hour
	signing, err := GenerateAuthority(meshWith("ca-1"), &v1alpha1.CABackend{Name: "ca-1", Generated: &v1alpha1.GeneratedCA{Lifetime: &metav1.Duration{Duration: lifetime}}}, start)
	if err != nil {
		t.Fatal(err)
	}
	authority := authorityOf(t, &corev1.Secret{Data: signing}, start)
	other := generatedAuthority(t, "ca-2")
	expiry := authority.NotAfter()
	for _, test := range []struct {
		name string
		edit func(*View)
		at   time.Time
	}{
		{name: "a CA expires soon", at: expiry.Add(-expiresSoon)},
		{name: "a CA can sign no more", at: expiry.Add(-MinLifetime), edit: func(view *View) { view.Now = expiry.Add(-24 * time.Hour) }},
		{name: "a CA expires", at: expiry, edit: func(view *View) { view.Now = expiry.Add(-time.Minute) }},
		{name: "a CA becomes valid", at: start.Add(time.Hour), edit: func(view *View) {
			view.Backends[0] = Backend{Name: "ca-1", Problem: &Problem{Reason: v1alpha1.ReasonInvalidCA, Until: start.Add(time.Hour)}}
		}},
		{name: "a CA is broken", edit: func(view *View) {
			view.Backends[0] = Backend{Name: "ca-1", Problem: &Problem{Reason: v1alpha1.ReasonInvalidCA}}
		}},
		{name: "a certificate expires", at: start.Add(time.Hour), edit: func(view *View) { view.NextExpiry = start.Add(time.Hour) }},
		{name: "certificates expire in quick succession", at: start.Add(time.Minute), edit: func(view *View) { view.NextExpiry = start.Add(time.Second) }},
		{name: "the backend before is trusted again", at: start.Add(propagation - time.Minute), edit: func(view *View) {
			view.Mesh = meshWith("ca-1", "ca-2")
			view.Backends = append(view.Backends, Backend{Name: "ca-2", Authority: other})
			view.InUse = map[string]int32{"another": 1}
			view.Mesh.Status.MTLS = &v1alpha1.MeshMTLSStatus{SigningBackend: "ca-1", Roots: []v1alpha1.TrustedRoot{
				{Backend: "ca-1", Fingerprint: Fingerprint(authority.Root()), TrustedSince: metav1.NewTime(start.Add(-time.Minute))},
			}}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			view := View{Mesh: meshWith("ca-1"), Now: start, PropagationPeriod: propagation, Backends: []Backend{{Name: "ca-1", Authority: authority}}}
			if test.edit != nil {
				test.edit(&view)
			}
			want := time.Duration(0)
			if !test.at.IsZero() {
				want = test.at.Sub(view.Now) + time.Second
			}
			decision := view.Decide()
			NewWithT(t).Expect(decision.NextChange).To(Equal(want))
		})
	}
}

// A root whose backend and status are gone stays while Pods need it.
func TestLostStatus(t *testing.T) {
	g := NewWithT(t)
	w := newWorld(t, "ca-1")
	w.sync()
	p := &pod{}
	w.issue(p, 0)
	w.pods = []*pod{p}
	setBackends(w.mesh, "ca-2")
	w.mesh.Status.MTLS = nil
	w.sync()
	g.Expect(w.bundle).To(HaveLen(2))
	g.Expect(w.mesh.Status.MTLS.Roots).To(ContainElement(HaveField("Backend", unknownBackend)))
	g.Expect(w.mesh.Status.MTLS.SigningBackend).To(BeEmpty())
}

// Whatever the owner of a Mesh does to its backends, each Pod trusts the certificate of
// each other Pod at any time, as long as everything reaches the Pods within the period.
func TestNoHandshakeFails(t *testing.T) {
	const seeds, steps = 40, 150
	for seed := range uint64(seeds) {
		random := rand.New(rand.NewPCG(seed, 19))
		w := newWorld(t, "ca-1")
		w.sync()
		var history []string
		for range steps {
			w.now = w.now.Add(time.Duration(random.Int64N(int64(propagation / 3))))
			w.sync()
			for _, p := range w.pods {
				// A kubelet requests the next certificate when the Pod has the one before.
				if random.IntN(4) == 0 && !w.now.Before(p.reaches) {
					w.issue(p, time.Duration(random.Int64N(int64(propagation-time.Second))))
				}
			}
			switch random.IntN(6) {
			case 0:
				p := &pod{lag: time.Duration(random.Int64N(int64(propagation - time.Second)))}
				// A new Pod sees the current bundle.
				if w.issue(p, 0) {
					p.lag = 0
					w.pods = append(w.pods, p)
				}
			case 1:
				if len(w.pods) > 1 {
					w.pods = w.pods[1:]
				}
			case 2:
				all := []string{"ca-1", "ca-2", "ca-3", "ca-4"}
				random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				all = all[:1+random.IntN(3)]
				setBackends(w.mesh, all...)
				history = append(history, fmt.Sprintf("%s: %v", w.now.Format(time.TimeOnly), all))
			case 3:
				for _, p := range w.pods {
					p.lag = time.Duration(random.Int64N(int64(propagation - time.Second)))
				}
			}
			w.sync()
			for _, server := range w.pods {
				for _, client := range w.pods {
					if !w.trusts(client, server.used(w.now)) {
						t.Fatalf("seed %d, %s: a Pod whose roots are %s old does not trust root %.8s\n%s",
							seed, w.now.Format(time.TimeOnly), client.lag, server.used(w.now), strings.Join(history, "\n"))
					}
				}
			}
		}
	}
}
