package variables

import (
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// Env is the shape environment of the trace, for who runs operators on its tensors.
func (t *Trace) Env() ops.Env { return env{t.Shapes, t.Config} }

// env lets metas consult the shape environment; sizes that depend on data
// break the graph unless the configuration captures them. Graphs keep it, so it keeps nothing of the call that was traced.
type env struct {
	shapes *guards.ShapeEnv
	config *Config
}

func (e env) Decide(b symbolic.Bool) bool { return e.shapes.DecideForSizes(b) }
func (e env) Assume(b symbolic.Bool) bool { return e.shapes.Assume(b) }
func (e env) Guess(v symbolic.Int) int64  { return e.shapes.Guess(v) }
func (e env) Hint(v symbolic.Int) int64   { return e.shapes.Hint(v) }
func (e env) FreshUnbacked(why string) symbolic.Int {
	if !e.config.CaptureDynamicOutputs && !e.config.OneGraph {
		operator := "aten." + why
		if !strings.Contains(why, ".") {
			operator += ".default"
		}
		panic(dynamicShape(operator))
	}
	return e.shapes.FreshUnbacked(why)
}

// dynamicShape is the graph break at an operator whose result has a size that depends on data.
func dynamicShape(operator string) *Unsupported {
	return &Unsupported{Title: "Dynamic shape operator", Context: operator, Explanation: "Operator `" + operator + "`'s output shape depends on input Tensor data."}
}

func (e env) Undecided(b symbolic.Bool) bool {
	if _, known := e.shapes.StaticallyKnown(b); known {
		return false
	}
	return !e.shapes.HasHint(symbolic.FromExpr(b.Expr()))
}

func (e env) Unknown(why string, most symbolic.Int) symbolic.Int {
	n := e.shapes.FreshUnbacked(why)
	e.shapes.Assert(n.Ge(symbolic.IntOf(0)))
	if !most.IsSymbolic() {
		e.shapes.Assert(n.Le(most))
	}
	return n
}
