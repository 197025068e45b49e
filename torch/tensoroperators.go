package torch

import (
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Operators and protocols of tensors: arithmetic, comparisons, conversions to numbers, iteration, subscripts. Overrides see each as the method that PyTorch
// has for it.

// dunderPackets are the operators behind the operator methods of tensors.
var dunderPackets = map[string]string{
	"__add__": "add", "__sub__": "sub", "__mul__": "mul", "__truediv__": "div", "__floordiv__": "floor_divide", "__mod__": "remainder",
	"__pow__": "pow", "__matmul__": "matmul", "__and__": "bitwise_and", "__or__": "bitwise_or", "__xor__": "bitwise_xor",
	"__lshift__": "bitwise_left_shift", "__rshift__": "bitwise_right_shift", "__neg__": "neg", "__abs__": "abs", "__invert__": "bitwise_not",
	"__eq__": "eq", "__ne__": "ne", "__lt__": "lt", "__le__": "le", "__gt__": "gt", "__ge__": "ge",
}

// dependsOnMapped is the error of a condition on a tensor that stands for many.
const dependsOnMapped = "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support that yet, please file an issue at https://github.com/pytorch/pytorch/issues ."

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
				if err != nil && object.ErrorIs(err, object.TypeError) {
					return object.NotImplemented, nil // whatever refused the operands
				}
				return v, err
			}
		}
		x, err := numberToOps(th, a)
		if err != nil {
			return object.Null, err
		}
		y, err := numberToOps(th, b)
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
		called := p
		if form := Context(th).RecordedForm(name); form != "" {
			called = atenPacket(form)
		}
		v, err := runPacket(th, called, []ops.Value{x, y}, nil, false)
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
				if err != nil && object.ErrorIs(err, object.TypeError) {
					return object.NotImplemented, nil // whatever refused the operands
				}
				return v, err
			}
		}
		x, err := numberToOps(th, a)
		if err != nil {
			return object.Null, err
		}
		y, err := numberToOps(th, b)
		if err != nil {
			return object.Null, err
		}
		switch y.(type) {
		case bool, int64, float64, complex128, symbolic.Int, symbolic.Float, symbolic.Bool, *tensor.Tensor, *ops.Fake:
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
		if strings.HasPrefix(function, "bitwise_") && !strings.HasSuffix(function, "_shift") && isNumber(y) {
			return runPacket(th, p, []ops.Value{x, y}, nil, false)
		}
		if function == "floor_divide" && isNumber(y) {
			y, err = callOp(th, "scalar_tensor", y, Context(th).ResultType(x, y))
			if err != nil {
				return object.Null, err
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
	case bool, int64, float64, complex128, symbolic.Int, symbolic.Float, symbolic.Bool:
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
		if err := readable(v); err != nil {
			if strings.Contains(err.Error(), ops.MappedControl) {
				return false, err
			}
			return false, object.RuntimeErrorf("%s", dependsOnMapped)
		}
		if asserter, records := Context(th).Numbers().(ops.Asserter); records && !ok {
			if x, err := ToOps(th, v); err == nil && asserter.Asserted(x) {
				return true, nil
			}
		}
		if !ok || answersItself(t) || t.Numel() == 1 && len(overriding(th).dispatch) > 0 {
			operand := self(v)
			if f, isFake := operand.(*ops.Fake); isFake && f.DType != tensor.Bool && Context(th).Numbers() != nil && Context(th).Numbers().Whole() { // an export asks whether it is not zero
				x, err := callOp(th, "ne.Scalar", operand, int64(0))
				if err != nil {
					return false, err
				}
				operand = x
			}
			x, err := callOp(th, "item", operand)
			if err != nil {
				return false, err
			}
			if n, isInt := x.(symbolic.Int); isInt && Context(th).Numbers() != nil && !Context(th).Numbers().Whole() { // a number is asked for, no condition
				fixed, err := fixedInt(th, FromOps(th, n))
				if err != nil {
					return false, err
				}
				return object.IsTrue(th, fixed)
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
	spec.Stands = staysSymbolic
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
			if imag(x) == 0 && real(x) == real(x) {
				return object.FloatToInt(real(x))
			}
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
		if c, ok := x.(complex128); ok {
			if imag(c) != 0 {
				return object.Null, object.RuntimeErrorf("value cannot be converted to type double without overflow")
			}
			x = real(c)
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
			if n, ok := r.(symbolic.Int); ok && err == nil {
				return fixedInt(th, FromOps(th, n))
			}
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
		if !ops.Assignable(x) || isForeignNumber(val) {
			return object.TypeErrorf(ops.NotAssignable, val.Type().Name, ops.LegacyTypeName(ops.Describe(self(v)).DType))
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
