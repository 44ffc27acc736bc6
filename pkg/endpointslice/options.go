package endpointslice

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/endpointslice/topologycache"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

// Option configures a [Reconciler].
type Option func(*Reconciler)

// WithMaxEndpointsPerSlice sets the maximum number of endpoints of a slice. The default is
// [DefaultMaxEndpointsPerSlice]. Values below 1 count as 1, and values above
// [MaxEndpointsPerSliceLimit] count as this limit. After the maximum was lowered, larger
// slices are split in the next sync.
func WithMaxEndpointsPerSlice(maximum int32) Option {
	return func(r *Reconciler) {
		r.settings.MaxEndpointsPerSlice = boundMaximum(maximum)
	}
}

// WithPlaceholder keeps one slice without endpoints and ports for each supported address
// type of an owner that has no endpoints, like Kubernetes' EndpointSlice controller. It is
// off by default, like in the mirroring controller.
func WithPlaceholder(enabled bool) Option {
	return func(r *Reconciler) { r.settings.Placeholder = enabled }
}

// WithOwnershipEnforced deletes existing slices that have no owner reference to the owner,
// by UID, like Kubernetes' EndpointSlice controller. Usually, they belong to an earlier
// owner of the same name. It is off by default, like in the mirroring controller. Such
// slices are then kept and updated: a reference to an earlier owner is replaced
// immediately, and a missing reference is added with the next write.
func WithOwnershipEnforced(enforced bool) Option {
	return func(r *Reconciler) { r.settings.OwnershipEnforced = enforced }
}

// WithCompaction moves endpoints to fewer slices if at most half of the capacity of the
// slices is used, and more slices can be deleted than must be written. It is on by default.
// Kubernetes' own controllers never do this.
func WithCompaction(enabled bool) Option {
	return func(r *Reconciler) { r.settings.CompactionDisabled = !enabled }
}

// WithTrafficDistribution honors the parameter trafficDistribution of
// [Reconciler.Reconcile]: PreferSameZone, PreferSameNode and PreferClose set
// hints, any other value removes them. It is off by default.
func WithTrafficDistribution(enabled bool) Option {
	return func(r *Reconciler) { r.settings.TrafficDistribution = enabled }
}

// WithTopologyCache honors the annotation service.kubernetes.io/topology-mode of the
// owner. The caller must keep the cache's Nodes up to date. If the annotation is set,
// traffic distribution is not honored, like in Kubernetes.
func WithTopologyCache(cache *topologycache.TopologyCache) Option {
	return func(r *Reconciler) { r.settings.TopologyCache = cache }
}

// WithMetrics records metrics of the reconciler. Register the metrics once.
func WithMetrics(instance *metrics.Metrics) Option {
	return func(r *Reconciler) { r.metrics = instance }
}

// WithStaleCacheGuard makes Reconcile return [ErrStaleCache] if the existing slices are
// older than the writes of the reconciler.
func WithStaleCacheGuard(tracker *Tracker) Option {
	return func(r *Reconciler) { r.tracker = tracker }
}

// WithScheme sets the scheme that contains the kinds of the owners. The default is
// client-go's scheme, with the built-in kinds.
func WithScheme(scheme *runtime.Scheme) Option {
	return func(r *Reconciler) { r.scheme = scheme }
}
