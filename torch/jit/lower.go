package jit

import (
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// lowerGraph makes of a method's graph one without the module: what it reads of the module becomes inputs behind the others. It gives the graph and the
// values of these inputs; args are the graph and the module.
func lowerGraph(th *object.Thread, args, _ []Value) (Value, error) {
	if len(args) != 2 || mustPayload[*ir.Graph](args[0]) == nil {
		return object.Null, object.TypeErrorf("_jit_pass_lower_graph(): a graph and a module are expected")
	}
	o, ok := payload[*exec.Object](args[1])
	if !ok {
		return object.Null, object.TypeErrorf("_jit_pass_lower_graph(): a graph and a module are expected")
	}
	g := mustPayload[*ir.Graph](args[0]).Copy()
	if err := ir.Inline(g, runtimeOf(th)); err != nil {
		return object.Null, raised(th, err)
	}
	l := &lowering{g: g, values: object.NewList(), inputs: map[slot]*ir.Value{}}
	if err := l.reads(g.Inputs()[0], o); err != nil {
		return object.Null, err
	}
	ir.EliminateDead(g, false)
	if self := g.Inputs()[0]; self.HasUses() {
		return object.Null, object.RuntimeErrorf("Could not lower the graph: its module is used for more than its attributes")
	}
	g.Block.EraseInput(0)
	return object.NewTuple(graphObject(g), l.values.Ref()).Ref(), nil
}

// slot is an attribute of an object.
type slot struct {
	o *exec.Object
	i int
}

type lowering struct {
	g      *ir.Graph
	values *object.List
	inputs map[slot]*ir.Value
}

// reads replaces the attributes that are read of an object, the last first, as PyTorch numbers them.
func (l *lowering) reads(self *ir.Value, o *exec.Object) error {
	uses := self.Uses()
	for k := len(uses) - 1; k >= 0; k-- {
		n := uses[k].Node
		if n.Kind != "prim::GetAttr" {
			if n.Kind == "prim::SetAttr" {
				return object.RuntimeErrorf("Could not lower the graph: it sets an attribute of its module")
			}
			continue
		}
		i := o.Type.Class.Attr(n.StrAttr("name"))
		if i < 0 {
			return object.RuntimeErrorf("Could not lower the graph: there is no attribute %s", n.StrAttr("name"))
		}
		if child, ok := payload[*exec.Object](o.Get(i)); ok && o.Type.Class.Attrs[i].Type.IsModule() {
			if err := l.reads(n.Output(), child); err != nil {
				return err
			}
			continue
		}
		at := slot{o, i}
		in := l.inputs[at]
		if in == nil {
			in = l.g.Block.AddInput("", typeOfSlot(o, i))
			l.inputs[at] = in
			l.values.Items = append(l.values.Items, o.Get(i))
		}
		n.Output().ReplaceAll(in)
	}
	return nil
}

func typeOfSlot(o *exec.Object, i int) *ir.Type {
	if t, ok := torch.Unwrap(o.Get(i)); ok {
		return tensorType(t)
	}
	return o.Type.Class.Attrs[i].Type
}

// eachMethod calls f with the graph of each method of a module, compiled.
func eachMethod(th *object.Thread, o *exec.Object, f func(g *ir.Graph) error) error {
	for _, m := range o.Type.Class.Methods {
		if err := ensure(th, m); err != nil {
			return err
		}
		if m.Graph != nil {
			if err := f(m.Graph); err != nil {
				return err
			}
		}
	}
	return nil
}

// rewriteModule replaces a pattern in all methods of a module; args are the pattern, what replaces it, and the module.
func rewriteModule(th *object.Thread, args, _ []Value) (Value, error) {
	o, ok := payload[*exec.Object](args[2])
	if !ok {
		return object.Null, object.TypeErrorf("a module is expected")
	}
	pattern, err := ir.Parse(textArg(args[0]), false, nil, nil)
	if err != nil {
		return object.Null, raised(th, err)
	}
	by, err := ir.Parse(textArg(args[1]), false, nil, nil)
	if err != nil {
		return object.Null, raised(th, err)
	}
	return object.None, eachMethod(th, o, func(g *ir.Graph) error { return ir.RewritePattern(g, pattern, by, nil) })
}

// removeDropout drops dropout from the methods of a module that is not trained.
func removeDropout(th *object.Thread, args, _ []Value) (Value, error) {
	o, ok := payload[*exec.Object](args[0])
	if !ok {
		return object.Null, object.TypeErrorf("a module is expected")
	}
	if i := o.Type.Class.Attr("training"); i >= 0 && o.Get(i) == object.True {
		return object.Null, object.RuntimeErrorf("Dropout removal module in training mode is not yet supported")
	}
	return object.None, eachMethod(th, o, func(g *ir.Graph) error { ir.DropInactiveDropout(g); return nil })
}
