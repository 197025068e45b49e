package ir

import "maps"

// facts are the lengths of lists that are known at a place.
type facts map[*Value]int64

func (f facts) and(more facts) facts {
	all := maps.Clone(f)
	maps.Copy(all, more)
	return all
}

// refine replaces questions for lengths that are known, in a block and those in it.
func (l *listIdioms) refine(b *Block, known facts) {
	for n := b.First(); n != nil; n = n.Next() {
		switch n.Kind {
		case "aten::len":
			if length, ok := known[n.Inputs[0]]; ok {
				old := l.g.SetAt(n)
				l.replace(n, 0, l.g.Constant(Constant{V: length}, nil))
				l.g.SetAt(old)
			}
		case "prim::If":
			yes, no := l.told(n.Inputs[0])
			l.refine(n.Blocks[0], known.and(yes))
			l.refine(n.Blocks[1], known.and(no))
			switch { // what runs behind an If that may raise runs because it did not
			case n.Blocks[0].raises():
				known = known.and(no)
			case n.Blocks[1].raises():
				known = known.and(yes)
			}
		default:
			for _, inner := range n.Blocks {
				l.refine(inner, known)
			}
		}
	}
}

func (b *Block) raises() bool {
	for n := b.First(); n != nil; n = n.Next() {
		if n.Kind == "prim::RaiseException" {
			return true
		}
	}
	return false
}

// told are the lengths that a condition tells if it holds, and if it does not.
func (l *listIdioms) told(cond *Value) (yes, no facts) {
	n := cond.node
	switch n.Kind {
	case "aten::__not__":
		no, yes = l.told(n.Inputs[0])
	case "aten::eq":
		yes = l.compared(n)
	case "aten::ne":
		no = l.compared(n)
	case "prim::If": // and, or
		i := cond.Offset()
		a, b := n.Blocks[0].Outputs()[i], n.Blocks[1].Outputs()[i]
		holds, fails := l.told(n.Inputs[0])
		aYes, aNo := l.told(a)
		bYes, bNo := l.told(b)
		switch {
		case isBool(b, false):
			yes = holds.orEmpty().and(aYes)
		case isBool(a, false):
			yes = fails.orEmpty().and(bYes)
		}
		switch {
		case isBool(b, true):
			no = holds.orEmpty().and(aNo)
		case isBool(a, true):
			no = fails.orEmpty().and(bNo)
		}
	}
	return yes, no
}

func (f facts) orEmpty() facts {
	if f == nil {
		return facts{}
	}
	return f
}

func isBool(v *Value, want bool) bool {
	c, ok := v.ConstantOf()
	return ok && c.V == want
}

// compared is what an equality of a length and a number says, of a list that nothing changes.
func (l *listIdioms) compared(n *Node) facts {
	for i := range 2 {
		m := n.Inputs[i].node
		c, known := n.Inputs[1-i].ConstantOf()
		length, isInt := c.V.(int64)
		if known && isInt && m.Kind == "aten::len" && m.Inputs[0].Type.Kind == ListKind && !l.db.HasWriters(m.Inputs[0]) {
			return facts{m.Inputs[0]: length}
		}
	}
	return nil
}
