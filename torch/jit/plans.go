package jit

import (
	"strings"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// The simple executor makes a plan of a function for each kind of its arguments: a copy of its graph whose inputs have the types that the arguments have,
// optimised and compiled. The profiling executor, the default, is in profiling.go.

// plan is a function for one kind of arguments.
type plan struct {
	spec  string
	types []*ir.Type // of the inputs
	graph *ir.Graph
	code  *exec.Code
	runs  int
}

// mostPlans is how many kinds of arguments a function has plans for; others run its graph.
const mostPlans = 64

// planSteps make the graph of a plan, in this order.
var planSteps = []struct {
	name string
	run  func(g *ir.Graph, h *runtime)
}{
	{"ConstantPropagation", func(g *ir.Graph, h *runtime) { ir.PropagateConstants(g, h, false) }},
	{"EliminateDeadCode", func(g *ir.Graph, _ *runtime) { ir.EliminateDead(g, false) }},
	{"EliminateCommonSubexpression", func(g *ir.Graph, _ *runtime) { ir.CommonSubexpressions(g) }},
	{"Peephole", func(g *ir.Graph, _ *runtime) { ir.Peephole(g) }},
	{"UnrollLoops", func(g *ir.Graph, _ *runtime) { ir.UnrollLoops(g) }},
	{"ConstantPooling", func(g *ir.Graph, _ *runtime) { ir.PoolConstants(g) }},
}

// argumentSpec is the kind of the arguments of a call: of tensors the element type, the device, the number of dimensions and whether they require
// gradients, of what may be None whether it is. It gives the types that the inputs of a plan have, nil for those that stay.
func argumentSpec(th *object.Thread, s *ir.Schema, vals []Value) (string, []*ir.Type) {
	var b strings.Builder
	types := make([]*ir.Type, len(vals))
	gradients := torch.Context(th).GradEnabled()
	for i, v := range vals {
		if i > 0 {
			b.WriteString(", ")
		}
		t, ok := torch.Unwrap(v)
		switch {
		case ok:
			grad := gradients && t.NeedsGrad()
			shape := &ir.Shape{ScalarType: t.DType().ScalarName(), Ranked: true, RequiresGrad: &grad, Device: t.Device().String()}
			for range t.Sizes() {
				shape.Sizes = append(shape.Sizes, -1)
			}
			types[i] = &ir.Type{Kind: ir.TensorKind, Shape: shape}
			b.WriteString(types[i].String())
		case v.IsNone():
			b.WriteString("None")
		default:
			b.WriteString(s.Args[i].Type.String())
		}
	}
	return b.String(), types
}

// planFor is the plan for the arguments of a call, nil where a function has too many.
func planFor(th *object.Thread, f *ir.Function, vals []Value) (*plan, error) {
	s := states.Of(th)
	spec, types := argumentSpec(th, f.Schema, vals)
	for _, p := range s.plans[f] {
		if p.spec == spec {
			return p, nil
		}
	}
	if len(s.plans[f]) >= mostPlans {
		return nil, nil
	}
	p := &plan{spec: spec, types: types, graph: f.Graph.Copy()}
	if err := ir.Inline(p.graph, runtimeOf(th)); err != nil {
		return nil, err
	}
	for i, t := range types {
		if in := p.graph.Inputs()[i]; t != nil && in.Type.Kind == ir.TensorKind {
			in.Type = t
		}
	}
	for _, step := range planSteps {
		step.run(p.graph, runtimeOf(th))
		s.noteStep(f, "plan for ("+spec+"): "+step.name, p.graph)
	}
	var err error
	if p.code, err = exec.Compile(f.Name, p.graph, runtimeOf(th)); err != nil {
		return nil, err
	}
	s.plans[f] = append(s.plans[f], p)
	return p, nil
}

// run runs a function: its plan for the arguments where the simple executor is chosen, else its graph.
func run(th *object.Thread, f *ir.Function, vals []Value) (Value, error) {
	s := states.Of(th)
	s.warned = nil
	if s.simple && f.Graph != nil {
		p, err := planFor(th, f, vals)
		if err != nil {
			return object.Null, err
		}
		if p != nil {
			p.runs++
			return exec.RunCode(th, p.code, runtimeOf(th), vals)
		}
	}
	if s.watch != nil {
		return s.watch.run(th, f, vals)
	}
	if len(s.profiles) > 0 && f.Graph != nil {
		return s.countLines(th, f, vals)
	}
	if !s.simple {
		if v, done, err := s.runProfiled(th, f, vals); done {
			return v, err
		}
	}
	return exec.Run(th, f, runtimeOf(th), vals)
}

// chooseSimple chooses between the executors: args[0] says whether the simple one runs from now on.
func chooseSimple(th *object.Thread, args, _ []Value) (Value, error) {
	states.Of(th).simple = args[0] == object.True
	return object.None, nil
}

// debugState is the graph of a function and what its executor has made of it, as pairs of the arguments' kind and the graph: args are the function and
// the graph.
func debugState(th *object.Thread, f *ir.Function) (Value, error) {
	make, err := helper(th, "torch.jit._state", "executor_state")
	if err != nil {
		return make, err
	}
	s := states.Of(th)
	list := object.NewList()
	for _, p := range s.plans[f] {
		list.Items = append(list.Items, object.NewTuple(object.NewStr(p.spec), graphObject(p.graph), object.NewStr(p.code.String())).Ref())
	}
	if len(list.Items) == 0 && s.called[f] {
		g := f.Graph.Copy()
		if err := ir.Inline(g, runtimeOf(th)); err != nil {
			return object.Null, raised(th, err)
		}
		code, err := exec.CodeOf(f, runtimeOf(th))
		if err != nil {
			return object.Null, raised(th, err)
		}
		list.Items = append(list.Items, object.NewTuple(object.NewStr(""), graphObject(g), object.NewStr(code.String())).Ref())
	}
	return object.Call(th, make, graphObject(f.Graph), list.Ref())
}
