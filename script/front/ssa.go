package front

import (
	"maps"
	"slices"

	"github.com/magneto-go/magneto/script/ir"
)

// Watcher is a Host that wants to know of the graph of a function behind each step that makes it.
type Watcher interface {
	After(f *ir.Function, step string, g *ir.Graph)
}

// Inliner is a Host that may want calls to be replaced by what they call.
type Inliner interface {
	InlinesEverything() bool
}

// steps bring an emitted graph into its final form, in this order.
var steps = []struct {
	name string
	run  func(g *ir.Graph, host Host)
}{
	{"ConvertToSSA", func(g *ir.Graph, _ Host) { toSSA(g) }},
	{"CanonicalizeModifiedLoops", func(g *ir.Graph, _ Host) { ir.CanonicalizeModifiedLoops(g) }},
	{"NormalizeOps", func(g *ir.Graph, _ Host) { ir.NormalizeOperators(g) }},
	{"Inline", func(g *ir.Graph, host Host) { Check(ir.Inline(g, host)) }},
	{"EraseListLiterals", func(g *ir.Graph, _ Host) { eraseListLiterals(g) }},
	{"LowerSimpleTuples", func(g *ir.Graph, _ Host) { ir.LowerSimpleTuples(g) }},
	{"ConstantPropagationImmutableTypes", func(g *ir.Graph, host Host) { ir.PropagateConstants(g, host, true) }},
	{"ConstantPooling", func(g *ir.Graph, _ Host) { ir.PoolConstants(g) }},
	{"CanonicalizeOutputs", func(g *ir.Graph, _ Host) { ir.CanonicalizeOutputs(g) }},
}

// finish brings the emitted graph of a function into its final form.
func finish(f *ir.Function, host Host) {
	w, watched := host.(Watcher)
	if watched {
		w.After(f, "emitted", f.Graph)
	}
	inliner, inlines := host.(Inliner)
	inlines = inlines && inliner.InlinesEverything()
	for _, s := range steps {
		if s.name == "Inline" && !inlines {
			continue
		}
		s.run(f.Graph, host)
		if watched {
			w.After(f, s.name, f.Graph)
		}
	}
}

// eraseListLiterals makes lists of the placeholders of empty ones.
func eraseListLiterals(g *ir.Graph) {
	g.Block.Walk(func(n *ir.Node) {
		if n.Kind == "prim::EmptyListLiteral" {
			l := g.CreateTyped("prim::ListConstruct", n.Outputs[0].Type)
			l.Range = n.Range
			l.InsertBefore(n)
			n.Outputs[0].ReplaceAll(l.Outputs[0])
			n.Destroy()
		}
	})
}

// toSSA makes values of variables, and values that say whether to go on of returns, breaks and continues.
func toSSA(g *ir.Graph) {
	s := &stores{g: g}
	s.block(g.Block)
	(&continuations{g: g}).run()
	inlineConditions(g.Block)
	eraseLoadStores(g.Block, nil)
	transformExits(g)
	ir.LiftCaptured(g)
}

// stores finds out which variables branches and loops change, and makes block inputs and outputs of them, still by Load and Store.
type stores struct {
	g   *ir.Graph
	env *scope
}

// scope has the types of the variables that a block has stored so far.
type scope struct {
	types  map[string]*ir.Type
	parent *scope
}

func (s *scope) find(name string) *ir.Type {
	for ; s != nil; s = s.parent {
		if t, ok := s.types[name]; ok {
			return t
		}
	}
	return nil
}

func (s *stores) block(b *ir.Block) *scope {
	s.env = &scope{types: map[string]*ir.Type{}, parent: s.env}
	for n := b.First(); n != nil; n = n.Next() {
		switch n.Kind {
		case "prim::If":
			s.branches(n)
		case "prim::Loop":
			s.loop(n)
		case "prim::Store":
			s.env.types[n.StrAttr("name")] = n.Inputs[0].Type
		case "prim::Load":
			// loads take the type that the variable has been unified to
		}
	}
	out := s.env
	s.env = out.parent
	return out
}

func (s *stores) load(name string, t *ir.Type, before *ir.Node) *ir.Value {
	n := s.g.Create("prim::Load", nil, 0)
	n.SetAttr("name", ir.Constant{V: name})
	v := n.AddOutput(t)
	n.InsertBefore(before)
	return v
}

func (s *stores) storeAfter(name string, v *ir.Value, at *ir.Node) *ir.Node {
	n := s.g.Create("prim::Store", []*ir.Value{v}, 0)
	n.SetAttr("name", ir.Constant{V: name})
	n.InsertAfter(at)
	return n
}

func (s *stores) branches(n *ir.Node) {
	yes := s.block(n.Blocks[0])
	no := s.block(n.Blocks[1])
	changed := map[string]bool{}
	for name := range yes.types {
		if no.find(name) != nil {
			changed[name] = true
		}
	}
	for name := range no.types {
		if yes.find(name) != nil {
			changed[name] = true
		}
	}
	at := n
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		a, b := yes.find(name), no.find(name)
		t := ir.Unify(a, b, true) // variables without one type that are read later have been refused
		n.Blocks[0].AddOutput(s.load(name, a, n.Blocks[0].Return()))
		n.Blocks[1].AddOutput(s.load(name, b, n.Blocks[1].Return()))
		out := n.AddOutput(t)
		if ir.Meaningful(name) {
			out.SetName(name)
		}
		at = s.storeAfter(name, out, at)
		s.env.types[name] = t
	}
}

func (s *stores) loop(n *ir.Node) {
	body := n.Blocks[0]
	inner := s.block(body)
	s.block(n.Blocks[1])
	at := n
	first := body.First()
	if first == nil {
		first = body.Return()
	}
	for _, name := range slices.Sorted(maps.Keys(inner.types)) {
		outer := s.env.find(name)
		if outer == nil {
			continue
		}
		t := ir.Unify(outer, inner.types[name], true)
		n.AddInput(s.load(name, outer, n))
		in := body.AddInput("", t)
		if ir.Meaningful(name) {
			in.SetName(name)
		}
		st := s.g.Create("prim::Store", []*ir.Value{in}, 0)
		st.SetAttr("name", ir.Constant{V: name})
		st.InsertBefore(first)
		body.AddOutput(s.load(name, inner.types[name], body.Return()))
		out := n.AddOutput(t)
		if ir.Meaningful(name) {
			out.SetName(name)
		}
		at = s.storeAfter(name, out, at)
		s.env.types[name] = t
	}
}

// continuations makes loop continuations of break and continue: nodes that carry whether to go on and the variables of the loop.
type continuations struct {
	g      *ir.Graph
	loop   *ir.Node
	falseV *ir.Value
}

func (c *continuations) run() {
	old := c.g.SetAt(firstOf(c.g.Block))
	c.falseV = c.g.Constant(ir.Constant{V: false}, nil)
	c.g.SetAt(old)
	c.block(c.g.Block)
}

func firstOf(b *ir.Block) *ir.Node {
	if n := b.First(); n != nil {
		return n
	}
	return b.Return()
}

func (c *continuations) block(b *ir.Block) {
	for n := b.First(); n != nil; {
		next := n.Next()
		switch n.Kind {
		case "prim::If":
			c.block(n.Blocks[0])
			c.block(n.Blocks[1])
		case "prim::Loop":
			outer := c.loop
			c.loop = n
			c.block(n.Blocks[0])
			c.loop = outer
		case "prim::BreakStmt", "prim::ContinueStmt":
			k := c.g.Create("prim::LoopContinuation", nil, 0)
			k.Range = n.Range
			k.InsertBefore(n)
			if n.Kind == "prim::BreakStmt" {
				k.AddInput(c.falseV)
			} else {
				c.condition(k)
			}
			c.carried(k)
			n.Destroy()
		}
		n = next
	}
}

// condition computes the condition of the loop in front of a continue.
func (c *continuations) condition(k *ir.Node) {
	cond := c.loop.Blocks[1]
	local := map[*ir.Value]*ir.Value{}
	env := func(v *ir.Value) *ir.Value {
		if w := local[v]; w != nil {
			return w
		}
		return v
	}
	for n := cond.First(); n != nil; n = n.Next() {
		m := c.g.CopyNode(n, env)
		m.InsertBefore(k)
		for i, v := range n.Outputs {
			local[v] = m.Outputs[i]
		}
	}
	k.AddInput(env(cond.Outputs()[0]))
}

// carried adds the variables that the loop carries.
func (c *continuations) carried(k *ir.Node) {
	body := c.loop.Blocks[0]
	for _, v := range body.Outputs() {
		load := c.g.Create("prim::Load", nil, 0)
		name := v.Node().StrAttr("name")
		load.SetAttr("name", ir.Constant{V: name})
		out := load.AddOutput(v.Type)
		load.InsertBefore(k)
		k.AddInput(out)
	}
}

// inlineConditions computes the condition of each loop in front of it and at the end of its body.
func inlineConditions(b *ir.Block) {
	for n := b.First(); n != nil; n = n.Next() {
		for _, inner := range n.Blocks {
			inlineConditions(inner)
		}
		if n.Kind != "prim::Loop" || len(n.Blocks) < 2 {
			continue
		}
		g := n.Graph()
		body, cond := n.Blocks[0], n.Blocks[1]
		local := map[*ir.Value]*ir.Value{}
		env := func(v *ir.Value) *ir.Value {
			if w := local[v]; w != nil {
				return w
			}
			return v
		}
		for m := cond.First(); m != nil; m = m.Next() {
			k := g.CopyNode(m, env)
			k.InsertBefore(n)
			for i, v := range m.Outputs {
				local[v] = k.Outputs[i]
			}
		}
		n.InsertInput(1, env(cond.Outputs()[0]))
		for m := cond.First(); m != nil; {
			next := m.Next()
			m.Unlink()
			m.InsertBefore(body.Return())
			m = next
		}
		body.Return().InsertInput(0, cond.Outputs()[0])
		n.EraseBlock(1)
	}
}

// names is what variables are bound to in a block while loads and stores are taken away.
type bindings struct {
	values map[string]*ir.Value
	parent *bindings
}

func eraseLoadStores(b *ir.Block, parent *bindings) {
	env := &bindings{map[string]*ir.Value{}, parent}
	for n := b.First(); n != nil; {
		next := n.Next()
		switch n.Kind {
		case "prim::Store":
			env.values[n.StrAttr("name")] = n.Inputs[0]
			n.Destroy()
		case "prim::Load":
			name := n.StrAttr("name")
			var v *ir.Value
			for s := env; s != nil && v == nil; s = s.parent {
				v = s.values[name]
			}
			if v == nil {
				Fail(n.Range, "undefined value %s", name)
			}
			n.Outputs[0].ReplaceAll(v)
			n.Destroy()
		default:
			for _, inner := range n.Blocks {
				eraseLoadStores(inner, env)
			}
		}
		n = next
	}
}
