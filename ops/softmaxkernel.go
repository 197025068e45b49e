package ops

import (
	"fmt"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/tensor"
)

// softmaxRows computes softmax or log_softmax along a dimension. The logarithm along the last one keeps the sum and its logarithm in elements of
// the result between its passes, as PyTorch does: half precision loses digits there.
func softmaxRows(ctx *Context, out, x *tensor.Tensor, dim int, logarithm bool) {
	way := softmaxWay{logarithm: logarithm}
	switch lanes := columnLanes(x, out, dim); {
	case out.Numel() == 0:
	case lanes == 0 || logarithm && x.DType() != tensor.Float32:
		softmaxForm(ctx, out, x, dim, way)
	default:
		inColumns(dim, lanes, func(left bool, t ...*tensor.Tensor) {
			way.rounded, way.cLibrary = left && x.DType() != tensor.Float32, left && x.DType() == tensor.Float32
			softmaxForm(ctx, t[0], t[1], 1, way)
		}, out, x.Contiguous())
	}
}

// columnLanes is how many columns PyTorch goes through at once along a dimension that is not the last, where that matters: as many as a vector register has elements, and in half precision twice as
// many. Columns that are left over have exponentials of the C library, or, in half precision, keep the exponentials in elements of the result.
func columnLanes(x, out *tensor.Tensor, dim int) int {
	d := x.DType()
	if d != out.DType() || dim >= x.Dim()-1 || !out.IsContiguous() {
		return 0
	}
	switch d {
	case tensor.Float32:
		return 16
	case tensor.BFloat16, tensor.Float16:
		return 32
	}
	return 0
}

// inColumns calls f for the columns that fill groups and for those that are left over, of contiguous tensors as [outer, n, columns].
func inColumns(dim, lanes int, f func(left bool, t ...*tensor.Tensor), list ...*tensor.Tensor) {
	sizes := list[0].Sizes()
	inner := tensor.Numel(sizes[dim+1:])
	whole := inner / lanes * lanes
	outer, n := tensor.Numel(sizes[:dim]), sizes[dim]
	strides := []int{n * inner, inner, 1}
	part := func(from, to int) []*tensor.Tensor {
		parts := make([]*tensor.Tensor, len(list))
		for i, t := range list {
			parts[i] = t.Window([]int{outer, n, to - from}, strides, t.Offset()+from)
		}
		return parts
	}
	if whole > 0 {
		f(false, part(0, whole)...)
	}
	if whole < inner {
		f(true, part(whole, inner)...)
	}
}

// softmaxWay says how all columns are computed: with rounded, exponentials are elements of the result before they are divided.
type softmaxWay struct{ logarithm, rounded, cLibrary bool }

// softmaxForm is softmaxRows, in one way for all columns.
func softmaxForm(ctx *Context, out, x *tensor.Tensor, dim int, way softmaxWay) {
	last := dim == x.Dim()-1
	logarithm, rounded, kept := way.logarithm, way.rounded, way.logarithm && last
	form := fmt.Sprint(way, last)
	order := softmaxOrder(x, dim)
	kernel := ctx.rowKernel("softmax", form+orderForms[order], func(k *ir.Kernel, types []ir.Elem) {
		k.Order = order
		in, y := k.In("x", types[0]), k.InOut("y", types[1])
		largest := k.Reduce(ir.Max, k.Load(in))
		k.NextPass()
		shifted := k.Do(ir.Sub, k.Load(in), largest)
		k.CLibrary = way.cLibrary
		e := maths.Exp(k, shifted)
		k.CLibrary = false                                                   // logarithms are of vectors
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
	switch lanes := columnLanes(y, out, dim); {
	case out.Numel() == 0:
	case lanes == 0 || !logarithm || y.DType() != tensor.Float32 || grad.DType() != tensor.Float32:
		softmaxBackForm(ctx, out, grad, y, dim, logarithm, false)
	default:
		inColumns(dim, lanes, func(left bool, t ...*tensor.Tensor) { softmaxBackForm(ctx, t[0], t[1], t[2], 1, true, left) }, out, grad.Contiguous(), y.Contiguous())
	}
}

// softmaxBackForm is softmaxBackRows, in one way for all columns.
func softmaxBackForm(ctx *Context, out, grad, y *tensor.Tensor, dim int, logarithm, cLibrary bool) {
	form := ""
	if logarithm {
		form = fmt.Sprint("log ", cLibrary)
	}
	// Products of a short row are rounded before they are added.
	order, short := softmaxOrder(y, dim), false
	if dim == y.Dim()-1 && order == ir.InOrder {
		form, short = form+" of last", true
	}
	kernel := ctx.rowKernel("softmax_backward", form+orderForms[order], func(k *ir.Kernel, types []ir.Elem) {
		k.Order, k.CLibrary = order, cLibrary
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
