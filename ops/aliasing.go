package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
)

// aliasing follows a quantity of tensors that share memory where that quantity has no memory of its own: values under
// functionalisation, tangents in forward mode. The base of the memory holds it; a view is the chain of operators that
// leads to it from the base, and a change of a view is written back into a new quantity of the base by the inverses of the
// chain. Other views look it up again when they see another version.
type aliasing struct {
	set   *aliasSet
	chain []viewStep
	value Value // as of version seen
	seen  int
}

// aliasSet is what tensors that share memory have in common. base is nil for a zero tangent.
type aliasSet struct {
	base     Value
	like     Value // what a zero base looks like
	version  int
	recorded bool // autograd has seen a change
}

// newAliasing starts a set of one tensor.
func newAliasing(base, like Value) *aliasing {
	return &aliasing{set: &aliasSet{base: base, like: like}, value: base}
}

// through is a view of the tensor; value is what the view shows of what the tensor has been seen to be.
func (a *aliasing) through(s viewStep, value Value) *aliasing {
	return &aliasing{set: a.set, chain: append(a.chain[:len(a.chain):len(a.chain)], s), value: value, seen: a.seen}
}

// get is the present quantity, nil for zero.
func (a *aliasing) get(ctx *Context) Value {
	if a.seen != a.set.version {
		a.value = a.set.base
		grad := ctx.gradEnabled
		for _, s := range a.chain {
			ctx.gradEnabled = s.grad
			a.value = s.apply(ctx, a.value)
		}
		ctx.gradEnabled = grad
		a.seen = a.set.version
	}
	return a.value
}

// detached says whether the tensor is cut off from the history of the base.
func (a *aliasing) detached() bool {
	return slices.ContainsFunc(a.chain, func(s viewStep) bool { return s.op.Name == "detach" })
}

// put replaces the quantity.
func (a *aliasing) put(ctx *Context, v Value) {
	base := a.set.base
	if base == nil && len(a.chain) > 0 {
		base = ctx.zerosLike(a.set.like)
	}
	bases := []Value{base} // that each view is of
	for i := range len(a.chain) - 1 {
		bases = append(bases, a.chain[i].apply(ctx, bases[i]))
	}
	value := v
	for i := len(a.chain) - 1; i >= 0; i-- {
		value = inverseView(ctx, a.chain[i], bases[i], value)
	}
	a.set.base = value
	a.set.version++
	a.value, a.seen = v, a.set.version
}

// viewStep is one view: an operator with its arguments behind the first, which of its results, and how the tensor lay that
// it was applied to.
type viewStep struct {
	op    *Op
	args  []Value
	nr    int
	from  *Fake
	place any  // where the program made it, for recordings that know places
	grad  bool // whether it was made in grad mode, and so has a history whenever it is made again
	by    *Op  // what makes it, nil for op
}

// apply makes the view of another tensor of the same sizes, whatever its strides.
func (s viewStep) apply(ctx *Context, base Value) Value {
	if p := ctx.placer(); p != nil && s.place != nil {
		defer p.At(s.place)()
	}
	args := append([]Value{base}, s.args...)
	if s.by != nil && s.by != s.op {
		outs, _ := flatResults(ctx.dispatchWhole(s.by, args))
		return outs[s.nr]
	}
	switch s.op.Name {
	case "view", "_unsafe_view", "_reshape_alias":
		if s.op.Overload == "" && !equalSyms(metaOf(base).Strides, s.from.Strides) {
			return ctx.reshape(base, inferSize(ctx, Args(args).syms(1), numelOf(base)))
		}
	case "as_strided":
		args[0] = laidOut(ctx, base, s.from)
		args[3] = s.offset(args[0])
	}
	outs, _ := flatResults(ctx.dispatch(s.op, args))
	return outs[s.nr]
}

// offset is the storage offset of as_strided for a tensor that lies as the original one did, but elsewhere; without one it is that of the tensor.
func (s viewStep) offset(base Value) Value {
	if s.args[2] == nil {
		return nil
	}
	return intValue(toSym(s.args[2]).Sub(s.from.Offset).Add(metaOf(base).Offset))
}

// laidOut is v with the strides of m.
func laidOut(ctx *Context, v Value, m *Fake) Value {
	if equalSyms(metaOf(v).Strides, m.Strides) {
		return v
	}
	return ctx.call1("copy_", ctx.call1("new_empty_strided", v, sizeList(m.Sizes), sizeList(m.Strides)), v)
}

// copiedBack is the inverse of a view by an operator that copies; nil where there is none.
func copiedBack(ctx *Context, s viewStep, value Value, sizes []symbolic.Int) Value {
	whole := func(name string, args ...Value) Value { return ctx.dispatchWhole(Lookup(name), args)[0] }
	switch s.op.Name {
	case "view", "_unsafe_view", "_reshape_alias":
		return whole("view_copy", value, sizeList(sizes))
	case "t":
		return whole("t_copy", value)
	case "transpose":
		return whole("transpose_copy.int", value, s.args[0], s.args[1])
	case "unsqueeze":
		return whole("squeeze_copy.dim", value, s.args[0])
	case "squeeze":
		if s.op.Overload == "dim" && dimOf(value) < len(sizes) {
			return whole("unsqueeze_copy", value, int64(wrapDim(Args(s.args).int(0), len(sizes))))
		}
		if s.op.Overload == "" {
			return withOnes(value, sizes, func(v Value, d int64) Value { return whole("unsqueeze_copy", v, d) })
		}
	case "permute":
		return whole("permute_copy", value, permutedBack(s))
	case "_conj", "_neg_view":
		return whole(s.op.Name+"_copy", value)
	case "view_as_real":
		return whole("view_as_complex_copy", value)
	case "view_as_complex":
		return whole("view_as_real_copy", value)
	}
	return nil
}

// withOnes gives a tensor the dimensions of one element that sizes have, one after the other.
func withOnes(value Value, sizes []symbolic.Int, unsqueeze func(Value, int64) Value) Value {
	for d, n := range sizes {
		if isConst(n, 1) {
			value = unsqueeze(value, int64(d))
		}
	}
	return value
}

// permutedBack is the order of dimensions that undoes a permutation.
func permutedBack(s viewStep) []Value {
	list := Args(s.args).ints(0)
	back := make([]Value, len(list))
	for i, d := range list {
		back[wrapDim(d, len(list))] = int64(i)
	}
	return back
}

// inverseView is base with the part that a view shows replaced by value.
func inverseView(ctx *Context, s viewStep, base, value Value) Value {
	sizes := sizesOf(base)
	dim := func(i int) int { return wrapDim(Args(s.args).int(i-1), len(sizes)) }
	if s.by != nil && s.by != s.op {
		if back := copiedBack(ctx, s, value, sizes); back != nil {
			return back
		}
	}
	switch s.op.Name {
	case "alias", "detach":
		return value
	case "view", "_unsafe_view", "_reshape_alias":
		return ctx.reshape(value, sizes)
	case "t":
		return ctx.call1("t", value)
	case "transpose":
		return ctx.call1("transpose.int", value, s.args[0], s.args[1])
	case "permute":
		return ctx.call1("permute", value, permutedBack(s))
	case "unsqueeze":
		return ctx.call1("squeeze.dim", value, s.args[0])
	case "squeeze":
		if s.op.Overload == "dim" && dimOf(value) < len(sizes) {
			return ctx.call1("unsqueeze", value, int64(wrapDim(Args(s.args).int(0), len(sizes))))
		}
		if s.op.Overload == "" {
			return withOnes(value, sizes, func(v Value, d int64) Value { return ctx.call1("unsqueeze", v, d) })
		}
		return ctx.reshape(value, sizes)
	case "select":
		return ctx.call1("select_scatter", base, value, s.args[0], s.args[1])
	case "slice":
		return ctx.call1("slice_scatter", base, value, s.args[0], s.args[1], s.args[2], s.args[3])
	case "diagonal":
		return ctx.call1("diagonal_scatter", base, value, s.args[0], s.args[1], s.args[2])
	case "unbind":
		return ctx.call1("select_scatter", base, value, s.args[0], int64(s.nr))
	case "split":
		d := dim(2)
		start := toSym(s.args[0]).Mul(sym(s.nr))
		return ctx.call1("slice_scatter", base, value, int64(d), intValue(start), intValue(start.Add(sizeOf(value, d))), int64(1))
	case "split_with_sizes":
		d := dim(2)
		start := symbolic.IntOf(0)
		for _, n := range Args(s.args).syms(0)[:s.nr] {
			start = start.Add(n)
		}
		return ctx.call1("slice_scatter", base, value, int64(d), intValue(start), intValue(start.Add(sizeOf(value, d))), int64(1))
	case "as_strided":
		base = laidOut(ctx, base, s.from)
		return ctx.call1("as_strided_scatter", base, value, s.args[0], s.args[1], s.offset(base))
	case "view_as_real":
		return ctx.call1("view_as_complex", value)
	case "view_as_complex":
		return ctx.call1("view_as_real", value)
	case "_conj", "_neg_view":
		return ctx.dispatch(s.op, []Value{value})[0]
	}
	if s.op.String() == "view.dtype" {
		return ctx.call1("view.dtype", value, dtypeOf(base))
	}
	throw("NotImplementedError", "magneto: functionalize: a change of a tensor through %s has no functional form", s.op)
	return nil
}
