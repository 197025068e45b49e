package front

import (
	"maps"
	"regexp"
	"slices"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/script/ir"
)

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
	if body, ok := f.(Closure); ok {
		return Simple{e.separateBody(kind, result, r, body)}
	}
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
	outer.SkipIDs(sub.SkipIDs(0) - len(captured) + 1) // what is in the graph is numbered as if it were around it, behind the closure that PyTorch makes of it
	for _, v := range captured {
		n.AddInput(v)
	}
	n.SetAttr("Subgraph", sub)
	v := n.AddOutput(result(out.Type))
	outer.Insert(n)
	return Simple{v}
}

// Closure is a function without parameters that is defined in another one. Sources of archives have them, since they are what forks and awaitables
// of graphs are written as; scripts may not have them.
type Closure struct {
	Base
	Node *ast.FunctionDef
}

// NestsFunctions is a Host whose functions may define Closures.
type NestsFunctions interface{ NestsFunctions() }

// define makes a closure of a definition in a function.
func (e *Emitter) define(def *ast.FunctionDef, r ir.Range) {
	if _, ok := e.host.(NestsFunctions); !ok {
		unsupported("UnsupportedNodeError", e.firstWord(r), "%s aren't supported", nodeName(def))
	}
	e.env.sugared[string(def.Name)] = Closure{Base{"closure"}, def}
}

// separateBody emits the body of a closure into a graph of its own. Variables around it that it reads become inputs; it ends with its only return.
func (e *Emitter) separateBody(kind string, result func(*ir.Type) *ir.Type, r ir.Range, c Closure) *ir.Value {
	outer, env := e.g, e.env
	n := outer.Create(kind, nil, 0)
	n.Range = r
	sub := ir.NewGraph()
	held := map[string]Sugared{}
	text := e.rng(c.Node)
	for _, name := range word.FindAllString(text.Source.Text[text.From:text.To], -1) {
		if s := e.find(env, name, r); s != nil && held[name] == nil {
			held[name] = s
		}
	}
	savedConsts := e.consts
	e.g, e.env, e.consts = sub, nil, map[any]*ir.Value{}
	e.push(sub.Block)
	for _, name := range sortedNames(held) {
		if v, ok := held[name].(Simple); ok {
			n.AddInput(v.V)
			in := sub.Block.AddInput("", v.V.Type)
			e.store(name, in, in.Type, r)
			continue
		}
		e.env.sugared[name] = held[name]
	}
	body := c.Node.Body
	last, ok := body[len(body)-1].(*ast.Return)
	if !ok {
		Fail(r, "a function in a function has to end with a return")
	}
	e.statements(body[:len(body)-1])
	out := e.Expr(last.Value, nil)
	sub.Block.AddOutput(out)
	e.g, e.env, e.consts = outer, env, savedConsts
	toSSA(sub)
	ir.EliminateDead(sub, false)
	for i := len(n.Inputs) - 1; i >= 0; i-- { // words of its text that it does not read
		if !sub.Inputs()[i].HasUses() {
			sub.Block.EraseInput(i)
			n.RemoveInput(i)
		}
	}
	n.SetAttr("Subgraph", sub)
	v := n.AddOutput(result(out.Type))
	outer.Insert(n)
	return v
}

var word = regexp.MustCompile(`[A-Za-z_]\w*`)

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
