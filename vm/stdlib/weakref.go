package stdlib

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
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

// literalOps are the instructions that the evaluation of a literal consists of.
var literalOps = map[bytecode.Opcode]bool{
	bytecode.RESUME: true, bytecode.RETURN_VALUE: true, bytecode.LOAD_CONST: true, bytecode.LOAD_SMALL_INT: true, bytecode.UNARY_NEGATIVE: true, bytecode.BINARY_OP: true,
	bytecode.BUILD_LIST: true, bytecode.BUILD_TUPLE: true, bytecode.BUILD_SET: true, bytecode.BUILD_MAP: true,
	bytecode.LIST_EXTEND: true, bytecode.LIST_APPEND: true, bytecode.SET_UPDATE: true, bytecode.SET_ADD: true, bytecode.MAP_ADD: true,
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
	interp.RegisterNative("_source", func() *object.Module {
		m := object.NewModule("_source")
		m.SetFunc("lines", func(args, kw []Value) (Value, error) {
			name, _ := object.Text(args[0])
			text, ok := interp.SourceText(name)
			if !ok {
				return object.NewList().Ref(), nil
			}
			lines := strings.SplitAfter(text, "\n")
			if n := len(lines); n > 0 && lines[n-1] == "" {
				lines = lines[:n-1]
			} else if n > 0 {
				lines[n-1] += "\n"
			}
			return object.StrList(lines), nil
		})
		m.SetFunc("literal", func(args, kw []Value) (Value, error) {
			text, _ := object.Text(args[0])
			code, err := interp.CompileSource("<unknown>", []byte(text), interp.ModeEval)
			if err != nil {
				return object.Null, err
			}
			for _, in := range code.Instrs {
				if !literalOps[in.Op] || in.Op == bytecode.BINARY_OP && in.Arg != bytecode.BinaryAdd && in.Arg != bytecode.BinarySubtract {
					return object.Null, object.ValueErrorf("malformed node or string: %s", object.ReprStr(text))
				}
			}
			return interp.RunCode(code, object.NewDict(), object.Null)
		})
		m.SetFunc("find_module", func(args, kw []Value) (Value, error) {
			name, _ := object.Text(args[0])
			origin, ok := interp.FindModule(name)
			if !ok {
				return object.None, nil
			}
			return object.NewStr(origin), nil
		})
		m.SetFunc("format_exception", func(args, kw []Value) (Value, error) {
			e, ok := object.AsException(args[0])
			if !ok {
				return object.NewStr("NoneType: None\n"), nil
			}
			return object.NewStr(interp.FormatException(e)), nil
		})
		m.SetFunc("format_exception_only", func(args, kw []Value) (Value, error) {
			e, ok := object.AsException(args[0])
			if !ok {
				return object.NewStr("NoneType: None\n"), nil
			}
			return object.NewStr(interp.FormatExceptionOnly(e, nil)), nil
		})
		m.SetFunc("format_tb", func(args, kw []Value) (Value, error) {
			tb, ok := object.AsTraceback(args[0])
			if !ok {
				return object.NewList().Ref(), nil
			}
			limit := 0
			if len(args) > 1 && !args[1].IsNone() {
				limit, _ = object.ToInt(args[1])
			}
			l := object.NewList()
			for ; tb != nil; tb = tb.Next {
				l.Items = append(l.Items, object.NewStr(interp.FormatFrameLine(tb.Code, tb.Lasti, tb.Line)))
				if limit > 0 && len(l.Items) == limit {
					break
				}
			}
			return l.Ref(), nil
		})
		return m
	})
}
