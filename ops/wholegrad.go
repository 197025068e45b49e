package ops

import "github.com/magneto-go/magneto/tensor"

// This file gives composite operators that PyTorch has as one (entry.Whole) a node of their own in the history. Its derivative is that of the parts:
// they are recorded behind the node, between aliases of the arguments and the results, and differentiated when the node runs.

// parts are an operator taken apart, with the history of the parts.
type parts struct {
	outs   []Value // as the decomposition gives them
	leaves []Edge  // by edge of the node: to the alias of the argument; no node for arguments that have no history
	ends   []Edge  // by result; no node for results that have no history
}

// recordWhole records such an operator as one node of the tape of plain tensors, if that is what sees the call.
func (ctx *Context) recordWhole(op *Op, args []Value) (outs []Value, recorded bool) {
	if !op.e.Whole || op.e.NonDiff || op.Variant != Plain || op.view || op.random || op.e.Seeded || op.mutates || ctx.depth == 0 || !ctx.gradEnabled {
		return nil, false
	}
	shown := ctx.recordsUnits()
	if (ctx.fakeEnv != nil || anyFake(args)) && !shown {
		return nil, false
	}
	tp, ok := ctx.levels[ctx.depth-1].(*tape)
	if !ok || tp.wraps || !tp.anyRequiresGrad(args) {
		return nil, false
	}
	if op.warns != nil {
		op.warns(ctx, args)
	}
	n := tp.operatorNode(ctx, op, args)
	n.apply = func(ctx *Context, n *Node, g []Value) []Value { return ctx.wholeBackward(op, n, g) }
	var recordedAs func(i int, v Value) bool
	if shown || ctx.lookedOn() || ctx.dispatchers && dispatcherAmong(args) != nil {
		n.saved.keepArgs(ctx, allArgs, args)
		ctx.gradEnabled = false
		outs = ctx.route(op, args)
		ctx.gradEnabled = true
		recordedAs = op.e.shows
	} else {
		n.saved.keepArgs(ctx, op.e.Saves, args)
		n.parts = ctx.takeApart(op, args)
		i := 0
		outs = mapTensors(n.parts.outs, func(v Value) Value {
			if i++; n.parts.ends[i-1].Node == nil {
				return v
			}
			return detachedOf(v)
		})
		n.parts.outs = nil
		recordedAs = func(i int, v Value) bool { return n.parts.ends[i].Node != nil && op.e.shows(i, v) }
	}
	i := 0
	eachTensor(outs, func(v Value) bool {
		if recordedAs(i, v) {
			SetHistory(v, n, i)
		}
		i++
		return true
	})
	ctx.created(n)
	return outs, true
}

// detachedOf shows the memory of v, without its history.
func detachedOf(v Value) Value {
	if f, ok := v.(*Fake); ok {
		alias := *f
		alias.Autograd = tensor.Autograd{}
		return &alias
	}
	return v.(*tensor.Tensor).Detached()
}

// takeApart runs the decomposition on aliases of the arguments. An argument that is given twice has two of them.
func (ctx *Context) takeApart(op *Op, args []Value) *parts {
	p := &parts{}
	saved := ctx.gradEnabled
	ctx.gradEnabled = true
	leaf := func(v Value) Value {
		if !RequiresGrad(v) {
			p.leaves = append(p.leaves, Edge{})
			return v
		}
		n := ctx.newNode("Alias", func(_ *Context, _ *Node, g []Value) []Value { return g })
		n.Edges = []Edge{ctx.edgeOf(v)}
		alias := detachedOf(v)
		SetHistory(alias, n, 0)
		p.leaves = append(p.leaves, Edge{n, 0})
		return alias
	}
	params := op.Schema().Params
	aliases := make([]Value, len(args))
	for i, v := range args {
		list, ok := v.([]Value)
		if !ok || i >= len(params) || params[i].Type.Base != "Tensor" {
			aliases[i] = mapTensors([]Value{v}, leaf)[0]
			continue
		}
		given := make([]Value, len(list))
		for k, x := range list {
			if isTensor(x) {
				given[k] = leaf(x)
			} else { // the node has an edge for an absent element too
				p.leaves = append(p.leaves, Edge{})
			}
		}
		aliases[i] = given
	}
	p.outs = ctx.decomposed(op, aliases)
	if f, ok := ctx.levels[ctx.depth-1].(*functionalize); ok { // the history is that of what lies beneath
		p.outs = f.values(ctx, p.outs)
	}
	ctx.gradEnabled = saved
	eachTensor(p.outs, func(v Value) bool {
		var e Edge
		if RequiresGrad(v) {
			e = ctx.edgeOf(v)
		}
		p.ends = append(p.ends, e)
		return true
	})
	return p
}

// wholeBackward differentiates the parts: those that were recorded, or, where modes saw the operator as one, those of the saved arguments.
func (ctx *Context) wholeBackward(op *Op, n *Node, g []Value) []Value {
	p := n.parts
	if p != nil && op.e.Saves != 0 { // looks whether they were changed since
		n.saved.checkUnchanged()
	}
	if p == nil {
		p = ctx.takeApart(op, n.saved.given())
	}
	var roots []Edge
	var starts []Value
	for i, e := range p.ends {
		if i < len(g) && g[i] != nil && e.Node != nil {
			roots, starts = append(roots, e), append(starts, g[i])
		}
	}
	t := &task{create: ctx.gradEnabled, keep: ctx.backward == nil || ctx.backward.keep, captures: map[Edge]int{}, ends: map[*Node]bool{}}
	for i, e := range p.leaves {
		if e.Node != nil {
			t.captures[e], t.ends[e.Node] = i, true
		}
	}
	t.captured = make([]Value, len(n.Edges))
	if ctx.gradEnabled { // the history of what this gives leads to the parts, and on to this node
		for _, part := range t.survey(roots) {
			part.shared = true
		}
	}
	t.run(ctx, roots, starts)
	return t.captured
}

// given are all arguments of the call, of which everything was saved.
func (s *Saved) given() []Value {
	args := make([]Value, len(s.in))
	for i := range s.in {
		switch s.in[i].kind {
		case tensorArg:
			args[i] = s.In(i)
		case listArg:
			args[i] = s.List(i)
		default:
			args[i] = s.args[i]
		}
	}
	return args
}
