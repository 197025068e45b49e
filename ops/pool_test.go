package ops

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// The kernels of inner windows give the bits of the loops over all windows: values and positions, with NaNs, infinities and equal elements.
func TestPoolKernelsAgree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	ctx := NewContext()
	for range 300 {
		k := 1 + rnd.IntN(3)
		s := &poolShape{k: k, in: [3]int{1, 1, 1}, out: [3]int{1, 1, 1}, kernel: [3]int{1, 1, 1}, stride: [3]int{1, 1, 1}, dilation: [3]int{1, 1, 1}}
		sizes := []int{1 + rnd.IntN(2), 1 + rnd.IntN(3)}
		outs := slices.Clone(sizes)
		for d := 3 - k; d < 3; d++ {
			s.kernel[d], s.stride[d], s.dilation[d] = 1+rnd.IntN(4), 1+rnd.IntN(3), 1+rnd.IntN(2)
			s.padding[d] = rnd.IntN(s.kernel[d]/2 + 1)
			s.in[d] = s.dilation[d]*(s.kernel[d]-1) + 1 + rnd.IntN([]int{40, 20, 6}[k-1])
			s.out[d] = (s.in[d]+2*s.padding[d]-s.dilation[d]*(s.kernel[d]-1)-1)/s.stride[d] + 1
			sizes, outs = append(sizes, s.in[d]), append(outs, s.out[d])
		}
		strides := tensor.ContiguousStrides(sizes)
		if rnd.IntN(3) == 0 { // channels last
			step := sizes[1]
			strides[1] = 1
			for d := len(sizes) - 1; d > 1; d-- {
				strides[d] = step
				step *= sizes[d]
			}
			strides[0] = step
		}
		x := tensor.NewStrided(tensor.Float32, sizes, strides)
		for i, data := 0, tensor.View[float32](x.Storage()); i < len(data); i++ {
			data[i] = []float32{1, 2, float32(math.NaN()), float32(math.Inf(-1)), float32(rnd.NormFloat64()), float32(rnd.NormFloat64()), 3, 3}[rnd.IntN(8)]
		}
		n := tensor.Numel(outs)
		got := []*tensor.Tensor{tensor.New(tensor.Float32, outs...), tensor.New(tensor.Int64, outs...)}
		maxPool[float32](ctx, s, x, got)
		values, at := make([]float32, n), make([]int64, n)
		maxPlanes(s.windows(true, func(int) float64 { return 0 }), s, inOrder[float32](x), values, at)
		same := func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b }
		if !slices.EqualFunc(tensor.View[float32](got[0].Storage())[:n], values, same) || !slices.Equal(tensor.View[int64](got[1].Storage())[:n], at) {
			t.Fatalf("maximum differs: %+v %v", *s, strides)
		}
		divisor := func(o int) float64 { return s.divisor(o, k == 2, 0) }
		averagePool[float32](ctx, s, divisor, x, got[0])
		averagePlanes(s.windows(true, divisor), s, inOrder[float32](x), values)
		if !slices.EqualFunc(tensor.View[float32](got[0].Storage())[:n], values, same) {
			t.Fatalf("average differs: %+v %v", *s, strides)
		}
	}
}
