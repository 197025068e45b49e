package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

const bagParams = "(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)"

var _ = addTable([]entry{
	{S: "embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False) -> (Tensor, Tensor, Tensor, Tensor)", NoTangent: "_embedding_bag", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return bags(ctx, append(slices.Clone(a[:8]), nil))
	}},
	{S: "embedding_bag.padding_idx(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse, Tensor? per_sample_weights, bool include_last_offset, int? padding_idx) -> (Tensor, Tensor, Tensor, Tensor)", NoTangent: "_embedding_bag", In: asFunction, Decomp: bags},
	{S: "_embedding_bag" + bagParams, In: asFunction, Whole: true, GradName: "EmbeddingBagBackward0", Stats: out1 | out2 | out3, Decomp: func(ctx *Context, a Args) []Value { return bagsOfRows(ctx, a, false) }},
	{S: "_embedding_bag_forward_only" + bagParams, In: asFunction, Whole: true, NonDiff: true, Decomp: func(ctx *Context, a Args) []Value { return bagsOfRows(ctx, a, true) }},
	{S: "embedding_renorm_(Tensor(a!) self, Tensor indices, float max_norm, float norm_type) -> Tensor(a!)", In: asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		if d := dtypeOf(a[1]); d != tensor.Int64 && d != tensor.Int32 {
			throwRuntime("Expected tensor for argument #2 'indices' to have one of the following scalar types: Long, Int; but got %s instead (while checking arguments for embedding_renorm_)", typeText(d))
		}
		renormEmbedding(ctx, a[0], a[1], a.float(2), a.float(3))
		return result(a[0])
	}},
})

// The modes of bags, as operators number them.
const (
	bagSum = iota
	bagMean
	bagMax
)

var bagModes = []string{"sum", "mean", "max"}

// embeddingBag is the function of modules: bags are the rows of a matrix of indices, or the stretches of a vector of indices that begin at offsets.
func embeddingBag(ctx *Context, a Args) []Value {
	ix, w, offsets := a[0], a[1], a[2]
	if d := dtypeOf(w); dimOf(w) == 1 || d == tensor.Int64 || d == tensor.Int32 { // the arguments of old, in the other order
		ix, w = w, ix
	}
	mode, each := a.str(6), a[8]
	ix, offsets, each = bagsInARow(ctx, ix, offsets, each, a.bool(9))
	checkBags(ctx, w, each, mode, a)
	if !a.none(3) {
		renormLooked(ctx, w, ix, a.float(3), a.float(4))
	}
	return ctx.call("embedding_bag.padding_idx", w, ix, offsets, a[5], int64(slices.Index(bagModes, mode)), a[7], each, a[9], a[10])[:1]
}

// bags checks the arguments and takes the operator that keeps what the derivative needs, where there is to be one.
func bags(ctx *Context, a Args) []Value {
	w, ix, offsets, each := a[0], a[1], a[2], a[6]
	mode := a.int(4)
	check(mode >= bagSum && mode <= bagMax, "`mode` must be sum, mean, or max.")
	check(each == nil || mode == bagSum, "embedding_bag: per_sample_weights only supported with mode='sum'")
	padding := int64(-1)
	if !a.none(8) {
		n, p := ctx.fixed(sizeOf(w, 0)), a.int(8)
		check(p >= -n && p < n, "padding_idx must be within the number of embeddings, -%d through %d, but got %d", n, n-1, p)
		padding = int64(p)
		if p < 0 {
			padding += int64(n)
		}
	}
	if d := ctx.ResultType(ix, offsets); d != dtypeOf(ix) && (d == tensor.Int64 || d == tensor.Int32) {
		ix = ctx.toDType(ix, d)
	}
	checkIndices(ix, w, offsets, each)
	if n, known := sizeOf(offsets, 0).Const(); known && a.bool(7) {
		check(n > 0, "include_last_offset: number of offset should be at least 1")
	}
	if d := promotedBags(ix, offsets); d != dtypeOf(ix) || d != dtypeOf(offsets) {
		ix, offsets = ctx.toDType(ix, d), ctx.toDType(offsets, d)
	}
	name := "_embedding_bag_forward_only"
	if RequiresGrad(w) || each != nil && RequiresGrad(each) {
		name = "_embedding_bag"
	}
	return ctx.call(name, w, ctx.call1("contiguous", ix), ctx.call1("contiguous", offsets), a[3], a[4], a[5], each, a[7], padding)
}

func promotedBags(ix, offsets Value) tensor.DType {
	if dtypeOf(ix) == tensor.Int32 && dtypeOf(offsets) == tensor.Int32 {
		return tensor.Int32
	}
	return tensor.Int64
}

// bagsOfRows sums, averages or maximises rows of a table by bags. Rows with the padding index are left out. Beside the bags it gives the bag of
// each index, what the bags count, and for maxima the indices that they were found at; sums of rows that a kernel of PyTorch adds up
// have no more than the bags, and zeros.
func bagsOfRows(ctx *Context, a Args, alone bool) []Value {
	w, ix, offsets, each := a[0], a[1], a[2], a[6]
	mode := a.int(4)
	checkIndices(ix, w, offsets, each)
	checkOffsets(ix, offsets)
	n, width, bags := numelOf(ix), sizeOf(w, 1), numelOf(offsets)
	all, end := bags, n
	summed := mode != bagMax && a.int(8) < 0 && dtypeOf(w) != tensor.Float64 && ctx.is(stridesOf(w)[1].Eq(one)) // by a kernel of PyTorch that reads rows in order
	if a.bool(7) {
		bags = bags.Sub(one)
		if t, known := readable(offsets); known && summed {
			end = symbolic.IntOf(t.Ints()[t.Numel()-1])
		}
		offsets = ctx.narrow(offsets, 0, zero, bags)
	}
	empty := ctx.call1("new_zeros", w, sizeList([]symbolic.Int{bags, width}))
	none := func(sizes ...symbolic.Int) Value { return ctx.call1("new_zeros", ix, sizeList(sizes)) }
	if isConst(bags, 0) {
		return []Value{empty, none(zero), none(bags), none(bags)}
	}
	// each row goes to the bag whose offset is the last one at or before it
	bag := ctx.sub(ctx.call1("bucketize.Tensor", ctx.call1("arange", intValue(n)), offsets, false, true), int64(1))
	kept := Value(nil)
	counted := ctx.call1("new_ones", w, sizeList([]symbolic.Int{n}))
	if p := a.int(8); p >= 0 {
		kept = ctx.call1("ne.Scalar", ix, int64(p))
		counted = ctx.mul(counted, kept)
	}
	places := ctx.toDType(bag, dtypeOf(ix))
	counts := func() Value {
		return ctx.call1("index_add", ctx.call1("new_zeros", w, sizeList([]symbolic.Int{bags})), int64(0), bag, counted)
	}
	if mode == bagMax {
		at := largestOfBags(ctx, w, ix, bag, kept, bags, width)
		sizes := counts()
		most := ctx.where(ctx.unsqueeze(ctx.call1("gt.Scalar", sizes, int64(0)), 1), ctx.call1("gather", w, int64(0), ctx.toDType(at, tensor.Int64)), empty)
		return []Value{most, places, ctx.toDType(sizes, dtypeOf(ix)), at}
	}
	looked, to := ix, bag
	if ctx.is(end.Lt(n)) { // that kernel ends the last bag at the last offset, though what it counts goes on
		looked, to = ctx.narrow(ix, 0, zero, end), ctx.narrow(bag, 0, zero, end)
		if each != nil {
			each = ctx.narrow(each, 0, zero, end)
		}
	}
	rows := ctx.call1("embedding", w, looked, int64(-1), a.bool(3), a.bool(5))
	wide := each != nil && isHalf(dtypeOf(w)) // products and their sums are rounded at the end alone
	if wide {
		rows, each, empty = ctx.toDType(rows, tensor.Float32), ctx.toDType(each, tensor.Float32), ctx.toDType(empty, tensor.Float32)
	}
	if each != nil {
		rows = ctx.mul(rows, ctx.unsqueeze(each, -1))
	}
	if kept != nil {
		rows = ctx.where(ctx.unsqueeze(kept, 1), rows, tensor.Scalar(dtypeOf(rows), 0))
	}
	total := ctx.call1("index_add", empty, int64(0), to, rows)
	if wide {
		total = ctx.toDType(total, dtypeOf(w))
	}
	if mode == bagSum {
		if summed {
			places = none(zero)
		}
		if !alone {
			all = bags
		}
		return []Value{total, places, none(all), none(all)}
	}
	sizes := counts()
	whole := ctx.toDType(sizes, dtypeOf(ix))
	return []Value{ctx.div(total, ctx.unsqueeze(ctx.call1("clamp", sizes, int64(1), nil), 1)), places, whole, ctx.call1("clone", whole)}
}

// largestOfBags are the indices [bags, width] of the rows with the largest elements, the first of them where several are; 0 for bags without rows.
func largestOfBags(ctx *Context, w, ix, bag, kept Value, bags, width symbolic.Int) Value {
	saved := ctx.gradEnabled
	ctx.gradEnabled = false
	defer func() { ctx.gradEnabled = saved }()
	n := numelOf(ix)
	rows := ctx.call1("embedding", w, ix, int64(-1), false, false)
	if kept != nil {
		rows = ctx.where(ctx.unsqueeze(kept, 1), rows, tensor.Scalar(dtypeOf(w), math.Inf(-1)))
	}
	places := ctx.expand(ctx.unsqueeze(bag, 1), []symbolic.Int{n, width})
	most := ctx.call1("scatter_reduce.two", ctx.call1("new_zeros", w, sizeList([]symbolic.Int{bags, width})), int64(0), places, rows, "amax", false)
	largest := ctx.call1("logical_or", ctx.eq(rows, ctx.call1("index_select", most, int64(0), bag)), ctx.ne(rows, rows))
	if kept != nil {
		largest = ctx.call1("logical_and", largest, ctx.unsqueeze(kept, 1))
	}
	order := ctx.where(largest, ctx.unsqueeze(ctx.call1("arange", intValue(n)), 1), intValue(n))
	nowhere := ctx.call1("full", sizeList([]symbolic.Int{bags, width}), intValue(n), tensor.Int64)
	first := ctx.call1("scatter_reduce.two", nowhere, int64(0), places, order, "amin", false)
	padded := ctx.cat([]Value{ix, ctx.call1("new_zeros", ix, sizeList([]symbolic.Int{one}))}, 0)
	return ctx.call1("take", padded, first)
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
		if last || isConst(length, 0) {
			offsets = ctx.mul(ctx.call1("arange", intValue(rows.Add(symbolic.IntOf(pick[int64](last, 1, 0))))), intValue(length))
		} else {
			offsets = ctx.call1("arange.start_step", int64(0), intValue(numelOf(ix)), intValue(length), dtypeOf(ix), nil, Describe(ix).Device, false)
		}
		flat := []symbolic.Int{symbolic.IntOf(-1)}
		ix = ctx.reshape(ix, flat)
		if each != nil {
			each = ctx.reshape(each, flat)
		}
		return ix, offsets, each
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

func checkBags(ctx *Context, w, each Value, mode string, a Args) {
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
}

func checkIndices(ix, w, offsets, each Value) {
	for _, v := range []Value{ix, offsets} { // they are brought to one type first, so PyTorch names the indices for both
		if d := dtypeOf(v); d != tensor.Int64 && d != tensor.Int32 {
			throwRuntime("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got %s instead (while checking arguments for embedding_bag)", typeText(d))
		}
	}
	if each != nil && dtypeOf(each) != dtypeOf(w) {
		throwRuntime("Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 'per_sample_weights'; but type %s does not equal %s (while checking arguments for embedding_bag)", typeText(dtypeOf(w)), typeText(dtypeOf(each)))
	}
}

func checkOffsets(ix, offsets Value) {
	t, plain := readable(offsets)
	if !plain || t.Numel() == 0 {
		return
	}
	at := t.Ints()
	check(at[0] == 0, "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got %d", at[0])
	if n, known := sizeOf(ix, 0).Const(); known {
		check(at[len(at)-1] <= n, "offsets[-1] can not be greater than input's length %d but got offsets[-1] of %d", n, at[len(at)-1])
	}
}
