package fx

import (
	"cmp"
	"regexp"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func node(v object.Value) *fxgraph.Node { return payload[*fxgraph.Node](v) }

// asNode is the node that an object shows; false if it shows none.
func asNode(v object.Value) (*fxgraph.Node, bool) {
	n, ok := object.AsNative(v)
	if !ok {
		return nil, false
	}
	x, ok := n.V.(*fxgraph.Node)
	return x, ok
}

// NodeType is torch.fx.node.Node.
func NodeType() *object.Type { return types.node() }

func newNodeType() *object.Type {
	return object.NewType("Node", "torch.fx.node", nil, object.Spec{
		Layout: object.LayoutNative, HasDict: true,
		Slots: object.Slots{
			New:  newNode,
			Init: func(*object.Thread, object.Value, []object.Value, []object.Value) error { return nil },
			Repr: func(th *object.Thread, v object.Value) (object.Value, error) { return object.NewStr(node(v).Name), nil },
			Hash: func(th *object.Thread, v object.Value) (int64, error) { return int64(object.ID(v) >> 4), nil },
			Compare: func(th *object.Thread, a, b object.Value, op object.CompareOp) (object.Value, error) {
				x, y := node(a), node(b)
				if y == nil || op == object.Eq || op == object.Ne {
					return object.NotImplemented, nil
				}
				switch op {
				case object.Lt:
					return object.Bool(x.Before(y)), nil
				case object.Le:
					return object.Bool(x == y || x.Before(y)), nil
				case object.Gt:
					return object.Bool(y.Before(x)), nil
				}
				return object.Bool(x == y || y.Before(x)), nil
			},
		},
		Getset: nodeAttributes(), Methods: append(nodeMethods(), delegates("torch.fx.node._", "is_impure", "update_arg", "update_kwarg", "insert_arg", "replace_all_uses_with", "replace_input_with", "normalized_arguments", "__reduce__")...),
	})
}

// newNode makes a node that is not in the order of its graph yet.
func newNode(th *object.Thread, _ *object.Type, args, kwNames []object.Value) (object.Value, error) {
	in, err := object.Args("Node", args, kwNames, "graph", "name", "op", "target", "args", "kwargs", "|", "return_type")
	if err != nil {
		return object.Null, err
	}
	g := payload[*fxgraph.Graph](in[0])
	if g == nil {
		return object.Null, object.TypeErrorf("Node() takes a Graph, not '%s'", in[0].Type().Name)
	}
	if _, err := object.Call(th, library(th, "torch.fx.node._check_new"), in[:4]...); err != nil {
		return object.Null, err
	}
	op, _ := object.Text(in[2])
	name, _ := object.Text(in[1])
	var target any
	if s, ok := object.Text(in[3]); ok {
		target = s
	} else {
		target = NewTarget(th, in[3])
	}
	positional, keywords := arguments(th, in[4], in[5])
	n := g.Detached(fxgraph.Op(op), target, positional, keywords, name)
	if !in[6].IsNull() {
		setType(th, n, in[6])
	}
	return WrapNode(n), nil
}

func nodeAttributes() []object.GetsetDef {
	text := func(f func(*fxgraph.Node) string) object.UnaryFunc {
		return func(th *object.Thread, v object.Value) (object.Value, error) { return object.NewStr(f(node(v))), nil }
	}
	neighbour := func(f func(*fxgraph.Node) *fxgraph.Node) object.UnaryFunc { // round the ends of a graph is its root
		return func(th *object.Thread, v object.Value) (object.Value, error) {
			if n := f(node(v)); n != nil {
				return WrapNode(n), nil
			}
			return WrapNode(node(v).Graph().Root()), nil
		}
	}
	return []object.GetsetDef{
		{Name: "op", Get: text(func(n *fxgraph.Node) string { return string(n.Op) }), Set: func(th *object.Thread, v, val object.Value) error {
			s, _ := object.Text(val)
			node(v).Op = fxgraph.Op(s)
			return nil
		}},
		{Name: "name", Get: text(func(n *fxgraph.Node) string { return n.Name }), Set: func(th *object.Thread, v, val object.Value) error {
			s, _ := object.Text(val)
			node(v).Name = s // as it is, be it the name of another node: lint tells
			return nil
		}},
		{Name: "target", Get: func(th *object.Thread, v object.Value) (object.Value, error) { return TargetValue(node(v).Target), nil }, Set: func(th *object.Thread, v, val object.Value) error {
			if s, ok := object.Text(val); ok {
				node(v).Target = s
			} else {
				node(v).Target = NewTarget(th, val)
			}
			return nil
		}},
		{Name: "args", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
			return WrapArg(th, fxgraph.Tuple(node(v).Args)), nil
		}, Set: func(th *object.Thread, v, val object.Value) error {
			t, ok := UnwrapArg(th, val).(fxgraph.Tuple)
			if list, isList := UnwrapArg(th, val).(fxgraph.List); isList {
				t, ok = fxgraph.Tuple(list), true
			}
			if !ok {
				return object.TypeErrorf("args must be a tuple, not %s", val.Type().Name)
			}
			node(v).SetArgs(t, node(v).Kwargs)
			return nil
		}},
		{Name: "kwargs", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
			d := object.NewDict()
			for _, kw := range node(v).Kwargs {
				d.Put(kw.Name, WrapArg(th, kw.Value))
			}
			return immutable(th, "immutable_dict", d.Ref()), nil
		}, Set: func(th *object.Thread, v, val object.Value) error {
			_, kwargs := arguments(th, object.NewTuple().Ref(), val)
			node(v).SetArgs(node(v).Args, kwargs)
			return nil
		}},
		{Name: "users", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
			d := object.NewDict()
			for _, u := range node(v).Users() {
				if err := d.Set(th, WrapNode(u), object.None); err != nil {
					return object.Null, err
				}
			}
			return d.Ref(), nil
		}},
		{Name: "all_input_nodes", Get: func(th *object.Thread, v object.Value) (object.Value, error) { return nodeList(node(v).Inputs()), nil }},
		{Name: "next", Get: neighbour((*fxgraph.Node).Next)},
		{Name: "prev", Get: neighbour((*fxgraph.Node).Prev)},
		{Name: "graph", Get: func(th *object.Thread, v object.Value) (object.Value, error) { return WrapGraph(node(v).Graph()), nil }},
		{Name: "type", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
			if t, ok := node(v).TypeOf.(object.Value); ok {
				return t, nil
			}
			if t := node(v).Type; t != "" {
				return object.NewStr(t), nil
			}
			return object.None, nil
		}, Set: func(th *object.Thread, v, val object.Value) error { setType(th, node(v), val); return nil }},
		{Name: "stack_trace", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
			if node(v).Meta.FromUser == nil {
				return stackTrace(th, node(v)), nil
			}
			meta, _ := object.AsDict(node(v).Meta.FromUser["meta"].(object.Value))
			if text, ok := meta.Lookup("stack_trace"); ok {
				return text, nil
			}
			return object.None, nil
		}, Set: setStackTrace},
		{Name: "meta", Get: nodeMeta, Set: func(th *object.Thread, v, val object.Value) error {
			node(v).Meta.FromUser = map[string]any{"meta": val}
			return nil
		}},
		{Name: "_input_nodes", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
			d := object.NewDict()
			for _, n := range node(v).Inputs() {
				if err := d.Set(th, WrapNode(n), object.None); err != nil {
					return object.Null, err
				}
			}
			return d.Ref(), nil
		}},
		{Name: "_erased", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
			return object.Bool(node(v).Erased()), nil
		}},
	}
}

// setType gives a node an annotation, a class or a text.
func setType(th *object.Thread, n *fxgraph.Node, t object.Value) {
	n.Type, n.TypeIn, n.TypeOf = "", "", nil
	if t.IsNone() {
		return
	}
	n.TypeOf = t
	if v, err := object.Call(th, library(th, "torch.fx.node._type_repr"), t); err == nil {
		n.Type, _ = object.Text(v)
	}
	if v, err := object.Call(th, library(th, "torch.fx.node._type_in_code"), t); err == nil {
		n.TypeIn, _ = object.Text(v)
	}
}

// stackTrace is the user stack in the form of a traceback.
func stackTrace(th *object.Thread, n *fxgraph.Node) object.Value {
	lines := n.Meta.Stack
	if len(lines) == 0 {
		lines = n.Meta.Forward
	}
	if len(lines) == 0 {
		return object.None
	}
	text := ""
	for _, l := range lines {
		text += "  File \"" + l.Filename + "\", line " + itoa(th, l.Line) + ", in " + l.Function + "\n"
		source := ""
		if l.EndLine > 0 {
			source = interp.SourceWithCarets(th, l.Filename, l.Line, bytecode.Pos{Line: int32(l.Line), Col: int32(l.Col), EndLine: int32(l.EndLine), EndCol: int32(l.EndCol)})
		}
		text += cmp.Or(source, "    "+l.Code+"\n")
	}
	return object.NewStr(text)
}

var stackLine = regexp.MustCompile(`(?m)^ *File "([^"]*)", line (\d+), in (\S+)\n? *(.*)$`)

// setStackTrace notes a traceback, given as text, of a node.
func setStackTrace(th *object.Thread, v, text object.Value) error {
	meta, err := nodeMeta(th, v)
	if err != nil {
		return err
	}
	if d, ok := object.AsDict(meta); ok {
		d.Put("stack_trace", text)
	}
	s, _ := object.Text(text)
	node(v).Meta.Stack = linesOf(s)
	return nil
}

func itoa(th *object.Thread, n int) string { s, _ := object.Repr(th, object.Int(int64(n))); return s }

// nodeMeta is a dict that lives with the node, so that scripts can add to it.
func nodeMeta(th *object.Thread, v object.Value) (object.Value, error) {
	n := node(v)
	if n.Meta.FromUser == nil {
		d := object.NewDict()
		if n.Meta.Example != nil {
			key := "example_value"
			if n.Graph().ATen {
				key = "val"
			}
			d.Put(key, exampleValue(th, n.Meta.Example, n.Graph().ATen))
		}
		if len(n.Meta.Stack) > 0 || len(n.Meta.Forward) > 0 {
			d.Put("stack_trace", stackTrace(th, n))
		}
		if len(n.Meta.Forward) > 0 {
			d.Put("autograd_backward", object.True)
		}
		if custom, ok := n.Meta.Custom.(*object.Dict); ok {
			d.Put("custom", custom.Copy().Ref())
		}
		putCalls(d, n)
		n.Meta.FromUser = map[string]any{"meta": d.Ref()}
	}
	return n.Meta.FromUser["meta"].(object.Value), nil
}

// metaCopier is a function (to, from) that has a node know something of what is known of another one.
func metaCopier(name string, copy func(to, from *fxgraph.Meta)) object.CallFunc {
	return func(_ *object.Thread, args, _ []object.Value) (object.Value, error) {
		to, from := node(args[0]), node(args[1])
		if to == nil || from == nil {
			return object.Null, object.TypeErrorf("%s() takes two nodes", name)
		}
		copy(&to.Meta, &from.Meta)
		return object.None, nil
	}
}

// copyExample copies the example of the value, copyOrigin the lines of the program and what annotations say.
func copyExample(to, from *fxgraph.Meta) { to.Example = from.Example }

func copyOrigin(to, from *fxgraph.Meta) {
	to.Stack, to.Forward, to.Custom = from.Stack, from.Forward, from.Custom
}

// moveToBackward says of a node of the forward pass that the backward pass computes it again.
func moveToBackward(to, from *fxgraph.Meta) {
	if len(from.Forward) == 0 {
		to.Stack, to.Forward = nil, from.Stack
	}
}

func copyMeta(to, from *fxgraph.Meta) {
	copyExample(to, from)
	copyOrigin(to, from)
}

func nodeList(nodes []*fxgraph.Node) object.Value {
	out := make([]object.Value, len(nodes))
	for i, n := range nodes {
		out[i] = WrapNode(n)
	}
	return object.NewList(out...).Ref()
}

func nodeMethods() []object.Method {
	return []object.Method{
		{Name: "format_node", Fn: func(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
			a, err := object.Args("format_node", args[1:], kwNames, "|", "placeholder_names", "maybe_return_typename", "include_tensor_metadata")
			if err != nil || a == nil {
				return object.Null, err
			}
			return object.NewStr(node(args[0]).Format()), nil
		}},
		{Name: "_pretty_print_target", OneArg: func(th *object.Thread, v, target object.Value) (object.Value, error) {
			if _, text := object.Text(target); text {
				return target, nil
			}
			return object.NewStr(NewTarget(th, target).Qualified), nil
		}},
		{Name: "_replace_input", Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
			if len(args) != 3 || node(args[1]) == nil {
				return object.Null, object.TypeErrorf("replace_input_with() takes a Node and what replaces it")
			}
			n, old, now := node(args[0]), node(args[1]), UnwrapArg(th, args[2])
			a, k := fxgraph.MapArgs(n.Args, n.Kwargs, func(m *fxgraph.Node) any {
				if m == old {
					return now
				}
				return m
			})
			n.SetArgs(a, k)
			return object.None, nil
		}},
		{Name: "prepend", OneArg: moveNode(false)}, {Name: "append", OneArg: moveNode(true)},
		{Name: "_rename", OneArg: func(th *object.Thread, v, name object.Value) (object.Value, error) {
			s, _ := object.Text(name)
			node(v).Rename(s)
			return object.None, nil
		}},
	}
}

// moveNode is node.prepend or node.append: it moves another node next to this one.
func moveNode(behind bool) object.BinaryFunc {
	return func(th *object.Thread, v, x object.Value) (object.Value, error) {
		at, moved := node(v), node(x)
		if moved == nil {
			return object.Null, object.TypeErrorf("_prepend() argument must be a Node")
		}
		if moved.Graph() != at.Graph() {
			return object.Null, object.NewException(object.AssertionError, "Attempting to move a Node into a different Graph")
		}
		if at == moved {
			return object.None, nil
		}
		before := at
		if behind {
			before = at.Next()
		}
		if before != moved {
			at.Graph().MoveBefore(moved, before)
		}
		return object.None, nil
	}
}
