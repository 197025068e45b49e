package jit

import (
	"strings"

	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// What code that is being scripted sees of a module: its attributes, submodules and methods, and its items if it is a container.

// moduleValue is a module in a script.
type moduleValue struct {
	front.Base
	v *ir.Value
	t *ir.Type
}

func (m moduleValue) Value(*front.Emitter, ir.Range) *ir.Value { return m.v }

func (m moduleValue) info() *moduleInfo {
	info, _ := m.t.Class.Source.(*moduleInfo)
	return info
}

// Lift is the module read in the graph of a fork.
func (m moduleValue) Lift(outside func(*ir.Value) *ir.Value) front.Sugared {
	m.v = outside(m.v)
	return m
}

func (m moduleValue) Attr(e *front.Emitter, r ir.Range, name string) front.Sugared {
	if s := m.find(e, r, name); s != nil {
		return s
	}
	if why := m.info(); why != nil && why.failed[name] != "" {
		front.Fail(r, "Module '%s' has no attribute '%s' (This attribute exists on the Python module, but we failed to convert Python type: '%s' to a TorchScript type. %s. Its type was inferred; try adding a type annotation for the attribute.)", shortName(m.t), name, strings.SplitN(why.failed[name], "|", 2)[0], strings.SplitN(why.failed[name], "|", 2)[1])
	}
	front.Fail(r, "Module '%s' has no attribute '%s' ", shortName(m.t), name)
	return nil
}

// compileAttribute compiles a function that is an attribute of a module, unless it is one that scripts leave to Python.
func compileAttribute(th *object.Thread, v Value) error {
	f, ok := object.AsFunction(v)
	if !ok || special(th, v) != nil || operatorOf(th, v) != nil || scriptOf(th, v) != nil {
		return nil
	}
	if modifier := modifierOf(th, v); modifier == "ignore" || modifier == "unused" || !attr(th, v, "__script_if_tracing_wrapper").IsNull() || declaredOverloads(th, f) != nil {
		return nil
	}
	fn, err := compileFunction(th, f, "")
	if err == nil {
		err = ensure(th, fn)
	}
	if err != nil {
		delete(states.Of(th).functions, f)
	}
	return err
}

func shortName(t *ir.Type) string { return t.Name[strings.LastIndexByte(t.Name, '.')+1:] }

func (m moduleValue) find(e *front.Emitter, r ir.Range, name string) front.Sugared {
	c := m.t.Class
	info := m.info()
	if i := c.Attr(name); i >= 0 {
		t := c.Attrs[i].Type
		v := e.GetAttr(m.v, name, t, r)
		if t.IsModule() {
			return moduleValue{front.Base{Name: "module"}, v, t}
		}
		return front.Simple{V: v}
	}
	if k, ok := c.Constants[name]; ok {
		return front.Constant{Base: front.Base{Name: "constant"}, C: k, At: r}
	}
	if p, ok := c.Properties[name]; ok {
		return front.Simple{V: e.CallMethod(m.v, c.Method(p.Get), r, nil, nil)}
	}
	if info == nil {
		if f := c.Method(name); f != nil {
			return front.Func{Base: front.Base{Name: "method"}, F: f, Self: m.v}
		}
		return nil
	}
	if f := c.Method(name); f != nil {
		return front.Func{Base: front.Base{Name: "method"}, F: f, Self: m.v}
	}
	if s := m.container(e, r, name); s != nil {
		return s
	}
	if v, ok := info.functions[name]; ok {
		if err := compileAttribute(info.th, v); err != nil {
			front.Fail(r, "Module '%s' has no attribute '%s' (This function exists as an attribute on the Python module, but we failed to compile it to a TorchScript function. \nThe error stack is reproduced here:\n%s)",
				shortName(m.t), name, err)
		}
		return sugared(info.th, v, r, name)
	}
	if v := attr(info.th, info.class.Ref(), name); !v.IsNull() {
		switch modifierOf(info.th, v) {
		case "ignore", "unused":
			if f, ok := object.AsFunction(v); ok {
				return ignoredMethod(info.th, f, m, r)
			}
		}
		if f, ok := object.AsFunction(v); ok {
			if _, isMethod := object.AsMethod(attr(info.th, info.proto, name)); !isMethod { // a static method
				return functionValue(info.th, f, r)
			}
		}
	}
	if f, ok := object.AsFunction(attr(info.th, info.class.Ref(), name)); ok {
		if declared := methodOverloads(info, f, name); declared != nil {
			return overloadedMethod(m, info, name, declared)
		}
	}
	if f := info.method(m.t, name); f != nil {
		return front.Func{Base: front.Base{Name: "method"}, F: f, Self: m.v}
	}
	// What a class holds is no attribute of its modules, but in those of this library, which stand for PyTorch's.
	v, home := info.class.LookupWhere(object.Intern(name))
	if v.IsNull() || !strings.HasPrefix(attrText(info.th, home.Ref(), "__module__"), "torch.") {
		return nil
	}
	if k, ok := constantOf(info.th, v); ok {
		return front.Constant{Base: front.Base{Name: "constant"}, C: k, At: r}
	}
	return nil
}

func (m moduleValue) HasAttr(e *front.Emitter, r ir.Range, name string) bool {
	c := m.t.Class
	if c.Attr(name) >= 0 || c.Method(name) != nil {
		return true
	}
	if _, ok := c.Constants[name]; ok {
		return true
	}
	info := m.info()
	return info != nil && (info.functions[name] != Value{} || info.method(m.t, name) != nil)
}

func (m moduleValue) SetAttr(e *front.Emitter, r ir.Range, name string, v *ir.Value) {
	if m.t.Class.Attr(name) < 0 {
		if _, ok := m.t.Class.Constants[name]; ok {
			front.Fail(r, "Tried to set nonexistent attribute: %s. Did you forget to initialize it in __init__()?", name)
		}
	}
	(front.Simple{V: m.v}).SetAttr(e, r, name, v)
}

func (m moduleValue) Call(e *front.Emitter, r ir.Range, args, kwargs []front.Named, binders int) front.Sugared {
	f := m.find(e, r, "forward")
	if f == nil {
		front.Fail(r, "Module '%s' has no attribute 'forward' ", shortName(m.t))
	}
	if len(m.t.Class.PreHooks)+len(m.t.Class.Hooks) > 0 {
		return m.callWithHooks(e, r, f, args, kwargs)
	}
	return f.Call(e, r, args, kwargs, binders)
}

// parts are the modules in a container, by name.
func (m moduleValue) parts(e *front.Emitter, r ir.Range) (names []string, mods []front.Sugared) {
	for _, a := range m.t.Class.Attrs {
		if a.Type.IsModule() || a.Type.Kind == ir.InterfaceKind {
			names = append(names, a.Name)
			mods = append(mods, m.find(e, r, a.Name))
		}
	}
	return names, mods
}

func (m moduleValue) Iter(e *front.Emitter, r ir.Range) front.Iterable {
	kind := ""
	if info := m.info(); info != nil {
		kind = containerKind(info.class)
	}
	switch kind {
	case "ModuleList", "Sequential":
		_, mods := m.parts(e, r)
		return front.TupleValue{Base: front.Base{Name: "tuple"}, Items: mods}
	case "ModuleDict":
		return m.keys(e, r)
	case "ParameterList":
		var items []front.Sugared
		for _, a := range m.t.Class.Attrs {
			if a.Param {
				items = append(items, m.find(e, r, a.Name))
			}
		}
		return front.TupleValue{Base: front.Base{Name: "tuple"}, Items: items}
	}
	front.Fail(r, "Only constant Sequential, ModuleList, ModuleDict, or ParameterList can be used as an iterable")
	return nil
}

func (m moduleValue) keys(e *front.Emitter, r ir.Range) front.TupleValue {
	t := front.TupleValue{Base: front.Base{Name: "tuple"}}
	for _, a := range m.t.Class.Attrs {
		if a.Type.IsModule() {
			t.Items = append(t.Items, front.Constant{Base: front.Base{Name: "constant"}, C: ir.Constant{V: a.Name}})
		}
	}
	return t
}

// Contains says whether a ModuleDict has a module of a name.
func (m moduleValue) Contains(item *ir.Value) (found, ok bool) {
	c, isConst := item.ConstantOf()
	name, isText := c.V.(string)
	if info := m.info(); info == nil || !isConst || !isText || containerKind(info.class) != "ModuleDict" {
		return false, false
	}
	i := m.t.Class.Attr(name)
	return i >= 0 && m.t.Class.Attrs[i].Type.IsModule(), true
}

func (m moduleValue) Tuple(e *front.Emitter, r ir.Range, n int) []front.Sugared {
	return m.Iter(e, r).Tuple(e, r, n)
}

func (m moduleValue) Item(e *front.Emitter, r ir.Range, index *ir.Value) front.Sugared {
	if info := m.info(); info != nil && (containerKind(info.class) == "ModuleDict" || containerKind(info.class) == "ParameterDict") {
		c, ok := index.ConstantOf()
		name, isStr := c.V.(string)
		if !ok || !isStr {
			front.Fail(r, "Unable to extract string literal index. ModuleDict indexing is only supported with string literals. For example, 'i = \"a\"; self.layers[i](x)' will fail because i is not a literal. Enumeration of ModuleDict is supported, e.g. 'for k, v in self.items(): out = v(inp)'")
		}
		if s := m.find(e, r, name); s != nil {
			return s
		}
		front.Fail(r, "Key Error, %s", name)
	}
	return m.Iter(e, r).Item(e, r, index)
}

// ItemAs is the part that an index names while the script runs.
func (m moduleValue) ItemAs(e *front.Emitter, r ir.Range, index *ir.Value, as *ir.Type) *ir.Value {
	for _, a := range m.t.Class.Attrs {
		if !a.Type.IsModule() {
			continue
		}
		if why := a.Type.WhyNot(as); why != "" {
			front.Fail(r, "Attribute %s is not of annotated type %s: %s", a.Name, as.Repr(), why)
		}
	}
	return e.Insert("prim::ModuleContainerIndex", r, as, m.v, index)
}

func (m moduleValue) Slice(e *front.Emitter, r ir.Range, lower, upper, step *int64) front.Sugared {
	_, mods := m.parts(e, r)
	from, to, by := front.SliceBounds(int64(len(mods)), lower, upper, step)
	if by == 0 {
		front.Fail(r, "slice step cannot be zero")
	}
	var taken []front.Sugared
	for i := from; by > 0 && i < to || by < 0 && i > to; i += by {
		taken = append(taken, mods[i])
	}
	return front.TupleValue{Base: front.Base{Name: "tuple"}, Items: taken}
}

// members are what the methods of modules that list their parts give: names and values.
func (m moduleValue) members(e *front.Emitter, r ir.Range, method string) (names []string, values []front.Sugared, ok bool) {
	switch strings.TrimPrefix(method, "named_") {
	case "children":
		names, values = m.parts(e, r)
	case "modules":
		names, values = m.nested(e, r, "")
	case "parameters", "buffers":
		for _, a := range m.t.Class.Attrs {
			if a.Param && strings.HasSuffix(method, "parameters") || a.Buffer && strings.HasSuffix(method, "buffers") {
				names = append(names, a.Name)
				values = append(values, m.find(e, r, a.Name))
			}
		}
	default:
		return nil, nil, false
	}
	return names, values, true
}

// nested are a module and the modules in it, by their paths.
func (m moduleValue) nested(e *front.Emitter, r ir.Range, path string) (names []string, values []front.Sugared) {
	names, values = []string{path}, []front.Sugared{m}
	own, mods := m.parts(e, r)
	for i, x := range mods {
		sub, ok := x.(moduleValue)
		if !ok {
			continue
		}
		inner := own[i]
		if path != "" {
			inner = path + "." + inner
		}
		n, v := sub.nested(e, r, inner)
		names, values = append(names, n...), append(values, v...)
	}
	return names, values
}

func pairs(names []string, values []front.Sugared) (items []front.Sugared) {
	for i := range names {
		items = append(items, front.TupleValue{Base: front.Base{Name: "tuple"}, Items: []front.Sugared{front.Constant{Base: front.Base{Name: "constant"}, C: ir.Constant{V: names[i]}}, values[i]}})
	}
	return items
}

// container are the methods of modules and of ModuleDict that list their parts, which the compiler writes out.
func (m moduleValue) container(e *front.Emitter, r ir.Range, name string) front.Sugared {
	t := front.TupleValue{Base: front.Base{Name: "tuple"}}
	if names, values, ok := m.members(e, r, name); ok {
		t.Items = values
		if strings.HasPrefix(name, "named_") {
			t.Items = pairs(names, values)
		}
		return callable{front.Base{Name: "method"}, t}
	}
	if containerKind(m.info().class) != "ModuleDict" {
		return nil
	}
	names, mods := m.parts(e, r)
	switch name {
	case "keys":
		t = m.keys(e, r)
	case "values":
		t.Items = mods
	case "items":
		t.Items = pairs(names, mods)
	default:
		return nil
	}
	return callable{front.Base{Name: "method"}, t}
}
