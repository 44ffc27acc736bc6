// Package collect reads the objects that decide about Services, with the user's
// own permissions. Kinds that the user is not allowed to read are recorded as gaps
// of the snapshot.
package collect

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// collector reads one kind after the other. It keeps the first error that is not
// a gap, and reads nothing after it.
type collector struct {
	ctx    context.Context
	reader client.Reader
	gaps   snapshot.Gaps
	err    error
}

// list leaves the list empty if the kind cannot be read.
func (c *collector) list(kind snapshot.Kind, list client.ObjectList, options ...client.ListOption) {
	if c.err == nil {
		c.record(kind, c.reader.List(c.ctx, list, options...))
	}
}

// get reports whether the object exists and could be read.
func (c *collector) get(kind snapshot.Kind, object client.Object, key client.ObjectKey) bool {
	found, _ := c.find(kind, object, key)
	return found
}

// find reports whether the object exists and could be read, and whether the user is not allowed
// to read it.
func (c *collector) find(kind snapshot.Kind, object client.Object, key client.ObjectKey) (found, isForbidden bool) {
	if c.err != nil {
		return false, false
	}
	err := c.reader.Get(c.ctx, key, object)
	if apierrors.IsNotFound(err) {
		return false, false
	}
	c.record(kind, err)
	return err == nil, apierrors.IsForbidden(err)
}

func (c *collector) record(kind snapshot.Kind, err error) {
	gap := GapOf(kind, err)
	switch {
	case gap == nil && err != nil && !IsGap(err):
		c.err = fmt.Errorf("reading %s: %w", kind, err)
	case gap != nil && !slices.Contains(c.gaps, *gap):
		c.gaps = append(c.gaps, *gap)
	}
}

// GapOf returns the gap that an error of the API server means, nil if it means none. A cluster
// without routes of the Gateway API lacks nothing.
func GapOf(kind snapshot.Kind, err error) *snapshot.Unread {
	switch {
	case kind.IsRoutes() && !apierrors.IsForbidden(err):
	case apierrors.IsForbidden(err):
		return &snapshot.Unread{Kind: kind, Forbidden: true, Message: "you are not allowed to read them"}
	case meta.IsNoMatchError(err), apierrors.IsNotFound(err):
		return &snapshot.Unread{Kind: kind,
			Message: "the cluster does not have this kind: install the CustomResourceDefinitions of Meshwork (kubectl apply -k config/crd)"}
	}
	return nil
}

// IsGap reports whether the user is not allowed to read a kind, or the cluster lacks it.
func IsGap(err error) bool { return GapOf("", err) != nil }

func pointers[T any](items []T) []*T {
	all := make([]*T, len(items))
	for i := range items {
		all[i] = &items[i]
	}
	return all
}
