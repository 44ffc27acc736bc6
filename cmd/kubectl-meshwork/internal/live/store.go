package live

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// store holds the objects of one kind. It implements cache.ReflectorStore.
type store struct {
	// trim removes unused fields, to save memory.
	trim func(client.Object)
	// changed is called for each object that is new, changed or gone, without the lock.
	// One of the two is nil if the object is new or gone.
	changed func(before, after client.Object)

	mutex      sync.RWMutex
	namespaces map[string]map[string]client.Object
	synced     chan struct{}
	isSynced   bool
}

func newStore(trim func(client.Object), changed func(before, after client.Object)) *store {
	return &store{trim: trim, changed: changed, namespaces: map[string]map[string]client.Object{}, synced: make(chan struct{})}
}

// Add implements cache.ReflectorStore.
func (s *store) Add(added any) error {
	object, err := s.trimmed(added)
	if err != nil {
		return err
	}
	s.notify(s.put(object), object)
	return nil
}

// Update implements cache.ReflectorStore.
func (s *store) Update(updated any) error { return s.Add(updated) }

// Delete implements cache.ReflectorStore.
func (s *store) Delete(deleted any) error {
	object, ok := deleted.(client.Object)
	if !ok {
		return fmt.Errorf("%T is not an object", deleted)
	}
	s.mutex.Lock()
	before := s.namespaces[object.GetNamespace()][object.GetName()]
	s.remove(object)
	s.mutex.Unlock()
	if before != nil {
		s.notify(before, nil)
	}
	return nil
}

// Replace implements cache.ReflectorStore.
func (s *store) Replace(all []any, _ string) error {
	kept := make(map[types.NamespacedName]bool, len(all))
	for _, each := range all {
		object, err := s.trimmed(each)
		if err != nil {
			return err
		}
		kept[client.ObjectKeyFromObject(object)] = true
		s.notify(s.put(object), object)
	}
	for _, object := range s.list("") {
		if !kept[client.ObjectKeyFromObject(object)] {
			_ = s.Delete(object)
		}
	}
	s.settle()
	return nil
}

// Resync implements cache.ReflectorStore.
func (*store) Resync() error { return nil }

func (s *store) trimmed(raw any) (client.Object, error) {
	object, ok := raw.(client.Object)
	if !ok {
		return nil, fmt.Errorf("%T is not an object", raw)
	}
	object.SetManagedFields(decidingFields(object))
	if s.trim != nil {
		s.trim(object)
	}
	return object, nil
}

// decidingFields returns the managed fields that decide: labels of a MeshService that
// Meshwork has set, and that it should not have any more.
func decidingFields(object client.Object) []metav1.ManagedFieldsEntry {
	if _, isMeshService := object.(*v1alpha1.MeshService); !isMeshService {
		return nil
	}
	return slices.DeleteFunc(object.GetManagedFields(), func(entry metav1.ManagedFieldsEntry) bool {
		return entry.Manager != v1alpha1.FieldManager || entry.Subresource != ""
	})
}

// put returns the object that was replaced.
func (s *store) put(object client.Object) client.Object {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	inNamespace := s.namespaces[object.GetNamespace()]
	if inNamespace == nil {
		inNamespace = map[string]client.Object{}
		s.namespaces[object.GetNamespace()] = inNamespace
	}
	before := inNamespace[object.GetName()]
	inNamespace[object.GetName()] = object
	return before
}

func (s *store) remove(object client.Object) {
	inNamespace := s.namespaces[object.GetNamespace()]
	delete(inNamespace, object.GetName())
	if len(inNamespace) == 0 {
		delete(s.namespaces, object.GetNamespace())
	}
}

// notify ignores changes of the version and of trimmed fields.
func (s *store) notify(before, after client.Object) {
	if before != nil && after != nil {
		copied, _ := after.DeepCopyObject().(client.Object)
		copied.SetResourceVersion(before.GetResourceVersion())
		copied.SetGeneration(before.GetGeneration())
		if reflect.DeepEqual(before, copied) {
			return
		}
	}
	s.changed(before, after)
}

// settle marks the store as complete, or as unreadable.
func (s *store) settle() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.isSynced {
		s.isSynced = true
		close(s.synced)
	}
}

func (s *store) get(key types.NamespacedName) client.Object {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	return s.namespaces[key.Namespace][key.Name]
}

// list returns the objects of a namespace, or of all.
func (s *store) list(namespace string) []client.Object {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	if namespace != "" {
		return appendAll(nil, s.namespaces[namespace])
	}
	var all []client.Object
	for _, inNamespace := range s.namespaces {
		all = appendAll(all, inNamespace)
	}
	return all
}

func appendAll(to []client.Object, all map[string]client.Object) []client.Object {
	for _, object := range all {
		to = append(to, object)
	}
	return to
}

// clear forgets all objects.
func (s *store) clear() { _ = s.Replace(nil, "") }
