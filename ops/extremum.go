package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// This file computes reductions that pick elements: max, min, argmax, aminmax, amax.

// dimExtremumMeta describes max/min over one dimension with indices.
func dimExtremumMeta(name string) func(ctx *Context, a Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		d := wrapDim(a.int(1), len(f.Sizes))
		checkNotEmpty(name+"(): Expected reduction dim %d to have non-zero size.", f, d)
		return fakes(reduced(f, []int{d}, a.bool(2), f.DType), reduced(f, []int{d}, a.bool(2), tensor.Int64))
	}
}

func checkNotEmpty(format string, f *Fake, d int) {
	if d < len(f.Sizes) {
		if c, ok := f.Sizes[d].Const(); ok && c == 0 {
			throw("IndexError", format, d)
		}
	}
}

func dimExtremumKernel(largest bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		if t.DType().IsComplex() {
			notImplemented("max_cpu", t.DType())
		}
		d := wrapDim(a.int(1), t.Dim())
		takePositions(ctx, t, d, largest, out[0], out[1])
	}
}

// takePositions stores the best values along d and where they are.
func takePositions(ctx *Context, t *tensor.Tensor, d int, largest bool, values, indices *tensor.Tensor) {
	dims := []int{d}
	if t.Dim() == 0 {
		dims = nil
	}
	pickRows(ctx, t, dims, largest, values, indices)
}

func storePicked(t *tensor.Tensor, dims, at []int, inner int, values *tensor.Tensor) {
	if t.DType().IsIntOrBool() {
		data, _, _ := lanes[int64](t, dims)
		picked := make([]int64, len(at))
		for i, p := range at {
			picked[i] = data[i*inner+p]
		}
		tensor.StoreInts(values, picked)
		return
	}
	data, _, _ := lanes[float64](t, dims)
	picked := make([]float64, len(at))
	for i, p := range at {
		picked[i] = data[i*inner+p]
	}
	tensor.StoreFloats(values, picked)
}

// valueSelectedGrad puts the gradient where the index points.
func valueSelectedGrad(ctx *Context, s *Saved, g []Value) []Value {
	return []Value{selectedGrad(ctx, s, g[0], s.Args().int(1), s.Out(1), s.Args().bool(2))}
}

func selectedGrad(ctx *Context, s *Saved, g Value, dim int, index Value, keep bool) Value {
	return ctx.call1("value_selecting_reduction_backward", g, int64(dim), index, sizeList(s.InMeta(0).Sizes), keep)
}

func extremumName(largest bool) string {
	if largest {
		return "max"
	}
	return "min"
}

func fullExtremumKernel(largest bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		if t.DType().IsComplex() {
			notImplemented("max_all", t.DType())
		}
		dims := wrapDims(nil, t.Dim(), true)
		reduceRows(ctx, extremumName(largest), out[0], t, dims)
	}
}

// amaxGrad shares the gradient evenly among the elements equal to the result.
func amaxGrad(ctx *Context, s *Saved, g []Value) []Value {
	x, y := s.In(0), s.Out(0)
	dims := s.Args().ints(1)
	restored := func(v Value) Value { return v }
	if sizes := sizesOf(x); !s.Args().bool(2) && len(sizes) > 0 {
		var kept []symbolic.Int // no dimensions, where all are reduced because none is named
		if len(dims) > 0 {
			kept = reduced(s.InMeta(0), wrapDims(dims, len(sizes), false), true, dtypeOf(x)).Sizes
		}
		restored = func(v Value) Value { return ctx.view(v, kept) }
	}
	mask := ctx.eq(restored(y), x)
	grad := restored(g[0])
	return []Value{ctx.mul(ctx.div(grad, ctx.sumDim(mask, true, dims...)), mask)}
}

// fullExtremumGrad shares the gradient evenly among the elements equal to the result, or to its NaN.
func fullExtremumGrad(ctx *Context, s *Saved, g []Value) []Value {
	y, x := s.Out(0), s.In(0)
	isNaN := ctx.call1("isnan", x)
	mask := ctx.logicalAnd(isNaN, ctx.call1("isnan", y))
	mask = ctx.call1("logical_or", ctx.eq(x, y), mask)
	share := ctx.div(g[0], ctx.call1("sum", mask))
	return []Value{ctx.call1("contiguous", ctx.mul(mask, share))}
}

func amaxMeta(name string) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		if n, ok := f.Numel().Const(); ok && n == 0 {
			if len(a.ints(1)) == 0 {
				throwRuntime("%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.", name)
			}
			for _, d := range a.ints(1) {
				if isConst(f.Sizes[wrapDim(d, len(f.Sizes))], 0) {
					throw("IndexError", "%s(): Expected reduction dim %d to have non-zero size.", name, d)
				}
			}
		}
		dims := reduceDims(a, 1, len(f.Sizes))
		return fakes(reduced(f, dims, a.bool(2), f.DType))
	}
}

func amaxKernel(largest bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		dims := reduceDims(a, 1, t.Dim())
		if !reduceRows(ctx, extremumName(largest), out[0], t, dims) {
			notImplemented("amax_cpu", t.DType())
		}
	}
}

func argMeta(name string) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		if f.DType == tensor.Bool {
			notImplemented(name+"_cpu", f.DType)
		}
		if a.none(1) {
			n, ok := f.Numel().Const()
			if ok && n == 0 {
				throw("IndexError", "%s(): Expected reduction dim to be specified for input.numel() == 0.", name)
			}
			sizes := []symbolic.Int(nil)
			if a.bool(2) {
				for range f.Sizes {
					sizes = append(sizes, one)
				}
			}
			return fakes(NewFake(tensor.Int64, sizes))
		}
		d := wrapDim(a.int(1), len(f.Sizes))
		checkNotEmpty(name+"(): Expected reduction dim %d to have non-zero size.", f, d)
		return fakes(reduced(f, []int{d}, a.bool(2), tensor.Int64))
	}
}

func argKernel(largest bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		dims := wrapDims(nil, t.Dim(), true)
		if !a.none(1) && t.Dim() > 0 {
			dims = []int{wrapDim(a.int(1), t.Dim())}
		}
		pickRows(ctx, t, dims, largest, nil, out[0])
	}
}
