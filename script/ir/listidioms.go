package ir

// ListIdioms answers what is asked of lists that a graph makes and never changes: their length, elements, parts and sums. With lengths it also answers for
// the length of lists that come from elsewhere, where a condition has told it.
func ListIdioms(g *Graph, lengths bool) bool {
	l := &listIdioms{g: g, db: NewAliasDB(g)}
	l.block(g.Block)
	if lengths {
		l.refine(g.Block, facts{})
	}
	return l.changed
}

type listIdioms struct {
	g       *Graph
	db      *AliasDB
	fresh   map[*Value]bool // lists that this pass has made
	changed bool
}

// literal are the elements of a list that is made in the graph and never changed.
func (l *listIdioms) literal(v *Value) ([]*Value, bool) {
	if v.Type.Kind != ListKind || v.node.Kind != "prim::ListConstruct" || !l.fresh[v] && l.db.HasWriters(v) {
		return nil, false
	}
	return v.node.Inputs, true
}

func (l *listIdioms) block(b *Block) {
	for n := b.First(); n != nil; n = n.Next() {
		for _, inner := range n.Blocks {
			l.block(inner)
		}
		if len(n.Inputs) == 0 {
			continue
		}
		items, ok := l.literal(n.Inputs[0])
		if !ok {
			continue
		}
		switch n.Kind {
		case "aten::len":
			old := l.g.SetAt(n)
			l.replace(n, 0, l.g.Constant(Constant{V: int64(len(items))}, nil))
			l.g.SetAt(old)
		case "aten::__getitem__":
			c, known := n.Inputs[1].ConstantOf()
			if i, isInt := c.V.(int64); known && isInt {
				if i < 0 {
					i += int64(len(items))
				}
				if i >= 0 && i < int64(len(items)) {
					l.replace(n, 0, items[i])
				}
			}
		case "prim::ListUnpack":
			if len(n.Outputs) == len(items) {
				for i := range items {
					l.replace(n, i, items[i])
				}
			}
		case "aten::add":
			if more, ok := l.literal(n.Inputs[1]); ok && n.Inputs[1].Type.Kind == ListKind && !l.db.HasWriters(n.Outputs[0]) {
				l.make(n, append(append([]*Value(nil), items...), more...))
			}
		case "aten::slice":
			if part, ok := constantSlice(n, items); ok && !l.db.HasWriters(n.Outputs[0]) {
				l.make(n, part)
			}
		}
	}
}

// constantSlice are the elements of a slice with constant bounds.
func constantSlice(n *Node, items []*Value) ([]*Value, bool) {
	bounds := [3]int64{0, int64(len(items)), 1}
	for i := range bounds {
		c, known := n.Inputs[i+1].ConstantOf()
		if !known {
			return nil, false
		}
		switch v := c.V.(type) {
		case nil:
		case int64:
			bounds[i] = v
		default:
			return nil, false
		}
	}
	from, to, step := bounds[0], bounds[1], bounds[2]
	if step < 1 {
		return nil, false
	}
	clamp := func(i int64) int64 {
		if i < 0 {
			i += int64(len(items))
		}
		return min(max(i, 0), int64(len(items)))
	}
	var out []*Value
	for i := clamp(from); i < clamp(to); i += step {
		out = append(out, items[i])
	}
	return out, true
}

func (l *listIdioms) replace(n *Node, output int, v *Value) {
	if n.Outputs[output].HasUses() {
		n.Outputs[output].ReplaceAll(v)
		l.changed = true
	}
}

// make puts a list of values in the place of a node.
func (l *listIdioms) make(n *Node, items []*Value) {
	made := l.g.CreateTyped("prim::ListConstruct", n.Outputs[0].Type, items...)
	made.Range = n.Range
	made.InsertBefore(n)
	if l.fresh == nil {
		l.fresh = map[*Value]bool{}
	}
	l.fresh[made.Outputs[0]] = true
	l.replace(n, 0, made.Outputs[0])
}
