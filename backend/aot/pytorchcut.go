package aot

import (
	"container/heap"
	"math"
	"slices"

	"github.com/magneto-go/magneto/backend/graph"
)

// Graphs that scripts see are cut by the rules of PyTorch's min-cut partitioner (torch._functorch.partitioners), which weigh by more than memory: what lies
// nearer to the backward pass is cheaper to keep, and what has to be written to memory in any case costs half as much as what a fused kernel would not write.

// vertex is what PyTorch has a node for: an input, a call, or one of the results of a call that has several.
type vertex struct {
	name     string // of the operator; "getitem" for one of several results, "" for inputs
	kind     vertexKind
	size     int64 // in bytes, where it is a tensor
	in, out  int64 // the bytes that a call takes and gives
	effect   bool  // a call that acts beside its results
	again    bool  // a checkpointed function has called it while it was computed again
	users    []int // in order
	returned bool  // the output of the graph is a user, too
	early    bool  // the forward pass needs it for its outputs
	late     bool  // it needs a tangent, or is a gradient
	order    int   // among those that are early
	distance int   // to the backward pass, in calls
	bound    bool  // not computed again
}

// far is the distance of what the backward pass does not use.
const far = 1_000_000_000

// vertexKind says what a vertex gives.
type vertexKind int

const (
	severalResults vertexKind = iota
	tensorResult
	numberResult
)

// judged is a joint graph as PyTorch's partitioner looks at it.
type judged struct{ list []*vertex }

// judge lists the vertices of the joint graph, and what values they are.
func (c *cutter) judge() (*judged, []*graph.Value) {
	j, of := &judged{}, map[*graph.Value]int{}
	var values []*graph.Value
	give := func(x *vertex, at int, v *graph.Value) {
		of[v], values[at] = at, v
		x.kind, x.again = tensorResult, v.Def != nil && v.Def.Again
		if v.IsNumber() {
			x.kind = numberResult
		} else {
			x.size = c.bytes(v)
		}
	}
	add := func(v *graph.Value, name string) *vertex {
		x := &vertex{name: name}
		values = append(values, nil)
		if v != nil {
			give(x, len(j.list), v)
		}
		j.list = append(j.list, x)
		return x
	}
	size := func(v *graph.Value) int64 {
		if v.IsNumber() {
			return 0
		}
		return c.bytes(v)
	}
	for i, v := range c.joint.Inputs {
		x := add(v, "")
		x.early, x.late = i < c.inputs, i >= c.inputs
	}
	for _, n := range c.joint.Nodes {
		call, single := len(j.list), n.Single()
		x := add(nil, n.Op.Name)
		x.early, x.late = c.wanted[n], c.late[n]
		x.effect = n.HasEffect() || len(n.After) > 0
		n.Results(func(v *graph.Value) { x.out += size(v) })
		if single {
			n.Results(func(v *graph.Value) { give(x, call, v) })
		}
		n.Operands(func(v *graph.Value) {
			x.in += size(v)
			if at, ok := of[v]; ok && !slices.Contains(j.list[at].users, call) {
				j.list[at].users = append(j.list[at].users, call)
			}
		})
		if !single {
			n.Results(func(v *graph.Value) {
				x.users = append(x.users, len(j.list))
				item := add(v, "getitem")
				item.early, item.late = c.wanted[n], c.late[n]
			})
		}
	}
	for i, v := range c.joint.Outputs {
		if at, ok := of[v]; ok && v != nil {
			j.list[at].returned = true
			j.list[at].late = j.list[at].late || i >= c.forward && !j.list[at].early
		}
	}
	for _, w := range c.joint.Writes {
		if at, ok := of[w.Value]; ok {
			j.list[at].returned = true
		}
	}
	j.measure()
	return j, values
}

// measure numbers what the forward pass needs, and finds how far that is from the backward pass.
func (j *judged) measure() {
	order := 0
	for _, x := range j.list {
		if x.early {
			x.order = order
			order++
		}
	}
	for _, x := range slices.Backward(j.list) {
		if !x.early {
			continue
		}
		x.distance = far
		for _, u := range x.users {
			x.distance = min(x.distance, j.list[u].distance+1)
		}
	}
}

// fuses tells whether one kernel computes a and its user b.
func fuses(a, b *vertex) bool { return b.name == "cat" || a.fusible() && b.fusible() }

func (x *vertex) fusible() bool {
	return x.name == "getitem" || recomputable[x.name] || fusible[x.name]
}

// weight is what it costs to keep a vertex.
func (j *judged) weight(x *vertex) int64 {
	switch {
	case x.kind == severalResults || x.again:
		return infinite
	case x.kind == numberResult:
		return 1
	}
	cost := float64(x.size) * math.Pow(1.1, float64(max(min(x.distance, 100), 1)))
	alone := x.name == "" || x.returned || slices.ContainsFunc(x.users, func(u int) bool { return !fuses(x, j.list[u]) })
	if !alone {
		return 2 * int64(min(cost, infinite/4))
	}
	return int64(min(cost, infinite/4))
}

// bind has a vertex computed once, in the forward pass, unless it is a view.
func (x *vertex) bind() { x.bound = x.bound || !viewNames[x.name] }

// materialized tells whether the backward pass has a user of x, or of a view of it, that no kernel computes along with it: x is in memory anyway.
func (j *judged) materialized(x *vertex) bool {
	if viewNames[x.name] {
		return false
	}
	for list := []*vertex{x}; len(list) > 0; {
		at := list[len(list)-1]
		list = list[:len(list)-1]
		if at.returned {
			return true
		}
		for _, u := range at.users {
			user := j.list[u]
			if !user.early && !fuses(at, user) {
				return true
			}
			if viewNames[user.name] {
				list = append(list, user)
			}
		}
	}
	return false
}

// once tells whether a call of the forward pass is not to be computed again.
func (j *judged) once(x *vertex) bool {
	return !recomputable[x.name] || x.effect || j.materialized(x) || x.out*4 < x.in // the last is a reduction
}

// byOrder is a heap of vertices, the first in the forward pass on top; fused says whether it is reached through kernels alone.
type byOrder []reached

type reached struct {
	at, order int
	fused     bool
}

func (h byOrder) Len() int           { return len(h) }
func (h byOrder) Less(a, b int) bool { return h[a].order < h[b].order }
func (h byOrder) Swap(a, b int)      { h[a], h[b] = h[b], h[a] }
func (h *byOrder) Push(x any)        { *h = append(*h, x.(reached)) }
func (h *byOrder) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// bindFar binds users of a vertex that are so far from it that another kernel lies between them.
func (j *judged) bindFar() {
	for _, x := range j.list {
		if !x.early {
			continue
		}
		var h byOrder
		last := -1
		for _, u := range x.users {
			if user := j.list[u]; user.early {
				h = append(h, reached{u, user.order, true})
				last = max(last, user.order)
			}
		}
		if last < 0 {
			continue
		}
		heap.Init(&h)
		first := j.firstApart(h, last)
		for _, u := range x.users {
			if user := j.list[u]; user.early && user.order > first && fuses(x, user) {
				user.bind()
			}
		}
	}
}

// firstApart is where in the forward pass, up to last, a use begins that is not fused with what it uses.
func (j *judged) firstApart(h byOrder, last int) int {
	for h.Len() > 0 {
		r := heap.Pop(&h).(reached)
		if !r.fused {
			return r.order
		}
		for _, u := range j.list[r.at].users {
			next := reached{u, j.list[u].order, fuses(j.list[r.at], j.list[u])}
			if j.list[u].early && next.order <= last && !slices.Contains(h, next) {
				heap.Push(&h, next)
			}
		}
	}
	return last
}

// longChain is how many calls a kernel may compute before its last ones are kept.
const longChain = 100

// bindChains cuts chains that would make one kernel of very many calls.
func (j *judged) bindChains() {
	visited := map[int]bool{}
	for i, x := range j.list {
		if !x.early {
			continue
		}
		h := byOrder{{i, x.order, true}}
		for h.Len() > 0 {
			r := heap.Pop(&h).(reached)
			if visited[r.at] {
				continue
			}
			visited[r.at] = true
			at := j.list[r.at]
			if at.order > x.order+longChain && h.Len() == 0 {
				at.bind()
				break
			}
			for _, u := range at.users {
				if user := j.list[u]; user.early && fuses(at, user) && !user.bound {
					heap.Push(&h, reached{u, user.order, true})
				}
			}
		}
	}
}

// likePyTorch gives the values of the forward pass that the backward pass is given.
func (c *cutter) likePyTorch() []*graph.Value {
	j, values := c.judge()
	for i, x := range j.list[:len(c.joint.Inputs)] {
		x.bound = i < c.inputs
	}
	var saved []*graph.Value
	for _, i := range j.cut() {
		saved = append(saved, values[i])
	}
	return saved
}

// cut gives the tensors that are saved, in order.
func (j *judged) cut() (saved []int) {
	for _, x := range j.list {
		if x.early && x.name != "" && x.name != "getitem" && j.once(x) {
			x.bind()
		}
	}
	j.bindFar()
	j.bindChains()
	f := newFlow(2 + 2*len(j.list))
	const source, sink = 0, 1
	in, out := func(i int) int { return 2 + 2*i }, func(i int) int { return 3 + 2*i }
	for i, x := range j.list {
		switch {
		case x.late && x.early:
			f.edge(out(i), sink, infinite)
		case x.late:
			f.edge(in(i), sink, infinite)
			continue
		}
		if x.bound {
			f.edge(source, in(i), infinite)
		}
		f.edge(in(i), out(i), j.weight(x))
		for _, u := range x.users {
			f.edge(out(i), in(u), infinite)
		}
	}
	f.minCut(source, sink)
	reaches := f.reaching(sink)
	for i, x := range j.list {
		if x.kind == tensorResult && !reaches[in(i)] && reaches[out(i)] {
			saved = append(saved, i)
		}
	}
	return saved
}

// whenNeeded puts what the backward pass computes again, and what else no tangent is needed for, right before the first node that uses it.
func (c *cutter) whenNeeded(g *graph.Graph, tangents []*graph.Value) {
	place, first := map[*graph.Node]int{}, -1
	for i, n := range g.Nodes {
		place[n] = i
		n.Operands(func(v *graph.Value) {
			if first < 0 && slices.Contains(tangents, v) {
				first = i
			}
		})
	}
	if first < 0 {
		return
	}
	done := make([]bool, len(g.Nodes))
	var order []*graph.Node
	insert := func(n *graph.Node) {
		var missing []int
		for list := []*graph.Node{n}; len(list) > 0; {
			n := list[len(list)-1]
			list = list[:len(list)-1]
			if done[place[n]] {
				continue
			}
			done[place[n]] = true
			missing = append(missing, place[n])
			n.Operands(func(v *graph.Value) {
				if v.Def != nil {
					list = append(list, v.Def)
				}
			})
		}
		slices.Sort(missing)
		for _, i := range missing {
			order = append(order, g.Nodes[i])
		}
	}
	for _, n := range g.Nodes[first:] {
		insert(n)
	}
	for _, v := range g.Outputs {
		if v != nil && v.Def != nil {
			insert(v.Def)
		}
	}
	for _, n := range g.Nodes { // what acts on its own
		if n.HasEffect() {
			insert(n)
		}
	}
	g.Nodes = order
}
