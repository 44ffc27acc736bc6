package identity

import (
	"cmp"
	"crypto/x509"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
)

// Backend is a CA backend of a Mesh as it was found.
type Backend struct {
	Name string
	// Authority is nil if there is a Problem.
	Authority *Authority
	Problem   *Problem
}

// View is the input of the decision about the authorities of a Mesh.
type View struct {
	Mesh *v1alpha1.Mesh
	// Backends are those in the spec of the Mesh, and former ones whose authority can still
	// be read.
	Backends []Backend
	// Generated are the authorities that were generated for the Mesh.
	Generated []Generated
	// Bundle are the roots in the trust bundle.
	Bundle []*x509.Certificate
	// InUse counts the Pods with certificates, by the fingerprint of the root.
	InUse map[string]int32
	// NextExpiry is the first expiry of these certificates, zero if there is none.
	NextExpiry time.Time
	// PropagationPeriod is the time that a root takes to reach all Pods, and a new certificate
	// its Pod.
	PropagationPeriod time.Duration
	Now               time.Time
}

// Generated is an authority that was generated for a Mesh.
type Generated struct {
	Backend string
	Created time.Time
	// Root is the fingerprint of its root, or "" if it cannot be read.
	Root string
}

// Decision is the desired state of the authorities of a Mesh.
type Decision struct {
	Status v1alpha1.MeshMTLSStatus
	// Roots are the certificates of the trust bundle.
	Roots []*x509.Certificate
	// Obsolete are the generated authorities that are no longer needed, by their backend.
	Obsolete []string
	// NextChange is the time until the decision changes by itself, or 0.
	NextChange time.Duration
	view       View
	roots      []trustedRoot
	signing    *Backend
}

// trustedRoot is a root, with its use.
type trustedRoot struct {
	v1alpha1.TrustedRoot
	certificate *x509.Certificate
	// wanted is true for the root of a backend in the spec.
	wanted bool
}

// expiryPeriod is how often the decision follows certificates of Pods that expire in quick
// succession.
const expiryPeriod = time.Minute

// unknownBackend is shown for a root of which only the certificate is left.
const unknownBackend = "unknown"

// Decide decides which roots are trusted, and which backend signs. A new root is trusted
// for the propagation period before its backend signs, and an old one until the propagation
// period after its last certificate was replaced, so that no handshake fails.
func (v View) Decide() Decision {
	d := Decision{view: v}
	d.collectRoots()
	d.chooseSigning()
	d.retire()
	d.Status.TrustDomain = tlspolicy.TrustDomain(v.Mesh)
	if d.signing != nil {
		d.Status.SigningBackend = d.signing.Name
	}
	for i := range d.roots {
		d.Status.Roots = append(d.Status.Roots, d.roots[i].TrustedRoot)
		d.Roots = append(d.Roots, d.roots[i].certificate)
	}
	d.findObsolete()
	d.followValidity()
	return d
}

// InProgress reports whether a rotation is in progress.
func (d *Decision) InProgress() bool {
	return issuingBackend(d.view.Mesh) != "" && d.rotationComplete().Status != metav1.ConditionTrue
}

func (d *Decision) collectRoots() {
	v := d.view
	known := map[string]v1alpha1.TrustedRoot{}
	if status := v.Mesh.Status.MTLS; status != nil {
		for _, root := range status.Roots {
			known[root.Fingerprint] = root
		}
	}
	add := func(certificate *x509.Certificate, backend string, wanted bool) {
		fingerprint := Fingerprint(certificate)
		if !v.Now.Before(certificate.NotAfter) || d.root(fingerprint) != nil {
			return
		}
		root, found := known[fingerprint]
		if !found {
			root = v1alpha1.TrustedRoot{Fingerprint: fingerprint, TrustedSince: seconds(v.Now)}
		}
		root.TrustedSince, root.UnusedSince = *v.past(&root.TrustedSince), v.past(root.UnusedSince)
		root.Backend, root.NotAfter, root.Certificates = backend, metav1.NewTime(certificate.NotAfter), v.InUse[fingerprint]
		d.roots = append(d.roots, trustedRoot{root, certificate, wanted})
	}
	for _, backend := range v.Backends {
		if backend.Authority != nil && v.inSpec(backend.Name) {
			add(backend.Authority.Root(), backend.Name, true)
		}
	}
	for _, backend := range v.Backends {
		if backend.Authority != nil {
			// A former one. Its root may be missing if the bundle was deleted.
			if root, found := known[Fingerprint(backend.Authority.Root())]; found {
				add(backend.Authority.Root(), root.Backend, false)
			}
		}
	}
	for _, certificate := range v.Bundle {
		fingerprint := Fingerprint(certificate)
		if root, found := known[fingerprint]; found {
			add(certificate, root.Backend, false)
		} else if v.InUse[fingerprint] > 0 { // the status was lost, in a restored backup for instance
			add(certificate, unknownBackend, false)
		}
	}
	slices.SortStableFunc(d.roots, func(a, b trustedRoot) int {
		return cmp.Or(a.TrustedSince.Compare(b.TrustedSince.Time), strings.Compare(a.Fingerprint, b.Fingerprint))
	})
}

func (d *Decision) root(fingerprint string) *trustedRoot {
	for i := range d.roots {
		if d.roots[i].Fingerprint == fingerprint {
			return &d.roots[i]
		}
	}
	return nil
}

// chooseSigning prefers the enabled backend, and keeps the one before until the root of
// the enabled one is trusted everywhere.
func (d *Decision) chooseSigning() {
	enabled := d.view.backend(issuingBackend(d.view.Mesh))
	if enabled == nil {
		return // nothing is to be signed
	}
	if wait := d.untilTrusted(enabled); wait == 0 && d.canSign(enabled) {
		d.signing = enabled
		return
	} else if wait > 0 {
		d.changeIn(wait)
	}
	if status := d.view.Mesh.Status.MTLS; status != nil {
		before := d.view.backend(status.SigningBackend)
		if before == nil || before.Name == enabled.Name || !d.canSign(before) {
			return
		}
		if wait := d.untilTrusted(before); wait > 0 {
			d.changeIn(wait)
			return
		}
		d.signing = before
	}
}

func (d *Decision) canSign(backend *Backend) bool {
	return backend.Authority != nil && d.root(Fingerprint(backend.Authority.Root())) != nil &&
		backend.Authority.NotAfter().Sub(d.view.Now) > MinLifetime
}

// untilTrusted returns the time until all Pods accept the certificates of a backend: because
// of its root, or of an earlier one. While no Pod has a certificate, it is 0.
func (d *Decision) untilTrusted(backend *Backend) time.Duration {
	if backend.Authority == nil {
		return 0
	}
	fingerprint := Fingerprint(backend.Authority.Root())
	if d.root(fingerprint) == nil || d.nothingElseInUse(fingerprint) {
		return 0
	}
	earliest := slices.IndexFunc(d.roots, func(root trustedRoot) bool { return backend.Authority.IsTrustedBy(root.certificate, d.view.Now) })
	return max(0, d.roots[earliest].TrustedSince.Add(d.view.PropagationPeriod).Sub(d.view.Now))
}

func (d *Decision) nothingElseInUse(fingerprint string) bool {
	for other, pods := range d.view.InUse {
		if other != fingerprint && pods > 0 {
			return false
		}
	}
	return true
}

// retire drops the roots whose backends are gone when nothing has needed them for the
// propagation period.
func (d *Decision) retire() {
	var signing trustedRoot
	if d.signing != nil {
		signing = *d.root(Fingerprint(d.signing.Authority.Root()))
	}
	d.roots = slices.DeleteFunc(d.roots, func(root trustedRoot) bool {
		return !root.wanted && !d.isNeeded(&root, &signing) && d.isUnused(&root)
	})
	for i := range d.roots {
		root := &d.roots[i]
		switch {
		case d.isNeeded(root, &signing):
			root.UnusedSince = nil
		case root.UnusedSince == nil:
			root.UnusedSince = &metav1.Time{Time: seconds(d.view.Now).Time}
		}
		if !root.wanted && root.UnusedSince != nil {
			d.changeIn(root.UnusedSince.Add(d.view.PropagationPeriod).Sub(d.view.Now))
		}
		d.changeIn(root.NotAfter.Sub(d.view.Now))
	}
}

// isNeeded reports whether certificates need a root: those of Pods, or those that the signing
// backend is about to sign. Until all Pods have the root of that backend, they need each
// other root that verifies its certificates, too.
func (d *Decision) isNeeded(root, signing *trustedRoot) bool {
	if root.Certificates > 0 || root.Fingerprint == signing.Fingerprint {
		return true
	}
	if d.signing == nil {
		return false
	}
	wait := signing.TrustedSince.Add(d.view.PropagationPeriod).Sub(d.view.Now)
	if wait <= 0 || !d.signing.Authority.IsTrustedBy(root.certificate, d.view.Now) {
		return false
	}
	d.changeIn(wait)
	return true
}

// isUnused reports whether nothing has needed the root for the propagation period.
func (d *Decision) isUnused(root *trustedRoot) bool {
	return root.UnusedSince != nil && !d.view.Now.Before(root.UnusedSince.Add(d.view.PropagationPeriod))
}

// findObsolete finds the generated authorities that left the spec and whose roots nothing
// needs any more. A young one may belong to a spec that the cache does not have yet.
func (d *Decision) findObsolete() {
	for _, generated := range d.view.Generated {
		spec := SpecOf(d.view.Mesh, generated.Backend)
		isInSpec := spec != nil && spec.Generated != nil
		if isInSpec || d.root(generated.Root) != nil || d.view.InUse[generated.Root] > 0 {
			continue
		}
		if young := generated.Created.Add(d.view.PropagationPeriod).Sub(d.view.Now); young > 0 {
			d.changeIn(young)
			continue
		}
		d.Obsolete = append(d.Obsolete, generated.Backend)
	}
}

// followValidity makes the decision follow certificates that become valid, or expire.
func (d *Decision) followValidity() {
	for i := range d.view.Backends {
		switch backend := &d.view.Backends[i]; {
		case backend.Authority != nil:
			last := backend.Authority.NotAfter()
			d.changeAt(last.Add(-expiresSoon))
			d.changeAt(last.Add(-MinLifetime))
			d.changeAt(last)
		case backend.Problem != nil:
			d.changeAt(backend.Problem.Until)
		}
	}
	if next := d.view.NextExpiry; !next.IsZero() {
		d.changeIn(max(next.Sub(d.view.Now), expiryPeriod))
	}
}

// changeAt records that the decision changes at a time, unless that has passed.
func (d *Decision) changeAt(at time.Time) {
	if at.After(d.view.Now) {
		d.changeIn(at.Sub(d.view.Now))
	}
}

// changeIn records that the decision changes after a time. A second more makes sure that
// the time has passed: times in the status have no fractions.
func (d *Decision) changeIn(wait time.Duration) {
	wait = max(wait, 0) + time.Second
	if d.NextChange == 0 || wait < d.NextChange {
		d.NextChange = wait
	}
}

func (v View) backend(name string) *Backend {
	for i := range v.Backends {
		if v.Backends[i].Name == name && name != "" {
			return &v.Backends[i]
		}
	}
	return nil
}

// past returns a time in the status, which is in the future if a clock was wrong. Now is
// then the latest time at which it can have been.
func (v View) past(at *metav1.Time) *metav1.Time {
	if at == nil || !at.After(v.Now) {
		return at
	}
	return ptr.To(seconds(v.Now))
}

func (v View) inSpec(name string) bool { return SpecOf(v.Mesh, name) != nil }

// SpecOf returns a backend in the spec of a Mesh, or nil.
func SpecOf(mesh *v1alpha1.Mesh, backend string) *v1alpha1.CABackend {
	if mesh.Spec.MTLS == nil {
		return nil
	}
	for i := range mesh.Spec.MTLS.Backends {
		if mesh.Spec.MTLS.Backends[i].Name == backend {
			return &mesh.Spec.MTLS.Backends[i]
		}
	}
	return nil
}

func issuingBackend(mesh *v1alpha1.Mesh) string {
	if !tlspolicy.IssuesCertificates(mesh) {
		return ""
	}
	return mesh.Spec.MTLS.EnabledBackend
}

func seconds(now time.Time) metav1.Time { return metav1.NewTime(now).Rfc3339Copy() }
