package cache

import (
	"context"
	"fmt"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Index is a field index of the cache that a controller uses.
type Index struct {
	Name   string
	Object client.Object
	Keys   client.IndexerFunc
}

// AddIndexes adds indexes to the cache, each once.
func AddIndexes(ctx context.Context, indexer client.FieldIndexer, indexes []Index) error {
	added := sets.New[string]()
	for _, index := range indexes {
		name := fmt.Sprintf("%T by %s", index.Object, index.Name)
		if added.Has(name) {
			continue
		}
		added.Insert(name)
		if err := indexer.IndexField(ctx, index.Object, index.Name, index.Keys); err != nil {
			return fmt.Errorf("adding the index of %s: %w", name, err)
		}
	}
	return nil
}

// SlicesByService is the index that Slices and its like use.
var SlicesByService = Index{Name: serviceIndex, Object: &discoveryv1.EndpointSlice{}, Keys: serviceOfSlice}

const serviceIndex = "service"

func serviceOfSlice(slice client.Object) []string {
	return IndexKeys(slice.GetLabels()[discoveryv1.LabelServiceName])
}

// IndexKeys returns the one key of an object in an index, or none for the empty string.
func IndexKeys(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}
