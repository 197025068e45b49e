package ops

import (
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// gradientMemory counts the nodes that a gradient which a backward pass has made is still on its way to. Behind the last of them its
// memory is given back, unless somebody else has come to know it: a script, or a view, which holds the memory.
type gradientMemory map[*tensor.Tensor]int

// made takes the gradients that a node gave, each as often as it will be delivered: those that the derivative of an operator made, and
// those that came to the node and go on. Who made one that came and is not counted may know it still.
func (m gradientMemory) made(n *Node, arrived, grads []Value) {
	if m == nil {
		return
	}
	for i, g := range grads {
		t, ok := g.(*tensor.Tensor)
		if !ok || t == nil || i >= len(n.Edges) || n.Edges[i].Node == nil {
			continue
		}
		came := slices.ContainsFunc(arrived, func(v Value) bool { return v == g })
		if m[t] > 0 || !came && (n.entry != nil || n.OwnsGrads) && t.Wrapper() == nil {
			m[t]++
		}
	}
}

// became is told that a gradient goes on as another one.
func (m gradientMemory) became(old, g Value) {
	if m == nil || old == g {
		return
	}
	if t, ok := g.(*tensor.Tensor); ok && t != nil && (m[t] > 0 || t.Wrapper() == nil) {
		m[t]++
	}
	m.used(old)
}

// take gives a gradient away for good if it is on its last way and nothing else knows it or its memory.
func (m gradientMemory) take(g Value) bool {
	t, ok := g.(*tensor.Tensor)
	if !ok || t == nil || m[t] != 1 || t.Wrapper() != nil || t.Layer != nil || t.GradFn != nil || t.IsMeta() || t.Conj || t.Neg ||
		!t.Storage().Alone() || t.Storage().IsMeta() || t.Offset() != 0 || t.Storage().Size() != t.Numel()*t.DType().Size() {
		return false
	}
	delete(m, t)
	return true
}

// kept is told that a gradient is handed out.
func (m gradientMemory) kept(g Value) {
	if t, ok := g.(*tensor.Tensor); ok && m != nil {
		t.Storage().Hold()
	}
}

// used ends one way of a gradient.
func (m gradientMemory) used(g Value) {
	t, ok := g.(*tensor.Tensor)
	if !ok || t == nil || m[t] == 0 {
		return
	}
	if m[t]--; m[t] > 0 {
		return
	}
	delete(m, t)
	if t.Wrapper() == nil && t.Layer == nil && t.GradFn == nil && !t.IsMeta() {
		t.Storage().ReleaseIfAlone()
	}
}
