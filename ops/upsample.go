package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// The operators that resize: one for each mode and number of dimensions, as it is given sizes or factors (.vec) and as it is given sizes with the factors that they come from.

// resizers are the modes with the numbers of dimensions that they take, and whether there is a smooth kind of them.
var resizers = []struct {
	mode    string
	k       int
	smooth  bool
	aligned bool // takes align_corners
}{
	{"nearest", 1, false, false}, {"nearest", 2, false, false}, {"nearest", 3, false, false},
	{"nearest-exact", 1, false, false}, {"nearest-exact", 2, false, false}, {"nearest-exact", 3, false, false},
	{"linear", 1, false, true}, {"bilinear", 2, false, true}, {"trilinear", 3, false, true}, {"bicubic", 2, false, true},
	{"bilinear", 2, true, true}, {"bicubic", 2, true, true}, {"lanczos", 2, true, true},
}

// resizeOperator is the name of the operator of a mode.
func resizeOperator(mode string, k int, smooth bool) string {
	switch {
	case mode == "nearest-exact":
		return fmt.Sprintf("_upsample_nearest_exact%dd", k)
	case smooth:
		return fmt.Sprintf("_upsample_%s%dd_aa", mode, k)
	}
	return fmt.Sprintf("upsample_%s%dd", mode, k)
}

var _ = addTable(resizeTable())

// resizeTable has both operators of each mode.
func resizeTable() []entry {
	var out []entry
	for _, r := range resizers {
		name := resizeOperator(r.mode, r.k, r.smooth)
		align, last := "", 2
		if r.aligned {
			align, last = " bool align_corners,", 3
		}
		scales := []string{"scales"}
		if r.k > 1 {
			scales = []string{"scales_d", "scales_h", "scales_w"}[3-r.k:]
		}
		single := fmt.Sprintf("%s(Tensor self, SymInt[%d] output_size,%s float? %s=None) -> Tensor", name, r.k, align, strings.Join(scales, "=None, float? "))
		vec := fmt.Sprintf("%s.vec(Tensor input, SymInt[]? output_size,%s float[]? scale_factors) -> Tensor", name, align)
		// .vec comes first: a call with None at its end is one of it
		out = append(out, entry{S: vec, In: asNN, Decomp: func(ctx *Context, a Args) []Value {
			call := []Value{a[0], sizeList(resizedTo(a[0], a[1], a[last]))}
			if r.aligned {
				call = append(call, a[2])
			}
			return ctx.call(name, append(call, a.list(last)...)...)
		}}, resizeEntry(r.mode, single, name, r.k, last, r.smooth, r.aligned))
		if !r.smooth {
			back := fmt.Sprintf("%s_backward(Tensor grad_output, SymInt[%d] output_size, SymInt[%d] input_size,%s float? %s=None) -> Tensor", name, r.k, r.k+2, align, strings.Join(scales, "=None, float? "))
			out = append(out, resizeBackward(r.mode, back, name, r.k, last+1, r.aligned))
		}
	}
	return out
}

// resizeEntry is the operator of a mode that is given sizes, argument 1, and the factors from argument last on.
func resizeEntry(mode, schema, name string, k, last int, smooth, aligned bool) entry {
	parts := func(ctx *Context, a Args) []Value {
		in, out := ctx.allFixed(sizesOf(a[0])[2:]), ctx.allFixed(a.syms(1))
		return upsampled(ctx, a[0], mode, out, resizeSteps(a, in, out, last), aligned && a.bool(2), smooth)
	}
	e := entry{S: schema, In: asNN, Whole: smooth, Decomp: parts}
	if smooth {
		return e
	}
	e.Meta = func(ctx *Context, a Args) []*Fake {
		f, sizes := a.fake(0), make([]symbolic.Int, k)
		for i := range sizes {
			sizes[i] = listAt(a.syms(1), i)
		}
		positiveSizes(a[0], f.Sizes[2:], sizes)
		refuseInterpolated(mode, k, f.DType)
		return fakes(suggested(f, f.DType, append(slices.Clone(f.Sizes[:2]), sizes...)))
	}
	e.Kernel = func(ctx *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		if !x.DType().IsFloat() {
			tensor.Copy(out[0], parts(ctx, a)[0].(*tensor.Tensor))
			return
		}
		resample(mode, out[0], x, resizeSteps(a, x.Sizes()[2:], out[0].Sizes()[2:], last), aligned && a.bool(2), false)
	}
	e.Fills = true
	e.Grad = func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call(name+"_backward", append([]Value{g[0], s.Arg(1), sizeList(s.InMeta(0).Sizes)}, s.Args()[2:]...)...)
	}
	return e
}

// resizeBackward is the gradient of resizing: it is given that of the result, the sizes of the result and of what was resized, and the rest from argument last on.
func resizeBackward(mode, schema, name string, k, last int, aligned bool) entry {
	return entry{S: schema, In: asNN, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		return fakes(suggested(f, f.DType, a.syms(2)))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		g := a.tensor(0)
		resample(mode, out[0], g, resizeSteps(a, out[0].Sizes()[2:], g.Sizes()[2:], last), aligned && a.bool(3), true)
	}, Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call(name, append([]Value{g[0], s.Arg(1)}, s.Args()[3:]...)...)
	}}
}

// resizeSteps are how far apart the results are in what is given, by the factors from argument last on, or by the sizes.
func resizeSteps(a Args, in, out []int, last int) []float64 {
	steps := make([]float64, len(in))
	for i, n := range in {
		steps[i] = float64(n) / float64(at2(out, i))
		if !a.none(last+i) && a.float(last+i) > 0 {
			steps[i] = 1 / a.float(last+i)
		}
	}
	return steps
}

// resizedTo gives the sizes that a tensor is resized to by sizes or by factors, one of which is there.
func resizedTo(x, size, factors Value) []symbolic.Int {
	out := slices.Clone(sizesOf(x)[2:])
	a := Args{size, factors}
	if a.none(0) == a.none(1) {
		throwRuntime("Must specify exactly one of output_size and scale_factors")
	}
	for i := range out {
		if a.none(0) {
			out[i] = scaledSize(out[i], toFloat(a.list(1)[i]))
		} else {
			out[i] = listAt(a.syms(0), i)
		}
	}
	return out
}

// upsampled resizes to the sizes out, where steps are how far apart the results are in what is given.
func upsampled(ctx *Context, x Value, mode string, out []int, steps []float64, align, smooth bool) []Value {
	given, in := x, ctx.allFixed(sizesOf(x)[2:])
	positiveSizes(x, symbolic.Ints(in), symbolic.Ints(out))
	refuseInterpolated(mode, len(in), dtypeOf(x))
	if d := dtypeOf(x); d == tensor.Uint8 && (mode == "bilinear" || mode == "bicubic" || mode == "lanczos") {
		return result(inFormatOf(ctx, ctx.call1("_resize_bytes", x, ints(out...), []Value{steps[0], steps[1]}, mode, align, smooth), x))
	}
	for i := range in {
		switch d := 2 + i; {
		case mode == "lanczos":
			x = smoothAlong(ctx, x, d, in[i], out[i], steps[i], align, 3, lanczosFilter.at)
		case mode == "bicubic" && smooth:
			x = smoothAlong(ctx, x, d, in[i], out[i], steps[i], align, 2, smoothCubicFilter.at)
		case smooth:
			x = smoothAlong(ctx, x, d, in[i], out[i], steps[i], align, 1, linearFilter.at)
		default:
			x = resampledAlong(ctx, x, d, tapsFor[float64](mode, in[i], out[i], steps[i], align))
		}
	}
	return result(inFormatOf(ctx, x, given))
}

// resampledAlong is dimension d as the weighted sums of its neighbours, in operators that derivatives and tracing know.
func resampledAlong(ctx *Context, x Value, d int, t taps[float64]) Value {
	out := len(t.at[0])
	shape := make([]symbolic.Int, dimOf(x)-d)
	for j := range shape {
		shape[j] = one
	}
	shape[0] = sym(out)
	var sum Value
	for k, at := range t.at {
		places := make([]int64, out)
		for o, p := range at {
			places[o] = int64(p)
		}
		part := ctx.call1("index_select", x, int64(d), ctx.lifted(intTensor(places, out)))
		if t.weight == nil {
			return part
		}
		weights := tensor.New(dtypeOf(x), out)
		tensor.StoreFloats(weights, t.weight[k])
		part = ctx.mul(part, ctx.reshape(ctx.lifted(weights), shape))
		if sum == nil {
			sum = part
		} else {
			sum = ctx.add(sum, part)
		}
	}
	return sum
}
