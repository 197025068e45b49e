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

// This file follows calls of scripted functions and of modules within a trace.

// traceCall is a call of a scripted function while a trace is taken: it runs unseen, and becomes a node of the trace.
func traceCall(th *object.Thread, f *ir.Function, args []Value) (Value, bool, error) {
	if !tracing(th) {
		return object.Null, false, nil
	}
	t := states.Of(th).tracer
	inputs := make([]*ir.Value, 0, len(args)+1)
	var self *ir.Value
	if len(f.Schema.Args) > 0 && f.Schema.Args[0].Type.IsModule() {
		o, _ := payload[*exec.Object](args[0])
		var root bool
		if self, root = t.module(o); root { // the method that is being traced
			return object.Null, false, nil
		}
		if self == nil {
			return object.Null, true, object.RuntimeErrorf("Tried to trace <%s object at %#x> but it is not part of the active trace. Modules that are called during a trace must be registered as submodules of the thing being traced.",
				o.Type.Name, object.ID(args[0]))
		}
	}
	given := args
	if self != nil {
		given = args[1:]
	}
	for _, a := range given {
		v, err := t.value(a)
		if err != nil {
			return object.Null, true, err
		}
		inputs = append(inputs, v)
	}
	t.paused++
	out, err := exec.Run(th, f, runtimeOf(th), args)
	t.paused--
	if err != nil {
		return object.Null, true, raised(th, err)
	}
	g := t.frame.g
	var n *ir.Node
	if self != nil {
		n = g.CreateTyped("prim::CallMethod", f.Schema.ReturnType(), append([]*ir.Value{self}, inputs...)...)
		n.SetAttr("name", ir.Constant{V: f.Name})
	} else {
		fn := g.Constant(ir.Constant{V: &ir.FunctionConst{F: f}}, nil)
		n = g.CreateTyped("prim::CallFunction", f.Schema.ReturnType(), append([]*ir.Value{fn}, inputs...)...)
	}
	g.Insert(n)
	if x, ok := torch.Unwrap(out); ok {
		n.Outputs[0].Type = tensorType(x)
	}
	t.bindResult(n.Outputs[0], out)
	v, err := toPython(th, out)
	return v, true, err
}

// module is the value of a module in the present graph, nil for one that is no part of the trace; root says that it is the module that is traced, or one
// that has been entered.
func (t *tracer) module(o *exec.Object) (self *ir.Value, root bool) {
	top := t.frame
	for f := t.frame; f != nil; f = f.parent {
		if f.object == o {
			return nil, true
		}
		top = f
	}
	if top.object == nil || t.frame.self == nil {
		return nil, false
	}
	path, found := pathTo(top.object, o)
	if !found {
		return nil, false
	}
	return t.moduleAt(t.frame, path), false
}

// moduleAt is the value of a module by its path: of one that the method's own module does not hold, which several modules share, it is handed in.
func (t *tracer) moduleAt(f *traceFrame, path []string) *ir.Value {
	if rest, ok := below(path, f.path); ok || f.parent == nil {
		return t.getAttr(f, rest)
	}
	key := "/" + strings.Join(path, ".")
	if known := f.getattrs[key]; known != nil {
		return known
	}
	outer := t.moduleAt(f.parent, path)
	in := t.handIn(f, outer)
	f.captured = append(f.captured, outer)
	f.getattrs[key] = in
	return in
}

// pathTo is the path from a module to one in it.
func pathTo(from, to *exec.Object) ([]string, bool) {
	for i := range from.Type.Class.Attrs {
		child, ok := payload[*exec.Object](from.Get(i))
		if !ok {
			continue
		}
		name := from.Type.Class.Attrs[i].Name
		if child == to {
			return []string{name}, true
		}
		if rest, found := pathTo(child, to); found {
			return append([]string{name}, rest...), true
		}
	}
	return nil, false
}

// bindResult notes what a value of the graph stands for.
func (t *tracer) bindResult(v *ir.Value, x Value) {
	if a, ok := torch.Unwrap(x); ok {
		t.define(a, v)
		return
	}
	if list, ok := object.AsList(x); ok && v.Type.Kind == ir.ListKind && v.Type.Elem[0].Kind == ir.TensorKind {
		u := t.frame.g.Create("prim::ListUnpack", []*ir.Value{v}, 0)
		t.frame.g.Insert(u)
		for _, part := range list.Items {
			if a, ok := torch.Unwrap(part); ok {
				t.define(a, u.AddOutput(tensorType(a)))
			}
		}
		return
	}
	if tup, ok := object.AsTuple(x); ok && v.Type.Kind == ir.TupleKind {
		u := t.frame.g.Create("prim::TupleUnpack", []*ir.Value{v}, 0)
		t.frame.g.Insert(u)
		made := t.inside[v]
		for i, part := range tup.Items {
			w := u.AddOutput(v.Type.Elem[i])
			if made != nil && made.Node().Kind == "prim::TupleConstruct" {
				w.Type, t.inside[w] = made.Node().Inputs[i].Type, made.Node().Inputs[i]
			}
			t.bindResult(w, part)
		}
		if v.Node().Kind == "prim::CallMethod" && t.inside[v] != nil {
			t.frame.g.SkipIDs(-len(tup.Items))
			t.layout.unpack(v.Node(), u)
		}
	}
}

// enterModule begins the graph of a submodule's method: args are its script object and its path. What the method reads of the graph around is handed in
// where it is first read. It gives a token for leaveModule.
func enterModule(th *object.Thread, args, _ []Value) (Value, error) {
	t := states.Of(th).tracer
	if t == nil || t.paused > 0 {
		return object.None, nil
	}
	o, ok := payload[*exec.Object](args[0])
	if !ok {
		return object.None, nil
	}
	f := &traceFrame{g: ir.NewGraph(), values: map[*tensor.Tensor]*ir.Value{}, getattrs: map[string]*ir.Value{}, parent: t.frame, object: o, path: splitPath(textArg(args[1]))}
	f.g.ContinueIDs(t.frame.g)
	f.self = f.g.Block.AddInput("", o.Type)
	f.g.SkipIDs(-1)
	t.setName(f.self, "self")
	if _, own := below(f.path, f.parent.path); !own {
		t.moduleAt(f.parent, f.path)
	}
	t.frame = f
	return object.NewNative(exec.FutureType, &enteredModule{f}), nil
}

// enteredModule is the call of a submodule that is being traced.
type enteredModule struct{ f *traceFrame }

// leaveModule ends the graph of a submodule: args are the token, and what the call gave.
func leaveModule(th *object.Thread, args, _ []Value) (Value, error) {
	t := states.Of(th).tracer
	e, ok := payload[*enteredModule](args[0])
	if t == nil || !ok {
		return object.None, nil
	}
	f := e.f
	v := f.g.Constant(ir.Constant{}, nil) // until the trace reads something that the module has made
	f.g.SkipIDs(-1)
	t.frame = f.parent
	t.forget(f)
	f.g.Block.AddOutput(v)
	outer := f.parent
	outer.g.ContinueIDs(f.g)
	name := "forward"
	class := f.object.Type.Class
	for i := 1; class.Method(name) != nil; i++ {
		name = "forward" + itoa(i)
	}
	fn := &ir.Function{Name: name, Qualified: f.object.Type.Name + "." + name, Graph: f.g}
	t.methods = append(t.methods, fn)
	class.Methods = append(class.Methods, fn)
	self := t.moduleAt(outer, f.path)
	n := outer.g.CreateTyped("prim::CallMethod", v.Type.Unshaped(), append([]*ir.Value{self}, f.captured...)...)
	n.SetAttr("name", ir.Constant{V: name})
	outer.g.Insert(n)
	outer.g.SkipIDs(-1) // its value gets its number when the trace is done
	t.layout.call(outer.g, n)
	c := &leftModule{f: f, call: n, fn: fn}
	outer.left = append(outer.left, c)
	t.left = append(t.left, c)
	return object.None, nil
}

// leftModule is a call of a submodule that has been traced.
type leftModule struct {
	f    *traceFrame
	call *ir.Node
	fn   *ir.Function
	// tuple is made of the results in the submodule's graph, and taken apart by unpack behind the call; nil while there are none.
	tuple, unpack *ir.Node
}

// fromLeft is a tensor that a submodule has made and kept where the trace reads it after the call: its method gives it, too. nil for any other.
func (t *tracer) fromLeft(f *traceFrame, x *tensor.Tensor) *ir.Value {
	for _, c := range slices.Backward(f.left) {
		v := c.f.values[x]
		if v == nil {
			v = t.fromLeft(c.f, x)
		}
		if v == nil || !t.madeInside(v) {
			continue
		}
		out := t.give(f, c, v)
		f.values[x] = out
		return out
	}
	return nil
}

// madeInside says whether a node of a submodule's graph makes v.
func (t *tracer) madeInside(v *ir.Value) bool {
	if t.outside[v] != nil {
		return false
	}
	n := v.Node()
	return n.Kind != "prim::Constant" && n.Kind != "prim::GetAttr" && n.Kind != "prim::Param"
}

// forget has the frames around a submodule ask anew for the tensors that it has written to, or given as they came.
func (t *tracer) forget(f *traceFrame) {
	for x, v := range f.values {
		if !t.madeInside(v) {
			continue
		}
		for p := f.parent; p != nil; p = p.parent {
			delete(p.values, x)
		}
	}
}

// give makes a value of a submodule's graph a further result of its call: results are parts of a tuple until the trace is done, as what reads the first one
// may have been found and not be in the graph yet when a second one follows.
func (t *tracer) give(f *traceFrame, c *leftModule, v *ir.Value) *ir.Value {
	if c.tuple == nil {
		inner, result := c.f.g, c.call.Outputs[0]
		c.tuple = inner.CreateTyped("prim::TupleConstruct", ir.TupleOf())
		inner.Insert(c.tuple)
		inner.SkipIDs(-1)
		none := inner.Block.Outputs()[0].Node()
		inner.Block.EraseOutput(0)
		none.Destroy()
		inner.Block.AddOutput(c.tuple.Outputs[0])
		c.unpack = f.g.Create("prim::TupleUnpack", []*ir.Value{result}, 0)
		c.unpack.InsertAfter(c.call)
		t.inside[result] = c.tuple.Outputs[0]
	}
	c.tuple.AddInput(v)
	made, result := c.tuple.Outputs[0], c.call.Outputs[0]
	types := append(slices.Clone(made.Type.Elem), v.Type)
	made.Type, result.Type = ir.TupleOf(types...), ir.TupleOf(types...).Unshaped()
	out := c.unpack.AddOutput(v.Type)
	f.g.SkipIDs(-1) // numbers of calls are given at the end, and those that the graphs share run on
	t.inside[out] = v
	return out
}

// settleResult gives a call with one result just that, and notes where others are taken apart.
func (t *tracer) settleResult(c *leftModule) {
	switch {
	case c.tuple == nil:
		return
	case len(c.unpack.Outputs) > 1:
		t.layout.unpack(c.call, c.unpack)
		return
	}
	part, result, v := c.unpack.Outputs[0], c.call.Outputs[0], c.tuple.Inputs[0]
	c.f.g.Block.EraseOutput(0)
	c.f.g.Block.AddOutput(v)
	c.tuple.Destroy()
	part.ReplaceAll(result)
	result.Type, t.inside[result] = v.Type.Unshaped(), v
	for in, outer := range t.outside {
		if outer == part {
			t.outside[in] = result
		}
	}
	c.unpack.Destroy()
}

// settle finishes the methods of submodules, the inner ones first: what nothing reads goes, and is not handed in.
func (t *tracer) settle() {
	for _, c := range t.left {
		t.settleResult(c)
		f := c.f
		for _, n := range f.g.Nodes() {
			if n.Kind != "prim::GetAttr" && n.Kind != "prim::CallMethod" && n.Kind != "prim::TupleConstruct" {
				n.Scope = scopeOf(f)
			}
		}
		numberMethod(f)
		ir.EliminateDead(f.g, true)
		f.dropUnread(c.call)
		withoutPlaces(f.g)
		schemaOf(c.fn)
	}
}

// dropUnread takes away what the method was handed in by a call and does not read any more.
func (f *traceFrame) dropUnread(call *ir.Node) {
	for i := len(f.g.Block.Inputs()) - 1; i > 0; i-- {
		if !f.g.Block.Inputs()[i].HasUses() {
			f.g.Block.EraseInput(i)
			call.RemoveInput(i)
		}
	}
}
