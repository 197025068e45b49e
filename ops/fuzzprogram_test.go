package ops

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// program is a straight list of operator calls on some leaves, which the gradient test makes at random, runs, prints
// and shortens.
type program struct {
	leaves []*tensor.Tensor
	steps  []*step
	seed   uint64
}

// step is one call. Its results are variables, except those of in-place operators, which change one.
type step struct {
	op   *Op
	args []Value // ref for a variable
	name int     // of the first result
	// through lists the numbers of the results that derivatives go through; empty for all.
	through string
}

// inPlace says whether the call changes a variable.
func (s *step) inPlace() bool {
	for i, p := range s.op.Schema().Params {
		if p.Name == "inplace" && s.args[i] == true {
			return true
		}
	}
	return s.op.Variant == InPlace
}

// ref is a result of a step, or a leaf, by name.
type ref struct{ name, nr int }

// leafName is the name of leaf i.
func leafName(i int) int { return -1 - i }

func (r ref) String() string {
	switch {
	case r.name < 0:
		return fmt.Sprintf("x%d", -1-r.name)
	case r.nr == 0:
		return fmt.Sprintf("t%d", r.name)
	}
	return fmt.Sprintf("t%d[%d]", r.name, r.nr)
}

func (p *program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "program %d\n", p.seed)
	for i, x := range p.leaves {
		fmt.Fprintf(&b, "  %s = %s\n", ref{leafName(i), 0}, tensorText(x))
	}
	for _, s := range p.steps {
		var parts []string
		for i, v := range s.args {
			parts = append(parts, s.op.Schema().Params[i].Name+"="+valueText(v))
		}
		if s.op.Variant == InPlace {
			fmt.Fprintf(&b, "  %s(%s)\n", s.op, strings.Join(parts, ", "))
			continue
		}
		fmt.Fprintf(&b, "  t%d = %s(%s)\n", s.name, s.op, strings.Join(parts, ", "))
	}
	return b.String()
}

func tensorText(t *tensor.Tensor) string {
	if t.DType().IsIntOrBool() {
		return fmt.Sprintf("%s%v%v", t.DType().Name(), t.Sizes(), t.Ints())
	}
	if t.DType().IsComplex() {
		return fmt.Sprintf("%s%v%.4v", t.DType().Name(), t.Sizes(), t.Complexes())
	}
	return fmt.Sprintf("%s%v%.4v", t.DType().Name(), t.Sizes(), t.Floats())
}

func valueText(v Value) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case *tensor.Tensor:
		return tensorText(v)
	case []Value:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = valueText(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprint(v)
}

// run executes the program on the given leaves.
func (p *program) run(ctx *Context, leaves []Value) (map[ref]*tensor.Tensor, error) {
	vars := map[ref]*tensor.Tensor{}
	for i, x := range leaves {
		vars[ref{leafName(i), 0}] = x.(*tensor.Tensor)
	}
	for _, s := range p.steps {
		out, err := callOp(ctx, s.op, resolve(s.args, vars))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.op, err)
		}
		if s.op.Variant == InPlace {
			continue
		}
		for i, t := range flatTensors(out) {
			if s.through == "" || strings.Contains(s.through, strconv.Itoa(i)) {
				vars[ref{s.name, i}] = t
			}
		}
	}
	return vars, nil
}

func resolve(args []Value, vars map[ref]*tensor.Tensor) []Value {
	out := make([]Value, len(args))
	for i, v := range args {
		switch v := v.(type) {
		case ref:
			out[i] = vars[v]
		case []Value:
			out[i] = resolve(v, vars)
		case *tensor.Tensor:
			out[i] = cloneExact(v)
		default:
			out[i] = v
		}
	}
	return out
}

// reads lists the variables among arguments.
func reads(args []Value) []ref {
	var out []ref
	for _, v := range args {
		switch v := v.(type) {
		case ref:
			out = append(out, v)
		case []Value:
			out = append(out, reads(v)...)
		}
	}
	return out
}

// outputs are the results that no later step reads, in order: with them every step matters.
func (p *program) outputs(vars map[ref]*tensor.Tensor) []ref {
	read := map[ref]bool{}
	for _, s := range p.steps {
		for _, r := range reads(s.args) {
			if s.op.Variant != InPlace || r != s.args[0] {
				read[r] = true
			}
		}
	}
	var out []ref
	for _, s := range p.steps {
		for i := range 4 {
			t, ok := vars[ref{s.name, i}]
			if ok && s.op.Variant != InPlace && !read[ref{s.name, i}] && precise(t.DType()) {
				out = append(out, ref{s.name, i})
			}
		}
	}
	return out
}

// check compares the program's derivatives with difference quotients.
func (p *program) check(ctx *Context, order int) error {
	var leaves []leaf
	for _, x := range p.leaves {
		leaves = append(leaves, leaf{x, false})
	}
	c := &gradcheck{ctx: ctx, leaves: leaves, rand: rand.New(rand.NewPCG(p.seed, 5)), order: order}
	c.f = func(in []Value) ([]Value, error) {
		vars, err := p.run(ctx, in)
		if err != nil {
			return nil, err
		}
		var out []Value
		for _, r := range p.outputs(vars) {
			out = append(out, vars[r])
		}
		return out, nil
	}
	_, err := checkGuarded(c)
	return err
}

// without is the program without step i and what depends on it.
func (p *program) without(i int) *program {
	gone := map[int]bool{}
	q := &program{leaves: p.leaves, seed: p.seed}
	for k, s := range p.steps {
		drop := k == i
		for _, r := range reads(s.args) {
			drop = drop || gone[r.name]
		}
		if drop {
			gone[s.name] = true
			continue
		}
		q.steps = append(q.steps, s)
	}
	return q
}

// minimise drops steps while the program still fails in the same order of derivatives.
func (p *program) minimise(ctx *Context, order int) *program {
	fails := func(q *program) bool {
		g, ok := q.check(ctx, 2).(*gradError)
		return ok && g.order == order && !isSingular(g)
	}
	for again := true; again; {
		again = false
		for i := len(p.steps) - 1; i >= 0; i-- {
			if q := p.without(i); len(q.steps) > 0 && fails(q) {
				p, again = q, true
				i = min(i, len(p.steps))
			}
		}
	}
	return p
}
