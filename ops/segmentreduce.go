package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

var _ = addTable([]entry{
	{S: "segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor", NoTangent: "segment_reduce", In: asFunction,
		Meta: segmentMeta, Kernel: segmentReduce, Fills: true, Saves: in0 | in2 | in4 | out0, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			made := ctx.call1("_segment_reduce_backward", ctx.call1("contiguous", g[0]), s.Out(0), s.In(0), s.Arg(1), s.In(2), s.In(4), s.Arg(5), s.Arg(7))
			return []Value{made, nil, nil}
		}},
	{S: "_segment_reduce_backward(Tensor grad, Tensor output, Tensor data, str reduce, *, Tensor? lengths=None, Tensor? offsets=None, int axis=0, Scalar? initial=None) -> Tensor",
		Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[2]), sizesOf(a[2]))) }, Kernel: segmentBack},
})

// segmentStart is what a reduction of a stretch begins with; averages of nothing are no number.
func segmentStart(reduce string, initial *float64) float64 {
	if initial != nil {
		return *initial
	}
	return map[string]float64{"max": math.Inf(-1), "min": math.Inf(1), "prod": 1}[reduce]
}

func segmentMeta(ctx *Context, a Args) []*Fake {
	data := a.fake(0)
	check(a.none(3), "segment_reduce(): indices based reduction is not supported yet.")
	bounds, by := a[2], "lengths"
	if bounds == nil {
		bounds, by = a[4], "offsets"
	}
	check(bounds != nil, "segment_reduce(): Either lengths or offsets must be defined.")
	axis := wrapDim(a.int(5), len(data.Sizes))
	checkSegments(ctx, a, data, bounds, by, axis)
	check(slices.Contains([]string{"max", "mean", "min", "sum", "prod"}, a.str(1)), "reduce argument must be either sum, prod, mean, amax or amin, got %s", a.str(1))
	n := sizeOf(bounds, axis)
	if by == "offsets" {
		n = n.Sub(one)
	}
	return fakes(NewFake(data.DType, slices.Concat(data.Sizes[:axis], []symbolic.Int{n}, data.Sizes[axis+1:])))
}

// checkSegments asks for one row of bounds for each stretch of the dimensions before the axis, and for lengths that fill the axis.
func checkSegments(ctx *Context, a Args, data *Fake, bounds Value, by string, axis int) {
	check(len(data.Sizes) >= dimOf(bounds), "Expected data.dim() >= %s_value.dim() to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)", by)
	check(axis == dimOf(bounds)-1, "segment_reduce(): Expected axis to be the last dimension of %s but got %d.", by, axis)
	if d := dtypeOf(bounds); d != tensor.Int64 && d != tensor.Int32 {
		throw("NotImplementedError", "\"_segment_reduce_%s_cpu_kernel1\" not implemented for '%s'", by, d.ScalarName())
	}
	if t, known := readable(bounds); known && by == "lengths" && !a.bool(6) {
		n, last := ctx.fixed(data.Sizes[axis]), t.Size(t.Dim()-1)
		var total int64
		values := t.Ints()
		check(!slices.ContainsFunc(values, func(v int64) bool { return v < 0 }), "lengths contains negative value!")
		for i, v := range values {
			if i%last == 0 {
				total = 0
			}
			total += v
			check((i+1)%last != 0 || total == int64(n), "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when !unsafe.")
		}
	}
}

// segments calls with each stretch: the places of its elements in the data begin at from and go to by steps, and at is the place of its result.
func segments(lengths, offsets *tensor.Tensor, sizes []int, axis int, stretch func(from, step, n, at int)) {
	bounds, summed := lengths, true
	if bounds == nil {
		bounds, summed = offsets, false
	}
	values := bounds.Ints()
	outer, size, inner := tensor.Numel(sizes[:axis]), sizes[axis], tensor.Numel(sizes[axis+1:])
	row := bounds.Size(axis)
	count := row
	if !summed {
		count--
	}
	for o := range outer {
		begin := 0
		for s := range count {
			n := int(values[o*row+s])
			if !summed {
				begin, n = n, int(values[o*row+s+1])-n
			}
			check(n >= 0 && begin >= 0 && begin+n <= size, "segment_reduce(): a segment from %d of length %d is not within a dimension of size %d", begin, n, size)
			for i := range inner {
				stretch((o*size+begin)*inner+i, inner, n, (o*count+s)*inner+i)
			}
			begin += n
		}
	}
}

func initialOf(a Args, i int) *float64 {
	if a.none(i) {
		return nil
	}
	v := a.float(i)
	return &v
}

func segmentReduce(_ *Context, a Args, out []*tensor.Tensor) {
	x, reduce, initial := a.tensor(0), a.str(1), initialOf(a, 7)
	round := roundingTo(x.DType())
	data, results := x.Floats(), make([]float64, out[0].Numel())
	segments(a.optional(2), a.optional(4), x.Sizes(), wrapDim(a.int(5), x.Dim()), func(from, step, n, at int) {
		v := segmentStart(reduce, initial)
		for k := range n {
			d := data[from+k*step]
			switch {
			case reduce == "prod":
				v = round(v * d)
			case reduce == "sum" || reduce == "mean":
				v = round(v + d)
			case math.IsNaN(d) || reduce == "max" && v < d || reduce == "min" && d < v:
				v = d
			}
		}
		if reduce == "mean" {
			if n > 0 && !math.IsNaN(v) {
				v = round(v / float64(n))
			} else if initial == nil {
				v = math.NaN()
			}
		}
		results[at] = v
	})
	tensor.StoreFloats(out[0], results)
}

// segmentBack gives elements their part of the gradient of a stretch. Equal extremes share it, and what is no number is an extreme.
func segmentBack(_ *Context, a Args, out []*tensor.Tensor) {
	x, reduce := a.tensor(2), a.str(3)
	round := roundingTo(x.DType())
	first := 1.0
	if initial := initialOf(a, 7); initial != nil {
		first = *initial
	}
	grad, results, data, made := a.tensor(0).Floats(), a.tensor(1).Floats(), x.Floats(), make([]float64, x.Numel())
	segments(a.optional(4), a.optional(5), x.Sizes(), wrapDim(a.int(6), x.Dim()), func(from, step, n, at int) {
		g := grad[at]
		equal := 0
		for k := range n {
			i := from + k*step
			switch reduce {
			case "sum":
				made[i] = g
			case "mean":
				made[i] = round(g / float64(n))
			case "prod":
				if math.IsNaN(data[i]) || data[i] == 0 {
					made[i] = round(g * productWithout(data, from, step, n, k, first, round))
				} else {
					made[i] = round(round(g*results[at]) / data[i])
				}
			default:
				if math.IsNaN(data[i]) || data[i] == results[at] {
					made[i] = g
					equal++
				}
			}
		}
		for k := 0; equal > 1 && k < n; k++ {
			made[from+k*step] = round(made[from+k*step] / float64(equal))
		}
	})
	tensor.StoreFloats(out[0], made)
}

// productWithout is the product of a stretch without its element k.
func productWithout(data []float64, from, step, n, k int, first float64, round func(float64) float64) float64 {
	v := first
	for j := range n {
		if j != k {
			v = round(v * data[from+j*step])
		}
	}
	return v
}
