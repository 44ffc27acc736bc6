package board

import (
	"context"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

const (
	// xdsPeriod is the polling period of the xDS servers, which cannot be watched.
	xdsPeriod = 5 * time.Second
	// xdsLookupPeriod is the time between two lookups of their Pods.
	xdsLookupPeriod = 30 * time.Second
)

// xdsServers caches the xDS servers for all watched Services.
type xdsServers struct {
	find func(context.Context) ([]collect.XDSServer, snapshot.Gaps)

	mutex   sync.Mutex
	servers []collect.XDSServer
	gaps    snapshot.Gaps
	found   time.Time
}

// clients returns the clients of a Service.
func (x *xdsServers) clients(ctx context.Context, service types.NamespacedName) (*snapshot.XDS, snapshot.Gaps) {
	servers, gaps := x.known(ctx)
	clients, unanswered := collect.XDS(ctx, servers, service)
	return clients, slices.Concat(gaps, unanswered)
}

func (x *xdsServers) known(ctx context.Context) ([]collect.XDSServer, snapshot.Gaps) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if time.Since(x.found) < xdsLookupPeriod {
		return x.servers, x.gaps
	}
	servers, gaps := x.find(ctx)
	if ctx.Err() == nil {
		x.servers, x.gaps, x.found = servers, gaps, time.Now()
	}
	return servers, gaps
}
