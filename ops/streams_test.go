package ops

import (
	"math"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// TestPhilox: the known answer of the authors (Random123, kat_vectors), and the first numbers of PyTorch 2.14's compiled rand and randn for the seed that the generator gives first
// after manual_seed(0).
func TestPhilox(t *testing.T) {
	if got, want := stream(0).block(0), [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}; got != want {
		t.Errorf("%x, want %x", got, want)
	}
	ctx := NewContext()
	ctx.Generator.ManualSeed(0)
	s := stream(ctx.Seeds(1, nil)[0])
	for i, want := range []float64{0.0881, 0.4544, 0.7886} {
		if got := float64(s.uniform(i)); math.Abs(got-want) > 5e-5 {
			t.Errorf("element %d is %v, want %v", i, got, want)
		}
	}
}

// TestDrawings: what draws from a stream are operators that draw from a generator, and not where they are given one.
func TestDrawings(t *testing.T) {
	for name := range drawings {
		op := Lookup(name)
		if op == nil || !op.Random() {
			t.Errorf("%s draws no random numbers", name)
			continue
		}
		args := make([]Value, len(op.Schema().Params))
		for i, p := range op.Schema().Params {
			if args[i] = p.Default; p.Type.Base == "Generator" {
				args[i] = tensor.NewGenerator()
				if op.Draws(args) {
					t.Errorf("%s draws from a stream though it is given a generator", name)
				}
			}
		}
	}
	dropout := Lookup("native_dropout")
	for _, c := range []struct {
		p     Value
		train Value
		want  bool
	}{{0.3, true, true}, {0.3, false, false}, {0.3, nil, false}, {0.0, true, false}, {1.0, true, true}} {
		if got := dropout.Draws([]Value{nil, c.p, c.train}); got != c.want {
			t.Errorf("native_dropout by %v, train %v: draws %v", c.p, c.train, got)
		}
	}
}
