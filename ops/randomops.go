package ops

import (
	"math"
	"math/bits"
	"slices"
	"sort"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// generator is an optional Generator argument.
func generator(ctx *Context, a Args, i int) *tensor.Generator {
	if i < len(a) {
		if g, ok := a[i].(*tensor.Generator); ok && g != nil {
			return g
		}
	}
	return ctx.Generator
}

// factory is the meta of random factories whose sizes and options are at the given positions.
func factory(size, opt int, def func(ctx *Context, a Args) tensor.DType) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		sizes := a.syms(size)
		checkGiven(ctx, sizes, sizes...)
		f := NewFake(a.dtype(opt, def(ctx, a)), sizes)
		f.Device = deviceOf(a[opt+2], tensor.CPU)
		return fakes(f)
	}
}

func int64Default(*Context, Args) tensor.DType { return tensor.Int64 }

// inPlaceFill registers an in-place random operator; its functional form clones first.
func fillEntry(s string, fill func(ctx *Context, a Args, t *tensor.Tensor)) entry {
	return entry{S: s, In: asInPlace, Into: drawInto, Meta: sameUnary, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { fill(ctx, a, out[0]) }, Grad: zeroGrad}
}

func checkFloatFill(name string, t *tensor.Tensor) {
	if d := t.DType(); d.IsIntOrBool() || d.IsFloat8() {
		notImplemented(name, d)
	}
}

func checkStd(std float64) { check(std >= 0, "normal expects std >= 0.0, but found std %g", std) }

// unitFill draws from [0, 1).
func unitFill(g *tensor.Generator, t *tensor.Tensor) {
	checkFloatFill("check_uniform_bounds", t)
	g.UniformFill(t, 0, 1)
}

func uniformFill(ctx *Context, a Args, t *tensor.Tensor) {
	checkFloatFill("check_uniform_bounds", t)
	lo, hi := a.float(1), a.float(2)
	check(lo <= hi, "uniform_ expects to return a [from, to) range, but found from=%g > to=%g", lo, hi)
	generator(ctx, a, 3).UniformFill(t, lo, hi)
}

func normalFill(ctx *Context, a Args, t *tensor.Tensor) {
	checkStd(a.float(2))
	normals(ctx, generator(ctx, a, 3), t, a.float(1), a.float(2))
}

// bernoulliTensor draws with one probability for each element.
func bernoulliTensor(g *tensor.Generator, out, p *tensor.Tensor) {
	probs := p.Floats()
	for _, v := range probs {
		check(v >= 0 && v <= 1, "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
	}
	values := make([]float64, len(probs))
	for i, v := range probs {
		u := 0.0
		if p.DType() == tensor.Float64 {
			u = g.Float64()
		} else {
			u = float64(g.Float32())
		}
		if u < v {
			values[i] = 1
		}
	}
	storeInOrder(out, values)
}

// multinomial samples rows of weights.
func multinomial(ctx *Context, a Args) []Value {
	w := a.tensor(0)
	k, replace := a.int(1), a.bool(2)
	g := generator(ctx, a, 3)
	check(w.DType().IsFloat(), "multinomial only supports floating-point dtypes for input, got: %s", w.DType().ScalarName())
	check(w.Dim() == 1 || w.Dim() == 2, "prob_dist must be 1 or 2 dim")
	check(k > 0, "cannot sample n_sample <= 0 samples")
	n := w.Size(w.Dim() - 1)
	check(replace || k <= n, "cannot sample n_sample > prob_dist.size(-1) samples without replacement")
	v := w.Floats()
	rows := len(v) / max(n, 1)
	check(n <= 1<<24, "number of categories cannot exceed 2^24")
	byRace := !replace || k == 1
	for _, p := range v {
		if byRace {
			check(p >= 0 && !math.IsInf(p, 0), "probability tensor contains either `inf`, `nan` or element < 0")
		} else {
			check(p >= 0, "invalid multinomial distribution (encountering probability entry < 0)")
			check(!math.IsInf(p, 0), "invalid multinomial distribution (encountering probability entry = infinity or NaN)")
		}
	}
	for r := range rows {
		check(sumOf(v[r*n:(r+1)*n]) > 0, "invalid multinomial distribution (sum of probabilities <= 0)")
	}
	sizes := append(append([]int(nil), w.Sizes()[:w.Dim()-1]...), k)
	out := tensor.New(tensor.Int64, sizes...)
	picks := make([]int64, 0, rows*k)
	if byRace {
		q := tensor.New(w.DType(), w.Sizes()...)
		g.FillFloats(q, func() float64 { return g.Exponential(1) })
		qs := q.Floats()
		ratio := tensor.New(w.DType(), w.Sizes()...)
		values := make([]float64, len(v))
		for i := range v {
			values[i] = v[i] / qs[i]
		}
		tensor.StoreFloats(ratio, values)
		values = ratio.Floats()
		for r := range rows {
			picks = append(picks, largest(values[r*n:(r+1)*n], k)...)
		}
	} else {
		for r := range rows {
			cum := tensor.New(w.DType(), n)
			row := append([]float64(nil), v[r*n:(r+1)*n]...)
			total := 0.0
			for i, p := range row {
				total += p
				if w.DType() == tensor.Float32 {
					total = float64(float32(total))
				}
				row[i] = total
			}
			for i := range row {
				row[i] /= total
			}
			tensor.StoreFloats(cum, row)
			row = append([]float64(nil), cum.Floats()...)
			row[n-1] = 1
			for range k {
				u := g.Float64()
				picks = append(picks, int64(sort.Search(n, func(i int) bool { return row[i] >= u })))
			}
		}
	}
	tensor.StoreInts(out, picks)
	return result(out)
}

// largest are the places of the k largest values, the first ones among equals, in descending order.
func largest(values []float64, k int) []int64 {
	const few = 32
	if k > few {
		all := order(len(values), func(i, j int) bool { return values[i] < values[j] }, true)
		out := make([]int64, k)
		for i := range out {
			out[i] = int64(all[i])
		}
		return out
	}
	out := make([]int64, 0, few)
	for i, v := range values {
		if len(out) == k {
			if !(v > values[out[k-1]]) {
				continue
			}
			out = out[:k-1]
		}
		at := len(out)
		for at > 0 && v > values[out[at-1]] {
			at--
		}
		out = slices.Insert(out, at, int64(i))
	}
	return out
}

// dropoutMask is the scaled mask of kept elements.
// dropoutDecomp takes dropout apart; one says that there is an operator for it.
func dropoutDecomp(shape func(ctx *Context, x Value) Value, alpha, one bool) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		x := a[0]
		p := a.float(1)
		check(p >= 0 && p <= 1, "dropout probability has to be between 0 and 1, but got %g", p)
		if n, ok := numelOf(x).Const(); p == 0 || !a.bool(2) || ok && n == 0 {
			return result(x)
		}
		if one && ctx.ahead() {
			return ctx.call("native_dropout", x, p, true)[:1]
		}
		if p == 1 {
			return result(ctx.mul(x, zerosOfShape(ctx, x)))
		}
		noise := keptElements(ctx, x, shape(ctx, x), p)
		if alpha {
			const k = 1.7580993408473766
			scale := 1 / math.Sqrt((k*k*p+1)*(1-p))
			b := ctx.call1("mul_.Scalar", ctx.call1("add.Scalar", noise, int64(-1)), k*scale)
			b = ctx.call1("add_.Scalar", b, k*scale*p)
			scaled := ctx.call1("mul_.Scalar", noise, scale)
			return ctx.call("add_.Tensor", ctx.mul(x, scaled), b)
		}
		noise = ctx.call1("div_.Scalar", noise, 1-p)
		return result(ctx.mul(x, noise))
	}
}

// keptElements fills noise with 1 where dropout of x keeps elements, else with 0. For each element of a vmap that asks for it there is another draw, though x is not mapped.
func keptElements(ctx *Context, x, noise Value, p float64) Value {
	if ctx.depth > 0 {
		if b, ok := ctx.levels[ctx.depth-1].(*vmapLevel); ok && b.randomness == "different" && ownedBy(b, x) == nil {
			return ctx.call1("bernoulli.p", noise, 1-p, nil)
		}
	}
	return ctx.call1("bernoulli_.float", noise, 1-p, nil)
}

func zerosOfShape(ctx *Context, x Value) Value {
	return ctx.call1("zeros", []Value{}, dtypeOf(x))
}

// featureNoise is one value for each channel.
func featureNoise(ctx *Context, x Value) Value {
	s := sizesOf(x)
	sizes := append([]symbolic.Int(nil), s...)
	for i := 2; i < len(sizes); i++ {
		sizes[i] = one
	}
	return ctx.call1("new_empty", x, sizeList(sizes))
}

var _ = addTable([]entry{
	{S: "rand(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Seeded: true, In: asFunction | asOut, Meta: factory(0, 1, defaultFloat), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { unitFill(ctx.Generator, out[0]) }},
	{S: "rand.generator(SymInt[] size, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: factory(0, 2, defaultFloat), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { unitFill(generator(ctx, a, 1), out[0]) }},
	{S: "randn(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Seeded: true, In: asFunction | asOut, Meta: factory(0, 1, defaultFloat), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { normals(ctx, ctx.Generator, out[0], 0, 1) }},
	{S: "randn.generator(SymInt[] size, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: factory(0, 2, defaultFloat), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { normals(ctx, generator(ctx, a, 1), out[0], 0, 1) }},
	{S: "rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor", Seeded: true, In: asFunction, Meta: likeMeta(1), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { unitFill(ctx.Generator, out[0]) }, NonDiff: true},
	{S: "randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor", Seeded: true, In: asFunction, Meta: likeMeta(1), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { normals(ctx, ctx.Generator, out[0], 0, 1) }, NonDiff: true},
	{S: "randint(SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Seeded: true, In: asFunction | asOut, Meta: factory(1, 2, int64Default), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { randintFill(ctx.Generator, out[0], 0, a[0]) }},
	{S: "randint.generator(SymInt high, SymInt[] size, *, Generator? generator, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: factory(1, 3, int64Default), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { randintFill(generator(ctx, a, 2), out[0], 0, a[0]) }},
	{S: "randint.low(SymInt low, SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Seeded: true, In: asFunction | asOut, Meta: factory(2, 3, int64Default), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		randintFill(ctx.Generator, out[0], toSymConst(a[0]), a[1])
	}},
	{S: "randint.low_generator(SymInt low, SymInt high, SymInt[] size, *, Generator? generator, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: factory(2, 4, int64Default), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		randintFill(generator(ctx, a, 3), out[0], toSymConst(a[0]), a[1])
	}},
	{S: "randint_like(Tensor self, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor", Seeded: true, In: asFunction, Meta: likeMeta(2), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { randintFill(ctx.Generator, out[0], 0, a[1]) }, NonDiff: true},
	{S: "randint_like.low_dtype(Tensor self, SymInt low, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor", Seeded: true, In: asFunction, Meta: likeMeta(3), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		randintFill(ctx.Generator, out[0], toSymConst(a[1]), a[2])
	}, NonDiff: true},
	{S: "randperm(SymInt n, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Seeded: true, In: asFunction | asOut, Meta: randpermMeta(1), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		tensor.StoreInts(out[0], ctx.Generator.Perm(out[0].Numel()))
	}},
	{S: "randperm.generator(SymInt n, *, Generator? generator, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: randpermMeta(2), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		tensor.StoreInts(out[0], generator(ctx, a, 1).Perm(out[0].Numel()))
	}},
	{S: "normal.Tensor_float(Tensor mean, float std=1., *, Generator? generator=None) -> Tensor", In: asFunction | asOut, Eager: func(ctx *Context, a Args) []Value { return normalTensors(ctx, a[0], a[1], generator(ctx, a, 2)) }, Meta: normalMeta, Grad: zeroGrad, GradNo: 1},
	{S: "normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor", In: asFunction | asOut, Eager: func(ctx *Context, a Args) []Value { return normalTensors(ctx, a[0], a[1], generator(ctx, a, 2)) }, Meta: normalMeta, GradNo: 2, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{nil, ctx.zerosLike(g[0])}
	}},
	{S: "normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor", In: asFunction | asOut, Eager: func(ctx *Context, a Args) []Value { return normalTensors(ctx, a[0], a[1], generator(ctx, a, 2)) }, Meta: normalMeta, GradNo: 3, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.zerosLike(g[0]), ctx.zerosLike(g[0])}
	}},
	{S: "normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: factory(2, 4, defaultFloat), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		checkStd(a.float(1))
		normals(ctx, generator(ctx, a, 3), out[0], a.float(0), a.float(1))
	}},
	fillEntry("uniform(Tensor self, float from=0.0, float to=1.0, *, Generator? generator=None) -> Tensor", uniformFill),
	fillEntry("normal(Tensor self, float mean=0.0, float std=1.0, *, Generator? generator=None) -> Tensor", normalFill),
	{S: "normal_functional(Tensor self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor", In: 0, Meta: sameUnary, Grad: zeroGrad,
		Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) { normalFill(ctx, a, out[0]) }},
	fillEntry("exponential(Tensor self, float lambd=1.0, *, Generator? generator=None) -> Tensor", func(ctx *Context, a Args, t *tensor.Tensor) {
		checkFloatFill("exponential", t)
		l := a.float(1)
		check(l > 0, "exponential_ expects lambda > 0.0, but found lambda=%g", l)
		g := generator(ctx, a, 2)
		g.FillFloats(t, func() float64 { return g.Exponential(l) })
	}),
	fillEntry("geometric(Tensor self, float p, *, Generator? generator=None) -> Tensor", func(ctx *Context, a Args, t *tensor.Tensor) {
		p, g := a.float(1), generator(ctx, a, 2)
		check(p > 0 && p < 1, "geometric_ expects p to be in (0, 1), but got p=%g", p)
		g.FillFloats(t, func() float64 { return math.Ceil(math.Log(g.Float64()) / math.Log1p(-p)) })
	}),
	fillEntry("cauchy(Tensor self, float median=0.0, float sigma=1.0, *, Generator? generator=None) -> Tensor", func(ctx *Context, a Args, t *tensor.Tensor) {
		g := generator(ctx, a, 3)
		m, s := a.float(1), a.float(2)
		g.FillFloats(t, func() float64 { return m + s*math.Tan(math.Pi*(g.Float64()-0.5)) })
	}),
	fillEntry("log_normal(Tensor self, float mean=1.0, float std=2.0, *, Generator? generator=None) -> Tensor", func(ctx *Context, a Args, t *tensor.Tensor) {
		g := generator(ctx, a, 3)
		m, s := a.float(1), a.float(2)
		g.FillFloats(t, func() float64 { return math.Exp(math.FMA(g.Normal(), s, m)) })
	}),
	fillEntry("random.from(Tensor self, int from, int? to, *, Generator? generator=None) -> Tensor", func(ctx *Context, a Args, t *tensor.Tensor) {
		lo := toSymConst(a[1])
		if a.none(2) {
			generator(ctx, a, 3).RandomFromFill(t, lo)
			return
		}
		lo, hi := drawnRange(t.DType(), lo, toSymConst(a[2]))
		generator(ctx, a, 3).RandomFill(t, lo, hi)
	}),
	fillEntry("random.to(Tensor self, int to, *, Generator? generator=None) -> Tensor", func(ctx *Context, a Args, t *tensor.Tensor) {
		lo, hi := drawnRange(t.DType(), 0, toSymConst(a[1]))
		generator(ctx, a, 2).RandomFill(t, lo, hi)
	}),
	fillEntry("random(Tensor self, *, Generator? generator=None) -> Tensor", func(ctx *Context, a Args, t *tensor.Tensor) {
		generator(ctx, a, 1).RandomFullFill(t)
	}),
	{S: "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), sizesOf(a[0]))) }, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		bernoulliTensor(generator(ctx, a, 1), out[0], a.tensor(0))
	}, Grad: zeroGrad},
	{S: "bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor", In: asFunction | asMethod, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), sizesOf(a[0]))) }, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		generator(ctx, a, 2).BernoulliFill(out[0], a.float(1))
	}, Grad: zeroGrad},
	{S: "bernoulli.float(Tensor self, float p=0.5, *, Generator? generator=None) -> Tensor", In: asInPlace, Into: drawInto, Meta: sameUnary, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		p := a.float(1)
		check(p >= 0 && p <= 1, "bernoulli_ expects p to be in [0, 1], but got p=%g", p)
		generator(ctx, a, 2).BernoulliFill(out[0], p)
	}, Grad: zeroGrad},
	{S: "bernoulli.Tensor(Tensor self, Tensor p, *, Generator? generator=None) -> Tensor", In: asInPlace, Into: drawInto, Meta: sameUnary, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		bernoulliTensor(generator(ctx, a, 2), out[0], expandTensor(a.tensor(1), out[0].Sizes()))
	}, Grad: zeroGrad},
	{S: "multinomial(Tensor self, SymInt num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor", In: asFunction | asMethod | asOut, Eager: multinomial, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		return fakes(NewFake(tensor.Int64, append(append([]symbolic.Int(nil), f.Sizes[:len(f.Sizes)-1]...), a.sym(1))))
	}, NonDiff: true},
	{S: "dropout(Tensor input, float p, bool train) -> Tensor", In: asFunction | asInPlaceFunction, Decomp: dropoutDecomp((*Context).emptyLike, false, true)},
	{S: "feature_dropout(Tensor input, float p, bool train) -> Tensor", In: asFunction | asInPlaceFunction, Decomp: dropoutDecomp(featureNoise, false, false)},
	{S: "alpha_dropout(Tensor input, float p, bool train) -> Tensor", In: asFunction | asInPlaceFunction, Decomp: dropoutDecomp((*Context).emptyLike, true, false)},
	{S: "feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor", In: asFunction | asInPlaceFunction, Decomp: dropoutDecomp(featureNoise, true, false)},
})

// drawnRange checks that the integers of [lo, hi) fit the type, and draws the bounds in to what floats hold.
func drawnRange(d tensor.DType, lo, hi int64) (int64, int64) {
	check(lo < hi, "random_ expects 'from' to be less than 'to', but got from=%d >= to=%d", lo, hi)
	check(!d.IsComplex(), "check_random_bounds handles only integral, floating-point and boolean types")
	least, most := finiteRange(d)
	digits := 0
	switch d {
	case tensor.Bool:
		least, most = 0, 1
	case tensor.Float16:
		digits = 11
	case tensor.BFloat16:
		digits = 8
	case tensor.Float32:
		digits = 24
	case tensor.Float64:
		digits = 53
	}
	check(float64(lo) >= least && float64(lo) <= most, "from is out of bounds for %s", d.CName())
	check(float64(hi-1) >= least && float64(hi-1) <= most, "to - 1 is out of bounds for %s", d.CName())
	if digits == 0 {
		return lo, hi
	}
	round := func(v int64) int64 {
		t := tensor.Scalar(d, v)
		return int64(t.Floats()[0])
	}
	if up := round(lo + 1); up < lo {
		lo = up + stepAbove(lo+1, digits)
	}
	if down := round(hi - 1); down >= hi {
		hi = down - stepAbove(hi-1, digits)
	}
	check(lo < hi, "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but got from=%d >= to=%d", lo, hi)
	return lo, hi
}

// stepAbove is twice the distance of the floats with so many digits about v.
func stepAbove(v int64, digits int) int64 {
	if v < 0 {
		v = -v
	}
	return 1 << (bits.Len64(uint64(v)) - digits)
}

func randintFill(g *tensor.Generator, t *tensor.Tensor, lo int64, hi Value) {
	lo, h := drawnRange(t.DType(), lo, toSymConst(hi))
	g.RandomFill(t, lo, h)
}

func randpermMeta(opt int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		n := a.sym(0)
		if !ctx.expect(n.Ge(zero)) {
			throwRuntime("Trying to create tensor with negative dimension %s: [%s]", n, n)
		}
		d := a.dtype(opt, tensor.Int64)
		if count, known := n.Const(); known {
			countFits(count, d)
		}
		return fakes(NewFake(d, []symbolic.Int{n}))
	}
}

// countFits refuses permutations of more numbers than elements of type d tell apart.
func countFits(n int64, d tensor.DType) {
	switch {
	case d == tensor.Float16:
		check(n <= 1<<11+1, "n cannot be greater than 2049 for Half type.")
	case d == tensor.Float32:
		check(n <= 1<<24+1, "n cannot be greater than 2^24+1 for Float type.")
	case d.IsIntegral() && !fitsType(n, d) && !(d == tensor.Uint8 && n == 256):
		throwRuntime("value cannot be converted to type %s without overflow", conversionName(d))
	}
}

// normalTensors draws standard normals, then scales and shifts.
// normalMeta: the type is that of the mean, if it is a tensor.
func normalMeta(ctx *Context, a Args) []*Fake {
	sizes, d := sizesOf(a[0]), dtypeOf(a[0])
	if !isTensor(a[0]) {
		d = dtypeOf(a[1])
	}
	if isTensor(a[1]) {
		sizes = broadcast2(ctx, sizes, sizesOf(a[1]))
	}
	return fakes(NewFake(d, sizes))
}

func normalTensors(ctx *Context, mean, std Value, g *tensor.Generator) []Value {
	var sizes []symbolic.Int
	var d tensor.DType
	check(!isTensor(std) || !dtypeOf(std).IsComplex(), "normal expects standard deviation to be non-complex")
	switch {
	case isTensor(mean) && isTensor(std):
		sizes, d = broadcast2(ctx, sizesOf(mean), sizesOf(std)), dtypeOf(mean)
	case isTensor(mean):
		sizes, d = sizesOf(mean), dtypeOf(mean)
	default:
		sizes, d = sizesOf(std), dtypeOf(std)
	}
	if isTensor(std) {
		for _, v := range std.(*tensor.Tensor).Floats() {
			check(v >= 0, "normal expects all elements of std >= 0.0")
		}
	} else {
		checkStd(toFloat(std))
	}
	t := tensor.New(d, constants(sizes)...)
	normals(ctx, g, t, 0, 1)
	out := tensor.New(d, constants(sizes)...)
	tensor.Copy(out, ctx.add(ctx.mul(t, std), mean).(*tensor.Tensor))
	return result(out)
}

// drawInto draws into the tensor itself.
func drawInto(ctx *Context, op *Op, a Args) {
	target := a.tensor(0)
	if !target.Neg && !target.Conj {
		op.e.Kernel(ctx, a, []*tensor.Tensor{target})
		return
	}
	drawn := tensor.NewUninit(target.DType(), target.Sizes()...) // as it reads, which is not what lies in memory
	op.e.Kernel(ctx, append(Args{drawn}, a[1:]...), []*tensor.Tensor{drawn})
	tensor.Copy(target, drawn)
}
