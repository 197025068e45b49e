package compiler

import (
	"fmt"
	"os"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// This file turns events of the compiler into counters, logs and what explain
// and inspect show.

// Listener, when set, sees every event; `magneto inspect` uses it.
var Listener func(dynamo.Event)

// count is one increment of torch._dynamo.utils.counters.
type count struct {
	group, key string
	n          int
}

var (
	pending  []count // increments from before the counters object existed
	counters object.Value
)

func attachCounters(args, _ []object.Value) (object.Value, error) {
	counters = args[0]
	for _, c := range pending {
		add(c)
	}
	pending = nil
	return object.None, nil
}

func increment(group, key string, n int) {
	c := count{group, key, n}
	if counters.IsNull() {
		pending = append(pending, c)
		return
	}
	add(c)
}

func add(c count) {
	group, err := object.GetItem(counters, object.NewStr(c.group))
	if err != nil {
		return
	}
	key := object.NewStr(c.key)
	n := int64(0)
	if v, err := object.GetItem(group, key); err == nil {
		n, _ = v.AsInt()
	}
	_ = object.SetItem(group, key, object.Int(n+int64(c.n)))
}

// GraphCount is the number of graphs compiled so far.
var GraphCount int

// kernelTexts collects the plans of compiled graphs while a test asks for them; nil when none does.
var kernelTexts []object.Value

// explaining collects what torch._dynamo.explain reports.
var explaining *explanation

type explanation struct {
	breaks []object.Value
	guards []object.Value
	outer  *explanation
}

func startExplain([]object.Value, []object.Value) (object.Value, error) {
	explaining = &explanation{outer: explaining}
	return object.None, nil
}

func stopExplain([]object.Value, []object.Value) (object.Value, error) {
	e := explaining
	explaining = e.outer
	return object.NewTuple(object.NewList(e.breaks...).Ref(), object.NewList(e.guards...).Ref()).Ref(), nil
}

// reasonText is how counters and explain name a graph break.
func reasonText(u *variables.Unsupported) string {
	if u.Reason != "" {
		return u.Reason
	}
	return breakText(u)
}

func (host) CountBreak(u *variables.Unsupported, stack []fxgraph.Line) {
	if !u.Branch {
		increment("graph_break", reasonText(u), 1)
	}
	noteBreak(u, stack)
}

func (host) CountStop(u *variables.Unsupported, stack []fxgraph.Line) { noteBreak(u, stack) }

func noteBreak(u *variables.Unsupported, stack []fxgraph.Line) {
	if u == nil {
		return
	}
	if explaining != nil {
		frames := make([]object.Value, len(stack))
		for i, l := range stack {
			frames[i] = object.NewTuple(object.NewStr(l.Filename), object.Int(int64(l.Line)), object.NewStr(l.Function), object.None).Ref()
		}
		explaining.breaks = append(explaining.breaks, object.NewTuple(object.NewStr(reasonText(u)), object.NewList(frames...).Ref()).Ref())
	}
	if Listener != nil {
		Listener(dynamo.Event{Kind: dynamo.GraphBreak, Break: u, Stack: stack})
	}
	if logging("graph_breaks") {
		emit("graph_breaks", "", graphBreakLog(u, stack))
	}
}

// graphBreakLog is what the log says of a break; a break at a place that broke before is told without the stack.
func graphBreakLog(u *variables.Unsupported, stack []fxgraph.Line) string {
	where, duplicate := "", false
	if n := len(u.Stack); n > 0 {
		where = fmt.Sprintf("%s:%d", u.Stack[n-1].Filename, u.Stack[n-1].Line.Line)
	} else if n := len(stack); n > 0 {
		where = fmt.Sprintf("%s:%d", stack[n-1].Filename, stack[n-1].Line)
	}
	if duplicate = loggedBreaks[where]; !duplicate {
		loggedBreaks[where] = true
	}
	reason := breakText(u)
	if !u.Branch {
		reason = "Encountered graph break when attempting to trace CALL: a function call, e.g. f(x, y):\n\n" + reason
	}
	if duplicate {
		return "Graph break (user stack suppressed due to duplicate graph break) in user code at " + where + "\nGraph Break Reason: " + reason
	}
	return "Graph break in user code at " + where + "\nGraph Break Reason: " + reason + "\n\nUser code traceback:\n" + userStack(u.Stack, stack)
}

// loggedBreaks are the places whose breaks were logged since the last reset.
var loggedBreaks = map[string]bool{}

// Event reports a step of compilation.
func (host) Event(e dynamo.Event) {
	if Listener != nil {
		Listener(e)
	}
	switch e.Kind {
	case dynamo.FrameStart:
		increment("frames", "total", 1)
	case dynamo.FrameOK:
		increment("frames", "ok", 1)
	case dynamo.ResumeWritten:
		increment("resumes", e.Code.Name, 1)
	case dynamo.KernelsMade:
		if kernelTexts != nil {
			kernelTexts = append(kernelTexts, object.NewStr(e.Kernels.String()))
		}
	case dynamo.GraphCompiled:
		GraphCount++
		increment("stats", "calls_captured", e.Calls)
		increment("stats", "unique_graphs", 1)
		if logging("graph_code") {
			if m, ok := fx.AsModule(e.Graph.Module); ok {
				emit("graph_code", e.ID, "TRACED GRAPH\n ===== "+e.Graph.Name+" =====\n "+m.Readable(true, true)+"\n")
			}
		}
	case dynamo.EntryMade:
		if explaining != nil {
			for _, g := range e.Guards {
				explaining.guards = append(explaining.guards, guardTuple(g, e.Shapes))
			}
		}
		if logging("guards") {
			emit("guards", e.ID, guards.Tree(e.Guards, e.Shapes))
		}
		if logging("bytecode") {
			emit("bytecode", e.ID, fmt.Sprintf("ORIGINAL BYTECODE %s %s line %d \n%s\n", e.Code.Name, e.Code.Filename, e.Code.FirstLine, dis(e.Code)))
			emit("bytecode", e.ID, fmt.Sprintf("MODIFIED BYTECODE %s %s line %d \n%s\n", e.Code.Name, e.Code.Filename, e.Code.FirstLine, dis(e.New)))
		}
	case dynamo.Recompile:
		if logging("recompiles") {
			emit("recompiles", e.ID, dynamo.Report(e.Code, e.Reasons))
		}
	case dynamo.LimitHit:
		fmt.Fprintf(os.Stderr, "torch._dynamo hit config.%s (%d)\n   function: '%s' (%s:%d)\n   last reason: %s\nTo log all recompilation reasons, use TORCH_LOGS=\"recompiles\".\n",
			e.Reason, e.Calls, e.Code.Name, e.Code.Filename, e.Code.FirstLine, e.LastFail)
	}
}

func dis(code *object.Code) string { return bytecode.Dis(code.Code) }

// guardTuple is one guard for explain: name, kind, code list, source.
func guardTuple(g *guards.Guard, shapes []*guards.ShapeGuard) object.Value {
	var code []object.Value
	if g.Kind == guards.ShapeEnvGuard {
		for _, s := range shapes {
			code = append(code, object.NewStr(s.Code()))
		}
	} else if text := g.Code(); text != "" {
		code = append(code, object.NewStr(text))
	}
	list := object.NewList(code...).Ref()
	if len(code) == 0 {
		list = object.None
	}
	source := "local"
	switch {
	case g.Source == nil && g.Kind == guards.ShapeEnvGuard:
		source = "shape_env"
	case g.Source == nil || g.Source.IsGlobal():
		source = "global"
	}
	return object.NewTuple(object.NewStr(g.Text()), object.NewStr(g.Kind.Name()), list, object.NewStr(source)).Ref()
}
