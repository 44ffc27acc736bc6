package board

import (
	"iter"
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

// all returns the entries with their sequence numbers.
func (j *journal[T]) all() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for i, each := range j.last {
			if !yield(strconv.Itoa(j.total-len(j.last)+i), each) {
				return
			}
		}
	}
}

// addTo adds the entries prefix<sequence>.
func (j *journal[T]) addTo(entries picture.Entries, prefix string) {
	for sequence, each := range j.all() {
		entries[prefix+sequence] = each
	}
}
