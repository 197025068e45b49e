package torch

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

var sizeType *object.Type

// SizeType is torch.Size, a tuple of integers.
func SizeType(th *object.Thread) *object.Type {
	if sizeType != nil {
		return sizeType
	}
	var spec object.Spec
	spec.Module = "torch"
	spec.Repr = func(th *object.Thread, self Value) (Value, error) {
		t, _ := object.AsTuple(self)
		text := "torch.Size(["
		for i, v := range t.Items {
			if i > 0 {
				text += ", "
			}
			if x, ok := Unwrap(v); ok { // a size in a trace
				v = FromOps(th, x.Item())
			}
			s, err := object.Repr(th, v)
			if err != nil {
				return object.Null, err
			}
			text += s
		}
		return object.NewStr(text + "])"), nil
	}
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		if len(args) == 0 {
			return object.NewTupleOf(cls), nil
		}
		items, err := object.ToSlice(th, args[0])
		if err != nil {
			return object.Null, err
		}
		out := make([]Value, len(items))
		for i, v := range items {
			if _, ok := v.AsInt(); ok {
				out[i] = object.ToPlainInt(v)
				continue
			}
			if isSymInt(v) || standsForInt(th, v) {
				out[i] = v
				continue
			}
			x, err := object.Index(th, v)
			if err != nil {
				return object.Null, object.TypeErrorf("torch.Size() takes an iterable of 'int' (item %d is '%s')", i, v.Type().Name)
			}
			out[i] = x
		}
		return object.NewTupleOf(cls, out...), nil
	}
	tuple := object.TupleType
	resize := func(th *object.Thread, v Value, err error) (Value, error) {
		if err != nil {
			return object.Null, err
		}
		if t, ok := object.AsTuple(v); ok && v.Type() == object.TupleType {
			for _, x := range t.Items {
				if _, ok := Unwrap(x); !ok && !x.IsInt() && !isSymInt(x) {
					return v, nil
				}
			}
			return NewSize(th, t.Items), nil
		}
		return v, nil
	}
	spec.Binary[object.OpAdd] = func(th *object.Thread, a, b Value) (Value, error) {
		x, ok1 := object.AsTuple(a)
		y, ok2 := object.AsTuple(b)
		if !ok1 || !ok2 {
			return object.NotImplemented, nil
		}
		return resize(th, object.NewTuple(append(append([]Value(nil), x.Items...), y.Items...)...).Ref(), nil)
	}
	spec.Reflected[object.OpAdd] = func(th *object.Thread, a, b Value) (Value, error) { // a is on the right
		x, ok1 := object.AsTuple(b)
		y, ok2 := object.AsTuple(a)
		if !ok1 || !ok2 {
			return object.NotImplemented, nil
		}
		return resize(th, object.NewTuple(append(append([]Value(nil), x.Items...), y.Items...)...).Ref(), nil)
	}
	mul := func(th *object.Thread, a, b Value) (Value, error) {
		if !b.IsInt() {
			return object.NotImplemented, nil
		}
		x, _ := object.AsTuple(a)
		n, _ := b.AsInt()
		var items []Value
		for range n {
			items = append(items, x.Items...)
		}
		return NewSize(th, items), nil
	}
	spec.Binary[object.OpMul] = mul
	spec.Reflected[object.OpMul] = mul
	spec.GetItem = func(th *object.Thread, self, key Value) (Value, error) {
		v, err := tuple.GetItem(th, self, key)
		if _, ok := object.AsSlice(key); ok {
			return resize(th, v, err)
		}
		return v, err
	}
	spec.Methods = []object.Method{{Name: "numel", NoArgs: func(th *object.Thread, self Value) (Value, error) {
		t, _ := object.AsTuple(self)
		n := symbolic.IntOf(1)
		for _, v := range t.Items {
			if x, ok := Unwrap(v); ok { // a size in a trace
				v = FromOps(th, x.Item())
			}
			s, _ := symbolicOf(v)
			n = n.Mul(s)
		}
		return symInt(th, n), nil
	}}}
	sizeType = object.NewExtensionType("Size", "torch", object.TupleType, spec) // shared: see shareTypes
	return sizeType
}

// NewSize makes a torch.Size; it keeps items.
func NewSize(th *object.Thread, items []Value) Value {
	return object.NewTupleOf(SizeType(th), items...)
}

// sizeOf is the shape of a tensor.
func sizeObject(th *object.Thread, sizes []int) Value {
	items := make([]Value, len(sizes))
	for i, s := range sizes {
		items[i] = object.Int(int64(s))
	}
	return NewSize(th, items)
}
