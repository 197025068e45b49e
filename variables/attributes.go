package variables

import (
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// GetAttr is obj.name.
func (t *Trace) GetAttr(th *object.Thread, obj Tracker, name string) (Tracker, error) {
	last := t.TakeLast()
	if s, ok := t.Peek(obj).(*Formatted); ok {
		if object.StrType.Lookup(th, object.Intern(name)).IsNull() {
			return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'str' object has no attribute '%s'", name)
		}
		return &Attribute{Obj: s, Name: name}, nil
	}
	obj, err := t.Realize(th, obj)
	if err != nil {
		return nil, err
	}
	switch x := obj.(type) {
	case *HookHandle:
		if name == "remove" {
			return &Attribute{Obj: x, Name: name}, nil
		}
	case *Tensor:
		return t.tensorAttr(th, x, name)
	case *NdArray:
		return t.arrayAttr(th, x, name)
	case *Object:
		t.last = last
		return t.objectAttr(th, x, name)
	case *PyModule:
		return t.moduleAttr(th, x, name)
	case *Container:
		return t.containerAttr(th, x, name)
	case *Constant:
		return t.constantAttr(th, x, name)
	case *Class:
		return t.classAttr(th, x, name)
	case *Function:
		return t.functionAttr(th, x, name)
	case *Super:
		return t.superAttr(th, x, name)
	case *Method:
		return t.methodAttr(th, x, name)
	case *Builtin:
		return t.builtinAttr(th, x, name)
	case *SymInt, *SymFloat, *SymBool:
		typ := t.TypeOf(x)
		if typ.Lookup(th, object.Intern(name)).IsNull() {
			return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'%s' object has no attribute '%s'", typ.ShortName(), name)
		}
		return &Attribute{Obj: obj, Name: name}, nil
	case *Generator, *Context:
		return &Attribute{Obj: obj, Name: name}, nil
	case *Attribute:
		if name == "__name__" {
			return NewConstant(object.NewStr(x.Name)), nil
		}
	}
	return nil, Unsupportedf("Unsupported attribute access", obj.Kind()+"."+name, "Dynamo does not know how to read attribute `%s` of a %s.", name, obj.Kind())
}

// HasAttr is hasattr(obj, name).
func (t *Trace) HasAttr(th *object.Thread, obj Tracker, name string) (bool, error) {
	obj, err := t.Realize(th, obj)
	if err != nil {
		return false, err
	}
	if o, ok := obj.(interface {
		Pending(string) (Tracker, bool)
	}); ok {
		if held, pending := o.Pending(name); pending {
			return held != nil, nil
		}
	}
	_, err = t.GetAttr(th, obj, name)
	if err != nil && !object.ErrorIs(err, object.AttributeError) {
		return false, err
	}
	switch obj.(type) {
	case *Object, *Tensor, *Container, *Function, *Class:
		if src := obj.Source(); src != nil {
			kind := guards.HasAttr
			if err != nil {
				kind = guards.NotHasAttr
			}
			t.guard(th, &guards.Guard{Source: src, Kind: kind, Name: name})
		}
	}
	return err == nil, nil
}

// isModule tells whether a class is an nn.Module.
func (t *Trace) isModule(th *object.Thread, c *object.Type) bool {
	m := t.Host.ModuleType(th)
	return m != nil && c.IsSubtype(m)
}

func (t *Trace) moduleAttr(th *object.Thread, x *PyModule, name string) (Tracker, error) {
	for i := len(t.Globals) - 1; i >= 0; i-- {
		if g := t.Globals[i]; g.Dict == x.M.Dict() && g.Name == name && g.Value != nil {
			return g.Value, nil
		}
	}
	v, err := object.GetAttr(th, x.M.Ref(), name)
	if err != nil {
		return nil, err
	}
	if p, ok := t.tracked[v]; ok && !IsConstant(v) {
		return p, nil
	}
	if x.src == nil || object.IsCallable(v) && guards.TensorOf(v) == nil || isNativeConstant(v) {
		if f, ok := object.AsFunction(v); ok && x.src != nil {
			return &Function{sourced: sourced{x.src.Attr(name)}, Fn: f}, nil
		}
		return t.Existing(v), nil
	}
	if _, ok := object.AsModule(v); ok {
		return &PyModule{sourced{x.src.Attr(name)}, asModule(v)}, nil
	}
	return t.Wrap(v, x.src.Attr(name)), nil
}

func asModule(v object.Value) *object.Module { m, _ := object.AsModule(v); return m }

// objectAttr follows CPython's order: data descriptors of the class, the
// instance, other class attributes, __getattr__.
func (t *Trace) objectAttr(th *object.Thread, x *Object, name string) (Tracker, error) {
	last := t.TakeLast()
	if held, ok := x.Pending(name); ok {
		if held != nil {
			return held, nil
		}
		if v := x.T.Lookup(th, object.Intern(name)); v.IsNull() {
			return nil, object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s'", x.T.Name, name)
		}
	}
	switch name {
	case "__class__":
		if x.src != nil {
			return t.Wrap(x.T.Ref(), x.src.Attr(name)), nil
		}
		return t.classOf(x), nil
	case "__dict__":
		return t.instanceDict(th, x)
	}
	if custom, owner := x.T.LookupWhere(object.Intern("__getattribute__")); !custom.IsNull() && !ofThread(owner) {
		if f, ok := object.AsFunction(custom); ok {
			return t.Inliner.Inline(th, &Function{Fn: f}, []Tracker{x, NewConstant(object.NewStr(name))}, nil)
		}
	}
	onClass, owner := x.T.LookupWhere(object.Intern(name))
	if !onClass.IsNull() && isDataDescriptor(onClass) {
		t.last = last
		return t.bindClassAttr(th, x, name, onClass, owner)
	}
	if !x.New {
		if d := x.V.Dict(); d != nil {
			if v, ok := d.Lookup(name); ok {
				if x.src == nil {
					return t.Existing(v), nil
				}
				return t.fetched(t.Wrap(v, x.src.DictAttr(name))), nil
			}
		}
	}
	if t.isModule(th, x.T) {
		if v, ok, err := t.moduleMember(th, x, name); ok || err != nil {
			return v, err
		}
	}
	if held, ok := t.storedOnClass(x.T, name); ok {
		t.guardAbsent(th, x, name)
		if _, function := t.Peek(held).(*Function); function {
			return &Method{Self: x, Func: held}, nil
		}
		return held, nil
	}
	if !onClass.IsNull() {
		t.last = last
		return t.bindClassAttr(th, x, name, onClass, owner)
	}
	if getattr := x.T.Lookup(th, object.Intern("__getattr__")); !getattr.IsNull() && (!t.isModule(th, x.T) || t.ownGetattr(th, getattr)) {
		if f, ok := object.AsFunction(getattr); ok {
			t.last = last
			return t.Inliner.Inline(th, &Function{Fn: f}, []Tracker{x, NewConstant(object.NewStr(name))}, nil)
		}
	}
	return nil, object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s'", x.T.Name, name)
}

// ownGetattr tells whether a module's __getattr__ is another one than that of nn.Module, which finds members alone.
func (t *Trace) ownGetattr(th *object.Thread, getattr object.Value) bool {
	return getattr != t.Host.ModuleType(th).Lookup(th, object.Intern("__getattr__"))
}

// moduleMember finds a parameter, buffer or submodule of an nn.Module.
func (t *Trace) moduleMember(th *object.Thread, x *Object, name string) (Tracker, bool, error) {
	switch name {
	case "_parameters", "_buffers", "_modules":
		return nil, false, nil // not made yet
	}
	for _, table := range []string{"_parameters", "_buffers", "_modules"} {
		d, err := t.objectAttr(th, x, table)
		if err != nil {
			return nil, false, nil
		}
		d, err = t.Realize(th, d)
		if err != nil {
			return nil, false, err
		}
		c, ok := d.(*Container)
		if !ok {
			continue
		}
		dict, ok := object.AsDict(c.V)
		if !ok {
			continue
		}
		if v, ok := dict.Lookup(name); ok {
			member, err := t.Realize(th, t.FromValue(v)) // members are looked at when they are read
			return member, true, err
		}
	}
	return nil, false, nil
}

// memberTable is one of a module's tables as a store reads it: through __dict__, as in PyTorch, which the names of inputs show that are
// read from it afterwards.
func (t *Trace) memberTable(th *object.Thread, x *Object, table string) (Tracker, error) {
	if _, held := x.Pending(table); !held && x.src != nil && !x.New {
		if d := x.V.Dict(); d != nil {
			if v, ok := d.Lookup(table); ok {
				return t.Wrap(v, x.src.Dict().DictItem(object.NewStr(table), "'"+table+"'")), nil
			}
		}
	}
	return t.objectAttr(th, x, table)
}

func isDataDescriptor(v object.Value) bool { return v.Type().DescrSet != nil }

// bindClassAttr binds an attribute found on the class to the instance.
func (t *Trace) bindClassAttr(th *object.Thread, x *Object, name string, v object.Value, owner *object.Type) (Tracker, error) {
	last := t.TakeLast()
	var src *guards.Source
	if x.src != nil {
		for i, c := range x.T.MRO {
			if c == owner {
				src = x.src.ClassAttr(i, name)
			}
		}
	}
	if f, ok := object.AsFunction(v); ok {
		t.guardAbsent(th, x, name)
		return &Method{Self: x, Func: &Function{sourced: sourced{src}, Fn: f}}, nil
	}
	if p, ok := object.AsProperty(v); ok {
		if p.Get.IsNull() || p.Get.IsNone() {
			return nil, object.AttributeErrorf(x.V, object.Intern(name), "property '%s' of '%s' object has no getter", name, x.T.Name)
		}
		getter := t.part(src, "fget", p.Get)
		return t.CallAs(th, last, getter, []Tracker{x}, nil)
	}
	if s, ok := object.AsStaticMethod(v); ok {
		t.guardAbsent(th, x, name)
		return t.part(src, "__func__", s.Func), nil
	}
	if c, ok := object.AsClassMethod(v); ok {
		t.guardAbsent(th, x, name)
		return &Method{Self: t.classOf(x), Func: t.unguarded(src, "__func__", c.Func)}, nil
	}
	if v.Type().DescrGet == nil {
		if src != nil {
			t.guardAbsent(th, x, name)
			return t.Wrap(v, src), nil
		}
		return t.Existing(v), nil
	}
	if get := v.Type().Lookup(th, object.Intern("__get__")); !get.IsNull() {
		if f, ok := object.AsFunction(get); ok {
			if !isDataDescriptor(v) {
				t.guardAbsent(th, x, name)
			}
			var descriptor Tracker
			var getter *guards.Source
			if src != nil {
				descriptor, getter = t.Wrap(v, src), classEntry(src.Type(), v.Type(), "__get__")
			} else {
				descriptor = t.FromValue(v)
			}
			return t.Inliner.Inline(th, &Function{sourced: sourced{getter}, Fn: f}, []Tracker{descriptor, x, t.classOf(x)}, nil)
		}
	}
	if v.Type().ShortName() == "member_descriptor" && !x.New {
		value, err := object.GetAttr(th, x.V, name)
		if err != nil {
			return nil, err
		}
		if x.src != nil {
			return t.Wrap(value, x.src.Attr(name)), nil
		}
		return t.Existing(value), nil
	}
	if v.Type().ShortName() == "member_descriptor" {
		return nil, object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s'", x.T.Name, name)
	}
	return &Attribute{Obj: x, Name: name}, nil
}

// part is the function inside a descriptor of a class, its code guarded.
func (t *Trace) part(src *guards.Source, part string, fn object.Value) Tracker {
	if src == nil {
		return t.FromValue(fn)
	}
	return t.Wrap(fn, src.Attr(part))
}

// unguarded is part without the guard, as PyTorch reads methods and class methods.
func (t *Trace) unguarded(src *guards.Source, part string, fn object.Value) Tracker {
	f, ok := object.AsFunction(fn)
	if !ok || src == nil {
		return t.part(src, part, fn)
	}
	return &Function{sourced: sourced{src.Attr(part)}, Fn: f}
}

// storedOnClass is an attribute that tracing has stored on a class of the MRO of c, before any that the class has itself.
func (t *Trace) storedOnClass(c *object.Type, name string) (Tracker, bool) {
	for _, m := range c.MRO {
		if k, ok := t.tracked[m.Ref()].(*Class); ok {
			if held, pending := k.Pending(name); pending && held != nil {
				return held, true
			} else if pending {
				continue
			}
		}
		if _, ok := m.NS.Lookup(name); ok {
			return nil, false
		}
	}
	return nil, false
}

// guardAbsent guards that no attribute of the instance hides what its class has.
func (t *Trace) guardAbsent(th *object.Thread, x *Object, name string) {
	if x.src != nil && !x.New {
		t.guard(th, &guards.Guard{Source: x.src, Kind: guards.NotPresentInGenericDict, Name: name})
	}
}

// classEntry is the source of an attribute that the class c, which lies at src, has or inherits.
func classEntry(src *guards.Source, c *object.Type, name string) *guards.Source {
	if src == nil {
		return nil
	}
	_, owner := c.LookupWhere(object.Intern(name))
	for i, m := range c.MRO {
		if m == owner {
			return src.OwnAttr(i, name)
		}
	}
	return nil
}

func (t *Trace) classOf(x Tracker) Tracker {
	if known, ok := t.tracked[t.TypeOf(x).Ref()].(*Class); ok && len(known.Names()) > 0 {
		return known
	}
	switch x := x.(type) {
	case *Object:
		if x.src != nil {
			return &Class{sourced: sourced{x.src.Type()}, T: x.T}
		}
		return t.FromValue(x.T.Ref())
	}
	return t.FromValue(t.TypeOf(x).Ref())
}

// TypeOf is the Python type of a tracker's value.
func (t *Trace) TypeOf(x Tracker) *object.Type {
	switch x := x.(type) {
	case *Constant:
		return x.V.Type()
	case *Lazy:
		return x.V.Type()
	case *Computed:
		return x.V.Type()
	case *Tensor:
		return x.Type
	case *NdArray:
		return x.array
	case *SymInt:
		return object.IntType
	case *SymBool:
		return object.BoolType
	case *SymFloat:
		return object.FloatType
	case *Formatted:
		return object.StrType
	case *Container:
		return x.V.Type()
	case *Object:
		return x.T
	case *Function:
		return object.FunctionType
	case *Method:
		return object.MethodType
	case *Class:
		return x.T.Ref().Type()
	case *Builtin:
		return x.Fn.Type()
	case *PyModule:
		return object.ModuleType
	}
	return object.ObjectType
}

func (t *Trace) containerAttr(th *object.Thread, x *Container, name string) (Tracker, error) {
	if held, ok := x.Pending(name); ok && held != nil {
		return held, nil
	}
	typ := x.V.Type()
	if name == "__class__" {
		return t.FromValue(typ.Ref()), nil
	}
	if typ.IsHeap() {
		onClass, _ := typ.LookupWhere(object.Intern(name))
		if f, ok := object.AsFunction(onClass); ok {
			return &Method{Self: x, Func: &Function{Fn: f}}, nil
		}
		if p, ok := object.AsProperty(onClass); ok {
			return t.Call(th, t.FromValue(p.Get), []Tracker{x}, nil)
		}
		if x.src != nil && !x.Orig.IsNull() {
			if d := x.Orig.Dict(); d != nil {
				if v, ok := d.Lookup(name); ok {
					return t.Wrap(v, x.src.DictAttr(name)), nil
				}
			}
		}
	}
	onClass := typ.Lookup(th, object.Intern(name))
	if !onClass.IsNull() {
		if b, ok := object.AsBuiltin(onClass); ok && b.Owner != nil {
			return &Attribute{Obj: x, Name: name}, nil
		}
	}
	if c, ok := object.AsSlice(x.V); ok {
		switch name {
		case "start":
			return t.FromValue(c.Start), nil
		case "stop":
			return t.FromValue(c.Stop), nil
		case "step":
			return t.FromValue(c.Step), nil
		}
	}
	v, err := object.GetAttr(th, x.V, name)
	if err != nil {
		return nil, err
	}
	if m, ok := object.AsMethod(v); ok && m.Self == x.V {
		return &Method{Self: x, Func: t.FromValue(m.Func)}, nil
	}
	if b, ok := object.AsBuiltin(v); ok && b.Self == x.V {
		return &Attribute{Obj: x, Name: name}, nil
	}
	return t.FromValue(v), nil
}

func (t *Trace) constantAttr(th *object.Thread, x *Constant, name string) (Tracker, error) {
	v, err := object.GetAttr(th, x.V, name)
	if err != nil {
		return nil, err
	}
	if b, ok := object.AsBuiltin(v); ok && b.Self == x.V {
		return &Attribute{Obj: x, Name: name}, nil
	}
	if m, ok := object.AsMethod(v); ok && m.Self == x.V {
		return &Method{Self: x, Func: t.FromValue(m.Func)}, nil
	}
	if guards.TensorOf(v) != nil || IsConstant(v) || x.src == nil {
		return t.FromValue(v), nil
	}
	return t.Wrap(v, x.src.Attr(name)), nil
}

func (t *Trace) classAttr(th *object.Thread, x *Class, name string) (Tracker, error) {
	if held, ok := t.storedOnClass(x.T, name); ok {
		return held, nil
	}
	onClass, owner := x.T.LookupWhere(object.Intern(name))
	if c, ok := object.AsClassMethod(onClass); ok {
		return &Method{Self: x, Func: t.unguarded(classEntry(x.src, x.T, name), "__func__", c.Func)}, nil
	}
	if s, ok := object.AsStaticMethod(onClass); ok {
		return t.part(classEntry(x.src, x.T, name), "__func__", s.Func), nil
	}
	v, err := object.GetAttr(th, x.T.Ref(), name)
	if err != nil {
		return nil, err
	}
	if f, ok := object.AsFunction(v); ok {
		if x.src != nil && v == onClass && owner.IsHeap() {
			return t.Wrap(v, x.src.Attr(name)), nil
		}
		return &Function{Fn: f}, nil
	}
	if x.src != nil && !onClass.IsNull() && v == onClass && owner.IsHeap() && !isEnumMember(v) {
		return t.Wrap(v, x.src.Attr(name)), nil
	}
	if x.src != nil && onClass.IsNull() && IsConstant(v) && x.T.IsHeap() { // __name__ and its like
		return t.Wrap(v, x.src.Attr(name)), nil
	}
	if m, ok := object.AsMethod(v); ok && m.Self == x.T.Ref() {
		return &Method{Self: x, Func: t.FromValue(m.Func)}, nil
	}
	if v == onClass {
		return t.Existing(v), nil
	}
	return t.FromValue(v), nil
}

func (t *Trace) functionAttr(th *object.Thread, x *Function, name string) (Tracker, error) {
	if held, ok := x.Pending(name); ok {
		if held != nil {
			return held, nil
		}
	} else if d := x.Fn.Dict(); d != nil {
		if v, ok := d.Lookup(name); ok {
			if x.src != nil {
				return t.Wrap(v, x.src.Attr(name)), nil
			}
			return t.Existing(v), nil
		}
	}
	v, err := object.GetAttr(th, x.Fn.Ref(), name)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

func (t *Trace) methodAttr(th *object.Thread, x *Method, name string) (Tracker, error) {
	switch name {
	case "__self__":
		return x.Self, nil
	case "__func__":
		return x.Func, nil
	}
	return t.GetAttr(th, x.Func, name)
}

func (t *Trace) builtinAttr(th *object.Thread, x *Builtin, name string) (Tracker, error) {
	v, err := object.GetAttr(th, x.Fn, name)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// superAttr continues the search behind a class of the MRO.
func (t *Trace) superAttr(th *object.Thread, x *Super, name string) (Tracker, error) {
	past := false
	for i, c := range x.Start.MRO {
		if c == x.After {
			past = true
			continue
		}
		if !past {
			continue
		}
		v, ok := c.NS.Lookup(name)
		if !ok {
			continue
		}
		base := x.Obj.Source()
		if base != nil {
			if _, class := x.Obj.(*Class); !class {
				base = base.Type()
			}
			base = base.MRO(i)
		}
		if f, ok := object.AsFunction(v); ok {
			if name == "__new__" {
				return &Function{Fn: f}, nil
			}
			fn, err := t.Realize(th, t.part(base, name, v))
			return &Method{Self: x.Obj, Func: fn}, err
		}
		if s, ok := object.AsStaticMethod(v); ok {
			return t.part(base, name, s.Func), nil
		}
		if cm, ok := object.AsClassMethod(v); ok {
			self := x.Obj
			if o, ok := self.(*Object); ok {
				self = t.classOf(o)
			}
			if base != nil {
				base = base.Attr(name)
			}
			return &Method{Self: self, Func: t.part(base, "__func__", cm.Func)}, nil
		}
		if b, ok := object.AsBuiltin(v); ok {
			if name == "__new__" { // a static method, whose first argument is the class
				return &Builtin{Fn: b.Ref()}, nil
			}
			return &Method{Self: x.Obj, Func: &Builtin{Fn: b.Ref()}}, nil
		}
		if _, ok := object.AsProperty(v); ok {
			return nil, Unsupportedf("Unsupported super().__init__() call", name, "Dynamo does not trace properties read through super().")
		}
		return t.FromValue(v), nil
	}
	return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'super' object has no attribute '%s'", name)
}

// SetAttr is obj.name = val, held back until the graph has run.
func (t *Trace) SetAttr(th *object.Thread, obj Tracker, name string, val Tracker) error {
	obj, err := t.Realize(th, obj)
	if err != nil {
		return err
	}
	if l, ok := val.(*Lazy); ok && !IsConstant(l.V) {
		if val, err = t.Realize(th, l); err != nil {
			return err
		}
	}
	switch x := obj.(type) {
	case *Object:
		return t.setObjectAttr(th, x, name, val)
	case *Tensor:
		return t.setTensorAttr(x, name, val)
	case *Container:
		if f, ok := object.AsFunction(x.V.Type().Lookup(th, object.Intern("__setattr__"))); ok {
			_, err := t.Inliner.Inline(th, &Function{Fn: f}, []Tracker{x, NewConstant(object.NewStr(name)), val}, nil)
			return err
		}
		if _, exception := object.AsException(x.V); exception && x.src == nil {
			return object.SetAttr(th, x.V, name, t.ToValue(val))
		}
		x.hold(name, val)
		t.mutated(x)
		return nil
	case *Function:
		x.hold(name, val)
		t.mutated(x)
		return nil
	case *Class:
		if !x.T.IsHeap() {
			return object.TypeErrorf("cannot set '%s' attribute of immutable type '%s'", name, x.T.Name)
		}
		t.tracked[x.T.Ref()] = x
		x.hold(name, val)
		t.mutated(x)
		return nil
	case *PyModule:
		t.Globals = append(t.Globals, &GlobalStore{x.M.Dict(), name, val})
		return nil
	}
	return Unsupportedf("Unsupported attribute assignment", obj.Kind()+"."+name, "Dynamo does not know how to set attribute `%s` of a %s.", name, obj.Kind())
}

// ofThread tells whether a class is threading.local, whose attributes are those of the thread that traces.
func ofThread(c *object.Type) bool { return c != nil && c.FullName() == "threading.local" }

func (t *Trace) setObjectAttr(th *object.Thread, x *Object, name string, val Tracker) error {
	custom, owner := x.T.LookupWhere(object.Intern("__setattr__"))
	if f, ok := object.AsFunction(custom); ok && !t.isModule(th, x.T) && !ofThread(owner) {
		_, err := t.Inliner.Inline(th, &Function{Fn: f}, []Tracker{x, NewConstant(object.NewStr(name)), val}, nil)
		return err
	}
	return t.StoreAttr(th, x, name, val)
}

// StoreAttr is object.__setattr__: descriptors of the class, else the instance.
func (t *Trace) StoreAttr(th *object.Thread, x *Object, name string, val Tracker) error {
	onClass := x.T.Lookup(th, object.Intern(name))
	var cls *guards.Source
	if x.src != nil {
		cls = classEntry(x.src.Type(), x.T, name)
	}
	if p, ok := object.AsProperty(onClass); ok {
		accessor, part := p.Set, "fset"
		args := []Tracker{x, val}
		what := "setter"
		if val == nil {
			accessor, part, args, what = p.Del, "fdel", args[:1], "deleter"
		}
		if accessor.IsNull() || accessor.IsNone() {
			return object.AttributeErrorf(x.V, object.Intern(name), "property '%s' of '%s' object has no %s", name, x.T.Name, what)
		}
		_, err := t.Call(th, t.part(cls, part, accessor), args, nil)
		return err
	}
	if !onClass.IsNull() && onClass.Type().IsHeap() {
		method, args := "__set__", []Tracker{t.FromValue(onClass), x, val}
		if val == nil {
			method, args = "__delete__", args[:2]
		}
		if f, ok := object.AsFunction(onClass.Type().Lookup(th, object.Intern(method))); ok {
			if cls != nil {
				args[0] = t.Wrap(onClass, cls)
			}
			_, err := t.Inliner.Inline(th, &Function{Fn: f}, args, nil)
			return err
		}
	}
	if val == nil {
		if _, err := t.objectAttr(th, x, name); err != nil {
			return err
		}
	} else if !x.T.HasDict() && onClass.IsNull() {
		return object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", x.T.Name, name)
	}
	if t.isModule(th, x.T) && val != nil {
		if done, err := t.setModuleMember(th, x, name, val); done || err != nil {
			return err
		}
	}
	t.holdAttr(x, name, val)
	return nil
}

// moduleTable is one of a module's member tables, nil while it has none.
func (t *Trace) moduleTable(th *object.Thread, x *Object, name string) (*Container, *object.Dict, error) {
	d, err := t.memberTable(th, x, name)
	if err != nil {
		return nil, nil, nil // not made yet
	}
	if d, err = t.Realize(th, d); err != nil {
		return nil, nil, err
	}
	c, ok := d.(*Container)
	if !ok {
		return nil, nil, nil
	}
	dict, _ := object.AsDict(c.V)
	return c, dict, nil
}

// setModuleMember is what nn.Module.__setattr__ does with parameters, modules
// and the names of members; done is false for plain attributes.
func (t *Trace) setModuleMember(th *object.Thread, x *Object, name string, val Tracker) (done bool, err error) {
	val, err = t.memberValue(th, val)
	if err != nil {
		return false, err
	}
	none := false
	if c, ok := val.(*Constant); ok {
		none = c.V.IsNone()
	}
	kinds := []struct {
		table, word, expected string
		fits                  bool
	}{
		{"_parameters", "parameter", "torch.nn.Parameter or None expected", t.isParameter(val)},
		{"_modules", "child module", "torch.nn.Module or None expected", t.isModuleObject(th, val)},
		{"_buffers", "buffer", "torch.Tensor or None expected", false},
	}
	for i, k := range kinds {
		c, dict, err := t.moduleTable(th, x, k.table)
		if err != nil {
			return false, err
		}
		if dict == nil {
			if k.fits {
				return false, object.AttributeErrorf(x.V, object.Intern(name), "cannot assign %s before Module.__init__() call", map[int]string{0: "parameters", 1: "module"}[i])
			}
			continue
		}
		_, present := dict.Lookup(name)
		if !k.fits && !present {
			continue
		}
		_, isTensor := val.(*Tensor)
		if !k.fits && !none && !(k.table == "_buffers" && isTensor) {
			return false, object.TypeErrorf("cannot assign '%s' as %s '%s' (%s)", t.TypeOf(val).FullName(), k.word, name, k.expected)
		}
		if k.fits {
			for _, other := range kinds {
				if other.table == k.table {
					continue
				}
				if oc, od, err := t.moduleTable(th, x, other.table); err == nil && od != nil && od.DelStr(object.Intern(name)) && oc.src != nil {
					t.mutated(oc)
				}
			}
		}
		dict.Put(name, t.ToValue(val))
		if c.src != nil {
			t.mutated(c)
		}
		return true, nil
	}
	return false, nil
}

// memberValue looks at a value whose kind decides where it is stored.
func (t *Trace) memberValue(th *object.Thread, val Tracker) (Tracker, error) {
	if l, ok := val.(*Lazy); ok && IsConstant(l.V) && !l.V.IsNone() {
		return val, nil
	}
	return t.Realize(th, val)
}

func (t *Trace) isParameter(x Tracker) bool {
	ten, ok := x.(*Tensor)
	if !ok {
		return false
	}
	for _, c := range ten.Type.MRO {
		if c.Name == "Parameter" {
			return true
		}
	}
	return false
}

func (t *Trace) isModuleObject(th *object.Thread, x Tracker) bool {
	o, ok := x.(*Object)
	return ok && t.isModule(th, o.T)
}

// DelAttr is del obj.name.
func (t *Trace) DelAttr(th *object.Thread, obj Tracker, name string) error {
	obj, err := t.Realize(th, obj)
	if err != nil {
		return err
	}
	if x, ok := obj.(*Object); ok {
		if f, ok := object.AsFunction(x.T.Lookup(th, object.Intern("__delattr__"))); ok && !t.isModule(th, x.T) {
			_, err := t.Inliner.Inline(th, &Function{Fn: f}, []Tracker{x, NewConstant(object.NewStr(name))}, nil)
			return err
		}
		return t.StoreAttr(th, x, name, nil)
	}
	return Unsupportedf("Unsupported attribute deletion", obj.Kind()+"."+name, "Dynamo does not know how to delete attribute `%s` of a %s.", name, obj.Kind())
}
