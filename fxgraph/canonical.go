package fxgraph

import (
	"container/heap"
	"slices"
	"sort"
	"strings"
)

// Canonicalize brings the nodes into an order that follows from what they compute, and names them after their targets.
//
// Placeholders are sorted by key. A node for which fixed is true keeps its place: nothing is moved over it.
// Between those, the next node is of the ones whose arguments are there the one with the first name, among equal
// names the one whose arguments come first. What get_attr nodes give stands in front of its first user.
func (g *Graph) Canonicalize(key func(*Node) string, fixed func(*Node) bool) {
	var stretch []*Node
	c := &canonical{position: map[*Node]int{}}
	nodes := g.Nodes()
	c.placeholders(nodes, key)
	for _, n := range nodes {
		switch {
		case n.Op == Placeholder || n.Op == GetAttr:
		case n.Op == Output || fixed(n):
			c.sort(stretch)
			c.place(n)
			stretch = nil
		default:
			stretch = append(stretch, n)
		}
	}
	c.sort(stretch)
	g.reorder(c.order, c.position)
	g.names = NewNamespace()
	for _, n := range c.order {
		switch n.Op {
		case Placeholder, Output:
			n.Name = g.names.Create(n.Name)
		default:
			n.Name = g.names.Create(TargetName(n.Target))
		}
	}
}

// SortPlaceholders puts the placeholders in front, in the order of their keys, and leaves the other nodes as they are.
func (g *Graph) SortPlaceholders(key func(*Node) string) {
	c := &canonical{position: map[*Node]int{}}
	nodes := g.Nodes()
	c.placeholders(nodes, key)
	for _, n := range nodes {
		if n.Op != Placeholder {
			c.position[n] = len(c.order)
			c.order = append(c.order, n)
		}
	}
	g.reorder(c.order, c.position)
}

// reorder links the nodes in a new order, which leaves out none that has users.
func (g *Graph) reorder(order []*Node, position map[*Node]int) {
	g.root.next, g.root.prev, g.length = &g.root, &g.root, 0
	for _, n := range order {
		g.insert(n, &g.root)
	}
	for _, n := range order { // users in the order of their uses
		slices.SortStableFunc(n.users, func(a, b *Node) int { return position[a] - position[b] })
	}
}

// canonical is an order in the making.
type canonical struct {
	order    []*Node
	position map[*Node]int
	ready    []*Node
	index    map[*Node]int // in the stretch that is sorted
}

// placeholders places those among the nodes in the order of their keys.
func (c *canonical) placeholders(nodes []*Node, key func(*Node) string) {
	var found []*Node
	for _, n := range nodes {
		if n.Op == Placeholder {
			found = append(found, n)
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return key(found[i]) < key(found[j]) })
	for _, n := range found {
		c.place(n)
	}
}

// place puts a node at the end, behind the attributes that it is the first to use.
func (c *canonical) place(n *Node) {
	var attributes []*Node
	for _, in := range n.Inputs() {
		if _, there := c.position[in]; in.Op == GetAttr && !there {
			attributes = append(attributes, in)
		}
	}
	slices.SortFunc(attributes, func(a, b *Node) int { return strings.Compare(TargetName(a.Target), TargetName(b.Target)) })
	for _, n := range append(attributes, n) {
		c.position[n] = len(c.order)
		c.order = append(c.order, n)
	}
}

// sort places the nodes of a stretch.
func (c *canonical) sort(stretch []*Node) {
	c.index = map[*Node]int{}
	for i, n := range stretch {
		c.index[n] = i
	}
	waiting := map[*Node]int{}
	c.ready = nil
	for _, n := range stretch {
		for _, in := range n.Inputs() {
			if _, here := c.index[in]; here {
				waiting[n]++
			}
		}
		if waiting[n] == 0 {
			c.ready = append(c.ready, n)
		}
	}
	heap.Init(c)
	for len(c.ready) > 0 {
		n := heap.Pop(c).(*Node)
		c.place(n)
		for _, user := range n.users {
			if _, here := c.index[user]; here {
				if waiting[user]--; waiting[user] == 0 {
					heap.Push(c, user)
				}
			}
		}
	}
}

// Len, Less, Swap, Push and Pop are those of container/heap for the nodes that are ready.
func (c *canonical) Len() int { return len(c.ready) }

// Less compares names, then where the arguments are, then where the nodes were.
func (c *canonical) Less(i, j int) bool {
	a, b := c.ready[i], c.ready[j]
	if x, y := TargetName(a.Target), TargetName(b.Target); x != y {
		return x < y
	}
	if order := slices.Compare(c.places(a), c.places(b)); order != 0 {
		return order < 0
	}
	return c.index[a] < c.index[b]
}

func (c *canonical) places(n *Node) []int {
	var out []int
	for _, in := range n.Inputs() {
		if in.Op != GetAttr {
			out = append(out, c.position[in])
		}
	}
	return out
}

// Swap exchanges two of the nodes that are ready.
func (c *canonical) Swap(i, j int) { c.ready[i], c.ready[j] = c.ready[j], c.ready[i] }

// Push adds a node to those that are ready.
func (c *canonical) Push(x any) { c.ready = append(c.ready, x.(*Node)) }

// Pop takes the last of the nodes that are ready.
func (c *canonical) Pop() any {
	n := c.ready[len(c.ready)-1]
	c.ready = c.ready[:len(c.ready)-1]
	return n
}

// Renumber gives the nodes that are called stem, or stem and a number, these names anew in their order: what erased nodes were called is free.
func (g *Graph) Renumber(stem string) {
	var named []*Node
	for _, n := range g.Nodes() {
		if isNumbered(n.Name, stem) {
			named = append(named, n)
		}
	}
	for name := range g.names.used {
		if isNumbered(name, stem) {
			delete(g.names.used, name)
		}
	}
	delete(g.names.next, stem)
	for _, n := range named {
		n.Name = g.names.Create(stem)
	}
}

func isNumbered(name, stem string) bool {
	m := suffixed.FindStringSubmatch(name)
	return name == stem || m != nil && m[1] == stem
}
