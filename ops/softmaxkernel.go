package ops

import (
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/tensor"
)

// softmaxRows computes softmax or log_softmax along a dimension. The logarithm along the last one keeps the sum and its logarithm in elements of
// the result between its passes, as PyTorch does: half precision loses digits there.
func softmaxRows(ctx *Context, out, x *tensor.Tensor, dim int, logarithm bool) {
	if out.Numel() == 0 {
		return
	}
	form, kept := "", logarithm && dim == x.Dim()-1
	if logarithm {
		form = "log"
	}
	if kept {
		form = "log of last"
	}
	kernel := ctx.rowKernel("softmax", form, func(k *ir.Kernel, types []ir.Elem) {
		in, y := k.In("x", types[0]), k.InOut("y", types[1])
		largest := k.Reduce(ir.Max, k.Load(in))
		k.NextPass()
		shifted := k.Do(ir.Sub, k.Load(in), largest)
		e := maths.Exp(k, shifted)
		exact := types[1] == ir.Float32 || types[1] == ir.Float64 // what is stored is what was computed
		if !logarithm && exact {
			k.Store(y, e)
		}
		sum := k.Reduce(ir.Add, e)
		k.NextPass()
		switch {
		case kept:
			log := Stored(k, types[1], maths.Log(k, Stored(k, types[1], sum)))
			k.Store(y, k.Do(ir.Sub, shifted, log))
		case logarithm:
			k.Store(y, k.Do(ir.Sub, shifted, maths.Log(k, sum)))
		case exact:
			k.Store(y, k.Do(ir.Div, k.Load(y), sum))
		default:
			k.Store(y, k.Do(ir.Div, e, sum))
		}
	}, x, out)
	r := rowsAlong(x.Sizes(), []int{dim})
	r.run(kernel, nil, r.whole(x), r.whole(out))
}

// softmaxBackRows computes the derivative from the gradient and the result: y·(g − Σ g·y), of log_softmax g − exp(y)·Σ g.
func softmaxBackRows(ctx *Context, out, grad, y *tensor.Tensor, dim int, logarithm bool) {
	if out.Numel() == 0 {
		return
	}
	form := ""
	if logarithm {
		form = "log"
	}
	kernel := ctx.rowKernel("softmax_backward", form, func(k *ir.Kernel, types []ir.Elem) {
		g, r, to := k.Load(k.In("g", types[0])), k.Load(k.In("y", types[1])), k.Out("dx", types[2])
		if logarithm {
			sum := k.Reduce(ir.Add, g)
			k.NextPass()
			k.Store(to, k.Do(ir.Sub, g, k.Do(ir.Mul, maths.Exp(k, r), sum)))
			return
		}
		sum := k.Reduce(ir.Add, k.Do(ir.Mul, g, r))
		k.NextPass()
		k.Store(to, k.Do(ir.Mul, r, k.Do(ir.Sub, g, sum)))
	}, grad, y, out)
	r := rowsAlong(y.Sizes(), []int{dim})
	r.run(kernel, nil, r.whole(grad), r.whole(y), r.whole(out))
}
