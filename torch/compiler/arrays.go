package compiler

import (
	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// What the tracer needs of numpy.

// ArrayTensor is a tensor over the memory of an array, or with the number of a scalar.
func (host) ArrayTensor(th *object.Thread, v object.Value) object.Value {
	if _, ok := numpy.AsArray(v); !ok {
		if _, _, scalar := numpy.Scalar(v); !scalar {
			return object.Null
		}
	}
	made, err := object.Call(th, attribute(th, "torch.as_tensor"), v)
	if err != nil {
		return object.Null
	}
	return made
}

func (host) ArrayType(th *object.Thread) *object.Type {
	t, _ := object.AsType(attribute(th, "numpy.ndarray"))
	return t
}

func (host) ArrayDType(th *object.Thread, d tensor.DType) object.Value {
	name, err := object.Call(th, attribute(th, "torch._numpy._functions._dtype_name"), torch.FromOps(th, d))
	if err != nil {
		return object.None
	}
	made, err := object.Call(th, attribute(th, "numpy.dtype"), name)
	if err != nil {
		return object.None
	}
	return made
}

// NumpyName finds a function of numpy by identity. Without numpy there is none.
func (host) NumpyName(th *object.Thread, fn object.Value) (string, bool) {
	s := states.Of(th)
	if s.numpyNames == nil {
		if _, loaded := interp.MachineOf(th).Modules.Lookup("numpy"); !loaded {
			return "", false
		}
		s.numpyNames = map[object.Value]string{}
		pairs, err := object.Call(th, attribute(th, "torch._numpy._functions.functions"))
		if err != nil {
			return "", false
		}
		_ = object.Iterate(th, pairs, func(th *object.Thread, pair object.Value) error {
			if p, ok := object.AsTuple(pair); ok && len(p.Items) == 2 {
				name, _ := object.Text(p.Items[1])
				s.numpyNames[p.Items[0]] = name
			}
			return nil
		})
	}
	name, ok := s.numpyNames[fn]
	return name, ok
}
