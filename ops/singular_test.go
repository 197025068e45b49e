package ops

import (
	"math"
	"math/cmplx"

	"github.com/magneto-go/magneto/tensor"
)

// Some functions have points where they have no derivative of the second order, and close to which it changes faster than
// difference quotients can follow. Their samples declare these by a distance (spec.singular): how far the operands of a call
// are from the nearest such point. Programs with an operand that is near one or at it are left out, and counted.

// singularDistance is what counts as near. A quotient over h of a function like 1/r² is wrong by (h/r)², which for the
// smallest step of 1e-6 is the tolerance of 3e-6 at r = 6e-4.
const singularDistance = 1e-3

// nearModulus is the smallest |z|: where an angle or a direction turns. A real 0 has the angle of the numbers beside it.
func nearModulus(a Args) float64 {
	d, isReal := math.Inf(1), !a.tensor(0).DType().IsComplex()
	for _, z := range a.tensor(0).To(tensor.Complex128).Complexes() {
		if r := cmplx.Abs(z); r > 0 || !isReal {
			d = min(d, r)
		}
	}
	return d
}

// nearComplexModulus leaves real numbers out: on their line |x| and x/|x| have a kink or a jump at 0 and are smooth beside it. But on
// which side of 0 a number is that is no more than what rounding leaves depends on nothing.
func nearComplexModulus(a Args) float64 {
	if a.tensor(0).DType().IsComplex() {
		return nearModulus(a)
	}
	for _, x := range a.tensor(0).To(tensor.Float64).Floats() {
		if math.Abs(x) < roundingNoise {
			return math.Abs(x)
		}
	}
	return math.Inf(1)
}

// roundingNoise is above what is left of differences of equal numbers of the size of the samples.
const roundingNoise = 1e-12

// nearNorm is for (Σ|x|^p)^(1/p) over the dimensions of argument 2: 0 as a vector, and where p is below 2 or a number is
// complex each 0 of an element, since |x|^p has no second derivative there.
func nearNorm(a Args) float64 {
	x, p := a.tensor(0), a.float(1)
	d := math.Inf(1)
	if p == 0 || math.IsInf(p, 0) { // counts, and picks an element
		return d
	}
	if p < 2 || p != 2 && x.DType().IsComplex() {
		if p == 1 && !x.DType().IsComplex() { // a kink
			return d
		}
		for _, z := range x.To(tensor.Complex128).Complexes() {
			d = min(d, cmplx.Abs(z))
		}
		return d
	}
	dims := a.ints(2)
	squares := map[int]float64{}
	for i, z := range x.To(tensor.Complex128).Complexes() {
		squares[rowOf(i, x.Sizes(), dims)] += real(z)*real(z) + imag(z)*imag(z)
	}
	for _, s := range squares {
		d = min(d, math.Sqrt(s))
	}
	return d
}

// rowOf numbers the rows that a reduction over dims (none for all) reduces; i counts elements in order.
func rowOf(i int, sizes, dims []int) int {
	if len(dims) == 0 {
		return 0
	}
	reduced := map[int]bool{}
	for _, d := range dims {
		reduced[(d+len(sizes))%len(sizes)] = true
	}
	row, scale := 0, 1
	for d := len(sizes) - 1; d >= 0; d-- {
		if at := i % sizes[d]; !reduced[d] {
			row += at * scale
			scale *= sizes[d]
		}
		i /= sizes[d]
	}
	return row
}

// singularWatch is a recorder that looks at the operands of operators whose samples declare singular points. It sees what
// composite operators are made of.
type singularWatch struct {
	specs   map[string]spec
	nearest float64
}

func (w *singularWatch) Record(op *Op, args, outs []Value) {
	if op.Functional != nil {
		op = op.Functional
	}
	if f := w.specs[op.String()].singular; f != nil {
		w.nearest = min(w.nearest, f(args))
	}
}

// nearSingular says whether an operand of the program is near a point without derivatives.
func (p *program) nearSingular(ctx *Context, specs map[string]spec) bool {
	w := &singularWatch{specs, math.Inf(1)}
	l := ctx.PushRecorder(w)
	defer ctx.PopLevel(l)
	_, _ = withoutGrad(ctx, func() (map[ref]*tensor.Tensor, error) {
		in := make([]Value, len(p.leaves))
		for i, x := range p.leaves {
			in[i] = cloneExact(x)
		}
		return p.run(ctx, in)
	})
	return w.nearest < singularDistance
}
