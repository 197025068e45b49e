package ir

import "strings"

// effectful nodes are kept though nothing reads their results.
var effectful = map[string]bool{"prim::Print": true, "prim::RaiseException": true, "prim::CallMethod": true, "prim::CallFunction": true, "prim::fork": true, "prim::SetAttr": true, "prim::Enter": true, "prim::Exit": true,
	"aten::warn": true, "aten::save": true, "aten::manual_seed": true, "prim::AddStatValue": true, "prim::TimePoint": true, "prim::PythonOp": true, "prim::ReturnStmt": true, "prim::BreakStmt": true, "prim::ContinueStmt": true, "prim::LoopContinuation": true,
	"aten::wait": true, "aten::_assert": true, "prim::Store": true, "prim::IgnoredPythonOp": true, "prim::awaitable_wait": true, "prim::BailOut": true, "prim::Guard": true, "prim::CreateObjectWithEffects": true, "prim::PythonCall": true,
	"aten::set_": true, "aten::backward": true, "aten::grad": true, "aten::sync": true, "aten::set_grad_enabled": true, "prim::is_none": false,
	"aten::is_grad_enabled": true, "aten::is_autocast_enabled": true, "aten::is_autocast_cpu_enabled": true, "aten::get_autocast_dtype": true}

// HasSideEffects says whether a node does more than compute its results; writing to operands does not count.
func (n *Node) HasSideEffects() bool {
	if effectful[n.Kind] {
		return true
	}
	ns, _, _ := strings.Cut(n.Kind, "::")
	if ns != "aten" && ns != "prim" { // an operator of the script: all that is known is its schema
		return n.Schema != nil && n.Schema.Mutates() || n.Schema == nil
	}
	for _, b := range n.Blocks {
		for m := b.First(); m != nil; m = m.Next() {
			if m.HasSideEffects() {
				return true
			}
		}
	}
	return false
}

// EliminateDead removes nodes that nothing needs, writes to memory that nobody sees among them. Without aliases every write is kept.
func EliminateDead(g *Graph, aliases bool) {
	eliminateDead(g, aliases, false)
	if aliases {
		g.show(atDeadCode, "After EliminateDeadCode: ")
	}
}

// EliminateDeadEffects is EliminateDead that removes nodes with side effects too, and those that write to memory, where nothing reads their results.
func EliminateDeadEffects(g *Graph) { eliminateDead(g, false, true) }

func eliminateDead(g *Graph, aliases, effects bool) {
	d := &dce{marked: map[*Node]bool{}, live: map[*Value]bool{}, groups: map[*Value]bool{}, effects: effects}
	if aliases {
		d.mem = newMemory(g)
	}
	d.root(g.Block)
	for changed := true; changed; {
		changed = d.block(g.Block)
	}
	d.sweep(g.Block)
}

type dce struct {
	mem    *memory
	marked map[*Node]bool
	live   map[*Value]bool
	groups map[*Value]bool // of memory that live values share, by representative
	// effects says that nodes with side effects may go.
	effects bool
}

func (d *dce) use(v *Value) bool {
	if d.live[v] {
		return false
	}
	d.live[v] = true
	if d.mem != nil {
		d.groups[d.mem.find(v)] = true
	}
	return true
}

func (d *dce) root(b *Block) {
	for _, v := range b.Outputs() {
		d.use(v)
	}
}

// block goes over the nodes from the last on, and says whether it marked something.
func (d *dce) block(b *Block) bool {
	changed := false
	for n := b.Last(); n != nil; n = n.Prev() {
		switch n.Kind {
		case "prim::Loop":
			changed = d.loop(n) || changed
		case "prim::If":
			changed = d.branches(n) || changed
		default:
			for _, inner := range n.Blocks {
				if !d.marked[n] {
					d.root(inner)
				}
				changed = d.block(inner) || changed
			}
		}
		changed = d.mark(n) || changed
	}
	return changed
}

func (d *dce) branches(n *Node) bool {
	changed := false
	for i, v := range n.Outputs {
		if d.live[v] {
			for _, b := range n.Blocks {
				changed = d.use(b.Outputs()[i]) || changed
			}
		}
	}
	for _, b := range n.Blocks {
		changed = d.block(b) || changed
	}
	return changed
}

func (d *dce) loop(n *Node) bool {
	body := n.Blocks[0]
	changed := d.use(body.Outputs()[0])
	for again := true; again; {
		again = false
		for i, v := range n.Outputs {
			if d.live[v] || d.live[body.Inputs()[i+1]] {
				again = d.use(body.Outputs()[i+1]) || again
			}
		}
		again = d.block(body) || again
		changed = changed || again
	}
	return changed
}

func (d *dce) mark(n *Node) bool {
	if d.marked[n] {
		if n.Kind == "prim::Loop" {
			changed := false
			for i, v := range n.Outputs {
				if d.live[v] || d.live[n.Blocks[0].Inputs()[i+1]] {
					changed = d.use(n.Inputs[i+2]) || changed
				}
			}
			return changed
		}
		return false
	}
	if !d.needed(n) {
		return false
	}
	d.marked[n] = true
	for b := n.block; b.owner != nil; b = b.owner.block { // the nodes around must stay too
		if !d.marked[b.owner] {
			d.markNode(b.owner)
		}
	}
	d.markNode(n)
	return true
}

func (d *dce) markNode(n *Node) {
	d.marked[n] = true
	switch n.Kind {
	case "prim::Loop":
		d.use(n.Inputs[0])
		d.use(n.Inputs[1])
		for i, v := range n.Outputs {
			if d.live[v] || d.live[n.Blocks[0].Inputs()[i+1]] {
				d.use(n.Inputs[i+2])
			}
		}
	default:
		for _, v := range n.Inputs {
			d.use(v)
		}
	}
}

func (d *dce) needed(n *Node) bool {
	if n.HasSideEffects() && !d.effects {
		return true
	}
	for _, v := range n.Outputs {
		if d.live[v] {
			return true
		}
	}
	for _, b := range n.Blocks {
		for m := b.First(); m != nil; m = m.Next() {
			if d.marked[m] && (m.HasSideEffects() || d.writes(m)) {
				return true
			}
		}
	}
	return d.writes(n)
}

// writes says whether a node changes memory that somebody sees.
func (d *dce) writes(n *Node) bool {
	if d.mem == nil {
		s := MatchSchema(n)
		return s != nil && s.Mutates() && !d.effects
	}
	for _, v := range d.mem.written(n) {
		r := d.mem.find(v)
		if d.mem.escapes[r] || d.groups[r] {
			return true
		}
	}
	return false
}

// sweep removes what is not marked. Outputs that nobody reads go first, so that what computes them in a block is dead too.
func (d *dce) sweep(b *Block) {
	for n := b.Last(); n != nil; {
		prev := n.Prev()
		switch n.Kind {
		case "prim::If":
			d.deadIfOutputs(n)
		case "prim::Loop":
			d.deadLoopOutputs(n)
		}
		for _, inner := range n.Blocks {
			d.sweep(inner)
		}
		if !d.marked[n] && !n.HasUses() {
			name := "n/a"
			if len(n.Outputs) > 0 {
				name = n.Outputs[0].Name()
			}
			n.Graph().tell(atDeadNode, "Node %s which outputs %s will be removed", n.Kind, name)
			n.Destroy()
		}
		n = prev
	}
}

func (d *dce) deadIfOutputs(n *Node) {
	for i := len(n.Outputs) - 1; i >= 0; i-- {
		if n.Outputs[i].HasUses() {
			continue
		}
		n.Graph().tell(atDeadOutput, "Dead %d-th output %s of node %s will be removed", i, n.Outputs[i].Name(), n.Kind)
		n.EraseOutput(i)
		for _, b := range n.Blocks {
			n.Graph().tell(atDeadInBlock, "\tCorresponding block output %s will be removed", b.Outputs()[i].Name())
			b.EraseOutput(i)
		}
	}
}

func (d *dce) deadLoopOutputs(n *Node) {
	body := n.Blocks[0]
	for i := len(n.Outputs) - 1; i >= 0; i-- {
		if !n.Outputs[i].HasUses() && !body.Inputs()[i+1].HasUses() {
			n.EraseOutput(i)
			n.RemoveInput(i + 2)
			body.EraseInput(i + 1)
			body.EraseOutput(i + 1)
		}
	}
}
