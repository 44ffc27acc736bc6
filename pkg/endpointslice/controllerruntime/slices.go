package controllerruntime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/selection"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// Options configures [Slices].
type Options struct {
	// Config configures the reconciler. OwnerKind is determined by the scheme of the manager.
	endpointslice.Config
	// Events records findings as events on the owners. If it is nil, they are logged.
	Events EventRecorder
}

// EventRecorder is the part of k8s.io/client-go/tools/events.EventRecorder that [Slices] uses.
// Since controller-runtime 0.23, manager.GetEventRecorder returns one.
type EventRecorder interface {
	Eventf(regarding, related runtime.Object, eventType, reason, action, note string, args ...any)
}

// eventAction is the action of all events.
const eventAction = "WriteEndpointSlices"

// Cached limits a cache to the slices of controllers. Name all controllers that use the cache: the
// slices of others would never appear in it. If another client removes the label of the manager
// from a slice, it leaves the cache: its controller writes another one, and the garbage collector
// deletes the old one with the owner. Until then, clients use the endpoints of the old one, too.
//
//	cache.Options{ByObject: map[client.Object]cache.ByObject{
//		&discoveryv1.EndpointSlice{}: controllerruntime.Cached("pool-controller.example.com"),
//	}}
func Cached(controllerNames ...string) cache.ByObject {
	managed, err := labels.NewRequirement(discoveryv1.LabelManagedBy, selection.In, controllerNames)
	if err != nil { // a name is not a label value, and endpointslice.New returns an error
		return cache.ByObject{Label: labels.Nothing()}
	}
	return cache.ByObject{Label: labels.NewSelector().Add(*managed)}
}

// Slices reconciles the EndpointSlices of the owners of one kind.
type Slices struct {
	reconciler *endpointslice.Reconciler
	manager    manager.Manager
	kind       schema.GroupVersionKind
	namespaced bool
	index      string
	events     EventRecorder

	mutex sync.Mutex
	// owners holds what was reported about each owner, by its name.
	owners map[types.NamespacedName]reported
}

// reported is the last sync of an owner.
type reported struct {
	// namespace is the namespace of the slices.
	namespace string
	findings  []endpointslice.Finding
}

// NewSlices returns Slices for owners of a type, which the scheme of the manager must have. It
// adds an index to the cache of the manager, which must not have been started.
func NewSlices(mgr manager.Manager, options Options, owner client.Object) (*Slices, error) {
	kind, err := apiutil.GVKForObject(owner, mgr.GetScheme())
	if err != nil {
		return nil, fmt.Errorf("determining the kind of the owners: %w", err)
	}
	namespaced, err := apiutil.IsObjectNamespaced(owner, mgr.GetScheme(), mgr.GetRESTMapper())
	if err != nil {
		return nil, fmt.Errorf("determining the scope of %s: %w", kind.Kind, err)
	}
	options.OwnerKind = kind
	reconciler, err := endpointslice.New(NewClient(mgr.GetClient()), options.Config)
	if err != nil {
		return nil, err
	}
	s := &Slices{
		reconciler: reconciler, manager: mgr, kind: kind, namespaced: namespaced, events: options.Events,
		index:  "owner-for-" + options.ControllerName,
		owners: map[types.NamespacedName]reported{},
	}
	err = mgr.GetFieldIndexer().IndexField(context.Background(), &discoveryv1.EndpointSlice{}, s.index, s.indexValues)
	if err != nil {
		return nil, fmt.Errorf("indexing the EndpointSlices of %s by their owner, each controller needs another name: %w", options.ControllerName, err)
	}
	return s, nil
}

// indexValues returns the name of the controller of a slice if it is of the kind, or the name of
// the Service of a slice without a controller, which an owner may adopt or replace.
func (s *Slices) indexValues(slice client.Object) []string {
	if owner := s.ownerOf(slice); owner != nil {
		return []string{"owner/" + owner.Name}
	}
	if service := slice.GetLabels()[discoveryv1.LabelServiceName]; service != "" && metav1.GetControllerOfNoCopy(slice) == nil {
		return []string{"service/" + service}
	}
	return nil
}

// ownerOf returns the controller of a slice, or nil if it is of another kind.
func (s *Slices) ownerOf(slice client.Object) *metav1.OwnerReference {
	controller := metav1.GetControllerOfNoCopy(slice)
	if controller == nil || controller.Kind != s.kind.Kind {
		return nil
	}
	if version, err := schema.ParseGroupVersion(controller.APIVersion); err != nil || version.Group != s.kind.Group {
		return nil
	}
	return controller
}

// ReasonInvalid is the reason of the event about an invalid Sync.
const ReasonInvalid = "InvalidEndpointSlices"

// Reconcile reconciles the slices of an owner. It completes the Sync with the owner and its
// existing slices, and records new findings, and an invalid Sync, as events. Requeue the owner after
// the time in the result.
func (s *Slices) Reconcile(ctx context.Context, owner client.Object, desired endpointslice.Sync) (endpointslice.Result, error) {
	desired.Owner = owner
	if desired.Namespace == "" {
		desired.Namespace = owner.GetNamespace()
	}
	if desired.ServiceName == "" {
		desired.ServiceName = owner.GetName()
	}
	existing, err := s.list(ctx, desired)
	if err != nil {
		return endpointslice.Result{}, err
	}
	desired.Existing = existing
	result, err := s.reconciler.Reconcile(ctx, desired)
	findings := result.Findings
	if errors.Is(err, endpointslice.ErrInvalid) {
		findings = append(findings, endpointslice.Finding{Type: corev1.EventTypeWarning, Reason: ReasonInvalid, Message: clip(err.Error())})
	}
	s.report(ctx, owner, desired.Namespace, findings, result.Stale)
	return result, err
}

func (s *Slices) list(ctx context.Context, desired endpointslice.Sync) ([]*discoveryv1.EndpointSlice, error) {
	var existing []*discoveryv1.EndpointSlice
	for _, value := range []string{"owner/" + desired.Owner.GetName(), "service/" + desired.ServiceName} {
		list := &discoveryv1.EndpointSliceList{}
		err := s.manager.GetCache().List(ctx, list, client.InNamespace(desired.Namespace), client.MatchingFields{s.index: value}, client.UnsafeDisableDeepCopy)
		if err != nil {
			return nil, fmt.Errorf("listing the EndpointSlices of %s %s: %w", s.kind.Kind, desired.Owner.GetName(), err)
		}
		for i := range list.Items {
			existing = append(existing, &list.Items[i])
		}
	}
	return existing, nil
}

// report records an event for each finding that the last complete sync did not have.
func (s *Slices) report(ctx context.Context, owner client.Object, namespace string, findings []endpointslice.Finding, stale bool) {
	s.mutex.Lock()
	before := s.owners[client.ObjectKeyFromObject(owner)].findings
	if stale {
		findings = before
	}
	s.owners[client.ObjectKeyFromObject(owner)] = reported{namespace, findings}
	s.mutex.Unlock()
	for _, found := range findings {
		switch {
		case slices.Contains(before, found):
		case s.events != nil:
			s.events.Eventf(owner, nil, found.Type, found.Reason, eventAction, "%s", found.Message)
		default:
			log.FromContext(ctx).Info("found a problem of EndpointSlices", "reason", found.Reason, "message", found.Message)
		}
	}
}

// clip shortens a text to the 1,024 bytes that an event can have.
func clip(text string) string {
	const longest = 1000
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}

// Forget drops everything that is stored about an owner that does not exist any more.
func (s *Slices) Forget(owner types.NamespacedName) {
	s.mutex.Lock()
	known, found := s.owners[owner]
	delete(s.owners, owner)
	s.mutex.Unlock()
	if found {
		s.reconciler.Forget(types.NamespacedName{Namespace: known.namespace, Name: owner.Name})
	}
}
