package write

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// ReleaseFieldOwnership ends the manager's ownership of the fields that it has set
// by updates, in an object as the API server returned it. Otherwise the next client
// to change one of them by server-side apply would meet a conflict. A selector is
// owned as a whole, by its last writer.
func ReleaseFieldOwnership(ctx context.Context, api client.Client, live client.Reader, object client.Object) error {
	const attempts = 5 // other clients write to the object as well, and no later sync retries
	var err error
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
