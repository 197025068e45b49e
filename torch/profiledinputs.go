package torch

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// inputs is what a profiler keeps of the arguments of a call, one entry of each list for each of them: sizes and strides of tensors, the types by
// PyTorch's names, and the values of what is no tensor; of tensors also their identities.
type inputs struct {
	sizes, strides, types, values, tensors []Value
}

// describe adds one argument.
func (in *inputs) describe(v ops.Value) {
	sizes, strides, name, value, known := object.NewList().Ref(), object.NewList().Ref(), "", object.None, object.None
	switch v := v.(type) {
	case *tensor.Tensor:
		if v != nil {
			sizes, strides, name, known = intsOf(v.Sizes()), intsOf(v.Strides()), v.DType().CName(), identity(v)
		}
	case bool:
		name, value = "Scalar", object.Bool(v)
	case int64:
		name, value = "Scalar", object.Int(v)
	case int:
		name, value = "Scalar", object.Int(int64(v))
	case float64:
		name, value = "Scalar", object.Float(v)
	case complex128:
		name = "Scalar"
	case tensor.DType:
		name, value = "Scalar", object.Int(scalarTypeNumbers[v])
	case tensor.Layout:
		name, value = "Scalar", object.Int(int64(v))
	case tensor.MemoryFormat:
		name, value = "Scalar", object.Int(int64(v))
	case []ops.Value:
		if _, ok := firstOf(v).(*tensor.Tensor); ok {
			var s, t, k []Value
			for _, item := range v {
				if x, ok := item.(*tensor.Tensor); ok && x != nil {
					s, t, k = append(s, intsOf(x.Sizes())), append(t, intsOf(x.Strides())), append(k, identity(x))
				}
			}
			sizes, strides, name, known = object.NewList(s...).Ref(), object.NewList(t...).Ref(), "TensorList", object.NewList(k...).Ref()
			break
		}
		if items, ok := plainNumbers(v); ok {
			name, value = "ScalarList", object.NewList(items...).Ref()
		}
	}
	in.sizes, in.strides = append(in.sizes, sizes), append(in.strides, strides)
	in.types, in.values, in.tensors = append(in.types, object.NewStr(name)), append(in.values, value), append(in.tensors, known)
}

// firstOf is the first of values, nil where there is none.
func firstOf(values []ops.Value) ops.Value {
	if len(values) == 0 {
		return nil
	}
	return values[0]
}

// plainNumbers are values as numbers of scripts, where all of them are numbers.
func plainNumbers(values []ops.Value) ([]Value, bool) {
	items := make([]Value, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case bool:
			items[i] = object.Bool(v)
		case int64:
			items[i] = object.Int(v)
		case int:
			items[i] = object.Int(int64(v))
		case float64:
			items[i] = object.Float(v)
		default:
			return nil, false
		}
	}
	return items, true
}

// identity is what tells one tensor from another: where its elements lie and what they are, as (storage, type, sizes, strides, device).
func identity(t *tensor.Tensor) Value {
	address := int64(0)
	if !t.IsMeta() {
		address = int64(t.Storage().Address())
	}
	return object.NewTuple(object.Int(address), DTypeObject(t.DType()), intsOf(t.Sizes()), intsOf(t.Strides()), object.NewStr(t.Device().String())).Ref()
}

func intsOf(ints []int) Value {
	items := make([]Value, len(ints))
	for i, n := range ints {
		items[i] = object.Int(int64(n))
	}
	return object.NewList(items...).Ref()
}

// scalarTypeNumbers are PyTorch's numbers of element types, which operators take them as.
var scalarTypeNumbers = map[tensor.DType]int64{tensor.Uint8: 0, tensor.Int8: 1, tensor.Int16: 2, tensor.Int32: 3, tensor.Int64: 4, tensor.Float16: 5, tensor.Float32: 6,
	tensor.Float64: 7, tensor.Complex32: 8, tensor.Complex64: 9, tensor.Complex128: 10, tensor.Bool: 11, tensor.BFloat16: 15}

// describeCall describes the arguments of a call. Factories have pin_memory=False where a script leaves it out.
func describeCall(c ops.Call, outermost bool) *inputs {
	in := &inputs{}
	for i, v := range c.Args {
		if v == nil && outermost && c.Op != nil {
			if params := c.Op.Schema().Params; i < len(params) && params[i].Name == "pin_memory" {
				v = false
			}
		}
		in.describe(v)
	}
	return in
}

// describeObjects describes what a script gives record functions as inputs.
func describeObjects(objects []Value) *inputs {
	in := &inputs{}
	for _, o := range objects {
		if t, ok := Unwrap(o); ok {
			in.describe(t)
			continue
		}
		var v ops.Value
		switch {
		case o.Type() == object.BoolType:
			v, _ = o.AsBool()
		case o.Type() == object.IntType:
			v, _ = o.AsInt()
		case o.Type() == object.FloatType:
			v, _ = o.AsFloat()
		}
		in.describe(v)
	}
	return in
}
