package collect_test

import (
	"errors"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
)

func TestIsGap(t *testing.T) {
	meshes := schema.GroupResource{Group: "meshwork.dev", Resource: "meshes"}
	for _, test := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{errors.New("connection refused"), false},
		{apierrors.NewForbidden(meshes, "", errors.New("RBAC")), true},
		{apierrors.NewNotFound(meshes, ""), true},
		{&meta.NoKindMatchError{}, true},
	} {
		if got := collect.IsGap(test.err); got != test.want {
			t.Errorf("%v: %t", test.err, got)
		}
	}
}
