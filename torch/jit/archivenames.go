package jit

import (
	"slices"

	"github.com/magneto-go/magneto/script/ir"
)

// apart gives classes and functions that an archive is going to hold names of their own. What was loaded has the names of its archive, which
// something else may have, too.
type apart struct {
	names map[string]any // the class or function that has a name in the archive
	seen  map[any]bool
	fresh func(name string) string
}

// taken tells whether something that is going to be written has a name already; from now on x has it.
func (a *apart) taken(name string, x any) bool {
	if _, other := a.names[name]; other {
		return true
	}
	a.names[name] = x
	return false
}

func (a *apart) typ(t *ir.Type) {
	for _, e := range t.Elem {
		a.typ(e)
	}
	c := t.Class
	if c == nil || c.Native || a.seen[c] {
		return
	}
	a.seen[c] = true
	if t.Kind == ir.ClassKind && a.taken(t.Name, c) {
		t.Name = a.fresh(t.Name)
		a.names[t.Name] = c
		for _, m := range slices.Concat(c.Methods, c.Hooks, c.PreHooks) {
			m.Qualified = t.Name + "." + m.Name
		}
	}
	for _, attr := range c.Attrs {
		a.typ(attr.Type)
	}
	for _, m := range slices.Concat(c.Methods, c.Hooks, c.PreHooks) {
		if m.Graph != nil {
			a.block(m.Graph.Block)
		}
	}
}

func (a *apart) function(f *ir.Function) {
	if a.seen[f] || f.Ensure() != nil {
		return
	}
	a.seen[f] = true
	if a.taken(f.Qualified, f) {
		f.Qualified = a.fresh(f.Qualified)
		a.names[f.Qualified] = f
	}
	a.block(f.Graph.Block)
}

func (a *apart) block(b *ir.Block) {
	for _, v := range b.Inputs() {
		a.typ(v.Type)
	}
	b.Walk(func(n *ir.Node) {
		for _, v := range n.Outputs {
			a.typ(v.Type)
		}
		if sub, ok := n.Attr("Subgraph").(*ir.Graph); ok {
			a.block(sub.Block)
		}
		if len(n.Outputs) != 1 {
			return
		}
		if c, ok := n.Outputs[0].ConstantOf(); ok {
			if f, ok := c.V.(*ir.FunctionConst); ok {
				a.function(f.F)
			}
		}
	})
}
