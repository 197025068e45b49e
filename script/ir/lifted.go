package ir

import "slices"

// LiftCaptured brings the graphs of forks and awaitables into the form that PyTorch gives them, which lifts a closure out of the graph first: each value that is captured
// is one input, called as it is outside.
func LiftCaptured(g *Graph) {
	g.Block.Walk(func(n *Node) {
		sub, ok := n.Attr("Subgraph").(*Graph)
		if !ok || n.Kind != "prim::fork" && n.Kind != "prim::awaitable" {
			return
		}
		for i := len(n.Inputs) - 1; i >= 0; i-- {
			if first := slices.Index(n.Inputs, n.Inputs[i]); first < i {
				sub.Inputs()[i].ReplaceAll(sub.Inputs()[first])
				sub.Block.EraseInput(i)
				n.RemoveInput(i)
			}
		}
		outer := slices.Clone(n.Inputs)
		order := sub.numberLifted()
		n.RemoveInputs()
		for k, i := range order {
			n.AddInput(outer[i])
			if outer[i].HasName() {
				sub.Inputs()[k].SetName(outer[i].Name())
			}
		}
	})
}

// numberLifted orders the inputs of a graph by their first uses, drops those without any, and numbers its values: number 0 is the tuple of what the closure captures, a
// captured value has a number where it is first read, and another when the tuple is taken apart in the end. It gives the places where the inputs were.
func (g *Graph) numberLifted() []int {
	place := map[*Value]int{}
	inputs := g.Inputs()
	for i, v := range inputs {
		place[v] = i
	}
	l := &lifted{place: place, next: 1, seen: map[*Value]bool{}}
	l.block(g.Block)
	list := make([]*Value, len(l.order))
	for k, i := range l.order {
		list[k] = inputs[i]
		list[k].ID = l.next
		l.next++
	}
	g.Block.param.Outputs = list
	g.nextID = l.next
	return l.order
}

type lifted struct {
	place map[*Value]int
	seen  map[*Value]bool
	order []int
	next  int
}

func (l *lifted) block(b *Block) {
	read := func(list []*Value) {
		for _, v := range list {
			if i, captured := l.place[v]; captured && !l.seen[v] {
				l.seen[v] = true
				l.order = append(l.order, i)
				l.next++
			}
		}
	}
	number := func(list []*Value) {
		for _, v := range list {
			v.ID = l.next
			l.next++
		}
	}
	for n := b.First(); n != nil; n = n.Next() {
		read(n.Inputs)
		number(n.Outputs)
		for _, inner := range n.Blocks {
			number(inner.Inputs())
			l.block(inner)
		}
	}
	read(b.Outputs())
}
