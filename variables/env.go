package variables

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// Env is the shape environment of the trace, for who runs operators on its tensors.
func (t *Trace) Env() ops.Env { return env{t} }

// env lets metas consult the shape environment; sizes that depend on data
// break the graph unless the configuration captures them.
type env struct{ t *Trace }

func (e env) Decide(b symbolic.Bool) bool { return e.t.Shapes.DecideForSizes(b) }
func (e env) Hint(v symbolic.Int) int64   { return e.t.Shapes.Hint(v) }
func (e env) FreshUnbacked(why string) symbolic.Int {
	if !e.t.Config.CaptureDynamicOutputs && !e.t.Config.OneGraph {
		operator := "aten." + why + ".default"
		panic(&Unsupported{Title: "Dynamic shape operator", Context: operator, Explanation: "Operator `" + operator + "`'s output shape depends on input Tensor data."})
	}
	return e.t.Shapes.FreshUnbacked(why)
}
