package variables

import (
	"github.com/magneto-go/magneto/vm/object"
)

// proxyTypeOf is the type of the proxy of x. Objects of classes of the program have one for each class, because native code asks a type what its objects can do, and names it in
// its errors: sin asks for __float__ before __index__, and floor for __floor__ before both.
func (t *Trace) proxyTypeOf(x Tracker) *object.Type {
	o, ok := x.(*Object)
	if !ok {
		switch x.(type) {
		case *SymInt, *SymFloat, *SymBool: // errors of native code name what they stand for
			if typ := numberProxies[t.TypeOf(x)]; typ != nil {
				return typ
			}
		case *Tensor:
			return t.tensorProxyType(t.TypeOf(x))
		}
		return proxyType
	}
	return t.proxyTypeFor(o.T)
}

// tensorProxyType is the type of the proxies of tensors of a class.
func (t *Trace) tensorProxyType(class *object.Type) *object.Type {
	typ := t.proxyTypes[class]
	if typ == nil {
		typ = object.NewType(class.Name, class.ModuleName(), nil, object.Spec{Layout: proxyLayout, Unlisted: true, Slots: proxySlots()})
		t.rememberProxyType(class, typ)
	}
	return typ
}

// proxyTypeFor is the type of the proxies of a class's objects. It derives from that of the class's base: the operators of objects of derived classes go first.
func (t *Trace) proxyTypeFor(class *object.Type) *object.Type {
	typ := t.proxyTypes[class]
	if typ == nil {
		var base *object.Type
		if class.Base != nil && class.Base.IsHeap() {
			base = t.proxyTypeFor(class.Base)
		}
		typ = object.NewType(class.Name, class.ModuleName(), base, object.Spec{Layout: proxyLayout, Unlisted: true, Slots: slotsFor(class), Methods: methodsFor(class)})
		typ.QualName = class.QualName
		t.rememberProxyType(class, typ)
	}
	return typ
}

func (t *Trace) rememberProxyType(class, typ *object.Type) {
	if t.proxyTypes == nil {
		t.proxyTypes = map[*object.Type]*object.Type{}
	}
	t.proxyTypes[class] = typ
}

// slotsFor are the slots of proxies that a class has special methods for.
func slotsFor(class *object.Type) object.Slots {
	has := func(name string) bool {
		_, ok := specialOf(class, name)
		return ok
	}
	s := proxySlots()
	if !has("__iter__") { // native code makes an iterator over __getitem__
		s.Iter = nil
	}
	if !has("__next__") {
		s.Next = nil
	}
	if !has("__len__") {
		s.Len = nil
	}
	if !has("__getitem__") {
		s.GetItem = nil
	}
	if !has("__index__") {
		s.Index = nil
	}
	if !has("__call__") {
		s.Call = nil
	}
	s.Compare = func(th *object.Thread, a, b object.Value, op object.CompareOp) (object.Value, error) {
		p, _ := AsProxy(a)
		switch {
		case has(compareSpecials[op]):
			return specialOfProxy(th, compareSpecials[op], a, b)
		case op == object.Ne && p.trace.negatesEq(th, p.T):
			x, err := p.trace.Compare(th, op, p.T, p.trace.FromValue(b))
			if err != nil {
				return object.Null, err
			}
			return p.trace.ToValue(x), nil
		case op == object.Eq || op == object.Ne: // what two proxies stand for may be the same
			same, err := p.trace.Is(th, p.T, p.trace.FromValue(b))
			if same {
				return object.Bool(op == object.Eq), err
			}
			return object.NotImplemented, err
		}
		return object.NotImplemented, nil
	}
	for op := object.Op(0); op < object.NumOps; op++ {
		if !has("__" + binaries[op].special + "__") {
			s.Binary[op] = nil
		}
		if !has("__r" + binaries[op].special + "__") {
			s.Reflected[op] = nil
		}
	}
	for _, unary := range []struct {
		name string
		slot *object.UnaryFunc
	}{{"__neg__", &s.Neg}, {"__pos__", &s.Pos}, {"__abs__", &s.Abs}, {"__invert__", &s.Invert}, {"__int__", &s.Int}, {"__float__", &s.Float}} {
		*unary.slot = nil
		if has(unary.name) {
			*unary.slot = func(th *object.Thread, v object.Value) (object.Value, error) {
				return specialOfProxy(th, unary.name, v)
			}
		}
	}
	if has("__format__") {
		s.Format = func(th *object.Thread, v object.Value, spec string) (string, error) {
			r, err := specialOfProxy(th, "__format__", v, object.NewStr(spec))
			if err != nil {
				return "", err
			}
			text, ok := object.AsStr(r)
			if !ok {
				return "", object.TypeErrorf("__format__ must return a str, not %s", r.Type().Name)
			}
			return text.S, nil
		}
	}
	return s
}

// lookedUp are the special methods without a slot that native code looks up on a type.
var lookedUp = []string{"__round__", "__floor__", "__ceil__", "__trunc__", "__complex__", "__bytes__", "__length_hint__", "__divmod__", "__rdivmod__", "__pow__", "__rpow__", "__fspath__",
	"__reversed__", "__instancecheck__", "__subclasscheck__"}

// methodsFor are those of lookedUp that a class has.
func methodsFor(class *object.Type) []object.Method {
	var methods []object.Method
	for _, name := range lookedUp {
		if _, ok := specialOf(class, name); ok {
			methods = append(methods, object.Method{Name: name, Fn: func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
				return specialOfProxy(th, name, args[0], args[1:]...)
			}})
		}
	}
	return methods
}

// specialOfProxy calls a special method of the object behind a proxy.
func specialOfProxy(th *object.Thread, name string, v object.Value, args ...object.Value) (object.Value, error) {
	p, _ := AsProxy(v)
	trackers := make([]Tracker, len(args))
	for i, a := range args {
		trackers[i] = p.trace.FromValue(a)
	}
	x, err := p.trace.callSpecial(th, p.T, name, trackers...)
	if err != nil {
		return object.Null, err
	}
	if p.trace.declined(th, x) {
		return object.NotImplemented, nil
	}
	return p.trace.ToValue(p.trace.Peek(x)), nil
}
