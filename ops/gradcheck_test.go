package ops

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// gradcheck compares derivatives with difference quotients along random directions. For complex tensors a gradient is
// the conjugate cotangent, as PyTorch has it: a change v of x changes the real number L by Re(conj(grad) v); a random
// complex direction tries real and imaginary changes together.
type gradcheck struct {
	ctx    *Context
	f      func(in []Value) ([]Value, error)
	leaves []leaf
	rand   *rand.Rand
	order  int   // 1, or 2 for derivatives of derivatives too
	only   []int // numbers of the results to look at; nil for all
}

// gradError is a difference in the derivative of an order; order 0 is a function that cannot be run.
type gradError struct {
	order int
	text  string
}

func (e *gradError) Error() string { return fmt.Sprintf("order %d: %s", e.order, e.text) }

// steps are tried in turn: a right derivative agrees with one of them even close to a kink.
var steps = []float64{1e-4, 1e-5, 1e-6, 3e-4}

const gradTolerance = 3e-6

// inner is Re sum conj(a) b.
func inner(a, b *tensor.Tensor) (sum float64) {
	x, y := a.To(tensor.Complex128).Complexes(), b.To(tensor.Complex128).Complexes()
	for i := range x {
		sum += real(x[i])*real(y[i]) + imag(x[i])*imag(y[i])
	}
	return sum
}

// size is the sum of the products' absolute values: the scale of rounding errors in inner.
func size(a, b *tensor.Tensor) (sum float64) {
	x, y := a.To(tensor.Complex128).Complexes(), b.To(tensor.Complex128).Complexes()
	for i := range x {
		sum += math.Abs(real(x[i])*real(y[i])) + math.Abs(imag(x[i])*imag(y[i]))
	}
	return sum
}

// shifted returns t + h*v with t's geometry.
func shiftedBy(t, v *tensor.Tensor, h float64) *tensor.Tensor {
	out := cloneExact(t)
	x, y := t.To(tensor.Complex128).Complexes(), v.To(tensor.Complex128).Complexes()
	for i := range x {
		x[i] += complex(h, 0) * y[i]
	}
	dense := tensor.New(t.DType(), t.Sizes()...)
	if t.DType().IsComplex() {
		tensor.StoreComplexes(dense, x)
	} else {
		re := make([]float64, len(x))
		for i := range x {
			re[i] = real(x[i])
		}
		tensor.StoreFloats(dense, re)
	}
	tensor.Copy(out, dense)
	return out
}

func (c *gradcheck) results(in []Value) ([]*tensor.Tensor, error) {
	values, err := c.f(in)
	if err != nil {
		return nil, err
	}
	var out []*tensor.Tensor
	for i, t := range flatTensors(values) {
		if (c.only == nil || slices.Contains(c.only, i)) && precise(t.DType()) {
			out = append(out, t)
		}
	}
	return out, nil
}

// precise says whether difference quotients mean something in a type.
func precise(d tensor.DType) bool { return d == tensor.Float64 || d == tensor.Complex128 }

// point is a place: the leaves and the gradients of the results.
type point struct{ leaves, weights []*tensor.Tensor }

func (p point) moved(d point, h float64) point {
	move := func(t, v []*tensor.Tensor) []*tensor.Tensor {
		out := make([]*tensor.Tensor, len(t))
		for i := range t {
			out[i] = shiftedBy(t[i], v[i], h)
		}
		return out
	}
	return point{move(p.leaves, d.leaves), move(p.weights, d.weights)}
}

// first runs the function and its derivative at p. used tells which results depend on the leaves.
func (c *gradcheck) first(p point, create bool) (ins, ws, grads []Value, err error) {
	ins = make([]Value, len(p.leaves))
	for i, t := range p.leaves {
		x := cloneExact(t)
		x.RequiresGrad = true
		ins[i] = x
	}
	outs, err := c.results(ins)
	if err != nil {
		return nil, nil, nil, &gradError{0, err.Error()}
	}
	var roots []Value
	for i, o := range outs {
		if o.NeedsGrad() {
			w := cloneExact(p.weights[i])
			w.RequiresGrad = create
			roots, ws = append(roots, o), append(ws, w)
		}
	}
	if len(roots) == 0 {
		return ins, nil, nil, nil
	}
	grads, err = gradOf(c.ctx, roots, ins, ws, create)
	if err != nil {
		return nil, nil, nil, &gradError{1, err.Error()}
	}
	for i, g := range grads {
		if g != nil && fmt.Sprint(g.(*tensor.Tensor).Sizes()) != fmt.Sprint(p.leaves[i].Sizes()) {
			return nil, nil, nil, &gradError{1, fmt.Sprintf("gradient %d has sizes %v, its tensor %v", i, g.(*tensor.Tensor).Sizes(), p.leaves[i].Sizes())}
		}
		if g != nil && g.(*tensor.Tensor).DType() != p.leaves[i].DType() {
			return nil, nil, nil, &gradError{1, fmt.Sprintf("gradient %d has type %v, its tensor %v", i, g.(*tensor.Tensor).DType(), p.leaves[i].DType())}
		}
	}
	return ins, ws, grads, nil
}

// check reports the first difference. differentiable is false when no result depends on the leaves.
func (c *gradcheck) check() (differentiable bool, err error) {
	at := point{}
	for _, l := range c.leaves {
		at.leaves = append(at.leaves, l.tensor)
	}
	plain := make([]Value, len(at.leaves))
	for i, t := range at.leaves {
		plain[i] = cloneExact(t)
	}
	outs, err := withoutGrad(c.ctx, func() ([]*tensor.Tensor, error) { return c.results(plain) })
	if err != nil {
		return false, &gradError{0, err.Error()}
	}
	direction := point{}
	for _, o := range outs {
		compact := tensor.New(o.DType(), o.Sizes()...)
		at.weights = append(at.weights, randomLike(c.rand, compact, false))
		direction.weights = append(direction.weights, randomLike(c.rand, compact, false))
	}
	for _, l := range c.leaves {
		direction.leaves = append(direction.leaves, randomLike(c.rand, l.tensor, l.hermitian))
	}
	elements := 0
	for _, t := range at.leaves {
		elements += t.Numel()
	}
	ins, ws, grads, err := c.first(at, c.order > 1)
	if err != nil || ws == nil || elements == 0 {
		return false, err
	}
	depends := make([]bool, len(outs)) // results that carry a gradient
	{
		again, err := c.results(ins)
		if err != nil {
			return true, &gradError{0, err.Error()}
		}
		for i, o := range again {
			depends[i] = o.NeedsGrad()
		}
	}
	value := func(p point) (float64, error) {
		outs, err := withoutGrad(c.ctx, func() ([]*tensor.Tensor, error) { return c.results(asValues(p.leaves)) })
		total := 0.0
		for i, o := range outs {
			if depends[i] {
				total += inner(at.weights[i], o)
			}
		}
		return total, err
	}
	still := point{direction.leaves, make([]*tensor.Tensor, len(at.weights))}
	for i, w := range at.weights {
		still.weights[i] = tensor.New(w.DType(), w.Sizes()...)
	}
	if err := agree(1, at, still, grads, value); err != nil || c.order < 2 {
		return true, err
	}
	return true, c.second(at, direction, depends, ins, ws, grads)
}

func asValues(t []*tensor.Tensor) []Value {
	out := make([]Value, len(t))
	for i := range t {
		out[i] = t[i]
	}
	return out
}

// second differentiates the gradients, as functions of the leaves and of the gradients of the results.
func (c *gradcheck) second(at, direction point, depends []bool, ins, ws, grads []Value) error {
	var roots, weights []Value
	u := make([]*tensor.Tensor, len(grads))
	for i, g := range grads {
		if g != nil && g.(*tensor.Tensor).NeedsGrad() {
			u[i] = randomLike(c.rand, tensor.New(g.(*tensor.Tensor).DType(), g.(*tensor.Tensor).Sizes()...), false)
			roots, weights = append(roots, g), append(weights, u[i])
		}
	}
	if len(roots) == 0 {
		return nil
	}
	all := append(append([]Value(nil), ins...), ws...)
	seconds, err := gradOf(c.ctx, roots, all, weights, false)
	if err != nil {
		return &gradError{2, err.Error()}
	}
	// the weights of results without a gradient play no part
	place := point{leaves: append([]*tensor.Tensor(nil), at.leaves...)}
	along := point{leaves: append([]*tensor.Tensor(nil), direction.leaves...)}
	for i := range at.weights {
		if depends[i] {
			place.leaves, along.leaves = append(place.leaves, at.weights[i]), append(along.leaves, direction.weights[i])
		}
	}
	n := len(at.leaves)
	return agree(2, place, along, seconds, func(p point) (float64, error) {
		full := point{leaves: p.leaves[:n], weights: append([]*tensor.Tensor(nil), at.weights...)}
		k := n
		for i := range full.weights {
			if depends[i] {
				full.weights[i] = p.leaves[k]
				k++
			}
		}
		_, _, grads, err := c.first(full, false)
		total := 0.0
		for i, g := range grads {
			if u[i] != nil && g != nil {
				total += inner(u[i], g.(*tensor.Tensor))
			}
		}
		return total, err
	})
}

// agree compares the change of value along a direction with what the gradients promise.
func agree(order int, at, direction point, grads []Value, value func(point) (float64, error)) error {
	promise := func(d point) (want, scale float64) {
		scale = 1
		for i, g := range grads {
			if g != nil {
				want += inner(g.(*tensor.Tensor), d.leaves[i])
				scale += size(g.(*tensor.Tensor), d.leaves[i])
			}
		}
		return want, scale
	}
	compare := func(d point) (ok bool, got, quotient float64, err error) {
		got, scale := promise(d)
		for _, h := range steps {
			hi, err := value(at.moved(d, h))
			if err != nil {
				return false, 0, 0, err
			}
			lo, err := value(at.moved(d, -h))
			if err != nil {
				return false, 0, 0, err
			}
			quotient = (hi - lo) / (2 * h)
			if math.Abs(got-quotient) <= gradTolerance*scale+1e-13*math.Abs(hi)/h || math.IsNaN(hi-lo) { // NaN: no value here

				return true, got, quotient, nil
			}
		}
		return false, got, quotient, nil
	}
	ok, got, quotient, err := compare(direction)
	if err != nil {
		return &gradError{order, err.Error()}
	}
	if ok {
		return nil
	}
	var parts []string
	for i := range direction.leaves {
		alone := point{make([]*tensor.Tensor, len(direction.leaves)), direction.weights}
		for k, v := range direction.leaves {
			alone.leaves[k] = v
			if k != i {
				alone.leaves[k] = tensor.New(v.DType(), v.Sizes()...)
			}
		}
		if ok, got, quotient, err := compare(alone); err == nil && !ok {
			parts = append(parts, fmt.Sprintf("leaf %d: derivative %.8g, difference quotient %.8g", i, got, quotient))
		}
	}
	if parts == nil {
		parts = []string{fmt.Sprintf("derivative %.8g, difference quotient %.8g", got, quotient)}
	}
	return &gradError{order, strings.Join(parts, "; ")}
}
