package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

// annotateClass is the context manager whose entries nodes that are made inside have in their meta["custom"].
const annotateClass = "torch.fx.traceback.annotate"

func init() {
	Contexts[annotateClass] = func(th *object.Thread, t *Trace, class object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
		p, err := parameters("annotate", args, kwargs, "annotation_dict")
		if err != nil {
			return nil, err
		}
		if p[0] == nil {
			return nil, object.TypeErrorf("annotate() missing 1 required positional argument: 'annotation_dict'")
		}
		given, err := t.RealObject(th, p[0])
		if err != nil {
			return nil, err
		}
		entries, ok := object.AsDict(given)
		if !ok {
			return nil, Unsupportedf("Unsupported context manager", "annotate", "Dynamo knows `torch.fx.traceback.annotate` with a dict of constants.")
		}
		return t.annotation(class, p, entries), nil
	}
}

// annotation is annotate with these entries: they join those of what is around it, for nodes of the graph that is made and of those inside of it.
func (t *Trace) annotation(class object.Value, args []Tracker, entries *object.Dict) *Context {
	var before *fxgraph.Annotation
	return &Context{Class: class, Args: args,
		Traced: &Unsupported{Title: "torch.fx.traceback.annotate escaped from compiled region", Context: "FxTracebackAnnotateVariable()",
			Explanation: "Dynamo doesn't support graph break on torch.fx.traceback.annotate.", Hints: []string{Supportable}},
		Enter: func(th *object.Thread) error {
			before = t.Graph.Annotation
			joined, calls := object.NewDict(), (*fxgraph.Calls)(nil)
			if before != nil {
				calls = before.Calls
				if custom, ok := before.Custom.(*object.Dict); ok {
					joined = custom.Copy()
				}
			}
			if err := joined.Update(th, entries); err != nil {
				return err
			}
			t.Graph.Annotation = &fxgraph.Annotation{Custom: joined, Calls: calls}
			return nil
		},
		Exit: func(*object.Thread) error { t.Graph.Annotation = before; return nil }}
}
