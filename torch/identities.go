package torch

import (
	"runtime"
	"weak"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// swapTensors is torch._C._swap_tensor_impl(a, b): the objects exchange the tensors that they stand for, their classes and their attributes.
func swapTensors(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_swap_tensor_impl", args, kwNames, "self", "other")
	if err != nil {
		return object.Null, err
	}
	first, ok := object.AsNative(a[0])
	second, also := object.AsNative(a[1])
	if !ok || !also {
		return object.Null, object.TypeErrorf("_swap_tensor_impl() expects two tensors")
	}
	x, ok := first.V.(*tensor.Tensor)
	y, also := second.V.(*tensor.Tensor)
	if !ok || !also {
		return object.Null, object.TypeErrorf("_swap_tensor_impl() expects two tensors with data")
	}
	for i, n := range []*object.Native{first, second} {
		if !object.FirstWeakRef(th, n.Ref()).IsNone() {
			return object.Null, object.RuntimeErrorf("Cannot swap t%d because it has weakref associated with it", i+1)
		}
	}
	wrapper(x) // each has two owners for a moment
	wrapper(y)
	first.V, second.V = y, x
	y.SetWrapper(first)
	x.SetWrapper(second)
	t, u := first.Type(), second.Type()
	first.SetType(u)
	second.SetType(t)
	d, e := first.Dict(), second.Dict()
	first.SetDict(e)
	second.SetDict(d)
	return object.None, nil
}

// storageWeak is torch._C._storage_weak(storage): a function that says whether the storage is gone. What nothing refers to any more may still be
// waiting for the garbage collector, which is asked.
func storageWeak(th *object.Thread, args, kwNames []Value) (Value, error) {
	s := payload[*tensor.Storage](args[0])
	if s == nil {
		return object.Null, object.TypeErrorf("_storage_weak() expects a storage")
	}
	ref := weak.Make(s)
	return object.NewFuncValue("expired", func(th *object.Thread, args, kw []Value) (Value, error) {
		if ref.Value() != nil {
			runtime.GC()
		}
		return object.Bool(ref.Value() == nil), nil
	}), nil
}
