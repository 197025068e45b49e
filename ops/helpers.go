package ops

import (
	"strings"

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

func (ctx *Context) add(a, b Value) Value     { return ctx.binaryCall("add", a, b) }
func (ctx *Context) sub(a, b Value) Value     { return ctx.binaryCall("sub", a, b) }
func (ctx *Context) mul(a, b Value) Value     { return ctx.binaryCall("mul", a, b) }
func (ctx *Context) div(a, b Value) Value     { return ctx.binaryCall("div", a, b) }
func (ctx *Context) neg(a Value) Value        { return ctx.call1("neg", a) }
func (ctx *Context) exp(a Value) Value        { return ctx.call1("exp", a) }
func (ctx *Context) log(a Value) Value        { return ctx.call1("log", a) }
func (ctx *Context) sqrt(a Value) Value       { return ctx.call1("sqrt", a) }
func (ctx *Context) rsqrt(a Value) Value      { return ctx.call1("rsqrt", a) }
func (ctx *Context) reciprocal(a Value) Value { return ctx.call1("reciprocal", a) }
func (ctx *Context) sin(a Value) Value        { return ctx.call1("sin", a) }
func (ctx *Context) cos(a Value) Value        { return ctx.call1("cos", a) }
func (ctx *Context) tanh(a Value) Value       { return ctx.call1("tanh", a) }
func (ctx *Context) sigmoid(a Value) Value    { return ctx.call1("sigmoid", a) }
func (ctx *Context) sign(a Value) Value       { return ctx.call1("sign", a) }
func (ctx *Context) abs(a Value) Value        { return ctx.call1("abs", a) }
func (ctx *Context) conj(a Value) Value {
	if !dtypeOf(a).IsComplex() {
		return a
	}
	return ctx.call1("conj", a)
}
func (ctx *Context) powScalar(a, e Value) Value  { return ctx.call1("pow.Tensor_Scalar", a, e) }
func (ctx *Context) square(a Value) Value        { return ctx.powScalar(a, int64(2)) }
func (ctx *Context) matmul(a, b Value) Value     { return ctx.call1("matmul", a, b) }
func (ctx *Context) mm(a, b Value) Value         { return ctx.call1("mm", a, b) }
func (ctx *Context) eq(a, b Value) Value         { return ctx.call1(overload("eq", b), a, b) }
func (ctx *Context) ne(a, b Value) Value         { return ctx.call1(overload("ne", b), a, b) }
func (ctx *Context) lt(a, b Value) Value         { return ctx.call1(overload("lt", b), a, b) }
func (ctx *Context) le(a, b Value) Value         { return ctx.call1(overload("le", b), a, b) }
func (ctx *Context) gt(a, b Value) Value         { return ctx.call1(overload("gt", b), a, b) }
func (ctx *Context) ge(a, b Value) Value         { return ctx.call1(overload("ge", b), a, b) }
func (ctx *Context) logicalAnd(a, b Value) Value { return ctx.call1("logical_and", a, b) }
func (ctx *Context) where(c, a, b Value) Value {
	switch {
	case isTensor(a) && isTensor(b):
		return ctx.call1("where.self", c, a, b)
	case isTensor(a):
		return ctx.call1("where.ScalarOther", c, a, b)
	case isTensor(b):
		return ctx.call1("where.ScalarSelf", c, a, b)
	}
	return ctx.call1("where.Scalar", c, a, b)
}
func (ctx *Context) maskedFill(a, mask Value, v Value) Value {
	return ctx.call1("masked_fill.Scalar", a, mask, v)
}

// zeroed is v with zeros where the mask is set, laid out as v: PyTorch fills v in place.
func (ctx *Context) zeroed(v, mask Value) Value {
	if ctx.shown() {
		return ctx.maskedFill(v, mask, int64(0))
	}
	return ctx.where(mask, ctx.scalarTensor(0.0, dtypeOf(v)), v)
}

// onFresh calls an operator on a tensor that nothing else knows: in place where calls are seen, as PyTorch has it.
func (ctx *Context) onFresh(name string, v Value, others ...Value) Value {
	if ctx.shown() {
		base, overload, _ := strings.Cut(name, ".")
		if name = base + "_"; overload != "" {
			name += "." + overload
		}
	}
	return ctx.call1(name, append([]Value{v}, others...)...)
}

// lessFrom is c − x, c a number of the type of x.
func (ctx *Context) lessFrom(c, x Value) Value {
	if ctx.shown() {
		from := ctx.call1("fill_.Scalar", ctx.call1("empty_like", x, nil, nil, nil, nil, tensor.PreserveFormat), c)
		return ctx.call1("sub_.Tensor", from, x)
	}
	return ctx.sub(ctx.call1("scalar_tensor", c, dtypeOf(x)), x)
}
func (ctx *Context) zerosLike(a Value) Value        { return ctx.call1("zeros_like", a) }
func (ctx *Context) onesLike(a Value) Value         { return ctx.call1("ones_like", a) }
func (ctx *Context) emptyLike(a Value) Value        { return ctx.call1("empty_like", a) }
func (ctx *Context) clone(a Value) Value            { return ctx.call1("clone", a) }
func (ctx *Context) detach(a Value) Value           { return ctx.call1("detach", a) }
func (ctx *Context) unsqueeze(a Value, d int) Value { return ctx.call1("unsqueeze", a, int64(d)) }
func (ctx *Context) squeeze(a Value, d int) Value   { return ctx.call1("squeeze.dim", a, int64(d)) }
func (ctx *Context) transpose(a Value, d0, d1 int) Value {
	return ctx.call1("transpose.int", a, int64(d0), int64(d1))
}
func (ctx *Context) view(a Value, sizes []symbolic.Int) Value {
	return ctx.call1("view", a, sizeList(sizes))
}
func (ctx *Context) reshape(a Value, sizes []symbolic.Int) Value {
	return ctx.call1("reshape", a, sizeList(sizes))
}
func (ctx *Context) expand(a Value, sizes []symbolic.Int) Value {
	return ctx.call1("expand", a, sizeList(sizes))
}
func (ctx *Context) sumAll(a Value) Value  { return ctx.call1("sum", a) }
func (ctx *Context) meanAll(a Value) Value { return ctx.call1("mean", a) }
func (ctx *Context) sumDim(a Value, keep bool, dims ...int) Value {
	return ctx.call1("sum.dim_IntList", a, ints(dims...), keep)
}
func (ctx *Context) meanDim(a Value, keep bool, dims ...int) Value {
	return ctx.call1("mean.dim", a, ints(dims...), keep)
}
func (ctx *Context) slice(a Value, dim int, start, end Value) Value {
	return ctx.call1("slice.Tensor", a, int64(dim), start, end, int64(1))
}
func (ctx *Context) selectAt(a Value, dim int, i Value) Value {
	return ctx.call1("select.int", a, int64(dim), i)
}
func (ctx *Context) cat(list []Value, dim int) Value { return ctx.call1("cat", list, int64(dim)) }
func (ctx *Context) narrow(a Value, dim int, start, length symbolic.Int) Value {
	return ctx.call1("slice.Tensor", a, int64(dim), intValue(start), intValue(start.Add(length)), int64(1))
}
func (ctx *Context) permute(a Value, dims ...int) Value {
	return ctx.call1("permute", a, ints(dims...))
}

// toDType converts the element type.
func (ctx *Context) toDType(a Value, d tensor.DType) Value {
	if dtypeOf(a) == d {
		return a
	}
	return ctx.call1("_to_copy", a, d)
}

// toOptions is toDType where PyTorch says the layout and the device besides, as graphs show.
func (ctx *Context) toOptions(a Value, d tensor.DType) Value {
	if dtypeOf(a) == d {
		return a
	}
	return ctx.call1("_to_copy", a, d, tensor.Strided, metaOf(a).Device)
}

// binaryCall chooses between the overload for tensors and that for numbers; a number on the left becomes a tensor argument.
func (ctx *Context) binaryCall(name string, a, b Value) Value {
	if !isTensor(a) && isTensor(b) {
		switch name {
		case "add", "mul":
			a, b = b, a
		case "sub":
			return ctx.call1("rsub.Scalar", b, a)
		case "div":
			return ctx.mul(ctx.reciprocal(b), a)
		}
	}
	return ctx.call1(overload(name, b), a, b)
}

// one results wraps a single result.
func result(v Value) []Value { return []Value{v} }

// fakes wraps a single meta result.
func fakes(f ...*Fake) []*Fake { return f }

// lifted is a tensor that a decomposition has made of numbers it knows, as modes are to see it.
func (ctx *Context) lifted(t *tensor.Tensor) Value {
	if ctx.Lift == nil {
		return t
	}
	v, err := ctx.Lift(t)
	rethrow(err)
	return v
}

// scalarTensor makes a 0-d tensor that follows the mode of like.
func (ctx *Context) scalarTensor(v Value, d tensor.DType) Value {
	return ctx.call1("scalar_tensor", v, d)
}

// filledInOrder is v with a number where the mask says so, in the order of v's strides, which masked_fill does not keep.
func filledInOrder(ctx *Context, v, mask Value, number float64) Value {
	if ctx.dispatchers && dispatcherAmong([]Value{v, mask}) != nil { // what is copied may be plain where the mask is not
		return ctx.maskedFill(v, mask, number)
	}
	return ctx.call1("masked_fill_.Scalar", ctx.clone(v), mask, number)
}
