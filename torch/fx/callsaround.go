package fx

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

// putCalls says in the meta of a node which modules were being called, and which call of the program it comes from; of a node of a backward pass, which its
// forward node comes from.
func putCalls(meta *object.Dict, n *fxgraph.Node) {
	of, prefix := n, ""
	if n.Meta.Of != nil {
		if of = n.Meta.Of; len(n.Meta.Forward) > 0 && len(n.Meta.Stack) == 0 {
			prefix = "fwd_"
		}
	}
	if n.Meta.Captured && n.Op == fxgraph.CallFunction {
		meta.Put("original_aten", TargetValue(n.Target))
	}
	calls := of.Op == fxgraph.CallFunction || of.Op == fxgraph.CallMethod
	if !calls && of.Op != fxgraph.Placeholder || calls && len(of.Meta.Stack) == 0 {
		return
	}
	bodies, class := []object.Value{}, object.Null
	if around := of.Meta.Calls; around != nil {
		for _, b := range around.Bodies {
			bodies = append(bodies, object.NewTuple(object.NewStr(b.Name), b.Target.(object.Value)).Ref())
		}
		if len(around.Modules) > 0 {
			stack := object.NewDict()
			for _, m := range around.Modules {
				stack.Put(m.Key, object.NewTuple(object.NewStr(m.Path), m.Class.(object.Value)).Ref())
			}
			meta.Put(prefix+"nn_module_stack", stack.Ref())
			class = around.Modules[len(around.Modules)-1].Class.(object.Value)
		}
	}
	if !calls {
		return
	}
	target := TargetValue(of.Target)
	if n.Meta.Of == nil && target.Type().Name == "OpOverload" { // recorded, not traced by Dynamo
		return
	}
	if t, ok := object.AsType(class); ok && strings.HasPrefix(t.ModuleName(), "torch.nn.") {
		target = class
	}
	made := of.Meta.Made
	if made == "" {
		made = of.Name
	}
	meta.Put(prefix+"source_fn_stack", object.NewList(slices.Concat(bodies, []object.Value{object.NewTuple(object.NewStr(made), target).Ref()})...).Ref())
}
