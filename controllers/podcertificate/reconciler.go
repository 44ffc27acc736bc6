// Package podcertificate is the controller that issues certificates of meshes to Pods: it
// serves the PodCertificateRequests of signer meshwork.dev/mesh (KEP-4317).
package podcertificate

import (
	"context"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/internal/authority"
	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

// Name is the controller's name in --controllers, logs and metrics.
const Name = "podcertificate"

// A request that waits for an authority is synced after minWait, and then at growing intervals:
// each sync takes two requests to the API server.
const (
	minWait = 10 * time.Second
	maxWait = time.Minute
)

// Reconciler issues certificates to Pods.
type Reconciler struct {
	Options
	memory   *memory.Memory[wait]
	services cache.ServiceLister
	events   *events.Recorder
	counters counters
}

// Options are the dependencies and settings of the controller.
type Options struct {
	controller.Dependencies
	// Authorities reads the authorities that sign.
	Authorities *authority.Store
	// ClusterDomain is the suffix of hostnames.
	ClusterDomain string
}

// New returns the controller, or an error that names the missing options.
func New(options Options) (*Reconciler, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	if err := controller.Require("Authorities", options.Authorities != nil); err != nil {
		return nil, err
	}
	r := &Reconciler{
		Options:  options,
		memory:   memory.New[wait](),
		events:   events.NewRecorder("IssueCertificate", options.APIReader, options.Client, options.Clock),
		counters: newCounters(),
	}
	return r, metrics.Register(options.Metrics, r.counters.issued, r.counters.denied, recordCollector{options.Client, options.Clock})
}

// Reconcile issues or denies a request. A certificate is on record before the Pod can have
// it, so that no root is given up while a Pod needs it.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	object := &certificatesv1.PodCertificateRequest{}
	if err := r.Client.Get(ctx, request.NamespacedName, object); err != nil {
		r.memory.Forget(request.NamespacedName)
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	result, err := r.sync(ctx, object)
	if write.IsStale(err) {
		return pace.RetryStale(ctx, err), nil
	}
	return result, err
}

func (r *Reconciler) sync(ctx context.Context, request *certificatesv1.PodCertificateRequest) (reconcile.Result, error) {
	if request.Spec.SignerName != v1alpha1.SignerName {
		return reconcile.Result{}, nil
	}
	if isPending(request) {
		return r.serve(ctx, request)
	}
	r.memory.Forget(client.ObjectKeyFromObject(request))
	if hasCondition(request, certificatesv1.PodCertificateRequestConditionTypeIssued) {
		return r.settle(ctx, request)
	}
	return reconcile.Result{}, nil
}

func (r *Reconciler) serve(ctx context.Context, request *certificatesv1.PodCertificateRequest) (reconcile.Result, error) {
	pod, mismatch, err := r.verifiedPod(ctx, request)
	if err != nil {
		return reconcile.Result{}, err
	}
	if mismatch != nil {
		return reconcile.Result{}, r.deny(ctx, request, nil, mismatch)
	}
	services, err := r.services.ForPod(pod)
	if err != nil {
		return reconcile.Result{}, err
	}
	parsed, problem := identity.ParseRequest(request)
	if problem != nil {
		return reconcile.Result{}, r.deny(ctx, request, services, problem)
	}
	lookup := cache.NewLookup(ctx, r.Client)
	known := cache.Find[v1alpha1.MeshCertificate](lookup, client.ObjectKeyFromObject(pod))
	if lookup.Err() != nil {
		return reconcile.Result{}, lookup.Err()
	}
	membership, problem, err := r.membership(ctx, pod, services, parsed.Mesh, identity.CurrentMesh(pod, known, r.Clock.Now()))
	if err != nil {
		return reconcile.Result{}, err
	}
	if problem != nil {
		return r.refuse(ctx, request, pod, services, identity.ValidUntil(pod, known), problem)
	}
	problem, err = r.issue(ctx, request, parsed, pod, known, membership)
	if err != nil {
		return reconcile.Result{}, err
	}
	if problem != nil {
		return r.awaitAuthority(ctx, request, pod, services, problem), nil
	}
	for _, found := range membership.Findings() {
		r.recordEvents(ctx, services, found)
	}
	return reconcile.Result{}, nil
}

// verifiedPod returns the Pod of a request if the API server knows it as the request
// describes it. It does not rely on who has created the request.
func (r *Reconciler) verifiedPod(ctx context.Context, request *certificatesv1.PodCertificateRequest) (*corev1.Pod, *identity.Problem, error) {
	pod, account := &corev1.Pod{}, &corev1.ServiceAccount{}
	podErr := r.APIReader.Get(ctx, client.ObjectKey{Namespace: request.Namespace, Name: request.Spec.PodName}, pod)
	if client.IgnoreNotFound(podErr) != nil {
		return nil, nil, podErr
	}
	accountErr := r.APIReader.Get(ctx, client.ObjectKey{Namespace: request.Namespace, Name: request.Spec.ServiceAccountName}, account)
	if client.IgnoreNotFound(accountErr) != nil {
		return nil, nil, accountErr
	}
	if apierrors.IsNotFound(podErr) {
		pod = nil
	}
	if apierrors.IsNotFound(accountErr) {
		account = nil
	}
	return pod, identity.Mismatch(request, pod, account), nil
}

// membership returns the Mesh of the Pod that the Services select.
func (r *Reconciler) membership(ctx context.Context, pod *corev1.Pod, services []*corev1.Service, named, current string) (identity.Membership, *identity.Problem, error) {
	lookup := cache.NewLookup(ctx, r.Client)
	membership, problem := identity.Surroundings{
		Services:  services,
		Namespace: cache.Find[corev1.Namespace](lookup, client.ObjectKey{Name: pod.Namespace}),
		Mesh: func(name string) *v1alpha1.Mesh {
			return cache.Find[v1alpha1.Mesh](lookup, client.ObjectKey{Name: name})
		},
		Current: current,
	}.Member(named)
	return membership, problem, lookup.Err()
}

// SetupWithManager registers the controller. Requests that wait are enqueued when a Mesh,
// a Service or a namespace changes in a way that they may wait for.
func (r *Reconciler) SetupWithManager(ctx context.Context, mgr manager.Manager) error {
	if err := cache.AddIndexes(ctx, mgr.GetFieldIndexer(), indexes); err != nil {
		return err
	}
	var err error
	if r.services, err = cache.NewServiceLister(ctx, mgr.GetCache()); err != nil {
		return err
	}
	waiting := handler.EnqueueRequestsFromMapFunc(r.waiting)
	return builder.ControllerManagedBy(mgr).
		Named(Name).
		For(&certificatesv1.PodCertificateRequest{}).
		Watches(&v1alpha1.Mesh{}, waiting, builder.WithPredicates(watches.OnUpdate(signingChanged))).
		Watches(&corev1.Service{}, waiting, builder.WithPredicates(watches.OnUpdate(watches.ServiceChanged))).
		Watches(&corev1.Namespace{}, waiting, builder.WithPredicates(watches.OnUpdate(watches.NamespaceChanged))).
		Watches(&v1alpha1.MeshCertificate{}, handler.EnqueueRequestsFromMapFunc(r.requestsOfPod), builder.WithPredicates(predicate.NewPredicateFuncs(isUnsettled))).
		WithOptions(r.ControllerOptions(pace.RateLimiter())).
		Complete(r)
}
