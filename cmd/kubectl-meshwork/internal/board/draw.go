package board

import (
	"context"
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// Run draws until the context ends.
func (b *Board) Run(ctx context.Context) {
	go b.prepare(ctx)
	go b.cluster.Probe(ctx)
	clock := time.NewTicker(clockPeriod)
	defer clock.Stop()
	elsewhere := time.NewTicker(elsewherePeriod)
	defer elsewhere.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
			// Without a connection, the Lease of the manager would seem to expire.
			if b.isPrepared && b.hasSubscribers(TopicOverview) && b.cluster.Connection().Connected {
				b.drawOverview()
			}
			continue
		case <-elsewhere.C:
			if services := b.routedElsewhere(); b.isPrepared && len(services) > 0 {
				b.mark(func(d *dirty) { d.services = d.services.Union(services) })
			}
			continue
		case <-b.wake:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(coalesce):
		}
		b.draw(ctx, b.takeDirty())
	}
}

// prepare waits until all objects are known that rows depend on, apart from Pods.
func (b *Board) prepare(ctx context.Context) {
	if b.cluster.Synced(ctx, "", rowKinds...) == nil && b.cluster.Synced(ctx, "", b.optionalKinds()...) == nil {
		b.mark(func(d *dirty) { d.prepared, d.everything, d.addresses = true, true, true })
	}
}

// optionalKinds are the kinds that some of the rows depend on.
func (b *Board) optionalKinds() []snapshot.Kind {
	cluster := &snapshot.Cluster{
		Services:   b.services(),
		Meshes:     live.List[*v1alpha1.Mesh](b.cluster, snapshot.Meshes, ""),
		Namespaces: live.List[*corev1.Namespace](b.cluster, snapshot.Namespaces, ""),
	}
	var needed []snapshot.Kind
	if cluster.NeedsCertificates() {
		needed = append(needed, snapshot.Certificates)
	}
	if slices.ContainsFunc(cluster.Services, collect.MirrorsEndpoints) {
		needed = append(needed, snapshot.Endpoints)
	}
	return needed
}

func (b *Board) takeDirty() dirty {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	taken := b.dirty
	b.dirty = newDirty()
	return taken
}

// keep puts the topics off until they can be drawn.
func (b *Board) keep(topics sets.Set[string]) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.dirty.topics = b.dirty.topics.Union(topics)
}

// draw redraws the outdated pictures.
func (b *Board) draw(ctx context.Context, d dirty) {
	b.isPrepared = b.isPrepared || d.prepared
	if d.cluster || d.topics.Has(TopicCluster) {
		b.drawCluster()
	}
	if !b.isPrepared {
		b.keep(d.topics)
		return
	}
	if d.routes || d.everything {
		b.routes = b.readRoutes()
	}
	d.services = d.services.Union(b.routedTo(&d))
	changed := b.drawRows(d.rows(b.services).Union(b.lacking(d.freed)).Union(b.dependingOn(d.pods)))
	if d.addresses || d.topics.Has(TopicAddresses) {
		b.drawAddresses()
	}
	if d.overview || changed || d.topics.Has(TopicOverview) {
		b.drawOverviewSoon()
	}
	b.drawServices(ctx, &d)
}

// lacking returns the Services that lack a MeshService in these namespaces.
func (b *Board) lacking(namespaces sets.Set[string]) sets.Set[types.NamespacedName] {
	found := sets.New[types.NamespacedName]()
	if len(namespaces) == 0 {
		return found
	}
	for key, row := range b.rows {
		if namespaces.Has(key.Namespace) && (row.State == explain.ServiceConflict || row.State == explain.ServiceMissing) {
			found.Insert(key)
		}
	}
	return found
}

func (b *Board) drawCluster() {
	entries := picture.Entries{"info": b.options.Info, "connection": b.cluster.Connection(), "gaps": b.cluster.Gaps()}
	b.publish(TopicCluster, func(t *topic) { t.replace(entries) })
}

func (b *Board) services() []*corev1.Service {
	return live.List[*corev1.Service](b.cluster, snapshot.Services, b.options.Scope)
}

// drawRows reports whether it drew any.
func (b *Board) drawRows(services sets.Set[types.NamespacedName]) bool {
	isKnown := !b.cluster.Gaps().Forbids(snapshot.Services)
	isNews := b.hasAllRows && isKnown
	b.hasAllRows = isKnown
	var news []picture.Change
	record := func(key types.NamespacedName, before, after *picture.Row) { // ignores rows that changed permissions show or hide
		if isNews && !b.incomplete.Has(key) && (before != nil || after != nil) {
			news = append(news, picture.ChangesOf(before, after, b.options.Now().UTC())...)
		}
	}
	set, remove := picture.Entries{}, []string{}
	snapshots, incomplete := b.snapshotsOf(services)
	for key := range services {
		before := b.rows[key]
		snap := snapshots[key]
		if snap == nil {
			delete(b.rows, key)
			delete(b.shares, key)
			b.releasePods(key)
			remove = append(remove, key.String())
			record(key, before, nil)
			continue
		}
		row, share := picture.RowOf(b.options.Settings, snap)
		b.rows[key], b.shares[key] = &row, share
		set[key.String()] = &row
		record(key, before, &row)
	}
	b.incomplete = b.incomplete.Difference(services).Union(incomplete)
	b.changes.add(picture.FoldChanges(news), shownChanges)
	b.publish(TopicServices, func(t *topic) { t.patch(set, remove) })
	return len(services) > 0
}

func (b *Board) drawAddresses() {
	entries := picture.AddressEntries(
		live.List[*v1alpha1.Mesh](b.cluster, snapshot.Meshes, ""),
		live.List[*v1alpha1.VirtualIP](b.cluster, snapshot.VirtualIPs, ""))
	b.publish(TopicAddresses, func(t *topic) { t.replace(entries) })
}

// drawOverviewSoon skips an overview without subscribers, and limits the rate.
func (b *Board) drawOverviewSoon() {
	switch wait := overviewPeriod - time.Since(b.overview); {
	case !b.hasSubscribers(TopicOverview):
	case wait > 0:
		time.AfterFunc(wait, func() { b.mark(func(d *dirty) { d.overview = true }) })
	default:
		b.drawOverview()
	}
}

func (b *Board) drawOverview() {
	b.overview = time.Now()
	summary := status.Sum(b.options.Settings, b.clusterSnapshot(), slices.Collect(maps.Values(b.shares)))
	entries := picture.OverviewEntries(summary, slices.Collect(maps.Values(b.rows)))
	b.changes.addTo(entries, "change/")
	b.publish(TopicOverview, func(t *topic) { t.replace(entries) })
}

// drawServices draws the Services that have subscribers.
func (b *Board) drawServices(ctx context.Context, d *dirty) {
	looked := b.lookedAt()
	for key := range looked {
		watched := b.watched[key]
		if watched == nil {
			b.watched[key] = b.open(ctx, key)
			continue
		}
		if watched.isReady() && d.concerns(key) {
			b.drawServiceSoon(ctx, key, watched)
		}
	}
	// Close last: an open Service in the same namespace keeps the objects of the namespace
	// in memory.
	for key, watched := range b.watched {
		if !looked.Has(key) {
			b.close(key, watched)
		}
	}
}

// lookedAt returns the Services whose topics have subscribers, and drops the others.
func (b *Board) lookedAt() sets.Set[types.NamespacedName] {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	looked := sets.New[types.NamespacedName]()
	for name, topic := range b.topics {
		key, isService := serviceOf(name)
		switch {
		case !isService:
		case len(topic.subscribers) == 0:
			delete(b.topics, name)
		default:
			looked.Insert(key)
		}
	}
	return looked
}
