package native

import (
	"fmt"
	"math"
	"slices"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// lower makes items of the nodes of a graph.
func (p *plan) lower() error {
	for i, in := range p.g.Inputs {
		if in.IsNumber() {
			p.inputs = append(p.inputs, nil)
			continue
		}
		v := p.newValue(in.Name, in.Meta)
		v.input = i
		p.byID[in] = v
		p.inputs = append(p.inputs, v)
	}
	for _, n := range p.g.Nodes {
		if err := p.node(n); err != nil {
			return fmt.Errorf("%s: %w", n.Op, err)
		}
	}
	for _, out := range p.g.Outputs {
		if out == nil || out.IsNumber() {
			p.outputs = append(p.outputs, nil)
			continue
		}
		v := p.value(out)
		v.root().escapes = true
		p.outputs = append(p.outputs, v)
	}
	p.writes()
	p.readDirectly()
	p.foldAdds()
	p.number()
	return nil
}

// value is what stands for a graph's value; constants are met here first.
func (p *plan) value(v *graph.Value) *value {
	if known, ok := p.byID[v]; ok {
		return known
	}
	c := p.newValue(v.Name, v.Meta)
	c.constant = v.Constant
	p.byID[v] = c
	return c
}

// node lowers one node.
func (p *plan) node(n *graph.Node) error {
	args := p.arguments(n.Args)
	if len(n.After) > 0 {
		return p.mutating(n, args)
	}
	if n.Op.IsView() {
		self, ok := args[0].(*value)
		if !ok {
			return fmt.Errorf("a view of what is no tensor")
		}
		if n.Op.Name == "as_strided" && args[3] != nil && self.root().def == nil { // which counts from the start of a memory that only a call knows
			p.extern(n, args)
			return nil
		}
		for _, out := range n.Outs {
			if out != nil {
				p.byID[out] = p.view(n.Op, args, self, out.Name, out.Meta)
			}
		}
		return nil
	}
	fakes := described(args)
	if len(n.Outs) == 1 && n.Outs[0] != nil && n.Op.Variant == ops.Plain && !n.Op.Random() {
		out := n.Outs[0]
		switch {
		case p.asView(n.Op, args, out), p.asPointwise(n, args, fakes, out), p.asReduction(n, args, fakes, out), p.asProduct(n, args, out), p.asSoftmax(n, args, out),
			p.asSoftmaxBackward(n, args, out), p.asGather(n, args, out), p.asScatter(n, args, out), p.asScan(n, args, out), p.asFlip(n, args, out), p.asJoin(n, args, out):
			return nil
		}
	}
	if n.Op.String() == "native_layer_norm" && p.asLayerNorm(n, args) {
		return nil
	}
	p.extern(n, args)
	return nil
}

func (p *plan) arguments(args []ops.Value) []ops.Value {
	out := make([]ops.Value, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case *graph.Value:
			out[i] = p.value(a)
			if a.IsNumber() {
				out[i] = a.Number
			}
		case []ops.Value:
			out[i] = p.arguments(a)
		default:
			out[i] = a
		}
	}
	return out
}

// described has descriptions in place of tensors, as metas take them.
func described(args []ops.Value) []ops.Value {
	out := make([]ops.Value, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case *value:
			out[i] = a.meta
		case []ops.Value:
			out[i] = described(a)
		default:
			out[i] = a
		}
	}
	return out
}

// tensorsIn lists the tensors among arguments.
func tensorsIn(args []ops.Value) []*value {
	var list []*value
	for _, a := range args {
		switch a := a.(type) {
		case *value:
			list = append(list, a)
		case []ops.Value:
			list = append(list, tensorsIn(a)...)
		}
	}
	return list
}

// view is a value that shows the memory of another one.
func (p *plan) view(op *ops.Op, args []ops.Value, of *value, name string, meta *ops.Fake) *value {
	v := p.newValue(name, meta)
	v.base, v.of, v.def = of.root(), of, of.def
	if of.plain && v.plain && of.elem == v.elem {
		if v.look = viewLook(op, args, of.meta, meta); v.look == nil && isReshape(op) {
			v.splits = segments(of.meta.Sizes, meta.Sizes)
		}
	}
	return v
}

// asView takes what copies by name but need not: another shape of memory that nothing else sees.
func (p *plan) asView(op *ops.Op, args []ops.Value, out *graph.Value) bool {
	self, ok := first(args).(*value)
	if !ok || op.Name != "_unsafe_view" || self.base != nil || self.def == nil || !contiguous(self.meta) {
		return false
	}
	p.byID[out] = p.view(op, args, self, out.Name, out.Meta)
	return true
}

// contiguous says whether the strides are those of a new tensor.
func contiguous(f *ops.Fake) bool {
	step := one
	for d := len(f.Sizes) - 1; d >= 0; d-- {
		if f.Sizes[d] != one && f.Strides[d] != step {
			return false
		}
		step = step.Mul(f.Sizes[d])
	}
	return true
}

func first(args []ops.Value) ops.Value {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}

// asPointwise lowers operators with a loop body, and those that fill.
func (p *plan) asPointwise(n *graph.Node, args, fakes []ops.Value, out *graph.Value) bool {
	d := out.Meta.DType
	if _, ok := ops.ElemOf(d); !ok {
		return false
	}
	if fill, ok := filling(n.Op, args); ok {
		return p.pointwise(n, nil, out, func(l *ops.Lowering, _ []ir.ID) (ir.ID, bool) { return l.Constant(fill, d) })
	}
	if n.Op.String() == "copy" {
		return p.pointwise(n, []*value{args[1].(*value)}, out, func(l *ops.Lowering, in []ir.ID) (ir.ID, bool) {
			return l.Converted(in[0], d), true
		})
	}
	var in []*value
	for _, a := range args {
		if v, ok := a.(*value); ok {
			if !v.plain {
				return false
			}
			in = append(in, v)
		}
	}
	return p.pointwise(n, in, out, func(l *ops.Lowering, ids []ir.ID) (ir.ID, bool) {
		operands := make([]ir.ID, len(args))
		k := 0
		for i, a := range args {
			if _, ok := a.(*value); ok {
				operands[i] = ids[k]
				k++
			}
		}
		return l.Element(n.Op, fakes, operands, d)
	})
}

// pointwise adds a pointwise item if write succeeds, which a trial shows.
func (p *plan) pointwise(n *graph.Node, in []*value, out *graph.Value, write func(l *ops.Lowering, in []ir.ID) (ir.ID, bool)) bool {
	for _, v := range in {
		if !v.plain {
			return false
		}
	}
	weight, ok := p.trial(in, write)
	if !ok {
		return false
	}
	v := p.newValue(out.Name, out.Meta)
	p.byID[out] = v
	p.add(&item{kind: pointwise, name: n.Op.Name, node: n, in: in, out: v, weight: weight, emit: func(l *ops.Lowering, in []ir.ID) ir.ID {
		id, _ := write(l, in)
		return id
	}})
	return true
}

// trial writes into a kernel that is thrown away.
func (p *plan) trial(in []*value, write func(l *ops.Lowering, in []ir.ID) (ir.ID, bool)) (weight int, ok bool) {
	k := ir.New("trial")
	l := &ops.Lowering{Kernel: k, Number: func(n symbolic.Int, t ir.Type) ir.ID { return k.Scalar("n", t) }, Rejects: p.repeats}
	ids := make([]ir.ID, len(in))
	for i, v := range in {
		ids[i] = k.Load(k.In("x", v.elem))
	}
	before := len(k.Values)
	_, ok = write(l, ids)
	for _, v := range k.Values[before:] {
		if v.Op != ir.Const && v.Op != ir.ScalarOf {
			weight++
		}
	}
	return weight, ok && k.Err() == nil
}

// filling is the number that an operator fills its result with.
func filling(op *ops.Op, args []ops.Value) (ops.Value, bool) {
	switch op.String() {
	case "zeros", "zeros_like", "new_zeros", "empty.memory_format", "empty_like", "new_empty", "empty_strided", "new_empty_strided":
		return int64(0), true
	case "ones", "ones_like", "new_ones":
		return int64(1), true
	case "full", "full_like":
		return args[1], true
	case "new_full":
		return args[2], true
	case "scalar_tensor":
		return args[0], true
	}
	return nil, false
}

func (p *plan) asReduction(n *graph.Node, args, fakes []ops.Value, out *graph.Value) bool {
	x, ok := first(args).(*value)
	if !ok || !x.plain {
		return false
	}
	r := ops.ReductionOf(n.Op, fakes)
	if r == nil {
		return false
	}
	if _, ok := ops.ElemOf(out.Meta.DType); !ok {
		return false
	}
	v := p.newValue(out.Name, out.Meta)
	p.byID[out] = v
	p.add(&item{kind: reduction, name: n.Op.Name, node: n, in: []*value{x}, out: v, reduce: r})
	return true
}

func number(v ops.Value) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return math.NaN(), false
}

// externName is what logs call an operator that runs on its eager kernel: attention has PyTorch's name beside its own.
func externName(n *graph.Node) string {
	if n.Op.Name == "_fused_attention" {
		return n.Op.String() + " (aten._scaled_dot_product_flash_attention_for_cpu)"
	}
	return n.Op.String()
}

// extern adds an operator that runs on its eager kernel.
func (p *plan) extern(n *graph.Node, args []ops.Value) *item {
	i := &item{kind: extern, name: n.Op.Name, node: n, args: args, in: tensorsIn(args)}
	for _, out := range n.Outs {
		if out == nil {
			i.outs = append(i.outs, nil)
			continue
		}
		v := p.newValue(out.Name, out.Meta)
		p.byID[out] = v
		i.outs = append(i.outs, v)
	}
	i.into = n.Op.RunsInto() && !slices.Contains(i.outs, nil)
	if p.streams && n.Op.Draws(args) && !slices.ContainsFunc(i.outs, func(v *value) bool { return v == nil || v.meta.DType.IsComplex() }) {
		p.draws++
		i.drawing, i.into = p.draws, true
	}
	p.log = append(p.log, fmt.Sprintf("%s runs on its eager kernel", externName(n)))
	return p.add(i)
}

// leave makes a reduction that kernels cannot walk an extern item.
func (p *plan) leave(i *item) {
	i.kind, i.outs, i.out = extern, []*value{i.out}, nil
	i.args = p.arguments(i.node.Args)
	p.log = append(p.log, fmt.Sprintf("%s runs on its eager kernel: its rows have too many dimensions", i.node.Op))
}

// mutating adds an operator that writes to arguments: what reads them before must have run.
func (p *plan) mutating(n *graph.Node, args []ops.Value) error {
	i := p.extern(n, args)
	for _, m := range n.After {
		of := p.value(m.Arg)
		i.after = append(i.after, of.root().users[:len(of.root().users)-1]...)
		v := p.newValue(m.After.Name, m.After.Meta)
		v.base, v.of, v.def = of.root(), of, i
		p.byID[m.After] = v
	}
	return nil
}

// writes adds what copies into inputs. Whoever reads what they hold must have done so.
func (p *plan) writes() {
	for _, w := range p.g.Writes {
		from, to := p.value(w.Value), p.inputs[w.Input]
		v := p.newValue("write_"+to.name, to.meta)
		v.input, v.escapes = to.input, true
		i := &item{kind: pointwise, name: "write", in: []*value{from}, out: v, emit: func(l *ops.Lowering, in []ir.ID) ir.ID {
			return l.Converted(in[0], to.meta.DType)
		}}
		i.after = append(i.after, to.users...)
		p.add(i)
	}
}
