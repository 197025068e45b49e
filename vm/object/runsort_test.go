package object

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// Runs, equal elements and saw teeth are put into order stably; an error leaves a permutation.
func TestSortRuns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	failure := errors.New("no order")
	for round := range 4000 {
		n := rnd.IntN(1 + round%400)
		keys := make([]int, n)
		kinds := 1 + rnd.IntN(n+2)
		for i := range keys {
			switch round % 4 {
			case 0:
				keys[i] = rnd.IntN(kinds)
			case 1:
				keys[i] = i % kinds
			case 2:
				keys[i] = -i/3 + rnd.IntN(2)*kinds
			default:
				keys[i] = i/kinds + rnd.IntN(3)
			}
		}
		ix := make([]int32, n)
		for i := range ix {
			ix[i] = int32(i)
		}
		want := slices.Clone(ix)
		slices.SortStableFunc(want, func(i, j int32) int { return keys[i] - keys[j] })
		left := -1
		if round%5 == 0 {
			left = rnd.IntN(4*n + 1)
		}
		err := sortRuns(ix, func(i, j int32) (bool, error) {
			if left--; left == 0 {
				return false, failure
			}
			return keys[i] < keys[j], nil
		})
		switch {
		case err == nil && !slices.Equal(ix, want):
			t.Fatalf("round %d: %v sorted to %v", round, keys, ix)
		case err != nil:
			slices.Sort(ix)
			slices.Sort(want)
			if !slices.Equal(ix, want) {
				t.Fatalf("round %d: an error left %v", round, ix)
			}
		}
	}
}
