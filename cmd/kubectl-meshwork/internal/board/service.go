package board

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

var errOutOfScope = errors.New("out of scope")

// podKinds are read in the namespaces of watched Services.
var podKinds = []snapshot.Kind{snapshot.Pods, snapshot.Events}

const (
	// shownSteps is the number of handover steps in a picture.
	shownSteps = 100
	// keptSubjects is the number of Pods that are remembered for their events.
	keptSubjects = 10_000
)

// watchedService is a Service with subscribers.
type watchedService struct {
	stop     context.CancelFunc
	handover picture.Handover
	steps    journal[picture.HandoverStep]
	rollouts picture.Rollouts
	// rolled are the beginnings and ends of rollouts.
	rolled journal[picture.HandoverStep]
	// subjects are the Service and its Pods since the page was opened.
	subjects sets.Set[types.UID]
	// drawn is the time of the last picture.
	drawn time.Time

	mutex sync.Mutex
	ready bool
	xds   *snapshot.XDS
	// xdsGaps are the reasons for missing answers in xds.
	xdsGaps snapshot.Gaps
}

func (w *watchedService) isReady() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.ready
}

// setXDS reports whether the answers have changed.
func (w *watchedService) setXDS(xds *snapshot.XDS, gaps snapshot.Gaps) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if reflect.DeepEqual(w.xds, xds) && slices.Equal(w.xdsGaps, gaps) {
		return false
	}
	w.xds, w.xdsGaps = xds, gaps
	return true
}

// open begins to read the objects that only the picture of this Service shows.
func (b *Board) open(ctx context.Context, key types.NamespacedName) *watchedService {
	ctx, stop := context.WithCancel(ctx)
	watched := &watchedService{stop: stop}
	redraw := func() { b.markTopic(servicePrefix + key.String()) }
	go func() {
		if b.cluster.Synced(ctx, key.Namespace, b.kindsAround()...) != nil {
			return
		}
		watched.mutex.Lock()
		watched.ready = true
		watched.mutex.Unlock()
		redraw()
	}()
	go wait.UntilWithContext(ctx, func(ctx context.Context) {
		if watched.setXDS(b.xds.clients(ctx, key)) {
			redraw()
		}
	}, xdsPeriod)
	return watched
}

// kindsAround returns the kinds that only the picture of a Service shows.
func (b *Board) kindsAround() []snapshot.Kind {
	if slices.ContainsFunc(live.List[*v1alpha1.Mesh](b.cluster, snapshot.Meshes, ""), tlspolicy.IssuesCertificates) {
		return append([]snapshot.Kind{snapshot.Requests, snapshot.Certificates}, podKinds...)
	}
	return podKinds
}

func (b *Board) close(key types.NamespacedName, watched *watchedService) {
	watched.stop()
	delete(b.watched, key)
	b.forget(key.Namespace)
}

// drawServiceSoon does not draw a picture right after another.
func (b *Board) drawServiceSoon(ctx context.Context, key types.NamespacedName, watched *watchedService) {
	if wait := servicePeriod - b.options.Now().Sub(watched.drawn); wait > 0 {
		time.AfterFunc(wait, func() { b.markTopic(servicePrefix + key.String()) })
		return
	}
	b.drawService(ctx, key, watched)
	watched.drawn = b.options.Now()
}

func (b *Board) drawService(ctx context.Context, key types.NamespacedName, watched *watchedService) {
	entries, err := b.serviceEntries(ctx, key, watched)
	isAbsent := errors.Is(err, collect.ErrNotFound) || errors.Is(err, errOutOfScope) || apierrors.IsForbidden(err)
	if err != nil {
		entries = picture.Entries{"missing": picture.Absent{Message: err.Error()}}
	}
	b.publish(servicePrefix+key.String(), func(t *topic) {
		if err == nil || isAbsent || !t.isComputed { // otherwise the last picture stays
			t.replace(entries)
		}
	})
}

func (b *Board) serviceEntries(ctx context.Context, key types.NamespacedName, watched *watchedService) (picture.Entries, error) {
	if scope := b.options.Scope; scope != "" && scope != key.Namespace {
		return nil, fmt.Errorf("%w: only namespace %s is shown: run `kubectl meshwork ui -n %s` for this Service", errOutOfScope, scope, key.Namespace)
	}
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	snap, err := collect.Service(ctx, b.cluster.Reader(), key, b.options.Now())
	if err != nil {
		return nil, err
	}
	watched.mutex.Lock()
	snap.XDS, snap.Unread = watched.xds, slices.Concat(snap.Unread, watched.xdsGaps)
	watched.mutex.Unlock()
	delegations := picture.DelegationsOf(b.options.Settings, snap)
	watched.steps.add(watched.handover.Follow(delegations, b.options.Now().UTC()), shownSteps)
	entries := picture.ServiceEntries(b.options.Settings, snap, delegations, b.eventsOf(snap, watched))
	watched.rolled.add(watched.rollouts.Follow(entries, b.options.Now().UTC()), shownSteps)
	watched.rolled.addTo(entries, "rolled/")
	for sequence, change := range b.changes.all() {
		if own := change.Of(key); own != nil {
			entries["change/"+sequence] = own
		}
	}
	watched.steps.addTo(entries, "handover/")
	return entries, nil
}

// eventsOf returns the events about the Service and its Pods, including Pods that are gone.
func (b *Board) eventsOf(snap *snapshot.Service, watched *watchedService) []*corev1.Event {
	if watched.subjects == nil || watched.subjects.Len() > keptSubjects {
		watched.subjects = sets.New[types.UID]()
	}
	watched.subjects.Insert(snap.Service.UID).Insert(picture.PodsOf(snap).UnsortedList()...)
	return picture.EventsAbout(watched.subjects, live.List[*corev1.Event](b.cluster, snapshot.Events, snap.Service.Namespace))
}
