package graph

import (
	"fmt"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Builder makes a graph of the calls that it sees, as a Recorder under the tape of a context. Operators in place get a
// new value for the tensor that they change.
type Builder struct {
	g   *Graph
	err error

	// Fakes say themselves what they stand for, in their Node: they keep it when a level of the dispatcher takes over the object
	// and goes on with a copy. Real tensors, which are constants, are known by identity.
	constants map[*tensor.Tensor]*Value
	viewed    map[*Value]bool // values that a view shows

	// Place is that of the calls that come.
	Place Place
	// What follows is of a Builder that traces, ctx being nil for others.
	ctx    *ops.Context
	places map[int64]Place // by number of the node of the derivative
	known  int64           // up to which the nodes have a place
}

// Trace has the graph be as PyTorch shows it: results that derivatives look at are saved by way of detach, and nodes say which calls the program has made itself
// and what derivatives belong to.
func (b *Builder) Trace(ctx *ops.Context) {
	b.ctx, b.places, b.known = ctx, map[int64]Place{}, ctx.LastNode()
}

// Now and At are ops.Placer.
func (b *Builder) Now() any { return b.Place }

// At has the calls that come be at a place.
func (b *Builder) At(place any) (restore func()) {
	before := b.Place
	b.Place = place.(Place)
	return func() { b.Place = before }
}

// Watches is ops.Watcher.
func (b *Builder) Watches() bool { return b.ctx != nil }

// recorded is the Node of a fake tensor.
type recorded struct {
	by *Builder
	as *Value
}

// trace says where a call comes from.
func (b *Builder) trace(n *Node, op *ops.Op) {
	n.Again = b.ctx.ComputesAgain()
	n.Direct, n.Derivative = b.ctx.Called() == op, b.ctx.Called() == nil
	if of := b.ctx.Running(); of > 0 && b.Place.Node != nil { // the program itself asks for a derivative
		n.Derivative = false
		return
	} else if of > 0 {
		if n.Derivative, n.Place = true, b.places[of]; b.ctx.Adding() {
			n.Place.Custom, n.Place.Node = nil, nil
		}
		return
	}
	for ; b.known < b.ctx.LastNode(); b.known++ { // leaves of the call have nodes, too
		b.places[b.known+1] = b.Place
	}
}

func (b *Builder) set(f *ops.Fake, v *Value) { f.Node = recorded{b, v} }

// NewBuilder starts a graph.
func NewBuilder(name string) *Builder {
	return &Builder{g: &Graph{Name: name}, constants: map[*tensor.Tensor]*Value{}, viewed: map[*Value]bool{}}
}

// Input adds an input, a fake tensor or a number.
func (b *Builder) Input(name string, v ops.Value) *Value {
	in := b.g.newValue(&Value{Name: name})
	switch v := v.(type) {
	case *ops.Fake:
		in.Meta = metaOf(v)
		b.set(v, in)
	case symbolic.Int:
		in.Number = v
	case int64:
		in.Number = symbolic.IntOf(v)
	default:
		b.fail("an input of type %T", v)
	}
	b.g.Inputs = append(b.g.Inputs, in)
	return in
}

// metaOf is a description that nothing else holds on to.
func metaOf(f *ops.Fake) *ops.Fake {
	return &ops.Fake{Sizes: f.Sizes, Strides: f.Strides, Offset: f.Offset, DType: f.DType, Device: f.Device, Conj: f.Conj, Neg: f.Neg}
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("graph %s: %w", b.g.Name, &RecordError{fmt.Sprintf(format, args...)})
	}
}

// Value is what stands for a tensor of the recorded program; a real tensor is a constant.
func (b *Builder) Value(v ops.Value) *Value {
	switch v := v.(type) {
	case *tensor.Tensor:
		c := b.constants[v]
		if c == nil {
			c = b.g.newValue(&Value{Meta: metaOf(ops.FakeOf(v)), Constant: v})
			b.constants[v] = c
		}
		return c
	case *ops.Fake:
		if r, ok := v.Node.(recorded); ok && r.by == b {
			return r.as
		}
		b.fail("a tensor that no recorded call has made")
	}
	return nil
}

// Record adds a call.
func (b *Builder) Record(op *ops.Op, args, outs []ops.Value) {
	n := &Node{Args: b.operands(args), Place: b.Place}
	if b.ctx != nil {
		b.trace(n, op)
	}
	if op.Variant == ops.Plain {
		n.Op = op
		for i, p := range op.Schema().Params {
			if !p.Mutable() {
				continue
			}
			switch v := n.Args[i].(type) {
			case *Value:
				b.changes(n, v, args[i])
			case []ops.Value:
				list := args[i].([]ops.Value)
				for k := range v {
					if x, ok := v[k].(*Value); ok {
						b.changes(n, x, list[k])
					}
				}
			}
		}
	} else {
		if v, ok := n.Args[0].(*Value); ok && (b.viewed[v] || v.Def != nil && v.Def.Op.IsView()) {
			b.fail("%s changes memory that another tensor shows (line %d)", op, b.Place.Line)
		}
		n.Op = op.Functional
		n.Args = n.Args[:len(n.Op.Schema().Params)]
	}
	if n.Op.IsView() {
		if v, ok := n.Args[0].(*Value); ok {
			b.viewed[v] = true
		}
	}
	b.g.Nodes = append(b.g.Nodes, n)
	for _, out := range flat(outs) {
		n.Outs = append(n.Outs, b.result(n, out))
	}
	for i, m := range n.After {
		m.After.Index = len(n.Outs) + i
	}
}

// changes notes that a call writes to an argument, which has a new value from then on.
func (b *Builder) changes(n *Node, v *Value, arg ops.Value) {
	if b.viewed[v] || v.Def != nil && v.Def.Op.IsView() {
		b.fail("%s changes memory that another tensor shows (line %d)", n.Op, b.Place.Line)
	}
	after := b.g.newValue(&Value{Meta: v.Meta, Def: n})
	n.After = append(n.After, Mutation{v, after})
	if f, ok := arg.(*ops.Fake); ok {
		b.set(f, after)
	}
}

// RecordError says what of a program a graph has no form for.
type RecordError struct{ text string }

func (e *RecordError) Error() string { return e.text }

// result is the value of a result; the memory of one that was changed in place has it from now on.
func (b *Builder) result(n *Node, out ops.Value) *Value {
	f, ok := out.(*ops.Fake)
	if !ok || f == nil {
		if out != nil {
			b.fail("%s gives a %T", n.Op, out)
		}
		return nil
	}
	if r, ok := f.Node.(recorded); ok && r.as.Def == n { // a result that is the changed argument
		return nil
	}
	v := b.g.newValue(&Value{Meta: metaOf(f), Def: n, Index: len(n.Outs)})
	b.set(f, v)
	return v
}

// flat lists the results, those of a list of tensors one by one.
func flat(outs []ops.Value) []ops.Value {
	if len(outs) == 1 {
		if list, ok := outs[0].([]ops.Value); ok {
			return list
		}
	}
	return outs
}

func (b *Builder) operands(args []ops.Value) []ops.Value {
	out := make([]ops.Value, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case *ops.Fake:
			if a != nil {
				out[i] = b.Value(a)
			}
		case *tensor.Tensor:
			if a != nil {
				out[i] = b.Value(a)
			}
		case []ops.Value:
			out[i] = b.operands(a)
		default:
			out[i] = a
		}
	}
	return out
}

// Finish ends the graph with its outputs. Nodes that nothing needs are dropped.
func (b *Builder) Finish(outputs []*Value, writes []Write) (*Graph, error) {
	if b.err != nil {
		return nil, b.err
	}
	b.g.Outputs, b.g.Writes = outputs, writes
	if b.ctx == nil { // otherwise what nothing reads has a name first, as in PyTorch
		b.g.Prune()
	}
	b.g.nameValues()
	return b.g, nil
}

// Number is a size as a value, for an output.
func (b *Builder) Number(x symbolic.Int) *Value { return b.g.newValue(&Value{Number: x}) }

// Made are the nodes so far.
func (b *Builder) Made() map[*Node]bool {
	made := make(map[*Node]bool, len(b.g.Nodes))
	for _, n := range b.g.Nodes {
		made[n] = true
	}
	return made
}
