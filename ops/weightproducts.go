package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Products whose second factor, or both, are stored in few bits: integers of four bits, two in each byte, with scales for groups of them, and
// floats of eight bits with scales for the whole matrix or for each row and column.

var _ = addTable([]entry{
	{S: "_convert_weight_to_int4pack_for_cpu(Tensor self, int innerKTiles) -> Tensor", In: asFunction, NonDiff: true, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return result(packFourBits(ctx, a[0]))
	}},
	{S: "_weight_int4pack_mm_for_cpu(Tensor self, Tensor mat2, int qGroupSize, Tensor qScaleAndZeros) -> Tensor", In: asFunction, NonDiff: true, Whole: true, Decomp: fourBitProduct},
	{S: "_dyn_quant_pack_4bit_weight(Tensor weights, Tensor scales_zeros, Tensor? bias, int block_size, int in_features, int out_features) -> Tensor", In: asFunction, NonDiff: true, Whole: true, Decomp: packBlocks},
	{S: "_dyn_quant_matmul_4bit(Tensor inp, Tensor packed_weights, int block_size, int in_features, int out_features) -> Tensor", In: asFunction, NonDiff: true, Whole: true, Decomp: blockProduct},
	{S: "_scaled_mm(Tensor self, Tensor mat2, Tensor scale_a, Tensor scale_b, Tensor? bias=None, Tensor? scale_result=None, ScalarType? out_dtype=None, bool use_fast_accum=False) -> Tensor", In: asFunction | asOut, NonDiff: true, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		if !scalesWhole(a[2], a[3]) && !scalesRows(ctx, a[0], a[1], a[2], a[3]) {
			throw("ValueError", "Invalid scaling configuration.")
		}
		return result(scaledProduct(ctx, a[0], a[1], a[2], a[3], a[4], a.dtype(6, dtypeOf(a[0]))))
	}},
	{S: "_scaled_mm_v2(Tensor self, Tensor mat2, Tensor[] scale_a, int[] recipe_a, int[] swizzle_a, Tensor[] scale_b, int[] recipe_b, int[] swizzle_b, Tensor? bias, ScalarType? out_dtype, int[] contraction_dim=[], bool use_fast_accum=False) -> Tensor", In: asFunction | asOut, NonDiff: true, Whole: true, Decomp: productByRecipes},
})

// blockRows is how many rows of a matrix of four-bit integers are packed together: the first half lies in the lower halves of the bytes. Rows
// behind the last such block lie in pairs.
const blockRows = 64

func packFourBits(ctx *Context, w Value) Value {
	const name = "_convert_weight_to_int4pack_cpu"
	check(dimOf(w) == 2, "%s : expect weight to be 2D tensor.", name)
	check(dtypeOf(w) == tensor.Int32, "%s : expect weight to be kInt.", name)
	rows, columns := ctx.fixed(sizeOf(w, 0)), ctx.fixed(sizeOf(w, 1))
	check(rows%16 == 0, "%s : expect N to be dividable by 16", name)
	check(columns%2 == 0, "_convert_weight_to_int4pack: expect K to be dividable by 2")
	whole := rows / blockRows * blockRows
	pack := func(from, n, blocks, pairs int, order ...int) Value { // the dimension of two halves is the one given last
		part := ctx.view(ctx.narrow(w, 0, sym(from), sym(n)), []symbolic.Int{sym(blocks), sym(order[0]), sym(order[1]), sym(columns)})
		half := func(i int64) Value {
			return ctx.call1("bitwise_and.Scalar", ctx.selectAt(part, pairs, i), int64(15))
		}
		both := ctx.add(half(0), ctx.mul(half(1), int64(16)))
		return ctx.reshape(ctx.transpose(both, 1, 2), []symbolic.Int{sym(-1)})
	}
	blocks := pack(0, whole, whole/blockRows, 1, 2, blockRows/2)
	packed := ctx.cat([]Value{blocks, pack(whole, rows-whole, 1, 2, (rows-whole)/2, 2)}, 0)
	return ctx.toDType(ctx.view(packed, []symbolic.Int{sym(rows), sym(columns / 2)}), tensor.Uint8)
}

// unpackFourBits gives the integers that packFourBits has packed, less eight.
func unpackFourBits(ctx *Context, packed Value) Value {
	rows, columns := ctx.fixed(sizeOf(packed, 0)), 2*ctx.fixed(sizeOf(packed, 1))
	whole := rows / blockRows * blockRows
	flat := ctx.toDType(ctx.reshape(packed, []symbolic.Int{sym(-1)}), tensor.Float32)
	high := ctx.call1("floor", ctx.mul(flat, 1.0/16))
	low := ctx.sub(flat, ctx.mul(high, int64(16)))
	part := func(of Value, from, n, blocks, width int) Value {
		v := ctx.view(ctx.narrow(of, 0, sym(from), sym(n)), []symbolic.Int{sym(blocks), sym(columns), sym(width)})
		return ctx.transpose(v, 1, 2)
	}
	unpack := func(from, n, blocks, dim int) Value {
		width := blockRows / 2
		if dim == 2 {
			width = n / 2
		}
		begin, size := from*columns/2, n*columns/2
		halves := []Value{part(low, begin, size, blocks, width), part(high, begin, size, blocks, width)}
		return ctx.reshape(ctx.call1("stack", halves, int64(dim)), []symbolic.Int{sym(n), sym(columns)})
	}
	return ctx.sub(ctx.cat([]Value{unpack(0, whole, whole/blockRows, 1), unpack(whole, rows-whole, 1, 2)}, 0), int64(8))
}

func fourBitProduct(ctx *Context, a Args) []Value {
	const name = "_weight_int4pack_mm_cpu"
	x, packed, group, pairs := a[0], a[1], a.int(2), a[3]
	d := dtypeOf(x)
	check(d == tensor.Float32 || d == tensor.Float16 || d == tensor.BFloat16, "%s : expect A to be either 32-bit or 16-bit float tensor.", name)
	wrapDim(1, dimOf(x))
	check(dimOf(x) == 2, "%s : expect A to be 2D tensor.", name)
	inner := sizeOf(x, 1)
	check(dtypeOf(packed) == tensor.Uint8, "%s : expect B to be uint8 tensor.", name)
	half := ctx.fixed(inner) / 2
	check(ctx.fixed(sizeOf(packed, 1)) == half, "%s : expect B.size(1) to be K/2, got %s", name, sizeOf(packed, 1))
	check(group == 32 || group == 64 || group == 128 || group == 256, "%s: expect qGroupSize to be 32, 64, 128 or 256, got %d", name, group)
	check(dtypeOf(pairs) == d, "expected scalar type %s but found %s", d.ScalarName(), dtypeOf(pairs).ScalarName())
	wide := ctx.transpose(ctx.call1("repeat_interleave.self_int", ctx.toDType(pairs, tensor.Float32), int64(group), int64(0)), 0, 1)
	wide = ctx.narrow(wide, 1, zero, inner)
	weight := ctx.add(ctx.mul(unpackFourBits(ctx, packed), ctx.selectAt(wide, 2, int64(0))), ctx.selectAt(wide, 2, int64(1)))
	return result(ctx.toDType(ctx.matmul(ctx.toDType(x, tensor.Float32), ctx.transpose(weight, 0, 1)), d))
}

// packBlocks puts weights of four bits, their scales and the bias into one list of floats.
func packBlocks(ctx *Context, a Args) []Value {
	check(dtypeOf(a[0]) == tensor.Uint8, "_dyn_quant_pack_4bit_weight_cpu : expect weight to be kByte.")
	block, inner := a.int(3), a.int(4)
	check(block == inner || block%32 == 0 && inner%block == 0, "_dyn_quant_pack_4bit_weight_cpu: Group size should be multiple of 32, in_features [%d]. Provided %d", inner, block)
	flat := func(v Value) Value {
		return ctx.reshape(ctx.toDType(v, tensor.Float32), []symbolic.Int{sym(-1)})
	}
	parts := []Value{flat(a[0]), flat(a[1])}
	if isTensor(a[2]) {
		parts = append(parts, flat(a[2]))
	}
	return result(ctx.cat(parts, 0))
}

// blockProduct multiplies rows, rounded to 256 levels each, with weights that packBlocks has packed.
func blockProduct(ctx *Context, a Args) []Value {
	x, packed, block, inner, outer := a[0], a[1], int(a.int(2)), int(a.int(3)), int(a.int(4))
	check(dtypeOf(x) == tensor.Float32, "_dyn_quant_matmul_4bit_cpu : expect input to be float32 or bfloat16 tensor.")
	bytes, scales := outer*inner/2, outer*inner/block
	behind := ctx.fixed(sizeOf(packed, 0)) - bytes - scales
	check(behind == 0 || behind == outer, "Expected bias length to match output dimension")
	part := func(from, n, rows int) Value {
		return ctx.view(ctx.narrow(packed, 0, sym(from), sym(n)), []symbolic.Int{sym(rows), sym(n / rows)})
	}
	pairs := part(0, bytes, outer)
	high := ctx.call1("floor", ctx.mul(pairs, 1.0/16))
	low := ctx.sub(pairs, ctx.mul(high, int64(16)))
	levels := ctx.reshape(ctx.call1("stack", []Value{low, high}, int64(-1)), []symbolic.Int{sym(outer), sym(inner)})
	scale := ctx.call1("repeat_interleave.self_int", part(bytes, scales, outer), int64(block), int64(1))
	weight := ctx.mul(ctx.sub(levels, int64(8)), scale)

	top := ctx.call1("clamp", ctx.call1("amax", x, ints(-1), true), int64(0), nil)
	bottom := ctx.call1("clamp", ctx.call1("amin", x, ints(-1), true), nil, int64(0))
	step := ctx.div(ctx.sub(top, bottom), 255.0)
	step = ctx.where(ctx.eq(step, 0.0), ctx.onesLike(step), step)
	middle := ctx.call1("round", ctx.sub(-128.0, ctx.div(bottom, step)))
	rounded := ctx.call1("clamp", ctx.add(ctx.call1("round", ctx.div(x, step)), middle), int64(-128), int64(127))
	product := ctx.matmul(ctx.mul(ctx.sub(rounded, middle), step), ctx.transpose(weight, 0, 1))
	if behind > 0 {
		product = ctx.add(product, ctx.narrow(packed, 0, sym(bytes+scales), sym(outer)))
	}
	return result(product)
}

// scalesWhole tells whether both scales are one number for the whole matrix.
func scalesWhole(a, b Value) bool {
	single := func(v Value) bool {
		n, ok := numelOf(v).Const()
		return ok && n == 1 && dtypeOf(v) == tensor.Float32
	}
	return single(a) && single(b)
}

// scalesRows tells whether there is a scale for each row of the first factor and each column of the second.
func scalesRows(ctx *Context, x, y, a, b Value) bool {
	if dimOf(a) != 2 || dimOf(b) != 2 || dtypeOf(a) != tensor.Float32 || dtypeOf(b) != tensor.Float32 || dimOf(x) != 2 || dimOf(y) != 2 {
		return false
	}
	return ctx.is(sizeOf(a, 0).Eq(sizeOf(x, 0))) && ctx.is(sizeOf(a, 1).Eq(one)) && ctx.is(sizeOf(b, 0).Eq(one)) && ctx.is(sizeOf(b, 1).Eq(sizeOf(y, 1)))
}

func isSmallFloat(d tensor.DType) bool { return d.IsFloat() && d.Size() == 1 }

func scaledProduct(ctx *Context, x, y, scaleX, scaleY, bias Value, d tensor.DType) Value {
	check(dimOf(x) == 2, "mat1 must be a matrix")
	check(dimOf(y) == 2, "mat2 must be a matrix")
	m, k, n := sizeOf(x, 0), sizeOf(y, 0), sizeOf(y, 1)
	check(expectSame(ctx, sizeOf(x, 1), k), "mat_a and mat_b shapes cannot be multiplied (%sx%s and %sx%s)", m, sizeOf(x, 1), k, n)
	if !isSmallFloat(dtypeOf(x)) || !isSmallFloat(dtypeOf(y)) {
		throw("ValueError", "Invalid scaling configuration.")
	}
	wide := func(v Value) Value { return ctx.toDType(v, tensor.Float32) }
	product := ctx.mul(ctx.mul(ctx.matmul(wide(x), wide(y)), scaleX), scaleY)
	if isTensor(bias) {
		length := numelOf(bias)
		check(expectSame(ctx, length, n), "Bias must be size %s but got %s", n, length)
		product = ctx.add(product, wide(bias))
	}
	return ctx.toDType(ctx.reshape(product, []symbolic.Int{m, n}), d)
}

// productByRecipes is the form in which lists say what the scales belong to: 0 for the whole matrix, 1 for rows and columns.
func productByRecipes(ctx *Context, a Args) []Value {
	x, y, scalesX, scalesY, recipesX, recipesY := a[0], a[1], a.list(2), a.list(5), a.list(3), a.list(6)
	recipe := func(n int64) bool {
		return len(recipesX) == 1 && len(recipesY) == 1 && recipesX[0] == n && recipesY[0] == n && len(scalesX) == 1 && len(scalesY) == 1
	}
	if !(recipe(0) && scalesWhole(scalesX[0], scalesY[0])) && !(recipe(1) && scalesRows(ctx, x, y, scalesX[0], scalesY[0])) {
		throw("ValueError", "Invalid scaling configuration for _scaled_mm_v2: unsupported recipe(s). Got mat_a.dtype=%s, mat_b.dtype=%s, recipe_a.size()=%d, recipe_b.size()=%d",
			dtypeOf(x).ScalarName(), dtypeOf(y).ScalarName(), len(recipesX), len(recipesY))
	}
	return result(scaledProduct(ctx, x, y, scalesX[0], scalesY[0], a[8], a.dtype(9, dtypeOf(x))))
}
