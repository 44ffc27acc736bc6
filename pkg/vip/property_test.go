package vip_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
)

var (
	firstSeed = flag.Uint64("seed", 1, "the seed of the first world")
	worlds    = flag.Int("worlds", 400, "how many worlds")
)

// TestPoolIsLikeItsModel follows pools through random worlds, each twice: what
// they hand out depends on nothing but the calls.
func TestPoolIsLikeItsModel(t *testing.T) {
	tally := map[string]int{}
	for seed := *firstSeed; seed < *firstSeed+uint64(*worlds); seed++ {
		var histories [2][]string
		for i := range histories {
			w := newWorld(rand.New(rand.NewPCG(seed, 1)).IntN)
			if err := w.live(200); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			histories[i] = w.history
			for kind, count := range w.tally {
				tally[kind] += count
			}
		}
		if !slices.Equal(histories[0], histories[1]) {
			t.Fatalf("seed %d: two pools that were called the same differ", seed)
		}
	}
	t.Logf("%v in %d worlds from seed %d on", tally, *worlds, *firstSeed)
	for _, kind := range []string{"fresh", "fresh, once round", "released", "none", "forgotten"} {
		if tally[kind] < *worlds {
			t.Errorf("the worlds are too quiet: only %d times %s", tally[kind], kind)
		}
	}
}

// FuzzPool takes the choices of a world from the input.
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
		w := newWorld(func(n int) int {
			if len(choices) == 0 {
				return 0
			}
			choice := int(choices[0]) % n
			choices = choices[1:]
			return choice
		})
		for len(choices) > 0 {
			if err := w.live(1); err != nil {
				t.Fatal(err)
			}
		}
	})
}
