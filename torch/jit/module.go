package jit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// moduleInfo is what the compiler knows of a module type beyond its class: the Python module that it was made from, and the attributes that
// are no values.
type moduleInfo struct {
	th        *object.Thread
	proto     Value
	class     *object.Type
	functions map[string]Value
	failed    map[string]string
	nones     map[string]bool
	children  []string
	key       string
}

// moduleInternals are entries of a module's dictionary that belong to torch.nn.Module.
var moduleInternals = map[string]bool{"_parameters": true, "_buffers": true, "_modules": true, "_non_persistent_buffers_set": true, "_is_full_backward_hook": true, "_backward_hooks": true, "_backward_pre_hooks": true,
	"_forward_hooks": true, "_forward_pre_hooks": true, "_state_dict_hooks": true, "_load_state_dict_pre_hooks": true, "_load_state_dict_post_hooks": true, "_state_dict_pre_hooks": true, "_forward_hooks_with_kwargs": true,
	"_forward_hooks_always_called": true, "_forward_pre_hooks_with_kwargs": true, "_compiled_call_impl": true, "_backward_pre_hook": true}

// valueType is the type of a value that an attribute holds; nil if it has none in scripts.
func valueType(th *object.Thread, v Value) *ir.Type {
	switch {
	case v.IsNone():
		return ir.None
	case v.IsBool():
		return ir.Bool
	case v.IsSmallInt():
		return ir.Int
	case v.IsExactFloat():
		return ir.Float
	}
	if _, ok := torch.Unwrap(v); ok {
		return ir.Tensor
	}
	if _, ok := object.AsStr(v); ok {
		return ir.Str
	}
	if o, ok := payload[*exec.Object](v); ok {
		return o.Type
	}
	unify := func(items []Value) *ir.Type {
		var t *ir.Type
		for _, x := range items {
			xt := valueType(th, x)
			if xt == nil {
				return nil
			}
			if t == nil {
				t = xt
			} else if t = ir.Unify(t, xt, false); t == nil {
				return nil
			}
		}
		return t
	}
	if l, ok := object.AsList(v); ok {
		if t := unify(l.Items); t != nil {
			return ir.ListOf(t)
		}
		return nil
	}
	if tup, ok := object.AsTuple(v); ok {
		if t := classType(th, v.Type()); t != nil {
			return t
		}
		elem := make([]*ir.Type, len(tup.Items))
		for i, x := range tup.Items {
			if elem[i] = valueType(th, x); elem[i] == nil {
				return nil
			}
		}
		return ir.TupleOf(elem...)
	}
	if d, ok := object.AsDict(v); ok {
		k, val := unify(d.Keys()), unify(d.Values())
		if k != nil && val != nil {
			return ir.DictOf(k, val)
		}
		return nil
	}
	if c, ok := constantOf(th, v); ok {
		return c.TypeOf()
	}
	if states.Of(th).classes[v.Type()] != nil {
		return states.Of(th).classes[v.Type()]
	}
	return nil
}

// createModule makes the interpreter's object of a module: args are the Python module and a dict of its scripted children.
func createModule(th *object.Thread, args, _ []Value) (Value, error) {
	var out Value
	mod, children, buffers := args[0], args[1], args[2]
	traced := len(args) > 3 // a module for a trace has a type of its own, and no methods yet
	err := front.Guard(func() error {
		var err error
		out, err = makeModule(th, mod, children, buffers, traced)
		return err
	})
	return out, raised(th, err)
}

func makeModule(th *object.Thread, mod, childDict, buffersDict Value, traced bool) (Value, error) {
	children, _ := object.AsDict(childDict)
	info := &moduleInfo{th: th, proto: mod, class: mod.Type(), functions: map[string]Value{}, failed: map[string]string{}, nones: map[string]bool{}}
	dict := object.InstanceDict(mod)
	hints := classHints(th, mod.Type())
	constants := map[string]bool{}
	for _, t := range mod.Type().MRO {
		if c, ok := t.NS.Lookup("__constants__"); ok {
			items, _ := object.ToSlice(th, c)
			for _, x := range items {
				constants[textArg(x)] = true
			}
		}
	}
	c := &ir.Class{Constants: map[string]ir.Constant{}, Properties: map[string]ir.Property{}, Module: true}
	var slots []Value
	add := func(a ir.Attr, v Value) {
		c.Attrs = append(c.Attrs, a)
		slots = append(slots, v)
	}
	for _, group := range []string{"_parameters", "_buffers"} {
		d, _ := object.AsDict(attr(th, mod, group))
		if d == nil {
			continue
		}
		vals := d.Values()
		for i, k := range d.Keys() {
			name := textArg(k)
			t := ir.Tensor
			if vals[i].IsNone() {
				if h := hints[name]; h.t != nil {
					t = h.t
				} else {
					info.nones[name] = true
					t = ir.None
				}
			}
			add(ir.Attr{Name: name, Type: t, Param: group == "_parameters", Buffer: group == "_buffers"}, vals[i])
		}
	}
	if children != nil {
		vals := children.Values()
		for i, k := range children.Keys() {
			name := textArg(k)
			info.children = append(info.children, name)
			if vals[i].IsNone() {
				info.nones[name] = true
				add(ir.Attr{Name: name, Type: ir.None}, vals[i])
				continue
			}
			o, _ := payload[*exec.Object](vals[i])
			if o == nil {
				return object.Null, object.RuntimeErrorf("magneto: submodule %s has no script object", name)
			}
			t := o.Type
			if h := hints[name]; h.t != nil && h.t.Kind == ir.InterfaceKind {
				t = h.t
				if held, ok := o.Type.Class.Source.(*moduleInfo); ok { // calls through the interface do not say whose methods they need
					for _, s := range t.Class.Signatures {
						held.method(o.Type, s.Name)
					}
				}
			}
			add(ir.Attr{Name: name, Type: t}, vals[i])
		}
	}
	if dict != nil {
		vals := dict.Values()
		for i, k := range dict.Keys() {
			name := textArg(k)
			if moduleInternals[name] || c.Attr(name) >= 0 || strings.HasPrefix(name, "__") {
				continue
			}
			v := vals[i]
			h := hints[name]
			if constants[name] || h.final {
				if k, ok := constantOf(th, v); ok {
					if list, ok := k.V.([]ir.Constant); ok && constants[name] { // a constant list cannot be changed
						k.V = ir.TupleConst(list)
					}
					c.Constants[name] = k
					continue
				}
			}
			if w := attr(th, v, "__jit_attribute__"); !w.IsNull() && !v.IsNone() {
				pair, _ := object.AsTuple(w)
				v = pair.Items[0]
				h.t = typeOf(th, pair.Items[1])
			}
			t := h.t
			if t == nil {
				if _, ok := object.AsFunction(v); ok {
					info.functions[name] = v
					continue
				}
				if _, ok := object.AsBuiltin(v); ok {
					info.functions[name] = v
					continue
				}
				if _, ok := payload[*ir.Function](v); ok {
					info.functions[name] = v
					continue
				}
				t = valueType(th, v)
			}
			if t == nil || t.ContainsFree() {
				info.failed[name] = v.Type().Name + "|" + whyNoType(v)
				continue
			}
			if t.IsNone() {
				info.nones[name] = true
			}
			x, ok := fits(th, v, t, true)
			if !ok {
				info.failed[name] = v.Type().Name + "|" + whyNoType(v)
				continue
			}
			add(ir.Attr{Name: name, Type: t}, x)
		}
	}
	if !traced {
		if err := libraryAttributes(th, mod, add); err != nil {
			return object.Null, err
		}
	}
	for name, h := range hints {
		if h.final && c.Attr(name) < 0 {
			if k, ok := constantOf(th, attr(th, mod, name)); ok {
				c.Constants[name] = k
			}
		}
	}
	for name := range constants {
		if _, ok := c.Constants[name]; !ok && c.Attr(name) < 0 {
			if k, ok := constantOf(th, attr(th, mod, name)); ok {
				c.Constants[name] = k
			}
		}
	}
	typ := moduleType(th, c, info, traced)
	o := &exec.Object{Type: typ, Slots: slots}
	if d, ok := object.AsDict(attr(th, mod, "_parameters")); ok {
		o.Params = d
	}
	if d, ok := object.AsDict(buffersDict); ok {
		o.Buffers = d
	}
	return object.NewNative(exec.ObjectType, o), nil
}

// whyNoType says why a value of Python has no type in scripts.
func whyNoType(v Value) string {
	if l, ok := object.AsList(v); ok && len(l.Items) == 0 {
		return "List trace inputs must have elements"
	}
	if d, ok := object.AsDict(v); ok && d.Len() == 0 {
		return "Dictionary inputs must have entries"
	}
	return "Could not infer type of list element: Cannot infer concrete type of torch.nn.Module"
}

// libraryAttributes adds what this library's methods for scripts read of a module of torch.nn beside its own attributes.
func libraryAttributes(th *object.Thread, mod Value, add func(ir.Attr, Value)) error {
	f, err := helper(th, "torch.jit._modules", "attributes_of")
	if err != nil {
		return err
	}
	extra, err := object.Call(th, f, mod)
	if err != nil {
		return err
	}
	d, _ := object.AsDict(extra)
	vals := d.Values()
	for i, k := range d.Keys() {
		if t := valueType(th, vals[i]); t != nil {
			if v, ok := fits(th, vals[i], t, true); ok {
				add(ir.Attr{Name: textArg(k), Type: t}, v)
			}
		}
	}
	return nil
}

// hint is an annotation of a class attribute.
type hint struct {
	t     *ir.Type
	final bool
}

// classHints are the annotations of a module class and its bases.
func classHints(th *object.Thread, t *object.Type) map[string]hint {
	out := map[string]hint{}
	for i := len(t.MRO) - 1; i >= 0; i-- {
		b := t.MRO[i]
		if b.Name == "Module" || b == object.ObjectType || strings.HasPrefix(attrText(th, b.Ref(), "__module__"), "torch.") {
			continue
		}
		d, err := annotations(th, b.Ref())
		if err != nil || d == nil {
			continue
		}
		vals := d.Values()
		for k, key := range d.Keys() {
			h := hint{t: typeOrText(th, vals[k], b)}
			if o := attrText(th, vals[k], "_name"); o == "Final" {
				h.final = true
			}
			if o := attr(th, vals[k], "__origin__"); !o.IsNull() && (attrText(th, o, "_name") == "Final" || strings.HasSuffix(text(th, o), "Final")) {
				h.final = true
			}
			out[textArg(key)] = h
		}
	}
	return out
}

// moduleType shares the type of an earlier module that has the same class, attributes, constants and functions, else makes one.
func moduleType(th *object.Thread, c *ir.Class, info *moduleInfo, traced bool) *ir.Type {
	s := states.Of(th)
	if traced {
		t := ir.NewClass(s.unique(moduleName(th, info.class)), true)
		c.Type, t.Class = t, c
		return t
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d", object.ID(info.class.Ref()))
	for _, a := range c.Attrs {
		fmt.Fprintf(&b, "|%s:%s", a.Name, a.Type.String())
	}
	for _, name := range sortedKeys(c.Constants) {
		fmt.Fprintf(&b, "|%s=%s", name, c.Constants[name].Text())
	}
	for _, name := range sortedKeys(info.functions) {
		fmt.Fprintf(&b, "|%s@%d", name, object.ID(info.functions[name]))
	}
	info.key = b.String()
	if list := s.modules[info.key]; len(list) > 0 {
		return list[0]
	}
	t := ir.NewClass(s.unique(moduleName(th, info.class)), true)
	c.Type = t
	t.Class = c
	c.Source = info
	s.modules[info.key] = append(s.modules[info.key], t)
	if n := containerKind(info.class); n != "" {
		c.Methods = append(c.Methods, constantMethod(t, "__len__", ir.Constant{V: int64(len(info.children))}))
	}
	keys, vals := []Value{}, []Value{}
	for _, b := range info.class.MRO {
		if b.Name == "Module" {
			break
		}
		keys, vals = append(keys, b.NS.Keys()...), append(vals, b.NS.Values()...)
	}
	for i, k := range keys {
		if p, ok := object.AsProperty(vals[i]); ok {
			name := textArg(k)
			f, isFn := object.AsFunction(p.Get)
			if !isFn || modifierOf(th, p.Get) != "" || slices.Contains(unusedProperties(th, info.class), name) {
				continue
			}
			prop := ir.Property{Get: "__" + name + "_getter"}
			c.Methods = append(c.Methods, moduleMethod(t, f, prop.Get))
			if g, ok := object.AsFunction(p.Set); ok && !p.Set.IsNull() {
				prop.Set = "__" + name + "_setter"
				c.Methods = append(c.Methods, moduleMethod(t, g, prop.Set))
			}
			c.Properties[name] = prop
		}
	}
	return t
}

func unusedProperties(th *object.Thread, t *object.Type) []string {
	v := attr(th, t.Ref(), "__jit_unused_properties__")
	if v.IsNull() {
		return nil
	}
	items, _ := object.ToSlice(th, v)
	var out []string
	for _, x := range items {
		out = append(out, textArg(x))
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// moduleHomes are the modules that classes of this library, which groups some of them, come from for scripts.
var moduleHomes = map[string]string{"BatchNorm1d": "batchnorm", "BatchNorm2d": "batchnorm", "BatchNorm3d": "batchnorm", "LayerNorm": "normalization", "GroupNorm": "normalization", "InstanceNorm1d": "instancenorm", "InstanceNorm2d": "instancenorm",
	"Flatten": "flatten", "Unflatten": "flatten", "ReLU": "activation", "Sigmoid": "activation", "Tanh": "activation", "Embedding": "sparse", "EmbeddingBag": "sparse", "Upsample": "upsampling", "PixelShuffle": "pixelshuffle"}

func moduleName(th *object.Thread, t *object.Type) string {
	name := qualifiedName(th, t.Ref())
	if home := moduleHomes[t.Name]; home != "" && strings.HasPrefix(name, "__torch__.torch.nn.modules.") {
		return "__torch__.torch.nn.modules." + home + "." + t.Name
	}
	return name
}

func constantMethod(t *ir.Type, name string, c ir.Constant) *ir.Function {
	g := ir.NewGraph()
	g.Block.AddInput("self", t)
	g.Block.AddOutput(g.Constant(c, nil))
	return &ir.Function{Name: name, Qualified: t.Name + "." + name, Graph: g, Schema: &ir.Schema{Name: name, Args: []ir.Argument{{Name: "self", Type: t}}, Returns: []ir.Argument{{Type: c.TypeOf()}}}}
}

// moduleMethod is a method of a module that is compiled when it is needed.
func moduleMethod(t *ir.Type, f *object.Function, name string) *ir.Function {
	info := t.Class.Source.(*moduleInfo)
	fn := &ir.Function{Name: name, Qualified: t.Name + "." + name, Source: f}
	fn.Define = func() error {
		th := info.th
		def, err := defOf(th, scriptedForward(th, info, f), fn)
		if err != nil {
			return err
		}
		fn.Name = name
		def.Self = t
		def.SelfValue = func(v *ir.Value) front.Sugared { return moduleValue{front.Base{Name: "module"}, v, t} }
		return front.Compile(def)
	}
	return fn
}

// scriptedForward is a method as scripts have it: this library's own version where the one of torch.nn is not of the scripting subset.
func scriptedForward(th *object.Thread, info *moduleInfo, f *object.Function) *object.Function {
	module, _ := object.Text(f.Module)
	if !strings.HasPrefix(module, "torch.nn.") {
		return f
	}
	find, err := helper(th, "torch.jit._modules", "method_of")
	front.Check(err)
	name, _ := object.Text(f.Name)
	q, _ := object.Text(f.QualName)
	v, err := object.Call(th, find, info.proto, object.NewStr(name), object.NewStr(q))
	front.Check(err)
	if g, ok := object.AsFunction(v); ok {
		return g
	}
	return f
}

// method finds or makes a method of a module.
func (info *moduleInfo) method(t *ir.Type, name string) *ir.Function {
	if m := t.Class.Method(name); m != nil {
		return m
	}
	v := attr(info.th, info.proto, name)
	if v.IsNull() {
		return nil
	}
	m, ok := object.AsMethod(v)
	if !ok {
		return nil
	}
	f, ok := object.AsFunction(m.Func)
	if !ok {
		return nil
	}
	if raw := attr(info.th, m.Func, "__script_method_source__"); !raw.IsNull() {
		if g, ok := object.AsFunction(raw); ok {
			f = g
		}
	}
	fn := moduleMethod(t, f, name)
	t.Class.Methods = append(t.Class.Methods, fn)
	return fn
}

// containerKind is the name of the container of torch.nn that a class is, "" for others.
func containerKind(t *object.Type) string {
	for _, b := range t.MRO {
		switch b.Name {
		case "ModuleList", "Sequential", "ModuleDict", "ParameterList", "ParameterDict":
			return b.Name
		}
	}
	return ""
}

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

func shortName(t *ir.Type) string { return t.Name[strings.LastIndexByte(t.Name, '.')+1:] }

func (m moduleValue) find(e *front.Emitter, r ir.Range, name string) front.Sugared {
	c := m.t.Class
	info := m.info()
	if info != nil && info.nones[name] {
		if i := c.Attr(name); i >= 0 && c.Attrs[i].Type.IsNone() {
			return front.Constant{Base: front.Base{Name: "constant"}}
		}
	}
	if i := c.Attr(name); i >= 0 {
		t := c.Attrs[i].Type
		v := e.GetAttr(m.v, name, t, r)
		if t.IsModule() {
			return moduleValue{front.Base{Name: "module"}, v, t}
		}
		return front.Simple{V: v}
	}
	if k, ok := c.Constants[name]; ok {
		return front.Constant{Base: front.Base{Name: "constant"}, C: k}
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
	if f, ok := info.functions[name]; ok {
		return sugared(info.th, f, r, name)
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
		if declared := declaredOverloads(info.th, f); declared != nil {
			return overloadedMethod(m, info, f, name, declared)
		}
	}
	if f := info.method(m.t, name); f != nil {
		return front.Func{Base: front.Base{Name: "method"}, F: f, Self: m.v}
	}
	if v := attr(info.th, info.proto, name); !v.IsNull() && info.failed[name] == "" {
		if k, ok := constantOf(info.th, v); ok {
			return front.Constant{Base: front.Base{Name: "constant"}, C: k}
		}
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
			front.Fail(r, "Cannot set constant attribute '%s' of module '%s'", name, shortName(m.t))
		}
	}
	(front.Simple{V: m.v}).SetAttr(e, r, name, v)
}

func (m moduleValue) Call(e *front.Emitter, r ir.Range, args, kwargs []front.Named, binders int) front.Sugared {
	f := m.find(e, r, "forward")
	if f == nil {
		front.Fail(r, "Module '%s' has no attribute 'forward' ", shortName(m.t))
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

func (m moduleValue) Tuple(e *front.Emitter, r ir.Range, n int) []front.Sugared {
	return m.Iter(e, r).Tuple(e, r, n)
}

func (m moduleValue) Item(e *front.Emitter, r ir.Range, index *ir.Value) front.Sugared {
	if info := m.info(); info != nil && containerKind(info.class) == "ModuleDict" {
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

func (m moduleValue) Slice(e *front.Emitter, r ir.Range, lower, upper, step *int64) front.Sugared {
	_, mods := m.parts(e, r)
	from, to := int64(0), int64(len(mods))
	if lower != nil {
		if from = *lower; from < 0 {
			from += int64(len(mods))
		}
	}
	if upper != nil {
		if to = min(*upper, int64(len(mods))); to < 0 {
			to += int64(len(mods))
		}
	}
	return front.TupleValue{Base: front.Base{Name: "tuple"}, Items: mods[min(from, to):to]}
}

// container are the methods of ModuleDict, which the compiler writes out.
func (m moduleValue) container(e *front.Emitter, r ir.Range, name string) front.Sugared {
	if containerKind(m.info().class) != "ModuleDict" {
		return nil
	}
	names, mods := m.parts(e, r)
	t := front.TupleValue{Base: front.Base{Name: "tuple"}}
	switch name {
	case "keys":
		t = m.keys(e, r)
	case "values":
		t.Items = mods
	case "items":
		for i := range names {
			t.Items = append(t.Items, front.TupleValue{Base: front.Base{Name: "tuple"}, Items: []front.Sugared{front.Constant{Base: front.Base{Name: "constant"}, C: ir.Constant{V: names[i]}}, mods[i]}})
		}
	default:
		return nil
	}
	return callable{front.Base{Name: "method"}, t}
}

// callable gives the same thing at each call.
type callable struct {
	front.Base
	result front.Sugared
}

func (c callable) Call(*front.Emitter, ir.Range, []front.Named, []front.Named, int) front.Sugared {
	return c.result
}

// scriptOf is a scripted module or function that Python code holds.
func scriptOf(th *object.Thread, v Value) front.Sugared {
	if _, ok := object.AsInstance(v); !ok {
		return nil
	}
	if f := attr(th, v, "_script_function"); !f.IsNull() {
		if fn, ok := payload[*ir.Function](f); ok {
			return front.NewFunc(fn)
		}
	}
	return nil
}

// ignoredFunction calls Python from a script.
func ignoredFunction(th *object.Thread, f *object.Function, r ir.Range) front.Sugared {
	return pythonCall{Base: front.Base{Name: "function"}, th: th, f: f}
}

func ignoredMethod(th *object.Thread, f *object.Function, m moduleValue, r ir.Range) front.Sugared {
	return pythonCall{Base: front.Base{Name: "function"}, th: th, f: f, self: m.v}
}

// pythonCall is a Python function that is left to Python.
type pythonCall struct {
	front.Base
	th   *object.Thread
	f    *object.Function
	self *ir.Value
}

func (p pythonCall) Call(e *front.Emitter, r ir.Range, args, kwargs []front.Named, binders int) front.Sugared {
	_, node, _, _, err := definition(p.th, p.f)
	front.Check(err)
	ret := ir.Tensor
	if node.Returns != nil {
		var why string
		if ret, why = front.TypeExpr(node.Returns, namesOf(p.th, p.f)); ret == nil {
			front.Fail(r, "%s", why)
		}
	}
	name, _ := object.Text(p.f.Name)
	if modifierOf(p.th, p.f.Ref()) == "unused" {
		msg := e.Constant(ir.Constant{V: "This Python function is annotated to be ignored and cannot be run"}, nil, r)
		none := e.Constant(ir.Constant{}, nil, r)
		n := e.Graph().Create("prim::RaiseException", []*ir.Value{msg, none}, 0)
		n.Range = r
		e.Graph().Insert(n)
		return front.Simple{V: e.Insert("prim::Uninitialized", r, ret)}
	}
	var vals []*ir.Value
	if p.self != nil {
		vals = append(vals, p.self)
	}
	for i := range args {
		vals = append(vals, e.ArgValue(&args[i]))
	}
	for i := range kwargs {
		vals = append(vals, e.ArgValue(&kwargs[i]))
	}
	v := e.Insert("prim::PythonOp", r, ret, vals...)
	v.Node().SetAttr("name", ir.Constant{V: name})
	v.Node().SetAttr("function", ir.Constant{V: &ir.FunctionConst{F: &ir.Function{Name: name, Source: p.f}}})
	return front.Simple{V: v}
}

// pythonOp runs a node that calls Python.
func pythonOp(n *ir.Node) exec.Operator {
	c, _ := n.Attr("function").(ir.Constant)
	fc, ok := c.V.(*ir.FunctionConst)
	if !ok {
		return nil
	}
	f, ok := fc.F.Source.(*object.Function)
	if !ok {
		return nil
	}
	t := n.Outputs[0].Type
	return func(th *object.Thread, a []Value) (Value, error) {
		args := make([]Value, len(a))
		for i, v := range a {
			var err error
			if args[i], err = toPython(th, v); err != nil {
				return object.Null, err
			}
		}
		out, err := object.CallArgs(th, f.Ref(), args, nil)
		if err != nil {
			return out, err
		}
		x, ok := fits(th, out, t, true)
		if !ok {
			return object.Null, object.RuntimeErrorf("expected value of type '%s' for the result of %s but found '%s'", t.Repr(), n.StrAttr("name"), typeName(out))
		}
		return x, nil
	}
}

// moduleFunctions are what the Python side calls for modules.
func moduleFunctions() map[string]object.CallFunc {
	obj := mustPayload[*exec.Object]
	return map[string]object.CallFunc{
		"create_module": createModule, "freeze_module": freezeModule, "export_code": exportCode, "import_code": importCode, "import_object": importObject,
		"bind_wrapper": func(th *object.Thread, args, _ []Value) (Value, error) {
			o := obj(args[0])
			o.Wrapper = args[1]
			if d, ok := object.AsDict(args[2]); ok {
				o.Params = d
			}
			if d, ok := object.AsDict(args[3]); ok {
				o.Buffers = d
			}
			return object.None, nil
		},
		"module_method": func(th *object.Thread, args, _ []Value) (Value, error) {
			o := obj(args[0])
			name := textArg(args[1])
			f := o.Type.Class.Method(name)
			if info, ok := o.Type.Class.Source.(*moduleInfo); ok && f == nil && args[2] == object.True {
				f = info.method(o.Type, name)
			}
			if f == nil {
				return object.None, nil
			}
			if err := ensure(th, f); err != nil {
				return object.Null, err
			}
			return object.NewNative(methodType, &method{f, args[0], o.Wrapper}), nil
		},
		"module_methods": func(th *object.Thread, args, _ []Value) (Value, error) {
			var names []string
			for _, m := range obj(args[0]).Type.Class.Methods {
				if m.Define == nil {
					names = append(names, m.Name)
				}
			}
			return object.StrList(names), nil
		},
		"attach_defaults": func(th *object.Thread, args, _ []Value) (Value, error) {
			return object.None, nil
		},
		"module_attrs": func(th *object.Thread, args, _ []Value) (Value, error) {
			out := object.NewList()
			for i, a := range obj(args[0]).Type.Class.Attrs {
				v := obj(args[0]).Get(i)
				kind := "attr"
				switch {
				case a.Param:
					kind = "param"
				case a.Buffer:
					kind = "buffer"
				case a.Type.IsModule() || a.Type.Kind == ir.InterfaceKind && a.Type.Class.Module:
					kind = "module"
				}
				out.Items = append(out.Items, object.NewTuple(object.NewStr(a.Name), object.NewStr(kind), v, typeObject(a.Type)).Ref())
			}
			return out.Ref(), nil
		},
		"module_constants": func(th *object.Thread, args, _ []Value) (Value, error) {
			d := object.NewDict()
			for name, c := range obj(args[0]).Type.Class.Constants {
				v, err := exec.ConstantValue(th, runtimeOf(th), c)
				if err != nil {
					return object.Null, err
				}
				d.Put(name, v)
			}
			return d.Ref(), nil
		},
		"module_type": func(th *object.Thread, args, _ []Value) (Value, error) { return typeObject(obj(args[0]).Type), nil },
		"copy_module": func(th *object.Thread, args, _ []Value) (Value, error) {
			o := obj(args[0])
			c := &exec.Object{Type: o.Type, Slots: slices.Clone(o.Slots)}
			for i, a := range o.Type.Class.Attrs {
				if !a.Type.IsModule() && !a.Param && !a.Buffer && i < len(c.Slots) && !c.Slots[i].IsNull() {
					v, err := toPython(th, c.Slots[i])
					if err != nil {
						return v, err
					}
					if x, ok := fits(th, v, a.Type, true); ok {
						c.Slots[i] = x
					}
				}
			}
			return object.NewNative(exec.ObjectType, c), nil
		},
		"set_child": func(th *object.Thread, args, _ []Value) (Value, error) {
			o := obj(args[0])
			if i := o.Type.Class.Attr(textArg(args[1])); i >= 0 {
				o.Set(i, args[2])
			}
			return object.None, nil
		},
	}
}
