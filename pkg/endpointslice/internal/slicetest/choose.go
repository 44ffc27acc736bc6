package slicetest

import "math/rand/v2"

// Chooser makes the choices for a random input: math/rand, or a fuzzer.
type Chooser interface{ IntN(n int) int }

// Bytes makes choices based on bytes. After the last byte, it always chooses the
// first option.
type Bytes []byte

// IntN implements Chooser.
func (b *Bytes) IntN(n int) int {
	if len(*b) == 0 {
		return 0
	}
	first := (*b)[0]
	*b = (*b)[1:]
	return int(first) % n
}

// Pick returns one of the options.
func Pick[T any](choose Chooser, of ...T) T { return of[choose.IntN(len(of))] }

// Once returns true one time in the given number of calls, but false if the chooser has no
// more input.
func Once(choose Chooser, in int) bool { return choose.IntN(in) == in-1 }

// RandomBytes returns enough bytes for a complete request.
func RandomBytes(seed byte) []byte {
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	data := make([]byte, 1500)
	for i := range data {
		data[i] = byte(random.IntN(256))
	}
	return data
}
