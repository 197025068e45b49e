package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// registerHook is Tensor.register_hook. A hook of a value that the graph computes is a body of the graph; what follows uses the
// tensor that has the hook.
func registerHook(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, object.TypeErrorf("register_hook() takes 2 positional arguments but %d were given", 1+len(args)+len(kwargs))
	}
	if x.src != nil {
		return nil, Unsupportedf("Unsupported Tensor.register_hook() call", "call_method TensorVariable() register_hook", "Dynamo does not support tracing `Tensor.register_hook`.")
	}
	if !x.Fake.NeedsGrad() {
		return nil, object.Raisef(object.RuntimeError, "cannot register a hook on a tensor that doesn't require gradient")
	}
	var given *Tensor
	b, err := t.TraceBody(th, "register_hook", func() (Tracker, error) {
		given = t.bodyInput(th, parameterName(t.parameterNames(th, args[0]), 0, "grad"), ops.NewFake(x.Fake.DType, x.Fake.Sizes))
		return t.Call(th, args[0], []Tracker{given}, nil)
	})
	if err != nil {
		return nil, err
	}
	if len(b.Results) == 0 { // a hook that gives None leaves the gradient as it is
		b.setOutput(given.Node)
	} else {
		b.setOutput(b.Graph.OutputNode().Args[0].(fxgraph.Tuple)[0])
	}
	hooked := t.lift(x.Node)
	attr := t.Subgraph(th, "hook_body", b.Graph)
	node := t.higherOrder(th, "register_hook", append([]any{hooked, attr}, t.operands(b.Lifted)...), nil)
	node.Meta.Example = x.Fake
	x.Node = node
	return &HookHandle{}, nil
}

// HookHandle is the handle of a hook on a value of the graph, which nothing can be done with.
type HookHandle struct{ sourced }

// Kind is the name in logs.
func (*HookHandle) Kind() string { return "RemovableHandleVariable" }

// bodyInput makes a placeholder of the body that is being traced for a tensor that only the body sees.
func (t *Trace) bodyInput(th *object.Thread, name string, f *ops.Fake) *Tensor {
	p := placeholderFor(t.Graph, &fxgraph.Node{Name: name, Meta: fxgraph.Meta{Example: f}})
	return &Tensor{Node: p, Fake: f, Type: t.Host.TensorType(th)}
}

// setOutput replaces what the body gives.
func (b *Body) setOutput(v any) { b.Graph.OutputNode().SetArgs([]any{v}, nil) }

// parameterNames are the positional parameters of a function behind those that are bound already.
func (t *Trace) parameterNames(th *object.Thread, fn Tracker) []string {
	fn, err := t.Realize(th, fn)
	if err != nil {
		return nil
	}
	switch f := fn.(type) {
	case *Function:
		f.Fn.Code.Load(th)
		return f.Fn.Code.LocalsPlus[:f.Fn.Code.ArgCount]
	case *Method:
		if names := t.parameterNames(th, f.Func); len(names) > 0 {
			return names[1:]
		}
	case *Container:
		if p, ok := t.partial(th, f); ok {
			names := t.parameterNames(th, p.fn)
			return names[min(len(names), len(p.args)):]
		}
	}
	return nil
}

func parameterName(names []string, i int, or string) string {
	if i < len(names) {
		return names[i]
	}
	return or
}
