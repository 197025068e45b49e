package ir

import "slices"

// Inline replaces calls of functions and methods by their bodies, which are simplified before: what they compute from constants is done,
// and their constants stand in front.
func Inline(g *Graph, f Folder) error {
	g.show(atBeforeInlining, "Before Inlining: ")
	err := inlineBlock(g.Block, f)
	g.show(atAfterInlining, "After Inlining: ")
	return err
}

func inlineBlock(b *Block, f Folder) error {
	for n := b.First(); n != nil; {
		next := n.Next()
		for _, a := range n.attrs {
			if sub, ok := a.Value.(*Graph); ok {
				if err := inlineBlock(sub.Block, f); err != nil {
					return err
				}
			}
		}
		called, args := callee(n)
		if called == nil {
			for _, inner := range n.Blocks {
				if err := inlineBlock(inner, f); err != nil {
					return err
				}
			}
			n = next
			continue
		}
		if err := called.Ensure(); err != nil {
			return err
		}
		if called.Graph != nil {
			called.tellInlined(n)
			body := called.Graph.Copy()
			if err := simplify(body, f); err != nil {
				return err
			}
			call := append([]Call{{called.Name, n.Range}}, n.Calls...)
			body.Block.Walk(func(m *Node) { m.Calls = slices.Concat(m.Calls, call) })
			n.replaceBy(body, args)
		}
		n = next
	}
	return nil
}

// tellInlined tells that a call becomes the body of what it calls.
func (f *Function) tellInlined(n *Node) {
	what := "function"
	if n.Kind == "prim::CallMethod" {
		what = "method"
	}
	n.Graph().tell(atInlining, "Inlining %s '%s' to %s", what, f.Name, n)
}

// callee is the function that a node calls, with its operands; nil if it calls none that can be inlined.
func callee(n *Node) (*Function, []*Value) {
	switch n.Kind {
	case "prim::CallFunction":
		c, ok := n.Inputs[0].ConstantOf()
		if fn, isFn := c.V.(*FunctionConst); ok && isFn && fn.F.Graph != nil {
			return fn.F, n.Inputs[1:]
		}
	case "prim::CallMethod":
		if c := n.Inputs[0].Type.Class; c != nil {
			return c.Called(n.StrAttr("name")), n.Inputs
		}
	}
	return nil, nil
}

// simplify is what happens to a graph before it is inlined.
func simplify(g *Graph, f Folder) error {
	if err := Inline(g, f); err != nil {
		return err
	}
	PeepholeWithoutShapes(g) // sizes that a trace has met are not those of every call
	PropagateConstants(g, f, true)
	PoolConstants(g)
	return nil
}

// replaceBy puts a graph in the place of a call.
func (n *Node) replaceBy(body *Graph, args []*Value) {
	host := n.Graph()
	old := host.SetAt(n)
	outs := host.InsertGraph(body, args)
	host.SetAt(old)
	for i, v := range n.Outputs {
		name, had := v.name, v.HasName()
		v.ReplaceAll(outs[i])
		if had {
			outs[i].SetName(name)
		}
	}
	n.Destroy()
}
