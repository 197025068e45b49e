package jit

import (
	"errors"
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
	// preHooks and hooks are the functions of Python that are called around forward; hooksChecked tells that the scripted ones fit.
	preHooks, hooks []Value
	hooksChecked    bool
	// spoilt tells that the compilation of a method has failed, after which nothing is defined in the class any more.
	spoilt bool
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
		if v.Type() == torch.SizeType(th) {
			elem := make([]*ir.Type, len(tup.Items))
			for i := range elem {
				elem[i] = ir.Int
			}
			return ir.TupleOf(elem...)
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
	if t := states.Of(th).classes[v.Type()]; t != nil {
		return t
	}
	if t := nativeType(th, v); t != nil {
		return t
	}
	return instanceType(th, v.Type())
}

// nativeType is the class of an object that is not written in scripts, nil for others.
func nativeType(th *object.Thread, v Value) *ir.Type {
	return ir.NativeClass(attrText(th, v, "_script_class"))
}

// instanceType is the type of the instances of a class that was not scripted before, nil if it cannot be: none of what it defines
// may lack a source, and all of its methods must compile.
func instanceType(th *object.Thread, t *object.Type) *ir.Type {
	home, _, _ := strings.Cut(attrText(th, t.Ref(), "__module__"), ".")
	if !isScriptClass(th, t) || len(t.MRO) > 2 || home == "torch" {
		return nil
	}
	for _, v := range t.NS.Values() {
		if _, ok := object.AsBuiltin(v); ok {
			return nil
		}
	}
	c, err := compileClass(th, t)
	if err != nil {
		return nil
	}
	for _, m := range c.Class.Methods {
		if front.Guard(m.Ensure) != nil {
			delete(states.Of(th).classes, t)
			return nil
		}
	}
	return c
}

// createModule makes the interpreter's object of a module: args are the Python module and a dict of its scripted children.
func createModule(th *object.Thread, args, _ []Value) (Value, error) {
	var out Value
	mod, children, buffers := args[0], args[1], args[2]
	traced := len(args) > 3                   // a module for a trace has a type of its own, and no methods yet
	bare := traced && args[3] == object.False // and, where it exports none, no attributes but its tensors, its children and its mode
	err := front.Guard(func() error {
		var err error
		out, err = makeModule(th, mod, children, buffers, traced, bare)
		return err
	})
	return out, raised(th, err)
}

// initialized refuses a parameter or buffer of a lazy module that has no shape yet.
func initialized(th *object.Thread, mod Value, name string, v Value, traced bool) error {
	if kind := v.Type().ShortName(); kind != "UninitializedParameter" && kind != "UninitializedBuffer" {
		return nil
	}
	class := attrText(th, mod.Type().Ref(), "__module__") + "." + mod.Type().QualName
	if traced {
		class = "torch.jit._trace.TracedModule.__init__.<locals>.QualnameWrapper" // the class that traces have instead
	}
	return object.RuntimeErrorf("'%s' has uninitialized parameters %s. Did you forget to run a forward pass?", class, name)
}

func makeModule(th *object.Thread, mod, childDict, buffersDict Value, traced, bare bool) (Value, error) {
	children, _ := object.AsDict(childDict)
	info := &moduleInfo{th: th, proto: mod, class: mod.Type(), functions: map[string]Value{}, failed: map[string]string{}, nones: map[string]bool{}}
	dict := object.InstanceDict(mod)
	var hints map[string]hint
	if !bare {
		hints = classHints(th, mod.Type())
	}
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
			if traced && vals[i].IsNone() {
				continue
			}
			name := textArg(k)
			if err := initialized(th, mod, name, vals[i], traced); err != nil {
				return Value{}, err
			}
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
						if m := held.method(o.Type, s.Name); m != nil {
							if err := ensure(th, m); err != nil {
								return object.Null, err
							}
						}
					}
				}
				if why := o.Type.WhyNot(t); why != "" {
					return object.Null, object.RuntimeErrorf("Could not cast attribute '%s' to type %s: Object of type %s is not compatible with interface %s\n%s", name, t.Name, o.Type.Repr(), t.Name, why)
				}
			}
			add(ir.Attr{Name: name, Type: t}, vals[i])
		}
	}
	if dict != nil {
		vals := dict.Values()
		ignored := ignoredAttributes(th, info.class)
		for i, k := range dict.Keys() {
			name := textArg(k)
			if slices.Contains(ignored, name) || bare && name != "training" && nativeType(th, vals[i]) == nil || moduleInternals[name] || c.Attr(name) >= 0 || strings.HasPrefix(name, "__") {
				continue
			}
			v := vals[i]
			h := hints[name]
			if constants[name] || h.final {
				if k, ok := unchanging(th, v); ok {
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
				info.failed[name] = shownClass(th, v) + "|" + whyNoType(th, v)
				continue
			}
			if t.IsNone() {
				info.nones[name] = true
			}
			x, ok := fits(th, v, t, true)
			if !ok {
				info.failed[name] = shownClass(th, v) + "|" + whyNoType(th, v)
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
			if k, ok := unchanging(th, attr(th, mod, name)); ok {
				c.Constants[name] = k
			}
		}
	}
	for name := range constants {
		if _, ok := c.Constants[name]; !ok && c.Attr(name) < 0 {
			if k, ok := unchanging(th, attr(th, mod, name)); ok {
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

// unchanging is the constant of a module that a value makes: lists become tuples.
func unchanging(th *object.Thread, v Value) (ir.Constant, bool) {
	k, ok := constantOf(th, v)
	if list, isList := k.V.([]ir.Constant); isList {
		k.V = ir.TupleConst(list)
	}
	return k, ok
}

// shownClass is the class of a value as errors about attributes show it: with its module, unless it is built in.
func shownClass(th *object.Thread, v Value) string {
	if home := attrText(th, v.Type().Ref(), "__module__"); home != "" && home != "builtins" {
		return home + "." + v.Type().Name
	}
	return v.Type().Name
}

// whyNoType says why a value of Python has no type in scripts.
func whyNoType(th *object.Thread, v Value) string {
	if l, ok := object.AsList(v); ok {
		if len(l.Items) == 0 {
			return "List trace inputs must have elements"
		}
		for _, x := range l.Items {
			if valueType(th, x) == nil {
				return "Could not infer type of list element: " + whyNoType(th, x)
			}
		}
		if why := whyNoMember(th, l.Items, "List inputs to traced functions must have consistent element type. Found %s and %s"); why != "" {
			return why
		}
	}
	if d, ok := object.AsDict(v); ok {
		if d.Len() == 0 {
			return "Dictionary inputs must have entries"
		}
		const differ = "Dictionary inputs to traced functions must have consistent type. Found %s and %s"
		if why := whyNoMember(th, d.Keys(), differ); why != "" {
			return why
		}
		if why := whyNoMember(th, d.Values(), differ); why != "" {
			return why
		}
	}
	if t, ok := object.AsTuple(v); ok {
		for _, x := range t.Items {
			if valueType(th, x) == nil {
				return whyNoType(th, x)
			}
		}
	}
	if !attr(th, v, "_c").IsNull() && isModuleClass(th, v.Type()) {
		return "Cannot infer type of ScriptModule"
	}
	if isModuleClass(th, v.Type()) {
		return "Cannot infer concrete type of torch.nn.Module"
	}
	return "Only tensors and (possibly nested) tuples of tensors, lists, or dicts are supported as inputs or outputs of traced functions, but instead got value of type " + typeName(v) + "."
}

// whyNoMember says which of some values has no type, or has another type than those before; "" for neither.
func whyNoMember(th *object.Thread, items []Value, differ string) string {
	var all *ir.Type
	for _, x := range items {
		t := valueType(th, x)
		if t == nil {
			return whyNoType(th, x)
		}
		if all == nil {
			all = t
			continue
		}
		u := ir.Unify(all, t, false)
		if u == nil {
			return fmt.Sprintf(differ, all.Repr(), t.Repr())
		}
		all = u
	}
	return ""
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
		v, t := vals[i], valueType(th, vals[i])
		if w := attr(th, v, "__jit_attribute__"); !w.IsNull() {
			pair, _ := object.AsTuple(w)
			v, t = pair.Items[0], typeOf(th, pair.Items[1])
		}
		if t != nil {
			if v, ok := fits(th, v, t, true); ok {
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
	for _, name := range sortedKeys(info.failed) {
		fmt.Fprintf(&b, "|%s!%s", name, info.failed[name])
	}
	var pre, post string
	info.preHooks, pre = hooksOf(th, info.proto, "_forward_pre_hooks")
	info.hooks, post = hooksOf(th, info.proto, "_forward_hooks")
	b.WriteString(pre + post)
	info.key = b.String()
	if list := s.modules[info.key]; len(list) > 0 {
		return list[0]
	}
	t := ir.NewClass(s.unique(moduleName(th, info.class)), true)
	c.Type = t
	t.Class = c
	c.Source = info
	s.modules[info.key] = append(s.modules[info.key], t)
	if f := ownLength(th, info.class); f != nil {
		c.Methods = append(c.Methods, moduleMethod(info.th, t, f, "__len__"))
	} else if n := containerKind(info.class); n != "" && !strings.HasPrefix(n, "Parameter") { // those of parameters have no length in scripts
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
			c.Methods = append(c.Methods, moduleMethod(info.th, t, f, prop.Get))
			if g, ok := object.AsFunction(p.Set); ok && !p.Set.IsNull() {
				prop.Set = "__" + name + "_setter"
				c.Methods = append(c.Methods, moduleMethod(info.th, t, g, prop.Set))
			}
			c.Properties[name] = prop
		}
	}
	front.Check(hookFunctions(t, info))
	return t
}

// ownLength is the method by which a class of modules says itself how many it has; nil for others.
func ownLength(th *object.Thread, t *object.Type) *object.Function {
	f, ok := object.AsFunction(attr(th, t.Ref(), "__len__"))
	if !ok || modifierOf(th, f.Ref()) == "ignore" || containerKind(t) == "" {
		return nil
	}
	if module, _ := object.Text(f.Module()); strings.HasPrefix(module, "torch.") {
		return nil
	}
	return f
}

// unusedProperties are the properties that a class keeps out of scripts.
func unusedProperties(th *object.Thread, t *object.Type) []string {
	return append(namesIn(th, t, "__jit_unused_properties__"), ignoredAttributes(th, t)...)
}

// ignoredAttributes are the attributes and properties that scripts of a class do not have, and Python code of it does.
func ignoredAttributes(th *object.Thread, t *object.Type) []string {
	return namesIn(th, t, "__jit_ignored_attributes__")
}

// namesIn are the texts in a list that is an attribute of a class.
func namesIn(th *object.Thread, t *object.Type, list string) []string {
	v := attr(th, t.Ref(), list)
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
func moduleMethod(th *object.Thread, t *ir.Type, f *object.Function, name string) *ir.Function {
	info, scripted := t.Class.Source.(*moduleInfo) // a module of an archive has no source
	fn := &ir.Function{Name: name, Qualified: t.Name + "." + name, Source: f}
	fn.Define = func() error {
		if scripted {
			f = scriptedForward(th, info, f)
		}
		def, err := defOf(th, f, fn)
		if err != nil {
			return err
		}
		if !attr(th, f.Ref(), "__script_method__").IsNull() {
			if err := hasSelf(def); err != nil {
				return err
			}
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
	module, _ := object.Text(f.Module())
	if !strings.HasPrefix(module, "torch.nn.") && !strings.HasPrefix(module, "torch.ao.nn.") && !strings.HasPrefix(module, "torch.ao.quantization.") {
		return f
	}
	find, err := helper(th, "torch.jit._modules", "method_of")
	front.Check(err)
	name := f.Name.S
	q := f.QualName.S
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
	if f.Name.S == "_forward_unimplemented" { // of a module without forward
		return nil
	}
	fn := moduleMethod(info.th, t, f, name)
	t.Class.Methods = append(t.Class.Methods, fn)
	return fn
}

// ensureIn compiles a method of a module type. Types are shared by all modules that are alike, so one whose compilation has failed is refused
// ever after; what is no part of the language is found before anything is defined.
func ensureIn(th *object.Thread, t *ir.Type, f *ir.Function) error {
	info, ok := t.Class.Source.(*moduleInfo)
	if !ok {
		return ensure(th, f)
	}
	if info.spoilt {
		return object.RuntimeErrorf("Can't redefine method: %s on class: %s (of Python compilation unit at: %p)", f.Name, t.Name, t.Class)
	}
	err := front.Guard(f.Ensure)
	var wrong *front.Error
	if err != nil && (!errors.As(err, &wrong) || wrong.Kind == "" || len(wrong.Calls) > 0) {
		info.spoilt = true
	}
	return raised(th, err)
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

// objectArg is the script object that an argument is.
func objectArg(v Value) *exec.Object { return mustPayload[*exec.Object](v) }

// moduleFunctions are what the Python side calls for modules.
func moduleFunctions() map[string]object.CallFunc {
	obj := objectArg
	return map[string]object.CallFunc{
		"create_module": createModule, "scripted_hooks": scriptedHooks, "freeze_module": freezeModule, "export_code": exportCode, "import_code": importCode, "import_object": importObject, "import_enum": importEnum,
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
				if several, err := compileForms(th, o.Type, info, name); several || err != nil {
					return object.None, err
				}
				f = info.method(o.Type, name)
			}
			if f == nil {
				return object.None, nil
			}
			if err := ensureIn(th, o.Type, f); err != nil {
				return object.Null, err
			}
			return object.NewNative(methodType, &method{f, args[0], o.Wrapper}), nil
		},
		"module_define": func(th *object.Thread, args, _ []Value) (Value, error) {
			t := obj(args[0]).Type
			f, ok := object.AsFunction(args[2])
			if !ok {
				return object.Null, object.TypeErrorf("a function is expected")
			}
			fn := moduleMethod(th, t, f, textArg(args[1]))
			t.Class.Methods = append(t.Class.Methods, fn)
			return object.None, ensure(th, fn)
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
		// the object of the interpreter that an instance of a scripted class is to a type; None for what is none
		"object_of": func(th *object.Thread, args, _ []Value) (Value, error) {
			t, ok := payload[*ir.Type](args[1])
			if !ok || t.Kind != ir.ClassKind && t.Kind != ir.InterfaceKind {
				return object.None, nil
			}
			if o, ok := fitsObject(th, args[0], t); ok {
				return o, nil
			}
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
