package ops

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// What a compiler needs of the levels to capture forward and backward of a program: see package backend/aot.

// Transformed says whether function transforms, modes or recorders of scripts are active: what then reaches the kernels is
// not what a call of the program alone would do.
func (ctx *Context) Transformed() bool { return len(ctx.levels) != 1 || ctx.depth != 1 }

// decomposing is a level under the tape that takes operators apart.
type decomposing struct{ whole func(*Op) bool }

func (d *decomposing) Call(ctx *Context, op *Op, args []Value) []Value {
	if op.Variant == Plain && op.e.Decomp != nil && !op.e.OwnTape && !d.whole(op) {
		ctx.depth++ // what the decomposition calls may have one too
		outs := op.e.Decomp(ctx, args)
		ctx.depth--
		return outs
	}
	return ctx.dispatch(op, args)
}

// PushDecompose makes operators that have a decomposition be taken apart before kernels and recorders see them, after autograd:
// those but the ones that whole says stay as they are.
func (ctx *Context) PushDecompose(whole func(*Op) bool) Level {
	l := &decomposing{whole}
	ctx.insertUnderTape(l)
	return l
}

// Decomposes says whether an operator that is no composite has a decomposition as well.
func (op *Op) Decomposes() bool { return op.e.Decomp != nil && !op.IsComposite() }

// View is how a tensor shows the memory of another: a chain of view operators.
type View struct{ steps []viewStep }

// FunctionalBase identifies the memory that a tensor of a functionalize level shows, how it shows it, and whether that
// memory was changed. Tensors with the same base share memory.
func FunctionalBase(l Level, v Value) (base any, view View, changed bool) {
	h := ownedBy(l, v)
	if h == nil {
		return nil, View{}, false
	}
	return h.alias.set, View{h.alias.chain}, h.alias.set.version > 0
}

// Of makes the view of a tensor, through all levels. size evaluates the symbolic numbers among the arguments.
func (w View) Of(ctx *Context, base Value, size func(symbolic.Int) (int64, error)) (Value, error) {
	v := base
	for _, s := range w.steps {
		args, err := evaluated(s.args, size)
		if err != nil {
			return nil, err
		}
		outs, err := ctx.Call(s.op, append([]Value{v}, args...))
		if err != nil {
			return nil, err
		}
		flat, _ := flatResults(outs)
		v = flat[s.nr]
	}
	return v, nil
}

// FunctionalWhole is a tensor of a functionalize level that shows all of the memory that v shows.
func (ctx *Context) FunctionalWhole(l Level, v Value) Value {
	f := l.(*functionalize)
	set := ownedBy(l, v).alias.set
	return wrap(&handle{level: f, value: set.base, alias: &aliasing{set: set, value: set.base, seen: set.version}})
}

// Len is the number of view operators.
func (w View) Len() int { return len(w.steps) }

func evaluated(args []Value, size func(symbolic.Int) (int64, error)) ([]Value, error) {
	out := make([]Value, len(args))
	for i, a := range args {
		var err error
		switch a := a.(type) {
		case symbolic.Int:
			out[i], err = size(a)
		case []Value:
			out[i], err = evaluated(a, size)
		default:
			out[i] = a
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Keep saves tensors for the backward of a node, as an operator does: hooks for saved tensors see them, a change in place
// before backward is an error there, and they are freed with the node. A nil stays nil.
func (ctx *Context) Keep(n *Node, tensors []Value) (err error) {
	defer ctx.catch(&err, ctx.state())
	n.saved = &Saved{node: n}
	for i, v := range tensors {
		if isTensor(v) {
			n.saved.keep(ctx, 0, i, v)
		}
	}
	return nil
}

// KeptAll says whether what Keep has saved is there still: an error if backward has freed it, were it nothing at all.
func (ctx *Context) KeptAll(n *Node) (err error) {
	defer ctx.catch(&err, ctx.state())
	n.saved.checkReleased()
	return nil
}

// KeptAlone says that nothing but the node, whose tensors Keep has saved, knows the tensors with these numbers: their memory goes back with it.
func (n *Node) KeptAlone(numbers []int) {
	for i := range n.saved.kept {
		if k := &n.saved.kept[i]; k.memory != nil && slices.Contains(numbers, int(k.item)) {
			k.memory.Unhold()
		}
	}
}

// Kept is tensor i of those that Keep has saved.
func (ctx *Context) Kept(n *Node, i int) (v Value, err error) {
	defer ctx.catch(&err, ctx.state())
	return n.saved.find(0, i), nil
}

// IsDense says whether the elements of a tensor lie without gaps or overlaps, in whatever order of dimensions, as far as
// constants tell.
func IsDense(f *Fake) bool {
	if equalSyms(f.Strides, contiguousStrides(f.Sizes)) {
		return true
	}
	sizes, strides := make([]int, len(f.Sizes)), make([]int, len(f.Sizes))
	for i := range f.Sizes {
		size, known := f.Sizes[i].Const()
		stride, knownStride := f.Strides[i].Const()
		if !known || !knownStride {
			return false
		}
		sizes[i], strides[i] = int(size), int(stride)
	}
	return tensor.IsDense(sizes, strides)
}

// Elementwise says whether the operator computes each element of its result from the elements at the same place.
func (op *Op) Elementwise() bool { return op.e.loop != nil }

// Engines are what the kernels of eager operators are compiled and run with, for compilers of whole graphs.
func (ctx *Context) Engines() (c *loop.Compiler, products *gemm.Engine, err error) {
	defer ctx.catch(&err, ctx.state())
	e := ctx.engine()
	return e.compiler, e.products, nil
}

// Preservable says whether a composite operator can stay whole where others are taken apart: it must not give views of what it takes, nor write to it.
func (op *Op) Preservable() bool {
	return op.IsComposite() && op.Variant == Plain && !op.mutates && !op.e.Writes && !strings.Contains(op.e.S, "(a")
}

// KeepComposites makes levels see the composite operators whole that keep names; it gives what did so before, to be set again.
func (ctx *Context) KeepComposites(keep func(op *Op) bool) (before func(op *Op) bool) {
	before, ctx.kept = ctx.kept, keep
	return before
}

// Several tells whether the view is one of several that one operator gives.
func (v View) Several() bool {
	if len(v.steps) == 0 {
		return false
	}
	return len(v.steps[len(v.steps)-1].op.Schema().Returns) == 1 && v.steps[len(v.steps)-1].op.Schema().Returns[0].Type.List
}
