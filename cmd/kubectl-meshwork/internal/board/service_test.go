package board

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/xdssubscriber"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

func TestAServiceIsNotDrawnRightAfterAnotherPicture(t *testing.T) {
	g := NewWithT(t)
	now := time.Unix(0, 0)
	// A Service out of scope is drawn without a cluster.
	pictures := New(t.Context(), nil, Options{Scope: "bank", Now: func() time.Time { return now }})
	key, watched := types.NamespacedName{Namespace: "shop", Name: "web"}, &watchedService{}
	draws := func() bool {
		topic := newTopic(servicePrefix + key.String())
		pictures.topics[topic.name] = topic
		pictures.drawServiceSoon(t.Context(), key, watched)
		return topic.isComputed
	}
	g.Expect(draws()).To(BeTrue())
	now = now.Add(servicePeriod / 2)
	g.Expect(draws()).To(BeFalse())
	now = now.Add(servicePeriod / 2)
	g.Expect(draws()).To(BeTrue())
}

func TestOnlyNewAnswersOfXDSServersAreDrawn(t *testing.T) {
	g := NewWithT(t)
	watched := &watchedService{}
	answer := func(client string) *snapshot.XDS {
		return &snapshot.XDS{Servers: []string{"xds"}, Clients: []snapshot.XDSClient{{Subscriber: xdssubscriber.Subscriber{Client: client}}}}
	}
	gaps := snapshot.Gaps{{Kind: snapshot.XDSClients, Message: "no answer"}}
	g.Expect(watched.setXDS(nil, nil)).To(BeFalse())
	g.Expect(watched.setXDS(answer("a"), nil)).To(BeTrue())
	g.Expect(watched.setXDS(answer("a"), nil)).To(BeFalse())
	g.Expect(watched.setXDS(answer("b"), nil)).To(BeTrue())
	g.Expect(watched.setXDS(answer("b"), gaps)).To(BeTrue())
	g.Expect(watched.setXDS(answer("b"), gaps)).To(BeFalse())
}
