package compiler_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A random program is a function of three tensors: statements over views, changes in place, broadcasting, reductions, numbers
// of shapes, blocks without gradients and graph breaks, and a few of its variables as results.

// variable is a tensor of the program as far as the generator has to know it.
type variable struct {
	name  string
	shape []int
	dtype string // float64, int64, bool
}

type programMaker struct {
	*rand.Rand
	lines  []string
	indent string
	vars   []variable
	count  int
}

func (m *programMaker) line(format string, args ...any) {
	m.lines = append(m.lines, m.indent+fmt.Sprintf(format, args...))
}

func (m *programMaker) fresh(shape []int, dtype, format string, args ...any) {
	name := fmt.Sprintf("v%d", m.count)
	m.count++
	m.line("%s = %s", name, fmt.Sprintf(format, args...))
	m.vars = append(m.vars, variable{name, shape, dtype})
}

// pick gives a variable of a type, "" for any.
func (m *programMaker) pick(dtype string) variable {
	for {
		v := m.vars[m.IntN(len(m.vars))]
		if m.IntN(3) > 0 { // rather a recent one
			v = m.vars[len(m.vars)-1-m.IntN(min(len(m.vars), 3))]
		}
		if dtype == "" || v.dtype == dtype {
			return v
		}
	}
}

func product(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

// broadcastShape is the shape of an elementwise result.
func broadcastShape(a, b []int) ([]int, bool) {
	if len(a) < len(b) {
		a, b = b, a
	}
	out := slices.Clone(a)
	for i := range b {
		k := len(a) - len(b) + i
		switch {
		case out[k] == b[i] || b[i] == 1:
		case out[k] == 1:
			out[k] = b[i]
		default:
			return nil, false
		}
	}
	return out, true
}

func without(shape []int, d int) []int { return slices.Delete(slices.Clone(shape), d, d+1) }

func withSize(shape []int, d, size int) []int {
	out := slices.Clone(shape)
	out[d] = size
	return out
}

func (m *programMaker) one(list ...string) string { return list[m.IntN(len(list))] }

// statements are what a program is made of; false if one does not fit.
var statements = []struct {
	weight int
	make   func(m *programMaker) bool
}{
	{10, (*programMaker).unary}, {12, (*programMaker).binary}, {5, (*programMaker).reduction}, {10, (*programMaker).view},
	{8, (*programMaker).inPlace}, {4, (*programMaker).join}, {4, (*programMaker).product}, {3, (*programMaker).along},
	{2, (*programMaker).choice}, {2, (*programMaker).detached}, {1, (*programMaker).graphBreak}, {2, (*programMaker).setItem}, {2, (*programMaker).shapeNumber},
	{2, (*programMaker).index},
}

func (m *programMaker) unary() bool {
	v := m.pick("float64")
	f := m.one("torch.sin(%s)", "torch.tanh(%s)", "%s.exp().clamp(max=5.0)", "torch.sigmoid(%s)", "%s * 2", "%s + 1", "-%s", "%s.abs()", "torch.relu(%s)",
		"%s.square()", "torch.nn.functional.gelu(%s)", "%s.clone()", "1 - %s", "torch.nn.functional.silu(%s)", "%s.clamp(-0.5, 0.5)", "(%s * %[1]s + 1).sqrt()", "(%s.abs() + 0.5).log()",
		"(%s.abs() + 0.5).reciprocal()", "%s.to(torch.float32).double()")
	if m.IntN(12) == 0 {
		m.fresh(v.shape, "bool", "%s > 0.1", v.name)
		return true
	}
	m.fresh(v.shape, "float64", f, v.name)
	return true
}

func (m *programMaker) binary() bool {
	a, b := m.pick("float64"), m.pick("float64")
	shape, ok := broadcastShape(a.shape, b.shape)
	if !ok {
		return false
	}
	m.fresh(shape, "float64", m.one("%s + %s", "%s * %s", "%s - %s", "%s / (%s.abs() + 0.5)", "torch.maximum(%s, %s)", "torch.add(%s, %s, alpha=2)", "torch.atan2(%s, %s + 3)"), a.name, b.name)
	return true
}

func (m *programMaker) reduction() bool {
	v := m.pick("float64")
	if len(v.shape) == 0 || product(v.shape) == 0 {
		return false
	}
	if m.IntN(4) == 0 {
		m.fresh(nil, "float64", m.one("%s.sum()", "%s.mean()", "%s.amax()", "%s.square().mean().sqrt()"), v.name)
		return true
	}
	d := m.IntN(len(v.shape))
	keep := m.IntN(2) == 0
	shape := without(v.shape, d)
	if keep {
		shape = withSize(v.shape, d, 1)
	}
	f := m.one("%s.sum(%d, keepdim=%s)", "%s.mean(%d, keepdim=%s)", "%s.amax(%d, keepdim=%s)", "%s.logsumexp(%d, keepdim=%s)", "%s.var(%d, unbiased=False, keepdim=%s)", "%s.prod(%d, keepdim=%s)")
	if m.IntN(8) == 0 {
		m.fresh(shape, "int64", "%s.argmax(%d, keepdim=%s)", v.name, d-len(v.shape)*m.IntN(2), pythonBool(keep))
		return true
	}
	m.fresh(shape, "float64", f, v.name, d, pythonBool(keep))
	return true
}

func pythonBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

func (m *programMaker) view() bool {
	v := m.pick("")
	n := len(v.shape)
	switch m.IntN(10) {
	case 0:
		m.fresh([]int{product(v.shape)}, v.dtype, "%s.reshape(-1)", v.name)
	case 1:
		d := m.IntN(n + 1)
		m.fresh(slices.Insert(slices.Clone(v.shape), d, 1), v.dtype, "%s.unsqueeze(%d)", v.name, d)
	case 2:
		if n < 2 {
			return false
		}
		a, b := m.IntN(n), m.IntN(n)
		shape := slices.Clone(v.shape)
		shape[a], shape[b] = shape[b], shape[a]
		m.fresh(shape, v.dtype, "%s.transpose(%d, %d)", v.name, a, b)
	case 3, 4:
		if n == 0 || v.shape[0] == 0 {
			return false
		}
		d := m.IntN(n)
		if v.shape[d] == 0 {
			return false
		}
		m.fresh(without(v.shape, d), v.dtype, "%s.select(%d, %d)", v.name, d, m.IntN(v.shape[d]))
	case 5, 6:
		if n == 0 || v.shape[n-1] < 2 {
			return false
		}
		from := m.IntN(v.shape[n-1])
		m.fresh(withSize(v.shape, n-1, v.shape[n-1]-from), v.dtype, "%s[..., %d:]", v.name, from)
	case 7:
		if n == 0 || v.shape[0] != 1 {
			return false
		}
		m.fresh(withSize(v.shape, 0, 3), v.dtype, "%s.expand(%s)", v.name, strings.Repeat("-1, ", 0)+shapeText(withSize(v.shape, 0, 3)))
	case 8:
		if n == 0 || v.shape[0] < 2 {
			return false
		}
		k := 1 + m.IntN(v.shape[0]-1)
		m.fresh(withSize(v.shape, 0, k), v.dtype, "%s.split([%d, %d])[0]", v.name, k, v.shape[0]-k)
	case 9:
		if n < 2 {
			return false
		}
		m.fresh(append([]int{v.shape[0] * v.shape[1]}, v.shape[2:]...), v.dtype, "%s.flatten(0, 1)", v.name)
	}
	return true
}

func shapeText(shape []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", ", "), "[]")
}

// inPlace changes a variable, which may be a view of another or an argument. Those that overlap themselves cannot be changed.
func (m *programMaker) inPlace() bool {
	v, o := m.pick("float64"), m.pick("float64")
	switch m.IntN(4) {
	case 0:
		m.line("%s.%s", v.name, m.one("add_(1)", "mul_(2)", "sin_()", "clamp_(max=2.0)", "neg_()", "relu_()", "zero_()"))
	case 1:
		if s, ok := broadcastShape(v.shape, o.shape); !ok || !slices.Equal(s, v.shape) {
			return false
		}
		m.line("%s.%s(%s)", v.name, m.one("add_", "mul_", "copy_", "sub_"), o.name)
	case 2:
		if s, ok := broadcastShape(v.shape, o.shape); !ok || !slices.Equal(s, v.shape) {
			return false
		}
		m.line("%s %s %s.sigmoid()", v.name, m.one("+=", "*=", "-="), o.name)
	case 3:
		m.line("%s.masked_fill_(%s > 1.0, 0.25)", v.name, v.name)
	}
	return true
}

func (m *programMaker) setItem() bool {
	v := m.pick("float64")
	if len(v.shape) == 0 || v.shape[0] == 0 {
		return false
	}
	m.line("%s[%s] = %s", v.name, m.one("0", "-1", "..., :1", ":1"), m.one("0.5", "-1", v.name+".sum().tanh()"))
	return true
}

func (m *programMaker) join() bool {
	a, b := m.pick("float64"), m.pick("float64")
	if !slices.Equal(a.shape, b.shape) || len(a.shape) == 0 {
		return false
	}
	d := m.IntN(len(a.shape))
	if m.IntN(2) == 0 {
		m.fresh(withSize(a.shape, d, 2*a.shape[d]), "float64", "torch.cat([%s, %s], %d)", a.name, b.name, d)
	} else {
		m.fresh(slices.Insert(slices.Clone(a.shape), d, 2), "float64", "torch.stack([%s, %s], %d)", a.name, b.name, d)
	}
	return true
}

func (m *programMaker) product() bool {
	a, b := m.pick("float64"), m.pick("float64")
	if len(a.shape) != 2 || len(b.shape) != 2 {
		return false
	}
	switch {
	case a.shape[1] == b.shape[0]:
		m.fresh([]int{a.shape[0], b.shape[1]}, "float64", "%s @ %s", a.name, b.name)
	case a.shape[1] == b.shape[1]:
		m.fresh([]int{a.shape[0], b.shape[0]}, "float64", m.one("torch.nn.functional.linear(%s, %s)", "%s @ %s.t()", "torch.relu(%s @ %s.mT) + 1"), a.name, b.name)
	default:
		return false
	}
	return true
}

// along are operators along a dimension.
func (m *programMaker) along() bool {
	v := m.pick("float64")
	n := len(v.shape)
	if n == 0 || product(v.shape) == 0 {
		return false
	}
	d := m.IntN(n)
	switch m.IntN(4) {
	case 0:
		m.fresh(v.shape, "float64", "torch.softmax(%s, %d)", v.name, d)
	case 1:
		m.fresh(v.shape, "float64", "%s.cumsum(%d)", v.name, d)
	case 2:
		m.fresh(v.shape, "float64", "torch.nn.functional.layer_norm(%s, [%d])", v.name, v.shape[n-1])
	case 3:
		m.fresh(v.shape, "float64", "torch.log_softmax(%s, %d)", v.name, d)
	}
	return true
}

func (m *programMaker) choice() bool {
	a, b := m.pick("float64"), m.pick("float64")
	shape, ok := broadcastShape(a.shape, b.shape)
	if !ok {
		return false
	}
	m.fresh(shape, "float64", "torch.where(%s > %s, %s, %s)", a.name, b.name, a.name, b.name)
	return true
}

func (m *programMaker) index() bool {
	v := m.pick("float64")
	if len(v.shape) == 0 || v.shape[0] < 2 {
		return false
	}
	m.fresh(withSize(v.shape, 0, 3), "float64", m.one("%s[torch.tensor([1, 0, 1])]", "%s.index_select(0, torch.tensor([0, 1, 1]))"), v.name)
	return true
}

func (m *programMaker) detached() bool {
	v := m.pick("float64")
	if m.IntN(2) == 0 {
		m.fresh(v.shape, "float64", "%s.detach()", v.name)
		return true
	}
	m.line("with torch.no_grad():")
	name := fmt.Sprintf("v%d", m.count)
	m.count++
	m.line("    %s = %s * 0.5", name, v.name)
	m.vars = append(m.vars, variable{name, v.shape, "float64"})
	return true
}

func (m *programMaker) graphBreak() bool {
	m.line("torch._dynamo.graph_break()")
	return true
}

func (m *programMaker) shapeNumber() bool {
	v, o := m.pick("float64"), m.pick("")
	if len(o.shape) == 0 {
		return false
	}
	m.fresh(v.shape, "float64", "%s * %s.shape[%d] %s", v.name, o.name, m.IntN(len(o.shape)), m.one("+ 1", "/ 2", fmt.Sprintf("- %s.numel()", o.name)))
	return true
}

// makeProgram gives the text of a function f and of its arguments' shapes.
func makeProgram(seed uint64) string {
	m := &programMaker{Rand: rand.New(rand.NewPCG(seed, 1)), indent: "    "}
	shapes := [][]int{{2, 3}, {3}, {2, 3}, {3, 3}, {1, 3}, {3, 2}, {2, 1}, {}, {2, 3, 2}, {4, 2}, {1}, {0, 3}}
	var args []string
	for i := range 3 {
		s := shapes[m.IntN(len(shapes)-i/2)]
		name := string(rune('a' + i))
		m.vars = append(m.vars, variable{name, s, "float64"})
		args = append(args, fmt.Sprintf("([%s], %s)", shapeText(s), pythonBool(m.IntN(3) > 0)))
	}
	total := 0
	for _, s := range statements {
		total += s.weight
	}
	for made, length := 0, 2+m.IntN(10); made < length; {
		k := m.IntN(total)
		for _, s := range statements {
			if k -= s.weight; k < 0 {
				if s.make(m) {
					made++
				}
				break
			}
		}
	}
	var results []string
	for range 1 + m.IntN(4) {
		results = append(results, m.pick("").name)
	}
	return fmt.Sprintf("def f(a, b, c):\n%s\n    return %s,\narguments = [%s]\n", strings.Join(m.lines, "\n"), strings.Join(results, ", "), strings.Join(args, ", "))
}
