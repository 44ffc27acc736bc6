package differential

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
)

const (
	mirrorTimeout  = 2 * time.Minute
	mirrorInterval = 20 * time.Millisecond
	// patience is the number of attempts that upstream gets before it may count as stuck.
	patience = 10
	// markName is the name of the Endpoints whose mirror shows the progress of upstream.
	markName = "mark"
	markKey  = "example.com/mark"
)

func (b *batch) createMark(ctx context.Context) error {
	if err := b.createService(ctx, markName); err != nil {
		return err
	}
	mark := &corev1.Endpoints{
		ObjectMeta: metav1.ObjectMeta{Name: markName},
		Subsets:    []corev1.EndpointSubset{{Addresses: []corev1.EndpointAddress{{IP: "10.1.0.1"}}}},
	}
	if _, err := b.clients.CoreV1().Endpoints(b.namespace).Create(ctx, mark, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("creating Endpoints %s: %w", markName, err)
	}
	return nil
}

// settle waits until upstream has mirrored the Endpoints, and returns its slices.
// If they still differ from ours after the timeout, it records the differences.
func (b *batch) settle(ctx context.Context, open []*mirrored, before slicesByName) (slicesByName, error) {
	ours, err := b.slices(ctx, ourMirror)
	if err != nil {
		return nil, err
	}
	deadline := time.Now().Add(b.timeout)
	for attempt := 1; ; attempt++ {
		theirs, err := b.caughtUp(ctx)
		if err != nil {
			return nil, err
		}
		differences := compareAll(open, ours, theirs)
		if len(differences) == 0 || time.Now().After(deadline) {
			for m, found := range differences {
				warnings, err := b.warnings(ctx, m.name())
				if err != nil {
					return nil, err
				}
				m.differences = slices.Concat(m.differences, found, warnings, b.upstreamLog(m.name()))
			}
			return theirs, nil
		}
		for m := range differences {
			if attempt%patience != 0 {
				err = b.nudge(ctx, m.name())
			} else if deviation := b.whyStuck(m, before[m.name()], ours[m.name()]); deviation != "" {
				b.used[deviation]++
				err = b.startOver(ctx, m)
			}
			if err != nil {
				return nil, err
			}
		}
	}
}

// warnings returns upstream's warnings about the Endpoints, which may show why its
// attempts failed.
func (b *batch) warnings(ctx context.Context, name string) ([]string, error) {
	selector := fields.Set{"involvedObject.name": name, "type": corev1.EventTypeWarning}.String()
	events, err := b.clients.CoreV1().Events(b.namespace).List(ctx, metav1.ListOptions{FieldSelector: selector})
	if err != nil {
		return nil, fmt.Errorf("listing the events of Endpoints %s: %w", name, err)
	}
	var warnings []string
	for _, event := range events.Items {
		warnings = append(warnings, fmt.Sprintf("upstream reported %s: %s", event.Reason, event.Message))
	}
	return warnings, nil
}

// compareAll returns the differences between the mirrors, for the Endpoints that
// have any.
func compareAll(open []*mirrored, ours, theirs slicesByName) map[*mirrored][]string {
	differences := map[*mirrored][]string{}
	for _, m := range open {
		a, b := ours[m.name()], theirs[m.name()]
		if m.otherVersions {
			a, b = withoutTargetVersions(a), withoutTargetVersions(b)
		}
		if found := compareMirrors(a, b); len(found) > 0 {
			differences[m] = found
		}
	}
	return differences
}

// nudge makes upstream retry immediately. After a failure, it would retry only
// after seconds. The annotation is not mirrored.
func (b *batch) nudge(ctx context.Context, name string) error {
	b.marks++
	return b.annotate(ctx, name, corev1.EndpointsLastChangeTriggerTime, fmt.Sprint(b.marks))
}

// whyStuck returns the deviation that explains why upstream makes no progress, or "".
func (b *batch) whyStuck(m *mirrored, before, after []*discoveryv1.EndpointSlice) string {
	for _, deviation := range mirroringDeviations {
		if deviation.stuck != nil && deviation.stuck(stuckMirror{before, after, b.upstreamLog(m.name())}) {
			return deviation.name
		}
	}
	return ""
}

// stuckMirror describes a mirror with which upstream makes no progress.
type stuckMirror struct {
	// before and after are upstream's slices before and after the step.
	before, after []*discoveryv1.EndpointSlice
	// log are the last lines that upstream has logged about the Endpoints.
	log []string
}

// upstreamLog returns the lines that upstream has logged about its last attempts.
func (b *batch) upstreamLog(name string) []string {
	content, err := os.ReadFile(b.log)
	if err != nil {
		return nil // testFaultyReconciler gives no log, and looks for no deviation
	}
	var lines []string
	for line := range strings.Lines(string(content)) {
		if strings.Contains(line, fmt.Sprintf("%q", b.namespace+"/"+name)) {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-patience):]
}

// startOver makes upstream delete all slices, forget them, and create them again.
func (b *batch) startOver(ctx context.Context, m *mirrored) error {
	m.otherVersions = true
	client := b.clients.CoreV1().Endpoints(b.namespace)
	skipped := m.applied.DeepCopy()
	metav1.SetMetaDataLabel(&skipped.ObjectMeta, discoveryv1.LabelSkipMirror, "true")
	if _, err := client.Update(ctx, skipped, metav1.UpdateOptions{}); err != nil {
		return fmt.Errorf("opting Endpoints %s out: %w", m.name(), err)
	}
	if _, err := b.caughtUp(ctx); err != nil {
		return err
	}
	if _, err := client.Update(ctx, m.applied, metav1.UpdateOptions{}); err != nil {
		return fmt.Errorf("opting Endpoints %s in again: %w", m.name(), err)
	}
	return nil
}

// caughtUp waits until upstream has seen everything that was written so far, and
// returns its slices. Upstream syncs one object after the other, so it has seen
// everything once it has mirrored a new mark.
func (b *batch) caughtUp(ctx context.Context) (slicesByName, error) {
	b.marks++
	mark := fmt.Sprint(b.marks)
	if err := b.annotate(ctx, markName, markKey, mark); err != nil {
		return nil, err
	}
	var theirs slicesByName
	err := wait.PollUntilContextTimeout(ctx, mirrorInterval, mirrorTimeout, true, func(context.Context) (done bool, err error) {
		mirrors, err := b.selected(ctx, labels.Set{discoveryv1.LabelManagedBy: upstreamMirror, discoveryv1.LabelServiceName: markName})
		return len(mirrors) > 0 && mirrors[0].Annotations[markKey] == mark, err
	})
	if err == nil {
		theirs, err = b.slices(ctx, upstreamMirror)
	}
	if err != nil {
		return nil, fmt.Errorf("waiting for kube-controller-manager to mirror Endpoints %s: %w", markName, err)
	}
	return theirs, nil
}

func (b *batch) annotate(ctx context.Context, name, key, value string) error {
	patch := fmt.Sprintf(`{"metadata": {"annotations": {%q: %q}}}`, key, value)
	_, err := b.clients.CoreV1().Endpoints(b.namespace).Patch(ctx, name, types.MergePatchType, []byte(patch), metav1.PatchOptions{})
	if err != nil {
		return fmt.Errorf("annotating Endpoints %s: %w", name, err)
	}
	return nil
}

// changed counts the slices that were created, updated and deleted between two lists.
func changed(before, after []*discoveryv1.EndpointSlice) int {
	versions := map[types.UID]string{}
	for _, slice := range before {
		versions[slice.UID] = slice.ResourceVersion
	}
	count := 0
	for _, slice := range after {
		version, found := versions[slice.UID]
		delete(versions, slice.UID)
		if !found || version != slice.ResourceVersion {
			count++
		}
	}
	return count + len(versions)
}
