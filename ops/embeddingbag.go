package ops

import (
	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// embeddingBag sums, averages or maximises rows of a table by bags: the rows of a matrix of indices, or the stretches of a vector of
// indices that begin at offsets. Rows with the padding index are left out.
func embeddingBag(ctx *Context, a Args) []Value {
	ix, w, offsets := a[0], a[1], a[2]
	if d := dtypeOf(w); dimOf(w) == 1 || d == tensor.Int64 || d == tensor.Int32 { // the arguments of old, in the other order
		ix, w = w, ix
	}
	mode, each := a.str(6), a[8]
	ix, offsets, each = bagsInARow(ctx, ix, offsets, each, a.bool(9))
	checkBags(ctx, ix, w, offsets, each, mode, a)
	if !a.none(3) {
		renormEmbedding(ctx, w, ix, a.float(3), a.float(4))
	}
	n, width, bags := numelOf(ix), sizeOf(w, 1), numelOf(offsets)
	if a.bool(9) {
		bags = bags.Sub(one)
		offsets = ctx.narrow(offsets, 0, zero, bags)
	}
	empty := ctx.call1("new_zeros", w, sizeList([]symbolic.Int{bags, width}))
	if isConst(bags, 0) {
		return result(empty)
	}
	rows := ctx.call1("embedding", w, ix, int64(-1), a.bool(5), a.bool(7))
	if each != nil {
		rows = ctx.mul(rows, ctx.unsqueeze(each, -1))
	}
	// each row goes to the bag whose offset is the last one at or before it
	bag := ctx.sub(ctx.call1("bucketize.Tensor", ctx.call1("arange", intValue(n)), offsets, false, true), int64(1))
	counted := ctx.call1("new_ones", w, sizeList([]symbolic.Int{n}))
	if !a.none(10) {
		padding := a.int(10)
		if padding < 0 {
			padding += ctx.fixed(sizeOf(w, 0))
		}
		kept := ctx.call1("ne.Scalar", ix, int64(padding))
		counted = ctx.mul(counted, kept)
		rows = ctx.where(ctx.unsqueeze(kept, 1), rows, tensor.Scalar(dtypeOf(w), pick(mode == "max", math.Inf(-1), 0)))
	}
	sums := ctx.call1("index_add", ctx.call1("new_zeros", w, sizeList([]symbolic.Int{bags})), int64(0), bag, counted)
	if mode == "max" {
		places := ctx.expand(ctx.unsqueeze(bag, 1), []symbolic.Int{n, width})
		most := ctx.call1("scatter_reduce.two", empty, int64(0), places, rows, "amax", false)
		return result(ctx.where(ctx.unsqueeze(ctx.call1("gt.Scalar", sums, int64(0)), 1), most, empty))
	}
	total := ctx.call1("index_add", empty, int64(0), bag, rows)
	if mode == "sum" {
		return result(total)
	}
	return result(ctx.div(total, ctx.unsqueeze(ctx.call1("clamp", sums, int64(1), nil), 1)))
}

// bagsInARow brings a matrix of indices to a vector with offsets.
func bagsInARow(ctx *Context, ix, offsets, each Value, last bool) (Value, Value, Value) {
	switch dimOf(ix) {
	case 2:
		if offsets != nil {
			throw("ValueError", "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences. However, found offsets of type %s", "<class 'torch.Tensor'>")
		}
		sameAsInput(ctx, ix, each)
		rows, length := sizeOf(ix, 0), sizeOf(ix, 1)
		offsets = ctx.mul(ctx.call1("arange", intValue(rows)), intValue(length))
		if last {
			offsets = ctx.mul(ctx.call1("arange", intValue(rows.Add(one))), intValue(length))
		}
		flat := []symbolic.Int{numelOf(ix)}
		if each != nil {
			each = ctx.reshape(each, flat)
		}
		return ctx.reshape(ix, flat), offsets, each
	case 1:
		if offsets == nil {
			throw("ValueError", "offsets has to be a 1D Tensor but got None")
		}
		if dimOf(offsets) != 1 {
			throw("ValueError", "offsets has to be a 1D Tensor")
		}
		sameAsInput(ctx, ix, each)
		return ix, offsets, each
	}
	throw("ValueError", "input has to be 1D or 2D Tensor, but got Tensor of dimension %d", dimOf(ix))
	return nil, nil, nil
}

func sameAsInput(ctx *Context, ix, each Value) {
	if each != nil && !sameSizes(ctx, sizesOf(ix), sizesOf(each)) {
		throw("ValueError", "embedding_bag: If per_sample_weights (torch.Size(%s)) is not None, then it must have the same shape as the input (torch.Size(%s))", sizesText(sizesOf(each)), sizesText(sizesOf(ix)))
	}
}

func checkBags(ctx *Context, ix, w, offsets, each Value, mode string, a Args) {
	switch mode {
	case "sum", "mean", "max":
	default:
		throw("ValueError", "mode has to be one of sum, mean or max")
	}
	if mode == "max" && a.bool(5) {
		throw("ValueError", "max mode does not support scaling the gradient by the frequency")
	}
	if mode == "max" && a.bool(7) {
		throw("ValueError", "max mode does not support sparse weights")
	}
	if each != nil && mode != "sum" {
		throw("NotImplementedError", "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' (got mode='%s'). Please open a feature request on GitHub.", mode)
	}
	if !a.none(10) {
		n, p := ctx.fixed(sizeOf(w, 0)), a.int(10)
		check(p >= -n && p < n, "padding_idx must be within the number of embeddings, -%d through %d, but got %d", n, n-1, p)
	}
	for _, v := range []Value{ix, offsets} { // they are brought to one type first, so PyTorch names the indices for both
		if d := dtypeOf(v); d != tensor.Int64 && d != tensor.Int32 {
			throwRuntime("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got %s instead (while checking arguments for embedding_bag)", LegacyTypeName(d))
		}
	}
	if each != nil && dtypeOf(each) != dtypeOf(w) {
		throwRuntime("Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 'per_sample_weights'; but type %s does not equal %s (while checking arguments for embedding_bag)", LegacyTypeName(dtypeOf(w)), LegacyTypeName(dtypeOf(each)))
	}
	t, plain := readable(offsets)
	if !plain || t.Numel() == 0 {
		return
	}
	at := t.Ints()
	check(at[0] == 0, "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got %d", at[0])
	if n, known := numelOf(ix).Const(); known {
		check(at[len(at)-1] <= n, "offsets[-1] can not be greater than input's length %d but got offsets[-1] of %d", n, at[len(at)-1])
	}
}
