package compiler

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/backend/aot"
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/object"
)

// MarkDynamic is torch._dynamo.mark_dynamic.
func MarkDynamic(th *object.Thread, t object.Value, dim int) error {
	_, err := object.Call(th, attribute(th, "torch._dynamo.mark_dynamic"), t, object.Int(int64(dim)))
	return err
}

// Traced is a function that was traced whole, for callers in Go.
type Traced struct {
	Module *fx.Module
	Guards []*guards.Guard
	Shapes []*guards.ShapeGuard

	examples []object.Value // what the graph is called with
	inputs   []int          // for each placeholder that is an argument of the function: which one; else -1
	results  []result
	reads    map[guards.Place]reading // what the shape guards read
}

// reading is a size, stride or offset of an argument, or a number that stays as it was.
type reading struct {
	argument int // -1 for a number
	number   int64
}

// result is a tensor or number in what the function gives: an output of the graph, an argument, or anything else.
type result struct {
	output, argument int // -1 for not
	constant         object.Value
}

// Trace calls a function once under torch.compile with fullgraph, and gives its graph. What the function gives, tuples, lists and
// the values of dicts taken apart, are the results of calls.
func Trace(th *object.Thread, fn object.Value, own []object.Value, dynamic *bool) (*Traced, error) {
	t := &Traced{reads: map[guards.Place]reading{}}
	var outputs []object.Value
	backend := object.NewFuncValue("trace", func(th *object.Thread, in, _ []object.Value) (object.Value, error) {
		m, _ := fx.AsModule(in[0])
		examples, err := object.ToSlice(th, in[1])
		if err != nil || m == nil {
			return object.Null, err
		}
		if t.Module != nil {
			return object.Null, errors.New("the function has more than one graph")
		}
		t.Module, t.examples = m, slices.Clone(examples)
		return object.NewFuncValue("traced", func(th *object.Thread, args, kw []object.Value) (object.Value, error) {
			out, err := m.Call(th, args, kw)
			if err == nil {
				outputs, err = object.ToSlice(th, out)
			}
			return out, err
		}), nil
	})
	state := states.Of(th)
	outer := state.listener
	defer func() { state.listener = outer }()
	state.listener = func(th *object.Thread, e dynamo.Event) {
		if e.Kind == dynamo.EntryMade && t.Module != nil {
			t.guarded(th, e, own)
		}
		if outer != nil {
			outer(th, e)
		}
	}
	options := []object.Value{fn, backend, object.Bool(true)}
	names := []object.Value{object.NewStr("backend"), object.NewStr("fullgraph")}
	if dynamic != nil {
		options, names = append(options, object.Bool(*dynamic)), append(names, object.NewStr("dynamic"))
	}
	compiled, err := object.CallArgs(th, attribute(th, "torch.compile"), options, names)
	if err != nil {
		return nil, err
	}
	out, err := object.CallArgs(th, compiled, own, nil)
	if err != nil {
		return nil, err
	}
	if t.Module == nil {
		return nil, errors.New("the function has no graph: it computes nothing with tensors")
	}
	for _, v := range t.examples {
		t.inputs = append(t.inputs, slices.Index(own, v))
	}
	err = t.take(th, out, outputs, own)
	return t, err
}

// guarded remembers what the code relies on.
func (t *Traced) guarded(th *object.Thread, e dynamo.Event, args []object.Value) {
	t.Guards, t.Shapes = e.Guards, e.Shapes
	for _, g := range e.Shapes {
		for _, p := range g.Places() {
			n, _ := p.Read(th, e.Frame)
			t.reads[p] = reading{slices.Index(args, p.Source.Resolve(th, e.Frame)), n}
		}
	}
}

// take takes apart what the function gives.
func (t *Traced) take(th *object.Thread, v object.Value, outputs, own []object.Value) error {
	if d, ok := object.AsDict(v); ok {
		for _, k := range d.Keys() {
			x, err := object.GetItem(th, v, k)
			if err == nil {
				err = t.take(th, x, outputs, own)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	if v.Type() != torch.SizeType(th) {
		_, list := object.AsList(v)
		_, tuple := object.AsTuple(v)
		if list || tuple {
			items, err := object.ToSlice(th, v)
			for i := 0; i < len(items) && err == nil; i++ {
				err = t.take(th, items[i], outputs, own)
			}
			return err
		}
	}
	t.results = append(t.results, result{slices.Index(outputs, v), slices.Index(own, v), v})
	return nil
}

// Detached is a compiled graph that needs no machine. Each goroutine calls it by a Caller of its own.
type Detached struct {
	function *aot.Function
	inputs   []input
	given    int // arguments of a call
	results  []result
	fixed    []ops.Value // for results that are constants
	shapes   []*guards.ShapeGuard
	reads    map[guards.Place]reading
}

// input is where an input of the graph comes from.
type input struct {
	argument int       // an argument of the call, which is like meta; -1 for what is known
	known    ops.Value // a parameter, say
	meta     *ops.Fake
	size     *symbolic.Int // a size of an argument: dimension dim of argument
	dim      int
}

// Compile compiles the graph with a backend that captures ahead of time. Calls record nothing for autograd.
func (t *Traced) Compile(th *object.Thread, backend string) (*Detached, error) {
	make, ok := builtinBackends[backend]
	if !ok {
		return nil, fmt.Errorf("unknown backend %q (known: %s)", backend, strings.Join(DetachedBackends(), ", "))
	}
	ctx := torch.Context(th)
	defer ctx.SetGradEnabled(ctx.SetGradEnabled(false))
	c, err := capture(th, t.Module, t.examples, make(th, t.Module.Env))
	if err != nil {
		return nil, err
	}
	d := &Detached{function: c.function, results: t.results, shapes: t.Shapes, reads: t.reads}
	placeholders, err := inputsOf(th, t.Module.Graph, t.examples)
	if err != nil {
		return nil, err
	}
	for i, p := range placeholders {
		in := input{argument: t.inputs[i]}
		switch v := p.Value.(type) {
		case *ops.Fake:
			in.meta = v
			d.given = max(d.given, in.argument+1)
		case symbolic.Int:
			in.size = &v
		}
		if in.argument < 0 {
			if in.known, err = held(th, t.examples[i]); err != nil {
				return nil, err
			}
		}
		d.inputs = append(d.inputs, in)
	}
	if err := d.findSizes(); err != nil {
		return nil, err
	}
	for _, v := range c.lifted {
		known, err := held(th, v)
		if err != nil {
			return nil, err
		}
		d.inputs = append(d.inputs, input{argument: -1, known: known})
	}
	for _, r := range d.results {
		v, err := held(th, r.constant)
		if err != nil {
			return nil, err
		}
		d.fixed = append(d.fixed, v)
	}
	return d, nil
}

// held is a value whose memory stays, whatever becomes of its object.
func held(th *object.Thread, v object.Value) (ops.Value, error) {
	x, err := torch.ToOps(th, v)
	if t, ok := x.(*tensor.Tensor); ok {
		t.Storage().Hold()
	}
	return x, err
}

// DetachedBackends are the backends that Traced.Compile knows.
func DetachedBackends() []string {
	var names []string
	for name := range builtinBackends {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// findSizes finds the arguments that tell the sizes which the graph takes as inputs.
func (d *Detached) findSizes() error {
	for i := range d.inputs {
		in := &d.inputs[i]
		if in.size == nil {
			continue
		}
		in.argument = -1
		for _, other := range d.inputs {
			if other.meta == nil || other.argument < 0 {
				continue
			}
			if dim := slices.IndexFunc(other.meta.Sizes, func(n symbolic.Int) bool { return n.Expr() == in.size.Expr() }); dim >= 0 && in.argument < 0 {
				in.argument, in.dim = other.argument, dim
			}
		}
		if in.argument < 0 {
			return fmt.Errorf("the size %s is of no argument", in.size)
		}
	}
	return nil
}

// Caller calls a graph, for one goroutine at a time.
type Caller struct {
	*Detached
	ctx   *ops.Context
	known []ops.Value // for each input, see ownShell
}

// NewCaller makes a caller, with random numbers of its own.
func (d *Detached) NewCaller() *Caller {
	c := &Caller{Detached: d, ctx: ops.NewContext()}
	c.ctx.SetGradEnabled(false)
	for _, in := range d.inputs {
		c.known = append(c.known, ownShell(in.known))
	}
	return c
}

// ownShell is a tensor on the same memory that no other goroutine counts references to.
func ownShell(v ops.Value) ops.Value {
	t, ok := v.(*tensor.Tensor)
	if !ok || t.Storage() == nil {
		return v
	}
	return tensor.FromStorage(t.Storage().Part(0, t.Storage().Size()), t.DType(), t.Sizes(), t.Strides(), t.Offset())
}

// Call runs the graph on the arguments of the function that are tensors, by their places among all of its arguments; the others
// are those of the trace.
func (c *Caller) Call(args []*tensor.Tensor) ([]ops.Value, error) {
	d := c.Detached
	if len(args) < d.given {
		return nil, fmt.Errorf("%d arguments are given where %d are expected", len(args), d.given)
	}
	if err := d.check(args); err != nil {
		return nil, err
	}
	inputs := make([]ops.Value, len(d.inputs))
	for i, in := range d.inputs {
		switch {
		case in.size != nil:
			inputs[i] = int64(args[in.argument].Size(in.dim))
		case in.argument >= 0:
			inputs[i] = ownShell(args[in.argument])
		default:
			inputs[i] = c.known[i]
		}
	}
	outs, err := d.function.Call(c.ctx, inputs)
	if err != nil {
		return nil, err
	}
	results := make([]ops.Value, len(d.results))
	for i, r := range d.results {
		switch {
		case r.output >= 0:
			results[i] = outs[r.output]
		case r.argument >= 0 && r.argument < len(args) && args[r.argument] != nil:
			results[i] = args[r.argument]
		default:
			results[i] = d.fixed[i]
		}
	}
	return results, nil
}

// check looks at the arguments of a call as the guards would.
func (d *Detached) check(args []*tensor.Tensor) error {
	for _, in := range d.inputs {
		if in.argument < 0 || in.size != nil {
			continue
		}
		t, want := args[in.argument], in.meta
		switch {
		case t == nil:
			return fmt.Errorf("argument %d: a tensor is expected", in.argument)
		case t.DType() != want.DType:
			return fmt.Errorf("argument %d: the dtype is %s where %s is expected", in.argument, t.DType().Name(), want.DType.Name())
		case t.Dim() != len(want.Sizes):
			return fmt.Errorf("argument %d: there are %d dimensions where %d are expected", in.argument, t.Dim(), len(want.Sizes))
		}
		for i, n := range want.Sizes {
			if c, known := n.Const(); known && int(c) != t.Size(i) {
				return fmt.Errorf("argument %d: size %d at dimension %d where %d is expected", in.argument, t.Size(i), i, c)
			}
		}
		for i, n := range want.Strides {
			if c, known := n.Const(); known && int(c) != t.Strides()[i] && t.Size(i) > 1 {
				return fmt.Errorf("argument %d: stride %d at dimension %d where %d is expected", in.argument, t.Strides()[i], i, c)
			}
		}
	}
	for _, g := range d.shapes {
		if !g.Holds(func(p guards.Place) (int64, bool) { return d.read(p, args) }) {
			return fmt.Errorf("the arguments do not fulfil %s", g.Code())
		}
	}
	return nil
}

func (d *Detached) read(p guards.Place, args []*tensor.Tensor) (int64, bool) {
	r, ok := d.reads[p]
	if ok && r.argument < 0 {
		return r.number, true
	}
	if !ok || r.argument >= len(args) || args[r.argument] == nil {
		return 0, false
	}
	switch t := args[r.argument]; p.Property {
	case guards.Size:
		return int64(t.Size(p.Dim)), true
	case guards.Stride:
		return int64(t.Strides()[p.Dim]), true
	case guards.Offset:
		return int64(t.Offset()), true
	case guards.Item:
		return guards.ItemOf(t)
	}
	return 0, false
}
