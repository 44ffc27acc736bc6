package xdscache

import (
	"time"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// introductionTime is the time between the first mention of a backend and its first calls. A client
// needs two round trips to get the cluster and its endpoints.
const introductionTime = 150 * time.Millisecond

// introduction gives clients time to learn of the backends of new routes before they call them.
type introduction struct {
	// isServed is set while clients may have answers with these routes.
	isServed bool
	routes   []*routes.Route
	// ends is zero if there is no introduction, or if clients have not been sent its backends yet.
	ends time.Time
}

// see returns the state of the Service for clients.
func (i *introduction) see(current *resource.Service, now time.Time) *resource.Service {
	if i.isServed && (i.ends.IsZero() || now.Before(i.ends)) {
		if introducing := current.Introducing(i.routes); introducing != nil {
			return introducing
		}
	}
	*i = introduction{isServed: current.IsServed(), routes: current.Routes()}
	return current
}

// begin is called when clients are sent the state of the Service. It returns the time after which the
// state is another one, or 0 if it stays.
func (i *introduction) begin(state *resource.Service, now time.Time) time.Duration {
	if !state.IsIntroducing() {
		return 0
	}
	if i.ends.IsZero() {
		i.ends = now.Add(introductionTime)
	}
	return i.ends.Sub(now)
}
