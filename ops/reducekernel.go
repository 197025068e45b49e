package ops

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/tensor"
)

// Reductions of real tensors. Floats are summed in float64, integers in int64; results are rounded once.

// rowReducer is what the expression of a reduction is built with.
type rowReducer struct {
	k   *ir.Kernel
	x   ir.ID   // the element, in its own type
	sum ir.Type // that floats are summed in
	// scalar gives a parameter: n the length of a row, divisor that of a variance.
	scalar func(name string, t ir.Type) ir.ID
}

// wide is a value in the type that sums are made in.
func (r rowReducer) wide(v ir.ID) ir.ID {
	if r.k.TypeOf(v).Float() {
		return r.real(v)
	}
	return r.k.To(ir.I64, v)
}

// real is a value in the type that floats are summed in.
func (r rowReducer) real(v ir.ID) ir.ID              { return r.k.To(r.sum, v) }
func (r rowReducer) parameter(name string) ir.ID     { return r.scalar(name, r.sum) }
func (r rowReducer) do(o ir.Op, args ...ir.ID) ir.ID { return r.k.Do(o, args...) }
func (r rowReducer) over(o ir.Op, v ir.ID) ir.ID     { return r.k.Reduce(o, v) }
func (r rowReducer) pick(cond, yes, no ir.ID) ir.ID  { return r.do(ir.Select, cond, yes, no) }
func (r rowReducer) truth(v ir.ID) ir.ID {
	if r.k.TypeOf(v) == ir.Bool {
		return v
	}
	return r.do(ir.Ne, v, r.k.Const(r.k.TypeOf(v), 0))
}

// rowStep is what a reduction does in one pass over the row, with the result of the pass before.
type rowStep func(r rowReducer, before ir.ID) ir.ID

// rowReductions gives the passes of reductions by name; the last one gives the result of the row.
var rowReductions = map[string][]rowStep{
	"sum":  {func(r rowReducer, _ ir.ID) ir.ID { return r.over(ir.Add, r.wide(r.x)) }},
	"prod": {func(r rowReducer, _ ir.ID) ir.ID { return r.over(ir.Mul, r.wide(r.x)) }},
	"mean": {func(r rowReducer, _ ir.ID) ir.ID {
		return r.do(ir.Div, r.narrow(r.over(ir.Add, r.real(r.x))), r.narrow(r.parameter("n")))
	}},
	"any": {func(r rowReducer, _ ir.ID) ir.ID { return r.over(ir.Or, r.truth(r.x)) }},
	"all": {func(r rowReducer, _ ir.ID) ir.ID { return r.over(ir.And, r.truth(r.x)) }},
	"max": {func(r rowReducer, _ ir.ID) ir.ID { return r.extremum(ir.Max, ir.Or) }},
	"min": {func(r rowReducer, _ ir.ID) ir.ID { return r.extremum(ir.Min, ir.And) }},
	"var": {rowMean, rowVariance},
	"std": {rowMean, func(r rowReducer, mean ir.ID) ir.ID { return r.do(ir.Sqrt, rowVariance(r, mean)) }},
	"norm 2": {func(r rowReducer, _ ir.ID) ir.ID {
		x := r.float(r.x)
		return r.do(ir.Sqrt, r.narrow(r.over(ir.Add, r.real(r.do(ir.Mul, x, x)))))
	}},
	"norm 1":    {func(r rowReducer, _ ir.ID) ir.ID { return r.over(ir.Add, r.do(ir.Abs, r.real(r.x))) }},
	"norm inf":  {func(r rowReducer, _ ir.ID) ir.ID { return r.over(ir.Max, r.do(ir.Abs, r.x)) }},
	"logsumexp": {func(r rowReducer, _ ir.ID) ir.ID { return r.over(ir.Max, r.float(r.x)) }, rowLogSumExp},
}

func (r rowReducer) extremum(numbers, bools ir.Op) ir.ID {
	if r.k.TypeOf(r.x) == ir.Bool {
		return r.over(bools, r.x)
	}
	return r.over(numbers, r.x)
}

// float is a value as a float: integers become float32.
func (r rowReducer) float(v ir.ID) ir.ID {
	if r.k.TypeOf(v).Float() {
		return v
	}
	return r.k.To(ir.F32, v)
}

// narrow is a sum, or what goes with it, in the type that elements are computed in: what is beyond that is infinite.
func (r rowReducer) narrow(v ir.ID) ir.ID { return r.k.To(r.k.TypeOf(r.float(r.x)), v) }

func rowMean(r rowReducer, _ ir.ID) ir.ID {
	return r.do(ir.Div, r.over(ir.Add, r.real(r.x)), r.parameter("n"))
}

// rowVariance is the mean of the squared distances from the mean, the divisor being given.
func rowVariance(r rowReducer, mean ir.ID) ir.ID {
	d := r.do(ir.Sub, r.real(r.x), mean)
	return r.do(ir.Div, r.over(ir.Add, r.do(ir.Mul, d, d)), r.parameter("divisor"))
}

// rowLogSumExp takes the largest element out of the sum, if it is finite.
func rowLogSumExp(r rowReducer, largest ir.ID) ir.ID {
	x := r.float(r.x)
	t := r.k.TypeOf(x)
	infinite := r.do(ir.Eq, r.do(ir.Abs, largest), r.k.Const(t, math.Inf(1)))
	shift := r.pick(infinite, r.k.Const(t, 0), largest)
	sum := r.over(ir.Add, maths.Exp(r.k, r.do(ir.Sub, x, shift)))
	return r.do(ir.Add, maths.Log(r.k, sum), shift)
}

// reduceRows fills out with the reduction called name of t over dims; false for complex numbers.
func reduceRows(ctx *Context, name string, out, t *tensor.Tensor, dims []int, scalars ...float64) bool {
	if t.DType().IsComplex() || out.DType().IsComplex() {
		return false
	}
	if out.Numel() == 0 {
		return true
	}
	t = foldable(resolved(t), dims)
	kernel := ctx.rowKernel(name, "", func(k *ir.Kernel, types []ir.Elem) {
		x := k.Load(k.In("x", types[0]))
		to := k.RowOut("out", types[1])
		r := rowReducer{k: k, x: x, sum: ir.F64, scalar: k.Scalar}
		v := ir.ID(0)
		for i, step := range rowReductions[name] {
			if i > 0 {
				k.NextPass()
			}
			v = step(r, v)
		}
		storeAs(k, to, v)
	}, t, out)
	r := rowsAlong(t.Sizes(), dims)
	words := make([]uint64, len(scalars))
	for i, s := range scalars {
		words[i] = ir.Float64Bits(s)
	}
	r.run(kernel, words, r.whole(t), r.perRow(out))
	return true
}

// pickRows finds the largest or smallest element of each row and the index of the first; a NaN counts as better than
// all numbers. Either result may be nil.
func pickRows(ctx *Context, t *tensor.Tensor, dims []int, largest bool, values, indices *tensor.Tensor) {
	if indices.Numel() == 0 {
		return
	}
	form, op := "min", ir.Min
	if largest {
		form, op = "max", ir.Max
	}
	if values == nil {
		form += " index"
	}
	t = foldable(resolved(t), dims)
	kernel := ctx.rowKernel("pick", form, func(k *ir.Kernel, types []ir.Elem) {
		x := k.Load(k.In("x", types[0]))
		index := k.Load(k.Iota("i", ir.Int32))
		if k.TypeOf(x) == ir.Bool {
			x = k.To(ir.I32, x)
		}
		best := k.Reduce(op, x)
		k.NextPass()
		found := k.Do(ir.Eq, x, best)
		if k.TypeOf(x).Float() {
			found = k.Do(ir.Or, found, k.Do(ir.Ne, x, x))
		}
		first := k.Reduce(ir.Min, k.Do(ir.Select, found, index, k.Const(ir.I32, math.MaxInt32)))
		storeAs(k, k.RowOut("indices", types[1]), first)
		if values != nil {
			storeAs(k, k.RowOut("values", types[2]), best)
		}
	}, t, indices, values)
	if kernel == nil {
		notImplemented("max_cpu", t.DType())
	}
	r := rowsAlong(t.Sizes(), dims)
	counter := ir.Buffer{Strides: make([]int, len(r.keep), len(t.Sizes()))}
	counter.Strides = append(counter.Strides, tensor.ContiguousStrides(r.Reduce)...)
	buffers := []ir.Buffer{r.whole(t), counter, r.perRow(indices)}
	if values != nil {
		buffers = append(buffers, r.perRow(values))
	}
	r.run(kernel, nil, buffers...)
}
