package quant

import "github.com/magneto-go/magneto/script/ir"

// PlainConvolutions gives the convolutions of traces, which are one operator for all, the operators that functions of torch call.
func PlainConvolutions(g *ir.Graph) {
	for _, n := range g.FindNodes("aten::_convolution", true) {
		dims, known := lengthOf(n.Inputs[3])
		transposed, fixed := n.Inputs[6].ConstantOf()
		if !known || !fixed || dims < 1 || dims > 3 {
			continue
		}
		// _convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, ...)
		in := n.Inputs
		size := [...]string{"1d", "2d", "3d"}[dims-1]
		kind, inputs := "aten::conv"+size, []*ir.Value{in[0], in[1], in[2], in[3], in[4], in[5], in[8]}
		if transposed.V == true {
			kind, inputs = "aten::conv_transpose"+size, []*ir.Value{in[0], in[1], in[2], in[3], in[4], in[7], in[8], in[5]}
		}
		replaceBy(g, n, kind, inputs)
	}
}

// PlainLinears makes operators of the calls of torch.nn.functional.linear.
func PlainLinears(g *ir.Graph) {
	for _, n := range g.FindNodes("prim::CallFunction", true) {
		if name, _ := called(n); name == "linear" && len(n.Inputs) == 4 {
			replaceBy(g, n, "aten::linear", n.Inputs[1:])
		}
	}
}

// replaceBy puts an operator in the place of a node.
func replaceBy(g *ir.Graph, n *ir.Node, kind string, inputs []*ir.Value) {
	made := g.CreateTyped(kind, n.Output().Type, inputs...)
	made.Range, made.Calls = n.Range, n.Calls
	made.InsertBefore(n)
	n.Output().ReplaceAll(made.Output())
	made.Output().CopyMeta(n.Output())
	n.Destroy()
}

// lengthOf is the length of a list of numbers, where it is known.
func lengthOf(v *ir.Value) (int, bool) {
	if v.Node().Kind == "prim::ListConstruct" {
		return len(v.Node().Inputs), true
	}
	c, _ := v.ConstantOf()
	list, ok := c.V.([]ir.Constant)
	return len(list), ok
}
