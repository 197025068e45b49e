package torch

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// The classes from before dtypes, as torch.FloatTensor: one for each dtype and kind of device. They make tensors and are asked
// about tensors, but no tensor's class is one of them.

var legacyTypeNames = map[string]tensor.DType{
	"FloatTensor": tensor.Float32, "DoubleTensor": tensor.Float64, "HalfTensor": tensor.Float16, "BFloat16Tensor": tensor.BFloat16,
	"LongTensor": tensor.Int64, "IntTensor": tensor.Int32, "ShortTensor": tensor.Int16, "CharTensor": tensor.Int8, "ByteTensor": tensor.Uint8,
	"BoolTensor": tensor.Bool,
}

// legacyInfo is what a legacy class stands for; module is "torch" or "torch.cuda".
type legacyInfo struct {
	module string
	dtype  tensor.DType
}

var (
	legacyMeta *object.Type
)

// tensortype is the class of the legacy classes (shared: see shareTypes).
func tensortype() *object.Type {
	if legacyMeta == nil {
		legacyMeta = object.NewType("tensortype", "torch", object.TypeType, object.Spec{Methods: []object.Method{{Name: "__instancecheck__", OneArg: func(th *object.Thread, class, v Value) (Value, error) {
			t, isTensor := Unwrap(v)
			c, _ := object.AsType(class)
			info, known := objectsOf.Of(th).legacy[c]
			return object.Bool(isTensor && known && info.module == "torch" && t.DType() == info.dtype), nil
		}}}})
	}
	return legacyMeta
}

// legacyClass makes torch.FloatTensor and the like, which are called with data or sizes. Those of devices that are not there raise.
func legacyClass(th *object.Thread, module, name string, d tensor.DType) Value {
	var spec object.Spec
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		if module != "torch" {
			return object.Null, object.TypeErrorf("type %s.%s not available. Torch not compiled with CUDA enabled.", module, name)
		}
		if len(args) == 1 && len(kwNames) == 0 {
			if t, ok := Unwrap(args[0]); ok && t.DType() != d {
				return object.Null, object.TypeErrorf("expected %s (got %s)", optionsText(d), optionsText(t.DType()))
			}
			if _, ok := sequence(th, args[0]); ok && args[0].Type() != SizeType(th) {
				t, err := fromNested(th, args[0], d)
				return legacyMade(th, t, err, args, "")
			}
		}
		t, err := legacyTensor(th, d, args, kwNames)
		return legacyMade(th, t, err, args, "")
	}
	class := object.NewType(name, module, nil, spec)
	class.Header.SetType(tensortype())
	for attribute, v := range map[string]Value{
		"dtype": DTypeObject(d), "layout": stridedObject(th), "is_cuda": object.Bool(module == "torch.cuda"), "is_sparse": object.False, "is_sparse_csr": object.False,
	} {
		class.NS.SetStr(object.Intern(attribute), v)
	}
	objectsOf.Of(th).legacy[class] = legacyInfo{module, d}
	return class.Ref()
}

// legacyClasses is the dictionary of the classes of a module whose devices are not there.
func legacyClasses(th *object.Thread, args []Value) (Value, error) {
	module, ok := object.AsStr(args[0])
	if !ok {
		return object.Null, object.TypeErrorf("_legacy_tensor_types() expects the name of a module")
	}
	classes := object.NewDict()
	for name, d := range legacyTypeNames {
		classes.SetStr(object.Intern(name), legacyClass(th, module.S, name, d))
	}
	return classes.Ref(), nil
}

// legacyTarget is the dtype that x.type(class) asks for; torch.Tensor stands for the default one.
func legacyTarget(th *object.Thread, v Value) (tensor.DType, bool, error) {
	class, ok := object.AsType(v)
	if !ok {
		return 0, false, nil
	}
	if class == TensorType(th) {
		return Context(th).DefaultDType(), true, nil
	}
	info, ok := objectsOf.Of(th).legacy[class]
	if ok && info.module != "torch" {
		return 0, false, object.RuntimeErrorf("%s", ops.NoCUDALibrary)
	}
	return info.dtype, ok, nil
}

func optionsText(d tensor.DType) string {
	return "TensorOptions(dtype=" + d.CName() + ", device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt))"
}

// LegacyDType is the dtype that a class from before dtypes stands for; ok is false for other classes, and for those of devices.
func LegacyDType(th *object.Thread, t *object.Type) (d tensor.DType, ok bool) {
	info, known := objectsOf.Of(th).legacy[t]
	return info.dtype, known && info.module == "torch"
}

// legacyMade is a tensor that a class from before dtypes has made; a trace sees it as a constant, or where it has sizes alone as one that is empty, and warns
// of the function, if one is named.
func legacyMade(th *object.Thread, t *tensor.Tensor, err error, args []Value, function string) (Value, error) {
	if err != nil || tracing == nil || tracing.State(th).IsNone() {
		return wrapOr(th, t, err)
	}
	if len(args) == 1 {
		if _, ok := sequence(th, args[0]); ok || IsOperand(args[0]) {
			v := Wrap(th, t)
			return v, madeOfData(th, function, v, object.None, false, false)
		}
	}
	if function != "" {
		warn, err := importAttribute(th, "torch.jit._trace", "_warn_constant")
		if err != nil {
			return object.Null, err
		}
		if _, err := object.Call(th, warn, object.NewStr(function)); err != nil {
			return object.Null, err
		}
	}
	sizes := object.NewList()
	for _, n := range t.Sizes() {
		sizes.Items = append(sizes.Items, object.Int(int64(n)))
	}
	empty, err := importAttribute(th, "torch", "empty")
	if err != nil {
		return object.Null, err
	}
	return object.CallArgs(th, empty, []Value{sizes.Ref(), DTypeObject(t.DType())}, []Value{object.NewStr("dtype")})
}
