package jit

import (
	"slices"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/script/quant"
	"github.com/magneto-go/magneto/vm/object"
)

// foldNorms folds batch norm into the convolutions in front of it, in a module that has its types for itself and in its submodules.
func foldNorms(th *object.Thread, args, _ []Value) (Value, error) {
	f := &normFolder{host: quantHost{th}, done: map[*exec.Object]bool{}}
	return object.None, f.module(objectArg(args[0]))
}

type normFolder struct {
	host quantHost
	done map[*exec.Object]bool
}

func (f *normFolder) module(o *exec.Object) error {
	if f.done[o] {
		return nil
	}
	f.done[o] = true
	for i := range o.Type.Class.Attrs {
		if child, ok := payload[*exec.Object](o.Get(i)); ok && child.Type.IsModule() {
			if err := f.module(child); err != nil {
				return err
			}
		}
	}
	return eachMethod(f.host.th, o, func(g *ir.Graph) error { return f.graph(o, g) })
}

// folding is a batch norm behind a convolution.
type folding struct {
	call       *ir.Node
	conv, norm *exec.Object
}

// graph folds in a method of a module. A convolution that several batch norms follow stays as it is.
func (f *normFolder) graph(o *exec.Object, g *ir.Graph) error {
	var list []folding
	calls := map[*exec.Object]int{}
	g.Block.Walk(func(n *ir.Node) {
		if conv, _ := quant.ModuleCalled(f.host, o, n, "Conv"); conv != nil {
			calls[conv]++
		}
		norm, input := quant.ModuleCalled(f.host, o, n, "BatchNorm")
		if norm == nil || len(input.Uses()) != 1 {
			return
		}
		if conv, _ := quant.ModuleCalled(f.host, o, input.Node(), "Conv"); conv != nil {
			list = append(list, folding{n, conv, norm})
		}
	})
	for _, x := range list {
		if calls[x.conv] != 1 {
			continue
		}
		if err := f.fold(x); err != nil {
			return err
		}
	}
	return nil
}

func (f *normFolder) fold(x folding) error {
	helper, err := helper(f.host.th, "torch.jit._quantize", "folded")
	if err != nil {
		return err
	}
	v, err := object.Call(f.host.th, helper, object.NewNative(exec.ObjectType, x.conv), object.NewNative(exec.ObjectType, x.norm))
	if err != nil || v.IsNone() {
		return err
	}
	pair, _ := object.AsTuple(v)
	for i, name := range []string{"weight", "bias"} {
		k := x.conv.Type.Class.Attr(name)
		if k < 0 {
			k = len(x.conv.Type.Class.Attrs)
			x.conv.Type.Class.Attrs = append(x.conv.Type.Class.Attrs, ir.Attr{Name: name, Type: ir.OptionalOf(ir.Tensor), Param: true})
		}
		attr := &x.conv.Type.Class.Attrs[k]
		if attr.Type.IsNone() || name == "bias" {
			attr.Type, attr.Param = ir.OptionalOf(ir.Tensor), true
		}
		x.conv.Set(k, pair.Items[i])
	}
	for _, m := range x.conv.Type.Class.Methods {
		if m.Graph != nil {
			readBias(m.Graph, x.conv.Type)
		}
	}
	x.call.Output().ReplaceAll(x.call.Inputs[1])
	held := x.call.Inputs[0].Node()
	x.call.Destroy()
	if !held.HasUses() {
		held.Destroy()
	}
	return nil
}

// readBias lets the convolutions of a method read the bias that their module has now.
func readBias(g *ir.Graph, t *ir.Type) {
	g.Block.Walk(func(n *ir.Node) {
		switch {
		case n.Kind == "prim::GetAttr" && n.Inputs[0] == g.Inputs()[0] && n.StrAttr("name") == "bias":
			n.Output().Type = ir.OptionalOf(ir.Tensor)
		case slices.Contains(convolutions, n.Kind) && n.Inputs[2].IsNoneConst(), n.Kind == "prim::CallMethod" && n.StrAttr("name") == "_conv_forward" && n.Inputs[3].IsNoneConst():
			at := 2
			if n.Kind == "prim::CallMethod" {
				at = 3
			}
			read := g.CreateTyped("prim::GetAttr", ir.OptionalOf(ir.Tensor), g.Inputs()[0])
			read.SetAttr("name", ir.Constant{V: "bias"})
			read.InsertBefore(n)
			n.ReplaceInput(at, read.Output())
		}
	})
}
