package meshservice

import (
	"context"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/events"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// MeshServiceReconciler keeps the MeshServices of each Service as
// meshservice.Derive says they should be.
type MeshServiceReconciler struct {
	// Client reads from the cache and writes to the API server.
	Client   client.Client
	Settings meshservice.Settings
	Events   *events.EventReporter
	// Statuses spaces the status writes of one MeshService.
	Statuses *statussync.StatusGate
	Clock    clock.PassiveClock
	// ConcurrentSyncs is the number of Services that are worked on at a time.
	ConcurrentSyncs int

	pods          cache.PodStore
	StatusMetrics *statussync.StatusMetrics
}

// +kubebuilder:rbac:groups="",resources=services;namespaces;pods,verbs=list;watch
// +kubebuilder:rbac:groups="",resources=services/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=statefulsets,verbs=list;watch
// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=meshes,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=meshservices,verbs=list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=meshwork.dev,resources=meshservices/status,verbs=update;patch

// Reconcile brings the MeshServices of one Service to where they should be.
func (r *MeshServiceReconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	service, err := r.readService(ctx, request)
	if err != nil {
		return reconcile.Result{}, err
	}
	existing, err := r.readDerived(ctx, request)
	if err != nil {
		return reconcile.Result{}, err
	}
	var outcome meshservice.Outcome
	if service != nil {
		if outcome, err = r.decide(ctx, service, existing); err != nil {
			return reconcile.Result{}, err
		}
	}
	others, err := r.readUnderSameNames(ctx, outcome.MeshServices, existing)
	if err != nil {
		return reconcile.Result{}, err
	}

	plan := meshservice.NewPlan(request.Name, service, outcome.MeshServices, slices.Concat(existing, others))
	results := newResults(plan.Keep)
	writeErr := r.execute(ctx, plan, results)
	untilStatus, statusErr := r.writeStatuses(ctx, results)
	if failed := writeErr != nil || statusErr != nil || len(results.refusals) > 0; failed || untilStatus == 0 {
		r.StatusMetrics.Passed(request.NamespacedName, !failed)
	} // or else it is as it was: a status that is deferred is a period old at most

	findings := slices.Concat(outcome.Findings, meshservice.ConflictFindings(plan.Conflicts), results.findings())
	untilRepeat, reportErr := r.Events.Report(ctx, request.NamespacedName, service, findings)
	if err := utilerrors.NewAggregate([]error{writeErr, statusErr, reportErr}); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: throttle.Soonest(untilStatus, untilRepeat, results.untilRetry())}, nil
}

// readService returns nil for a Service that does not exist.
func (r *MeshServiceReconciler) readService(ctx context.Context, request reconcile.Request) (*corev1.Service, error) {
	service := &corev1.Service{}
	err := r.Client.Get(ctx, request.NamespacedName, service)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return service, err
}

// decide reads what the decision needs. A namespace, Mesh or Pod that cannot be
// found is no error: when it appears, it wakes the Service.
func (r *MeshServiceReconciler) decide(ctx context.Context, service *corev1.Service, existing []*v1alpha1.MeshService) (meshservice.Outcome, error) {
	lookup := cache.CacheLookup{Ctx: ctx, Reader: r.Client}
	view := meshservice.View{
		Service:   service,
		Namespace: cache.Find[corev1.Namespace](&lookup, client.ObjectKey{Name: service.Namespace}),
		Mesh: func(name string) *v1alpha1.Mesh {
			return cache.Find[v1alpha1.Mesh](&lookup, client.ObjectKey{Name: name})
		},
		Pod: func(name string) *corev1.Pod {
			pod, err := r.pods.Get(service.Namespace, name)
			lookup.Note(err)
			return pod
		},
		StatefulSet: func(name string) *appsv1.StatefulSet {
			return cache.Find[appsv1.StatefulSet](&lookup, client.ObjectKey{Namespace: service.Namespace, Name: name})
		},
		Existing: existing,
	}
	var err error
	if view.Slices, err = cache.ReadSlices(ctx, r.Client, client.ObjectKeyFromObject(service)); err != nil {
		return meshservice.Outcome{}, err
	}
	outcome := r.Settings.Derive(view)
	return outcome, lookup.Err
}

// readDerived returns the MeshServices that are derived from the Service, or
// from one that had its name before.
func (r *MeshServiceReconciler) readDerived(ctx context.Context, request reconcile.Request) ([]*v1alpha1.MeshService, error) {
	var derived v1alpha1.MeshServiceList
	err := r.Client.List(ctx, &derived, client.InNamespace(request.Namespace),
		client.MatchingFields{derivedFromIndex: request.Name}, client.UnsafeDisableDeepCopy)
	return cache.Pointers(derived.Items), err
}

// readUnderSameNames returns what else stands under a desired name.
func (r *MeshServiceReconciler) readUnderSameNames(ctx context.Context, desired, known []*v1alpha1.MeshService) ([]*v1alpha1.MeshService, error) {
	names := sets.New[string]()
	for _, meshService := range known {
		names.Insert(meshService.Name)
	}
	var others []*v1alpha1.MeshService
	lookup := cache.CacheLookup{Ctx: ctx, Reader: r.Client}
	for _, want := range desired {
		if names.Has(want.Name) {
			continue
		}
		if other := cache.Find[v1alpha1.MeshService](&lookup, client.ObjectKeyFromObject(want)); other != nil {
			others = append(others, other)
		}
	}
	return others, lookup.Err
}

// execute creates before it deletes, so that a Service is not without
// MeshService while its shape changes.
func (r *MeshServiceReconciler) execute(ctx context.Context, plan meshservice.Plan, results *results) error {
	writer := meshServiceWriter{r.Client}
	createErr := write.InParallel(ctx, plan.Create, func(ctx context.Context, desired *v1alpha1.MeshService) error {
		live, err := writer.create(ctx, desired)
		return results.created(ctx, meshservice.Pair{Live: live, Desired: desired}, err)
	})
	updateErr := write.InParallel(ctx, plan.Update, func(ctx context.Context, pair meshservice.Pair) error {
		live, err := writer.update(ctx, pair.Live, pair.Desired)
		return results.updated(ctx, pair.Live, live, pair.Desired, err)
	})
	deleteErr := write.InParallel(ctx, plan.Delete, func(ctx context.Context, live *v1alpha1.MeshService) error {
		return results.deleted(ctx, live, writer.delete(ctx, live))
	})
	return utilerrors.NewAggregate([]error{createErr, updateErr, deleteErr})
}

// writeStatuses writes the statuses that differ and may be written now, and
// returns how long the next one has to wait.
func (r *MeshServiceReconciler) writeStatuses(ctx context.Context, results *results) (time.Duration, error) {
	writer := meshServiceWriter{r.Client}
	var due []meshservice.Pair
	var untilNext time.Duration
	for _, pair := range results.pairs {
		status, changed := meshservice.MergeStatus(pair.Live, pair.Desired, metav1.NewTime(r.Clock.Now()).Rfc3339Copy())
		if !changed {
			r.StatusMetrics.Count(statussync.StatusUnchanged)
			continue
		}
		if wait := r.Statuses.Wait(pair.Live.UID); wait > 0 {
			r.StatusMetrics.Count(statussync.StatusDeferred)
			untilNext = throttle.Soonest(untilNext, wait)
			continue
		}
		withStatus := pair.Desired.DeepCopy()
		withStatus.Status = status
		due = append(due, meshservice.Pair{Live: pair.Live, Desired: withStatus})
	}

	return untilNext, write.InParallel(ctx, due, func(ctx context.Context, pair meshservice.Pair) error {
		r.Statuses.Written(pair.Live.UID)
		err := writer.applyStatus(ctx, pair.Live, pair.Desired)
		r.StatusMetrics.Attempted(err)
		if err != nil {
			return results.failed(ctx, pair.Desired, err)
		}
		return nil
	})
}
