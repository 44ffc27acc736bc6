package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

const (
	// clearScreen moves the cursor to the top left and clears the screen.
	clearScreen = "\x1b[H\x1b[2J"
	// redrawPeriod is the shortest time between two outputs.
	redrawPeriod = 500 * time.Millisecond
	// clockPeriod is the time between two outputs without a change: a Lease, or a certificate,
	// expires.
	clockPeriod = 5 * time.Second
)

// view is the output of a command.
type view struct {
	// scope is the namespace to watch, empty for all.
	scope string
	// manager locates the Lease of the manager, if the output depends on it.
	manager collect.Manager
	// build reads the cluster.
	build func(ctx context.Context, reader client.Reader) (result, error)
}

// show prints the view once or, if watching, again on each change.
func (o *options) show(ctx context.Context, watching bool, view view) error {
	reader, err := o.connect()
	if err != nil {
		return err
	}
	if watching {
		return o.watch(ctx, reader, view)
	}
	found, err := view.build(ctx, reader)
	if err != nil {
		return err
	}
	return o.finish(found)
}

// watch prints the view, and prints it again on each change that is visible in it, until
// the context or the Service ends. The last output stays while the API server cannot be
// reached.
func (o *options) watch(ctx context.Context, reader client.WithWatch, view view) error {
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
		Scope: view.scope, Manager: view.manager, Changed: func(live.Change) { notify() }, Reported: func(bool) { notify() },
	})
	// The first read waits for no watch, and fails at once without an API server.
	found, err := view.build(ctx, reader)
	if err != nil {
		return err
	}
	go cluster.Probe(ctx)
	clock := time.NewTicker(clockPeriod)
	defer clock.Stop()
	var frame []byte
	wasConnected := true
	for {
		connection := cluster.Connection()
		if err == nil && connection.Connected {
			addUnwatched(found, cluster)
			if frame, err = o.redraw(found, frame); err != nil {
				return err
			}
		}
		if wasConnected && !connection.Connected {
			fmt.Fprintf(o.streams.ErrOut, "No connection to the API server since %s (%s): the output above is the last one\n",
				connection.Since.Format(time.TimeOnly), connection.Message)
			frame = nil // to be printed again, below the message
		}
		wasConnected = connection.Connected
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		case <-clock.C:
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(redrawPeriod):
		}
		found, err = view.build(ctx, cluster.Reader())
		if errors.Is(err, collect.ErrNotFound) || apierrors.IsNotFound(err) || apierrors.IsForbidden(err) {
			return err
		}
	}
}

// withGaps is a result that names the kinds that could not be read.
type withGaps interface{ Gaps() *snapshot.Gaps }

// addUnwatched adds the kinds whose changes are shown late or not at all.
func addUnwatched(found result, cluster *live.Cluster) {
	reading, ok := found.(withGaps)
	if !ok {
		return
	}
	gaps := reading.Gaps()
	all := cluster.Unwatched()
	for _, gap := range cluster.Gaps() {
		if gap.Forbidden && !gaps.Forbids(gap.Kind) { // its objects were read without a list
			all = append(all, snapshot.Unread{Kind: gap.Kind, Message: "you are not allowed to watch them: their changes are not shown"})
		}
	}
	*gaps = append(*gaps, all...)
}

// redraw draws the result if it has changed, and returns the content of the screen.
func (o *options) redraw(found result, before []byte) ([]byte, error) {
	var after bytes.Buffer
	buffered := *o
	buffered.streams.Out = &after
	buffered.forceColor, buffered.width = o.hasColor(), o.terminalWidth()
	if err := buffered.print(found); err != nil || bytes.Equal(before, after.Bytes()) {
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
