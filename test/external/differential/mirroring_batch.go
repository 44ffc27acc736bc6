package differential

import (
	"context"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice/clientset"
)

// mirrored is an Endpoints object that evolves.
type mirrored struct {
	*generator
	seed uint64
	// generated are the Endpoints as generated, without the deviations.
	generated *corev1.Endpoints
	// applied are the Endpoints that upstream mirrors, live those that we mirror.
	applied, live *corev1.Endpoints
	// step counts from 1.
	step int
	// tampered is set if slices have been tampered with since the last step.
	tampered bool
	// otherVersions is set if upstream may have written a slice that we did not
	// write, with the resource versions that the targets had at that time.
	otherVersions bool
	// differences are the differences found in the last step. There is no further
	// step for these Endpoints if there are any.
	differences []string
}

func (m *mirrored) name() string { return m.generated.Name }

func (m *mirrored) differ(format string, args ...any) {
	m.differences = append(m.differences, fmt.Sprintf(format, args...))
}

// batch holds Endpoints that both sides mirror at the same time, in one namespace.
type batch struct {
	clients   kubernetes.Interface
	namespace string
	mirror    *mirror
	mirrored  []*mirrored
	// log is the file of upstream's log.
	log string
	// timeout is the time that upstream may take to mirror changes.
	timeout time.Duration
	marks   int
	// used counts the occurrences of each deviation.
	used map[string]int
}

// newBatch creates the Services of a batch, which have no selector, and the mark
// that shows the progress of upstream.
func newBatch(ctx context.Context, clients kubernetes.Interface, namespace string, first uint64, count int) (*batch, error) {
	b := &batch{
		clients:   clients,
		namespace: namespace,
		timeout:   mirrorTimeout,
		mirror:    newMirror(clientset.From(clients.DiscoveryV1())),
		used:      map[string]int{},
	}
	for i := range uint64(count) {
		g := newGenerator(first + i)
		b.mirrored = append(b.mirrored, &mirrored{generator: g, seed: first + i, generated: g.endpointsOf(first + i)})
	}
	_, err := clients.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}, metav1.CreateOptions{})
	if err != nil {
		return nil, fmt.Errorf("creating Namespace %s: %w", namespace, err)
	}
	for _, m := range b.mirrored {
		if err := b.createService(ctx, m.name()); err != nil {
			return nil, err
		}
	}
	if err := b.createMark(ctx); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *batch) createService(ctx context.Context, name string) error {
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.ServiceSpec{ClusterIP: corev1.ClusterIPNone}}
	if _, err := b.clients.CoreV1().Services(b.namespace).Create(ctx, service, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("creating Service %s: %w", name, err)
	}
	return nil
}

// step applies all Endpoints, waits until both sides mirror them, compares the mirrors and
// evolves the Endpoints. Endpoints with a difference are left out from then on.
func (b *batch) step(ctx context.Context) error {
	open := slices.DeleteFunc(slices.Clone(b.mirrored), func(m *mirrored) bool { return len(m.differences) > 0 })
	before, err := b.slices(ctx, upstreamMirror)
	if err != nil {
		return err
	}
	for _, m := range open {
		if err := b.apply(ctx, m); err != nil {
			return fmt.Errorf("seed %d: applying Endpoints %s: %w", m.seed, m.name(), err)
		}
	}
	written, err := b.syncTwice(ctx, open)
	if err != nil {
		return err
	}
	after, err := b.settle(ctx, open, before)
	if err != nil {
		return err
	}
	for _, m := range open {
		// Upstream may have corrected the tampered slices before this step.
		if ours, theirs := written[m.name()], changed(before[m.name()], after[m.name()]); ours > theirs && !m.tampered {
			m.differ("writes: ours %d, upstream's %d", ours, theirs)
		}
	}
	return b.evolve(ctx, open, after)
}

// evolve changes either the Endpoints or one of their slices. Never both: upstream
// may correct the slice immediately, from the current Endpoints.
func (b *batch) evolve(ctx context.Context, open []*mirrored, theirs slicesByName) error {
	ours, err := b.slices(ctx, ourMirror)
	if err != nil {
		return err
	}
	for _, m := range open {
		m.tampered = len(m.differences) == 0 && len(ours[m.name()]) > 0 && m.once(5)
		if !m.tampered {
			m.generated = m.evolveEndpoints(m.generated)
		} else if err := b.tamper(ctx, m, ours[m.name()], theirs[m.name()]); err != nil {
			return fmt.Errorf("seed %d: %w", m.seed, err)
		}
	}
	return nil
}

// apply writes the Endpoints with the deviations, and keeps a copy without them.
func (b *batch) apply(ctx context.Context, m *mirrored) error {
	m.step++
	generated, prepared, deviates := m.generated.DeepCopy(), m.generated.DeepCopy(), false
	for _, deviation := range mirroringDeviations {
		if deviation.prepare != nil && deviation.prepare(prepared) {
			b.used[deviation.name]++
			deviates = true
		}
	}
	live, err := b.write(ctx, prepared, m.live != nil, m.once(10))
	if err != nil {
		return err
	}
	if deviates {
		live.Labels, live.Subsets = generated.Labels, generated.Subsets
	}
	m.applied, m.live = prepared, live
	return nil
}

// write creates or updates Endpoints, or replaces them with new ones of the same name.
func (b *batch) write(ctx context.Context, endpoints *corev1.Endpoints, exists, replace bool) (*corev1.Endpoints, error) {
	client := b.clients.CoreV1().Endpoints(b.namespace)
	if exists && !replace {
		return client.Update(ctx, endpoints, metav1.UpdateOptions{})
	}
	if exists {
		if err := client.Delete(ctx, endpoints.Name, metav1.DeleteOptions{}); err != nil {
			return nil, err
		}
	}
	return client.Create(ctx, endpoints, metav1.CreateOptions{})
}

// syncTwice mirrors the Endpoints with our reconciler, and returns the number of its writes
// for each. A second sync must make none.
func (b *batch) syncTwice(ctx context.Context, open []*mirrored) (map[string]int, error) {
	before, err := b.slices(ctx, ourMirror)
	if err != nil {
		return nil, err
	}
	first := b.sync(ctx, open, before)
	after, err := b.slices(ctx, ourMirror)
	if err != nil {
		return nil, err
	}
	second := b.sync(ctx, open, after)
	for _, m := range open {
		if count := second[m.name()]; count > 0 {
			m.differ("a second sync writes %d times", count)
		}
		if lost := lostOwners(before[m.name()], after[m.name()]); len(lost) > 0 {
			m.differ("%v have lost an owner", lost)
		}
	}
	return first, nil
}

func (b *batch) sync(ctx context.Context, open []*mirrored, existing slicesByName) map[string]int {
	written := map[string]int{}
	for _, m := range open {
		count, err := b.mirror.sync(ctx, m.live, existing[m.name()])
		if err != nil {
			m.differ("failure: %v", err)
		}
		written[m.name()] = count
	}
	return written
}

// slicesByName maps the names of Endpoints to their slices.
type slicesByName map[string][]*discoveryv1.EndpointSlice

// slices returns the slices of a manager.
func (b *batch) slices(ctx context.Context, manager string) (slicesByName, error) {
	list, err := b.selected(ctx, labels.Set{discoveryv1.LabelManagedBy: manager})
	byName := slicesByName{}
	for i := range list {
		name := list[i].Labels[discoveryv1.LabelServiceName]
		byName[name] = append(byName[name], &list[i])
	}
	return byName, err
}

func (b *batch) selected(ctx context.Context, selector labels.Set) ([]discoveryv1.EndpointSlice, error) {
	list, err := b.clients.DiscoveryV1().EndpointSlices(b.namespace).List(ctx, metav1.ListOptions{LabelSelector: selector.String()})
	if err != nil {
		return nil, fmt.Errorf("listing the EndpointSlices of %s: %w", selector, err)
	}
	return list.Items, nil
}
