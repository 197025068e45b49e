package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/interp"
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
	case *DataPointer:
		if name == "__class__" {
			return t.FromValue(object.IntType.Ref()), nil
		}
	case *Tensor:
		return t.tensorAttr(th, x, name)
	case *NdArray:
		return t.arrayAttr(th, x, name)
	case *Object:
		if err := t.unregisteredMember(th, x, name); err != nil {
			return nil, err
		}
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
	case *Cell:
		if v, done, err := t.cellAttr(x, name); done {
			return v, err
		}
	case *Super:
		return t.superAttr(th, x, name)
	case *Method:
		return t.methodAttr(th, x, name)
	case *Builtin:
		return t.builtinAttr(th, x, name)
	case *SymInt, *SymFloat, *SymBool:
		typ := t.TypeOf(x)
		if part, ok := numberPart(x, name); ok {
			return part, nil
		}
		switch name {
		case "__class__":
			return t.FromValue(typ.Ref()), nil
		case "__doc__":
			return t.FromValue(typ.Lookup(th, object.Intern(name))), nil
		}
		if typ.Lookup(th, object.Intern(name)).IsNull() {
			return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'%s' object has no attribute '%s'", typ.ShortName(), name)
		}
		return &Attribute{Obj: obj, Name: name}, nil
	case *Generator:
		if name == "__class__" {
			return t.FromValue(interp.GeneratorType.Ref()), nil
		}
		if interp.GeneratorType.Lookup(th, object.Intern(name)).IsNull() {
			return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'generator' object has no attribute '%s'", name)
		}
		return generatorAttr(x, name), nil
	case *Context:
		if class, ok := object.AsType(x.Class); ok {
			if name == "__class__" {
				return t.FromValue(x.Class), nil
			}
			if x.Ignored == nil && class.Lookup(th, object.Intern(name)).IsNull() {
				return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'%s' object has no attribute '%s'", class.ShortName(), name)
			}
		}
		return &Attribute{Obj: obj, Name: name}, nil
	case *Attribute:
		switch name {
		case "__name__":
			return NewConstant(object.NewStr(x.Name)), nil
		case "__class__":
			return t.FromValue(object.BuiltinFunctionType.Ref()), nil
		}
	}
	return nil, Unsupportedf("Unsupported attribute access", obj.Kind()+"."+name, "Dynamo does not know how to read attribute `%s` of a %s.", name, obj.Kind())
}

// numberPart is what a number that the graph computes is made of, as Python's numbers tell it.
func numberPart(x Tracker, name string) (Tracker, bool) {
	_, float := x.(*SymFloat)
	_, whole := x.(*SymInt)
	switch {
	case name == "real" && (float || whole), name == "numerator" && whole:
		return x, true
	case name == "imag" && float:
		return NewConstant(object.Float(0)), true
	case name == "imag" && whole:
		return NewConstant(object.Int(0)), true
	case name == "denominator" && whole:
		return NewConstant(object.Int(1)), true
	}
	return nil, false
}

// generatorAttr is an attribute of a generator, which never runs while somebody looks at it.
func generatorAttr(x *Generator, name string) Tracker {
	switch name {
	case "gi_running":
		return NewConstant(object.False)
	case "gi_suspended":
		return NewConstant(object.Bool(x.State.Started() && !x.Done))
	case "gi_yieldfrom":
		return None()
	case "gi_frame":
		if x.Done {
			return None()
		}
	case "gi_code":
		return NewConstant(x.Fn.Fn.Code.Ref())
	case "__name__":
		return NewConstant(x.Fn.Fn.Name.Ref())
	case "__qualname__":
		return NewConstant(object.NewStr(x.Fn.Fn.Code.QualName))
	}
	return &Attribute{Obj: x, Name: name}
}

// HasAttr is hasattr(obj, name).
func (t *Trace) HasAttr(th *object.Thread, obj Tracker, name string) (bool, error) {
	obj, err := t.Realize(th, obj)
	if err != nil {
		return false, err
	}
	if err := t.refuseHasAttr(th, obj, name); err != nil {
		return false, err
	}
	if _, tensor := obj.(*Tensor); tensor && name == "__dict__" { // which cannot be read while tracing
		return true, nil
	}
	_, has, err := t.LookupAttr(th, obj, name)
	return has, err
}

// refuseHasAttr is the break where PyTorch does not tell whether an object has an attribute: it asks of few kinds of built-in objects.
func (t *Trace) refuseHasAttr(th *object.Thread, obj Tracker, name string) error {
	shown := t.Describe(th, obj, false)
	function := shown
	refused := false
	switch x := obj.(type) {
	case *Context:
		class, ok := object.AsType(x.Class)
		refused = ok && !hasMethod(th, class, name)
	case *Super:
		_, has, err := t.LookupAttr(th, x, name)
		refused = err == nil && (!has || name == "__self__")
	case *Object:
		switch x.Kind() {
		case "ObjectVariable", "NullContextVariable":
			refused = !hasMethod(th, x.T, name)
		}
	case *Class:
		refused = t.isAutogradFunction(th, x.T) && name != "__call__" && (name == "__doc__" || !hasMethod(th, object.ObjectType, name))
	case *Container:
		switch typ := x.V.Type(); typ.FullName() {
		case "collections.OrderedDict":
			if typ.Lookup(th, object.Intern(name)).IsNull() {
				return &Unsupported{Title: "unsupported hasattr operation", Explanation: "hasattr on <class 'collections.OrderedDict'> is not supported",
					Hints: []string{"Consider using a regular dictionary instead", Supportable}, Context: "Class <class 'collections.OrderedDict'>"}
			}
		case "slice":
			refused, function = !sliceParts[name], guards.ReprOf(th, x.V)
		case "random.Random":
			refused, function = typ.Lookup(th, object.Intern(name)).IsNull() && name != "__dict__", guards.ReprOf(th, x.V)
		case "property":
			refused, function = !hasMethod(th, typ, name), guards.ReprOf(th, x.V)
		case "zip", "map", "filter", "itertools.count", "itertools.chain", "itertools.repeat":
			refused = !hasMethod(th, typ, name)
		}
	}
	if !refused {
		return nil
	}
	kind, _, _ := strings.Cut(shown, "(")
	return &Unsupported{Title: "Unsupported hasattr call", Context: "call_obj_hasattr " + shown + " " + name,
		Explanation: fmt.Sprintf("Dynamo does not know how to trace the function `%s`", function),
		Hints:       []string{fmt.Sprintf("Avoid calling `hasattr(%s, %s)` in your code.", kind, name), Supportable}}
}

// sliceParts are what PyTorch finds on a slice.
var sliceParts = map[string]bool{"start": true, "stop": true, "step": true, "__eq__": true, "__hash__": true}

// hasMethod tells whether objects of a class have an attribute by their class.
func hasMethod(th *object.Thread, c *object.Type, name string) bool {
	return !c.Lookup(th, object.Intern(name)).IsNull() && name != "__dict__"
}

// LookupAttr is obj.name, where there is such an attribute.
func (t *Trace) LookupAttr(th *object.Thread, obj Tracker, name string) (value Tracker, has bool, err error) {
	obj, err = t.Realize(th, obj)
	if err != nil {
		return nil, false, err
	}
	deleted := false
	if o, ok := obj.(interface {
		Pending(string) (Tracker, bool)
	}); ok {
		if held, pending := o.Pending(name); pending && held != nil {
			return held, true, nil
		} else if pending {
			deleted = true
		}
	}
	value, err = t.GetAttr(th, obj, name)
	if err != nil && !object.ErrorIs(err, object.AttributeError) {
		return nil, false, err
	}
	if deleted { // guards are of the object as it was before
		return value, err == nil, nil
	}
	generic := err == nil
	switch x := obj.(type) {
	case *Object:
		generic = guards.HasGenericAttr(th, x.V, name)
	case *Container:
		if !x.Orig.IsNull() {
			generic = guards.HasGenericAttr(th, x.Orig, name)
		}
	}
	switch obj.(type) {
	case *Object, *Tensor, *Container, *Function, *Class:
		if src := obj.Source(); src != nil {
			kind := guards.HasAttr
			if !generic {
				kind = guards.NotHasAttr
			}
			t.guard(th, &guards.Guard{Source: src, Kind: kind, Name: name})
		}
	}
	return value, err == nil, nil
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
	if _, method := object.AsMethod(v); method { // a function of numpy that draws, of the stream which all such functions have
		if _, ok := t.Host.NumpyName(th, v); ok || t.globalDraws(th, v) {
			return &Builtin{Fn: v}, nil
		}
	}
	if _, own := x.M.Dict().Lookup(name); x.src == nil || !own && x.M.Ref().Type().Lookup(th, object.Intern(name)) != object.Null { // what its type has is made anew at each look
		return t.Existing(v), nil
	}
	if object.IsCallable(v) && guards.TensorOf(v) == nil || isNativeConstant(v) {
		f, ok := object.AsFunction(v)
		if ok && !strings.HasPrefix(f.Code.Filename, "<magneto>") { // one of the program's
			return t.Wrap(v, x.src.Attr(name)), nil
		}
		t.guardIdentity(th, v, x.src.Attr(name))
		if ok {
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
	case *DataPointer:
		return object.IntType
	case *Container:
		return x.V.Type()
	case *Object:
		return x.T
	case *Reference:
		return x.Class
	case *Function:
		return object.FunctionType
	case *Method:
		return object.MethodType
	case *Attribute:
		return object.BuiltinFunctionType
	case *Generator:
		return interp.GeneratorType
	case *Class:
		return x.T.Ref().Type()
	case *Builtin:
		return x.Fn.Type()
	case *PyModule:
		return object.ModuleType
	case *Cell:
		return object.CellType
	}
	return object.ObjectType
}

func (t *Trace) containerAttr(th *object.Thread, x *Container, name string) (Tracker, error) {
	held, deleted := x.Pending(name)
	if held != nil {
		return held, nil
	}
	typ := x.V.Type()
	if name == "__class__" {
		return t.FromValue(typ.Ref()), nil
	}
	if _, exception := object.AsException(x.V); name == "__dict__" && typ.HasDict() && (x.src != nil || !exception) { // an exception that tracing made holds its attributes itself
		return t.instanceDict(th, x)
	}
	if v, done, err := t.exceptionAttr(th, x, name); done || err != nil {
		return v, err
	}
	if typ.IsHeap() {
		if v, done, err := t.attrByClass(th, x, name, deleted); done || err != nil {
			return v, err
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
	if of := typ.FullName(); !x.wrapped && x.V == x.Orig && !isPrimitive(typ) || of == "functools.partial" && partialAttrs[name] || of == "collections.deque" && name == "maxlen" {
		return t.wrapAttr(x, name, v), nil
	}
	return t.FromValue(v), nil
}

// attrByClass reads an attribute of a container of a class of the program as far as the instance and what is written in Python have a say in it: data
// descriptors of the class, the instance, other attributes of the class. Deleted tells of an attribute that tracing has deleted from the instance.
func (t *Trace) attrByClass(th *object.Thread, x *Container, name string, deleted bool) (v Tracker, done bool, err error) {
	typ := x.V.Type()
	onClass, _ := typ.LookupWhere(object.Intern(name))
	data := !onClass.IsNull() && isDataDescriptor(onClass)
	if p, ok := object.AsProperty(onClass); ok {
		v, err = t.Call(th, t.FromValue(p.Get), []Tracker{x}, nil)
		return v, true, err
	}
	if caller := x.src != nil && !x.Orig.IsNull() && !deleted; caller && data && onClass.Type() == object.MemberType {
		v, err := onClass.Type().DescrGet(th, onClass, x.Orig, typ.Ref())
		if err != nil {
			return nil, true, err
		}
		return t.Wrap(v, x.src.Attr(name)), true, nil
	} else if d := x.Orig; caller && !data && d.Dict() != nil {
		if v, ok := d.Dict().Lookup(name); ok {
			return t.Wrap(v, x.src.DictAttr(name)), true, nil
		}
	}
	if onClass.IsNull() {
		return nil, false, nil
	}
	if x.src != nil && !x.Orig.IsNull() && !data && typ.HasDict() {
		t.guard(th, &guards.Guard{Source: x.src, Kind: guards.NotPresentInGenericDict, Name: name})
	}
	if f, ok := object.AsFunction(onClass); ok {
		return &Method{Self: x, Func: &Function{Fn: f}}, true, nil
	}
	if get, ok := object.AsFunction(onClass.Type().Lookup(th, object.Intern("__get__"))); ok {
		descriptor := t.FromValue(onClass)
		if x.src != nil {
			descriptor = t.Wrap(onClass, classEntry(x.src.Type(), typ, name))
		}
		v, err = t.Inliner.Inline(th, &Function{Fn: get}, []Tracker{descriptor, x, t.FromValue(typ.Ref())}, nil)
		return v, true, err
	}
	return nil, false, nil
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
	if !onClass.IsNull() && onClass.Type().IsHeap() {
		if get, ok := object.AsFunction(onClass.Type().Lookup(th, object.Intern("__get__"))); ok {
			descriptor := t.FromValue(onClass)
			if src := classEntry(x.src, x.T, name); src != nil {
				descriptor = t.Wrap(onClass, src)
			}
			return t.Inliner.Inline(th, &Function{Fn: get}, []Tracker{descriptor, None(), x}, nil)
		}
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
	if name == "__dict__" {
		return t.instanceDict(th, x)
	}
	if held, ok := x.Pending(name); ok {
		if held != nil {
			return held, nil
		}
		if existed(x, name) {
			return nil, object.AttributeErrorf(x.Fn.Ref(), object.Intern(name), "'function' object has no attribute '%s'", name)
		}
	} else if d := x.Fn.Dict(); d != nil {
		if v, ok := d.Lookup(name); ok {
			if x.src != nil {
				return t.Wrap(v, x.src.Attr(name)), nil
			}
			return t.Existing(v), nil
		}
	}
	if annotate, held := x.Pending("__annotate__"); name == "__annotations__" && held && annotate != nil {
		return t.Call(th, annotate, []Tracker{NewConstant(object.Int(1))}, nil) // in the format of values
	}
	v, err := object.GetAttr(th, x.Fn.Ref(), name)
	if err != nil {
		return nil, err
	}
	if writable[name] && x.src != nil && !x.New {
		return t.Realize(th, t.Wrap(v, x.src.Attr(name)))
	}
	return t.FromValue(v), nil
}

// writable are the attributes of functions that live outside of their __dict__ and can be stored.
var writable = map[string]bool{"__name__": true, "__qualname__": true, "__module__": true, "__doc__": true, "__defaults__": true, "__kwdefaults__": true}

func (t *Trace) methodAttr(th *object.Thread, x *Method, name string) (Tracker, error) {
	switch name {
	case "__self__":
		return x.Self, nil
	case "__func__":
		return x.Func, nil
	case "__class__":
		return t.FromValue(object.MethodType.Ref()), nil
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
	if _, class := x.Obj.(*Class); class && name == "__call__" { // of type, from a metaclass
		call, err := object.GetAttr(th, object.TypeType.Ref(), name)
		return &Method{Self: x.Obj, Func: &Builtin{Fn: call}}, err
	}
	return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'super' object has no attribute '%s'", name)
}
