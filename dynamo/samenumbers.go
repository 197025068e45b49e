package dynamo

import (
	"fmt"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
)

// mergeNumbers has a graph compute each symbolic int once: nodes that compute what one in front of them has computed are left out, as PyTorch's pass
// does that adds assertions. A node that gives a number which depends on data stays, whatever that was promised to be: it is what the promise is checked on.
// What an expression says is only believed where none of its numbers can have wrapped around: graphs compute in ints of
// Python, expressions in 64 bits.
func (x *translator) mergeNumbers() error {
	first := map[*symbolic.Expr]*fxgraph.Node{}
	wrapped := map[*fxgraph.Node]bool{}
	given := x.trace.GivenByData()
	for _, n := range x.trace.Graph.Nodes() {
		e, ok := n.Meta.Example.(symbolic.Int)
		if !ok {
			continue
		}
		wrapped[n] = !smallNumbers(e.Expr()) || n.Op == fxgraph.CallFunction && mayWrap(n, wrapped)
		if wrapped[n] || !e.IsSymbolic() {
			continue
		}
		known := first[e.Expr()]
		switch {
		case known == nil:
			first[e.Expr()] = n
		case given[n] && len(n.Users()) > 0:
		case n.Op == fxgraph.CallFunction || n.Op == fxgraph.CallMethod:
			n.ReplaceAllUsesWith(known)
			if err := x.trace.Graph.Erase(n); err != nil {
				return fmt.Errorf("dynamo: %w", err)
			}
		}
	}
	return nil
}

// mayWrap says whether an operation on small numbers could give one that is not right in 64 bits, or works on such ones.
func mayWrap(n *fxgraph.Node, wrapped map[*fxgraph.Node]bool) bool {
	if f, ok := n.Target.(*fxgraph.Function); ok && (f.Name == "pow" || f.Name == "lshift") {
		return true
	}
	for _, m := range n.Inputs() {
		if wrapped[m] {
			return true
		}
	}
	return len(n.Inputs()) > 64
}

// smallNumbers says whether an expression's numbers are so small that one operation more cannot wrap around.
func smallNumbers(e *symbolic.Expr) bool {
	const limit = 1 << 24
	if e.Kind == symbolic.NaturalPow || e.Value >= limit || e.Value <= -limit || e.Kind == symbolic.Pow && e.Value > 16 {
		return false
	}
	for _, arg := range e.Args {
		if !smallNumbers(arg) {
			return false
		}
	}
	return true
}
