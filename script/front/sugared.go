package front

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/ir"
)

// Sugared is what an expression stands for: a value of the graph, or something that only the compiler knows.
type Sugared interface {
	// Kind is what error messages call it.
	Kind() string
	// Value is it as a value of the graph.
	Value(e *Emitter, r ir.Range) *ir.Value
	// Attr is x.name.
	Attr(e *Emitter, r ir.Range, name string) Sugared
	// HasAttr says whether x.name would be there.
	HasAttr(e *Emitter, r ir.Range, name string) bool
	// SetAttr is x.name = v.
	SetAttr(e *Emitter, r ir.Range, name string, v *ir.Value)
	// Call is x(...). binders is the number of variables that the result goes to, 0 where unknown.
	Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared
	// Tuple takes it apart; n is the number of parts that are wanted, -1 for any.
	Tuple(e *Emitter, r ir.Range, n int) []Sugared
	// Item is x[index], index being a value or, in unrolled loops, a constant.
	Item(e *Emitter, r ir.Range, index *ir.Value) Sugared
	// Iter is what a loop over it goes through.
	Iter(e *Emitter, r ir.Range) Iterable
}

// Iterable is what loops go through.
type Iterable interface {
	Sugared
	// Len is the number of steps, as a value.
	Len(e *Emitter, r ir.Range) *ir.Value
	// Unroll says that the loop is written out, and how many steps it has.
	Unroll() (int, bool)
}

// RawCall is a sugared value that wants the arguments of a call unevaluated.
type RawCall interface {
	CallExpr(e *Emitter, r ir.Range, c *callExpr, hint *ir.Type) Sugared
}

// Names is a sugared value of which the compiler knows what names are in it.
type Names interface {
	// Contains says whether a constant is one of the names; ok is false where the compiler cannot tell.
	Contains(item *ir.Value) (found, ok bool)
}

// Base refuses everything; sugared values embed it and say what they can.
type Base struct{ Name string }

func (b Base) Kind() string { return b.Name }

func (b Base) Value(e *Emitter, r ir.Range) *ir.Value {
	Fail(r, "%s cannot be used as a value", b.Name)
	return nil
}

func (b Base) Attr(e *Emitter, r ir.Range, name string) Sugared {
	Fail(r, "attribute lookup is not defined on %s", b.Name)
	return nil
}

func (b Base) HasAttr(e *Emitter, r ir.Range, name string) bool {
	Fail(r, "attribute lookup is not defined on %s", b.Name)
	return false
}

func (b Base) SetAttr(e *Emitter, r ir.Range, name string, v *ir.Value) {
	Fail(r, "attribute assignment is not defined on %s", b.Name)
}

func (b Base) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	Fail(r, "cannot call a %s", b.Name)
	return nil
}

func (b Base) Tuple(e *Emitter, r ir.Range, n int) []Sugared {
	Fail(r, "%s cannot be used as a tuple", b.Name)
	return nil
}

func (b Base) Item(e *Emitter, r ir.Range, index *ir.Value) Sugared {
	return Simple{b.Value(e, e.indexed)}
}

func (b Base) Iter(e *Emitter, r ir.Range) Iterable {
	Fail(r, "%s cannot be used as an iterable", b.Name)
	return nil
}

// Simple is a value of the graph.
type Simple struct{ V *ir.Value }

func (s Simple) Kind() string                       { return "value of type '" + s.V.Type.Repr() + "'" }
func (s Simple) Value(*Emitter, ir.Range) *ir.Value { return s.V }

// Builtin is an operator, with its first argument where it was named as a method.
type Builtin struct {
	Base
	Symbol string
	Self   *Named
}

func (b Builtin) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	return Simple{e.builtin(b.Symbol, r, args, kwargs, b.Self)}
}

// Func is a compiled function, with its object where it is a method.
type Func struct {
	Base
	F    *ir.Function
	Self *ir.Value
}

// NewFunc is the sugared value of a function.
func NewFunc(f *ir.Function) Func { return Func{Base: Base{"function"}, F: f} }

func (f Func) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	e.ensure(f.F, r, f.Self != nil)
	if f.Self != nil {
		return Simple{e.callMethod(f.Self, f.F.Name, f.F.Schema, r, args, kwargs)}
	}
	m := e.mustMatch(f.F.Schema, r, args, kwargs, nil)
	fn := e.constant(ir.Constant{V: &ir.FunctionConst{F: f.F}}, nil, r)
	return Simple{e.insert("prim::CallFunction", r, m.types[0], append([]*ir.Value{fn}, m.inputs...)...)}
}

// Overloaded is a function with several signatures: a call takes the first that fits, without conversions before with them.
type Overloaded struct {
	Base
	Functions []*ir.Function
	Self      *ir.Value // the object whose methods they are, nil for functions
}

func (o Overloaded) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	var whys []string
	if o.Self != nil {
		args = append([]Named{{Value: o.Self, Range: r}}, args...)
	}
	for _, convert := range []bool{false, true} {
		whys = whys[:0]
		for _, f := range o.Functions {
			e.ensure(f, r, o.Self != nil)
			m, why := e.matchSchema(f.Schema, r, args, kwargs, nil, convert)
			switch {
			case m != nil && o.Self != nil:
				v := e.insert("prim::CallMethod", r, m.types[0], m.inputs...)
				v.Node().SetAttr("name", ir.Constant{V: f.Name})
				return Simple{v}
			case m != nil:
				fn := e.constant(ir.Constant{V: &ir.FunctionConst{F: f}}, nil, r)
				return Simple{e.insert("prim::CallFunction", r, m.types[0], append([]*ir.Value{fn}, m.inputs...)...)}
			}
			whys = append(whys, f.Schema.String()+":\n  "+strings.ReplaceAll(strings.TrimSuffix(why, "\n"), "\n", "\n  "))
		}
	}
	Fail(r, "Arguments for call are not valid.\nThe following variants are available:\n  \n  %s\n\nThe original call is", strings.Join(whys, "\n  \n  "))
	return nil
}

// Choice is a function that stands for one of two, by a constant flag.
type Choice struct {
	Base
	Flag    string // the name of the parameter
	At      int    // its place among the positional ones
	Yes, No Sugared
}

func (c Choice) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	flag := false
	read := func(a *Named, which string) {
		k, ok := e.argValue(a).ConstantOf()
		v, isBool := k.V.(bool)
		if !ok || !isBool {
			Fail(r, "%s was not constant", which)
		}
		flag = v
	}
	if c.At < len(args) {
		read(&args[c.At], fmt.Sprintf("Argument for boolean dispatch at position %d", c.At))
	}
	for i := range kwargs {
		if kwargs[i].Name == c.Flag {
			read(&kwargs[i], "Keyword argument '"+c.Flag+"' for boolean dispatch at position")
		}
	}
	if flag {
		return c.Yes.Call(e, r, args, kwargs, binders)
	}
	return c.No.Call(e, r, args, kwargs, binders)
}

// callMethod inserts a call of a method of a class or interface.
func (e *Emitter) callMethod(self *ir.Value, name string, s *ir.Schema, r ir.Range, args, kwargs []Named) *ir.Value {
	m := e.mustMatch(s, r, args, kwargs, &Named{Value: self, Range: r})
	v := e.insert("prim::CallMethod", r, m.types[0], m.inputs...)
	v.Node().SetAttr("name", ir.Constant{V: name})
	return v
}

// mustMatch is matchSchema where nothing else is there to try.
func (e *Emitter) mustMatch(s *ir.Schema, r ir.Range, args, kwargs []Named, self *Named) *matched {
	if self != nil {
		args = append([]Named{*self}, args...)
	}
	m, why := e.matchSchema(s, r, args, kwargs, nil, true)
	if m == nil {
		Fail(r, "\n%s:\n%s", s, why)
	}
	return m
}

// Arguments are the arguments of a call in the order and types of a schema.
func (e *Emitter) Arguments(s *ir.Schema, r ir.Range, args, kwargs []Named) []*ir.Value {
	return e.mustMatch(s, r, args, kwargs, nil).inputs
}

// ensure compiles a function that a call needs.
func (e *Emitter) ensure(f *ir.Function, r ir.Range, method bool) {
	if f.Define == nil {
		return
	}
	err := f.Ensure()
	if err == nil {
		return
	}
	switch x := err.(type) {
	case *ir.RecursionError:
		if method {
			Fail(r, " method '%s' is called recursively. Recursive calls are not supported", x.Name)
		}
		Fail(r, " %s", x.Error())
	case *Error:
		if x.Kind == "" || x.Kind == "FrontendError" || x.left {
			if e.called.Source != nil {
				r = e.called
			}
			x.Calls = append(x.Calls, Call{shownName(f, method), shownName(e.def.Func, e.def.Self != nil), r})
		}
		x.left = true
		panic(x)
	}
	Check(err)
}

// TypeClass is a class or named tuple that a call makes an object of.
type TypeClass struct {
	Base
	T *ir.Type
}

// Item refuses a member of an enum by its name.
func (t TypeClass) Item(e *Emitter, r ir.Range, index *ir.Value) Sugared {
	if t.T.Kind == ir.EnumKind {
		t.Value(e, e.indexed)
	}
	return t.Base.Item(e, r, index)
}

// NewTypeClass is the sugared value of a class.
func NewTypeClass(t *ir.Type) TypeClass {
	if t.Kind == ir.EnumKind {
		return TypeClass{Base{"EnumClass"}, t}
	}
	return TypeClass{Base{"class"}, t}
}

// NewPythonClass is the sugared value of a class that a name of the program stands for.
func NewPythonClass(t *ir.Type) TypeClass {
	switch t.Kind {
	case ir.EnumKind:
		return NewTypeClass(t)
	case ir.TupleKind:
		return TypeClass{Base{t.Name}, t}
	}
	return TypeClass{Base{"Python type"}, t}
}

func (c TypeClass) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	switch c.T.Kind {
	case ir.TupleKind:
		return Simple{e.namedTuple(c.T, r, args, kwargs)}
	case ir.EnumKind:
		return c.Base.Call(e, r, args, kwargs, binders)
	}
	self := e.insert("prim::CreateObject", r, c.T)
	init := c.T.Class.Method("__init__")
	if init == nil {
		Fail(r, "Class %s does not have an __init__ function defined", c.T.Name[strings.LastIndexByte(c.T.Name, '.')+1:])
	}
	e.ensure(init, r, true)
	e.callMethod(self, "__init__", init.Schema, r, args, kwargs)
	return Simple{self}
}

// Iter goes through the members of an enum.
func (c TypeClass) Iter(e *Emitter, r ir.Range) Iterable {
	if c.T.Kind != ir.EnumKind {
		return c.Base.Iter(e, r)
	}
	var members []ir.Constant
	for _, m := range c.T.Class.Enumerators {
		members = append(members, ir.Constant{V: ir.EnumConst{Type: c.T, Name: m.Name}})
	}
	return Simple{e.constant(ir.Constant{V: members}, ir.ListOf(c.T), r)}.Iter(e, r)
}

func (c TypeClass) Attr(e *Emitter, r ir.Range, name string) Sugared {
	if c.T.Kind == ir.TupleKind {
		return c.Base.Attr(e, r, name)
	}
	if c.T.Kind != ir.ClassKind && c.T.Kind != ir.EnumKind {
		Fail(r, "Tried to lookup unknown attribute on class %s", c.T.Annotation())
	}
	if c.T.Kind == ir.EnumKind {
		for _, m := range c.T.Class.Enumerators {
			if m.Name == name {
				return Simple{e.constant(ir.Constant{V: ir.EnumConst{Type: c.T, Name: name}}, c.T, r)}
			}
		}
		Fail(r, "%s' has no attribute '%s'", c.T.Repr(), name)
	}
	if name == "__new__" {
		t := c.T
		return NewForm("__new__", func(e *Emitter, r ir.Range, _ *callExpr, _ *ir.Type) Sugared {
			return Simple{e.insert("prim::CreateObject", r, t)}
		})
	}
	if f := c.T.Class.Static(name); f != nil {
		return NewFunc(f)
	}
	if k, ok := c.T.Class.Constants[name]; ok {
		return Simple{e.constant(k, nil, r)}
	}
	for _, f := range slices.Concat(c.T.Class.PreHooks, c.T.Class.Hooks) { // as code of archives calls them
		if f.Name == name {
			return NewFunc(f)
		}
	}
	Fail(r, "Tried to lookup unknown attribute on class %s", c.T.Annotation())
	return nil
}

func (e *Emitter) namedTuple(t *ir.Type, r ir.Range, args, kwargs []Named) *ir.Value {
	s := &ir.Schema{Name: t.Name[lastDot(t.Name)+1:]}
	for i, f := range t.Fields {
		a := ir.Argument{Name: f, Type: t.Elem[i]}
		if d := i - (len(t.Elem) - len(t.Defaults)); d >= 0 {
			a.HasDef, a.Default = true, t.Defaults[d]
		}
		s.Args = append(s.Args, a)
	}
	m := e.mustMatch(s, r, args, kwargs, nil)
	return e.insert("prim::TupleConstruct", r, t, m.inputs...)
}

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}

// Exception is an exception class; a call of it is an ExceptionValue.
type Exception struct {
	Base
	Class string // "builtins.ValueError"; "" for AssertionError
}

func (x Exception) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	if x.Class == "" {
		return assertionError(e, r, args)
	}
	var msg *ir.Value
	switch len(args) {
	case 0:
		msg = e.constant(ir.Constant{V: ""}, nil, r)
	case 1:
		msg = e.argValue(&args[0])
	default:
		list := make([]*ir.Value, len(args))
		for i := range args {
			list[i] = e.argValue(&args[i])
		}
		msg = e.insertOp("aten::str", r, e.tuple(r, list))
	}
	return ExceptionValue{Base: Base{"exception message"}, Msg: msg, Class: e.constant(ir.Constant{V: x.Class}, nil, r)}
}

// assertionError is the value of AssertionError(...), which has no class at run time: its text begins with the name, and what it was called with follows.
func assertionError(e *Emitter, r ir.Range, args []Named) Sugared {
	msg := e.constant(ir.Constant{V: "AssertionError: "}, nil, r)
	for i := range args {
		v := e.argValue(&args[i])
		if v.Type.Kind != ir.StrKind {
			v = e.insertOp("aten::str", r, v)
		}
		msg = e.insertOp("aten::add", r, msg, v)
	}
	return ExceptionValue{Base: Base{"exception message"}, Msg: msg}
}

// ExceptionValue is an exception that can be raised.
type ExceptionValue struct {
	Base
	Msg, Class *ir.Value
}

// TupleValue is a tuple whose parts are not all values of the graph.
type TupleValue struct {
	Base
	Items []Sugared
}

func (t TupleValue) Value(e *Emitter, r ir.Range) *ir.Value {
	list := make([]*ir.Value, len(t.Items))
	for i, x := range t.Items {
		list[i] = x.Value(e, r)
	}
	return e.tuple(r, list)
}

func (t TupleValue) Tuple(e *Emitter, r ir.Range, n int) []Sugared { return t.Items }

func (t TupleValue) Item(e *Emitter, r ir.Range, index *ir.Value) Sugared {
	i, ok := constInt(index)
	if !ok {
		Fail(r, "Expected integer literal for index but got a variable or non-integer. ModuleList/Sequential indexing is only supported with integer literals. For example, 'i = 4; self.layers[i](x)' will fail because i is not a literal. Enumeration is supported, e.g. 'for index, v in enumerate(self): out = v(inp)'")
	}
	if i < 0 {
		i += int64(len(t.Items))
	}
	if i < 0 || i >= int64(len(t.Items)) {
		Fail(r, "Index %d out of range of length %d", i, len(t.Items))
	}
	return t.Items[i]
}

func (t TupleValue) Iter(e *Emitter, r ir.Range) Iterable { return t }

func (t TupleValue) Len(e *Emitter, r ir.Range) *ir.Value {
	return e.constant(ir.Constant{V: int64(len(t.Items))}, nil, r)
}

func (t TupleValue) Unroll() (int, bool) { return len(t.Items), true }

func constInt(v *ir.Value) (int64, bool) {
	c, ok := v.ConstantOf()
	i, isInt := c.V.(int64)
	return i, ok && isInt
}
