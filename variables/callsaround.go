package variables

import (
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

// EnterModule has nodes that are made until leave is called know that a module of the caller is being called.
func (t *Trace) EnterModule(o *Object) (leave func()) {
	graph := t.Graph
	before := graph.Annotation
	if o.src == nil || !o.src.Guardable() {
		return func() {}
	}
	calls := callsOf(before)
	calls.Modules = append(slices.Clip(calls.Modules), fxgraph.ModuleCall{Key: strconv.FormatUint(object.ID(o.V), 10), Path: modulePath(o.src.Text()), Class: o.T.Ref()})
	graph.Annotation = withCalls(before, calls)
	return func() { graph.Annotation = before }
}

// withinBody is the annotation of the nodes of a body of an operator.
func (t *Trace) withinBody(th *object.Thread, operator string) *fxgraph.Annotation {
	before := t.Graph.Annotation
	name := operator[strings.LastIndexByte(operator, '.')+1:]
	target := t.Host.Attribute(th, "torch._higher_order_ops._run."+name)
	if target.IsNull() {
		return before
	}
	calls := callsOf(before)
	calls.Bodies = append(slices.Clip(calls.Bodies), fxgraph.SourceFn{Name: name, Target: target})
	return withCalls(before, calls)
}

func callsOf(a *fxgraph.Annotation) fxgraph.Calls {
	if a == nil || a.Calls == nil {
		return fxgraph.Calls{}
	}
	return *a.Calls
}

func withCalls(a *fxgraph.Annotation, calls fxgraph.Calls) *fxgraph.Annotation {
	out := &fxgraph.Annotation{Calls: &calls}
	if a != nil {
		out.Custom = a.Custom
	}
	return out
}

// modulePath is the way to a module as a program writes it: L['self'].layers.0 for L['self']._modules['layers']._modules['0'].
func modulePath(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "._modules['")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, rest, _ := strings.Cut(after, "']")
		b.WriteString("." + name)
		text = rest
	}
}
