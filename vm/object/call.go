package object

import (
	"fmt"
)

// Call calls f with positional arguments.
func Call(th *Thread, f Value, args ...Value) (Value, error) {
	lent := th.lend(args)
	v, err := CallArgs(th, f, lent, nil)
	th.takeBack(lent)
	return v, err
}

// CallArgs calls f in vectorcall style.
func CallArgs(th *Thread, f Value, args, kwNames []Value) (Value, error) {
	call := f.p.typ.Call
	if call == nil {
		return Null, TypeErrorf("'%s' object is not callable", f.p.typ.Name)
	}
	if Checking {
		l := lend(args)
		defer l.end()
		args = l.args
	}
	return call(th, f, args, kwNames)
}

// Kw is one keyword argument, for calls from Go.
type Kw struct {
	Name string
	V    Value
}

// CallKw calls f with positional and keyword arguments.
func CallKw(th *Thread, f Value, args []Value, kws ...Kw) (Value, error) {
	all := append([]Value(nil), args...)
	var names []Value
	for _, k := range kws {
		all = append(all, k.V)
		names = append(names, StrValue(k.Name))
	}
	return CallArgs(th, f, all, names)
}

// CallMethod calls v.name(args...).
func CallMethod(th *Thread, v Value, name string, args ...Value) (Value, error) {
	f, err := GetAttr(th, v, name)
	if err != nil {
		return Null, err
	}
	return Call(th, f, args...)
}

// IsCallable tells whether v can be called.
func IsCallable(v Value) bool { return v.p.typ.Call != nil }

// NewFunc is a function implemented in Go.
func NewFunc(name string, fn CallFunc) *Builtin {
	return &Builtin{Header: Header{typ: BuiltinFunctionType}, Name: name, QualName: name, Fn: fn}
}

// NewFuncValue is NewFunc as a Value.
func NewFuncValue(name string, fn CallFunc) Value { return NewFunc(name, fn).Ref() }

func newMethodDescrObj(t *Type, m *Method) *Builtin {
	return &Builtin{Header: Header{typ: MethodDescrType}, Name: m.Name, QualName: t.QualName + "." + m.Name,
		Fn: m.Fn, NoArgs: m.NoArgs, OneArg: m.OneArg, Owner: t, Sig: m.Sig, Doc: m.Doc, kind: kindMethod}
}

func newMethodDescr(t *Type, m *Method) Value { return newMethodDescrObj(t, m).Ref() }

// AddFuncs puts module functions into a namespace. In these tables NoArgs and OneArg take no self: NoArgs ignores its
// parameter, OneArg its first.
func AddFuncs(m *Module, funcs []Method) {
	for i := range funcs {
		d := &funcs[i]
		b := NewFunc(d.Name, d.Fn)
		switch {
		case d.NoArgs != nil:
			f := d.NoArgs
			b.Fn = func(th *Thread, args, kw []Value) (Value, error) {
				if len(args) != 0 {
					return Null, TypeErrorf("%s.%s() takes no arguments (%d given)", m.Name, d.Name, len(args))
				}
				return f(th, Null)
			}
		case d.OneArg != nil:
			f := d.OneArg
			b.Fn = func(th *Thread, args, kw []Value) (Value, error) {
				if len(kw) > 0 {
					return Null, TypeErrorf("%s.%s() takes no keyword arguments", m.Name, d.Name)
				}
				if len(args) != 1 {
					return Null, TypeErrorf("%s.%s() takes exactly one argument (%d given)", m.Name, d.Name, len(args))
				}
				return f(th, Null, args[0])
			}
		}
		b.Module, b.Sig, b.Doc = m.Name, d.Sig, d.Doc
		m.dict.Put(d.Name, b.Ref())
	}
}

func builtinCall(th *Thread, self Value, args, kw []Value) (Value, error) {
	b, _ := AsBuiltin(self)
	return b.Invoke(th, args, kw)
}

// Invoke calls the function; a bound self goes first.
func (b *Builtin) Invoke(th *Thread, args, kw []Value) (Value, error) {
	if Checking {
		l := lend(args)
		defer l.end()
		args = l.args
	}
	if b.Self.p != nil {
		if len(kw) == 0 {
			if b.OneArg != nil && len(args) == 1 {
				return b.OneArg(th, b.Self, args[0])
			}
			if b.NoArgs != nil && len(args) == 0 {
				return b.NoArgs(th, b.Self)
			}
		}
		var buf [6]Value
		args = append(append(buf[:0], b.Self), args...)
	} else if b.kind != kindFunction {
		if len(args) == len(kw) {
			if b.kind == kindWrapper {
				return Null, TypeErrorf("descriptor '%s' of '%s' object needs an argument", b.Name, b.Owner.Name)
			}
			name := b.QualName
			if s := b.Owner.stranger; s != nil && s.Text != nil {
				_, name = s.Text(b.Name, 0)
			}
			return Null, TypeErrorf("unbound method %s() needs an argument", name)
		}
		if err := b.SelfError(args[0].p.typ); err != nil {
			if b.Owner.stranger != nil {
				if v, ok, err := b.Owner.stranger.Call(th, b, args, kw); ok {
					return v, err
				}
			}
			return Null, err
		}
	}
	if b.Fn != nil {
		switch {
		case len(kw) > 0:
		case len(args) == 2 && b.OneArg != nil && b.kind == kindMethod:
			return b.OneArg(th, args[0], args[1])
		case len(args) == 1 && b.NoArgs != nil && b.kind == kindMethod:
			return b.NoArgs(th, args[0])
		}
		return b.Fn(th, args, kw)
	}
	if len(kw) > 0 {
		return Null, TypeErrorf("%s() takes no keyword arguments", b.QualName)
	}
	if b.OneArg != nil {
		if len(args) != 2 {
			if b.kind == kindWrapper || b.typ == MethodWrapperType {
				return Null, TypeErrorf("expected 1 argument, got %d", len(args)-1)
			}
			return Null, TypeErrorf("%s() takes exactly one argument (%d given)", b.QualName, len(args)-1)
		}
		return b.OneArg(th, args[0], args[1])
	}
	if len(args) != 1 {
		if b.kind == kindWrapper || b.typ == MethodWrapperType {
			return Null, TypeErrorf("expected 0 arguments, got %d", len(args)-1)
		}
		return Null, TypeErrorf("%s() takes no arguments (%d given)", b.QualName, len(args)-1)
	}
	return b.NoArgs(th, args[0])
}

// bindTo is the builtin as a method of obj.
func (b *Builtin) bindTo(obj Value, t *Type) Value {
	c := *b
	c.Header = Header{typ: t}
	c.kind = kindFunction
	c.Self = obj
	return c.Ref()
}

func builtinFunctionSpecs() {
	get := []GetsetDef{
		{Name: "__name__", Get: func(th *Thread, v Value) (Value, error) { b, _ := AsBuiltin(v); return StrValue(b.Name), nil }},
		{Name: "__qualname__", Get: func(th *Thread, v Value) (Value, error) {
			b, _ := AsBuiltin(v)
			if b.Owner != nil && b.Owner.stranger != nil {
				_, name := b.Owner.stranger.Text(b.Name, 0)
				return NewStr(name), nil
			}
			return StrValue(b.QualName), nil
		}},
		{Name: "__doc__", Get: func(th *Thread, v Value) (Value, error) {
			b, _ := AsBuiltin(v)
			if b.Doc == "" {
				return None, nil
			}
			return NewStr(b.Doc), nil
		}},
		{Name: "__module__", Get: func(th *Thread, v Value) (Value, error) {
			b, _ := AsBuiltin(v)
			if b.dict != nil {
				if x, ok := b.dict.GetStr(sModule); ok {
					return x, nil
				}
			}
			if b.Module == "" {
				if b.Self.IsNull() && b.kind == kindFunction {
					return StrValue("builtins"), nil
				}
				return None, nil
			}
			return StrValue(b.Module), nil
		}, Set: setBuiltinModule},
		{Name: "__self__", Get: func(th *Thread, v Value) (Value, error) {
			b, _ := AsBuiltin(v)
			if b.Self.IsNull() && b.kind == kindFunction && b.Module != "" {
				return ImportModule(th, b.Module)
			}
			return orNone(b.Self), nil
		}},
		{Name: "__text_signature__", Get: func(th *Thread, v Value) (Value, error) {
			b, _ := AsBuiltin(v)
			if b.Sig == "" {
				return None, nil
			}
			return NewStr(b.Sig), nil
		}},
	}
	descr := func(format string, bound *Type) Slots {
		return Slots{
			Call: builtinCall,
			DescrGet: func(th *Thread, self, obj, owner Value) (Value, error) {
				if obj.IsNull() {
					return self, nil
				}
				b, _ := AsBuiltin(self)
				if !obj.p.typ.IsSubtype(b.Owner) {
					return Null, TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", b.Name, b.Owner.nameInErrors(), obj.p.typ.Name)
				}
				return b.bindTo(obj, bound), nil
			},
			Repr: func(th *Thread, v Value) (Value, error) {
				b, _ := AsBuiltin(v)
				if s := b.Owner.stranger; s != nil {
					text, _ := s.Text(b.Name, ID(v))
					return NewStr(text), nil
				}
				return NewStr(fmt.Sprintf(format, b.Name, b.Owner.Name)), nil
			},
		}
	}
	boundCompare := func(th *Thread, a, b Value, op CompareOp) (Value, error) {
		x, _ := AsBuiltin(a)
		y, ok := AsBuiltin(b)
		if !ok || op != Eq && op != Ne {
			return NotImplemented, nil
		}
		same := a == b || x.Self == y.Self && !x.Self.IsNull() && x.Name == y.Name && x.Owner == y.Owner
		return Bool(same == (op == Eq)), nil
	}
	boundHash := func(th *Thread, v Value) (int64, error) {
		b, _ := AsBuiltin(v)
		if !b.Self.IsNull() {
			return int64(addr(b.Self.p)>>4) ^ Intern(b.Name).hash, nil
		}
		return int64(addr(v.p) >> 4), nil
	}
	objclass := GetsetDef{Name: "__objclass__", Get: func(th *Thread, v Value) (Value, error) { b, _ := AsBuiltin(v); return b.Owner.Ref(), nil }}
	BuiltinFunctionType.define(Spec{Slots: Slots{Call: builtinCall, Compare: boundCompare, Hash: boundHash,
		Repr: func(th *Thread, v Value) (Value, error) {
			b, _ := AsBuiltin(v)
			if d, ok := b.Tag.(described); ok && b.Owner == nil {
				return NewStr(d.Describe(b.Name, ID(v))), nil
			}
			if b.Self.IsNull() {
				return NewStr("<built-in function " + b.Name + ">"), nil
			}
			return NewStr(fmt.Sprintf("<built-in method %s of %s object at %#x>", b.Name, b.Self.p.typ.Name, ID(b.Self))), nil
		}}, Getset: get, Final: true, NoNew: true, HasDict: true})
	MethodWrapperType.define(Spec{Slots: Slots{Call: builtinCall, Compare: boundCompare, Hash: boundHash,
		Repr: func(th *Thread, v Value) (Value, error) {
			b, _ := AsBuiltin(v)
			return NewStr(fmt.Sprintf("<method-wrapper '%s' of %s object at %#x>", b.Name, b.Self.p.typ.Name, ID(b.Self))), nil
		}}, Getset: append(get, objclass), Final: true, NoNew: true})
	MethodDescrType.define(Spec{Slots: descr("<method '%s' of '%s' objects>", BuiltinFunctionType), Getset: append(get, objclass), Final: true, NoNew: true})
	WrapperDescrType.define(Spec{Slots: descr("<slot wrapper '%s' of '%s' objects>", MethodWrapperType), Getset: append(get, objclass), Final: true, NoNew: true})
	cm := descr("<method '%s' of '%s' objects>", BuiltinFunctionType)
	cm.DescrGet = func(th *Thread, self, obj, owner Value) (Value, error) {
		b, _ := AsBuiltin(self)
		if owner.IsNull() {
			owner = obj.p.typ.Ref()
		}
		if t, ok := AsType(owner); b.Owner != nil && (!ok || !t.IsSubtype(b.Owner)) {
			if !ok {
				return Null, TypeErrorf("descriptor '%s' for type '%s' needs a type, not a '%s' as arg 2", b.Name, b.Owner.Name, owner.p.typ.Name)
			}
			return Null, TypeErrorf("descriptor '%s' requires a subtype of '%s' but received '%s'", b.Name, b.Owner.Name, t.Name)
		}
		return b.bindTo(owner, BuiltinFunctionType), nil
	}
	ClassMethodDescrType.define(Spec{Slots: cm, Getset: append(get, objclass), Final: true, NoNew: true})
}

// Args unpacks the arguments of a native function. Names lists the parameters; those before "/" are positional-only,
// those after "*" keyword-only, and those after "|" (a mark that may stand anywhere) are optional. The result has one
// Value for each parameter, absent for those not given. It is inlined, so that a few values lie in the caller's frame.
func Args(fname string, args, kw []Value, names ...string) ([]Value, error) {
	return bind(make([]Value, 0, fewParams), fname, args, kw, names)
}

// fewParams is up to how many parameters of a native function are bound without allocation.
const fewParams = 8

func bind(into []Value, fname string, args, kw []Value, names []string) ([]Value, error) {
	if len(names) > cap(into) {
		into = make([]Value, 0, len(names))
	}
	if len(kw) == 0 {
		if out, ok := bindPositional(into, args, names); ok {
			return out, nil
		}
	}
	pos, required, posOnly := 0, -1, 0
	kwOnly := false
	var params [16]string
	n := 0
	for _, p := range names {
		switch p {
		case "/":
			posOnly = n
		case "*":
			kwOnly = true
		case "|":
			required = n
		default:
			params[n] = p
			n++
			if !kwOnly {
				pos++
			}
		}
	}
	if required < 0 {
		required = n
	}
	out := into[:n]
	given := len(args) - len(kw)
	self := 0 // methods do not count self in messages
	if len(names) > 0 && (names[0] == "self" || names[0] == "cls") {
		self = 1
	}
	if given > pos {
		if pos == 0 {
			return nil, TypeErrorf("%s() takes no positional arguments", fname)
		}
		if len(kw) == 0 && posOnly == n {
			return nil, arity(fname, min(required, pos)-self, pos-self, given-self)
		}
		lead := "at most"
		if required >= pos {
			lead = "exactly"
		}
		return nil, TypeErrorf("%s() takes %s %d positional argument%s (%d given)", fname, lead, pos-self, plural(pos-self), given-self)
	}
	copy(out, args[:given])
next:
	for i, k := range kw {
		s, _ := AsStr(k)
		for j := posOnly; j < n; j++ {
			if params[j] == s.S {
				if !out[j].IsNull() {
					return nil, TypeErrorf("argument for %s() given by name ('%s') and position (%d)", fname, s.S, j+1-self)
				}
				out[j] = args[given+i]
				continue next
			}
		}
		if posOnly == n {
			return nil, TypeErrorf("%s() takes no keyword arguments", fname)
		}
		return nil, TypeErrorf("%s() got an unexpected keyword argument '%s'", fname, s.S)
	}
	for j := 0; j < required && j < n; j++ {
		if out[j].IsNull() {
			if j < posOnly || posOnly == n {
				return nil, arity(fname, min(required, pos)-self, pos-self, given-self)
			}
			return nil, TypeErrorf("%s() missing required argument '%s' (pos %d)", fname, params[j], j+1-self)
		}
	}
	return out, nil
}

// bindPositional binds arguments without names; false where their number is wrong.
func bindPositional(into, args []Value, names []string) ([]Value, bool) {
	n, pos, required := 0, -1, -1
	for _, p := range names {
		if len(p) == 1 {
			switch p[0] {
			case '/':
				continue
			case '*':
				pos = n
				continue
			case '|':
				required = n
				continue
			}
		}
		n++
	}
	if pos < 0 {
		pos = n
	}
	if required < 0 {
		required = n
	}
	if len(args) > pos || len(args) < required {
		return nil, false
	}
	copy(into[:n], args)
	return into[:n], true
}

func arity(fname string, lo, hi, given int) error {
	switch {
	case lo == hi && lo == 1:
		return TypeErrorf("%s() takes exactly one argument (%d given)", fname, given)
	case lo == hi:
		return TypeErrorf("%s expected %d argument%s, got %d", fname, lo, plural(lo), given)
	case given < lo:
		return TypeErrorf("%s expected at least %d argument%s, got %d", fname, lo, plural(lo), given)
	}
	return TypeErrorf("%s expected at most %d argument%s, got %d", fname, hi, plural(hi), given)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// noKwNew is the positional ones of the arguments, still borrowed, for the __new__ of a built-in type without keyword
// arguments, which belong to the __init__ of a subclass that has one.
func noKwNew(th *Thread, cls, base *Type, args, kw []Value) ([]Value, error) {
	if len(kw) > 0 && cls.Lookup(th, sInit) == base.Lookup(th, sInit) {
		return nil, NoKw(base.Name, kw)
	}
	return args[:len(args)-len(kw)], nil
}

// NoKw is the error for keyword arguments of a function that takes none.
func NoKw(fname string, kw []Value) error {
	if len(kw) > 0 {
		return TypeErrorf("%s() takes no keyword arguments", fname)
	}
	return nil
}

// described is what stands behind a builtin and says itself how the builtin is shown.
type described interface {
	Describe(name string, id uint64) string
}

// SelfError is the error of a method that is called through its type with an object of another class; nil for one of its own.
func (b *Builtin) SelfError(class *Type) error {
	switch {
	case class.IsSubtype(b.Owner) || b.kind == kindClassMethod:
		return nil
	case b.kind == kindWrapper:
		return TypeErrorf("descriptor '%s' requires a '%s' object but received a '%s'", b.Name, b.Owner.nameInErrors(), class.Name)
	}
	return TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", b.Name, b.Owner.nameInErrors(), class.Name)
}
