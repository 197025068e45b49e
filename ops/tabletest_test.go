package ops

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// sampleTables are the tables of the files samples_*_test.go: specs by full names of overloads, several to a line.
var sampleTables []map[string]spec

// sampleSpecs gives the spec of each overload.
func sampleSpecs(t *testing.T) map[string]spec {
	all := map[string]spec{}
	for _, table := range sampleTables {
		for names, s := range table {
			for _, name := range strings.Fields(names) {
				if _, twice := all[name]; twice {
					t.Errorf("two specs for %s", name)
				}
				if Lookup(name) == nil {
					t.Errorf("a spec for %s, which is no operator", name)
				}
				all[name] = s
			}
		}
	}
	return all
}

// report collects differences by operator and property; the first of each is shown.
type report struct {
	ctx   *Context
	t     *testing.T
	count map[string]int
	found map[string]bool
}

func (r *report) differ(op *Op, property, format string, args ...any) {
	key := op.String() + " " + property
	r.count[property]++
	if r.found[key] {
		return
	}
	r.found[key] = true
	r.t.Errorf("%s: %s", key, fmt.Sprintf(format, args...))
}

// TestTable checks each entry against itself on its samples.
func TestTable(t *testing.T) {
	specs := sampleSpecs(t)
	r := &report{NewContext(), t, map[string]int{}, map[string]bool{}}
	variants := map[*Op][]*Op{}
	for _, op := range Table() {
		if op.Functional != nil {
			variants[op.Functional] = append(variants[op.Functional], op)
		}
	}
	entries, overloads, samples, gradients, generalised := 0, 0, 0, 0, 0
	for _, op := range Table() {
		if op.Functional != nil {
			continue
		}
		s, ok := specs[op.String()]
		if !ok {
			r.differ(op, "sample", "no input generator")
			continue
		}
		entries++
		overloads += 1 + len(variants[op])
		for _, c := range s.callsOf(op) {
			samples++
			plain := c.values(r)
			if plain == nil {
				continue
			}
			c.metas(r, plain)
			if c.symbolic(r, plain) {
				generalised++
			}
			c.layoutFree(r, plain)
			c.into(r, plain)
			c.decomposition(r, plain)
			for _, v := range variants[op] {
				c.variant(r, v, plain)
			}
			if c.derivative(r, op) {
				gradients++
			}
			for _, v := range variants[op] {
				if v.Variant == InPlace && !v.e.PlainGrad && c.variesInPlace(plain) && plain[0].(*tensor.Tensor).DType() == c.dtype {
					c.derivative(r, v)
				}
			}
		}
	}
	t.Logf("%d entries with %d overloads, %d samples: %d with derivatives, %d held for other sizes; differences %v",
		entries, overloads, samples, gradients, generalised, r.count)
}

// values runs the kernel; nil if it cannot be run.
func (c *sampleCall) values(r *report) []Value {
	args, _ := c.build()
	out, err := withoutGrad(r.ctx, func() ([]Value, error) { return callOp(r.ctx, c.op, args) })
	if err != nil {
		r.differ(c.op, "sample", "%s: %v", c, err)
		return nil
	}
	return out
}

// metas: the meta on constant sizes gives what the kernel gives.
func (c *sampleCall) metas(r *report, plain []Value) {
	if flatTensors(plain) == nil && !c.op.OnlyScripts() {
		return // a number or a type, which there is nothing to describe of
	}
	args, _ := c.build()
	env := &sampleEnv{hints: map[string]int64{}}
	got, err := fakeOp(r.ctx, env, c.op, args)
	if err != nil {
		r.differ(c.op, "meta", "%s: %v", c, err)
		return
	}
	view := c.op.IsView()
	if g, w := describeResults(got, env, plain, view), describeResults(plain, env, nil, view); fmt.Sprint(g) != fmt.Sprint(w) {
		r.differ(c.op, "meta", "%s: meta says %v, kernel gives %v", c, g, w)
	}
}

// symbolic: the meta on symbolic sizes, with the sizes put in, gives what the kernel gives; and where all decisions
// hold for other sizes, what the meta gives for those.
func (c *sampleCall) symbolic(r *report, plain []Value) (held bool) {
	env := &sampleEnv{hints: map[string]int64{}}
	symbols := map[byte]symbolic.Int{}
	for letter, v := range c.sizes {
		symbols[letter] = sym(v)
		if v > 1 {
			env.hints[string(letter)] = int64(v)
			symbols[letter] = symbolic.FromExpr(symbolic.NewSymbol(string(letter)))
		}
	}
	if len(env.hints) == 0 || flatTensors(plain) == nil && !c.op.OnlyScripts() {
		return false
	}
	args, fixed := c.describe(symbols)
	got, err := fakeOp(r.ctx, env, c.op, args)
	if err != nil {
		r.differ(c.op, "symbolic", "%s: %v", c, err)
		return false
	}
	view := c.op.IsView()
	if g, w := describeResults(got, env, plain, view), describeResults(plain, env, nil, view); fmt.Sprint(g) != fmt.Sprint(w) {
		r.differ(c.op, "symbolic", "%s: meta says %v, kernel gives %v", c, g, w)
		return false
	}
	if env.unknown > 0 {
		return false
	}
	larger, other, k := map[byte]symbolic.Int{}, map[string]int64{}, 0
	for _, letter := range sizeLetters(c.template) {
		v := c.sizes[letter]
		if v > 1 && !fixed[letter] {
			v += 6 + k
			k++
		}
		larger[letter] = sym(v)
		other[string(letter)] = int64(v)
	}
	if k == 0 || !env.holds(other) {
		return false
	}
	want, _ := c.describe(larger)
	there := &sampleEnv{hints: other}
	expected, err := fakeOp(r.ctx, there, c.op, want)
	if err != nil {
		return false
	}
	if g, w := describeResults(got, there, nil, view), describeResults(expected, there, nil, view); fmt.Sprint(g) != fmt.Sprint(w) {
		r.differ(c.op, "generality", "%s: for sizes %v the symbolic meta says %v, the meta on constants %v", c, other, g, w)
	}
	return true
}

// into: a kernel that writes into memory that it is given writes all of it, whatever was there, and nothing around it.
func (c *sampleCall) into(r *report, plain []Value) {
	if !c.op.RunsInto() || c.op.Random() || strings.Contains(c.op.Name, "empty") {
		return
	}
	args, _ := c.build()
	var out []*tensor.Tensor
	var got []Value
	const around = 192 // bytes
	for _, t := range flatTensors(plain) {
		size := t.DType().Size()
		memory := tensor.NewStorage(around + (tensor.StorageLength(t.Sizes(), t.Strides())*size+63)&^63 + around)
		for i, b := 0, memory.Bytes(); i < len(b); i++ {
			b[i] = 0x7f
		}
		given := tensor.FromStorage(memory, t.DType(), slices.Clone(t.Sizes()), slices.Clone(t.Strides()), around/size)
		out, got = append(out, given), append(got, given)
	}
	if err := r.ctx.RunKernelInto(c.op, args, out); err != nil {
		r.differ(c.op, "into", "%s: %v", c, err)
		return
	}
	if text := differentValues(got, plain, 0); text != "" {
		r.differ(c.op, "into", "%s: %s", c, text)
	}
	for _, t := range out {
		bytes := t.Storage().Bytes()
		for _, b := range append(slices.Clone(bytes[:around]), bytes[len(bytes)-around:]...) {
			if b != 0x7f {
				r.differ(c.op, "into", "%s: writes beside its result", c)
				break
			}
		}
	}
}

// layoutFree: values do not depend on the layout of the arguments.
func (c *sampleCall) layoutFree(r *report, plain []Value) {
	if c.layouts == "plain" || c.op.IsView() || c.op.Random() || strings.HasPrefix(c.op.Name, "as_strided") || strings.Contains(c.op.Name, "empty") {
		return
	}
	args, _ := c.build()
	dense := cloneArgs(args, (*tensor.Tensor).Compact)
	got, err := withoutGrad(r.ctx, func() ([]Value, error) { return callOp(r.ctx, c.op, dense) })
	if err != nil {
		r.differ(c.op, "layout", "%s: %v", c, err)
		return
	}
	if text := differentValues(got, plain, 1e-5); text != "" && !c.onlyStrides() {
		r.differ(c.op, "layout", "%s: %s", c, text)
	}
}

// onlyStrides are operators whose result is about the strides themselves, or about data that are not set, or which factor
// the transposed matrix where it lies better.
func (c *sampleCall) onlyStrides() bool {
	return c.op.Name == "_linalg_det" || c.op.Name == "_linalg_slogdet" || strings.Contains(c.op.Name, "dropout") || strings.Contains(c.op.Name, "_like")
}

// decomposition: where an entry has a kernel and a decomposition, both give the same.
func (c *sampleCall) decomposition(r *report, plain []Value) {
	e := c.op.e
	if e.Decomp == nil || e.Kernel == nil && e.Eager == nil {
		return
	}
	args, _ := c.build()
	got, err := withoutGrad(r.ctx, func() ([]Value, error) {
		return guarded(func() (out []Value, err error) {
			defer catch(&err)
			return e.Decomp(r.ctx, args), nil
		})
	})
	if err != nil {
		r.differ(c.op, "decomposition", "%s: %v", c, err)
		return
	}
	if text := differentValues(got, plain, 1e-5); text != "" {
		r.differ(c.op, "decomposition", "%s: %s", c, text)
	}
}

// variant: the in-place and out forms give what the plain form gives, converted to the target's type.
func (c *sampleCall) variant(r *report, v *Op, plain []Value) {
	args, _ := c.build()
	if v.Variant == Out {
		results := flatTensors(plain)
		var want []Value
		for _, t := range results {
			args = append(args, tensor.New(t.DType(), 0))
			want = append(want, t)
		}
		got, err := withoutGrad(r.ctx, func() ([]Value, error) { return callOp(r.ctx, v, args) })
		if err != nil {
			r.differ(v, "variant", "%s: %v", c, err)
			return
		}
		if text := differentValues(got, want, 0); text != "" && !c.onlyStrides() {
			r.differ(v, "variant", "%s: %s", c, text)
		}
		return
	}
	if !c.variesInPlace(plain) {
		return
	}
	self, result := args[0].(*tensor.Tensor), plain[0].(*tensor.Tensor)
	strides := fmt.Sprint(self.Strides())
	got, err := withoutGrad(r.ctx, func() ([]Value, error) { return callOp(r.ctx, v, args) })
	if err != nil {
		r.differ(v, "variant", "%s: %v", c, err)
		return
	}
	if text := differentValues(got, []Value{result.To(self.DType())}, 0); text != "" && !c.op.Random() {
		r.differ(v, "variant", "%s: %s", c, text)
	}
	if got[0] != args[0] || fmt.Sprint(self.Strides()) != strides {
		r.differ(v, "variant", "%s: the result is another tensor, or moved", c)
	}
}

// variesInPlace says whether the result fits into argument 0.
func (c *sampleCall) variesInPlace(plain []Value) bool {
	args, _ := c.build()
	self, isTensor := args[0].(*tensor.Tensor)
	result, ok := plain[0].(*tensor.Tensor)
	return isTensor && ok && !(c.op.Name == "abs" && self.DType().IsComplex()) && !(c.op.Name == "float_power" && self.DType() != result.DType()) && !c.op.IsView() && fmt.Sprint(self.Sizes()) == fmt.Sprint(result.Sizes()) && tensor.CanCast(result.DType(), self.DType())
}

// differentValues tells where two lists of results differ; relative tolerance.
func differentValues(got, want []Value, tolerance float64) string {
	g, w := flatTensors(got), flatTensors(want)
	if len(g) != len(w) {
		return fmt.Sprintf("%d tensors, expected %d", len(g), len(w))
	}
	for i := range g {
		if g[i].DType() != w[i].DType() || fmt.Sprint(g[i].Sizes()) != fmt.Sprint(w[i].Sizes()) {
			return fmt.Sprintf("result %d is %v%v, expected %v%v", i, g[i].DType(), g[i].Sizes(), w[i].DType(), w[i].Sizes())
		}
		x, y := g[i].To(tensor.Complex128).Complexes(), w[i].To(tensor.Complex128).Complexes()
		for k := range x {
			if !close64(real(x[k]), real(y[k]), tolerance) || !close64(imag(x[k]), imag(y[k]), tolerance) {
				return fmt.Sprintf("result %d differs at %d: %v, expected %v", i, k, x[k], y[k])
			}
		}
	}
	return ""
}

func close64(a, b, tolerance float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= tolerance*(1+math.Abs(b))
}

// derivative: gradients of the operator, or of its in-place form on a copy, agree with difference quotients, to second
// order. It says whether there was one to check.
func (c *sampleCall) derivative(r *report, op *Op) bool {
	e := c.op.e
	args, leaves := c.build()
	if !precise(c.dtype) || e.NonDiff || c.through == "-" {
		return false
	}
	var checked []leaf
	for _, l := range leaves {
		if precise(l.tensor.DType()) {
			checked = append(checked, l)
		}
	}
	if len(checked) == 0 {
		return false
	}
	if e.Grad == nil && !c.op.IsComposite() && !e.OwnTape && c.op.Schema().Returns[0].Type.Base == "Tensor" {
		r.differ(op, "derivative", "neither derivative, NonDiff nor decomposition")
		return false
	}
	check := &gradcheck{ctx: r.ctx, leaves: checked, rand: rand.New(rand.NewPCG(c.seed, 3)), order: 2}
	for _, digit := range c.through {
		check.only = append(check.only, int(digit-'0'))
	}
	check.f = func(in []Value) ([]Value, error) {
		place := map[*tensor.Tensor]*tensor.Tensor{}
		for i, l := range checked {
			place[l.tensor] = in[i].(*tensor.Tensor)
		}
		full := cloneArgs(args, func(t *tensor.Tensor) *tensor.Tensor {
			if x := place[t]; x != nil {
				return x
			}
			return cloneExact(t)
		})
		if op.Variant == InPlace {
			full[0] = r.ctx.clone(full[0])
		}
		return callOp(r.ctx, op, full)
	}
	differentiable, err := checkGuarded(check)
	if err != nil {
		property := "gradient"
		if g, ok := err.(*gradError); ok && g.order == 2 {
			property = "second"
		}
		r.differ(op, property, "%s: %v", c, err)
	}
	return differentiable
}

func checkGuarded(c *gradcheck) (differentiable bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &gradError{1, fmt.Sprintf("panic: %v%s", p, panicTrace())}
		}
	}()
	return c.check()
}
