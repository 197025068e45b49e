package ops

import (
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
)

// Loop bodies of activation functions and their derivatives, and of what optimisers do elementwise.

// activationBodies are computed in the type of the result, which is a float.
var activationBodies = map[string]func(b *bodyBuilder) ir.ID{
	"threshold": func(b *bodyBuilder) ir.ID {
		return b.pick(b.do(ir.Le, b.x(0), b.number(1, b.t)), b.number(2, b.t), b.x(0))
	},
	"leaky_relu_backward": func(b *bodyBuilder) ir.ID {
		return b.pick(b.positive(b.x(1)), b.x(0), b.do(ir.Mul, b.x(0), b.number(2, b.t)))
	},
	"_prelu_kernel": func(b *bodyBuilder) ir.ID {
		return b.pick(b.positive(b.x(0)), b.x(0), b.do(ir.Mul, b.x(1), b.x(0)))
	},
	"elu": func(b *bodyBuilder) ir.ID {
		alpha, scale, in := b.number(1, b.t), b.number(2, b.t), b.number(3, b.t)
		x := b.x(0)
		below := b.do(ir.Mul, maths.Expm1(b.k, b.do(ir.Mul, x, in)), b.do(ir.Mul, alpha, scale))
		return b.pick(b.positive(x), b.do(ir.Mul, x, scale), below)
	},
	"silu_backward": func(b *bodyBuilder) ir.ID { // g·s·(1 + x·(1 − s))
		g, x := b.x(0), b.x(1)
		s := maths.Sigmoid(b.k, x)
		return b.do(ir.Mul, b.do(ir.Mul, g, s), b.do(ir.FMA, x, b.do(ir.Sub, b.c(1), s), b.c(1)))
	},
	"mish": func(b *bodyBuilder) ir.ID {
		x := b.x(0)
		return b.do(ir.Mul, x, maths.Tanh(b.k, maths.Log1p(b.k, maths.Exp(b.k, x))))
	},
	"softplus": func(b *bodyBuilder) ir.ID {
		x, beta := b.x(0), b.number(1, b.t)
		scaled := b.do(ir.Mul, x, beta)
		soft := b.do(ir.Div, maths.Log1p(b.k, maths.Exp(b.k, scaled)), beta)
		return b.pick(b.do(ir.Lt, b.number(2, b.t), scaled), x, soft)
	},
	"softplus_backward": func(b *bodyBuilder) ir.ID {
		g, scaled := b.x(0), b.do(ir.Mul, b.x(1), b.number(2, b.t))
		z := maths.Exp(b.k, scaled)
		return b.pick(b.do(ir.Lt, b.number(3, b.t), scaled), g, b.do(ir.Div, b.do(ir.Mul, g, z), b.do(ir.Add, z, b.c(1))))
	},
	"log_sigmoid": func(b *bodyBuilder) ir.ID {
		x := b.x(0)
		tail := maths.Log1p(b.k, maths.Exp(b.k, b.do(ir.Neg, b.do(ir.Abs, x))))
		return b.do(ir.Sub, b.do(ir.Min, b.c(0), x), tail)
	},
	"hardtanh": func(b *bodyBuilder) ir.ID {
		return b.do(ir.Min, b.do(ir.Max, b.x(0), b.number(1, b.t)), b.number(2, b.t))
	},
	"hardtanh_backward": func(b *bodyBuilder) ir.ID {
		x := b.x(1)
		outside := b.do(ir.Or, b.do(ir.Le, x, b.number(2, b.t)), b.do(ir.Le, b.number(3, b.t), x))
		return b.pick(outside, b.c(0), b.x(0))
	},
	"hardsigmoid":         func(b *bodyBuilder) ir.ID { return b.do(ir.Div, b.ramp(), b.c(6)) },
	"hardswish":           func(b *bodyBuilder) ir.ID { return b.do(ir.Div, b.do(ir.Mul, b.x(0), b.ramp()), b.c(6)) },
	"hardshrink":          func(b *bodyBuilder) ir.ID { return b.pick(b.within(b.x(0), b.number(1, b.t)), b.c(0), b.x(0)) },
	"hardshrink_backward": (*bodyBuilder).shrunk,
	"softshrink_backward": (*bodyBuilder).shrunk,
	"lerp.Scalar":         func(b *bodyBuilder) ir.ID { return b.lerp(b.number(2, b.t)) },
	"lerp.Tensor":         func(b *bodyBuilder) ir.ID { return b.lerp(b.x(2)) },
}

func (b *bodyBuilder) positive(x ir.ID) ir.ID { return b.do(ir.Lt, b.c(0), x) }

// within tells whether x is from -k to k.
func (b *bodyBuilder) within(x, k ir.ID) ir.ID {
	return b.do(ir.And, b.do(ir.Le, b.do(ir.Neg, k), x), b.do(ir.Le, x, k))
}

// shrunk is the gradient of shrinking activations: what comes in outside of them.
func (b *bodyBuilder) shrunk() ir.ID {
	return b.pick(b.within(b.x(1), b.number(2, b.t)), b.c(0), b.x(0))
}

// ramp is x + 3 within 0 … 6.
func (b *bodyBuilder) ramp() ir.ID {
	return b.do(ir.Min, b.do(ir.Max, b.do(ir.Add, b.x(0), b.c(3)), b.c(0)), b.c(6))
}

// lerp goes from the nearer end, so that weights 0 and 1 give the ends.
func (b *bodyBuilder) lerp(w ir.ID) ir.ID {
	x, y := b.x(0), b.x(1)
	d := b.do(ir.Sub, y, x)
	near := b.do(ir.Lt, b.do(ir.Abs, w), b.c(0.5))
	return b.do(ir.FMA, b.pick(near, w, b.do(ir.Sub, w, b.c(1))), d, b.pick(near, x, y))
}

// eluBack is the derivative of elu from its argument or its result.
func eluBack(b *bodyBuilder) ir.ID {
	alpha, scale, in := b.number(1, b.t), b.number(2, b.t), b.number(3, b.t)
	g, x := b.x(0), b.x(5)
	slope := b.do(ir.Mul, alpha, scale)
	below := b.do(ir.Mul, b.do(ir.Mul, b.do(ir.Mul, g, in), slope), maths.Exp(b.k, b.do(ir.Mul, x, in)))
	if b.args[4] == true {
		below = b.do(ir.Mul, b.do(ir.Mul, g, in), b.do(ir.Add, x, slope))
	}
	return b.pick(b.do(ir.Le, x, b.c(0)), below, b.do(ir.Mul, g, scale))
}

func eluForm(a Args) string {
	if a.bool(4) {
		return "result"
	}
	return ""
}

// power is x to the power of y, for float32.
func power(b *bodyBuilder, base, exponent ir.ID) ir.ID {
	if b.t != ir.F32 {
		return 0
	}
	return maths.Pow(b.k, base, exponent)
}
