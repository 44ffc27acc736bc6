package endpointslice_test

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
)

// FuzzPlan plans a request chosen by the bytes. Nothing may panic, the input must not be
// changed, every endpoint must be in one slice, and a second sync must have nothing to do.
func FuzzPlan(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x01\x01\x01\x01\x03\x01\x01\x01\x00\x01\x00\x09\x01\x02\x03\x04\x05\x06\x07\x08\x09"))
	for seed := range byte(8) {
		f.Add(slicetest.RandomBytes(seed))
	}

	f.Fuzz(func(t *testing.T, data []byte) {
		g := NewWithT(t)
		settings, request := randomRequest((*slicetest.Bytes)(&data))
		before := text(request.Owner, request.Groups, request.Existing)

		expectEveryEndpointOnce(g, settings, request)
		expectNothingMoreToDo(g, settings, request)

		g.Expect(text(request.Owner, request.Groups, request.Existing)).To(Equal(before))
	})
}
