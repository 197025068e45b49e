package jit

import (
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// legacyClass is a class from before dtypes, torch.LongTensor and its like, as scripts call it: with sizes, or with what is to be in the tensor.
type legacyClass struct {
	front.Base
	dtype int64
}

// legacyOf is the class of a type; ok is false for other types.
func legacyOf(th *object.Thread, t *object.Type) (c legacyClass, ok bool) {
	d, ok := torch.LegacyDType(th, t)
	if !ok || t.Name == "BFloat16Tensor" {
		return c, false
	}
	return legacyClass{front.Base{Name: "legacy class"}, scalarNumbers[d]}, true
}

const legacyForms = "Legacy Tensor Constructor only supports two schemas in TorchScript: \n" +
	"'new(IntArrayRef size, *, Device? device=None)',\n" +
	"'new(PyObject* data, *, Device? device=None)\n"

func (c legacyClass) Call(e *front.Emitter, r ir.Range, args, kwargs []front.Named, _ int) front.Sugared {
	values := make([]*ir.Value, len(args))
	sizes := true
	for i := range args {
		values[i] = e.ArgValue(&args[i])
		sizes = sizes && values[i].Type.Kind == ir.IntKind
	}
	var device []front.Named
	for i := range kwargs {
		if kwargs[i].Name != "device" {
			front.Fail(r, "%s'Got kwarg %s", legacyForms, kwargs[i].Name)
		}
		device = kwargs[i : i+1]
	}
	if len(args) > 1 && !sizes {
		front.Fail(r, "%s'Got multiple positional arguments that were not all integers", legacyForms)
	}
	dtype := front.Named{Name: "dtype", Value: e.Constant(ir.Constant{V: c.dtype}, nil, ir.Range{})}
	options := append([]front.Named{dtype}, device...)
	if len(args) == 1 && !sizes {
		return front.Simple{V: e.Builtin("aten::tensor", ir.Range{}, []front.Named{{Value: values[0]}}, options, nil)}
	}
	list := e.Insert("prim::ListConstruct", ir.Range{}, ir.ListOf(ir.Int), values...)
	kind := "aten::empty"
	if len(args) == 0 {
		kind = "aten::tensor"
	}
	return front.Simple{V: e.Builtin(kind, ir.Range{}, []front.Named{{Value: list}}, options, nil)}
}
