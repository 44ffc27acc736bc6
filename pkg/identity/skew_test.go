package identity

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// accepted is how far from its own clock the API server accepts the beginning of a
// certificate.
const accepted = 5 * time.Minute

// A certificate is accepted, and valid at once on machines whose clock is three minutes
// behind, whatever happens between the request and its publication.
func TestBeginningOfCertificates(t *testing.T) {
	for _, test := range []struct {
		name     string
		signer   time.Duration // how far its clock is ahead of the API server's
		waited   time.Duration // the request, for an authority
		publish  time.Duration // after that, because of retries
		accepted bool
		behind   time.Duration // how far the clocks of machines may be behind
	}{
		{name: "no skew", accepted: true, behind: 3 * time.Minute},
		{name: "a request that has waited", waited: 20 * time.Minute, accepted: true, behind: 3 * time.Minute},
		{name: "a request that has waited a little", waited: 59 * time.Second, publish: 59 * time.Second, accepted: true, behind: 3*time.Minute + 59*time.Second},
		{name: "API servers whose clocks differ by a minute", signer: -time.Minute, waited: 20 * time.Minute, publish: 30 * time.Second, accepted: true, behind: 4 * time.Minute},
		{name: "API servers whose clocks differ by a minute, the other way", signer: time.Minute, waited: 20 * time.Minute, accepted: true, behind: 2 * time.Minute},
		// What a signer would do that does not follow the clock of the API server.
		{name: "5 minutes ahead", signer: 5 * time.Minute, accepted: true, behind: -2 * time.Minute},
		{name: "an hour ahead", signer: time.Hour, behind: -57 * time.Minute},
		{name: "a day ahead", signer: 24 * time.Hour, behind: 3*time.Minute - 24*time.Hour},
		{name: "5 minutes behind", signer: -5 * time.Minute, accepted: true, behind: 3 * time.Minute},
		{name: "a day behind", signer: -24 * time.Hour, accepted: true, behind: 3 * time.Minute},
		{name: "a day behind, and the request has waited", signer: -24 * time.Hour, waited: 20 * time.Minute, behind: 23 * time.Minute},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			signed := start.Add(test.waited)
			notBefore := beginning(&Request{Created: start}, signed.Add(test.signer))
			g.Expect(signed.Add(test.publish).Sub(notBefore).Abs() < accepted).To(Equal(test.accepted))
			g.Expect(signed.Sub(notBefore)).To(Equal(test.behind))
		})
	}
}

// A kubelet renews a certificate by its own clock, in time for machines whose clock is
// ahead by less than a quarter of the lifetime.
func TestRefreshLeavesTimeForClocksThatAreAhead(t *testing.T) {
	g := NewWithT(t)
	const kubeletJitter = 5 * time.Minute
	for _, lifetime := range []time.Duration{2 * time.Hour, 24 * time.Hour, 90 * 24 * time.Hour} {
		for i := range 256 {
			at := refreshTime(start, start.Add(lifetime), [32]byte{31: byte(i)})
			g.Expect(start.Add(lifetime).Sub(at) - kubeletJitter).To(BeNumerically(">", lifetime/5))
			g.Expect(at.Sub(start)).To(BeNumerically(">", lifetime*3/5))
		}
	}
}

func TestUntilDenied(t *testing.T) {
	for _, test := range []struct {
		name           string
		outside, valid time.Duration // since then, and from now on
		want           time.Duration
	}{
		{name: "just now", want: 2 * time.Minute},
		{name: "for half a minute", outside: 30 * time.Second, want: 90 * time.Second},
		{name: "for two minutes", outside: 2 * time.Minute},
		{name: "for an hour", outside: time.Hour},
		{name: "since the future", outside: -24 * time.Hour, want: 2 * time.Minute},
		{name: "for an hour, with a certificate", outside: time.Hour, valid: 8 * time.Hour, want: 8 * time.Hour},
		{name: "just now, with a certificate that is about to expire", valid: time.Second, want: 2 * time.Minute},
		{name: "for an hour, with a certificate that has expired", outside: time.Hour, valid: -time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := start.Add(test.outside)
			NewWithT(t).Expect(UntilDenied(start, now.Add(test.valid), now)).To(Equal(test.want))
		})
	}
}

// Times in the status that are in the future, because a clock was wrong, count as now: a
// rotation takes no longer than from now on, and no root leaves early.
func TestRotationAfterAClockWasSetBack(t *testing.T) {
	for _, ahead := range []time.Duration{5 * time.Minute, time.Hour, 24 * time.Hour} {
		t.Run(ahead.String(), func(t *testing.T) {
			g := NewWithT(t)
			w := newWorld(t, "ca-1")
			w.sync()
			p := &pod{}
			w.issue(p, 0)
			w.pods = []*pod{p}
			w.now = w.now.Add(ahead)
			setBackends(w.mesh, "ca-2")
			w.sync()

			w.now = w.now.Add(-ahead)
			w.sync()
			g.Expect(w.decision.NextChange).To(Equal(propagation+time.Second), "and no longer")
			g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("ca-1"))
			w.now = w.now.Add(propagation)
			w.sync()
			g.Expect(w.mesh.Status.MTLS.SigningBackend).To(Equal("ca-2"))

			w.now = w.now.Add(ahead)
			w.issue(p, 0)
			w.sync()
			w.now = w.now.Add(-ahead)
			w.sync()
			g.Expect(w.bundle).To(HaveLen(2))
			w.now = w.now.Add(propagation + time.Second)
			w.sync()
			g.Expect(w.bundle).To(HaveLen(1))
		})
	}
}

// A generated authority is obsolete when nothing needs its root, however it has left the
// spec, unless it is so young that the spec may be old.
func TestObsoleteAuthorities(t *testing.T) {
	old, young := generatedAuthority(t, "old"), generatedAuthority(t, "young")
	root := Fingerprint(old.Root())
	for _, test := range []struct {
		name string
		edit func(*View)
		want []string
	}{
		{name: "left the spec before its root was trusted", want: []string{"old"}},
		{name: "just created", edit: func(view *View) { view.Generated[0].Created = start.Add(-propagation + time.Second) }},
		{name: "in the spec", edit: func(view *View) { setBackends(view.Mesh, "old", "young") }},
		{name: "replaced by a brought one", want: []string{"old"}, edit: func(view *View) {
			view.Mesh.Spec.MTLS.Backends = append(view.Mesh.Spec.MTLS.Backends, v1alpha1.CABackend{Name: "old", SecretRef: &v1alpha1.CASecretReference{Name: "brought"}})
		}},
		{name: "trusted", edit: func(view *View) {
			view.Mesh.Status.MTLS = &v1alpha1.MeshMTLSStatus{Roots: []v1alpha1.TrustedRoot{{Backend: "old", Fingerprint: root, TrustedSince: metav1.NewTime(start)}}}
			view.Backends = append(view.Backends, Backend{Name: "old", Authority: old})
		}},
		{name: "in use, and the status is lost", edit: func(view *View) { view.InUse = map[string]int32{root: 1} }},
		{name: "unreadable", want: []string{"old"}, edit: func(view *View) { view.Generated[0].Root = "" }},
		{name: "no backend is left", want: []string{"old", "young"}, edit: func(view *View) {
			view.Mesh.Spec.MTLS, view.Backends = nil, nil
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			view := View{
				Mesh: meshWith("young"), Now: start, PropagationPeriod: propagation,
				Backends: []Backend{{Name: "young", Authority: young}},
				Generated: []Generated{
					{Backend: "old", Created: start.Add(-time.Hour), Root: root},
					{Backend: "young", Created: start.Add(-time.Hour), Root: Fingerprint(young.Root())},
				},
			}
			if test.edit != nil {
				test.edit(&view)
			}
			NewWithT(t).Expect(view.Decide().Obsolete).To(Equal(test.want))
		})
	}
}
