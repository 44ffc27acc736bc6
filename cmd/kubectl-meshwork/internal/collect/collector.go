// Package collect reads what decides, with the rights of whoever asks. What may
// not be read is noted, and missing from the snapshot.
package collect

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// collector read one kind after the other. The first error that says more than
// that a kind may not, or cannot, be read is kept for the end.
type collector struct {
	ctx    context.Context
	reader client.Reader
	gaps   snapshot.Gaps
	err    error
}

// list leaves the list empty when it cannot be read.
func (c *collector) list(kind snapshot.Kind, list client.ObjectList, options ...client.ListOption) {
	if c.err == nil {
		c.record(kind, c.reader.List(c.ctx, list, options...))
	}
}

// get tells whether the object exists and could be read.
func (c *collector) get(kind snapshot.Kind, object client.Object, key client.ObjectKey) bool {
	if c.err != nil {
		return false
	}
	err := c.reader.Get(c.ctx, key, object)
	if apierrors.IsNotFound(err) {
		return false
	}
	c.record(kind, err)
	return err == nil
}

func (c *collector) record(kind snapshot.Kind, err error) {
	switch {
	case err == nil:
	case apierrors.IsForbidden(err):
		c.gaps = append(c.gaps, snapshot.Unread{Kind: kind, Forbidden: true, Message: "you may not read them"})
	case meta.IsNoMatchError(err), apierrors.IsNotFound(err):
		c.gaps = append(c.gaps, snapshot.Unread{Kind: kind,
			Message: "the cluster does not know this kind: install the CustomResourceDefinitions of Meshwork (kubectl apply -k config/crd)"})
	default:
		c.err = fmt.Errorf("reading %s: %w", kind, err)
	}
}

func pointers[T any](items []T) []*T {
	all := make([]*T, len(items))
	for i := range items {
		all[i] = &items[i]
	}
	return all
}
