package xdscache

import (
	"slices"
	"time"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// introductionTime is the time between the first mention of a backend and its first calls. A client
// needs two round trips to get the cluster and its endpoints.
const introductionTime = 150 * time.Millisecond

// maxIntroductionTime bounds the delay of routes to which further backends are added. Otherwise, routes
// in one namespace could delay all changes of the Service's routes without end.
const maxIntroductionTime = time.Second

// introduction gives clients time to learn of the backends of new routes before they call them.
type introduction struct {
	// isServed is set while clients may have answers with these routes.
	isServed bool
	routes   []*routes.Route
	// upcoming are the routes whose backends clients have been sent, until the introduction ends.
	upcoming []*routes.Route
	began    time.Time
	ends     time.Time
}

// known returns the routes that clients have, and those that they get next.
func (i *introduction) known() []*routes.Route { return slices.Concat(i.routes, i.upcoming) }

// see returns the state of the Service for clients.
func (i *introduction) see(current *resource.Service, now time.Time) *resource.Service {
	isOverdue := !i.began.IsZero() && now.Sub(i.began) >= maxIntroductionTime
	if i.isServed && !isOverdue && current.HasNewBackend(i.routes) && (now.Before(i.ends) || current.HasNewBackend(i.upcoming)) {
		return current.Introducing(i.routes)
	}
	*i = introduction{isServed: current.IsServed(), routes: current.Routes()}
	return current
}

// sent is called when clients have been sent the state of the Service. It returns the time after which
// the state is another one, or 0 if it stays.
func (i *introduction) sent(state *resource.Service, now time.Time) time.Duration {
	if !state.IsIntroducing() {
		return 0
	}
	if i.began.IsZero() {
		i.began = now
	}
	if state.HasNewBackend(i.upcoming) {
		i.upcoming, i.ends = state.Routes(), now.Add(min(introductionTime, maxIntroductionTime-now.Sub(i.began)))
	}
	return max(i.ends.Sub(now), 1)
}
