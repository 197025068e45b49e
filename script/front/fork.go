package front

import "github.com/magneto-go/magneto/script/ir"

// Calls that run apart: forks, and awaitables, which run when they are waited for.

// Fork is fork(f, ...): the call becomes a graph of its own.
func Fork(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	return e.separate("prim::fork", "fork", ir.FutureOf, r, c)
}

// Awaitable is a call that runs when it is waited for.
func Awaitable(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	return e.separate("prim::awaitable", "awaitable", ir.AwaitOf, r, c)
}

// AwaitableWait is what the call of an awaitable gives.
func AwaitableWait(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	Exactly(r, c, "_awaitable_wait", 1)
	v := e.Expr(c.Args[0], nil)
	if v.Type.Kind != ir.AwaitKind {
		Fail(r, "Expected an Await for _awaitable_wait() but found %s", v.Type.Repr())
	}
	return Simple{e.insert("prim::awaitable_wait", r, v.Type.Elem[0], v)}
}

// AwaitableNoWait is an awaitable that has its value.
func AwaitableNoWait(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	Exactly(r, c, "_awaitable_nowait", 1)
	v := e.Expr(c.Args[0], nil)
	return Simple{e.insert("prim::awaitable_nowait", r, ir.AwaitOf(v.Type), v)}
}

// separate emits a call into a graph of its own, which a node of the kind holds.
func (e *Emitter) separate(kind, name string, result func(*ir.Type) *ir.Type, r ir.Range, c *callExpr) Sugared {
	if len(c.Args) == 0 {
		Fail(r, "Expected at least one argument to %s()", name)
	}
	f := e.sugar(c.Args[0], nil, 1)
	rest := *c
	rest.Args = c.Args[1:]
	args, kwargs := e.arguments(&rest)
	outer := e.g
	n := outer.Create(kind, nil, 0)
	n.Range = r
	sub := ir.NewGraph()
	// the call is emitted into the graph of the fork; what it reads from outside becomes inputs
	lift := map[*ir.Value]*ir.Value{}
	var captured []*ir.Value
	outside := func(v *ir.Value) *ir.Value {
		if w := lift[v]; w != nil {
			return w
		}
		w := sub.Block.AddInput("", v.Type)
		if v.HasName() {
			w.SetName(v.BaseName() + ".1")
		}
		lift[v] = w
		captured = append(captured, v)
		return w
	}
	if m, ok := f.(Func); ok && m.Self != nil {
		m.Self = outside(m.Self)
		f = m
	}
	if s, ok := f.(Simple); ok {
		f = Simple{outside(s.V)}
	}
	if l, ok := f.(Lifter); ok {
		f = l.Lift(outside)
	}
	for i := range args {
		args[i].Value = outside(e.argValue(&args[i]))
	}
	for i := range kwargs {
		kwargs[i].Value = outside(e.argValue(&kwargs[i]))
	}
	savedConsts := e.consts
	e.consts = map[any]*ir.Value{}
	e.g = sub
	out := f.Call(e, r, args, kwargs, 1).Value(e, r)
	sub.Block.AddOutput(out)
	e.g, e.consts = outer, savedConsts
	for _, v := range captured {
		n.AddInput(v)
	}
	n.SetAttr("Subgraph", sub)
	v := n.AddOutput(result(out.Type))
	outer.Insert(n)
	return Simple{v}
}
