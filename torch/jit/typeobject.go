package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// Types of scripts as objects of torch._C: their classes, what they say of themselves, and what tensor types say of sizes.

// makeTypes makes the classes of types: a base and one for each kind.
func makeTypes() {
	of := mustPayload[*ir.Type]
	base := object.Spec{Layout: object.LayoutNative, Getset: []object.GetsetDef{
		{Name: "annotation_str", Get: func(th *object.Thread, v Value) (Value, error) { return object.NewStr(of(v).Annotation()), nil }},
	}, Methods: []object.Method{
		noArgs("kind", func(th *object.Thread, v Value) (Value, error) { return object.NewStr(string(of(v).Kind)), nil }),
		noArgs("str", func(th *object.Thread, v Value) (Value, error) { return object.NewStr(of(v).String()), nil }),
		withArgs("isSubtypeOf", func(th *object.Thread, a []Value) (Value, error) {
			return object.Bool(of(a[0]).IsSubtype(of(a[1]))), nil
		}),
		noArgs("containedTypes", func(th *object.Thread, v Value) (Value, error) { return typeList(of(v).Elem), nil }),
		noArgs("is_interface_type", func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(of(v).Kind == ir.InterfaceKind), nil
		}),
		noArgs("is_module", func(th *object.Thread, v Value) (Value, error) { return object.Bool(of(v).IsModule()), nil }),
	}}
	base.Str = func(th *object.Thread, v Value) (Value, error) { return object.NewStr(of(v).Annotation()), nil }
	base.Repr = base.Str
	base.Compare = func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
		x, y := of(a), of(b)
		same := x != nil && y != nil && x.Equal(y)
		return object.Bool(same == (op == object.Eq)), nil
	}
	base.Hash = func(th *object.Thread, v Value) (int64, error) { return int64(len(of(v).String())), nil }
	typeClass = object.NewType("Type", "torch", nil, base) // start: by init
	singletons := map[ir.Kind]*ir.Type{ir.TensorKind: ir.Tensor, ir.IntKind: ir.Int, ir.FloatKind: ir.Float, ir.BoolKind: ir.Bool, ir.StrKind: ir.Str, ir.ComplexKind: ir.Complex, ir.NumberKind: ir.Number, ir.NoneKind: ir.None,
		ir.DeviceKind: ir.Device, ir.AnyKind: ir.Any, ir.StreamKind: ir.Stream, ir.GeneratorKind: ir.Generator, ir.PyObjectKind: ir.PyObject, ir.FunctionKind: ir.FunctionType, ir.AnyListKind: ir.AnyList, ir.AnyTupleKind: ir.AnyTuple, ir.AnyEnumKind: ir.AnyEnum, ir.AnyClassKind: ir.AnyClass, ir.StorageKind: ir.Storage,
		ir.SymIntKind: ir.SymInt, ir.SymBoolKind: ir.SymBool, ir.ScalarTypeKind: ir.ScalarType, ir.LayoutKind: ir.Layout, ir.MemoryFormatKind: ir.MemoryFormat}
	for kind, t := range singletons {
		typeKinds[kind] = object.NewType(string(kind), "torch", typeClass, object.Spec{Layout: object.LayoutNative, Static: []object.Method{ // start: by init
			{Name: "get", Fn: func(*object.Thread, []Value, []Value) (Value, error) { return typeObject(t), nil }},
			{Name: "create_from_tensor", Fn: func(_ *object.Thread, a, _ []Value) (Value, error) {
				x, ok := torch.Unwrap(a[0])
				if !ok {
					return object.Null, object.TypeErrorf("create_from_tensor() expects a tensor")
				}
				return typeObject(tensorType(x)), nil
			}},
			{Name: "getInferred", Fn: func(*object.Thread, []Value, []Value) (Value, error) { return typeObject(ir.InferredTensor), nil }},
		}, Methods: tensorTypeMethods(kind)})
	}
	make1 := func(kind ir.Kind, build func(elem []*ir.Type) *ir.Type, methods ...object.Method) {
		spec := object.Spec{Layout: object.LayoutNative, Methods: methods}
		if build != nil {
			spec.New = func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
				var elem []*ir.Type
				for _, a := range args {
					if l, ok := object.AsList(a); ok {
						for _, x := range l.Items {
							elem = append(elem, of(x))
						}
						continue
					}
					elem = append(elem, of(a))
				}
				if slices.Contains(elem, nil) {
					return object.Null, object.TypeErrorf("%s() expects types", cls.Name)
				}
				return typeObject(build(elem)), nil
			}
		}
		if kind == ir.ListKind {
			for name, elem := range map[string]*ir.Type{"ofInts": ir.Int, "ofTensors": ir.Tensor, "ofFloats": ir.Float, "ofComplexDoubles": ir.Complex, "ofBools": ir.Bool, "ofStrings": ir.Str} {
				spec.Static = append(spec.Static, object.Method{Name: name, Fn: func(*object.Thread, []Value, []Value) (Value, error) { return typeObject(ir.ListOf(elem)), nil }})
			}
		}
		if kind == ir.OptionalKind {
			spec.Static = append(spec.Static, object.Method{Name: "ofTensor", Fn: func(*object.Thread, []Value, []Value) (Value, error) {
				return typeObject(ir.OptionalOf(ir.Tensor)), nil
			}})
		}
		typeKinds[kind] = object.NewType(string(kind), "torch", typeClass, spec) // start: by init
	}
	elementAt := func(name string, i int) object.Method {
		return noArgs(name, func(th *object.Thread, v Value) (Value, error) { return typeObject(of(v).Elem[i]), nil })
	}
	elements := noArgs("elements", func(th *object.Thread, v Value) (Value, error) { return typeList(of(v).Elem), nil })
	make1(ir.ListKind, func(e []*ir.Type) *ir.Type { return ir.ListOf(e[0]) }, elementAt("getElementType", 0))
	make1(ir.OptionalKind, func(e []*ir.Type) *ir.Type { return ir.OptionalOf(e[0]) }, elementAt("getElementType", 0))
	make1(ir.FutureKind, func(e []*ir.Type) *ir.Type { return ir.FutureOf(e[0]) }, elementAt("getElementType", 0))
	make1(ir.DictKind, func(e []*ir.Type) *ir.Type { return ir.DictOf(e[0], e[1]) }, elementAt("getKeyType", 0), elementAt("getValueType", 1))
	make1(ir.TupleKind, func(e []*ir.Type) *ir.Type { return ir.TupleOf(e...) }, elements)
	make1(ir.UnionKind, func(e []*ir.Type) *ir.Type { return ir.UnionOf(e...) }, elements)
	name := noArgs("name", func(th *object.Thread, v Value) (Value, error) {
		n := of(v).Name
		return object.NewStr(n[strings.LastIndexByte(n, '.')+1:]), nil
	})
	qualified := noArgs("qualified_name", func(th *object.Thread, v Value) (Value, error) { return object.NewStr(of(v).Name), nil })
	make1(ir.ClassKind, nil, name, qualified)
	make1(ir.InterfaceKind, nil, name, qualified)
	make1(ir.EnumKind, nil, name, qualified)
	make1(ir.AwaitKind, nil)
	make1(ir.RRefKind, nil)
	make1(ir.VarKind, nil)
}

func typeList(list []*ir.Type) Value {
	out := object.NewList()
	for _, t := range list {
		out.Items = append(out.Items, typeObject(t))
	}
	return out.Ref()
}

// tensorTypeMethods are the questions about shapes.
func tensorTypeMethods(kind ir.Kind) []object.Method {
	if kind != ir.TensorKind {
		return nil
	}
	typ := mustPayload[*ir.Type]
	shape := func(v Value) *ir.Shape { return typ(v).Shape }
	ints := func(name string, f func(s *ir.Shape) []int64) object.Method {
		return noArgs(name, func(th *object.Thread, v Value) (Value, error) {
			s := shape(v)
			if s == nil || !s.Ranked || slices.ContainsFunc(f(s), func(n int64) bool { return n < 0 }) {
				return object.None, nil
			}
			out := object.NewList()
			for _, n := range f(s) {
				out.Items = append(out.Items, object.Int(n))
			}
			return out.Ref(), nil
		})
	}
	return []object.Method{
		noArgs("symbolic_sizes", func(th *object.Thread, v Value) (Value, error) {
			s := shape(v)
			if s == nil || !s.Ranked {
				return object.None, nil
			}
			out := object.NewList()
			for _, n := range s.Sizes {
				out.Items = append(out.Items, object.Int(n))
			}
			return out.Ref(), nil
		}),
		noArgs("varyingSizes", func(th *object.Thread, v Value) (Value, error) {
			s := shape(v)
			if s == nil || !s.Ranked {
				return object.None, nil
			}
			out := object.NewList()
			for _, n := range s.Sizes {
				if n < 0 {
					out.Items = append(out.Items, object.None)
				} else {
					out.Items = append(out.Items, object.Int(n))
				}
			}
			return out.Ref(), nil
		}),
		ints("sizes", func(s *ir.Shape) []int64 { return s.Sizes }), ints("strides", func(s *ir.Shape) []int64 { return s.Strides }),
		noArgs("dim", func(th *object.Thread, v Value) (Value, error) {
			if s := shape(v); s != nil && s.Ranked {
				return object.Int(int64(len(s.Sizes))), nil
			}
			return object.None, nil
		}),
		noArgs("scalarType", func(th *object.Thread, v Value) (Value, error) {
			if s := shape(v); s != nil && s.ScalarType != "" {
				return object.NewStr(s.ScalarType), nil
			}
			return object.None, nil
		}),
		noArgs("dtype", func(th *object.Thread, v Value) (Value, error) {
			if s := shape(v); s != nil {
				for _, d := range tensor.DTypes() {
					if d.ScalarName() == s.ScalarType {
						return torch.DTypeObject(d), nil
					}
				}
			}
			return object.None, nil
		}),
		noArgs("requires_grad", func(th *object.Thread, v Value) (Value, error) {
			s := shape(v)
			return object.Bool(s == nil || s.RequiresGrad == nil || *s.RequiresGrad), nil
		}),
		noArgs("requiresGrad", func(th *object.Thread, v Value) (Value, error) {
			s := shape(v)
			return object.Bool(s == nil || s.RequiresGrad == nil || *s.RequiresGrad), nil
		}),
		noArgs("device", func(th *object.Thread, v Value) (Value, error) {
			s := shape(v)
			if s == nil || s.Device == "" {
				return object.None, nil
			}
			return object.Call(th, torch.DeviceType().Ref(), object.NewStr(s.Device))
		}),
		noArgs("undefined", func(th *object.Thread, v Value) (Value, error) { return object.False, nil }),
		noArgs("contiguous", func(th *object.Thread, v Value) (Value, error) {
			if s := shape(v); s == nil || !s.Ranked || slices.ContainsFunc(s.Sizes, func(n int64) bool { return n < 0 }) {
				return object.Null, object.RuntimeErrorf("a tensor type without sizes has no contiguous form")
			}
			return typeObject(typ(v).WithShape(func(s *ir.Shape) {
				s.Strides = make([]int64, len(s.Sizes))
				step := int64(1)
				for i := len(s.Sizes) - 1; i >= 0; i-- {
					s.Strides[i] = step
					step *= max(s.Sizes[i], 1)
				}
			})), nil
		}),
		withArgs("with_sizes", func(th *object.Thread, a []Value) (Value, error) {
			if a[1].IsNone() {
				return typeObject(typ(a[0]).WithShape(func(s *ir.Shape) { s.Ranked, s.Sizes, s.Strides = false, nil, nil })), nil
			}
			items, err := object.ToSlice(th, a[1])
			if err != nil {
				return object.Null, err
			}
			return typeObject(typ(a[0]).WithShape(func(s *ir.Shape) {
				s.Ranked, s.Sizes, s.Strides = true, nil, nil
				for _, x := range items {
					n := states.Of(th).sizes.fresh
					if x.IsSmallInt() {
						n = x.SmallInt
					}
					s.Sizes = append(s.Sizes, n())
				}
			})), nil
		}),
		withArgs("with_device", func(th *object.Thread, a []Value) (Value, error) {
			d, err := object.Call(th, torch.DeviceType().Ref(), a[1])
			if err != nil {
				return object.Null, err
			}
			text, err := object.StrOf(th, d)
			return typeObject(typ(a[0]).WithShape(func(s *ir.Shape) { s.Device = text })), err
		}),
		withArgs("with_dtype", func(th *object.Thread, a []Value) (Value, error) {
			d, ok := payload[tensor.DType](a[1])
			if !ok {
				return object.Null, object.TypeErrorf("with_dtype() expects a dtype")
			}
			return typeObject(typ(a[0]).WithShape(func(s *ir.Shape) { s.ScalarType = d.ScalarName() })), nil
		}),
	}
}
