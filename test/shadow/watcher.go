// Package shadow compares Meshwork with kube-controller-manager on a whole cluster under
// random change. No endpoint may be missing while a Service is handed over between the two,
// and both must publish the same for equal Services.
//
// The package itself keeps the books from the point of view of a consumer of EndpointSlices;
// it needs no cluster.
package shadow

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// untouchedLabel marks Pods that are ready from the first to the last moment.
const untouchedLabel = "shadow.meshwork.dev/untouched"

// event is a change of an EndpointSlice, a Service or a Pod.
type event struct {
	moment
	object  client.Object
	deleted bool
}

// String describes an event in one line.
func (e event) String() string {
	what := ""
	switch object := e.object.(type) {
	case *corev1.Pod:
		what = fmt.Sprintf("Pod %s ready=%t", object.UID, isReady(object))
	case *corev1.Service:
		what = fmt.Sprintf("Service labels=%v selector=%v", object.Labels, object.Spec.Selector)
	case *discoveryv1.EndpointSlice:
		what = fmt.Sprintf("EndpointSlice of %s by %s %s:", object.Labels[discoveryv1.LabelServiceName], object.Labels[discoveryv1.LabelManagedBy], object.AddressType)
		for i := range object.Endpoints {
			endpoint := &object.Endpoints[i]
			what += fmt.Sprintf(" %s=%t", kit.BackendOf(endpoint), kit.IsReadyEndpoint(endpoint))
		}
	}
	return fmt.Sprintf("%d %s %s/%s deleted=%t %s", e.version, e.at.Format(time.StampMilli),
		e.object.GetNamespace(), e.object.GetName(), e.deleted, what)
}

// loss is a ready Pod that disappeared from all slices of a Service.
type loss struct {
	kit.Front
	moment
	backend   kit.Backend
	slice     string
	untouched bool
}

// account is the history of one Service.
type account struct {
	controller string
	// service is the Service as last seen, at version.
	service *corev1.Service
	version uint64
	created moment
	gone    bool
	labeled bool
	// selects is set if the Service has a selector of its own; keyed, if the selector also
	// has Meshwork's key.
	selects, keyed bool
	slices         kit.Published
	ready          map[kit.Front]sets.Set[kit.Backend]

	// gaps are the spans in which a front that had a ready endpoint had none.
	gaps map[kit.Front]*spans
	// doubled: labeled, and other controllers' slices have endpoints.
	doubled spans
	// keyless: labeled, and nothing keeps the default controller away.
	keyless spans
	// leaving: not labeled, and Meshwork's slices still exist.
	leaving spans

	missing     map[kit.Front]sets.Set[kit.Backend]
	mostMissing int
	losses      []loss
}

// pod is the actual state of a backend.
type pod struct {
	ready, untouched bool
}

// ledger keeps the accounts of all Services, event by event.
type ledger struct {
	controller string
	now        moment
	accounts   map[types.NamespacedName]*account
	pods       map[kit.Backend]pod
}

func newLedger(controller string) *ledger {
	return &ledger{controller: controller, accounts: map[types.NamespacedName]*account{}, pods: map[kit.Backend]pod{}}
}

// replay returns the ledger of the events of several watches, applied in the order
// in which they happened.
func replay(controller string, events []event) *ledger {
	l := newLedger(controller)
	for _, e := range ordered(events) {
		l.apply(e)
	}
	return l
}

func ordered(events []event) []event {
	return slices.SortedStableFunc(slices.Values(events), func(a, b event) int { return cmp.Compare(a.version, b.version) })
}

func (l *ledger) apply(e event) {
	// One watch may deliver an earlier change later than another watch; time does not go back.
	if e.at.Before(l.now.at) {
		e.at = l.now.at
	}
	l.now = e.moment
	switch object := e.object.(type) {
	case *corev1.Pod:
		l.pods[kit.Backend(object.UID)] = pod{ready: !e.deleted && isReady(object), untouched: object.Labels[untouchedLabel] != ""}
		l.forgive(kit.Backend(object.UID))
	case *corev1.Service:
		l.account(client.ObjectKeyFromObject(object)).setService(object, e)
	case *discoveryv1.EndpointSlice:
		name := types.NamespacedName{Namespace: object.Namespace, Name: object.Labels[discoveryv1.LabelServiceName]}
		l.setSlice(l.account(name), object, e)
	}
}

// account returns the account of a Service. Slices may be seen before their Service.
func (l *ledger) account(service types.NamespacedName) *account {
	if l.accounts[service] == nil {
		l.accounts[service] = &account{
			controller: l.controller,
			slices:     kit.Published{},
			ready:      map[kit.Front]sets.Set[kit.Backend]{},
			gaps:       map[kit.Front]*spans{},
			missing:    map[kit.Front]sets.Set[kit.Backend]{},
		}
	}
	return l.accounts[service]
}

// in returns the accounts of the Services in a namespace whose names have a prefix.
func (l *ledger) in(namespace, prefix string) []*account {
	var found []*account
	for name, account := range l.accounts {
		if name.Namespace == namespace && strings.HasPrefix(name.Name, prefix) {
			found = append(found, account)
		}
	}
	return found
}

func (a *account) setService(service *corev1.Service, e event) {
	if a.created.version == 0 {
		a.created = e.moment
	}
	_, keyed := service.Spec.Selector[v1alpha1.DelegatedKey]
	a.service, a.version = service, e.version
	a.gone = e.deleted
	a.labeled = !e.deleted && service.Labels[v1alpha1.EndpointControllerNameLabel] == a.controller
	a.keyed = keyed
	a.selects = len(service.Spec.Selector) > 1 || len(service.Spec.Selector) == 1 && !keyed
	a.settle(e.moment)
}

func (l *ledger) setSlice(a *account, slice *discoveryv1.EndpointSlice, e event) {
	change := watch.Modified
	if e.deleted {
		change = watch.Deleted
	}
	a.slices.Apply(change, slice)
	before := a.ready
	a.ready = a.slices.Ready()
	if !a.gone {
		l.compare(a, before, slice.Name)
	}
	a.settle(e.moment)
}

// compare records the fronts that are empty now, and the Pods that are no longer in
// a front although they should be.
func (l *ledger) compare(a *account, before map[kit.Front]sets.Set[kit.Backend], slice string) {
	for _, front := range slices.Collect(maps.Keys(a.ready)) {
		if a.gaps[front] == nil && a.ready[front].Len() > 0 {
			a.gaps[front], a.missing[front] = &spans{}, sets.New[kit.Backend]()
		}
	}
	for front, gaps := range a.gaps {
		gaps.set(a.ready[front].Len() == 0, l.now)
		for lost := range before[front].Difference(a.ready[front]) {
			if truth := l.pods[lost]; truth.ready {
				a.missing[front].Insert(lost)
				a.losses = append(a.losses, loss{Front: front, moment: l.now, backend: lost, slice: slice, untouched: truth.untouched})
			}
		}
		a.missing[front] = a.missing[front].Difference(a.ready[front])
		a.mostMissing = max(a.mostMissing, a.missing[front].Len())
	}
}

// forgive removes a Pod from the missing ones once it is no longer ready.
func (l *ledger) forgive(name kit.Backend) {
	if l.pods[name].ready {
		return
	}
	for _, account := range l.accounts {
		for _, missing := range account.missing {
			missing.Delete(name)
		}
	}
}

func (a *account) settle(now moment) {
	ours, others := a.held()
	a.doubled.set(a.labeled && others, now)
	a.keyless.set(a.labeled && a.selects && !a.keyed, now)
	a.leaving.set(!a.gone && !a.labeled && ours, now)
}

// held reports whether Meshwork's slices exist, and whether other controllers'
// slices have endpoints.
func (a *account) held() (ours, others bool) {
	for _, slice := range a.slices {
		// The mirroring controller has the same name with a prefix.
		if strings.HasSuffix(slice.Labels[discoveryv1.LabelManagedBy], a.controller) {
			ours = true
		} else if len(slice.Endpoints) > 0 {
			others = true
		}
	}
	return ours, others
}

// taken reports whether only Meshwork's slices have endpoints.
func (a *account) taken() bool {
	ours, others := a.held()
	return a.labeled && a.keyed == a.selects && ours && !others
}

// released reports whether nothing of Meshwork is left.
func (a *account) released() bool {
	ours, _ := a.held()
	return !a.labeled && !a.keyed && !ours
}

// publishes reports whether a backend is ready in any front.
func (a *account) publishes(name kit.Backend) bool {
	for _, ready := range a.ready {
		if ready.Has(name) {
			return true
		}
	}
	return false
}

// isReady reports whether consumers should see a Pod as ready.
func isReady(pod *corev1.Pod) bool {
	return pod.DeletionTimestamp == nil && kit.IsReady(pod)
}
