package fx

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func module(v object.Value) *Module { return payload[*Module](v) }

// ModuleType is torch.fx.graph_module.GraphModule.
func ModuleType() *object.Type { return types.module() }

func newModuleType() *object.Type {
	return object.NewType("GraphModule", "torch.fx.graph_module", nil, object.Spec{
		Layout: object.LayoutNative, HasDict: true,
		Slots: object.Slots{
			Call: func(th *object.Thread, self object.Value, args, kwNames []object.Value) (object.Value, error) {
				return module(self).Call(th, args, kwNames)
			},
			Repr: func(th *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr("GraphModule()"), nil
			},
			Str: func(th *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr("GraphModule()\n" + module(v).Graph.Code()), nil
			},
			Hash:    func(th *object.Thread, v object.Value) (int64, error) { return int64(object.ID(v) >> 4), nil },
			GetAttr: moduleGetAttr,
		},
		Getset: []object.GetsetDef{
			{Name: "graph", Get: func(th *object.Thread, v object.Value) (object.Value, error) { return WrapGraph(module(v).Graph), nil }, Set: func(th *object.Thread, v, g object.Value) error {
				module(v).Graph, module(v).program = graph(g), nil
				return nil
			}},
			{Name: "code", Get: func(th *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(module(v).Graph.Code()), nil
			}},
		},
		Methods: moduleMethods(),
	})
}

// Call runs the graph.
func (m *Module) Call(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
	if m.program == nil {
		p, err := prepare(th, m.Graph, m.Attribute)
		if err != nil {
			return object.Null, object.RuntimeErrorf("%s", err.Error())
		}
		m.program = p
	}
	p := m.program
	if len(kwNames) == 0 && len(args) == p.inputs {
		return p.run(th, args)
	}
	bound, err := object.Args("forward", args, kwNames, p.names...)
	if err != nil {
		return object.Null, err
	}
	for i, v := range bound {
		if v.IsNull() {
			return object.Null, object.TypeErrorf("GraphModule.forward() missing 1 required positional argument: '%s'", p.names[i])
		}
	}
	return p.run(th, bound)
}

// Attribute is what the graph reads by a path.
func (m *Module) Attribute(th *object.Thread, path string) (object.Value, error) {
	if v, ok := m.Children[path]; ok && !m.shown {
		return v, nil
	}
	v := m.obj
	for _, name := range strings.Split(path, ".") {
		var err error
		if v, err = object.GetAttr(th, v, name); err != nil {
			return object.Null, err
		}
	}
	return v, nil
}

func moduleGetAttr(th *object.Thread, v object.Value, name *object.Str) (object.Value, error) {
	if child, ok := module(v).Children[name.S]; ok {
		return child, nil
	}
	return object.GenericGetAttr(th, v, name)
}

// names lists the submodules in the order of their first use, if they have no other.
func (m *Module) names() []string {
	var names []string
	seen := map[string]bool{}
	for _, name := range m.Order {
		seen[name] = true
		names = append(names, name)
	}
	for _, n := range m.Graph.Nodes() {
		if n.Op == fxgraph.GetAttr {
			if t := n.Target.(string); !seen[t] {
				if _, ok := m.Children[t]; ok {
					seen[t] = true
					names = append(names, t)
				}
			}
		}
	}
	var rest []string
	for name := range m.Children {
		if !seen[name] {
			rest = append(rest, name)
		}
	}
	sort.Strings(rest)
	return append(names, rest...)
}

func moduleMethods() []object.Method {
	self := func(th *object.Thread, v object.Value) (object.Value, error) { return v, nil }
	empty := func(th *object.Thread, _ object.Value) (object.Value, error) {
		return object.Iter(th, object.NewList().Ref())
	}
	return []object.Method{
		{Name: "forward", Fn: func(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
			return module(args[0]).Call(th, args[1:], kwNames)
		}},
		{Name: "recompile", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			module(v).program = nil
			return object.None, nil
		}},
		{Name: "eval", NoArgs: self},
		{Name: "train", Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) { return args[0], nil }},
		{Name: "parameters", Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) { return empty(th, args[0]) }},
		{Name: "buffers", Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) { return empty(th, args[0]) }},
		{Name: "named_parameters", Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) { return empty(th, args[0]) }},
		{Name: "named_children", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			m := module(v)
			var pairs []object.Value
			for _, name := range m.names() {
				pairs = append(pairs, object.NewTuple(object.NewStr(name), m.Children[name]).Ref())
			}
			return object.Iter(th, object.NewList(pairs...).Ref())
		}},
		{Name: "children", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			m := module(v)
			var out []object.Value
			for _, name := range m.names() {
				out = append(out, m.Children[name])
			}
			return object.Iter(th, object.NewList(out...).Ref())
		}},
		{Name: "named_modules", Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
			var pairs []object.Value
			namedModules(args[0], "", &pairs)
			return object.Iter(th, object.NewList(pairs...).Ref())
		}},
		{Name: "modules", NoArgs: func(th *object.Thread, v object.Value) (object.Value, error) {
			var pairs, out []object.Value
			namedModules(v, "", &pairs)
			for _, p := range pairs {
				t, _ := object.AsTuple(p)
				out = append(out, t.Items[1])
			}
			return object.Iter(th, object.NewList(out...).Ref())
		}},
		{Name: "print_readable", Fn: printReadable},
	}
}

func namedModules(v object.Value, prefix string, out *[]object.Value) {
	*out = append(*out, object.NewTuple(object.NewStr(prefix), v).Ref())
	m := module(v)
	if m == nil {
		return
	}
	for _, name := range m.names() {
		full := name
		if prefix != "" {
			full = prefix + "." + name
		}
		namedModules(m.Children[name], full, out)
	}
}

// Readable is the text of print_readable.
func (m *Module) Readable(stride, device bool) string {
	return m.readable(stride, device, false, false)
}

func (m *Module) readable(stride, device, colored, expanded bool) string {
	notes := &fxgraph.Notes{Stride: stride, Device: device, Annotate: annotate}
	return m.Graph.Readable(fxgraph.ReadableOptions{Class: m.Class, Children: m.readableChildren(), Source: fxgraph.SourceOptions{Notes: notes, Colored: colored, Expanded: expanded}})
}

func (m *Module) readableChildren() []fxgraph.Child {
	var out []fxgraph.Child
	for _, name := range m.names() {
		if c := module(m.Children[name]); c != nil {
			out = append(out, fxgraph.Child{Name: name, Graph: c.Graph, Under: c.readableChildren()})
		}
	}
	return out
}

// readable is (graph module, class, style, parameters, unpack, give): the text of print_readable; all but the first two as source has them. Submodules that are graphs are shown
// below it.
func readable(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	m, ok := AsModule(args[0])
	if !ok {
		return object.Null, object.TypeErrorf("a GraphModule is expected")
	}
	class, _ := object.Text(args[1])
	under, err := shownChildren(th, args[0])
	if err != nil {
		return object.Null, err
	}
	o := fxgraph.ReadableOptions{Class: class, Children: under}
	var failure error
	if err := layout(th, &o.Source, args[3], args[4], args[5], &failure); err != nil {
		return object.Null, err
	}
	if err := styled(th, &o.Source, args[2]); err != nil {
		return object.Null, err
	}
	text := m.Graph.Readable(o)
	if failure != nil {
		return object.Null, failure
	}
	return object.NewStr(text), nil
}

// shownChildren are the graphs among the modules that one of torch.fx has.
func shownChildren(th *object.Thread, v object.Value) (out []fxgraph.Child, err error) {
	held, _ := object.InstanceDict(v).Lookup("_modules")
	modules, ok := object.AsDict(held)
	if !ok {
		return nil, nil
	}
	err = modules.Each(th, func(th *object.Thread, key, child object.Value) error {
		m, ok := AsModule(child)
		if !ok {
			return nil
		}
		c := fxgraph.Child{Graph: m.Graph, Under: m.readableChildren()}
		c.Name, _ = object.Text(key)
		if m.shown {
			c.Under, err = shownChildren(th, child)
		}
		out = append(out, c)
		return err
	})
	return out, err
}

// children is a dict of what a module of this package has by name.
func children(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	d := object.NewDict()
	m := module(args[0])
	for _, name := range m.names() {
		d.Put(name, m.Children[name])
	}
	return d.Ref(), nil
}

func printReadable(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
	in, err := object.Args("print_readable", args[1:], kwNames, "|", "print_output", "include_stride", "include_device", "colored", "fast_sympy_print", "expanded_def")
	if err != nil {
		return object.Null, err
	}
	flag := func(v object.Value, def bool) bool {
		if v.IsNull() {
			return def
		}
		b, _ := object.IsTrue(th, v)
		return b
	}
	text := module(args[0]).readable(flag(in[1], false), flag(in[2], false), flag(in[3], false), flag(in[5], false))
	if flag(in[0], true) {
		print, _ := interp.MachineOf(th).Builtins.Lookup("print")
		if _, err := object.Call(th, print, object.NewStr(text)); err != nil {
			return object.Null, err
		}
	}
	return object.NewStr(text), nil
}

// shortDTypes are the names of dtypes in annotations.
var shortDTypes = map[tensor.DType]string{
	tensor.Float64: "f64", tensor.Float32: "f32", tensor.Float16: "f16", tensor.BFloat16: "bf16", tensor.Int64: "i64", tensor.Int32: "i32",
	tensor.Int16: "i16", tensor.Int8: "i8", tensor.Uint8: "u8", tensor.Bool: "b8", tensor.Complex64: "c64", tensor.Complex128: "c128",
}

// annotate writes the shape of a value: `f32[2, s77][s77, 1]cpu`, `Sym(2*s77)`.
// noted is what annotations say of a node, each value by its first forty letters.
func noted(th *object.Thread, n *fxgraph.Node) string {
	custom, _ := n.Meta.Custom.(*object.Dict)
	if meta, ok := n.Meta.FromUser["meta"].(object.Value); ok {
		d, _ := object.AsDict(meta)
		v, _ := d.Lookup("custom")
		custom, _ = object.AsDict(v)
	}
	if custom == nil || custom.Len() == 0 {
		return ""
	}
	short := object.NewDict()
	err := custom.Each(th, func(th *object.Thread, key, value object.Value) error {
		if text, err := object.StrOf(th, value); err == nil && utf8.RuneCountInString(text) > 40 {
			value = object.NewStr(string([]rune(text)[:40]) + "...")
		}
		return short.Set(th, key, value)
	})
	text, reprErr := object.Repr(th, short.Ref())
	if err != nil || reprErr != nil {
		return ""
	}
	return "Annotation: " + text + " "
}

func annotate(example any, style fxgraph.NoteStyle) string {
	list := func(values []symbolic.Int) string {
		parts := make([]string, len(values))
		for i, v := range values {
			parts[i] = v.String()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	switch e := example.(type) {
	case *ops.Fake:
		strides, device := "", ""
		if style.Stride {
			strides = list(e.Strides)
		}
		if style.Device {
			device = e.Device.Type
		}
		text := style.Shape(shortDTypes[e.DType], list(e.Sizes), strides, device)
		if e.Class != "" {
			return e.Class + "(" + text + ")"
		}
		return text
	case shapeAlone:
		return style.Shape(shortDTypes[e.dtype], e.sizes, "", "")
	case symbolic.Int:
		return "Sym(" + e.String() + ")"
	case symbolic.Float:
		return "Sym(" + e.String() + ")"
	case symbolic.Bool:
		return "Sym(" + e.Given(nil) + ")"
	}
	return ""
}
