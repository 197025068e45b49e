package ops

// torch.gradient: finite differences along dimensions, with one distance for all, one for each dimension, or the coordinates of the points.

// gradientOf brings the overloads to a list of dimensions, and for each its distance or its coordinates.
func gradientOf(spacingAt, dimAt, edgeAt int) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		x, n := a[0], dimOf(a[0])
		var dims []int
		switch {
		case dimAt < 0 || a.none(dimAt):
			dims = dimsFrom(0, n)
		default:
			dims = a.ints(dimAt)
		}
		edge := a.int(edgeAt)
		check(edge == 1 || edge == 2, "torch.gradient only supports edge_order=1 and edge_order=2.")
		spacing := []Value{Value(1.0)}
		if spacingAt >= 0 && !a.none(spacingAt) {
			spacing = []Value{a[spacingAt]}
			if list, ok := a[spacingAt].([]Value); ok {
				spacing = list
				if dimAt >= 0 && !a.none(dimAt) {
					check(len(list) == len(dims), "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the same length, but got a spacing argument of length %d and a dim argument of length %d.", len(list), len(dims))
				}
				check(len(list) == len(dims), "torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to 'self.dim() - len(dim)' or len(dim), but got spacing of length %d and dim of length %d.", len(list), len(dims))
			}
		}
		for _, at := range spacing {
			if isTensor(at) && metaOf(at).Device != metaOf(x).Device {
				throwRuntime("torch.gradient expected each tensor to be on the same device, but got devices %s and %s!", metaOf(x).Device, metaOf(at).Device)
			}
		}
		seen := map[int]bool{}
		var out []Value
		for i, d := range dims {
			d = wrapDim(d, n)
			check(!seen[d], "dim %d appears multiple times in the list of dims", d)
			seen[d] = true
			check(ctx.expect(sizeOf(x, d).Gt(sym(edge))), "torch.gradient expected each dimension size to be at least edge_order+1")
			at := spacing[min(i, len(spacing)-1)]
			if isTensor(at) {
				check(dimOf(at) == 1, "torch.gradient expected each element of spacing to have one dimension, but got an element with %d dimensions!", dimOf(at))
				out = append(out, gradientAt(ctx, x, d, at, edge))
			} else {
				out = append(out, gradientOne(ctx, x, d, toFloat(at), edge))
			}
		}
		return []Value{out}
	}
}

// gradientAt is the derivative along dimension d of x, given at the places c [n] that need not be evenly apart: that of the
// parabola through each three neighbours.
func gradientAt(ctx *Context, x Value, d int, c Value, edge int) Value {
	n := int64(ctx.fixed(sizeOf(x, d)))
	at := func(lo, hi int64) Value { return ctx.slice(x, d, lo, hi) }
	step := ctx.call1("diff", c, int64(1), int64(0), nil, nil)
	steps := func(lo, hi int64) Value { // along dimension d
		v := ctx.slice(step, 0, lo, hi)
		for range dimOf(x) - d - 1 {
			v = ctx.unsqueeze(v, -1)
		}
		return v
	}
	parabola := func(before, after, u, v, w Value) Value { // at the middle one
		sum := ctx.add(before, after)
		out := ctx.mul(u, ctx.neg(ctx.div(after, ctx.mul(before, sum))))
		out = ctx.add(out, ctx.mul(v, ctx.div(ctx.sub(after, before), ctx.mul(before, after))))
		return ctx.add(out, ctx.mul(w, ctx.div(before, ctx.mul(after, sum))))
	}
	inner := parabola(steps(0, n-2), steps(1, n-1), at(0, n-2), at(1, n-1), at(2, n))
	var first, last Value
	if edge == 1 {
		first = ctx.div(ctx.sub(at(1, 2), at(0, 1)), steps(0, 1))
		last = ctx.div(ctx.sub(at(n-1, n), at(n-2, n-1)), steps(n-2, n-1))
	} else { // at an end of the parabola: h is the step next to it, k the one after
		end := func(h, k, u, v, w Value) Value {
			sum := ctx.add(h, k)
			out := ctx.mul(u, ctx.neg(ctx.div(ctx.add(ctx.add(h, h), k), ctx.mul(h, sum))))
			out = ctx.add(out, ctx.mul(v, ctx.div(sum, ctx.mul(h, k))))
			return ctx.sub(out, ctx.mul(w, ctx.div(h, ctx.mul(k, sum))))
		}
		first = end(steps(0, 1), steps(1, 2), at(0, 1), at(1, 2), at(2, 3))
		last = ctx.neg(end(steps(n-2, n-1), steps(n-3, n-2), at(n-1, n), at(n-2, n-1), at(n-3, n-2)))
	}
	return ctx.cat([]Value{first, inner, last}, d)
}

var _ = addTable([]entry{
	{S: "gradient.scalarint(Tensor self, *, Scalar? spacing=None, int? dim=None, int edge_order=1) -> Tensor[]", In: asFunction, Decomp: gradientOf(1, 2, 3)},
	{S: "gradient.scalararray(Tensor self, *, Scalar spacing, int[] dim, int edge_order=1) -> Tensor[]", In: asFunction, Decomp: gradientOf(1, 2, 3)},
	{S: "gradient.array(Tensor self, *, int[] dim, int edge_order=1) -> Tensor[]", In: asFunction, Decomp: gradientOf(-1, 1, 2)},
	{S: "gradient.scalarrayint(Tensor self, *, Scalar[] spacing, int? dim=None, int edge_order=1) -> Tensor[]", In: asFunction, Decomp: gradientOf(1, 2, 3)},
	{S: "gradient.scalarrayarray(Tensor self, *, Scalar[] spacing, int[] dim, int edge_order=1) -> Tensor[]", In: asFunction, Decomp: gradientOf(1, 2, 3)},
	{S: "gradient.tensorarrayint(Tensor self, *, Tensor[] spacing, int? dim=None, int edge_order=1) -> Tensor[]", In: asFunction, Decomp: gradientOf(1, 2, 3)},
	{S: "gradient.tensorarray(Tensor self, *, Tensor[] spacing, int[] dim, int edge_order=1) -> Tensor[]", In: asFunction, Decomp: gradientOf(1, 2, 3)},
})
