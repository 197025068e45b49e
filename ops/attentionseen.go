package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Attention as PyTorch dispatches it on the CPU, for modes of scripts: one operator for blocks of heads where the operands allow, else products
// with both operands scaled, so that each product stays small, and a softmax that gives zeros for rows that are hidden whole.

var _ = addTable([]entry{
	{S: "_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float dropout_p=0.0, bool is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor output, Tensor logsumexp)", NoTangent: "_scaled_dot_product_flash_attention_for_cpu", In: asFunction, Stats: out1,
		Meta: func(ctx *Context, a Args) []*Fake {
			q := a.fake(0)
			check(len(q.Sizes) == 4 && a.float(3) == 0, "scaled_dot_product_attention_flash_attention: Accept only 4 dims inputs shape of {B, H, T, K} without dropout")
			sums := NewFake(q.DType, q.Sizes[:3])
			if q.DType == tensor.Float16 || q.DType == tensor.BFloat16 {
				sums.DType = tensor.Float32
			}
			return fakes(like(ctx, q, q.DType), sums)
		}, Eager: func(ctx *Context, a Args) []Value {
			q, k, v, mask, causal, scale := seenOperands(ctx, a, 5)
			r := ctx.call("_fused_attention", q, k, v, mask, causal, scale)
			return []Value{storedAs(r[0], like(ctx, a.fake(0), dtypeOf(a[0]))), r[1]}
		}, GradName: "ScaledDotProductFlashAttentionForCpuBackward0", Saves: in0 | in1 | in2 | in5 | out0 | out1, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			var mask Value
			if !s.Args().none(5) {
				mask = s.In(5)
			}
			var r []Value
			if ctx.gradEnabled {
				r = seenGradients(ctx, Args{g[0], s.In(0), s.In(1), s.In(2), nil, nil, 0.0, s.Arg(4), mask, s.Arg(6)})
			} else {
				r = ctx.call("_scaled_dot_product_flash_attention_for_cpu_backward", g[0], s.In(0), s.In(1), s.In(2), s.Out(0), s.Out(1), 0.0, s.Arg(4), mask, s.Arg(6))
			}
			out := make([]Value, len(s.Args()))
			for i := range 3 {
				if s.Need(i) {
					out[i] = r[i]
				}
			}
			return out
		}},
	{S: "_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, Tensor out, Tensor logsumexp, float dropout_p, bool is_causal, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor grad_query, Tensor grad_key, Tensor grad_value)", In: asFunction,
		Meta: func(ctx *Context, a Args) []*Fake {
			var out []*Fake
			for i := 1; i <= 3; i++ {
				out = append(out, ordered(a.fake(i)))
			}
			return out
		}, Eager: func(ctx *Context, a Args) []Value {
			out := seenGradients(ctx, a)
			for i, g := range out {
				out[i] = storedAs(g, ordered(a.fake(1+i)))
			}
			return out
		}, Grad: notDerived("_scaled_dot_product_flash_attention_for_cpu_backward"), GradName: notImplementedNode},
})

// ordered lays the gradient of a tensor [batch, head, position, element] out by positions before heads, as the kernel has it.
func ordered(of *Fake) *Fake {
	s := of.Sizes
	f := NewFake(of.DType, s)
	f.Device = of.Device
	f.Strides = []symbolic.Int{s[1].Mul(s[2]).Mul(s[3]), s[3], s[1].Mul(s[3]), one}
	return f
}

// storedAs is v with the type and the strides of f.
func storedAs(v Value, f *Fake) Value {
	out := tensor.NewStrided(f.DType, constants(f.Sizes), constants(f.Strides))
	tensor.Copy(out, v.(*tensor.Tensor))
	return out
}

// seenOperands are the operands in a type to compute in, with as many heads of keys and values as of queries; the arguments from maskAt are the mask and the scale.
func seenOperands(ctx *Context, a Args, maskAt int) (q, k, v, mask Value, causal bool, scale float64) {
	q, k, v, mask = inSingle(ctx, a[0]), inSingle(ctx, a[1]), inSingle(ctx, a[2]), a[maskAt]
	if mask != nil {
		mask = ctx.toDType(mask, dtypeOf(q))
	}
	if n := sizeOf(q, 1).FloorDiv(sizeOf(k, 1)); !isConst(n, 1) {
		k, v = ctx.call1("repeat_interleave.self_int", k, intValue(n), int64(1)), ctx.call1("repeat_interleave.self_int", v, intValue(n), int64(1))
	}
	scale = a.floatOr(maskAt+1, 0)
	if a.none(maskAt + 1) {
		scale = 1 / math.Sqrt(ctx.factor(q, sizeOf(q, -1)))
	}
	return q, k, v, mask, a.bool(maskAt - 1), scale
}

// seenGradients are those of query, key and value, in differentiable operators; a has the arguments of the operator for them.
func seenGradients(ctx *Context, a Args) []Value {
	q, k, v, mask, causal, scale := seenOperands(ctx, append(slices.Clone(a[1:4]), append(Args{a[6]}, a[7:]...)...), 5)
	w := attentionWeights(ctx, q, k, mask, causal, scale)
	out := attentionGradients(ctx, inSingle(ctx, a[0]), q, k, v, mask, w, scale, [4]bool{true, true, true})[:3]
	for i, g := range out {
		if s := sizesOf(a[1+i]); !sameSize(ctx, s[1], sizeOf(g, 1)) { // the heads of a group have one key and value
			g = ctx.sumDim(ctx.reshape(g, []symbolic.Int{s[0], s[1], sizeOf(g, 1).FloorDiv(s[1]), s[2], s[3]}), false, 2)
		}
		out[i] = ctx.toDType(g, dtypeOf(a[1+i]))
	}
	return out
}

// seenAttention is attention where a mode of scripts looks on.
func seenAttention(ctx *Context, q, k, v, mask Value, p float64, causal bool, scale Value, grouped bool) Value {
	flat := dimOf(q) == 3 && dimOf(k) == 3 && dimOf(v) == 3
	if flat {
		q, k, v = ctx.unsqueeze(q, 0), ctx.unsqueeze(k, 0), ctx.unsqueeze(v, 0)
		for mask != nil && (dimOf(mask) == 2 || dimOf(mask) == 3) {
			mask = ctx.unsqueeze(mask, 0)
		}
	}
	var out Value
	if p == 0 && byBlocks(ctx, q, k, v, mask, grouped) {
		out = ctx.call1("_scaled_dot_product_flash_attention_for_cpu", q, k, v, 0.0, causal, asAddend(ctx, mask, dtypeOf(q)), scale)
	} else {
		out, _ = attentionByProducts(ctx, q, k, v, mask, nil, p, causal, scale, grouped)
	}
	if flat {
		out = ctx.squeeze(out, 0)
	}
	return out
}

// byBlocks says whether PyTorch's kernel takes the operands.
func byBlocks(ctx *Context, q, k, v, mask Value, grouped bool) bool {
	fq, fk, fv := metaOf(q), metaOf(k), metaOf(v)
	for _, f := range []*Fake{fq, fk, fv} {
		if len(f.Sizes) != 4 || f.Strides[3] != one || f.DType != fq.DType || isConst(f.Sizes[2], 0) || !sameSize(ctx, f.Sizes[0], fq.Sizes[0]) || !sameSize(ctx, f.Sizes[3], fq.Sizes[3]) {
			return false
		}
	}
	if !grouped && !sameSize(ctx, fk.Sizes[1], fq.Sizes[1]) || !sameSize(ctx, fk.Sizes[1], fv.Sizes[1]) || !fq.DType.IsFloat() {
		return false
	}
	if mask == nil {
		return true
	}
	if ctx.gradEnabled && RequiresGrad(mask) {
		return false
	}
	m := sizesOf(mask)
	scores := []symbolic.Int{fq.Sizes[0], fq.Sizes[1], fq.Sizes[2], fk.Sizes[2]}
	for i, n := range m {
		if len(m) != 2 && len(m) != 4 || !isConst(n, 1) && !sameSize(ctx, n, scores[4-len(m)+i]) {
			return false
		}
	}
	return true
}

// asAddend turns a mask of truth values to one that is added: 0 where the score stays.
func asAddend(ctx *Context, mask Value, d tensor.DType) Value {
	if mask == nil || dtypeOf(mask) != tensor.Bool {
		return mask
	}
	hidden := ctx.call1("scalar_tensor", math.Inf(-1), d, nil, metaOf(mask).Device)
	kept := ctx.call1("scalar_tensor", 0.0, d, tensor.Strided, metaOf(mask).Device)
	return ctx.call1("where.self", mask, kept, hidden)
}

// attentionByProducts gives the result and the weights. Where kept is given, it says which weights stay in place of a draw.
func attentionByProducts(ctx *Context, q, k, v, mask, kept Value, p float64, causal bool, scale Value, grouped bool) (out, weights Value) {
	d := dtypeOf(q)
	if grouped {
		repeat := func(x Value) Value {
			return ctx.call1("repeat_interleave.self_int", x, intValue(sizeOf(q, -3).FloorDiv(sizeOf(x, -3))), int64(-3))
		}
		k, v = repeat(k), repeat(v)
	}
	wide := inSingle(ctx, q)
	wideK, wideV := inSingle(ctx, k), v
	if wide != q {
		wideV = inSingle(ctx, v)
	}
	factor := 1 / math.Sqrt(ctx.factor(q, sizeOf(q, -1)))
	if scale != nil {
		factor = toFloat(scale)
	}
	byQuery, byKey := math.Sqrt(math.Abs(factor)), math.Sqrt(math.Abs(factor))
	if factor < 0 {
		byQuery = -byQuery
	}
	x := ctx.call1("mul.Scalar", wide, byQuery)
	if causal {
		ones := ctx.call1("ones", []Value{intValue(sizeOf(q, -2)), intValue(sizeOf(k, -2))}, tensor.Bool, tensor.Strided, metaOf(q).Device)
		mask = ctx.call1("tril", ones)
	}
	mask = asAddend(ctx, mask, dtypeOf(wide))
	y := ctx.call1("mul.Scalar", ctx.transpose(wideK, -2, -1), byKey)
	scores := ctx.matmul(x, y)
	if mask != nil {
		scores = ctx.add(scores, mask)
	}
	w := ctx.call1("_safe_softmax", scores, int64(-1))
	if kept != nil {
		hidden := ctx.maskedFill(w, ctx.call1("logical_not", kept), 0.0)
		return ctx.toDType(ctx.matmul(hidden, ctx.mul(wideV, 1/(1-p))), d), ctx.toDType(w, d)
	}
	if p > 0 {
		w = ctx.call1("dropout", w, p, true)
	}
	return ctx.toDType(ctx.matmul(w, wideV), d), ctx.toDType(w, d)
}
