package cache

import (
	"context"
	"fmt"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// index is one that a controller reads the cache by.
type Index struct {
	Name   string
	Object client.Object
	Keys   client.IndexerFunc
}

// sliceServiceIndex finds EndpointSlices by their Service.
const sliceServiceIndex = "service"

var SliceServices = Index{Name: sliceServiceIndex, Object: &discoveryv1.EndpointSlice{}, Keys: serviceNameOfSlice}

// addIndexes adds indexes to the cache, each once.
func AddIndexes(ctx context.Context, indexer client.FieldIndexer, indexes []Index) error {
	added := sets.New[string]()
	for _, index := range indexes {
		name := fmt.Sprintf("%T by %s", index.Object, index.Name)
		if added.Has(name) {
			continue
		}
		added.Insert(name)
		if err := indexer.IndexField(ctx, index.Object, index.Name, index.Keys); err != nil {
			return fmt.Errorf("index of %s: %w", name, err)
		}
	}
	return nil
}

func serviceNameOfSlice(slice client.Object) []string {
	return NonEmpty(slice.GetLabels()[discoveryv1.LabelServiceName])
}

func NonEmpty(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}
