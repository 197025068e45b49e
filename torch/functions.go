package torch

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// constants are the attributes of torch that are no functions.
var constants = map[string]func(*object.Thread) Value{
	"Tensor": func(th *object.Thread) Value { return TensorType(th).Ref() }, "Size": func(th *object.Thread) Value { return SizeType(th).Ref() }, "dtype": func(th *object.Thread) Value { return DTypeType().Ref() },
	"device": func(th *object.Thread) Value { return DeviceType().Ref() }, "Generator": func(th *object.Thread) Value { return GeneratorType().Ref() },
	"finfo": func(th *object.Thread) Value { return FinfoType().Ref() }, "iinfo": func(th *object.Thread) Value { return IinfoType().Ref() },
	"layout": func(th *object.Thread) Value { return stridedObject(th).Type().Ref() }, "strided": stridedObject,
	"memory_format":            func(th *object.Thread) Value { return memoryFormatObject(tensor.ContiguousFormat).Type().Ref() },
	"legacy_contiguous_format": func(th *object.Thread) Value { return memoryFormatObject(tensor.ContiguousFormat) }, "contiguous_format": func(th *object.Thread) Value { return memoryFormatObject(tensor.ContiguousFormat) }, "preserve_format": func(th *object.Thread) Value { return memoryFormatObject(tensor.PreserveFormat) },
	"channels_last": func(th *object.Thread) Value { return memoryFormatObject(tensor.ChannelsLast) }, "channels_last_3d": func(th *object.Thread) Value { return memoryFormatObject(tensor.ChannelsLast3d) },
	"default_generator": func(th *object.Thread) Value { return generatorObject(th, Context(th).Generator) },
	"UntypedStorage":    func(th *object.Thread) Value { return storageObject(th, tensor.NewStorage(0)).Type().Ref() },
	"inf":               func(th *object.Thread) Value { return object.Float(math.Inf(1)) }, "nan": func(th *object.Thread) Value { return object.Float(math.NaN()) },
	"pi": func(th *object.Thread) Value { return object.Float(math.Pi) }, "e": func(th *object.Thread) Value { return object.Float(math.E) }, "newaxis": func(th *object.Thread) Value { return object.None },
	"SymInt":   func(th *object.Thread) Value { return symIntClass(th).Ref() },
	"SymFloat": func(th *object.Thread) Value { return symFloatClass().Ref() },
	"SymBool":  func(th *object.Thread) Value { return symBoolClass().Ref() },
}

var linAlgError *object.Type

// LinAlgError is torch.linalg.LinAlgError.
func LinAlgError() *object.Type {
	if linAlgError == nil {
		linAlgError = object.NewType("_LinAlgError", "torch._C", object.RuntimeError, object.Spec{}) // shared: see shareTypes
	}
	return linAlgError
}

// shownAs is how a function of torch that is no operator is shown: as one that is written in Python, or as a method of a class.
type shownAs bool

func (python shownAs) Describe(name string, id uint64) string {
	if python {
		return fmt.Sprintf("<function %s at %#x>", name, id)
	}
	return fmt.Sprintf("<built-in method %s of type object at %#x>", name, id)
}

// ofClass are those that PyTorch has in the class that its operators are in, writtenInPython those that it has in Python.
var ofClass = map[string]bool{"tensor": true, "as_tensor": true, "asarray": true, "from_numpy": true, "is_nonzero": true, "_is_zerotensor": true}

var writtenInPython = map[string]bool{
	"compiled_with_cxx11_abi": true, "get_default_device": true, "get_rng_state": true, "initial_seed": true, "is_storage": true, "is_tensor": true, "manual_seed": true, "seed": true,
	"set_default_device": true, "set_default_dtype": true, "set_printoptions": true, "set_rng_state": true,
}

// specialFunctions are the functions of torch that are no plain operators.
var specialFunctions map[string]object.CallFunc

func init() {
	specialFunctions = map[string]object.CallFunc{
		"_to_functional_tensor": onTensor("_to_functional_tensor", func(th *object.Thread, x ops.Value) (Value, error) {
			w, err := Context(th).ToFunctional(x)
			return wrapResult(th, w, err)
		}),
		"_from_functional_tensor": onTensor("_from_functional_tensor", func(th *object.Thread, x ops.Value) (Value, error) {
			w, err := Context(th).FromFunctional(x)
			return wrapResult(th, w, err)
		}),
		"_sync": onTensor("_sync", func(th *object.Thread, x ops.Value) (Value, error) {
			_, err := Context(th).FromFunctional(x)
			if err != nil {
				return object.Null, raise(err)
			}
			return object.None, nil
		}),
		"_functionalize_as": func(th *object.Thread, args, kw []Value) (Value, error) {
			x, err := ToOps(th, args[0])
			if err == nil {
				Context(th).FunctionalizeAs(x)
			}
			return object.None, err
		},
		"_is_functional_tensor": onTensor("_is_functional_tensor", func(_ *object.Thread, x ops.Value) (Value, error) { return object.Bool(ops.IsFunctional(x)), nil }),
		"_enable_functionalization": func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("_enable_functionalization", args, kw, "|", "*", "reapply_views")
			if err != nil {
				return object.Null, err
			}
			Context(th).EnableFunctionalization(flag(th, a[0]))
			return object.None, nil
		},
		"_disable_functionalization": func(th *object.Thread, args, kw []Value) (Value, error) {
			if !Context(th).DisableFunctionalization() {
				return object.Null, object.RuntimeErrorf("functionalization is not enabled")
			}
			return object.None, nil
		},
		"tensor": functionTensor, "as_tensor": functionAsTensor, "asarray": functionAsArray, "is_tensor": functionIsTensor, "from_numpy": functionFromNumpy,
		"is_storage": named("is_storage", "obj", func(th *object.Thread, a, _ []Value) (Value, error) {
			return callPython(th, "torch._utils", "_is_storage", a[0])
		}),
		"is_nonzero": named("is_nonzero", "input", func(th *object.Thread, a, _ []Value) (Value, error) {
			b, err := object.IsTrue(th, a[0])
			return object.Bool(b), err
		}),
		"is_grad_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.Bool(Context(th).GradEnabled()), nil
		},
		"is_inference_mode_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.Bool(Context(th).InferenceMode()), nil
		},
		"manual_seed": functionManualSeed, "seed": func(th *object.Thread, args, kw []Value) (Value, error) {
			return FromOps(th, Context(th).Generator.SeedFrom(interp.MachineOf(th).Seeds())), nil
		},
		"initial_seed": func(th *object.Thread, args, kw []Value) (Value, error) {
			return FromOps(th, Context(th).Generator.InitialSeed()), nil
		},
		"get_rng_state": func(th *object.Thread, args, kw []Value) (Value, error) {
			return Wrap(th, stateTensor(Context(th).Generator)), nil
		},
		"set_rng_state": named("set_rng_state", "new_state", func(th *object.Thread, a, _ []Value) (Value, error) {
			return object.None, setState(Context(th).Generator, a[0])
		}),
		"get_default_dtype": func(th *object.Thread, args, kw []Value) (Value, error) {
			return DTypeObject(Context(th).DefaultDType()), nil
		},
		"get_num_threads": func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.Int(int64(Context(th).Threads())), nil
		},
		"set_num_threads":   functionSetNumThreads,
		"set_default_dtype": functionSetDefaultDType, "get_default_device": func(th *object.Thread, args, kw []Value) (Value, error) {
			for _, mode := range slices.Backward(overriding(th).modes) {
				if givesDevice(mode) {
					return object.GetAttr(th, mode, "device")
				}
			}
			return FromOps(th, tensor.CPU), nil
		},
		"is_autocast_enabled": autocastEnabled,
		"is_autocast_cpu_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.Bool(Context(th).Autocast().On), nil
		},
		"set_autocast_enabled": setAutocastEnabled,
		"get_autocast_dtype":   autocastDType,
		"get_autocast_cpu_dtype": func(th *object.Thread, args, kw []Value) (Value, error) {
			return DTypeObject(Context(th).Autocast().DType), nil
		},
		"get_autocast_gpu_dtype": func(th *object.Thread, args, kw []Value) (Value, error) { return DTypeObject(tensor.Float16), nil },
		"set_autocast_dtype":     setAutocastDType,
		"clear_autocast_cache": func(th *object.Thread, args, kw []Value) (Value, error) {
			Context(th).ClearAutocastCache()
			return object.None, nil
		},
		"is_autocast_cache_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			return object.Bool(!Context(th).Autocast().Uncached), nil
		},
		"set_autocast_cache_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("set_autocast_cache_enabled", args, kw, "enabled")
			if err != nil {
				return object.Null, err
			}
			state := Context(th).Autocast()
			state.Uncached = a[0] != object.True
			Context(th).SetAutocast(state)
			return object.None, nil
		},
		"is_anomaly_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			on, _ := Context(th).Anomaly()
			return object.Bool(on), nil
		},
		"is_anomaly_check_nan_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
			_, check := Context(th).Anomaly()
			return object.Bool(check), nil
		},
		"set_default_device": func(th *object.Thread, args, kw []Value) (Value, error) {
			return callPython(th, "torch.utils._device", "set_default_device", args...)
		},
		"set_printoptions":        functionSetPrintOptions,
		"compiled_with_cxx11_abi": func(th *object.Thread, args, kw []Value) (Value, error) { return object.True, nil },
		"_is_zerotensor":          func(th *object.Thread, args, kw []Value) (Value, error) { return object.False, nil },
	}
}

func given(v Value) bool { return !v.IsNull() && !v.IsNone() }

func dtypeArg(th *object.Thread, v Value) (tensor.DType, error) {
	if !given(v) {
		return tensor.Undefined, nil
	}
	x, err := ToOps(th, v)
	if err != nil {
		return 0, err
	}
	d, ok := x.(tensor.DType)
	if !ok {
		return 0, object.TypeErrorf("tensor(): argument 'dtype' must be torch.dtype, not %s", v.Type().Name)
	}
	return d, nil
}

// givenData refuses calls without data, and with more than that by position, in the words of PyTorch's arguments.
func givenData(name string, args, kwNames []Value) error {
	switch given := len(args) - len(kwNames); {
	case given == 0 && !slices.ContainsFunc(kwNames, func(k Value) bool { s, _ := object.AsStr(k); return s.S == "data" }):
		return object.TypeErrorf("%s() missing 1 required positional arguments: \"data\"", name)
	case given > 1 && name == "tensor":
		return object.TypeErrorf("%s() takes 1 positional argument but %d were given", name, given)
	}
	return nil
}

func functionTensor(th *object.Thread, args, kwNames []Value) (Value, error) {
	if err := givenData("tensor", args, kwNames); err != nil {
		return object.Null, err
	}
	a, err := object.Args("tensor", args, kwNames, "data", "*", "|", "dtype", "device", "requires_grad", "pin_memory", "layout")
	if err != nil {
		return object.Null, err
	}
	device, err := deviceArg(th, a[2], tensor.CPU)
	if err != nil {
		return object.Null, err
	}
	if device == tensor.CPU && flag(th, a[4]) {
		return object.Null, object.RuntimeErrorf(pinnedRefusal)
	}
	d, err := dtypeArg(th, a[1])
	if err != nil {
		return object.Null, err
	}
	if t, ok := Unwrap(a[0]); ok {
		if err := warnUser(th, copiedTensor+"torch.tensor(sourceTensor)."); err != nil {
			return object.Null, err
		}
		if t.Numel() > 0 && t.Storage().Size() == 0 && !t.IsMeta() {
			return copiedByClass(th, a[0], a[1], flag(th, a[3]))
		}
	}
	if made, ok, err := ofSizes(th, a[0], d); ok || err != nil {
		return made, err
	}
	t, err := fromNested(th, a[0], d)
	if err != nil {
		return object.Null, err
	}
	made, err := newTensor(th, t, device, flag(th, a[3]))
	if err == nil {
		err = madeOfData(th, "torch.tensor", made, a[0], true, true)
	}
	return made, err
}

// copiedByClass is a copy of a tensor whose elements its class alone knows.
func copiedByClass(th *object.Thread, v, dtype Value, requiresGrad bool) (Value, error) {
	v, err := object.CallMethod(th, v, "detach")
	if err == nil {
		v, err = object.CallMethod(th, v, "clone")
	}
	if err == nil && !dtype.IsNull() && dtype != object.None {
		v, err = object.CallMethod(th, v, "to", dtype)
	}
	if err == nil && requiresGrad {
		v, err = object.CallMethod(th, v, "requires_grad_")
	}
	return v, err
}

// newTensor is a tensor that was just made of numbers as the caller shall see it: on its device, and lifted where a program is recorded or run without data.
func newTensor(th *object.Thread, t *tensor.Tensor, device tensor.Device, requiresGrad bool) (Value, error) {
	if o := overriding(th); o.fakes <= 0 && len(o.dispatch) > 0 && Context(th).Recording() == nil {
		return shownToModes(th, t, device, requiresGrad)
	}
	t, err := leafOn(th, t, device, requiresGrad)
	if err != nil {
		return object.Null, err
	}
	if t.IsMeta() {
		return Wrap(th, t), nil
	}
	if env := Context(th).Recording(); env != nil {
		return liftedConstant(th, t, env.Whole())
	}
	if Context(th).Lifts() {
		return liftedConstant(th, t, false)
	}
	made := Wrap(th, t)
	if o := overriding(th); o.fakes > 0 && len(o.dispatch) > 0 {
		return object.CallMethod(th, o.dispatch[len(o.dispatch)-1].mode, "_lift", made, FromOps(th, device))
	}
	return made, nil
}

// shownToModes is a new tensor of numbers where modes look on: they see that it is lifted, and may put another in its place.
func shownToModes(th *object.Thread, t *tensor.Tensor, device tensor.Device, requiresGrad bool) (Value, error) {
	t, err := leafOn(th, t, device, false)
	if err != nil {
		return object.Null, err
	}
	v, err := callOp(th, "lift_fresh", t)
	if err != nil {
		return object.Null, err
	}
	if requiresGrad {
		if err := beginGradient(th, v); err != nil {
			return object.Null, err
		}
	}
	return FromOps(th, v), nil
}

// liftInto lets decompositions make tensors of numbers for the mode that stands for data, while there is one.
func liftInto(th *object.Thread, o *overrides) {
	if o.fakes <= 0 {
		Context(th).Lift = nil
		return
	}
	Context(th).Lift = func(t *tensor.Tensor) (ops.Value, error) {
		th := th.Running()
		if len(o.dispatch) == 0 {
			return t, nil
		}
		mode := o.dispatch[len(o.dispatch)-1].mode
		if lift, err := object.LookupAttr(th, mode, object.Intern("_lift")); err != nil || lift.IsNull() {
			return t, err
		}
		made, err := object.CallMethod(th, mode, "_lift", Wrap(th, t))
		if err != nil {
			return nil, err
		}
		return ToOps(th, made)
	}
}

// liftedConstant is a tensor that a program under recording has made of numbers, as the calls that PyTorch records.
func liftedConstant(th *object.Thread, t *tensor.Tensor, whole bool) (Value, error) {
	v, err := callOp(th, "lift_fresh_copy", t)
	if err == nil && whole {
		v, err = callOp(th, "detach_", v)
	}
	return wrapResult(th, v, err)
}

// deviceArg reads where a new tensor shall be, def where the caller does not say.
func deviceArg(th *object.Thread, v Value, def tensor.Device) (tensor.Device, error) {
	d, err := deviceNamed(th, v, def)
	if err != nil {
		return def, err
	}
	if overriding(th).fakes > 0 { // what has no data can be anywhere
		return d, nil
	}
	return d, notCompiledFor(d)
}

// deviceNamed reads a device that need not be here, def where the caller does not say.
func deviceNamed(th *object.Thread, v Value, def tensor.Device) (tensor.Device, error) {
	if !given(v) {
		return def, nil
	}
	x, err := ToOps(th, v)
	if err != nil {
		return def, err
	}
	switch x := x.(type) {
	case string:
		return parseDevice(x)
	case tensor.Device:
		return x, nil
	case int64:
		return def, errNoAccelerator()
	}
	return def, nil
}

// leafOn is a tensor that was just made of numbers, without them where it shall be on meta.
func leafOn(th *object.Thread, t *tensor.Tensor, device tensor.Device, requiresGrad bool) (*tensor.Tensor, error) {
	if device.Type == "meta" {
		t = tensor.NewMeta(t.DType(), t.Sizes(), t.Strides())
	}
	if requiresGrad {
		return t, beginGradient(th, t)
	}
	return t, nil
}

// beginGradient makes what a call returns a leaf that requires grad, if it has no history.
func beginGradient(th *object.Thread, v ops.Value) error {
	if !ops.Describe(v).DType.Differentiable() {
		return object.RuntimeErrorf("Only Tensors of floating point and complex dtype can require gradients")
	}
	if err := Context(th).SetRequiresGrad(v, true); err != nil {
		return raise(err)
	}
	return nil
}

func notCompiledFor(d tensor.Device) error {
	switch d.Type {
	case "cpu", "meta":
		return nil
	case "cuda", "xpu":
		return object.AssertionErrorf("Torch not compiled with %s enabled", strings.ToUpper(d.Type))
	case "hpu":
		return object.Raisef(object.ModuleNotFoundError, "No module named 'torch.hpu'")
	}
	return object.Raisef(object.RuntimeError, "PyTorch is not linked with support for %s devices", d.Type)
}

func functionAsTensor(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("as_tensor", args, kwNames, "data", "|", "dtype", "device")
	if err != nil {
		return object.Null, err
	}
	made, err := asTensor(th, a[0], a[1], a[2], object.None)
	if err == nil && made != a[0] {
		err = madeOfData(th, "torch.as_tensor", made, a[0], false, false)
	}
	return made, err
}

// functionAsArray is torch.asarray: as_tensor with a say in whether memory is shared, and a result that may begin a gradient.
func functionAsArray(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("asarray", args, kwNames, "obj", "|", "*", "dtype", "device", "copy", "requires_grad")
	if err != nil {
		return object.Null, err
	}
	data := a[0]
	if showsMemory(data) {
		dtype := object.None
		if given(a[1]) {
			dtype = a[1]
		}
		if data, err = callPython(th, "torch._functions", "_over_memory", data, dtype); err != nil {
			return object.Null, err
		}
	}
	v, err := asTensor(th, data, a[1], a[2], a[3])
	if err != nil {
		return object.Null, err
	}
	t, ok := operand(v)
	if !ok || !given(a[4]) {
		return v, nil
	}
	if flag(th, a[4]) {
		return v, beginGradient(th, t)
	}
	if Context(th).GradFn(t) != nil {
		return object.CallMethod(th, v, "detach")
	}
	if err := Context(th).SetRequiresGrad(t, false); err != nil {
		return object.Null, raise(err)
	}
	return v, nil
}

// showsMemory says whether an object is read by the buffer protocol, and is no array of NumPy's.
func showsMemory(v Value) bool {
	if n, ok := object.AsNative(v); ok {
		_, array := numpy.AsArray(v)
		_, shows := n.V.(object.Exporter)
		return shows && !array
	}
	return v.Type().IsSubtype(object.BytesType) || v.Type().IsSubtype(object.ByteArrayType) || v.Type() == object.MemoryViewType
}

// asTensor makes a tensor of what has numbers. It shares the memory where that is possible and copies, torch.asarray's argument, does not ask for a copy; False insists on shared memory.
func asTensor(th *object.Thread, data, dtype, place, copies Value) (Value, error) {
	d, err := dtypeArg(th, dtype)
	if err != nil {
		return object.Null, err
	}
	if t, ok := operand(data); ok {
		is := ops.Describe(t)
		device, err := deviceArg(th, place, is.Device)
		if err != nil {
			return object.Null, err
		}
		d, alias := orDType(d, is.DType), given(copies) && !flag(th, copies)
		if alias && device.Type != is.Device.Type {
			return object.Null, object.ValueErrorf("can't alias tensor from device '%s' to '%s'.", is.Device, device)
		}
		if alias && d != is.DType {
			return object.Null, object.ValueErrorf("can't alias tensor with dtype '%s' into dtype '%s'.", is.DType.ScalarName(), d.ScalarName())
		}
		if !flag(th, copies) && d == is.DType && device.Type == is.Device.Type {
			return data, nil
		}
		r, err := callOp(th, "to.device", t, device, d, false, flag(th, copies), nil)
		return wrapResult(th, r, err)
	}
	device, err := deviceArg(th, place, tensor.CPU)
	if err != nil {
		return object.Null, err
	}
	t, shared := (*tensor.Tensor)(nil), false
	if !flag(th, copies) {
		t, shared, err = sharedTensor(th, data)
		if shared && err == nil && d != tensor.Undefined && d != t.DType() {
			t = t.To(d)
		}
	}
	if !shared {
		if given(copies) && !flag(th, copies) {
			return object.Null, object.ValueErrorf("can't alias arbitrary sequence into a tensor.")
		}
		t, err = fromNested(th, data, d)
	}
	if err != nil {
		return object.Null, err
	}
	if Context(th).Recording() != nil {
		if t, err = leafOn(th, t, device, false); err != nil || t.IsMeta() {
			return wrapOr(th, t, err)
		}
		return liftedConstant(th, t, false) // torch.tensor alone detaches it besides
	}
	if !shared {
		return newTensor(th, t, device, false)
	}
	t, err = leafOn(th, t, device, false)
	return wrapOr(th, t, err)
}

func orDType(d, def tensor.DType) tensor.DType {
	if d == tensor.Undefined {
		return def
	}
	return d
}

func functionIsTensor(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) != 1 {
		return object.Null, object.TypeErrorf("is_tensor() takes 1 positional argument but %d were given", len(args))
	}
	_, ok := operand(args[0])
	return object.Bool(ok), nil
}

func functionManualSeed(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("manual_seed", args, kwNames, "seed")
	if err != nil {
		return object.Null, err
	}
	s, err := toSeed(th, a[0])
	if err != nil {
		return object.Null, err
	}
	Context(th).Generator.ManualSeed(s)
	return generatorObject(th, Context(th).Generator), nil
}

func functionSetDefaultDType(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("set_default_dtype", args, kwNames, "d")
	if err != nil {
		return object.Null, err
	}
	d, err := dtypeArg(th, a[0])
	if err != nil {
		return object.Null, err
	}
	if !d.IsFloat() {
		return object.Null, object.TypeErrorf("only floating-point types are supported as the default type")
	}
	Context(th).SetDefaultDType(d)
	return object.None, nil
}

// functionSetNumThreads is torch.set_num_threads.
func functionSetNumThreads(th *object.Thread, args, kwNames []Value) (Value, error) {
	if len(args) != 1 || len(kwNames) != 0 {
		return object.Null, object.TypeErrorf("set_num_threads() takes exactly one argument (%d given)", len(args))
	}
	if !args[0].IsInt() || args[0].IsBool() {
		return object.Null, object.RuntimeErrorf("set_num_threads expects an int, but got %s", args[0].Type().Name)
	}
	n, err := object.ToInt(th, args[0])
	if err != nil {
		return object.Null, err
	}
	if n <= 0 {
		return object.Null, object.RuntimeErrorf("set_num_threads expects a positive integer")
	}
	Context(th).SetThreads(n)
	return object.None, nil
}

func functionSetPrintOptions(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("set_printoptions", args, kwNames, "|", "precision", "threshold", "edgeitems", "linewidth", "profile", "sci_mode")
	if err != nil {
		return object.Null, err
	}
	p := &Context(th).Printing
	defer func(d tensor.DType) { p.Default = d }(p.Default)
	if given(a[4]) {
		switch name, _ := object.Text(a[4]); name {
		case "default":
			*p = tensor.DefaultPrintOptions()
		case "short":
			*p = tensor.PrintOptions{Precision: 2, Threshold: 1000, EdgeItems: 2, LineWidth: 80}
		case "full":
			*p = tensor.PrintOptions{Precision: 4, Threshold: math.MaxInt, EdgeItems: 3, LineWidth: 80}
		}
	}
	for i, to := range []*int{&p.Precision, &p.Threshold, &p.EdgeItems, &p.LineWidth} {
		if !given(a[i]) {
			continue
		}
		if f, ok := a[i].AsFloat(); ok && math.IsInf(f, 1) {
			*to = math.MaxInt
			continue
		}
		n, err := object.ToInt(th, a[i])
		if err != nil {
			return object.Null, err
		}
		*to = n
	}
	p.SciMode = nil
	if given(a[5]) {
		on, _ := object.IsTrue(th, a[5])
		p.SciMode = &on
	}
	return object.None, nil
}

// printOptions is torch._C._print_options(): precision, threshold, edgeitems, linewidth, sci_mode.
func printOptions(th *object.Thread, args, kwNames []Value) (Value, error) {
	p := Context(th).Printing
	threshold, sci := object.Int(int64(p.Threshold)), object.None
	if p.Threshold == math.MaxInt {
		threshold = object.Float(math.Inf(1))
	}
	if p.SciMode != nil {
		sci = object.Bool(*p.SciMode)
	}
	return object.NewTuple(object.Int(int64(p.Precision)), threshold, object.Int(int64(p.EdgeItems)), object.Int(int64(p.LineWidth)), sci).Ref(), nil
}

// Autocast acts on the CPU alone; for other devices, which there are none of, it is off.

func onCPU(args []Value) bool {
	if len(args) == 0 {
		return false // the functions without an argument are about CUDA
	}
	text, _ := object.Text(args[0])
	return text == "cpu"
}

func autocastEnabled(th *object.Thread, args, kw []Value) (Value, error) {
	return object.Bool(onCPU(args) && Context(th).Autocast().On), nil
}

func setAutocastEnabled(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) == 0 {
		return object.Null, object.TypeErrorf("set_autocast_enabled() missing 1 required positional arguments: \"enabled\"")
	}
	on, err := object.IsTrue(th, args[len(args)-1])
	if err == nil && onCPU(args) {
		a := Context(th).Autocast()
		a.On = on
		Context(th).SetAutocast(a)
	}
	return object.None, err
}

func autocastDType(th *object.Thread, args, kw []Value) (Value, error) {
	if onCPU(args) {
		return DTypeObject(Context(th).Autocast().DType), nil
	}
	return DTypeObject(tensor.Float16), nil
}

func setAutocastDType(th *object.Thread, args, kw []Value) (Value, error) {
	if !onCPU(args) || len(args) < 2 {
		return object.None, nil
	}
	n, ok := object.AsNative(args[1])
	if !ok || n.V == nil {
		return object.Null, object.TypeErrorf("dtype must be a torch.dtype (got %s)", args[1].Type().Name)
	}
	d, ok := n.V.(tensor.DType)
	if !ok {
		return object.Null, object.TypeErrorf("dtype must be a torch.dtype (got %s)", args[1].Type().Name)
	}
	a := Context(th).Autocast()
	a.DType = d
	Context(th).SetAutocast(a)
	return object.None, nil
}

// named is a native function whose arguments have names, which are separated by spaces: f gets one value for each.
func named(name, params string, f object.CallFunc) object.CallFunc {
	names := strings.Fields(params)
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args(name, args, kw, names...)
		if err != nil {
			return object.Null, err
		}
		return f(th, a, nil)
	}
}

// onTensor is a function of one tensor; what else it is given changes nothing.
func onTensor(name string, f func(th *object.Thread, x ops.Value) (Value, error)) object.CallFunc {
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		if len(args) == 0 {
			return object.Null, object.TypeErrorf("%s() missing 1 required positional arguments: \"t\"", name)
		}
		x, ok := operand(args[0])
		if !ok {
			return object.Null, object.TypeErrorf("%s(): argument 't' (position 1) must be Tensor, not %s", name, args[0].Type().Name)
		}
		return f(th, x)
	}
}
