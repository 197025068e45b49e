package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// tracer writes the operators of one run into a graph.
type tracer struct {
	th     *object.Thread
	frame  *traceFrame
	level  ops.Level
	paused int
	// held are the tensors of the trace, which must not be made anew at the same place.
	held []*tensor.Tensor
	// numbers are the values of the graph behind symbolic sizes, by their names.
	numbers map[string]tracedNumber
	// outside are the values that inputs of submodules are outside of them, inside what the calls of submodules give is in them.
	outside, inside map[*ir.Value]*ir.Value
	// methods are the methods of submodules that the trace has made.
	methods []*ir.Function
	layout  traceLayout
	// stash are the values behind numbers that the next operator gets, by its parameters.
	stash map[string]*ir.Value
	// params are the parameters and buffers of the traced module, by their paths.
	params map[*tensor.Tensor][]string
	root   *exec.Object
	err    error
}

// traceFrame is the graph of a function or of a module's method that is being traced.
type traceFrame struct {
	g      *ir.Graph
	values map[*tensor.Tensor]*ir.Value
	parent *traceFrame
	self   *ir.Value
	object *exec.Object
	path   []string
	// captured are values of the frame around that this one reads beside its arguments.
	captured []*ir.Value
	getattrs map[string]*ir.Value
}

// tracing says whether a trace is being taken.
func tracing(th *object.Thread) bool {
	return active(th) != nil
}

// Record writes an operator down.
func (t *tracer) Record(op *ops.Op, args, outs []ops.Value) {
	if t.paused > 0 || t.err != nil {
		return
	}
	if op.Name == "item" {
		t.err = warnConversion(t.th, "number")
		return
	}
	defer func() { t.stash = nil }()
	t.frame.g.Where = callerRange(t.th)
	if t.convolution(op, args, outs) {
		return
	}
	kind, schema := traceSchema(t.th, op)
	if op.Name == "_to_copy" && len(args) > 1 && args[1] != nil { // what x.to(dtype) comes down to
		g := t.frame.g
		n := g.Create("aten::to", []*ir.Value{t.operand(args[0], true, nil), t.operand(args[1], false, nil)}, 0)
		n.AddInput(g.Constant(ir.Constant{V: false}, nil))
		n.AddInput(g.Constant(ir.Constant{V: false}, nil))
		n.AddInput(g.Constant(ir.Constant{}, nil))
		ir.MatchSchema(n)
		g.Insert(n)
		t.result(n, outs[0])
		return
	}
	makes := schema != nil // no tensor goes in
	for i := 0; makes && i < len(schema.Args); i++ {
		makes = schema.Args[i].Type.Kind != ir.TensorKind
	}
	n := t.frame.g.Create(kind, nil, 0)
	params := op.Schema().Params
	value := func(name string) (ops.Value, bool, bool) { // the operand, whether it is of a tensor's parameter, whether there is one
		for i := range params {
			if params[i].Name == name && i < len(args) {
				return args[i], params[i].Type.Base == "Tensor" && !params[i].Type.List, true
			}
		}
		return nil, false, false
	}
	if schema == nil {
		for i := range params {
			if i < len(args) {
				n.AddInput(t.operand(args[i], params[i].Type.Base == "Tensor" && !params[i].Type.List, nil))
			}
		}
	} else {
		for i := range schema.Args {
			a := &schema.Args[i]
			v, isTensor, ok := value(a.Name)
			if !ok && i < len(params) && i < len(args) && params[i].Type.List == (a.Type.Kind == ir.ListKind) && schema.Find(params[i].Name) < 0 {
				v, isTensor, ok = args[i], params[i].Type.Base == "Tensor" && !params[i].Type.List, true
			}
			switch {
			case a.Name == "pin_memory" && v == nil:
				v, ok = false, true
			case a.Name == "device" && v == nil && makes:
				v, ok = tensor.CPU, true
			}
			if !ok {
				n.AddInput(t.frame.g.Constant(a.Default, nil))
				continue
			}
			if stashed := t.stash[a.Name]; stashed != nil && !isTensor {
				n.AddInput(t.reach(t.frame, stashed))
				continue
			}
			n.AddInput(t.operand(v, isTensor, a.Type))
		}
	}
	n.Schema = schema
	t.frame.g.Insert(n)
	for _, o := range outs {
		t.result(n, o)
	}
}

// callerRange is the line that the innermost function in Python is at.
func callerRange(th *object.Thread) ir.Range {
	f := interp.CurrentFrame(th)
	if f == nil {
		return ir.Range{}
	}
	return ir.Range{Source: &ir.Source{File: f.Code().Filename, FirstLine: f.Line()}}
}

// warnConversion says that a trace does not follow a tensor that becomes a value of Python.
func warnConversion(th *object.Thread, kind string) error {
	if !tracing(th) {
		return nil
	}
	f, err := helper(th, "torch.jit._trace", "_warn_conversion")
	if err == nil {
		t := states.Of(th).tracer
		t.paused++
		_, err = object.Call(th, f, object.NewStr(kind))
		t.paused--
	}
	return err
}

// traceSchema is the name of an operator in graphs and its schema there; nil where graphs have none with its overload.
func traceSchema(th *object.Thread, op *ops.Op) (string, *ir.Schema) {
	full := op.Name
	if !hasNamespace(full) {
		full = "aten::" + full
	}
	list := ir.Overloads(full)
	if list == nil {
		list = customSchemas(th, full)
	}
	for _, s := range list {
		if s.Overload == op.Overload {
			return full, s
		}
	}
	return full, nil
}

func hasNamespace(name string) bool {
	for i := 0; i+1 < len(name); i++ {
		if name[i] == ':' && name[i+1] == ':' {
			return true
		}
	}
	return false
}

// operand is an argument of an operator as a value of the graph.
func (t *tracer) operand(v ops.Value, isTensor bool, want *ir.Type) *ir.Value {
	g := t.frame.g
	switch v := v.(type) {
	case *tensor.Tensor:
		if v == nil {
			return g.Constant(ir.Constant{}, nil)
		}
		return t.tensor(v)
	case []ops.Value:
		elem := ir.Tensor
		if want != nil {
			u := want
			if u.Kind == ir.OptionalKind {
				u = u.Elem[0]
			}
			if u.Kind == ir.ListKind {
				elem = u.Elem[0]
			}
		}
		list := make([]*ir.Value, len(v))
		for i, x := range v {
			var of *ir.Type
			if elem.Kind == ir.FloatKind {
				of = elem
			}
			list[i] = t.operand(x, false, of)
		}
		if want == nil && len(list) > 0 {
			elem = list[0].Type.Unshaped()
		}
		n := g.CreateTyped("prim::ListConstruct", ir.ListOf(elem), list...)
		return g.Insert(n).Outputs[0]
	case nil:
		return g.Constant(ir.Constant{}, nil)
	case symbolic.Int:
		return t.number(v, isTensor)
	}
	c, ok := constantOf(t.th, torch.FromOps(t.th, v))
	if !ok {
		return g.Constant(ir.Constant{}, nil)
	}
	if isTensor {
		var d tensor.DType
		switch c.V.(type) {
		case int64:
			d = tensor.Int64
		case float64:
			d = tensor.Float64
		case bool:
			d = tensor.Bool
		case complex128:
			d = tensor.Complex128
		default:
			return g.Constant(c, nil)
		}
		return g.Constant(ir.Constant{V: tensorConst{tensor.Scalar(d, c.V)}}, nil)
	}
	if want != nil && want.Kind == ir.FloatKind {
		if i, ok := c.V.(int64); ok {
			c.V = float64(i)
		}
	}
	return g.Constant(c, nil)
}

// tensor is the value of a tensor: of one that the trace has made, a parameter of the module, or a constant.
func (t *tracer) tensor(x *tensor.Tensor) *ir.Value {
	v := t.lookup(t.frame, x)
	if v == nil {
		return t.attribute(t.frame, x)
	}
	if root := t.named(v); !root.HasName() {
		if name := localName(t.th, x); ir.Meaningful(name) {
			t.setName(root, name)
		}
	}
	return v
}

// named is the value that gets the name of what v stands for: a value that was handed into a submodule is named where it comes from, what the
// call of one gives is named inside.
func (t *tracer) named(v *ir.Value) *ir.Value {
	for {
		next := t.outside[v]
		if next == nil {
			next = t.inside[v]
		}
		if next == nil {
			return v
		}
		v = next
	}
}

// handIn makes a value of the frame around an input of a frame.
func (t *tracer) handIn(f *traceFrame, outer *ir.Value) *ir.Value {
	in := f.g.Block.AddInput("", t.named(outer).Type)
	f.g.SkipIDs(-1)
	t.outside[in] = outer
	return in
}

func (t *tracer) lookup(f *traceFrame, x *tensor.Tensor) *ir.Value {
	if v := f.values[x]; v != nil {
		return v
	}
	if f.parent == nil {
		return nil
	}
	outer := t.lookup(f.parent, x)
	if outer == nil {
		return nil
	}
	in := t.handIn(f, outer)
	f.captured = append(f.captured, outer)
	f.values[x] = in
	return in
}

// attribute is a tensor from outside: an attribute of the module, or a constant.
func (t *tracer) attribute(f *traceFrame, x *tensor.Tensor) *ir.Value {
	path, ok := t.params[x]
	if ok && f.self != nil {
		if rest, ok := below(path, f.path); ok {
			return t.getAttr(f, rest)
		}
		if f.parent != nil { // it belongs to a module further out: it is handed in
			outer := t.attribute(f.parent, x)
			in := t.handIn(f, outer)
			f.captured = append(f.captured, outer)
			f.values[x] = in
			return in
		}
	}
	x.Storage().Hold()
	t.held = append(t.held, x)
	v := f.g.Constant(ir.Constant{V: tensorConst{x}}, nil)
	f.values[x] = v
	return v
}

func below(path, prefix []string) ([]string, bool) {
	if len(path) < len(prefix) {
		return nil, false
	}
	for i := range prefix {
		if path[i] != prefix[i] {
			return nil, false
		}
	}
	return path[len(prefix):], true
}

// getAttr reads an attribute by its path; reads stand at the front of the graph, the latest first.
func (t *tracer) getAttr(f *traceFrame, path []string) *ir.Value {
	key := ""
	v, typ := f.self, f.self.Type
	for _, name := range path {
		key += "." + name
		i := typ.Class.Attr(name)
		if i < 0 {
			return f.g.Constant(ir.Constant{}, nil)
		}
		at := typ.Class.Attrs[i].Type
		if old := f.getattrs[key]; old != nil {
			v, typ = old, at
			continue
		}
		n := f.g.CreateTyped("prim::GetAttr", at, v)
		f.g.SkipIDs(-1) // such nodes come in when the trace is done
		t.layout.reads++
		n.SetAttr("name", ir.Constant{V: name})
		if v == f.self {
			n.InsertAfter(f.g.Block.Param())
		} else {
			n.InsertAfter(v.Node())
		}
		label := name
		if label[0] >= '0' && label[0] <= '9' {
			label = "_" + label
		}
		t.setName(n.Outputs[0], label)
		v, typ = n.Outputs[0], at
		f.getattrs[key] = v
	}
	return v
}

// result makes an output of a node of a result.
func (t *tracer) result(n *ir.Node, o ops.Value) {
	switch o := o.(type) {
	case *tensor.Tensor:
		v := n.AddOutput(tensorType(o))
		t.define(o, v)
	case []ops.Value:
		elem := ir.Tensor
		v := n.AddOutput(ir.ListOf(elem))
		g := t.frame.g
		u := g.Create("prim::ListUnpack", []*ir.Value{v}, 0)
		g.Insert(u)
		for _, x := range o {
			t.result(u, x)
		}
	default:
		c, ok := constantOf(t.th, torch.FromOps(t.th, o))
		typ := ir.Number
		if ok {
			typ = c.TypeOf()
		}
		n.AddOutput(typ)
	}
}

func (t *tracer) define(x *tensor.Tensor, v *ir.Value) {
	t.frame.values[x] = v
	t.held = append(t.held, x)
}

// localName is the variable of the calling Python function that holds a tensor, "" if none does.
func localName(th *object.Thread, x *tensor.Tensor) string {
	f, err := helper(th, "torch.jit._trace", "_local_name")
	if err != nil {
		return ""
	}
	v, err := object.Call(th, f, torch.Wrap(th, x))
	if err != nil {
		return ""
	}
	s, _ := object.Text(v)
	return s
}

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
	rest, ok := below(path, t.frame.path)
	if !ok {
		return nil, false
	}
	return t.getAttr(t.frame, rest), false
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
			c, ok := constantOf(t.th, k)
			if !ok {
				return nil, object.RuntimeErrorf("%s", badOutput)
			}
			all = append(all, g.Constant(c, nil), values[i])
		}
		typ := ir.DictOf(ir.Str, ir.Tensor)
		if len(all) > 0 {
			typ = ir.DictOf(all[0].Type, all[1].Type.Unshaped())
		}
		return g.Insert(g.CreateTyped("prim::DictConstruct", typ, all...)).Outputs[0], nil
	}
	if c, ok := constantOf(t.th, x); ok {
		return g.Constant(c, nil), nil
	}
	return nil, object.RuntimeErrorf("%s", badOutput)
}

const badOutput = "Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions"

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

// traceRun runs a function and writes down what it does. args: the function, the name, a tuple of examples, their names, the script object of a
// module or None, and a dict of its tensors by path.
func traceRun(th *object.Thread, args, _ []Value) (Value, error) {
	s := states.Of(th)
	if s.tracer != nil {
		return object.Null, object.RuntimeErrorf("Tracing can't be nested")
	}
	f, name, examples, names, self, params := args[0], textArg(args[1]), args[2], args[3], args[4], args[5]
	t := &tracer{th: th, numbers: map[string]tracedNumber{}, layout: newTraceLayout(), outside: map[*ir.Value]*ir.Value{}, inside: map[*ir.Value]*ir.Value{}, params: map[*tensor.Tensor][]string{}}
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
				}
			}
		}
	}
	items, _ := object.AsTuple(examples)
	labels, err := object.ToSlice(th, names)
	if err != nil {
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
	v, err := t.value(out)
	if err != nil {
		return err
	}
	t.frame.g.Block.AddOutput(v)
	ir.EliminateDead(t.frame.g, true)
	withoutIndices(t.frame.g)
	t.arrange()
	return nil
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

// enterModule begins the graph of a submodule's method: args are its script object, its path, and the arguments of the call. It gives a token
// for leaveModule.
func enterModule(th *object.Thread, args, _ []Value) (Value, error) {
	t := states.Of(th).tracer
	if t == nil || t.paused > 0 {
		return object.None, nil
	}
	o, ok := payload[*exec.Object](args[0])
	if !ok {
		return object.None, nil
	}
	items, _ := object.AsTuple(args[2])
	f := &traceFrame{g: ir.NewGraph(), values: map[*tensor.Tensor]*ir.Value{}, getattrs: map[string]*ir.Value{}, parent: t.frame, object: o, path: splitPath(textArg(args[1]))}
	var outer []*ir.Value
	for _, x := range items.Items {
		if _, ok := torch.Unwrap(x); !ok { // only tensors are handed over; the call is written out where it stands
			return object.None, nil
		}
	}
	f.g.ContinueIDs(t.frame.g)
	f.self = f.g.Block.AddInput("", o.Type)
	f.g.SkipIDs(-1)
	t.setName(f.self, "self")
	for _, x := range items.Items {
		a, _ := torch.Unwrap(x)
		v := t.tensor(a)
		outer = append(outer, v)
		f.values[a] = t.handIn(f, v)
	}
	t.frame = f
	return object.NewNative(exec.FutureType, &enteredModule{f, outer}), nil
}

// enteredModule is the call of a submodule that is being traced, with its operands in the graph around.
type enteredModule struct {
	f     *traceFrame
	outer []*ir.Value
}

// leaveModule ends the graph of a submodule: args are the token, and what the call gave.
func leaveModule(th *object.Thread, args, _ []Value) (Value, error) {
	t := states.Of(th).tracer
	e, ok := payload[*enteredModule](args[0])
	if t == nil || !ok {
		return object.None, nil
	}
	f := e.f
	v, err := t.value(args[1])
	t.frame = f.parent
	if err != nil {
		return object.Null, err
	}
	f.g.Block.AddOutput(v)
	outer := f.parent
	outer.g.ContinueIDs(f.g)
	for _, n := range f.g.Nodes() {
		if n.Kind != "prim::GetAttr" && n.Kind != "prim::CallMethod" && n.Kind != "prim::TupleConstruct" {
			n.Scope = scopeOf(f)
		}
	}
	ir.EliminateDead(f.g, true)
	rest, _ := below(f.path, outer.path)
	name := "forward"
	class := f.object.Type.Class
	for i := 1; class.Method(name) != nil; i++ {
		name = "forward" + itoa(i)
	}
	fn := &ir.Function{Name: name, Qualified: f.object.Type.Name + "." + name, Graph: f.g}
	schemaOf(fn)
	t.methods = append(t.methods, fn)
	class.Methods = append(class.Methods, fn)
	self := t.getAttr(outer, rest)
	n := outer.g.CreateTyped("prim::CallMethod", v.Type.Unshaped(), append(append([]*ir.Value{self}, e.outer...), f.captured...)...)
	n.SetAttr("name", ir.Constant{V: name})
	outer.g.Insert(n)
	outer.g.SkipIDs(-1) // its value gets its number when the trace is done
	t.layout.call(outer.g, n)
	t.inside[n.Outputs[0]] = v
	t.bindResult(n.Outputs[0], args[1])
	return object.None, nil
}

// traceFunctions are what the Python side calls for tracing.
func traceFunctions() map[string]object.CallFunc {
	return map[string]object.CallFunc{
		"trace_run": traceRun, "trace_enter": enterModule, "trace_leave": leaveModule,
	}
}
