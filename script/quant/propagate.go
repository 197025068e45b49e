package quant

import (
	"strconv"

	"github.com/magneto-go/magneto/script/ir"
)

// propagating carries quantisation over functions that do not need to be computed otherwise on quantised tensors.
type propagating struct {
	host  Host
	debug bool
}

// block carries quantisation over the nodes of a block, inner blocks first.
func (p *propagating) block(b *ir.Block) error {
	for n := b.First(); n != nil; {
		next := n.Next()
		for _, inner := range n.Blocks {
			if err := p.block(inner); err != nil {
				return err
			}
		}
		if n.Kind == "prim::If" && len(n.Outputs) != 1 {
			n = next
			continue
		}
		if err := p.node(n); err != nil {
			return err
		}
		n = next
	}
	return nil
}

func (p *propagating) node(n *ir.Node) error {
	k := kindOf(n)
	switch {
	case k.value, k.scale != 0:
		for _, v := range n.Outputs {
			p.keepScale(v, sourcesOf(v), k)
		}
	case withNumber(n):
		if p.debug {
			if err := p.host.Warn("debug option for add_scalar and mul_scalar is not supported, please don't use debug option for models that uses these ops."); err != nil {
				return err
			}
		}
		p.keepScale(n.Output(), n.Inputs[:1], k)
	default:
		p.takeBackLater(n)
	}
	return nil
}

// quantizedBehind are the quantised tensors that values were taken back from; nil where one was not.
func quantizedBehind(values []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, v := range values {
		if v.Node().Kind != dequantize {
			return nil
		}
		out = append(out, v.Node().Inputs[0])
	}
	return out
}

// keepScale quantises a result with the scale of the operand, or with that which all results of the function have.
func (p *propagating) keepScale(v *ir.Value, sources []*ir.Value, k *kind) {
	behind := quantizedBehind(sources)
	if behind == nil || !v.Type.IsSubtype(ir.Tensor) || withQuantized(v) {
		return
	}
	g, n := v.Node().Graph(), v.Node()
	for _, i := range k.bounds {
		if i < len(n.Inputs) && !n.Inputs[i].IsNoneConst() {
			roundBound(g, n, i, behind[0])
		}
	}
	quant := g.CreateTyped(perTensor, ir.Tensor, v)
	quant.InsertAfter(n)
	old := g.SetAt(quant)
	name := behind[0].Name()
	var params [3]*ir.Value
	if k.scale != 0 {
		for i, c := range []any{k.scale, k.zero, int64(quint8)} {
			params[i] = g.Constant(ir.Constant{V: c}, nil).SetName(name + [3]string{".scale", ".zero_point", ".scalar_type"}[i])
		}
	} else {
		params = scaleOf(g, behind[0])
	}
	g.SetAt(old)
	for _, x := range params {
		quant.AddInput(x)
	}
	quant.Output().SetName(v.Name() + ".quant")
	v.ReplaceIn(quant.Output(), func(u ir.Use) bool { return u.Node != quant })
	takeBack(g, quant.Output(), quant.Output())
}

// quint8 is the number of the element type of quantised results.
const quint8 = 13

// withQuantized says whether a value is quantised already.
func withQuantized(v *ir.Value) bool {
	uses := v.Uses()
	return len(uses) == 1 && uses[0].Node.Kind == perTensor
}

// scaleOf asks a quantised tensor for its scale, zero point and element type.
func scaleOf(g *ir.Graph, quant *ir.Value) (out [3]*ir.Value) {
	for i, kind := range []string{"aten::q_scale", "aten::q_zero_point", "prim::dtype"} {
		t, suffix := ir.Int, [3]string{".q_scale", ".q_zero_point", ".dtype"}[i]
		if i == 0 {
			t = ir.Float
		}
		out[i] = g.Insert(g.CreateTyped(kind, t, quant)).Output().SetName(quant.Name() + suffix)
	}
	return out
}

// roundBound rounds a number that bounds results as the elements of a quantised tensor are rounded.
func roundBound(g *ir.Graph, n *ir.Node, i int, like *ir.Value) {
	old := g.SetAt(n)
	defer g.SetAt(old)
	none := g.Constant(ir.Constant{}, nil)
	single := g.Constant(ir.Constant{V: int64(6)}, nil)
	whole := g.Insert(g.CreateTyped("aten::scalar_tensor", ir.Tensor, n.Inputs[i], single, none, none, none)).Output().SetName(n.Inputs[i].Name() + ".tensor")
	params := scaleOf(g, like)
	quant := g.Insert(g.CreateTyped(perTensor, ir.Tensor, whole, params[0], params[1], params[2])).Output().SetName(whole.Name() + ".quant")
	back := g.Insert(g.CreateTyped(dequantize, ir.Tensor, quant)).Output().SetName(quant.Name() + ".dequant.0")
	number := g.Insert(g.CreateTyped("aten::item", ir.Number, back)).Output().SetName(back.Name() + ".scalar")
	number.Type = n.Inputs[i].Type
	n.ReplaceInput(i, number)
}

// takeBack gives each reader of a value a node of its own, beside it, that takes back a quantised tensor.
func takeBack(g *ir.Graph, quant, v *ir.Value) {
	name := v.Name()
	for i, u := range v.Uses() {
		if u.Node.Kind == dequantize {
			continue
		}
		back := g.CreateTyped(dequantize, v.Type, quant)
		back.InsertBefore(u.Node)
		back.Output().SetName(name + ".dequant." + strconv.Itoa(i))
		u.Node.ReplaceInput(u.Index, back.Output())
	}
}

// takeBackLater lets a node that only moves elements take quantised tensors, where all that it takes are, and takes its results back.
func (p *propagating) takeBackLater(n *ir.Node) {
	behind := map[*ir.Value]*ir.Value{}
	var results []*ir.Value
	for _, v := range n.Outputs {
		sources := sourcesOf(v)
		quantized := quantizedBehind(sources)
		if quantized == nil {
			continue
		}
		for i, s := range sources {
			behind[s] = quantized[i]
		}
		results = append(results, v)
	}
	if len(results) == 0 {
		return
	}
	swap := func(at *ir.Node) {
		for i, v := range at.Inputs {
			if w := behind[v]; w != nil {
				at.ReplaceInput(i, w)
				if !v.HasUses() {
					v.Node().Destroy()
				}
			}
		}
	}
	swap(n)
	for _, b := range n.Blocks {
		swap(b.Return())
	}
	g := n.Graph()
	for _, v := range results {
		takeBack(g, v, v)
	}
}
