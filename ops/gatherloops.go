package ops

import (
	"errors"
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Gathers and scatters as kernels of the loop compiler, which check each index. An index out of range makes them answer false, as do types that they have not: the Go loops
// then say what is wrong.

// indexedBuffer is t as a buffer that is indexed along dim, the other dimensions being those of the space.
func indexedBuffer(t *tensor.Tensor, dim int) ir.Buffer {
	strides := slices.Clone(t.Strides())
	strides[dim] = 0
	return ir.Buffer{Ptr: firstElement(t), Strides: strides, IndexStride: t.Strides()[dim], IndexCount: t.Size(dim)}
}

// indexType says whether t can be an index of kernels.
func indexType(t *tensor.Tensor) bool {
	return (t.DType() == tensor.Int64 || t.DType() == tensor.Int32) && !t.Neg
}

// gatherLoop fills out with the elements of x at its own places but in dimension dim, where index says which. index has the sizes of out, x as many dimensions.
func gatherLoop(ctx *Context, out, x, index *tensor.Tensor, dim int) bool {
	if x.Dim() == 0 || index.Dim() != x.Dim() || x.DType().IsComplex() || x.Neg || !indexType(index) || out.Numel() == 0 {
		return false
	}
	kernel := ctx.rowKernel("gather", "", func(k *ir.Kernel, types []ir.Elem) {
		i, from, to := k.In("index", types[0]), k.In("x", types[1]), k.Out("out", types[1])
		k.Store(to, k.Gather(from, k.Load(i)))
	}, index, x)
	return kernel != nil && ranInside(kernel.Run(ir.Space{Keep: out.Sizes()}, []ir.Buffer{
		{Ptr: firstElement(index), Strides: index.Strides()}, indexedBuffer(x, dim), {Ptr: firstElement(out), Strides: out.Strides()}}, nil))
}

// scatterLoop stores the elements of src, or adds them, in out at their own places but in dimension dim, where index says which. index has the sizes of src.
func scatterLoop(ctx *Context, out, index, src *tensor.Tensor, dim int, add bool) bool {
	d := out.DType()
	if out.Dim() == 0 || index.Dim() != out.Dim() || d.IsComplex() || src.DType() != d || src.Neg || !indexType(index) || src.Numel() == 0 ||
		add && d != tensor.Float32 && d != tensor.Float64 && d != tensor.Int64 && d != tensor.Int32 {
		return false
	}
	form := ""
	if add {
		form = "add"
	}
	kernel := ctx.rowKernel("scatter", form, func(k *ir.Kernel, types []ir.Elem) {
		i, from, to := k.In("index", types[0]), k.In("x", types[1]), k.InOut("out", types[1])
		k.Scatter(to, k.Load(i), k.Load(from), add)
	}, index, out)
	return kernel != nil && ranInside(kernel.Run(ir.Space{Keep: src.Sizes()}, []ir.Buffer{
		{Ptr: firstElement(index), Strides: index.Strides()}, {Ptr: firstElement(src), Strides: src.Strides()}, indexedBuffer(out, dim)}, nil))
}

// ranInside says whether all indices were in range; other errors are thrown.
func ranInside(err error) bool {
	if err != nil && !errors.Is(err, loop.ErrRange) {
		throwRuntime("%v", err)
	}
	return err == nil
}

// addRowsLoop adds row i of src to row index[i] of dst, matrices of float32 or float64 whose rows are contiguous and as long, with indices in range.
func addRowsLoop(ctx *Context, dst, src *tensor.Tensor, index []int64) {
	n := src.Size(1)
	kernel := ctx.rowKernel("add rows", "", func(k *ir.Kernel, types []ir.Elem) {
		to, from := k.InOut("y", types[0]), k.In("x", types[0])
		k.Store(to, k.Do(ir.Add, k.Load(to), k.Load(from)))
	}, dst)
	p, err := kernel.Prepare(ir.Space{Keep: []int{n}}, []ir.Buffer{{Strides: []int{1}}, {Strides: []int{1}}})
	if err != nil {
		throwRuntime("%v", err)
	}
	size := dst.DType().Size()
	to, from := pointer(dst), pointer(src)
	toRow, fromRow := dst.Strides()[0]*size, src.Strides()[0]*size
	pointers := make([]unsafe.Pointer, 2)
	err = exec.Protect("add rows", func() error {
		for i, v := range index {
			pointers[0], pointers[1] = unsafe.Add(to, int(v)*toRow), unsafe.Add(from, i*fromRow)
			if err := p.Run(pointers, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		throwRuntime("%v", err)
	}
}
