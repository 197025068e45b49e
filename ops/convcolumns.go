package ops

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/conv"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Convolutions of float32 that do not go to oneDNN are products with columns in PyTorch, one for each image and group. Where BLAS adds the terms of such a product in lanes, it is made here as there; the
// rest of them have the same order in package conv.

// imageColumns are those of im2col for one image and group.
type imageColumns struct {
	s                       *conv.Shape
	x                       *tensor.Tensor
	rows, positions         int
	channels, image, offset int // offset is the first channel
}

func columnsOf(s *conv.Shape, x *tensor.Tensor, image, group int) imageColumns {
	k, o := s.Kernel, s.Output
	channels := s.In / s.Groups
	return imageColumns{s: s, x: x, rows: channels * k[0] * k[1] * k[2], positions: o[0] * o[1] * o[2], channels: channels, image: image, offset: group * channels}
}

// take gives the columns of positions from first on, each with its rows one after the other, or, with byRow, the rows with their positions.
func (c imageColumns) take(first int, byRow bool) []float32 {
	n := c.positions - first
	list := make([]float32, c.rows*n)
	x := convTensor(c.x)
	k, o := c.s.Kernel, c.s.Output
	rowStep, step := 1, c.rows // in the list, from row to row and from position to position
	if byRow {
		rowStep, step = n, 1
	}
	for row := range c.rows {
		tap := row % (k[0] * k[1] * k[2])
		channel := c.offset + row/(k[0]*k[1]*k[2])
		base := c.image*x.Strides[0] + channel*x.Strides[1]
		for line := first / o[2] * o[2]; line < c.positions; line += o[2] { // positions that differ in the last coordinate
			depth, inDepth := c.place(0, line/(o[1]*o[2]), tap/(k[1]*k[2]))
			height, inHeight := c.place(1, line/o[2]%o[1], tap/k[2]%k[1])
			if !inDepth || !inHeight {
				continue
			}
			from, to := base+depth*x.Strides[2]+height*x.Strides[3], row*rowStep+(line-first)*step
			width := tap%k[2]*c.s.Dilation[2] - c.s.Padding[2]
			lo, hi := max(0, ceilDiv(-width, c.s.Stride[2]), first-line), min(o[2], ceilDiv(c.s.Input[2]-width, c.s.Stride[2]))
			for i := lo; i < hi; i++ {
				list[to+i*step] = *(*float32)(unsafe.Add(x.Ptr, (from+(width+i*c.s.Stride[2])*x.Strides[4])*4))
			}
		}
	}
	return list
}

// place is the coordinate that a tap meets for a position, and whether it lies in the input.
func (c imageColumns) place(d, position, tap int) (int, bool) {
	at := position*c.s.Stride[d] - c.s.Padding[d] + tap*c.s.Dilation[d]
	return at, at >= 0 && at < c.s.Input[d]
}

// isByColumns says whether a convolution of x is one by columns.
func isByColumns(s *conv.Shape, x *tensor.Tensor) bool {
	return x.DType() == tensor.Float32 && !goesToOneDNN(s, x.Numel()) && !x.Neg
}

// lastPositions computes those last positions of a convolution that BLAS adds in lanes again.
func (ctx *Context) lastPositions(s *conv.Shape, out, x, w, bias *tensor.Tensor) {
	c := columnsOf(s, x, 0, 0)
	rows := s.Out / s.Groups
	left := gemm.LeftInLanes(rows, c.positions, c.rows)
	if left == 0 || !out.IsContiguous() || w.Neg || bias != nil && bias.Neg {
		return
	}
	w = w.Contiguous()
	for image := range s.Batch {
		for group := range s.Groups {
			list := columnsOf(s, x, image, group).take(c.positions-left, false)
			for first := 0; first < rows; first += gemm.MostRowsInLanes {
				n := min(gemm.MostRowsInLanes, rows-first)
				channel := group*rows + first
				q := gemm.Product{Elem: ir.Float32, Batch: 1, M: n, N: left, K: c.rows, Alpha: 1,
					A: gemm.Matrix{Ptr: unsafe.Add(pointer(w), channel*c.rows*4), Row: c.rows, Col: 1}, B: gemm.Matrix{Ptr: unsafe.Pointer(&list[0]), Row: 1, Col: c.rows},
					C: gemm.Matrix{Ptr: unsafe.Add(pointer(out), ((image*s.Out+channel+1)*c.positions-left)*4), Row: c.positions, Col: 1}}
				if bias != nil {
					q.Beta, q.D = 1, gemm.Matrix{Ptr: unsafe.Add(pointer(bias), channel*bias.Strides()[0]*4), Row: bias.Strides()[0]}
				}
				if err := ctx.engine().products.Multiply(&q); err != nil {
					throwRuntime("%v", err)
				}
			}
		}
	}
}

// weightInLanes computes the gradient of a weight if BLAS adds its terms in lanes.
func (ctx *Context) weightInLanes(s *conv.Shape, gw, gy, x *tensor.Tensor) bool {
	c := columnsOf(s, x, 0, 0)
	rows := s.Out / s.Groups
	if !gemm.AddsInLanes(rows, c.rows, c.positions) || gy.Neg {
		return false
	}
	gy = gy.Contiguous()
	for image := range s.Batch {
		for group := range s.Groups {
			list := columnsOf(s, x, image, group).take(0, true)
			q := gemm.Product{Elem: ir.Float32, Batch: 1, M: rows, N: c.rows, K: c.positions, Alpha: 1,
				A: gemm.Matrix{Ptr: unsafe.Add(pointer(gy), (image*s.Out+group*rows)*c.positions*4), Row: c.positions, Col: 1}, B: gemm.Matrix{Ptr: unsafe.Pointer(&list[0]), Row: 1, Col: c.positions},
				C: gemm.Matrix{Ptr: unsafe.Add(pointer(gw), group*rows*c.rows*4), Row: c.rows, Col: 1}}
			if image > 0 {
				q.Beta = 1
			}
			if err := ctx.engine().products.Multiply(&q); err != nil {
				throwRuntime("%v", err)
			}
		}
	}
	return true
}
