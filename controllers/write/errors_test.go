package write

import (
	"errors"
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

func TestIsStale(t *testing.T) {
	conflict := apierrors.NewConflict(corev1.Resource("things"), "web", nil)
	forbidden := apierrors.NewForbidden(corev1.Resource("things"), "web", nil)
	for _, test := range []struct {
		name string
		err  error
		want bool
	}{
		{"none", nil, false},
		{"a conflict", fmt.Errorf("updating: %w", conflict), true},
		{"a stale cache", endpointslice.ErrStaleCache, true},
		{"an object to read again", fmt.Errorf("released: %w", ErrStale), true},
		{"a refusal", forbidden, false},
		{"only stale ones", errors.Join(conflict, ErrStale), true},
		{"a refusal among stale ones", errors.Join(conflict, forbidden), false},
		{"a stale one among refusals", utilerrors.NewAggregate([]error{forbidden, conflict}), false},
		{"joined within joined", errors.Join(nil, errors.Join(ErrStale, forbidden)), false},
	} {
		t.Run(test.name, func(t *testing.T) { NewWithT(t).Expect(IsStale(test.err)).To(Equal(test.want)) })
	}
}
