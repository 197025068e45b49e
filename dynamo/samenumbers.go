package dynamo

import (
	"fmt"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/symbolic"
)

// mergeNumbers has a graph compute each symbolic int once: nodes that compute what one in front of them has computed are left out, as PyTorch's pass
// does that adds assertions.
func (x *translator) mergeNumbers() error {
	first := map[*symbolic.Expr]*fxgraph.Node{}
	for _, n := range x.trace.Graph.Nodes() {
		e, ok := n.Meta.Example.(symbolic.Int)
		if !ok || !e.IsSymbolic() {
			continue
		}
		known := first[e.Expr()]
		switch {
		case known == nil:
			first[e.Expr()] = n
		case n.Op == fxgraph.CallFunction && e.Expr().Kind != symbolic.Symbol:
			n.ReplaceAllUsesWith(known)
			if err := x.trace.Graph.Erase(n); err != nil {
				return fmt.Errorf("dynamo: %w", err)
			}
		}
	}
	return nil
}
