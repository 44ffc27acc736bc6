package board

import (
	"context"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

func TestXDSServersAreNotLookedForEachTime(t *testing.T) {
	g := NewWithT(t)
	lookups := 0
	servers := xdsServers{find: func(context.Context) ([]collect.XDSServer, snapshot.Gaps) {
		lookups++
		return nil, snapshot.Gaps{{Kind: snapshot.XDSClients, Message: "no rights"}}
	}}
	leaving, leave := context.WithCancel(t.Context())
	leave()
	servers.clients(leaving, types.NamespacedName{})
	for range 3 {
		clients, gaps := servers.clients(t.Context(), types.NamespacedName{})
		g.Expect(clients).To(BeNil())
		g.Expect(gaps).To(HaveLen(1))
	}
	g.Expect(lookups).To(Equal(2), "what was looked for by somebody who left does not count")
}
