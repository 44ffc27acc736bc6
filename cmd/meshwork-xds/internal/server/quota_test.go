package server

import (
	"testing"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/identity"
)

func TestQuota(t *testing.T) {
	g, of := NewWithT(t), newQuota("things", 3, 5)
	a := &client{identity: identity.Anonymous(), address: "a"}
	b := &client{identity: identity.Anonymous(), address: "b"}
	g.Expect(of.take(a, 3)).To(Succeed())
	err := of.take(a, 1)
	g.Expect(status.Code(err)).To(Equal(codes.ResourceExhausted))
	g.Expect(err).To(MatchError(ContainSubstring("system:anonymous may have at most 3 things from a")))
	g.Expect(of.take(b, 3)).To(MatchError(ContainSubstring("all clients together may have at most 5 things")))
	g.Expect(of.take(b, 2)).To(Succeed(), "what was refused does not count")
	of.release(a, 1)
	g.Expect(of.take(b, 1)).To(Succeed())
	of.release(a, 2)
	of.release(b, 3)
	g.Expect(of.byOrigin).To(BeEmpty())
	g.Expect(of.taken).To(BeZero())
}
