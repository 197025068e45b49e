package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// This file has the loops of pools over planes of float32 or float64; half types go through float64.

type poolElem interface{ float32 | float64 }

// poolWindow is the part of an output's window that lies inside of the input: its first position in the plane, how many taps
// there are in each dimension, and what an average divides by.
type poolWindow struct {
	o, first int
	taps     [3]int
	divisor  float64
}

// windows lists the windows of a plane's outputs; those that lie inside only if all is set.
func (s *poolShape) windows(all bool, divisor func(o int) float64) []poolWindow {
	first, end := s.inner()
	inside := func(d, at int) bool { return !all && at >= first[d] && at < end[d] }
	var start, lo, taps [3]int
	bound := func(d, at int) {
		start[d] = at*s.stride[d] - s.padding[d]
		lo[d] = max(0, ceilDiv(-start[d], s.dilation[d]))
		taps[d] = max(min(s.kernel[d], ceilDiv(s.in[d]-start[d], s.dilation[d]))-lo[d], 0)
	}
	at := func(d int) int { return start[d] + lo[d]*s.dilation[d] }
	var list []poolWindow
	o := -1
	for od := range s.out[0] {
		bound(0, od)
		for oh := range s.out[1] {
			bound(1, oh)
			for ow := range s.out[2] {
				if o++; inside(0, od) && inside(1, oh) && inside(2, ow) {
					continue
				}
				bound(2, ow)
				list = append(list, poolWindow{o, (at(0)*s.in[1]+at(1))*s.in[2] + at(2), taps, divisor(o)})
			}
		}
	}
	return list
}

// steps are the distances of taps in each dimension.
func (s *poolShape) steps() [3]int {
	return [3]int{s.dilation[0] * s.in[1] * s.in[2], s.dilation[1] * s.in[2], s.dilation[2]}
}

func (s *poolShape) planeSizes() (in, out int) {
	return s.in[0] * s.in[1] * s.in[2], s.out[0] * s.out[1] * s.out[2]
}

// maxPlanes finds the largest element of each window and its position in the plane, the first one, and NaNs before all.
func maxPlanes[T poolElem](list []poolWindow, s *poolShape, data, values []T, at []int64) {
	step := s.steps()
	is, os := s.planeSizes()
	for p := 0; len(values) > 0; p += is {
		plane := data[p : p+is]
		for _, w := range list {
			where, best := -1, T(math.Inf(-1))
			for d := range w.taps[0] {
				for h := range w.taps[1] {
					i := w.first + d*step[0] + h*step[1]
					for range w.taps[2] {
						if v := plane[i]; v > best || where < 0 || v != v {
							best, where = v, i
						}
						i += step[2]
					}
				}
			}
			values[w.o], at[w.o] = best, int64(where)
		}
		values, at = values[os:], at[os:]
	}
}

// averagePlanes divides the sum of each window.
func averagePlanes[T poolElem](list []poolWindow, s *poolShape, data, values []T) {
	step := s.steps()
	is, os := s.planeSizes()
	for p := 0; len(values) > 0; p += is {
		plane := data[p : p+is]
		for _, w := range list {
			sum := T(0)
			for d := range w.taps[0] {
				for h := range w.taps[1] {
					i := w.first + d*step[0] + h*step[1]
					for range w.taps[2] {
						sum += plane[i]
						i += step[2]
					}
				}
			}
			values[w.o] = sum / T(w.divisor)
		}
		values = values[os:]
	}
}

// spreadPlanes gives each output's share to its window.
func spreadPlanes[T poolElem](list []poolWindow, s *poolShape, grads, values []T) {
	step := s.steps()
	is, os := s.planeSizes()
	for p := 0; len(grads) > 0; p += is {
		plane := values[p : p+is]
		for _, w := range list {
			share := grads[w.o] / T(w.divisor)
			for d := range w.taps[0] {
				for h := range w.taps[1] {
					i := w.first + d*step[0] + h*step[1]
					for range w.taps[2] {
						plane[i] += share
						i += step[2]
					}
				}
			}
		}
		grads = grads[os:]
	}
}

// inOrder gives the elements of t in index order: of a contiguous tensor its memory, which must not be written to.
func inOrder[T poolElem](t *tensor.Tensor) []T {
	n := t.Numel()
	if n == 0 {
		return nil
	}
	if t.DType() != classDType[T]() {
		return tensor.View[T](t.To(classDType[T]()).Storage())[:n]
	}
	c := t.Contiguous()
	return tensor.View[T](c.Storage())[c.Offset() : c.Offset()+n]
}

// target gives zeros to compute a fresh tensor's elements into, in index order, and what to do afterwards.
func target[T tensor.Elem](out *tensor.Tensor, d tensor.DType) (data []T, finish func()) {
	if out.DType() == d && out.IsContiguous() && out.Numel() > 0 {
		return tensor.View[T](out.Storage())[out.Offset() : out.Offset()+out.Numel()], func() {}
	}
	temp := tensor.New(d, out.Sizes()...)
	if temp.Numel() == 0 {
		return nil, func() {}
	}
	return tensor.View[T](temp.Storage())[:temp.Numel()], func() { tensor.Copy(out, temp) }
}

func maxPool[T poolElem](ctx *Context, s *poolShape, x *tensor.Tensor, out []*tensor.Tensor) {
	values, finish := target[T](out[0], classDType[T]())
	at, finishAt := target[int64](out[1], tensor.Int64)
	if len(values) > 0 {
		done := poolInner(ctx, s, x, values, at, 0)
		if list := s.windows(done == 0, func(int) float64 { return 0 }); len(list) > 0 {
			maxPlanes(list, s, inOrder[T](x), values, at)
		}
	}
	finish()
	finishAt()
}

func averagePool[T poolElem](ctx *Context, s *poolShape, divisor func(o int) float64, x, out *tensor.Tensor) {
	values, finish := target[T](out, classDType[T]())
	if x.Numel() > 0 {
		first, _ := s.inner()
		inside := divisor((first[0]*s.out[1]+first[1])*s.out[2] + first[2]) // the same for all of them
		done := poolInner(ctx, s, x, values, nil, inside)
		if list := s.windows(done == 0, divisor); len(list) > 0 {
			averagePlanes(list, s, inOrder[T](x), values)
		}
	}
	finish()
}

func spreadPool[T poolElem](list []poolWindow, s *poolShape, g, out *tensor.Tensor) {
	values, finish := target[T](out, classDType[T]())
	if g.Numel() > 0 {
		spreadPlanes(list, s, inOrder[T](g), values)
	}
	finish()
}
