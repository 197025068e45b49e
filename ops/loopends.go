package ops

import (
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/ir"
)

// vectorsAtOnce is how many float32 PyTorch's elementwise loops take at once with AVX-512: two vectors. What is left of a run that is contiguous in all operands, and all of what is
// not, goes through scalar code.
const vectorsAtOnce = 32

// runInParts calls the kernel for whole vectors of each run and the one of its ends for what is left.
func (k *loopKernel) runInParts(space ir.Space, buffers []ir.Buffer, scalars []uint64) {
	call := func(kernel *loop.Kernel, space ir.Space, buffers []ir.Buffer) {
		if err := kernel.Run(space, buffers, scalars); err != nil {
			throwRuntime("%v", err)
		}
	}
	sizes, buffers := mergedRuns(space.Keep, buffers)
	last := len(sizes) - 1
	contiguous := !slices.ContainsFunc(buffers, func(b ir.Buffer) bool { return b.Strides[last] != 1 && b.Strides[last] != 0 })
	whole := 0
	if contiguous && buffers[len(buffers)-1].Strides[last] == 1 {
		whole = sizes[last] / vectorsAtOnce * vectorsAtOnce
	}
	left := sizes[last] - whole
	if whole > 0 {
		sizes[last] = whole
		call(k.kernel, ir.Space{Keep: sizes}, buffers)
	}
	if left > 0 {
		sizes[last] = left
		for i, b := range buffers {
			buffers[i].Ptr = unsafe.Add(b.Ptr, whole*b.Strides[last]*ir.Float32.Size())
		}
		call(k.ends, ir.Space{Keep: sizes}, buffers)
	}
}

// mergedRuns joins dimensions that run on from each other in all buffers, and drops those of one element.
func mergedRuns(sizes []int, buffers []ir.Buffer) ([]int, []ir.Buffer) {
	merged := make([]int, 0, len(sizes)+1)
	out := slices.Clone(buffers)
	for i := range out {
		out[i].Strides = make([]int, 0, len(sizes)+1)
	}
	for d, n := range sizes {
		if n == 1 {
			continue
		}
		last := len(merged) - 1
		joins := last >= 0
		for i, b := range buffers {
			joins = joins && out[i].Strides[last] == b.Strides[d]*n
		}
		if joins {
			merged[last] *= n
		} else {
			merged = append(merged, n)
		}
		for i, b := range buffers {
			if joins {
				out[i].Strides[last] = b.Strides[d]
			} else {
				out[i].Strides = append(out[i].Strides, b.Strides[d])
			}
		}
	}
	if len(merged) == 0 {
		merged = append(merged, 1)
		for i := range out {
			out[i].Strides = append(out[i].Strides, 1)
		}
	}
	return merged, out
}
