package native

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// maker makes random graphs of the operators that are lowered, with some that are not among them.
type maker struct {
	*rand.Rand
	t      *tracer
	shape  []int // that the inputs broadcast to
	names  []string
	values []*ops.Fake
	// wild inputs have very large and small numbers; sums of them may cancel.
	wild bool
	// jumps says that the graph has operators whose results jump: rounding errors may then grow.
	jumps bool
	// spread says that it has deviations, or is divided by them, which of equal numbers are nothing or nearly so, and poles that it has operators which tell one from the other.
	spread, poles bool
	// norms says that it has layer norms: of a row of equal numbers an ulp in the mean counts 1/√ε times as much.
	norms bool
	// loose says that it has operators that are lowered to other arithmetic than that of their kernels.
	loose bool
}

var fuzzTypes = []tensor.DType{tensor.Float32, tensor.Float32, tensor.Float32, tensor.Float32, tensor.Float64, tensor.BFloat16, tensor.Float16, tensor.Int64, tensor.Int32, tensor.Bool, tensor.Uint8, tensor.Int16, tensor.Int8}

var (
	smooth = strings.Fields(`neg abs sqrt reciprocal relu exp expm1 log log1p tanh sigmoid silu rsqrt erf exp2 sinh gelu hardswish hardsigmoid
		hardtanh elu leaky_relu mish softplus clone acos atan square alias detach`)
	polar   = strings.Fields(`sqrt reciprocal log rsqrt`)
	jumping = strings.Fields(`sin cos floor ceil trunc round frac sign logical_not bitwise_not isnan isinf isfinite zeros_like ones_like`)
	twos    = strings.Fields(`add.Tensor sub.Tensor mul.Tensor div.Tensor add.Tensor mul.Tensor maximum minimum atan2 tanh_backward sigmoid_backward pow.Tensor_Tensor copy`)
	jumps2  = strings.Fields(`eq.Tensor ne.Tensor lt.Tensor le.Tensor gt.Tensor ge.Tensor logical_and logical_or logical_xor bitwise_and.Tensor
		bitwise_or.Tensor bitwise_xor.Tensor remainder.Tensor`)
	scalars  = strings.Fields(`add.Scalar sub.Scalar mul.Scalar div.Scalar pow.Tensor_Scalar rsub.Scalar leaky_relu`)
	jumps2s  = strings.Fields(`eq.Scalar gt.Scalar lt.Scalar ne.Scalar`)
	reducers = strings.Fields(`sum.dim_IntList mean.dim amax amin sum mean prod var.correction std.correction logsumexp linalg_vector_norm any.dims all.dims max prod.dim_int`)
	views    = strings.Fields(`t transpose.int permute unsqueeze squeeze.dim expand select.int slice.Tensor view split.Tensor diagonal _unsafe_view`)
)

func newMaker(seed uint64) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 7)), wild: seed%2 == 0}
	env := hints{}
	m.t = newTracer(env)
	sizes := []int{1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 64, 100}
	total := 1
	for range m.IntN(4) {
		n := sizes[m.IntN(len(sizes))]
		if m.IntN(50) == 0 {
			n = 0
		}
		if total*n > 6000 {
			n = 2
		}
		total *= max(n, 1)
		m.shape = append(m.shape, n)
	}
	for d, n := range m.shape {
		name := ""
		if n >= 2 && m.IntN(4) == 0 {
			name = fmt.Sprintf("s%d", d)
			env[name] = int64(n)
		}
		m.names = append(m.names, name)
	}
	for i := range 1 + m.IntN(4) {
		m.input(i)
	}
	for range 2 + m.IntN(14) {
		for try := 0; try < 6 && !m.step(); try++ {
		}
	}
	return m
}

// input adds a tensor that broadcasts to the shape, in some layout.
func (m *maker) input(i int) {
	first := 0
	if m.IntN(3) == 0 && len(m.shape) > 0 {
		first = m.IntN(len(m.shape) + 1)
	}
	var sizes []any
	for d := first; d < len(m.shape); d++ {
		switch {
		case m.IntN(6) == 0:
			sizes = append(sizes, 1)
		case m.names[d] != "":
			sizes = append(sizes, m.names[d])
		default:
			sizes = append(sizes, m.shape[d])
		}
	}
	f := fakeOf(fuzzTypes[m.IntN(len(fuzzTypes))], sizes...)
	if m.IntN(3) == 0 { // another order of dimensions, perhaps with gaps
		step := symbolic.IntOf(int64(1 + m.IntN(2)*m.IntN(2)))
		for _, d := range m.Perm(len(f.Sizes)) {
			f.Strides[d] = step
			if f.Sizes[d] != symbolic.IntOf(0) {
				step = step.Mul(f.Sizes[d])
			}
		}
	}
	m.t.b.Input(fmt.Sprintf("x%d", i), f)
	m.values = append(m.values, f)
}

func (m *maker) pick() *ops.Fake {
	if m.IntN(2) == 0 { // a late one
		return m.values[len(m.values)-1-m.IntN(min(3, len(m.values)))]
	}
	return m.values[m.IntN(len(m.values))]
}

func pickName(m *maker, list []string) string { return list[m.IntN(len(list))] }

func (m *maker) dims(f *ops.Fake) []ops.Value {
	var out []ops.Value
	for d := range f.Sizes {
		if m.IntN(2) == 0 {
			out = append(out, int64(d))
		}
	}
	if len(out) == 0 && len(f.Sizes) > 0 {
		out = append(out, int64(len(f.Sizes)-1))
	}
	return out
}

func (m *maker) scalar() ops.Value {
	if m.IntN(2) == 0 {
		return int64(m.IntN(5) - 1)
	}
	return []float64{0.5, 1.5, -0.25, 3, 2, 0.1}[m.IntN(6)]
}

// step tries one operator; false if it does not fit.
func (m *maker) step() bool {
	f := m.pick()
	n := len(f.Sizes)
	var out ops.Value
	var err error
	try := func(name string, args ...ops.Value) { out, err = m.t.try(name, args...) }
	keep := m.IntN(2) == 0
	dim := func() ops.Value { return int64(m.IntN(max(n, 1))) }
	switch m.IntN(28) {
	case 26, 27:
		m.pickBy(f, n, &out, &err)
	case 25:
		m.window(f, n, &out, &err)
	case 0, 1, 2, 3:
		name := pickName(m, smooth)
		try(name, f)
		m.poles = m.poles || slices.Contains(polar, name)
		m.loose = m.loose || name == "gelu" // which eagerly is oneDNN's
	case 4:
		m.jumps = true
		try(pickName(m, jumping), f)
	case 5, 6, 7, 8, 9:
		name := pickName(m, twos)
		try(name, f, m.pick())
		m.jumps = m.jumps || name == "atan2" // at the origin
		m.poles = m.poles || name == "div.Tensor"
		m.wild = m.wild || name == "pow.Tensor_Tensor" // whose results are too large to be squared and summed
	case 10:
		m.jumps = true
		try(pickName(m, jumps2), f, m.pick())
	case 11, 12:
		try(pickName(m, scalars), f, m.scalar())
	case 13:
		m.jumps = true
		switch m.IntN(3) {
		case 0:
			try(pickName(m, jumps2s), f, m.scalar())
		case 1:
			try("clamp", f, m.scalar(), int64(3))
		default:
			var mask ops.Value
			if mask, err = m.t.try("gt.Scalar", m.pick(), 0.5); err == nil {
				if m.IntN(2) == 0 {
					try("masked_fill.Scalar", f, mask, m.scalar())
				} else {
					try("where.self", mask, f, m.pick())
				}
			}
		}
	case 14, 15, 16:
		name := pickName(m, reducers)
		switch name {
		case "sum", "mean", "max":
			try(name, f)
		case "prod":
			try(name, f)
			m.loose = true
		case "prod.dim_int":
			try(name, f, dim(), keep)
			m.loose = true
		case "var.correction", "std.correction":
			m.spread = true
			try(name, f, m.dims(f), int64(m.IntN(2)), keep)
			m.loose = true
		case "linalg_vector_norm":
			m.loose = true // the eager kernel sums in the type of the elements
			try(name, f, int64(1+m.IntN(2)), m.dims(f), keep)
		case "logsumexp":
			m.loose = true
			try(name, f, m.dims(f), keep)
		default:
			try(name, f, m.dims(f), keep)
		}
	case 17:
		m.loose = true
		switch m.IntN(4) {
		case 3:
			try([]string{"_softmax_backward_data", "_log_softmax_backward_data"}[m.IntN(2)], f, f, dim(), f.DType)
		case 0:
			try("_softmax", f, dim(), false)
		case 1:
			try("_log_softmax", f, dim(), false)
		default:
			if n == 0 {
				return false
			}
			m.spread, m.norms = true, true
			try("native_layer_norm", f, []ops.Value{f.Sizes[n-1]}, nil, nil, 1e-5)
			if err == nil {
				out = out.([]ops.Value)[0]
			}
		}
	case 18:
		switch m.IntN(4) {
		case 0:
			to := fuzzTypes[m.IntN(len(fuzzTypes))]
			try("_to_copy", f, to)
			m.jumps = m.jumps || f.DType.IsFloat() && to.IsIntOrBool()
		case 1:
			try([]string{"cumsum", "cumsum", "cumprod"}[m.IntN(3)], f, dim())
			m.loose = true
		case 2:
			list := []ops.Value{f, f}
			for range m.IntN(3) {
				list[m.IntN(2)] = m.pick()
			}
			try("cat", list, dim())
		default:
			try("flip", f, []ops.Value{dim()})
		}
	case 19:
		m.loose = true
		switch n {
		case 2:
			try("mm", f, m.t.call("t", f))
			if err == nil && m.IntN(2) == 0 {
				if m.IntN(2) == 0 {
					try("add.Tensor", out, m.pick())
				} else {
					try("add.Tensor", m.pick(), out)
				}
			} else if err == nil {
				try("addmm", m.pick(), f, m.t.call("t", f), m.scalar())
			}
		case 3:
			if m.IntN(2) == 0 {
				try("bmm", m.t.call("transpose.int", f, int64(1), int64(2)), f)
			} else { // as attention does
				x := m.t.call("transpose.int", m.t.call("unsqueeze", f, int64(m.IntN(3))), int64(1), int64(2))
				try("matmul", x, m.t.call("transpose.int", x, int64(-1), int64(-2)))
			}
		default:
			return false
		}
	case 20: // made of nothing
		size := int64(1 + m.IntN(5))
		if n > 0 {
			if c, ok := f.Sizes[n-1].Const(); ok {
				size = c
			}
		}
		switch m.IntN(3) {
		case 0:
			try("tril", m.t.call("ones", []ops.Value{size, size}, fuzzTypes[m.IntN(len(fuzzTypes))]))
		case 1:
			try("arange", size, fuzzTypes[m.IntN(len(fuzzTypes))])
		default:
			try("full", []ops.Value{size}, m.scalar())
		}
	default:
		m.view(f, n, &out, &err)
	}
	if err != nil {
		return false
	}
	for _, v := range flatten(out) {
		if f, ok := v.(*ops.Fake); ok && m.t.env.Hint(f.Numel()) <= 40000 {
			m.values = append(m.values, f)
		}
	}
	return true
}

// pickBy tries an operator that picks elements by an index, all of which are in range.
func (m *maker) pickBy(f *ops.Fake, n int, out *ops.Value, err *error) {
	if n == 0 {
		*err = fmt.Errorf("nothing to pick from")
		return
	}
	d := m.IntN(n)
	size := f.Sizes[d]
	if size == symbolic.IntOf(0) {
		*err = fmt.Errorf("nothing to pick from")
		return
	}
	m.jumps = true // the index is a rounded number
	index := func(from *ops.Fake) ops.Value {
		x, e := m.t.try("_to_copy", from, []tensor.DType{tensor.Int64, tensor.Int64, tensor.Int32}[m.IntN(3)])
		if e == nil {
			x, e = m.t.try("remainder.Scalar", x, number64(size))
		}
		*err = e
		return x
	}
	try := func(name string, args ...ops.Value) {
		if *err == nil {
			*out, *err = m.t.try(name, args...)
		}
	}
	by := m.pick()
	if m.IntN(2) == 0 {
		m.putBy(f, d, by, index, try)
		return
	}
	switch m.IntN(4) {
	case 0:
		try("gather", f, int64(d), index(f), false)
	case 1:
		if len(by.Sizes) == 1 {
			try("index_select", f, int64(d), index(by))
		} else {
			*err = fmt.Errorf("no vector")
		}
	case 2:
		list := make([]ops.Value, d, d+1)
		x := index(by)
		if *err == nil && m.IntN(2) == 0 {
			x, *err = m.t.try("sub.Scalar", x, number64(size)) // from the end
		}
		try("index.Tensor", f, append(list, x))
	default:
		if d != 0 || n != 2 {
			*err = fmt.Errorf("no table")
			return
		}
		try("embedding", f, index(by))
	}
}

// putBy tries an operator that puts elements where an index says. Places are met more than once, since the order in which that happens is the same everywhere.
func (m *maker) putBy(f *ops.Fake, d int, by *ops.Fake, index func(*ops.Fake) ops.Value, try func(name string, args ...ops.Value)) {
	switch m.IntN(7) {
	case 0:
		try("scatter.src", f, int64(d), index(f), f)
	case 1:
		try("scatter.value", f, int64(d), index(f), int64(2))
	case 2:
		try("scatter_add", f, int64(d), index(f), f)
	case 3:
		x := index(m.t.call("arange", int64(m.IntN(5)), tensor.Float32).(*ops.Fake))
		if x == nil {
			return
		}
		rows := m.t.call("index_select", f, int64(d), x)
		try([]string{"index_add", "index_copy"}[m.IntN(2)], f, int64(d), x, rows)
	case 4:
		try("index_put", f, append(make([]ops.Value, d), index(by)), m.t.call("full", []ops.Value{int64(1)}, 1.5), m.IntN(2) == 0)
	case 5:
		x := index(by)
		if x == nil {
			return
		}
		list := append(make([]ops.Value, d), x)
		try("index_put", f, list, m.t.call("index.Tensor", f, list), m.IntN(2) == 0)
	default:
		if len(f.Sizes) == 2 && d == 0 && f.DType.IsFloat() {
			x := index(by)
			if x == nil {
				return
			}
			try("embedding_dense_backward", m.t.call("embedding", f, x), x, f.Sizes[0], int64(m.IntN(3)-1), false)
			return
		}
		m.loose = true // the eager kernel sums in float64
		try("scatter_reduce.two", f, int64(d), index(f), f, "sum", true)
	}
}

// window tries an operator on neighbouring elements, which runs on its eager kernel.
func (m *maker) window(f *ops.Fake, n int, out *ops.Value, err *error) {
	try := func(name string, args ...ops.Value) { *out, *err = m.t.try(name, args...) }
	one := func(v int) []ops.Value { return []ops.Value{int64(v)} }
	switch m.IntN(6) {
	case 0:
		var pad []ops.Value
		for range 2 * m.IntN(n+1) {
			pad = append(pad, int64(m.IntN(4)-1))
		}
		try("constant_pad_nd", f, pad, m.scalar())
	case 1:
		m.jumps = true
		try("max_pool2d_with_indices", f, []ops.Value{int64(1 + m.IntN(2)), int64(1 + m.IntN(3))}, one(1+m.IntN(2)))
		if *err == nil {
			*out = (*out).([]ops.Value)[0]
		}
	case 2:
		m.loose = true
		try("avg_pool2d", f, []ops.Value{int64(1 + m.IntN(3)), int64(1 + m.IntN(3))}, one(1+m.IntN(2)))
	case 3:
		try([]string{"tril", "triu"}[m.IntN(2)], f, int64(m.IntN(3)-1))
	default:
		if n != 3 || !f.DType.IsFloat() {
			*err = fmt.Errorf("no convolution of %d dimensions", n)
			return
		}
		m.loose = true
		weight := m.t.call("slice.Tensor", f, int64(2), int64(0), int64(1+m.IntN(3)), int64(1))
		try("convolution", f, weight, nil, one(1+m.IntN(2)), one(m.IntN(3)), one(1+m.IntN(2)), m.IntN(4) == 0, one(0), int64(1))
	}
}

func flatten(v ops.Value) []ops.Value {
	if list, ok := v.([]ops.Value); ok {
		return list
	}
	return []ops.Value{v}
}

func (m *maker) view(f *ops.Fake, n int, out *ops.Value, err *error) {
	try := func(name string, args ...ops.Value) { *out, *err = m.t.try(name, args...) }
	d := int64(m.IntN(max(n, 1)))
	switch name := pickName(m, views); name {
	case "t":
		try(name, f)
	case "transpose.int":
		try(name, f, d, int64(m.IntN(max(n, 1))))
	case "permute":
		order := []ops.Value{}
		for _, k := range m.Perm(n) {
			order = append(order, int64(k))
		}
		try(name, f, order)
	case "unsqueeze", "squeeze.dim":
		try(name, f, d)
	case "expand":
		var sizes []ops.Value
		if m.IntN(2) == 0 {
			sizes = append(sizes, int64(2+m.IntN(2)))
		}
		for _, s := range f.Sizes {
			if s == symbolic.IntOf(1) && m.IntN(2) == 0 {
				sizes = append(sizes, int64(3))
			} else {
				sizes = append(sizes, number64(s))
			}
		}
		try(name, f, sizes)
	case "select.int":
		try(name, f, d, int64(m.IntN(3)-1))
	case "slice.Tensor":
		try(name, f, d, int64(m.IntN(3)), int64(100), int64(1+m.IntN(2)))
	case "split.Tensor":
		try(name, f, int64(1+m.IntN(4)), d)
	case "diagonal":
		try(name, f)
	default: // another shape
		sizes := []ops.Value{int64(-1)}
		if n > 1 && m.IntN(2) == 0 {
			sizes = []ops.Value{number64(f.Sizes[0]), int64(-1)}
		} else if m.IntN(2) == 0 {
			sizes = []ops.Value{int64(-1), number64(symbolic.IntOf(int64(1 + m.IntN(4))))}
		}
		try(name, f, sizes)
	}
}

func number64(s symbolic.Int) ops.Value {
	if c, ok := s.Const(); ok {
		return c
	}
	return s
}

// graph ends the graph with some outputs.
func (m *maker) graph() (g *graph.Graph) {
	m.jumps = m.jumps || m.spread && m.poles
	var outs []ops.Value
	for range 1 + m.IntN(3) {
		outs = append(outs, m.pick())
	}
	outs = append(outs, m.values[len(m.values)-1])
	return m.t.finish(outs...)
}

// tensors makes the inputs.
func (m *maker) tensors(ctx *ops.Context, g *graph.Graph) []ops.Value {
	out := make([]ops.Value, len(g.Inputs))
	for i, in := range g.Inputs {
		sizes, strides := make([]int, len(in.Meta.Sizes)), make([]int, len(in.Meta.Sizes))
		for d := range sizes {
			sizes[d], strides[d] = int(m.t.env.Hint(in.Meta.Sizes[d])), int(m.t.env.Hint(in.Meta.Strides[d]))
		}
		t := tensor.NewStrided(in.Meta.DType, sizes, strides)
		if t.Numel() > 0 {
			data := make([]float64, t.Numel())
			for k := range data {
				switch {
				case in.Meta.DType.IsFloat() && m.wild && m.IntN(60) == 0:
					data[k] = []float64{0, 1, -1, 1e30, 1e-30, 100}[m.IntN(6)]
				case in.Meta.DType.IsFloat():
					data[k] = m.NormFloat64()
				default:
					data[k] = float64(m.IntN(7))
				}
			}
			fill := tensor.New(tensor.Float64, sizes...)
			copy(tensor.View[float64](fill.Storage()), data)
			tensor.Copy(t, fill.To(in.Meta.DType))
		}
		out[i] = t
	}
	return out
}
