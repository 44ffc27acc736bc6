package picture

import (
	"slices"

	"k8s.io/apimachinery/pkg/types"
)

const (
	// fewChanges is the number of equal changes that are listed one by one.
	fewChanges = 3
	// mostExamples is the number of Services that a folded change names.
	mostExamples = 5
	// mostFolded is the number of Services whose histories show a folded change. It bounds the
	// memory: a Mesh that comes and goes changes all of its Services each time.
	mostFolded = 2000
)

// FoldChanges joins simultaneous changes with the same text: a Mesh that is deleted changes
// all of its Services. A joined change takes the place of the first change with its text.
func FoldChanges(all []Change) []Change {
	byText := map[string][]Change{}
	for _, change := range all {
		byText[change.Text] = append(byText[change.Text], change)
	}
	var folded []Change
	for _, change := range all {
		same := byText[change.Text]
		delete(byText, change.Text)
		if len(same) <= fewChanges {
			folded = append(folded, same...)
			continue
		}
		joined := Change{Time: change.Time, Text: change.Text, Tone: change.Tone, Services: len(same), Examples: []string{}}
		for _, each := range same {
			joined.Examples = append(joined.Examples, each.Namespace+"/"+each.Service)
			joined.folded = append(joined.folded, types.NamespacedName{Namespace: each.Namespace, Name: each.Service})
		}
		joined.folded = slices.Clone(joined.folded[:min(len(joined.folded), mostFolded)])
		slices.Sort(joined.Examples)
		joined.Examples = joined.Examples[:min(len(joined.Examples), mostExamples)]
		folded = append(folded, joined)
	}
	return folded
}

// Of returns the change of one Service, nil if it has not changed.
func (c *Change) Of(service types.NamespacedName) *Change {
	if c.Namespace == service.Namespace && c.Service == service.Name {
		return c
	}
	if !slices.Contains(c.folded, service) {
		return nil
	}
	return &Change{
		Time: c.Time, Namespace: service.Namespace, Service: service.Name, Text: c.Text, Tone: c.Tone, Services: 1, Examples: []string{},
	}
}
