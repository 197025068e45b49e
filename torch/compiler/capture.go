package compiler

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/backend/aot"
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/backend/native"
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/internal/short"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// captured is a graph of the tracer, captured ahead of time, as what the transformed code calls.
type captured struct {
	module   *fx.Module
	function *aot.Function
	arity    int            // how many placeholders the graph has
	lifted   []object.Value // tensors that the graph reads by path: inputs behind the placeholders
	list     bool           // the graph gives a list and no tuple
	// constants are tensors that the graph may give again at the next call
	constants []*tensor.Tensor
	room      room
}

// room is the memory for arguments and results of one call after the other, of graphs whose calls leave nothing behind.
type room struct {
	reused       bool
	inputs, outs []ops.Value // nil while a call has them
}

func (r *room) take() (inputs, outs []ops.Value) {
	inputs, outs = r.inputs, r.outs
	r.inputs, r.outs = nil, nil
	return inputs, outs
}

func (r *room) giveBack(inputs, outs []ops.Value) {
	if !r.reused {
		return
	}
	short.Clear(inputs)
	short.Clear(outs)
	r.inputs, r.outs = inputs[:0], outs[:0]
}

// capture captures a GraphModule and compiles it. What is not captured is reported as aot.ErrUnsupported.
func capture(th *object.Thread, m *fx.Module, examples []object.Value, compiler *aot.Compiler) (c *captured, err error) {
	if err := gradModeKnown(th, m.Graph); err != nil {
		return nil, err
	}
	if err := runsNoScript(m.Graph); err != nil {
		return nil, err
	}
	c = &captured{module: m}
	p := &aot.Program{Name: "graph", Env: m.Env}
	if p.Inputs, err = inputsOf(th, m.Graph, examples); err != nil {
		return nil, err
	}
	c.arity = len(p.Inputs)
	paths, err := c.lift(th, p)
	if err != nil {
		return nil, err
	}
	switch results := m.Graph.OutputNode().Args[0].(type) {
	case fxgraph.Tuple:
	case fxgraph.List:
		c.list = true
	default:
		return nil, fmt.Errorf("%w: the graph gives a %T", aot.ErrUnsupported, results)
	}
	placeholders := len(p.Inputs) - len(paths)
	run := floatsAsTensors(th, m)
	p.Run = func(ctx *ops.Context, inputs []ops.Value, b *graph.Builder) ([]ops.Value, error) {
		th := th.Running()
		defer torch.DisableTorchFunction(th)() // what modes and classes do is in the graph
		args := make([]object.Value, len(inputs))
		for i, v := range inputs {
			args[i] = torch.FromOps(th, v)
		}
		lifted := map[string]object.Value{}
		for i, path := range paths {
			lifted[path] = args[placeholders+i]
		}
		out, err := run.Evaluate(th, args[:placeholders], func(th *object.Thread, path string) (object.Value, error) {
			if v, ok := lifted[path]; ok {
				return v, nil
			}
			return run.Attribute(th, path)
		}, func(n *fxgraph.Node) { b.Place = placeOf(n) })
		if err != nil {
			return nil, err
		}
		return flatResults(th, out)
	}
	err = interp.Sheltered(th, func(th *object.Thread) (err error) {
		defer undecided(&err)
		c.function, err = compiler.Compile(torch.Context(th), p)
		return err
	})
	if err == nil {
		c.room.reused = c.function.LeavesNothing()
		for _, g := range c.function.Graphs() {
			c.constants = append(c.constants, g.Constants()...)
		}
	}
	return c, err
}

// gradModeKnown refuses graphs that are called without grad mode and switch it on for some of their operators: their outputs
// have a history though nothing around the graph has.
func gradModeKnown(th *object.Thread, g *fxgraph.Graph) error {
	if torch.Context(th).GradEnabled() {
		return nil
	}
	on := false
	for _, n := range g.Nodes() {
		f, ok := n.Target.(*fxgraph.Function)
		switch {
		case ok && f.Name == "_set_grad_enabled":
			on, _ = n.Args[0].(bool)
		case on && (n.Op == fxgraph.CallFunction || n.Op == fxgraph.CallMethod || n.Op == fxgraph.CallModule):
			return fmt.Errorf("%w: grad mode is switched on inside", aot.ErrUnsupported)
		}
	}
	return nil
}

// runsNoScript refuses graphs that do more than compute when they run: what they print, call or make objects of cannot run on tensors without data.
func runsNoScript(g *fxgraph.Graph) error {
	for _, n := range g.Nodes() {
		if f, ok := n.Target.(*fxgraph.Function); ok {
			if v, ok := f.Impl.(object.Value); ok && f.Qualified != variables.SizeClass && v.Type().IsSubtype(object.TypeType) {
				return fmt.Errorf("%w: the graph makes a %s", aot.ErrUnsupported, f.Name)
			}
		}
		if f, ok := n.Target.(*fxgraph.Function); ok && (f.Qualified == variables.PrintOperator || f.Qualified == variables.LeafOperator || f.Qualified == variables.DataOperator) {
			return fmt.Errorf("%w: the graph runs code of the script (%s)", aot.ErrUnsupported, f.Name)
		}
	}
	return nil
}

// undecided, deferred, makes an error of what the shape environment could not decide.
func undecided(err *error) {
	var u *variables.Unsupported
	if *err = variables.Undecided(recover(), *err); errors.As(*err, &u) {
		*err = fmt.Errorf("%w: %s", aot.ErrUnsupported, u.Explanation)
	}
}

// isFakeTensor tells whether a tensor is a FakeTensor of a script, which stands for one with data.
func isFakeTensor(th *object.Thread, v object.Value) bool {
	class, ok := object.AsType(attribute(th, "torch._subclasses.fake_tensor.FakeTensor"))
	return ok && v.Type().IsSubtype(class)
}

// inputsOf describes the placeholders: as the tracer saw them, else as the examples are.
func inputsOf(th *object.Thread, g *fxgraph.Graph, examples []object.Value) ([]aot.Input, error) {
	var inputs []aot.Input
	for _, n := range g.Nodes() {
		if n.Op != fxgraph.Placeholder {
			continue
		}
		if len(inputs) >= len(examples) {
			return nil, fmt.Errorf("%w: %d example inputs are given", aot.ErrUnsupported, len(examples))
		}
		example := examples[len(inputs)]
		in := aot.Input{Value: n.Meta.Example}
		if t, ok := torch.Unwrap(example); ok {
			in.RequiresGrad = t.NeedsGrad()
			if _, known := in.Value.(*ops.Fake); !known {
				in.Value = ops.FakeOf(t)
			}
			if (t.Layer != nil || t.IsMeta()) && !isFakeTensor(th, example) {
				return nil, fmt.Errorf("%w: a tensor of a transform or without data", aot.ErrUnsupported)
			}
		} else if in.Value == nil {
			v, err := torch.ToOps(th, example)
			if err != nil {
				return nil, err
			}
			if _, object := v.(ops.Foreign); object {
				return nil, fmt.Errorf("%w: an input that is no tensor or number", aot.ErrUnsupported)
			}
			in.Value = v
		}
		inputs = append(inputs, in)
	}
	return inputs, nil
}

// lift makes inputs of the tensors that the graph reads by path.
func (c *captured) lift(th *object.Thread, p *aot.Program) (paths []string, err error) {
	seen := map[string]bool{}
	for _, n := range c.module.Graph.Nodes() {
		path, ok := n.Target.(string)
		if n.Op != fxgraph.GetAttr || !ok || seen[path] {
			continue
		}
		seen[path] = true
		v, err := c.module.Attribute(th, path)
		if err != nil {
			return nil, err
		}
		if t, ok := torch.Unwrap(v); ok {
			p.Inputs = append(p.Inputs, aot.Input{Value: ops.FakeOf(t), RequiresGrad: t.NeedsGrad()})
			c.lifted, paths = append(c.lifted, v), append(paths, path)
		}
	}
	return paths, nil
}

// placeOf is where a node comes from: the innermost frame.
func placeOf(n *fxgraph.Node) graph.Place {
	if len(n.Meta.Stack) == 0 {
		return graph.Place{Custom: n.Meta.Custom, Node: n}
	}
	l := n.Meta.Stack[len(n.Meta.Stack)-1]
	return graph.Place{File: l.Filename, Line: l.Line, Function: l.Function, Code: l.Code, Custom: n.Meta.Custom, Node: n}
}

// flatResults are the items of what a graph gives.
func flatResults(th *object.Thread, out object.Value) ([]ops.Value, error) {
	v, err := torch.ToOps(th, out)
	if err != nil {
		return nil, err
	}
	list, ok := v.([]ops.Value)
	if !ok {
		return nil, fmt.Errorf("%w: the graph gives a %s", aot.ErrUnsupported, out.Type().Name)
	}
	return list, nil
}

// call is the captured graph as a function of scripts.
func (c *captured) call(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
	if len(kwNames) > 0 {
		return c.module.Call(th, args, kwNames)
	}
	switch n := len(args); {
	case n > c.arity:
		return object.Null, object.ValueErrorf("too many values to unpack (expected %d, got %d)", c.arity, n)
	case n < c.arity:
		return object.Null, object.ValueErrorf("not enough values to unpack (expected %d, got %d)", c.arity, n)
	}
	items, err := c.run(th, args, nil, false)
	if err != nil {
		return object.Null, err
	}
	for _, v := range items {
		object.Escape(v)
	}
	if c.list {
		return object.NewList(items...).Ref(), nil
	}
	return object.NewTuple(items...).Ref(), nil
}

// run runs the captured graph and appends its results to into; those that nothing else refers to are marked as fresh. None of its
// arguments stays behind. Calls that the graph was not captured for run the tracer's graph node by node.
func (c *captured) run(th *object.Thread, args, into []object.Value, known bool) ([]object.Value, error) {
	ctx := torch.Context(th)
	if ctx.Transformed() {
		return c.runNodes(th, args, into)
	}
	inputs, outs := c.room.take()
	inputs, err := operands(th, inputs, args)
	if err == nil {
		inputs, err = operands(th, inputs, c.lifted)
	}
	if err != nil {
		return nil, err
	}
	outs, err = c.function.CallInto(ctx, inputs, outs, known && len(c.lifted) == 0)
	if err != nil {
		if errors.Is(err, aot.ErrShared) {
			return c.runNodes(th, args, into)
		}
		var mismatch *native.MismatchError
		if errors.As(err, &mismatch) {
			return nil, object.NewException(object.AssertionError, mismatch.Error())
		}
		return nil, torch.Raise(err)
	}
	for _, v := range outs {
		t, ok := v.(*tensor.Tensor)
		if ok && t.Wrapper() == nil && !slices.Contains(c.constants, t) && (c.function.Fresh() || !given(inputs, t)) {
			into = append(into, torch.Made(th, t))
		} else {
			into = append(into, torch.FromOps(th, v))
		}
	}
	c.room.giveBack(inputs, outs)
	return into, nil
}

// operands appends the tensors and numbers of objects to inputs.
func operands(th *object.Thread, inputs []ops.Value, objects []object.Value) ([]ops.Value, error) {
	for _, v := range objects {
		if t, ok := torch.Unwrap(v); ok {
			inputs = append(inputs, t)
			continue
		}
		x, err := torch.ToOps(th, v)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, x)
	}
	return inputs, nil
}

// given tells whether a tensor is among the inputs of a call.
func given(inputs []ops.Value, t *tensor.Tensor) bool {
	for _, v := range inputs {
		if in, ok := v.(*tensor.Tensor); ok && in == t {
			return true
		}
	}
	return false
}

// runNodes runs the tracer's graph, whose nodes may keep what they get.
func (c *captured) runNodes(th *object.Thread, args, into []object.Value) ([]object.Value, error) {
	for _, v := range args {
		object.Escape(v)
	}
	out, err := c.module.Call(th, args, nil)
	if err != nil {
		return nil, err
	}
	items, err := object.ToSlice(th, out)
	return append(into, items...), err
}

// builtinBackends are the compilers behind the names of backends that capture ahead of time, for graphs with the sizes of an
// environment.
var builtinBackends = map[string]func(th *object.Thread, env ops.Env) *aot.Compiler{
	"aot_eager": func(th *object.Thread, _ ops.Env) *aot.Compiler {
		return &aot.Compiler{Whole: known, Backend: aot.Eager, Recompute: cheap, Shown: true, Names: shownNames, Written: writtenForm(th)}
	},
	"aot_eager_decomp_partition": func(th *object.Thread, _ ops.Env) *aot.Compiler {
		return &aot.Compiler{Whole: apart, Backend: aot.Eager, Recompute: cheap, Shown: true, Names: shownNames, Written: writtenForm(th)}
	},
	"inductor": func(th *object.Thread, env ops.Env) *aot.Compiler {
		c := &aot.Compiler{Whole: whole, Backend: func(g *graph.Graph, kind aot.Kind) (aot.Executable, error) {
			th := th.Running()
			return compileNative(th, g, kind, env)
		}, Recompute: cheap}
		if logging(th, "aot_graphs") || logging(th, "post_grad_graphs") {
			c.Shown, c.Names, c.Written = true, shownNames, writtenForm(th)
		}
		return c
	},
}

// shownNames starts the names of a joint graph, which are PyTorch's.
func shownNames() func(string) string { return fxgraph.NewNamespace().Create }

// warnFault tells of a fault in the backend, because of which a graph runs operator by operator.
func warnFault(th *object.Thread, text string) {
	(host{}).Event(th, dynamo.Event{Kind: dynamo.BackendFault, Reason: text})
	host{}.Fault(th, "a graph runs operator by operator because of a fault in the backend, please report it: "+text, "")
}

// drawsStreams says whether a graph draws random numbers from streams, as Inductor does unless its config.fallback_random says that it draws as without a compiler.
func drawsStreams(th *object.Thread, g *graph.Graph) (bool, error) {
	if !slices.ContainsFunc(g.Nodes, func(n *graph.Node) bool { return n.Op.Random() }) {
		return false, nil
	}
	config, err := interp.ImportModule(th, "torch._inductor.config")
	if err != nil {
		return false, err
	}
	fallback, err := object.GetAttr(th, config, "fallback_random")
	if err != nil {
		return false, err
	}
	isSet, err := object.IsTrue(th, fallback)
	return !isSet, err
}

// compileNative compiles a graph to machine code.
func compileNative(th *object.Thread, g *graph.Graph, kind aot.Kind, env ops.Env) (aot.Executable, error) {
	compiler, products, err := torch.Context(th).Engines()
	if err != nil {
		return nil, err
	}
	var hint func(symbolic.Int) int64
	if env != nil {
		hint = env.Hint
	}
	streams, err := drawsStreams(th, g)
	if err != nil {
		return nil, err
	}
	p, err := native.Compile(g, native.Options{Hint: hint, Streams: streams, Repro: torch.Context(th).Reproducers, Compiler: compiler, Products: products, Default: torch.Context(th).DefaultDType(), Warn: func(a string) { warnFault(th, a) },
		Explain: states.Of(th).listener != nil || logging(th, "fusion") || logging(th, "output_code")})
	if err != nil {
		warnFault(th, err.Error())
		return graph.NewRunner(g)
	}
	(host{}).Event(th, dynamo.Event{Kind: dynamo.KernelsMade, Kernels: p, Reason: kind.String()})
	if logging(th, "fusion") {
		emit(th, "fusion", "", strings.Join(p.Log(), "\n"))
	}
	if logging(th, "output_code") {
		emit(th, "output_code", "", strings.TrimSuffix(p.String(), "\n"))
	}
	return p, nil
}

// whole keeps all operators as they are.
func whole(*ops.Op) bool { return true }

// known keeps the operators that PyTorch has too, for compilers that scripts bring.
func known(op *ops.Op) bool { return op.Name != "_fused_attention" }

// apart takes apart all operators that can be.
func apart(*ops.Op) bool { return false }

// cheap are the operators that are computed again in the backward pass rather than saved: those of single elements.
func cheap(op *ops.Op) bool { return op.Elementwise() }

// nodeByNode marks the function of a graph that could not be captured.
type nodeByNode struct{}

// tellATen writes a captured graph into a log, as a class with the operators of ATen; one without a kind is what kernels are made of.
func tellATen(th *object.Thread, artifact, kind, class string, g *graph.Graph) {
	shown, err := showATen(th, g, true)
	if err != nil {
		emit(th, artifact, "", strings.TrimSuffix(g.String(), "\n"))
		return
	}
	m, _ := fx.AsModule(shown)
	m.Class = class
	text := m.Readable(true, true)
	if kind == "" && slices.ContainsFunc(g.Nodes, func(n *graph.Node) bool { return n.Op.Written() != nil }) {
		if text, err = callsInPlace(th, shown); err != nil {
			warnFault(th, err.Error())
		}
	}
	if class == "<lambda>" { // without a backward pass inputs are arguments
		text = primal.ReplaceAllStringFunc(text, func(name string) string {
			n, _ := strconv.Atoi(strings.TrimPrefix(name, "primals_"))
			return fmt.Sprintf("arg%d_1", n-1)
		})
	}
	title := "AFTER POST GRAD"
	if kind != "" {
		title = fmt.Sprintf("%s graph %d", kind, states.Of(th).captures)
	}
	emit(th, artifact, "", fmt.Sprintf("TRACED GRAPH\n ===== %s =====\n %s\n", title, text))
}

var primal = regexp.MustCompile(`\bprimals_\d+\b`)

// tellCaptured writes captured graphs into the logs that show them.
func tellCaptured(th *object.Thread, backend string, graphs []*graph.Graph) {
	class := "GraphModule"
	if len(graphs) == 1 {
		class = "<lambda>"
	}
	if logging(th, "aot_graphs") {
		emit(th, "aot_graphs", "", fmt.Sprintf("aot_config id: %d, %d graphs class %s()", states.Of(th).captures, len(graphs), class))
		for i, g := range graphs {
			tellATen(th, "aot_graphs", []string{"Forward", "Backward"}[i], class, g)
		}
	}
	if backend == "inductor" && logging(th, "post_grad_graphs") {
		for _, g := range graphs {
			tellATen(th, "post_grad_graphs", "", class, g)
		}
	}
}

// compileCaptured is the backend with a name: (name, graph module, example inputs) → callable. What cannot be captured runs
// node by node.
func compileCaptured(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	name, _ := object.Text(args[0])
	compiler := builtinBackends[name]
	m, ok := fx.AsModule(args[1])
	if compiler == nil || !ok {
		return object.Null, object.TypeErrorf("compile_captured() takes the name of a backend, a GraphModule and example inputs")
	}
	examples, err := object.ToSlice(th, args[2])
	if err != nil {
		return object.Null, err
	}
	by := compiler(th, m.Env)
	if logging(th, "aot_joint_graph") || structured(th) {
		by.Seen = func(joint *graph.Graph) {
			th := th.Running()
			if logging(th, "aot_joint_graph") {
				tellATen(th, "aot_joint_graph", "Joint", "inner_f", joint)
			}
			recordATen(th, "aot_joint_graph", "inner_f", joint)
		}
	}
	increment(th, "aot_autograd", "total", 1)
	defer func() { states.Of(th).captures++ }()
	told := tellBackward(th, by)
	c, err := capture(th, m, examples, by)
	if err == nil {
		increment(th, "aot_autograd", "ok", 1)
		if name == "inductor" {
			told.cached, err = lookedUp(th, args[1], c.function.Graphs())
		}
	}
	if exc, ok := err.(*object.Exception); ok && told.cached.IsNull() && c != nil && c.function != nil {
		return object.Null, exc // the program wants to know why a graph cannot be kept
	}
	if err != nil {
		var fault *interp.InternalError
		if errors.As(err, &fault) {
			warnFault(th, fmt.Sprint(fault.Reason))
		}
		(host{}).Event(th, dynamo.Event{Kind: dynamo.GraphUncaptured, Reason: err.Error(), Err: err})
		if logging(th, "aot_graphs") {
			emit(th, "aot_graphs", "", "the graph runs operator by operator: "+err.Error())
		}
		fn := object.NewFunc("forward", m.Call)
		fn.Tag = nodeByNode{}
		return fn.Ref(), nil
	}
	tellCaptured(th, name, c.function.Graphs())
	recordCaptured(th, c.function.Graphs())
	fn := object.NewFunc("forward", c.call)
	fn.Tag = c
	return fn.Ref(), nil
}
