package vip_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
)

var (
	firstSeed   = flag.Uint64("seed", 1, "seed of the first simulation")
	simulations = flag.Int("simulations", 400, "number of simulations")
)

// TestPoolBehavesLikeItsModel runs pools in random simulations, each of them twice:
// which addresses a pool allocates depends only on the calls.
func TestPoolBehavesLikeItsModel(t *testing.T) {
	tally := map[string]int{}
	for seed := *firstSeed; seed < *firstSeed+uint64(*simulations); seed++ {
		var histories [2][]string
		for i := range histories {
			s := newSimulation(rand.New(rand.NewPCG(seed, 1)).IntN)
			if err := s.run(200); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			histories[i] = s.history
			for kind, count := range s.tally {
				tally[kind] += count
			}
		}
		if !slices.Equal(histories[0], histories[1]) {
			t.Fatalf("seed %d: two pools differ after the same calls", seed)
		}
	}
	t.Logf("%v in %d simulations from seed %d on", tally, *simulations, *firstSeed)
	for _, kind := range []string{"fresh", "fresh, wrapped around", "released", "none", "forgotten"} {
		if tally[kind] < *simulations {
			t.Errorf("too little coverage: only %d times %s", tally[kind], kind)
		}
	}
}

// FuzzPool takes the choices of a simulation from the input.
func FuzzPool(f *testing.F) {
	for seed := range uint64(8) {
		random, input := rand.New(rand.NewPCG(seed, 2)), make([]byte, 400)
		for i := range input {
			input[i] = byte(random.Uint32())
		}
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		choices := input[:min(len(input), 2_000)]
		s := newSimulation(func(n int) int {
			if len(choices) == 0 {
				return 0
			}
			choice := int(choices[0]) % n
			choices = choices[1:]
			return choice
		})
		for len(choices) > 0 {
			if err := s.run(1); err != nil {
				t.Fatal(err)
			}
		}
	})
}
