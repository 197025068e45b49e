package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Operators that PyTorch keeps for itself, by name or by place, and that its compilers, its decompositions and its tests call.

var _ = addTable([]entry{
	{S: "_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		x := a[0]
		if a.none(2) && dtypeOf(x).IsIntOrBool() {
			x = ctx.toDType(x, ctx.DefaultDType())
		}
		hidden := ctx.call1("all.dim", ctx.call1("eq.Scalar", a[0], math.Inf(-1)), a[1], true)
		p := ctx.call1("softmax.int", ctx.call1("masked_fill.Scalar", x, hidden, int64(0)), a[1], a[2])
		return result(ctx.call1("masked_fill.Scalar", p, hidden, int64(0)))
	}},
	{S: "_chunk_cat(Tensor[] tensors, int dim, int num_chunks) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: chunkCat},
	{S: "_unsafe_masked_index(Tensor self, Tensor mask, Tensor?[] indices, Scalar fill) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		picked := ctx.call1("index.Tensor", a[0], clampedIndices(ctx, a[0], a.list(2)))
		return ctx.call("masked_fill.Scalar", picked, ctx.call1("logical_not", a[1]), a[3])
	}},
	{S: "_unsafe_masked_index_put_accumulate(Tensor self, Tensor mask, Tensor?[] indices, Tensor values) -> Tensor", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		values := ctx.call1("masked_fill.Scalar", a[3], ctx.call1("logical_not", a[1]), int64(0))
		return ctx.call("index_put", a[0], clampedIndices(ctx, a[0], a.list(2)), values, true)
	}},
	{S: "native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor", NoTangent: "native_dropout_backward", In: asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return result(ctx.mul(a[0], ctx.mul(ctx.toDType(a[1], dtypeOf(a[0])), a[2])))
	}},
	{S: "_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) running_mean, Tensor(b!) running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("native_batch_norm", a...)
	}},
	{S: "_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("native_batch_norm", a[0], a[1], a[2], nil, nil, a[3], a[4], a[5])
	}},
	{S: "_batch_norm_with_update(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) running_mean, Tensor(b!) running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor)", In: 0, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		r := ctx.call("native_batch_norm", a[0], a[1], a[2], a[3], a[4], true, a[5], a[6])
		return append(append([]Value(nil), r...), ctx.call1("empty.memory_format", ints(0), tensor.Uint8))
	}},
	{S: "hash_tensor(Tensor self, int[1] dim=[], *, bool keepdim=False, int mode=0) -> Tensor", In: asFunction | asMethod | asOut, NonDiff: true, Meta: func(ctx *Context, a Args) []*Fake {
		check(a.int(3) == 0, "Unknown hash_tensor mode: %d", a.int(3))
		f := a.fake(0)
		dims := wrappedDims(a.ints(1), len(f.Sizes))
		for _, d := range a.ints(1) {
			checkNotEmpty("hash_tensor: Expected reduction dim %d to have non-zero size.", f, wrapDim(d, len(f.Sizes)))
		}
		check(len(a.ints(1)) > 0 || !ctx.is(numelOf(a[0]).Eq(zero)), "hash_tensor: Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.")
		if f.DType.IsComplex() {
			notImplemented("xor_sum_cpu", f.DType)
		}
		return fakes(NewFake(tensor.Uint64, reduceSizes(f, dims, a.bool(2))))
	}, Kernel: hashTensor},
})

// clampedIndices brings indices into the tensor that they pick from: what lies outside is masked.
func clampedIndices(ctx *Context, x Value, indices []Value) []Value {
	out := append([]Value(nil), indices...)
	for i, index := range out {
		if index != nil {
			n := sizeOf(x, i)
			out[i] = ctx.call1("clamp", index, intValue(n.Neg()), intValue(n.Sub(one)))
		}
	}
	return out
}

// chunkCat pads each tensor along a dimension to a multiple of the number of chunks, and joins the first chunks, the second ones, and so on.
func chunkCat(ctx *Context, a Args) []Value {
	tensors, chunks := a.list(0), symbolic.IntOf(int64(a.int(2)))
	check(len(tensors) > 0, "_chunk_cat expects a non-empty input tensor list")
	check(a.int(2) >= 1, "_chunk_cat expects positive num_chunks")
	first := sizesOf(tensors[0])
	for _, t := range tensors {
		check(a.int(1) >= 0 || dimOf(t) == len(first), "_chunk_cat expects non-negative dim when input tensors have different ndims")
	}
	d := wrapDim(a.int(1), len(first))
	parts := make([]Value, len(tensors))
	for i, t := range tensors {
		sizes := sizesOf(t)
		check(d < len(sizes), "_chunk_cat expects dim < ndim for all input tensors")
		check(!ctx.is(numelOf(t).Eq(zero)), "_chunk_cat expects non-empty tensor")
		check(dtypeOf(t) == dtypeOf(tensors[0]), "_chunk_cat expects all input tensors with the same dtype")
		check(sameSizes(ctx, sizes[:d], first[:d]), "_chunk_cat expects same sizes of 0,...,dim-1 dimensions for all tensors")
		short := chunks.Sub(sizes[d].Mod(chunks)).Mod(chunks)
		if !ctx.is(short.Eq(zero)) {
			pad := make([]Value, 2*(len(sizes)-d))
			for k := range pad {
				pad[k] = int64(0)
			}
			pad[len(pad)-1] = intValue(short)
			t = ctx.call1("constant_pad_nd", t, pad, int64(0))
		}
		rest := productOf(sizesOf(t)[d:]).FloorDiv(chunks)
		parts[i] = ctx.reshape(t, append(append([]symbolic.Int(nil), sizes[:d]...), chunks, rest))
	}
	return ctx.call("cat", parts, int64(d+1))
}

// wrappedDims are the dimensions that a reduction names, all where it names none.
func wrappedDims(dims []int, n int) []int {
	var out []int
	for _, d := range dims {
		d = wrapDim(d, n)
		check(!slices.Contains(out, d), "dim %d appears multiple times in the list of dims", d)
		out = append(out, d)
	}
	if len(dims) == 0 {
		for d := range n {
			out = append(out, d)
		}
	}
	return out
}

// hashTensor is the exclusive or of the elements, as 64-bit integers or as the bits of float64.
func hashTensor(_ *Context, a Args, out []*tensor.Tensor) {
	t := a.tensor(0)
	reduced := map[int]bool{}
	for _, d := range wrappedDims(a.ints(1), t.Dim()) {
		reduced[d] = true
	}
	var bits []uint64
	if t.DType().IsFloat() {
		for _, v := range t.Floats() {
			bits = append(bits, math.Float64bits(v))
		}
	} else {
		for _, v := range t.Ints() {
			bits = append(bits, uint64(v))
		}
	}
	values := make([]int64, out[0].Numel())
	for i, v := range bits {
		at, rest, place := 0, i, 1
		for d := t.Dim() - 1; d >= 0; d-- {
			if n := t.Size(d); !reduced[d] {
				at += rest % n * place
				place *= n
				rest /= n
			} else {
				rest /= n
			}
		}
		values[at] ^= int64(v)
	}
	tensor.StoreInts(out[0], values)
}
