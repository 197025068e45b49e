package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// SetAttr is obj.name = val, held back until the graph has run.
func (t *Trace) SetAttr(th *object.Thread, obj Tracker, name string, val Tracker) error {
	obj, err := t.Realize(th, obj)
	if err != nil {
		return err
	}
	switch val.(type) {
	case *Lazy, *Computed:
		if val, err = t.Realize(th, val); err != nil {
			return err
		}
	}
	switch x := obj.(type) {
	case *Object:
		if err := t.unregisteredMember(th, x, "__setattr__"); err != nil {
			return err
		}
		if x.T == object.ObjectType || x.T.FullName() == "contextlib.nullcontext" && name != "enter_result" { // which its __init__ stores
			return t.storeRefused(th, x, name, val)
		}
		return t.setObjectAttr(th, x, name, val)
	case *Tensor:
		return t.setTensorAttr(th, x, name, val)
	case *Container:
		if t.hasSpecial(th, x, "__setattr__") {
			_, err := t.callSpecial(th, x, "__setattr__", NewConstant(object.NewStr(name)), val)
			return err
		}
		if t.refusesStores(x) {
			return t.storeRefused(th, x, name, val)
		}
		return t.storeInContainer(th, x, name, val)
	case *Function:
		t.holdAttr(th, x, name, val)
		return nil
	case *Class:
		if !x.T.IsHeap() || t.built.classes[x.T] || strings.HasPrefix(x.T.ModuleName(), "torch.") || t.isAutogradFunction(th, x.T) {
			return t.storeRefused(th, x, name, val)
		}
		t.tracked[x.T.Ref()] = x
		nullable := t.mayBePutBack(th, x, name, val)
		if x.hold(name, val); nullable {
			t.fillLater(x)
		} else {
			t.mutated(x)
		}
		return nil
	case *PyModule:
		t.Globals = append(t.Globals, &GlobalStore{x.M.Dict(), name, val})
		return nil
	case *Cell:
		if t.setCell(x, name, val) {
			return nil
		}
	}
	return t.storeRefused(th, obj, name, val)
}

// storeRefused is the break at the store of an attribute of an object that PyTorch stores none in.
func (t *Trace) storeRefused(th *object.Thread, obj Tracker, name string, val Tracker) error {
	typ := t.TypeOf(obj).ShortName()
	switch x := obj.(type) {
	case *Super:
		typ = "super"
	case *Context:
		if class, ok := object.AsType(x.Class); ok {
			typ = gradModeName(class.ShortName())
		}
	case *Class:
		if t.isAutogradFunction(th, x.T) { // whose metaclass PyTorch does not look at
			typ = "type"
		}
	}
	return &Unsupported{Title: "setattr() on unsupported type", Explanation: "setattr() is not supported on type " + typ, Hints: []string{Supportable},
		Context: fmt.Sprintf("setattr(%s, %s, %s)", t.Describe(th, obj, false), t.Describe(th, NewConstant(object.NewStr(name)), false), t.Describe(th, val, false))}
}

// gradModeName is the class that PyTorch takes contexts of grad mode for.
func gradModeName(class string) string {
	if class == "no_grad" || class == "enable_grad" {
		return "set_grad_enabled"
	}
	return class
}

// refusesStores tells of containers of built-in types, but exceptions and those that PyTorch takes for objects of classes, which raise.
func (t *Trace) refusesStores(x *Container) bool {
	typ := x.V.Type()
	if _, exception := object.AsException(x.V); exception || typ.IsHeap() && typ.FullName() != "collections.OrderedDict" && typ.FullName() != "random.Random" {
		return false
	}
	switch typ.FullName() {
	case "collections.deque", "collections.defaultdict":
		return false
	}
	return true
}

// isAutogradFunction tells of the classes of torch.autograd.Function.
func (t *Trace) isAutogradFunction(th *object.Thread, c *object.Type) bool {
	function, ok := object.AsType(t.Host.Attribute(th, "torch.autograd.Function"))
	return ok && c.IsSubtype(function)
}

// storeInContainer is object.__setattr__ of a container.
func (t *Trace) storeInContainer(th *object.Thread, x *Container, name string, val Tracker) error {
	if _, exception := object.AsException(x.V); exception && x.src == nil {
		return object.GenericSetAttr(th, x.V, object.Intern(name), t.ToValue(val))
	}
	if done, err := t.setByClass(th, x, name, val); done || err != nil {
		return err
	}
	t.holdAttr(th, x, name, val)
	return nil
}

// ofThread tells whether a class is threading.local, whose attributes are those of the thread that traces.
func ofThread(c *object.Type) bool { return c != nil && c.FullName() == "threading.local" }

func (t *Trace) setObjectAttr(th *object.Thread, x *Object, name string, val Tracker) error {
	setattr, owner := x.T.LookupWhere(object.Intern("__setattr__"))
	plain := ofThread(owner) || t.isModule(th, x.T) && setattr == t.Host.ModuleType(th).Lookup(th, object.Intern("__setattr__"))
	if t.hasSpecial(th, x, "__setattr__") && !plain {
		_, err := t.callSpecial(th, x, "__setattr__", NewConstant(object.NewStr(name)), val)
		return err
	}
	return t.StoreAttr(th, x, name, val)
}

func init() { pythonFunctions["torch.nn.modules.module.Module.__setattr__"] = moduleSetattr }

// moduleSetattr is nn.Module.__setattr__, as a __setattr__ of the program calls it.
func moduleSetattr(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	if len(args) != 3 {
		return nil, object.TypeErrorf("Module.__setattr__() takes 3 positional arguments but %d were given", len(args))
	}
	self, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	name, err := t.constantString(th, args[1])
	if err != nil {
		return nil, err
	}
	x, ok := self.(*Object)
	if !ok {
		return nil, Unsupportedf("Unsupported method call", self.Kind()+".__setattr__", "Dynamo does not know how to trace method `__setattr__` of class `%s`", t.TypeOf(self).Name)
	}
	val, err := t.Realize(th, args[2])
	if err != nil {
		return nil, err
	}
	return None(), t.StoreAttr(th, x, name, val)
}

// setByClass stores an attribute of a container that its class has a say in: a property, a descriptor in Python, what native code does not let be stored. Done is false where the
// store is to be held.
func (t *Trace) setByClass(th *object.Thread, x *Container, name string, val Tracker) (done bool, err error) {
	typ := x.V.Type()
	onClass, owner := typ.LookupWhere(object.Intern(name))
	if onClass.IsNull() {
		if typ.HasDict() {
			return false, nil
		}
		return true, object.SetAttr(th, x.V, name, t.ToValue(val)) // which raises
	}
	if p, ok := object.AsProperty(onClass); ok {
		if p.Set.IsNull() || p.Set.IsNone() {
			return true, p.Missing(th, x.V, typ, "setter")
		}
		_, err := t.Call(th, t.FromValue(p.Set), []Tracker{x, val}, nil)
		return true, err
	}
	if f, ok := object.AsFunction(onClass.Type().Lookup(th, object.Intern("__set__"))); ok {
		_, err := t.Inliner.Inline(th, &Function{Fn: f}, []Tracker{t.FromValue(onClass), x, val}, nil)
		return true, err
	}
	slot := onClass.Type().ShortName() == "member_descriptor"
	if isDataDescriptor(onClass) && !slot || !typ.HasDict() && !(slot && owner.IsHeap()) {
		err := object.SetAttr(th, x.V, name, t.ToValue(val)) // the shadow takes it or raises; the object itself takes it when the effects are replayed
		return err != nil, err
	}
	return false, nil
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
			return p.Missing(th, x.V, x.T, what)
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
	if !onClass.IsNull() && !x.T.HasDict() && onClass.Type().DescrSet == nil && !onClass.Type().IsHeap() {
		return object.AttributeErrorf(x.V, object.Intern(name), "'%s' object attribute '%s' is read-only", x.T.Name, name)
	}
	if val == nil {
		slot := !onClass.IsNull() && onClass.Type() == object.MemberType
		switch {
		case onClass.IsNull() && !x.T.HasDict():
			return object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", x.T.Name, name)
		case slot:
			if held, pending := x.Pending(name); pending && held == nil || !pending && (x.New || object.SlotUnset(th, onClass, x.V)) {
				return object.AttributeErrorf(x.V, object.Intern(name), "%s", name)
			}
		case (onClass.IsNull() || onClass.Type().DescrSet == nil) && !t.isModule(th, x.T) && !t.ownsAttr(x, name):
			return object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s'", x.T.Name, name)
		}
		if was, err := t.objectAttr(th, x, name); err != nil {
			return err
		} else if t.isModule(th, x.T) {
			if _, err := t.Realize(th, was); err != nil {
				return err
			}
		}
		if _, held := x.Pending(name); !held && x.src != nil && slot {
			t.guard(th, &guards.Guard{Source: x.src, Kind: guards.HasAttr, Name: name})
		}
	} else if !x.T.HasDict() && onClass.IsNull() {
		return object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", x.T.Name, name)
	}
	if t.isModule(th, x.T) && val != nil {
		if done, err := t.setModuleMember(th, x, name, val); done || err != nil {
			return err
		}
	}
	t.holdAttr(th, x, name, val)
	return nil
}

// ownsAttr tells whether an object has an attribute of its own, beside what its class has.
func (t *Trace) ownsAttr(x *Object, name string) bool {
	if held, pending := x.Pending(name); pending {
		return held != nil
	}
	if x.New || x.V.Dict() == nil {
		return false
	}
	_, ok := x.V.Dict().Lookup(name)
	return ok
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
			if t.ownsAttr(x, name) { // a value of the instance's own, which would hide the member
				t.holdAttr(th, x, name, nil)
			}
			x.nameTables("_buffers") // the others are emptied by their names
			for _, other := range kinds {
				if other.table == k.table {
					continue
				}
				if oc, od, err := t.moduleTable(th, x, other.table); err == nil && od != nil && od.DelStr(object.Intern(name)) && oc.src != nil {
					t.mutated(oc)
				}
			}
		}
		if c.src != nil && c.wrapped {
			t.countKeys(th, c)
		}
		if !present && k.table == "_parameters" && x.src != nil {
			t.guard(th, &guards.Guard{Source: x.src, Kind: guards.NotHasAttr, Name: name})
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

// deleteOwn deletes an attribute that an object has of its own.
func (t *Trace) deleteOwn(th *object.Thread, x attributed, name string) error {
	held, pending := x.held().Pending(name)
	if pending && held == nil || !pending && !existed(x, name) {
		v, typ := x.was()
		return object.AttributeErrorf(v, object.Intern(name), "'%s' object has no attribute '%s'", typ.ShortName(), name)
	}
	t.holdAttr(th, x, name, nil)
	return nil
}

// DelAttr is del obj.name.
func (t *Trace) DelAttr(th *object.Thread, obj Tracker, name string) error {
	obj, err := t.Realize(th, obj)
	if err != nil {
		return err
	}
	if x, ok := obj.(*Object); ok {
		if t.hasSpecial(th, x, "__delattr__") {
			_, err := t.callSpecial(th, x, "__delattr__", NewConstant(object.NewStr(name)))
			return err
		}
		return t.StoreAttr(th, x, name, nil)
	}
	if c, ok := obj.(*Cell); ok && t.setCell(c, name, nil) {
		return nil
	}
	switch x := obj.(type) {
	case *Container:
		if !x.V.Type().HasDict() {
			if err := object.DelAttr(th, x.V, name); err != nil { // there is nothing that can be deleted
				return err
			}
		} else if x.V.Type().IsHeap() && !t.hasSpecial(th, x, "__delattr__") && x.V.Type().Lookup(th, object.Intern(name)).IsNull() {
			return t.deleteOwn(th, x, name)
		}
	case *Function:
		if object.FunctionType.Lookup(th, object.Intern(name)).IsNull() {
			return t.deleteOwn(th, x, name)
		}
	case *Class:
		_, before := x.T.NS.Lookup(name)
		if held, _ := x.Pending(name); held != nil && !before {
			x.hold(name, nil)
			return nil
		}
	}
	return Unsupportedf("Unsupported attribute deletion", obj.Kind()+"."+name, "Dynamo does not know how to delete attribute `%s` of a %s.", name, obj.Kind())
}
