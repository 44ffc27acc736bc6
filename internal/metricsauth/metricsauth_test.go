package metricsauth

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/utils/clock"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/internal/reviews"
)

const path = "/metrics"

// reader may get the path, and nothing else.
var reader = authenticationv1.UserInfo{
	Username: "reader", UID: "1", Groups: []string{"readers"}, Extra: map[string]authenticationv1.ExtraValue{"scope": {"metrics"}},
}

// apiServer knows the tokens of the users "reader", "unprivileged" and "barred".
// One authorizer allows "barred" everything, and another one forbids it.
func apiServer(failures map[string]error) reviews.Client {
	clients := &fake.Clientset{}
	clients.AddReactor("create", "tokenreviews", func(action clienttesting.Action) (bool, runtime.Object, error) {
		review := action.(clienttesting.CreateAction).GetObject().(*authenticationv1.TokenReview)
		switch review.Spec.Token {
		case "reader":
			review.Status = authenticationv1.TokenReviewStatus{Authenticated: true, User: reader}
		case "unprivileged", "barred":
			review.Status = authenticationv1.TokenReviewStatus{Authenticated: true, User: authenticationv1.UserInfo{Username: review.Spec.Token}}
		default:
			review.Status.Error = "no such token"
		}
		return true, review, failures["tokenreviews"]
	})
	clients.AddReactor("create", "subjectaccessreviews", func(action clienttesting.Action) (bool, runtime.Object, error) {
		review := action.(clienttesting.CreateAction).GetObject().(*authorizationv1.SubjectAccessReview)
		spec := review.Spec
		isReader := spec.User == reader.Username && spec.UID == reader.UID && spec.Groups[0] == "readers" && spec.Extra["scope"][0] == "metrics"
		asked := *spec.NonResourceAttributes == authorizationv1.NonResourceAttributes{Path: path, Verb: "get"}
		review.Status.Allowed = asked && (isReader || spec.User == "barred")
		review.Status.Denied = spec.User == "barred"
		return true, review, failures["subjectaccessreviews"]
	})
	return reviews.Client{Tokens: clients.AuthenticationV1().TokenReviews(), Access: clients.AuthorizationV1().SubjectAccessReviews()}
}

func TestWhoIsLetAtTheMetrics(t *testing.T) {
	down := errors.New("down")
	for _, test := range []struct {
		name          string
		authorization string
		method, path  string
		failures      map[string]error
		want          int
	}{
		{name: "the reader", authorization: "Bearer reader", want: http.StatusOK},
		{name: "the scheme in any case, with spaces", authorization: " bearer  reader ", want: http.StatusOK},
		{name: "no token", want: http.StatusUnauthorized},
		{name: "an empty token", authorization: "Bearer ", want: http.StatusUnauthorized},
		{name: "another scheme", authorization: "Basic reader", want: http.StatusUnauthorized},
		{name: "the token alone", authorization: "reader", want: http.StatusUnauthorized},
		{name: "an unknown token", authorization: "Bearer made-up", want: http.StatusUnauthorized},
		{name: "a user without the right", authorization: "Bearer unprivileged", want: http.StatusForbidden},
		{name: "a user who is denied it as well", authorization: "Bearer barred", want: http.StatusForbidden},
		{name: "another path", authorization: "Bearer reader", path: "/debug", want: http.StatusForbidden},
		{name: "another verb", authorization: "Bearer reader", method: http.MethodPost, want: http.StatusForbidden},
		{name: "no answer about the token", authorization: "Bearer reader", failures: map[string]error{"tokenreviews": down}, want: http.StatusServiceUnavailable},
		{name: "no answer about the right", authorization: "Bearer reader", failures: map[string]error{"subjectaccessreviews": down}, want: http.StatusServiceUnavailable},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			served := 0
			handler := newGuard(logr.Discard(), apiServer(test.failures), clock.RealClock{}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }))
			if test.method == "" {
				test.method = http.MethodGet
			}
			if test.path == "" {
				test.path = path
			}
			request := httptest.NewRequest(test.method, test.path, http.NoBody)
			if test.authorization != "" {
				request.Header.Set("Authorization", test.authorization)
			}
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, request)
			g.Expect(answer.Code).To(Equal(test.want))
			g.Expect(served == 1).To(Equal(test.want == http.StatusOK))
			g.Expect(answer.Body.String()).NotTo(ContainSubstring("down"), "internal errors are only logged")
		})
	}
}

// A known token is reviewed each time, but not held up by the reviews of made-up ones. Nor are
// clients at other addresses.
func TestFloodOfUnknownTokensDoesNotHoldUpOthers(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakeClock(time.Now())
	handler := newGuard(logr.Discard(), apiServer(nil), clock, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	get := func(address, token string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodGet, path, http.NoBody)
		request.RemoteAddr = address + ":40000"
		request.Header.Set("Authorization", "Bearer "+token)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		return answer
	}
	flood := func(address string) map[int]int {
		answers := map[int]int{}
		for i := range 100 {
			answers[get(address, fmt.Sprint("made-up-", i)).Code]++
			g.Expect(get(address, "reader").Code).To(Equal(http.StatusOK))
		}
		return answers
	}
	burst, perSecond := unknownAtAddress.Burst, unknownAtAddress.PerSecond
	g.Expect(get("10.0.0.1", "reader").Code).To(Equal(http.StatusOK), "unknown until now")
	g.Expect(get("10.0.0.1", "unprivileged").Code).To(Equal(http.StatusForbidden))
	g.Expect(flood("10.0.0.1")).To(Equal(map[int]int{http.StatusUnauthorized: burst - 2, http.StatusTooManyRequests: 102 - burst}))
	refused := get("10.0.0.1", "unprivileged")
	g.Expect(refused.Code).To(Equal(http.StatusTooManyRequests), "a token that is refused stays unknown")
	g.Expect(refused.Header()).To(HaveKey("Retry-After"))
	g.Expect(get("10.0.0.2", "unprivileged").Code).To(Equal(http.StatusForbidden))

	clock.Step(time.Second)
	g.Expect(flood("10.0.0.1")).To(Equal(map[int]int{http.StatusUnauthorized: perSecond, http.StatusTooManyRequests: 100 - perSecond}))
}

func TestKnownTokenIsReviewedEachTime(t *testing.T) {
	g := NewWithT(t)
	failures := map[string]error{}
	handler := newGuard(logr.Discard(), apiServer(failures), clock.RealClock{}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	get := func() int {
		request := httptest.NewRequest(http.MethodGet, path, http.NoBody)
		request.Header.Set("Authorization", "Bearer reader")
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		return answer.Code
	}
	g.Expect(get()).To(Equal(http.StatusOK))
	failures["tokenreviews"] = errors.New("down")
	g.Expect(get()).To(Equal(http.StatusServiceUnavailable))
}
