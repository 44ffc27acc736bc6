package kit

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// JSON is a JSON object. Unlike a typed object, it can have fields that are null.
type JSON = map[string]any

// MergePatch returns a patch that sets the given fields, and removes those that
// are null.
func MergePatch(fields JSON) client.Patch { return patch(types.MergePatchType, fields) }

// patch panics for a value that is not JSON.
func patch(kind types.PatchType, fields JSON) client.Patch {
	encoded, err := json.Marshal(fields)
	utilruntime.Must(err)
	return client.RawPatch(kind, encoded)
}
