// Package changes lists the latest changes in the meshes that objects and events in the cluster show.
package changes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// Change is a change of an object.
type Change struct {
	Time time.Time `json:"time"`
	// Object is the kind and the name of the object, with its namespace if it has one.
	Object string `json:"object"`
	// Reason is the reason of an event or of a condition, or empty.
	Reason string `json:"reason,omitempty"`
	Text   string `json:"text"`
}

// List has the changes since a time, the latest last.
type List struct {
	Since   time.Time     `json:"since"`
	Changes []Change      `json:"changes"`
	Unread  snapshot.Gaps `json:"unread,omitempty"`
}

// Of returns the changes of the Meshes and MeshServices of a cluster, and those that its events report.
func Of(cluster *snapshot.Cluster, since time.Time) *List {
	list := &List{Since: snapshot.UTC(since), Changes: []Change{}, Unread: cluster.Unread}
	for _, mesh := range cluster.Meshes {
		object := "Mesh " + mesh.Name
		list.add(Change{Time: mesh.CreationTimestamp.Time, Object: object, Text: "is new"})
		list.addConditions(object, mesh.CreationTimestamp.Time, mesh.Status.Conditions)
	}
	for _, meshService := range cluster.MeshServices {
		if service := meshservice.DerivedFrom(meshService); service != "" {
			list.addMeshService(meshService, service)
		}
	}
	for _, event := range cluster.Events {
		about := event.InvolvedObject
		list.add(Change{Time: snapshot.LastSeen(event), Object: objectName(about.Kind, about.Namespace, about.Name), Reason: event.Reason, Text: event.Message})
	}
	slices.SortStableFunc(list.Changes, func(a, b Change) int {
		return cmp.Or(a.Time.Compare(b.Time), strings.Compare(a.Object, b.Object))
	})
	return list
}

func (l *List) add(change Change) {
	if change.Time = snapshot.UTC(change.Time); !change.Time.Before(l.Since) {
		l.Changes = append(l.Changes, change)
	}
}

// addMeshService adds the creation and the conditions of a MeshService, as changes of its Pod if it belongs
// to one, and of its Service otherwise.
func (l *List) addMeshService(of *v1alpha1.MeshService, service string) {
	object, joined := objectName("Service", of.Namespace, service), "joined Mesh "+of.Labels[v1alpha1.MeshLabel]
	if pod := meshservice.PodOf(of); pod != "" {
		object, joined = objectName("Pod", of.Namespace, pod), fmt.Sprintf("joined Mesh %s, by Service %s", of.Labels[v1alpha1.MeshLabel], service)
	}
	l.add(Change{Time: of.CreationTimestamp.Time, Object: object, Text: joined})
	l.addConditions(object, of.CreationTimestamp.Time, of.Status.Conditions)
}

// addConditions adds the transitions of conditions. The first status of an object is no change.
func (l *List) addConditions(object string, created time.Time, conditions []metav1.Condition) {
	const firstStatus = 2 * time.Second
	for _, condition := range conditions {
		if condition.LastTransitionTime.Sub(created) > firstStatus {
			l.add(Change{
				Time: condition.LastTransitionTime.Time, Object: object, Reason: condition.Reason,
				Text: fmt.Sprintf("%s is %s: %s", condition.Type, condition.Status, condition.Message),
			})
		}
	}
}

func objectName(kind, namespace, name string) string {
	if namespace == "" || kind == "Mesh" {
		return kind + " " + name
	}
	return kind + " " + namespace + "/" + name
}

// Gaps returns the kinds that could not be read.
func (l *List) Gaps() *snapshot.Gaps { return &l.Unread }

// Outcome is unknown if the user may not read a source of changes.
func (l *List) Outcome() explain.Result {
	if slices.ContainsFunc([]snapshot.Kind{snapshot.Meshes, snapshot.MeshServices, snapshot.Events}, l.Unread.Forbids) {
		return explain.ResultUnknown
	}
	return explain.ResultOK
}

// fewChanges is the number of equal changes that are listed one by one.
const fewChanges = 3

// folded joins equal changes of one minute: a new Mesh changes all of its Services.
func (l *List) folded() []Change {
	type key struct {
		minute             time.Time
		kind, reason, text string
	}
	keyOf := func(change Change) key {
		kind, _, _ := strings.Cut(change.Object, " ")
		return key{change.Time.Truncate(time.Minute), kind, change.Reason, change.Text}
	}
	equal := map[key][]string{}
	for _, change := range l.Changes {
		_, name, _ := strings.Cut(change.Object, " ")
		equal[keyOf(change)] = append(equal[keyOf(change)], name)
	}
	var folded []Change
	for _, change := range l.Changes {
		key := keyOf(change)
		switch names := equal[key]; {
		case names == nil: // with an earlier one
		case len(names) <= fewChanges:
			folded = append(folded, change)
		default:
			change.Object, change.Text = fmt.Sprintf("%d %ss", len(names), key.kind), change.Text+": "+finding.ListFirst(names)
			folded = append(folded, change)
			equal[key] = nil
		}
	}
	return folded
}

// Print prints the changes for people. A wide list has each of them.
func (l *List) Print(p *terminal.Printer, wide bool) {
	d := &report.Document{}
	if len(l.Changes) == 0 {
		d.Paragraph("No changes since " + l.Since.Format(time.RFC3339) + ".")
	} else {
		shown := l.Changes
		if !wide {
			shown = l.folded()
		}
		d.Table(report.Rows(columns, shown))
	}
	l.Unread.Write(d)
	p.Document(d)
}

var columns = []report.Column[Change]{
	{Title: "TIME", Value: func(c Change) string { return c.Time.Format(time.RFC3339) }},
	{Title: "OBJECT", Value: func(c Change) string { return c.Object }},
	{Title: "REASON", Value: func(c Change) string { return cmp.Or(c.Reason, "-") }},
	{Title: "CHANGE", Value: func(c Change) string { return c.Text }},
}
