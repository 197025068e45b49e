package ops

import (
	"math/cmplx"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// maker makes random programs. Some steps work on variables as they are (pointwise, broadcasting, views, in-place);
// the others call any differentiable entry of the table, with variables reshaped to what a sample of it asks for.
type maker struct {
	*program
	ctx     *Context
	rand    *rand.Rand
	entries []entrySpec
	vars    map[ref]*tensor.Tensor
	names   int
}

// entrySpec is an operator with the samples that show how to call it.
type entrySpec struct {
	op        *Op
	templates []string
	through   string
	complex   bool
}

// unstable operators have derivatives only where random programs do not stay: away from equal singular values and
// eigenvalues, away from equal values (a standard deviation of 0) and from vectors of length 0 (normalize); as_strided reads
// memory outside of a view, which has no gradient; cholesky_solve and cholesky_inverse read one triangle of a factor, and have PyTorch's gradient for all of it. The table test covers them.
const unstable = "std std.dim std.correction std_mean std_mean.dim std_mean.correction nn.functional.normalize as_strided as_strided_copy normal.Tensor_float normal.Tensor_Tensor linalg_svd svd linalg_svdvals linalg_qr qr linalg_eig linalg_eigvals linalg_eigh linalg_eigvalsh linalg_lu linalg_cond linalg_lstsq " +
	"nextafter cholesky_solve cholesky_inverse pinverse linalg_pinv linalg_matrix_norm linalg_norm linalg_norm.ord_str norm.str linalg_matrix_norm.str_ord linalg_matrix_rank corrcoef _linalg_svd " +
	"unsafe_split.Tensor unsafe_split_with_sizes unsafe_chunk" // whose results must not be changed in place

// differentiableEntries lists the operators that programs are made of.
func differentiableEntries(specs map[string]spec) []entrySpec {
	var out []entrySpec
	skip := strings.Fields(unstable)
	for _, op := range Table() {
		s := specs[op.String()]
		if op.Functional != nil || op.e.NonDiff || s.through == "-" || slices.Contains(skip, op.String()) || op.Mutates() {
			continue
		}
		e := entrySpec{op: op, through: s.through, complex: strings.Contains(s.dtypes, "c")}
		for _, t := range strings.Split(s.calls, ";") {
			if tensorInTemplate.MatchString(t) && !strings.Contains(t, "dtype=float32") && !strings.Contains(t, "dtype=int64") {
				e.templates = append(e.templates, t)
			}
		}
		if strings.Contains(s.dtypes, "f") && len(e.templates) > 0 {
			out = append(out, e)
		}
	}
	return out
}

var tensorInTemplate = regexp.MustCompile(`[xpqwmh]\[`)

// makeProgram makes the program of a seed.
func makeProgram(ctx *Context, entries []entrySpec, seed uint64) *program {
	m := &maker{program: &program{seed: seed}, ctx: ctx, rand: rand.New(rand.NewPCG(seed, 11)), entries: entries}
	dtype := tensor.Float64
	if m.rand.IntN(3) == 0 {
		dtype = tensor.Complex128
	}
	shape := make([]int, m.rand.IntN(4))
	for i := range shape {
		shape[i] = 1 + m.rand.IntN(3)
	}
	for range 1 + m.rand.IntN(3) {
		sizes := slices.Clone(shape[m.rand.IntN(len(shape)+1):])
		for i := range sizes {
			if m.rand.IntN(4) == 0 {
				sizes[i] = 1
			}
		}
		x := tensor.New(dtype, sizes...)
		fillKind(m.rand, x, 'w', 0)
		m.leaves = append(m.leaves, x)
	}
	m.accept()
	for range 2 + m.rand.IntN(7) {
		for range 6 {
			if m.try() {
				break
			}
		}
	}
	return m.program
}

// try adds a random step, if the program runs with it and stays within bounds.
func (m *maker) try() bool {
	before := len(m.steps)
	switch k := m.rand.IntN(20); {
	case k < 5:
		m.fromTable()
	case k < 9:
		m.pointwise()
	case k < 13:
		m.broadcasting()
	case k < 16:
		m.view()
	default:
		m.inPlace()
	}
	if len(m.steps) > before && m.accept() {
		return true
	}
	m.steps = m.steps[:before]
	return false
}

// accept runs the program and looks at the variables.
func (m *maker) accept() bool {
	in := make([]Value, len(m.leaves))
	for i, x := range m.leaves {
		in[i] = cloneExact(x)
	}
	vars, err := withoutGrad(m.ctx, func() (map[ref]*tensor.Tensor, error) { return m.run(m.ctx, in) })
	if err != nil {
		return false
	}
	for _, t := range vars {
		if t.Numel() > 80 {
			return false
		}
		if t.DType().Differentiable() {
			for _, c := range t.To(tensor.Complex128).Complexes() {
				if !(cmplx.Abs(c) < 12) {
					return false
				}
			}
		}
	}
	if slices.ContainsFunc(m.steps, (*step).inPlace) && !m.taped() {
		return false
	}
	m.vars = vars
	return true
}

// taped says whether autograd takes the program: an in-place step may change what a derivative needs, or a leaf.
func (m *maker) taped() bool {
	in := make([]Value, len(m.leaves))
	for i, x := range m.leaves {
		y := cloneExact(x)
		y.RequiresGrad = true
		in[i] = y
	}
	vars, err := m.run(m.ctx, in)
	if err != nil {
		return false
	}
	var roots, grads []Value
	for _, r := range m.outputs(vars) {
		if t := vars[r]; t.NeedsGrad() {
			roots, grads = append(roots, t), append(grads, randomLike(m.rand, tensor.New(t.DType(), t.Sizes()...), false))
		}
	}
	if len(roots) == 0 {
		return true
	}
	_, err = gradOf(m.ctx, roots, in, grads, true) // some derivatives need what they come from only where they are differentiated in turn
	return err == nil || !strings.Contains(err.Error(), "modified by an inplace operation")
}

// add appends a call and gives its first result.
func (m *maker) add(name string, args ...Value) ref {
	op := mustLookup(name)
	full := make([]Value, len(op.Schema().Params))
	for i, p := range op.Schema().Params {
		full[i] = p.Default
		if i < len(args) {
			full[i] = args[i]
		}
	}
	m.steps = append(m.steps, &step{op: op, args: full, name: m.names})
	m.names++
	return ref{m.names - 1, 0}
}

// pick chooses a variable, later ones more often; ok says which are wanted.
func (m *maker) pick(ok func(*tensor.Tensor) bool) (ref, *tensor.Tensor) {
	var refs []ref
	for i := range m.leaves {
		refs = append(refs, ref{leafName(i), 0})
	}
	for _, s := range m.steps {
		for i := range 4 {
			if _, exists := m.vars[ref{s.name, i}]; exists && s.op.Variant != InPlace {
				refs = append(refs, ref{s.name, i})
			}
		}
	}
	refs = slices.DeleteFunc(refs, func(r ref) bool { return !precise(m.vars[r].DType()) || ok != nil && !ok(m.vars[r]) })
	if len(refs) == 0 {
		return ref{}, nil
	}
	i := max(m.rand.IntN(len(refs)), m.rand.IntN(len(refs)))
	return refs[i], m.vars[refs[i]]
}

func (m *maker) choose(names string) string {
	all := strings.Fields(names)
	return all[m.rand.IntN(len(all))]
}

func isReal(t *tensor.Tensor) bool { return !t.DType().IsComplex() }

const (
	smoothReal    = "sin cos tanh sigmoid atan erf softplus gelu silu mish square neg relu abs leaky_relu elu celu selu hardtanh relu6 hardswish hardsigmoid log_sigmoid softshrink hardshrink asinh exp expm1 sinh cosh erfc frac sgn exp2 deg2rad nan_to_num i0 sinc"
	smoothComplex = "sin cos neg square exp sinh cosh conj tanh sigmoid clone sgn"
	towardsReal   = "real imag abs angle view_as_real"
)

func (m *maker) pointwise() {
	r, t := m.pick(nil)
	if isReal(t) {
		m.add(m.choose(smoothReal), r)
		return
	}
	if m.rand.IntN(4) == 0 {
		m.add(m.choose(towardsReal), r)
		return
	}
	m.add(m.choose(smoothComplex), r)
}

// broadcasting combines variables whose sizes go together, often one with itself.
func (m *maker) broadcasting() {
	r, t := m.pick(nil)
	s, u := m.pick(func(u *tensor.Tensor) bool { return broadcastable(t.Sizes(), u.Sizes()) })
	if u == nil {
		s, u = r, t
	}
	switch m.rand.IntN(10) {
	case 0:
		m.add("cat", []Value{r, s, r}, int64(0))
	case 1:
		m.add("stack", []Value{r, s}, int64(m.rand.IntN(t.Dim()+1)))
	case 2:
		m.add("matmul", r, m.add("transpose.int", s, int64(-1), int64(-2)))
	case 3:
		m.add("outer", m.add("reshape", r, ints(-1)), m.add("reshape", s, ints(-1)))
	case 4:
		c, _ := m.pick(func(c *tensor.Tensor) bool { return c.DType() == t.DType() && broadcastable(c.Sizes(), t.Sizes()) })
		m.add("addcmul", c, r, s, 0.5)
	default:
		names := "add.Tensor sub.Tensor mul.Tensor mul.Tensor"
		if isReal(t) && isReal(u) {
			names += " maximum minimum logaddexp atan2 fmax"
		}
		name := m.choose(names)
		m.add(name, r, s)
	}
}

func broadcastable(a, b []int) bool {
	for i := 1; i <= min(len(a), len(b)); i++ {
		if x, y := a[len(a)-i], b[len(b)-i]; x != y && x != 1 && y != 1 {
			return false
		}
	}
	return true
}

func (m *maker) view() ref {
	r, t := m.pick(func(t *tensor.Tensor) bool { return t.Dim() > 0 })
	if t == nil {
		r, _ = m.pick(nil)
		return m.add("expand", r, ints(2, 3))
	}
	n := t.Dim()
	d := m.rand.IntN(n)
	size := t.Size(d)
	switch m.rand.IntN(13) {
	case 0:
		return m.add("transpose.int", r, int64(d), int64(m.rand.IntN(n)))
	case 1:
		return m.add("permute", r, ints(m.rand.Perm(n)...))
	case 2:
		return m.add("expand", r, ints(append([]int{2}, t.Sizes()...)...))
	case 3:
		return m.add("slice.Tensor", r, int64(d), int64(m.rand.IntN(max(size, 1))), int64(size), int64(1+m.rand.IntN(2)))
	case 4:
		return m.add("select.int", r, int64(d), int64(-1))
	case 5:
		return m.add("unfold", r, int64(d), int64(min(size, 2)), int64(1))
	case 6:
		if n < 2 {
			return m.add("unsqueeze", r, int64(-1))
		}
		return m.add("diagonal", r, int64(m.rand.IntN(2)), int64(d), int64((d+1)%n))
	case 7:
		if !t.IsContiguous() { // would reach beyond the view
			return m.add("reshape", r, ints(-1))
		}
		return m.add("as_strided", r, ints(min(2, t.Numel())), ints(max(t.Numel()-1, 1)))
	case 8:
		return m.add("reshape", r, ints(-1))
	case 9:
		return m.add("unsqueeze", r, int64(d))
	case 10:
		return m.add("split.Tensor", r, int64(max((size+1)/2, 1)), int64(d))
	case 11:
		return m.add("unbind.int", r, int64(d))
	}
	return m.add("squeeze", r)
}

const inPlaceReal = "sin_ cos_ tanh_ sigmoid_ relu_ exp_ neg_ atan_ erf_ square_ abs_"

// inPlaceActivations take the flag inplace.
const inPlaceActivations = "relu relu6 elu selu celu leaky_relu hardtanh hardsigmoid hardswish silu mish"

func (m *maker) inPlace() {
	r, t := m.pick(func(t *tensor.Tensor) bool { return distinctElements(t) })
	if t == nil {
		return
	}
	switch m.rand.IntN(3) { // not a leaf: a copy, or a view of a copy
	case 0:
		r = m.add("clone", r)
	case 1:
		if t.Dim() > 0 && t.Numel() > 0 {
			r = m.add("clone", r)
			v := m.add("slice.Tensor", r, int64(0), int64(t.Size(0)/2), int64(t.Size(0)), int64(1))
			m.add("mul_.Tensor", v, m.add("mul.Tensor", v, 0.5))
			return
		}
	}
	s, _ := m.pick(func(s *tensor.Tensor) bool {
		return broadcastable(t.Sizes(), s.Sizes()) && s.Dim() <= t.Dim() && (isReal(s) || !isReal(t))
	})
	switch k := m.rand.IntN(10); {
	case k == 0:
		m.add("add_.Tensor", r, s)
	case k == 1:
		m.add("mul_.Tensor", r, s)
	case k == 2:
		m.add("copy_", r, s)
	case k == 3:
		m.add("fill_.Scalar", r, 0.5)
	case k == 4:
		mask := tensor.New(tensor.Bool, t.Sizes()...)
		fillKind(m.rand, mask, 'b', 0)
		m.add("masked_fill_.Scalar", r, mask, 0.3)
	case k == 5:
		m.add("sub_.Tensor", r, s)
	case isReal(t) && k == 6:
		m.add("nn.functional."+m.choose(inPlaceActivations), r)
		call := m.steps[len(m.steps)-1]
		call.args[slices.IndexFunc(call.op.Schema().Params, func(p Param) bool { return p.Name == "inplace" })] = true
	case isReal(t):
		m.add(m.choose(inPlaceReal), r)
	default:
		m.add(m.choose("sin_ cos_ neg_ exp_ square_"), r)
	}
}

// distinctElements says whether no two elements are in one place: what a change in place means is not defined else.
func distinctElements(t *tensor.Tensor) bool {
	seen, once := map[int]bool{}, true
	tensor.ForEachRow(t.Sizes(), t.Strides(), t.Strides(), 0, 0, func(i, _, n, step, _ int) {
		for range n {
			once = once && !seen[i]
			seen[i] = true
			i += step
		}
	})
	return once
}

// fromTable calls any entry, with variables brought to the sizes and the range of values of a sample.
func (m *maker) fromTable() {
	e := m.entries[m.rand.IntN(len(m.entries))]
	dtype := tensor.Float64
	if e.complex && !isReal(m.leaves[0]) && m.rand.IntN(3) > 0 {
		dtype = tensor.Complex128
	}
	template := e.templates[m.rand.IntN(len(e.templates))]
	sizes := map[byte]int{}
	for _, letter := range sizeLetters(template) {
		sizes[letter] = 1 + m.rand.IntN(3)
	}
	if dtype.IsComplex() && strings.Contains(template, "dtype=float64") {
		return
	}
	c := &sampleCall{op: e.op, template: template, sizes: sizes, dtype: dtype, layouts: "plain", seed: m.rand.Uint64()}
	args, ok := c.buildFrom(m.adapt)
	if !ok {
		return
	}
	m.steps = append(m.steps, &step{op: e.op, args: args, name: m.names, through: e.through})
	m.names++
}

// adapt brings a variable to sizes, an element type and a range of values.
func (m *maker) adapt(kind byte, dtype tensor.DType, sizes []int) Value {
	v, t := m.pick(nil)
	if !precise(dtype) || m.rand.IntN(8) == 0 {
		x := tensor.New(dtype, sizes...)
		fillKind(m.rand, x, kind, 0)
		return x
	}
	switch {
	case dtype.IsComplex() && isReal(t):
		v = m.add("complex", v, v)
	case !dtype.IsComplex() && !isReal(t):
		v = m.add("real", v)
	}
	if !slices.Equal(t.Sizes(), sizes) {
		want, n := tensor.Numel(sizes), max(t.Numel(), 1)
		if t.Numel() == 0 {
			v = m.add("sum", v)
		}
		v = m.add("reshape", v, ints(-1))
		if n < want {
			v = m.add("repeat", v, ints((want+n-1)/n))
		}
		v = m.add("slice.Tensor", v, int64(0), int64(0), int64(want), int64(1))
		if d := len(sizes); d >= 2 && m.rand.IntN(3) == 0 {
			swapped := slices.Clone(sizes)
			swapped[d-1], swapped[d-2] = sizes[d-2], sizes[d-1]
			v = m.add("transpose.int", m.add("reshape", v, ints(swapped...)), int64(-1), int64(-2))
		} else {
			v = m.add("reshape", v, ints(sizes...))
		}
		if kind != 'p' && m.rand.IntN(2) == 0 { // values that were repeated differ again
			noise := tensor.New(tensor.Float64, sizes...)
			fillKind(m.rand, noise, 'p', 0)
			v = m.add("mul.Tensor", v, noise)
		}
	}
	switch kind {
	case 'p', 'q':
		shift := 0.15
		if kind == 'q' {
			shift = 1.1
		}
		if dtype.IsComplex() {
			return m.add("add.Tensor", m.add("exp", m.add("mul.Tensor", v, 0.1)), shift)
		}
		return m.add("add.Tensor", m.add("mul.Tensor", m.add("sigmoid", v), 0.7), shift)
	case 'm', 'h':
		n := sizes[len(sizes)-1]
		base := tensor.New(dtype, n, n)
		for i := range n {
			tensor.Copy(base.ViewOf(nil, nil, i*n+i), tensor.Scalar(dtype, 1.5+0.7*float64(i)))
		}
		v = m.add("mul.Tensor", m.add("sin", m.add("mul.Tensor", v, 0.2)), 0.3)
		if kind == 'h' {
			v = m.add("add.Tensor", v, m.add("adjoint", v))
		}
		return m.add("add.Tensor", v, base)
	}
	return v
}

// buildFrom makes the arguments of a call with tensors from elsewhere; ok is false if the sizes do not do.
func (c *sampleCall) buildFrom(instead func(kind byte, dtype tensor.DType, sizes []int) Value) (args []Value, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			ok = false
		}
	}()
	b := &builder{sampleCall: c, values: constantsOf(c.sizes), leaves: new([]leaf), fixed: map[byte]bool{}, instead: instead}
	return b.arguments(), true
}
