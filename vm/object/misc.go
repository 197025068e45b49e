package object

import (
	"fmt"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"strings"
)

// NewModule is an empty module.
func NewModule(name string) *Module {
	m := &Module{Header: Header{typ: ModuleType, dict: NewDictSize(16)}, Name: name}
	m.dict.SetStr(sName, NewStr(name))
	m.dict.SetStr(sDoc, None)
	m.dict.Put("__package__", None)
	m.dict.Put("__loader__", None)
	m.dict.Put("__spec__", None)
	return m
}

// Set puts a name into the module.
func (m *Module) Set(name string, v Value) { m.dict.Put(name, v) }

// Get is a name of the module, absent when missing.
func (m *Module) Get(name string) Value {
	v, _ := m.dict.Lookup(name)
	return v
}

// SetFunc puts a Go function into the module.
func (m *Module) SetFunc(name string, fn CallFunc) {
	f := NewFunc(name, fn)
	f.Module = m.Name
	m.dict.Put(name, f.Ref())
}

// SetType puts a type into the module under its own name.
func (m *Module) SetType(t *Type) { m.dict.Put(t.ShortName(), t.Ref()) }

// NewNative is an object of a type with the layout LayoutNative carrying a Go payload.
func NewNative(t *Type, payload any) Value {
	return (&Native{Header: Header{typ: t}, V: payload}).Ref()
}

// Init makes a Native of a zeroed one that is part of something larger.
func (n *Native) Init(t *Type, payload any) { n.typ, n.V = t, payload }

// ClassName is the name of the class of the object.
func (n *Native) ClassName() string { return n.typ.ShortName() }

// NewMappingProxy is a read-only view of d.
func NewMappingProxy(d Value) Value {
	return (&MappingProxy{Header: Header{typ: MappingProxyType}, D: d}).Ref()
}

func moduleGetAttr(th *Thread, v Value, name *Str) (Value, error) {
	x, err := genericLookup(th, v, name)
	if err != nil || !x.IsNull() {
		return x, err
	}
	m, _ := AsModule(v)
	if m.Lazy != nil {
		x, err := m.Lazy(th, name)
		if err != nil || !x.IsNull() {
			return x, err
		}
	}
	if g, ok := m.dict.GetStr(sGetAttr); ok {
		return Call(th, g, name.Ref())
	}
	n := m.Name
	if s, ok := m.dict.GetStr(sName); ok {
		if t, ok := Text(s); ok {
			n = t
		}
	}
	return Null, AttributeErrorf(v, name, "module '%s' has no attribute '%s'", n, name.S)
}

// moduleOfSpec is the text of a module that an importer has described by a ModuleSpec whose origin is no file; "" where there is none.
func moduleOfSpec(th *Thread, m *Module) (string, error) {
	spec, ok := m.dict.Lookup("__spec__")
	if !ok || spec.IsNone() {
		return "", nil
	}
	parts := [3]Value{}
	for i, name := range []string{"name", "origin", "has_location"} {
		x, err := LookupAttr(th, spec, Intern(name))
		if err != nil || x.IsNull() {
			return "", err
		}
		parts[i] = x
	}
	name, named := Text(parts[0])
	origin, from := Text(parts[1])
	located, err := IsTrue(th, parts[2])
	if err != nil || located || !named || !from {
		return "", err
	}
	return "<module " + ReprStr(name) + " (" + origin + ")>", nil
}

func moduleSpec() Spec {
	return Spec{HasDict: true,
		Slots: Slots{
			GetAttr: moduleGetAttr,
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				m := NewModule("")
				m.typ, m.made = cls, true
				return m.Ref(), nil
			},
			Init: func(th *Thread, v Value, args, kw []Value) error {
				a, err := Args("module", args, kw, "name", "|", "doc")
				if err != nil {
					return err
				}
				n, ok := Text(a[0])
				if !ok {
					return TypeErrorf("module() argument 'name' must be str, not %s", a[0].p.typ.Name)
				}
				m, _ := AsModule(v)
				m.Name = n
				m.dict.SetStr(sName, a[0])
				m.dict.SetStr(sDoc, orNone(a[1]))
				return nil
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				m, _ := AsModule(v)
				if text, err := moduleOfSpec(th, m); text != "" || err != nil {
					return NewStr(text), err
				}
				name := "?"
				if x, ok := m.dict.GetStr(sName); ok && x.p.typ.layout == LayoutStr {
					name, _ = Text(x)
				}
				text := "<module " + ReprStr(name)
				loader, _ := m.dict.Lookup("__loader__")
				if f, ok := m.dict.Lookup("__file__"); ok {
					r, err := Repr(th, f)
					return NewStr(text + " from " + r + ">"), err
				} else if !loader.IsNull() && !loader.IsNone() {
					r, err := Repr(th, loader)
					return NewStr(text + " (" + r + ")>"), err
				} else if m.made {
					return NewStr(text + ">"), nil
				}
				return NewStr(text + " (built-in)>"), nil
			},
		},
		Getset: append(moduleAnnotations(), moduleDict),
		Methods: []Method{{Name: "__dir__", NoArgs: func(th *Thread, v Value) (Value, error) {
			if f, ok := v.p.dict.Lookup("__dir__"); ok {
				return Call(th, f)
			}
			names := NewList(v.p.dict.Keys()...)
			if m, _ := AsModule(v); m.Dir != nil {
				for _, name := range m.Dir(th) {
					if _, there := m.dict.Lookup(name); !there {
						names.Items = append(names.Items, NewStr(name))
					}
				}
			}
			return names.Ref(), nil
		}}},
	}
}

func superSpec() Spec {
	return Spec{
		Slots: Slots{
			GetAttr: superGetAttr,
			DescrGet: func(th *Thread, v, obj, owner Value) (Value, error) {
				s, _ := AsSuper(v)
				if obj.IsNull() || !s.Obj.IsNull() || s.Class == nil {
					return v, nil
				}
				if s.typ != SuperType {
					return Call(th, s.typ.Ref(), s.Class.Ref(), obj)
				}
				return NewSuper(s.Class, obj)
			},
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				return (&Super{Header: Header{typ: cls}}).Ref(), nil
			},
			Init: func(th *Thread, v Value, args, kw []Value) error {
				if len(kw) > 0 {
					return TypeErrorf("super() takes no keyword arguments")
				}
				s, _ := AsSuper(v)
				var class *Type
				obj := Null
				switch len(args) {
				case 0:
					var err error
					if class, obj, err = ZeroArgSuper(th); err != nil {
						return err
					}
				case 1, 2:
					t, ok := AsType(args[0])
					if !ok {
						return TypeErrorf("super() argument 1 must be a type, not %s", args[0].p.typ.Name)
					}
					class = t
					if len(args) == 2 && !args[1].IsNone() {
						obj = args[1]
					}
				default:
					return TypeErrorf("super() expected at most 2 arguments, got %d", len(args))
				}
				n, err := NewSuper(class, obj)
				if err != nil {
					return err
				}
				o, _ := AsSuper(n)
				s.Class, s.Obj, s.Start = o.Class, o.Obj, o.Start
				return nil
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				s, _ := AsSuper(v)
				if s.Class == nil {
					return NewStr("<super: NULL, NULL>"), nil
				}
				if s.Start == nil {
					return NewStr("<super: <class '" + s.Class.Name + "'>, NULL>"), nil
				}
				return NewStr("<super: <class '" + s.Class.Name + "'>, <" + s.Start.Name + " object>>"), nil
			},
		},
		Getset: []GetsetDef{
			{Name: "__self__", Get: func(th *Thread, v Value) (Value, error) { s, _ := AsSuper(v); return orNone(s.Obj), nil }},
			{Name: "__thisclass__", Get: func(th *Thread, v Value) (Value, error) {
				s, _ := AsSuper(v)
				if s.Class == nil {
					return None, nil
				}
				return s.Class.Ref(), nil
			}},
			{Name: "__self_class__", Get: func(th *Thread, v Value) (Value, error) {
				s, _ := AsSuper(v)
				if s.Start == nil {
					return None, nil
				}
				return s.Start.Ref(), nil
			}},
		},
	}
}

func mappingProxySpec() Spec {
	mp := func(v Value) Value { p, _ := AsMappingProxy(v); return p.D }
	fwd := func(name string) Method {
		return Method{Name: name, Fn: func(th *Thread, args, kw []Value) (Value, error) {
			f, err := GetAttr(th, mp(args[0]), name)
			if err != nil {
				return Null, err
			}
			return CallArgs(th, f, args[1:], kw)
		}}
	}
	var or [NumOps]BinaryFunc
	or[OpOr] = func(th *Thread, a, b Value) (Value, error) {
		if p, ok := AsMappingProxy(b); ok {
			b = p.D
		}
		return BinaryOp(th, OpOr, mp(a), b)
	}
	var reflected, inPlace [NumOps]BinaryFunc
	reflected[OpOr] = func(th *Thread, a, b Value) (Value, error) { return BinaryOp(th, OpOr, b, mp(a)) }
	inPlace[OpOr] = func(th *Thread, a, b Value) (Value, error) {
		return Null, TypeErrorf("'|=' is not supported by mappingproxy; use '|' instead")
	}
	return Spec{Final: true, Mapping: true,
		Slots: Slots{
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				if len(args) != 1 {
					return Null, TypeErrorf("mappingproxy() missing required argument 'mapping' (pos 1)")
				}
				if args[0].p.typ.GetItem == nil || isSeqLayout(args[0].p.typ.layout) {
					return Null, TypeErrorf("mappingproxy() argument must be a mapping, not %s", args[0].p.typ.Name)
				}
				return NewMappingProxy(args[0]), nil
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				r, err := Repr(th, mp(v))
				return NewStr("mappingproxy(" + r + ")"), err
			},
			Str: func(th *Thread, v Value) (Value, error) {
				s, err := StrOf(th, mp(v))
				return NewStr(s), err
			},
			GetItem:  func(th *Thread, v, k Value) (Value, error) { return GetItem(th, mp(v), k) },
			Contains: func(th *Thread, v, k Value) (bool, error) { return Contains(th, mp(v), k) },
			Iter:     func(th *Thread, v Value) (Value, error) { return Iter(th, mp(v)) },
			Len:      func(th *Thread, v Value) (int, error) { return Len(th, mp(v)) },
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				if p, ok := AsMappingProxy(b); ok {
					b = p.D
				}
				return Compare(th, mp(a), b, op)
			},
			Hash:   func(th *Thread, v Value) (int64, error) { return Hash(th, mp(v)) },
			Binary: or, Reflected: reflected, InPlace: inPlace,
		},
		Methods: []Method{fwd("get"), fwd("keys"), fwd("values"), fwd("items"), fwd("copy"), fwd("__reversed__")},
		Class:   []Method{ClassGetItem},
	}
}

func tracebackSpec() Spec {
	tb := func(v Value) *Traceback { t, _ := AsTraceback(v); return t }
	return Spec{Final: true, Slots: Slots{New: tracebackNew}, Getset: []GetsetDef{
		{Name: "tb_next", Get: func(th *Thread, v Value) (Value, error) {
			if tb(v).Next == nil {
				return None, nil
			}
			return tb(v).Next.Ref(), nil
		}, Set: func(th *Thread, v, x Value) error {
			if x.IsNull() {
				return TypeErrorf("can't delete tb_next attribute")
			}
			n, ok := AsTraceback(x)
			if !ok && !x.IsNone() {
				return TypeErrorf("expected traceback object, got '%s'", x.p.typ.Name)
			}
			for t := n; t != nil; t = t.Next {
				if t == tb(v) {
					return ValueErrorf("traceback loop detected")
				}
			}
			tb(v).Next = n
			return nil
		}},
		{Name: "tb_frame", Get: func(th *Thread, v Value) (Value, error) { return orNone(tb(v).Frame), nil }},
		{Name: "tb_lineno", Get: func(th *Thread, v Value) (Value, error) { return Int(int64(tb(v).Line)), nil }},
		{Name: "tb_lasti", Get: func(th *Thread, v Value) (Value, error) { return Int(int64(tb(v).Lasti * 2)), nil }},
	}}
}

// FrameCode is the code of a frame object of the interpreter; false for other objects.
var FrameCode func(v Value) (*Code, bool)

func tracebackNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	a, err := Args("traceback", args, kw, "tb_next", "tb_frame", "tb_lasti", "tb_lineno")
	if err != nil {
		return Null, err
	}
	next, ok := AsTraceback(a[0])
	if !ok && !a[0].IsNone() {
		return Null, TypeErrorf("expected traceback object or None, got '%s'", a[0].p.typ.Name)
	}
	code, ok := FrameCode(a[1])
	if !ok {
		return Null, TypeErrorf("traceback() argument 'tb_frame' must be frame, not %s", a[1].p.typ.Name)
	}
	lasti, err := ToInt(th, a[2])
	if err != nil {
		return Null, err
	}
	line, err := ToInt(th, a[3])
	if err != nil {
		return Null, err
	}
	return (&Traceback{Header: Header{typ: cls}, Next: next, Frame: a[1], Code: code, Lasti: lasti / 2, Line: line}).Ref(), nil
}

// reprType is how classes appear inside generic aliases and unions.
func reprType(th *Thread, v Value) (string, error) {
	if v == Ellipsis {
		return "...", nil
	}
	if v == NoneType.Ref() || v.IsNone() {
		return "None", nil
	}
	if t, ok := AsType(v); ok {
		return t.FullName(), nil
	}
	if l, ok := AsList(v); ok {
		var parts []string
		for i := 0; i < len(l.Items); i++ {
			s, err := reprType(th, l.Items[i])
			if err != nil {
				return "", err
			}
			parts = append(parts, s)
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	}
	return Repr(th, v)
}

// ReprTypes joins types for the repr of generic aliases.
func ReprTypes(th *Thread, items []Value, sep string) (string, error) {
	var parts []string
	for _, x := range items {
		s, err := reprType(th, x)
		if err != nil {
			return "", err
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, sep), nil
}

func codeSpec() Spec {
	cv := func(th *Thread, v Value) *Code { c, _ := AsCode(v); c.Load(th); return c }
	num := func(name string, f func(c *Code) int) GetsetDef {
		return GetsetDef{Name: name, Get: func(th *Thread, v Value) (Value, error) { return Int(int64(f(cv(th, v)))), nil }}
	}
	str := func(name string, f func(c *Code) string) GetsetDef {
		return GetsetDef{Name: name, Get: func(th *Thread, v Value) (Value, error) { return NewStr(f(cv(th, v))), nil }}
	}
	names := func(name string, f func(c *Code) []string) GetsetDef {
		return GetsetDef{Name: name, Get: func(th *Thread, v Value) (Value, error) {
			ss := f(cv(th, v))
			items := make([]Value, len(ss))
			for i, s := range ss {
				items[i] = StrValue(s)
			}
			return NewTuple(items...).Ref(), nil
		}}
	}
	return Spec{Final: true, NoNew: true,
		Slots: Slots{Repr: func(th *Thread, v Value) (Value, error) {
			c := cv(th, v)
			return NewStr(fmt.Sprintf("<code object %s at %#x, file \"%s\", line %d>", c.Name, ID(v), c.Filename, c.FirstLine)), nil
		}},
		Getset: []GetsetDef{
			num("co_argcount", func(c *Code) int { return c.ArgCount }),
			num("co_posonlyargcount", func(c *Code) int { return c.PosOnlyArgCount }),
			num("co_kwonlyargcount", func(c *Code) int { return c.KwOnlyArgCount }),
			num("co_flags", func(c *Code) int { return int(c.Flags) }),
			num("co_firstlineno", func(c *Code) int { return c.FirstLine }),
			num("co_stacksize", func(c *Code) int { return c.StackSize }),
			num("co_nlocals", func(c *Code) int { return c.NLocals }),
			str("co_name", func(c *Code) string { return c.Name }), str("co_qualname", func(c *Code) string { return c.QualName }),
			str("co_filename", func(c *Code) string { return c.Filename }),
			names("co_names", func(c *Code) []string { return c.Names }),
			names("co_varnames", func(c *Code) []string { return c.LocalsPlus[:c.NLocals] }),
			names("co_cellvars", func(c *Code) []string { return c.CellVars }),
			names("co_freevars", func(c *Code) []string { return c.FreeVars }),
			{Name: "co_consts", Get: func(th *Thread, v Value) (Value, error) { return NewTuple(cv(th, v).ConstValues...).Ref(), nil }},
			{Name: "co_code", Get: func(th *Thread, v Value) (Value, error) {
				var b []byte
				for _, in := range cv(th, v).Instrs {
					b = append(b, byte(in.Op), byte(in.Arg))
				}
				return NewBytes(b), nil
			}},
		},
		Methods: []Method{
			{Name: "co_lines", NoArgs: func(th *Thread, v Value) (Value, error) {
				var out []Value
				for i, p := range cv(th, v).Positions {
					out = append(out, NewTuple(Int(int64(i*2)), Int(int64(i*2+2)), Int(int64(p.Line))).Ref())
				}
				return Iter(th, NewList(out...).Ref())
			}},
			{Name: "replace", Fn: codeReplace},
			{Name: "__replace__", Fn: codeReplace},
			{Name: "co_positions", NoArgs: func(th *Thread, v Value) (Value, error) {
				place := func(n int32) Value {
					if n < 0 {
						return None
					}
					return Int(int64(n))
				}
				c := cv(th, v)
				out := make([]Value, len(c.Positions))
				for i, p := range c.Positions {
					line, end := place(p.Line), place(p.EndLine)
					if p.Line == 0 {
						line, end = None, None
					}
					out[i] = NewTuple(line, end, place(p.Col), place(p.EndCol)).Ref()
				}
				return Iter(th, NewList(out...).Ref())
			}},
		},
	}
}

// codeReplace makes a copy of a code object with another name.
func codeReplace(th *Thread, args, kw []Value) (Value, error) {
	c, _ := AsCode(args[0])
	c.Load(th)
	d := *c.Code
	for i, k := range kw {
		name, _ := Text(k)
		x := args[1+i]
		switch name {
		case "co_name":
			d.Name, _ = Text(x)
		case "co_qualname":
			d.QualName, _ = Text(x)
		case "co_filename":
			d.Filename, _ = Text(x)
		case "co_firstlineno":
			d.FirstLine, _ = ToInt(th, x)
		case "co_flags":
			n, err := ToInt(th, x)
			if err != nil {
				return Null, err
			}
			d.Flags = bytecode.Flags(n)
		case "co_argcount", "co_posonlyargcount", "co_kwonlyargcount":
			n, err := ToInt(th, x)
			if err != nil {
				return Null, err
			}
			*map[string]*int{"co_argcount": &d.ArgCount, "co_posonlyargcount": &d.PosOnlyArgCount, "co_kwonlyargcount": &d.KwOnlyArgCount}[name] = n
		default:
			return Null, NotImplementedErrorf("code.replace(%s=...)", name)
		}
	}
	return NewCode(th, &d).Ref(), nil
}

// setBuiltinModule sets __module__ of a function written in Go; methods of types have none to set.
func setBuiltinModule(th *Thread, v, x Value) error {
	b, _ := AsBuiltin(v)
	if b.kind != kindFunction {
		return AttributeErrorf(v, sModule, "'%s' object has no attribute '__module__' and no __dict__ for setting new attributes", b.typ.Name)
	}
	if b.dict == nil {
		b.dict = NewDict()
	}
	b.dict.SetStr(sModule, orNone(x))
	return nil
}
