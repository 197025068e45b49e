package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// This file gives the meaning of calling the classes of the builtins module.

func classType(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 3 {
		return t.newType(th, args, kwargs)
	}
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, object.TypeErrorf("type() takes 1 or 3 arguments")
	}
	x, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	if c, ok := x.(*Context); ok { // entering stands for what the class's methods do
		return nil, Unsupportedf("Failed to trace builtin operator", "type", "Dynamo does not trace the methods of the class of a %s.", c.Kind())
	}
	return t.classOf(x), nil
}

func classSuper(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) != 2 {
		return nil, Unsupportedf("Unsupported super()", "super()", "Dynamo traces super() only inside methods.")
	}
	cls, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	obj, err := t.Realize(th, args[1])
	if err != nil {
		return nil, err
	}
	after, ok := cls.(*Class)
	if !ok {
		return nil, object.TypeErrorf("super() argument 1 must be a type, not %s", t.TypeOf(cls).Name)
	}
	start := t.TypeOf(obj)
	if k, ok := obj.(*Class); ok {
		start = k.T
	}
	return &Super{After: after.T, Start: start, Obj: obj}, nil
}

// classReversed is reversed(x); classes written in Python may say what that is.
func classReversed(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 1 && len(kwargs) == 0 {
		x, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		if t.refusesSpecial(th, x, "__reversed__") {
			return nil, object.TypeErrorf("'%s' object is not reversible", t.TypeOf(x).Name)
		}
		if t.hasSpecial(th, x, "__reversed__") {
			return t.callSpecial(th, x, "__reversed__")
		}
		if x, ok := x.(*Tensor); ok && len(x.Fake.Sizes) > 0 {
			return t.callTensorMethod(th, x, "flip", []Tracker{NewConstant(object.Int(0))}, nil)
		} else if ok {
			return x, nil
		}
	}
	return t.constructBuiltin(th, c.T, args, kwargs)
}

// number is int, float or bool of one argument.
func number(typ *object.Type) func(*object.Thread, *Trace, *Class, []Tracker, []KW) (Tracker, error) {
	return func(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
		if len(args) != 1 || len(kwargs) > 0 {
			return t.callPure(th, typ.Ref(), typ.ShortName(), args, kwargs)
		}
		x, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		if typ == object.BoolType {
			if err := t.ProbeTruth(th, x, false); err != nil {
				return nil, err
			}
		}
		switch x := x.(type) {
		case *Tensor:
			if typ == object.BoolType && !t.Config.OneGraph && !t.Config.CaptureScalarOutputs {
				return nil, dataDependent("call_method TensorVariable() item () {}")
			}
			item, err := t.CallMethod(th, x, "item", nil, nil)
			if err != nil {
				return nil, err
			}
			return t.numberOfItem(th, typ, item)
		case *NdArray:
			item, err := t.numberOfArray(th, x)
			if err != nil {
				return nil, err
			}
			if c, ok := item.(*Constant); ok {
				return t.foldCall(th, typ.Ref(), []Tracker{c}, nil)
			}
			return t.numberOfItem(th, typ, item)
		case *SymInt:
			switch typ {
			case object.IntType:
				return t.computedInt(th, x)
			case object.FloatType:
				node, err := t.node(th, t.torchSym(th, "sym_float"), []Tracker{x}, nil)
				h, ok := t.floatHint(x)
				r := &SymFloat{Node: node, Hint: h, Has: ok, Deps: []Tracker{x}, Expr: realOf(x)}
				r.describe()
				return r, err
			case object.BoolType:
				return t.Compare(th, object.Ne, x, NewConstant(object.Int(0)))
			}
		case *SymFloat:
			if typ == object.FloatType {
				return x, nil
			}
			if x.Expr != nil && typ == object.BoolType {
				return t.Compare(th, object.Ne, x, NewConstant(object.Int(0)))
			}
			if x.Expr != nil && typ == object.IntType {
				return t.floatToInt(th, symbolic.Trunc, x)
			}
			f, err := t.pinFloat(th, x)
			if err != nil {
				return nil, err
			}
			return t.foldCall(th, typ.Ref(), []Tracker{NewConstant(object.Float(f))}, nil)
		case *Function, *Method, *Attribute, *Builtin, *Class:
			switch typ {
			case object.IntType:
				return nil, object.TypeErrorf("int() argument must be a string, a bytes-like object or a real number, not '%s'", t.TypeOf(x).Name)
			case object.FloatType:
				return nil, object.TypeErrorf("float() argument must be a string or a real number, not '%s'", t.TypeOf(x).Name)
			}
		case *Object:
			special := "__" + typ.ShortName() + "__"
			if typ != object.BoolType && t.hasSpecial(th, x, special) {
				return t.callSpecial(th, x, special)
			}
		}
		if typ == object.BoolType {
			b, err := t.Truth(th, x)
			return NewConstant(object.Bool(b)), err
		}
		return t.callPure(th, typ.Ref(), typ.ShortName(), []Tracker{x}, nil)
	}
}

func classStr(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return t.callPure(th, c.T.Ref(), "str", args, kwargs)
	}
	return t.textTracker(th, args[0], "str")
}

func classRange(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	for i, a := range args {
		x, err := t.Realize(th, a)
		if err != nil {
			return nil, err
		}
		if ten, tensor := x.(*Tensor); tensor {
			if ten.Fake.DType.Differentiable() {
				return nil, object.TypeErrorf("only integer tensors of a single element can be converted to an index")
			}
			if x, err = t.CallMethod(th, x, "item", nil, nil); err != nil {
				return nil, err
			}
		}
		if args[i], err = t.pin(th, x); err != nil {
			return nil, err
		}
	}
	return t.callPure(th, c.T.Ref(), "range", args, kwargs)
}

// computedInt is the same number as x, as something that the graph computes.
func (t *Trace) computedInt(th *object.Thread, x *SymInt) (Tracker, error) {
	n, err := t.FX(th, x)
	node, ok := n.(*fxgraph.Node)
	if err != nil || !ok {
		return x, err
	}
	return &SymInt{Expr: x.Expr, Node: node, same: itself(x)}, nil
}

// itself is the number whose identity x has.
func itself(x *SymInt) *SymInt {
	if x.same != nil {
		return x.same
	}
	return x
}

// numberOfItem is int, float or bool of the number in a tensor, which depends on data.
func (t *Trace) numberOfItem(th *object.Thread, typ *object.Type, item Tracker) (Tracker, error) {
	switch x := item.(type) {
	case *SymInt:
		if typ == object.BoolType {
			return t.Compare(th, object.Ne, x, NewConstant(object.Int(0)))
		}
		return number(typ)(th, t, nil, []Tracker{x}, nil)
	case *SymFloat:
		if x.Expr != nil {
			return number(typ)(th, t, nil, []Tracker{x}, nil)
		}
	case *SymBool:
		if typ == object.BoolType {
			return x, nil
		}
		n, err := t.countedItem(th, x)
		if err != nil {
			return nil, err
		}
		return number(typ)(th, t, nil, []Tracker{n}, nil)
	}
	return nil, dataDependent("call_method TensorVariable() item () {}")
}

// countedItem is int of a float or bool that depends on data: an integer that does, too.
func (t *Trace) countedItem(th *object.Thread, x Tracker) (*SymInt, error) {
	node, err := t.node(th, t.torchSym(th, "sym_int"), []Tracker{x}, nil)
	if err != nil {
		return nil, err
	}
	u := t.Shapes.FreshUnbacked("item")
	node.Meta.Example = u
	t.symbols[u.Expr().Name] = node
	return &SymInt{Expr: u, Node: node}, nil
}

// classDict copies a mapping or pairs without looking at the values.
func classDict(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if err := t.dictArguments(th, object.DictType, args, kwargs); err != nil {
		return nil, err
	}
	return t.callPure(th, c.T.Ref(), "dict", args, kwargs)
}

// dictArguments makes what a dict of a class is made of fit for native code; values of the graph are named as in PyTorch's polyfill.
func (t *Trace) dictArguments(th *object.Thread, class *object.Type, args []Tracker, kwargs []KW) error {
	for i, a := range args {
		x, err := t.pairs(th, a, class)
		if err != nil {
			return err
		}
		args[i] = x
	}
	for _, kw := range kwargs {
		t.NameNode(t.Peek(kw.Value), "value")
	}
	return nil
}

// mayHaveKeys tells whether x may have a method keys that its built-in type does not.
func mayHaveKeys(x Tracker) bool {
	switch x := x.(type) {
	case *Object:
		return true
	case *Container:
		return x.V.Type().IsHeap()
	}
	return false
}

// pairs makes an iterable of pairs fit for native code of a class of dicts that makes keys of the
// first of each: those are looked at, the second ones are not. Mappings stay.
func (t *Trace) pairs(th *object.Thread, a Tracker, class *object.Type) (Tracker, error) {
	x, err := t.Realize(th, a)
	if err != nil {
		return nil, err
	}
	if v := t.ToValue(x); v.IsNull() || !isProxy(v) && v.Type().IsMapping() {
		c, ok := x.(*Container)
		if !ok {
			return x, nil
		}
		t.observe(th, c, "keys", nil)
		if !t.hasSpecial(th, c, "__iter__") { // else it is asked for its keys, and each of them for its item
			return x, nil
		}
	}
	if o, ok := x.(*Object); ok && !o.T.Lookup(th, object.Intern("keys")).IsNull() {
		return x, nil
	}
	if mayHaveKeys(x) {
		var items []Tracker
		mapping, err := t.EachItem(th, x, func(k, v Tracker) error {
			items = append(items, t.NewTuple([]Tracker{k, v}))
			return nil
		})
		if mapping || err != nil {
			return t.NewList(items), err
		}
	}
	it, err := t.Iter(th, x)
	if err != nil {
		return nil, err
	}
	var items []Tracker
	for i := 0; ; i++ {
		item, more, err := t.Next(th, it)
		if err != nil {
			return nil, err
		}
		if !more {
			return t.NewList(items), nil
		}
		parts, err := t.Unpack(th, item)
		if err != nil {
			if t.NotIterable(item, err) && !isOrderedDict(class) { // which has the words of iteration
				err = object.NotAPair(th, i, nil)
			}
			return nil, err
		}
		if len(parts) > 0 {
			if parts[0], err = t.deep(th, parts[0]); err != nil {
				return nil, err
			}
			if len(parts) == 2 { // the local of PyTorch's polyfill
				t.NameNode(t.Peek(parts[1]), "value")
			}
		}
		items = append(items, t.NewTuple(parts))
	}
}
