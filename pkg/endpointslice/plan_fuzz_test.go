package endpointslice_test

import (
	"math/rand/v2"
	"testing"

	. "github.com/onsi/gomega"
)

// FuzzPlan plans a request chosen by the bytes. Nothing may panic, the input must not be
// changed, every endpoint must be in one slice, and a second sync must have nothing to do.
func FuzzPlan(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x01\x01\x01\x01\x03\x01\x01\x01\x00\x01\x00\x09\x01\x02\x03\x04\x05\x06\x07\x08\x09"))
	for seed := range byte(8) {
		f.Add(randomBytes(seed))
	}

	f.Fuzz(func(t *testing.T, data []byte) {
		g := NewWithT(t)
		settings, request := randomRequest(&byteChooser{data})
		before := text(request.Owner, request.Desired, request.Existing)

		expectEveryEndpointOnce(g, settings, request)
		expectNothingMoreToDo(g, settings, request)

		g.Expect(text(request.Owner, request.Desired, request.Existing)).To(Equal(before))
	})
}

// randomBytes returns enough bytes for a complete request.
func randomBytes(seed byte) []byte {
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	data := make([]byte, 1500)
	for i := range data {
		data[i] = byte(random.IntN(256))
	}
	return data
}
