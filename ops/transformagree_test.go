package ops

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

var (
	agreeCalls = flag.Int("agree.n", 2, "calls of each overload that TestTransformsAgreeOnTable makes; 0 for all samples")
	agreeSeed  = flag.Uint64("agree.seed", 1, "seed of what TestTransformsAgreeOnTable draws")
)

// TestTransformsAgreeOnTable compares, for samples of each overload, what a transform gives with what follows from plain calls: vmap with a loop, of the
// operator, of its in-place form and of its derivative; a tangent with the derivative; half precision with single.
func TestTransformsAgreeOnTable(t *testing.T) {
	specs := sampleSpecs(t)
	r := &report{NewContext(), t, map[string]int{}, map[string]bool{}}
	compared := map[string]int{}
	for _, op := range Table() {
		plain := op
		if op.Functional != nil {
			plain = op.Functional
		}
		if op.Random() || op.Variant == Out || strings.Contains(op.Name, "empty") || notCompared[plain.Name] {
			continue
		}
		calls := specs[plain.String()].callsOf(plain)
		rnd := rand.New(rand.NewPCG(*agreeSeed, uint64(len(op.String()))))
		rnd.Shuffle(len(calls), func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
		if *agreeCalls > 0 {
			calls = calls[:min(len(calls), *agreeCalls)]
		}
		for _, c := range calls {
			a := &agreement{c, op, r, rnd, compared}
			a.mapped()
			a.mappedDerivative()
			a.tangents()
			a.halves()
		}
	}
	t.Logf("compared %v, differences %v", compared, r.count)
	for _, property := range []string{"vmap", "vmap of the derivative", "tangent", "half"} {
		if compared[property] < 400 {
			t.Errorf("%s: only %d calls compared", property, compared[property])
		}
	}
}

// notCompared are operators whose results depend on where the elements lie in memory, which is another place under a transform, or whose sizes are not
// of their arguments.
var notCompared = map[string]bool{
	"as_strided": true, "_reshape_alias": true, "as_strided_copy": true, "as_strided_scatter": true, "view_as_complex": true, "view_as_complex_copy": true, "view.dtype": true, "view_copy": true, "view": true,
	"requires_grad_": true, "resize_": true, "resize_as_": true, "detach": true, "repeat_interleave": true, "_fused_attention": true, "_fused_attention.backward": true, "_fused_group_norm": true, "_fused_group_norm.backward": true,
}

// agreement is one sample of an overload, which may be the in-place form of the operator that is sampled.
type agreement struct {
	*sampleCall
	form     *Op
	r        *report
	rand     *rand.Rand
	compared map[string]int
}

// lanes are the arguments for each element of a mapped dimension, and which tensors are mapped; the others are the same everywhere.
func (a *agreement) lanes(n int) (lanes [][]Value, mapped []bool) {
	first, _ := a.build()
	count := len(flatTensors(first))
	mapped = make([]bool, count)
	for i := range mapped {
		mapped[i] = a.rand.IntN(3) > 0 || a.form.Variant == InPlace && i == 0
	}
	if count > 0 {
		mapped[a.rand.IntN(count)] = true
	}
	for k := range n {
		other := *a.sampleCall
		other.seed += uint64(k)
		args, _ := other.build()
		values := flatTensors(args)
		at := -1
		lanes = append(lanes, cloneArgs(first, func(t *tensor.Tensor) *tensor.Tensor {
			if at++; mapped[at] {
				return cloneExact(values[at])
			}
			return cloneExact(t)
		}))
		for i, v := range args {
			if _, number := v.(int64); number && fmt.Sprint(v) != fmt.Sprint(first[i]) {
				return nil, nil
			}
		}
	}
	return lanes, mapped
}

// together runs f under vmap over the lanes.
func (a *agreement) together(lanes [][]Value, mapped []bool, f func(args []Value) ([]Value, error)) ([]Value, error) {
	return guarded(func() (out []Value, err error) {
		ctx := a.r.ctx
		defer ctx.catch(&err, ctx.state())
		l := ctx.PushVmap(sym(len(lanes)), "error")
		defer ctx.PopLevel(l)
		at := -1
		args := cloneArgs(lanes[0], func(t *tensor.Tensor) *tensor.Tensor {
			if at++; !mapped[at] {
				return t
			}
			var each []Value
			for _, lane := range lanes {
				each = append(each, flatTensors(lane)[at])
			}
			dim := a.rand.IntN(t.Dim() + 1)
			stacked := ctx.call1("stack", each, int64(dim))
			return must(ctx.AddBatchDim(l, stacked, dim)).(*tensor.Tensor)
		})
		results, err := f(args)
		if err != nil {
			return nil, err
		}
		for _, t := range flatTensors(results) {
			out = append(out, must(ctx.RemoveBatchDim(l, t, 0)))
		}
		return out, nil
	})
}

// compareMapped compares f under vmap with f on each lane.
func (a *agreement) compareMapped(property string, tolerance float64, f func(args []Value) ([]Value, error)) {
	lanes, mapped := a.lanes(2)
	if lanes == nil || len(mapped) == 0 {
		return
	}
	var want []Value
	for _, lane := range lanes {
		copies := cloneArgs(lane, cloneExact)
		results, err := f(copies)
		if err != nil {
			return // what it refuses alone
		}
		for i, t := range flatTensors(results) {
			if len(want) <= i {
				want = append(want, []Value(nil))
			}
			want[i] = append(want[i].([]Value), t)
		}
	}
	for i, each := range want {
		stacked, err := guarded(func() (out []Value, err error) {
			defer a.r.ctx.catch(&err, a.r.ctx.state())
			return a.r.ctx.call("stack", each, int64(0)), nil
		})
		if err != nil {
			return // results of different sizes
		}
		want[i] = stacked[0]
	}
	got, err := a.together(lanes, mapped, f)
	if err != nil {
		if !isRefusedByVmap(err) {
			a.r.differ(a.form, property, "%s, mapped %v: %v", a.sampleCall, mapped, err)
		}
		return
	}
	a.compared[property]++
	if text := differentValues(got, want, tolerance); text != "" && !a.onlyStrides() {
		a.r.differ(a.form, property, "%s, mapped %v: %s", a.sampleCall, mapped, text)
	}
}

func isRefusedByVmap(err error) bool {
	text := err.Error()
	return strings.Contains(text, "vmap") || strings.Contains(text, "atching rule")
}

// limit is the relative error to allow: sums are taken in another order.
func (a *agreement) limit() float64 {
	if strings.HasSuffix(a.op.Name, "space") || a.op.Name == "_weight_int8pack_mm" { // of float32
		return 1e-6
	}
	return max(1e-9, 4*tolerance(a.dtype))
}

func (a *agreement) mapped() {
	if strings.Contains(a.template, "channels_last") { // which are of another rank below
		return
	}
	a.compareMapped("vmap", a.limit(), func(args []Value) ([]Value, error) {
		return withoutGrad(a.r.ctx, func() ([]Value, error) { return callOp(a.r.ctx, a.form, args) })
	})
}

// differentiated are the gradients of a weighted sum of what the operator gives.
func (a *agreement) differentiated(args []Value) ([]Value, error) {
	ctx := a.r.ctx
	l := ctx.PushGrad()
	defer ctx.PopLevel(l)
	var leaves []Value
	tracked := cloneArgs(args, func(t *tensor.Tensor) *tensor.Tensor {
		if !precise(t.DType()) {
			return t
		}
		w, err := ctx.TrackedBy(l, t, true)
		rethrow(err)
		leaves = append(leaves, w)
		return w.(*tensor.Tensor)
	})
	if a.form.Variant == InPlace {
		tracked[0] = ctx.clone(tracked[0])
	}
	results, err := callOp(ctx, a.form, tracked)
	if err != nil {
		return nil, err
	}
	var roots []Value
	for _, t := range flatTensors(results) {
		if RequiresGrad(t) && ownedBy(l, t) != nil {
			roots = append(roots, t)
		}
	}
	if len(roots) == 0 || len(leaves) == 0 {
		return nil, &Error{"RuntimeError", "nothing to differentiate"}
	}
	var weights []Value
	for _, root := range roots {
		weights = append(weights, Unwrapped(l, ctx.onesLike(root)))
	}
	grads, err := ctx.Grad(roots, leaves, weights, false, false, true)
	if err != nil {
		return nil, err
	}
	for i, g := range grads {
		if g == nil {
			g = ctx.zerosLike(leaves[i])
		}
		grads[i] = Unwrapped(l, g)
	}
	return grads, nil
}

func (a *agreement) mappedDerivative() {
	if !precise(a.dtype) || a.op.e.NonDiff || a.through == "-" || strings.Contains(a.template, "channels_last") {
		return
	}
	a.compareMapped("vmap of the derivative", 1e-7, func(args []Value) ([]Value, error) {
		return guarded(func() (out []Value, err error) {
			defer a.r.ctx.catch(&err, a.r.ctx.state())
			return a.differentiated(args)
		})
	})
}

// tangents compares ⟨w, Jt⟩ with ⟨Jᴴw, t⟩.
func (a *agreement) tangents() {
	if !precise(a.dtype) || a.op.e.NonDiff || a.through == "-" {
		return
	}
	ctx := a.r.ctx
	args, leaves := a.build()
	given := map[*tensor.Tensor]*tensor.Tensor{}
	for _, l := range leaves {
		if l.tensor.Numel() == 0 {
			return
		}
		if precise(l.tensor.DType()) {
			given[l.tensor] = randomLike(a.rand, l.tensor, l.hermitian)
		}
	}
	var pushed, pulled float64
	there := false
	_, err := guarded(func() (out []Value, err error) {
		defer ctx.catch(&err, ctx.state())
		var results, moved []*tensor.Tensor
		func() {
			l := Level(&forward{})
			ctx.push(l)
			defer ctx.PopLevel(l)
			duals := cloneArgs(args, func(t *tensor.Tensor) *tensor.Tensor {
				if given[t] == nil {
					return cloneExact(t)
				}
				return must(ctx.MakeDual(l, cloneExact(t), given[t])).(*tensor.Tensor)
			})
			if a.form.Variant == InPlace {
				duals[0] = ctx.clone(duals[0])
			}
			var values []Value
			values, err = callOp(ctx, a.form, duals)
			rethrow(err)
			for _, t := range flatTensors(values) {
				tangent := l.(*forward).tangent(ctx, t)
				if tangent == nil || ownedBy(l, t) == nil {
					continue
				}
				results, moved = append(results, t), append(moved, tangent.(*tensor.Tensor))
			}
		}()
		var weights []Value
		for _, m := range moved {
			if !precise(m.DType()) {
				return nil, nil
			}
			w := randomLike(a.rand, m.To(m.DType()), false)
			weights = append(weights, w)
			pushed += inner(w, m)
		}
		if len(weights) == 0 {
			return nil, nil
		}
		l := ctx.PushGrad()
		defer ctx.PopLevel(l)
		var inputs []Value
		var directions []*tensor.Tensor
		tracked := cloneArgs(args, func(t *tensor.Tensor) *tensor.Tensor {
			if given[t] == nil {
				return cloneExact(t)
			}
			w := must(ctx.TrackedBy(l, cloneExact(t), true))
			inputs, directions = append(inputs, w), append(directions, given[t])
			return w.(*tensor.Tensor)
		})
		if a.form.Variant == InPlace {
			tracked[0] = ctx.clone(tracked[0])
		}
		values, err := callOp(ctx, a.form, tracked)
		rethrow(err)
		var roots []Value
		for _, t := range flatTensors(values) {
			if RequiresGrad(t) {
				roots = append(roots, t)
			}
		}
		if len(roots) != len(weights) {
			return nil, &Error{"RuntimeError", fmt.Sprintf("%d results have a tangent, %d a derivative", len(weights), len(roots))}
		}
		grads, err := ctx.Grad(roots, inputs, weights, false, false, true)
		rethrow(err)
		for i, g := range grads {
			if g != nil {
				pulled += inner(Unwrapped(l, g).(*tensor.Tensor), directions[i])
			}
		}
		there = true
		return nil, nil
	})
	switch {
	case err != nil && strings.Contains(err.Error(), "magneto"), err != nil && strings.Contains(err.Error(), "panic"), err != nil && strings.Contains(err.Error(), "results have"):
		a.r.differ(a.form, "tangent", "%s: %v", a.sampleCall, err)
	case err != nil || !there:
	default:
		a.compared["tangent"]++
		if !close64(pushed, pulled, 1e-8) {
			a.r.differ(a.form, "tangent", "%s: by tangents %g, by derivatives %g", a.sampleCall, pushed, pulled)
		}
	}
}

// halves compares float16 and bfloat16 with float32, whose results are rounded.
func (a *agreement) halves() {
	if a.dtype.IsComplex() || !a.dtype.IsFloat() || strings.Contains(a.template, "float") || a.onlyStrides() || strings.Contains(a.op.Name, "grid_sampl") || a.op.IsView() {
		return
	}
	for _, d := range []tensor.DType{tensor.Float16, tensor.BFloat16} {
		low := *a.sampleCall
		low.dtype = d
		args, _ := low.build()
		single := cloneArgs(args, func(t *tensor.Tensor) *tensor.Tensor {
			if t.DType() == d {
				return t.To(tensor.Float32)
			}
			return cloneExact(t)
		})
		want, err := withoutGrad(a.r.ctx, func() ([]Value, error) { return callOp(a.r.ctx, a.form, single) })
		if err != nil {
			continue
		}
		got, err := withoutGrad(a.r.ctx, func() ([]Value, error) { return callOp(a.r.ctx, a.form, args) })
		if err != nil {
			if strings.Contains(err.Error(), "panic") || strings.Contains(err.Error(), "internal") {
				a.r.differ(a.form, "half", "%s: %v", &low, err)
			}
			continue
		}
		a.compared["half"]++
		for i, t := range flatTensors(got) {
			w := flatTensors(want)[i]
			if t.DType() != d || w.DType() != tensor.Float32 || fmt.Sprint(t.Sizes()) != fmt.Sprint(w.Sizes()) {
				continue
			}
			x, y := t.Floats(), w.To(d).Floats()
			if strings.Contains(a.op.Name, "cosine_embedding") && slices.ContainsFunc(x, math.IsNaN) { // its epsilon is 0 in half precision
				continue
			}
			if strings.HasSuffix(a.op.Overload, "_mode") || strings.HasPrefix(a.op.Name, "floor_divide") { // the quotient is rounded first
				continue
			}
			if at := farApart(x, y, 8*epsilonOf(d)); at >= 0 {
				a.r.differ(a.form, "half", "%s: result %d is %g at %d, %g in single precision", &low, i, x[at], at, y[at])
			}
		}
	}
}

func epsilonOf(d tensor.DType) float64 {
	if d == tensor.Float16 {
		return 1.0 / 1024
	}
	return 1.0 / 128
}
