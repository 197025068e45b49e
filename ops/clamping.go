package ops

import "github.com/magneto-go/magneto/tensor"

// clampedFrom is the operator that limits elements from one side: by the bound that clamp takes as argument at. The gradient passes where the element is inside, which the comparison tells.
func clampedFrom(schema, inside string, at int) entry {
	return entry{S: schema, In: asFunction | asMethod | asInPlaceFunction | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(elementwise(ctx, ctx.ResultType(a[0], a[1]), a[0]))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		b := Args{a[0], nil, nil}
		b[at] = tensor.Scalar(out[0].DType(), a[1])
		clampTensorKernel(ctx, b, out)
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		zero := ctx.scalarTensor(0.0, dtypeOf(g[0]))
		return result(ctx.where(ctx.binaryCall(inside, s.In(0), s.In(1)), g[0], zero))
	}, Saves: in0}
}

// clampGrad gives the gradient of clamp to the elements inside the bounds, and to the bound that another takes the place of. One that is equal to a bound shares it with that, unless
// both bounds are the same; where they have crossed, the upper one has it. What is no number is inside.
func clampGrad(ctx *Context, s *Saved, g Value) []Value {
	x, lo, hi := s.In(0), s.In(1), s.In(2)
	share := func(tie, refused Value) Value {
		return ctx.maskedFill(ctx.where(tie, ctx.div(g, int64(2)), g), refused, int64(0))
	}
	not := func(v Value) Value { return ctx.call1("logical_not", v) }
	or := func(a, b Value) Value { return ctx.call1("logical_or", a, b) }
	switch {
	case hi == nil:
		return []Value{share(ctx.eq(x, lo), ctx.lt(x, lo)), share(ctx.eq(x, lo), ctx.gt(x, lo)), nil}
	case lo == nil:
		return []Value{share(ctx.eq(x, hi), ctx.gt(x, hi)), nil, share(ctx.eq(x, hi), ctx.lt(x, hi))}
	}
	out := []Value{nil, nil, nil}
	open, one := ctx.lt(lo, hi), ctx.eq(lo, hi)
	if s.Need(1) {
		has := or(ctx.logicalAnd(open, ctx.le(x, lo)), ctx.logicalAnd(one, ctx.lt(x, lo)))
		out[1] = share(ctx.eq(x, lo), not(has))
	}
	if s.Need(2) {
		has := or(or(ctx.lt(hi, lo), ctx.logicalAnd(open, ctx.ge(x, hi))), ctx.logicalAnd(one, ctx.gt(x, hi)))
		out[2] = share(ctx.logicalAnd(ctx.eq(x, hi), open), not(has))
	}
	if s.Need(0) {
		out[0] = share(ctx.logicalAnd(or(ctx.eq(x, lo), ctx.eq(x, hi)), open), or(ctx.lt(x, lo), ctx.gt(x, hi)))
	}
	return out
}

// sharesOfSum splits the gradient of the logarithm of a sum of two powers: each has the part g / (1 + power(other - own)), which infinite ones leave a number.
func sharesOfSum(ctx *Context, s *Saved, g Value, power func(Value) Value) []Value {
	part := func(own, other Value) Value {
		return ctx.div(g, ctx.conj(ctx.add(power(ctx.sub(other, own)), int64(1))))
	}
	return []Value{part(s.In(0), s.In(1)), part(s.In(1), s.In(0))}
}
