package ops

import (
	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Composite functions of torch and of tensors.

func normDecomp(x, p Value, dims Value, keep bool, dtype Value) []Value {
	if p == nil {
		p = 2.0
	}
	if d := dtypeOf(x); d.IsIntOrBool() {
		throwRuntime("linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s", d.ScalarName())
	}
	return call("linalg_vector_norm", x, p, dims, keep, dtype)
}

func diffDecomp(a Args) []Value {
	x := a[0]
	n, d := a.int(1), wrapDim(a.int(2), dimOf(x))
	check(dimOf(x) > 0, "diff expects input to be at least one-dimensional")
	check(n >= 0, "order must be non-negative but got %d", n)
	if !a.none(3) || !a.none(4) {
		var parts []Value
		if !a.none(3) {
			parts = append(parts, a[3])
		}
		parts = append(parts, x)
		if !a.none(4) {
			parts = append(parts, a[4])
		}
		x = cat(parts, d)
	}
	for range n {
		hi, lo := slice(x, d, int64(1), maxInt64), slice(x, d, int64(0), int64(-1))
		if dtypeOf(x) == tensor.Bool {
			x = call1("logical_xor", hi, lo)
		} else {
			x = sub(hi, lo)
		}
	}
	return result(x)
}

func meshgrid(list []Value, indexing string) []Value {
	if indexing != "ij" && indexing != "xy" {
		throwRuntime("torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: %s", indexing)
	}
	swapFirst := indexing == "xy" && len(list) >= 2
	if swapFirst {
		list = append([]Value{list[1], list[0]}, list[2:]...)
	}
	var sizes []symbolic.Int
	for _, t := range list {
		check(dimOf(t) <= 1, "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: %s", "tensor")
		sizes = append(sizes, numelOf(t))
	}
	out := make([]Value, len(list))
	for i, t := range list {
		shape := make([]symbolic.Int, len(list))
		for j := range shape {
			shape[j] = one
		}
		shape[i] = sizes[i]
		out[i] = expand(reshape(t, shape), sizes)
	}
	if swapFirst {
		out[0], out[1] = out[1], out[0]
	}
	return []Value{out}
}

func covDecomp(a Args) []Value {
	x := a[0]
	check(dimOf(x) <= 2, "cov(): expected input to have two or fewer dimensions but got an input with %d dimensions", dimOf(x))
	if dimOf(x) < 2 {
		x = reshape(x, []symbolic.Int{one, numelOf(x)})
	}
	n := hint(sizeOf(x, 1))
	correction := float64(a.int(1))
	var w Value
	if !a.none(2) {
		w = a[2]
	}
	if !a.none(3) {
		if w == nil {
			w = a[3]
		} else {
			w = mul(w, a[3])
		}
	}
	if w == nil {
		centered := sub(x, meanDim(toDType(x, floatType(dtypeOf(x))), true, 1))
		c := div(matmul(centered, conj(call1("t", centered))), math.Max(float64(n)-correction, 0))
		return result(squeezeAll(c))
	}
	wf := toDType(w, floatType(dtypeOf(x)))
	total := sumAll(wf)
	mean := div(sumDim(mul(x, wf), true, 1), total)
	norm := total
	if !a.none(3) && correction != 0 {
		norm = sub(total, div(mul(sumAll(mul(wf, a[3])), correction), total))
	} else {
		norm = sub(total, correction)
	}
	centered := sub(x, mean)
	return result(squeezeAll(div(matmul(mul(centered, wf), conj(call1("t", centered))), norm)))
}

func squeezeAll(v Value) Value { return call1("squeeze", v) }

func trapezoidDecomp(y, x Value, dx float64, d int, cumulativeForm bool) []Value {
	d = wrapDim(d, dimOf(y))
	sumPairs := add(slice(y, d, int64(1), maxInt64), slice(y, d, int64(0), int64(-1)))
	if x != nil {
		var step Value
		if dimOf(x) == 1 && dimOf(y) > 1 {
			step = sub(slice(x, 0, int64(1), maxInt64), slice(x, 0, int64(0), int64(-1)))
			shape := make([]symbolic.Int, dimOf(y))
			for i := range shape {
				shape[i] = one
			}
			shape[d] = numelOf(step)
			step = reshape(step, shape)
		} else {
			dd := d
			if dimOf(x) == 1 {
				dd = 0
			}
			step = sub(slice(x, dd, int64(1), maxInt64), slice(x, dd, int64(0), int64(-1)))
		}
		sumPairs = mul(sumPairs, step)
	} else {
		sumPairs = mul(sumPairs, dx)
	}
	if cumulativeForm {
		return result(div(call1("cumsum", sumPairs, int64(d)), 2.0))
	}
	return result(div(sumDim(sumPairs, false, d), 2.0))
}

// gradientOne is the numerical gradient along one dimension with uniform spacing.
func gradientOne(x Value, d int, h float64, edge int) Value {
	n := hint(sizeOf(x, d))
	check(n >= int64(edge+1), "torch.gradient expected each dimension size to be at least edge_order+1")
	at := func(lo, hi int64) Value { return slice(x, d, lo, hi) }
	inner := div(sub(at(2, maxInt64), at(0, n-2)), 2*h)
	var first, last Value
	if edge == 1 {
		first = div(sub(at(1, 2), at(0, 1)), h)
		last = div(sub(at(n-1, n), at(n-2, n-1)), h)
	} else {
		first = add(add(mul(at(0, 1), -1.5/h), mul(at(1, 2), 2/h)), mul(at(2, 3), -0.5/h))
		last = add(add(mul(at(n-1, n), 1.5/h), mul(at(n-2, n-1), -2/h)), mul(at(n-3, n-2), 0.5/h))
	}
	return cat([]Value{first, inner, last}, d)
}

var _ = addTable([]entry{
	{S: "norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor", P: "", Decomp: func(a Args) []Value { return normDecomp(a[0], a[1], a[2], a.bool(3), nil) }},
	{S: `norm(Tensor self, Scalar? p="fro", int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor`, P: "fm", Decomp: func(a Args) []Value {
		p := a[1]
		if p == "fro" {
			p = 2.0
		}
		return normDecomp(a[0], p, a[2], a.bool(3), a[4])
	}},
	{S: `norm.str(Tensor self, str p, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor`, P: "fm", Decomp: func(a Args) []Value {
		if a.str(1) == "nuc" {
			return call("linalg_matrix_norm.str_ord", a[0], "nuc", orDefault(a[2], ints(-2, -1)), a[3], a[4])
		}
		return normDecomp(a[0], 2.0, a[2], a.bool(3), a[4])
	}},
	{S: "diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor", P: "fmo", Decomp: diffDecomp},
	{S: "meshgrid(Tensor[] tensors) -> Tensor[]", P: "", Decomp: func(a Args) []Value { return meshgrid(a.list(0), "ij") }},
	{S: "meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]", P: "", Decomp: func(a Args) []Value { return meshgrid(a.list(0), a.str(1)) }},
	{S: "cartesian_prod(Tensor[] tensors) -> Tensor", P: "", Decomp: func(a Args) []Value {
		if len(a.list(0)) == 1 {
			return result(a.list(0)[0])
		}
		var flat []Value
		for _, t := range meshgrid(a.list(0), "ij")[0].([]Value) {
			flat = append(flat, reshape(t, []symbolic.Int{symbolic.IntOf(-1)}))
		}
		return call("stack", flat, int64(1))
	}},
	{S: "combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		n, r := int(hint(sizeOf(a[0], 0))), a.int(1)
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
		return result(call1("index.Tensor", a[0], []Value{intTensor(rows, count, r)}))
	}},
	{S: "cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor", P: "fm", Decomp: covDecomp},
	{S: "corrcoef(Tensor self) -> Tensor", P: "fm", Decomp: func(a Args) []Value {
		c := covDecomp(Args{a[0], int64(1), nil, nil})[0]
		if dimOf(c) == 0 {
			return result(div(c, c))
		}
		sd := sqrt(call1("diagonal", c))
		r := div(div(c, unsqueeze(sd, 1)), unsqueeze(sd, 0))
		return call("clamp", r, int64(-1), int64(1))
	}},
	{S: "trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor", P: "f", Decomp: func(a Args) []Value { return trapezoidDecomp(a[0], a[1], 1, a.int(2), false) }},
	{S: "trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor", P: "f", Decomp: func(a Args) []Value { return trapezoidDecomp(a[0], nil, a.float(1), a.int(2), false) }},
	{S: "cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor", P: "f", Decomp: func(a Args) []Value { return trapezoidDecomp(a[0], a[1], 1, a.int(2), true) }},
	{S: "cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor", P: "f", Decomp: func(a Args) []Value { return trapezoidDecomp(a[0], nil, a.float(1), a.int(2), true) }},
	{S: "gradient.scalarint(Tensor self, *, Scalar? spacing=None, int? dim=None, int edge_order=1) -> Tensor[]", P: "f", Decomp: func(a Args) []Value {
		h := a.floatOr(1, 1)
		dims := a.ints(2)
		if a.none(2) {
			dims = dimsFrom(0, dimOf(a[0]))
		}
		var out []Value
		for _, d := range dims {
			out = append(out, gradientOne(a[0], wrapDim(d, dimOf(a[0])), h, a.int(3)))
		}
		return []Value{out}
	}},
	{S: "vander(Tensor x, int? N=None, bool increasing=False) -> Tensor", P: "f", Decomp: func(a Args) []Value {
		x := a[0]
		n := sizeOf(x, 0)
		if !a.none(1) {
			n = a.sym(1)
		}
		e := call1("arange", intValue(n))
		if !a.bool(2) {
			e = call1("flip", e, ints(0))
		}
		return call("pow.Tensor_Tensor", unsqueeze(x, -1), e)
	}},
	{S: "linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor", P: "l", Decomp: func(a Args) []Value {
		n := sizeOf(a[0], -1)
		if !a.none(1) {
			n = a.sym(1)
		}
		return call("pow.Tensor_Tensor", unsqueeze(a[0], -1), call1("arange", intValue(n)))
	}},
	{S: "cross(Tensor self, Tensor other, int? dim=None) -> Tensor", P: "fmo", Decomp: func(a Args) []Value {
		d := 0
		if a.none(2) {
			for d < dimOf(a[0]) && hint(sizeOf(a[0], d)) != 3 {
				d++
			}
			check(d < dimOf(a[0]), "no dimension of size 3 in input")
		} else {
			d = wrapDim(a.int(2), dimOf(a[0]))
		}
		return crossDecomp(a[0], a[1], d)
	}},
	{S: "linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor", P: "l", Decomp: func(a Args) []Value { return crossDecomp(a[0], a[1], wrapDim(a.int(2), dimOf(a[0]))) }},
	{S: "block_diag(Tensor[] tensors) -> Tensor", P: "", Decomp: func(a Args) []Value {
		list := a.list(0)
		rows, cols := zero, zero
		for i, t := range list {
			t = atLeast([]Value{t}, 2)[0]
			check(dimOf(t) == 2, "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input %d has %d dimensions", i, dimOf(t))
			rows, cols = rows.Add(sizeOf(t, 0)), cols.Add(sizeOf(t, 1))
		}
		out := call1("zeros", sizeList([]symbolic.Int{rows, cols}), ResultType(list...))
		r, c := zero, zero
		for _, t := range list {
			t = atLeast([]Value{t}, 2)[0]
			part := narrow(narrow(out, 0, r, sizeOf(t, 0)), 1, c, sizeOf(t, 1))
			call("copy_", part, t)
			r, c = r.Add(sizeOf(t, 0)), c.Add(sizeOf(t, 1))
		}
		return result(out)
	}},

	{S: "renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor", P: "fmio", Decomp: func(a Args) []Value {
		x := a[0]
		d := wrapDim(a.int(2), dimOf(x))
		var dims []int
		for i := range dimOf(x) {
			if i != d {
				dims = append(dims, i)
			}
		}
		norm := call1("linalg_vector_norm", x, a[1], ints(dims...), true, nil)
		limit := a.float(3)
		factor := where(gt(norm, limit), div(reciprocal(add(norm, 1e-7)), 1/limit), onesLike(norm))
		return result(mul(x, factor))
	}},
	{S: "frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent)", P: "fm", Eager: func(a Args) []Value {
		t := a.tensor(0)
		m, e := tensor.New(t.DType(), t.Sizes()...), tensor.New(tensor.Int32, t.Sizes()...)
		v := t.Floats()
		fr, ex := make([]float64, len(v)), make([]int64, len(v))
		for i, x := range v {
			f, k := math.Frexp(x)
			fr[i], ex[i] = f, int64(k)
		}
		tensor.StoreFloats(m, fr)
		tensor.StoreInts(e, ex)
		return []Value{m, e}
	}},
	{S: "swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a)", P: "fm", Decomp: func(a Args) []Value { return call("transpose.int", a...) }},
	{S: "result_type.Tensor(Tensor tensor, Tensor other) -> ScalarType", P: "", Eager: func(a Args) []Value { return []Value{ResultType(a[0], a[1])} }},
})

func crossDecomp(x, y Value, d int) []Value {
	check(dimOf(x) == dimOf(y), "linalg.cross: inputs must have the same number of dimensions.")
	if !is(sizeOf(x, d).Eq(sym(3))) || !is(sizeOf(y, d).Eq(sym(3))) {
		throwRuntime("linalg.cross: inputs dimension %d must have length 3. Got %s and %s", d, sizeOf(x, d), sizeOf(y, d))
	}
	at := func(t Value, i int64) Value { return slice(t, d, i, i+1) }
	return result(cat([]Value{
		sub(mul(at(x, 1), at(y, 2)), mul(at(x, 2), at(y, 1))),
		sub(mul(at(x, 2), at(y, 0)), mul(at(x, 0), at(y, 2))),
		sub(mul(at(x, 0), at(y, 1)), mul(at(x, 1), at(y, 0))),
	}, d))
}
