package compiler

import (
	"github.com/magneto-go/magneto/backend/aot"
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// What is told of the compilation of a backward pass, which waits until the pass first runs, and of caches of captured graphs.

// lazyBackward is what a backward pass tells when it is compiled.
type lazyBackward struct {
	id     string       // of the compilation that its forward pass is from
	cached object.Value // an object of torch._functorch._aot_autograd.autograd_cache, or absent
}

// tellBackward has a compiler tell of the backward pass that it compiles.
func tellBackward(th *object.Thread, by *aot.Compiler) *lazyBackward {
	told := &lazyBackward{id: states.Of(th).compilation.id.Compile}
	compile := by.Backend
	by.Backend = func(g *graph.Graph, kind aot.Kind) (aot.Executable, error) {
		if kind != aot.Backward {
			return compile(g, kind)
		}
		th := th.Running()
		tellCallbacks(th, "run_start_callbacks", "_of_backward", told.id)
		made, err := compile(g, kind)
		tellCallbacks(th, "run_end_callbacks", "_of_backward", told.id)
		if err == nil && !told.cached.IsNull() && !told.cached.IsNone() {
			_, _ = object.CallMethod(th, told.cached, "backward") // its errors are not the program's
		}
		return made, err
	}
	return told
}

// lookedUp has the caches count a graph that was captured, where the program reads counters.
func lookedUp(th *object.Thread, module object.Value, graphs []*graph.Graph) (object.Value, error) {
	if _, loaded := interp.MachineOf(th).Modules.Lookup("torch._dynamo.utils"); !loaded {
		return object.Null, nil
	}
	texts := make([]object.Value, len(graphs))
	for i, g := range graphs {
		texts[i] = object.NewStr(g.String())
	}
	return object.Call(th, attribute(th, "torch._functorch._aot_autograd.autograd_cache._compiled"), module, object.NewList(texts...).Ref())
}
