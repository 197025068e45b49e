package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// Proxy is an object of the virtual machine that stands for a tracker inside
// shadows and native calls. Its slots lead back to the trace.
type Proxy struct {
	object.Header
	T     Tracker
	trace *Trace
}

var (
	proxyLayout = object.NewLayout()
	proxyType   *object.Type
	// numberProxies are the types of proxies of numbers that are not known, by the type of the number; filled once, like proxyType.
	numberProxies = map[*object.Type]*object.Type{}
)

func init() {
	for _, of := range []*object.Type{object.IntType, object.FloatType, object.BoolType} {
		numberProxies[of] = object.NewType(of.Name, "magneto", nil, object.Spec{Layout: proxyLayout, Slots: proxySlots()})
	}
	proxyType = object.NewType("proxy", "magneto", nil, object.Spec{Layout: proxyLayout, Slots: proxySlots()})
}

// AsProxy is the proxy behind v.
func AsProxy(v object.Value) (*Proxy, bool) { return object.As[Proxy](v, proxyLayout) }

// isProxy tells whether v stands for a tracker that no object of the virtual
// machine can: native code must not be asked what only the trace knows.
func isProxy(v object.Value) bool {
	_, ok := AsProxy(v)
	return ok
}

// proxy is the one proxy of a tracker.
func (t *Trace) proxy(x Tracker) object.Value {
	p := t.proxies[x]
	if p == nil {
		p = &Proxy{Header: object.NewHeader(t.proxyTypeOf(x)), T: x, trace: t}
		t.proxies[x] = p
	}
	return p.Ref()
}

// ToValue is the object that stands for x inside shadows and native calls.
func (t *Trace) ToValue(x Tracker) object.Value {
	switch x := x.(type) {
	case *Constant:
		return x.V
	case *Lazy:
		if x.real != nil {
			return t.ToValue(x.real)
		}
	case *Container:
		return x.V
	case *Function:
		t.tracked[x.Fn.Ref()] = x
		return x.Fn.Ref()
	case *Class:
		return x.T.Ref()
	case *Builtin:
		return x.Fn
	case *PyModule:
		return x.M.Ref()
	case *Cell:
		return x.C.Ref()
	case *Null:
		return object.Null
	}
	return t.proxy(x)
}

// looksAtArguments says whether a native function asks what its arguments are, as those of torch and the built-in ones do: it must not see proxies.
func looksAtArguments(b *object.Builtin) bool {
	module := b.Module
	if b.Owner != nil {
		module = b.Owner.ModuleName()
	}
	_, operator := b.Tag.(*ops.Packet)
	return operator || module == "builtins" && b.Owner == nil || module == "torch" || strings.HasPrefix(module, "torch.")
}

// ToCallable is like ToValue for an argument that native code may call: Python
// functions become proxies, so that calls come back to be inlined.
func (t *Trace) ToCallable(x Tracker) object.Value {
	x = t.Peek(x)
	switch f := x.(type) {
	case *Function, *Method, *Attribute:
		return t.proxy(x)
	case *Builtin:
		if b, ok := object.AsBuiltin(f.Fn); ok && looksAtArguments(b) {
			return t.proxy(x)
		}
	case *Container:
		if f.cachesCalls() {
			return t.proxy(x)
		}
	case *Class:
		if f.T.IsHeap() || f.T == object.TypeType {
			return t.proxy(x)
		}
	}
	return t.ToValue(x)
}

// FromValue is the tracker of an object that came out of a shadow or a native call.
func (t *Trace) FromValue(v object.Value) Tracker {
	if p, ok := AsProxy(v); ok {
		return p.T
	}
	if IsConstant(v) {
		return NewConstant(v)
	}
	if known, ok := t.tracked[v]; ok {
		return known
	}
	x := t.sourceless(v)
	switch x.(type) {
	case *Constant:
	default:
		t.tracked[v] = x
	}
	return x
}

// Shadow is the tracker of a container of a class of the program, if v is one that tracing works on.
func (t *Trace) Shadow(v object.Value) (*Container, bool) {
	if v.IsNull() || !v.Type().IsHeap() {
		return nil, false
	}
	c, ok := t.tracked[v].(*Container)
	return c, ok
}

// Existing is the tracker of an object that was there before the trace but has
// no path from the frame (state of a library module, say). It is loaded as a
// constant, and what tracing does to it is replayed like any other effect.
func (t *Trace) Existing(v object.Value) Tracker {
	if _, known := t.tracked[v]; known || isProxy(v) || IsConstant(v) || isNativeConstant(v) || isEnumMember(v) {
		return t.FromValue(v)
	}
	switch v.Type().Layout() {
	case object.LayoutFunction, object.LayoutType, object.LayoutModule, object.LayoutProperty, object.LayoutStaticMethod, object.LayoutClassMethod, object.LayoutCell, object.LayoutCode:
		return t.FromValue(v)
	case object.LayoutBuiltin:
		if b, _ := object.AsBuiltin(v); b.Self.IsNull() || b.Self.Type().Layout() == object.LayoutModule || b.Self.Type().Layout() == object.LayoutType {
			return t.FromValue(v)
		}
	}
	return t.Wrap(v, guards.NewConstant(fmt.Sprintf("___object_%d", object.ID(v)), v))
}

// sourceless wraps an object that tracing or native code made.
func (t *Trace) sourceless(v object.Value) Tracker {
	if f, ok := object.AsFunction(v); ok {
		return &Function{Fn: f}
	}
	if c, ok := object.AsType(v); ok {
		return &Class{T: c}
	}
	if _, ok := object.AsBuiltin(v); ok {
		return &Builtin{Fn: v}
	}
	if m, ok := object.AsModule(v); ok {
		return &PyModule{M: m}
	}
	if c, ok := object.AsCell(v); ok {
		return &Cell{C: c}
	}
	if m, ok := object.AsMethod(v); ok {
		return &Method{Self: t.FromValue(m.Self), Func: t.FromValue(m.Func)}
	}
	if isNativeConstant(v) || isEnumMember(v) {
		return NewConstant(v)
	}
	if _, ok := object.AsInstance(v); ok && v.Type().IsHeap() {
		return &Object{V: v, T: v.Type()}
	}
	return &Container{V: v, born: t.born}
}

// IsConstant tells whether v is a value that is the same in every frame:
// numbers, text, None and the like.
func IsConstant(v object.Value) bool {
	if v.IsNull() {
		return false
	}
	switch v.Type() {
	case object.IntType, object.FloatType, object.BoolType, object.StrType, object.BytesType, object.ComplexType, object.NoneType,
		object.EllipsisType, object.NotImplementedType:
		return true
	}
	return false
}

// proxySlots leads operations of native code on a proxy back to the trace.
func proxySlots() object.Slots {
	of := func(v object.Value) *Proxy { p, _ := AsProxy(v); return p }
	back := func(p *Proxy, x Tracker, err error) (object.Value, error) {
		if err != nil {
			return object.Null, err
		}
		return p.trace.ToValue(x), nil
	}
	s := object.Slots{
		Call: func(th *object.Thread, self object.Value, args, kwNames []object.Value) (object.Value, error) {
			p := of(self)
			positional := len(args) - len(kwNames)
			trackers := make([]Tracker, positional)
			for i := range trackers {
				trackers[i] = p.trace.FromValue(args[i])
			}
			kws := make([]KW, len(kwNames))
			for i, n := range kwNames {
				s, _ := object.AsStr(n)
				kws[i] = KW{s.S, p.trace.FromValue(args[positional+i])}
			}
			x, err := p.trace.Call(th, p.T, trackers, kws)
			return back(p, x, err)
		},
		GetAttr: func(th *object.Thread, self object.Value, name *object.Str) (object.Value, error) {
			p := of(self)
			x, err := p.trace.GetAttr(th, p.T, name.S)
			if err != nil {
				return object.Null, err
			}
			return p.trace.ToCallable(x), nil
		},
		SetAttr: func(th *object.Thread, self object.Value, name *object.Str, val object.Value) error {
			p := of(self)
			if val.IsNull() {
				return p.trace.DelAttr(th, p.T, name.S)
			}
			return p.trace.SetAttr(th, p.T, name.S, p.trace.FromValue(val))
		},
		Compare: func(th *object.Thread, a, b object.Value, op object.CompareOp) (object.Value, error) {
			p := of(a)
			if op == object.Eq && (a == b || sameTensor(p.T, p.trace.FromValue(b))) {
				return object.True, nil
			}
			x, err := p.trace.Compare(th, op, p.T, p.trace.FromValue(b))
			return back(p, x, err)
		},
		Hash: func(th *object.Thread, v object.Value) (int64, error) {
			p := of(v)
			return p.trace.keyHash(th, p.T)
		},
		Iter: func(th *object.Thread, v object.Value) (object.Value, error) {
			p := of(v)
			x, err := p.trace.Iter(th, p.T)
			return back(p, x, err)
		},
		Next: func(th *object.Thread, v object.Value) (object.Value, error) {
			p := of(v)
			x, more, err := p.trace.Next(th, p.T)
			if err != nil || !more {
				return object.Null, err
			}
			return p.trace.ToValue(x), nil
		},
		Len: func(th *object.Thread, v object.Value) (int, error) {
			p := of(v)
			x, err := p.trace.Len(th, p.T)
			if err != nil {
				return 0, err
			}
			n, err := p.trace.AsInt(th, x)
			return int(n), err
		},
		GetItem: func(th *object.Thread, v, key object.Value) (object.Value, error) {
			p := of(v)
			x, err := p.trace.GetItem(th, p.T, p.trace.FromValue(key))
			return back(p, x, err)
		},
		Contains: func(th *object.Thread, v, item object.Value) (bool, error) {
			p := of(v)
			x, err := p.trace.Contains(th, p.T, p.trace.FromValue(item))
			if err != nil {
				return false, err
			}
			return p.trace.Truth(th, x)
		},
		Bool: func(th *object.Thread, v object.Value) (bool, error) {
			p := of(v)
			return p.trace.Truth(th, p.T)
		},
		Index: func(th *object.Thread, v object.Value) (object.Value, error) {
			p := of(v)
			n, err := p.trace.AsInt(th, p.T)
			return object.Int(n), err
		},
		Repr: func(th *object.Thread, v object.Value) (object.Value, error) { return of(v).text(th, "repr") },
		Str:  func(th *object.Thread, v object.Value) (object.Value, error) { return of(v).text(th, "str") },
		Neg: func(th *object.Thread, v object.Value) (object.Value, error) {
			p := of(v)
			x, err := p.trace.Unary(th, "neg", p.T)
			return back(p, x, err)
		},
	}
	for op := object.Op(0); op < object.NumOps; op++ {
		s.Binary[op] = func(th *object.Thread, a, b object.Value) (object.Value, error) {
			p := of(a)
			x, err := p.trace.Binary(th, op, p.T, p.trace.FromValue(b), false)
			return back(p, x, err)
		}
		s.Reflected[op] = func(th *object.Thread, a, b object.Value) (object.Value, error) {
			p := of(a)
			x, err := p.trace.Binary(th, op, p.trace.FromValue(b), p.T, false)
			return back(p, x, err)
		}
	}
	return s
}

func (p *Proxy) text(th *object.Thread, how string) (object.Value, error) {
	x, err := p.trace.Text(th, p.T, how)
	if err != nil {
		return object.Null, err
	}
	return x.V, nil
}
