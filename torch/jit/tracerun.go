package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// This file takes a trace from the call of torch.jit.trace to the finished graph.

// value is a Python value as one of the graph.
func (t *tracer) value(x Value) (*ir.Value, error) {
	if a, ok := torch.Unwrap(x); ok {
		return t.tensor(a), nil
	}
	g := t.frame.g
	parts := func(items []Value) ([]*ir.Value, error) {
		out := make([]*ir.Value, len(items))
		for i, v := range items {
			var err error
			if out[i], err = t.value(v); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	if tup, ok := object.AsTuple(x); ok {
		list, err := parts(tup.Items)
		if err != nil {
			return nil, err
		}
		elem := make([]*ir.Type, len(list))
		for i, v := range list {
			elem[i] = v.Type
			if a, ok := torch.Unwrap(tup.Items[i]); ok && t.frame.parent == nil { // what the trace knows of it, whichever method gives it
				elem[i] = tensorType(a)
			}
		}
		return g.Insert(g.CreateTyped("prim::TupleConstruct", ir.TupleOf(elem...), list...)).Outputs[0], nil
	}
	if l, ok := object.AsList(x); ok {
		list, err := parts(l.Items)
		if err != nil {
			return nil, err
		}
		elem := ir.Tensor
		if len(list) > 0 {
			elem = list[0].Type.Unshaped()
		}
		return g.Insert(g.CreateTyped("prim::ListConstruct", ir.ListOf(elem), list...)).Outputs[0], nil
	}
	if d, ok := object.AsDict(x); ok {
		var all []*ir.Value
		vals := d.Values()
		values, err := parts(vals)
		if err != nil {
			return nil, err
		}
		for i, k := range d.Keys() {
			var key *ir.Value
			if _, ok := torch.Unwrap(k); ok {
				if key, err = t.value(k); err != nil {
					return nil, err
				}
			} else if c, ok := constantOf(t.th, k); ok {
				key = g.Constant(c, nil)
			} else {
				return nil, object.RuntimeErrorf("%s", badOutput)
			}
			all = append(all, key, values[i])
		}
		typ := ir.DictOf(ir.Str, ir.Tensor)
		if len(all) > 0 {
			typ = ir.DictOf(all[0].Type.Unshaped(), all[1].Type.Unshaped())
		}
		return g.Insert(g.CreateTyped("prim::DictConstruct", typ, all...)).Outputs[0], nil
	}
	if c, ok := constantOf(t.th, x); ok {
		return g.Constant(c, nil), nil
	}
	return nil, object.RuntimeErrorf("%s", badOutput)
}

const badOutput = "Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions"

// checkExamples refuses examples that are, or have in them, what a trace does not follow.
func checkExamples(th *object.Thread, examples Value) error {
	items, _ := object.AsTuple(examples)
	if !slices.ContainsFunc(items.Items, func(v Value) bool { return !traceable(v) }) {
		return nil
	}
	if t := valueType(th, examples); t != nil {
		return object.RuntimeErrorf("Type '%s' cannot be traced. Only Tensors and (possibly nested) Lists, Dicts, and Tuples of Tensors can be traced", t.Repr())
	}
	return object.RuntimeErrorf("Tracer cannot infer type of %s\n:%s", text(th, examples), whyNoType(th, examples))
}

func traceable(v Value) bool {
	untraceable := func(v Value) bool { return !traceable(v) }
	if _, ok := torch.Unwrap(v); ok {
		return true
	}
	if t, ok := object.AsTuple(v); ok {
		return !slices.ContainsFunc(t.Items, untraceable)
	}
	if l, ok := object.AsList(v); ok {
		return len(l.Items) > 0 && !slices.ContainsFunc(l.Items, untraceable)
	}
	d, ok := object.AsDict(v)
	return ok && d.Len() > 0 && !slices.ContainsFunc(d.Values(), untraceable)
}

// input makes inputs of an example: tuples are taken apart, dicts when they are read.
func (t *tracer) input(x Value, v *ir.Value) error {
	if a, ok := torch.Unwrap(x); ok {
		v.Type = tensorType(a)
		t.define(a, v)
		return nil
	}
	g := t.frame.g
	if tup, ok := object.AsTuple(x); ok {
		u := g.Create("prim::TupleUnpack", []*ir.Value{v}, 0)
		elem := make([]*ir.Type, len(tup.Items))
		g.Insert(u)
		outs := make([]*ir.Value, len(tup.Items))
		for i := range tup.Items {
			outs[i] = u.AddOutput(ir.Tensor)
		}
		for i, part := range tup.Items {
			if err := t.input(part, outs[i]); err != nil {
				return err
			}
			elem[i] = outs[i].Type
		}
		g.SkipIDs(len(outs) + 1)
		v.Type = ir.TupleOf(elem...)
		return nil
	}
	if l, ok := object.AsList(x); ok {
		v.Type = ir.ListOf(ir.Tensor)
		u := g.Create("prim::ListUnpack", []*ir.Value{v}, 0)
		g.Insert(u)
		for _, part := range l.Items {
			if err := t.input(part, u.AddOutput(ir.Tensor)); err != nil {
				return err
			}
		}
		return nil
	}
	if d, ok := object.AsDict(x); ok {
		v.Type = ir.DictOf(ir.Str, ir.Tensor)
		vals := d.Values()
		for i, k := range d.Keys() {
			c, ok := constantOf(t.th, k)
			if !ok {
				return object.RuntimeErrorf("magneto: keys of dicts given to a trace must be plain")
			}
			n := g.CreateTyped("aten::__getitem__", ir.Tensor, v, g.Constant(c, nil))
			g.Insert(n)
			if err := t.input(vals[i], n.Outputs[0]); err != nil {
				return err
			}
		}
		return nil
	}
	return object.RuntimeErrorf("Type '%s' cannot be traced. Only Tensors and (possibly nested) Lists, Dicts, and Tuples of Tensors can be traced", x.Type().Name)
}

// traceRun runs a function and writes down what it does. args: the function, the name, a tuple of examples, their names or None, the script object of a
// module or None, a dict of its tensors by path, and whether what changes tensors in place is written as what makes new ones.
func traceRun(th *object.Thread, args, _ []Value) (Value, error) {
	s := states.Of(th)
	if s.tracer != nil {
		return object.Null, object.RuntimeErrorf("Tracing can't be nested")
	}
	f, name, examples, names, self, params := args[0], textArg(args[1]), args[2], args[3], args[4], args[5]
	t := &tracer{th: th, numbers: map[string]tracedNumber{}, outside: map[*ir.Value]*ir.Value{}, inside: map[*ir.Value]*ir.Value{}, params: map[*tensor.Tensor][]string{}, objects: map[Value][]string{},
		outOfPlace: args[6] == object.True}
	t.frame = &traceFrame{g: ir.NewGraph(), values: map[*tensor.Tensor]*ir.Value{}, getattrs: map[string]*ir.Value{}}
	fn := &ir.Function{Name: name, Qualified: "__torch__." + name, Graph: t.frame.g}
	if o, ok := payload[*exec.Object](self); ok {
		t.root = o
		t.frame.object = o
		t.frame.self = t.frame.g.Block.AddInput("", o.Type)
		t.setName(t.frame.self, "self")
		fn.Qualified = o.Type.Name + "." + name
		if d, ok := object.AsDict(params); ok {
			vals := d.Values()
			for i, k := range d.Keys() {
				if x, ok := torch.Unwrap(vals[i]); ok {
					t.params[x] = splitPath(textArg(k))
				} else {
					t.objects[vals[i]] = splitPath(textArg(k))
				}
			}
		}
	}
	items, _ := object.AsTuple(examples)
	var labels []Value
	if names.IsNone() { // the run that is traced is called by what flattens its arguments
		t.above = 1
	} else {
		var err error
		if labels, err = object.ToSlice(th, names); err != nil {
			return object.Null, err
		}
	}
	if err := checkExamples(th, examples); err != nil {
		return object.Null, err
	}
	ins := make([]*ir.Value, len(items.Items))
	for i := range items.Items {
		ins[i] = t.frame.g.Block.AddInput("", ir.Tensor)
		if i < len(labels) {
			t.setName(ins[i], textArg(labels[i]))
		}
	}
	for i, x := range items.Items {
		if err := t.input(x, ins[i]); err != nil {
			return object.Null, err
		}
	}
	if t.root != nil {
		t.frame.g.SkipIDs(attributesBelow(t.root.Type.Class))
	}
	s.tracer = t
	t.level = torch.Context(th).PushTracer(t, t)
	list := append([]Value(nil), items.Items...)
	out, err := object.CallArgs(th, f, list, nil)
	torch.Context(th).PopLevel(t.level)
	s.tracer = nil
	if err == nil {
		err = t.err
	}
	if err != nil {
		return object.Null, err
	}
	if err := t.finish(out); err != nil {
		return object.Null, err
	}
	if isSet(th, "inline_everything") {
		if err := ir.Inline(fn.Graph, runtimeOf(th)); err != nil {
			return object.Null, raised(th, err)
		}
		ir.EliminateDead(fn.Graph, true)
	}
	ir.NormalizeOperators(fn.Graph) // in the modules that were called they stay as they were called
	schemaOf(fn)
	if t.root != nil {
		if old := t.root.Type.Class.Method(name); old != nil {
			old.Graph, old.Schema, old.Define = fn.Graph, fn.Schema, nil
		} else {
			t.root.Type.Class.Methods = append(t.root.Type.Class.Methods, fn)
		}
		return object.None, nil
	}
	return functionObject(fn), nil
}

func splitPath(s string) []string {
	var out []string
	from := 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i] == '.' {
			out = append(out, s[from:i])
			from = i + 1
		}
	}
	return out
}

// finish registers what the function returned, and removes what nothing needs.
func (t *tracer) finish(out Value) error {
	if out.IsNone() {
		return object.RuntimeErrorf("The traced function didn't return any values! Side-effects are not captured in traces, so it would be a no-op.")
	}
	_, isTensor := torch.Unwrap(out)
	_, isTuple := object.AsTuple(out)
	_, isList := object.AsList(out)
	_, isDict := object.AsDict(out)
	if !isTensor && !isTuple && !isList && !isDict || !onlyTensors(out) {
		return object.RuntimeErrorf("%s", badOutput)
	}
	if err := t.observed(out); err != nil {
		return err
	}
	v, err := t.value(out)
	if err == nil {
		err = t.err
	}
	if err != nil {
		return err
	}
	t.frame.g.Block.AddOutput(v)
	t.settle()
	ir.EliminateDead(t.frame.g, true)
	withoutIndices(t.frame.g)
	withoutPlaces(t.frame.g)
	t.arrange()
	t.frame.g.SkipIDs(len(t.layout.reads))
	arrangeForks(t.frame.g)
	return nil
}

// observed refuses a result that no operator of the trace has made.
func (t *tracer) observed(out Value) error {
	items := []Value{out}
	if tup, ok := object.AsTuple(out); ok {
		items = tup.Items
	}
	for i, item := range items {
		x, ok := torch.Unwrap(item)
		if !ok || t.lookup(t.frame, x) != nil {
			continue
		}
		if isShell(x) {
			return errShell()
		}
		if _, param := t.params[x]; !param {
			text, kind, _ := strings.Cut(cppText(x), "[ CPU")
			kind, sizes, _ := strings.Cut(kind, "Type{")
			return object.RuntimeErrorf("output %d (%s[ torch.%sTensor{%s) of traced region did not have observable data dependence with trace inputs; this probably indicates your program cannot be understood by the tracer.",
				i+1, text, kind, sizes)
		}
	}
	return nil
}

// placeless are the nodes beside the operators of a trace that do not tell the line that made them.
var placeless = map[string]bool{"prim::ListConstruct": true, "prim::TupleConstruct": true, "prim::DictConstruct": true, "prim::ListUnpack": true, "prim::TupleUnpack": true, "prim::NumToTensor": true,
	"aten::Int": true, "aten::ScalarImplicit": true, "prim::CallMethod": true}

// withoutPlaces takes the lines from what is no operator of the program: containers, and None for arguments that were left out.
func withoutPlaces(g *ir.Graph) {
	g.Block.Walk(func(n *ir.Node) {
		if placeless[n.Kind] || n.Kind == "prim::Constant" && n.Outputs[0].Type.IsNone() {
			n.Range = ir.Range{}
		}
	})
}

// withoutIndices writes pools whose indices nobody reads as the operators that scripts call.
func withoutIndices(g *ir.Graph) {
	g.Block.Walk(func(n *ir.Node) {
		kind, pool := strings.CutSuffix(n.Kind, "_with_indices")
		if !pool || len(n.Outputs) != 2 || n.Outputs[1].HasUses() || ir.Overloads(kind) == nil {
			return
		}
		short := g.Create(kind, n.Inputs, 0)
		short.Range = n.Range
		out := short.AddOutput(n.Outputs[0].Type)
		short.InsertBefore(n)
		out.CopyMeta(n.Outputs[0])
		n.Outputs[0].ReplaceAll(out)
		n.Destroy()
	})
}

// onlyTensors says whether a value is made of nothing but tensors.
func onlyTensors(v Value) bool {
	items := []Value(nil)
	switch {
	case v.Type().Layout() == object.LayoutTuple:
		t, _ := object.AsTuple(v)
		items = t.Items
	case v.Type().Layout() == object.LayoutList:
		l, _ := object.AsList(v)
		items = l.Items
	default:
		if d, ok := object.AsDict(v); ok {
			items = d.Values()
			break
		}
		_, ok := torch.Unwrap(v)
		return ok
	}
	return !slices.ContainsFunc(items, func(x Value) bool { return !onlyTensors(x) })
}

// schemaOf gives a traced function the schema of its graph.
func schemaOf(f *ir.Function) {
	s := functionOfGraph(f.Name, f.Graph).Schema
	for i := range s.Args {
		if i == 0 && s.Args[i].Type.IsModule() {
			s.Args[i].Name = "self"
		}
	}
	f.Schema = s
}

// traceFunctions are what the Python side calls for tracing.
func traceFunctions() map[string]object.CallFunc {
	return map[string]object.CallFunc{
		"trace_run": traceRun, "trace_enter": enterModule, "trace_leave": leaveModule,
		"trace_function_enter": traceFunctionEnter, "trace_function_leave": traceFunctionLeave, "trace_pause": tracePause,
		"trace_fork_enter": traceForkEnter, "trace_fork_leave": traceForkLeave,
	}
}
