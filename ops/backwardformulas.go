package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// Derivatives of activations and losses that are operators in PyTorch and formulas here: modes and graphs see one call, and one node of the history.

var _ = addTable([]entry{
	{S: "mish_backward(Tensor grad_output, Tensor self) -> Tensor", In: 0, Whole: true, Decomp: mishBack},
	{S: "hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor", In: 0, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		const sixth = float32(1.0 / 6) // in single precision, for doubles too
		inside := ctx.logicalAnd(ctx.gt(a[1], -3.0), ctx.lt(a[1], 3.0))
		return result(filledInOrder(ctx, ctx.mul(a[0], float64(sixth)), ctx.call1("logical_not", inside), 0.0))
	}},
	{S: "hardswish_backward(Tensor grad_output, Tensor self) -> Tensor", In: 0, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		slope := ctx.where(ctx.lt(a[1], 3.0), ctx.add(ctx.div(a[1], int64(3)), 0.5), 1.0)
		return result(filledInOrder(ctx, ctx.mul(a[0], slope), ctx.le(a[1], -3.0), 0.0))
	}},
	{S: "logit_backward(Tensor grad_output, Tensor self, float? eps=None) -> Tensor", In: 0, Whole: true, Decomp: logitBack},
	{S: "log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		d := floatOnly("log_sigmoid_cpu")(ctx, a)[0].DType
		return fakes(NewFake(d, sizesOf(a[0])), NewFake(d, sizesOf(a[0])))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		tensor.Copy(out[0], ctx.call1("log_sigmoid", a[0]).(*tensor.Tensor))
		tensor.Copy(out[1], ctx.exp(ctx.neg(ctx.abs(a[0]))).(*tensor.Tensor))
	}, Fills: true, Stats: out1, GradName: "LogSigmoidBackward0", Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return result(ctx.call1("log_sigmoid_backward", g[0], s.In(0), s.Out(1)))
	}, Saves: in0 | out1},
	{S: "log_sigmoid_backward(Tensor grad_output, Tensor self, Tensor buffer) -> Tensor", In: 0, Meta: firstLike, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		negative, z := ctx.lt(a[1], int64(0)), a[2]
		share := ctx.div(z, ctx.add(z, int64(1)))
		tensor.Copy(out[0], ctx.mul(a[0], ctx.where(negative, ctx.sub(ctx.onesLike(share), share), share)).(*tensor.Tensor))
	}, Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value { // the buffer is exp(-|self|), and a constant to autograd
		x := s.In(1)
		curve := ctx.mul(ctx.sigmoid(x), ctx.sigmoid(ctx.neg(x)))
		return []Value{ctx.call1("log_sigmoid_backward", g[0], x, s.In(2)), ctx.neg(ctx.mul(ctx.mul(g[0], s.In(0)), curve)), nil}
	}, Saves: in0 | in1 | in2},
	{S: "glu_backward(Tensor grad_output, Tensor self, int dim) -> Tensor", In: 0, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		d := wrapDim(a.int(2), dimOf(a[1]))
		parts := ctx.call("chunk", a[1], int64(2), int64(d))[0].([]Value)
		g, x, gate := inSingle(ctx, a[0]), inSingle(ctx, parts[0]), ctx.sigmoid(inSingle(ctx, parts[1]))
		second := ctx.mul(ctx.mul(ctx.mul(ctx.add(ctx.neg(gate), int64(1)), gate), x), g)
		return result(ctx.toDType(ctx.cat([]Value{ctx.mul(gate, g), second}, d), dtypeOf(a[1])))
	}},
	{S: "soft_margin_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor", In: 0, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		x, y := a[1], a[2]
		g := ctx.mul(ctx.mul(ctx.neg(y), ctx.sigmoid(ctx.mul(ctx.neg(y), x))), a[0])
		if a.int(3) == reduceMean {
			g = divCount(ctx, g, numelOf(x))
		}
		return result(g)
	}},
	{S: "binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor", In: 0, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		x, y := a[1], a[2]
		safe := ctx.call1("clamp", ctx.mul(ctx.add(ctx.neg(x), int64(1)), x), 1e-12, nil)
		d := ctx.div(ctx.mul(a[0], ctx.sub(x, y)), safe)
		if !a.none(3) {
			d = ctx.mul(d, a[3])
		}
		if a.int(4) == reduceMean {
			d = divCount(ctx, d, numelOf(x))
		}
		return result(d)
	}},
})

func mishBack(ctx *Context, a Args) []Value {
	g, x := a[0], a[1]
	t := ctx.tanh(ctx.call1("softplus", x))
	slope := ctx.call1("addcmul", ctx.onesLike(t), t, t, int64(-1))
	return result(ctx.mul(g, ctx.call1("addcmul", t, ctx.mul(x, ctx.sigmoid(x)), slope, int64(1))))
}

func logitBack(ctx *Context, a Args) []Value {
	x := a[1]
	slope := ctx.div(a[0], ctx.mul(x, ctx.add(ctx.neg(x), int64(1))))
	least, outside := a.floatOr(2, -1), 0.0
	if least < 0 {
		least, outside = 0, math.NaN()
	}
	beyond := ctx.call1("logical_or", ctx.lt(x, least), ctx.gt(x, 1-least))
	return result(ctx.where(beyond, outside, slope))
}

// backwardOrFormula is backwardOperator, but where the gradient is differentiated in its turn the formula.
func backwardOrFormula(name string, formula func(ctx *Context, a Args) []Value) GradFunc {
	operator := backwardOperator(name)
	return func(ctx *Context, s *Saved, g []Value) []Value {
		if !ctx.gradEnabled {
			return operator(ctx, s, g)
		}
		return formula(ctx, append(Args{g[0], s.In(0)}, s.Args()[1:]...))
	}
}

// backwardOperator calls the operator that computes the gradient of the first argument from the gradient and the arguments.
func backwardOperator(name string) GradFunc {
	return grad1(func(ctx *Context, s *Saved, g Value) Value {
		args := []Value{g, s.In(0)}
		for i := 1; i < len(s.Args()); i++ {
			args = append(args, s.Arg(i))
		}
		return ctx.call1(name, args...)
	})
}

func softMarginGrad(ctx *Context, s *Saved, g []Value) []Value {
	return []Value{ctx.call1("soft_margin_loss_backward", g[0], s.In(0), s.In(1), s.Arg(2)), nil}
}
