package variables

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// This file calls code written in Go with shadows and proxies as arguments.

// callPure runs a native function on shadows.
func (t *Trace) callPure(th *object.Thread, fn object.Value, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	for i, a := range args {
		if name == "fromkeys" && i == 1 || (name == "map" || name == "filter") && i == 0 { // the value, and what is called
			continue
		}
		x, err := t.prepare(th, a, name, iteratesOver[name] && i == 0)
		if err != nil {
			return nil, err
		}
		if name == "zip" || name == "map" { // which ask one iterable after the other for its iterator
			switch x.(type) {
			case *Constant, *Object:
				if typ := t.TypeOf(x); typ.Iter == nil && typ.GetItem == nil && !t.hasSpecial(th, x, "__iter__") {
					return nil, object.TypeErrorf("'%s' object is not iterable", typ.Name)
				}
			}
		}
		args[i] = x
	}
	for i, kw := range kwargs {
		if keepsKeywords[name] {
			continue
		}
		x, err := t.Realize(th, kw.Value)
		if err == nil && !unpinned[name] { // which are moved, not looked into
			x, err = t.prepare(th, x, name, false)
		}
		if err != nil {
			return nil, err
		}
		kwargs[i].Value = x
	}
	if name == "partial" && len(args) > 0 {
		switch args[0].(type) {
		case *SymInt, *SymFloat, *SymBool:
			return nil, object.TypeErrorf("the first argument must be callable")
		}
	}
	v, err := t.callNative(th, fn, args, kwargs)
	for _, a := range args {
		if c, ok := a.(*Container); ok && c.src != nil && c.wrapped && c.Changed(th) {
			t.mutated(c)
		}
	}
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// iteratesOver are the functions that go through all elements of their first argument.
var iteratesOver = map[string]bool{"sorted": true, "sum": true, "fsum": true, "prod": true, "Counter": true}

// prepare makes an argument fit for native code, which goes through its elements where it is iterated over.
func (t *Trace) prepare(th *object.Thread, a Tracker, name string, iterated bool) (Tracker, error) {
	x, err := t.Realize(th, a)
	if err != nil {
		return nil, err
	}
	if c, ok := x.(*Container); ok {
		t.observe(th, c, name, nil)
		if c.src != nil && !c.wrapped && name != "partial" && c.V.Type().FullName() != "functools.partial" && !c.cachesCalls() { // which are called, or moved, and not looked into
			if isIterator(c.V.Type()) {
				return nil, withoutModel(c.V.Type(), "__iter__")
			}
			return nil, Unsupportedf("C-implemented special method without VariableTracker model", c.V.Type().ShortName(), "Dynamo has no model of `%s`.", c.V.Type().ShortName())
		}
	}
	if unpinned[name] {
		if o, ok := x.(*Object); ok && name != "dict" && name != "partial" && !t.hasSpecial(th, o, "__call__") && t.hasSpecial(th, o, "__iter__") {
			it, err := t.Iter(th, o)
			if err == nil && name == "list" {
				err = t.askLength(th, o)
			}
			return it, err
		}
		if _, ok := x.(*Tensor); ok && name != "partial" && name != "repeat" {
			return t.Iter(th, x)
		}
		return x, nil
	}
	if x, err = t.deep(th, x); err != nil {
		return nil, err
	}
	if iterated {
		if _, isTensor := x.(*Tensor); !isTensor {
			iterable := x
			if x, err = t.materialize(th, x); err != nil {
				return nil, err
			}
			if _, ok := iterable.(*Object); ok && name == "sorted" {
				if err := t.askLength(th, iterable); err != nil {
					return nil, err
				}
			}
		}
	}
	switch x.(type) {
	case *Tensor:
		if module := name; module != "sorted" && module != "isinstance" {
			return nil, failedBuiltin(th, t, name, []Tracker{x}, nil)
		}
	}
	return t.pin(th, x)
}

// callUnbound is a method of a built-in type called through the type.
func (t *Trace) callUnbound(th *object.Thread, b *object.Builtin, args []Tracker, kwargs []KW) (Tracker, error) {
	self, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	if _, known := self.(*Constant); (known || unknownNumber(self)) && b.Name != "__new__" {
		if err := b.SelfError(t.TypeOf(self)); err != nil {
			return nil, err
		}
	}
	switch x := self.(type) {
	case *Container:
		if done, err := t.ownAttribute(th, x, b.Name, args[1:]); done || err != nil {
			return None(), err
		}
		// The built-in method itself, whatever the class overrides.
		t.observe(th, x, b.Name, args[1:])
		if !opaque[b.Name] {
			if _, err := t.deep(th, x); err != nil {
				return nil, err
			}
		}
		if b.Name == "__init__" || takesItems[b.Name] {
			for _, a := range args[1:] {
				from, err := t.Realize(th, a)
				if err != nil {
					return nil, err
				}
				if c, ok := from.(*Container); ok {
					t.observe(th, c, "__iter__", nil)
				}
			}
		}
		before := contents(th, x.V)
		r, err := t.callNativeOn(th, b, x, args[1:], kwargs)
		if noted := t.noteChange(th, x, before); err == nil {
			err = noted
		}
		if err != nil {
			return nil, err
		}
		return t.FromValue(r), nil
	case *Object:
		switch b.Name {
		case "__new__":
		case "__init__", "__setattr__", "__delattr__", "__getattribute__", "__eq__", "__ne__", "__hash__", "__repr__", "__str__", "__init_subclass__":
			return t.objectMethod(th, x, b.Name, args[1:], kwargs)
		}
	case *Class:
		if b.Name == "__new__" {
			return t.New(th, x.T, args[1:], kwargs)
		}
	case *Constant:
		return t.callConstantMethod(th, x, b.Name, args[1:], kwargs)
	case *Tensor:
		if m, ok := writtenMethods[b.Name]; ok && len(kwargs) == 0 {
			return m.trace(th, t, args)
		}
		return t.callTensorMethod(th, x, b.Name, args[1:], kwargs)
	}
	return nil, Unsupportedf("Unsupported method call", b.QualName, "Dynamo does not know how to trace `%s` on a %s", b.QualName, self.Kind())
}

// ownAttribute is object.__setattr__ of a container of a class of the script: the attribute is held back as those of other objects are.
func (t *Trace) ownAttribute(th *object.Thread, x *Container, method string, args []Tracker) (done bool, err error) {
	if method != "__setattr__" || len(args) != 2 || !x.V.Type().HasDict() {
		return false, nil
	}
	name, ok := t.Peek(args[0]).(*Constant)
	if !ok {
		return false, Unsupportedf("Unsupported method call", x.Kind()+"."+method, "Dynamo does not know how to trace method `%s` of class `%s`", method, x.V.Type().Name)
	}
	s, _ := object.Text(name.V)
	return true, t.storeInContainer(th, x, s, args[1])
}

// objectMethod is a method of the type object, called past what the class overrides.
func (t *Trace) objectMethod(th *object.Thread, x *Object, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	switch name {
	case "__init__":
		return None(), object.AcceptInit(x.T, len(args)+len(kwargs))
	case "__init_subclass__":
		return None(), nil
	case "__setattr__", "__delattr__":
		key, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		c, ok := key.(*Constant)
		if !ok {
			break
		}
		s, _ := object.AsStr(c.V)
		var v Tracker
		if name == "__setattr__" {
			v = args[1]
		}
		return None(), t.StoreAttr(th, x, s.S, v)
	case "__getattribute__":
		key, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		if c, ok := key.(*Constant); ok {
			s, _ := object.AsStr(c.V)
			return t.genericAttr(th, x, s.S)
		}
	case "__eq__":
		same, err := t.Is(th, x, args[0])
		if err != nil {
			return nil, err
		}
		if same {
			return NewConstant(object.True), nil
		}
		return NewConstant(object.NotImplemented), nil
	case "__hash__":
		return NewConstant(object.Int(int64(object.ID(x.V) >> 4))), nil
	case "__reduce_ex__", "__getstate__":
		return t.reduction(th, x, name)
	}
	return nil, Unsupportedf("Unsupported method call", x.T.Name+"."+name, "Dynamo does not know how to trace method `%s` of class `%s`", name, x.T.Name)
}

// genericAttr is object.__getattribute__.
func (t *Trace) genericAttr(th *object.Thread, x *Object, name string) (Tracker, error) {
	if held, ok := x.Pending(name); ok && held != nil {
		return held, nil
	}
	onClass, owner := x.T.LookupWhere(object.Intern(name))
	if !onClass.IsNull() && isDataDescriptor(onClass) {
		return t.bindClassAttr(th, x, name, onClass, owner)
	}
	if !x.New && x.V.Dict() != nil {
		if v, ok := x.V.Dict().Lookup(name); ok {
			if x.src != nil {
				return t.Wrap(v, instanceAttr(th, x.src, x.T, name)), nil
			}
			return t.FromValue(v), nil
		}
	}
	if !onClass.IsNull() {
		return t.bindClassAttr(th, x, name, onClass, owner)
	}
	return nil, object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s'", x.T.Name, name)
}

// compared are the methods whose argument is compared with the container.
var compared = map[string]bool{"__eq__": true, "__ne__": true, "__lt__": true, "__le__": true, "__gt__": true, "__ge__": true}

func (t *Trace) callNativeOn(th *object.Thread, b *object.Builtin, self *Container, args []Tracker, kwargs []KW) (object.Value, error) {
	values := []object.Value{self.V}
	for _, a := range args {
		if compared[b.Name] || isPrimitive(self.V.Type()) { // and looked into
			var err error
			if a, err = t.deep(th, a); err != nil {
				return object.Null, err
			}
		}
		values = append(values, t.ToCallable(a))
	}
	var names []object.Value
	for _, kw := range kwargs {
		values = append(values, t.ToCallable(kw.Value))
		names = append(names, object.StrValue(kw.Name))
	}
	v, err := object.CallArgs(th, b.Ref(), values, names)
	return v, sortingTensors(b.Ref(), err)
}

// callBound is a native method bound to an object that tracing did not make.
func (t *Trace) callBound(th *object.Thread, b *object.Builtin, args []Tracker, kwargs []KW) (Tracker, error) {
	self, err := t.Realize(th, t.Existing(b.Self))
	if err != nil {
		return nil, err
	}
	switch x := self.(type) {
	case *Class:
		if b.Name == "__new__" && len(args) > 0 {
			c, err := t.Realize(th, args[0])
			if err != nil {
				return nil, err
			}
			if class, ok := c.(*Class); ok {
				return t.New(th, class.T, args[1:], kwargs)
			}
		}
		return t.callPure(th, b.Ref(), b.Name, args, kwargs)
	case *Container, *Constant:
		return t.CallMethod(th, x, b.Name, args, kwargs)
	}
	return nil, Unsupportedf("Unsupported method call", b.QualName, "Dynamo does not know how to trace `%s`", b.QualName)
}

// unmade is the break at the call of a class of native code that has no rule.
func (t *Trace) unmade(th *object.Thread, class *object.Type, args []Tracker, kwargs []KW) error {
	shown := "UserDefinedClassVariable(" + guards.ReprOf(th, class.Ref()) + ")"
	given := shown
	if len(args) > 0 {
		given += ", " + t.shownArgs(th, args)
	}
	return &Unsupported{Title: "Unsupported method call", Context: fmt.Sprintf("call_method %s __new__ [%s] {%s}", shown, given, t.shownKeywords(th, kwargs)),
		Explanation: "Dynamo does not know how to trace method `__new__` of class `type`", Hints: []string{"Avoid calling `type.__new__` in your code.", "Please report an issue to PyTorch."}}
}

// isText tells whether x is a string that is known while tracing.
func (t *Trace) isText(th *object.Thread, x Tracker) bool {
	x, err := t.Realize(th, x)
	c, ok := t.Peek(x).(*Constant)
	return err == nil && ok && c.V.Type() == object.StrType
}

// untracedClasses are classes of the builtins module that are not called while tracing.
var untracedClasses = map[*object.Type]bool{object.BytesType: true, object.ByteArrayType: true, object.MemoryViewType: true,
	object.PropertyType: true, object.StaticMethodType: true, object.ClassMethodType: true}

// constructBuiltin is the call of a built-in class.
func (t *Trace) constructBuiltin(th *object.Thread, typ *object.Type, args []Tracker, kwargs []KW) (Tracker, error) {
	if typ == object.AssertionError && slices.ContainsFunc(args, func(a Tracker) bool { return !t.isText(th, a) }) {
		return nil, &Unsupported{Title: "assert with non-string message", Context: t.DescribeAll(th, args), Explanation: "Dynamo only supports asserts with string messages",
			Hints: []string{Supportable}}
	}
	if typ.IsSubtype(object.BaseException) {
		return t.callPureClass(th, typ, args, kwargs, false)
	}
	module := typ.ModuleName()
	if untracedClasses[typ] {
		return nil, failedBuiltin(th, t, typ.Name, args, kwargs)
	}
	switch typ.FullName() {
	case "torch.Size":
		if len(args) == 1 && len(kwargs) == 0 && !t.allConstant(th, args, nil) {
			return t.sizeOf(th, args[0])
		}
		return t.foldCall(th, typ.Ref(), args, kwargs)
	case "torch.finfo", "torch.iinfo", "torch.device", "torch.dtype":
		return t.foldCall(th, typ.Ref(), args, kwargs)
	}
	if !pure[module] && module != "torch.return_types" {
		if interpNative[module] && module != "_struct" {
			return nil, t.unmade(th, typ, args, kwargs)
		}
		if typ.FullName() == "torch._C.Generator" {
			return nil, &Unsupported{Title: "An opaque object was created in the middle of the program.", Context: "Opaque object type: <class 'torch._C.Generator'>.",
				Explanation: "Opaque objects cannot be created inside the torch.compile region. They must be created before entering the compiled function.",
				Hints:       []string{"Please create the opaque object before calling torch.compile and pass it in as an argument or as a global variable."}}
		}
		return nil, Skipped(typ.ShortName(), module)
	}
	switch typ.ShortName() {
	case "OrderedDict", "defaultdict":
		for i := range args {
			if typ.ShortName() == "defaultdict" && i == 0 {
				continue
			}
			x, err := t.pairs(th, args[i], typ)
			if err != nil {
				return nil, err
			}
			args[i] = x
		}
	case "set", "frozenset", "Counter", "bytes", "complex", "slice":
		if typ == object.ComplexType && slices.ContainsFunc(args, func(a Tracker) bool { _, tensor := t.Peek(a).(*Tensor); return tensor }) {
			return nil, failedBuiltin(th, t, "complex", args, kwargs)
		}
		return t.callPureClass(th, typ, args, kwargs, typ != object.ComplexType && typ.ShortName() != "slice")
	}
	return t.callPure(th, typ.Ref(), typ.ShortName(), args, kwargs)
}

// sizeOf is torch.Size of numbers that are not all constants.
func (t *Trace) sizeOf(th *object.Thread, x Tracker) (Tracker, error) {
	x, err := t.deep(th, x)
	if err != nil {
		return nil, err
	}
	c, ok := x.(*Container)
	if !ok || !c.V.Type().IsSubtype(object.ListType) && !c.V.Type().IsSubtype(object.TupleType) {
		return nil, Unsupportedf("Failed to trace builtin operator", "torch.Size", "Dynamo makes a torch.Size of lists and tuples alone.")
	}
	var items []object.Value
	for _, e := range t.Items(th, c) {
		switch e := t.Peek(e).(type) {
		case *SymInt:
			items = append(items, t.ToValue(e))
		case *Constant:
			if _, isInt := e.V.AsInt(); !isInt {
				return nil, object.TypeErrorf("torch.Size() takes an iterable of 'int' (item %d is '%s')", len(items), e.V.Type().ShortName())
			}
			items = append(items, e.V)
		default:
			return nil, Unsupportedf("Failed to trace builtin operator", "torch.Size", "Dynamo makes a torch.Size of ints alone.")
		}
	}
	return t.newContainer(t.Host.Size(th, items)), nil
}

func (t *Trace) callPureClass(th *object.Thread, typ *object.Type, args []Tracker, kwargs []KW, deep bool) (Tracker, error) {
	for i, a := range args {
		if _, late := t.Peek(a).(*Formatted); late && !deep { // the message of an exception
			continue
		}
		x, err := t.Realize(th, a)
		if err != nil {
			return nil, err
		}
		if deep {
			if x, err = t.deep(th, x); err != nil {
				return nil, err
			}
			if x, err = t.materialize(th, x); err != nil {
				return nil, err
			}
		}
		if c, ok := x.(*Container); ok {
			t.observe(th, c, "__iter__", nil)
		}
		args[i] = x
	}
	for i := range kwargs {
		x, err := t.Realize(th, kwargs[i].Value)
		if err == nil && deep {
			x, err = t.deep(th, x)
		}
		if err != nil {
			return nil, err
		}
		kwargs[i].Value = x
	}
	v, err := t.callNative(th, typ.Ref(), args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// materialize turns an iterator over lazy items into a list of realized ones,
// for native code that hashes or compares them.
func (t *Trace) materialize(th *object.Thread, x Tracker) (Tracker, error) {
	c, isContainer := x.(*Container)
	if isContainer && (c.V.Type().Next == nil || c.V.Type().Iter == nil || c.V.Type().IsMapping()) {
		return x, nil
	}
	switch x.(type) {
	case *Container, *Generator, *Tensor:
		items, err := t.Unpack(th, x)
		if err != nil {
			return nil, err
		}
		return t.deep(th, t.NewList(items))
	}
	return x, nil
}
