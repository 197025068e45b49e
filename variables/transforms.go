package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// unplaced are the functions that open and close a level: their nodes carry no place, as those of the grad modes.
var unplaced = map[string]bool{
	"_saved_tensors_hooks_disable": true, "_saved_tensors_hooks_enable": true, "_grad_increment_nesting": true, "_grad_decrement_nesting": true,
	"set_inplace_requires_grad_allowed": true, "_jvp_increment_nesting": true, "_jvp_decrement_nesting": true, "_set_fwd_grad_enabled": true,
	"_enter_dual_level": true, "_exit_dual_level": true, "_vmap_decrement_nesting": true,
}

// callTransform records a primitive of torch.func and runs it on the trace's tensors, so that the operators that follow
// run at the same levels as they will when the graph does.
func (t *Trace) callTransform(th *object.Thread, fn object.Value, f *ops.TransformFunction, args []Tracker, kwargs []KW) (Tracker, error) {
	values := make([]ops.Value, len(args))
	for i := range args {
		x, err := t.deepTensors(th, args[i])
		if err != nil {
			return nil, err
		}
		if values[i], err = t.opsValue(th, x); err != nil {
			return nil, err
		}
		args[i] = x
	}
	kws := make([]ops.KW, len(kwargs))
	for i := range kwargs {
		x, err := t.deepTensors(th, kwargs[i].Value)
		if err != nil {
			return nil, err
		}
		v, err := t.opsValue(th, x)
		if err != nil {
			return nil, err
		}
		kwargs[i].Value, kws[i] = x, ops.KW{Name: kwargs[i].Name, Value: v}
	}
	bound, err := f.Bind(values, kws)
	if err != nil {
		return nil, t.fakeError(err)
	}
	context := t.Host.Ops(th)
	saved := context.SetGradEnabled(t.GradMode)
	result, err := context.Run(f, t.Env(), bound)
	context.SetGradEnabled(saved)
	if err != nil {
		return nil, t.fakeError(err)
	}
	b, _ := object.AsBuiltin(fn)
	node, err := t.create(th, fxgraph.CallFunction, &fxgraph.Function{Name: b.Name, Qualified: t.Host.FunctionPath(th, fn), Impl: fn}, args, kwargs)
	if err != nil {
		return nil, err
	}
	if unplaced[b.Name] {
		node.Meta.Stack = nil
	}
	if list, ok := result.([]ops.Value); ok {
		return t.wrapMany(th, node, nil, list, false)
	}
	return t.wrapResult(th, node, nil, result, args)
}
