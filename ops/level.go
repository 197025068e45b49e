package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Level is one layer of the dispatcher. It answers a call of an operator, mostly by calling operators again, which go to
// the layers below it: while it runs, neither it nor those above are active.
//
// The stack of a context, from below: modes of scripts and recorders; the tape of plain tensors; function transforms
// (grad, vmap, jvp, functionalize), each nested in the one before. Under all of them lie the kernels, and the metas for
// tensors without data. Derivatives, decompositions and rules of levels are written against the dispatcher, so that
// levels compose in any order.
type Level interface {
	Call(ctx *Context, op *Op, args []Value) []Value
}

// Mode sees the calls that reach it below the tape; calls that it makes go to the layers below it (as TorchDispatchMode).
type Mode interface {
	Call(ctx *Context, op *Op, args []Value) ([]Value, error)
}

type modeLevel struct{ Mode }

func (m modeLevel) Call(ctx *Context, op *Op, args []Value) []Value {
	out, err := m.Mode.Call(ctx, op, args)
	rethrow(err)
	return out
}

// PushMode makes m the innermost mode.
func (ctx *Context) PushMode(m Mode) { ctx.insertUnderTape(modeLevel{m}) }

// insertUnderTape adds a level right below the tape of plain tensors, or on top of the active levels where that is not
// among them.
func (ctx *Context) insertUnderTape(l Level) {
	at := ctx.depth
	for i, active := range ctx.levels[:ctx.depth] {
		if t, ok := active.(*tape); ok && !t.wraps {
			at = i
			break
		}
	}
	ctx.levels = slices.Insert(ctx.levels, at, l)
	ctx.depth++
}

// PopMode removes a mode.
func (ctx *Context) PopMode(m Mode) {
	for i := len(ctx.levels) - 1; i >= 0; i-- {
		if l, ok := ctx.levels[i].(modeLevel); ok && l.Mode == m {
			ctx.removeLevel(i)
			return
		}
	}
}

// push adds a transform above the active levels.
func (ctx *Context) push(l Level) {
	ctx.levels = slices.Insert(ctx.levels, ctx.depth, l)
	ctx.depth++
}

// pop removes a transform.
func (ctx *Context) pop(l Level) {
	if i := slices.Index(ctx.levels, l); i >= 0 {
		ctx.removeLevel(i)
	}
}

func (ctx *Context) removeLevel(i int) {
	if l, ok := ctx.levels[i].(borrowing); ok {
		l.borrowed().giveBack(ctx.levels[i])
	}
	ctx.levels = slices.Delete(ctx.levels, i, i+1)
	if ctx.depth > i {
		ctx.depth--
	}
}

// under runs f with the levels below l, or with all if l has been popped.
func (ctx *Context) under(l Level, f func() Value) Value {
	depth := ctx.depth
	if i := slices.Index(ctx.levels, l); i >= 0 {
		ctx.depth = i
	}
	v := f()
	ctx.depth = depth
	return v
}

// IsPlain says whether nobody but the tape of plain tensors sees the calls of operators.
func (ctx *Context) IsPlain() bool { return len(ctx.levels) == 1 }

// handle is what hangs on a tensor that a level wraps: the tensor as the level below knows it, and what the level adds.
// The wrapping tensor has the geometry that is seen above the level.
type handle struct {
	level Level
	value Value

	dim   int       // vmap: the mapped dimension of value
	alias *aliasing // functionalize

	captured bool // the memory is that of a tensor from outside of a derivative transform
}

// handleOf is the handle of a wrapped tensor, nil for plain ones.
func handleOf(v Value) *handle {
	if a := autogradOf(v); a != nil {
		h, _ := a.Layer.(*handle)
		return h
	}
	return nil
}

// ownedBy is the handle of v if level l made it.
func ownedBy(l Level, v Value) *handle {
	if h := handleOf(v); h != nil && h.level == l {
		return h
	}
	return nil
}

// isDead says whether v belongs to a transform that has ended.
func (ctx *Context) isDead(v Value) bool {
	h := handleOf(v)
	return h != nil && !slices.Contains(ctx.levels, h.level)
}

// releaseDead replaces tensors of transforms that have ended by what they wrapped: the pullback of vjp works on such. Only
// a mapped one has no meaning any more.
func (ctx *Context) releaseDead(args []Value) []Value {
	if eachTensor(args, func(v Value) bool { return !ctx.isDead(v) }) {
		return args
	}
	return mapTensors(args, func(v Value) Value {
		for ctx.isDead(v) {
			h := handleOf(v)
			if _, mapped := h.level.(*vmapLevel); mapped {
				throwRuntime("A tensor that escaped from a vmap-ed function is used outside of it: it stands for one element of a dimension that is not mapped any more.")
			}
			v = h.value
		}
		return v
	})
}

// wrap makes a tensor for a handle with the geometry of its value.
func wrap(h *handle) Value {
	switch v := h.value.(type) {
	case *tensor.Tensor:
		t := v.Detached()
		t.Inference = v.Inference
		t.Layer = h
		return t
	case *Fake:
		f := &Fake{Sizes: v.Sizes, Strides: v.Strides, Offset: v.Offset, DType: v.DType, Device: v.Device, Conj: v.Conj, Neg: v.Neg}
		f.Layer = h
		return f
	}
	return h.value
}

// wrapShaped makes a tensor for a handle with a geometry of its own. It has no memory: nothing can be read from it by mistake.
func wrapShaped(h *handle, sizes, strides []symbolic.Int) Value {
	switch v := h.value.(type) {
	case *tensor.Tensor:
		v.Storage().Hold()
		t := v.Shell(constants(sizes), constants(strides))
		t.Layer = h
		return t
	case *Fake:
		f := &Fake{Sizes: sizes, Strides: strides, Offset: v.Offset, DType: v.DType, Device: v.Device, Conj: v.Conj, Neg: v.Neg}
		f.Layer = h
		return f
	}
	return h.value
}

// syncGeometry gives a wrapping tensor the geometry of its value after that was changed in place.
func syncGeometry(v Value) {
	h := handleOf(v)
	switch v := v.(type) {
	case *tensor.Tensor:
		switch in := h.value.(type) {
		case *tensor.Tensor:
			v.SetGeometry(in.Sizes(), in.Strides(), in.Offset())
		case *Fake: // where what is computed is recorded
			v.SetGeometry(constants(in.Sizes), constants(in.Strides), constants([]symbolic.Int{in.Offset})[0])
		}
	case *Fake:
		in := h.value.(*Fake)
		v.Sizes, v.Strides, v.Offset = in.Sizes, in.Strides, in.Offset
	}
}

// eachTensor visits the tensors among arguments, in lists too, until visit says to stop.
func eachTensor(args []Value, visit func(Value) bool) bool {
	for _, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor:
			if v != nil && !visit(v) {
				return false
			}
		case *Fake:
			if v != nil && !visit(v) {
				return false
			}
		case []Value:
			if !eachTensor(v, visit) {
				return false
			}
		}
	}
	return true
}

// mapTensors replaces the tensors among arguments; it copies what it changes.
func mapTensors(args []Value, f func(Value) Value) []Value {
	out := make([]Value, len(args))
	for i, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor:
			if out[i] = v; v != nil {
				out[i] = f(v)
			}
		case *Fake:
			if out[i] = v; v != nil {
				out[i] = f(v)
			}
		case []Value:
			out[i] = v
			for _, x := range v {
				if isTensor(x) {
					out[i] = mapTensors(v, f)
					break
				}
			}
		default:
			out[i] = v
		}
	}
	return out
}

// anyOwned says whether a tensor among args was made by level l.
func anyOwned(l Level, args []Value) bool {
	return !eachTensor(args, func(v Value) bool { return ownedBy(l, v) == nil })
}

// unwrapAll replaces the tensors that l made by what they wrap.
func unwrapAll(l Level, args []Value) []Value {
	return mapTensors(args, func(v Value) Value {
		if h := ownedBy(l, v); h != nil {
			return h.value
		}
		return v
	})
}

// flatResults says whether the only result is a list of tensors, and gives it.
func flatResults(outs []Value) (flat []Value, list bool) {
	if len(outs) == 1 {
		if l, ok := outs[0].([]Value); ok {
			return l, true
		}
	}
	return outs, false
}

// lookedOn says whether modes see the operators that are called now.
func (ctx *Context) lookedOn() bool {
	return slices.ContainsFunc(ctx.levels[:ctx.depth], func(l Level) bool { _, ok := l.(modeLevel); return ok })
}
