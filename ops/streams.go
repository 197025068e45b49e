package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// Compiled graphs draw random numbers as Inductor's do on the CPU: each drawing operator of a graph has a seed, all of which are drawn from the default generator when a call
// begins, and element i, in the order of indices, is a function of seed and i: Philox 4×32-10 (Salmon et al., Parallel random numbers: as easy as 1, 2, 3, 2011).

// stream is the numbers of one operator in one call.
type stream uint32

// The constants of Philox: rounds, multipliers and what the key grows by.
const (
	philoxRounds             = 10
	philoxA, philoxB         = 0xD2511F53, 0xCD9E8D57
	philoxStepA, philoxStepB = 0x9E3779B9, 0xBB67AE85
)

// block is the four words of element i.
func (s stream) block(i int) [4]uint32 {
	x, y, z, w := uint32(i), uint32(0), uint32(0), uint32(0)
	keyA, keyB := uint32(s), uint32(0)
	for range philoxRounds {
		p, q := uint64(x)*philoxA, uint64(z)*philoxB
		x, y, z, w = uint32(q>>32)^y^keyA, uint32(q), uint32(p>>32)^w^keyB, uint32(p)
		keyA, keyB = keyA+philoxStepA, keyB+philoxStepB
	}
	return [4]uint32{x, y, z, w}
}

// integer is one of [low, high).
func (s stream) integer(i int, low, high int64) int64 {
	x := s.block(i)
	return int64((uint64(x[0])|uint64(x[1])<<32)%uint64(high-low)) + low
}

// drawing fills the results of an operator from its stream.
type drawing struct {
	fill func(ctx *Context, a Args, s stream, out []*tensor.Tensor)
	// when says whether a call draws at all; nil for always.
	when func(args []Value) bool
}

// drawings are the operators that draw from streams, by full name. What is not among them draws from the generator, as bernoulli with a number does in Inductor too.
var drawings = map[string]drawing{
	"rand":                   {fill: drawnAs("rand", nil, drawer.uniform)},
	"rand.generator":         {fill: drawnAs("rand", nil, drawer.uniform)},
	"rand_like":              {fill: inMemory(drawnAs("rand", nil, drawer.uniform))},
	"randn":                  {fill: drawnAs("randn", nil, drawer.normal)},
	"randn.generator":        {fill: drawnAs("randn", nil, drawer.normal)},
	"randn_like":             {fill: inMemory(drawnAs("randn", nil, drawer.normal))},
	"randint":                {fill: integers(-1, 0)},
	"randint.low":            {fill: integers(0, 1)},
	"randint_like":           {fill: integers(-1, 1)},
	"randint_like.low_dtype": {fill: integers(1, 2)},
	"bernoulli":              {fill: drawnAs("bernoulli", firstOperand, drawer.bernoulli)},
	"uniform":                {fill: drawnAs("uniform", func(a Args) drawnFrom { return drawnFrom{numbers: []float64{a.float(1), a.float(2) - a.float(1)}} }, drawer.between)},
	"normal":                 {fill: drawnAs("normal", func(a Args) drawnFrom { return drawnFrom{numbers: []float64{a.float(1), a.float(2)}} }, drawer.gaussian)},
	"normal.Tensor_float":    {fill: drawnAs("normal of tensors", func(a Args) drawnFrom { return drawnFrom{a.tensor(0), []float64{a.float(1)}} }, drawer.around)},
	"exponential":            {fill: drawnAs("exponential", func(a Args) drawnFrom { return drawnFrom{numbers: []float64{-1 / a.float(1)}} }, drawer.exponential)},
	"native_dropout": {fill: drawnAs("dropout", func(a Args) drawnFrom {
		scale := 1 / (1 - a.float(1))
		if a.float(1) == 1 {
			scale = 0
		}
		return drawnFrom{a.tensor(0), []float64{a.float(1), scale}}
	}, drawer.dropout), when: func(args []Value) bool { return args[2] == true && args[1] != int64(0) && args[1] != 0.0 }},
}

func firstOperand(a Args) drawnFrom { return drawnFrom{operand: a.tensor(0)} }

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
	drawings[op.String()].fill(ctx, args, stream(seed), outs)
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

// inMemory counts elements as they lie in memory, where they leave no gaps.
func inMemory(fill func(ctx *Context, a Args, s stream, out []*tensor.Tensor)) func(ctx *Context, a Args, s stream, out []*tensor.Tensor) {
	return func(ctx *Context, a Args, s stream, out []*tensor.Tensor) {
		t := out[0]
		if n := t.Numel(); n == tensor.StorageLength(t.Sizes(), t.Strides()) {
			t = t.Window([]int{n}, []int{1}, t.Offset())
		}
		fill(ctx, a, s, []*tensor.Tensor{t})
	}
}

// integers are drawn between the arguments low, 0 if negative, and high.
func integers(low, high int) func(ctx *Context, a Args, s stream, out []*tensor.Tensor) {
	return func(_ *Context, a Args, s stream, out []*tensor.Tensor) {
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
