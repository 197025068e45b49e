package stdlib

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var namespaceType *object.Type

func init() { simpleNamespace() } // each machine's sys has one

// simpleNamespace is types.SimpleNamespace.
func simpleNamespace() *object.Type {
	if namespaceType != nil {
		return namespaceType
	}
	namespaceType = object.NewExtensionType("SimpleNamespace", "types", nil, object.Spec{HasDict: true, // shared: native modules are made one at a time
		Getset: []object.GetsetDef{object.DictAttr},
		Methods: []object.Method{
			{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				return object.NewTuple(v.Type().Ref(), object.NewTuple().Ref(), object.InstanceDict(v).Copy().Ref()).Ref(), nil
			}},
			{Name: "__replace__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				n := len(args) - len(kw)
				if n > 1 {
					return object.Null, object.TypeErrorf("__replace__() takes no positional arguments (%d given)", n-1)
				}
				r, err := object.Call(th, args[0].Type().Ref())
				if err != nil {
					return object.Null, err
				}
				if !r.Type().IsSubtype(namespaceType) {
					return object.Null, object.TypeErrorf("expect types.SimpleNamespace type, but %s() returned '%s' object", args[0].Type().Name, r.Type().Name)
				}
				d := object.InstanceDict(r)
				d.Update(th, object.InstanceDict(args[0]))
				for i, k := range kw {
					d.Set(th, k, args[n+i])
				}
				return r, nil
			}},
		},
		Slots: object.Slots{
			New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
				return object.NewInstance(th, cls), nil
			},
			Init: func(th *object.Thread, v Value, args, kw []Value) error {
				n := len(args) - len(kw)
				if n > 1 {
					return object.TypeErrorf("SimpleNamespace expected at most 1 argument, got %d", n)
				}
				d := object.InstanceDict(v)
				if n == 1 {
					given := object.NewDict()
					if err := object.UpdateDict(th, given, args[0]); err != nil {
						return err
					}
					for _, k := range given.Keys() {
						if _, ok := object.AsStr(k); !ok {
							return object.TypeErrorf("keywords must be strings")
						}
					}
					d.Update(th, given)
				}
				for i, k := range kw {
					d.Set(th, k, args[n+i])
				}
				return nil
			},
			Repr: func(th *object.Thread, v Value) (Value, error) {
				name := v.Type().Name
				if v.Type() == namespaceType {
					name = "namespace"
				}
				return object.GuardRepr(th, v, name+"(...)", func() (Value, error) {
					var parts []string
					err := object.InstanceDict(v).Each(th, func(th *object.Thread, k, x Value) error {
						s, err := object.Repr(th, x)
						n, _ := object.StrOf(th, k)
						parts = append(parts, n+"="+s)
						return err
					})
					return object.NewStr(name + "(" + strings.Join(parts, ", ") + ")"), err
				})
			},
			Compare: func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
				if !b.Type().IsSubtype(namespaceType) {
					return object.NotImplemented, nil
				}
				return object.Compare(th, object.InstanceDict(a).Ref(), object.InstanceDict(b).Ref(), op)
			},
		},
	})
	return namespaceType
}

func init() {
	interp.RegisterNative("types", func(th *object.Thread) *object.Module {
		m := object.NewModule("types")
		for name, t := range map[string]*object.Type{
			"FunctionType": object.FunctionType, "LambdaType": object.FunctionType, "MethodType": object.MethodType,
			"BuiltinFunctionType": object.BuiltinFunctionType, "BuiltinMethodType": object.BuiltinFunctionType,
			"MethodDescriptorType": object.MethodDescrType, "WrapperDescriptorType": object.WrapperDescrType,
			"MethodWrapperType": object.MethodWrapperType, "ClassMethodDescriptorType": object.ClassMethodDescrType,
			"GetSetDescriptorType": object.GetsetType, "MemberDescriptorType": object.MemberType,
			"ModuleType": object.ModuleType, "CodeType": object.CodeType, "CellType": object.CellType,
			"CoroutineType": interp.CoroutineType, "AsyncGeneratorType": interp.AsyncGeneratorType,
			"GeneratorType": interp.GeneratorType, "FrameType": interp.FrameType, "TracebackType": object.TracebackType,
			"MappingProxyType": object.MappingProxyType, "SimpleNamespace": simpleNamespace(), "GenericAlias": object.GenericAliasType,
			"UnionType": object.UnionType, "NoneType": object.NoneType, "NotImplementedType": object.NotImplementedType, "EllipsisType": object.EllipsisType,
		} {
			m.Set(name, t.Ref())
		}
		m.SetFunc("coroutine", typesCoroutine)
		m.SetFunc("new_class", func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("new_class", args, kw, "name", "|", "bases", "kwds", "exec_body")
			if err != nil {
				return object.Null, err
			}
			var bases []Value
			if !a[1].IsNull() {
				if bases, err = object.ToSlice(th, a[1]); err != nil {
					return object.Null, err
				}
			}
			var kws []object.Kw
			if d, ok := object.AsDict(a[2]); ok {
				d.Each(th, func(th *object.Thread, k, v Value) error {
					s, _ := object.Text(k)
					kws = append(kws, object.Kw{Name: s, V: v})
					return nil
				})
			}
			return object.BuildClass(th, a[0], bases, kws, func(ns Value) (Value, error) {
				if !a[3].IsNull() && !a[3].IsNone() {
					_, err := object.Call(th, a[3], ns)
					return object.None, err
				}
				return object.None, nil
			})
		})
		object.AddFuncs(m, []object.Method{
			{Name: "resolve_bases", OneArg: func(th *object.Thread, _, bases Value) (Value, error) { return object.ResolveBases(th, bases) }},
			{Name: "get_original_bases", OneArg: func(th *object.Thread, _, cls Value) (Value, error) {
				t, ok := object.AsType(cls)
				if !ok {
					return object.Null, object.TypeErrorf("Expected an instance of type, not %s", reprOf(th, cls))
				}
				if v, ok := t.NS.Lookup("__orig_bases__"); ok {
					return v, nil
				}
				return object.GetAttr(th, cls, "__bases__")
			}},
			{Name: "prepare_class", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				a, err := object.Args("prepare_class", args, kw, "name", "|", "bases", "kwds")
				if err != nil {
					return object.Null, err
				}
				bases, kwds := orEmpty(a[1], object.NewTuple().Ref()), orEmpty(a[2], object.NewDict().Ref())
				return object.PrepareClass(th, a[0], bases, kwds)
			}},
		})
		// On the class it is not there, so that the metaclass is asked for an attribute of that name.
		dyn := object.NewType("DynamicClassAttribute", "types", object.PropertyType, object.Spec{HasDict: true, Slots: object.Slots{
			DescrGet: func(th *object.Thread, v, obj, owner Value) (Value, error) {
				if obj.IsNull() {
					return object.Null, object.Raisef(object.AttributeError, "")
				}
				return object.PropertyType.DescrGet(th, v, obj, owner)
			},
		}})
		m.Set("DynamicClassAttribute", dyn.Ref())
		return m
	})
}

func orEmpty(v, empty Value) Value {
	if v.IsNull() || v.IsNone() {
		return empty
	}
	return v
}

func reprOf(th *object.Thread, v Value) string {
	s, _ := object.Repr(th, v)
	return s
}

// typesCoroutine makes the calls of a generator function awaitable.
func typesCoroutine(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("coroutine", args, kw, "func")
	if err != nil {
		return object.Null, err
	}
	fn, ok := object.AsFunction(a[0])
	if !ok {
		return object.Null, object.TypeErrorf("types.coroutine() expects a callable")
	}
	if fn.Code.Flags&bytecode.FlagGenerator != 0 {
		fn.Code.Load(th)
		code := *fn.Code.Code
		code.Flags |= bytecode.FlagIterableCoroutine
		fn.Code = object.NewCode(th, &code)
	}
	return a[0], nil
}
