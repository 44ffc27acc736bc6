package live

import (
	"context"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

const (
	// retryForbidden is the retry period of kinds that are forbidden or not installed: both
	// may change.
	retryForbidden = 15 * time.Second
	// relistUnwatched is the polling period of kinds that the user may list but not watch.
	relistUnwatched = 10 * time.Second
)

// reconnect is the delay between attempts to reach the API server.
var reconnect = wait.Backoff{Duration: 200 * time.Millisecond, Factor: 2, Jitter: 0.2, Steps: 4, Cap: 2 * time.Second}

// feed watches the objects of a kind in a namespace, or in all.
type feed struct {
	*store
	kind      kind
	namespace string
	options   []client.ListOption
	reader    client.WithWatch
	// scope is the shown namespace, empty for all.
	scope string
	// report receives the result of each request; filled is called once the store is
	// complete.
	report func(*feed, error)
	filled func(*feed)
	// watched receives true if the user may watch the kind, false if only list it.
	watched func(*feed, bool)
	stop    context.CancelFunc
}

// run fills the store until the context ends.
func (f *feed) run(ctx context.Context) {
	logger := logr.Discard() // the user sees the state of the connection
	source := &cache.ListWatch{ListWithContextFunc: f.listAll, WatchFuncWithContext: f.watchAll}
	backoff := reconnect
	lists := cache.ToListWatcherWithWatchListSemantics(source, f.reader)
	cache.NewReflectorWithOptions(lists, f.kind.newObject(), f, cache.ReflectorOptions{
		Name: string(f.kind.name), Backoff: &backoff, Logger: &logger,
	}).RunWithContext(logr.NewContext(ctx, logger))
}

// Replace implements cache.ReflectorStore. Until it is done, a kind that could not be read
// remains one.
func (f *feed) Replace(all []any, version string) error {
	err := f.store.Replace(all, version)
	if err == nil {
		f.filled(f)
	}
	return err
}

func (f *feed) listAll(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	list := f.kind.newList()
	err := f.reader.List(ctx, list, f.with(options)...)
	if f.scope != "" && apierrors.IsForbidden(err) {
		err = f.readScope(ctx, list, options, err)
	}
	f.answered(ctx, err)
	if collect.IsGap(err) {
		pause(ctx, retryForbidden)
	}
	return list, err
}

// covers reports whether the feed has the objects of a namespace.
func (f *feed) covers(namespace string) bool { return f.namespace == "" || f.namespace == namespace }

// readScope reads only the objects of the shown namespace, if the kind is watched everywhere and they
// are of use without the others.
func (f *feed) readScope(ctx context.Context, list client.ObjectList, options metav1.ListOptions, forbidden error) error {
	if namespaces, ok := list.(*corev1.NamespaceList); ok {
		return f.getScope(ctx, namespaces)
	}
	if f.kind.name.IsRoutes() {
		return f.reader.List(ctx, list, &client.ListOptions{Namespace: f.scope, Raw: &options})
	}
	return forbidden
}

// getScope reads only the shown Namespace: a user with access to one namespace may get its
// Namespace, but not list Namespaces.
func (f *feed) getScope(ctx context.Context, into *corev1.NamespaceList) error {
	var shown corev1.Namespace
	switch err := f.reader.Get(ctx, client.ObjectKey{Name: f.scope}, &shown); {
	case apierrors.IsNotFound(err):
	case err != nil:
		return err
	default:
		into.Items = []corev1.Namespace{shown}
	}
	into.ResourceVersion = shown.ResourceVersion
	return nil
}

func (f *feed) watchAll(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	watcher, err := f.reader.Watch(ctx, f.kind.newList(), f.with(options)...)
	// A server without streaming lists answers that the request is invalid.
	if isInitial := options.SendInitialEvents != nil; isInitial && (collect.IsGap(err) || apierrors.IsInvalid(err)) {
		return watcher, err // the list that follows has the reason
	}
	f.watched(f, !apierrors.IsForbidden(err))
	if apierrors.IsForbidden(err) {
		pause(ctx, relistUnwatched) // keep the listed objects
		return watcher, err
	}
	f.answered(ctx, err)
	return watcher, err
}

func (f *feed) answered(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	f.report(f, err)
	if collect.IsGap(err) {
		f.clear()
	}
}

func (f *feed) with(options metav1.ListOptions) []client.ListOption {
	return append([]client.ListOption{&client.ListOptions{Namespace: f.namespace, Raw: &options}}, f.options...)
}

// optionsOf limits the kinds of which only some objects matter.
func (c *Cluster) optionsOf(kind kind) []client.ListOption {
	switch kind.name {
	case snapshot.Leases:
		return []client.ListOption{client.MatchingFieldsSelector{Selector: fields.OneTermEqualSelector("metadata.name", c.options.Manager.Lease)}}
	case snapshot.Deployments:
		return []client.ListOption{collect.DeploymentLabels}
	}
	if kind.fields != "" {
		return []client.ListOption{client.MatchingFieldsSelector{Selector: fields.ParseSelectorOrDie(kind.fields)}}
	}
	return nil
}

func pause(ctx context.Context, period time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(period):
	}
}
