// Package live watches the objects that the user may read.
package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Options configure a Cluster.
type Options struct {
	// Scope is the watched namespace, empty for all.
	Scope   string
	Manager collect.Manager
	// Changed is called for each change of an object. It must not block.
	Changed func(Change)
	// Reported is called when the connection has changed or, with known, when a kind was
	// read for the first time or its permissions have changed. It must not block.
	Reported func(known bool)
}

// Change is a change of an object. One of the two is nil if the object is new or gone.
type Change struct {
	Kind          snapshot.Kind
	Before, After client.Object
}

// Object returns the object as it is, or was.
func (c Change) Object() client.Object {
	if c.After != nil {
		return c.After
	}
	return c.Before
}

// Connection is the state of the connection to the API server.
type Connection struct {
	Connected bool `json:"connected"`
	// Message is the error if there is no connection.
	Message string `json:"message"`
	// Since is the time of the last change of Connected. If the API server is silent, it is
	// the time of its last answer.
	Since time.Time `json:"since"`
}

// Cluster watches a cluster. It opens the watch of a kind on first use.
type Cluster struct {
	ctx     context.Context
	client  client.WithWatch
	options Options

	mutex      sync.Mutex
	feeds      map[feedKey]*feed
	failing    map[*feed]error
	gaps       map[*feed]error
	listedOnly map[*feed]bool
	connection Connection
	// unanswered is the error of the last probe, nil if it was answered.
	unanswered error
	lastAnswer time.Time
}

type feedKey struct {
	kind      snapshot.Kind
	namespace string
}

// New returns a cluster that is watched until the context ends.
func New(ctx context.Context, reader client.WithWatch, options Options) *Cluster {
	return &Cluster{
		ctx: ctx, client: reader, options: options,
		feeds: map[feedKey]*feed{}, failing: map[*feed]error{}, gaps: map[*feed]error{}, listedOnly: map[*feed]bool{},
		connection: Connection{Connected: true, Since: time.Now()}, lastAnswer: time.Now(),
	}
}

// Synced begins to watch the kinds, and waits until all their objects are known. The
// namespace selects the feeds of kinds that are watched on request.
func (c *Cluster) Synced(ctx context.Context, namespace string, names ...snapshot.Kind) error {
	feeds := make([]*feed, len(names))
	for i, name := range names {
		feeds[i] = c.feedOf(name, namespace)
	}
	for _, feed := range feeds {
		select {
		case <-feed.synced:
		case <-ctx.Done():
			return fmt.Errorf("reading %s: %w", feed.kind.name, context.Cause(ctx))
		}
	}
	return nil
}

// IsSynced begins to watch the kind, and reports whether all its objects are known. Reported
// is called once they are.
func (c *Cluster) IsSynced(namespace string, name snapshot.Kind) bool {
	select {
	case <-c.feedOf(name, namespace).synced:
		return true
	default:
		return false
	}
}

// feedOf returns the feed that has the objects of the namespace.
func (c *Cluster) feedOf(name snapshot.Kind, namespace string) *feed {
	index := slices.IndexFunc(kinds, func(kind kind) bool { return kind.name == name })
	if index < 0 {
		panic(fmt.Sprintf("%s are not watched", name))
	}
	kind := kinds[index]
	switch kind.within {
	case everywhere:
		namespace = ""
	case inScope:
		namespace = c.options.Scope
	case withManager:
		namespace = c.options.Manager.Namespace
	case onRequest:
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	key := feedKey{name, namespace}
	if found := c.feeds[key]; found != nil {
		return found
	}
	ctx, stop := context.WithCancel(c.ctx)
	started := c.newFeed(kind, namespace, stop)
	c.feeds[key] = started
	go started.run(ctx)
	go func() {
		select {
		case <-started.synced:
			c.options.Reported(kind.within != onRequest)
		case <-ctx.Done():
		}
	}()
	return started
}

func (c *Cluster) newFeed(kind kind, namespace string, stop context.CancelFunc) *feed {
	changed := func(before, after client.Object) { c.options.Changed(Change{kind.name, before, after}) }
	return &feed{
		store: newStore(kind.trim, changed), kind: kind, namespace: namespace, options: c.optionsOf(kind),
		reader: c.client, scope: c.options.Scope, report: c.report, filled: c.filled, watched: c.setWatched, stop: stop,
	}
}

// Forget ends the watches on request in one namespace.
func (c *Cluster) Forget(namespace string) {
	c.mutex.Lock()
	for key, feed := range c.feeds {
		if feed.kind.within != onRequest || key.namespace != namespace {
			continue
		}
		feed.stop()
		delete(c.feeds, key)
		delete(c.failing, feed)
		delete(c.gaps, feed)
		delete(c.listedOnly, feed)
	}
	_ = c.updateConnection()
	c.mutex.Unlock()
	c.options.Reported(false)
}

// report records how a request of the feed ended.
func (c *Cluster) report(feed *feed, err error) {
	c.mutex.Lock()
	if !c.has(feed) {
		c.mutex.Unlock()
		return
	}
	_, failed := c.failing[feed]
	_, lacked := c.gaps[feed]
	delete(c.failing, feed)
	switch {
	case collect.IsGap(err):
		c.gaps[feed] = err
	case apierrors.IsResourceExpired(err) || apierrors.IsGone(err):
		// the feed lists again
	case err != nil:
		c.failing[feed] = err
	}
	isNews, isKnown := failed != (c.failing[feed] != nil), lacked != (c.gaps[feed] != nil)
	_ = c.updateConnection()
	c.mutex.Unlock()
	if isNews || isKnown {
		c.options.Reported(isKnown)
	}
}

// has reports whether Forget has not removed the feed.
func (c *Cluster) has(feed *feed) bool {
	return c.feeds[feedKey{feed.kind.name, feed.namespace}] == feed
}

// filled records that all objects of the feed are known.
func (c *Cluster) filled(feed *feed) {
	c.mutex.Lock()
	_, lacked := c.gaps[feed]
	delete(c.gaps, feed)
	c.mutex.Unlock()
	if lacked {
		c.options.Reported(true)
	}
}

// setWatched records whether the feed is watched or polled.
func (c *Cluster) setWatched(feed *feed, isWatched bool) {
	c.mutex.Lock()
	if !c.has(feed) {
		c.mutex.Unlock()
		return
	}
	wasWatched := !c.listedOnly[feed]
	if isWatched {
		delete(c.listedOnly, feed)
	} else {
		c.listedOnly[feed] = true
	}
	c.mutex.Unlock()
	if isWatched != wasWatched {
		c.options.Reported(false)
	}
}

// Unwatched returns the kinds that the user may read but not watch, by name.
func (c *Cluster) Unwatched() snapshot.Gaps {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var unwatched snapshot.Gaps
	for feed := range c.listedOnly {
		unwatched = append(unwatched, snapshot.Unread{Kind: feed.kind.name,
			Message: fmt.Sprintf("you are not allowed to watch them: they are read every %s", relistUnwatched)})
	}
	slices.SortFunc(unwatched, func(a, b snapshot.Unread) int { return cmp.Compare(a.Kind, b.Kind) })
	return unwatched
}

// updateConnection reports whether the connection has changed. It is called with the lock.
func (c *Cluster) updateConnection() bool {
	connected := len(c.failing) == 0 && c.unanswered == nil
	if connected == c.connection.Connected {
		return false
	}
	c.connection = Connection{Connected: connected, Since: time.Now()}
	for _, err := range c.failing {
		c.connection.Message = rootOf(err).Error()
	}
	if c.unanswered != nil {
		c.connection.Message, c.connection.Since = rootOf(c.unanswered).Error(), c.lastAnswer
	}
	return true
}

// rootOf returns the innermost error, which has no URL of a request.
func rootOf(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}

// Connection returns the state of the connection.
func (c *Cluster) Connection() Connection {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.connection
}

// Gaps returns the kinds that cannot be read, by name.
func (c *Cluster) Gaps() snapshot.Gaps {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	gaps := snapshot.Gaps{}
	for feed, err := range c.gaps {
		if gap := collect.GapOf(feed.kind.name, err); gap != nil && !slices.Contains(gaps, *gap) {
			gaps = append(gaps, *gap)
		}
	}
	slices.SortFunc(gaps, func(a, b snapshot.Unread) int { return cmp.Compare(a.Kind, b.Kind) })
	return gaps
}

// gapOf returns the reason why the feed has no objects, nil if it has them.
func (c *Cluster) gapOf(feed *feed) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.gaps[feed]
}
