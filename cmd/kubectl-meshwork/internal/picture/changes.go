package picture

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
)

// Tone rates a piece of news.
type Tone string

// Tones.
const (
	GoodNews Tone = "good"
	BadNews  Tone = "bad"
	JustNews Tone = "neutral"
)

// Change is an event in the history of a Service, or of several with the same cause.
type Change struct {
	Time time.Time `json:"time"`
	// Namespace and Service are empty if it is a change of several Services.
	Namespace string `json:"namespace"`
	Service   string `json:"service"`
	Text      string `json:"text"`
	Tone      Tone   `json:"tone"`
	// Services is the number of Services; Examples are the namespace/name of some of them.
	Services int      `json:"services"`
	Examples []string `json:"examples"`

	// folded are the Services, if there are several.
	folded []types.NamespacedName
}

// ChangesOf returns the differences between two rows of a Service. One of them is nil if the
// Service is new or gone.
func ChangesOf(before, after *Row, now time.Time) []Change {
	var changes []Change
	of := after
	if of == nil {
		of = before
	}
	add := func(tone Tone, format string, args ...any) {
		changes = append(changes, Change{
			Time: now, Namespace: of.Namespace, Service: of.Name, Text: fmt.Sprintf(format, args...), Tone: tone, Services: 1, Examples: []string{},
		})
	}
	switch {
	case before == nil && after.Mesh != "":
		add(JustNews, "is new, in Mesh %s", after.Mesh)
	case before == nil:
		add(JustNews, "is new")
	case after == nil:
		add(JustNews, "is deleted")
	default:
		compareRows(before, after, add)
	}
	return changes
}

func compareRows(before, after *Row, add func(tone Tone, format string, args ...any)) {
	switch {
	case before.Mesh == after.Mesh:
	case after.Mesh == "":
		add(JustNews, "left Mesh %s", before.Mesh)
	default:
		add(JustNews, "joined Mesh %s", after.Mesh)
	}
	counted := before.Online != after.Online || before.Offline != after.Offline
	switch {
	case before.State != after.State && after.State != explain.ServiceNotInMesh:
		add(toneOf(after.State), "is %s", inWords(after))
	case counted && (after.State == explain.ServiceOnline || after.State == explain.ServiceDegraded):
		add(toneOfCount(before, after), "has %s", podsOf(after))
	}
	if before.Delegated != after.Delegated {
		addDelegated(after, add)
	}
}

func toneOf(state explain.ServiceState) Tone {
	switch state {
	case explain.ServiceOnline:
		return GoodNews
	case explain.ServiceDegraded, explain.ServiceDown, explain.ServiceMissing, explain.ServiceConflict, explain.ServiceExcluded:
		return BadNews
	case explain.ServiceNoPods, explain.ServicePending, explain.ServiceUnknown, explain.ServiceNotInMesh:
	}
	return JustNews
}

func toneOfCount(before, after *Row) Tone {
	switch {
	case after.Online < before.Online:
		return BadNews
	case after.Online > before.Online:
		return GoodNews
	}
	return JustNews
}

func inWords(row *Row) string {
	switch row.State {
	case explain.ServiceOnline:
		return "online: " + podsOf(row)
	case explain.ServiceDegraded:
		return "degraded: " + row.Summary
	case explain.ServiceDown:
		return "down: " + row.Summary
	case explain.ServiceNoPods:
		return "without Pods: " + row.Summary
	case explain.ServiceMissing:
		return "without its MeshService"
	case explain.ServiceConflict:
		return "in conflict: " + row.Summary
	case explain.ServiceExcluded:
		return "kept out of the mesh: " + row.Summary
	case explain.ServicePending:
		return "in the mesh, without a status yet"
	case explain.ServiceUnknown, explain.ServiceNotInMesh:
	}
	return "in a state that you may not read"
}

func podsOf(row *Row) string {
	return fmt.Sprintf("%d of %d Pods online", row.Online, row.Online+row.Offline)
}

func addDelegated(after *Row, add func(tone Tone, format string, args ...any)) {
	switch after.Delegated {
	case Effective:
		add(GoodNews, "has EndpointSlices from Meshwork alone")
	case Ineffective:
		add(JustNews, "is delegated to Meshwork; other controllers publish endpoints as well")
	case HandingOver:
		add(JustNews, "is being handed back")
	case NotDelegated:
		add(JustNews, "is no longer delegated to Meshwork")
	}
}
