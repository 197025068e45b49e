package ops

import (
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Derivatives that PyTorch computes in one operator, and ours by formulas or kernels of their own. They are called where code of a script sees the calls (see
// Context.shown), so that it sees what it expects.

var _ = addTable([]entry{
	lossBackward("mse_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor", meanSquare.factor, func(ctx *Context, d Value, a Args) Value {
		return d
	}),
	lossBackward("smooth_l1_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float beta) -> Tensor", smoothDistance.factor, func(ctx *Context, d Value, a Args) Value {
		return smoothSlope(ctx, d, a.float(4))
	}),
	lossBackward("huber_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float delta) -> Tensor", huberDistance.factor, func(ctx *Context, d Value, a Args) Value {
		return huberSlope(ctx, d, a.float(4))
	}),
	poolBackward("max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor", 7, 2, true),
	poolBackward("max_pool3d_with_indices_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, int[3] padding, int[3] dilation, bool ceil_mode, Tensor indices) -> Tensor", 7, 3, true),
	poolBackward("adaptive_max_pool2d_backward(Tensor grad_output, Tensor self, Tensor indices) -> Tensor", 2, 2, true),
	poolBackward("adaptive_max_pool3d_backward(Tensor grad_output, Tensor self, Tensor indices) -> Tensor", 2, 3, false),
	{S: "native_batch_norm_backward(Tensor grad_out, Tensor input, Tensor? weight, Tensor? running_mean, Tensor? running_var, Tensor? save_mean, Tensor? save_invstd, bool train, float eps, bool[3] output_mask) -> (Tensor, Tensor, Tensor)", In: 0,
		Meta: func(ctx *Context, a Args) []*Fake {
			f := a.fake(1)
			channels := []symbolic.Int{f.Sizes[1]}
			return fakes(suggested(f, f.DType, f.Sizes), NewFake(f.DType, channels), NewFake(f.DType, channels))
		}, Kernel: normBackward, Fills: true, Grad: notDerived("native_batch_norm_backward"), GradName: notImplementedNode},
})

// normBackward is the derivative of batch norm by the statistics of the batch, or by those that run.
func normBackward(ctx *Context, a Args, out []*tensor.Tensor) {
	n := dimOf(a[1])
	shape := channelShape(sizeOf(a[1], 1), n)
	var mean, rstd Value
	if a.bool(7) {
		mean, rstd = ctx.reshape(a[5], shape), ctx.reshape(a[6], shape)
	} else {
		mean, rstd = ctx.reshape(a[3], shape), ctx.reshape(ctx.rsqrt(ctx.add(a[4], a[8])), shape)
	}
	centred := ctx.mul(ctx.sub(a[1], mean), rstd)
	total, dot := ctx.sumDim(a[0], true, batchDims(n)...), ctx.sumDim(ctx.mul(a[0], centred), true, batchDims(n)...)
	gx := a[0]
	if a.bool(7) {
		count := symbolic.Product(sizesOf(a[1])).FloorDiv(sizeOf(a[1], 1))
		gx = ctx.sub(gx, divCount(ctx, ctx.add(total, ctx.mul(centred, dot)), count))
	}
	if !a.none(2) {
		gx = ctx.mul(gx, ctx.reshape(a[2], shape))
	}
	channels := []symbolic.Int{sizeOf(a[1], 1)}
	grads := []Value{ctx.mul(gx, rstd), ctx.reshape(dot, channels), ctx.reshape(total, channels)}
	for i, v := range grads {
		tensor.Copy(out[i], v.(*tensor.Tensor))
	}
}

// poolBackward puts each gradient where the largest element of a window of k dimensions was; the indices are argument at. inOrder
// has the gradient lie in the memory format of the operand.
func poolBackward(schema string, at, k int, inOrder bool) entry {
	return entry{S: schema, In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		if inOrder {
			return fakes(suggested(a.fake(1), dtypeOf(a[1]), sizesOf(a[1])))
		}
		return fakes(NewFake(dtypeOf(a[1]), sizesOf(a[1])))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		tensor.Copy(out[0], scatterPlanes(ctx, a[0], a[at], sizesOf(a[1]), k).(*tensor.Tensor))
	}, Fills: true, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		out := make([]Value, len(s.Args()))
		out[0] = gatherPlanes(ctx, g[0], s.In(at), k)
		out[1] = s.unmoved(ctx, 1) // it says where the largest elements are, and no more
		return out
	}, Saves: in0 << at}
}

// lossBackward is the gradient of a loss of distances: slope gives it for the distances.
func lossBackward(schema string, factor float64, slope func(ctx *Context, d Value, a Args) Value) entry {
	return entry{S: schema, In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(dtypeOf(a[1]), broadcast2(ctx, sizesOf(a[1]), sizesOf(a[2]))))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		scale := factor
		if a.int(3) == reduceMean {
			scale /= float64(out[0].Numel())
		}
		g := ctx.mul(ctx.mul(slope(ctx, ctx.sub(a[1], a[2]), a), scale), a[0])
		tensor.Copy(out[0], g.(*tensor.Tensor))
	}, Fills: true, Grad: notDerived(schema[:strings.IndexByte(schema, '(')]), GradName: notImplementedNode}
}

func smoothSlope(ctx *Context, d Value, beta float64) Value {
	if beta == 0 {
		return ctx.sign(d)
	}
	return ctx.where(ctx.ge(ctx.abs(d), beta), ctx.sign(d), ctx.div(d, beta)) // what is no number stays so
}

func huberSlope(ctx *Context, d Value, delta float64) Value {
	return ctx.where(ctx.gt(ctx.abs(d), delta), ctx.mul(ctx.sign(d), delta), d)
}
