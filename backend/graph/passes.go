package graph

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/ops"
)

// Prune drops the nodes whose results nobody reads.
func (g *Graph) Prune() {
	needed := make([]bool, g.count)
	for _, v := range g.Outputs {
		if v != nil {
			needed[v.ID] = true
		}
	}
	for _, w := range g.Writes {
		needed[w.Value.ID] = true
	}
	kept := make([]*Node, 0, len(g.Nodes))
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		n := g.Nodes[i]
		if !n.HasEffect() && !n.anyResult(func(v *Value) bool { return needed[v.ID] }) {
			continue
		}
		n.Operands(func(v *Value) { needed[v.ID] = true })
		kept = append(kept, n)
	}
	for i, j := 0, len(kept)-1; i < j; i, j = i+1, j-1 {
		kept[i], kept[j] = kept[j], kept[i]
	}
	g.Nodes = kept
}

// Results visits what a node makes, the after-values of changed arguments included.
func (n *Node) Results(visit func(*Value)) {
	n.anyResult(func(v *Value) bool { visit(v); return false })
}

func (n *Node) anyResult(is func(*Value) bool) bool {
	for _, v := range n.Outs {
		if v != nil && is(v) {
			return true
		}
	}
	for _, m := range n.After {
		if is(m.After) {
			return true
		}
	}
	return false
}

// Merge replaces calls that compute again what an earlier one has computed: common subexpressions. Results that leave the
// graph, as they are or under a view, stay apart: who gets them may change one in place. So do the calls of the two kinds that apart tells, if it is not nil.
func (g *Graph) Merge(apart func(*Node) bool) {
	leaves := g.escaping()
	replaced := map[*Value]*Value{}
	known := map[string]*Node{}
	kept := g.Nodes[:0:0]
	for _, n := range g.Nodes {
		n.Args = mapOperands(n.Args, func(v *Value) ops.Value { return resolved(replaced, v) })
		if n.HasEffect() || len(n.After) > 0 || n.anyResult(func(v *Value) bool { return leaves[v.ID] }) {
			kept = append(kept, n)
			continue
		}
		key := n.key()
		if apart != nil && apart(n) {
			key += " apart"
		}
		first, ok := known[key]
		if !ok {
			known[key] = n
			kept = append(kept, n)
			continue
		}
		for i, v := range n.Outs {
			if v != nil {
				replaced[v] = first.Outs[i]
			}
		}
	}
	g.Nodes = kept
	for i, v := range g.Outputs {
		g.Outputs[i] = resolved(replaced, v)
	}
	for i := range g.Writes {
		g.Writes[i].Value = resolved(replaced, g.Writes[i].Value)
	}
}

// escaping marks, by ID, the values whose memory the outputs may show. _unsafe_view shows its operand too, though its schema does not say so.
func (g *Graph) escaping() []bool {
	leaves := make([]bool, g.count)
	for _, v := range g.Outputs {
		if v != nil {
			leaves[v.ID] = true
		}
	}
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		n := g.Nodes[i]
		if (n.Op.IsView() || n.Op.Name == "_unsafe_view") && n.anyResult(func(v *Value) bool { return leaves[v.ID] }) {
			n.Operands(func(v *Value) { leaves[v.ID] = true })
		}
	}
	return leaves
}

func resolved(replaced map[*Value]*Value, v *Value) *Value {
	if r, ok := replaced[v]; ok {
		return r
	}
	return v
}

// key is equal for calls that compute the same.
func (n *Node) key() string {
	var b strings.Builder
	b.WriteString(n.Op.String())
	writeKey(&b, n.Args)
	return b.String()
}

func writeKey(b *strings.Builder, args []ops.Value) {
	for _, a := range args {
		switch a := a.(type) {
		case *Value:
			fmt.Fprintf(b, " %%%d", a.ID)
		case []ops.Value:
			b.WriteString(" [")
			writeKey(b, a)
			b.WriteString(" ]")
		default:
			fmt.Fprintf(b, " %T:%v", a, a)
		}
	}
}
