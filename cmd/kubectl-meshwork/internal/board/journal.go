package board

import (
	"strconv"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
)

// journal has the last changes, and the number of all.
type journal struct {
	last  []picture.Change
	total int
}

func (j *journal) add(changes []picture.Change) {
	j.total += len(changes)
	j.last = append(j.last, changes...)
	if excess := len(j.last) - shownChanges; excess > 0 {
		j.last = append([]picture.Change(nil), j.last[excess:]...)
	}
}

func (j *journal) addTo(entries picture.Entries) {
	for i, change := range j.last {
		entries["change/"+strconv.Itoa(j.total-len(j.last)+i)] = change
	}
}
