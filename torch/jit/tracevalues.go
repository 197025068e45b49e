package jit

import (
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// This file finds the values of a trace for what operators get, and defines those of what they give.

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
	given := torch.FromOps(t.th, v)
	c, ok := constantOf(t.th, given)
	if !ok {
		if path := t.objects[given]; path != nil {
			return t.object(t.frame, given, path)
		}
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
		return g.Constant(ir.Constant{V: tensorConst{t: tensor.Scalar(d, c.V)}}, nil)
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
		if name := localName(t.th, x, t.above); ir.Meaningful(name) {
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
	if v := t.fromLeft(f, x); v != nil {
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
	if isShell(x) {
		t.err = errShell()
		return f.g.Constant(ir.Constant{}, nil)
	}
	if x.RequiresGrad && t.err == nil {
		t.err = errLearnt(x)
	}
	x.Storage().Hold()
	t.held = append(t.held, x)
	v := f.g.Constant(ir.Constant{V: tensorConst{t: x}}, nil)
	f.values[x] = v
	return v
}

// errLearnt is the error of a trace that would keep a tensor as a constant whose gradient is asked for.
func errLearnt(x *tensor.Tensor) error {
	text := cppText(x)
	if i := strings.LastIndex(text, "[ CPU"); i >= 0 {
		text = text[:i] + "[ torch." + strings.Replace(text[i+len("[ CPU"):], "Type{", "Tensor{", 1)
	}
	return object.RuntimeErrorf("Cannot insert a Tensor that requires grad as a constant. Consider making it a parameter or input, or detaching the gradient\nTensor:\n%s", text)
}

// object is a value of a native class, which a module of the traced one holds.
func (t *tracer) object(f *traceFrame, given Value, path []string) *ir.Value {
	if rest, ok := below(path, f.path); ok || f.parent == nil {
		return t.getAttr(f, rest)
	}
	outer := t.object(f.parent, given, path)
	in := t.handIn(f, outer)
	f.captured = append(f.captured, outer)
	return in
}

// isShell says whether a tensor has elements and no memory for them, as sparse ones have.
func isShell(x *tensor.Tensor) bool {
	return x.Numel() > 0 && !x.IsMeta() && x.Storage().Size() == 0
}

func errShell() error {
	return object.RuntimeErrorf("magneto: a trace meets a tensor without memory of its own, such as a sparse one, that it has not followed")
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

// getAttr reads an attribute by its path; reads stand at the front of the graph, the latest path first, and paths share no reads.
func (t *tracer) getAttr(f *traceFrame, path []string) *ir.Value {
	key := "." + strings.Join(path, ".")
	if old := f.getattrs[key]; old != nil {
		return old
	}
	v, typ, at := f.self, f.self.Type, f.g.Block.Param()
	for _, name := range path {
		i := typ.Class.Attr(name)
		if i < 0 {
			return f.g.Constant(ir.Constant{}, nil)
		}
		typ = typ.Class.Attrs[i].Type
		n := f.g.CreateTyped("prim::GetAttr", typ, v)
		f.g.SkipIDs(-1) // such nodes come in when the trace is done
		n.SetAttr("name", ir.Constant{V: name})
		n.InsertAfter(at)
		label := name
		if label[0] >= '0' && label[0] <= '9' {
			label = "_" + label
		}
		t.layout.reads = append(t.layout.reads, namedValue{n.Outputs[0].SetName(label), label})
		v, at = n.Outputs[0], n
	}
	f.getattrs[key] = v
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

// localName is the variable of the calling Python function that holds a tensor, or of one so far above it; "" if none does.
func localName(th *object.Thread, x *tensor.Tensor, above int) string {
	f, err := helper(th, "torch.jit._trace", "_local_name")
	if err != nil {
		return ""
	}
	v, err := object.Call(th, f, torch.Wrap(th, x), object.Int(int64(above)))
	if err != nil {
		return ""
	}
	s, _ := object.Text(v)
	return s
}
