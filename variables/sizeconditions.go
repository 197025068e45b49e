package variables

import (
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// Functions of torch.fx.experimental.symbolic_shapes that ask for the truth of a condition on sizes, and say what becomes of one that depends on data.
func init() {
	otherwise := func(value bool) func(*guards.ShapeEnv, symbolic.Bool) bool {
		return func(e *guards.ShapeEnv, b symbolic.Bool) bool {
			if v, known := e.StaticallyKnown(b); known {
				return v
			}
			if e.HasHint(symbolic.FromExpr(b.Expr())) {
				return e.Decide(b)
			}
			return value
		}
	}
	static := func(wanted bool) func(*guards.ShapeEnv, symbolic.Bool) bool {
		return func(e *guards.ShapeEnv, b symbolic.Bool) bool {
			v, known := e.StaticallyKnown(b)
			return known && v == wanted
		}
	}
	for name, decide := range map[string]func(*guards.ShapeEnv, symbolic.Bool) bool{
		"guard_or_false":         otherwise(false),
		"guard_or_true":          otherwise(true),
		"guard_size_oblivious":   (*guards.ShapeEnv).DecideForSizes,
		"statically_known_true":  static(true),
		"statically_known_false": static(false),
	} {
		RegisterFunction("torch.fx.experimental.symbolic_shapes."+name, func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
			parameter := "a"
			if name == "guard_size_oblivious" {
				parameter = "expr"
			} else if name[0] == 's' {
				parameter = "x"
			}
			p, err := parameters(name, args, kwargs, parameter)
			if err != nil {
				return nil, err
			}
			cond, err := t.Realize(th, p[0])
			if err != nil {
				return nil, err
			}
			if x, ok := cond.(*SymBool); ok {
				return NewConstant(object.Bool(decide(t.Shapes, x.Expr))), nil
			}
			holds, err := t.Truth(th, cond)
			if name == "statically_known_false" {
				holds = !holds
			}
			return NewConstant(object.Bool(holds)), err
		})
	}
}
