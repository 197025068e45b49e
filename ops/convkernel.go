package ops

import (
	"github.com/magneto-go/magneto/loop/conv"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Convolutions run on package conv. A transposed convolution is the gradient of the input of a plain one.

// convArgs reads the arguments of convolution: the geometry as that of the plain (not transposed) convolution.
func convArgs(x, w *tensor.Tensor, stride, padding, dilation []int, isTransposed bool, outSizes []int, groups int) *conv.Shape {
	k := w.Dim() - 2
	s := &conv.Shape{Batch: x.Size(0), Groups: groups, Stride: pad3(stride, k, 1), Padding: pad3(padding, k, 0), Dilation: pad3(dilation, k, 1), Kernel: pad3(w.Sizes()[2:], k, 1)}
	spatial := func(sizes []int) [3]int { return pad3List(sizes[2:], k) }
	if isTransposed {
		s.In, s.Out = outSizes[1], x.Size(1)
		s.Input, s.Output = spatial(outSizes), spatial(x.Sizes())
	} else {
		s.In, s.Out = x.Size(1), w.Size(0)
		s.Input, s.Output = spatial(x.Sizes()), spatial(outSizes)
	}
	return s
}

// convTensor is t with three spatial dimensions.
func convTensor(t *tensor.Tensor) conv.Tensor {
	var v conv.Tensor
	if t.Numel() > 0 {
		v.Ptr = pointer(t)
	}
	s := t.Strides()
	copy(v.Strides[:2], s)
	if len(s) > 2 {
		copy(v.Strides[5-(len(s)-2):], s[2:])
	}
	return v
}

// goesToOneDNN says whether PyTorch has oneDNN compute a convolution of float32, with one thread, of an input of so many elements; others are products with columns.
func goesToOneDNN(s *conv.Shape, elements int) bool {
	const manyElements, manyImages = 20480, 16
	ones := [3]int{1, 1, 1}
	wide := s.Kernel[1] != 1 || s.Kernel[2] != 1
	return (s.Stride != ones || s.Dilation != ones || s.Batch >= manyImages || wide) &&
		(s.Groups > 1 || s.Kernel[1] > 3 && s.Kernel[2] > 3 || s.Batch > 1 || elements > manyElements)
}

// addsLikeOneDNN says whether oneDNN computes a convolution, or the gradient of its weight, and by a kernel for it: not with columns, as those of groups whose channels do not fill vectors, those of
// one tap with padding, and gradients of weights with strides and dilation.
func addsLikeOneDNN(s *conv.Shape, elements int, weight bool) bool {
	least := 4
	if weight {
		least = 8
	}
	in, out := s.In/s.Groups, s.Out/s.Groups
	switch {
	case !goesToOneDNN(s, elements):
		return false
	case s.Groups > 1 && in == 1 && out == 1:
		return !weight || smallTaps(s)
	case s.Groups > 1 && (in%least != 0 || out%least != 0):
		return false
	}
	ones := [3]int{1, 1, 1}
	return (s.Kernel != ones || s.Padding == [3]int{}) && !(weight && s.Stride != ones && s.Dilation != ones)
}

// smallTaps says whether oneDNN has a kernel for the gradient of a weight whose channels are groups.
func smallTaps(s *conv.Shape) bool {
	for d, k := range s.Kernel {
		if k > 3 || d == 2 && k < 2 || s.Padding[d] > 1 {
			return false
		}
	}
	return true
}

// convolveWith runs one computation of the engine, which reads memory as it lies: lazily negated operands are written out.
func convolveWith(ctx *Context, f func(e *conv.Engine, elem ir.Elem, out conv.Tensor, operands []conv.Tensor) error, out *tensor.Tensor, operands ...*tensor.Tensor) {
	if out.Numel() == 0 {
		return
	}
	elem, ok := elemOf(out.DType())
	if !ok {
		notImplemented("slow_conv2d_cpu", out.DType())
	}
	list := make([]conv.Tensor, len(operands))
	for i, t := range operands {
		if t == nil {
			continue
		}
		if t.Neg {
			t = t.Contiguous()
		}
		list[i] = convTensor(t)
	}
	if err := f(ctx.engine().convolutions, elem, convTensor(out), list); err != nil {
		throwRuntime("%v", err)
	}
}

func convKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	x, w, isTransposed := a.tensor(0), a.tensor(1), a.bool(6)
	var bias *tensor.Tensor
	if !a.none(2) {
		bias = a.tensor(2)
	}
	s := convArgs(x, w, a.ints(3), a.ints(4), a.ints(5), isTransposed, out[0].Sizes(), a.int(8))
	s.LikeOneDNN = x.DType() == tensor.Float32 && addsLikeOneDNN(s, x.Numel(), false)
	if isTransposed && reachesInfinity(s, w) {
		image := imageFromColumns(s, x, w)
		if bias != nil {
			addPerChannel(image, bias.Floats(), s)
		}
		storeImage(out[0], image)
		return
	}
	convolveWith(ctx, func(e *conv.Engine, elem ir.Elem, y conv.Tensor, v []conv.Tensor) error {
		if isTransposed {
			return e.BackwardInput(s, elem, y, v[0], v[1], v[2])
		}
		return e.Forward(s, elem, y, v[0], v[1], v[2])
	}, out[0], x, w, bias)
	if !isTransposed && out[0].Numel() > 0 && isByColumns(s, x) {
		ctx.lastPositions(s, out[0], x, w, bias)
	}
}

// convBackward computes the gradients that the mask asks for; the others are zero.
func convBackward(ctx *Context, a Args, out []*tensor.Tensor) {
	gy, x, w := a.tensor(0), a.tensor(1), a.tensor(2)
	isTransposed, mask := a.bool(7), a.list(10)
	s := convArgs(x, w, a.ints(4), a.ints(5), a.ints(6), isTransposed, gy.Sizes(), a.int(9))
	for i, t := range out {
		s.LikeOneDNN = x.DType() == tensor.Float32 && addsLikeOneDNN(s, x.Numel(), i > 0)
		if !mask[i].(bool) || gy.Numel() == 0 {
			t.Fill(int64(0))
			continue
		}
		switch i {
		case 0:
			if !isTransposed && reachesInfinity(s, w) {
				storeImage(t, imageFromColumns(s, gy, w))
				continue
			}
			convolveWith(ctx, func(e *conv.Engine, elem ir.Elem, gx conv.Tensor, v []conv.Tensor) error {
				if isTransposed {
					return e.Forward(s, elem, gx, v[0], v[1], conv.Tensor{})
				}
				return e.BackwardInput(s, elem, gx, v[0], v[1], conv.Tensor{})
			}, t, gy, w)
		case 1:
			from, of := gy, x
			if isTransposed {
				from, of = x, gy
			}
			dense := t
			if !t.IsContiguous() {
				dense = tensor.NewUninit(t.DType(), t.Sizes()...)
			}
			if !isByColumns(s, x) || dense.Numel() == 0 || !ctx.weightInLanes(s, dense, from, of) {
				convolveWith(ctx, func(e *conv.Engine, elem ir.Elem, gw conv.Tensor, v []conv.Tensor) error {
					return e.BackwardWeight(s, elem, gw, v[0], v[1])
				}, dense, from, of)
			}
			if dense != t {
				tensor.Copy(t, dense)
			}
		case 2:
			if s.LikeOneDNN || x.DType() == tensor.Float32 && goesToOneDNN(s, x.Numel()) {
				sumChannels(t, gy.Contiguous(), !s.LikeOneDNN)
				continue
			}
			dims := append([]int{0}, dimsFrom(2, gy.Dim())...)
			tensor.Copy(t, ctx.sumDim(gy, false, dims...).(*tensor.Tensor))
		}
	}
}

// sumChannels adds the elements of each channel one after another, through all images, as oneDNN does; or, with rows, their rows. Several channels go side by side, since an addition waits for the one before.
func sumChannels(out, y *tensor.Tensor, rows bool) {
	const together = 8
	channels := y.Size(1)
	positions := tensor.Numel(y.Sizes()[2:])
	row := positions
	if rows {
		row = y.Size(y.Dim() - 1)
	}
	sumsOf := tensor.NewUninit(tensor.Float32, channels)
	from, to := float32s(y), float32s(sumsOf)
	for first := 0; first < channels; first += together {
		n := min(together, channels-first)
		var sums [together]float32
		var list [together][]float32
		for image := range y.Size(0) {
			for c := range list {
				at := (image*channels + first + min(c, n-1)) * positions
				list[c] = from[at : at+positions]
			}
			for at := 0; at < positions; at += row {
				var of [together]float32
				if !rows {
					of = sums
				}
				for i := at; i < at+row; i++ {
					for c := range of {
						of[c] += list[c][i]
					}
				}
				if !rows {
					sums = of
					continue
				}
				for c := range of {
					sums[c] += of[c]
				}
			}
		}
		copy(to[first:], sums[:n])
	}
	tensor.Copy(out, sumsOf)
}

// fold adds columns [channels*kernel, positions] back into an image of zeros.
func fold(s *conv.Shape, cols, x []float64, channels int) {
	k, in, n := s.Kernel, s.Input, s.Output
	positions := n[0] * n[1] * n[2]
	size := in[0] * in[1] * in[2]
	for row := range channels * k[0] * k[1] * k[2] {
		tap := row % (k[0] * k[1] * k[2])
		kd, kh, kw := tap/(k[1]*k[2]), tap/k[2]%k[1], tap%k[2]
		image := x[row/(k[0]*k[1]*k[2])*size:][:size]
		for at, v := range cols[row*positions:][:positions] {
			d := at/(n[1]*n[2])*s.Stride[0] - s.Padding[0] + kd*s.Dilation[0]
			h := at/n[2]%n[1]*s.Stride[1] - s.Padding[1] + kh*s.Dilation[1]
			w := at%n[2]*s.Stride[2] - s.Padding[2] + kw*s.Dilation[2]
			if d >= 0 && d < in[0] && h >= 0 && h < in[1] && w >= 0 && w < in[2] {
				image[(d*in[1]+h)*in[2]+w] += v
			}
		}
	}
}

// ceilDiv is a/b rounded up, for b > 0.
func ceilDiv(a, b int) int {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}
