package torch

import (
	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Tensors and the arrays of numpy.

// fromArray is a tensor with the elements of an array or a scalar of numpy, in memory of its own.
func fromArray(th *object.Thread, v Value, dtype tensor.DType) (*tensor.Tensor, bool, error) {
	a, ok := numpy.AsArray(v)
	if !ok {
		if _, _, isScalar := numpy.Scalar(v); !isScalar {
			return nil, false, nil
		}
		made, err := numpy.ToArray(th, v)
		if err != nil {
			return nil, true, err
		}
		a = made
	}
	t, err := a.CopyTensor()
	if err == nil && dtype != tensor.Undefined && dtype != t.DType() {
		t = t.To(dtype)
	}
	return t, true, err
}

// holdsArrays says whether the first items of nested sequences are arrays, of which numpy makes one.
func holdsArrays(v Value) bool {
	for range 64 {
		var items []Value
		if l, ok := object.AsList(v); ok {
			items = l.Items
		} else if t, ok := object.AsTuple(v); ok {
			items = t.Items
		} else {
			break
		}
		if len(items) == 0 {
			return false
		}
		v = items[0]
	}
	_, ok := numpy.AsArray(v)
	return ok
}

// sharedTensor is a tensor over the memory of an array.
func sharedTensor(th *object.Thread, v Value) (*tensor.Tensor, bool, error) {
	a, ok := numpy.AsArray(v)
	if !ok {
		return nil, false, nil
	}
	if a.ReadOnly() {
		if err := Context(th).Warnings.Once(frozenArray); err != nil {
			return nil, true, err
		}
	}
	t, err := a.Tensor()
	return t, true, err
}

func functionFromNumpy(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) != 1 {
		return object.Null, object.TypeErrorf("torch.from_numpy() takes exactly one argument (%d given)", len(args))
	}
	t, ok, err := sharedTensor(th, args[0])
	if !ok {
		return object.Null, object.TypeErrorf("expected np.ndarray (got %s)", args[0].Type().ShortName())
	}
	v, err := wrapOr(th, t, err)
	if o := overriding(th); err == nil && o.fakes > 0 && len(o.dispatch) > 0 {
		return object.CallMethod(th, o.dispatch[len(o.dispatch)-1].mode, "_lift", v)
	}
	return v, err
}

// methodNumpy is Tensor.numpy(*, force=False): an array over the memory of the tensor.
func methodNumpy(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("numpy", args, kw, "self", "*", "|", "force")
	if err != nil {
		return object.Null, err
	}
	t, err := receiver("numpy", a)
	if err != nil {
		return object.Null, err
	}
	if err := converting(th, "NumPy array"); err != nil {
		return object.Null, err
	}
	if isShell(t) {
		return object.Null, object.RuntimeErrorf(".numpy() is not supported for tensor subclasses.")
	}
	if t.IsMeta() {
		return object.Null, object.TypeErrorf("can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.")
	}
	return arrayOf(th, a[0], t, flag(th, a[1]))
}

func arrayOf(th *object.Thread, v Value, t *tensor.Tensor, force bool) (Value, error) {
	if ops.IsWrapped(t) {
		if ops.Readable(t) == nil && t.NeedsGrad() {
			return object.Null, object.RuntimeErrorf("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
		}
		return object.Null, object.RuntimeErrorf("Cannot access data pointer of Tensor that doesn't have storage")
	}
	if !force {
		switch {
		case t.IsMeta():
			return object.Null, object.TypeErrorf("can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.")
		case t.NeedsGrad() && Context(th).GradEnabled():
			return object.Null, object.RuntimeErrorf("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
		case t.Conj:
			return object.Null, object.RuntimeErrorf("Can't call numpy() on Tensor that has conjugate bit set. Use tensor.resolve_conj().numpy() instead.")
		case t.Neg:
			return object.Null, object.RuntimeErrorf("Can't call numpy() on Tensor that has negative bit set. Use tensor.resolve_neg().numpy() instead.")
		}
	}
	if t.Conj || t.Neg {
		t = t.Compact()
	}
	return numpy.FromTensor(t, Wrap(th, t))
}

// methodArray is Tensor.__array__(dtype=None, copy=None).
func methodArray(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("__array__", args, kw, "self", "|", "dtype", "copy")
	if err != nil {
		return object.Null, err
	}
	t, err := receiver("__array__", a)
	if err != nil {
		return object.Null, err
	}
	if err := converting(th, "NumPy array"); err != nil {
		return object.Null, err
	}
	v, err := arrayOf(th, a[0], t, false)
	if err != nil || !given(a[1]) {
		return v, err
	}
	return object.CallMethod(th, v, "astype", a[1])
}

// methodArrayWrap makes a tensor of what a universal function of numpy has computed from one.
func methodArrayWrap(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("__array_wrap__", args, kw, "self", "array", "|", "context", "return_scalar")
	if err != nil {
		return object.Null, err
	}
	t, ok, err := sharedTensor(th, a[1])
	if !ok {
		return a[1], nil
	}
	if err == nil && t.DType() == tensor.Bool {
		t = t.To(tensor.Uint8)
	}
	return wrapOr(th, t, err)
}
