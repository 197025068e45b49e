package ops

import (
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Derivatives that PyTorch computes in one operator, and ours by formulas or kernels of their own. They are called where code of a script sees the calls (see
// Context.shown), so that it sees what it expects.

var _ = addTable([]entry{
	lossBackward("mse_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor", func(ctx *Context, d Value, a Args) Value {
		return ctx.mul(d, int64(2))
	}),
	lossBackward("smooth_l1_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float beta) -> Tensor", func(ctx *Context, d Value, a Args) Value {
		return smoothSlope(ctx, d, a.float(4))
	}),
	lossBackward("huber_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float delta) -> Tensor", func(ctx *Context, d Value, a Args) Value {
		return huberSlope(ctx, d, a.float(4))
	}),
})

// lossBackward is the gradient of a loss of distances: slope gives it for the distances.
func lossBackward(schema string, slope func(ctx *Context, d Value, a Args) Value) entry {
	return entry{S: schema, In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(dtypeOf(a[1]), broadcast2(ctx, sizesOf(a[1]), sizesOf(a[2]))))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		g := ctx.mul(slope(ctx, ctx.sub(a[1], a[2]), a), a[0])
		if a.int(3) == reduceMean {
			g = divCount(ctx, g, symbolic.Product(symbolic.Ints(out[0].Sizes())))
		}
		tensor.Copy(out[0], g.(*tensor.Tensor))
	}, Fills: true, Grad: notDerived(schema[:strings.IndexByte(schema, '(')]), GradName: "torch::autograd::NotImplemented"}
}

func smoothSlope(ctx *Context, d Value, beta float64) Value {
	if beta == 0 {
		return ctx.sign(d)
	}
	return ctx.where(ctx.lt(ctx.abs(d), beta), ctx.div(d, beta), ctx.sign(d))
}

func huberSlope(ctx *Context, d Value, delta float64) Value {
	return ctx.where(ctx.le(ctx.abs(d), delta), d, ctx.mul(ctx.sign(d), delta))
}
