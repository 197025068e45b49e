package front

import (
	"slices"

	"github.com/magneto-go/magneto/script/ir"
)

// transformExits makes values of loop continuations first, then of returns: a node that leaves its block becomes a flag that says whether it
// was met, and the values that it leaves with; what comes behind it runs only where the flag is not set.
func transformExits(g *ir.Graph) {
	newExits(g, "prim::LoopContinuation").run()
	newExits(g, "prim::ReturnStmt").run()
	ir.InlineConsecutiveIfs(g)
}

type exits struct {
	g      *ir.Graph
	kind   string // of the nodes that leave
	target *ir.Block
	unset  map[string]*ir.Value // uninitialised values, by type

	yes, no, throws *ir.Value
}

// exit is what is known behind a part of a block: whether it was left (a value), and with which values.
type exit struct {
	left   *ir.Value
	values []*ir.Value
}

func newExits(g *ir.Graph, kind string) *exits {
	t := &exits{g: g, kind: kind, unset: map[string]*ir.Value{}}
	old := g.SetAt(firstOf(g.Block))
	t.yes = g.Constant(ir.Constant{V: true}, nil)
	t.no = g.Constant(ir.Constant{V: false}, nil)
	t.throws = t.uninit(ir.Bool)
	g.SetAt(old)
	return t
}

func (t *exits) run() { t.block(t.g.Block, t.kind == "prim::ReturnStmt") }

// uninit is a placeholder of a type, one for each.
func (t *exits) uninit(typ *ir.Type) *ir.Value {
	key := typ.String()
	if typ.Inferred && t.kind == "prim::ReturnStmt" { // which is another type; what loops carry has one
		key += " (inferred)"
	}
	if v := t.unset[key]; v != nil {
		return v
	}
	n := t.g.CreateTyped("prim::Uninitialized", typ)
	n.InsertBefore(firstOf(t.g.Block))
	t.unset[key] = n.Outputs[0]
	return n.Outputs[0]
}

type status int

const (
	wont status = iota
	might
	will
	throws
)

func (t *exits) status(x exit) status {
	switch x.left {
	case t.yes:
		return will
	case t.no:
		return wont
	case t.throws:
		return throws
	}
	return might
}

// block transforms a block. If exits lead to its own end, they are resolved here.
func (t *exits) block(b *ir.Block, target bool) exit {
	outer := t.target
	if target {
		t.target = b
	}
	x := exit{left: t.no}
	var leaving *ir.Node
scan:
	for n := b.First(); n != nil; n = n.Next() {
		switch n.Kind {
		case "prim::RaiseException":
			x = exit{left: t.throws}
		case t.kind:
			x, leaving = exit{t.yes, append([]*ir.Value(nil), n.Inputs...)}, n
		case "prim::If":
			x = t.branch(n)
		case "prim::Loop":
			x = t.loop(n)
		}
		switch t.status(x) {
		case will, throws:
			t.cutAfter(b, n, t.status(x) == will)
			break scan
		case might:
			x = t.guard(b, x, n.Next())
			break scan
		}
	}
	if leaving != nil {
		leaving.Destroy()
	}
	if target {
		switch t.status(x) {
		case might:
			n := t.g.Create("prim::If", []*ir.Value{x.left}, 0)
			yes, no := n.AddBlock(), n.AddBlock()
			n.InsertBefore(b.Return())
			t.addOutputs(n, yes, no, x.values, append([]*ir.Value(nil), b.Outputs()...))
			t.setOutputs(b, n.Outputs)
		case will:
			t.setOutputs(b, x.values)
		}
		x = exit{left: t.no}
		t.target = outer
	}
	return x
}

func (t *exits) setOutputs(b *ir.Block, list []*ir.Value) {
	list = append([]*ir.Value(nil), list...)
	b.Return().RemoveInputs()
	for _, v := range list {
		b.AddOutput(v)
	}
}

// cutAfter removes what comes behind a node that leaves its block, but the exits of the with blocks that it is in, and sets uninitialised outputs.
func (t *exits) cutAfter(b *ir.Block, n *ir.Node, exits bool) {
	if n == b.Last() {
		return
	}
	kept := map[*ir.Node]bool{}
	for m := openExit(n.Next()); exits && m != nil; m = openExit(m.Next()) {
		kept[m] = true
	}
	types := make([]*ir.Type, len(b.Outputs()))
	for i, v := range b.Outputs() {
		types[i] = v.Type
	}
	for i := range types {
		b.Return().ReplaceInput(i, t.uninit(types[i]))
	}
	for m := b.Last(); m != n; {
		before := m.Prev()
		if !kept[m] {
			m.Destroy()
		}
		m = before
	}
}

// openExit is the first exit, from a node on, of a with block that begins before it.
func openExit(from *ir.Node) *ir.Node {
	depth := 0
	for n := from; n != nil; n = n.Next() {
		switch n.Kind {
		case "prim::Enter":
			depth++
		case "prim::Exit":
			if depth == 0 {
				return n
			}
			depth--
		}
	}
	return nil
}

func (t *exits) addOutputs(n *ir.Node, yes, no *ir.Block, a, b []*ir.Value) {
	for i := range a {
		yes.AddOutput(a[i])
		no.AddOutput(b[i])
		u := ir.Unify(a[i].Type, b[i].Type, true)
		n.AddOutput(u)
	}
}

func (t *exits) branch(n *ir.Node) exit {
	a := t.block(n.Blocks[0], false)
	b := t.block(n.Blocks[1], false)
	return t.join(n, a, b)
}

func (t *exits) join(n *ir.Node, a, b exit) exit {
	sa, sb := t.status(a), t.status(b)
	if sa == wont && sb == wont {
		return exit{left: t.no}
	}
	if sa == throws && sb == throws {
		return exit{left: t.throws}
	}
	if (sa == wont || sa == throws) && (sb == wont || sb == throws) {
		return exit{left: t.no}
	}
	if sa == wont || sa == throws {
		a.values = t.placeholders(b.values)
	} else if sb == wont || sb == throws {
		b.values = t.placeholders(a.values)
	}
	left := t.yes
	if !((sa == will || sa == throws) && (sb == will || sb == throws)) {
		t.addOutputs(n, n.Blocks[0], n.Blocks[1], []*ir.Value{a.left}, []*ir.Value{b.left})
		left = n.Outputs[len(n.Outputs)-1]
	}
	from := len(n.Outputs)
	t.addOutputs(n, n.Blocks[0], n.Blocks[1], a.values, b.values)
	return exit{left, append([]*ir.Value(nil), n.Outputs[from:]...)}
}

func (t *exits) placeholders(like []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(like))
	for i, v := range like {
		out[i] = t.uninit(v.Type)
	}
	return out
}

// loop transforms a loop. A continuation ends at the end of the body; a return makes the loop stop and passes on.
func (t *exits) loop(n *ir.Node) exit {
	body := n.Blocks[0]
	x := t.block(body, t.kind == "prim::LoopContinuation")
	if s := t.status(x); s == wont || s == throws {
		return exit{left: t.no}
	}
	c := t.g.Create("prim::If", []*ir.Value{x.left}, 0)
	yes, no := c.AddBlock(), c.AddBlock()
	c.InsertBefore(body.Return())
	yes.AddOutput(t.no)
	no.AddOutput(body.Outputs()[0])
	c.AddOutput(ir.Bool)
	body.Return().ReplaceInput(0, c.Outputs[0])

	n.AddInput(t.no)
	body.AddInput("", ir.Bool)
	body.AddOutput(x.left)
	out := exit{left: n.AddOutput(ir.Bool)}
	for _, v := range x.values {
		n.AddInput(t.uninit(v.Type))
		out.values = append(out.values, n.AddOutput(v.Type))
		body.AddInput("", v.Type)
		body.AddOutput(v)
	}
	return out
}

// guard puts the nodes from one on into a branch that runs where the block was not left before. The exits of with blocks that begin before run in any
// case: between them are branches of their own.
func (t *exits) guard(b *ir.Block, x exit, from *ir.Node) exit {
	for from != nil && t.status(x) == might {
		end := openExit(from)
		if end == nil {
			return t.guardRest(b, x, from)
		}
		if end != from {
			x = t.guardSome(x, from, end)
		}
		if s := t.status(x); s == will || s == throws {
			t.cutAfter(b, end.Prev(), s == will)
			return x
		}
		from = end.Next()
	}
	return x
}

// guardRest guards the nodes up to the end of the block, whose outputs are those of the branch.
func (t *exits) guardRest(b *ir.Block, x exit, from *ir.Node) exit {
	n, left, rest := t.guarded(x, from, nil)
	outs := append([]*ir.Value(nil), b.Outputs()...)
	b.Return().RemoveInputs()
	for _, v := range outs {
		left.AddOutput(t.uninit(v.Type))
		rest.AddOutput(v)
		b.AddOutput(n.AddOutput(v.Type))
	}
	return t.join(n, exit{t.yes, x.values}, t.block(rest, false))
}

// guardSome guards the nodes before another one; what later ones read of them is an output of the branch.
func (t *exits) guardSome(x exit, from, end *ir.Node) exit {
	n, left, rest := t.guarded(x, from, end)
	inside := func(m *ir.Node) bool {
		for m.Block() != rest {
			if m = m.Block().Owner(); m == nil {
				return false
			}
		}
		return true
	}
	for _, m := range rest.Nodes() {
		for _, v := range m.Outputs {
			outside := func(u ir.Use) bool { return !inside(u.Node) }
			if !slices.ContainsFunc(v.Uses(), outside) {
				continue
			}
			out := n.AddOutput(v.Type)
			v.ReplaceIn(out, outside)
			left.AddOutput(t.uninit(v.Type))
			rest.AddOutput(v)
		}
	}
	return t.join(n, exit{t.yes, x.values}, t.block(rest, false))
}

// guarded moves the nodes from one on, before another or to the end, into the second branch of a new If.
func (t *exits) guarded(x exit, from, end *ir.Node) (n *ir.Node, left, rest *ir.Block) {
	n = t.g.Create("prim::If", []*ir.Value{x.left}, 0)
	left, rest = n.AddBlock(), n.AddBlock()
	n.InsertBefore(from)
	for m := from; m != end; {
		next := m.Next()
		m.Unlink()
		m.InsertBefore(rest.Return())
		m = next
	}
	return n, left, rest
}
