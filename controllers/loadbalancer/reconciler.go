package loadbalancer

import (
	"context"
	"errors"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/controllers/events"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// LoadBalancerReconciler serves a load-balancer class (KEP-1959): a Service of it
// gets addresses of its Mesh. docs/loadbalancer.md has the protocol by which no
// address is given away twice.
type LoadBalancerReconciler struct {
	// Client reads from the cache and writes to the API server.
	Client client.Client
	// APIReader reads from the API server itself.
	APIReader client.Reader
	// Class is the one that is served.
	Class  string
	Events *events.EventReporter
	Clock  clock.PassiveClock
	// ConcurrentSyncs is the number of Services that are worked on at a time.
	ConcurrentSyncs int

	Addresses     *virtualIPs
	Failures      *prometheus.CounterVec
	StatusMetrics *statussync.StatusMetrics
}

// +kubebuilder:rbac:groups="",resources=services,verbs=get;list;watch
// +kubebuilder:rbac:groups="",resources=services/status,verbs=update;patch
// +kubebuilder:rbac:groups="",resources=namespaces,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=meshes,verbs=list;watch
// +kubebuilder:rbac:groups=meshwork.dev,resources=virtualips,verbs=get;list;watch;create;patch;delete

// Reconcile gives one Service its addresses, or takes them back. The order is
// what makes it safe: claim, then show; hide, then free.
func (r *LoadBalancerReconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	name := request.NamespacedName
	service, decision, err := r.decide(ctx, name)
	if err != nil {
		return reconcile.Result{}, err
	}
	var problems []finding.Finding
	if err = r.release(ctx, decision.Orphans); err == nil && service != nil {
		problems, err = r.serve(ctx, service, &decision)
	}
	if err == nil {
		err = r.release(ctx, decision.Release)
	}
	r.Addresses.setWaiting(name, len(problems) > 0)
	r.StatusMetrics.Passed(name, err == nil)
	if errors.Is(err, errNotYet) || write.IsBehind(err) {
		log.FromContext(ctx).V(1).Info("the cache is behind; waiting for it", "error", err.Error())
		return reconcile.Result{RequeueAfter: throttle.StaleRetry}, nil
	}
	findings := slices.Concat(problems, decision.Notices)
	if err != nil {
		findings = append(findings, finding.Warning(v1alpha1.ReasonFailedToAssignVIP, "it is tried again: %s", finding.Clip(err.Error(), finding.RoomForAll)))
	}
	untilRepeat, reportErr := r.Events.Report(ctx, name, service, findings)
	if err := utilerrors.NewAggregate([]error{err, reportErr}); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: untilRepeat}, nil
}

// decide returns no Service when it is gone: then all that was claimed for it is
// to be free again.
func (r *LoadBalancerReconciler) decide(ctx context.Context, name types.NamespacedName) (*corev1.Service, vip.Decision, error) {
	claims := r.Addresses.heldBy(name, r.Class)
	service := &corev1.Service{}
	if err := r.Client.Get(ctx, name, service); apierrors.IsNotFound(err) {
		return nil, vip.Decision{Orphans: claims}, nil
	} else if err != nil {
		return nil, vip.Decision{}, err
	}
	lookup := cache.CacheLookup{Ctx: ctx, Reader: r.Client}
	wanted := meshservice.WantedMesh(service, cache.Find[corev1.Namespace](&lookup, client.ObjectKey{Name: service.Namespace}))
	var mesh *v1alpha1.Mesh
	if wanted != "" {
		mesh = cache.Find[v1alpha1.Mesh](&lookup, client.ObjectKey{Name: wanted})
	}
	decision := vip.Decide(vip.View{
		Service:   service,
		Class:     r.Class,
		Mesh:      wanted,
		MeshFound: mesh != nil && mesh.DeletionTimestamp == nil,
		Ranges:    r.Addresses.rangesOf(wanted),
		Claims:    claims,
	})
	return service, decision, lookup.Err
}

// serve claims what the Service lacks, and shows what it has. What others replace
// is left to be released. It returns why an address is missing.
func (r *LoadBalancerReconciler) serve(ctx context.Context, service *corev1.Service, decision *vip.Decision) ([]finding.Finding, error) {
	claims, problems := decision.Keep, decision.Problems
	var errs []error
	for _, want := range decision.Want {
		claim, problem, err := r.claim(ctx, service, want)
		switch {
		case err != nil:
			errs = append(errs, err)
		case claim == nil && problem == nil: // Decide has said why
		case problem != nil:
			r.Failures.WithLabelValues(problem.Reason).Inc()
			problems = append(problems, *problem)
		case want.Replaces != nil:
			claims = append(slices.DeleteFunc(slices.Clone(claims), is(want.Replaces)), claim)
			decision.Release = append(decision.Release, want.Replaces)
		default:
			claims = append(claims, claim)
		}
	}
	errs = append(errs, r.show(ctx, service, claims, problems))
	// Not an aggregate, into which the look for a conflict does not see.
	return problems, errors.Join(errs...)
}

func is(wanted *v1alpha1.VirtualIP) func(*v1alpha1.VirtualIP) bool {
	return func(virtualIP *v1alpha1.VirtualIP) bool { return virtualIP == wanted }
}
