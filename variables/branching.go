package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
)

// This file has the breaks of conditions that depend on data.

// BranchOnTensor is the graph break of a condition that depends on data.
func BranchOnTensor() error { return branchOn(nil) }

// BranchOnSymbols is BranchOnTensor for a number or condition that depends on data.
func BranchOnSymbols() error {
	err := branchOn(nil)
	err.Uncounted = true
	return err
}

// AtJump says in the error of a condition that nothing decides what to do where code branches on it.
func AtJump(err error) error {
	if u, ok := err.(*Unsupported); ok && u.Title == UndecidedTitle {
		u.Explanation = "Consider annotating your code using torch._check*(). " + u.Explanation
	}
	return err
}

// BranchOn is BranchOnTensor for a condition that a node of the graph computes.
func (t *Trace) BranchOn(x *Tensor) error { return branchOn(x.Node) }

// BranchOnData is the title of breaks at branches on the data of tensors.
const BranchOnData = "Data-dependent branching"

func branchOn(n *fxgraph.Node) *Unsupported {
	computed := computedAs(n)
	hints := []string{"For the common pattern `if tensor_cond: x = transform(x)` (e.g. clamping inf/nan values), consider making the code branchless by always applying the transform. " +
		"Operations like torch.clamp, torch.nan_to_num, and torch.where are typically no-ops on well-behaved inputs and compile without graph breaks."}
	if computed == "" && n != nil {
		hints = append(hints, "Note: Python `or`/`and` between tensor expressions (e.g. `tensor.any() or other_tensor.any()`) triggers implicit bool conversion. "+
			"Use `torch.logical_or`/`torch.logical_and` or the `|`/`&` operators instead.")
	}
	return &Unsupported{Title: BranchOnData, Reason: "generic_jump TensorVariable()", Branch: true, Context: "attempted to jump with TensorVariable()",
		Explanation: "Detected data-dependent branching (e.g. `if my_tensor.sum() > 0:`). Dynamo does not support tracing dynamic control flow." + computed,
		Hints: append(hints, Fundamental,
			"Use `torch.cond` to express dynamic control flow.")}
}

// computedAs tells which line and node gave a condition; "" if it is an input.
func computedAs(n *fxgraph.Node) string {
	if n == nil || n.Op != fxgraph.CallFunction || len(n.Meta.Stack) == 0 {
		return ""
	}
	l := n.Meta.Stack[len(n.Meta.Stack)-1]
	name, _ := n.Target.(string)
	if f, ok := n.Target.(*fxgraph.Function); ok {
		name = f.Name
	}
	var args []string
	for _, a := range n.Args {
		if m, ok := a.(*fxgraph.Node); ok {
			args = append(args, m.Name)
		} else {
			args = append(args, fmt.Sprint(a))
		}
	}
	return fmt.Sprintf("\n\n      The branch condition involves a tensor computed as follows:\n        # File \"%s\", line %d, in %s, code: %s\n        %s = %s(%s)\n    ",
		l.Filename, l.Line, l.Function, l.Code, n.Name, name, strings.Join(args, ", "))
}

// DataDependent tells whether the truth of a symbolic value is known only when
// the graph has run.
func (t *Trace) DataDependent(x Tracker) bool {
	var cond symbolic.Bool
	switch x := x.(type) {
	case *SymBool:
		cond = x.Expr
	case *SymInt:
		cond = x.Expr.Ne(symbolic.IntOf(0))
	default:
		return false
	}
	if _, known := t.Shapes.StaticallyKnown(cond); known {
		return false
	}
	return !t.Shapes.HasHint(symbolic.FromExpr(cond.Expr()))
}
