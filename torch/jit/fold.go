package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// Folding of what follows a convolution into its weights, once these are constants of a frozen graph: batch norm that is not trained, and
// arithmetic with numbers.

var convolutions = []string{"aten::conv1d", "aten::conv2d", "aten::conv3d", "aten::_convolution"}

// foldLinear folds batch norm into linear layers.
func foldLinear(th *object.Thread, args, _ []Value) (Value, error) {
	if len(args) == 0 || mustPayload[*ir.Graph](args[0]) == nil {
		return object.Null, object.TypeErrorf("a graph is expected")
	}
	return foldInGraph(th, mustPayload[*ir.Graph](args[0]), []string{"aten::linear"}, []string{"aten::batch_norm"})
}

// transposeLinear makes products with constant weights of the layers of a graph: the weights are turned once, ahead of time.
func transposeLinear(th *object.Thread, args, _ []Value) (Value, error) {
	if len(args) == 0 || mustPayload[*ir.Graph](args[0]) == nil {
		return object.Null, object.TypeErrorf("a graph is expected")
	}
	g := mustPayload[*ir.Graph](args[0])
	for _, n := range g.FindNodes("aten::linear", true) {
		c, _ := n.Inputs[1].ConstantOf()
		w, ok := c.V.(tensorConst)
		if _, plain := n.Inputs[2].ConstantOf(); !ok || !plain {
			continue
		}
		turned := torch.Wrap(th, w.t)
		for _, step := range []string{"t", "contiguous"} {
			var err error
			if turned, err = object.CallMethod(th, turned, step); err != nil {
				return object.Null, err
			}
		}
		weight, ok := constantOf(th, turned)
		if !ok {
			continue
		}
		old := g.SetAt(n)
		product := g.Create("aten::matmul", []*ir.Value{n.Inputs[0], g.Constant(weight, nil)}, 1)
		nodes, result := []*ir.Node{product}, product
		if !n.Inputs[2].IsNoneConst() {
			result = g.Create("aten::add", []*ir.Value{product.Output(), n.Inputs[2], g.Constant(ir.Constant{V: int64(1)}, nil)}, 1)
			nodes = append(nodes, result)
		}
		for _, made := range nodes {
			made.Range = n.Range
			g.Insert(made)
		}
		g.SetAt(old)
		n.Outputs[0].ReplaceAll(result.Output())
		n.Destroy()
	}
	return object.None, nil
}

// foldable are the kinds of nodes that fold into a convolution before them.
var foldable = []string{"aten::batch_norm", "aten::add", "aten::sub", "aten::mul", "aten::div"}

// foldConvolutions folds all that it can in a graph.
func foldConvolutions(th *object.Thread, args, _ []Value) (Value, error) {
	return foldKinds(foldable)(th, args, nil)
}

// foldKinds folds nodes of some kinds in a graph, and says whether there were any.
func foldKinds(kinds []string) object.CallFunc {
	return func(th *object.Thread, args, _ []Value) (Value, error) {
		if len(args) == 0 || mustPayload[*ir.Graph](args[0]) == nil {
			return object.Null, object.TypeErrorf("a graph is expected")
		}
		return foldInGraph(th, mustPayload[*ir.Graph](args[0]), convolutions, kinds)
	}
}

const unchanged = "unchanged"

// fusedNames are the names of the weight and the bias that a node was folded into, as PyTorch gives them.
func fusedNames(kind string, weight, bias *ir.Value) [2]string {
	_, name, _ := strings.Cut(kind, "::")
	switch name {
	case "batch_norm":
		return [2]string{weight.Name() + "_fused_bn", bias.Name() + "_fused_bn"}
	case "mul", "div":
		return [2]string{bias.Name() + "_fused_" + name, ""}
	}
	return [2]string{unchanged, bias.Name() + "_fused_" + name}
}

func foldInGraph(th *object.Thread, g *ir.Graph, into, kinds []string) (Value, error) {
	folded := false
	for again := true; again; {
		again = false
		var nodes []*ir.Node
		g.Block.Walk(func(n *ir.Node) { nodes = append(nodes, n) })
		for _, n := range nodes {
			if n.Dead() {
				continue
			}
			if !slices.Contains(kinds, n.Kind) {
				continue
			}
			done, err := foldInto(th, g, n, into)
			if err != nil {
				return object.Null, err
			}
			if done {
				folded, again = true, true
			}
		}
	}
	ir.EliminateDead(g, true)
	return object.Bool(folded), nil
}

// readsAlone says whether one node reads a value, beside those that ask for the number of its dimensions.
func readsAlone(v *ir.Value) bool {
	readers := 0
	for _, u := range v.Uses() {
		if u.Node.Kind != "aten::dim" {
			readers++
		}
	}
	return readers == 1
}

// foldInto folds a node into the convolution, or another node with a weight and a bias, whose result it alone reads.
func foldInto(th *object.Thread, g *ir.Graph, n *ir.Node, into []string) (bool, error) {
	if len(n.Inputs) < 2 || len(n.Outputs) != 1 {
		return false, nil
	}
	conv := n.Inputs[0].Node()
	if conv.Kind == "aten::_convolution" {
		if transposed, known := conv.Inputs[6].ConstantOf(); !known || transposed.V != false {
			return false, nil
		}
	}
	if !slices.Contains(into, conv.Kind) || !readsAlone(n.Inputs[0]) {
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
	f, err := helper(th, "torch.jit._freeze", "_folded")
	if err != nil {
		return false, err
	}
	pair, err := object.Call(th, f, operands...)
	if err != nil || pair.IsNone() {
		return false, err
	}
	t, _ := object.AsTuple(pair)
	names := fusedNames(n.Kind, conv.Inputs[1], conv.Inputs[2])
	old := g.SetAt(conv)
	for i, v := range t.Items {
		x, _ := torch.Unwrap(v)
		x.Storage().Hold()
		if names[i] == unchanged {
			continue
		}
		conv.ReplaceInput(i+1, g.Constant(ir.Constant{V: tensorConst{t: x}}, nil))
		conv.Inputs[i+1].SetName(names[i])
	}
	g.SetAt(old)
	n.Outputs[0].ReplaceAll(conv.Outputs[0])
	n.Destroy()
	return true, nil
}
