package clients_test

import (
	"net"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
)

// Clients that are not disconnected yet still learn of changes: they would otherwise call Pods
// that have gone.
func TestChangeDuringADrain(t *testing.T) {
	g, world := NewWithT(t), worldOf("a")
	plane := world.serve(t, func(options *server.Options) { options.DrainTimeout = 1000 * time.Hour })
	stream := openSotw(t, plane.address)
	stream.send(ask(resource.Cluster, a))
	stream.send(ack(stream.receive(), a))
	plane.drain()
	g.Eventually(func() error {
		connection, err := net.Dial("tcp", plane.address)
		if err == nil {
			_ = connection.Close()
		}
		return err
	}, patience).Should(HaveOccurred(), "the drain has begun")
	world.change("a", 1)
	g.Expect(namesIn(g, stream.receive().GetResources())).To(Equal([]string{a}))
}
