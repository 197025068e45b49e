package ops

import (
	"fmt"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Windows that lie inside of the input all have the same taps, each a view of the input: a kernel with a buffer for each tap computes them in vectors. The others are left
// to the loops of poolkernel.go, which give the same bits.

// mostTaps bounds the buffers of such a kernel: 5 × 5 and 3 × 3 × 3 are below it.
const mostTaps = 32

// inner are the outputs whose windows lie inside, from first up to end in each dimension.
func (s *poolShape) inner() (first, end [3]int) {
	for d := range 3 {
		first[d] = min(ceilDiv(s.padding[d], s.stride[d]), s.out[d])
		room := s.in[d] + s.padding[d] - s.dilation[d]*(s.kernel[d]-1) - 1 // what the start of such a window is at most, from the padding's
		if room >= 0 {
			end[d] = min(room/s.stride[d]+1, s.out[d])
		}
		end[d] = max(end[d], first[d])
	}
	return first, end
}

// poolInner computes the inner outputs into values, and for a maximum the positions into at, both in index order. It gives
// how many outputs of a plane it has computed: none for what the kernel does not take.
func poolInner[T poolElem](ctx *Context, s *poolShape, x *tensor.Tensor, values []T, at []int64, divisor float64) int {
	first, end := s.inner()
	taps := s.kernel[0] * s.kernel[1] * s.kernel[2]
	var count [3]int
	for d := range 3 {
		count[d] = end[d] - first[d]
	}
	inner := count[0] * count[1] * count[2]
	if inner == 0 || taps > mostTaps || x.DType() != classDType[T]() || x.Neg || x.Numel() == 0 {
		return 0
	}
	elem, _ := elemOf(x.DType())
	name, scalars := "average_pool", []uint64{ir.Float64Bits(divisor)}
	if elem == ir.Float32 {
		scalars[0] = ir.Float32Bits(float32(divisor))
	}
	if at != nil {
		name, scalars = "max_pool", nil
	}
	kernel := ctx.rowKernel(name, fmt.Sprint(taps), func(k *ir.Kernel, types []ir.Elem) { emitPool(k, types[0], taps, at != nil) }, x)
	// Lead dimensions may be one or two.
	lead, strides := []int{1, x.Size(0)}, []int{0, x.Strides()[0]}
	if x.Dim() == s.k+2 {
		lead, strides = x.Sizes()[:2], x.Strides()[:2]
	}
	spatial := pad3ListOf(x.Strides()[x.Dim()-s.k:], s.k, 0)
	space := ir.Space{Keep: append(append([]int{}, lead...), count[:]...)}
	in := append([]int{}, strides...)
	plane := s.out[0] * s.out[1] * s.out[2]
	results := []int{lead[1] * plane, plane, s.out[1] * s.out[2], s.out[2], 1}
	start := (first[0]*s.out[1]+first[1])*s.out[2] + first[2]
	from, within := 0, 0 // of the first tap of the first output: from the tensor's start, and in its plane
	index := []int{0, 0}
	inPlane := [3]int{s.in[1] * s.in[2], s.in[2], 1}
	for d := range 3 {
		in = append(in, spatial[d]*s.stride[d])
		index = append(index, inPlane[d]*s.stride[d])
		from += (first[d]*s.stride[d] - s.padding[d]) * spatial[d]
		within += (first[d]*s.stride[d] - s.padding[d]) * inPlane[d]
	}
	var bufs []ir.Buffer
	for t := range taps {
		tap := [3]int{t / (s.kernel[1] * s.kernel[2]), t / s.kernel[2] % s.kernel[1], t % s.kernel[2]}
		offset, there := from, 0
		for d := range 3 {
			offset += tap[d] * s.dilation[d] * spatial[d]
			there += tap[d] * s.dilation[d] * inPlane[d]
		}
		bufs = append(bufs, ir.Buffer{Ptr: unsafe.Add(pointer(x), offset*elem.Size()), Strides: in})
		if at != nil {
			scalars = append(scalars, ir.IntBits(ir.I64, int64(there)))
		}
	}
	bufs = append(bufs, ir.Buffer{Ptr: unsafe.Pointer(&values[start]), Strides: results})
	if at != nil {
		bufs = append(bufs, ir.Buffer{Strides: index, Start: int64(within)}, ir.Buffer{Ptr: unsafe.Pointer(&at[start]), Strides: results})
	}
	if err := kernel.Run(space, bufs, scalars); err != nil {
		throwRuntime("%v", err)
	}
	return inner
}

// emitPool writes the kernel: of a maximum with its position, the first of equal ones, and NaN before all; or of an average.
func emitPool(k *ir.Kernel, elem ir.Elem, taps int, maximum bool) {
	t := elem.Value()
	var in []ir.ID
	for i := range taps {
		in = append(in, k.Load(k.In(fmt.Sprintf("x%d", i), elem)))
	}
	y := k.Out("y", elem)
	value := in[0]
	if !maximum {
		for _, v := range in[1:] {
			value = k.Do(ir.Add, value, v)
		}
		k.Store(y, k.Do(ir.Div, value, k.Scalar("divisor", t)))
		return
	}
	first := k.Load(k.Iota("first", ir.Int64))
	at := k.Out("at", ir.Int64)
	where := k.Scalar("o0", ir.I64)
	for i, v := range in[1:] {
		better := k.Do(ir.Or, k.Do(ir.Lt, value, v), k.Do(ir.Ne, v, v))
		value = k.Do(ir.Select, better, v, value)
		where = k.Do(ir.Select, better, k.Scalar(fmt.Sprintf("o%d", i+1), ir.I64), where)
	}
	k.Store(y, value)
	k.Store(at, k.Do(ir.Add, first, where))
}

// pad3ListOf is a list for k spatial dimensions as one for three, with def for those that are missing.
func pad3ListOf(v []int, k, def int) [3]int {
	out := [3]int{def, def, def}
	copy(out[3-k:], v)
	return out
}
