package variables

import (
	"strings"

	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file traces code on arrays of numpy. An array is a tensor of the graph;
// a function of numpy is a node that calls its stand-in in torch._numpy; what
// leaves the graph becomes an array again.

// NdArray is an array of numpy: T is the tensor in the graph.
type NdArray struct {
	sourced
	T     *Tensor
	array *object.Type // numpy.ndarray
	value object.Value // the number that a scalar computed from numbers holds, as long as nothing is written; absent for others
	epoch int          // when it was computed
}

func (*NdArray) Kind() string { return "NumpyNdarrayVariable" }

// buildArray wraps an array or a scalar of numpy: the graph's input is a tensor over its memory.
func (t *Trace) buildArray(th *object.Thread, v object.Value, src *guards.Source) (Tracker, bool, error) {
	if !t.Config.TraceNumpy {
		return nil, false, nil
	}
	held := t.Host.ArrayTensor(th, v)
	if held.IsNull() {
		return nil, false, nil
	}
	t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: v.Type().Ref(), Hint: "type " + v.Type().ShortName()})
	x, err := t.buildTensor(th, held, guards.TensorOf(held), src.FromNumpy(t.Host.Attribute(th, "torch.as_tensor")))
	if err != nil {
		return nil, true, err
	}
	ten, ok := x.(*Tensor)
	if !ok {
		return nil, false, nil
	}
	if n := len(t.tensors); n > 0 && t.tensors[n-1] == ten.src {
		t.tensors = t.tensors[:n-1] // each check makes a tensor of its own
	}
	return &NdArray{sourced: sourced{src}, T: ten, array: t.Host.ArrayType(th)}, true, nil
}

// numpyFunction is the name in torch._numpy of what a callable does, if it is one of numpy's.
func (t *Trace) numpyFunction(th *object.Thread, fn Tracker) (string, bool) {
	if !t.Config.TraceNumpy {
		return "", false
	}
	if v := numpyValue(fn); !v.IsNull() {
		return t.Host.NumpyName(th, v)
	}
	return "", false
}

// numpyValue is the object behind a tracker that may stand for a function of numpy.
func numpyValue(fn Tracker) object.Value {
	switch f := fn.(type) {
	case *Builtin:
		return f.Fn
	case *Function:
		return f.Fn.Ref()
	case *Class:
		return f.T.Ref()
	case *Container:
		return f.V
	case *Constant:
		return f.V
	}
	return object.Null
}

// callNumpy records torch._numpy's function of that name; shown is its name in the graph behind "wrapped_".
func (t *Trace) callNumpy(th *object.Thread, path, shown string, args []Tracker, kwargs []KW) (Tracker, error) {
	impl := t.Host.Attribute(th, "torch._numpy._functions."+path)
	if impl.IsNull() {
		return nil, Unsupportedf("attempted to trace numpy function unsupported by PyTorch", "function: numpy."+path, "Can't find numpy function numpy.%s in torch._numpy.", path)
	}
	return t.recordNumpy(th, "wrapped_"+shown, impl, args, kwargs)
}

func (t *Trace) recordNumpy(th *object.Thread, name string, impl object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
	args, kwargs = append([]Tracker{}, args...), append([]KW{}, kwargs...)
	if err := t.realizeArguments(th, args, kwargs); err != nil {
		return nil, err
	}
	for i := range args {
		args[i] = t.numpyArgument(th, args[i])
	}
	for i := range kwargs {
		kwargs[i].Value = t.numpyArgument(th, kwargs[i].Value)
	}
	target, err := t.numpyTarget(th, name, impl)
	if err != nil {
		return nil, err
	}
	node, err := t.node(th, target, args, kwargs)
	if err != nil {
		return nil, err
	}
	context := t.Host.Ops(th)
	mode := context.SetGradEnabled(t.GradMode)
	outer := context.SetEnv(t.Env())
	result, err := t.callOn(th, impl, args, kwargs, t.fakeObject)
	context.SetEnv(outer)
	context.SetGradEnabled(mode)
	if err == nil {
		var x Tracker
		if x, err = t.asResultOf(th, node, result); err == nil {
			if x, err = t.asArrays(th, x); err == nil && !strings.Contains(name, "random") {
				t.learnNumber(th, name, impl, args, kwargs, x)
			}
			return x, err
		}
	}
	_ = t.Graph.Erase(node)
	if exc, ok := err.(*object.Exception); ok {
		return nil, Unsupportedf("numpy function cannot be traced", name, "torch._numpy raised %s: %s", exc.Ref().Type().Name, exc.Error())
	}
	return nil, err
}

// attributeTarget is what a graph calls the function that reads an attribute of an array, the same one for all.
const attributeTarget = "numpy_attr_wrapper"

// numpyTarget is the function that a graph calls for one on arrays.
func (t *Trace) numpyTarget(th *object.Thread, name string, impl object.Value) (*fxgraph.Function, error) {
	if name == attributeTarget && t.readsArrays != nil {
		return t.readsArrays, nil
	}
	wrapper, err := object.Call(th, t.Host.Attribute(th, "torch._dynamo.utils._numpy_wrapper"), impl, object.NewStr(name))
	if err != nil {
		return nil, err
	}
	target := &fxgraph.Function{Name: name, Qualified: "torch._dynamo.utils." + name, Impl: wrapper}
	if name == attributeTarget {
		t.readsArrays = target
	}
	return target, nil
}

// numpyArgument is an argument as graphs have it: types of numpy by their name.
func (t *Trace) numpyArgument(th *object.Thread, x Tracker) Tracker {
	c, ok := x.(*Class)
	if !ok {
		v := object.Null
		switch x := x.(type) {
		case *Constant:
			v = x.V
		case *Container:
			v = x.V
		}
		if v.IsNull() || !isDTypeObject(v) {
			return x
		}
		name, err := object.GetAttr(th, v, "name")
		if err != nil {
			return x
		}
		return NewConstant(name)
	}
	if d, ok := pythonDTypes[c.T]; ok {
		return NewConstant(t.Host.FromOps(th, d))
	}
	if c.T.ModuleName() == "numpy" {
		return NewConstant(object.NewStr(c.T.ShortName()))
	}
	return x
}

// pythonDTypes are what types of Python mean as types of elements.
var pythonDTypes = map[*object.Type]tensor.DType{object.FloatType: tensor.Float64, object.IntType: tensor.Int64, object.BoolType: tensor.Bool, object.ComplexType: tensor.Complex128}

func isDTypeObject(v object.Value) bool {
	for _, c := range v.Type().MRO {
		if c.Name == "dtype" && c.ModuleName() == "numpy" {
			return true
		}
	}
	return false
}

// asArrays turns the tensors in what a function of numpy gives into arrays.
func (t *Trace) asArrays(th *object.Thread, x Tracker) (Tracker, error) {
	switch x := x.(type) {
	case *Tensor:
		return &NdArray{T: x, array: t.Host.ArrayType(th)}, nil
	case *Container:
		items := t.Items(th, x)
		values := make([]object.Value, len(items))
		for i, e := range items {
			r, err := t.asArrays(th, e)
			if err != nil {
				return nil, err
			}
			values[i] = t.ToValue(r)
		}
		v, err := emptyLike(th, x.V, values)
		return t.newContainer(v), err
	}
	return x, nil
}

// arrayOperator is an operator of Python with an array among its operands.
func (t *Trace) arrayOperator(th *object.Thread, name string, operands ...Tracker) (Tracker, error) {
	make := t.Host.Attribute(th, "torch._numpy._functions._operator")
	impl, err := object.Call(th, make, object.NewStr(name))
	if err != nil {
		return nil, err
	}
	return t.recordNumpy(th, "wrapped_"+name, impl, operands, nil)
}

// withArray tells whether an operator works on arrays here: one operand is an array, none a tensor or an object with operators of its own.
func withArray(a, b Tracker) bool {
	array := false
	for _, x := range []Tracker{a, b} {
		switch x := x.(type) {
		case *NdArray:
			array = true
		case *Constant, *SymInt, *SymFloat:
		case *Container:
			if !x.V.Type().IsSubtype(object.ListType) && !x.V.Type().IsSubtype(object.TupleType) {
				return false
			}
		default:
			return false
		}
	}
	return array
}

// besideTensor gives a tensor instead of an array where the other operand is a tensor.
func besideTensor(x, other Tracker) Tracker {
	if a, ok := x.(*NdArray); ok {
		if _, tensor := other.(*Tensor); tensor {
			return a.T
		}
	}
	return x
}

// arrayAttrs are attributes that are nodes of the graph.
var arrayAttrs = map[string]bool{"T": true, "real": true, "imag": true}

// arrayMethods are methods whose function in torch._numpy has their name; those that differ are given.
var arrayMethods = map[string]bool{
	"all": true, "any": true, "argmax": true, "argmin": true, "argsort": true, "astype": true, "clip": true, "conj": true, "copy": true,
	"cumprod": true, "cumsum": true, "diagonal": true, "dot": true, "fill": true, "flatten": true, "max": true, "mean": true, "min": true,
	"nonzero": true, "prod": true, "ptp": true, "ravel": true, "repeat": true, "reshape": true, "round": true, "squeeze": true, "std": true,
	"sum": true, "swapaxes": true, "take": true, "trace": true, "transpose": true, "var": true, "conjugate": true, "searchsorted": true,
}

func (t *Trace) arrayAttr(th *object.Thread, x *NdArray, name string) (Tracker, error) {
	f := x.T.Fake
	switch {
	case arrayAttrs[name]:
		return t.recordNumpy(th, attributeTarget, t.Host.Attribute(th, "torch._numpy._functions._attribute"), []Tracker{x, NewConstant(object.NewStr(name))}, nil)
	case name == "ndim":
		return NewConstant(object.Int(int64(len(f.Sizes)))), nil
	case name == "itemsize":
		return NewConstant(object.Int(int64(f.DType.Size()))), nil
	case name == "dtype":
		return NewConstant(t.Host.ArrayDType(th, f.DType)), nil
	case name == "shape":
		items := make([]Tracker, len(f.Sizes))
		for i, s := range f.Sizes {
			items[i] = t.symbolicInt(th, s)
		}
		return t.NewTuple(items), nil
	case name == "size":
		return t.symbolicInt(th, f.Numel()), nil
	case name == "__class__":
		return t.FromValue(t.Host.ArrayType(th).Ref()), nil
	case arrayMethods[name] || t.Host.ArrayType(th).Lookup(th, object.Intern(name)) != object.Null:
		return &Attribute{Obj: x, Name: name}, nil
	}
	return nil, object.AttributeErrorf(object.Null, object.Intern(name), "'numpy.ndarray' object has no attribute '%s'", name)
}

func (t *Trace) callArrayMethod(th *object.Thread, x *NdArray, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if name == "__len__" && len(args) == 0 {
		return t.Len(th, x)
	}
	switch name {
	case "item":
		if len(args) == 0 && len(kwargs) == 0 {
			return t.numberOfArray(th, x)
		}
		return nil, itemOfArray()
	case "tolist":
		if t.Config.OneGraph || t.Config.CaptureScalarOutputs {
			return tensorToList(th, t, x.T, nil, nil)
		}
		return nil, &Unsupported{Title: "Tensor.tolist() with non-integer tensor", Context: "call_method NumpyNdarrayVariable() to_list",
			Explanation: "Dynamo currently does not support tracing `tolist()` on non-integer tensors."}
	}
	if !arrayMethods[name] {
		return nil, Unsupportedf("Unsupported ndarray method call", "call_method NumpyNdarrayVariable."+name, "`ndarray.%s()` is not modelled in `torch._numpy`.", name)
	}
	return t.callNumpy(th, name, name, append([]Tracker{x}, args...), kwargs)
}

// arrayOfTensor is Tensor.numpy().
func arrayOfTensor(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	if !t.Config.TraceNumpy {
		return nil, Unsupportedf("Tensor.numpy() with trace_numpy=False", "call_method "+x.Kind()+" numpy", "`Tensor.numpy()` was called, but the `trace_numpy` configuration was manually disabled.")
	}
	p, err := parameters("numpy", args, kwargs, "force")
	if err != nil {
		return nil, err
	}
	force := false
	if p[0] != nil {
		if force, err = t.Truth(th, p[0]); err != nil {
			return nil, err
		}
	}
	switch {
	case !force && x.Fake.NeedsGrad():
		return nil, Unsupportedf("Tensor.numpy() of a tensor that requires grad", "call_method "+x.Kind()+" numpy", "`Tensor.numpy()` cannot be called on a tensor that requires grad.")
	case x.Fake.DType == tensor.BFloat16:
		return nil, object.TypeErrorf("Got unsupported ScalarType BFloat16")
	case force:
		r, err := t.callTensorMethod(th, x, "detach", nil, nil)
		if err != nil {
			return nil, err
		}
		x = r.(*Tensor)
	}
	r, err := t.callTensorMethod(th, x, "view_as", []Tracker{x}, nil)
	if err != nil {
		return nil, err
	}
	return &NdArray{T: r.(*Tensor), array: t.Host.ArrayType(th)}, nil
}

// tensorOfArray is torch.from_numpy, torch.as_tensor and their like, of an array that is traced.
func (t *Trace) tensorOfArray(th *object.Thread, name string, args []Tracker, kwargs []KW) (Tracker, bool, error) {
	if len(args) == 0 || name != "from_numpy" && name != "as_tensor" && name != "tensor" && name != "asarray" {
		return nil, false, nil
	}
	first, err := t.Realize(th, args[0])
	if err != nil {
		return nil, false, err
	}
	a, ok := first.(*NdArray)
	if !ok {
		return nil, false, nil
	}
	if name == "from_numpy" {
		name = "as_tensor"
	}
	args = append([]Tracker{a.T}, args[1:]...)
	target := t.torchFunction(th, name)
	if name == "tensor" {
		r, err := t.copyOfArray(th, target, args, kwargs)
		return r, true, err
	}
	node, err := t.node(th, target, args, kwargs)
	if err != nil {
		return nil, true, err
	}
	result, err := t.callOn(th, target.Impl.(object.Value), args, kwargs, t.fakeObject)
	if err != nil {
		return nil, true, err
	}
	r, err := t.asResultOf(th, node, result)
	return r, true, err
}

// copyOfArray is torch.tensor of the tensor that an array is in the graph.
func (t *Trace) copyOfArray(th *object.Thread, target *fxgraph.Function, args []Tracker, kwargs []KW) (Tracker, error) {
	f := args[0].(*Tensor).Fake
	dtype := f.DType
	for _, kw := range kwargs {
		x, err := t.opsValue(th, kw.Value)
		if err != nil {
			return nil, err
		}
		if d, ok := x.(tensor.DType); ok {
			dtype = d
		}
	}
	node, err := t.node(th, target, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.wrapResult(th, node, nil, ops.NewFake(dtype, f.Sizes), nil)
}

// numberOfArray is the number in an array of one element: what is known of it, or what the graph reads.
func (t *Trace) numberOfArray(th *object.Thread, x *NdArray) (Tracker, error) {
	if !x.value.IsNull() && x.epoch == t.epoch {
		return NewConstant(x.value), nil
	}
	if n, known := x.T.Fake.Numel().Const(); known && n != 1 || !t.Config.OneGraph && !t.Config.CaptureScalarOutputs || x.T.Fake.DType.IsComplex() {
		return nil, itemOfArray()
	}
	target, err := t.numpyTarget(th, "wrapped_item", t.Host.Attribute(th, "torch._numpy._functions.item"))
	if err != nil {
		return nil, err
	}
	node, err := t.node(th, target, []Tracker{x}, nil)
	if err != nil {
		return nil, err
	}
	return t.itemOf(th, x.T, node), nil
}

// learnNumber computes the scalar that a function of numpy gives for numbers, and for lists and tuples of them. Operators take it where they take sizes; the program may ask for
// it where no argument has more than one number.
func (t *Trace) learnNumber(th *object.Thread, name string, impl object.Value, args []Tracker, kwargs []KW, result Tracker) {
	x, ok := result.(*NdArray)
	if !ok || len(args) == 0 || len(kwargs) > 0 || len(x.T.Fake.Sizes) > 0 {
		return
	}
	values, most := make([]object.Value, len(args)), 0
	for i, a := range args {
		switch a := a.(type) {
		case *Constant:
			if !isNumber(a.V) {
				return
			}
			values[i], most = a.V, max(most, 1)
		case *Container:
			if !a.V.Type().IsSubtype(object.TupleType) && !a.V.Type().IsSubtype(object.ListType) {
				return
			}
			items := t.Items(th, a)
			numbers := make([]object.Value, len(items))
			for k, e := range items {
				c, ok := t.Peek(e).(*Constant)
				if !ok || !isNumber(c.V) {
					return
				}
				numbers[k] = c.V
			}
			values[i], most = object.NewList(numbers...).Ref(), max(most, len(numbers))
		default:
			return
		}
	}
	real := t.Host.Attribute(th, "numpy."+strings.TrimPrefix(name, "wrapped_"))
	if real.IsNull() {
		return
	}
	scalar, err := object.Call(th, real, values...)
	if err != nil || scalar.Type() == t.Host.ArrayType(th) { // an array may change
		return
	}
	made, err := object.Call(th, impl, values...)
	if err != nil {
		return
	}
	if v, err := t.Host.ToOps(th, made); err == nil {
		t.isKnown(x.T.Fake, v)
	}
	if value, err := object.CallMethod(th, scalar, "item"); err == nil && most == 1 && isNumber(value) {
		x.value, x.epoch = value, t.epoch
	}
}

// numberOfNumpy has a number whose value is known stand for a scalar of numpy, which operators take where they take numbers.
func (t *Trace) numberOfNumpy(x Tracker) Tracker {
	a, ok := x.(*NdArray)
	if !ok {
		return x
	}
	if !a.value.IsNull() && a.epoch == t.epoch {
		return NewConstant(a.value)
	}
	if k, ok := t.known[a.T.Fake]; ok && k.epoch == t.epoch {
		if n, ok := k.value.Item().(int64); ok {
			return NewConstant(object.Int(n))
		}
	}
	return x
}

// isNumber tells whether v is an int, a float or a bool.
func isNumber(v object.Value) bool {
	return v.Type() == object.IntType || v.Type() == object.FloatType || v.Type() == object.BoolType
}

// itemOfArray is the break where the number in an array is asked for.
func itemOfArray() error {
	return dataDependentOperator("aten._local_scalar_dense.default", "To enable capture, set torch._dynamo.config.capture_scalar_outputs = True")
}

// arrayItem is x[key]: it gives arrays, of no dimension where numpy gives a scalar.
func (t *Trace) arrayItem(th *object.Thread, x *NdArray, key Tracker) (Tracker, error) {
	k, err := t.withoutArrays(th, key)
	if err != nil {
		return nil, err
	}
	if hasTensor(k) { // how many elements a mask names depends on data
		r, err := t.indexTensor(th, x.T, k)
		if err != nil {
			return nil, err
		}
		return t.asArrays(th, r)
	}
	return t.callNumpy(th, "__getitem__", "getitem", []Tracker{x, k}, nil)
}

// hasTensor tells whether an index is a tensor, or a tuple with one.
func hasTensor(k Tracker) bool {
	_, tensor := k.(*Tensor)
	return tensor
}

// withoutArrays is an index with tensors in the place of arrays.
func (t *Trace) withoutArrays(th *object.Thread, key Tracker) (Tracker, error) {
	key, err := t.Realize(th, key)
	if err != nil {
		return nil, err
	}
	switch k := key.(type) {
	case *NdArray:
		if n, ok := t.numberOfNumpy(k).(*Constant); ok {
			return n, nil
		}
		return k.T, nil
	case *Container:
		if !k.V.Type().IsSubtype(object.TupleType) {
			return key, nil
		}
		items := t.Items(th, k)
		for i, e := range items {
			if items[i], err = t.withoutArrays(th, e); err != nil {
				return nil, err
			}
		}
		return t.NewTuple(items), nil
	}
	return key, nil
}

// classNumpyDType is numpy.dtype of what names a type.
func classNumpyDType(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if err := t.realizeArguments(th, args, kwargs); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(args, func(x Tracker) bool { return !ofTypes(x) }) || len(kwargs) > 0 {
		return nil, Skipped("dtype", "numpy")
	}
	v, err := t.callNative(th, c.T.Ref(), args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.Existing(v), nil
}

// ofTypes tells whether x is a type of elements, a name of one, a class or a number.
func ofTypes(x Tracker) bool {
	switch x := x.(type) {
	case *Class:
		return true
	case *Constant:
		return IsConstant(x.V) || isDTypeObject(x.V)
	case *Container:
		return isDTypeObject(x.V)
	}
	return false
}
