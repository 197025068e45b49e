package torch

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// reduceTensor is how pickle takes a tensor apart.
func reduceTensor(th *object.Thread, t Value) (Value, error) {
	if err := ownMemory(t); err != nil {
		return object.Null, err
	}
	m, err := interp.ImportModule(th, "torch.serialization")
	if err != nil {
		return object.Null, err
	}
	reduce, err := object.GetAttr(th, m, "_reduce")
	if err != nil {
		return object.Null, err
	}
	return object.Call(th, reduce, t)
}
