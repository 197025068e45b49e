package fx

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

func graph(v object.Value) *fxgraph.Graph { return payload[*fxgraph.Graph](v) }

// GraphType is torch.fx.graph.Graph.
func GraphType() *object.Type { return types.graph() }

func newGraphType() *object.Type {
	return object.NewType("Graph", "torch.fx.graph", nil, object.Spec{
		Layout: object.LayoutNative, HasDict: true,
		Slots: object.Slots{
			Str: func(th *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(graph(v).String()), nil
			},
			Hash: func(th *object.Thread, v object.Value) (int64, error) { return int64(object.ID(v) >> 4), nil },
			New: func(th *object.Thread, cls *object.Type, args, kw []object.Value) (object.Value, error) {
				return WrapGraph(fxgraph.New()), nil
			},
			Init: func(*object.Thread, object.Value, []object.Value, []object.Value) error { return nil },
		},
		Getset: []object.GetsetDef{
			{Name: "nodes", Get: func(th *object.Thread, v object.Value) (object.Value, error) { return nodeList(graph(v).Nodes()), nil }},
		},
		Methods: graphMethods(),
	})
}

// create makes a node from script arguments (target, args, kwargs).
func create(op fxgraph.Op) object.CallFunc {
	return func(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
		g := graph(args[0])
		in, err := object.Args(string(op), args[1:], kwNames, "target", "|", "args", "kwargs", "type_expr")
		if err != nil {
			return object.Null, err
		}
		var target any
		if s, ok := object.Text(in[0]); ok {
			target = s
		} else {
			target = NewTarget(th, in[0])
		}
		var a []any
		if !in[1].IsNull() && !in[1].IsNone() {
			t, _ := UnwrapArg(th, in[1]).(fxgraph.Tuple)
			a = t
		}
		var kws []fxgraph.KW
		if !in[2].IsNull() && !in[2].IsNone() {
			d, _ := UnwrapArg(th, in[2]).(fxgraph.Dict)
			for _, e := range d {
				k, _ := e.Key.(string)
				kws = append(kws, fxgraph.KW{Name: k, Value: e.Value})
			}
		}
		return WrapNode(g.CreateBefore(g.Insert, op, target, a, kws, "")), nil
	}
}

func graphMethods() []object.Method {
	insert := func(behind bool) object.BinaryFunc {
		return func(th *object.Thread, v, at object.Value) (object.Value, error) {
			g, n := graph(v), node(at)
			if behind {
				n = n.Next()
			}
			return insertionContext(th, g, n), nil
		}
	}
	return []object.Method{
		{Name: "placeholder", Fn: create(fxgraph.Placeholder)},
		{Name: "get_attr", Fn: create(fxgraph.GetAttr)},
		{Name: "call_function", Fn: create(fxgraph.CallFunction)},
		{Name: "call_method", Fn: create(fxgraph.CallMethod)},
		{Name: "call_module", Fn: create(fxgraph.CallModule)},
		{Name: "output", OneArg: func(th *object.Thread, v, result object.Value) (object.Value, error) {
			return WrapNode(graph(v).Create(fxgraph.Output, "output", []any{UnwrapArg(th, result)}, nil, "")), nil
		}},
		{Name: "inserting_before", OneArg: insert(false)},
		{Name: "inserting_after", OneArg: insert(true)},
		{Name: "erase_node", OneArg: func(th *object.Thread, v, n object.Value) (object.Value, error) {
			if err := graph(v).Erase(node(n)); err != nil {
				return object.Null, object.RuntimeErrorf("%s", err.Error())
			}
			return object.None, nil
		}},
		{Name: "lint", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			if err := graph(v).Lint(); err != nil {
				return object.Null, object.RuntimeErrorf("%s", err.Error())
			}
			return object.None, nil
		}},
		{Name: "output_node", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			if n := graph(v).OutputNode(); n != nil {
				return WrapNode(n), nil
			}
			return object.None, nil
		}},
		{Name: "eliminate_dead_code", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			return object.Bool(graph(v).EliminateDeadCode(impure)), nil
		}},
		{Name: "find_nodes", Fn: func(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
			in, err := object.Args("find_nodes", args[1:], kwNames, "op", "|", "target", "sort")
			if err != nil {
				return object.Null, err
			}
			op, _ := object.Text(in[0])
			var out []*fxgraph.Node
			for _, n := range graph(args[0]).Nodes() {
				if string(n.Op) != op {
					continue
				}
				if !in[1].IsNull() && !in[1].IsNone() {
					if same, err := object.Equal(th, TargetValue(n.Target), in[1]); err != nil || !same {
						continue
					}
				}
				out = append(out, n)
			}
			return nodeList(out), nil
		}},
	}
}

// impure nodes act on something beyond their result.
func impure(n *fxgraph.Node) bool {
	switch t := n.Target.(type) {
	case *fxgraph.Function:
		return len(t.Name) > 1 && (t.Name[0] == 'i' && inplaceNames[t.Name] || t.Name == "setitem" || t.Name[0] == '_')
	case string:
		return n.Op == fxgraph.CallMethod && len(t) > 1 && t[len(t)-1] == '_' && t[len(t)-2] != '_'
	}
	return false
}

var inplaceNames = map[string]bool{"iadd": true, "isub": true, "imul": true, "itruediv": true, "ifloordiv": true, "imod": true, "ipow": true, "iand": true, "ior": true, "ixor": true, "imatmul": true}

func newInsertionType() *object.Type {
	return object.NewType("_InsertPoint", "torch.fx.graph", nil, object.Spec{Layout: object.LayoutNative, Methods: []object.Method{
		{Name: "__enter__", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) { return v, nil }},
		{Name: "__exit__", Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
			i := payload[*insertion](args[0])
			i.graph.Insert = i.old
			return object.None, nil
		}},
	}})
}

type insertion struct {
	graph     *fxgraph.Graph
	node, old *fxgraph.Node
}

// insertionContext is the context manager of inserting_before.
func insertionContext(th *object.Thread, g *fxgraph.Graph, n *fxgraph.Node) object.Value {
	i := &insertion{g, n, g.Insert}
	g.Insert = n
	return (&object.Native{Header: object.NewHeader(types.insertion()), V: i}).Ref()
}
