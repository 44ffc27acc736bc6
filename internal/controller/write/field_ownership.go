package write

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// FieldOwner owns the fields that Meshwork sets.
const FieldOwner = client.FieldOwner(v1alpha1.FieldManager)

// ReleaseFieldOwnership ends the manager's ownership of the fields that it has set by
// updates. Otherwise the next client to change one of them by server-side apply would
// meet a conflict. A selector is owned as a whole, by its last writer.
//
// The object is one that the API server returned. One from the cache has no managed
// fields, and is read again. Calling it again does no harm, so that the caller can
// repeat it until it has succeeded.
func ReleaseFieldOwnership(ctx context.Context, api client.Client, live client.Reader, object client.Object) error {
	const attempts = 5 // other clients write to the object as well
	var err error
	if len(object.GetManagedFields()) == 0 {
		if err := live.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
			return client.IgnoreNotFound(err)
		}
	}
	for range attempts {
		others := slices.DeleteFunc(slices.Clone(object.GetManagedFields()), isOurUpdate)
		if len(others) == 0 || len(others) == len(object.GetManagedFields()) {
			return nil // the API server ignores an empty list
		}
		owned := object.DeepCopyObject().(client.Object)
		object.SetManagedFields(others)
		err = api.Patch(ctx, object, client.MergeFromWithOptions(owned, client.MergeFromWithOptimisticLock{}), FieldOwner)
		if !apierrors.IsConflict(err) {
			return err
		}
		if err := live.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
			return err
		}
	}
	return err
}

func isOurUpdate(entry metav1.ManagedFieldsEntry) bool {
	return entry.Manager == string(FieldOwner) && entry.Operation == metav1.ManagedFieldsOperationUpdate && entry.Subresource == ""
}
