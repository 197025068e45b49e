package ir

import "slices"

// CreateFunctionalGraphs moves nodes that change nothing, and read nothing that is changed, into nodes prim::FunctionalGraph with graphs of their own.
func CreateFunctionalGraphs(g *Graph) {
	f := &functional{a: &grouping{db: NewAliasDB(g)}, pure: map[*Node]bool{}}
	f.analyse(g.Block)
	f.block(g.Block)
}

type functional struct {
	a    *grouping
	pure map[*Node]bool
}

// analyse finds the nodes that could be in a functional graph, and says whether all of a block are.
func (f *functional) analyse(b *Block) bool {
	all := true
	for n := b.First(); n != nil; n = n.Next() {
		ok := !n.HasSideEffects() && !isRandom(n) && n.Kind != "prim::Constant"
		for _, inner := range n.Blocks {
			if !f.analyse(inner) {
				ok = false
			}
		}
		for _, v := range slices.Concat(n.Inputs, n.Outputs) {
			ok = ok && !f.a.db.HasWriters(v)
		}
		f.pure[n] = ok
		if n.Kind != "prim::Constant" {
			all = all && ok
		}
	}
	return all
}

func (f *functional) block(b *Block) {
	for n := b.Last(); n != nil; n = n.Prev() {
		if !f.pure[n] {
			for _, inner := range n.Blocks {
				f.block(inner)
			}
			continue
		}
		group := n.Graph().Create("prim::FunctionalGraph", nil, 0).InsertAfter(n)
		group.SetAttr("Subgraph", NewGraph())
		f.a.merge(group, n)
		size := 1
		for p := f.before(group); p != nil; p = f.before(group) {
			f.a.merge(group, p)
			size++
		}
		if n = group; size < 6 {
			n = dissolve(group)
		}
	}
}

// before is the last node in front of a group that could be in it and can be brought to it.
func (f *functional) before(group *Node) *Node {
	for n := group.Prev(); n != nil; n = n.Prev() {
		if f.pure[n] && !n.Dead() && (n.Next() == group || f.a.db.MoveBefore(n, group)) {
			return n
		}
	}
	return nil
}

// InlineFunctionalGraphs puts the nodes of functional graphs back.
func InlineFunctionalGraphs(g *Graph) {
	for _, n := range g.FindNodes("prim::FunctionalGraph", true) {
		dissolve(n)
	}
}
