package ops

import (
	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Composite functions of torch and of tensors.

func normDecomp(ctx *Context, x, p Value, dims Value, keep bool, dtype Value) []Value {
	if p == nil {
		p = 2.0
	}
	if d := dtypeOf(x); d.IsIntOrBool() {
		throwRuntime("linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s", d.ScalarName())
	}
	return ctx.call("linalg_vector_norm", x, p, dims, keep, dtype)
}

func diffDecomp(ctx *Context, a Args) []Value {
	x := a[0]
	n, d := a.int(1), wrapDim(a.int(2), dimOf(x))
	check(dimOf(x) > 0, "diff expects input to be at least one-dimensional")
	check(n >= 0, "order must be non-negative but got %d", n)
	if n == 0 {
		return ctx.call("copy_", ctx.zerosLike(x), x)
	}
	if !a.none(3) || !a.none(4) {
		var parts []Value
		if !a.none(3) {
			parts = append(parts, a[3])
		}
		parts = append(parts, x)
		if !a.none(4) {
			parts = append(parts, a[4])
		}
		x = ctx.cat(parts, d)
	}
	for range n {
		size := sizeOf(x, d)
		least := symbolic.IntOf(1)
		if ctx.is(size.Lt(one)) {
			least = zero
		}
		lo := ctx.slice(x, a.int(2), int64(0), intValue(size.Sub(least)))
		hi := ctx.slice(x, a.int(2), int64(1), intValue(size))
		if dtypeOf(x) == tensor.Bool {
			x = ctx.call1("logical_xor", hi, lo)
		} else {
			x = ctx.sub(hi, lo)
		}
	}
	return result(x)
}

func meshgrid(ctx *Context, list []Value, indexing string) []Value {
	if indexing != "ij" && indexing != "xy" {
		throwRuntime("torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: %s", indexing)
	}
	check(len(list) > 0, "meshgrid expects a non-empty TensorList")
	for _, t := range list[1:] {
		check(dtypeOf(t) == dtypeOf(list[0]), "meshgrid expects all tensors to have the same dtype")
	}
	swapFirst := indexing == "xy" && len(list) >= 2
	if swapFirst {
		list = append([]Value{list[1], list[0]}, list[2:]...)
	}
	var sizes []symbolic.Int
	for _, t := range list {
		if dimOf(t) > 1 {
			throwRuntime("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: %s", firstPrinted(t))
		}
		sizes = append(sizes, numelOf(t))
	}
	out := make([]Value, len(list))
	for i, t := range list {
		shape := make([]symbolic.Int, len(list))
		for j := range shape {
			shape[j] = one
		}
		shape[i] = symbolic.IntOf(-1)
		out[i] = ctx.expand(ctx.reshape(t, shape), sizes)
	}
	if swapFirst {
		out[0], out[1] = out[1], out[0]
	}
	return []Value{out}
}

func covDecomp(ctx *Context, a Args) []Value {
	x := a[0]
	check(dimOf(x) <= 2, "cov(): expected input to have two or fewer dimensions but got an input with %d dimensions", dimOf(x))
	if dimOf(x) < 2 {
		x = ctx.reshape(x, []symbolic.Int{one, numelOf(x)})
	}
	var w Value
	if !a.none(2) {
		covWeights(ctx, x, a[2], "fweights", "integral", dtypeOf(a[2]).IsIntegral())
		w = a[2]
	}
	if !a.none(3) {
		covWeights(ctx, x, a[3], "aweights", "floating point", dtypeOf(a[3]).IsFloat())
		if w == nil {
			w = a[3]
		} else {
			w = ctx.mul(w, a[3])
		}
	}
	correction := float64(a.int(1))
	weighted := func(v Value) Value {
		if w == nil {
			return v
		}
		return ctx.mul(v, w)
	}
	var norm Value
	var mean Value
	if w == nil {
		n := float64(ctx.fixed(sizeOf(x, 1)))
		mean, norm = ctx.div(ctx.sumDim(x, true, 1), n), math.Max(n-correction, 0)
	} else {
		total := ctx.sumAll(w)
		if t, ok := readable(total); ok {
			check(t.Floats()[0] != 0, "cov(): weights sum to zero, can't be normalized")
		}
		mean = ctx.div(ctx.sumDim(weighted(x), true, 1), total)
		if !a.none(3) && correction != 0 {
			norm = ctx.sub(total, ctx.div(ctx.mul(ctx.sumAll(ctx.mul(w, a[3])), correction), total))
		} else {
			norm = ctx.sub(total, int64(correction))
		}
		norm = ctx.call1("clamp_min", norm, int64(0))
	}
	centered := ctx.sub(x, mean)
	return result(squeezeAll(ctx, ctx.div(ctx.mm(centered, ctx.conj(ctx.call1("t", weighted(centered)))), norm)))
}

// covWeights checks the weights of the observations x [variables, observations].
func covWeights(ctx *Context, x, w Value, name, kind string, fits bool) {
	check(dimOf(w) <= 1, "cov(): expected %s to have one or fewer dimensions but got %s with %d dimensions", name, name, dimOf(w))
	check(fits, "cov(): expected %s to have %s dtype but got %s with %s dtype", name, kind, name, dtypeOf(w).ScalarName())
	if !sameSize(ctx, numelOf(w), sizeOf(x, 1)) {
		throwRuntime("cov(): expected %s to have the same numel as there are observations in the input but got %s != %s", name, numelOf(w), sizeOf(x, 1))
	}
	if t, ok := readable(w); ok {
		for _, v := range t.Floats() {
			check(v >= 0, "cov(): %s cannot be negative", name)
		}
	}
}

func squeezeAll(ctx *Context, v Value) Value { return ctx.call1("squeeze", v) }

func trapezoidDecomp(ctx *Context, y, x Value, dx float64, d int, cumulativeForm bool) []Value {
	given := d
	d = wrapDim(d, dimOf(y))
	if x != nil { // a recording shows dim as it was given without places only
		given = d
	}
	if x != nil && dimOf(x) == 1 && !ctx.is(numelOf(x).Eq(sizeOf(y, d))) {
		name := "trapezoid"
		if cumulativeForm {
			name = "cumulative_trapezoid"
		}
		throwRuntime("%s: There must be one `x` value for each sample point", name)
	}
	if x == nil && !cumulativeForm && !isConst(sizeOf(y, d), 0) {
		ends := ctx.add(ctx.call1("select.int", y, int64(d), int64(0)), ctx.call1("select.int", y, int64(d), int64(-1)))
		return result(ctx.mul(ctx.sub(ctx.sumDim(y, false, d), ctx.mul(ends, 0.5)), dx))
	}
	neighbours := func(v Value, d int) (left, right Value) {
		left = ctx.slice(v, d, int64(0), int64(-1))
		return left, ctx.slice(v, d, int64(1), nil)
	}
	var step Value
	if x != nil {
		if dimOf(x) == 1 && dimOf(y) > 1 {
			left, right := neighbours(x, 0)
			step = ctx.sub(right, left)
			shape := make([]symbolic.Int, dimOf(y))
			for i := range shape {
				shape[i] = one
			}
			shape[d] = numelOf(step)
			step = ctx.reshape(step, shape)
		} else {
			dd := given
			if dimOf(x) == 1 {
				dd = 0
			}
			left, right := neighbours(x, dd)
			step = ctx.sub(right, left)
		}
	}
	left, right := neighbours(y, given)
	pairs := ctx.add(left, right)
	if x == nil && cumulativeForm {
		return ctx.call("cumsum", ctx.mul(pairs, dx/2), int64(given))
	}
	if x == nil {
		pairs = ctx.mul(pairs, dx)
	} else {
		pairs = ctx.mul(pairs, step)
	}
	if cumulativeForm {
		return result(ctx.div(ctx.call1("cumsum", pairs, int64(given)), 2.0))
	}
	return result(ctx.div(ctx.sumDim(pairs, false, given), 2.0))
}

// gradientOne is the numerical gradient along one dimension with uniform spacing.
func gradientOne(ctx *Context, x Value, d int, h float64, edge int) Value {
	n := int64(ctx.fixed(sizeOf(x, d)))
	check(n >= int64(edge+1), "torch.gradient expected each dimension size to be at least edge_order+1")
	at := func(lo, hi Value) Value { return ctx.slice(x, d, lo, hi) }
	slope := func(left, right Value) Value { return ctx.div(ctx.sub(right, left), h) }
	before := at(int64(0), int64(-2))
	inner := slope(before, at(int64(2), nil))
	var first, last Value
	if edge == 1 {
		before = at(int64(0), int64(1))
		first = slope(before, at(int64(1), int64(2)))
		before = at(int64(-2), int64(-1))
		last = slope(before, at(int64(-1), nil))
	} else {
		first = ctx.add(ctx.add(ctx.mul(at(0, 1), -1.5/h), ctx.mul(at(1, 2), 2/h)), ctx.mul(at(2, 3), -0.5/h))
		last = ctx.add(ctx.add(ctx.mul(at(n-1, n), 1.5/h), ctx.mul(at(n-2, n-1), -2/h)), ctx.mul(at(n-3, n-2), 0.5/h))
	}
	return ctx.cat([]Value{first, ctx.div(inner, int64(2)), last}, d)
}

var _ = addTable([]entry{
	{S: "norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor", In: 0, GradNo: 1, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return normDecomp(ctx, a[0], a[1], a[2], a.bool(3), nil) }},
	{S: `norm(Tensor self, Scalar? p="fro", int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor`, In: asTorchFunctional | asMethod | onlyScripts | asOut, Decomp: func(ctx *Context, a Args) []Value {
		p := a[1]
		if p == "fro" {
			p = int64(2)
		}
		return normDecomp(ctx, a[0], p, a[2], a.bool(3), a[4])
	}},
	{S: `norm.str(Tensor self, str p, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor`, In: asTorchFunctional | asMethod | onlyScripts | asOut, Decomp: func(ctx *Context, a Args) []Value {
		switch p := a.str(1); p {
		case "fro":
		case "nuc":
			dims := a[2]
			if dims == nil {
				dims = ints(dimsFrom(0, dimOf(a[0]))...)
			}
			return ctx.call("linalg_matrix_norm.str_ord", a[0], p, dims, a[3], a[4])
		default:
			throwRuntime("linalg.matrix_norm: Order %s not supported.", p)
		}
		return normDecomp(ctx, a[0], int64(2), a[2], a.bool(3), a[4])
	}},
	{S: "diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor", In: asFunction | asMethod | asOut, Decomp: diffDecomp},
	{S: "meshgrid(Tensor[] tensors) -> Tensor[]", In: asTorchFunctional, Arrange: together(0), Decomp: func(ctx *Context, a Args) []Value { return meshgrid(ctx, a.list(0), "ij") }},
	{S: "meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]", In: asTorchFunctional, Arrange: together(0), Decomp: func(ctx *Context, a Args) []Value { return meshgrid(ctx, a.list(0), a.str(1)) }},
	{S: "cartesian_prod(Tensor[] tensors) -> Tensor", In: asTorchFunctional, Arrange: gathered, Decomp: func(ctx *Context, a Args) []Value {
		for _, t := range a.list(0) {
			check(dimOf(t) == 1, "Expect a 1D vector, but got shape %s", sizesText(sizesOf(t)))
		}
		if len(a.list(0)) == 1 {
			return result(a.list(0)[0])
		}
		var flat []Value
		for _, t := range meshgrid(ctx, a.list(0), "ij")[0].([]Value) {
			flat = append(flat, ctx.reshape(t, []symbolic.Int{symbolic.IntOf(-1)}))
		}
		return ctx.call("stack", flat, int64(1))
	}},
	{S: "combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		n, r := ctx.fixed(sizeOf(a[0], 0)), a.int(1)
		if r == 0 {
			return ctx.call("new_empty", a[0], ints(0))
		}
		var rows []int64
		var choose func(start int, picked []int64)
		count := 0
		choose = func(start int, picked []int64) {
			if len(picked) == r {
				rows = append(rows, picked...)
				count++
				return
			}
			for i := start; i < n; i++ {
				next := i + 1
				if a.bool(2) {
					next = i
				}
				choose(next, append(append([]int64(nil), picked...), int64(i)))
			}
		}
		choose(0, nil)
		return result(ctx.call1("index.Tensor", a[0], []Value{ctx.lifted(intTensor(rows, count, r))}))
	}},
	{S: "cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor", In: asFunction | asMethod, Decomp: covDecomp},
	{S: "corrcoef(Tensor self) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		check(dimOf(a[0]) <= 2, "corrcoef(): expected input to have two or fewer dimensions but got an input with %d dimensions", dimOf(a[0]))
		c := covDecomp(ctx, Args{a[0], int64(1), nil, nil})[0]
		if dimOf(c) == 0 {
			return result(ctx.div(c, c))
		}
		sd := ctx.sqrt(ctx.call1("diagonal", c))
		r := ctx.div(ctx.div(c, ctx.unsqueeze(sd, 1)), ctx.unsqueeze(sd, 0))
		if !dtypeOf(r).IsComplex() {
			return ctx.call("clamp", r, int64(-1), int64(1))
		}
		return ctx.call("complex", ctx.call1("clamp", ctx.call1("real", r), int64(-1), int64(1)), ctx.call1("clamp", ctx.call1("imag", r), int64(-1), int64(1)))
	}},
	{S: "trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value { return trapezoidDecomp(ctx, a[0], a[1], 1, a.int(2), false) }},
	{S: "trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return trapezoidDecomp(ctx, a[0], nil, a.float(1), a.int(2), false)
	}},
	{S: "cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value { return trapezoidDecomp(ctx, a[0], a[1], 1, a.int(2), true) }},
	{S: "cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value { return trapezoidDecomp(ctx, a[0], nil, a.float(1), a.int(2), true) }},
	{S: "vander(Tensor x, int? N=None, bool increasing=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		x := a[0]
		n := sizeOf(x, 0)
		if !a.none(1) {
			n = a.sym(1)
		}
		column := ctx.unsqueeze(ctx.toDType(x, tensor.PromoteTypes(dtypeOf(x), tensor.Int64)), -1)
		columns := ctx.call1("new_ones", column, sizeList([]symbolic.Int{sizeOf(x, 0), n}))
		if ctx.is(n.Gt(one)) {
			powers := ctx.call1("cumprod", ctx.expand(column, []symbolic.Int{sizeOf(x, 0), n.Sub(one)}), int64(-1))
			columns = ctx.call1("cat", []Value{ctx.call1("slice.Tensor", columns, int64(1), int64(0), int64(1)), powers}, int64(1))
		}
		if a.bool(2) {
			return result(columns)
		}
		return ctx.call("flip", columns, ints(1))
	}},
	{S: "linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor", In: asLinalg, Decomp: func(ctx *Context, a Args) []Value {
		x := a[0]
		if dimOf(x) == 0 {
			x = ctx.unsqueeze(x, 0)
		}
		n := sizeOf(x, -1)
		if !a.none(1) {
			n = a.sym(1)
		}
		check(ctx.expect(n.Gt(one)), "N must be greater than 1.")
		lead := append([]symbolic.Int(nil), sizesOf(x)...)
		base := ctx.expand(ctx.unsqueeze(x, -1), append(lead, n.Sub(one)))
		powers := ctx.call1("cumprod", base, int64(-1))
		ones := ctx.call1("new_ones", powers, sizeList(append(append([]symbolic.Int(nil), sizesOf(x)...), one)))
		return result(ctx.cat([]Value{ones, powers}, -1))
	}},
	{S: "cross(Tensor self, Tensor other, int? dim=None) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value {
		if !a.none(2) {
			return ctx.call("linalg_cross", a[0], a[1], a[2])
		}
		ctx.warnOnce("Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly or simply use torch.linalg.cross.\nThe default value of dim will change to agree with that of linalg.cross in a future release.")
		d := 0
		for d < dimOf(a[0]) && !ctx.is(sizeOf(a[0], d).Eq(sym(3))) {
			d++
		}
		check(d < dimOf(a[0]), "no dimension of size 3 in input")
		return ctx.call("linalg_cross", a[0], a[1], int64(d))
	}},
	{S: "linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor", In: asLinalg | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return crossDecomp(ctx, a[0], a[1], wrapDim(a.int(2), dimOf(a[0])), a.int(2))
	}},
	{S: "block_diag(Tensor[] tensors) -> Tensor", In: asTorchFunctional, Arrange: gathered, Decomp: func(ctx *Context, a Args) []Value {
		list := a.list(0)
		rows, cols := zero, zero
		for i, t := range list {
			t = atLeast(ctx, []Value{t}, 2)[0]
			check(dimOf(t) == 2, "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input %d has %d dimensions", i, dimOf(t))
			rows, cols = rows.Add(sizeOf(t, 0)), cols.Add(sizeOf(t, 1))
		}
		kind, left := ctx.ResultType(list...), zero
		zeros := func(r, c symbolic.Int) Value { return ctx.call1("zeros", sizeList([]symbolic.Int{r, c}), kind) }
		bands := make([]Value, len(list))
		for i, t := range list {
			t = ctx.toDType(atLeast(ctx, []Value{t}, 2)[0], kind)
			h, w := sizeOf(t, 0), sizeOf(t, 1)
			bands[i] = ctx.cat([]Value{zeros(h, left), t, zeros(h, cols.Sub(left).Sub(w))}, 1)
			left = left.Add(w)
		}
		if len(bands) == 0 {
			return result(zeros(one, zero))
		}
		out := ctx.cat(bands, 0)
		return result(out)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		var parts []Value
		r, c := zero, zero
		for _, m := range s.InMetas(0) {
			rows, cols := one, one
			if n := len(m.Sizes); n > 0 {
				cols = m.Sizes[n-1]
				if n == 2 {
					rows = m.Sizes[0]
				}
			}
			part := ctx.narrow(ctx.narrow(g[0], 0, r, rows), 1, c, cols)
			for range 2 - len(m.Sizes) {
				part = ctx.squeeze(part, 0)
			}
			if d := m.DType; d != dtypeOf(part) {
				if dtypeOf(part).IsComplex() && !d.IsComplex() {
					part = ctx.call1("real", part)
				}
				part = ctx.toDType(part, d)
			}
			parts = append(parts, part)
			r, c = r.Add(rows), c.Add(cols)
		}
		return []Value{parts}
	}},

	{S: "renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		x := a[0]
		d := wrapDim(a.int(2), dimOf(x))
		var dims []int
		for i := range dimOf(x) {
			if i != d {
				dims = append(dims, i)
			}
		}
		norm := ctx.call1("linalg_vector_norm", inSingle(ctx, x), a[1], ints(dims...), true, nil)
		limit := a.float(3)
		factor := ctx.where(ctx.gt(norm, limit), ctx.div(ctx.reciprocal(ctx.add(norm, 1e-7)), 1/limit), ctx.onesLike(norm))
		return result(ctx.call1("contiguous", ctx.mul(x, ctx.toDType(factor, dtypeOf(x)))))
	}},
	{S: "frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent)", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		check(dtypeOf(a[0]).IsFloat(), "torch.frexp() only supports floating-point dtypes")
		return fakes(like(ctx, a.fake(0), dtypeOf(a[0])), like(ctx, a.fake(0), tensor.Int32))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		v := a.tensor(0).Floats()
		fractions, exponents := make([]float64, len(v)), make([]float64, len(v))
		for i, x := range v {
			f, k := math.Frexp(x)
			fractions[i], exponents[i] = f, float64(k)
		}
		storeInOrder(out[0], fractions)
		storeInOrder(out[1], exponents)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.div(g[0], ctx.call1("exp2", s.Out(1)))}
	}, Saves: out1},
	{S: "swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("transpose.int", a...) }},
	{S: "result_type.Tensor(Tensor tensor, Tensor other) -> ScalarType", In: 0, Eager: func(ctx *Context, a Args) []Value { return []Value{ctx.ResultType(a[0], a[1])} }},
})

// crossDecomp is the cross product along dimension d, which errors show as it was given.
func crossDecomp(ctx *Context, x, y Value, d, given int) []Value {
	check(dimOf(x) == dimOf(y), "linalg.cross: inputs must have the same number of dimensions.")
	if !ctx.is(sizeOf(x, d).Eq(sym(3))) || !ctx.is(sizeOf(y, d).Eq(sym(3))) {
		throwRuntime("linalg.cross: inputs dimension %d must have length 3. Got %s and %s", given, sizeOf(x, d), sizeOf(y, d))
	}
	check(dtypeOf(x) == dtypeOf(y), "expected scalar type %s but found %s", dtypeOf(x).ScalarName(), dtypeOf(y).ScalarName())
	at := func(t Value, i int64) Value { return ctx.slice(t, d, i, i+1) }
	return result(ctx.cat([]Value{
		ctx.sub(ctx.mul(at(x, 1), at(y, 2)), ctx.mul(at(x, 2), at(y, 1))),
		ctx.sub(ctx.mul(at(x, 2), at(y, 0)), ctx.mul(at(x, 0), at(y, 2))),
		ctx.sub(ctx.mul(at(x, 0), at(y, 1)), ctx.mul(at(x, 1), at(y, 0))),
	}, d))
}
