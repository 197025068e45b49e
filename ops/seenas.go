package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// What modes of scripts, and graphs that scripts see, have of operators that are one kernel here and composite in PyTorch (entry.Seen).

// seenInPlace runs what is seen in place of the operator, if one looks on.
func (ctx *Context) seenInPlace(op *Op, args []Value) []Value {
	if op.Variant != Plain || !ctx.recorderSees() && (ctx.fakeEnv != nil || !ctx.lookedOn() || anyFake(args)) {
		return nil
	}
	return op.e.Seen(ctx, args)
}

func seenFinite(ctx *Context, a Args) []Value {
	switch d := dtypeOf(a[0]); {
	case d.IsIntOrBool():
		return onesOfBool(ctx, a[0])
	case d.IsComplex():
		return nil
	}
	finite := ctx.ne(ctx.abs(a[0]), math.Inf(1))
	return result(ctx.mul(ctx.eq(a[0], a[0]), finite))
}

func seenReal(ctx *Context, a Args) []Value {
	if dtypeOf(a[0]).IsComplex() {
		return ctx.call("eq.Scalar", ctx.call1("imag", a[0]), int64(0))
	}
	return onesOfBool(ctx, a[0])
}

func onesOfBool(ctx *Context, x Value) []Value {
	return ctx.call("ones_like", x, tensor.Bool, nil, nil, nil, tensor.PreserveFormat)
}
