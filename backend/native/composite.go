package native

import (
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Operators that are several items: softmax and layer norm are reductions with pointwise items around them, which row fusion brings together
// again, with what stands before and behind. In between, values are float32 where the tensors are half.

// wide is the type that half values are computed in.
func wide(d tensor.DType) tensor.DType {
	if d == tensor.Float16 || d == tensor.BFloat16 {
		return tensor.Float32
	}
	return d
}

// writer adds items that stand for one node.
type writer struct {
	p    *plan
	node *graph.Node
}

func (w writer) add(name string, d tensor.DType, sizes []symbolic.Int, i *item) *value {
	i.name, i.node = name, w.node
	i.out = w.p.newValue(w.node.Op.Name+"_"+name, ops.NewFake(d, sizes))
	return w.p.add(i).out
}

func (w writer) point(name string, d tensor.DType, sizes []symbolic.Int, emit func(k *ir.Kernel, in []ir.ID) ir.ID, in ...*value) *value {
	write := func(l *ops.Lowering, in []ir.ID) (ir.ID, bool) { return emit(l.Kernel, in), true }
	weight, _ := w.p.trial(in, write)
	return w.add(name, d, sizes, &item{kind: pointwise, in: in, weight: weight, emit: func(l *ops.Lowering, in []ir.ID) ir.ID { return emit(l.Kernel, in) }})
}

// result is a point whose value is a result of the node.
func (w writer) result(name string, out *graph.Value, t ir.Type, emit func(k *ir.Kernel, in []ir.ID) ir.ID, in ...*value) {
	write := func(l *ops.Lowering, in []ir.ID) (ir.ID, bool) {
		return l.Converted(emit(l.Kernel, in), out.Meta.DType), true
	}
	w.p.pointwise(&graph.Node{Op: w.node.Op, Place: w.node.Place}, in, out, write)
	w.p.items[len(w.p.items)-1].name = name
}

func (w writer) reduce(name string, d tensor.DType, x *value, dims []int) *value {
	sizes := append([]symbolic.Int(nil), x.meta.Sizes...)
	for _, k := range dims {
		sizes[k] = one
	}
	return w.add(name, d, sizes, &item{kind: reduction, in: []*value{x}, reduce: ops.NewReduction(name, true, dims...)})
}

// binary applies an operation of the loop IR to two values of type t.
func binary(o ir.Op, t ir.Type) func(k *ir.Kernel, in []ir.ID) ir.ID {
	return func(k *ir.Kernel, in []ir.ID) ir.ID { return k.Do(o, k.To(t, in[0]), k.To(t, in[1])) }
}

// asSoftmax lowers softmax and its logarithm along a dimension.
func (p *plan) asSoftmax(n *graph.Node, args []ops.Value, out *graph.Value) bool {
	logarithm := n.Op.Name == "_log_softmax"
	x, ok := first(args).(*value)
	if !ok || !logarithm && n.Op.Name != "_softmax" || len(x.meta.Sizes) == 0 || !x.plain || !x.elem.Value().Float() {
		return false
	}
	d := int(args[1].(int64))
	if d < 0 {
		d += len(x.meta.Sizes)
	}
	if length, ok := x.meta.Sizes[d].Const(); ok && length == 0 {
		return false
	}
	w := writer{p, n}
	work, t := wide(x.meta.DType), x.elem.Value()
	sizes := x.meta.Sizes
	largest := w.reduce("max", x.meta.DType, x, []int{d})
	shifted := w.point("sub", work, sizes, binary(ir.Sub, t), x, largest)
	e := w.point("exp", work, sizes, func(k *ir.Kernel, in []ir.ID) ir.ID { return maths.Exp(k, in[0]) }, shifted)
	sum := w.reduce("sum", work, e, []int{d})
	if logarithm {
		w.result("log_softmax", out, t, func(k *ir.Kernel, in []ir.ID) ir.ID { return k.Do(ir.Sub, in[0], maths.Log(k, in[1])) }, shifted, sum)
	} else {
		w.result("softmax", out, t, binary(ir.Div, t), e, sum)
	}
	return true
}

// asSoftmaxBackward lowers the derivatives of softmax, y·(g − Σ y·g), and of its logarithm, g − eʸ·Σ g.
func (p *plan) asSoftmaxBackward(n *graph.Node, args []ops.Value, out *graph.Value) bool {
	logarithm := n.Op.Name == "_log_softmax_backward_data"
	if !logarithm && n.Op.Name != "_softmax_backward_data" {
		return false
	}
	g, ok := args[0].(*value)
	y, ok2 := args[1].(*value)
	if !ok || !ok2 || !g.plain || !y.plain || !g.elem.Value().Float() || g.elem != y.elem || out.Meta.DType != g.meta.DType || len(g.meta.Sizes) == 0 {
		return false
	}
	d := int(args[2].(int64))
	if d < 0 {
		d += len(g.meta.Sizes)
	}
	if length, ok := g.meta.Sizes[d].Const(); ok && length == 0 {
		return false
	}
	w := writer{p, n}
	work, t := wide(g.meta.DType), g.elem.Value()
	if logarithm {
		sum := w.reduce("sum", work, g, []int{d})
		w.result("log_softmax_backward", out, t, func(k *ir.Kernel, in []ir.ID) ir.ID {
			return k.Do(ir.Sub, in[0], k.Do(ir.Mul, maths.Exp(k, in[1]), in[2]))
		}, g, y, sum)
		return true
	}
	both := w.point("mul", work, g.meta.Sizes, binary(ir.Mul, t), g, y)
	sum := w.reduce("sum", work, both, []int{d})
	w.result("softmax_backward", out, t, func(k *ir.Kernel, in []ir.ID) ir.ID {
		return k.Do(ir.Mul, in[1], k.Do(ir.Sub, in[0], in[2])) // as the eager kernel, also where products overflow
	}, g, y, sum)
	return true
}

// asLayerNorm lowers native_layer_norm with its three results.
func (p *plan) asLayerNorm(n *graph.Node, args []ops.Value) bool {
	x := args[0].(*value)
	eps, ok := number(args[4])
	if !x.plain || !x.elem.Value().Float() || !ok {
		return false
	}
	parameters := [2]*value{}
	for i := range parameters {
		v, given := args[2+i].(*value)
		if given && !v.plain {
			return false
		}
		parameters[i] = v
	}
	w := writer{p, n}
	work, t := wide(x.meta.DType), x.elem.Value()
	sizes := x.meta.Sizes
	var dims []int
	rows := append([]symbolic.Int(nil), sizes...)
	for d := len(sizes) - len(args[1].([]ops.Value)); d < len(sizes); d++ {
		if c, known := sizes[d].Const(); known && c == 0 {
			return false
		}
		dims = append(dims, d)
		rows[d] = one
	}
	mean := w.reduce("mean", work, x, dims)
	centred := w.point("centred", work, sizes, binary(ir.Sub, t), x, mean)
	square := w.point("square", work, sizes, func(k *ir.Kernel, in []ir.ID) ir.ID { return k.Do(ir.Mul, in[0], in[0]) }, centred)
	variance := w.reduce("mean", work, square, dims)
	rstd := w.point("rstd", work, rows, func(k *ir.Kernel, in []ir.ID) ir.ID {
		return k.Do(ir.Div, k.Const(t, 1), k.Do(ir.Sqrt, k.Do(ir.Add, in[0], k.Const(t, eps))))
	}, variance)
	in := []*value{centred, rstd}
	for _, v := range parameters {
		if v != nil {
			in = append(in, v)
		}
	}
	weight, bias := parameters[0] != nil, parameters[1] != nil
	if n.Outs[0] != nil {
		w.result("layer_norm", n.Outs[0], t, func(k *ir.Kernel, in []ir.ID) ir.ID {
			y := k.Do(ir.Mul, in[0], in[1])
			if weight {
				y, in = k.Do(ir.Mul, y, k.To(t, in[2])), in[1:]
			}
			if bias {
				y = k.Do(ir.Add, y, k.To(t, in[2]))
			}
			return y
		}, in...)
	}
	for i, v := range []*value{mean, rstd} {
		if out := n.Outs[1+i]; out != nil {
			w.result([]string{"mean", "rstd"}[i], out, t, func(k *ir.Kernel, in []ir.ID) ir.ID { return in[0] }, v)
		}
	}
	return true
}
