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
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	clocktesting "k8s.io/utils/clock/testing"
)

var owner = types.NamespacedName{Namespace: "ns", Name: "web"}

func TestRefusals(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	refusals := NewRefusals(clock)
	attempts := 0
	var answer func() error
	write := func(desired string) error {
		return refusals.Write(owner, "web", desired, func() error { attempts++; return answer() })
	}
	forbidden := func() error {
		return apierrors.NewForbidden(corev1.Resource("things"), "web", fmt.Errorf("request %d", attempts))
	}

	answer = forbidden
	first := write("a")
	g.Expect(first).To(MatchError(ContainSubstring("request 1")))
	g.Expect(refusals.UntilRetry(owner)).To(Equal(RefusalRetry))
	g.Expect(write("a")).To(Equal(first))
	g.Expect(attempts).To(Equal(1), "the same write is not repeated")

	clock.SetTime(clock.Now().Add(RefusalRetry))
	g.Expect(write("a")).To(Equal(first), "the first text is kept")
	g.Expect(attempts).To(Equal(2))
	g.Expect(write("b")).To(MatchError(ContainSubstring("request 3")), "another write is tried immediately")

	clock.SetTime(clock.Now().Add(RefusalRetry))
	answer = func() error {
		return apierrors.NewInvalid(corev1.SchemeGroupVersion.WithKind("Thing").GroupKind(), "web", nil)
	}
	g.Expect(write("b")).To(MatchError(ContainSubstring("is invalid")), "another cause is reported")

	clock.SetTime(clock.Now().Add(RefusalRetry))
	answer = func() error { return nil }
	g.Expect(write("b")).To(Succeed())
	g.Expect(refusals.UntilRetry(owner)).To(BeZero())

	answer = func() error { return errors.New("timeout") }
	g.Expect(write("c")).To(MatchError("timeout"))
	g.Expect(refusals.recent(owner, "web", "c")).To(Succeed(), "only refusals wait")
}

// What flips between two states is refused in both, and is not repeated in either.
func TestRefusalsOfWhatFlips(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	refusals := NewRefusals(clock)
	attempts := 0
	write := func(desired any) {
		_ = refusals.Write(owner, "web", desired, func() error {
			attempts++
			return apierrors.NewForbidden(corev1.Resource("things"), "web", nil)
		})
	}
	write("ready")
	clock.SetTime(clock.Now().Add(RefusalRetry / 3))
	for range 5 {
		write("unready")
		write("ready")
	}
	g.Expect(attempts).To(Equal(2))
	g.Expect(refusals.UntilRetry(owner)).To(Equal(RefusalRetry*2/3), "of the current state")
	write("unready")
	g.Expect(refusals.UntilRetry(owner)).To(Equal(RefusalRetry))

	clock.SetTime(clock.Now().Add(RefusalRetry * 2 / 3))
	write("unready")
	g.Expect(attempts).To(Equal(2))
	write("ready")
	g.Expect(attempts).To(Equal(3), "its time has passed")

	refusals.Expire(owner)
	g.Expect(refusals.byOwner[owner]["web"]).To(HaveLen(2))
	clock.SetTime(clock.Now().Add(refusalLifetime))
	write("terminating")
	g.Expect(refusals.byOwner[owner]["web"]).To(HaveLen(1), "those of long ago are forgotten")
	for i := range 2 * maxRefusals {
		write(i)
	}
	g.Expect(refusals.byOwner[owner]["web"]).To(HaveLen(maxRefusals))
	clock.SetTime(clock.Now().Add(refusalLifetime))
	refusals.Expire(owner)
	g.Expect(refusals.byOwner).To(BeEmpty())
}

// A webhook that denies without a code has no reason, and may have another text each time.
func TestRefusalsByAWebhook(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	refusals := NewRefusals(clock)
	attempts := 0
	write := func() error {
		return refusals.Write(owner, "web", nil, func() error {
			attempts++
			return fmt.Errorf("attempt %d: %w", attempts, webhookDenial(http.StatusBadRequest))
		})
	}
	first := write()
	g.Expect(write()).To(Equal(first))
	g.Expect(attempts).To(Equal(1))
	clock.SetTime(clock.Now().Add(RefusalRetry))
	g.Expect(write()).To(Equal(first), "the first text is kept")
	g.Expect(attempts).To(Equal(2))
}

func TestRefusalsForgetWhatIsNotRetained(t *testing.T) {
	g := NewWithT(t)
	refusals := NewRefusals(clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)))
	refused := func() error { return apierrors.NewForbidden(corev1.Resource("things"), "web", nil) }
	for _, name := range []string{"a", "b"} {
		_ = refusals.Write(owner, name, nil, refused)
	}
	refusals.Retain(owner, sets.New("a"))
	g.Expect(refusals.recent(owner, "a", nil)).NotTo(Succeed())
	g.Expect(refusals.recent(owner, "b", nil)).To(Succeed())
	refusals.Retain(owner, nil)
	g.Expect(refusals.byOwner).To(BeEmpty())
	_ = refusals.Write(owner, "a", nil, refused)
	refusals.Forget(owner)
	g.Expect(refusals.byOwner).To(BeEmpty())
}
