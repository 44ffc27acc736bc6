package server

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
)

func TestQuota(t *testing.T) {
	g, of := NewWithT(t), newQuota("things", 3, 5, logr.Discard())
	a := &client{user: clientauth.Anonymous(), address: "a"}
	b := &client{user: clientauth.Anonymous(), address: "b"}
	g.Expect(of.take(a, 3)).To(Succeed())
	err := of.take(a, 1)
	g.Expect(status.Code(err)).To(Equal(codes.ResourceExhausted))
	g.Expect(err).To(MatchError(ContainSubstring("system:anonymous may have at most 3 things from a")))
	g.Expect(of.take(b, 3)).To(MatchError(ContainSubstring("all clients together may have at most 5 things")))
	g.Expect(of.take(b, 2)).To(Succeed(), "what was refused does not count")
	of.release(a, 1)
	g.Expect(of.take(b, 1)).NotTo(Succeed(), "the other may be back")
	g.Expect(of.take(a, 1)).To(Succeed())
	of.release(a, 3)
	of.release(b, 2)
	g.Expect(of.byOrigin).To(BeEmpty())
	g.Expect(of.use().total).To(BeZero())
}

// pod is a client in a Pod, by the token of a ServiceAccount.
func pod(namespace, serviceAccount, address string) *client {
	return &client{user: clientauth.OfServiceAccount(namespace, serviceAccount), address: address}
}

// takeAll takes until the client is refused.
func takeAll(of *quota, client *client) error {
	for {
		if err := of.take(client, 100); err != nil {
			return err
		}
	}
}

// A Pod may use the tokens of all ServiceAccounts of its namespace, and a namespace may have many Pods.
func TestOneNamespaceKeepsNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, lines := NewWithT(t), ""
		of := newQuota("names", 50000, 200000, funcr.New(func(_, line string) { lines += line + "\n" }, funcr.Options{}))
		before := pod("shop", "web", "10.0.0.1")
		g.Expect(of.take(before, 30000)).To(Succeed())

		for _, account := range []string{"a", "b", "c", "d"} {
			g.Expect(takeAll(of, pod("greedy", account, "10.0.1.1"))).To(HaveOccurred())
		}
		g.Expect(of.use().ofAddress).To(Equal(50000), "as much as one user")
		for _, address := range []string{"10.0.1.2", "10.0.1.3", "10.0.1.4", "10.0.1.5"} {
			g.Expect(takeAll(of, pod("greedy", "a", address))).To(HaveOccurred())
		}
		g.Expect(takeAll(of, pod("greedy", "e", "10.0.1.6"))).To(MatchError(ContainSubstring("system:serviceaccounts:greedy has its share of the 200000 names")))
		g.Expect(of.take(pod("new", "web", "10.0.0.2"), 10000)).To(Succeed())

		of.release(before, 30000) // when its connection is too old
		for _, namespace := range []string{"greedy", "greedy-2", "greedy-3"} {
			for _, address := range []string{"10.0.2.1", "10.0.2.2", "10.0.2.3"} {
				g.Expect(takeAll(of, pod(namespace, "a", address+namespace))).To(HaveOccurred())
			}
		}
		time.Sleep(30 * time.Second)
		g.Expect(of.take(before, 30000)).To(Succeed())
		g.Expect(strings.Count(lines, "\n")).To(Equal(1), "logged once a minute")
		g.Expect(lines).To(ContainSubstring(`"greediestNamespace"="system:serviceaccounts:greedy"`))
	})
}

// Pods that replace others of the same namespace may use their share.
func TestNamespaceKeepsItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, of := NewWithT(t), newQuota("streams", 1000, 10000, logr.Discard())
		old := pod("shop", "web", "10.0.0.1")
		g.Expect(of.take(old, 1000)).To(Succeed())
		for i := range 9 {
			g.Expect(of.take(pod(strings.Repeat("x", i+1), "web", strings.Repeat("x", i+1)), 500)).To(Succeed())
		}
		of.release(old, 1000)
		for _, namespace := range []string{"a", "b", "c"} {
			g.Expect(takeAll(of, pod(namespace, "web", namespace))).To(HaveOccurred())
		}
		g.Expect(of.take(pod("shop", "web", "10.0.0.2"), 200)).To(Succeed())
	})
}

// A client with one address of an IPv6 network usually has all of them.
func TestAddressesOfANetworkShare(t *testing.T) {
	g, of := NewWithT(t), newQuota("things", 3, 100, logr.Discard())
	g.Expect(of.take(pod("shop", "web", "fd00::1"), 3)).To(Succeed())
	g.Expect(of.take(pod("shop", "web", "fd00::2"), 1)).To(MatchError(ContainSubstring("from fd00::/64")))
	g.Expect(of.take(pod("shop", "web", "fd00:0:0:1::1"), 1)).To(Succeed())
}
