package ir

import "strings"

// Mutation that nobody can see is replaced by new values: a list that is appended to where it is made, a tensor that is changed in place
// where it is made.

// RemoveListMutation adds what is appended to, inserted in or set in a new list to what it is made of. It says whether something changed.
func RemoveListMutation(g *Graph) bool {
	m := &mutations{mem: newMemoryInside(g)}
	return m.each(g.Block, m.listNode)
}

// RemoveTensorMutation puts operators that give a new tensor in the places of those that change a new one. only says which nodes; nil stands
// for all.
func RemoveTensorMutation(g *Graph, only func(*Node) bool) bool {
	m := &mutations{mem: newMemoryInside(g), only: only}
	return m.each(g.Block, m.tensorNode)
}

type mutations struct {
	mem  *memory
	only func(*Node) bool
}

func (m *mutations) each(b *Block, f func(*Node) bool) bool {
	changed := false
	for n := b.First(); n != nil; {
		next := n.Next()
		for _, inner := range n.Blocks {
			changed = m.each(inner, f) || changed
		}
		changed = f(n) || changed
		n = next
	}
	return changed
}

func (m *mutations) listNode(n *Node) bool {
	if n.Kind != "aten::append" && n.Kind != "aten::insert" && n.Kind != "aten::_set_item" || len(n.Inputs) == 0 {
		return false
	}
	list := n.Inputs[0]
	made := list.Node()
	if made.Kind != "prim::ListConstruct" || made.Block() != n.Block() || !m.meets(made, n) {
		return false
	}
	if n.Kind == "aten::append" {
		made.MoveBefore(n)
		made.AddInput(n.Inputs[1])
	} else {
		c, ok := n.Inputs[1].ConstantOf()
		at, isInt := c.V.(int64)
		size := int64(len(made.Inputs))
		if at < 0 {
			at += size
		}
		set := n.Kind == "aten::_set_item"
		if !ok || !isInt || set && (at < 0 || at >= size) {
			return false
		}
		made.MoveBefore(n)
		if set {
			made.ReplaceInput(int(at), n.Inputs[2])
		} else {
			made.InsertInput(int(min(max(at, 0), size)), n.Inputs[2])
		}
	}
	for _, v := range n.Outputs {
		v.ReplaceAll(list)
	}
	n.Destroy()
	return true
}

// fillers are the operators that give what others write over a tensor.
var fillers = map[string]string{"aten::zero_": "aten::zeros_like", "aten::fill_": "aten::full_like"}

func (m *mutations) tensorNode(n *Node) bool {
	kind, ok := fillers[n.Kind]
	if !ok || len(n.Inputs) > 1 && n.Inputs[1].Type.Kind == TensorKind {
		if !strings.HasPrefix(n.Kind, "aten::") || !strings.HasSuffix(n.Kind, "_") || strings.HasSuffix(n.Kind, "__") {
			return false
		}
		kind = strings.TrimSuffix(n.Kind, "_")
	}
	if len(n.Outputs) != 1 || n.Outputs[0].Type.Kind != TensorKind || m.only != nil && !m.only(n) || Overloads(kind) == nil {
		return false
	}
	x := n.Inputs[0]
	made := x.Node()
	if made.Block() != n.Block() || !m.fresh(made) && !m.freshBranches(made, x.Offset()) || !m.meets(made, n) {
		return false
	}
	made.MoveBefore(n)
	inputs := n.Inputs
	if kind == "aten::zeros_like" || kind == "aten::full_like" {
		inputs = append([]*Value{}, n.Inputs...)
		s := Overloads(kind)[0]
		g := n.Graph()
		at := g.SetAt(n)
		if kind == "aten::full_like" { // a number of another type does not change that of the tensor
			inputs = append(inputs, g.Insert(g.CreateTyped("prim::dtype", Int, x)).Output())
		}
		for len(inputs) < len(s.Args) {
			inputs = append(inputs, g.Constant(s.Args[len(inputs)].Default, nil))
		}
		g.SetAt(at)
	}
	if kind == "aten::normal" {
		inputs = normalLike(n)
	}
	functional := n.Graph().Create(kind, inputs, 0)
	functional.AddOutput(Tensor)
	functional.Range = n.Range
	if MatchSchema(functional) == nil {
		functional.Destroy()
		return false
	}
	functional.InsertBefore(n)
	out := functional.Outputs[0]
	n.Outputs[0].ReplaceAll(out)
	x.ReplaceIn(out, func(u Use) bool { return u.Node != functional && u.Node != n && functional.IsBefore(u.Node) })
	n.Destroy()
	return true
}

// normalLike are the operands of a draw of normal numbers that has the form of the tensor that a node fills with such.
func normalLike(n *Node) []*Value {
	g, x := n.Graph(), n.Inputs[0]
	at := g.SetAt(n)
	defer g.SetAt(at)
	of := func(kind string, t *Type, more ...*Value) *Value {
		return g.Insert(g.CreateTyped(kind, t, append([]*Value{x}, more...)...)).Output()
	}
	size, dtype, layout, device := of("aten::size", ListOf(Int)), of("prim::dtype", Int), of("prim::layout", Int), of("prim::device", Device)
	pinned := of("aten::is_pinned", Bool, g.Constant(Constant{}, nil))
	return []*Value{n.Inputs[1], n.Inputs[2], size, g.Constant(Constant{}, nil), dtype, layout, device, pinned}
}

// fresh says whether the only result of a node is a new tensor.
func (m *mutations) fresh(n *Node) bool {
	s := MatchSchema(n)
	return s != nil && len(n.Outputs) == 1 && len(s.Returns) == 1 && s.Returns[0].Alias == "" && len(n.Blocks) == 0 && !s.Mutates()
}

// freshBranches says whether a node is a branch whose result is, on both sides, a new tensor that nothing else reads.
func (m *mutations) freshBranches(n *Node, at int) bool {
	if n.Kind != "prim::If" {
		return false
	}
	for _, b := range n.Blocks {
		v := b.Outputs()[at]
		if v.Node().Block() != b || !m.fresh(v.Node()) || len(v.uses) != 1 {
			return false
		}
	}
	return true
}

// meets says whether a node can be moved down to another one: nothing between them uses what it gives, or writes to what it reads.
func (m *mutations) meets(n, to *Node) bool { return m.mem.canMoveDown(n, to) }

func (m *memory) canMoveDown(n, to *Node) bool {
	for at := n.Next(); at != to; at = at.Next() {
		if at == nil || m.conflict(n, at) {
			return false
		}
	}
	return true
}

// conflict says whether two nodes must stay in their order.
func (m *memory) conflict(first, second *Node) bool {
	if m.uses(second, first.Outputs) || first.HasSideEffects() && second.HasSideEffects() {
		return true
	}
	a, b := m.writesOf(first), m.writesOf(second)
	return m.touches(second, a) || m.touches(first, b)
}

// uses says whether a node, or one in its blocks, reads one of the values.
func (m *memory) uses(n *Node, values []*Value) bool {
	for _, v := range values {
		for _, u := range v.uses {
			for at := u.Node; at != nil; at = at.Block().Owner() {
				if at == n {
					return true
				}
			}
		}
	}
	return false
}

// writesOf are the groups of memory that a node, or one in its blocks, writes to.
func (m *memory) writesOf(n *Node) map[*Value]bool {
	out := map[*Value]bool{}
	add := func(n *Node) {
		for _, v := range m.written(n) {
			out[m.find(v)] = true
		}
	}
	add(n)
	for _, b := range n.Blocks {
		b.Walk(add)
	}
	return out
}

// touches says whether a node, or one in its blocks, reads or makes something in one of the groups.
func (m *memory) touches(n *Node, groups map[*Value]bool) bool {
	if len(groups) == 0 {
		return false
	}
	found := false
	look := func(n *Node) {
		for _, list := range [][]*Value{n.Inputs, n.Outputs} {
			for _, v := range list {
				found = found || v.Type.IsMutable() && (groups[m.find(v)] || m.elements[m.find(v)] != nil && groups[m.find(m.elements[m.find(v)])])
			}
		}
	}
	look(n)
	for _, b := range n.Blocks {
		b.Walk(look)
	}
	return found
}

// AliasDB answers questions about the memory that the values of a graph share.
type AliasDB struct{ m *memory }

// NewAliasDB analyses a graph.
func NewAliasDB(g *Graph) *AliasDB { return &AliasDB{newMemoryInside(g)} }

// MayContainAlias says whether two values, or what is in them, may share memory.
func (db *AliasDB) MayContainAlias(a, b *Value) bool {
	for _, x := range db.inside(a) {
		for _, y := range db.inside(b) {
			if x == y || db.m.escapes[x] && db.m.escapes[y] {
				return true
			}
		}
	}
	return false
}

// inside are the groups of a value and of what is in it.
func (db *AliasDB) inside(v *Value) (out []*Value) {
	if !v.Type.IsMutable() {
		return nil
	}
	seen := map[*Value]bool{}
	for v != nil && !seen[db.m.find(v)] {
		r := db.m.find(v)
		seen[r] = true
		out = append(out, r)
		if n := v.node; n != nil && strings.HasSuffix(n.Kind, "Construct") {
			for _, part := range n.Inputs {
				out = append(out, db.inside(part)...)
			}
		}
		v = db.m.elements[r]
	}
	return out
}

// HasWriters says whether something in the graph writes to a value.
func (db *AliasDB) HasWriters(v *Value) bool {
	found := false
	db.m.graph.Block.Walk(func(n *Node) {
		for _, w := range db.m.written(n) {
			found = found || db.m.find(w) == db.m.find(v)
		}
	})
	return found
}

// MoveAfter moves a node behind another one of its block where that changes nothing, with those between that depend on it.
func (db *AliasDB) MoveAfter(n, to *Node) bool { return db.move(n, to, true) }

// MoveBefore moves a node in front of another one.
func (db *AliasDB) MoveBefore(n, to *Node) bool { return db.move(n, to, false) }

func (db *AliasDB) move(n, to *Node, after bool) bool {
	if n == to {
		return true
	}
	if n.Block() != to.Block() {
		return false
	}
	forward := n.IsBefore(to)
	step := func(x *Node) *Node {
		if forward {
			return x.Next()
		}
		return x.Prev()
	}
	set := []*Node{n}
	for at := step(n); at != to; at = step(at) {
		for _, x := range set {
			if forward && db.m.conflict(x, at) || !forward && db.m.conflict(at, x) {
				set = append(set, at)
				break
			}
		}
	}
	// what depends on n goes to the other side of the place, n itself to the side that was asked for
	stays := forward != after
	for i, x := range set {
		if i == 0 && stays {
			continue
		}
		if forward && db.m.conflict(x, to) || !forward && db.m.conflict(to, x) {
			return false
		}
	}
	place := to
	for i, x := range set {
		switch {
		case i == 0 && after:
			x.MoveAfter(to)
		case i == 0:
			x.MoveBefore(to)
		case forward:
			x.MoveAfter(place)
		default:
			x.MoveBefore(place)
		}
		if i > 0 || !stays {
			place = x
		}
	}
	return true
}

// Dot is the same as a graph in the language of graphviz.
func (db *AliasDB) Dot() string {
	var b strings.Builder
	b.WriteString("digraph alias_db {\n  rankdir=LR\n  node [shape=rect, color=gray];\n  edge [color=black];\n")
	db.pointers(func(from *Value, to string) {
		b.WriteString("  \"\\%" + from.Name() + "\" -> \"" + strings.Replace(to, "%", "\\%", 1) + "\"\n")
	})
	return b.String() + "}\n"
}

// pointers tells f of each value that may share memory with an earlier one, or with what is outside of the graph.
func (db *AliasDB) pointers(f func(from *Value, to string)) {
	first := map[*Value]*Value{}
	note := func(v *Value, outside bool) {
		if !v.Type.IsMutable() {
			return
		}
		r := db.m.find(v)
		of, known := first[r]
		switch {
		case !known && !outside:
			first[r] = v
			return
		case !known:
			first[r] = nil
		}
		if of != nil {
			f(v, "%"+of.Name())
			return
		}
		f(v, "WILDCARD for type "+v.Type.Unshaped().String())
	}
	for _, v := range db.m.graph.Inputs() {
		note(v, true)
	}
	db.m.graph.Block.Walk(func(n *Node) {
		for _, v := range n.Outputs {
			note(v, false)
		}
	})
}

// String lists what each value may share memory with, the first value that has it or what may be outside of the graph, and what is written.
func (db *AliasDB) String() string {
	var b strings.Builder
	b.WriteString("\n===1. GRAPH===\n" + db.m.graph.String() + "\n===2. ALIAS DB===\n")
	db.pointers(func(from *Value, to string) {
		b.WriteString("%" + from.Name() + " points to: " + to + "\n")
	})
	b.WriteString("\n===3. Writes===\n")
	db.m.graph.Block.Walk(func(n *Node) {
		if w := db.m.written(n); len(w) > 0 {
			b.WriteString(n.String() + "  ")
			for _, v := range w {
				b.WriteString("%" + v.Name() + ", ")
			}
			b.WriteString("\n")
		}
	})
	return b.String()
}
