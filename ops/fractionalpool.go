package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Fractional max pooling (Graham, "Fractional Max-Pooling", 2014): the largest elements of windows of one size, which begin at steps that a sample
// in [0, 1) shifts. Each plane has one sample for each of its dimensions.

var _ = addTable([]entry{
	{S: "fractional_max_pool2d(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples) -> (Tensor, Tensor)", In: asNN, Meta: fractionalMeta(2), Kernel: fractionalKernel(2), Fills: true, GradName: "FractionalMaxPool2DBackward0", Grad: fractionalGrad(2), Saves: in0 | out1},
	{S: "fractional_max_pool3d(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples) -> (Tensor, Tensor)", In: asNN, Meta: fractionalMeta(3), Kernel: fractionalKernel(3), Fills: true, GradName: "FractionalMaxPool3DBackward0", Grad: fractionalGrad(3), Saves: in0 | out1},
	poolBackward("fractional_max_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] output_size, Tensor indices) -> Tensor", 4, 2, false),
	poolBackward("fractional_max_pool3d_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] output_size, Tensor indices) -> Tensor", 4, 3, false),
})

func fractionalGrad(k int) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		return append(maxPoolBack(ctx, s, g[0], k, false, s.Arg(1), s.Arg(2)), nil, nil, nil)
	}
}

// fractionalNames are PyTorch's names of the dimensions of windows.
var fractionalNames = [3]string{"time", "height", "width"}

func fractionalMeta(k int) func(*Context, Args) []*Fake {
	name := pick(k == 2, "fractional_max_pool2d()", "fractional_max_pool3d_out()")
	return func(ctx *Context, a Args) []*Fake {
		x, samples := a.fake(0), a.fake(3)
		n := len(x.Sizes)
		if n != k+1 && n != k+2 {
			throwRuntime("%s: Expected %dD or %dD tensor, but got: %s", name, k+1, k+2, sizesText(x.Sizes))
		}
		for d := 1; d < n; d++ {
			if isConst(x.Sizes[d], 0) {
				throwRuntime("%s: Expected input to have non-zero size for non-batch dimensions, but got%s with dimension %d being empty.", name, sizesText(x.Sizes), d)
			}
		}
		kernel, out := eachDimension(a.ints(1), k), eachDimension(a.ints(2), k)
		for i := range k {
			size := x.Sizes[n-k+i]
			least := int64(out[i] + kernel[i] - 1)
			if k == 3 {
				least++
			}
			fits := size.Ge(symbolic.IntOf(least))
			if what := fractionalNames[3-k+i]; !ctx.expect(fits) {
				throwRuntime("%s: pool %s %d too large relative to input %s %s", name, what, kernel[i], what, size)
			}
		}
		check(samples.DType == x.DType, "Expect _random_samples to have the same dtype as input")
		check(len(samples.Sizes) == 3, "Expect _random_samples to have 3 dimensions, got %d", len(samples.Sizes))
		batch := one
		if n == k+2 {
			batch = x.Sizes[0]
		}
		check(ctx.expect(samples.Sizes[0].Ge(batch)), "Expect _random_samples.size(0) no less then input batch size.")
		check(expectSame(ctx, samples.Sizes[1], x.Sizes[n-k-1]), "Expect _random_samples.size(1) equals to input channel size.")
		check(expectSame(ctx, samples.Sizes[2], symbolic.IntOf(int64(k))), "Expect _random_samples.size(2) equals to %d; got %s.", k, samples.Sizes[2])
		sizes := append([]symbolic.Int(nil), x.Sizes[:n-k]...)
		for i := range k {
			sizes = append(sizes, symbolic.IntOf(int64(out[i])))
		}
		return fakes(NewFake(x.DType, sizes), NewFake(tensor.Int64, sizes))
	}
}

func fractionalKernel(k int) func(*Context, Args, []*tensor.Tensor) {
	return func(_ *Context, a Args, out []*tensor.Tensor) {
		x := a.tensor(0)
		kernel, in, os := pad3List(eachDimension(a.ints(1), k), k), pad3List(x.Sizes()[x.Dim()-k:], k), pad3List(out[0].Sizes()[out[0].Dim()-k:], k)
		data, samples := x.Floats(), a.tensor(3).Floats()
		is, on := in[0]*in[1]*in[2], os[0]*os[1]*os[2]
		planes := len(data) / max(is, 1)
		values, at := make([]float64, 0, planes*on), make([]int64, 0, planes*on)
		for p := range planes {
			plane, drawn := data[p*is:(p+1)*is], samples[p*k:(p+1)*k]
			if k == 2 { // the samples of images say the width first, those of volumes the time
				drawn = []float64{0, drawn[1], drawn[0]}
			}
			var starts [3][]int
			for d := range 3 {
				starts[d] = fractionalStarts(x.DType(), drawn[d], in[d], kernel[d], os[d])
			}
			for _, d := range starts[0] {
				for _, h := range starts[1] {
					for _, w := range starts[2] {
						best := (d*in[1]+h)*in[2] + w
						for i := range kernel[0] {
							for j := range kernel[1] {
								row := ((d+i)*in[1]+h+j)*in[2] + w
								for l := range kernel[2] {
									if v := plane[row+l]; v > plane[best] || math.IsNaN(v) {
										best = row + l
									}
								}
							}
						}
						values, at = append(values, plane[best]), append(at, int64(best))
					}
				}
			}
		}
		tensor.StoreFloats(out[0], values)
		tensor.StoreInts(out[1], at)
	}
}

// eachDimension repeats a number that stands for all dimensions.
func eachDimension(v []int, k int) []int {
	if len(v) == 1 {
		return slices.Repeat(v, k)
	}
	return v
}

// fractionalStarts are the beginnings of the windows of one dimension, computed in the type of the elements; the last window ends where the dimension does.
func fractionalStarts(d tensor.DType, sample float64, size, kernel, n int) []int {
	round := func(v float64) float64 { return tensor.Scalar(d, v).Floats()[0] }
	starts := make([]int, n)
	if n > 1 {
		alpha := round(float64(size-kernel) / float64(n-1))
		shift := int(round(sample * alpha))
		for i := range n - 1 {
			starts[i] = int(round(round(float64(i)+sample)*alpha)) - shift
		}
	}
	if n > 0 {
		starts[n-1] = size - kernel
	}
	return starts
}
