package command

import (
	"bytes"
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// clearScreen moves the cursor to the top left and clears the screen.
const clearScreen = "\x1b[H\x1b[2J"

// watchTree draws the tree, and redraws it on each change that is visible in it.
func (o *options) watchTree(ctx context.Context, reader client.WithWatch, name types.NamespacedName) error {
	var frame []byte
	for ctx.Err() == nil {
		var err error
		if frame, err = o.watchOnce(ctx, reader, name, frame); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// watchOnce watches until a watch ends, as API servers end watches from time to
// time. It returns the last tree that it drew.
func (o *options) watchOnce(ctx context.Context, reader client.WithWatch, name types.NamespacedName, frame []byte) ([]byte, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	changes, ended, err := watchAround(ctx, reader, name)
	if err != nil {
		return frame, err
	}
	for {
		if frame, err = o.redraw(ctx, reader, name, frame); err != nil {
			return frame, err
		}
		select {
		case <-ctx.Done():
			return frame, nil
		case <-ended:
			return frame, nil
		case <-changes:
		}
	}
}

// redraw draws the tree if it differs from the one before, and returns what is on
// the screen.
func (o *options) redraw(ctx context.Context, reader client.Reader, name types.NamespacedName, before []byte) ([]byte, error) {
	root, err := o.buildTree(ctx, reader, name)
	if err != nil {
		return before, err
	}
	var after bytes.Buffer
	buffered := *o
	buffered.streams.Out = &after
	buffered.forceColor = o.hasColor()
	if err := buffered.print(root); err != nil || bytes.Equal(before, after.Bytes()) {
		return before, err
	}
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

// watchAround watches the kinds that a tree shows. One value in changes stands for
// any number of changes. ended gets a value when a watch ends.
func watchAround(ctx context.Context, reader client.WithWatch, name types.NamespacedName) (changes, ended chan struct{}, err error) {
	changes, ended = make(chan struct{}, 1), make(chan struct{}, 1)
	inNamespace := client.InNamespace(name.Namespace)
	watched := []struct {
		list    client.ObjectList
		options []client.ListOption
	}{
		{&corev1.ServiceList{}, []client.ListOption{inNamespace, client.MatchingFieldsSelector{Selector: fields.OneTermEqualSelector("metadata.name", name.Name)}}},
		{&discoveryv1.EndpointSliceList{}, []client.ListOption{inNamespace, client.MatchingLabels{discoveryv1.LabelServiceName: name.Name}}},
		{&v1alpha1.MeshServiceList{}, []client.ListOption{inNamespace}},
		{&corev1.PodList{}, []client.ListOption{inNamespace}},
		{&v1alpha1.VirtualIPList{}, nil},
	}
	for _, each := range watched {
		events, err := reader.Watch(ctx, each.list, each.options...)
		if apierrors.IsForbidden(err) || apierrors.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("watching %T: %w", each.list, err)
		}
		go forward(ctx, events, changes, ended)
	}
	return changes, ended, nil
}

func forward(ctx context.Context, events watch.Interface, changes, ended chan<- struct{}) {
	defer events.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case event, open := <-events.ResultChan():
			to := changes
			if !open || event.Type == watch.Error {
				to = ended
			}
			select {
			case to <- struct{}{}:
			default: // already pending
			}
			if !open || event.Type == watch.Error {
				return
			}
		}
	}
}
