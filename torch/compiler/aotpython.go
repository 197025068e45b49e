package compiler

import (
	"errors"
	"fmt"

	"github.com/magneto-go/magneto/backend/aot"
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// pythonCompiler captures for compilers that scripts bring: callables (graph module, example inputs) → callable.
func pythonCompiler(forward, backward, inference object.Value, minCut bool) *aot.Compiler {
	return &aot.Compiler{
		Whole: known, Recompute: cheap, Plain: !minCut,
		Names: func() func(string) string { return fxgraph.NewNamespace().Create },
		Backend: func(g *graph.Graph, kind aot.Kind) (aot.Executable, error) {
			return compileByScript(g, map[aot.Kind]object.Value{aot.Forward: forward, aot.Backward: backward, aot.Inference: inference}[kind])
		},
	}
}

func compileByScript(g *graph.Graph, compile object.Value) (aot.Executable, error) {
	m, err := showATen(g)
	if err != nil {
		return nil, err
	}
	examples := make([]object.Value, len(g.Inputs))
	for i, in := range g.Inputs {
		if in.IsNumber() {
			examples[i] = torch.FromOps(in.Number)
		} else {
			f := *in.Meta
			examples[i] = torch.FromOps(&f)
		}
	}
	made, err := object.Call(compile, m, object.NewList(examples...).Ref())
	if err != nil {
		return nil, err
	}
	e := &scripted{graph: g, call: made}
	if flag, err := object.GetAttr(made, "_boxed_call"); err == nil {
		e.boxed, _ = object.IsTrue(flag)
	}
	return e, nil
}

// scripted is a graph compiled by a script.
type scripted struct {
	graph *graph.Graph
	call  object.Value
	boxed bool // it takes one list, which it may empty
}

// Run calls it. Its results are the writes of the graph, which are made here, and the outputs.
func (s *scripted) Run(ctx *ops.Context, inputs []ops.Value) ([]ops.Value, error) {
	defer ctx.SetGradEnabled(ctx.SetGradEnabled(false))
	args := make([]object.Value, len(inputs))
	for i, v := range inputs {
		args[i] = torch.FromOps(v)
	}
	if s.boxed {
		args = []object.Value{object.NewList(args...).Ref()}
	}
	out, err := object.Call(s.call, args...)
	if err != nil {
		return nil, err
	}
	results := []object.Value{out}
	if out.Type() == object.ListType || out.Type() == object.TupleType {
		if results, err = object.ToSlice(out); err != nil {
			return nil, err
		}
	}
	writes := len(s.graph.Writes)
	if want := writes + len(s.graph.Outputs); len(results) != want {
		return nil, object.RuntimeErrorf("a compiled graph gives %d results where %d are expected", len(results), want)
	}
	outs := make([]ops.Value, len(results))
	for i, v := range results {
		if outs[i], err = torch.ToOps(v); err != nil {
			return nil, err
		}
	}
	for i, w := range s.graph.Writes {
		if _, err := ctx.Call(copyInto, []ops.Value{inputs[w.Input], outs[i], false}); err != nil {
			return nil, err
		}
	}
	return outs[writes:], nil
}

var copyInto = ops.Lookup("copy_")

// captureFunction captures a Python function of tensors that gives a list.
func captureFunction(fn object.Value, examples []object.Value, compiler *aot.Compiler) (f *aot.Function, err error) {
	p := &aot.Program{Name: "function"}
	for _, v := range examples {
		t, ok := torch.Unwrap(v)
		if !ok || t.Layer != nil || t.IsMeta() {
			return nil, fmt.Errorf("%w: an argument that is no tensor with data", aot.ErrUnsupported)
		}
		p.Inputs = append(p.Inputs, aot.Input{Value: ops.FakeOf(t), RequiresGrad: t.NeedsGrad()})
	}
	p.Run = func(ctx *ops.Context, inputs []ops.Value, b *graph.Builder) ([]ops.Value, error) {
		args := make([]object.Value, len(inputs))
		for i, v := range inputs {
			args[i] = torch.FromOps(v)
		}
		out, err := object.Call(fn, args...)
		if err != nil {
			return nil, err
		}
		return flatResults(out)
	}
	err = interp.Sheltered(func() (err error) {
		defer undecided(&err)
		f, err = compiler.Compile(torch.Context(), p)
		return err
	})
	return f, err
}

// aotCompile is (function, arguments, forward compiler, backward compiler, inference compiler, min-cut) → callable. The function is
// a GraphModule, or takes tensors and gives a list.
func aotCompile(args, _ []object.Value) (object.Value, error) {
	examples, err := object.ToSlice(args[1])
	if err != nil {
		return object.Null, err
	}
	minCut, _ := object.IsTrue(args[5])
	compiler := pythonCompiler(args[2], args[3], args[4], minCut)
	if m, ok := fx.AsModule(args[0]); ok {
		c, err := capture(m, examples, compiler)
		if err != nil {
			return object.Null, uncaptured(err)
		}
		return object.NewFuncValue("forward", c.call), nil
	}
	fn := args[0]
	f, err := captureFunction(fn, examples, compiler)
	if err != nil {
		return object.Null, uncaptured(err)
	}
	return object.NewFuncValue("forward", func(call, _ []object.Value) (object.Value, error) {
		inputs := make([]ops.Value, len(call))
		for i, v := range call {
			t, ok := torch.Unwrap(v)
			if !ok {
				return object.Null, object.TypeErrorf("a compiled function takes tensors, not %s", v.Type().Name)
			}
			inputs[i] = t
		}
		outs, err := f.Call(torch.Context(), inputs)
		if errors.Is(err, aot.ErrShared) {
			return object.Call(fn, call...)
		}
		if err != nil {
			return object.Null, torch.Raise(err)
		}
		items := make([]object.Value, len(outs))
		for i, v := range outs {
			items[i] = torch.FromOps(v)
		}
		return object.NewList(items...).Ref(), nil
	}), nil
}

// uncaptured is the Python error of what is not captured; others are passed on.
func uncaptured(err error) error {
	if errors.Is(err, aot.ErrUnsupported) {
		return object.RuntimeErrorf("aot_autograd: %s", err.Error())
	}
	return torch.Raise(err)
}
