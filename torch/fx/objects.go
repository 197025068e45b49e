package fx

import (
	"sync"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// types are the Python types. They are made on first use, so that programs that never look at a graph do not pay for them.
var types struct {
	graph, node, module func() *object.Type
}

func init() {
	types.graph = sync.OnceValue(newGraphType)
	types.node = sync.OnceValue(newNodeType)
	types.module = sync.OnceValue(newModuleType)
}

// Module is a GraphModule: a graph that can be called.
type Module struct {
	Graph    *fxgraph.Graph
	Children map[string]object.Value
	Order    []string // of children; nil for that of their first use
	Class    string
	Env      ops.Env      // decides what programs ask of the symbolic sizes of a captured graph; nil for others
	Kept     object.Value // context_fn of a checkpointed body: it makes the contexts that choose what is kept for backward; null for others
	program  *program
	obj      object.Value
	shown    bool // obj is a GraphModule of torch.fx, which has the attributes
}

// NewModule makes the GraphModule object of a graph.
func NewModule(g *fxgraph.Graph, children map[string]object.Value) object.Value {
	m := &Module{Graph: g, Children: children, Class: "GraphModule"}
	v := (&object.Native{Header: object.NewHeader(ModuleType()), V: m}).Ref()
	m.obj = v
	return v
}

// With is the module with another graph.
func (m *Module) With(g *fxgraph.Graph) *Module {
	other := *m
	other.Graph, other.program = g, nil
	return &other
}

// AsModule is the Module behind a GraphModule object, of this package or of torch.fx.
func AsModule(v object.Value) (*Module, bool) {
	if n, ok := object.AsNative(v); ok {
		m, ok := n.V.(*Module)
		return m, ok
	}
	d := object.InstanceDict(v)
	if d == nil {
		return nil, false
	}
	shown, ok := d.Lookup("_graph")
	if !ok {
		return nil, false
	}
	n, ok := object.AsNative(shown)
	if !ok {
		return nil, false
	}
	g, ok := n.V.(*fxgraph.Graph)
	if !ok {
		return nil, false
	}
	m := &Module{Class: v.Type().Name}
	if native, ok := d.Lookup("_native"); ok {
		m = module(native)
	}
	if m.Graph != g {
		m.Graph, m.program = g, nil
	}
	m.obj, m.shown = v, true
	return m, true
}

// Show is the GraphModule of torch.fx, a module in Python, for one of this package.
func Show(th *object.Thread, v object.Value) (object.Value, error) {
	return object.Call(th, library(th, "torch.fx.graph_module._from_native"), v)
}

// library is an object of a module in Python, by its path.
func library(th *object.Thread, path string) object.Value { return above.Attribute(th, path) }

func payload[T any](v object.Value) T {
	n, ok := object.AsNative(v)
	if !ok {
		var none T
		return none
	}
	t, _ := n.V.(T)
	return t
}

// WrapGraph is the one Graph object of a graph.
func WrapGraph(g *fxgraph.Graph) object.Value {
	if v, ok := g.Object.(object.Value); ok {
		return v
	}
	v := (&object.Native{Header: object.NewHeader(GraphType()), V: g}).Ref()
	g.Object = v
	return v
}

// WrapNode is the one Node object of a node.
func WrapNode(n *fxgraph.Node) object.Value {
	if v, ok := n.Meta.Object.(object.Value); ok {
		return v
	}
	v := (&object.Native{Header: object.NewHeader(NodeType()), V: n}).Ref()
	n.Meta.Object = v
	return v
}

// immutable is what the class of that name makes of a list or dict: one that scripts cannot change in place.
func immutable(th *object.Thread, class string, of object.Value) object.Value {
	v, err := object.Call(th, library(th, "torch._immutable."+class), of)
	if err != nil {
		return of
	}
	return v
}

// WrapArg shows an argument tree to scripts.
func WrapArg(th *object.Thread, a any) object.Value {
	if v, ok := constant(a); ok {
		return v
	}
	list := func(items []any) []object.Value {
		out := make([]object.Value, len(items))
		for i, e := range items {
			out[i] = WrapArg(th, e)
		}
		return out
	}
	switch a := a.(type) {
	case *fxgraph.Node:
		return WrapNode(a)
	case fxgraph.List:
		return immutable(th, "immutable_list", object.NewList(list(a)...).Ref())
	case fxgraph.Tuple:
		return object.NewTuple(list(a)...).Ref()
	case fxgraph.Slice:
		return object.NewSlice(WrapArg(th, a.Start), WrapArg(th, a.Stop), WrapArg(th, a.Step))
	case fxgraph.Dict:
		d := object.NewDict()
		for _, e := range a {
			_ = d.Set(th, WrapArg(th, e.Key), WrapArg(th, e.Value))
		}
		return immutable(th, "immutable_dict", d.Ref())
	}
	return object.None
}

// UnwrapArg reads an argument tree from scripts.
func UnwrapArg(th *object.Thread, v object.Value) any {
	if n, ok := object.AsNative(v); ok {
		if node, ok := n.V.(*fxgraph.Node); ok {
			return node
		}
	}
	list := func(items []object.Value) []any {
		out := make([]any, len(items))
		for i, e := range items {
			out[i] = UnwrapArg(th, e)
		}
		return out
	}
	switch v.Type() {
	case object.SliceType:
		s, _ := object.AsSlice(v)
		return fxgraph.Slice{Start: UnwrapArg(th, s.Start), Stop: UnwrapArg(th, s.Stop), Step: UnwrapArg(th, s.Step)}
	}
	if l, ok := object.AsList(v); ok {
		return fxgraph.List(list(l.Items))
	}
	if t, ok := object.AsTuple(v); ok && v.Type().Name != "Size" {
		return fxgraph.Tuple(list(t.Items))
	}
	if from, ok := object.AsDict(v); ok {
		d := fxgraph.Dict{}
		_ = from.Each(th, func(th *object.Thread, k, e object.Value) error {
			d = append(d, fxgraph.Item{Key: UnwrapArg(th, k), Value: UnwrapArg(th, e)})
			return nil
		})
		return d
	}
	return variables.ConstantFX(th, v)
}

// TargetValue is node.target as scripts see it.
func TargetValue(target any) object.Value {
	if f, ok := target.(*fxgraph.Function); ok {
		if v, ok := f.Impl.(object.Value); ok && !v.IsNull() {
			return v
		}
		return object.NewStr(f.Qualified)
	}
	return object.NewStr(target.(string))
}

// NewTarget makes the target of a call_function node from a callable.
func NewTarget(th *object.Thread, fn object.Value) *fxgraph.Function {
	name := "function"
	if v, err := object.GetAttr(th, fn, "__name__"); err == nil {
		name, _ = object.Text(v)
	}
	return &fxgraph.Function{Name: name, Qualified: above.FunctionPath(th, fn), Impl: fn}
}

// exampleValue is meta["example_value"]: sizes and numbers by their text, tensors without data.
func exampleValue(th *object.Thread, e any, leafOnly bool) object.Value {
	switch e := e.(type) {
	case symbolic.Int:
		if c, ok := e.Const(); ok {
			return object.Int(c)
		}
		return above.Number(e)
	case symbolic.Float, symbolic.Bool:
		return above.Number(e)
	case *ops.Fake:
		return above.Fake(th, e, leafOnly)
	case []any: // of a call that gives several
		return object.NewTuple(exampleValues(th, e, leafOnly)...).Ref()
	case fxgraph.Listed:
		return object.NewList(exampleValues(th, e, leafOnly)...).Ref()
	}
	return object.None
}

func exampleValues(th *object.Thread, examples []any, leafOnly bool) []object.Value {
	items := make([]object.Value, len(examples))
	for i, x := range examples {
		items[i] = exampleValue(th, x, leafOnly)
	}
	return items
}

// Describe says what the value of a node of a graph of operators is like: an *ops.Fake or a symbolic.Int, which its meta shows.
func Describe(v object.Value, example any) {
	n := node(v)
	n.Meta.Example = example
	n.Graph().ATen = true
}

// Redescribe is Describe for a node whose meta may have been looked at before.
func Redescribe(th *object.Thread, n *fxgraph.Node, example any) {
	n.Meta.Example = example
	if n.Meta.FromUser == nil {
		return
	}
	if meta, ok := object.AsDict(n.Meta.FromUser["meta"].(object.Value)); ok {
		meta.Put("val", exampleValue(th, example, n.Graph().ATen))
	}
}

// DescribeAs says that the value of a node is like that of another.
func DescribeAs(v, other object.Value) { Describe(v, node(other).Meta.Example) }

// NameExactly gives a node the name of one that is gone.
func NameExactly(v object.Value, name string) { node(v).Name = name }

// Annotate says of a node what annotations would: it is shown above it, too.
func Annotate(v object.Value, custom *object.Dict) { node(v).Meta.Custom = custom }

// StandFor says that a node computes what another one of the script does.
func StandFor(v, other object.Value) { node(v).Meta.Stack = node(other).Meta.Stack }

// Above is what graphs need of the layers above.
type Above struct {
	Attribute    func(th *object.Thread, path string) object.Value                // the object at a dotted path
	FunctionPath func(th *object.Thread, fn object.Value) string                  // the qualified name under which a callable prints
	Fake         func(th *object.Thread, f ops.Value, leafOnly bool) object.Value // a traced tensor as scripts see it, without data; with leafOnly, what autograd makes needs no gradient
	Value        func(th *object.Thread, v object.Value) any                      // a tensor, number or dtype of scripts as operators have it; nil for others
	Number       func(n any) object.Value                                         // a symbolic number
}

// above is set once, before programs run.
var above Above

// Register makes the types importable, for torch.fx.
func Register(a Above) {
	above = a // start: by Register of torch/compiler
	interp.RegisterNative("torch._C._fx", func(th *object.Thread) *object.Module {
		m := object.NewModule("torch._C._fx")
		m.Set("Graph", GraphType().Ref())
		m.Set("Node", NodeType().Ref())
		m.Set("NativeModule", ModuleType().Ref())
		m.SetFunc("unpack_count", unpackCount)
		m.SetFunc("readable", readable)
		m.SetFunc("copy_meta", metaCopier("copy_meta", copyMeta))
		m.SetFunc("move_to_backward", metaCopier("move_to_backward", moveToBackward))
		m.SetFunc("copy_origin", metaCopier("copy_origin", copyOrigin))
		m.SetFunc("copy_example", metaCopier("copy_example", copyExample))
		m.SetFunc("children", children)
		m.SetFunc("source_of", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
			return object.NewStr(node(args[0]).Meta.Source), nil
		})
		m.SetFunc("function_path", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
			return object.NewStr(above.FunctionPath(th, args[0])), nil
		})
		return m
	})
}
