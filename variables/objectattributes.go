package variables

import (
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// isModule tells whether a class is an nn.Module.
func (t *Trace) isModule(th *object.Thread, c *object.Type) bool {
	m := t.Host.ModuleType(th)
	return m != nil && c.IsSubtype(m)
}

// objectAttr follows CPython's order: data descriptors of the class, the
// instance, other class attributes, __getattr__.
func (t *Trace) objectAttr(th *object.Thread, x *Object, name string) (Tracker, error) {
	last := t.TakeLast()
	held, deleted := x.Pending(name)
	if held != nil {
		return held, nil
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
			v, err := t.Inliner.Inline(th, &Function{Fn: f}, []Tracker{x, NewConstant(object.NewStr(name))}, nil)
			if missing, ok := object.AsFunction(x.T.Lookup(th, object.Intern("__getattr__"))); ok && err != nil && object.ErrorIs(err, object.AttributeError) {
				return t.Inliner.Inline(th, &Function{Fn: missing}, []Tracker{x, NewConstant(object.NewStr(name))}, nil)
			}
			return v, err
		}
	}
	onClass, owner := x.T.LookupWhere(object.Intern(name))
	if !onClass.IsNull() && isDataDescriptor(onClass) {
		t.last = last
		return t.bindClassAttr(th, x, name, onClass, owner)
	}
	if !x.New && !deleted {
		if d := x.V.Dict(); d != nil {
			if v, ok := d.Lookup(name); ok {
				if x.src == nil {
					return t.Existing(v), nil
				}
				return t.fetched(t.Wrap(v, instanceAttr(th, x.src, x.T, name))), nil
			}
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
	getattr := x.T.Lookup(th, object.Intern("__getattr__"))
	module := t.isModule(th, x.T)
	if module && !t.ownGetattr(th, getattr) {
		if v, ok, err := t.moduleMember(th, x, name, false); ok || err != nil {
			return v, err
		}
	} else if !getattr.IsNull() {
		if f, ok := object.AsFunction(getattr); ok {
			t.last = last
			return t.Inliner.Inline(th, &Function{Fn: f}, []Tracker{x, NewConstant(object.NewStr(name))}, nil)
		}
		if t.hasSpecial(th, x, "__getattr__") {
			return t.callSpecial(th, x, "__getattr__", NewConstant(object.NewStr(name)))
		}
	}
	return nil, object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s'", x.T.Name, name)
}

// ownGetattr tells whether a module's __getattr__ is another one than that of nn.Module, which finds members alone.
func (t *Trace) ownGetattr(th *object.Thread, getattr object.Value) bool {
	return getattr != t.Host.ModuleType(th).Lookup(th, object.Intern("__getattr__"))
}

func init() { pythonFunctions["torch.nn.modules.module.Module.__getattr__"] = moduleGetattr }

// moduleGetattr is nn.Module.__getattr__, as a __getattr__ of the program calls it.
func moduleGetattr(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	if len(args) != 2 {
		return nil, object.TypeErrorf("Module.__getattr__() takes 2 positional arguments but %d were given", len(args))
	}
	self, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	name, err := t.constantString(th, args[1])
	if err != nil {
		return nil, err
	}
	if x, ok := self.(*Object); ok {
		if v, ok, err := t.moduleMember(th, x, name, true); ok || err != nil {
			return v, err
		}
	}
	return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'%s' object has no attribute '%s'", t.TypeOf(self).ShortName(), name)
}

// moduleMember finds a parameter, buffer or submodule of an nn.Module. Traced tells that nn.Module.__getattr__ itself is traced, which reads the tables from __dict__.
func (t *Trace) moduleMember(th *object.Thread, x *Object, name string, traced bool) (Tracker, bool, error) {
	switch name {
	case "_parameters", "_buffers", "_modules":
		return nil, false, nil // not made yet
	}
	read := t.objectAttr
	if traced || len(x.Names()) > 0 { // as it is traced then, too
		read = t.memberTable
	}
	for _, table := range t.tablesFor(x, name) {
		d, err := read(th, x, table)
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
			x.nameTables(table)
			member, err := t.Realize(th, t.FromValue(v)) // members are looked at when they are read
			return member, true, err
		}
	}
	return nil, false, nil
}

// tablesFor are the tables of members of a module in the order in which a name is looked for: the one that has it first, so that the others are left alone.
func (t *Trace) tablesFor(x *Object, name string) []string {
	tables := []string{"_parameters", "_buffers", "_modules"}
	attributes := x.V.Dict()
	if x.New || attributes == nil {
		return tables
	}
	for i, table := range tables {
		v, _ := attributes.Lookup(table)
		if d, ok := object.AsDict(v); ok {
			if _, has := d.Lookup(name); has {
				tables[0], tables[i] = tables[i], tables[0]
				break
			}
		}
	}
	return tables
}

// nameTables notes that tables were read by their names: those in which PyTorch looks for a member that it finds in the last one.
func (x *Object) nameTables(last string) {
	if x.named == nil {
		x.named = map[string]bool{}
	}
	for _, table := range []string{"_parameters", "_modules", "_buffers"} {
		x.named[table] = true
		if table == last {
			return
		}
	}
}

// memberTable is one of a module's tables as a store reads it: through __dict__, as in PyTorch, which the names of inputs show that are
// read from it afterwards.
func (t *Trace) memberTable(th *object.Thread, x *Object, table string) (Tracker, error) {
	if _, held := x.Pending(table); !held && x.src != nil && !x.New && !x.named[table] {
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
			return nil, p.Missing(th, x.V, x.T, "getter")
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
	if cachesCalls(v) {
		t.guardAbsent(th, x, name)
		if src == nil {
			return &Method{Self: x, Func: t.Existing(v)}, nil
		}
		return &Method{Self: x, Func: t.Wrap(v, src)}, nil
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
	if _, changed := x.Pending(name); changed { // guards are of the object as it was before
		return
	}
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

// instanceAttr is the source of an attribute in the __dict__ of an object.
func instanceAttr(th *object.Thread, of *guards.Source, typ *object.Type, name string) *guards.Source {
	src := of.DictAttr(name)
	if _, own := object.AsFunction(typ.Lookup(th, object.Intern("__getattribute__"))); own {
		return src.Directly()
	}
	return src
}
