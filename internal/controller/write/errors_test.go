package write

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
)

func TestIsStale(t *testing.T) {
	conflict := apierrors.NewConflict(corev1.Resource("things"), "web", nil)
	forbidden := apierrors.NewForbidden(corev1.Resource("things"), "web", nil)
	for _, test := range []struct {
		name string
		err  error
		want bool
	}{
		{"none", nil, false},
		{"a conflict", fmt.Errorf("updating: %w", conflict), true},
		{"a stale cache", ErrStale, true},
		{"an object to read again", fmt.Errorf("released: %w", ErrStale), true},
		{"a refusal", forbidden, false},
		{"only stale ones", errors.Join(conflict, ErrStale), true},
		{"a refusal among stale ones", errors.Join(conflict, forbidden), false},
		{"a stale one among refusals", utilerrors.NewAggregate([]error{forbidden, conflict}), false},
		{"a denial with the code of a conflict", webhookDenial(http.StatusConflict), false},
		{"a denial with the code of a missing object", webhookDenial(http.StatusNotFound), false},
		{"joined within joined", errors.Join(nil, errors.Join(ErrStale, forbidden)), false},
	} {
		t.Run(test.name, func(t *testing.T) { NewWithT(t).Expect(IsStale(test.err)).To(Equal(test.want)) })
	}
}

// webhookDenial is what the API server answers if a webhook denies a request with a code
// and no reason. Without a code, it answers with 400.
func webhookDenial(code int32) error {
	return &apierrors.StatusError{ErrStatus: metav1.Status{
		Status: metav1.StatusFailure, Code: code, Message: `admission webhook "team.example.com" denied the request: not today`,
	}}
}

// policyDenial is what the API server answers if a policy denies a request with a reason.
func policyDenial(code int32, reason metav1.StatusReason) error {
	return &apierrors.StatusError{ErrStatus: metav1.Status{
		Status: metav1.StatusFailure, Code: code, Reason: reason,
		Message: `things "web" is forbidden: ValidatingAdmissionPolicy 'team' with binding 'team' denied request: not today`,
	}}
}

func TestIsRefusal(t *testing.T) {
	things := corev1.Resource("things")
	for _, test := range []struct {
		name string
		err  error
		want bool
	}{
		{"none", nil, false},
		{"no answer", errors.New("connection refused"), false},
		{"validation", apierrors.NewInvalid(corev1.SchemeGroupVersion.WithKind("Thing").GroupKind(), "web", nil), true},
		{"RBAC or a quota", fmt.Errorf("creating: %w", apierrors.NewForbidden(things, "web", nil)), true},
		{"too large", apierrors.NewRequestEntityTooLargeError("3 MiB"), true},
		{"a field that the API server does not know", apierrors.NewBadRequest("unknown field"), true},
		{"a verb that the resource does not have", apierrors.NewMethodNotSupported(things, "patch"), true},
		{"a policy", policyDenial(http.StatusUnprocessableEntity, metav1.StatusReasonInvalid), true},
		{"a policy with the reason of bad credentials", policyDenial(http.StatusUnauthorized, metav1.StatusReasonUnauthorized), true},
		{"a webhook without a code", fmt.Errorf("creating: %w", webhookDenial(http.StatusBadRequest)), true},
		{"a webhook with the code of a conflict", webhookDenial(http.StatusConflict), true},
		{"a webhook with the code of a limit", webhookDenial(http.StatusTooManyRequests), true},
		{"a webhook with the code of a failure", webhookDenial(http.StatusInternalServerError), true},
		{"a webhook with no HTTP code", webhookDenial(1000), true},
		{"a webhook that cannot be called", apierrors.NewInternalError(errors.New(`failed calling webhook "team.example.com"`)), false},
		{"bad credentials", apierrors.NewUnauthorized("expired"), false},
		{"a missing object", apierrors.NewNotFound(things, "web"), false},
		{"a conflict", apierrors.NewConflict(things, "web", nil), false},
		{"an existing object", apierrors.NewAlreadyExists(things, "web"), false},
		{"an old version", apierrors.NewResourceExpired("too old"), false},
		{"too many requests", apierrors.NewTooManyRequests("later", 1), false},
		{"a timeout", apierrors.NewTimeoutError("later", 1), false},
		{"a failure", apierrors.NewInternalError(errors.New("etcd")), false},
	} {
		t.Run(test.name, func(t *testing.T) { NewWithT(t).Expect(IsRefusal(test.err)).To(Equal(test.want)) })
	}
}

func TestBrief(t *testing.T) {
	internal := func(message string) error { return apierrors.NewInternalError(errors.New(message)) }
	for _, test := range []struct {
		name string
		err  error
		want string
	}{
		{"a refusal", fmt.Errorf("creating: %w", policyDenial(http.StatusForbidden, metav1.StatusReasonForbidden)),
			`creating: things "web" is forbidden: ValidatingAdmissionPolicy 'team' with binding 'team' denied request: not today`},
		{"a webhook that is down", internal(`failed calling webhook "team.example.com": failed to call webhook: Post "https://127.0.0.1:1/": dial tcp 127.0.0.1:1: connect: connection refused`),
			`failed calling webhook "team.example.com"`},
		{"another failure of the API server", internal("etcdserver: request timed out, 4711"), "InternalError (code 500)"},
		{"no reason", &apierrors.StatusError{ErrStatus: metav1.Status{Code: 503}}, "InternalError (code 503)"},
		{"no answer", &url.Error{Op: "Patch", URL: "https://127.0.0.1", Err: errors.New("read tcp 127.0.0.1:4711: connection reset by peer")}, "no answer from the API server"},
		{"an answer that ends early", fmt.Errorf("reading: %w", &net.OpError{Op: "read", Err: errors.New("connection reset by peer")}), "no answer from the API server"},
		{"an answer that comes too late", fmt.Errorf("waiting: %w", context.DeadlineExceeded), "no answer from the API server"},
		{"an error of this program", fmt.Errorf("listing: %w", errors.New("no such index")), "listing: no such index"},
		{"a refusal among stale ones", errors.Join(ErrStale, utilerrors.NewAggregate([]error{policyDenial(http.StatusForbidden, metav1.StatusReasonForbidden), internal("etcd")})),
			`things "web" is forbidden: ValidatingAdmissionPolicy 'team' with binding 'team' denied request: not today`},
	} {
		t.Run(test.name, func(t *testing.T) { NewWithT(t).Expect(Brief(test.err)).To(MatchError(test.want)) })
	}
}
