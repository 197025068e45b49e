package graph

import (
	"fmt"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Runner runs a graph on the eager kernels, node by node: what other backends are compared with.
type Runner struct {
	g       *Graph
	symbols *Symbols
	dead    [][]*Value // by node: the values that nothing reads behind it
}

// NewRunner prepares a graph.
func NewRunner(g *Graph) (*Runner, error) {
	symbols, err := SymbolsOf(g)
	if err != nil {
		return nil, err
	}
	r := &Runner{g: g, symbols: symbols, dead: make([][]*Value, len(g.Nodes))}
	last := make([]int, g.count)
	for i := range last {
		last[i] = -1
	}
	for i, n := range g.Nodes {
		n.Operands(func(v *Value) { last[v.ID] = i })
		n.Results(func(v *Value) { last[v.ID] = i })
	}
	for _, v := range g.Outputs {
		if v != nil {
			last[v.ID] = -1
		}
	}
	for _, w := range g.Writes {
		last[w.Value.ID] = -1
	}
	mark := func(v *Value) {
		if i := last[v.ID]; i >= 0 {
			r.dead[i] = append(r.dead[i], v)
			last[v.ID] = -1
		}
	}
	for _, n := range g.Nodes {
		n.Operands(func(v *Value) {
			if v.Def != nil {
				mark(v)
			}
		})
		n.Results(mark)
	}
	return r, nil
}

// Run computes the outputs for the inputs (tensors, and numbers as int64) and makes the writes. Nothing is recorded for autograd.
func (r *Runner) Run(ctx *ops.Context, inputs []ops.Value) ([]ops.Value, error) {
	g := r.g
	if len(inputs) != len(g.Inputs) {
		return nil, fmt.Errorf("graph %s: %d inputs for %d", g.Name, len(inputs), len(g.Inputs))
	}
	defer ctx.SetGradEnabled(ctx.SetGradEnabled(false))
	f := &frame{values: make([]ops.Value, g.count)}
	for i, in := range g.Inputs {
		if isTensor(inputs[i]) {
			f.values[in.ID] = inputs[i]
		}
	}
	if !r.symbols.Empty() {
		open, err := r.symbols.Open(inputs)
		if err != nil {
			return nil, fmt.Errorf("graph %s: %w", g.Name, err)
		}
		if open != nil {
			f.open = open
		} else {
			values, err := r.symbols.Read(inputs, nil)
			if err != nil {
				return nil, fmt.Errorf("graph %s: %w", g.Name, err)
			}
			f.sizes = r.symbols.Sizes(values)
		}
	}
	for i, n := range g.Nodes {
		if err := f.call(ctx, n); err != nil {
			return nil, err
		}
		for _, v := range r.dead[i] {
			f.values[v.ID] = nil
		}
	}
	outs := make([]ops.Value, len(g.Outputs))
	for i, v := range g.Outputs {
		if v != nil {
			x, err := f.value(v)
			if err != nil {
				return nil, err
			}
			outs[i] = x
		}
	}
	return outs, f.write(ctx, g, inputs)
}

// frame is one run.
type frame struct {
	values []ops.Value               // tensors by ID: without data where the run is recorded into another graph
	sizes  *Sizes                    // nil where all are constants
	open   map[string]*symbolic.Expr // what stands for the symbols where the run is recorded with symbols of another graph
}

// size is what stands for a size in this run.
func (f *frame) size(x symbolic.Int) (ops.Value, error) {
	c, ok := x.Const()
	switch {
	case ok || f.sizes == nil && f.open == nil:
		return c, nil
	case f.open != nil:
		x = symbolic.FromExpr(symbolic.Substitute(x.Expr(), f.open))
		if c, ok := x.Const(); ok {
			return c, nil
		}
		return x, nil
	}
	return f.sizes.Int(x)
}

// value is what stands for v in this run.
func (f *frame) value(v *Value) (ops.Value, error) {
	switch {
	case v.IsNumber():
		return f.size(v.Number)
	case v.Constant != nil:
		return v.Constant, nil
	}
	if t := f.values[v.ID]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("graph: the value %s is used before it is made", v.Name)
}

func isTensor(v ops.Value) bool {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v != nil
	case *ops.Fake:
		return v != nil
	}
	return false
}

func (f *frame) call(ctx *ops.Context, n *Node) error {
	args, err := f.arguments(n.Args)
	if err != nil {
		return err
	}
	outs, err := ctx.Call(n.Op, args)
	if err != nil {
		return err
	}
	results := flat(outs)
	for i, v := range n.Outs {
		if v == nil {
			continue
		}
		if !isTensor(results[i]) {
			return fmt.Errorf("graph: %s gives a %T where a tensor is expected", n.Op, results[i])
		}
		f.values[v.ID] = results[i]
	}
	for _, m := range n.After {
		x, err := f.value(m.Arg)
		if err != nil {
			return err
		}
		f.values[m.After.ID] = x
	}
	return nil
}

func (f *frame) arguments(args []ops.Value) ([]ops.Value, error) {
	out := make([]ops.Value, len(args))
	var err error
	for i, a := range args {
		switch a := a.(type) {
		case *Value:
			out[i], err = f.value(a)
		case symbolic.Int:
			out[i], err = f.size(a)
		case []ops.Value:
			out[i], err = f.arguments(a)
		default:
			out[i] = a
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// write copies into the inputs what they have to hold. All values are there before the first copy is made.
func (f *frame) write(ctx *ops.Context, g *Graph, inputs []ops.Value) error {
	for _, w := range g.Writes {
		v, err := f.value(w.Value)
		if err != nil {
			return err
		}
		if _, err := ctx.Call(copyInto(), []ops.Value{inputs[w.Input], v, false}); err != nil {
			return err
		}
	}
	return nil
}

// copyInto is a function, since the table of operators is made when it is first asked: programs that need none start sooner.
func copyInto() *ops.Op { return ops.Lookup("copy_") }
