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
	k *ir.Kernel
	x ir.ID // the element, in its own type
}

// wide is a value in the type that sums are made in.
func (r rowReducer) wide(v ir.ID) ir.ID {
	if r.k.TypeOf(v).Float() {
		return r.k.To(ir.F64, v)
	}
	return r.k.To(ir.I64, v)
}

func (r rowReducer) double(v ir.ID) ir.ID            { return r.k.To(ir.F64, v) }
func (r rowReducer) number(f float64) ir.ID          { return r.k.Const(ir.F64, f) }
func (r rowReducer) do(o ir.Op, args ...ir.ID) ir.ID { return r.k.Do(o, args...) }
func (r rowReducer) over(o ir.Op, v ir.ID) ir.ID     { return r.k.Reduce(o, v) }
func (r rowReducer) scalar(name string) ir.ID        { return r.k.Scalar(name, ir.F64) }
func (r rowReducer) isZero(v ir.ID) ir.ID            { return r.do(ir.Eq, v, r.k.Const(r.k.TypeOf(v), 0)) }
func (r rowReducer) pick(cond, yes, no ir.ID) ir.ID  { return r.do(ir.Select, cond, yes, no) }
func (r rowReducer) truth(v ir.ID) ir.ID {
	if r.k.TypeOf(v) == ir.Bool {
		return v
	}
	return r.do(ir.Ne, v, r.k.Const(r.k.TypeOf(v), 0))
}

// rowReductions gives the result of a row by name. Scalars come with the call, in the order in which they are declared.
var rowReductions = map[string]func(r rowReducer) ir.ID{
	"sum":  func(r rowReducer) ir.ID { return r.over(ir.Add, r.wide(r.x)) },
	"prod": func(r rowReducer) ir.ID { return r.over(ir.Mul, r.wide(r.x)) },
	"mean": func(r rowReducer) ir.ID { return r.do(ir.Div, r.over(ir.Add, r.double(r.x)), r.scalar("n")) },
	"any":  func(r rowReducer) ir.ID { return r.over(ir.Or, r.truth(r.x)) },
	"all":  func(r rowReducer) ir.ID { return r.over(ir.And, r.truth(r.x)) },
	"max":  func(r rowReducer) ir.ID { return r.extremum(ir.Max, ir.Or) },
	"min":  func(r rowReducer) ir.ID { return r.extremum(ir.Min, ir.And) },
	"var":  rowVariance,
	"std":  func(r rowReducer) ir.ID { return r.do(ir.Sqrt, rowVariance(r)) },
	"norm 2": func(r rowReducer) ir.ID {
		x := r.double(r.x)
		return r.do(ir.Sqrt, r.over(ir.Add, r.do(ir.Mul, x, x)))
	},
	"norm 1":    func(r rowReducer) ir.ID { return r.over(ir.Add, r.do(ir.Abs, r.double(r.x))) },
	"norm inf":  func(r rowReducer) ir.ID { return r.over(ir.Max, r.do(ir.Abs, r.x)) },
	"logsumexp": rowLogSumExp,
}

func (r rowReducer) extremum(numbers, bools ir.Op) ir.ID {
	if r.k.TypeOf(r.x) == ir.Bool {
		return r.over(bools, r.x)
	}
	return r.over(numbers, r.x)
}

// rowVariance is the mean of the squared distances from the mean, the divisor being given.
func rowVariance(r rowReducer) ir.ID {
	x := r.double(r.x)
	mean := r.do(ir.Div, r.over(ir.Add, x), r.scalar("n"))
	r.k.NextPass()
	d := r.do(ir.Sub, x, mean)
	return r.do(ir.Div, r.over(ir.Add, r.do(ir.Mul, d, d)), r.scalar("divisor"))
}

// rowLogSumExp takes the largest element out of the sum, if it is finite.
func rowLogSumExp(r rowReducer) ir.ID {
	t := r.k.TypeOf(r.x)
	x := r.x
	if !t.Float() {
		t = ir.F32
		x = r.k.To(t, x)
	}
	largest := r.over(ir.Max, x)
	r.k.NextPass()
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
		storeAs(k, to, rowReductions[name](rowReducer{k, x}))
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
