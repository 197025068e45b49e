package ops

import (
	"math"
	"math/cmplx"

	"github.com/magneto-go/magneto/tensor"
)

func whereScalars(ctx *Context, a Args) []Value {
	wrap := func(ctx *Context, v Value) Value {
		if isTensor(v) {
			return v
		}
		d, _ := ctx.scalarDType(v)
		other := a[1]
		if other == v {
			other = a[2]
		}
		if isTensor(other) {
			d = ctx.ResultType(other, v)
		}
		return ctx.scalarTensor(v, d)
	}
	return ctx.call("where.self", a[0], wrap(ctx, a[1]), wrap(ctx, a[2]))
}

func whereKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	c := a.tensor(0)
	switch d := out[0].DType(); {
	case d.IsComplex():
		mapTernary(out[0], c, a.tensor(1), a.tensor(2), func(c, x, y complex128) complex128 { return pick(c != 0, x, y) })
	case d.IsIntOrBool():
		mapTernary(out[0], c, a.tensor(1), a.tensor(2), func(c, x, y int64) int64 { return pick(c != 0, x, y) })
	case d == tensor.Float64:
		mapTernary(out[0], c, a.tensor(1), a.tensor(2), func(c, x, y float64) float64 { return pick(c != 0, x, y) })
	default:
		mapTernary(out[0], c, a.tensor(1), a.tensor(2), func(c, x, y float32) float32 { return pick(c != 0, x, y) })
	}
}

func pick[T any](c bool, x, y T) T {
	if c {
		return x
	}
	return y
}

func clampTensorKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	cur := a.tensor(0)
	d := out[0].DType()
	lo := func(x, y float64) float64 { return maxNaN(x, y) }
	hi := func(x, y float64) float64 { return minNaN(x, y) }
	if d.IsComplex() {
		notImplemented("clamp_cpu", d)
	}
	if !a.none(1) {
		runBinary("clamp_cpu", d, out[0], cur, a.tensor(1), binaryFuncs{f: lo, i: func(x, y int64) int64 { return max(x, y) }})
		cur = out[0]
	}
	if !a.none(2) {
		runBinary("clamp_cpu", d, out[0], cur, a.tensor(2), binaryFuncs{f: hi, i: func(x, y int64) int64 { return min(x, y) }})
	}
}

func copysignGrad(ctx *Context, s *Saved, g []Value) []Value {
	x := s.In(0)
	ratio := ctx.div(s.Out(0), x)
	return []Value{ctx.mul(g[0], ctx.maskedFill(ratio, ctx.eq(x, int64(0)), int64(0))), ctx.zerosLike(g[0])}
}

func xlogyGrad(ctx *Context, s *Saved, g []Value) []Value {
	out := []Value{nil, nil}
	if s.Need(0) {
		x, y := s.In(0), s.In(1)
		if isTensor(y) {
			nothing := ctx.logicalAnd(ctx.eq(x, 0.0), ctx.le(y, 0.0))
			out[0] = ctx.maskedFill(ctx.call1("xlogy.Tensor", g[0], y), nothing, 0.0)
		} else {
			out[0] = ctx.call1("xlogy.Scalar_Other", g[0], y)
			if toFloat(y) <= 0 {
				out[0] = ctx.maskedFill(out[0], ctx.eq(x, 0.0), 0.0)
			}
		}
	}
	if s.Need(1) {
		out[1] = ctx.div(ctx.mul(g[0], s.In(0)), s.In(1))
	}
	return out
}

func ternaryPromoted(ctx *Context, a Args) []*Fake {
	return fakes(elementwise(ctx, ctx.ResultType(a[0], a[1], a[2]), a[0], a[1], a[2]))
}

// ternaryKernel computes an operator on three tensors and a number v; i is that of integers, nil for operators that have no integer results, and c of complex numbers.
func ternaryKernel(f func(v float64) func(x, y, z float64) float64, i func(v, x, y, z int64) int64, c func(v, x, y, z complex128) complex128) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		g := f(a.float(3))
		switch d := out[0].DType(); {
		case d.IsComplex():
			v, ok := a[3].(complex128)
			if !ok {
				v = complex(a.float(3), 0)
			}
			mapTernary(out[0], a.tensor(0), a.tensor(1), a.tensor(2), func(x, y, z complex128) complex128 { return c(v, x, y, z) })
		case d.IsIntOrBool():
			v := int64(a.float(3))
			mapTernary(out[0], a.tensor(0), a.tensor(1), a.tensor(2), func(x, y, z int64) int64 { return i(v, x, y, z) })
		case d == tensor.Float64:
			mapTernary(out[0], a.tensor(0), a.tensor(1), a.tensor(2), g)
		default:
			mapTernary(out[0], a.tensor(0), a.tensor(1), a.tensor(2), func(x, y, z float32) float32 { return float32(g(float64(x), float64(y), float64(z))) })
		}
	}
}

func mapLerp(out, a, b, w *tensor.Tensor) {
	f := func(x, y, w float64) float64 {
		if math.Abs(w) < 0.5 {
			return x + w*(y-x)
		}
		return y - (y-x)*(1-w)
	}
	if out.DType().IsComplex() {
		mapTernary(out, a, b, w, func(x, y, w complex128) complex128 {
			if cmplx.Abs(w) < 0.5 {
				return x + w*(y-x)
			}
			return y - (y-x)*(1-w)
		})
		return
	}
	if out.DType() == tensor.Float64 {
		mapTernary(out, a, b, w, f)
		return
	}
	mapTernary(out, a, b, w, func(x, y, w float32) float32 { return float32(f(float64(x), float64(y), float64(w))) })
}
