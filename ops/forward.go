package ops

import (
	"slices"
	"strings"
)

// forward is the level of forward-mode differentiation: a tensor of the level has a value and a tangent. Operators are
// linearised by the derivative that the tape uses, applied twice: if u ↦ Jᴴu is the derivative, then that of this linear
// map, applied to a tangent t, is Jt (Christianson, 1992; also known as double-backward trick). So every operator that has
// a derivative has a tangent, and there is one table of derivatives.
type forward struct {
	borrower
	duals bool // a dual level of autograd, no transform: its tensors show their value, tangent and history
}

// Call computes the value and, where an argument has a tangent, that of the results. All results become tensors of the
// level, since one without a tangent may be given one in place.
func (f *forward) Call(ctx *Context, op *Op, args []Value) []Value {
	if !f.duals && op.Variant == InPlace {
		if h := ownedBy(f, args[0]); h == nil || h.captured {
			throwCaptured(op)
		}
	}
	values := unwrapAll(f, args)
	switch {
	case op.Variant == InPlace:
		return f.inPlace(ctx, op, args)
	case op.Variant == Out || op.mutates && !(op.e.Grad != nil && f.anyTangent(ctx, args)):
		if f.anyTangent(ctx, args) && op.Variant == Out {
			if ctx.gradEnabled && !eachTensor(values, func(v Value) bool { return !RequiresGrad(v) }) {
				throwNoOut(op.Name)
			}
			throw("NotImplementedError", "Trying to use forward AD with %s_out that does not support it because it is an out= function", op.Name)
		}
		return f.mutating(ctx, op, args)
	case op.view && op.Name != "detach":
		return f.view(ctx, op, args)
	case op.e.NonDiff || !f.anyTangent(ctx, args):
		return mapTensors(ctx.dispatch(op, values), func(v Value) Value { return f.fresh(v, nil) })
	}
	outs, tangents := f.push(ctx, op, args)
	k := -1
	return mapTensors(outs, func(v Value) Value {
		k++
		return f.fresh(v, tangents[k])
	})
}

// fresh makes a tensor of the level that shares memory with none of it.
func (f *forward) fresh(v, tangent Value) Value {
	return wrap(&handle{level: f, value: v, alias: newAliasing(tangent, v)})
}

func (f *forward) anyTangent(ctx *Context, args []Value) bool {
	return !ctx.tangentsOff && !eachTensor(args, func(v Value) bool { return f.tangent(ctx, v) == nil })
}

// tangent is nil for zero.
func (f *forward) tangent(ctx *Context, v Value) Value {
	if h := ownedBy(f, v); h != nil {
		return h.alias.get(ctx)
	}
	return nil
}

// mutating runs an operator that writes to arguments, whose tangents stay.
func (f *forward) mutating(ctx *Context, op *Op, args []Value) []Value {
	return mapTensors(ctx.dispatch(op, unwrapAll(f, args)), func(v Value) Value {
		given := wrapping(f, v, args)
		if given == nil {
			return f.fresh(v, nil)
		}
		if ownedBy(f, given) != nil {
			syncGeometry(given)
		}
		return given
	})
}

// view applies a view to value and tangent alike.
func (f *forward) view(ctx *Context, op *Op, args []Value) []Value {
	h := f.own(args[0])
	tangent := h.alias.get(ctx)
	if tangent != nil && metaOf(tangent).Conj && !metaOf(h.value).Conj { // views of real numbers take neither
		tangent = ctx.call1("resolve_conj", tangent)
	}
	k := -1
	return mapTensors(ctx.dispatch(op, unwrapAll(f, args)), func(v Value) Value {
		k++
		step := viewStep{op: op, args: args[1:], nr: k, from: metaOf(h.value), grad: ctx.gradEnabled}
		var t Value
		if tangent != nil {
			t = step.apply(ctx, tangent)
		}
		return wrap(&handle{level: f, value: v, alias: h.alias.through(step, t), captured: h.captured})
	})
}

// own is the handle of v; a tensor of the levels below becomes one of this level when its memory gets another name or is
// changed.
func (f *forward) own(v Value) *handle {
	h := ownedBy(f, v)
	if h == nil {
		h = adopt(f, v)
		h.alias, h.captured = newAliasing(nil, h.value), true
		f.borrow(v)
	}
	return h
}

// push runs op on the values and gives the results with their tangents.
func (f *forward) push(ctx *Context, op *Op, args []Value) (outs, tangents []Value) {
	if !op.e.Linear {
		return f.linearise(ctx, op, args)
	}
	values := unwrapAll(f, args)
	of := append([]Value{f.tangent(ctx, args[0])}, values[1:]...)
	return ctx.dispatch(op, values), ctx.dispatch(op, of)
}

// pushWhole gives a composite operator that is linear as a whole, not its parts, to forward mode.
func (ctx *Context) pushWhole(op *Op, args []Value) (outs []Value, pushed bool) {
	if !op.e.Linear || ctx.depth == 0 {
		return nil, false
	}
	f, ok := ctx.levels[ctx.depth-1].(*forward)
	if !ok {
		return nil, false
	}
	ctx.depth--
	defer func() { ctx.depth++ }()
	return f.Call(ctx, op, args), true
}

// linearise runs op on the values and gives the results with their tangents, nil for none, in the order of the tensors.
func (f *forward) linearise(ctx *Context, op *Op, args []Value) (outs, tangents []Value) {
	tp := &tape{wraps: true, outer: ctx.gradEnabled, inner: true}
	ctx.push(tp)
	defer ctx.pop(tp) // an error leaves none of it behind
	saved := ctx.gradEnabled
	ctx.gradEnabled = true
	var leaves, given []Value
	constant := f.constantIn(ctx, op, args)
	taped := zipTensors(args, unwrapAll(f, args), func(a, v Value) Value {
		t := f.tangent(ctx, a)
		if t == nil || slices.Contains(constant, a) {
			return v
		}
		leaf := wrap(&handle{level: tp, value: v})
		autogradOf(leaf).RequiresGrad = true
		leaves, given = append(leaves, leaf), append(given, t)
		return leaf
	})
	results := ctx.dispatch(op, taped)
	var roots, duals []Value
	var where []int
	eachTensor(results, func(r Value) bool {
		tangents = append(tangents, nil)
		if RequiresGrad(r) && tp.owns(r) {
			dual := wrap(&handle{level: tp, value: Unwrapped(tp, ctx.zerosLike(r))})
			autogradOf(dual).RequiresGrad = true
			roots, duals, where = append(roots, r), append(duals, dual), append(where, len(tangents)-1)
		}
		return true
	})
	if len(roots) > 0 {
		pulled, err := ctx.Grad(roots, leaves, duals, true, true, true)
		rethrow(withoutTangent(op, err))
		var from, cotangents []Value
		for i, p := range pulled {
			if p != nil && RequiresGrad(p) {
				from, cotangents = append(from, p), append(cotangents, given[i])
			}
		}
		if len(from) > 0 {
			pushed, err := ctx.Grad(from, duals, cotangents, true, false, true)
			rethrow(err)
			for i, p := range pushed {
				if p == nil {
					continue
				}
				if metaOf(p).Conj { // memory of its own, as that of the value
					p = ctx.call1("resolve_conj", p)
				}
				tangents[where[i]] = Unwrapped(tp, p)
			}
		}
		for i, at := range where {
			if tangents[at] == nil { // what is differentiable and constant all the same
				tangents[at] = Unwrapped(tp, ctx.zerosLike(roots[i]))
			}
		}
	}
	ctx.gradEnabled = saved
	return unwrapAll(tp, results), tangents
}

// constantIn are the arguments by which an operator has no derivative: their tangents count for nothing. Batch norm over given statistics refuses theirs.
func (f *forward) constantIn(ctx *Context, op *Op, args []Value) (out []Value) {
	for _, r := range op.e.refuses {
		if i := int(r.classes[len(r.classes)-1] - '0'); r.classes[0] == 'g' && i < len(args) && isTensor(args[i]) && f.tangent(ctx, args[i]) != nil {
			training, _ := args[min(5, len(args)-1)].(bool)                                                              // there is no such argument where it is always false
			seen := slices.ContainsFunc(args[:3], func(v Value) bool { return isTensor(v) && f.tangent(ctx, v) != nil }) // the input, or what scales and shifts it
			if !training && seen && strings.HasPrefix(r.text, "running_") {
				throwRuntime("batch_norm is not differentiable wrt running_mean and running_var, they cannot have forward grad defined")
			}
			out = append(out, args[i])
		}
	}
	return out
}

// withoutTangent words the error of a derivative that is not there for forward mode.
func withoutTangent(op *Op, err error) error {
	switch {
	case err == nil:
		return nil
	case strings.HasPrefix(err.Error(), "RuntimeError: derivative for aten::"):
		return &Error{"NotImplementedError", "Trying to use forward AD with aten::" + op.Name + " that does not support it."}
	case strings.HasPrefix(err.Error(), "NotImplementedError: the derivative for '"):
		return noTangent(op.Name)
	}
	return err
}

// noTangent is the error of an operator that PyTorch has no formula of forward mode for.
func noTangent(name string) *Error {
	return &Error{"NotImplementedError", "Trying to use forward AD with " + name + " that does not support it because it has not been implemented yet.\n" +
		"Please file an issue to PyTorch at https://github.com/pytorch/pytorch/issues/new?template=feature-request.yml so that we can prioritize its implementation or submit a PR adding the implementation to derivatives.yaml"}
}

// refuseTangents throws where an argument has a tangent, at whatever level.
func (ctx *Context) refuseTangents(name string, args []Value) {
	eachTensor(args, func(v Value) bool {
		for h := handleOf(v); h != nil; h = handleOf(h.value) {
			if f, ok := h.level.(*forward); ok && f.tangent(ctx, v) != nil && !ctx.tangentsOff {
				rethrow(noTangent(name))
			}
			v = h.value
		}
		return true
	})
}

// zipTensors replaces tensors of b, seeing those of a at the same places.
func zipTensors(a, b []Value, f func(x, y Value) Value) []Value {
	out := make([]Value, len(b))
	for i := range b {
		if list, ok := b[i].([]Value); ok {
			out[i] = zipTensors(a[i].([]Value), list, f)
			continue
		}
		if out[i] = b[i]; isTensor(b[i]) {
			out[i] = f(a[i], b[i])
		}
	}
	return out
}

// inPlace changes the value as the operator says and the tangent to that of the functional form.
func (f *forward) inPlace(ctx *Context, op *Op, args []Value) []Value {
	h := f.own(args[0])
	if op.view {
		step := viewStep{op: op.Functional, args: args[1:], from: metaOf(h.value), grad: ctx.gradEnabled}
		tangent := h.alias.get(ctx)
		if tangent != nil {
			tangent = step.apply(ctx, tangent)
		}
		ctx.dispatch(op, unwrapAll(f, args))
		h.alias = h.alias.through(step, tangent)
		syncGeometry(args[0])
		return args[:1]
	}
	had := h.alias.get(ctx) != nil
	var tangent Value
	if f.anyTangent(ctx, args) && !op.e.NonDiff {
		_, tangents := f.linearise(ctx, op.Functional, args)
		tangent = tangents[0]
	}
	ctx.dispatch(op, unwrapAll(f, args))
	if tangent == nil && had {
		tangent = ctx.zerosLike(h.value)
	}
	if tangent != nil {
		h.alias.put(ctx, tangent)
	}
	return args[:1]
}

// PushForward starts a forward-mode transform.
func (ctx *Context) PushForward() Level {
	f := &forward{}
	ctx.push(f)
	return f
}

// MakeDual is a tensor of a forward level with the given tangent.
func (ctx *Context) MakeDual(l Level, primal, tangent Value) (out Value, err error) {
	defer ctx.catch(&err, ctx.state())
	if !sameSizes(ctx, sizesOf(primal), sizesOf(tangent)) {
		throwRuntime("Trying to set a forward gradient that has a different size than that of the original Tensor, this is not supported. Tensor is of size %s while the given forward gradient is of size %s.", sizesText(sizesOf(primal)), sizesText(sizesOf(tangent)))
	}
	f := l.(*forward)
	if !f.duals {
		if dtypeOf(primal) != dtypeOf(tangent) {
			throwRuntime("Trying to set a forward gradient that has a different dtype than that of the original Tensor, this is not supported.")
		}
		return f.fresh(primal, tangent), nil
	}
	if _, carried := ctx.Primal(primal); carried != nil {
		throwRuntime("Making a dual Tensor based on a Tensor that already has a forward gradient at the same level 0 is not supported.")
	}
	if _, carried := ctx.Primal(tangent); carried != nil {
		throwRuntime("Setting a forward grad that itself has a forward gradient at the same level0 is not supported.")
	}
	primal, tangent = Unwrapped(f, primal), Unwrapped(f, tangent) // levels of autograd hold plain tensors
	if RequiresGrad(primal) {
		primal = ctx.under(f, func() Value { return ctx.call1("view", primal, sizeList(sizesOf(primal))) })
	}
	return f.fresh(primal, tangent), nil
}

// TangentsOff says whether forward mode carries nothing along.
func (ctx *Context) TangentsOff() bool { return ctx.tangentsOff }

// SetTangentsOff sets that.
func (ctx *Context) SetTangentsOff(off bool) { ctx.tangentsOff = off }

// IsDual says whether v is a dual number of autograd, of no transform: it shares the memory of its value.
func IsDual(v Value) bool {
	if h := handleOf(v); h != nil {
		f, ok := h.level.(*forward)
		return ok && f.duals
	}
	return false
}

// Primal is what a tensor of a dual level of autograd stands for, and its tangent, nil for none. Others are themselves.
func (ctx *Context) Primal(v Value) (primal, tangent Value) {
	if h := handleOf(v); h != nil {
		if f, ok := h.level.(*forward); ok && f.duals {
			if !slices.Contains(ctx.levels[:ctx.depth], Level(f)) {
				return h.value, nil
			}
			return h.value, ctx.under(f, func() Value { return h.alias.get(ctx) })
		}
	}
	return v, nil
}

// GradOfDuals are gradients (Grad) where roots or what they start with may be dual numbers of autograd: the gradients have tangents then. The tangent of a
// vector-Jacobian product is that of the cotangents' tangents, and the gradient of the product of the cotangents with the tangents of the roots, which are
// functions of the inputs too.
func (ctx *Context) GradOfDuals(roots, inputs, grads []Value, retain, create, allowUnused bool) ([]Value, error) {
	level, plainRoots, rootTangents := ctx.splitDuals(roots)
	gradLevel, plainGrads, gradTangents := ctx.splitDuals(grads)
	if level == nil {
		level = gradLevel
	}
	_, plainInputs, _ := ctx.splitDuals(inputs)
	out, err := ctx.Grad(plainRoots, plainInputs, plainGrads, retain || level != nil, create, allowUnused)
	if level == nil || err != nil {
		return out, err
	}
	var from, with []Value
	for i, root := range plainRoots {
		var start Value
		if i < len(plainGrads) {
			start = plainGrads[i]
		}
		if t := rootTangents[i]; t != nil && RequiresGrad(t) {
			from, with = append(from, t), append(with, start)
		}
		if i < len(gradTangents) && gradTangents[i] != nil {
			from, with = append(from, root), append(with, gradTangents[i])
		}
	}
	if len(from) == 0 {
		return out, nil
	}
	pushed, err := ctx.Grad(from, plainInputs, with, retain, create, true)
	for i, t := range pushed {
		if t != nil && out[i] != nil {
			out[i] = level.fresh(Unwrapped(level, out[i]), Unwrapped(level, t)) // all results of operators are of the level
		}
	}
	return out, err
}

// splitDuals are the values of dual numbers, their tangents, nil for none, and the level that they belong to. Values that are no dual numbers are themselves.
func (ctx *Context) splitDuals(list []Value) (level *forward, primals, tangents []Value) {
	primals, tangents = make([]Value, len(list)), make([]Value, len(list))
	for i, v := range list {
		primals[i], tangents[i] = ctx.Primal(v)
		if tangents[i] != nil {
			level = handleOf(v).level.(*forward)
		}
	}
	return level, primals, tangents
}

// Dual gives the value and the tangent of a tensor at a forward level; the tangent is nil for one that does not depend on
// the inputs. The level may have been popped.
func (ctx *Context) Dual(l Level, v Value) (primal, tangent Value, err error) {
	defer ctx.catch(&err, ctx.state())
	h := ownedBy(l, v)
	if h == nil {
		return v, nil, nil
	}
	return h.value, ctx.under(l, func() Value { return h.alias.get(ctx) }), nil
}
