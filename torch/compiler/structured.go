package compiler

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The structured trace: records of what the compiler does, for handlers on the logger torch.__trace and for the folder that TORCH_TRACE names.
// torch._logging._internal writes them.

// structured tells whether somebody listens to the structured trace.
func structured(th *object.Thread) bool {
	m := interp.MachineOf(th)
	if _, loaded := m.Modules.Lookup("torch._logging._internal"); !loaded && m.Getenv("TORCH_TRACE") == "" {
		return false
	}
	heard, err := object.Call(th, attribute(th, "torch._logging._internal._heard"))
	return err == nil && heard == object.True
}

// record writes one record: its kind and what it tells, in the compilation; a payload may be empty. What goes wrong in handlers is not the program's.
func record(th *object.Thread, origin, kind string, facts object.Value, payload, id string, attempt int) {
	text := object.None
	if payload != "" {
		text = object.NewStr(payload)
	}
	_, _ = object.Call(th, attribute(th, "torch._logging._internal._record_step"), object.NewStr("torch/"+origin), object.NewStr(kind), facts, text, object.NewStr(id), object.Int(int64(attempt)))
}

// recordArtifact writes a record of a text that has a name.
func recordArtifact(th *object.Thread, origin, name, encoding, payload, id string, attempt int) {
	facts := object.NewDict()
	facts.SetStr(object.Intern("name"), object.NewStr(name))
	facts.SetStr(object.Intern("encoding"), object.NewStr(encoding))
	record(th, origin, "artifact", facts.Ref(), payload, id, attempt)
}

// recordEvent writes the records of a step of compilation.
func recordEvent(th *object.Thread, e dynamo.Event) {
	empty := func() object.Value { return object.NewDict().Ref() }
	switch e.Kind {
	case dynamo.FrameStart:
		_, _ = object.Call(th, attribute(th, "torch._logging._internal._record_start"), object.NewStr(e.ID), object.NewStr(e.Code.Name), object.NewStr(e.Code.Filename), object.Int(int64(e.Code.FirstLine)))
		if resumes(e) {
			recordArtifact(th, "_dynamo/convert_frame.py", e.Code.Name+"_ORIGINAL_BYTECODE", "string", dis(e.Code), e.ID, 0)
		}
	case dynamo.InputEntered:
		_, _ = object.Call(th, attribute(th, "torch._logging._internal._record_input"), e.Value, object.NewStr(e.Source.Text()), object.NewStr(e.ID), object.Int(int64(e.Attempt)))
	case dynamo.SymbolMade:
		recordSymbol(th, e)
	case dynamo.GraphCompiled:
		if m, ok := fx.AsModule(e.Graph.Module); ok {
			facts := object.NewDict()
			facts.SetStr(object.Intern("sizes"), graphSizes(e.Graph.Graph))
			record(th, "_dynamo/output_graph.py", "dynamo_output_graph", facts.Ref(), m.Readable(true, true), e.ID, e.Attempt)
		}
	case dynamo.EntryMade:
		if resumes(e) {
			recordArtifact(th, "_dynamo/convert_frame.py", e.Code.Name+"_MODIFIED_BYTECODE", "string", dis(e.New), e.ID, e.Attempt)
		}
	case dynamo.GuardsTimed:
		text := guards.Tree(th, e.Guards, e.Shapes) + fmt.Sprintf("\nGuard latency = %.2f us", float64(e.Took.Nanoseconds())/1e3)
		record(th, "_dynamo/guards.py", "dynamo_cpp_guards_str", empty(), text, e.ID, e.Attempt)
	case dynamo.FrameSkipped, dynamo.FrameFailed:
		text := e.Reason
		if e.Break != nil {
			text = "torch._dynamo.exc.Unsupported: " + breakText(e.Break)
		} else if exc, ok := e.Err.(*object.Exception); ok {
			text, _ = object.StrOf(th, exc.Ref())
			text = exc.Type().Module + "." + exc.Type().Name + ": " + text
		}
		recordArtifact(th, "_dynamo/convert_frame.py", "dynamo_error", "string", text, e.ID, e.Attempt)
	case dynamo.Recompile:
		reasons := make([]object.Value, len(e.Reasons))
		for i := range e.Reasons {
			reasons[i] = object.NewStr(failureText(e, i))
		}
		_, _ = object.Call(th, attribute(th, "torch._logging._internal._record_recompile"), object.NewList(reasons...).Ref(), object.NewStr(e.ID))
	}
}

// resumes tells whether the frame continues another one behind a graph break.
func resumes(e dynamo.Event) bool { return strings.HasPrefix(e.Code.Name, "torch_dynamo_resume_in_") }

// recordSymbol writes the record of a new symbol.
func recordSymbol(th *object.Thread, e dynamo.Event) {
	kind, facts := "create_symbol", object.NewDict()
	facts.SetStr(object.Intern("symbol"), object.NewStr(e.Symbol.Name))
	if e.Symbol.Backed {
		facts.SetStr(object.Intern("val"), object.NewStr(fmt.Sprint(e.Symbol.Hint)))
	} else {
		kind = "create_unbacked_symbol"
	}
	facts.SetStr(object.Intern("vr"), object.NewStr(e.Symbol.RangeText()))
	if e.Symbol.Backed {
		facts.SetStr(object.Intern("source"), object.NewStr(e.Symbol.Place.Text()))
	}
	stack := make([]object.Value, len(e.Stack))
	for i, l := range e.Stack {
		stack[i] = object.NewTuple(object.NewStr(l.Filename), object.Int(int64(l.Line)), object.NewStr(l.Function), object.NewStr(l.Code)).Ref()
	}
	_, _ = object.Call(th, attribute(th, "torch._logging._internal._record_symbol"), object.NewStr(kind), facts.Ref(), object.NewList(stack...).Ref(), object.NewStr(e.ID), object.Int(int64(e.Attempt)))
}

// graphSizes are the sizes of the tensors of a graph by the names of their nodes.
func graphSizes(g *fxgraph.Graph) object.Value {
	sizes := object.NewDict()
	for _, n := range g.Nodes() {
		f, ok := n.Meta.Example.(*ops.Fake)
		if !ok || n.Op == fxgraph.Output {
			continue
		}
		items := make([]object.Value, len(f.Sizes))
		for i, s := range f.Sizes {
			items[i] = sizeFact(s)
		}
		sizes.SetStr(object.Intern(n.Name), object.NewList(items...).Ref())
	}
	return sizes.Ref()
}

// sizeFact is a size as records have it: a number, or the text of an expression.
func sizeFact(s symbolic.Int) object.Value {
	if n, known := s.Const(); known {
		return object.Int(n)
	}
	return object.NewStr(s.String())
}

// recordBreak writes the record of a graph break.
func recordBreak(th *object.Thread, r dynamo.BreakReport, where string) {
	if !structured(th) {
		return
	}
	text := "Graph break in user code at " + where + "\nGraph Break Reason: " + outcomeText(r) + originsText(th, r.Origins) + "\n\nUser code traceback:\n" + userStack(th, r.Frames, r.Stack)
	recordArtifact(th, "_dynamo/symbolic_convert.py", "dynamo_graph_break_reason", "string", text, r.Trace.Compile, r.Trace.Attempt)
}

// recordCaptured writes the records of what a backend has captured ahead of time.
func recordCaptured(th *object.Thread, graphs []*graph.Graph) {
	if !structured(th) {
		return
	}
	if len(graphs) == 1 {
		recordATen(th, "aot_inference_graph", "<lambda>", graphs[0])
		return
	}
	recordATen(th, "aot_forward_graph", "GraphModule", graphs[0])
	recordATen(th, "aot_backward_graph", "GraphModule", graphs[1])
}

// recordATen writes the record of a captured graph, as a class with the operators of ATen.
func recordATen(th *object.Thread, kind, class string, g *graph.Graph) {
	if !structured(th) {
		return
	}
	text := strings.TrimSuffix(g.String(), "\n")
	if shown, err := showATen(th, g, true); err == nil {
		m, _ := fx.AsModule(shown)
		m.Class = class
		text = m.Readable(true, true)
	}
	id := states.Of(th).compilation.id
	record(th, "_functorch/_aot_autograd/graph_compile.py", kind, object.NewDict().Ref(), text, id.Compile, id.Attempt)
}

// recordPartial writes the record of a graph whose recording ended with an error.
func recordPartial(th *object.Thread, module object.Value) {
	if !structured(th) {
		return
	}
	if m, ok := fx.AsModule(module); ok {
		_, text, _ := strings.Cut(m.Readable(true, true), "\n") // without the class
		text = "\n\n\n" + strings.ReplaceAll("\n"+strings.TrimRight(text, "\n"), "\n    ", "\n")[1:] + "\n    "
		recordArtifact(th, "fx/experimental/proxy_tensor.py", "make_fx_fail_partial", "string", text, "", 0)
	}
}
