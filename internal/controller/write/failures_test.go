package write

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"syscall"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestFailuresKeepTheirFirstText(t *testing.T) {
	refused := func(attempt int) error {
		return fmt.Errorf("updating: %w", apierrors.NewForbidden(corev1.Resource("things"), "web", fmt.Errorf("request %d", attempt)))
	}
	broken := func(attempt int) error {
		return apierrors.NewInternalError(fmt.Errorf("webhook: request %d", attempt))
	}
	disconnected := func(attempt int) error {
		return &url.Error{Op: "Post", URL: "https://10.96.0.1", Err: &net.OpError{
			Op: "read", Net: "tcp", Source: &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 40_000 + attempt}, Err: syscall.ECONNRESET,
		}}
	}
	several := func(attempt int) error {
		return fmt.Errorf("writing: %w", utilerrors.NewAggregate([]error{refused(attempt), disconnected(attempt)}))
	}
	joined := func(attempt int) error {
		conflict := apierrors.NewConflict(corev1.Resource("things"), "web", errors.New("changed"))
		return errors.Join([]error{conflict, refused(attempt), disconnected(attempt)}[attempt%2:]...)
	}
	own := func(attempt int) error { return fmt.Errorf("selector of Service shop/web, attempt %d", attempt) }
	other := func(int) error { return errors.New("EOF") }

	g := NewWithT(t)
	failures := NewFailures()
	for _, newError := range []func(int) error{broken, joined, disconnected, several, own, other, refused, disconnected} {
		first := newError(1)
		g.Expect(failures.First(owner, first)).To(BeIdenticalTo(first), "another cause")
		g.Expect(failures.First(owner, newError(2))).To(BeIdenticalTo(first))
		g.Expect(failures.First(owner, newError(3))).To(BeIdenticalTo(first))
	}
	elsewhere := apierrors.NewForbidden(corev1.Resource("others"), "web", nil)
	g.Expect(failures.First(owner, refused(3))).To(MatchError(ContainSubstring("request 3")))
	g.Expect(failures.First(owner, elsewhere)).To(BeIdenticalTo(elsewhere), "of another resource")
}

func TestFailuresEndWithASuccess(t *testing.T) {
	g := NewWithT(t)
	failures := NewFailures()
	first := errors.New("timeout 1")
	stale := apierrors.NewInvalid(corev1.SchemeGroupVersion.WithKind("Thing").GroupKind(), "web",
		field.ErrorList{field.Invalid(field.NewPath("metadata", "uid"), "1", "field is immutable")})
	g.Expect(failures.First(owner, first)).To(BeIdenticalTo(first))
	g.Expect(failures.First(owner, stale)).To(BeIdenticalTo(stale))
	g.Expect(failures.First(owner, errors.New("timeout 2"))).To(BeIdenticalTo(first), "a stale cache is neither a failure nor a success")

	g.Expect(failures.First(owner, nil)).To(Succeed())
	g.Expect(failures.First(owner, errors.New("timeout 3"))).To(MatchError("timeout 3"))
	failures.Forget(owner)
	g.Expect(failures.first).To(BeEmpty())
}
