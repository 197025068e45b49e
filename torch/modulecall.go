package torch

import "github.com/magneto-go/magneto/vm/object"

// Calls of modules. Module.__call__ looks for hooks and then calls forward with the same arguments; where there are none the
// interpreter calls forward at once.

// moduleHooks are the attributes of a module that must be empty for that, hooksOfAll the names of the hooks on all modules.
var (
	moduleHooks = []*object.Str{object.Intern("_backward_hooks"), object.Intern("_backward_pre_hooks"), object.Intern("_forward_hooks"), object.Intern("_forward_pre_hooks")}
	hooksOfAll  = []*object.Str{object.Intern("_global_backward_pre_hooks"), object.Intern("_global_backward_hooks"), object.Intern("_global_forward_hooks"), object.Intern("_global_forward_pre_hooks")}

	compiledCallName, callImplName, forwardName = object.Intern("_compiled_call_impl"), object.Intern("_call_impl"), object.Intern("forward")
)

// routeModuleCalls is torch._C._route_module_calls(__call__, _call_impl): functions of torch.nn.Module.
func routeModuleCalls(th *object.Thread, args, kw []Value) (Value, error) {
	call, ok := object.AsFunction(args[0])
	impl := args[1]
	if !ok {
		return object.Null, object.TypeErrorf("_route_module_calls() expects a function")
	}
	call.Enter = &object.Entrance{Route: func(th *object.Thread, self Value) *object.Function {
		t, d := self.Type(), self.Dict()
		if d == nil || t.Lookup(th, callImplName) != impl || !t.Lookup(th, compiledCallName).IsNone() {
			return nil
		}
		fn := t.Lookup(th, forwardName)
		if fn.IsNull() || fn.Type() != object.FunctionType {
			return nil
		}
		for _, name := range [...]*object.Str{compiledCallName, callImplName, forwardName} {
			if d.IndexStr(name) >= 0 {
				return nil
			}
		}
		if !allEmpty(d, moduleHooks) || !allEmpty(call.Globals, hooksOfAll) {
			return nil
		}
		forward, _ := object.AsFunction(fn)
		return forward
	}}
	return object.None, nil
}

// allEmpty says whether the values of the names are empty dicts.
func allEmpty(d *object.Dict, names []*object.Str) bool {
	for _, name := range names {
		v, _ := d.GetStr(name)
		if hooks, ok := object.AsDict(v); !ok || hooks.Len() > 0 {
			return false
		}
	}
	return true
}
