package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// Compiled graphs draw random numbers as Inductor's do on the CPU: each drawing operator of a graph has a seed, all of which are drawn from the default generator when a call
// begins, and element i, in the order of indices, is a function of seed and i: Philox 4×32-10 (Salmon et al., Parallel random numbers: as easy as 1, 2, 3, 2011).

// stream is the numbers of one operator in one call.
type stream uint32

// block is the four words of element i.
func (s stream) block(i int) [4]uint32 {
	const a, b, stepA, stepB = 0xD2511F53, 0xCD9E8D57, 0x9E3779B9, 0xBB67AE85
	x, y, z, w := uint32(i), uint32(0), uint32(0), uint32(0)
	keyA, keyB := uint32(s), uint32(0)
	for range 10 {
		p, q := uint64(x)*a, uint64(z)*b
		x, y, z, w = uint32(q>>32)^y^keyA, uint32(q), uint32(p>>32)^w^keyB, uint32(p)
		keyA, keyB = keyA+stepA, keyB+stepB
	}
	return [4]uint32{x, y, z, w}
}

// unit is a word as a number in [0, 1).
func unit(word uint32) float32 { return float32(word&0x7fffffff) * 4.6566127342e-10 }

func (s stream) uniform(i int) float32 { return unit(s.block(i)[0]) }

// normal is standard normal, by Box and Muller.
func (s stream) normal(i int) float32 {
	x := s.block(i)
	u, v := 1-unit(x[0]), 1-unit(x[1])
	return float32(math.Sqrt(-2*float64(float32(math.Log(float64(u))))) * math.Cos(2*math.Pi*float64(v)))
}

// integer is one of [low, high).
func (s stream) integer(i int, low, high int64) int64 {
	x := s.block(i)
	return int64((uint64(x[0])|uint64(x[1])<<32)%uint64(high-low)) + low
}

// drawing fills the results of an operator from its stream.
type drawing struct {
	fill func(a Args, s stream, out []*tensor.Tensor)
	// when says whether a call draws at all; nil for always.
	when func(args []Value) bool
}

// drawings are the operators that draw from streams, by full name. What is not among them draws from the generator, as bernoulli with a number does in Inductor too.
var drawings = map[string]drawing{
	"rand":                   {fill: uniformly},
	"rand.generator":         {fill: uniformly},
	"rand_like":              {fill: inMemory(uniformly)},
	"randn":                  {fill: normally},
	"randn.generator":        {fill: normally},
	"randn_like":             {fill: inMemory(normally)},
	"randint":                {fill: integers(-1, 0)},
	"randint.low":            {fill: integers(0, 1)},
	"randint_like":           {fill: integers(-1, 1)},
	"randint_like.low_dtype": {fill: integers(1, 2)},
	"bernoulli": {fill: func(a Args, s stream, out []*tensor.Tensor) {
		p := a.tensor(0).Floats()
		drawn(out[0], func(i int) float64 { return zeroOrOne(float64(s.uniform(i)) < p[i]) })
	}},
	"uniform": {fill: func(a Args, s stream, out []*tensor.Tensor) {
		from, width := float32(a.float(1)), float32(a.float(2)-a.float(1))
		drawn(out[0], func(i int) float64 { return float64(s.uniform(i)*width + from) })
	}},
	"normal":            {fill: shiftedNormally},
	"normal_functional": {fill: shiftedNormally},
	"normal.Tensor_float": {fill: func(a Args, s stream, out []*tensor.Tensor) {
		mean, deviation := a.tensor(0).Floats(), float32(a.float(1))
		drawn(out[0], func(i int) float64 { return float64(s.normal(i)*deviation + float32(mean[i])) })
	}},
	"exponential": {fill: func(a Args, s stream, out []*tensor.Tensor) {
		scale := float32(-1 / a.float(1))
		drawn(out[0], func(i int) float64 {
			u := s.uniform(i)
			if u >= 0.9999999403953552 {
				return float64(float32(-5.960464477539063e-08) * scale)
			}
			return float64(float32(math.Log(float64(u))) * scale)
		})
	}},
	"native_dropout": {fill: dropped, when: func(args []Value) bool { return args[2] == true && args[1] != int64(0) && args[1] != 0.0 }},
}

func shiftedNormally(a Args, s stream, out []*tensor.Tensor) {
	mean, deviation := float32(a.float(1)), float32(a.float(2))
	drawn(out[0], func(i int) float64 { return float64(s.normal(i)*deviation + mean) })
}

// Draws says whether a call of an operator with these arguments, tensors being anything but nil, draws from a stream.
func (op *Op) Draws(args []Value) bool {
	d, ok := drawings[op.String()]
	if !ok || op.Variant != Plain || d.when != nil && !d.when(args) {
		return false
	}
	for i, q := range op.Schema().Params {
		if q.Type.Base == "Generator" && i < len(args) && args[i] != nil {
			return false
		}
	}
	return true
}

// Draw fills the results of such a call by a seed.
func (ctx *Context) Draw(op *Op, args []Value, seed uint32, outs []*tensor.Tensor) (err error) {
	defer catch(&err)
	drawings[op.String()].fill(args, stream(seed), outs)
	return nil
}

// Seeds draws n seeds for streams from the default generator.
func (ctx *Context) Seeds(n int, seeds []uint32) []uint32 {
	t := tensor.New(tensor.Int64, n)
	ctx.Generator.RandomFill(t, math.MinInt64, math.MaxInt64)
	for _, seed := range t.Ints() {
		seeds = append(seeds, uint32(seed))
	}
	return seeds
}

// drawn fills t with what f gives for the elements in the order of their indices.
func drawn(t *tensor.Tensor, f func(i int) float64) {
	if t.DType() == tensor.Float32 && t.IsContiguous() && t.Numel() > 0 {
		for i, list := 0, flat[float32](t); i < len(list); i++ {
			list[i] = float32(f(i))
		}
		return
	}
	values := tensor.NewUninit(tensor.Float64, t.Sizes()...)
	list := flat[float64](values)
	for i := range list {
		list[i] = f(i)
	}
	tensor.Copy(t, values)
}

func zeroOrOne(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// inMemory counts elements as they lie in memory, where they leave no gaps.
func inMemory(fill func(a Args, s stream, out []*tensor.Tensor)) func(a Args, s stream, out []*tensor.Tensor) {
	return func(a Args, s stream, out []*tensor.Tensor) {
		t := out[0]
		if n := t.Numel(); n == tensor.StorageLength(t.Sizes(), t.Strides()) {
			t = t.Window([]int{n}, []int{1}, t.Offset())
		}
		fill(a, s, []*tensor.Tensor{t})
	}
}

func uniformly(_ Args, s stream, out []*tensor.Tensor) {
	drawn(out[0], func(i int) float64 { return float64(s.uniform(i)) })
}

func normally(_ Args, s stream, out []*tensor.Tensor) {
	drawn(out[0], func(i int) float64 { return float64(s.normal(i)) })
}

// integers are drawn between the arguments low, 0 if negative, and high.
func integers(low, high int) func(a Args, s stream, out []*tensor.Tensor) {
	return func(a Args, s stream, out []*tensor.Tensor) {
		from, to := int64(0), int64(a.int(high))
		if low >= 0 {
			from = int64(a.int(low))
		}
		from, to = drawnRange(out[0].DType(), from, to)
		values := tensor.NewUninit(tensor.Int64, out[0].Sizes()...)
		list := flat[int64](values)
		for i := range list {
			list[i] = s.integer(i, from, to)
		}
		tensor.Copy(out[0], values)
	}
}

// dropped is dropout: elements whose number is above p stay, times 1/(1-p).
func dropped(a Args, s stream, out []*tensor.Tensor) {
	x, p, scale := a.tensor(0).Floats(), float32(a.float(1)), 1/(1-a.float(1))
	if a.float(1) == 1 {
		scale = 0
	}
	kept := make([]float64, len(x))
	for i := range kept {
		kept[i] = zeroOrOne(s.uniform(i) > p)
	}
	drawn(out[1], func(i int) float64 { return kept[i] })
	if out[0].DType() == tensor.Float64 {
		drawn(out[0], func(i int) float64 { return kept[i] * x[i] * scale })
		return
	}
	drawn(out[0], func(i int) float64 { return float64(float32(kept[i]*x[i]) * float32(scale)) })
}
