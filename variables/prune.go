package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// Nodes that nothing needs are dropped.

// sizeArithmetic are the operators whose results are expressions of sizes.
var sizeArithmetic = map[string]bool{"add": true, "sub": true, "mul": true, "floordiv": true, "mod": true, "pow": true, "neg": true}

// symbolicOperators are the functions of numbers whose unused calls are dropped.
var symbolicOperators = map[string]bool{"add": true, "sub": true, "mul": true, "floordiv": true, "truediv": true, "mod": true, "pow": true, "neg": true,
	"and_": true, "or_": true, "xor": true, "lshift": true, "rshift": true, "lt": true, "le": true, "gt": true, "ge": true, "eq": true, "ne": true, "sym_float": true, "abs": true, "sym_int": true, "sym_max": true, "sym_min": true,
	"floor": true, "ceil": true, "trunc": true, "_sym_sqrt": true, "_sym_log2": true, "_sym_sin": true, "_sym_cos": true}

// Prune drops nodes that nothing uses and that only pick or compute numbers,
// and adjacent switches of grad mode that undo each other.
func (t *Trace) Prune(outputs []*fxgraph.Node) {
	needed := map[*fxgraph.Node]bool{}
	for _, n := range outputs {
		needed[n] = true
	}
	nodes := t.Graph.Nodes()
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		if len(n.Users()) > 0 || needed[n] {
			continue
		}
		if n.Op == fxgraph.GetAttr || n.Op == fxgraph.CallFunction && t.droppable(n) || isUnaskedItem(n) {
			_ = t.Graph.Erase(n)
		}
	}
	if t.body == nil {
		t.PruneGradModes()
	}
}

// isUnaskedItem tells whether a node reads a number of a tensor; truths are kept, since their range is checked.
func isUnaskedItem(n *fxgraph.Node) bool {
	_, truth := n.Meta.Example.(symbolic.Bool)
	return n.Op == fxgraph.CallMethod && n.Target == "item" && !truth
}

func (t *Trace) droppable(n *fxgraph.Node) bool {
	f := n.Target.(*fxgraph.Function)
	if f.Qualified == "operator.getitem" {
		return true
	}
	if !symbolicOperators[f.Name] {
		return false
	}
	for _, in := range n.Inputs() {
		if _, tensor := in.Meta.Example.(*ops.Fake); tensor {
			return false
		}
	}
	return true
}

// PruneGradModes drops adjacent switches of grad mode that undo each other.
func (t *Trace) PruneGradModes() {
	for changed := true; changed; {
		changed = false
		var previous *fxgraph.Node
		for _, n := range t.Graph.Nodes() {
			f, ok := n.Target.(*fxgraph.Function)
			switching := ok && n.Op == fxgraph.CallFunction && f.Name == "_set_grad_enabled"
			if switching && previous != nil && previous.Args[0] != n.Args[0] {
				_ = t.Graph.Erase(previous)
				_ = t.Graph.Erase(n)
				changed = true
				break
			}
			previous = nil
			if switching {
				previous = n
			}
		}
	}
}
