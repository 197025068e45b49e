package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Rules of vmap for products, indexing, convolution, pooling and normalisation.

// batchMatrix answers products by matmul, which takes leading dimensions as a batch.
func batchMatrix(ctx *Context, c *batchCall) ([]Value, bool) {
	x, y := c.args[0], c.args[1]
	rx, ry := dimOf(x), dimOf(y)
	a, b := c.unmapped(ctx, 0, rx), c.unmapped(ctx, 1, ry)
	switch c.op.Name {
	case "dot":
		return result(ctx.sumDim(ctx.mul(a, b), false, -1)), true
	case "mv":
		return result(ctx.squeeze(ctx.matmul(a, ctx.unsqueeze(b, -1)), -1)), true
	case "bmm": // an operand that is not mapped has the batch in front already
		return result(ctx.matmul(c.front(ctx, x), c.front(ctx, y))), true
	}
	return result(ctx.matmul(a, b)), true
}

// batchAddmm multiplies and adds where the number of elements is not known: one by one a product is rounded once, with its sum.
func batchAddmm(ctx *Context, c *batchCall) ([]Value, bool) {
	if _, known := c.b.size.Const(); known {
		return nil, false
	}
	product := ctx.matmul(c.unmapped(ctx, 1, 2), c.unmapped(ctx, 2, 2))
	added := c.args[0]
	if c.mapped(0) {
		added = c.front(ctx, added)
		if dimOf(c.args[0]) == 1 {
			added = ctx.unsqueeze(added, 1)
		}
	}
	return result(ctx.add(ctx.mul(product, c.args[4]), ctx.mul(added, c.args[3]))), true
}

// batchGather expands all tensors; the sizes of index and self need not agree, so each keeps its own.
func batchGather(ctx *Context, c *batchCall) ([]Value, bool) {
	rank := dimOf(c.args[0])
	if rank == 0 || dimOf(c.args[2]) == 0 {
		return nil, false
	}
	args := mapTensors(c.args, func(v Value) Value { return c.front(ctx, v) })
	args[1] = shiftDims(c.args[1], rank)
	return ctx.dispatch(c.op, args), true
}

// batchIndexSelect is index_select where the index is the same for all elements, else gather.
func batchIndexSelect(ctx *Context, c *batchCall) ([]Value, bool) {
	rank := dimOf(c.args[0])
	if rank == 0 || dimOf(c.args[2]) == 0 {
		return nil, false
	}
	x, d := c.front(ctx, c.args[0]), wrapDim(c.args.int(1), rank)+1
	if !c.mapped(2) {
		return ctx.call("index_select", x, int64(d), c.args[2]), true
	}
	index := c.front(ctx, c.args[2]) // [B, n]
	n := sizeOf(index, 1)
	sizes := slices.Clone(sizesOf(x))
	sizes[d] = n
	shape := make([]symbolic.Int, len(sizes))
	for i := range shape {
		shape[i] = one
	}
	shape[0], shape[d] = c.b.size, n
	return ctx.call("gather", x, int64(d), ctx.expand(ctx.reshape(index, shape), sizes)), true
}

// batchIndex puts the mapped dimension in front of the indices: as a slice where they are the same for all elements, else
// as one more index that counts the elements.
func batchIndex(ctx *Context, c *batchCall) ([]Value, bool) {
	indices := c.args.list(1)
	anyMapped, first, last := false, -1, -1
	adjacent := true
	rank := 0
	for i, v := range indices {
		if !isTensor(v) {
			continue
		}
		if !dtypeOf(v).IsIntOrBool() || dtypeOf(v) == tensor.Bool || dtypeOf(v) == tensor.Uint8 {
			return nil, false // masks pick a number of elements that depends on their data
		}
		if first < 0 {
			first = i
		}
		adjacent = adjacent && (last < 0 || last == i-1)
		last = i
		rank = max(rank, dimOf(v))
		anyMapped = anyMapped || ownedBy(c.b, v) != nil
	}
	if !anyMapped {
		x := c.front(ctx, c.args[0])
		out := ctx.call1("index.Tensor", x, append([]Value{nil}, indices...))
		if !adjacent { // the indexed dimensions come first, the mapped one behind them
			out = moveToFront(ctx, out, rank)
		}
		return result(out), true
	}
	if first != 0 || !adjacent {
		return nil, false
	}
	shape := make([]symbolic.Int, rank+1)
	for i := range shape {
		shape[i] = one
	}
	shape[0] = c.b.size
	count := ctx.call1("arange", intValue(c.b.size), nil, nil, nil, nil)
	list := []Value{ctx.reshape(count, shape)}
	inner := &batchCall{c.b, c.op, indices}
	for i := range indices {
		if !isTensor(indices[i]) {
			list = append(list, nil)
			continue
		}
		list = append(list, inner.unmapped(ctx, i, rank))
	}
	return ctx.call("index.Tensor", c.front(ctx, c.args[0]), list), true
}

// batchEmbedding looks mapped indices up in one table.
func batchEmbedding(ctx *Context, c *batchCall) ([]Value, bool) {
	if c.mapped(0) {
		return nil, false
	}
	return ctx.dispatch(c.op, c.frontArgs(ctx)), true
}

// merge joins the mapped dimension with the one behind it.
func merge(ctx *Context, v Value) Value {
	s := sizesOf(v)
	return ctx.reshape(v, append([]symbolic.Int{s[0].Mul(s[1])}, s[2:]...))
}

// split undoes merge: the first dimension becomes the mapped one and the rest.
func (c *batchCall) split(ctx *Context, v Value) Value {
	s := sizesOf(v)
	return ctx.reshape(v, append([]symbolic.Int{c.b.size, s[0].FloorDiv(c.b.size)}, s[1:]...))
}

// batchFold is for operators that treat the first dimension of their tensors as a batch of its own: both become one. The
// first tensors arguments are folded.
func batchFold(tensors int) batchRule {
	return func(ctx *Context, c *batchCall) ([]Value, bool) {
		args := append(Args(nil), c.args...)
		for i := range args {
			switch {
			case i < tensors:
				args[i] = merge(ctx, c.front(ctx, args[i]))
			case c.mapped(i):
				return nil, false
			}
		}
		outs := ctx.dispatch(c.op, args)
		return mapTensors(outs, func(v Value) Value { return c.split(ctx, v) }), true
	}
}

// batchMaskedSelect picks the same places of each element.
func batchMaskedSelect(ctx *Context, c *batchCall) ([]Value, bool) {
	if c.mapped(1) {
		return nil, false
	}
	x, mask := c.front(ctx, c.args[0]), c.args[1]
	own := sizesOf(x)[1:]
	both := broadcast2(ctx, slices.Clone(own), slices.Clone(sizesOf(mask)))
	lined := append([]symbolic.Int{c.b.size}, make([]symbolic.Int, len(both)-len(own))...)
	for i := 1; i < len(lined); i++ {
		lined[i] = one
	}
	x = ctx.expand(ctx.reshape(x, append(lined, own...)), append([]symbolic.Int{c.b.size}, both...))
	places := ctx.call1("nonzero", ctx.reshape(expandIf(ctx, mask, both), []symbolic.Int{symbolic.Product(both)}))
	return ctx.call("index_select", ctx.reshape(x, []symbolic.Int{c.b.size, symbolic.Product(both)}), int64(1), ctx.selectAt(places, 1, int64(0))), true
}

// batchConvolution folds mapped inputs into the batch and mapped weights into the groups. input [N, C, ...], weight
// [O, C/groups, ...], or [C, O/groups, ...] when transposed.
func batchConvolution(ctx *Context, c *batchCall) ([]Value, bool) {
	if !c.mapped(1) && !c.mapped(2) {
		args := append(Args(nil), c.args...)
		args[0] = merge(ctx, c.front(ctx, c.args[0]))
		return result(c.split(ctx, ctx.dispatch(c.op, args)[0])), true
	}
	x := c.front(ctx, c.args[0]) // [B, N, C, ...]
	x = ctx.transpose(x, 0, 1)   // [N, B, C, ...]
	s := sizesOf(x)
	args := append(Args(nil), c.args...)
	args[0] = ctx.reshape(x, append([]symbolic.Int{s[0], s[1].Mul(s[2])}, s[3:]...))
	args[1] = merge(ctx, c.front(ctx, c.args[1]))
	if !c.args.none(2) {
		args[2] = merge(ctx, c.front(ctx, c.args[2]))
	}
	args[8] = intValue(c.args.sym(8).Mul(c.b.size))
	y := ctx.dispatch(c.op, args)[0] // [N, B*O, ...]
	s = sizesOf(y)
	y = ctx.reshape(y, append([]symbolic.Int{s[0], c.b.size, s[1].FloorDiv(c.b.size)}, s[2:]...))
	return result(ctx.transpose(y, 0, 1)), true
}

// batchLayerNorm normalises first and applies mapped weights afterwards.
func batchLayerNorm(ctx *Context, c *batchCall) ([]Value, bool) {
	if !c.mapped(2) && !c.mapped(3) {
		return ctx.dispatch(c.op, c.frontArgs(ctx)), true
	}
	args := append(Args(nil), c.args...)
	args[0], args[2], args[3] = c.front(ctx, c.args[0]), nil, nil
	outs := ctx.dispatch(c.op, args)
	rank := dimOf(c.args[0])
	if !c.args.none(2) {
		outs[0] = ctx.mul(outs[0], c.unmapped(ctx, 2, rank))
	}
	if !c.args.none(3) {
		outs[0] = ctx.add(outs[0], c.unmapped(ctx, 3, rank))
	}
	return outs, true
}
