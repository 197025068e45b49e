package quant

import (
	"strings"

	"github.com/magneto-go/magneto/script/ir"
)

const (
	perTensor    = "aten::quantize_per_tensor"
	perChannel   = "aten::quantize_per_channel"
	dequantize   = "aten::dequantize"
	chooseParams = "aten::_choose_qparams_per_tensor"
	saturate     = "aten::_saturate_weight_to_fp16"
)

// Convert puts calls that quantise, and take that back, in the places of observers in a module. debug says that the result is not fused further.
func Convert(host Host, m *Module, method string, dynamic, debug bool, f ir.Folder) error {
	c := &converting{host: host, dynamic: dynamic, done: map[*ir.Graph]bool{}, observers: map[*Module][]string{}}
	g := m.Type.Class.Method(method).Graph
	if err := c.convert(m, g); err != nil {
		return err
	}
	for owner, names := range c.observers {
		for _, name := range names {
			dropAttribute(owner, name)
		}
	}
	if err := ir.Inline(g, f); err != nil {
		return err
	}
	ir.PropagateConstants(g, f, false)
	if dynamic {
		dropUnneeded(g)
	}
	quantizeInBranches(g)
	p := &propagating{host: host, debug: debug}
	Replicate(g)
	if err := p.block(g.Block); err != nil {
		return err
	}
	askQuantized(g)
	ir.EliminateDead(g, true)
	return nil
}

type converting struct {
	host      Host
	dynamic   bool
	done      map[*ir.Graph]bool
	observers map[*Module][]string
}

// convert replaces the observers of a method, those in the methods that it calls first.
func (c *converting) convert(m *Module, g *ir.Graph) error {
	if c.done[g] {
		return nil
	}
	c.done[g] = true
	if err := eachCalled(c.host, m, g, func(child *Module, f *ir.Function) error { return c.convert(child, f.Graph) }); err != nil {
		return err
	}
	var calls []*ir.Node
	g.Block.Walk(func(n *ir.Node) {
		if isObserver(n) {
			calls = append(calls, n)
		}
	})
	for _, n := range calls {
		if err := c.replace(m, g, n); err != nil {
			return err
		}
	}
	return nil
}

// replace puts the operators that quantise a value in the place of the call of its observer.
func (c *converting) replace(m *Module, g *ir.Graph, call *ir.Node) error {
	held := call.Inputs[0].Node()
	observer := c.host.Child(m, held.StrAttr("name"))
	v := call.Inputs[1]
	if c.dynamic && isWeight(call.Output()) {
		if err := c.host.Watch(m, v, observer); err != nil {
			return err
		}
	}
	old := g.SetAt(call.Next())
	if call.Next() == nil {
		g.SetAtEnd(call.Block())
	}
	result, err := c.quantized(m, g, call, v, observer)
	g.SetAt(old)
	if err != nil {
		return err
	}
	call.Output().ReplaceAll(result)
	c.observers[m] = append(c.observers[m], held.StrAttr("name"))
	call.Destroy()
	if !held.HasUses() {
		held.Destroy()
	}
	return nil
}

// quantized is a value as it is behind quantisation.
func (c *converting) quantized(m *Module, g *ir.Graph, call *ir.Node, v *ir.Value, observer *Module) (*ir.Value, error) {
	if name := c.host.CustomOperator(observer); strings.HasPrefix(name, "embedding_bag_") {
		return embedded(g, call, v, name), nil
	}
	if c.host.Half(observer) {
		if c.dynamic && isWeight(call.Output()) {
			return g.Insert(g.CreateTyped(saturate, ir.Tensor, v)).Output(), nil
		}
		return v, nil
	}
	atEachCall := c.dynamic && !isWeight(call.Output())
	params, err := c.host.Parameters(observer, atEachCall)
	if err != nil {
		return nil, err
	}
	name := v.Name()
	inputs := []*ir.Value{v}
	if atEachCall {
		reduce := g.Constant(ir.Constant{V: params.ReduceRange}, nil)
		chosen := g.Create(chooseParams, []*ir.Value{v, reduce}, 2)
		chosen.Outputs[0].Type, chosen.Outputs[1].Type = ir.Float, ir.Int
		chosen.Outputs[0].SetName(name + ".scale")
		chosen.Outputs[1].SetName(name + ".zero_point")
		g.Insert(chosen)
		inputs = append(inputs, chosen.Outputs...)
	}
	for _, p := range params.List {
		from := 0
		attr := free(m, name+p.Name+"_", &from)
		c.host.SetAttribute(m, p, attr)
		read := g.CreateTyped("prim::GetAttr", p.Type, g.Inputs()[0])
		read.SetAttr("name", ir.Constant{V: attr})
		g.Insert(read).Output().SetName(attr)
		inputs = append(inputs, read.Output())
	}
	kind := perTensor
	if params.PerChannel {
		kind = perChannel
	}
	quant := g.CreateTyped(kind, ir.Tensor, inputs...)
	g.Insert(quant).Output().SetName(name + ".quant")
	back := g.CreateTyped(dequantize, v.Type, quant.Output())
	g.Insert(back).Output().SetName(name + ".dequant.0")
	return back.Output(), nil
}

// dropAttribute takes an attribute out of a module.
func dropAttribute(m *Module, name string) {
	class := m.Type.Class
	i := class.Attr(name)
	if i < 0 {
		return
	}
	class.Attrs = append(class.Attrs[:i:i], class.Attrs[i+1:]...)
	if i < len(m.Slots) {
		m.Slots = append(m.Slots[:i:i], m.Slots[i+1:]...)
	}
}

// embedded packs the weight of an embedding bag, and looks rows up in what that gives; observers of anything else are left out.
func embedded(g *ir.Graph, call *ir.Node, v *ir.Value, name string) *ir.Value {
	if !isWeight(call.Output()) {
		return v
	}
	bits := "byte"
	if strings.Contains(name, "4bit") {
		bits = "4bit"
	}
	packed := g.Insert(g.CreateTyped("quantized::embedding_bag_"+bits+"_prepack", ir.Tensor, v)).Output()
	for _, u := range call.Output().Uses() {
		if !kindOf(u.Node).weightOnly {
			continue
		}
		lookUp(g, u.Node, packed, "quantized::embedding_bag_"+bits+"_rowwise_offsets")
	}
	return packed
}

// lookUp puts a look-up in packed rows in the place of an embedding bag.
func lookUp(g *ir.Graph, bag *ir.Node, packed *ir.Value, kind string) {
	old := g.SetAt(bag)
	defer g.SetAt(old)
	_, first := called(bag)
	in := bag.Inputs[first:]
	var indices, offsets, byFrequency, weights, last *ir.Value
	if first == 1 { // F.embedding_bag(input, weight, offsets, max_norm, norm_type, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx)
		indices, offsets, byFrequency, weights, last = in[0], in[2], in[5], in[8], in[9]
	} else { // aten::embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx)
		indices, offsets, byFrequency, weights, last = in[1], in[2], in[3], in[6], in[7]
	}
	zero, no, none := g.Constant(ir.Constant{V: int64(0)}, nil), g.Constant(ir.Constant{V: false}, nil), g.Constant(ir.Constant{}, nil)
	made := g.Insert(g.CreateTyped(kind, ir.Tensor, packed, indices, offsets, byFrequency, zero, no, weights, none, last)).Output()
	bag.Outputs[0].ReplaceAll(made)
	bag.Destroy()
}

// isDynamic says whether a node quantises with a scale that it chooses at each call.
func isDynamic(n *ir.Node) bool {
	return n.Kind == perTensor && n.Inputs[1].Node().Kind == chooseParams
}

// dropUnneeded gives functions that are not computed on quantised tensors what was there before.
func dropUnneeded(g *ir.Graph) {
	for _, back := range g.FindNodes(dequantize, true) {
		quant := back.Inputs[0].Node()
		if isDynamic(quant) {
			back.Output().ReplaceIn(quant.Inputs[0], func(u ir.Use) bool { return !kindOf(u.Node).dynamic })
		}
	}
}

// quantizeInBranches moves what quantises the result of an If to the ends of its branches.
func quantizeInBranches(g *ir.Graph) {
	var list []*ir.Node
	g.Block.Walk(func(n *ir.Node) {
		if (n.Kind == perTensor || n.Kind == perChannel) && !isDynamic(n) && n.Inputs[0].Node().Kind == "prim::If" && len(n.Inputs[0].Node().Outputs) == 1 {
			list = append(list, n)
		}
	})
	for _, n := range list {
		branch := n.Inputs[0].Node()
		for _, v := range n.Inputs[1:] {
			if param := v.Node(); param.Kind != "prim::Param" && !param.IsBefore(branch) {
				param.MoveBefore(branch)
			}
		}
		n.Output().ReplaceAll(branch.Output())
		for _, b := range branch.Blocks {
			if raises(b) {
				continue
			}
			quant := g.CreateTyped(n.Kind, ir.Tensor, append([]*ir.Value{b.Outputs()[0]}, n.Inputs[1:]...)...)
			quant.InsertBefore(b.Return())
			b.Return().ReplaceInput(0, quant.Output())
		}
		n.Destroy()
	}
}

// Replicate gives each reader of what is taken back from quantisation a node of its own, beside it.
func Replicate(g *ir.Graph) {
	for _, n := range g.FindNodes(dequantize, true) {
		if uses := n.Output().Uses(); len(uses) > 1 || len(uses) == 1 && uses[0].Node.Block() != n.Block() {
			takeBack(g, n.Inputs[0], n.Output())
			n.Destroy()
		}
	}
}

// askQuantized asks quantised tensors for their sizes, instead of what is taken back from them.
func askQuantized(g *ir.Graph) {
	for _, n := range g.FindNodes(dequantize, true) {
		n.Output().ReplaceIn(n.Inputs[0], func(u ir.Use) bool { return kindOf(u.Node).asks })
	}
}
