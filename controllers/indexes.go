package controllers

import (
	"context"
	"fmt"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// index is one that a controller reads the cache by.
type index struct {
	name   string
	object client.Object
	keys   client.IndexerFunc
}

// sliceServiceIndex finds EndpointSlices by their Service.
const sliceServiceIndex = "service"

var sliceServices = index{name: sliceServiceIndex, object: &discoveryv1.EndpointSlice{}, keys: serviceNameOfSlice}

// addIndexes adds indexes to the cache, each once.
func addIndexes(ctx context.Context, indexer client.FieldIndexer, indexes []index) error {
	added := sets.New[string]()
	for _, index := range indexes {
		name := fmt.Sprintf("%T by %s", index.object, index.name)
		if added.Has(name) {
			continue
		}
		added.Insert(name)
		if err := indexer.IndexField(ctx, index.object, index.name, index.keys); err != nil {
			return fmt.Errorf("index of %s: %w", name, err)
		}
	}
	return nil
}

func serviceNameOfSlice(slice client.Object) []string {
	return nonEmpty(slice.GetLabels()[discoveryv1.LabelServiceName])
}

func nonEmpty(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}
