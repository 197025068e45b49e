package torch

import (
	"strings"

	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

var tensorType, parameterType *object.Type

// tensorValue is the receiver of a method that may be called unbound, with data or without.
func tensorValue(name string, args []Value) (ops.Value, error) {
	if len(args) == 0 {
		return nil, object.TypeErrorf("unbound method TensorBase.%s() needs an argument", name)
	}
	t, ok := operand(args[0])
	if !ok {
		return nil, object.TypeErrorf("descriptor '%s' for 'torch._C.TensorBase' objects doesn't apply to a '%s' object", name, args[0].Type().Name)
	}
	return t, nil
}

// receiver is tensorValue for what needs the data.
func receiver(name string, args []Value) (*tensor.Tensor, error) {
	v, err := tensorValue(name, args)
	if err != nil {
		return nil, err
	}
	t, ok := v.(*tensor.Tensor)
	if !ok {
		return nil, object.RuntimeErrorf("%s(): the tensor has no data: it describes what a graph computes", name)
	}
	return t, nil
}

// dependsOnMapped is the error of a condition on a tensor that stands for many.
const dependsOnMapped = "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support that yet, please file an issue at https://github.com/pytorch/pytorch/issues ."

// TensorType is torch.Tensor.
func TensorType(th *object.Thread) *object.Type {
	if tensorType != nil {
		return tensorType
	}
	spec := object.Spec{Layout: object.LayoutNative, HasDict: true, Getset: append(overridableAttributes(th, tensorAttributes()), object.DictAttr), Attrs: map[string]Value{"__array_priority__": object.Int(1000), "_execution_engine": engineObject()}}
	tensorSlots(th, &spec)
	for _, name := range ops.MethodNames() {
		if _, special := tensorMethods[name]; special {
			continue
		}
		p := ops.Method(name)
		method := func() Value { return tensorMethod(th, name) }
		if p.Asks() {
			spec.Methods = append(spec.Methods, questionMethod(th, name, p))
			continue
		}
		spec.Methods = append(spec.Methods, object.Method{Name: name, Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
			if len(args) == len(kwNames) {
				return object.Null, object.TypeErrorf("unbound method TensorBase.%s() needs an argument", name)
			}
			if _, ok := operand(args[0]); !ok {
				return object.Null, object.TypeErrorf("descriptor '%s' for 'torch._C.TensorBase' objects doesn't apply to a '%s' object", name, args[0].Type().Name)
			}
			if v, handled, err := override(th, method, args, kwNames); handled {
				return v, err
			}
			return callPacket(th, p, args, kwNames)
		}})
	}
	for name, f := range tensorMethods {
		if !notOverridable[name] {
			f = overridable(func() Value { return tensorMethod(th, name) }, f)
		}
		spec.Methods = append(spec.Methods, object.Method{Name: name, Fn: f})
	}
	spec.Class = append(spec.Class, object.Method{Name: "__torch_function__", Fn: defaultTorchFunction}, object.Method{Name: "__torch_dispatch__", Fn: defaultTorchDispatch})
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		t, err := legacyTensor(th, Context(th).DefaultDType(), args, kwNames)
		if err != nil {
			return object.Null, err
		}
		return wrapAs(th, t, cls), nil
	}
	spec.Static = []object.Method{{Name: "_make_wrapper_subclass", Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
		return makeWrapperSubclass(th, args, kwNames)
	}}, {Name: "_make_subclass", Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) { return makeSubclass(th, args, kwNames) }}}
	tensorType = object.NewType("Tensor", "torch", nil, spec) // shared: see shareTypes
	tensorType.SetStranger(&object.Stranger{Name: "torch._C.TensorBase", Call: toStranger})
	tensorType.Patchable()
	tensorType.Countable(dropped)
	for _, name := range ops.MethodNames() {
		if v, ok := tensorType.NS.GetStr(object.Intern(name)); ok {
			if b, ok := object.AsBuiltin(v); ok {
				b.Tag = ops.Method(name)
				_, special := tensorMethods[name]
				b.Borrows = !special
			}
		}
	}
	for _, name := range borrowingMethods {
		if v, ok := tensorType.NS.GetStr(object.Intern(name)); ok {
			if b, ok := object.AsBuiltin(v); ok {
				b.Borrows = true
			}
		}
	}
	for dunder, name := range dunderPackets {
		if v, ok := tensorType.NS.GetStr(object.Intern(dunder)); ok {
			if b, ok := object.AsBuiltin(v); ok && b.Tag == nil {
				b.Tag = ops.Method(name)
			}
		}
	}
	return tensorType
}

// borrowingMethods are those of tensorMethods that keep none of their operands.
var borrowingMethods = []string{"tolist", "is_nonzero"}

func fakeSizes(th *object.Thread, f *ops.Fake) Value {
	items := make([]Value, len(f.Sizes))
	for i, s := range f.Sizes {
		items[i] = FromOps(th, s)
	}
	return NewSize(th, items)
}

// dunderPackets are the operators behind the operator methods of tensors.
var dunderPackets = map[string]string{
	"__add__": "add", "__sub__": "sub", "__mul__": "mul", "__truediv__": "div", "__floordiv__": "floor_divide", "__mod__": "remainder",
	"__pow__": "pow", "__matmul__": "matmul", "__and__": "bitwise_and", "__or__": "bitwise_or", "__xor__": "bitwise_xor",
	"__lshift__": "bitwise_left_shift", "__rshift__": "bitwise_right_shift", "__neg__": "neg", "__abs__": "abs", "__invert__": "bitwise_not",
	"__eq__": "eq", "__ne__": "ne", "__lt__": "lt", "__le__": "le", "__gt__": "gt", "__ge__": "ge",
}

// makeSubclass shares the data of a tensor under a class.
func makeSubclass(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_make_subclass", args, kwNames, "cls", "data", "|", "require_grad", "dispatch_sizes_strides_policy", "dispatch_device", "device_for_backend_keys")
	if err != nil {
		return object.Null, err
	}
	cls, ok := object.AsType(a[0])
	t, ok2 := operand(a[1])
	if !ok || !ok2 {
		return object.Null, object.TypeErrorf("_make_subclass() expects a class and a tensor")
	}
	if err := tensorClass(th, cls); err != nil {
		return object.Null, err
	}
	if already, err := alreadyOf(a[1], cls); already || err != nil {
		return a[1], err
	}
	d := ops.Detached(t)
	if real, ok := t.(*tensor.Tensor); ok {
		d = real.Data()
	}
	if !a[2].IsNull() {
		ops.AutogradOf(d).RequiresGrad, _ = object.IsTrue(th, a[2])
	}
	return wrapAs(th, d, cls), nil
}

// ParameterType is torch.nn.Parameter.
func ParameterType(th *object.Thread) *object.Type {
	if parameterType != nil {
		return parameterType
	}
	spec := object.Spec{}
	spec.Repr = func(th *object.Thread, v Value) (Value, error) {
		if t, ok := Unwrap(v); ok {
			return object.NewStr("Parameter containing:\n" + t.Text(Context(th).Printing)), nil
		}
		return object.NewStr("Parameter containing:\n" + tensorText(th, v)), nil
	}
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		a, err := object.Args("Parameter", args, kwNames, "|", "data", "requires_grad")
		if err != nil {
			return object.Null, err
		}
		var t ops.Value = tensor.New(Context(th).DefaultDType(), 0)
		if !a[0].IsNull() && !a[0].IsNone() {
			x, ok := operand(a[0])
			if !ok {
				return object.Null, object.TypeErrorf("Parameter data must be a Tensor, but got %s", a[0].Type().Name)
			}
			t = ops.Detached(x)
		}
		grad := true
		if !a[1].IsNull() {
			grad, _ = object.IsTrue(th, a[1])
		}
		if !a[0].IsNull() && !a[0].IsNone() && !a[0].Type().Lookup(th, object.Intern("_as_parameter")).IsNull() { // of tensors without data
			return object.CallMethod(th, a[0], "_as_parameter", object.Bool(grad))
		}
		if !a[0].IsNull() && !a[0].Type().IsSubtype(ParameterType(th)) && dispatches(th, a[0].Type()) {
			return callPython(th, "torch.nn.parameter", "_of_class", a[0], object.Bool(grad))
		}
		if grad {
			err = beginGradient(th, t)
		} else {
			err = raise(Context(th).SetRequiresGrad(t, false))
		}
		if err != nil {
			return object.Null, err
		}
		return wrapAs(th, t, cls), nil
	}
	spec.Methods = []object.Method{
		{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, memo Value) (Value, error) { return deepCopy(th, v, memo) }},
	}
	parameterType = object.NewType("Parameter", "torch.nn.parameter", TensorType(th), spec) // shared: see shareTypes
	parameterType.SetBorrows()
	return parameterType
}

// notOverridable are the functions that __torch_function__ does not see: those that handlers need to do their work.
var notOverridable = map[string]bool{
	"as_subclass": true, "_make_subclass": true, "is_grad_enabled": true, "is_inference_mode_enabled": true, "get_default_dtype": true,
	"is_autocast_enabled": true, "is_autocast_cpu_enabled": true, "set_autocast_enabled": true, "get_autocast_dtype": true, "set_autocast_dtype": true,
	"set_default_dtype": true, "set_num_threads": true, "get_num_threads": true, "get_default_device": true, "set_default_device": true, "is_anomaly_enabled": true, "is_anomaly_check_nan_enabled": true, "typename": true, "is_tensor": true, "set_printoptions": true, "get_rng_state": true, "set_rng_state": true,
	"manual_seed": true, "seed": true, "initial_seed": true, "__deepcopy__": true, "__reduce_ex__": true, "__setstate__": true,
}

// tensorMethod is the function object of a method, as handlers see it.
func tensorMethod(th *object.Thread, name string) Value {
	v, _ := tensorType.NS.GetStr(object.Intern(name))
	return v
}

// operatorMethods are the methods that overrides see for operators, where these are not the functions behind them.
var operatorMethods = map[string]string{
	"eq": "__eq__", "floor_divide": "__floordiv__", "pow": "__pow__", "pow_": "__ipow__", "bitwise_and": "__and__", "bitwise_or": "__or__", "bitwise_xor": "__xor__",
	"bitwise_left_shift": "__lshift__", "bitwise_right_shift": "__rshift__", "bitwise_and_": "__iand__", "bitwise_or_": "__ior__", "bitwise_xor_": "__ixor__",
	"bitwise_left_shift_": "__ilshift__", "bitwise_right_shift_": "__irshift__", "bitwise_not": "__invert__",
}

// binarySlot applies a method packet; operands that no overload takes give NotImplemented.
func binarySlot(th *object.Thread, name string) object.BinaryFunc {
	p := ops.Method(name)
	seen := name
	if method, ok := operatorMethods[name]; ok {
		seen = method
	}
	method := func() Value { return tensorMethod(th, seen) }
	return func(th *object.Thread, a, b Value) (Value, error) {
		if !isPlain(th, a) || !isPlain(th, b) || len(overriding(th).modes) > 0 {
			if v, handled, err := overrideOperator(th, method, a, b); handled {
				return v, err
			}
		}
		x, err := ToOps(th, a)
		if err != nil {
			return object.Null, err
		}
		y, err := ToOps(th, b)
		if err != nil {
			return object.Null, err
		}
		if _, ok := y.(foreign); ok && name == "eq" {
			if t, ok, err := sharedTensor(th, b); ok {
				if err != nil {
					return object.Null, err
				}
				y = t
			}
		}
		if isNumber(y) && (name == "matmul" || name == "matmul_") {
			return object.NotImplemented, nil
		}
		switch y.(type) {
		case foreign, nil, string, []ops.Value, ops.Ellipsis, tensor.DType, tensor.Device:
			return object.NotImplemented, nil
		}
		v, err := runPacket(th, p, []ops.Value{x, y}, nil, false)
		if err != nil && object.ErrorIs(err, object.TypeError) && (ops.DispatcherOf(x) != nil || ops.DispatcherOf(y) != nil) {
			return object.NotImplemented, nil // a class refuses; the other operand may know
		}
		return v, err
	}
}

// reflectedMethod is the method that handlers see for a reflected operator: the operator itself where operands commute.
func reflectedMethod(function string) string {
	switch function {
	case "add", "mul", "bitwise_and", "bitwise_or", "bitwise_xor":
		return function
	case "rsub":
		return "__rsub__"
	case "div":
		return "__rtruediv__"
	case "pow":
		return "__rpow__"
	case "matmul":
		return "__rmatmul__"
	case "floor_divide":
		return "__rfloordiv__"
	case "remainder":
		return "__rmod__"
	case "bitwise_left_shift":
		return "__rlshift__"
	case "bitwise_right_shift":
		return "__rrshift__"
	}
	panic("no reflected method of " + function)
}

// reflectedSlot is the slot with the tensor (a) on the right: the function packet with swapped operands.
func reflectedSlot(th *object.Thread, function string) object.BinaryFunc {
	p := ops.Function(function)
	method := func() Value { return tensorMethod(th, reflectedMethod(function)) }
	return func(th *object.Thread, a, b Value) (Value, error) {
		if !isPlain(th, a) || !isPlain(th, b) || len(overriding(th).modes) > 0 {
			if v, handled, err := overrideOperator(th, method, a, b); handled {
				return v, err
			}
		}
		x, err := ToOps(th, a)
		if err != nil {
			return object.Null, err
		}
		y, err := ToOps(th, b)
		if err != nil {
			return object.Null, err
		}
		switch y.(type) {
		case bool, int64, float64, complex128, symbolic.Int, *tensor.Tensor, *ops.Fake:
		default:
			return object.NotImplemented, nil
		}
		if function == "matmul" && isNumber(y) {
			return object.NotImplemented, nil
		}
		if function == "add" || function == "mul" {
			return runPacket(th, p, []ops.Value{x, y}, nil, false)
		}
		if function == "rsub" {
			return runPacket(th, p, []ops.Value{x, y}, nil, false)
		}
		if function == "bitwise_left_shift" || function == "bitwise_right_shift" || function == "bitwise_and" || function == "bitwise_or" || function == "bitwise_xor" || function == "floor_divide" {
			if _, isTensor := operand(b); !isTensor {
				d := Context(th).ResultType(x, y)
				y, err = callOp(th, "scalar_tensor", y, d)
				if err != nil {
					return object.Null, err
				}
			}
		}
		if function == "div" {
			r, err := callOp(th, "reciprocal", x)
			if err != nil {
				return object.Null, err
			}
			return runPacket(th, ops.Function("mul"), []ops.Value{r, y}, nil, false)
		}
		return runPacket(th, p, []ops.Value{y, x}, nil, false)
	}
}

func isNumber(v ops.Value) bool {
	switch v.(type) {
	case bool, int64, float64, complex128, symbolic.Int:
		return true
	}
	return false
}

func unarySlot(th *object.Thread, name string) object.UnaryFunc {
	p := ops.Method(name)
	seen := name
	if method, ok := operatorMethods[name]; ok {
		seen = method
	}
	method := func() Value { return tensorMethod(th, seen) }
	return func(th *object.Thread, v Value) (Value, error) {
		if !isPlain(th, v) || len(overriding(th).modes) > 0 {
			if r, handled, err := override(th, method, []Value{v}, nil); handled {
				return r, err
			}
		}
		return runPacket(th, p, []ops.Value{self(v)}, nil, false)
	}
}

var binaryNames = [object.NumOps]string{
	object.OpAdd: "add", object.OpSub: "sub", object.OpMul: "mul", object.OpTrueDiv: "div", object.OpFloorDiv: "floor_divide", object.OpMod: "remainder",
	object.OpPow: "pow", object.OpMatMul: "matmul", object.OpAnd: "bitwise_and", object.OpOr: "bitwise_or", object.OpXor: "bitwise_xor",
	object.OpLshift: "bitwise_left_shift", object.OpRshift: "bitwise_right_shift",
}

func tensorSlots(th *object.Thread, spec *object.Spec) {
	for op, name := range binaryNames {
		spec.Binary[op] = binarySlot(th, name)
		reflected := name
		if name == "sub" {
			reflected = "rsub"
		}
		spec.Reflected[op] = reflectedSlot(th, reflected)
		if ops.Method(name+"_") != nil {
			spec.InPlace[op] = binarySlot(th, name+"_")
		}
	}
	spec.Neg, spec.Abs, spec.Invert = unarySlot(th, "neg"), unarySlot(th, "abs"), unarySlot(th, "bitwise_not")
	invert := spec.Invert
	spec.Invert = func(th *object.Thread, v Value) (Value, error) {
		if isPlain(th, v) && len(overriding(th).modes) == 0 && !ops.Describe(self(v)).DType.IsIntOrBool() {
			return object.Null, object.TypeErrorf("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
		}
		return invert(th, v)
	}
	spec.Pos = unarySlot(th, "positive")
	compares := map[object.CompareOp]object.BinaryFunc{
		object.Eq: binarySlot(th, "eq"), object.Ne: binarySlot(th, "ne"), object.Lt: binarySlot(th, "lt"), object.Le: binarySlot(th, "le"), object.Gt: binarySlot(th, "gt"), object.Ge: binarySlot(th, "ge"),
	}
	spec.Compare = func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) { return compares[op](th, a, b) }
	spec.Hash = func(th *object.Thread, v Value) (int64, error) { return int64(object.ID(v)), nil }
	spec.Repr = func(th *object.Thread, v Value) (Value, error) {
		if r, handled, err := asMethod(th, "__repr__", v); handled {
			return r, err
		}
		return object.NewStr(tensorText(th, v)), nil
	}
	spec.Bool = func(th *object.Thread, v Value) (bool, error) {
		if r, handled, err := asMethod(th, "__bool__", v); handled {
			if err != nil {
				return false, err
			}
			return object.IsTrue(th, r)
		}
		if err := converting(th, "boolean"); err != nil {
			return false, err
		}
		t, ok := Unwrap(v)
		if ok && t.Numel() > 1 && readable(v) == nil {
			return false, object.RuntimeErrorf("Boolean value of Tensor with more than one value is ambiguous")
		}
		if readable(v) != nil {
			return false, object.RuntimeErrorf("%s", dependsOnMapped)
		}
		if !ok || answersItself(t) || t.Numel() == 1 && len(overriding(th).dispatch) > 0 {
			x, err := callOp(th, "item", self(v))
			if err != nil {
				return false, err
			}
			return object.IsTrue(th, FromOps(th, x))
		}
		switch n := t.Numel(); {
		case n == 0:
			return false, object.RuntimeErrorf("Boolean value of Tensor with no values is ambiguous")
		case n > 1:
			return false, object.RuntimeErrorf("Boolean value of Tensor with more than one value is ambiguous")
		}
		if t.IsMeta() {
			return false, object.RuntimeErrorf("Tensor.item() cannot be called on meta tensors")
		}
		return object.IsTrue(th, FromOps(th, t.Item()))
	}
	scalar := func(th *object.Thread, v Value) (ops.Value, error) {
		t, ok := Unwrap(v)
		if !ok || answersItself(t) || t.Numel() == 1 && len(overriding(th).dispatch) > 0 {
			return callOp(th, "item", self(v))
		}
		if t.Numel() != 1 {
			return nil, object.ValueErrorf("only one element tensors can be converted to Python scalars")
		}
		if err := readable(v); err != nil {
			return nil, err
		}
		if t.IsMeta() {
			return nil, object.RuntimeErrorf("Tensor.item() cannot be called on meta tensors")
		}
		return t.Item(), nil
	}
	spec.Int = func(th *object.Thread, v Value) (Value, error) {
		if r, handled, err := asMethod(th, "__int__", v); handled {
			return r, err
		}
		x, err := scalar(th, v)
		if err == nil {
			err = converting(th, "integer")
		}
		if err != nil {
			return object.Null, err
		}
		switch x := x.(type) {
		case float64:
			if x != x {
				return object.Null, object.ValueErrorf("cannot convert float NaN to integer")
			}
			return object.FloatToInt(x)
		case bool:
			return object.ToPlainInt(object.Bool(x)), nil
		case complex128:
			return object.Null, object.RuntimeErrorf("value cannot be converted to type int64_t without overflow")
		case symbolic.Int:
			return fixedInt(th, FromOps(th, x))
		case symbolic.Float, symbolic.Bool:
			return FromOps(th, x).Type().Int(th, FromOps(th, x))
		}
		return FromOps(th, x), nil
	}
	spec.Float = func(th *object.Thread, v Value) (Value, error) {
		if r, handled, err := asMethod(th, "__float__", v); handled {
			return r, err
		}
		x, err := scalar(th, v)
		if err == nil {
			err = converting(th, "float")
		}
		if err != nil {
			return object.Null, err
		}
		if c, ok := x.(complex128); ok && imag(c) != 0 {
			return object.Null, object.RuntimeErrorf("value cannot be converted to type double without overflow")
		}
		if t, ok := Unwrap(v); ok && t.NeedsGrad() {
			if err := Context(th).Warnings.Once(asNumber); err != nil {
				return object.Null, err
			}
		}
		f, err := object.ToFloat(th, FromOps(th, x))
		return object.Float(f), err
	}
	spec.Index = func(th *object.Thread, v Value) (Value, error) {
		if r, handled, err := asMethod(th, "__index__", v); handled {
			return r, err
		}
		t, ok := Unwrap(v)
		if !ok || answersItself(t) {
			r, err := callOp(th, "item", self(v))
			return wrapResult(th, r, err)
		}
		if t.Numel() != 1 || !t.DType().IsIntOrBool() {
			return object.Null, object.TypeErrorf("only integer tensors of a single element can be converted to an index")
		}
		x := FromOps(th, t.Item())
		return object.ToPlainInt(x), nil
	}
	spec.Len = func(th *object.Thread, v Value) (int, error) {
		if r, handled, err := asMethod(th, "__len__", v); handled {
			if err != nil {
				return 0, err
			}
			return object.ToInt(th, r)
		}
		f := ops.Describe(self(v))
		if f.Dim() == 0 {
			return 0, object.TypeErrorf("len() of a 0-d tensor")
		}
		if err := converting(th, "length"); err != nil {
			return 0, err
		}
		if t, ok := Unwrap(v); ok { // the sizes are read, and stay in the graph as far as they are needed
			tracedSizes(th, t)
		}
		n, err := Context(th).Fixed(f.Sizes[0])
		if err != nil {
			return 0, raise(err)
		}
		return n, nil
	}
	spec.Iter = func(th *object.Thread, v Value) (Value, error) {
		if !isPlain(th, v) || len(overriding(th).modes) > 0 { // what PyTorch calls is seen by overrides
			n, err := object.CallMethod(th, v, "dim")
			if err != nil {
				return object.Null, err
			}
			if k, err := object.ToInt(th, n); err == nil && k == 0 {
				return object.Null, object.TypeErrorf("iteration over a 0-d tensor")
			}
			parts, err := object.CallMethod(th, v, "unbind", object.Int(0))
			if err != nil {
				return object.Null, err
			}
			return object.Iter(th, parts)
		}
		if err := converting(th, "iteration"); err != nil {
			return object.Null, err
		}
		t := self(v)
		if ops.Describe(t).Dim() == 0 {
			return object.Null, object.TypeErrorf("iteration over a 0-d tensor")
		}
		parts, err := callOp(th, "unbind.int", t, int64(0))
		if err != nil {
			return object.Null, err
		}
		return object.Iter(th, FromOps(th, parts))
	}
	spec.Contains = func(th *object.Thread, v, item Value) (bool, error) {
		if r, handled, err := asMethod(th, "__contains__", v, item); handled {
			if err != nil {
				return false, err
			}
			return object.IsTrue(th, r)
		}
		x, err := ToOps(th, item)
		if err != nil {
			return false, err
		}
		switch x.(type) {
		case *tensor.Tensor, *ops.Fake, bool, int64, float64, complex128, symbolic.Int:
		default:
			return false, object.RuntimeErrorf("Tensor.__contains__ only supports Tensor or scalar, but you passed in a %s.", item.Type().String())
		}
		eq, err := binarySlot(th, "eq")(th, v, item)
		if err != nil {
			return false, err
		}
		r, err := callOp(th, "any", self(eq))
		if err != nil {
			return false, err
		}
		return object.IsTrue(th, FromOps(th, r))
	}
	getItem, setItem := func() Value { return tensorMethod(th, "__getitem__") }, func() Value { return tensorMethod(th, "__setitem__") }
	spec.GetItem = func(th *object.Thread, v, key Value) (Value, error) {
		if !isPlain(th, v) || len(overriding(th).modes) > 0 || overridesIndex(th, key) {
			if r, handled, err := override(th, getItem, []Value{v, key}, nil); handled {
				return r, err
			}
		}
		items, err := indexItems(th, key)
		if err != nil {
			return object.Null, err
		}
		r, err := Context(th).Index(self(v), items)
		if err != nil {
			return object.Null, raise(err)
		}
		return FromOps(th, r), nil
	}
	spec.SetItem = func(th *object.Thread, v, key, val Value) error {
		if val.IsNull() {
			return object.TypeErrorf("Tensor does not support deleting items")
		}
		if !isPlain(th, v) || !isPlain(th, val) || len(overriding(th).modes) > 0 || overridesIndex(th, key) {
			if _, handled, err := override(th, setItem, []Value{v, key, val}, nil); handled {
				return err
			}
		}
		items, err := indexItems(th, key)
		if err != nil {
			return err
		}
		x, err := ToOps(th, val)
		if err != nil {
			return err
		}
		switch x.(type) {
		case *tensor.Tensor, *ops.Fake, bool, int64, float64, complex128, symbolic.Int:
		default:
			return object.TypeErrorf("can't assign a %s to a %s", val.Type().Name, ops.LegacyTypeName(ops.Describe(self(v)).DType))
		}
		if err := Context(th).IndexPut(self(v), items, x); err != nil {
			return raise(err)
		}
		return nil
	}
	spec.Format = func(th *object.Thread, v Value, format string) (string, error) {
		if r, handled, err := asMethod(th, "__format__", v, object.NewStr(format)); handled {
			text, _ := object.Text(r)
			return text, err
		}
		if t, ok := Unwrap(v); ok && t.Dim() == 0 && !t.IsMeta() && !isShell(t) && v.Type() == TensorType(th) {
			if ops.IsWrapped(t) {
				x, err := scalar(th, v)
				if err != nil {
					return "", err
				}
				return object.Format(th, FromOps(th, x), format)
			}
			return object.Format(th, FromOps(th, t.Item()), format)
		}
		if format != "" {
			return "", object.TypeErrorf("unsupported format string passed to %s.__format__", v.Type().Name)
		}
		return object.StrOf(th, v)
	}
}

// indexItems turns a subscript into items for the ops package.
func indexItems(th *object.Thread, key Value) ([]ops.IndexItem, error) {
	list := []Value{key}
	if t, ok := object.AsTuple(key); ok {
		list = t.Items
	}
	items := make([]ops.IndexItem, 0, len(list))
	for _, k := range list {
		item, err := indexItem(th, k)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

func indexItem(th *object.Thread, k Value) (ops.IndexItem, error) {
	switch {
	case k.IsNone():
		return ops.NewAxis{}, nil
	case k == object.Ellipsis:
		return ops.Ellipsis{}, nil
	case k.IsBool():
		b, _ := k.AsBool()
		return b, nil
	}
	if i, ok := k.AsInt(); ok {
		return i, nil
	}
	if s, ok := object.AsSlice(k); ok {
		var out ops.Slice
		for _, part := range []struct {
			v  Value
			to *ops.Value
		}{{s.Start, &out.Start}, {s.Stop, &out.Stop}, {s.Step, &out.Step}} {
			if part.v.IsNull() || part.v.IsNone() {
				continue
			}
			if isSymInt(part.v) {
				*part.to = payload[symbolic.Int](part.v)
				continue
			}
			if i, ok := tracedIndex(th, part.v); ok {
				*part.to = i
				continue
			}
			x, err := object.Index(th, part.v)
			if err != nil {
				return nil, object.TypeErrorf("slice indices must be integers or None or have an __index__ method")
			}
			i, ok := x.AsInt()
			if !ok {
				i = 1<<63 - 1
			}
			*part.to = i
		}
		return out, nil
	}
	if i, ok := tracedIndex(th, k); ok {
		return i, nil
	}
	if t, ok := operand(k); ok {
		return t, nil
	}
	if t, ok, err := fromArray(th, k, tensor.Undefined); ok {
		if _, isArray := numpy.AsArray(k); !isArray && err == nil && t.DType().IsIntegral() {
			return tensor.LoadInts(t, 1)[0], nil
		}
		return t, err
	}
	if isSymInt(k) {
		return payload[symbolic.Int](k), nil
	}
	if _, ok := object.AsStr(k); ok {
		return nil, object.TypeErrorf("new(): invalid data type 'str'")
	}
	switch k.Type().Layout() {
	case object.LayoutList, object.LayoutTuple, object.LayoutRange:
		t, err := fromNested(th, k, tensor.Undefined)
		if err != nil {
			return nil, err
		}
		if t.Numel() == 0 {
			t = t.To(tensor.Int64)
		}
		return t, nil
	}
	if k.Type().Index != nil && !k.IsExactFloat() {
		x, err := object.Index(th, k)
		if err != nil {
			return nil, err
		}
		i, _ := x.AsInt()
		return i, nil
	}
	return nil, object.IndexErrorf("only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got %s)", k.Type().Name)
}

// tensorText is how a tensor prints.
func tensorText(th *object.Thread, v Value) string {
	t, ok := Unwrap(v)
	if !ok {
		f := self(v).(*ops.Fake)
		suffix := ""
		if f.NeedsGrad() {
			suffix = ", requires_grad=True"
		}
		return "FakeTensor(..., size=" + strings.Replace(strings.Replace(ops.SizesText(f), "[", "(", 1), "]", ")", 1) + ", dtype=" + f.DType.String() + suffix + ")"
	}
	if ops.IsWrapped(t) {
		return wrappedText(th, t)
	}
	if isShell(t) {
		return shellText(v, t)
	}
	if v.Type() == tensorType || v.Type() == parameterType {
		return t.Text(Context(th).Printing)
	}
	suffix := ""
	if n := Context(th).GradFn(t); n != nil {
		suffix = "grad_fn=<" + n.Name() + ">"
	} else if t.RequiresGrad {
		suffix = "requires_grad=True"
	}
	return t.Format(Context(th).Printing, v.Type().Name+"(", suffix)
}

// questionMethod is a method that asks about a tensor, or about one of its dimensions, with a short way for plain calls.
func questionMethod(th *object.Thread, name string, p *ops.Packet) object.Method {
	method := func() Value { return tensorMethod(th, name) }
	sizes := p.Ops[0].Schema().Returns[0].Type.Base == "Size"
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
		t, err := tensorValue(name, args[:len(args)-len(kwNames)])
		if err != nil {
			return object.Null, err
		}
		if v, handled, err := override(th, method, args, kwNames); handled {
			return v, err
		}
		list := [2]ops.Value{t}
		n := len(args)
		if n == 2 && len(kwNames) == 0 && args[1].IsSmallInt() {
			list[1] = args[1].SmallInt()
		} else if n == 2 && len(kwNames) == 1 && args[1].IsSmallInt() && p.Name == "size" {
			if s, _ := object.AsStr(kwNames[0]); s.S == "dim" {
				list[1] = args[1].SmallInt()
			}
		}
		if n > 1 && list[1] == nil {
			return callPacket(th, p, args, kwNames)
		}
		if v, ok := tracedQuestion(th, p.Name, list[:n]); ok {
			return v, nil
		}
		v, ok, err := p.Ask(list[:n])
		switch {
		case err != nil:
			return object.Null, raise(err)
		case !ok:
			return callPacket(th, p, args, kwNames)
		case sizes && n == 1:
			return NewSize(th, fromList(th, v.([]ops.Value))), nil
		}
		return FromOps(th, v), nil
	}}
}
