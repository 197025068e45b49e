package variables

import (
	"github.com/magneto-go/magneto/vm/object"
)

// Calls of methods by name.

// CallMethod is obj.name(*args, **kwargs).
func (t *Trace) CallMethod(th *object.Thread, obj Tracker, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	last := t.TakeLast()
	obj, err := t.Realize(th, obj)
	if err != nil {
		return nil, err
	}
	if logger, ok := isLogger(obj); ok {
		if f, ok := object.AsFunction(logger.T.Lookup(th, object.Intern(name))); ok && t.callLogging(th, &Method{Self: logger, Func: &Function{Fn: f}}, args, kwargs) {
			return None(), nil
		}
		return t.callLogger(th, logger, name, args, kwargs)
	}
	switch x := obj.(type) {
	case *Tensor:
		return t.callTensorMethod(th, x, name, args, kwargs)
	case *NdArray:
		return t.callArrayMethod(th, x, name, args, kwargs)
	case *Container:
		if f, ok := object.AsFunction(x.V.Type().Lookup(th, object.Intern(name))); ok {
			t.last = last
			return t.Inliner.Inline(th, &Function{Fn: f}, append([]Tracker{x}, args...), kwargs)
		}
		if (name == "__reduce_ex__" || name == "__reduce__") && x.V.Type().IsHeap() {
			return t.containerReduction(th, x, name, args)
		}
		if name == "__getstate__" && x.V.Type().IsHeap() {
			return t.reduction(th, x, name)
		}
		return t.callContainer(th, x, name, args, kwargs)
	case *Constant:
		return t.callConstantMethod(th, x, name, args, kwargs)
	case *SymInt, *SymFloat, *SymBool:
		return t.callNumberMethod(th, x, name, args)
	case *Generator:
		return t.callGenerator(th, x, name, args)
	case *HookHandle:
		if name == "remove" {
			return t.remove(x)
		}
	case *Context:
		switch name {
		case "__enter__":
			if x.Ignored != nil {
				return x, nil
			}
			if x.Value != nil {
				return x.Value, x.Enter(th)
			}
			return None(), x.Enter(th)
		case "__exit__":
			return None(), x.Exit(th)
		}
		if x.Ignored != nil {
			return nil, x.untraced(th, name)
		}
	case *Object:
		t.last = last
		return t.callObjectMethod(th, x, name, args, kwargs)
	}
	m, err := t.GetAttr(th, obj, name)
	if err != nil {
		return nil, err
	}
	if a, ok := m.(*Attribute); ok && a.Obj == obj {
		return nil, Unsupportedf("Unsupported method call", obj.Kind()+"."+name, "Dynamo does not know how to trace method `%s` of class `%s`", name, t.TypeOf(obj).Name)
	}
	t.last = last
	return t.Call(th, m, args, kwargs)
}

// callObjectMethod handles the methods that every object has from the built-in object type.
func (t *Trace) callObjectMethod(th *object.Thread, x *Object, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	last := t.TakeLast()
	if _, ok := object.AsFunction(x.T.Lookup(th, object.Intern(name))); ok {
		m, err := t.objectAttr(th, x, name)
		if err != nil {
			return nil, err
		}
		t.last = last
		return t.Call(th, m, args, kwargs)
	}
	switch name {
	case "__init__":
		return None(), object.AcceptInit(x.T, len(args)+len(kwargs))
	case "__setattr__", "__delattr__":
		if key, ok := t.Peek(args[0]).(*Constant); ok {
			s, _ := object.AsStr(key.V)
			var v Tracker
			if name == "__setattr__" {
				v = args[1]
			}
			return None(), t.StoreAttr(th, x, s.S, v)
		}
	case "__getattribute__":
		if key, ok := t.Peek(args[0]).(*Constant); ok {
			s, _ := object.AsStr(key.V)
			return t.objectAttr(th, x, s.S)
		}
	case "__eq__", "__ne__":
		if len(args) == 1 {
			same, err := t.Is(th, x, args[0])
			if err != nil {
				return nil, err
			}
			if !same {
				return NewConstant(object.NotImplemented), nil
			}
			return NewConstant(object.Bool(name == "__eq__")), nil
		}
	case "__hash__":
		h, err := t.hash(th, x)
		return NewConstant(object.Int(h)), err
	case "__repr__", "__str__":
		return t.Text(th, x, name[2:len(name)-2])
	case "__init_subclass__":
		return None(), nil
	case "__reduce_ex__", "__getstate__":
		return t.reduction(th, x, name)
	}
	m, err := t.objectAttr(th, x, name)
	if err != nil {
		return nil, err
	}
	if a, ok := m.(*Attribute); ok && a.Obj == x {
		return nil, Unsupportedf("Unsupported method call", x.T.Name+"."+name, "Dynamo does not know how to trace method `%s` of class `%s`", name, x.T.Name)
	}
	t.last = last
	return t.Call(th, m, args, kwargs)
}

func (t *Trace) callConstantMethod(th *object.Thread, x *Constant, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if s, ok := object.AsStr(x.V); ok && name == "format" {
		if late, err := t.formatsLate(th, args, kwargs); err != nil {
			return nil, err
		} else if late {
			return t.newFormatted(th, s.S, args, kwargs)
		}
	}
	if name == "join" && len(args) == 1 && len(kwargs) == 0 {
		if err := t.gather(th, args); err != nil {
			return nil, err
		}
	}
	for i := range args {
		a, err := t.deep(th, args[i])
		if err != nil {
			return nil, err
		}
		if name == "__format__" || name == "__mod__" {
			switch a.(type) {
			case *SymInt, *SymFloat, *Tensor:
				return nil, Unsupportedf("Failed to trace builtin operator", "str.format", "Dynamo cannot format a value that the graph computes.")
			}
		}
		if a, err = t.pin(th, a); err != nil {
			return nil, err
		}
		args[i] = a
	}
	return t.native(th, x.V, name, args, kwargs, nil)
}

// gather puts a list in the place of what join iterates over, unless it is one that native code reads by itself.
func (t *Trace) gather(th *object.Thread, args []Tracker) error {
	x, err := t.Realize(th, args[0])
	if err != nil {
		return err
	}
	switch c := x.(type) {
	case *Container:
		if v := c.V.Type(); v == object.ListType || v == object.TupleType {
			return nil
		}
	case *Object, *Generator:
	default:
		return nil
	}
	items, err := t.Unpack(th, x)
	if err != nil {
		if t.NotIterable(x, err) {
			return object.TypeErrorf("can only join an iterable")
		}
		return err
	}
	args[0] = t.NewList(items)
	return nil
}

func (t *Trace) callNumberMethod(th *object.Thread, x Tracker, name string, args []Tracker) (Tracker, error) {
	if _, truth := x.(*SymBool); name == "conjugate" && len(args) == 0 && !truth {
		if n, whole := x.(*SymInt); whole {
			return t.computedInt(th, n)
		}
		return x, nil
	}
	if name == "is_integer" || name == "bit_length" || name == "__index__" || name == "__int__" {
		if s, ok := x.(*SymInt); ok && (name == "__index__" || name == "__int__") {
			return s, nil
		}
		c, err := t.pin(th, x)
		if err != nil {
			return nil, err
		}
		return t.CallMethod(th, c, name, args, nil)
	}
	for op, info := range binaries {
		reflected := name == "__r"+info.special+"__"
		if name != "__"+info.special+"__" && !reflected || len(args) != 1 {
			continue
		}
		other, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		if other = plainNumber(other); reflected { // whose class has no say in it
			return t.Binary(th, object.Op(op), other, x, false)
		}
		return t.Binary(th, object.Op(op), x, other, false)
	}
	return nil, Unsupportedf("Unsupported method call", "SymNodeVariable."+name, "Dynamo does not know how to trace method `%s` of a symbolic number", name)
}
