package ops

import (
	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Quantising and back at once, for training a module that will be quantised: each element becomes the nearest of the
// numbers (q-zeroPoint)*scale with a whole q in a range. The gradient goes through where q was in the range.

var _ = addTable([]entry{
	{S: "fake_quantize_per_tensor_affine(Tensor self, float scale, int zero_point, int quant_min, int quant_max) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return result(ctx.call("fake_quantize_per_tensor_affine_cachemask", a...)[0])
	}},
	{S: "fake_quantize_per_tensor_affine.tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, int quant_min, int quant_max) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		enabled := ctx.call1("ones", ints(1))
		return result(ctx.call("_fake_quantize_per_tensor_affine_cachemask_tensor_qparams", a[0], a[1], a[2], enabled, a[3], a[4])[0])
	}},
	{S: "fake_quantize_per_channel_affine(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min, int quant_max) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return result(ctx.call("fake_quantize_per_channel_affine_cachemask", a...)[0])
	}},
	{S: "fake_quantize_per_tensor_affine_cachemask(Tensor self, float scale, int zero_point, int quant_min, int quant_max) -> (Tensor, Tensor)", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		scale := float32(a.float(1))
		return fakeQuantize(ctx, a[0], float64(scale), float64(1/scale), a[2], false, a.int(3), a.int(4))
	}, Grad: maskedGrad, Stats: out1, Saves: out1},
	{S: "_fake_quantize_per_tensor_affine_cachemask_tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, Tensor fake_quant_enabled, int quant_min, int quant_max) -> (Tensor, Tensor)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		one := func(v Value) Value { return ctx.reshape(v, nil) }
		scale := one(ctx.toDType(a[1], tensor.Float32))
		r := fakeQuantize(ctx, a[0], scale, ctx.call1("reciprocal", scale), one(a[2]), false, a.int(4), a.int(5))
		off := ctx.call1("lt.Scalar", one(a[3]), int64(1))
		return []Value{ctx.call1("where.self", off, a[0], r[0]), ctx.call1("logical_or", r[1], off)}
	}, Grad: maskedGrad, Stats: out1, Saves: out1},
	{S: "fake_quantize_per_channel_affine_cachemask(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min, int quant_max) -> (Tensor, Tensor)", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		sizes := make([]symbolic.Int, len(sizesOf(a[0])))
		for i := range sizes {
			sizes[i] = one
		}
		sizes[a.int(3)] = sizeOf(a[1], 0)
		scale, point := ctx.reshape(ctx.toDType(a[1], tensor.Float32), sizes), ctx.reshape(a[2], sizes)
		return fakeQuantize(ctx, a[0], scale, ctx.call1("reciprocal", scale), point, true, a.int(4), a.int(5))
	}, Grad: maskedGrad, Stats: out1, Saves: out1},
})

func quantRange(least, most int) {
	check(least <= most, "`quant_min` should be less than or         equal to `quant_max`.")
}

func quantisesTensor(ctx *Context, a Args) {
	quantRange(a.int(3), a.int(4))
	check(a.int(2) >= a.int(3) && a.int(2) <= a.int(4), zeroPointOutside)
}

func quantisesChannels(ctx *Context, a Args) {
	scale, point := a.fake(1), a.fake(2)
	check(scale.DType == tensor.Float32 || scale.DType == tensor.BFloat16, "Scale must be Float or BFloat16, found %s", scale.DType.ScalarName())
	check(point.DType == tensor.Int32 || point.DType == tensor.Float32 || point.DType == tensor.Float16, "Zero-point must be Int32, Float or Half, found %s", point.DType.ScalarName())
	check(len(scale.Sizes) == 1, "scale should be a 1-D tensor")
	check(len(point.Sizes) == 1, "zero point should be a 1-D tensor")
	check(ctx.expect(scale.Sizes[0].Eq(point.Sizes[0])), "scale and zero-point need to have the same dimensions")
	axis := wrapDim(a.int(3), len(sizesOf(a[0])))
	check(ctx.expect(scale.Sizes[0].Eq(sizeOf(a[0], axis))), "dimensions of scale and zero-point are not consistent with input tensor")
	quantRange(a.int(4), a.int(5))
	if t, ok := readable(a[2]); ok && point.DType == tensor.Int32 {
		for _, p := range t.Floats() {
			check(p >= float64(a.int(4)) && p <= float64(a.int(5)), zeroPointOutside)
		}
	}
	check(a.int(3) >= 0, "`axis` must be between 0 and number of dimensions of input")
}

const zeroPointOutside = "`zero_point` must be between `quant_min` and `quant_max`."

// fakeQuantize rounds before the zero point is added, or after it where that is no whole number. inverse is 1/scale,
// which PyTorch multiplies by in float32.
func fakeQuantize(ctx *Context, x, scale, inverse, point Value, channels bool, least, most int) []Value {
	wide := x
	if dtypeOf(x) != tensor.Float64 {
		wide = ctx.toDType(x, tensor.Float32)
	}
	q := ctx.mul(wide, inverse)
	if channels && dtypeOf(point).IsFloat() {
		q = ctx.call1("round", ctx.add(q, point))
	} else {
		q = ctx.add(ctx.call1("round", q), point)
	}
	q = ctx.toDType(q, tensor.Float64)
	lost := ctx.call1("isnan", q)
	if channels { // by way of 64-bit integers, of which the least stands for what none holds
		lost = ctx.call1("logical_not", ctx.call1("lt.Scalar", ctx.call1("abs", q), math.Exp2(63)))
	}
	mask := ctx.call1("logical_and", ctx.call1("ge.Scalar", q, int64(least)), ctx.call1("le.Scalar", q, int64(most)))
	q = ctx.call1("clamp", ctx.call1("where.ScalarSelf", lost, float64(least), q), int64(least), int64(most))
	return []Value{ctx.toDType(ctx.mul(ctx.sub(q, point), scale), dtypeOf(x)), mask}
}

func maskedGrad(ctx *Context, s *Saved, g []Value) []Value {
	return []Value{ctx.mul(g[0], s.Out(1))}
}
