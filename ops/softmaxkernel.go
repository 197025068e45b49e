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
	if half := x.DType() == tensor.BFloat16 || x.DType() == tensor.Float16; half && out.DType() == x.DType() && dim < x.Dim()-1 && !logarithm && out.IsContiguous() {
		softmaxColumns(ctx, out, x.Contiguous(), dim)
		return
	}
	softmaxForm(ctx, out, x, dim, logarithm, false)
}

// softmaxColumns computes softmax of half precision along a dimension that is not the last. PyTorch goes through as many columns at once as
// a vector register has elements; of the columns that are left over it keeps the exponentials in elements of the result.
func softmaxColumns(ctx *Context, out, x *tensor.Tensor, dim int) {
	const lanes = 32
	sizes := x.Sizes()
	inner := tensor.Numel(sizes[dim+1:])
	whole := inner / lanes * lanes
	outer, n := tensor.Numel(sizes[:dim]), sizes[dim]
	strides := []int{n * inner, inner, 1}
	part := func(t *tensor.Tensor, from, to int) *tensor.Tensor {
		return t.Window([]int{outer, n, to - from}, strides, t.Offset()+from)
	}
	if whole > 0 {
		softmaxForm(ctx, part(out, 0, whole), part(x, 0, whole), 1, false, false)
	}
	if whole < inner {
		softmaxForm(ctx, part(out, whole, inner), part(x, whole, inner), 1, false, true)
	}
}

// softmaxForm is softmaxRows, in one form for all columns: with rounded, exponentials are elements of the result before they are divided.
func softmaxForm(ctx *Context, out, x *tensor.Tensor, dim int, logarithm, rounded bool) {
	form, last := "", dim == x.Dim()-1
	kept := logarithm && last
	if logarithm {
		form = "log"
	}
	if last {
		form += " of last"
	}
	if rounded {
		form = "rounded"
	}
	order := softmaxOrder(x, dim)
	kernel := ctx.rowKernel("softmax", form+orderForms[order], func(k *ir.Kernel, types []ir.Elem) {
		k.Order = order
		in, y := k.In("x", types[0]), k.InOut("y", types[1])
		largest := k.Reduce(ir.Max, k.Load(in))
		k.NextPass()
		shifted := k.Do(ir.Sub, k.Load(in), largest)
		e := maths.Exp(k, shifted)
		exact := types[1] == ir.Float32 || types[1] == ir.Float64 || rounded // what is stored is what was computed
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
		case exact && last && !rounded:
			k.Store(y, k.Do(ir.Mul, k.Load(y), k.Do(ir.Div, k.Const(k.TypeOf(sum), 1), sum)))
		case exact:
			k.Store(y, k.Do(ir.Div, k.Load(y), sum))
		default:
			k.Store(y, k.Do(ir.Div, e, sum))
		}
	}, x, out)
	r := rowsAlong(x.Sizes(), []int{dim})
	r.run(kernel, nil, r.whole(x), r.whole(out))
}

// orderForms tells kernels of several orders apart.
var orderForms = [...]string{ir.Spread: "", ir.InLanes: " in lanes", ir.InOrder: " in order"}

// softmaxOrder is the order in which PyTorch sums along a dimension: along the last one in a vector of lanes if the row fills it, else one element after the other.
func softmaxOrder(x *tensor.Tensor, dim int) ir.Order {
	lanes := 64 / x.DType().Size()
	switch {
	case x.DType() != tensor.Float32 && x.DType() != tensor.Float64:
		return ir.Spread
	case dim == x.Dim()-1 && x.Sizes()[dim] >= lanes:
		return ir.InLanes
	}
	return ir.InOrder
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
	// Products of a short row are rounded before they are added.
	order, short := softmaxOrder(y, dim), false
	if dim == y.Dim()-1 && order == ir.InOrder {
		form, short = form+" of last", true
	}
	kernel := ctx.rowKernel("softmax_backward", form+orderForms[order], func(k *ir.Kernel, types []ir.Elem) {
		k.Order = order
		g, r, to := k.Load(k.In("g", types[0])), k.Load(k.In("y", types[1])), k.Out("dx", types[2])
		if logarithm {
			sum := k.Reduce(ir.Add, g)
			k.NextPass()
			k.Store(to, k.Do(ir.FNMA, maths.Exp(k, r), sum, g))
			return
		}
		var sum ir.ID
		if short {
			sum = k.Reduce(ir.Add, k.Do(ir.Mul, g, r))
		} else {
			sum = k.ReduceProducts(g, r)
		}
		k.NextPass()
		k.Store(to, k.Do(ir.Mul, r, k.Do(ir.Sub, g, sum)))
	}, grad, y, out)
	r := rowsAlong(y.Sizes(), []int{dim})
	r.run(kernel, nil, r.whole(grad), r.whole(y), r.whole(out))
}
