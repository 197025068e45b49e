package compiler

import (
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// registerDispatchKeys has functions that tell sets of dispatch keys give constants while tracing: what a set depends on is guarded.
func registerDispatchKeys() {
	const module = "torch._dispatchkeys."
	variables.RegisterFunction(module+"_dispatch_keys", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		if len(args) != 1 {
			return nil, object.TypeErrorf("_dispatch_keys() takes exactly one argument (%d given)", len(args))
		}
		x, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		tensor, ok := x.(*variables.Tensor)
		if !ok {
			return nil, variables.Skipped("_dispatch_keys", "torch._C")
		}
		keys, err := object.Call(th, attribute(th, module+"_keys_of"), host{}.FromOps(th, tensor.Fake), tensor.Type.Ref())
		if err != nil {
			return nil, err
		}
		return t.Existing(keys), nil
	})
	for _, name := range []string{"_dispatch_tls_local_include_set", "_dispatch_tls_local_exclude_set"} {
		variables.RegisterFunction(module+name, func(th *object.Thread, t *variables.Trace, _ []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
			keys, err := object.Call(th, attribute(th, module+name))
			if err != nil {
				return nil, err
			}
			return t.Existing(keys), nil
		})
	}
}
