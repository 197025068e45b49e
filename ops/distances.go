package ops

import "github.com/magneto-go/magneto/symbolic"

// distancesByProduct says whether cdist computes Euclidean distances of x and y by a matrix product: where it is told to, or by
// itself with more than 25 rows.
func distancesByProduct(ctx *Context, x, y, mode Value) bool {
	switch mode {
	case int64(1):
		return true
	case int64(2):
		return false
	}
	many := symbolic.IntOf(25)
	rows, others := sizeOf(x, -2), sizeOf(y, -2)
	if ctx.is(rows.Eq(zero)) || ctx.is(others.Eq(zero)) || ctx.is(sizeOf(x, -1).Eq(zero)) {
		return false
	}
	return ctx.is(rows.Gt(many)) || ctx.is(others.Gt(many))
}

// distanceMode is the way of torch.cdist, which is named, as the operator has it: a number, none where sizes decide.
func distanceMode(mode Value) Value {
	switch text, _ := mode.(string); text {
	case "", "use_mm_for_euclid_dist_if_necessary":
		return nil
	case "use_mm_for_euclid_dist":
		return int64(1)
	case "donot_use_mm_for_euclid_dist":
		return int64(2)
	default:
		throw("ValueError", "%s is not a valid value for compute_mode", text)
		return nil
	}
}

// expandBatch expands the dimensions before the last two.
func expandBatch(ctx *Context, x Value, batch []symbolic.Int) Value {
	return ctx.expand(x, append(append([]symbolic.Int(nil), batch...), sizeOf(x, -2), sizeOf(x, -1)))
}

// euclideanDistances are those between the rows of x and y by |x|² - 2xy + |y|², which one product computes.
func euclideanDistances(ctx *Context, a Args) []Value {
	x, y := a[0], a[1]
	square := func(v Value) Value { return ctx.sumDim(ctx.mul(v, v), true, -1) }
	xs, ys := square(x), square(y)
	left := ctx.cat([]Value{ctx.mul(x, int64(-2)), xs, ctx.onesLike(xs)}, -1)
	right := ctx.cat([]Value{y, ctx.onesLike(ys), ys}, -1)
	return result(ctx.call1("sqrt", ctx.call1("clamp_min", ctx.call1("matmul", left, ctx.transpose(right, -2, -1)), int64(0))))
}
