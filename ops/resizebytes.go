package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// Images of bytes are resized in fixed point, one dimension after the other, each result rounded to a byte (the way of Pillow's
// resampling, which PyTorch follows).

// bytesFilter is a filter of resampling: its values and how far it reaches.
type bytesFilter struct {
	reach float64
	at    func(float64) float64
}

var (
	linearFilter      = bytesFilter{1, func(t float64) float64 { return max(1-math.Abs(t), 0) }}
	cubicFilter       = bytesFilter{2, cubicKernel(-0.75)}
	smoothCubicFilter = bytesFilter{2, cubicKernel(-0.5)}
	lanczosFilter     = bytesFilter{3, lanczos}
)

// lanczos is the sine cardinal within three zeros on either side, faded out by a wider one.
func lanczos(t float64) float64 {
	sinc := func(t float64) float64 {
		if t == 0 {
			return 1
		}
		return math.Sin(math.Pi*t) / (math.Pi * t)
	}
	if math.Abs(t) >= 3 {
		return 0
	}
	return sinc(t) * sinc(t/3)
}

// cubicKernel is the cubic convolution kernel with parameter a (Keys, 1981).
func cubicKernel(a float64) func(float64) float64 {
	return func(t float64) float64 {
		switch t = math.Abs(t); {
		case t < 1:
			return ((a+2)*t-(a+3))*t*t + 1
		case t < 2:
			return ((a*t-5*a)*t+8*a)*t - 4*a
		}
		return 0
	}
}

var _ = addTable([]entry{
	{S: "_resize_bytes(Tensor self, int[] output_size, float[] scales, str mode, bool align_corners, bool antialias) -> Tensor", In: 0,
		Meta: func(ctx *Context, a Args) []*Fake {
			sizes := slices.Clone(sizesOf(a[0]))
			return fakes(NewFake(dtypeOf(a[0]), append(sizes[:len(sizes)-2], a.syms(1)...)))
		},
		Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
			image := ctx.call1("contiguous", a[0]).(*tensor.Tensor)
			steps := a.list(2)
			copy(bytesOf(out[0]), resizeBytes(bytesOf(image), image.Sizes(), a.ints(1), []float64{toFloat(steps[0]), toFloat(steps[1])}, a.str(3), a.bool(4), a.bool(5)))
		}, NonDiff: true},
})

// resizeBytes resizes the last two dimensions of a contiguous image; scales are input steps per output, in rows and columns.
func resizeBytes(data []uint8, sizes, out []int, scales []float64, mode string, align, smooth bool) []uint8 {
	filter := linearFilter
	switch {
	case mode == "lanczos":
		filter = lanczosFilter
	case mode == "bicubic" && smooth:
		filter = smoothCubicFilter
	case mode == "bicubic":
		filter = cubicFilter
	}
	sizes = slices.Clone(sizes)
	rank := len(sizes)
	for _, d := range []int{rank - 1, rank - 2} { // columns first
		n := out[d-(rank-2)]
		if n == sizes[d] {
			continue
		}
		inner := 1
		for _, s := range sizes[d+1:] {
			inner *= s
		}
		data = bytesTaps(sizes[d], n, scales[d-(rank-2)], filter, align, smooth).apply(data, sizes[d], inner)
		sizes[d] = n
	}
	return data
}

// fixedTaps are the weights of each output along a dimension, scaled by a power of two and rounded.
type fixedTaps struct {
	first   []int
	weights [][]int32
	shift   uint
}

func bytesTaps(in, out int, scale float64, f bytesFilter, align, smooth bool) *fixedTaps {
	if align {
		scale = 0
		if out > 1 {
			scale = float64(in-1) / float64(out-1)
		}
	}
	t := &fixedTaps{first: make([]int, out), weights: make([][]int32, out)}
	exact := make([][]float64, out)
	greatest := 0.0
	for o := range out {
		if smooth {
			t.first[o], exact[o] = smoothTaps(o, in, scale, f)
		} else {
			t.first[o], exact[o] = pointTaps(o, in, scale, f, align)
		}
		greatest = max(greatest, slices.Max(exact[o]))
	}
	for t.shift < 22 && int(0.5+greatest*float64(int(1)<<(t.shift+1))) < 1<<15 {
		t.shift++
	}
	for o, list := range exact {
		t.weights[o] = make([]int32, len(list))
		for i, w := range list {
			t.weights[o][i] = int32(math.Trunc(w*float64(int(1)<<t.shift) + math.Copysign(0.5, w)))
		}
	}
	return t
}

// smoothTaps weighs all inputs within the reach of a filter that is as wide as the step between outputs.
func smoothTaps(o, in int, scale float64, f bytesFilter) (first int, weights []float64) {
	width := max(scale, 1)
	centre := scale * (float64(o) + 0.5)
	lo, hi := max(int(centre-f.reach*width+0.5), 0), min(int(centre+f.reach*width+0.5), in)
	total := 0.0
	for i := lo; i < hi; i++ {
		w := f.at((float64(i) - centre + 0.5) / width)
		weights = append(weights, w)
		total += w
	}
	for i := range weights {
		if total != 0 {
			weights[i] /= total
		}
	}
	return lo, weights
}

// pointTaps weighs the neighbours of a point; those beyond the edge count for it.
func pointTaps(o, in int, scale float64, f bytesFilter, align bool) (first int, weights []float64) {
	p := (float64(o)+0.5)*scale - 0.5
	if align {
		p = float64(o) * scale
	}
	reach := int(f.reach)
	base := int(math.Floor(p))
	lo, hi := min(max(base-reach+1, 0), in-1), min(max(base+reach, 0), in-1)
	weights = make([]float64, hi-lo+1)
	for i := base - reach + 1; i <= base+reach; i++ {
		weights[min(max(i, lo), hi)-lo] += f.at(float64(i) - p)
	}
	return lo, weights
}

// apply resamples the middle one of three dimensions, of n and inner the last two.
func (t *fixedTaps) apply(data []uint8, n, inner int) []uint8 {
	outer := 0
	if n*inner > 0 {
		outer = len(data) / (n * inner)
	}
	out := make([]uint8, outer*len(t.first)*inner)
	half := int32(1) << t.shift >> 1
	for b := range outer {
		src := data[b*n*inner:]
		dst := out[b*len(t.first)*inner:]
		for o, first := range t.first {
			for k := range inner {
				sum := half
				for i, w := range t.weights[o] {
					sum += w * int32(src[(first+i)*inner+k])
				}
				dst[o*inner+k] = uint8(min(max(sum>>t.shift, 0), 255))
			}
		}
	}
	return out
}

// bytesOf is the data of a contiguous uint8 tensor.
func bytesOf(t *tensor.Tensor) []uint8 {
	return flat[uint8](t)
}
