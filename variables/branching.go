package variables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
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
func (t *Trace) BranchOn(x *Tensor) error { return branchOn(x) }

// BranchOnData is the title of breaks at branches on the data of tensors.
const BranchOnData = "Data-dependent branching"

func branchOn(x *Tensor) *Unsupported {
	var computed string
	var hints []string
	switch {
	case x == nil || x.Fake.DType == tensor.Bool && x.Fake.Dim() == 0:
		hints = append(hints, "For the common pattern `if tensor_cond: x = transform(x)` (e.g. clamping inf/nan values), consider making the code branchless by always applying the transform. "+
			"Operations like torch.clamp, torch.nan_to_num, and torch.where are typically no-ops on well-behaved inputs and compile without graph breaks.")
	case (x.Fake.DType == tensor.Int32 || x.Fake.DType == tensor.Int64) && x.Fake.Dim() == 0:
		hints = append(hints, "The branch condition uses a scalar integer tensor. Consider rewriting the computation to use plain Python ints (e.g. use int attributes instead of tensor buffers) "+
			"so the condition becomes a shape guard instead of data-dependent branching.")
	}
	if x != nil {
		computed = computedAs(x.Node)
		if name := calledName(x.Node); name == "any" || name == "all" {
			hints = append(hints, "Note: Python `or`/`and` between tensor expressions (e.g. `tensor.any() or other_tensor.any()`) triggers implicit bool conversion. "+
				"Use `torch.logical_or`/`torch.logical_and` or the `|`/`&` operators instead.")
		}
	}
	return &Unsupported{Title: BranchOnData, Reason: "generic_jump TensorVariable()", Branch: true, Context: "attempted to jump with TensorVariable()",
		Explanation: "Detected data-dependent branching (e.g. `if my_tensor.sum() > 0:`). Dynamo does not support tracing dynamic control flow." + computed,
		Hints: append(hints, Fundamental,
			"Use `torch.cond` to express dynamic control flow.")}
}

// explainedNodes is how many calls are shown of how a condition was computed.
const explainedNodes = 20

// computedAs shows which inputs and calls of functions gave a condition, the inputs first, what came last at the end. It goes from a node to those among its own
// positional arguments and not beyond methods; "" if the condition is the result of one.
func computedAs(n *fxgraph.Node) string {
	var inputs, calls []*fxgraph.Node
	var visit func(m *fxgraph.Node)
	visit = func(m *fxgraph.Node) {
		switch {
		case len(calls) == explainedNodes || slices.Contains(calls, m) || slices.Contains(inputs, m):
		case m.Op == fxgraph.Placeholder:
			inputs = append(inputs, m)
		case m.Op == fxgraph.CallFunction:
			calls = append(calls, m)
			for _, a := range m.Args {
				if from, ok := a.(*fxgraph.Node); ok {
					visit(from)
				}
			}
		}
	}
	visit(n)
	if len(inputs) == 0 && len(calls) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n\n  The branch condition involves a tensor computed as follows:")
	write := func(m *fxgraph.Node, text string) {
		if stack := m.Meta.Stack; len(stack) > 0 {
			l := stack[len(stack)-1]
			fmt.Fprintf(&b, "\n    # File \"%s\", line %d, in %s, code: %s", l.Filename, l.Line, l.Function, l.Code)
		}
		b.WriteString("\n    " + text + "\n    ")
	}
	for _, m := range inputs {
		write(m, fmt.Sprintf("%s: graph input (%s)", m.Name, m.Target))
	}
	for _, m := range slices.Backward(calls) {
		args := fxgraph.Repr(fxgraph.List(m.Args))
		write(m, fmt.Sprintf("%s = %s(%s)", m.Name, calledName(m), args[1:len(args)-1]))
	}
	return b.String()
}

// calledName is the name of the function or method that a node calls; "" for one that calls none.
func calledName(n *fxgraph.Node) string {
	switch target := n.Target.(type) {
	case *fxgraph.Function:
		return target.Name
	case string:
		if n.Op == fxgraph.CallMethod || n.Op == fxgraph.CallFunction {
			return target
		}
	}
	return ""
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
