package live

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// reader answers from memory as the API server would answer the user. The objects share
// memory: they must not be changed.
type reader struct{ cluster *Cluster }

// Reader returns a reader of the watched objects.
func (c *Cluster) Reader() client.Reader { return reader{c} }

// Get implements client.Reader. It asks the API server for objects of kinds that the user
// may not list, and of namespaces that are not watched.
func (r reader) Get(ctx context.Context, key client.ObjectKey, into client.Object, options ...client.GetOption) error {
	feed, err := r.feedOf(ctx, into, key.Namespace, "")
	if err != nil {
		return err
	}
	if r.cluster.gapOf(feed) != nil || !feed.covers(key.Namespace) {
		return r.cluster.client.Get(ctx, key, into, options...)
	}
	found := feed.get(key)
	if found == nil {
		return apierrors.NewNotFound(schema.GroupResource{Resource: string(feed.kind.name)}, key.Name)
	}
	reflect.ValueOf(into).Elem().Set(reflect.ValueOf(found).Elem())
	return nil
}

// List implements client.Reader. It knows namespaces, label selectors, and the field selectors of kinds. It
// asks the API server for namespaces that are not watched.
func (r reader) List(ctx context.Context, into client.ObjectList, options ...client.ListOption) error {
	wanted := client.ListOptions{}
	wanted.ApplyOptions(options)
	fields := ""
	if wanted.FieldSelector != nil {
		fields = wanted.FieldSelector.String()
	}
	feed, err := r.feedOf(ctx, into, wanted.Namespace, fields)
	if err != nil {
		return err
	}
	if err := r.cluster.gapOf(feed); err != nil {
		return err
	}
	if !feed.covers(wanted.Namespace) {
		return r.cluster.client.List(ctx, into, options...)
	}
	selected := slices.DeleteFunc(feed.list(wanted.Namespace), func(object client.Object) bool {
		return wanted.LabelSelector != nil && !wanted.LabelSelector.Matches(labels.Set(object.GetLabels()))
	})
	found := make([]runtime.Object, len(selected))
	for i, object := range inOrder(selected) {
		found[i] = object
	}
	return meta.SetList(into, found)
}

// feedOf returns the synced feed of the type that has the selected objects.
func (r reader) feedOf(ctx context.Context, of runtime.Object, namespace, selected string) (*feed, error) {
	for _, kind := range kinds {
		isOfType := reflect.TypeOf(of) == reflect.TypeOf(kind.newObject()) || reflect.TypeOf(of) == reflect.TypeOf(kind.newList())
		if !isOfType || kind.fields != "" && kind.fields != selected {
			continue
		}
		if err := r.cluster.Synced(ctx, namespace, kind.name); err != nil {
			return nil, err
		}
		return r.cluster.feedOf(kind.name, namespace), nil
	}
	return nil, fmt.Errorf("%T is not watched", of)
}

// List returns the objects of a kind that is watched, in the order of the API server.
// They must not be changed.
func List[T client.Object](c *Cluster, name snapshot.Kind, namespace string) []T {
	return typed[T](inOrder(c.feedOf(name, namespace).list(namespace)))
}

// Unordered is List in any order, which is faster.
func Unordered[T client.Object](c *Cluster, name snapshot.Kind, namespace string) []T {
	return typed[T](c.feedOf(name, namespace).list(namespace))
}

func typed[T client.Object](objects []client.Object) []T {
	all := make([]T, 0, len(objects))
	for _, object := range objects {
		if each, ok := object.(T); ok {
			all = append(all, each)
		}
	}
	return all
}

func inOrder(objects []client.Object) []client.Object {
	slices.SortFunc(objects, func(a, b client.Object) int {
		return cmp.Or(cmp.Compare(a.GetNamespace(), b.GetNamespace()), cmp.Compare(a.GetName(), b.GetName()))
	})
	return objects
}
