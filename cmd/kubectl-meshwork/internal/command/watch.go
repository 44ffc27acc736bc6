package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/tree"
)

const (
	// clearScreen moves the cursor to the top left and clears the screen.
	clearScreen = "\x1b[H\x1b[2J"
	// redrawPeriod is the shortest time between two trees.
	redrawPeriod = 500 * time.Millisecond
)

// watchTree draws the tree, and redraws it on each change that is visible in it, until
// the context or the Service ends. The last tree stays while the API server cannot be
// reached.
func (o *options) watchTree(ctx context.Context, reader client.WithWatch, name types.NamespacedName) error {
	klog.SetLogger(logr.Discard())
	changed := make(chan struct{}, 1)
	changed <- struct{}{} // no watch covers the read below
	notify := func() {
		select {
		case changed <- struct{}{}:
		default: // already pending
		}
	}
	cluster := live.New(ctx, reader, live.Options{
		Scope: name.Namespace, Changed: func(live.Change) { notify() }, Reported: func(bool) { notify() },
	})
	// The first read waits for no watch, and fails at once without an API server.
	root, err := o.buildTree(ctx, reader, name)
	if err != nil {
		return err
	}
	var frame []byte
	for {
		if err == nil {
			root.Unread = append(root.Unread, unwatched(cluster, root)...)
			if frame, err = o.redraw(root, frame); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(redrawPeriod):
		}
		root, err = o.buildTree(ctx, cluster.Reader(), name)
		if errors.Is(err, collect.ErrNoService) || apierrors.IsForbidden(err) {
			return err
		}
	}
}

// unwatched returns the kinds whose changes are shown late or not at all.
func unwatched(cluster *live.Cluster, root *tree.Tree) snapshot.Gaps {
	all := cluster.Unwatched()
	for _, gap := range cluster.Gaps() {
		if gap.Forbidden && !root.Unread.Forbids(gap.Kind) { // its objects were read without a list
			all = append(all, snapshot.Unread{Kind: gap.Kind, Message: "you are not allowed to watch them: their changes are not shown"})
		}
	}
	return all
}

// redraw draws the tree if it has changed, and returns the content of the screen.
func (o *options) redraw(root *tree.Tree, before []byte) ([]byte, error) {
	var after bytes.Buffer
	buffered := *o
	buffered.streams.Out = &after
	buffered.forceColor = o.hasColor()
	if err := buffered.print(root); err != nil || bytes.Equal(before, after.Bytes()) {
		return before, err
	}
	var err error
	switch {
	case o.isTerminal():
		_, err = fmt.Fprint(o.streams.Out, clearScreen)
	case before != nil:
		_, err = fmt.Fprintln(o.streams.Out)
	}
	if err == nil {
		_, err = o.streams.Out.Write(after.Bytes())
	}
	return after.Bytes(), err
}
