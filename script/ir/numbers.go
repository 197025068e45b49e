package ir

// EraseNumbers makes tensors without dimensions of all numbers of a graph; tensor makes the constant for a number.
func EraseNumbers(g *Graph, tensor func(Constant) Constant) {
	for _, v := range g.Inputs() {
		eraseNumber(v)
	}
	eraseNumbers(g.Block, tensor)
	EliminateDead(g, false)
}

// numberKinds are the element types of the tensors that numbers become.
var numberKinds = map[Kind]string{IntKind: "Long", FloatKind: "Double", BoolKind: "Bool", ComplexKind: "ComplexDouble"}

func eraseNumber(v *Value) {
	if scalar := numberKinds[v.Type.Kind]; scalar != "" {
		v.Type = tensorOfNumber(scalar)
	}
}

func tensorOfNumber(scalar string) *Type {
	return Tensor.WithShape(func(s *Shape) { s.ScalarType, s.Device, s.Ranked = scalar, "cpu", true })
}

func eraseNumbers(b *Block, tensor func(Constant) Constant) {
	for _, v := range b.Inputs() {
		eraseNumber(v)
	}
	for n := b.First(); n != nil; n = n.Next() {
		switch n.Kind {
		case "prim::Constant":
			c, ok := n.Outputs[0].ConstantOf()
			if scalar := numberKinds[n.Outputs[0].Type.Kind]; ok && scalar != "" {
				made := b.graph.NewConstant(tensor(c), tensorOfNumber(scalar))
				made.InsertBefore(n)
				n.Outputs[0].ReplaceAll(made.Outputs[0])
			}
		case "aten::Bool", "aten::Float", "aten::Int", "aten::FloatImplicit", "aten::IntImplicit", "aten::ScalarImplicit", "prim::NumToTensor":
			n.Outputs[0].ReplaceAll(n.Inputs[0])
		default:
			for _, inner := range n.Blocks {
				eraseNumbers(inner, tensor)
			}
			for _, v := range n.Outputs {
				eraseNumber(v)
			}
		}
	}
}
