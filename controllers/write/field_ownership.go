package write

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// disown ends the manager's ownership of fields of an object that it has let go
// of, as the API server returned it: whoever changes them next by server-side
// apply would meet a conflict. A selector belongs as a whole to who wrote it last.
func Disown(ctx context.Context, api client.Client, live client.Reader, object client.Object) error {
	const attempts = 5 // others write to the object as well, and nobody tries again later
	var err error
	for range attempts {
		others := slices.DeleteFunc(slices.Clone(object.GetManagedFields()), func(entry metav1.ManagedFieldsEntry) bool {
			return entry.Manager == string(FieldOwner) && entry.Operation == metav1.ManagedFieldsOperationUpdate && entry.Subresource == ""
		})
		if len(others) == 0 || len(others) == len(object.GetManagedFields()) {
			return nil // of an empty list, the API server takes no notice
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
