package ops

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// functionalize is the level that replaces mutation: below it nothing is changed in place. Tensors of the level that share
// memory share the present value of their common base (aliasing.go).
type functionalize struct {
	borrower
	copies bool // views are made by the operators that copy
	again  bool // a view that was changed is made again of its base, as PyTorch's recordings have it; else it keeps the value that it was given
	// written is what calls of scripts' operators that write become.
	written WrittenForm
	// unnumbered is a level that captures push: transforms of the captured program are numbered without it.
	unnumbered bool
}

// viewOp is the operator that makes a view below the level.
func (f *functionalize) viewOp(op *Op) *Op {
	if !f.copies {
		return op
	}
	name := op.Name + "_copy"
	if op.Overload != "" {
		name += "." + op.Overload
	}
	if c := Lookup(name); c != nil {
		return c
	}
	return op
}

// dispatchWhole calls an operator that levels below see whole, where it is composed of others.
func (ctx *Context) dispatchWhole(op *Op, args []Value) []Value {
	var before func(*Op) bool
	before = ctx.KeepComposites(func(o *Op) bool { return o == op || before != nil && before(o) })
	defer func() { ctx.KeepComposites(before) }()
	return ctx.dispatch(op, args)
}

// Call runs functional operators only.
func (f *functionalize) Call(ctx *Context, op *Op, args []Value) []Value {
	switch {
	case op.Variant == Out:
		return f.out(ctx, op, args)
	case op.Variant == InPlace && op.view:
		return f.viewInPlace(ctx, op, args)
	case op.Variant == InPlace:
		return f.inPlace(ctx, op, args)
	case op.mutates:
		if f.written != WrittenAsCopies && strings.Contains(op.Name, "::") {
			if outs, ok := f.writtenCall(ctx, op, args); ok {
				return outs
			}
		}
		return f.mutating(ctx, op, args)
	case op.view:
		return f.view(ctx, op, args)
	}
	outs := ctx.dispatch(op, f.values(ctx, args))
	return mapTensors(outs, func(v Value) Value { return f.fresh(v) })
}

// fresh wraps a tensor that shares memory with none of the level.
func (f *functionalize) fresh(v Value) Value {
	return wrap(&handle{level: f, value: v, alias: newAliasing(v, nil)})
}

// value is the present value of a tensor of the level.
func (f *functionalize) value(ctx *Context, v Value) Value {
	h := ownedBy(f, v)
	if h == nil {
		return v
	}
	h.value = h.alias.get(ctx)
	return h.value
}

func (f *functionalize) values(ctx *Context, args []Value) []Value {
	return mapTensors(args, func(v Value) Value { return f.value(ctx, v) })
}

// own is the handle of v; a tensor of the levels below becomes one of this level when it is first changed.
func (f *functionalize) own(v Value) *handle {
	h := ownedBy(f, v)
	if h == nil {
		h = adopt(f, v)
		h.alias = newAliasing(h.value, nil)
		f.borrow(v)
	}
	return h
}

// store gives the tensor of h a new value. A change that autograd is not to see leaves the memory the history that it had, as in a plain program: the gradient
// passes it.
func (f *functionalize) store(ctx *Context, h *handle, v Value) {
	had := h.alias.set.base
	hidden := RequiresGrad(had) && !RequiresGrad(v) && (!ctx.gradEnabled || h.alias.detached())
	if hidden {
		h.alias.set.recorded = h.alias.set.recorded || ctx.gradEnabled
		enabled := ctx.gradEnabled
		ctx.gradEnabled = false
		h.alias.put(ctx, v)
		ctx.gradEnabled = enabled
		h.alias.set.base = ctx.carrying(h.alias.set.base, had)
		h.alias.seen--
		h.value = h.alias.get(ctx)
		return
	}
	h.alias.set.recorded = h.alias.set.recorded || RequiresGrad(had) || RequiresGrad(v)
	h.alias.put(ctx, v)
	if f.again && len(h.alias.chain) > 0 {
		h.alias.seen--
		v = h.alias.get(ctx)
	}
	if now := h.alias.set.base; RequiresGrad(had) && !RequiresGrad(now) || (RequiresGrad(had) || RequiresGrad(now)) && h.alias.detached() {
		// In a plain program the tensors that share the memory have a history each, and keep it.
		throw("NotImplementedError", "magneto: functionalize: memory of a tensor with history is changed where that is not recorded")
	}
	h.value = v
}

// carrying is a description of a tensor like v whose gradient is that of had.
func (ctx *Context) carrying(v, had Value) Value {
	f, ok := v.(*Fake)
	if !ok || handleOf(v) != nil {
		throw("NotImplementedError", "magneto: functionalize: memory of a tensor with history is changed where that is not recorded")
	}
	carrier := *f
	carrier.Autograd = tensor.Autograd{}
	n := ctx.newNode("AliasBackward0", func(_ *Context, _ *Node, grads []Value) []Value { return grads[:1] })
	n.Edges = []Edge{ctx.edgeOf(had)}
	SetHistory(&carrier, n, 0)
	return &carrier
}

// functionalNames are the operators without changes that stand for such in place, where these have another name.
var functionalNames = map[string]string{"bernoulli.float": "bernoulli.p", "normal": "normal_functional"}

func (f *functionalize) inPlace(ctx *Context, op *Op, args []Value) []Value {
	h := f.own(args[0])
	values := f.values(ctx, args)
	self := metaOf(values[0])
	if ctx.shown() {
		ctx.overwritten = values[0]
	}
	functional := op.Functional
	if other, named := functionalNames[functional.String()]; named {
		functional = Lookup(other)
	}
	result := ctx.dispatch(functional, values)[0]
	ctx.overwritten = nil
	checkInPlace(ctx, op, self, metaOf(result))
	f.store(ctx, h, ctx.toDType(result, self.DType))
	return args[:1]
}

// out stores the results of the functional overload in the out arguments.
func (f *functionalize) out(ctx *Context, op *Op, args []Value) []Value {
	n := len(op.Schema().Returns)
	at := len(args) - n
	results := ctx.dispatch(op.Functional, f.values(ctx, args[:at]))
	for i, r := range results {
		out := args[at+i]
		f.store(ctx, f.own(out), ctx.toDType(r, dtypeOf(out)))
	}
	return append([]Value(nil), args[at:]...)
}

// mutating runs an operator that writes to arguments, or to what lists among them hold, on copies of these and stores the copies.
func (f *functionalize) mutating(ctx *Context, op *Op, args []Value) []Value {
	values := f.values(ctx, args)
	copies := f.copiesFor(ctx, op, args)
	eachWritten(op, args, func(i, k int, arg Value) {
		if k < 0 {
			values[i] = copies.of[f.own(arg)]
		} else {
			values[i].([]Value)[k] = copies.of[f.own(arg)] // a list of its own
		}
	})
	outs := ctx.dispatch(op, values)
	for _, h := range copies.whole {
		f.store(ctx, h, copies.of[h])
	}
	for _, h := range copies.parts {
		h.value = h.alias.get(ctx)
	}
	return mapTensors(outs, func(v Value) Value {
		for i := range values {
			if values[i] == v {
				return args[i]
			}
		}
		return f.fresh(v)
	})
}

// writtenCopies are what an operator writes to in the place of tensors of the level.
type writtenCopies struct {
	of    map[*handle]Value
	whole []*handle // copied as they are, or bases that several of the tensors show
	parts []*handle // views of the copy of their base, since others show it too
}

// copiesFor copies what an operator writes to: tensors that show the same memory are views of one copy of it.
func (f *functionalize) copiesFor(ctx *Context, op *Op, args []Value) writtenCopies {
	c := writtenCopies{of: map[*handle]Value{}}
	var order []*aliasSet
	sets := map[*aliasSet][]*handle{}
	eachWritten(op, args, func(_, _ int, arg Value) {
		h := f.own(arg)
		set := h.alias.set
		if sets[set] == nil {
			order = append(order, set)
		}
		if !slices.Contains(sets[set], h) { // a tensor that is given twice is one
			sets[set] = append(sets[set], h)
		}
	})
	for _, set := range order {
		shown := sets[set]
		if len(shown) == 1 || set.version == 0 && disjoint(shown) {
			for _, h := range shown {
				c.of[h], c.whole = ctx.clone(f.presentOf(ctx, h)), append(c.whole, h)
			}
			continue
		}
		base := &handle{level: f, alias: &aliasing{set: set, value: set.base, seen: set.version}}
		c.of[base], c.whole = ctx.clone(set.base), append(c.whole, base)
		for _, h := range shown {
			view := c.of[base]
			for _, s := range h.alias.chain {
				s.by = nil // a copy would not be seen
				view = s.apply(ctx, view)
			}
			c.of[h], c.parts = view, append(c.parts, h)
		}
	}
	return c
}

// disjoint says whether tensors that show one memory, which has not changed, are known to have no element in common.
func disjoint(shown []*handle) bool {
	type span struct{ from, to int64 }
	var spans []span
	for _, h := range shown {
		m := metaOf(h.value)
		from, ok := m.Offset.Const()
		to := from
		for d := range m.Sizes {
			n, known := m.Sizes[d].Const()
			step, fixed := m.Strides[d].Const()
			ok = ok && known && fixed
			to += (n - 1) * step
		}
		if !ok {
			return false
		}
		for _, s := range spans {
			if from <= s.to && s.from <= to {
				return false
			}
		}
		spans = append(spans, span{from, to})
	}
	return true
}

// presentOf is the present value of a handle of the level.
func (f *functionalize) presentOf(ctx *Context, h *handle) Value {
	h.value = h.alias.get(ctx)
	return h.value
}

// eachWritten calls visit with each tensor that an operator writes to: argument i, or item k of a list, -1 where it is no list.
func eachWritten(op *Op, args []Value, visit func(i, k int, arg Value)) {
	for i, p := range op.Schema().Params {
		if !p.Mutable() {
			continue
		}
		if list, ok := args[i].([]Value); ok {
			for k, arg := range list {
				if isTensor(arg) {
					visit(i, k, arg)
				}
			}
		} else if isTensor(args[i]) {
			visit(i, -1, args[i])
		}
	}
}

func (f *functionalize) view(ctx *Context, op *Op, args []Value) []Value {
	h := f.own(args[0])
	step := viewStep{op: op, args: args[1:], from: metaOf(args[0]), grad: ctx.gradEnabled, by: f.viewOp(op), place: ctx.place()} // as it would lie if it had been changed in place
	values := args
	if f.again { // the view is made of what the tensor was when it was last looked at, and made again when it is looked at itself
		values = append([]Value{h.value}, f.values(ctx, args[1:])...)
	} else {
		values = f.values(ctx, args)
	}
	var outs []Value
	if op.Name == "as_strided" {
		outs = result(step.apply(ctx, values[0]))
	} else {
		if by := f.viewOp(op); by == op {
			outs = ctx.dispatch(op, values)
		} else {
			outs = ctx.dispatchWhole(by, values)
		}
	}
	f.checkCopies(ctx, op, values, outs)
	step.nr = -1
	return mapTensors(outs, func(v Value) Value {
		step.nr++
		a := h.alias.through(step, v)
		if f.again { // it has seen no change yet, whatever it was made of
			a.seen = 0
		}
		return wrap(&handle{level: f, value: v, alias: a})
	})
}

// viewInPlace makes the tensor another view of its memory.
func (f *functionalize) viewInPlace(ctx *Context, op *Op, args []Value) []Value {
	h := f.own(args[0])
	step := viewStep{op: op.Functional, args: args[1:], from: metaOf(args[0]), grad: ctx.gradEnabled, by: f.viewOp(op.Functional), place: ctx.place()}
	now := h.value
	if !f.again {
		now = f.value(ctx, args[0])
	}
	h.value = step.apply(ctx, now)
	f.checkCopies(ctx, op, append([]Value{now}, args[1:]...), result(h.value))
	h.alias = h.alias.through(step, h.value)
	syncGeometry(args[0])
	return args[:1]
}

// PushFunctionalize starts a transform under which nothing is changed in place. With again, views of changed memory are made again of all of it, those by which it
// was changed too. Calls of scripts' operators that write are recorded as written says.
func (ctx *Context) PushFunctionalize(again bool, written WrittenForm) Level {
	f := &functionalize{again: again, written: written, unnumbered: true}
	ctx.push(f)
	return f
}

// Functional makes a tensor of a functionalize level of one below it; one of the level is that already.
func (ctx *Context) Functional(l Level, v Value) Value {
	f := l.(*functionalize)
	if ownedBy(f, v) != nil {
		return v
	}
	return f.fresh(v)
}

// ChangedUnseen tells whether autograd has seen none of the changes of a tensor's memory.
func ChangedUnseen(l Level, v Value) bool {
	h := ownedBy(l, v)
	return h != nil && h.alias.set.version > 0 && !h.alias.set.recorded
}

// Recorded is what the tape knows v as, and the functionalize level that v belongs to if there is one between the two.
func (ctx *Context) Recorded(v Value) (inner Value, l Level) {
	h := handleOf(v)
	if h == nil {
		return v, nil
	}
	f, ok := h.level.(*functionalize)
	if !ok || !slices.Contains(ctx.levels, h.level) {
		return v, nil
	}
	return ctx.under(f, func() Value { return f.value(ctx, v) }), f
}

// CaptureLevel is the level of a capture that v belongs to; nil if there is none.
func CaptureLevel(v Value) Level {
	h := handleOf(v)
	if h == nil {
		return nil
	}
	if f, ok := h.level.(*functionalize); ok && f.unnumbered {
		return f
	}
	return nil
}

// Beneath runs f as what lies under a level does.
func (ctx *Context) Beneath(l Level, f func() error) (err error) {
	defer ctx.catch(&err, ctx.state())
	ctx.under(l, func() Value {
		err = f()
		return nil
	})
	return err
}

// FunctionalValue is the present value of a tensor of a functionalize level, and whether its memory was changed since it
// was made.
func (ctx *Context) FunctionalValue(l Level, v Value) (value Value, changed bool, err error) {
	defer ctx.catch(&err, ctx.state())
	f := l.(*functionalize)
	h := ownedBy(f, v)
	if h == nil {
		return v, false, nil
	}
	value = ctx.under(l, func() Value { return f.value(ctx, v) })
	return value, h.alias.set.version > 0, nil
}
