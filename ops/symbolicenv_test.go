package ops

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// sampleEnv is a shape environment for tests: it decides by hints and remembers what it decided, so that a result can be
// tried on other sizes for which the same decisions hold.
type sampleEnv struct {
	hints   map[string]int64
	guards  []symbolic.Bool // each true for the hints
	unknown int
}

func (e *sampleEnv) value(s symbolic.Int) int64 {
	v, err := symbolic.Eval(s.Expr(), func(name string) (int64, bool) { v, ok := e.hints[name]; return v, ok })
	if err != nil {
		throwRuntime("test: %v", err)
	}
	return v
}

func (e *sampleEnv) Decide(b symbolic.Bool) bool {
	v := e.value(symbolic.FromExpr(b.Expr())) != 0
	if !v {
		b = b.Not()
	}
	e.guards = append(e.guards, b)
	return v
}

func (e *sampleEnv) Hint(s symbolic.Int) int64 { return e.value(s) }

func (e *sampleEnv) FreshUnbacked(why string) symbolic.Int {
	name := fmt.Sprintf("u%d", e.unknown)
	e.unknown++
	e.hints[name] = 2
	return symbolic.FromExpr(symbolic.NewSymbol(name))
}

// holds says whether all decisions are the same for other sizes.
func (e *sampleEnv) holds(sizes map[string]int64) bool {
	other := &sampleEnv{hints: sizes}
	for _, g := range e.guards {
		if c, ok := g.Const(); ok && c {
			continue
		}
		unknown := false
		for _, name := range symbolic.Symbols(g.Expr()) {
			if _, ok := sizes[name]; !ok {
				unknown = true
			}
		}
		if unknown || other.value(symbolic.FromExpr(g.Expr())) == 0 {
			return false
		}
	}
	return true
}

// describeResults is the text of what metas must get right: element type, sizes, strides, offset and lazy flags of each
// tensor. Sizes that depend on data are taken from the kernel's result, given as real.
func describeResults(results []Value, env *sampleEnv, real []Value, views bool) (out []string) {
	for i, v := range results {
		switch v := v.(type) {
		case []Value:
			var inside []Value
			if i < len(real) {
				inside, _ = real[i].([]Value)
			}
			out = append(out, describeResults(v, env, inside, views)...)
		case *tensor.Tensor:
			out = append(out, describe(v.DType(), v.Sizes(), v.Strides(), v.Offset(), v.Conj, v.Neg, views))
		case *Fake:
			if r, ok := realAt(real, i); ok && r.Dim() == len(v.Sizes) {
				for d, s := range v.Sizes {
					if e := s.Expr(); e.Kind == symbolic.Symbol && e.Name[0] == 'u' {
						env.hints[e.Name] = int64(r.Size(d))
					}
				}
			}
			plain := func(s []symbolic.Int) []int {
				o := make([]int, len(s))
				for k, x := range s {
					o[k] = int(env.value(x))
				}
				return o
			}
			strides, sizes := plain(v.Strides), plain(v.Sizes)
			if r, ok := realAt(real, i); ok && slices.ContainsFunc(v.Sizes, func(s symbolic.Int) bool { return s.IsSymbolic() && env.value(s) == 1 }) {
				for d := range sizes { // an expression that happens to be 1 is not known to be: nothing steps along it
					if sizes[d] == 1 && len(sizes) == r.Dim() {
						strides[d] = r.Strides()[d]
					}
				}
			}
			if r, ok := realAt(real, i); ok && slices.Contains(plain(v.Sizes), 0) && env.unknown > 0 {
				strides = r.Strides() // those of an empty tensor are not known before its size is
			}
			out = append(out, describe(v.DType, plain(v.Sizes), strides, int(env.value(v.Offset)), v.Conj, v.Neg, views))
		case symbolic.Int:
			out = append(out, fmt.Sprint(env.value(v)))
		case int64, bool, string, tensor.DType, tensor.Device:
			out = append(out, fmt.Sprint(v))
		}
	}
	return out
}

func realAt(real []Value, i int) (*tensor.Tensor, bool) {
	if i >= len(real) {
		return nil, false
	}
	t, ok := real[i].(*tensor.Tensor)
	return t, ok
}

func describe(d tensor.DType, sizes, strides []int, offset int, conj, neg, view bool) string {
	s := fmt.Sprint(d.Name(), sizes, strides)
	if view {
		s += fmt.Sprint(" at ", offset)
	}
	if conj {
		s += " conj"
	}
	if neg {
		s += " neg"
	}
	return s
}
