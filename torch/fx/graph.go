package fx

import (
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

func graph(v object.Value) *fxgraph.Graph { return payload[*fxgraph.Graph](v) }

// Canonicalize orders and names the nodes of a graph by what they compute; those that are fixed, and placeholders, keep their order.
func Canonicalize(v object.Value, fixed func(*fxgraph.Node) bool) {
	graph(v).Canonicalize(func(*fxgraph.Node) string { return "" }, fixed)
}

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
				g := fxgraph.New()
				v := (&object.Native{Header: object.NewHeader(cls), V: g}).Ref()
				g.Object = v
				return v, nil
			},
			Init: func(th *object.Thread, v object.Value, args, kwNames []object.Value) error {
				in, err := object.Args("Graph", args, kwNames, "|", "owning_module", "tracer_cls", "tracer_extras")
				if err != nil {
					return err
				}
				d := object.InstanceDict(v)
				for i, name := range []string{"owning_module", "_tracer_cls", "_tracer_extras"} {
					if in[i].IsNull() {
						in[i] = object.None
					}
					d.Put(name, in[i])
				}
				return nil
			},
		},
		Getset: []object.GetsetDef{
			{Name: "nodes", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
				return object.Call(th, library(th, "torch.fx.graph._node_list"), v)
			}},
			{Name: "_root", Get: func(th *object.Thread, v object.Value) (object.Value, error) { return WrapNode(graph(v).Root()), nil }},
		},
		Methods: append(graphMethods(), delegates("torch.fx.graph._", "python_code", "print_tabular", "on_generate_code", "set_codegen", "process_inputs", "process_outputs",
			"node_copy", "graph_copy", "lint", "__deepcopy__", "__reduce__", "eliminate_dead_code", "output", "placeholder", "call_module", "get_attr", "call_function", "call_method",
			"create_node", "erase_node", "inserting_before", "inserting_after", "find_nodes")...),
	})
}

// delegates are methods that are written in Python: method m is the function whose path is prefix and m.
func delegates(prefix string, names ...string) []object.Method {
	var out []object.Method
	for _, name := range names {
		out = append(out, object.Method{Name: name, Fn: func(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
			return object.CallArgs(th, library(th, prefix+name), args, kwNames)
		}})
	}
	return out
}

// graphMethods are the parts that those in Python are made of.
func graphMethods() []object.Method {
	return []object.Method{
		{Name: "_list", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) { return nodeList(graph(v).Nodes()), nil }},
		{Name: "_size", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			return object.Int(int64(graph(v).Len())), nil
		}},
		{Name: "_create", Fn: createNode},
		{Name: "_insert_at", Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
			g := graph(args[0])
			old := object.NewTuple(nodeOrNone(g.Insert), object.Bool(g.Behind))
			g.Insert, g.Behind = nil, args[2] == object.True
			if !args[1].IsNone() && (g.Behind || node(args[1]) != g.Root()) {
				g.Insert = node(args[1])
			}
			return old.Ref(), nil
		}},
		{Name: "_name", OneArg: func(th *object.Thread, v, name object.Value) (object.Value, error) {
			s, _ := object.Text(name)
			return object.NewStr(graph(v).Namespace().Create(s)), nil
		}},
		{Name: "_erase", OneArg: func(th *object.Thread, v, n object.Value) (object.Value, error) {
			x, ok := asNode(n)
			if !ok {
				return object.Null, object.TypeErrorf("erase_node() expects a Node, not %s", n.Type().Name)
			}
			if x.Graph() != graph(v) && len(x.Users()) == 0 {
				return object.Null, object.RuntimeErrorf("Attempting to remove %s from wrong graph!", x.Name)
			}
			if x.Erased() {
				return object.None, nil
			}
			if err := x.Graph().Erase(x); err != nil {
				return object.Null, object.RuntimeErrorf("%s", err.Error())
			}
			return object.None, nil
		}},
		{Name: "_renumber", OneArg: func(th *object.Thread, v, stem object.Value) (object.Value, error) {
			text, _ := object.Text(stem)
			graph(v).Renumber(text)
			return object.None, nil
		}},
		{Name: "_canonicalize", OneArg: func(th *object.Thread, v, fixed object.Value) (object.Value, error) {
			var err error
			graph(v).Canonicalize(func(*fxgraph.Node) string { return "" }, func(n *fxgraph.Node) bool {
				keeps, e := object.Call(th, fixed, nodeOrNone(n))
				if e != nil && err == nil {
					err = e
				}
				return keeps == object.True
			})
			return object.None, err
		}},
		{Name: "_lint", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			if err := graph(v).Lint(); err != nil {
				return object.Null, object.RuntimeErrorf("%s", err.Error())
			}
			return object.None, nil
		}},
		{Name: "output_node", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			return nodeOrNone(graph(v).OutputNode()), nil
		}},
		{Name: "_source", Fn: source},
	}
}

func nodeOrNone(n *fxgraph.Node) object.Value {
	if n == nil {
		return object.None
	}
	return WrapNode(n)
}

// createNode is (graph, op, target, args, kwargs, name or None, annotation or None).
func createNode(th *object.Thread, in, _ []object.Value) (object.Value, error) {
	g := graph(in[0])
	op, _ := object.Text(in[1])
	var target any
	if s, ok := object.Text(in[2]); ok {
		target = s
	} else {
		target = NewTarget(th, in[2])
	}
	args, kwargs := arguments(th, in[3], in[4])
	name, _ := object.Text(in[5])
	if name == "" && (op == string(fxgraph.Placeholder) || op == string(fxgraph.Output)) {
		name = fxgraph.TargetName(target)
	}
	if g.Insert != nil && (g.Insert.Erased() || g.Insert.Graph() != g) {
		return object.Null, object.RuntimeErrorf("the node to insert before is not in the graph")
	}
	before := g.Insert
	if before != nil && g.Behind {
		before = before.Next()
	}
	n := g.CreateBefore(before, fxgraph.Op(op), target, args, kwargs, name)
	setType(th, n, in[6])
	return WrapNode(n), nil
}

// arguments reads a tuple of positional and a dict of keyword arguments.
func arguments(th *object.Thread, args, kwargs object.Value) ([]any, []fxgraph.KW) {
	a, _ := UnwrapArg(th, args).(fxgraph.Tuple)
	d, _ := UnwrapArg(th, kwargs).(fxgraph.Dict)
	var kws []fxgraph.KW
	for _, e := range d {
		k, _ := e.Key.(string)
		kws = append(kws, fxgraph.KW{Name: k, Value: e.Value})
	}
	return a, kws
}

// layout sets what code begins and ends with: parameters, unpack and give as source has them, each None for a graph's own. failure gets the first error of the functions.
func layout(th *object.Thread, o *fxgraph.SourceOptions, parameters, unpack, give object.Value, failure *error) error {
	call := func(f object.Value, arg object.Value) string {
		v, err := object.Call(th, f, arg)
		if err != nil && *failure == nil {
			*failure = err
		}
		s, _ := object.Text(v)
		return s
	}
	if !parameters.IsNone() {
		names, err := object.ToSlice(th, parameters)
		if err != nil {
			return err
		}
		o.Parameters = []string{}
		for _, v := range names {
			s, _ := object.Text(v)
			o.Parameters = append(o.Parameters, s)
		}
	}
	if !unpack.IsNone() {
		o.Unpack = func(names []string) string { return call(unpack, object.StrList(names)) }
	}
	if !give.IsNone() {
		o.Return = func(value string) string { return call(give, object.NewStr(value)) }
	}
	return nil
}

// styled sets how code looks: style is (verbose, strides, devices, colours, expanded, names of more metadata for comments).
func styled(th *object.Thread, o *fxgraph.SourceOptions, style object.Value) error {
	parts, err := object.ToSlice(th, style)
	if err != nil || len(parts) != 6 {
		return object.TypeErrorf("the style of code is six values")
	}
	var on [5]bool
	for i := range on {
		if on[i], err = object.IsTrue(th, parts[i]); err != nil {
			return err
		}
	}
	more, err := object.ToSlice(th, parts[5])
	if err != nil {
		return err
	}
	if on[0] {
		o.Notes = &fxgraph.Notes{Stride: on[1], Device: on[2], Annotate: annotate, Noted: func(n *fxgraph.Node) string { return noted(th, n) + metaNotes(th, n, more) },
			Told: func(n *fxgraph.Node) any { return told(th, n) }, Lines: toldLines}
	}
	o.Colored, o.Expanded = on[3], on[4]
	if o.Expanded {
		o.Described = func(n *fxgraph.Node) []string { return described(th, n) }
	}
	return nil
}

// described is what the metadata "desc" say of a placeholder, or of the results one by one.
func described(th *object.Thread, n *fxgraph.Node) []string {
	v, _ := n.Meta.FromUser["meta"].(object.Value)
	if v.IsNull() {
		return nil
	}
	meta, ok := object.AsDict(v)
	if !ok {
		return nil
	}
	desc, ok := meta.Lookup("desc")
	if !ok || desc.IsNone() {
		return nil
	}
	texts := []object.Value{desc}
	if n.Op == fxgraph.Output {
		var err error
		if texts, err = object.ToSlice(th, desc); err != nil {
			return nil
		}
	}
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i], _ = object.StrOf(th, t)
	}
	return out
}

// metaNotes is what a comment says of the metadata that are asked for by name.
func metaNotes(th *object.Thread, n *fxgraph.Node, names []object.Value) string {
	v, _ := n.Meta.FromUser["meta"].(object.Value)
	if v.IsNull() {
		return ""
	}
	meta, ok := object.AsDict(v)
	if !ok {
		return ""
	}
	text := ""
	for _, name := range names {
		key, _ := object.Text(name)
		if value, ok := meta.Lookup(key); ok {
			s, _ := object.StrOf(th, value)
			text += key + ": " + s + " # "
		}
	}
	return text
}

// source is (graph, root, parameters or None, unpack or None, give or None, style): the text of forward and the functions that it names. unpack
// makes the first line from the names of the placeholders, give the operand of return.
func source(th *object.Thread, in, _ []object.Value) (object.Value, error) {
	var failure error
	globals := object.NewDict()
	named := fxgraph.DistinctGlobals(func(f *fxgraph.Function) (string, any) {
		name := fxgraph.GlobalName(f.Qualified)
		v, _ := f.Impl.(object.Value)
		if b, ok := object.AsBuiltin(v); ok && b.Owner != nil { // a method is in no module
			name = strings.ReplaceAll(name, ".", "_")
		}
		return name, v
	})
	o := fxgraph.SourceOptions{Global: func(f *fxgraph.Function) string {
		name := named(f)
		v, _ := f.Impl.(object.Value)
		globals.Put(name, v)
		return name
	}}
	o.Root, _ = object.Text(in[1])
	if err := layout(th, &o, in[2], in[3], in[4], &failure); err != nil {
		return object.Null, err
	}
	if err := styled(th, &o, in[5]); err != nil {
		return object.Null, err
	}
	o.Wrapped = func(n *fxgraph.Node) bool {
		d, ok := n.Meta.FromUser["meta"].(object.Value)
		if !ok {
			return false
		}
		meta, _ := object.AsDict(d)
		_, wrapped := meta.Lookup("is_wrapped")
		return wrapped
	}
	g := graph(in[0])
	text := g.Source(o)
	if failure != nil {
		return object.Null, failure
	}
	for _, n := range g.Nodes() {
		for _, a := range n.Args {
			if err := nameConstant(th, globals, a); err != nil {
				return object.Null, err
			}
		}
		for _, kw := range n.Kwargs {
			if err := nameConstant(th, globals, kw.Value); err != nil {
				return object.Null, err
			}
		}
	}
	return object.NewTuple(object.NewStr(text), globals.Ref()).Ref(), nil
}

// nameConstant adds what the code of an argument names, where it is an object whose class tells its code.
func nameConstant(th *object.Thread, globals *object.Dict, a any) error {
	l, ok := a.(variables.Literal)
	if !ok {
		return nil
	}
	if _, names := variables.CodeOf(th, l.V); names != nil {
		return globals.Update(th, names)
	}
	return nil
}
