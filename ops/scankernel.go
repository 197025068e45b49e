package ops

import (
	"slices"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Cumulative sums and products as kernels of the loop compiler: of floats in double precision, of integers in 64 bits, each element of the type of the result.

// Rows of more elements are left to Go: from LongestScan on since garbage collection waits for machine code, and those of floats that lie one behind the other from
// LongScan on, since the kernel does not compute such rows side by side, and waits for each addition longer where vectors of 512 bits are in use.
const (
	LongestScan = 1 << 20
	LongScan    = 1024
)

// scanRows goes through rows of n elements.
func scanRows[E float32 | float64](product bool, out, in []E, n int) {
	for ; len(in) > 0; in, out = in[n:], out[n:] {
		row := in[:n]
		to := out[:len(row)]
		if product {
			total := 1.0
			for i, x := range row {
				total *= float64(x)
				to[i] = E(total)
			}
			continue
		}
		total := 0.0
		for i, x := range row {
			total += float64(x)
			to[i] = E(total)
		}
	}
}

// scanned writes the element of a cumulative operator that by combines: v is the element of its operand.
func scanned(k *ir.Kernel, by ir.Op, v ir.ID, out ir.Elem) ir.ID {
	b := &bodyBuilder{k: k}
	wide := ir.I64
	if out.Value().Float() {
		wide = ir.F64
	}
	v = Stored(k, out, b.as(out.Value(), v))
	return Stored(k, out, b.as(out.Value(), k.Do(by, b.as(wide, v))))
}

// Scanned writes the element of a cumulative operator; ok is false for operators and types that have none.
func (l *Lowering) Scanned(op *Op, v ir.ID, out tensor.DType) (id ir.ID, ok bool) {
	elem, ok := elemOf(out)
	if !ok || op.e.Scan == ir.Invalid || elem == ir.Bool8 {
		return 0, false
	}
	return scanned(l.Kernel, op.e.Scan, v, elem), true
}

// scanLoop is the kernel of such an operator; general is what runs where types or sizes are not for machine code.
func scanLoop(by ir.Op, general func(*Context, Args, []*tensor.Tensor)) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t, o := a.tensor(0), out[0]
		d := wrapDim(a.int(1), t.Dim())
		if t.Dim() == 0 || o.DType() == tensor.Bool || t.Size(d) > LongestScan {
			general(ctx, a, out)
			return
		}
		if t.Size(d) > LongScan && strideAt(t, d) == 1 && t.DType() == o.DType() && t.IsContiguous() && o.IsContiguous() && !t.Neg {
			switch product := by == ir.ScanMul; o.DType() {
			case tensor.Float32:
				scanRows(product, flat[float32](o), flat[float32](t), t.Size(d))
				return
			case tensor.Float64:
				scanRows(product, flat[float64](o), flat[float64](t), t.Size(d))
				return
			}
		}
		kernel := ctx.rowKernel("scan", by.String(), func(k *ir.Kernel, types []ir.Elem) {
			from, to := k.In("x", types[0]), k.Out("y", types[1])
			k.Store(to, scanned(k, by, k.Load(from), types[1]))
		}, t, o)
		if kernel == nil {
			general(ctx, a, out)
			return
		}
		if t.Numel() == 0 {
			return
		}
		last := func(list []int) []int { return append(slices.Delete(slices.Clone(list), d, d+1), list[d]) }
		rowSpace{Space: ir.Space{Keep: slices.Delete(slices.Clone(t.Sizes()), d, d+1), Reduce: []int{t.Size(d)}}}.run(kernel, nil,
			ir.Buffer{Ptr: firstElement(t), Strides: last(t.Strides())}, ir.Buffer{Ptr: firstElement(o), Strides: last(o.Strides())})
	}
}
