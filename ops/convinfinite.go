package ops

import (
	"math"
	"unsafe"

	"github.com/magneto-go/magneto/loop/conv"
	"github.com/magneto-go/magneto/tensor"
)

// The engine of convolutions surrounds the gradient of an output with zeros, which makes NaN of weights that are not finite. PyTorch multiplies
// matrices and adds the columns of the product into the image, where no weight meets a zero that was not given; so do these functions.

// reachesInfinity says whether the gradient of the input has to be computed from columns: the kernel has weights beside each other, and not all are finite.
func reachesInfinity(s *conv.Shape, w *tensor.Tensor) bool {
	if s.Kernel == [3]int{1, 1, 1} || w.Numel() == 0 {
		return false
	}
	switch w.DType() {
	case tensor.Float32:
		w = w.Contiguous()
		for _, v := range unsafe.Slice((*float32)(pointer(w)), w.Numel()) {
			if v-v != 0 {
				return true
			}
		}
	case tensor.Float64, tensor.Float16, tensor.BFloat16:
		for _, v := range w.Floats() {
			if math.IsInf(v, 0) || math.IsNaN(v) {
				return true
			}
		}
	}
	return false
}

// imageFromColumns is the gradient of the input, [batch, channels, positions].
func imageFromColumns(s *conv.Shape, gy, w *tensor.Tensor) []float64 {
	g, weights := gy.Floats(), w.Floats()
	taps, positions := s.Kernel[0]*s.Kernel[1]*s.Kernel[2], s.Output[0]*s.Output[1]*s.Output[2]
	size, in, out := s.Input[0]*s.Input[1]*s.Input[2], s.In/s.Groups, s.Out/s.Groups
	image := make([]float64, s.Batch*s.In*size)
	cols := make([]float64, in*taps*positions)
	for part := range s.Batch * s.Groups {
		clear(cols)
		group := part % s.Groups
		for o := range out {
			from := g[(part*out+o)*positions:][:positions]
			for row, v := range weights[(group*out+o)*in*taps:][:in*taps] {
				to := cols[row*positions:][:positions]
				for k := range to {
					to[k] += v * from[k]
				}
			}
		}
		fold(s, cols, image[part*in*size:][:in*size], in)
	}
	return image
}

// storeImage writes an image to a tensor of any strides.
func storeImage(t *tensor.Tensor, image []float64) {
	dense := tensor.NewUninit(t.DType(), t.Sizes()...)
	tensor.StoreFloats(dense, image)
	tensor.Copy(t, dense)
}

// addPerChannel adds a number to each channel of an image.
func addPerChannel(image, bias []float64, s *conv.Shape) {
	size := s.Input[0] * s.Input[1] * s.Input[2]
	for i := range image {
		image[i] += bias[i/size%s.In]
	}
}
