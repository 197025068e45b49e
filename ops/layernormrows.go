package ops

import (
	"math"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/moments"
	"github.com/magneto-go/magneto/tensor"
)

// Layer norm of float32 has the statistics of package moments, row by row, and the steps of PyTorch's kernels around them: y = (x − mean)·rstd·weight + bias and
// dx = rstd·dy·weight + b·x + c with b and c from the two sums of a row.

// rowsAtOnce is how many elements a worker takes at least.
const rowsAtOnce = 1 << 15

// float32Rows says whether all tensors are contiguous float32 or nil.
func float32Rows(list ...*tensor.Tensor) bool {
	for _, t := range list {
		if t != nil && (t.DType() != tensor.Float32 || !t.IsContiguous() || t.Neg || t.Numel() == 0) {
			return false
		}
	}
	return true
}

// eachRow calls f for each of count rows of n elements, by the workers if there is enough to do.
func eachRow(ctx *Context, count, n int, f func(rows *moments.Rows, row int)) {
	engine := ctx.engine()
	part := func(from, to int) error {
		rows, err := engine.moments.Rows()
		if err != nil {
			return err
		}
		for row := from; row < to; row++ {
			f(rows, row)
		}
		return nil
	}
	workers, parts := engine.compiler.Workers(), 1
	if workers != nil {
		parts = min(workers.Workers()+1, count, count*n/rowsAtOnce)
	}
	var err error
	if parts <= 1 {
		err = part(0, count)
	} else {
		err = workers.Run(parts, func(i int) error { return part(count*i/parts, count*(i+1)/parts) })
	}
	if err != nil {
		throwRuntime("%v", err)
	}
}

// rowAt is where row i of n elements begins in a contiguous tensor; nil of nil.
func rowAt(t *tensor.Tensor, i, n int) unsafe.Pointer {
	if t == nil {
		return nil
	}
	return unsafe.Add(pointer(t), 4*i*n)
}

// layerNormRows is layer norm of rows r; false for tensors that it does not take.
func layerNormRows(ctx *Context, r rowSpace, x, weight, bias, y, mean, rstd *tensor.Tensor, eps float64) bool {
	if !float32Rows(x, weight, bias, y, mean, rstd) {
		return false
	}
	n := r.length()
	means, rstds := tensor.View[float32](mean.Storage())[mean.Offset():], tensor.View[float32](rstd.Storage())[rstd.Offset():]
	eachRow(ctx, x.Numel()/n, n, func(rows *moments.Rows, row int) {
		m, squares := rows.Moments(rowAt(x, row, n), n)
		means[row], rstds[row] = m, 1/float32(math.Sqrt(float64(squares/float32(n)+float32(eps))))
	})
	kernel := ctx.rowKernel("layer_norm", normForm(weight, bias, false), func(k *ir.Kernel, types []ir.Elem) {
		v, to := k.Load(k.In("x", types[0])), k.Out("y", types[1])
		v = k.Do(ir.Mul, k.Do(ir.Sub, v, k.Load(k.In("mean", types[2]))), k.Load(k.In("rstd", types[3])))
		switch {
		case weight != nil && bias != nil:
			v = k.Do(ir.FMA, v, k.Load(k.In("weight", types[4])), k.Load(k.In("bias", types[5])))
		case weight != nil:
			v = k.Do(ir.Mul, v, k.Load(k.In("weight", types[4])))
		case bias != nil:
			v = k.Do(ir.Add, v, k.Load(k.In("bias", types[5])))
		}
		k.Store(to, v)
	}, x, y, mean, rstd, weight, bias)
	eachElement(r, kernel, []*tensor.Tensor{x, y, mean, rstd}, weight, bias)
	return true
}

// eachElement runs a kernel without reductions over rows; statistics among the first operands have an element a row, the parameters one a column.
func eachElement(r rowSpace, kernel *loop.Kernel, operands []*tensor.Tensor, parameters ...*tensor.Tensor) {
	n := r.length()
	space := ir.Space{Keep: []int{operands[0].Numel() / n, n}}
	var buffers []ir.Buffer
	for _, t := range operands {
		strides := []int{n, 1}
		if t.Numel() != operands[0].Numel() || n == 1 {
			strides = []int{1, 0}
		}
		buffers = append(buffers, ir.Buffer{Ptr: pointer(t), Strides: strides})
	}
	for _, t := range parameters {
		if t != nil {
			buffers = append(buffers, ir.Buffer{Ptr: pointer(t), Strides: []int{0, 1}})
		}
	}
	if err := kernel.Run(space, buffers, nil); err != nil {
		throwRuntime("%v", err)
	}
}

// layerNormRowsBack is the derivative by x; false for tensors that it does not take.
func layerNormRowsBack(ctx *Context, r rowSpace, dy, x, weight, dx, mean, rstd *tensor.Tensor) bool {
	if !float32Rows(dy, x, weight, dx, mean, rstd) {
		return false
	}
	n := r.length()
	count := x.Numel() / n
	means, rstds := tensor.View[float32](mean.Storage())[mean.Offset():], tensor.View[float32](rstd.Storage())[rstd.Offset():]
	slope, shift := tensor.NewUninit(tensor.Float32, count), tensor.NewUninit(tensor.Float32, count)
	slopes, shifts := tensor.View[float32](slope.Storage()), tensor.View[float32](shift.Storage())
	scale := 1 / float32(n)
	eachRow(ctx, count, n, func(rows *moments.Rows, row int) {
		products, sum := rows.Sums(rowAt(dy, row, n), rowAt(x, row, n), rowAt(weight, 0, n), n)
		m, a := means[row], rstds[row]
		b := moments.FMA(sum, m, -products) * a * a * a * scale
		slopes[row], shifts[row] = b, moments.FMA(-b, m, -float32(sum*a*scale))
	})
	kernel := ctx.rowKernel("layer_norm_backward", normForm(weight, nil, false), func(k *ir.Kernel, types []ir.Elem) {
		g, v, to := k.Load(k.In("dy", types[0])), k.Load(k.In("x", types[1])), k.Out("dx", types[2])
		g = k.Do(ir.Mul, k.Load(k.In("rstd", types[3])), g)
		b, c := k.Load(k.In("slope", types[4])), k.Load(k.In("shift", types[5]))
		if weight != nil {
			g = k.Do(ir.Mul, g, k.Load(k.In("weight", types[0])))
		}
		k.Store(to, k.Do(ir.Add, k.Do(ir.FMA, b, v, g), c))
	}, dy, x, dx, rstd, slope, shift)
	eachElement(r, kernel, []*tensor.Tensor{dy, x, dx, rstd, slope, shift}, weight)
	return true
}
