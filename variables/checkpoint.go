package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

// A checkpointed region is one node with a body. What makes the contexts that choose what is kept for backward (context_fn) runs with the graph, and so is
// no value of the trace: the body's module has it.

// traceCheckpoint is torch.utils.checkpoint.checkpoint: what it keeps of its arguments goes to the operator.
func traceCheckpoint(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 0 {
		return nil, object.TypeErrorf("checkpoint() missing 1 required positional argument: 'function'")
	}
	var own []KW
	var settings []fxgraph.KW
	var contexts object.Value
	var err error
	for _, kw := range kwargs {
		switch kw.Name {
		case "use_reentrant", "preserve_rng_state", "determinism_check", "debug":
			v, err := t.FX(th, kw.Value)
			if err != nil {
				return nil, err
			}
			settings = append(settings, fxgraph.KW{Name: kw.Name, Value: v})
		case "context_fn":
			if contexts, err = t.outsideFunction(th, kw.Value); err != nil {
				return nil, err
			}
		default:
			own = append(own, kw)
		}
	}
	if err := t.lookAt(th, args[1:], own); err != nil {
		return nil, err
	}
	return t.callBody(th, "torch.utils.checkpoint.checkpoint", "wrap_body", "tag_activation_checkpoint", args[0], args[1:], own, func(sub *fxgraph.Node, operands []any) *fxgraph.Node {
		if !contexts.IsNull() {
			t.Host.KeepInBody(t.Children[sub.Target.(string)], contexts)
		}
		return t.higherOrder(th, "tag_activation_checkpoint", append([]any{sub}, operands...), settings)
	})
}

// outsideFunction is a function of the caller, or a partial of such that tracing has made, as an object that runs later.
func (t *Trace) outsideFunction(th *object.Thread, x Tracker) (object.Value, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return object.Null, err
	}
	switch x := x.(type) {
	case *Constant:
		return x.V, nil
	case *Builtin:
		return x.Fn, nil
	case *Class:
		return x.T.Ref(), nil
	case *Function:
		if !x.New {
			return x.Fn.Ref(), nil
		}
	case *Object:
		if !x.New {
			return x.V, nil
		}
	case *Container:
		if !x.Orig.IsNull() {
			return x.Orig, nil
		}
		if p, ok := t.partial(th, x); ok {
			return t.outsidePartial(th, p)
		}
		if x.V.Type() == object.ListType || x.V.Type() == object.TupleType {
			items, err := t.outsideFunctions(th, t.Items(th, x))
			if err != nil {
				return object.Null, err
			}
			return emptyLike(th, x.V, items)
		}
	}
	return object.Null, Unsupportedf("checkpoint: context_fn", x.Kind(), "magneto takes functions that exist outside of compiled code, and partials of such, as what makes the contexts of a checkpointed region.")
}

func (t *Trace) outsideFunctions(th *object.Thread, list []Tracker) (values []object.Value, err error) {
	values = make([]object.Value, len(list))
	for i, x := range list {
		if values[i], err = t.outsideFunction(th, x); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// outsidePartial makes a partial that tracing has made.
func (t *Trace) outsidePartial(th *object.Thread, p *partialParts) (object.Value, error) {
	parts := append([]Tracker{p.fn}, p.args...)
	names := make([]object.Value, len(p.kwargs))
	for i, kw := range p.kwargs {
		parts, names[i] = append(parts, kw.Value), object.StrValue(kw.Name)
	}
	values, err := t.outsideFunctions(th, parts)
	if err != nil {
		return object.Null, err
	}
	return object.CallArgs(th, t.Host.Attribute(th, "functools.partial"), values, names)
}
