package controllers_test

import (
	"context"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

// countedWrite is a write of a manager, to an object of a namespace or of the cluster.
type countedWrite struct{ Verb, Namespace, Name string }

// writeCounter counts the writes of a manager's client.
type writeCounter struct {
	mutex  sync.Mutex
	writes []countedWrite
	// before is called before a write with the verb reaches the API server.
	before map[string]func(name string)
	crash  *crash
}

// named is implemented by objects; pointerNamed by apply configurations.
type named interface{ GetName() string }

type pointerNamed interface{ GetName() *string }

func (w *writeCounter) add(verb string, object any) {
	name := "?"
	switch object := object.(type) {
	case named:
		name = object.GetName()
	case pointerNamed:
		name = *object.GetName()
	}
	w.mutex.Lock()
	w.writes = append(w.writes, countedWrite{Verb: verb, Namespace: namespaceOf(object), Name: name})
	do := w.before[verb]
	w.mutex.Unlock()
	if do != nil {
		do(name)
	}
}

// interfere calls do once, before the next write with the verb to an object of that
// name.
func (w *writeCounter) interfere(verb, name string, do func()) {
	var once sync.Once
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.before = map[string]func(string){verb: func(of string) {
		if of == name {
			once.Do(do)
		}
	}}
}

// of returns the verbs of the writes to objects with a name.
func (w *writeCounter) of(name string) []string {
	var verbs []string
	for _, write := range w.all() {
		if write.Name == name {
			verbs = append(verbs, write.Verb)
		}
	}
	return verbs
}

// in returns the writes that concern a namespace, nil if there are none. Unlike all, it leaves
// out writes to objects that earlier specs left behind.
func (w *writeCounter) in(namespace string) func() []countedWrite {
	return func() []countedWrite {
		var found []countedWrite
		for _, write := range w.all() {
			if write.Namespace == namespace {
				found = append(found, write)
			}
		}
		return found
	}
}

func (w *writeCounter) all() []countedWrite {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return slices.Clone(w.writes)
}

func (w *writeCounter) newClient(config *rest.Config, options client.Options) (client.Client, error) {
	inner, err := client.NewWithWatch(config, options)
	if err != nil {
		return nil, err
	}
	return interceptor.NewClient(inner, interceptor.Funcs{
		Create: func(ctx context.Context, c client.WithWatch, object client.Object, options ...client.CreateOption) error {
			return w.write("create", object, func() error { return c.Create(ctx, object, options...) })
		},
		Update: func(ctx context.Context, c client.WithWatch, object client.Object, options ...client.UpdateOption) error {
			return w.write("update", object, func() error { return c.Update(ctx, object, options...) })
		},
		Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
			return w.write("patch", object, func() error { return c.Patch(ctx, object, patch, options...) })
		},
		Apply: func(ctx context.Context, c client.WithWatch, configuration runtime.ApplyConfiguration, options ...client.ApplyOption) error {
			return w.write("apply", configuration, func() error { return c.Apply(ctx, configuration, options...) })
		},
		Delete: func(ctx context.Context, c client.WithWatch, object client.Object, options ...client.DeleteOption) error {
			return w.write("delete", object, func() error { return c.Delete(ctx, object, options...) })
		},
		SubResourceUpdate: func(ctx context.Context, c client.Client, subResource string, object client.Object, options ...client.SubResourceUpdateOption) error {
			return w.write("update-"+subResource, object, func() error { return c.SubResource(subResource).Update(ctx, object, options...) })
		},
		SubResourcePatch: func(ctx context.Context, c client.Client, subResource string, object client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
			return w.write("patch-"+subResource, object, func() error { return c.SubResource(subResource).Patch(ctx, object, patch, options...) })
		},
		SubResourceApply: func(ctx context.Context, c client.Client, subResource string, configuration runtime.ApplyConfiguration, options ...client.SubResourceApplyOption) error {
			return w.write("apply-"+subResource, configuration, func() error { return c.SubResource(subResource).Apply(ctx, configuration, options...) })
		},
	}), nil
}
