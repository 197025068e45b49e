package ops

// cosineSimilarity is the product of two vectors over their lengths. The bound of the lengths is no part of the derivative: what is shorter has that of its own length.
func cosineSimilarity(ctx *Context, a Args) []Value {
	x, y := a[0], a[1]
	d := ctx.ResultType(x, y)
	check(d.IsFloat(), "expected common dtype to be floating point, yet common dtype is %s", d.ScalarName())
	sizes := broadcast(ctx, sizesOf(x), sizesOf(y))
	dim := wrapDim(a.int(2), len(sizes))
	widen := func(v Value) Value {
		if !sameSizes(ctx, sizesOf(v), sizes) {
			v = ctx.expand(v, sizes)
		}
		return ctx.toDType(v, d)
	}
	x, y = widen(x), widen(y)
	length := func(v Value) Value {
		return ctx.call1("clone", ctx.call1("linalg_vector_norm", v, int64(2), ints(dim), true, nil), nil)
	}
	p, q := length(x), length(y)
	eps := ctx.call1("scalar_tensor", a[3], d, nil, metaOf(x).Device)
	_, plain := readable(x)
	bound := func(v Value) Value {
		if !plain { // recordings and transforms change nothing in place
			return ctx.call1("clamp.Tensor", v, eps, nil)
		}
		return ctx.withoutGrad(func() []Value { return ctx.call("clamp_.Tensor", v, eps, nil) })[0]
	}
	p, q = bound(p), bound(q)
	over := ctx.div(y, q)
	return result(ctx.call1("sum.dim_IntList", ctx.mul(ctx.div(x, p), over), []Value{a[2]}, false, nil))
}
