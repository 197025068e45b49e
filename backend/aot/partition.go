package aot

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// The joint graph is cut where the least memory crosses (after Chen et al., "Training Deep Nets with Sublinear Memory Cost",
// and the min-cut partitioner of PyTorch 2): each value is an edge whose capacity is the cost of keeping it, operators lead
// from their operands to their results, and what is on the side of the tangents is computed in the backward pass. Cheap operators
// may be computed there again from what is kept; others are bound to the side of the inputs.

// parts is a joint graph cut in two. The inputs of backward are the sizes that it needs, the saved values, and the tangents;
// its outputs the gradients of the program's inputs.
type parts struct {
	forward, backward *graph.Graph
	outputs           int // of the program; the saved tensors follow them among those of forward
	saved             int
	sizes             []symbolic.Int // the symbols that backward is given, in front of the saved tensors
	savedInput        []int          // by saved tensor: the input that it is, or -1
}

func partition(t *captured, compiler *Compiler, env ops.Env) (*parts, error) {
	c := &cutter{captured: t, recompute: compiler.Recompute, env: env, again: compiler.Shown && !compiler.Plain}
	c.classify()
	cut := c.cut
	switch {
	case compiler.Plain:
		cut = c.plain
	case compiler.Shown:
		cut = c.likePyTorch
	}
	crossing := slices.DeleteFunc(cut(), func(v *graph.Value) bool { return v.Def != nil && c.madeAgain(v.Def) })
	saved, kept, err := c.protect(crossing)
	if err != nil {
		return nil, err
	}
	p, err := c.split(saved, kept)
	if err == nil && compiler.Shown && !compiler.Plain {
		c.whenNeeded(p.backward, p.backward.Inputs[len(saved)+len(p.sizes):])
	}
	return p, err
}

type cutter struct {
	*captured
	recompute func(*ops.Op) bool
	env       ops.Env
	again     bool                 // copies of constants are made in both parts
	late      map[*graph.Node]bool // nodes that need a tangent
	wanted    map[*graph.Node]bool // nodes that the forward's outputs need
	isTangent map[*graph.Value]bool
	read      map[*graph.Value]bool // what derivatives look at, and what they look at views of
}

// classify finds what depends on tangents, and what the forward pass has to compute in any case.
func (c *cutter) classify() {
	c.late, c.wanted, c.isTangent = map[*graph.Node]bool{}, map[*graph.Node]bool{}, map[*graph.Value]bool{}
	for _, v := range c.joint.Inputs[c.inputs:] {
		c.isTangent[v] = true
	}
	for _, n := range c.joint.Nodes {
		n.Operands(func(v *graph.Value) {
			if c.isTangent[v] || v.Def != nil && c.late[v.Def] {
				c.late[n] = true
			}
		})
	}
	c.read = map[*graph.Value]bool{}
	for _, n := range c.joint.Nodes {
		if !c.nodes[n] {
			n.Operands(func(v *graph.Value) {
				for c.read[v] = true; v.Def != nil && v.Def.Op.IsView(); {
					v = v.Def.Args[0].(*graph.Value)
					c.read[v] = true
				}
			})
		}
	}
	want := func(v *graph.Value) {
		if v != nil && v.Def != nil {
			c.wanted[v.Def] = true
		}
	}
	for _, v := range c.joint.Outputs[:c.forward] {
		want(v)
	}
	for _, w := range c.joint.Writes {
		want(w.Value)
	}
	for i := len(c.joint.Nodes) - 1; i >= 0; i-- {
		n := c.joint.Nodes[i]
		if n.HasEffect() && c.nodes[n] && !c.late[n] {
			c.wanted[n] = true
		}
		if c.wanted[n] {
			n.Operands(want)
		}
	}
}

// bound says whether a node is not computed again in the backward pass.
func (c *cutter) bound(n *graph.Node) bool {
	return n.HasEffect() || len(n.After) > 0 || !n.Op.IsView() && !c.recompute(n.Op)
}

// cut gives the values of the forward pass that the backward pass is given.
func (c *cutter) cut() []*graph.Value {
	f := newFlow(2 + 2*c.joint.Values())
	const source, sink = 0, 1
	in := func(v *graph.Value) int { return 2 + 2*v.ID }
	out := func(v *graph.Value) int { return 3 + 2*v.ID }
	kept := map[*graph.Value]bool{}
	for _, v := range c.joint.Outputs[:c.forward] {
		if v != nil {
			kept[v] = true
		}
	}
	seen := map[*graph.Value]bool{}
	enter := func(v *graph.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		cost := c.bytes(v)
		switch own := v.Def != nil && !kept[v]; {
		case own:
			cost *= 2 // it is written for this alone, and held until it is read
		case !c.read[v] && !v.IsNumber():
			cost = infinite // a plain program does not save it, and so the script may change it
		}
		f.edge(in(v), out(v), cost)
		if v.Def == nil || c.bound(v.Def) {
			f.edge(source, in(v), infinite)
		}
	}
	for _, n := range c.joint.Nodes {
		n.Operands(func(v *graph.Value) {
			if c.isTangent[v] || v.Constant != nil || v.Def != nil && c.late[v.Def] {
				return
			}
			enter(v)
			if c.late[n] {
				f.edge(out(v), sink, infinite)
				return
			}
			n.Results(func(r *graph.Value) {
				enter(r)
				f.edge(out(v), in(r), infinite)
			})
		})
	}
	for _, v := range c.joint.Outputs[c.forward:] { // a gradient that is known without any tangent
		if v != nil && !c.isTangent[v] && v.Constant == nil && (v.Def == nil || !c.late[v.Def]) {
			enter(v)
			f.edge(out(v), sink, infinite)
		}
	}
	reached := f.minCut(source, sink)
	var saved []*graph.Value
	take := func(v *graph.Value) {
		if seen[v] && reached[in(v)] && !reached[out(v)] && !v.IsNumber() {
			saved = append(saved, v)
		}
	}
	for _, v := range c.joint.Inputs {
		take(v)
	}
	for _, n := range c.joint.Nodes {
		n.Results(take)
	}
	return saved
}

// plain gives the values that the forward pass has made and the rest of the joint graph reads.
func (c *cutter) plain() []*graph.Value {
	read := map[*graph.Value]bool{}
	for _, n := range c.joint.Nodes {
		if !c.nodes[n] {
			n.Operands(func(v *graph.Value) { read[v] = true })
		}
	}
	for _, v := range c.joint.Outputs[c.forward:] {
		if v != nil {
			read[v] = true
		}
	}
	var saved []*graph.Value
	take := func(v *graph.Value) {
		if read[v] && !v.IsNumber() {
			saved = append(saved, v)
		}
	}
	for _, v := range c.joint.Inputs[:c.inputs] {
		take(v)
	}
	for _, n := range c.joint.Nodes {
		if c.nodes[n] {
			n.Results(take)
		}
	}
	return saved
}

// madeAgain says whether a node is a copy of a constant that is made in both parts.
func (c *cutter) madeAgain(n *graph.Node) bool {
	if !c.again || n.Op.Name != "lift_fresh_copy" {
		return false
	}
	v, ok := n.Args[0].(*graph.Value)
	return ok && v.Constant != nil
}

// behind are the nodes of the joint graph for the backward part, which takes saved: copies of constants are made where they are first read there, by a
// node that is computed again, too.
func (c *cutter) behind(saved []*graph.Value) []*graph.Node {
	reads := map[*graph.Node]bool{}
	for i := len(c.joint.Nodes) - 1; i >= 0; i-- {
		n := c.joint.Nodes[i]
		if c.nodes[n] && !c.late[n] && !reads[n] {
			continue
		}
		reads[n] = true
		n.Operands(func(v *graph.Value) {
			if v.Def != nil && !slices.Contains(saved, v) {
				reads[v.Def] = true
			}
		})
	}
	var nodes []*graph.Node
	made := map[*graph.Node]bool{}
	for _, n := range c.joint.Nodes {
		if c.madeAgain(n) {
			continue
		}
		if reads[n] {
			n.Operands(func(v *graph.Value) {
				if d := v.Def; d != nil && c.madeAgain(d) && !made[d] {
					made[d] = true
					nodes = append(nodes, d)
				}
			})
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// bytes is the size of a value in this run; numbers are all but free.
func (c *cutter) bytes(v *graph.Value) int64 {
	if v.IsNumber() {
		return 1
	}
	n := int64(1)
	for _, s := range v.Meta.Sizes {
		if k, ok := s.Const(); ok {
			n *= k
		} else if c.env != nil {
			n *= c.env.Hint(s)
		}
	}
	return max(n*int64(v.Meta.DType.Size()), 1)
}

// protect gives for each saved value what the forward pass keeps of it: itself, but for inputs that the forward pass changes at
// its end, which are copied first. A view of such an input is made again from the copy.
func (c *cutter) protect(saved []*graph.Value) (values, kept []*graph.Value, err error) {
	changed := map[*graph.Value]bool{}
	for _, w := range c.joint.Writes {
		changed[c.joint.Inputs[w.Input]] = true
	}
	for _, u := range c.updates {
		changed[c.joint.Inputs[u.input]] = true
	}
	copies := map[*graph.Value]bool{}
	for _, v := range saved {
		root := v
		for root.Def != nil && root.Def.Op.IsView() {
			root = root.Def.Args[0].(*graph.Value)
		}
		switch {
		case !changed[root]:
			values, kept = append(values, v), append(kept, v)
		case !ops.IsDense(root.Meta):
			return nil, nil, unsupported("the backward pass needs an input that is not dense and that the forward pass changes")
		case !copies[root]:
			copies[root] = true
			values, kept = append(values, root), append(kept, c.joint.Append(clone(), []ops.Value{root, nil}, root.Meta))
		}
	}
	return values, kept, nil
}

// split makes the two graphs: forward gives kept where backward takes saved.
func (c *cutter) split(saved, kept []*graph.Value) (*parts, error) {
	p := &parts{outputs: c.forward, saved: len(saved)}
	fw := graph.NewExtractor(c.joint.Name + "_forward")
	for _, v := range c.joint.Inputs[:c.inputs] {
		fw.Input(v)
	}
	outs := append([]*graph.Value(nil), c.joint.Outputs[:c.forward]...)
	p.forward = fw.Extract(c.joint.Nodes, append(outs, kept...), c.joint.Writes, func(n *graph.Node) bool { return c.nodes[n] && !c.late[n] })

	bw := graph.NewExtractor(c.joint.Name + "_backward")
	forwardSymbols, err := graph.SymbolsOf(c.joint)
	if err != nil {
		return nil, err
	}
	for k, name := range forwardSymbols.Names() {
		x := symbolic.FromExpr(symbolic.NewSymbol(name))
		bw.Number(fmt.Sprintf("size_%d", k), x)
		p.sizes = append(p.sizes, x)
	}
	for i, v := range saved {
		bw.Input(v)
		p.savedInput = append(p.savedInput, slices.Index(c.joint.Inputs[:c.inputs], kept[i]))
	}
	for _, v := range c.joint.Inputs[c.inputs:] {
		bw.Input(v)
	}
	p.backward = bw.Extract(c.behind(saved), c.joint.Outputs[c.forward:], nil, func(n *graph.Node) bool { return !c.nodes[n] || c.late[n] || c.madeAgain(n) })
	return p, nil
}
