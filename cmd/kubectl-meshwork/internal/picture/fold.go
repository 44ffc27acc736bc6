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
)

// FoldChanges joins simultaneous changes with the same text: a Mesh that is deleted changes
// all of its Services. The order is that of the first change with each text.
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
		joined := Change{Time: change.Time, Text: change.Text, Tone: change.Tone, Services: len(same), Examples: []string{}, folded: same}
		for _, each := range same {
			joined.Examples = append(joined.Examples, each.Namespace+"/"+each.Service)
		}
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
	for i := range c.folded {
		if own := c.folded[i].Of(service); own != nil {
			return own
		}
	}
	return nil
}
