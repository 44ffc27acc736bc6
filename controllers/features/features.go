// Package features names what can be switched by --feature-gates.
package features

import (
	"k8s.io/component-base/featuregate"
)

const (
	// TopologyAwareHints honors the annotation service.kubernetes.io/topology-mode
	// on delegated Services
	// (https://kubernetes.io/docs/concepts/services-networking/topology-aware-routing/).
	TopologyAwareHints featuregate.Feature = "TopologyAwareHints"

	// EndpointSliceCompaction empties fragmented EndpointSlices into others, which
	// Kubernetes' own controller never does.
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
		panic(err) // two features of one name: a mistake of ours
	}
	return gates
}
