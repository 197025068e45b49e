package numpy

import (
	"slices"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// large is from how many elements on the kernels of the operator table compute. They differ from what smaller arrays get by the
// last bit at most, and not at all in arithmetic and square roots.
const large = 1 << 14

// operatorOf names the operators that do what universal functions do.
var operatorOf = map[string]string{"add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "sqrt": "sqrt", "exp": "exp", "log": "log", "sin": "sin", "cos": "cos", "tan": "tan",
	"tanh": "tanh", "log1p": "log1p", "expm1": "expm1", "log2": "log2", "log10": "log10", "exp2": "exp2", "arctan": "atan", "sinh": "sinh", "cosh": "cosh", "maximum": "maximum", "minimum": "minimum",
	"square": "square", "absolute": "abs", "negative": "neg", "floor": "floor", "ceil": "ceil", "reciprocal": "reciprocal"}

// byOperator computes a large dense function of floats by an operator, ok false where there is none for it.
func (u *ufunc) byOperator(th *object.Thread, loop DType, ins []*Array, out *Array) (ok bool, err error) {
	name, known := operatorOf[u.name]
	if !known || loop.C != Float32 && loop.C != Float64 || out.dt != loop || !out.isC() || out.size() < large {
		return false, nil
	}
	args := make([]ops.Value, len(ins))
	for i, in := range ins {
		if in.dt != loop {
			return false, nil
		}
		if !in.isC() {
			if slices.ContainsFunc(in.strides, func(s int) bool { return s != 0 }) {
				return false, nil
			}
			in = in.withGeometry([]int{}, []int{}, in.off)
		}
		if args[i], err = asTensor(th, in); err != nil {
			return false, err
		}
	}
	results, err := operate(th, name, args)
	if err != nil || len(results) != 1 || results[0].dt != loop || !slices.Equal(results[0].shape, out.shape) {
		return false, err
	}
	r := results[0]
	flags := 0
	if !u.quiet {
		flags = u.flagsOf(ins, r)
	}
	if r.isC() && out.base.IsNull() && out.fresh {
		out.mem, out.off = r.mem, r.off
	} else {
		copyElements(out, r)
	}
	if flags != 0 {
		return true, floatingError(th, flags, u.name)
	}
	return true, nil
}

// flagsOf looks at the chunks in which something is not finite.
func (u *ufunc) flagsOf(ins []*Array, out *Array) (flags int) {
	arrays := append([]*Array{out}, ins...)
	rows(arrays, func(pos []int, n int, step []int) {
		var bufs [3][chunk]float64
		p := slices.Clone(pos)
		for n > 0 {
			m := min(n, chunk)
			loadReal(out, p[0], step[0], bufs[0][:m])
			bad := 0.0
			for _, v := range bufs[0][:m] {
				bad += v * 0
			}
			if bad != 0 {
				for k, in := range ins {
					loadReal(in, p[k+1], step[k+1], bufs[k+1][:m])
				}
				var y []float64
				if len(ins) == 2 {
					y = bufs[2][:m]
				}
				flags |= u.floatFlags(bufs[1][:m], y, bufs[0][:m])
			}
			for k := range p {
				p[k] += m * step[k]
			}
			n -= m
		}
	})
	return flags
}

// small computes dense float64 arrays without buffers, ok false where these are needed.
func (u *ufunc) small(th *object.Thread, k *kernel, ins []*Array, out *Array, name string) (ok bool, err error) {
	n := out.size()
	if n == 0 {
		return true, nil
	}
	if k.f == nil || out.dt.C != Float64 || !out.fresh || !out.isC() {
		return false, nil
	}
	for _, in := range ins {
		if in.dt.C != Float64 || !in.isC() {
			return false, nil
		}
	}
	o := view[float64](out)[out.off : out.off+n]
	x := view[float64](ins[0])[ins[0].off : ins[0].off+n]
	var y []float64
	if len(ins) == 2 {
		y = view[float64](ins[1])[ins[1].off : ins[1].off+n]
	}
	k.f(x, y, o)
	if !u.quiet {
		if flags := u.floatFlags(x, y, o); flags != 0 {
			return true, floatingError(th, flags, name)
		}
	}
	return true, nil
}
