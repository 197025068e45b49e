package ops

import (
	"math"
	"sort"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Functions of torch that are a few calls of others: norms under older names, reductions at an index, sequences, histograms.

var _ = addTable([]entry{
	{S: "index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor", NoTangent: "index_reduce", In: asFunction | asMethod | asInPlace | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		x, index, source := a[0], a[2], a[3]
		d := wrapDim(a.int(1), dimOf(x))
		switch a.str(4) {
		case "prod", "mean", "amax", "amin":
		default:
			throwRuntime("index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got %s.", a.str(4))
		}
		indicesWithin(index, x, d)
		shape := make([]symbolic.Int, dimOf(source))
		for i := range shape {
			shape[i] = one
		}
		if len(shape) > 0 {
			shape[d] = numelOf(index)
		}
		at := ctx.expand(ctx.reshape(index, shape), sizesOf(source))
		return ctx.call("scatter_reduce.two", x, int64(d), ctx.toDType(at, tensor.Int64), source, a[4], a[5])
	}},
	{S: "_weight_norm(Tensor v, Tensor g, int dim=0) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return result(ctx.mul(a[0], ctx.div(a[1], ctx.call1("norm_except_dim", a[0], int64(2), int64(a.int(2))))))
	}},
	{S: "norm_except_dim(Tensor v, int pow=2, int dim=0) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		v, d := a[0], a.int(2)
		if d == -1 {
			return ctx.call("linalg_vector_norm", v, float64(a.int(1)), nil, false, nil)
		}
		var others []int
		for i := range dimOf(v) {
			if i != wrapDim(d, dimOf(v)) {
				others = append(others, i)
			}
		}
		if len(others) == 0 { // each element is a vector of its own
			return ctx.call("linalg_vector_norm", ctx.unsqueeze(v, 1), float64(a.int(1)), ints(1), false, nil)
		}
		return ctx.call("linalg_vector_norm", v, float64(a.int(1)), ints(others...), true, nil)
	}},
	{S: "frobenius_norm.dim(Tensor self, int[1] dim, bool keepdim=False) -> Tensor", In: asFunction | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("linalg_vector_norm", a[0], 2.0, a[1], a[2], nil)
	}},
	{S: "nuclear_norm(Tensor self, bool keepdim=False) -> Tensor", In: asFunction | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return result(matrixNorm(ctx, a[0], "nuc", []int{-2, -1}, a.bool(1)))
	}},
	{S: "nuclear_norm.dim(Tensor self, int[2] dim, bool keepdim=False) -> Tensor", In: asFunction | asOut, Decomp: func(ctx *Context, a Args) []Value {
		return result(matrixNorm(ctx, a[0], "nuc", a.ints(1), a.bool(2)))
	}},
	{S: "native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)", In: asFunction, Seeded: true, Meta: func(ctx *Context, a Args) []*Fake {
		f := like(ctx, a.fake(0), dtypeOf(a[0]))
		return fakes(f, like(ctx, a.fake(0), tensor.Bool))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		for i, v := range nativeDropout(ctx, a) {
			tensor.Copy(out[i], v.(*tensor.Tensor))
		}
	}, Parts: nativeDropout, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		p, scale := s.Args().float(1), 1.0
		if !s.Args().none(2) && s.Args().bool(2) {
			if scale = 0; p < 1 {
				scale = 1 / (1 - p)
			}
		}
		return []Value{ctx.call1("native_dropout_backward", g[0], s.Out(1), scale)}
	}, Saves: out1},
	{S: "range(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		start, end, step := a.float(0), a.float(1), a.float(2)
		check(step != 0, "step must be nonzero")
		check((end-start)/step >= 0, "upper bound and lower bound inconsistent with step sign")
		n := math.Floor((end-start)/step) + 1
		return ctx.call("arange.start_step", start, start+step*(n-0.5), step, a.dtype(3, ctx.DefaultDType()))
	}},
	{S: "empty_permuted(SymInt[] size, int[] physical_layout, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		size, order := a.syms(0), a.ints(1)
		check(len(size) == len(order), "Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = %d is not equal to len(physical_layout) = %d", len(size), len(order))
		laid, back := make([]symbolic.Int, len(size)), make([]int, len(size))
		seen := map[int]bool{}
		for i, d := range order {
			check(d >= 0 && d < len(size), "Dimension out of range (expected to be between 0 and %d, but got %d at index %d).  NB: negative dims not currently supported; file an issue if you want it.", len(size)-1, d, i)
			check(!seen[d], "Duplicate dim not allowed")
			seen[d], laid[i], back[d] = true, size[d], i
		}
		return result(ctx.permute(ctx.call1("empty.memory_format", sizeList(laid), a[2]), back...))
	}},
	{S: "nonzero_static(Tensor self, *, SymInt size, int fill_value=-1) -> Tensor", In: asFunction | asMethod, NonDiff: true, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(tensor.Int64, []symbolic.Int{a.sym(1), sym(dimOf(a[0]))}))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		found := ctx.call1("nonzero", a[0]).(*tensor.Tensor).Ints()
		values := make([]int64, out[0].Numel())
		for i := range values {
			values[i] = int64(a.int(2))
		}
		copy(values, found[:min(len(found), len(values))])
		tensor.StoreInts(out[0], values)
	}},
	{S: "histogram.bins_tensor(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor bin_edges)", In: asFunction | asMethod | asOut, Grad: notDerived("histogram"), GradName: notImplementedNode,
		Meta: func(ctx *Context, a Args) []*Fake {
			n := numelOf(a[1])
			return fakes(NewFake(dtypeOf(a[0]), []symbolic.Int{n.Sub(one)}), NewFake(dtypeOf(a[0]), []symbolic.Int{n}))
		}, Eager: func(ctx *Context, a Args) []Value {
			x, edges := a.tensor(0), a.tensor(1)
			check(edges.Dim() == 1, "torch.histogramdd: bins tensor should have one dimension, but got %d dimensions in the bins tensor for dimension 0", edges.Dim())
			check(x.DType() == edges.DType(), "torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype %s and bins for dimension 0 with dtype %s", x.DType().CName(), edges.DType().CName())
			return histogram(x, edges.Floats(), a[2], a.bool(3))
		}},
	{S: "histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor bin_edges)", In: asFunction | asMethod | asOut, Grad: notDerived("histogram"), GradName: notImplementedNode,
		Meta: func(ctx *Context, a Args) []*Fake {
			n := a.int(1)
			return fakes(NewFake(dtypeOf(a[0]), []symbolic.Int{sym(n)}), NewFake(dtypeOf(a[0]), []symbolic.Int{sym(n + 1)}))
		}, Eager: func(ctx *Context, a Args) []Value {
			x, n := a.tensor(0), a.int(1)
			check(n > 0, "torch.histogram(): bins must be > 0, but got %d for dimension 0", n)
			low, high := rangeOf(x.Floats(), a.list(2))
			return histogram(x, linspaceValues(low, high, n+1), a[3], a.bool(4))
		}},
})

// rangeOf is what a histogram covers: the range given, else that of the values, widened where it is a point.
func rangeOf(values []float64, given []Value) (low, high float64) {
	if len(given) == 2 {
		low, high = toFloat(given[0]), toFloat(given[1])
		check(low <= high, "torch.histogramdd: min should not exceed max, but got min %g max %g for dimension 0", low, high)
	} else if len(values) > 0 {
		low, high = values[0], values[0]
		for _, v := range values {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	} else {
		high = 1
	}
	check(!math.IsInf(high-low, 0) && !math.IsNaN(high-low), "torch.histogramdd: dimension 0's range [%g, %g] is not finite", low, high)
	if low == high {
		low, high = low-0.5, high+0.5
	}
	return low, high
}

// histogram counts values, or adds their weights, between edges; the last edge belongs to the last bin.
func histogram(x *tensor.Tensor, edges []float64, weight Value, density bool) []Value {
	check(x.DType().IsFloat(), "\"histogramdd\" not implemented for '%s'", x.DType().ScalarName())
	counts := make([]float64, len(edges)-1)
	var weights []float64
	if weight != nil {
		w := weight.(*tensor.Tensor)
		check(w.DType() == x.DType(), "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same dtype, but got input(%s), and weight(%s)", x.DType().CName(), w.DType().CName())
		if w.Numel() != x.Numel() {
			throwRuntime("torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor excluding its innermost dimension, but got input with shape [%d, 1] and weight with shape [%d]", x.Numel(), w.Numel())
		}
		weights = w.Floats()
	}
	last, total := len(edges)-1, 0.0
	for i, v := range x.Floats() {
		if !(v >= edges[0] && v <= edges[last]) {
			continue
		}
		bin := min(sort.Search(len(edges), func(k int) bool { return edges[k] > v })-1, last-1)
		w := 1.0
		if weights != nil {
			w = weights[i]
		}
		counts[bin] += w
		total += w
	}
	if density {
		for i := range counts {
			counts[i] /= total * (edges[i+1] - edges[i])
		}
	}
	return []Value{writeBatch(x.DType(), nil, []int{len(counts)}, counts), writeBatch(x.DType(), nil, []int{len(edges)}, edges)}
}

// nativeDropout is dropout, and which elements it keeps.
func nativeDropout(ctx *Context, a Args) []Value {
	x, p := a[0], a.float(1)
	kept, scale := Value(nil), 1.0
	switch {
	case a.none(2) || !a.bool(2) || p == 0:
		kept = ctx.onesLike(x)
	case p == 1:
		kept, scale = ctx.zerosLike(x), 0
	default:
		kept, scale = keptElements(ctx, x, ctx.emptyLike(x), p), 1/(1-p)
	}
	return []Value{ctx.mul(ctx.mul(x, kept), scale), ctx.toDType(kept, tensor.Bool)}
}
