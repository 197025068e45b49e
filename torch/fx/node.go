package fx

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

func node(v object.Value) *fxgraph.Node { return payload[*fxgraph.Node](v) }

// NodeType is torch.fx.node.Node.
func NodeType() *object.Type { return types.node() }

func newNodeType() *object.Type {
	return object.NewType("Node", "torch.fx.node", nil, object.Spec{
		Layout: object.LayoutNative, HasDict: true,
		Slots: object.Slots{
			Repr: func(th *object.Thread, v object.Value) (object.Value, error) { return object.NewStr(node(v).Name), nil },
			Hash: func(th *object.Thread, v object.Value) (int64, error) { return int64(object.ID(v) >> 4), nil },
		},
		Getset: nodeAttributes(), Methods: nodeMethods(),
	})
}

func nodeAttributes() []object.GetsetDef {
	text := func(f func(*fxgraph.Node) string) object.UnaryFunc {
		return func(th *object.Thread, v object.Value) (object.Value, error) { return object.NewStr(f(node(v))), nil }
	}
	other := func(f func(*fxgraph.Node) *fxgraph.Node) object.UnaryFunc {
		return func(th *object.Thread, v object.Value) (object.Value, error) {
			n := f(node(v))
			if n == nil {
				return object.None, nil
			}
			return WrapNode(n), nil
		}
	}
	return []object.GetsetDef{
		{Name: "op", Get: text(func(n *fxgraph.Node) string { return string(n.Op) })},
		{Name: "name", Get: text(func(n *fxgraph.Node) string { return n.Name }), Set: func(th *object.Thread, v, val object.Value) error {
			s, _ := object.Text(val)
			node(v).Rename(s)
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
			t, _ := UnwrapArg(th, val).(fxgraph.Tuple)
			node(v).SetArgs(t, node(v).Kwargs)
			return nil
		}},
		{Name: "kwargs", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
			d := object.NewDict()
			for _, kw := range node(v).Kwargs {
				d.Put(kw.Name, WrapArg(th, kw.Value))
			}
			return d.Ref(), nil
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
		{Name: "next", Get: other((*fxgraph.Node).Next)},
		{Name: "prev", Get: other((*fxgraph.Node).Prev)},
		{Name: "graph", Get: func(th *object.Thread, v object.Value) (object.Value, error) { return WrapGraph(node(v).Graph()), nil }},
		{Name: "type", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
			if t := node(v).Type; t != "" {
				return object.NewStr(t), nil
			}
			return object.None, nil
		}},
		{Name: "stack_trace", Get: func(th *object.Thread, v object.Value) (object.Value, error) { return stackTrace(th, node(v)), nil }},
		{Name: "meta", Get: nodeMeta},
	}
}

// stackTrace is the user stack in the form of a traceback.
func stackTrace(th *object.Thread, n *fxgraph.Node) object.Value {
	if len(n.Meta.Stack) == 0 {
		return object.None
	}
	text := ""
	for _, l := range n.Meta.Stack {
		text += "  File \"" + l.Filename + "\", line " + itoa(th, l.Line) + ", in " + l.Function + "\n    " + l.Code + "\n"
	}
	return object.NewStr(text)
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
			d.Put(key, exampleValue(n.Meta.Example))
		}
		if len(n.Meta.Stack) > 0 {
			d.Put("stack_trace", stackTrace(th, n))
		}
		n.Meta.FromUser = map[string]any{"meta": d.Ref()}
	}
	return n.Meta.FromUser["meta"].(object.Value), nil
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
		{Name: "format_node", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			return object.NewStr(node(v).Format()), nil
		}},
		{Name: "replace_all_uses_with", OneArg: func(th *object.Thread, v, with object.Value) (object.Value, error) {
			return nodeList(node(v).ReplaceAllUsesWith(node(with))), nil
		}},
		{Name: "replace_input_with", Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
			n, old, now := node(args[0]), node(args[1]), node(args[2])
			a, k := fxgraph.MapArgs(n.Args, n.Kwargs, func(m *fxgraph.Node) any {
				if m == old {
					return now
				}
				return m
			})
			n.SetArgs(a, k)
			return object.None, nil
		}},
		{Name: "prepend", OneArg: func(th *object.Thread, v, x object.Value) (object.Value, error) {
			n := node(v)
			n.Graph().MoveBefore(node(x), n)
			return object.None, nil
		}},
		{Name: "append", OneArg: func(th *object.Thread, v, x object.Value) (object.Value, error) {
			n := node(v)
			n.Graph().MoveBefore(node(x), n.Next())
			return object.None, nil
		}},
	}
}
