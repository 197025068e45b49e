package compiler

import (
	"fmt"
	"time"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// This file turns events of the compiler into counters, logs and what explain
// and inspect show.

// count is one increment of torch._dynamo.utils.counters.
type count struct {
	group, key string
	n          int
}

// counts is where increments go.
type counts struct {
	counters object.Value // torch._dynamo.utils.counters, absent until that is imported
	pending  []count      // increments from before
}

func attachCounters(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	c := &states.Of(th).counts
	c.counters = args[0]
	for _, one := range c.pending {
		c.add(th, one)
	}
	c.pending = nil
	return object.None, nil
}

func increment(th *object.Thread, group, key string, n int) {
	c, one := &states.Of(th).counts, count{group, key, n}
	if c.counters.IsNull() {
		c.pending = append(c.pending, one)
		return
	}
	c.add(th, one)
}

func (c *counts) add(th *object.Thread, one count) {
	group, err := object.GetItem(th, c.counters, object.NewStr(one.group))
	if err != nil {
		return
	}
	key := object.NewStr(one.key)
	n := int64(0)
	if v, err := object.GetItem(th, group, key); err == nil {
		n, _ = v.AsInt()
	}
	_ = object.SetItem(th, group, key, object.Int(n+int64(one.n)))
}

// explanation collects what torch._dynamo.explain reports.
type explanation struct {
	breaks []object.Value
	ending object.Value // the break that the next graph ends with, if one does
	guards []object.Value
	outer  *explanation
}

func startExplain(th *object.Thread, _ []object.Value, _ []object.Value) (object.Value, error) {
	s := states.Of(th)
	s.explaining = &explanation{outer: s.explaining}
	return object.None, nil
}

func stopExplain(th *object.Thread, _ []object.Value, _ []object.Value) (object.Value, error) {
	s := states.Of(th)
	e := s.explaining
	s.explaining = e.outer
	return object.NewTuple(object.NewList(e.breaks...).Ref(), object.NewList(e.guards...).Ref()).Ref(), nil
}

// reasonText is how counters and explain name a graph break.
func reasonText(u *variables.Unsupported) string {
	if u.Reason != "" {
		return u.Reason
	}
	return breakText(u)
}

func (host) CountBreak(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line, from []variables.UserFrame) {
	counted := *u
	if u.Branch { // in a function that is inlined, which the caller breaks at
		counted.Reason = ""
	}
	noted := counted
	defer noteBreak(th, &noted, stack, from)
	if u.Uncounted {
		return
	}
	counted.Operator = "" // which is named when the break has left its body
	increment(th, "graph_break", reasonText(&counted), 1)
}

func (host) CountStop(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line) {
	noteBreak(th, u, stack, nil)
}

func (host) CountStep(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line) {
	noteBreak(th, u, stack, nil)
	if e := states.Of(th).explaining; e != nil {
		e.ending = ending("step_unsupported", stack)
	}
}

// ending is why a graph ends, for explain: the reason, and the call stack as tuples for traceback.FrameSummary.
func ending(reason string, stack []fxgraph.Line) object.Value {
	frames := make([]object.Value, len(stack))
	for i, l := range stack {
		frames[i] = object.NewTuple(object.NewStr(l.Filename), object.Int(int64(l.Line)), object.NewStr(l.Function), object.None).Ref()
	}
	return object.NewTuple(object.NewStr(reason), object.NewList(frames...).Ref()).Ref()
}

// noteBreak tells of a break: at stack, and from the functions that were inlined there.
func noteBreak(th *object.Thread, u *variables.Unsupported, stack []fxgraph.Line, from []variables.UserFrame) {
	if u == nil {
		return
	}
	s := states.Of(th)
	s.metric.restarts = append(s.metric.restarts, object.NewStr(breakText(u)))
	if e := s.explaining; e != nil {
		lines := stack
		if len(from) > 0 {
			lines = nil
			for _, f := range from {
				lines = append(lines, f.Line)
			}
		}
		e.ending = ending(reasonText(u), lines)
	}
	if s.listener != nil {
		s.listener(th, dynamo.Event{Kind: dynamo.GraphBreak, Break: u, Stack: stack})
	}
}

// Event reports a step of compilation.
func (host) Event(th *object.Thread, e dynamo.Event) {
	s := states.Of(th)
	if s.listener != nil {
		s.listener(th, e)
	}
	if structured(th) {
		recordEvent(th, e)
	}
	switch e.Kind {
	case dynamo.FrameStart:
		s.metric = metric{recompile: s.metric.recompile, start: time.Now()}
		if x := s.explaining; x != nil {
			x.ending = object.Null
		}
		tellCallbacks(th, "run_start_callbacks", "_of_dynamo", e.ID)
		if !e.Compile.FullGraph {
			increment(th, "frames", "total", 1)
		}
	case dynamo.FrameOK:
		s.metric.record(th, e, "", "")
		tellCallbacks(th, "run_end_callbacks", "_of_dynamo", e.ID)
		if !e.Compile.FullGraph {
			increment(th, "frames", "ok", 1)
		}
	case dynamo.FrameUntraced:
		if !e.Compile.FullGraph {
			increment(th, "frames", "total", 1)
			increment(th, "frames", "ok", 1)
		}
	case dynamo.GeneratorLeft:
		if !e.Compile.FullGraph {
			increment(th, "frames", "total", 1)
		}
	case dynamo.FrameFailed:
		s.metric.recordFailure(th, e)
	case dynamo.FrameSkipped:
		s.metric.recordFailure(th, e)
		if e.Break != nil {
			increment(th, "unimplemented", breakText(e.Break), 1)
		}
	case dynamo.ResumeWritten:
		increment(th, "resumes", e.Code.Name, 1)
	case dynamo.KernelsMade:
		if s.kernelTexts != nil {
			s.kernelTexts = append(s.kernelTexts, object.NewStr(e.Kernels.String()))
		}
		if m, loaded := interp.MachineOf(th).Modules.Lookup("torch._inductor.metrics"); loaded {
			_, _ = object.CallMethod(th, m, "_count_kernels", object.Int(int64(e.Kernels.Kernels())))
		}
	case dynamo.GraphCompiled:
		s.graphs++
		s.traced = e.Graph.Traced
		s.metric.calls += e.Calls
		s.metric.nodes += len(e.Graph.Graph.Nodes())
		if _, loaded := interp.MachineOf(th).Modules.Lookup("torch._dynamo.utils"); loaded {
			s.metric.sizes = graphSizes(e.Graph.Graph)
		}
		for _, n := range e.Graph.Graph.Nodes() {
			if n.Op == fxgraph.Placeholder {
				s.metric.inputs++
			}
		}
		increment(th, "stats", "calls_captured", e.Calls)
		increment(th, "stats", "unique_graphs", 1)
		if x := s.explaining; x != nil && !x.ending.IsNull() {
			x.breaks, x.ending = append(x.breaks, x.ending), object.Null
		}
		if logging(th, "graph_code") {
			if m, ok := fx.AsModule(e.Graph.Module); ok {
				emit(th, "graph_code", e.LogID(), "TRACED GRAPH\n ===== "+e.Graph.Name+" =====\n "+m.Readable(true, true)+"\n")
			}
		}
		if logging(th, "backend_info") {
			name := backendName(th, e.Compile.BackendKey)
			emit(th, "backend_info", e.LogID(), "Step 2: calling compiler function "+name)
			emit(th, "backend_info", e.LogID(), "Step 2: done compiler function "+name)
		}
	case dynamo.EntryMade:
		s.metric.guards, s.metric.shapeGuards = len(e.Guards), len(e.Shapes)
		tellGuards(th, e)
		if x := s.explaining; x != nil {
			for _, g := range e.Guards {
				if g.Kind == guards.DynamicIndices { // a part of TENSOR_MATCH
					continue
				}
				x.guards = append(x.guards, guardTuple(th, g, e.Shapes))
			}
		}
		if logging(th, "guards") {
			emit(th, "guards", e.LogID(), "GUARDS:")
			emit(th, "guards", e.LogID(), guards.Tree(th, e.Guards, e.Shapes))
		}
		if logging(th, "bytecode") {
			emit(th, "bytecode", e.ID, fmt.Sprintf("ORIGINAL BYTECODE %s %s line %d \n%s\n", e.Code.Name, e.Code.Filename, e.Code.FirstLine, dis(e.Code)))
			emit(th, "bytecode", e.LogID(), fmt.Sprintf("MODIFIED BYTECODE %s %s line %d \n%s\n", e.Code.Name, e.Code.Filename, e.Code.FirstLine, dis(e.New)))
		}
	case dynamo.GuardsTimed:
		if logging(th, "guards") {
			emit(th, "guards", e.LogID(), fmt.Sprintf("Guard eval latency = %.2f us", float64(e.Took.Nanoseconds())/1e3))
		}
	case dynamo.Recompile:
		tellFailures(th, e)
		if len(e.Reasons) > 0 {
			s.metric.recompile = failureText(e, 0)
		}
		if logging(th, "recompiles") {
			emit(th, "recompiles", e.ID, dynamo.Report(e.Code, e.Reasons, e.Stacks))
		}
		if logging(th, "recompiles_verbose") {
			emit(th, "recompiles_verbose", e.ID, verboseReport(e))
		}
	case dynamo.LimitHit:
		text := fmt.Sprintf("torch._dynamo hit config.%s (%d)\n   function: '%s' (%s:%d)\n   last reason: %s\nTo log all recompilation reasons, use TORCH_LOGS=\"recompiles\".\n"+
			"To diagnose recompilation issues, see https://docs.pytorch.org/docs/main/user_guide/torch_compiler/compile/programming_model.recompilation.html",
			e.Reason, e.Calls, e.Code.Name, e.Code.Filename, e.Code.FirstLine, failureText(e, 0))
		fmt.Fprintln(builtins.Diagnostics(th), text)
		tellWarning(th, text)
	}
}

// tellWarning hands a warning of frame conversion to the handlers that a script has put on the loggers of torch.
func tellWarning(th *object.Thread, text string) {
	if _, loaded := interp.MachineOf(th).Modules.Lookup("logging"); !loaded {
		return
	}
	if tell := attribute(th, "torch._dynamo.convert_frame._tell_warning"); !tell.IsNull() {
		_, _ = object.Call(th, tell, object.NewStr(text))
	}
}

// verboseReport lists what failed of each entry, the last one first.
func verboseReport(e dynamo.Event) string {
	text := fmt.Sprintf("Recompiling function %s in %s:%d\n    triggered by the following guard failure(s):", e.Code.Name, e.Code.Filename, e.Code.FirstLine)
	for i, r := range e.Reasons {
		if i > 0 {
			text += "\n"
		}
		text += fmt.Sprintf("\n    guard %d failures:%s", i, dynamo.ReasonLines(r, e.Stacks[i]))
	}
	return text
}

// tellCallbacks calls the functions that a script has registered for starts or ends of compilations.
func tellCallbacks(th *object.Thread, method, trigger, id string) {
	if _, loaded := interp.MachineOf(th).Modules.Lookup("torch._dynamo.callback"); !loaded {
		return
	}
	args, err := object.Call(th, attribute(th, "torch._dynamo.callback."+trigger), object.NewStr(id))
	if err == nil {
		_, _ = object.CallMethod(th, attribute(th, "torch._dynamo.callback.callback_handler"), method, args) // its errors are not the program's
	}
}

func dis(code *object.Code) string { return bytecode.Dis(code.Code) }

// guardTuple is one guard for explain: name, kind, code list, source.
func guardTuple(th *object.Thread, g *guards.Guard, shapes []*guards.ShapeGuard) object.Value {
	var code []object.Value
	if g.Kind == guards.ShapeEnvGuard {
		for _, s := range shapes {
			code = append(code, object.NewStr(s.Code()))
		}
	} else if text := g.Code(th); text != "" {
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
