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
	first := tensor.New(tensor.Float32, 3)
	draw(t, ctx, "rand", []Value{ints(3), nil, nil, nil, nil}, ctx.Seeds(1, nil)[0], first)
	for i, want := range []float64{0.0881, 0.4544, 0.7886} {
		if got := first.Floats()[i]; math.Abs(got-want) > 5e-5 {
			t.Errorf("element %d is %v, want %v", i, got, want)
		}
	}
}

func draw(t *testing.T, ctx *Context, name string, args []Value, seed uint32, outs ...*tensor.Tensor) {
	t.Helper()
	if err := ctx.Draw(Lookup(name), args, seed, outs); err != nil {
		t.Fatal(err)
	}
}

// TestDrawnElements: what kernels draw is what the words of each element's block say, in all layouts and types.
func TestDrawnElements(t *testing.T) {
	ctx := NewContext()
	unit := func(word uint32) float32 { return float32(word&0x7fffffff) * 4.6566127342e-10 }
	for _, seed := range []uint32{0, 1, 0xffffffff, 0x9e3779b9, 123456789} {
		s := stream(seed)
		for _, d := range []tensor.DType{tensor.Float16, tensor.BFloat16, tensor.Float32, tensor.Float64} {
			laidOut := func() *tensor.Tensor { // [1000, 3], elements of columns side by side
				return tensor.New(d, 3000).Window([]int{1000, 3}, []int{1, 1000}, 0)
			}
			x := laidOut()
			for _, v := range []struct {
				name string
				args []Value
				want func(i int) float64
				near float64
			}{
				{"rand", []Value{ints(1000, 3), nil, nil, nil, nil}, func(i int) float64 { return float64(unit(s.block(i)[0])) }, 0},
				{"randn", []Value{ints(1000, 3), nil, nil, nil, nil}, func(i int) float64 {
					b := s.block(i)
					log := math.Log(float64(1 - unit(b[0])))
					return math.Sqrt(-2*float64(float32(log))) * math.Cos(2*math.Pi*float64(1-unit(b[1])))
				}, 1e-6},
				{"uniform", []Value{x, -2.0, 5.0, nil}, func(i int) float64 { return float64(unit(s.block(i)[0])*7 - 2) }, 0},
				{"bernoulli", []Value{constantTensor(d, 0.25), nil}, func(i int) float64 { return zeroOrOne(unit(s.block(i)[0]) < 0.25) }, 0},
				{"exponential", []Value{x, 0.5, nil}, func(i int) float64 { return -2 * math.Log(float64(unit(s.block(i)[0]))) }, 1e-5},
			} {
				out := laidOut()
				draw(t, ctx, v.name, v.args, seed, out)
				for i, got := range out.Floats() {
					want := roundingTo(d)(v.want(i))
					near := v.near * max(1, math.Abs(want))
					if near > 0 && isHalf(d) {
						near = 0.01 * max(1, math.Abs(want)) // a bit, where it falls so
					}
					if math.Abs(got-want) > near {
						t.Fatalf("%s of %s by %d: element %d is %v, want %v", v.name, d.Name(), seed, i, got, want)
					}
				}
			}
			kept, mask := laidOut(), tensor.New(tensor.Bool, 1000, 3)
			draw(t, ctx, "native_dropout", []Value{constantTensor(d, 3), 0.25, true}, seed, kept, mask)
			for i, got := range kept.Floats() {
				stays := unit(s.block(i)[0]) > 0.25
				if want := roundingTo(d)(3 * zeroOrOne(stays) * float64(float32(4)/3)); math.Abs(got-want) > 1e-6 || (mask.Floats()[i] != 0) != stays {
					t.Fatalf("dropout of %s by %d: element %d is %v, want %v", d.Name(), seed, i, got, want)
				}
			}
		}
	}
}

func constantTensor(d tensor.DType, v float64) *tensor.Tensor {
	t := tensor.New(d, 1000, 3)
	t.Fill(v)
	return t
}

func zeroOrOne(b bool) float64 {
	if b {
		return 1
	}
	return 0
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
