package stdlib

import (
	"fmt"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// weakRef is weakref.ref. It holds its referent: the VM has no reference counts, so an object lives at least until
// the garbage collector of Go finds it, and a program cannot tell a reference that outlived its object from one that
// did not. What programs use weak references for (registries and caches keyed by object) keeps working.
type weakRef struct {
	object.Header
	target   Value
	callback Value
	hash     int64
	hashed   bool
}

var layoutWeak = object.NewLayout()

func wv(v Value) *weakRef { w, _ := object.As[weakRef](v, layoutWeak); return w }

func weakable(v Value) error {
	switch t := v.Type(); {
	case v.IsInt(), v.IsFloat(), v.IsNone(), t == object.StrType, t == object.TupleType, t == object.ListType, t == object.DictType, t == object.BytesType:
		if !t.IsHeap() {
			return object.TypeErrorf("cannot create weak reference to '%s' object", t.Name)
		}
	}
	return nil
}

func init() {
	interp.RegisterNative("_weakref", func() *object.Module {
		m := object.NewModule("_weakref")
		refs := map[*object.Header]*weakRef{}
		var refType *object.Type
		refType = object.NewType("ReferenceType", "weakref", nil, object.Spec{Layout: layoutWeak,
			Slots: object.Slots{
				New: func(cls *object.Type, args, kw []Value) (Value, error) {
					if len(args) == 0 {
						return object.Null, object.TypeErrorf("__new__ expected at least 1 argument, got 0")
					}
					if err := weakable(args[0]); err != nil {
						return object.Null, err
					}
					plain := cls == refType && (len(args) == 1 || args[1].IsNone())
					if plain {
						if r, ok := refs[args[0].Head()]; ok && r.target == args[0] {
							return r.Ref(), nil
						}
					}
					w := &weakRef{Header: object.NewHeader(cls), target: args[0]}
					if len(args) > 1 {
						w.callback = args[1]
					}
					if plain && len(refs) < 1<<16 {
						refs[args[0].Head()] = w
					}
					return w.Ref(), nil
				},
				Init: func(v Value, args, kw []Value) error { return nil },
				Call: func(v Value, args, kw []Value) (Value, error) { return wv(v).target, nil },
				Hash: func(v Value) (int64, error) { return object.Hash(wv(v).target) },
				Compare: func(a, b Value, op object.CompareOp) (Value, error) {
					y := wv(b)
					if y == nil || op != object.Eq && op != object.Ne {
						return object.NotImplemented, nil
					}
					return object.Compare(wv(a).target, y.target, op)
				},
				Repr: func(v Value) (Value, error) {
					return object.NewStr(fmt.Sprintf("<weakref at %#x; to '%s' at %#x>", object.ID(v), wv(v).target.Type().FullName(), object.ID(wv(v).target))), nil
				},
			},
			Getset: []object.GetsetDef{{Name: "__callback__", Get: func(v Value) (Value, error) {
				if wv(v).callback.IsNull() {
					return object.None, nil
				}
				return wv(v).callback, nil
			}}},
			Class: []object.Method{object.ClassGetItem},
		})
		m.Set("ref", refType.Ref())
		m.Set("ReferenceType", refType.Ref())
		m.SetFunc("getweakrefcount", func(args, kw []Value) (Value, error) {
			if _, ok := refs[args[0].Head()]; ok {
				return object.Int(1), nil
			}
			return object.Int(0), nil
		})
		proxy := object.NewType("ProxyType", "weakref", nil, object.Spec{Layout: object.LayoutNative, Slots: object.Slots{
			GetAttr: func(v Value, name *object.Str) (Value, error) {
				n, _ := object.AsNative(v)
				return object.GetAttrStr(n.V.(Value), name)
			},
			SetAttr: func(v Value, name *object.Str, x Value) error {
				n, _ := object.AsNative(v)
				return object.SetAttrStr(n.V.(Value), name, x)
			},
			Call: func(v Value, args, kw []Value) (Value, error) {
				n, _ := object.AsNative(v)
				return object.CallArgs(n.V.(Value), args, kw)
			},
			Str: func(v Value) (Value, error) {
				n, _ := object.AsNative(v)
				return object.StrValueOf(n.V.(Value))
			},
		}})
		m.Set("ProxyType", proxy.Ref())
		m.SetFunc("proxy", func(args, kw []Value) (Value, error) { return object.NewNative(proxy, args[0]), nil })
		return m
	})
}
