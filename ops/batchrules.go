package ops

import (
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// batchTable gives the rules of vmap, each with the operators that it answers. Composites are decomposed before they get
// here; what has neither rule nor decomposition runs element by element.
var batchTable []batchRow

type batchRow struct {
	rule batchRule
	ops  string
}

func init() { // rules call operators, whose table refers to the rules
	batchTable = []batchRow{
		{batchPointwise, `threshold leaky_relu elu gelu silu mish
		softplus _prelu_kernel hardtanh hardsigmoid hardswish hardshrink softshrink log_sigmoid
		add.Tensor add.Scalar sub.Tensor sub.Scalar rsub.Scalar mul.Tensor mul.Scalar div.Tensor div.Scalar div.Tensor_mode floor_divide
		remainder.Tensor remainder.Scalar_Tensor remainder.Scalar fmod.Tensor fmod.Scalar pow.Tensor_Tensor pow.Scalar pow.Tensor_Scalar
		maximum minimum fmax fmin atan2 hypot copysign.Tensor copysign.Scalar nextafter logaddexp logaddexp2 xlogy.Tensor xlogy.Scalar_Self
		xlogy.Scalar_Other gcd lcm heaviside bitwise_and.Tensor bitwise_and.Scalar bitwise_or.Tensor bitwise_or.Scalar bitwise_xor.Tensor
		bitwise_xor.Scalar bitwise_left_shift.Tensor bitwise_left_shift.Tensor_Scalar bitwise_right_shift.Tensor bitwise_right_shift.Tensor_Scalar
		eq.Tensor eq.Scalar ne.Tensor ne.Scalar lt.Tensor lt.Scalar le.Tensor le.Scalar gt.Tensor gt.Scalar ge.Tensor ge.Scalar
		logical_and logical_or logical_xor addcmul addcdiv lerp.Scalar lerp.Tensor where.self clamp.Tensor clamp complex polar
		masked_fill.Scalar clone _to_copy fill.Scalar zero detach alias _conj _neg_view
		neg abs exp exp2 expm1 log log2 log10 log1p sqrt rsqrt reciprocal sin cos tan asin acos atan sinh cosh tanh
		asinh acosh atanh sigmoid erf erfc erfinv lgamma digamma polygamma i0 igamma igammac special_entr special_erfcx special_i0e
		special_i1 special_i1e special_ndtr special_log_ndtr special_ndtri special_xlog1py special_xlog1py.self_scalar special_xlog1py.other_scalar
		special_zeta special_zeta.self_scalar special_zeta.other_scalar sinc floor ceil round round.decimals trunc
		frac sign sgn signbit deg2rad rad2deg logit nan_to_num bitwise_not logical_not isnan isinf isfinite isposinf isneginf isreal angle relu
		empty_like zeros_like ones_like full_like`},
		{batchTogether, `threshold_backward hardshrink_backward softshrink_backward leaky_relu_backward elu_backward gelu_backward silu_backward softplus_backward hardtanh_backward tanh_backward
		sigmoid_backward`},
		{batchCopy, "copy fill.Tensor"},
		{batchMaskedFill, "masked_fill.Tensor"},
		{batchTrailing, `linalg_inv_ex _linalg_det _linalg_slogdet linalg_cholesky_ex linalg_qr _linalg_svd
		_linalg_eigh linalg_eig linalg_lu linalg_matrix_exp triu tril constant_pad_nd`},
		{batchTrailingPair, "linalg_solve_triangular"},
		{batchAlong(1), `_softmax _log_softmax prod.dim_int max.dim min.dim argmax argmin all.dim any.dim cumsum cumprod logcumsumexp
		cummax cummin sort median.dim nanmedian.dim mode flip _fft_c2c _fft_r2c _fft_c2r`},
		{batchAlong(2), "_softmax_backward_data _log_softmax_backward_data kthvalue sort.stable topk"},
		{batchReduce(1), "sum.dim_IntList mean.dim var.correction std.correction amax amin all.dims any.dims logsumexp"},
		{batchReduce(2), "linalg_vector_norm"},
		{batchWhole("sum.dim_IntList"), "sum"},
		{batchWhole("mean.dim"), "mean"},
		{batchWhole("amax"), "max"},
		{batchWhole("amin"), "min"},
		{batchWhole("all.dims"), "all"},
		{batchWhole("any.dims"), "any"},
		{batchFlat("prod.dim_int"), "prod"},
		{batchSizes(1), "new_empty new_zeros new_ones new_full expand"},
		{batchView, "view _unsafe_view"},
		{batchEmptyStrided, "new_empty_strided"},
		{batchAsStrided(1), "as_strided _reshape_alias"},
		{batchAsStrided(2), "as_strided_scatter"},
		{batchScatter(2), "select_scatter slice_scatter"},
		{batchScatter(3, 4), "diagonal_scatter"},
		{batchAsStridedBackward, "as_strided_backward"},
		{batchPermute, "permute"},
		{batchAlong(1, 2), "transpose.int"},
		{batchT, "t"},
		{batchUnsqueeze, "unsqueeze"},
		{batchSqueeze, "squeeze"},
		{batchAlong(1), "squeeze.dim squeeze.dims select.int slice.Tensor unfold unbind.int"},
		{batchAlong(2), "split.Tensor split_with_sizes"},
		{batchAlong(2, 3), "diagonal"},
		{batchTrailing, "view_as_real view_as_complex"},
		{batchInputSizes(2), "select_backward slice_backward unfold_backward"},
		{batchInputSizes(3, 4), "diagonal_backward"},
		{batchList, "cat"},
		{batchStack, "stack"},
		{batchMatrix, "mm bmm mv dot"},
		{batchAddmm, "addmm"},
		{batchGather, "gather scatter.src scatter.value scatter.reduce scatter.value_reduce scatter_add scatter_reduce.two"},
		{batchIndexSelect, "index_select"},
		{batchIndex, "index.Tensor"},
		{batchEmbedding, "embedding"},
		{batchFold(1), `max_pool2d_with_indices max_pool3d_with_indices avg_pool2d avg_pool3d _adaptive_avg_pool2d _adaptive_avg_pool3d
		adaptive_max_pool2d adaptive_max_pool3d upsample_nearest1d upsample_nearest2d upsample_nearest3d _upsample_nearest_exact1d
		_upsample_nearest_exact2d _upsample_nearest_exact3d upsample_linear1d upsample_bilinear2d upsample_trilinear3d upsample_bicubic2d
		reflection_pad1d reflection_pad2d reflection_pad3d replication_pad1d replication_pad2d replication_pad3d`},
		{batchFold(2), `avg_pool2d_backward avg_pool3d_backward reflection_pad1d_backward reflection_pad2d_backward reflection_pad3d_backward
		replication_pad1d_backward replication_pad2d_backward replication_pad3d_backward _adaptive_avg_pool2d_backward _adaptive_avg_pool3d_backward`},
		{batchMaskedSelect, "masked_select"},
		{batchConvolution, "convolution"},
		{batchLayerNorm, "native_layer_norm"},
	}
}

// batchRules gives the rule of each operator that has one, and those whose in-place form lines up as batchPointwise does: its own
// and copy.
func batchRules() (rules map[string]batchRule, lined map[string]bool) {
	rules, lined = map[string]batchRule{}, map[string]bool{"copy": true}
	for i, row := range batchTable {
		for _, name := range strings.Fields(row.ops) {
			rules[name] = row.rule
			if i == 0 {
				lined[name] = true
			}
		}
	}
	return rules, lined
}

// batchPointwise lines the mapped dimensions up in front of the common rank. A tensor of no dimensions counts as one in
// type promotion, though it has the mapped dimension below: its type is settled before.
func batchPointwise(ctx *Context, c *batchCall) ([]Value, bool) {
	args, ok := pointwiseArgs(ctx, c)
	return ctx.dispatch(c.op, args), ok
}

func pointwiseArgs(ctx *Context, c *batchCall) ([]Value, bool) {
	rank := 0
	var types []Value
	same := true
	eachTensor(c.args, func(v Value) bool {
		rank = max(rank, dimOf(v))
		types = append(types, v)
		same = same && dtypeOf(v) == dtypeOf(types[0])
		return true
	})
	promoted := dtypeOf(types[0])
	if !same {
		promoted = ctx.ResultType(types...)
	}
	args := mapTensors(c.args, func(v Value) Value {
		h := ownedBy(c.b, v)
		if h == nil {
			return v
		}
		x := moveToFront(ctx, h.value, h.dim)
		for range rank - dimOf(v) {
			x = ctx.unsqueeze(x, 1)
		}
		if !same && dimOf(v) == 0 && dtypeOf(v) != tensor.Bool { // a condition or mask stays one
			x = ctx.toDType(x, promoted)
		}
		return x
	})
	return args, true
}

// batchTogether is for operators of tensors of equal sizes: one that is not mapped is repeated.
func batchTogether(ctx *Context, c *batchCall) ([]Value, bool) {
	return ctx.dispatch(c.op, mapTensors(c.args, func(v Value) Value { return c.front(ctx, v) })), true
}

// batchScatter is for operators that put the second tensor at places of the first, which arguments at tell as dimensions of it: both are repeated.
func batchScatter(at ...int) batchRule {
	return func(ctx *Context, c *batchCall) ([]Value, bool) {
		rank := dimOf(c.args[0])
		args := mapTensors(c.args, func(v Value) Value { return c.front(ctx, v) })
		for _, i := range at {
			args[i] = int64(wrapDim(c.args.int(i), rank) + 1)
		}
		return ctx.dispatch(c.op, args), true
	}
}

// batchMaskedFill chooses where each element has a number of its own.
func batchMaskedFill(ctx *Context, c *batchCall) ([]Value, bool) {
	if !c.mapped(2) {
		return batchPointwise(ctx, c)
	}
	rank := max(dimOf(c.args[0]), dimOf(c.args[1]))
	number := ctx.toDType(c.unmapped(ctx, 2, rank), dtypeOf(c.args[0]))
	return ctx.call("where.self", c.unmapped(ctx, 1, rank), number, c.unmapped(ctx, 0, rank)), true
}

// batchCopy lies as the target does.
func batchCopy(ctx *Context, c *batchCall) ([]Value, bool) {
	return ctx.call("copy", c.front(ctx, c.args[0]), c.unmapped(ctx, 1, dimOf(c.args[0]))), true
}

// unmapped is argument i below the level with the mapped dimension in front of rank dimensions, if it is mapped.
func (c *batchCall) unmapped(ctx *Context, i, rank int) Value {
	h := ownedBy(c.b, c.args[i])
	if h == nil {
		return c.args[i]
	}
	x := moveToFront(ctx, h.value, h.dim)
	for range rank - dimOf(c.args[i]) {
		x = ctx.unsqueeze(x, 1)
	}
	return x
}

// frontArgs are the arguments with the mapped tensors taken below the level, the mapped dimension first.
func (c *batchCall) frontArgs(ctx *Context) Args {
	return mapTensors(c.args, func(v Value) Value {
		if ownedBy(c.b, v) != nil {
			return c.front(ctx, v)
		}
		return v
	})
}

// batchTrailing is for operators of one tensor that work on its last dimensions.
func batchTrailing(ctx *Context, c *batchCall) ([]Value, bool) {
	return ctx.dispatch(c.op, c.frontArgs(ctx)), true
}

// batchTrailingPair is for operators of two tensors that work on the last two dimensions of each.
func batchTrailingPair(ctx *Context, c *batchCall) ([]Value, bool) {
	args := append(Args(nil), c.args...)
	rank := max(dimOf(args[0]), dimOf(args[1]))
	args[0], args[1] = c.unmapped(ctx, 0, rank), c.unmapped(ctx, 1, rank)
	return ctx.dispatch(c.op, args), true
}

// shiftDims counts a dimension, or a list of them, behind the mapped one.
func shiftDims(v Value, rank int) Value {
	switch v := v.(type) {
	case int64:
		return int64(wrapDim(int(v), rank) + 1)
	case []Value:
		out := make([]Value, len(v))
		for i, d := range v {
			out[i] = shiftDims(d, rank)
		}
		return out
	}
	return v
}

// allDims are the dimensions behind the mapped one.
func allDims(rank int) []Value {
	all := make([]Value, rank)
	for i := range all {
		all[i] = int64(i + 1)
	}
	return all
}

// batchAlong is for operators on one tensor whose arguments at the given places are dimensions of it.
func batchAlong(places ...int) batchRule {
	return func(ctx *Context, c *batchCall) ([]Value, bool) {
		rank := dimOf(c.args[0])
		if rank == 0 {
			return nil, false
		}
		args := mapTensors(c.args, func(v Value) Value { return c.front(ctx, v) })
		for _, p := range places {
			if c.args[p] == nil { // argmax of all dimensions
				return nil, false
			}
			args[p] = shiftDims(c.args[p], rank)
		}
		return ctx.dispatch(c.op, args), true
	}
}

// batchReduce is for reductions over a list of dimensions, of which none means all.
func batchReduce(place int) batchRule {
	return func(ctx *Context, c *batchCall) ([]Value, bool) {
		rank := dimOf(c.args[0])
		if rank == 0 {
			return nil, false
		}
		args := c.frontArgs(ctx)
		switch {
		case reducesNothing(c.op.Name, c.args, place):
		case noDims(c.args, place) || c.args[place] == nil:
			args[place] = allDims(rank)
		default:
			args[place] = shiftDims(c.args[place], rank)
		}
		return ctx.dispatch(c.op, args), true
	}
}

// batchWhole answers a reduction of all elements by one of all dimensions but the mapped.
func batchWhole(name string) batchRule {
	return func(ctx *Context, c *batchCall) ([]Value, bool) {
		rank := dimOf(c.args[0])
		if rank == 0 {
			return nil, false
		}
		x := c.front(ctx, c.args[0])
		if len(c.args) > 1 { // a dtype
			return ctx.call(name, x, allDims(rank), false, c.args[1]), true
		}
		return ctx.call(name, x, allDims(rank), false), true
	}
}

// batchFlat answers a reduction of all elements by one of a single dimension.
func batchFlat(name string) batchRule {
	return func(ctx *Context, c *batchCall) ([]Value, bool) {
		x := ctx.reshape(c.front(ctx, c.args[0]), []symbolic.Int{c.b.size, numelOf(c.args[0])})
		return ctx.call(name, append([]Value{x, int64(1), false}, c.args[1:]...)...), true
	}
}

// batchSizes is for operators whose argument at place is the list of sizes of the result.
func batchSizes(place int) batchRule {
	return func(ctx *Context, c *batchCall) ([]Value, bool) {
		args := c.frontArgs(ctx)
		sizes := c.args.syms(place)
		if c.op.Name == "expand" {
			args[0] = c.unmapped(ctx, 0, len(sizes))
		}
		args[place] = prepend(c.b.size, sizes)
		return ctx.dispatch(c.op, args), true
	}
}

// batchView may have to copy where the mapped dimension lies between those that are joined.
func batchView(ctx *Context, c *batchCall) ([]Value, bool) {
	sizes := inferSize(ctx, c.args.syms(1), numelOf(c.args[0]))
	return result(ctx.reshape(c.front(ctx, c.args[0]), append([]symbolic.Int{c.b.size}, sizes...))), true
}

// span is the number of elements of memory that a tensor of these sizes and strides reaches over.
func span(sizes, strides []symbolic.Int) symbolic.Int {
	length := one
	for i := range sizes {
		length = length.Add(sizes[i].Sub(one).Mul(strides[i]))
	}
	return length
}

// prepend is a list of sizes or strides with one for the mapped dimension in front.
func prepend(first symbolic.Int, list []symbolic.Int) Value {
	return sizeList(append([]symbolic.Int{first}, list...))
}

// batchEmptyStrided gives each element the strides that are asked for, one behind the other.
func batchEmptyStrided(ctx *Context, c *batchCall) ([]Value, bool) {
	sizes, strides := c.args.syms(1), c.args.syms(2)
	args := c.frontArgs(ctx)
	args[1], args[2] = prepend(c.b.size, sizes), prepend(span(sizes, strides), strides)
	return ctx.dispatch(c.op, args), true
}

// batchAsStrided lays the same window over the memory of each element; the window's sizes are argument at.
func batchAsStrided(at int) batchRule {
	return func(ctx *Context, c *batchCall) ([]Value, bool) {
		args := append(Args(nil), c.args...)
		for i := range at {
			args[i] = c.front(ctx, args[i])
		}
		args[at] = prepend(c.b.size, c.args.syms(at))
		args[at+1] = prepend(metaOf(args[0]).Strides[0], c.args.syms(at+1))
		return ctx.dispatch(c.op, args), true
	}
}

// batchAsStridedBackward puts the memory of the elements one behind the other, with room for base and window.
func batchAsStridedBackward(ctx *Context, c *batchCall) ([]Value, bool) {
	room := span(c.args.syms(1), c.args.syms(2)).Add(span(c.args.syms(3), c.args.syms(4))).Add(c.args.sym(5))
	args := c.frontArgs(ctx)
	for i := 1; i <= 3; i += 2 {
		args[i], args[i+1] = prepend(c.b.size, c.args.syms(i)), prepend(room, c.args.syms(i+1))
	}
	return ctx.dispatch(c.op, args), true
}

func batchPermute(ctx *Context, c *batchCall) ([]Value, bool) {
	dims := shiftDims(c.args[1], dimOf(c.args[0])).([]Value)
	return ctx.call("permute", c.front(ctx, c.args[0]), append([]Value{int64(0)}, dims...)), true
}

func batchT(ctx *Context, c *batchCall) ([]Value, bool) {
	x := c.front(ctx, c.args[0])
	if dimOf(c.args[0]) < 2 {
		return ctx.call("alias", x), true
	}
	return result(ctx.transpose(x, 1, 2)), true
}

func batchUnsqueeze(ctx *Context, c *batchCall) ([]Value, bool) {
	return result(ctx.unsqueeze(c.front(ctx, c.args[0]), wrapDim(c.args.int(1), dimOf(c.args[0])+1)+1)), true
}

// batchSqueeze drops the dimensions of size one but never the mapped one.
func batchSqueeze(ctx *Context, c *batchCall) ([]Value, bool) {
	var dims []Value
	for i, s := range sizesOf(c.args[0]) {
		if isOne(ctx, s) {
			dims = append(dims, int64(i+1))
		}
	}
	return ctx.call("squeeze.dims", c.front(ctx, c.args[0]), dims), true
}

// batchInputSizes is for derivatives of views: the sizes of the view's base are argument 1, dimensions at places.
func batchInputSizes(places ...int) batchRule {
	return func(ctx *Context, c *batchCall) ([]Value, bool) {
		sizes := c.args.syms(1)
		if len(sizes) == 0 {
			return nil, false
		}
		args := c.frontArgs(ctx)
		args[1] = prepend(c.b.size, sizes)
		for _, p := range places {
			args[p] = shiftDims(c.args[p], len(sizes))
		}
		return ctx.dispatch(c.op, args), true
	}
}

// batchList joins lists of tensors along a dimension.
func batchList(ctx *Context, c *batchCall) ([]Value, bool) {
	list := c.args.list(0)
	rank := 0
	for _, v := range list {
		rank = max(rank, dimOf(v))
	}
	fronts := make([]Value, 0, len(list))
	for _, v := range list {
		if s := sizesOf(v); len(s) == 1 && rank > 1 && ctx.is(s[0].Eq(zero)) {
			continue // cat skips empty vectors
		}
		fronts = append(fronts, c.front(ctx, v))
	}
	return ctx.call("cat", fronts, int64(wrapDim(c.args.int(1), rank)+1)), true
}

func batchStack(ctx *Context, c *batchCall) ([]Value, bool) {
	list := c.args.list(0)
	fronts := make([]Value, len(list))
	for i, v := range list {
		fronts[i] = c.front(ctx, v)
	}
	return ctx.call("stack", fronts, int64(wrapDim(c.args.int(1), dimOf(list[0])+1)+1)), true
}
