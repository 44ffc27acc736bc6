package controllerruntime

import (
	"context"
	"errors"
	"reflect"
	"strings"

	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// Reconciler is a complete controller of the slices of owners of type T, a pointer to a type of
// the scheme.
type Reconciler[T client.Object] struct {
	*Slices
	desired func(ctx context.Context, owner T) (endpointslice.Sync, error)
}

// NewReconciler returns a Reconciler. The function returns the desired endpoints of an owner,
// which it must not change. Existing and Owner are overwritten. It is called for all objects of the
// type; without groups, an object has no slices.
func NewReconciler[T client.Object](mgr manager.Manager, options Options, desired func(ctx context.Context, owner T) (endpointslice.Sync, error)) (*Reconciler[T], error) {
	if desired == nil {
		return nil, errors.New("the function of an endpointslice Reconciler is nil")
	}
	slices, err := NewSlices(mgr, options, newOwner[T]())
	if err != nil {
		return nil, err
	}
	return &Reconciler[T]{slices, desired}, nil
}

func newOwner[T client.Object]() T {
	return reflect.New(reflect.TypeFor[T]().Elem()).Interface().(T)
}

// Builder returns a builder with the watches on the owners and their slices, for a controller with
// the name <kind>-endpointslices. Add the watches on the sources of the endpoints.
func (r *Reconciler[T]) Builder() *builder.Builder {
	return builder.ControllerManagedBy(r.manager).
		Named(strings.ToLower(r.kind.Kind) + "-endpointslices").
		For(newOwner[T]()).
		WatchesRawSource(r.Source())
}

// Reconcile reconciles the slices of one owner.
func (r *Reconciler[T]) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	owner := newOwner[T]()
	if err := r.manager.GetCache().Get(ctx, request.NamespacedName, owner); client.IgnoreNotFound(err) != nil {
		return reconcile.Result{}, err
	} else if err != nil {
		r.Forget(request.NamespacedName)
		return reconcile.Result{}, nil
	}
	desired, err := r.desired(ctx, owner)
	if err != nil {
		return reconcile.Result{}, err
	}
	result, err := r.Slices.Reconcile(ctx, owner, desired)
	if errors.Is(err, endpointslice.ErrInvalid) {
		err = reconcile.TerminalError(err) // only a change of the owner or its source helps
	}
	if err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: result.RequeueAfter}, nil
}
