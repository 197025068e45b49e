package torch

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file makes tensors of numbers that are symbolic while a program is exported: they are computed where the program runs.

// ofSizes is torch.tensor of data that have symbolic numbers in them; ok tells that they do, and that a program is being exported.
func ofSizes(th *object.Thread, data Value, d tensor.DType) (made Value, ok bool, err error) {
	env := Context(th).Numbers()
	if env == nil || !env.Whole() || Context(th).Recording() == nil || !hasSymbols(data) {
		return object.Null, false, nil
	}
	if d == tensor.Undefined {
		if d, err = dtypeOfNumbers(th, data); err != nil {
			return object.Null, false, err
		}
	}
	t, err := stackOfNumbers(th, data, d)
	if err != nil {
		return object.Null, true, err
	}
	v, err := object.CallMethod(th, FromOps(th, t), "to", FromOps(th, tensor.CPU), DTypeObject(d))
	if err == nil {
		v, err = object.CallMethod(th, v, "detach_")
	}
	return v, true, err
}

// hasSymbols tells whether a symbolic number is among nested numbers.
func hasSymbols(v Value) bool {
	if items, ok := object.Items(v); ok {
		for _, x := range items {
			if hasSymbols(x) {
				return true
			}
		}
		return false
	}
	n, ok := object.AsNative(v)
	if !ok {
		return false
	}
	switch n.V.(type) {
	case symbolic.Int, symbolic.Float, symbolic.Bool:
		return true
	}
	return false
}

// dtypeOfNumbers is the element type that holds all of nested numbers.
func dtypeOfNumbers(th *object.Thread, v Value) (tensor.DType, error) {
	if items, ok := object.Items(v); ok {
		made := Context(th).DefaultDType()
		for i, x := range items {
			d, err := dtypeOfNumbers(th, x)
			if err != nil {
				return 0, err
			}
			if i > 0 {
				d = tensor.PromoteTypes(made, d)
			}
			made = d
		}
		return made, nil
	}
	x, err := ToOps(th, v)
	if err != nil {
		return 0, err
	}
	switch x.(type) {
	case bool, symbolic.Bool:
		return tensor.Bool, nil
	case int64, symbolic.Int:
		return tensor.Int64, nil
	}
	return Context(th).DefaultDType(), nil
}

// stackOfNumbers is the tensor of nested numbers, each a tensor of its own before.
func stackOfNumbers(th *object.Thread, v Value, d tensor.DType) (ops.Value, error) {
	items, ok := object.Items(v)
	if !ok {
		x, err := ToOps(th, v)
		if err != nil {
			return nil, err
		}
		return callOp(th, "scalar_tensor", x, d, nil, tensor.CPU, false)
	}
	parts := make([]ops.Value, len(items))
	for i, x := range items {
		var err error
		if parts[i], err = stackOfNumbers(th, x, d); err != nil {
			return nil, err
		}
	}
	return callOp(th, "stack", parts)
}
