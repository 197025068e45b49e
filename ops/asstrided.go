package ops

import (
	"github.com/magneto-go/magneto/tensor"
)

// asStridedGrad scatters the gradient into the geometry of the argument.
func asStridedGrad(ctx *Context, s *Saved, g []Value) []Value {
	from := s.InMeta(0)
	return []Value{asStridedBackward(ctx, g[0], from, s.OutMeta(0))}
}

// asStridedScatterKernel copies self, as it lies, and writes src into the window. The offset counts from the start of the
// memory of self, where the copy begins at 0.
func asStridedScatterKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	self := a.tensor(0)
	tensor.Copy(out[0], self)
	at := a.intOr(4, self.Offset()) - self.Offset()
	tensor.Copy(out[0].Window(a.ints(2), a.ints(3), out[0].Offset()+at), a.tensor(1))
}

// asStridedBackwardKernel adds the gradient into memory as the view lies in it and reads that memory as the base lies in it.
// An element of memory that the base shows several times divides its gradient among them.
func asStridedBackwardKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	g, offset := a.tensor(0), a.int(5)
	baseSizes, baseStrides, sizes, strides := a.ints(1), a.ints(2), a.ints(3), a.ints(4)
	start := max(0, -offset)
	reach := start + max(tensor.StorageLength(sizes, strides)+offset, tensor.StorageLength(baseSizes, baseStrides))
	memory := tensor.New(g.DType(), reach)
	addInto(memory.Window(sizes, strides, start+offset), g)
	base := memory.ViewOf(baseSizes, baseStrides, start)
	if base.MayOverlap() {
		counts := tensor.New(g.DType(), reach)
		ones := ctx.call1("ones_like", base).(*tensor.Tensor)
		addInto(counts.Window(baseSizes, baseStrides, start), ones)
		base = ctx.div(base, counts.Window(baseSizes, baseStrides, start)).(*tensor.Tensor)
	}
	tensor.Copy(out[0], base)
}

// addInto adds src to dst element by element in order, so that overlapping windows accumulate.
func addInto(dst, src *tensor.Tensor) {
	c := src.Contiguous()
	switch d := dst.DType(); d {
	case tensor.Float32:
		addRows[float32](dst, c)
	case tensor.Float64:
		addRows[float64](dst, c)
	case tensor.Complex64:
		addRows[complex64](dst, c)
	case tensor.Complex128:
		addRows[complex128](dst, c)
	case tensor.Int64:
		addRows[int64](dst, c)
	default: // narrow types add in a wider one
		wide := tensor.Float64
		if d.IsIntOrBool() {
			wide = tensor.Int64
		}
		memory := tensor.New(wide, dst.Offset()+tensor.StorageLength(dst.Sizes(), dst.Strides()))
		sum := memory.Window(dst.Sizes(), dst.Strides(), dst.Offset())
		tensor.Copy(sum, dst)
		addInto(sum, c.To(wide))
		tensor.Copy(dst, sum)
	}
}

func addRows[T float32 | float64 | complex64 | complex128 | int64](dst, src *tensor.Tensor) {
	to, from := tensor.View[T](dst.Storage()), tensor.View[T](src.Storage())
	tensor.ForEachRow(dst.Sizes(), dst.Strides(), tensor.ContiguousStrides(dst.Sizes()), dst.Offset(), src.Offset(), func(i, j, n, si, sj int) {
		for range n {
			to[i] += from[j]
			i += si
			j += sj
		}
	})
}
