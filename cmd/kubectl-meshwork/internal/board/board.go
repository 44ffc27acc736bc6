// Package board keeps the pictures of a cluster up to date and sends their changes to
// subscribers.
package board

import (
	"context"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// Topics. The topic of a Service is the prefix and namespace/name.
const (
	TopicCluster   = "cluster"
	TopicOverview  = "overview"
	TopicServices  = "services"
	TopicAddresses = "addresses"
	servicePrefix  = "service/"
)

const (
	// coalesce is the delay after a change, so that many changes cost one picture.
	coalesce = 50 * time.Millisecond
	// overviewPeriod is the shortest time between two overviews, which count everything.
	overviewPeriod = 250 * time.Millisecond
	// servicePeriod is the shortest time between two pictures of a Service, which look at
	// all Pods of its namespace.
	servicePeriod = 250 * time.Millisecond
	// clockPeriod is the period in which time-dependent pictures are redrawn.
	clockPeriod = time.Second
	// elsewherePeriod is the period in which backends of routes are read again in namespaces that are not
	// watched.
	elsewherePeriod = 10 * time.Second
	// shownChanges is the number of changes in the overview.
	shownChanges = 200
)

// Options configure a Board.
type Options struct {
	Settings snapshot.Settings
	Manager  collect.Manager
	// Scope is the shown namespace, empty for all.
	Scope string
	Info  Info
	// XDSServers returns the reachable xDS servers.
	XDSServers func(context.Context) ([]collect.XDSServer, snapshot.Gaps)
	Now        func() time.Time
}

// Info identifies the cluster and the versions.
type Info struct {
	Context       string `json:"context"`
	Server        string `json:"server"`
	Scope         string `json:"scope"`
	Version       string `json:"version"`
	PluginVersion string `json:"pluginVersion"`
	// KubectlFlags are the flags with which kubectl uses the same cluster, as words of a shell.
	KubectlFlags string `json:"kubectlFlags"`
}

// Board has the pictures.
type Board struct {
	// ctx ends when the board does.
	ctx     context.Context
	options Options
	cluster *live.Cluster
	xds     *xdsServers
	wake    chan struct{}

	// The drawing goroutine owns the following fields.
	isPrepared bool
	// hasAllRows is true if there is a row of every Service.
	hasAllRows bool
	// incomplete are the Services whose rows were drawn before all objects were known. Their next row
	// is no news.
	incomplete sets.Set[types.NamespacedName]
	rows       map[types.NamespacedName]*picture.Row
	shares     map[types.NamespacedName]status.Share
	routes     []*routes.Route
	withPods   servicesWithPods
	changes    journal[picture.Change]
	watched    map[types.NamespacedName]*watchedService
	overview   time.Time

	mutex  sync.Mutex
	dirty  dirty
	topics map[string]*topic
}

// New returns a board that watches until the context ends. Run draws.
func New(ctx context.Context, reader client.WithWatch, options Options) *Board {
	b := &Board{
		ctx: ctx, options: options, xds: &xdsServers{find: options.XDSServers}, wake: make(chan struct{}, 1), rows: map[types.NamespacedName]*picture.Row{},
		withPods: servicesWithPods{}, shares: map[types.NamespacedName]status.Share{}, watched: map[types.NamespacedName]*watchedService{},
		dirty: newDirty(), topics: map[string]*topic{},
	}
	b.cluster = live.New(ctx, reader, live.Options{
		Scope: options.Scope, Manager: options.Manager,
		Changed: func(change live.Change) { b.mark(func(d *dirty) { d.add(change) }) },
		Reported: func(known bool) {
			b.mark(func(d *dirty) { d.cluster, d.everything = true, d.everything || known })
		},
	})
	for _, name := range []string{TopicCluster, TopicOverview, TopicServices, TopicAddresses} {
		b.topics[name] = newTopic(name)
	}
	return b
}

func newTopic(name string) *topic {
	return &topic{name: name, entries: encoded{}, subscribers: map[*Subscriber]bool{}}
}

// mark changes the set of pictures to redraw.
func (b *Board) mark(change func(*dirty)) {
	b.mutex.Lock()
	change(&b.dirty)
	b.mutex.Unlock()
	select {
	case b.wake <- struct{}{}:
	default: // already pending
	}
}

func (b *Board) markTopic(name string) { b.mark(func(d *dirty) { d.topics.Insert(name) }) }

// Subscribe sends the topic, and later its changes, to the subscriber. It reports
// whether the topic exists.
func (b *Board) Subscribe(subscriber *Subscriber, name string) bool {
	b.mutex.Lock()
	found := b.topics[name]
	if found == nil {
		if _, ok := serviceOf(name); !ok {
			b.mutex.Unlock()
			return false
		}
		found = newTopic(name)
		b.topics[name] = found
	}
	found.subscribers[subscriber] = true
	if found.isComputed {
		subscriber.reset(found)
	}
	b.mutex.Unlock()
	b.markTopic(name)
	return true
}

// Unsubscribe ends a subscription.
func (b *Board) Unsubscribe(subscriber *Subscriber, name string) {
	b.mutex.Lock()
	if found := b.topics[name]; found != nil {
		delete(found.subscribers, subscriber)
	}
	b.mutex.Unlock()
	subscriber.forget(name)
	b.markTopic(name)
}

// serviceOf returns the Service of a topic.
func serviceOf(topic string) (types.NamespacedName, bool) {
	name, isService := strings.CutPrefix(topic, servicePrefix)
	namespace, service, hasBoth := strings.Cut(name, "/")
	return types.NamespacedName{Namespace: namespace, Name: service}, isService && hasBoth && namespace != "" && service != "" && !strings.Contains(service, "/")
}

// publish changes a topic.
func (b *Board) publish(name string, change func(*topic)) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if found := b.topics[name]; found != nil {
		change(found)
	}
}

func (b *Board) hasSubscribers(name string) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	found := b.topics[name]
	return found != nil && len(found.subscribers) > 0
}
