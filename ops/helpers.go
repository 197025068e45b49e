package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Short names for the operators that decompositions and derivatives are written with.

func overload(name string, b Value) string {
	if isTensor(b) {
		return name + ".Tensor"
	}
	return name + ".Scalar"
}

func add(a, b Value) Value     { return binaryCall("add", a, b) }
func sub(a, b Value) Value     { return binaryCall("sub", a, b) }
func mul(a, b Value) Value     { return binaryCall("mul", a, b) }
func div(a, b Value) Value     { return binaryCall("div", a, b) }
func neg(a Value) Value        { return call1("neg", a) }
func exp(a Value) Value        { return call1("exp", a) }
func log(a Value) Value        { return call1("log", a) }
func sqrt(a Value) Value       { return call1("sqrt", a) }
func rsqrt(a Value) Value      { return call1("rsqrt", a) }
func reciprocal(a Value) Value { return call1("reciprocal", a) }
func sin(a Value) Value        { return call1("sin", a) }
func cos(a Value) Value        { return call1("cos", a) }
func tanh(a Value) Value       { return call1("tanh", a) }
func sigmoid(a Value) Value    { return call1("sigmoid", a) }
func sign(a Value) Value       { return call1("sign", a) }
func abs(a Value) Value        { return call1("abs", a) }
func conj(a Value) Value {
	if !dtypeOf(a).IsComplex() {
		return a
	}
	return call1("conj", a)
}
func powScalar(a, e Value) Value  { return call1("pow.Tensor_Scalar", a, e) }
func square(a Value) Value        { return powScalar(a, int64(2)) }
func matmul(a, b Value) Value     { return call1("matmul", a, b) }
func mm(a, b Value) Value         { return call1("mm", a, b) }
func eq(a, b Value) Value         { return call1(overload("eq", b), a, b) }
func ne(a, b Value) Value         { return call1(overload("ne", b), a, b) }
func lt(a, b Value) Value         { return call1(overload("lt", b), a, b) }
func le(a, b Value) Value         { return call1(overload("le", b), a, b) }
func gt(a, b Value) Value         { return call1(overload("gt", b), a, b) }
func ge(a, b Value) Value         { return call1(overload("ge", b), a, b) }
func logicalAnd(a, b Value) Value { return call1("logical_and", a, b) }
func where(c, a, b Value) Value {
	switch {
	case isTensor(a) && isTensor(b):
		return call1("where.self", c, a, b)
	case isTensor(a):
		return call1("where.ScalarOther", c, a, b)
	case isTensor(b):
		return call1("where.ScalarSelf", c, a, b)
	}
	return call1("where.Scalar", c, a, b)
}
func maskedFill(a, mask Value, v Value) Value     { return call1("masked_fill.Scalar", a, mask, v) }
func zerosLike(a Value) Value                     { return call1("zeros_like", a) }
func onesLike(a Value) Value                      { return call1("ones_like", a) }
func emptyLike(a Value) Value                     { return call1("empty_like", a) }
func clone(a Value) Value                         { return call1("clone", a) }
func detach(a Value) Value                        { return call1("detach", a) }
func unsqueeze(a Value, d int) Value              { return call1("unsqueeze", a, int64(d)) }
func squeeze(a Value, d int) Value                { return call1("squeeze.dim", a, int64(d)) }
func transpose(a Value, d0, d1 int) Value         { return call1("transpose.int", a, int64(d0), int64(d1)) }
func view(a Value, sizes []symbolic.Int) Value    { return call1("view", a, sizeList(sizes)) }
func reshape(a Value, sizes []symbolic.Int) Value { return call1("reshape", a, sizeList(sizes)) }
func expand(a Value, sizes []symbolic.Int) Value  { return call1("expand", a, sizeList(sizes)) }
func sumAll(a Value) Value                        { return call1("sum", a) }
func meanAll(a Value) Value                       { return call1("mean", a) }
func sumDim(a Value, keep bool, dims ...int) Value {
	return call1("sum.dim_IntList", a, ints(dims...), keep)
}
func meanDim(a Value, keep bool, dims ...int) Value {
	return call1("mean.dim", a, ints(dims...), keep)
}
func slice(a Value, dim int, start, end Value) Value {
	return call1("slice.Tensor", a, int64(dim), start, end, int64(1))
}
func selectAt(a Value, dim int, i Value) Value { return call1("select.int", a, int64(dim), i) }
func cat(list []Value, dim int) Value          { return call1("cat", list, int64(dim)) }
func narrow(a Value, dim int, start, length symbolic.Int) Value {
	return call1("slice.Tensor", a, int64(dim), intValue(start), intValue(start.Add(length)), int64(1))
}
func permute(a Value, dims ...int) Value { return call1("permute", a, ints(dims...)) }

// toDType converts the element type.
func toDType(a Value, d tensor.DType) Value {
	if dtypeOf(a) == d {
		return a
	}
	return call1("_to_copy", a, d)
}

// binaryCall chooses between the overload for tensors and that for numbers; a number on the left becomes a tensor argument.
func binaryCall(name string, a, b Value) Value {
	if !isTensor(a) && isTensor(b) {
		switch name {
		case "add", "mul":
			a, b = b, a
		case "sub":
			return call1("rsub.Scalar", b, a)
		case "div":
			return mul(reciprocal(b), a)
		}
	}
	return call1(overload(name, b), a, b)
}

// one results wraps a single result.
func result(v Value) []Value { return []Value{v} }

// fakes wraps a single meta result.
func fakes(f ...*Fake) []*Fake { return f }

// scalarTensor makes a 0-d tensor that follows the mode of like.
func scalarTensor(v Value, d tensor.DType) Value {
	return call1("scalar_tensor", v, d)
}
