package write

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
)

// attempt does a write as a controller does.
func attempt(refusals *Refusals, now time.Time, write string, content any, do func() error) error {
	if refused := refusals.Recent(write, content, now); refused != nil {
		return refused
	}
	return refusals.Record(write, content, do(), now)
}

func TestRefusals(t *testing.T) {
	g := NewWithT(t)
	now := time.Unix(1_000, 0)
	var refusals Refusals
	attempts := 0
	var answer func() error
	write := func(desired string) error {
		return attempt(&refusals, now, "web", desired, func() error { attempts++; return answer() })
	}
	forbidden := func() error {
		return apierrors.NewForbidden(corev1.Resource("things"), "web", fmt.Errorf("request %d", attempts))
	}

	answer = forbidden
	first := write("a")
	g.Expect(first).To(MatchError(ContainSubstring("request 1")))
	g.Expect(refusals.UntilRetry(now)).To(Equal(RefusalRetry))
	g.Expect(write("a")).To(Equal(first))
	g.Expect(attempts).To(Equal(1), "the same write is not repeated")

	now = now.Add(RefusalRetry)
	g.Expect(write("a")).To(Equal(first), "the first text is kept")
	g.Expect(attempts).To(Equal(2))
	g.Expect(write("b")).To(MatchError(ContainSubstring("request 3")), "another write is tried immediately")

	now = now.Add(RefusalRetry)
	answer = func() error {
		return apierrors.NewInvalid(corev1.SchemeGroupVersion.WithKind("Thing").GroupKind(), "web", nil)
	}
	g.Expect(write("b")).To(MatchError(ContainSubstring("is invalid")), "another cause is reported")

	now = now.Add(RefusalRetry)
	answer = func() error { return nil }
	g.Expect(write("b")).To(Succeed())
	g.Expect(refusals.UntilRetry(now)).To(BeZero())

	answer = func() error { return errors.New("timeout") }
	g.Expect(write("c")).To(MatchError("timeout"))
	g.Expect(refusals.Recent("web", "c", now)).To(Succeed(), "only refusals wait")
}

// A write that flips between two states is refused in both, and is not repeated in either.
func TestRefusalsOfWhatFlips(t *testing.T) {
	g := NewWithT(t)
	now := time.Unix(1_000, 0)
	var refusals Refusals
	attempts := 0
	write := func(desired any) {
		_ = attempt(&refusals, now, "web", desired, func() error {
			attempts++
			return apierrors.NewForbidden(corev1.Resource("things"), "web", nil)
		})
	}
	write("ready")
	now = now.Add(RefusalRetry / 3)
	for range 5 {
		write("unready")
		write("ready")
	}
	g.Expect(attempts).To(Equal(2))
	g.Expect(refusals.UntilRetry(now)).To(Equal(RefusalRetry*2/3), "of the current state")
	write("unready")
	g.Expect(refusals.UntilRetry(now)).To(Equal(RefusalRetry))

	now = now.Add(RefusalRetry * 2 / 3)
	write("unready")
	g.Expect(attempts).To(Equal(2))
	write("ready")
	g.Expect(attempts).To(Equal(3), "its time has passed")

	refusals.Expire(now)
	g.Expect(refusals.byWrite["web"]).To(HaveLen(2))
	now = now.Add(refusalLifetime)
	write("terminating")
	g.Expect(refusals.byWrite["web"]).To(HaveLen(1), "those of long ago are forgotten")
	for i := range 2 * maxRefusals {
		write(i)
	}
	g.Expect(refusals.byWrite["web"]).To(HaveLen(maxRefusals))
	now = now.Add(refusalLifetime)
	refusals.Expire(now)
	g.Expect(refusals.byWrite).To(BeEmpty())
}

// A webhook that denies without a code has no reason, and may have another text each time.
func TestRefusalsByAWebhook(t *testing.T) {
	g := NewWithT(t)
	now := time.Unix(1_000, 0)
	var refusals Refusals
	attempts := 0
	write := func() error {
		return attempt(&refusals, now, "web", nil, func() error {
			attempts++
			return fmt.Errorf("attempt %d: %w", attempts, webhookDenial(http.StatusBadRequest))
		})
	}
	first := write()
	g.Expect(write()).To(Equal(first))
	g.Expect(attempts).To(Equal(1))
	now = now.Add(RefusalRetry)
	g.Expect(write()).To(Equal(first), "the first text is kept")
	g.Expect(attempts).To(Equal(2))
}

func TestRefusalsForgetWhatIsNotRetained(t *testing.T) {
	g := NewWithT(t)
	var refusals Refusals
	now := time.Unix(1_000, 0)
	refused := func() error { return apierrors.NewForbidden(corev1.Resource("things"), "web", nil) }
	for _, name := range []string{"a", "b"} {
		_ = attempt(&refusals, now, name, nil, refused)
	}
	refusals.Retain(sets.New("a"))
	g.Expect(refusals.Recent("a", nil, now)).NotTo(Succeed())
	g.Expect(refusals.Recent("b", nil, now)).To(Succeed())
	refusals.Retain(nil)
	g.Expect(refusals.byWrite).To(BeEmpty())
}

func forbiddenByRBAC() error {
	return apierrors.NewForbidden(corev1.Resource("things"), "web", errors.New(`User "meshwork" cannot update resource "things" in API group "" in the namespace "ns"`))
}

// An API server that has just started does not know the roles yet. A removal of an endpoint
// must not wait for long because of that.
func TestRefusalsForAMissingPermission(t *testing.T) {
	g := NewWithT(t)
	now := time.Unix(1_000, 0)
	var refusals Refusals
	attempts := 0
	write := func(desired string) {
		_ = attempt(&refusals, now, "web", desired, func() error { attempts++; return forbiddenByRBAC() })
	}
	for i, wait := range []time.Duration{
		250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, RefusalRetry, RefusalRetry,
	} {
		write("a")
		write("a")
		g.Expect(attempts).To(Equal(i + 1))
		g.Expect(refusals.UntilRetry(now)).To(Equal(wait))
		now = now.Add(wait)
	}
	write("b")
	g.Expect(refusals.UntilRetry(now)).To(Equal(RefusalRetry), "this write has been refused for long")

	now = now.Add(refusalLifetime)
	write("a")
	g.Expect(refusals.UntilRetry(now)).To(Equal(250*time.Millisecond), "it was not refused lately")
	g.Expect(attempt(&refusals, now, "web", "c", func() error { return nil })).To(Succeed())
	write("a")
	g.Expect(refusals.UntilRetry(now)).To(Equal(250 * time.Millisecond))
}

func TestIsMissingPermission(t *testing.T) {
	for _, test := range []struct {
		name string
		err  error
		want bool
	}{
		{"RBAC", forbiddenByRBAC(), true},
		{"RBAC that is not synced", fmt.Errorf("creating: %w", apierrors.NewForbidden(corev1.Resource("things"), "", errors.New(
			`User "meshwork" cannot create resource "things" in API group "" in the namespace "ns": RBAC: clusterrole.rbac.authorization.k8s.io "meshwork" not found`))), true},
		{"the right to set finalizers of the owner", apierrors.NewForbidden(corev1.Resource("things"), "web", errors.New(
			`cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: `)), true},
		{"a quota", apierrors.NewForbidden(corev1.Resource("things"), "web", errors.New("exceeded quota: few, requested: count/things=1, used: count/things=1, limited: count/things=1")), false},
		{"a policy that says so", &apierrors.StatusError{ErrStatus: metav1.Status{Code: http.StatusForbidden, Reason: metav1.StatusReasonForbidden,
			Message: `things "web" is forbidden: ValidatingAdmissionPolicy 'team' with binding 'team' denied request: is forbidden: User "meshwork" cannot update resource`}}, false},
		{"a webhook that says so", &apierrors.StatusError{ErrStatus: metav1.Status{Code: http.StatusForbidden, Reason: metav1.StatusReasonForbidden,
			Message: `admission webhook "team.example.com" denied the request: things "web" is forbidden: User "meshwork" cannot update resource`}}, false},
		{"no answer", errors.New("timeout"), false},
	} {
		t.Run(test.name, func(t *testing.T) { NewWithT(t).Expect(isMissingPermission(test.err)).To(Equal(test.want)) })
	}
}
