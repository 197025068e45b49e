package object

import (
	"fmt"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

// CallFunction runs a Python function; the interpreter sets it.
var CallFunction func(th *Thread, f *Function, args, kwNames []Value) (Value, error)

// NewFunction is the function made of a code object by the def statement.
func NewFunction(code *Code, globals *Dict) *Function {
	if code.name == nil {
		code.name, code.qualName = Intern(code.Name), Intern(code.QualName)
	}
	f := &Function{Header: Header{typ: FunctionType}, Code: code, Globals: globals, Name: code.name, QualName: code.qualName, Version: nextVersion()}
	if m, ok := globals.GetStr(sName); ok {
		f.SetModule(m)
	}
	return f
}

// NewCode wraps compiled code; nested code objects are wrapped as their constants are.
func NewCode(th *Thread, c *bytecode.Code) *Code {
	o := &Code{Header: Header{typ: CodeType}, Code: c}
	if c.Pending == nil {
		o.wrap(th)
	}
	return o
}

// Load makes sure that the code is there, where its compilation was left for the first use: see bytecode.Code.Pending
// for what may be read without.
func (o *Code) Load(th *Thread) {
	if o.ConstValues == nil {
		o.Code.Load()
		o.wrap(th)
	}
}

// wrap makes objects of the constants and names.
func (o *Code) wrap(th *Thread) {
	c := o.Code
	o.ConstValues = make([]Value, len(c.Consts))
	for i, k := range c.Consts {
		o.ConstValues[i] = ConstValue(th, k)
	}
	o.NameStrs = internAll(c.Names)
	o.LocalStrs = internAll(c.LocalsPlus)
}

func internAll(names []string) []*Str {
	out := make([]*Str, len(names))
	for i, n := range names {
		out[i] = Intern(n)
	}
	return out
}

// NewBoundMethod is f bound to self.
func NewBoundMethod(f, self Value) Value {
	return (&BoundMethod{Header: Header{typ: MethodType}, Func: f, Self: self}).Ref()
}

// NewCell is a cell holding v, which may be absent.
func NewCell(v Value) *Cell { return &Cell{Header: Header{typ: CellType}, V: v} }

// NewStaticMethod and NewClassMethod wrap as the decorators do.
func NewStaticMethod(f Value) Value {
	return (&StaticMethod{Header: Header{typ: StaticMethodType}, Func: f}).Ref()
}

func NewClassMethod(f Value) Value {
	return (&ClassMethod{Header: Header{typ: ClassMethodType}, Func: f}).Ref()
}

func functionSpec() Spec {
	fn := func(v Value) *Function { f, _ := AsFunction(v); return f }
	return Spec{
		HasDict: true, Final: true,
		Slots: Slots{
			Call: func(th *Thread, self Value, args, kw []Value) (Value, error) {
				return CallFunction(th, fn(self), args, kw)
			},
			DescrGet: func(th *Thread, self, obj, owner Value) (Value, error) {
				if obj.IsNull() {
					return self, nil
				}
				return NewBoundMethod(self, obj), nil
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				return NewStr(fmt.Sprintf("<function %s at %#x>", fn(v).QualName.S, ID(v))), nil
			},
			New: functionNew,
		},
		Getset: append(functionAnnotations(),
			NameGetset("__name__", func(v Value) **Str { return &fn(v).Name }),
			NameGetset("__qualname__", func(v Value) **Str { return &fn(v).QualName }),
			GetsetDef{Name: "__doc__", Get: func(th *Thread, v Value) (Value, error) { return fn(v).Doc(), nil }, Set: func(th *Thread, v, x Value) error { fn(v).SetDoc(orNone(x)); return nil }},
			GetsetDef{Name: "__module__", Get: func(th *Thread, v Value) (Value, error) { return fn(v).Module(), nil }, Set: func(th *Thread, v, x Value) error { fn(v).SetModule(orNone(x)); return nil }},
			GetsetDef{Name: "__code__", Get: func(th *Thread, v Value) (Value, error) { return fn(v).Code.Ref(), nil }, Set: func(th *Thread, v, x Value) error {
				c, ok := AsCode(x)
				if !ok {
					return TypeErrorf("__code__ must be set to a code object")
				}
				if len(c.FreeVars) != fn(v).Closure.Len() {
					return ValueErrorf("%s() requires a code object with %d free vars, not %d", fn(v).Code.Name, fn(v).Closure.Len(), len(c.FreeVars))
				}
				fn(v).SetDoc(fn(v).Doc())
				fn(v).Code, fn(v).Version = c, nextVersion()
				return nil
			}},
			GetsetDef{Name: "__globals__", Get: func(th *Thread, v Value) (Value, error) { return fn(v).Globals.Ref(), nil }},
			GetsetDef{Name: "__builtins__", Get: func(th *Thread, v Value) (Value, error) {
				if fn(v).Builtins == nil {
					return None, nil
				}
				return fn(v).Builtins.Ref(), nil
			}},
			GetsetDef{Name: "__defaults__", Get: func(th *Thread, v Value) (Value, error) {
				if fn(v).Defaults == nil {
					return None, nil
				}
				return fn(v).Defaults.Ref(), nil
			}, Set: func(th *Thread, v, x Value) error {
				fn(v).Version = nextVersion()
				if x.IsNull() || x.IsNone() {
					fn(v).Defaults = nil
					return nil
				}
				t, ok := AsTuple(x)
				if !ok {
					return TypeErrorf("__defaults__ must be set to a tuple object")
				}
				fn(v).Defaults = t
				return nil
			}},
			GetsetDef{Name: "__kwdefaults__", Get: func(th *Thread, v Value) (Value, error) {
				if fn(v).KwDefaults == nil {
					return None, nil
				}
				return fn(v).KwDefaults.Ref(), nil
			}, Set: func(th *Thread, v, x Value) error {
				fn(v).Version = nextVersion()
				if x.IsNull() || x.IsNone() {
					fn(v).KwDefaults = nil
					return nil
				}
				d, ok := AsDict(x)
				if !ok {
					return TypeErrorf("__kwdefaults__ must be set to a dict object")
				}
				fn(v).KwDefaults = d
				return nil
			}},
			GetsetDef{Name: "__closure__", Get: func(th *Thread, v Value) (Value, error) {
				if fn(v).Closure.Len() == 0 {
					return None, nil
				}
				return fn(v).Closure.cells.Ref(), nil
			}},
			GetsetDef{Name: "__type_params__", Get: func(th *Thread, v Value) (Value, error) {
				if r := fn(v).rare; r != nil && !r.typeParams.IsNull() {
					return r.typeParams, nil
				}
				return emptyTuple.Ref(), nil
			}, Set: func(th *Thread, v, x Value) error {
				if x.IsNull() || x.p.typ.layout != LayoutTuple {
					return TypeErrorf("__type_params__ must be set to a tuple")
				}
				fn(v).more().typeParams = x
				return nil
			}},
			dictGetset,
		),
	}
}

func methodSpec() Spec {
	bm := func(v Value) *BoundMethod { m, _ := AsMethod(v); return m }
	return Spec{
		Final: true,
		Slots: Slots{
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				a, err := Args("method", args, kw, "function", "instance", "/")
				if err != nil {
					return Null, err
				}
				if !IsCallable(a[0]) {
					return Null, TypeErrorf("first argument must be callable")
				}
				return NewBoundMethod(a[0], a[1]), nil
			},
			Call: func(th *Thread, self Value, args, kw []Value) (Value, error) {
				return callPrepended(th, bm(self).Func, bm(self).Self, args, kw)
			},
			GetAttr: func(th *Thread, v Value, name *Str) (Value, error) {
				x, err := genericLookup(th, v, name)
				if err != nil || !x.IsNull() {
					return x, err
				}
				return GetAttrStr(th, bm(v).Func, name)
			},
			SetAttr: func(th *Thread, v Value, name *Str, val Value) error {
				if name == sFunc || name == sSelf {
					return AttributeErrorf(v, name, "readonly attribute")
				}
				return GenericSetAttr(th, v, name, val)
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				y, ok := AsMethod(b)
				if !ok || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				x := bm(a)
				return Bool((x.Self == y.Self && x.Func == y.Func) == (op == Eq)), nil
			},
			Hash: func(th *Thread, v Value) (int64, error) {
				return int64(ID(bm(v).Self)>>4) ^ int64(ID(bm(v).Func)>>3), nil
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				m := bm(v)
				name := "?"
				if q, err := LookupAttr(th, m.Func, sQualName); err == nil && !q.IsNull() {
					name, _ = StrOf(th, q)
				}
				r, err := Repr(th, m.Self)
				return NewStr("<bound method " + name + " of " + r + ">"), err
			},
			DescrGet: func(th *Thread, self, obj, owner Value) (Value, error) { return self, nil },
		},
		Getset: []GetsetDef{
			{Name: "__func__", Get: func(th *Thread, v Value) (Value, error) { return bm(v).Func, nil }},
			{Name: "__self__", Get: func(th *Thread, v Value) (Value, error) { return bm(v).Self, nil }},
			{Name: "__doc__", Get: func(th *Thread, v Value) (Value, error) { return GetAttrStr(th, bm(v).Func, sDoc) }},
		},
	}
}

func cellSpec() Spec {
	return Spec{
		Final: true,
		Slots: Slots{
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				if len(args) > 0 {
					return NewCell(args[0]).Ref(), nil
				}
				return NewCell(Null).Ref(), nil
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				c, _ := AsCell(v)
				if c.V.IsNull() {
					return NewStr(fmt.Sprintf("<cell at %#x: empty>", ID(v))), nil
				}
				return NewStr(fmt.Sprintf("<cell at %#x: %s object at %#x>", ID(v), c.V.p.typ.Name, ID(c.V))), nil
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				x, _ := AsCell(a)
				y, ok := AsCell(b)
				switch {
				case !ok:
					return NotImplemented, nil
				case x.V.IsNull() || y.V.IsNull(): // an empty cell is less than one that is not
					full := func(c *Cell) int { return boolOrder(!c.V.IsNull()) }
					return Bool(compareOrdered(op, full(x), full(y))), nil
				}
				return Compare(th, x.V, y.V, op)
			},
		},
		Getset: []GetsetDef{{Name: "cell_contents", Get: func(th *Thread, v Value) (Value, error) {
			c, _ := AsCell(v)
			if c.V.IsNull() {
				return Null, ValueErrorf("Cell is empty")
			}
			return c.V, nil
		}, Set: func(th *Thread, v, x Value) error { c, _ := AsCell(v); c.V = x; return nil }}},
	}
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

func functionNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	a, err := Args("function", args, kw, "code", "globals", "|", "name", "argdefs", "closure", "kwdefaults")
	if err != nil {
		return Null, err
	}
	code, ok := AsCode(a[0])
	if !ok {
		return Null, TypeErrorf("function() argument 'code' must be code, not %s", a[0].p.typ.Name)
	}
	globals, ok := AsDict(a[1])
	if !ok {
		return Null, TypeErrorf("function() argument 'globals' must be dict, not %s", a[1].p.typ.Name)
	}
	f := NewFunction(code, globals)
	if !a[2].IsNull() && !a[2].IsNone() {
		if f.Name, ok = AsStr(a[2]); !ok {
			return Null, TypeErrorf("arg 3 (name) must be None or string")
		}
	}
	if t, ok := AsTuple(a[3]); ok {
		f.Defaults = t
	} else if !a[3].IsNull() && !a[3].IsNone() {
		return Null, TypeErrorf("arg 4 (defaults) must be None or tuple")
	}
	if t, ok := AsTuple(a[4]); ok {
		for _, c := range t.Items {
			if _, ok := AsCell(c); !ok {
				return Null, TypeErrorf("arg 5 (closure) expected cell, found %s", c.p.typ.Name)
			}
		}
		f.Closure = NewClosure(t)
	}
	if f.Closure.Len() != len(code.FreeVars) {
		return Null, ValueErrorf("%s requires closure of length %d, not %d", code.Name, len(code.FreeVars), f.Closure.Len())
	}
	if d, ok := AsDict(a[5]); ok {
		f.KwDefaults = d
	}
	return f.Ref(), nil
}
