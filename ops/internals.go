package ops

import (
	"math"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Operators with an underscore in front that libraries and tests call: the forms that PyTorch's own front ends go through.

var _ = addTable(append([]entry{
	{S: "_aminmax(Tensor self) -> (Tensor, Tensor)", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("aminmax", a[0]) }},
	{S: "_aminmax.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor, Tensor)", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("aminmax", a[0], a[1], a[2]) }},
	{S: "_stack(Tensor[] tensors, int dim=0) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("stack", a[0], a[1]) }},
	{S: "_conj_physical(Tensor self) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: conjugateCopied},
	{S: "_logcumsumexp(Tensor self, int dim) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("logcumsumexp", a[0], a[1]) }},
	{S: "_add_relu.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor", In: asFunction, Whole: true, Decomp: addAndRelu},
	{S: "_add_relu.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", In: asFunction, Whole: true, Decomp: addAndRelu},
	{S: "_addmm_activation(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, bool use_gelu=False) -> Tensor", In: asFunction | asMethod | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		sum := ctx.call1("addmm", a[0], a[1], a[2], a[3], a[4])
		if a.bool(5) {
			return ctx.call("gelu", sum)
		}
		return ctx.call("relu", sum)
	}},
	{S: "_int_mm(Tensor self, Tensor mat2) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: intProduct},
	{S: "_convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups, bool benchmark, bool deterministic, bool cudnn_enabled, bool allow_tf32) -> Tensor", In: asFunction, Whole: true, Decomp: convolutionOfSettings},
	{S: "_convolution.deprecated(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, int[] output_padding, SymInt groups, bool benchmark, bool deterministic, bool cudnn_enabled) -> Tensor", In: asFunction, Decomp: convolutionOfSettings},
	{S: "_shape_as_tensor(Tensor self) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		var sizes []Value
		for _, n := range sizesOf(a[0]) {
			sizes = append(sizes, ctx.call1("scalar_tensor", intValue(n), tensor.Int64))
		}
		if sizes == nil {
			return ctx.call("empty.memory_format", []Value{int64(0)}, tensor.Int64)
		}
		return ctx.call("stack", sizes)
	}},
	{S: "_convert_indices_from_coo_to_csr(Tensor self, int size, *, bool out_int32=False) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		checkIndexType("convert_indices_from_coo_to_csr_cpu", a[0])
		check(dimOf(a[0]) == 1, "Input is supposed to be a vector, but got %d dimensional tensor.", dimOf(a[0]))
		rows := ctx.call1("arange", int64(a.int(1)+1), dtypeOf(a[0]))
		return ctx.call("searchsorted.Tensor", a[0], rows, a[2])
	}},
	{S: "_convert_indices_from_csr_to_coo(Tensor crow_indices, Tensor col_indices, *, bool out_int32=False, bool transpose=False) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: rowsOfPointers},
	{S: "_scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0., bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None, bool enable_gqa=False) -> (Tensor, Tensor)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		check(a.none(3) || !a.bool(5), "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
		mask := a[3]
		if mask != nil { // truth values are added as they are
			mask = ctx.toDType(mask, dtypeOf(a[0]))
		}
		out, weights := attentionByProducts(ctx, a[0], a[1], a[2], mask, a[6], a.float(4), a.bool(5), a[7], a.bool(8))
		return []Value{out, weights}
	}},
	{S: "_fused_sdp_choice(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0., bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> int", In: asFunction, Answer: true, Eager: func(ctx *Context, a Args) []Value {
		if a.float(4) == 0 && byBlocks(ctx, a[0], a[1], a[2], a[3], a.bool(7)) {
			return result(int64(1))
		}
		return result(int64(0))
	}},
	{S: "_transform_bias_rescale_qkv(Tensor qkv, Tensor qkv_bias, int num_heads) -> (Tensor, Tensor, Tensor)", In: asFunction, Whole: true, Decomp: headsOfProjection},
}, casts()...))

// casts are the conversions that are named after the element type.
func casts() []entry {
	var all []entry
	for _, to := range []struct {
		name string
		d    tensor.DType
	}{{"Byte", tensor.Uint8}, {"Char", tensor.Int8}, {"Double", tensor.Float64}, {"Float", tensor.Float32}, {"Int", tensor.Int32}, {"Long", tensor.Int64}, {"Short", tensor.Int16}, {"Half", tensor.Float16}} {
		all = append(all, entry{S: "_cast_" + to.name + "(Tensor self, bool non_blocking=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
			return result(ctx.toDType(a[0], to.d))
		}})
	}
	return all
}

func addAndRelu(ctx *Context, a Args) []Value {
	return ctx.call("relu", ctx.call1(overload("add", a[1]), a[0], a[1], a[2]))
}

// convolutionOfSettings is the convolution that the last arguments say nothing about: they choose kernels of other devices.
func convolutionOfSettings(ctx *Context, a Args) []Value { return ctx.call("convolution", a[:9]...) }

// intProduct is the product of two matrices of eight-bit integers, summed in 32 bits.
func intProduct(ctx *Context, a Args) []Value {
	x, y := metaOf(a[0]), metaOf(a[1])
	for _, m := range []struct {
		name string
		f    *Fake
	}{{"self", x}, {"mat2", y}} {
		check(len(m.f.Sizes) == 2, "int_mm_out_cpu: Expected %s to be of dimension 2 but got %d", m.name, len(m.f.Sizes))
	}
	check(sameSize(ctx, x.Sizes[1], y.Sizes[0]), "int_mm_out_cpu: self.size(1) needs to match mat2.size(0) but got %s and %s", x.Sizes[1], y.Sizes[0])
	check(x.DType == tensor.Int8 || x.DType == tensor.Uint8, "int_mm_out_cpu: Expected self dtype to be int8 or uint8 but got %s", strings.ToLower(x.DType.ScalarName()))
	check(y.DType == tensor.Int8, "int_mm_out_cpu: Expected mat2 dtype to be int8 but got %s", strings.ToLower(y.DType.ScalarName()))
	return ctx.call("mm", ctx.toDType(a[0], tensor.Int32), ctx.toDType(a[1], tensor.Int32))
}

// headsOfProjection splits packed projections [B, T, 3·D] into queries, keys and values of each head [B, H, T, D/H], with
// the bias added and the queries divided by the root of the head's size.
func headsOfProjection(ctx *Context, a Args) []Value {
	sizes, heads := sizesOf(a[0]), symbolic.IntOf(int64(a.int(2)))
	check(len(sizes) == 3, "expected 3D `qkv`, got %dD tensor", len(sizes))
	width := sizes[2].FloorDiv(symbolic.IntOf(3))
	head := width.FloorDiv(heads)
	parts := ctx.view(ctx.add(a[0], a[1]), []symbolic.Int{sizes[0], sizes[1], symbolic.IntOf(3), heads, head})
	out := make([]Value, 3)
	for i := range out {
		out[i] = ctx.call1("contiguous", ctx.transpose(ctx.selectAt(parts, 2, int64(i)), 1, 2))
	}
	out[0] = ctx.div(out[0], math.Sqrt(ctx.factor(a[0], head)))
	return out
}

func checkIndexType(kernel string, v Value) {
	if d := dtypeOf(v); d.IsFloat() || d.IsComplex() || d == tensor.Bool {
		notImplemented(kernel, d)
	}
}

// rowsOfPointers gives the indices of a compressed tensor's values, one row for each dimension: which matrix of a batch, row, column.
func rowsOfPointers(ctx *Context, a Args) []Value {
	pointers, columns, d := a[0], a[1], tensor.Int64
	checkIndexType("convert_indices_from_csr_to_coo_cpu", pointers)
	if a.bool(2) {
		d = tensor.Int32
	}
	sizes := sizesOf(columns)
	n := sizes[len(sizes)-1]
	at := ctx.call1("contiguous", ctx.expand(ctx.call1("arange", intValue(n), dtypeOf(pointers)), sizes))
	rows := ctx.sub(ctx.call1("searchsorted.Tensor", pointers, at, a[2], true), int64(1))
	list := []Value{rows, ctx.toDType(columns, d)}
	if a.bool(3) {
		list[0], list[1] = list[1], list[0]
	}
	for i, size := range sizes[:len(sizes)-1] {
		shape := make([]symbolic.Int, len(sizes))
		for k := range shape {
			shape[k] = one
		}
		shape[i] = size
		place := ctx.expand(ctx.view(ctx.call1("arange", intValue(size), d), shape), sizes)
		list = append(list[:i:i], append([]Value{place}, list[i:]...)...)
	}
	flat := ctx.call1("stack", list)
	return result(ctx.call1("flatten.using_ints", flat, int64(1), int64(-1)))
}
