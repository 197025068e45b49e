package jit

import (
	"slices"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// Folding of what follows a convolution into its weights, once these are constants of a frozen graph: batch norm that is not trained, and
// arithmetic with numbers.

var convolutions = []string{"aten::conv1d", "aten::conv2d", "aten::conv3d", "aten::_convolution"}

// foldConvolutions is (graph, whether to fold arithmetic too): it gives the number of nodes that are gone.
func foldConvolutions(th *object.Thread, args, _ []Value) (Value, error) {
	g := mustPayload[*ir.Graph](args[0])
	folded := int64(0)
	for again := true; again; {
		again = false
		var nodes []*ir.Node
		g.Block.Walk(func(n *ir.Node) { nodes = append(nodes, n) })
		for _, n := range nodes {
			if n.Dead() {
				continue
			}
			done, err := foldInto(th, g, n, args[1] == object.True)
			if err != nil {
				return object.Null, err
			}
			if done {
				folded++
				again = true
			}
		}
	}
	ir.EliminateDead(g, true)
	return object.Int(folded), nil
}

// foldInto folds a node into the convolution whose result it alone reads.
func foldInto(th *object.Thread, g *ir.Graph, n *ir.Node, arithmetic bool) (bool, error) {
	if len(n.Inputs) < 2 || len(n.Outputs) != 1 {
		return false, nil
	}
	conv := n.Inputs[0].Node()
	if conv.Kind == "aten::_convolution" {
		if transposed, known := conv.Inputs[6].ConstantOf(); !known || transposed.V != false {
			return false, nil
		}
	}
	if !slices.Contains(convolutions, conv.Kind) || len(n.Inputs[0].Uses()) != 1 {
		return false, nil
	}
	operands := []Value{object.NewStr(n.Kind)}
	for _, v := range append(conv.Inputs[1:3:3], n.Inputs[1:]...) {
		c, ok := v.ConstantOf()
		if !ok {
			return false, nil
		}
		x, err := exec.ConstantValue(th, runtimeOf(th), c)
		if err != nil {
			return false, nil // not a value that arithmetic takes
		}
		operands = append(operands, x)
	}
	if n.Kind != "aten::batch_norm" && !arithmetic {
		return false, nil
	}
	f, err := helper(th, "torch.jit._freeze", "_folded")
	if err != nil {
		return false, err
	}
	pair, err := object.Call(th, f, operands...)
	if err != nil || pair.IsNone() {
		return false, err
	}
	t, _ := object.AsTuple(pair)
	old := g.SetAt(conv)
	for i, v := range t.Items {
		x, _ := torch.Unwrap(v)
		x.Storage().Hold()
		conv.ReplaceInput(i+1, g.Constant(ir.Constant{V: tensorConst{x}}, nil))
	}
	g.SetAt(old)
	n.Outputs[0].ReplaceAll(conv.Outputs[0])
	n.Destroy()
	return true, nil
}
