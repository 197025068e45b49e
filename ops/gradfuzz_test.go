package ops

import (
	"flag"
	"strings"
	"testing"
)

var (
	fuzzPrograms = flag.Int("gradfuzz.n", 1500, "random programs that TestRandomGradients makes")
	fuzzSeed     = flag.Uint64("gradfuzz.seed", 1, "seed of the first program")
)

// TestRandomGradients compares the first and second derivatives of random programs with difference quotients. A program
// that fails is shortened and printed; -gradfuzz.seed and -gradfuzz.n 1 run it alone.
func TestRandomGradients(t *testing.T) {
	ctx := NewContext()
	specs := sampleSpecs(t)
	entries := differentiableEntries(specs)
	steps, failed, singular, near, used := 0, 0, 0, 0, map[string]int{}
	for seed := *fuzzSeed; seed < *fuzzSeed+uint64(*fuzzPrograms) && failed < 20; seed++ {
		p := makeProgram(ctx, entries, seed)
		if p.nearSingular(ctx, specs) {
			near++
			continue
		}
		steps += len(p.steps)
		for _, s := range p.steps {
			used[s.op.String()]++
		}
		err := p.check(ctx, 2)
		if err == nil {
			continue
		}
		if isSingular(err) {
			singular++
			continue
		}
		failed++
		if g, ok := err.(*gradError); ok {
			p = p.minimise(ctx, g.order)
		}
		t.Errorf("%s  %v", p, p.check(ctx, 2))
	}
	t.Logf("%d programs of %d steps with %d operators, of %d that have derivatives; %d failed, %d at and %d left out near singular points",
		*fuzzPrograms, steps, len(used), len(entries), failed, singular, near)
	if (singular+near)*50 > *fuzzPrograms {
		t.Errorf("more than 2 %% of the programs have no derivative where they are tried, or nearly so")
	}
}

// isSingular says whether a derivative of a program is no number: norms, angles and powers of an exact zero, which random
// programs come upon as differences of equal values, have no second derivative.
func isSingular(err error) bool { return strings.Contains(err.Error(), "derivative NaN") }
