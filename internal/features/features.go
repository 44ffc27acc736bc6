// Package features has the feature gates of --feature-gates.
package features

import (
	"k8s.io/component-base/featuregate"
)

const (
	// TopologyAwareHints honors the annotation service.kubernetes.io/topology-mode
	// on delegated Services
	// (https://kubernetes.io/docs/concepts/services-networking/topology-aware-routing/).
	TopologyAwareHints featuregate.Feature = "TopologyAwareHints"

	// EndpointSliceCompaction moves the endpoints of fragmented EndpointSlices into
	// others. Kubernetes' own controller never does that.
	EndpointSliceCompaction featuregate.Feature = "EndpointSliceCompaction"
)

// New returns the feature gates with their defaults.
func New() featuregate.MutableFeatureGate {
	gates := featuregate.NewFeatureGate()
	err := gates.Add(map[featuregate.Feature]featuregate.FeatureSpec{
		TopologyAwareHints:      {Default: true, PreRelease: featuregate.Beta},
		EndpointSliceCompaction: {Default: true, PreRelease: featuregate.Beta},
	})
	if err != nil {
		panic(err) // two features have the same name: a programming error
	}
	return gates
}
