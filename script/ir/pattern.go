package ir

import (
	"errors"
	"strings"
)

// RewritePattern replaces every place in a graph that looks like a pattern: of two that share nodes the first. The nodes of a place go, whatever their operators are.
func RewritePattern(g, pattern, by *Graph, places *StandsFor) error {
	outs := pattern.Outputs()
	if len(outs) == 0 || outs[0].node.Kind == "prim::Param" {
		return nil
	}
	anchor := outs[0].node
	done := map[*Node]bool{}
	var gone []*Node
	var fault error
	g.Block.Walk(func(n *Node) {
		if fault != nil || n.Kind != anchor.Kind || done[n] {
			return
		}
		m := &match{block: n.block, values: map[*Value]*Value{}, nodes: map[*Node]*Node{}}
		if !m.node(anchor, n) || m.leaks(anchor) {
			return
		}
		for _, v := range outs {
			if m.values[v] == nil {
				fault = errors.New("values_map_.count(output) INTERNAL ASSERT FAILED at \"./torch/csrc/jit/ir/subgraph_matcher.cpp\":327, please report a bug to PyTorch. ")
				return
			}
		}
		inputs := make([]*Value, len(pattern.Inputs()))
		for i, v := range pattern.Inputs() {
			if inputs[i] = m.values[v]; inputs[i] == nil {
				return
			}
		}
		for _, x := range m.nodes {
			if done[x] {
				return
			}
		}
		old := g.SetAt(n)
		results := g.InsertGraph(by, inputs)
		if places != nil {
			m.place(places, n)
		}
		g.SetAt(old)
		for i, v := range outs {
			w := m.values[v]
			results[i].CopyMetaType(w)
			w.ReplaceAll(results[i])
		}
		for _, x := range m.nodes {
			done[x] = true
		}
		for _, p := range pattern.Nodes() {
			if x := m.nodes[p]; x != nil {
				gone = append(gone, x)
			}
		}
	})
	drop(gone)
	EliminateDead(g, true)
	return fault
}

// StandsFor says which nodes of a replacement stand where nodes of the pattern stood: by pairs of names of what they give. The names are those of the pattern
// and of Named, which is the replacement with names.
type StandsFor struct {
	Named *Graph
	Pairs [][2]string
}

// place gives the nodes that were inserted before n the places of matched nodes.
func (m *match) place(places *StandsFor, n *Node) {
	made := n
	nodes := places.Named.Nodes()
	for i := len(nodes) - 1; i >= 0; i-- {
		made = made.Prev()
		for _, v := range nodes[i].Outputs {
			for _, pair := range places.Pairs {
				for p, w := range m.values {
					if v.Name() == pair[0] && p.Name() == pair[1] {
						made.Range = w.node.Range
					}
				}
			}
		}
	}
}

// drop destroys nodes that nothing but each other reads, the readers first; constants that others read stay.
func drop(list []*Node) {
	for again := true; again; {
		again = false
		for _, n := range list {
			if n.dead {
				continue
			}
			read := false
			for _, v := range n.Outputs {
				read = read || len(v.uses) > 0
			}
			if !read {
				n.Destroy()
				again = true
			}
		}
	}
}

// CopyMetaType takes the type of another value.
func (v *Value) CopyMetaType(from *Value) { v.Type = from.Type }

// match is a place that looks like a pattern: what its values and nodes are there.
type match struct {
	block  *Block
	values map[*Value]*Value
	nodes  map[*Node]*Node
}

// leaks says whether a value inside of the place is read from outside of it, other than what the pattern gives.
func (m *match) leaks(anchor *Node) bool {
	for p, n := range m.nodes {
		if p == anchor || p.Kind == "prim::Constant" {
			continue
		}
		for i, v := range p.Outputs {
			if len(n.Outputs[i].uses) != len(v.uses) && !isOutput(v) {
				return true
			}
		}
	}
	return false
}

func isOutput(v *Value) bool {
	for _, u := range v.uses {
		if u.Node.Kind == "prim::Return" {
			return true
		}
	}
	return false
}

// alike says whether a node of the graph has the operator and the attributes of one of the pattern; match::module is a submodule whose class is called like that.
func (m *match) alike(p, n *Node) bool {
	if p.Kind == "match::module" {
		name := p.StrAttr("name")
		return n.Kind == "prim::GetAttr" && name != "" && strings.HasSuffix(n.Outputs[0].Type.Name, name)
	}
	if p.Kind != n.Kind {
		return false
	}
	for _, a := range p.attrs {
		x, _ := a.Value.(Constant)
		y, ok := n.Attr(a.Name).(Constant)
		if !ok || !x.Equal(y) {
			return false
		}
	}
	return true
}

// node matches a node of the pattern, and those that give its operands, with one of the graph.
func (m *match) node(p, n *Node) bool {
	if old := m.nodes[p]; old != nil {
		return old == n
	}
	if !m.alike(p, n) || len(p.Inputs) != len(n.Inputs) || len(p.Outputs) != len(n.Outputs) || n.block != m.block && p.Kind != "prim::Constant" {
		return false
	}
	m.nodes[p] = n
	for i, v := range p.Outputs {
		if w := m.values[v]; w != nil && w != n.Outputs[i] {
			return false
		}
		m.values[v] = n.Outputs[i]
	}
	for i, v := range p.Inputs {
		w := n.Inputs[i]
		if v.node.Kind == "prim::Param" {
			if old := m.values[v]; old != nil && old != w {
				return false
			}
			m.values[v] = w
			continue
		}
		if v.Offset() != w.Offset() || !m.node(v.node, w.node) {
			return false
		}
	}
	return true
}
