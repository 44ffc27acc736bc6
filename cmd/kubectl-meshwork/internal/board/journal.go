package board

import (
	"slices"
	"strconv"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
)

// journal has the latest entries, and the number of all entries.
type journal[T any] struct {
	last  []T
	total int
}

// add forgets the oldest beyond a number.
func (j *journal[T]) add(news []T, most int) {
	j.total += len(news)
	j.last = append(j.last, news...)
	if excess := len(j.last) - most; excess > 0 {
		j.last = slices.Delete(j.last, 0, excess)
	}
}

// addTo adds the entries prefix<sequence>.
func (j *journal[T]) addTo(entries picture.Entries, prefix string) {
	for i, each := range j.last {
		entries[prefix+strconv.Itoa(j.total-len(j.last)+i)] = each
	}
}
