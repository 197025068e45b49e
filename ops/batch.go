package ops

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// vmapLevel is the level of vmap. Tensors of the level stand for one element of a mapped dimension that the tensors below have
// in addition; operators are answered for all elements at once by rules (batchrules.go).
type vmapLevel struct {
	size       symbolic.Int
	randomness string // "error", "different" (a draw for each element) or "same"
}

// batchRule answers a call whose arguments hold tensors of the level; the results are tensors below it, the first
// dimension mapped. ok false means that the rule does not cover the call.
type batchRule func(ctx *Context, c *batchCall) (outs []Value, ok bool)

// batchCall is one call at a batch level.
type batchCall struct {
	b    *vmapLevel
	op   *Op
	args Args
}

// Call answers by the operator's rule, else by its decomposition, else for each element by itself.
func (b *vmapLevel) Call(ctx *Context, op *Op, args []Value) []Value {
	switch {
	case op.random:
		return b.random(ctx, op, args)
	case !anyOwned(b, args):
		return ctx.dispatch(op, args)
	case op.Variant == Out:
		throwRuntime("Batching rule not implemented for aten::%s; the fallback path doesn't work on out= or view ops.", op)
	case op.Variant == InPlace:
		return b.inPlace(ctx, op, args)
	}
	return b.wrapResults(op, b.run(ctx, op, args))
}

// unmapped are the operators that vmap refuses, whose results have other sizes for each element or are no tensors, with PyTorch's words.
var unmapped = map[string]string{
	"nonzero":            dynamicShape("nonzero"),
	"_unique2":           dynamicShape("_unique2"),
	"unique_dim":         dynamicShape("unique_dim"),
	"unique_consecutive": dynamicShape("unique_consecutive"),
	"masked_select":      "vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We cannot support this because for each batch this would return a differently shaped Tensor. Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature.",
	"allclose":           "vmap over torch.allclose isn't supported yet. Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature.",
	"equal":              "Batching rule not implemented for aten::equal. We could not generate a fallback.",
}

func dynamicShape(name string) string {
	return "vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over aten::" + name + ". Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature."
}

// run gives the results below the level, the mapped dimension first.
func (b *vmapLevel) run(ctx *Context, op *Op, args []Value) []Value {
	c := &batchCall{b, op, args}
	if why, ok := unmapped[op.Name]; ok && (op.Name != "masked_select" || c.mapped(1)) {
		throwRuntime("%s", why)
	}
	if list, indexed := args[min(1, len(args)-1)].([]Value); indexed && strings.Contains(op.Name, "index") && slices.ContainsFunc(list, func(v Value) bool { return ownedBy(b, v) != nil && dtypeOf(v) == tensor.Bool }) {
		throwRuntime("vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over indexing with a boolean mask.")
	}
	if op.Name == "native_batch_norm" && args[5] == true && c.mapped(0) && (args[3] != nil && !c.mapped(3) || args[4] != nil && !c.mapped(4)) {
		throwRuntime("Batch norm got a batched tensor as input while the running_mean or running_var, which will be updated in place, were not batched.\nIf you are using a module and do not need eval mode, please set `track_running_stats` to be False.If you are using a prebuilt module and do not need eval mode, please see the functorch website for resources on how to patch your module to work with vmap")
	}
	if rule := op.e.batch; rule != nil && op.Variant == Plain {
		if outs, ok := rule(ctx, c); ok {
			return outs
		}
	}
	if op.e.Answer {
		throwRuntime("vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please try to rewrite what you're doing with other operations. If error is occurring somewhere inside PyTorch internals, please file a bug report.")
	}
	if d := op.e.Decomp; d != nil {
		ctx.depth++
		outs := d(ctx, args)
		ctx.depth--
		return mapTensors(outs, func(v Value) Value { return c.front(ctx, v) })
	}
	return c.each(ctx)
}

func (b *vmapLevel) wrapResults(op *Op, outs []Value) []Value {
	return mapTensors(outs, func(v Value) Value { return b.wrap(v, 0) })
}

// wrap makes a tensor of the level of one below it that has the mapped dimension at dim.
func (b *vmapLevel) wrap(v Value, dim int) Value {
	m := metaOf(v)
	without := func(s []symbolic.Int) []symbolic.Int { return slices.Delete(slices.Clone(s), dim, dim+1) }
	return wrapShaped(&handle{level: b, value: v, dim: dim}, without(m.Sizes), without(m.Strides))
}

const unmappedTarget = "vmap: %[1]s(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that has more elements than `self`. This happened due to `other` being vmapped over but `self` not being vmapped over in a vmap. Please try to use out-of-place operators instead of %[1]s. If said operator is being called inside the PyTorch framework, please file a bug report instead."

// targetNames are the words for operators that would write a mapped result into a target that is not mapped; those of the second row find sizes that do not
// fit. All others have the name of the operator with "aten::".
var targetNames = namesOf(map[string]string{
	"inplace arithmetic": "copy_ sub_.Tensor mul_.Tensor div_.Tensor div_.Tensor_mode clamp_min_.Tensor clamp_max_.Tensor logical_and_ logical_or_ logical_xor_ masked_fill_.Scalar",
	"":                   "add_.Tensor copysign_.Tensor atan2_ bitwise_and_.Tensor bitwise_or_.Tensor bitwise_xor_.Tensor bitwise_left_shift_.Tensor bitwise_right_shift_.Tensor gcd_ lcm_",
	"fill_":              "fill_.Tensor",
	"masked_fill_":       "masked_fill_.Tensor",
	"index_put_":         "index_put_",
	"scatter_add_":       "scatter_add_",
	"index_add_":         "index_add_",
	"index_fill_":        "index_fill_.int_Tensor index_fill_.int_Scalar",
})

// namesOf turns a table of words with the operators that they are for around.
func namesOf(words map[string]string) map[string]string {
	names := map[string]string{}
	for word, list := range words {
		for _, name := range strings.Fields(list) {
			names[name] = word
		}
	}
	return names
}

// refuseTarget is the error of an operator in place whose target is not mapped.
func (b *vmapLevel) refuseTarget(ctx *Context, op *Op, args []Value) {
	word, listed := targetNames[op.String()]
	switch {
	case !listed:
		word = "aten::" + op.Name
	case word == "":
		rest, _ := pointwiseArgs(ctx, &batchCall{b, op, args})
		self := sizesOf(args[0])
		throwRuntime("output with shape %s doesn't match the broadcast shape %s", sizesText(self), sizesText(broadcast2(ctx, self, sizesOf(rest[1]))))
	}
	throwRuntime(unmappedTarget, word)
}

// inPlace computes the result for all elements and writes it into the memory of the target.
func (b *vmapLevel) inPlace(ctx *Context, op *Op, args []Value) []Value {
	self := args[0]
	h := ownedBy(b, self)
	if h == nil {
		b.refuseTarget(ctx, op, args)
	}
	if op.e.lined {
		target := moveToFront(ctx, h.value, h.dim)
		rest, _ := pointwiseArgs(ctx, &batchCall{b, op, args})
		ctx.dispatch(op, append([]Value{target}, rest[1:]...))
		return args[:1]
	}
	if !op.view { // what is saved of the old value must not change with it
		args = append([]Value{b.wrap(ctx.clone(h.value), h.dim)}, args[1:]...)
	}
	result := b.run(ctx, op.Functional, args)[0]
	if op.view { // unsqueeze_ and the like make the tensor another view of its memory
		w := b.wrap(result, 0)
		h.value, h.dim = result, 0
		switch v := args[0].(type) {
		case *tensor.Tensor:
			s := w.(*tensor.Tensor)
			v.SetGeometry(s.Sizes(), s.Strides(), s.Offset())
		case *Fake:
			s := w.(*Fake)
			v.Sizes, v.Strides, v.Offset = s.Sizes, s.Strides, s.Offset
		}
		return args[:1]
	}
	checkInPlace(ctx, op, metaOf(args[0]), metaOf(b.wrap(result, 0)))
	ctx.call("copy_", moveToFront(ctx, h.value, h.dim), result)
	return []Value{self}
}

// random draws for each element or once for all, as the user has said.
func (b *vmapLevel) random(ctx *Context, op *Op, args []Value) []Value {
	if b.randomness == "error" {
		throwRuntime("vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' randomness flags on vmap or perform the randomness operation out of vmap")
	}
	if op.Variant == InPlace {
		return b.randomInPlace(ctx, op, args)
	}
	if op.e.Parts != nil {
		ctx.depth++
		defer func() { ctx.depth-- }()
		return op.e.Parts(ctx, args)
	}
	if b.randomness == "different" {
		c := &batchCall{b, op, args}
		if op.Name == "randperm" || op.Name == "multinomial" && dimOf(args[0]) != 1 {
			return b.wrapResults(op, c.each(ctx))
		}
		return b.wrapResults(op, ctx.dispatch(op, c.drawnTogether(ctx)))
	}
	if anyOwned(b, args) {
		if !strings.HasSuffix(op.Name, "_like") {
			throwRuntime(mappedSame)
		}
		args = b.first(ctx, args)
	}
	return ctx.dispatch(op, args)
}

// drawnTogether are the arguments of one call that draws for all elements: tensors and sizes have the mapped dimension first.
func (c *batchCall) drawnTogether(ctx *Context) []Value {
	args := mapTensors(c.args, func(v Value) Value { return c.front(ctx, v) })
	for i, q := range c.op.Schema().Params {
		if q.Name == "size" && q.Type.List {
			args[i] = append([]Value{intValue(c.b.size)}, args[i].([]Value)...)
		}
	}
	return args
}

const mappedSame = "Vmap does not currently support same randomness with a batched tensor input. Please file an issue with functorch"

// randomInPlace fills a tensor with random numbers: a mapped one with a draw for each element or with one that is repeated.
func (b *vmapLevel) randomInPlace(ctx *Context, op *Op, args []Value) []Value {
	h, same := ownedBy(b, args[0]), b.randomness == "same"
	switch {
	case anyOwned(b, args[1:]):
		if same {
			throwRuntime(mappedSame)
		}
		if h == nil {
			throwRuntime(unmappedTarget, "inplace "+strings.TrimSuffix(op.Name, "_"))
		}
		c := &batchCall{b, op, args}
		return b.wrapResults(op, c.each(ctx))
	case h == nil && same:
		return ctx.dispatch(op, args)
	case h == nil:
		throwRuntime("vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will appear like same randomness. If this is necessary for your usage, please file an issue with functorch.")
	case same:
		drawn := b.first(ctx, args)
		drawn[0] = ctx.clone(drawn[0])
		ctx.call("copy_", moveToFront(ctx, h.value, h.dim), ctx.dispatch(op, drawn)[0])
	default:
		ctx.dispatch(op, unwrapAll(b, args))
	}
	return args[:1]
}

// first are the arguments of the first element.
func (b *vmapLevel) first(ctx *Context, args []Value) []Value {
	return mapTensors(args, func(v Value) Value {
		if h := ownedBy(b, v); h != nil {
			return ctx.selectAt(h.value, h.dim, 0)
		}
		return v
	})
}

// each runs the operator for every element and stacks the results: the way of operators without a rule. Where only descriptions are asked for,
// one element says what the others are.
func (c *batchCall) each(ctx *Context) []Value {
	n, ok := c.b.size.Const()
	if !ok {
		if ctx.records() {
			throw("NotImplementedError", "magneto: vmap of %s over a dimension of symbolic size", c.op)
		}
		n = 1
	}
	if n == 0 {
		throwRuntime("vmap: %s over a dimension of size 0 has no rule", c.op)
	}
	rows := make([][]Value, n)
	for i := range n {
		rows[i] = ctx.dispatch(c.op, mapTensors(c.args, func(v Value) Value {
			if h := ownedBy(c.b, v); h != nil {
				return ctx.selectAt(h.value, h.dim, i)
			}
			return v
		}))
	}
	if !ok {
		return mapTensors(stackRows(ctx, rows), func(v Value) Value {
			return ctx.call1("index_select", v, int64(0), ctx.call1("zeros", []Value{intValue(c.b.size)}, tensor.Int64))
		})
	}
	return stackRows(ctx, rows)
}

// stackRows joins the results of the elements, result by result and inside lists.
func stackRows(ctx *Context, rows [][]Value) []Value {
	out := make([]Value, len(rows[0]))
	for k := range out {
		column := make([]Value, len(rows))
		for i := range rows {
			column[i] = rows[i][k]
		}
		switch first := column[0].(type) {
		case []Value:
			lists := make([][]Value, len(rows))
			for i := range rows {
				lists[i] = column[i].([]Value)
			}
			out[k] = stackRows(ctx, lists)
		default:
			if out[k] = first; isTensor(first) {
				out[k] = ctx.call1("stack", column, int64(0))
			}
		}
	}
	return out
}

// moveToFront is a view with dimension d first.
func moveToFront(ctx *Context, v Value, d int) Value {
	if d == 0 {
		return v
	}
	dims := []int{d}
	for i := range dimOf(v) {
		if i != d {
			dims = append(dims, i)
		}
	}
	return ctx.permute(v, dims...)
}

// front is the tensor below the level with the mapped dimension first; one that is not mapped is repeated.
func (c *batchCall) front(ctx *Context, v Value) Value {
	if h := ownedBy(c.b, v); h != nil {
		return moveToFront(ctx, h.value, h.dim)
	}
	return ctx.expand(v, append([]symbolic.Int{c.b.size}, sizesOf(v)...))
}

// mapped says whether argument i is a tensor of the level.
func (c *batchCall) mapped(i int) bool { return i < len(c.args) && ownedBy(c.b, c.args[i]) != nil }

// PushVmap starts a vmap over dimensions of the given size and returns its level.
func (ctx *Context) PushVmap(size symbolic.Int, randomness string) Level {
	b := &vmapLevel{size, randomness}
	ctx.push(b)
	return b
}

// PopLevel ends a transform.
func (ctx *Context) PopLevel(l Level) { ctx.pop(l) }

// AddBatchDim makes a tensor of a vmap level: dimension dim of v is the mapped one.
func (ctx *Context) AddBatchDim(l Level, v Value, dim int) (out Value, err error) {
	defer ctx.catch(&err, ctx.state())
	return l.(*vmapLevel).wrap(v, wrapDim(dim, dimOf(v))), nil
}

// RemoveBatchDim is the tensor below a vmap level with the mapped dimension at out; one that is not mapped is repeated.
func (ctx *Context) RemoveBatchDim(l Level, v Value, out int) (result Value, err error) {
	defer ctx.catch(&err, ctx.state())
	b := l.(*vmapLevel)
	n := dimOf(v) + 1
	if out < 0 {
		out += n
	}
	if out < 0 || out >= n {
		throw("IndexError", "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -n, n-1, out)
	}
	h := ownedBy(b, v)
	if h == nil {
		sizes := slices.Insert(slices.Clone(sizesOf(v)), out, b.size)
		return ctx.expand(ctx.unsqueeze(v, out), sizes), nil
	}
	if h.dim == out {
		return h.value, nil
	}
	return ctx.call1("movedim.int", h.value, int64(h.dim), int64(out)), nil
}
