package endpointslice

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

// Option configures a [Reconciler].
type Option func(*Reconciler)

// WithMaxEndpointsPerSlice sets the most endpoints that a slice gets,
// [DefaultMaxEndpointsPerSlice] by default. A value below 1 counts as 1, one
// above [MaxEndpointsPerSliceLimit] as that. When the maximum is lowered, slices
// that hold more are split at the next pass.
func WithMaxEndpointsPerSlice(maximum int32) Option {
	return func(r *Reconciler) {
		r.settings.MaxEndpointsPerSlice = boundMaximum(maximum)
	}
}

// WithPlaceholder keeps one slice without endpoints and ports for each supported
// address type of an owner that has no endpoints, as Kubernetes' EndpointSlice
// controller does. It is off by default, as in the mirroring controller.
func WithPlaceholder(enabled bool) Option {
	return func(r *Reconciler) { r.settings.Placeholder = enabled }
}

// WithOwnershipEnforced deletes existing slices that have no owner reference to
// the owner, by UID, as Kubernetes' EndpointSlice controller does: usually they
// are those of an earlier owner of the same name. It is off by default, as in the
// mirroring controller: such slices are kept and updated. A reference to an
// earlier owner is then replaced at once, a missing one added with the next write.
func WithOwnershipEnforced(enforced bool) Option {
	return func(r *Reconciler) { r.settings.OwnershipEnforced = enforced }
}

// WithCompaction lets the reconciler empty slices into others when at most half
// of their room is used, and more slices go than have to be written for it. It
// is on by default. Kubernetes' own controllers never do it.
func WithCompaction(enabled bool) Option {
	return func(r *Reconciler) { r.settings.CompactionDisabled = !enabled }
}

// WithTrafficDistribution honors the parameter trafficDistribution of
// [Reconciler.Reconcile]: PreferSameZone, PreferSameNode and PreferClose set
// hints, any other value removes them. It is off by default.
func WithTrafficDistribution(enabled bool) Option {
	return func(r *Reconciler) { r.settings.TrafficDistribution = enabled }
}

// WithTopologyCache honors the annotation service.kubernetes.io/topology-mode of
// the owner. The caller keeps the cache's Nodes up to date. Where the annotation
// is set, traffic distribution is not honored, as in Kubernetes.
func WithTopologyCache(cache *topologycache.TopologyCache) Option {
	return func(r *Reconciler) { r.settings.TopologyCache = cache }
}

// WithMetrics counts what the reconciler does. Register the metrics once.
func WithMetrics(instance *metrics.Metrics) Option {
	return func(r *Reconciler) { r.metrics = instance }
}

// WithEventRecorder tells the users of an owner, by events on it, of skipped
// addresses, once for as long as they are, and of changes of topology hints.
func WithEventRecorder(recorder EventRecorder) Option {
	return func(r *Reconciler) {
		r.reporter = &reporter{recorder: recorder, said: map[types.NamespacedName]statement{}}
	}
}

// WithStaleCacheGuard refuses to plan from slices that are older than what the
// reconciler has written, with [ErrStaleCache].
func WithStaleCacheGuard(tracker *Tracker) Option {
	return func(r *Reconciler) { r.tracker = tracker }
}

// WithScheme sets the scheme that knows the kinds of the owners, by default
// client-go's, with the built-in kinds.
func WithScheme(scheme *runtime.Scheme) Option {
	return func(r *Reconciler) { r.scheme = scheme }
}
