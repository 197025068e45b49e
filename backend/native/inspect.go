package native

import (
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
)

// StepInfo describes a step of a program, for the sizes of some inputs.
type StepInfo struct {
	Name   string
	Kind   string        // kernel, product or operator
	Places []graph.Place // where in the user's program its operations come from, each once
	// Of kernels: the sizes of the space, what it reads and writes in bytes (each element of a buffer once), and how many values it computes.
	Keep, Reduce  []int
	Read, Written int64
	Operations    int64
	Text          string // in the loop IR
	Code          []byte // machine code, nil where the kernel is interpreted
	// Of products: multiply-adds, and the type that they are made in.
	MultiplyAdds int64
	Elem         ir.Elem
	Once         bool // runs once for these sizes, not in each call
}

// Steps describes what a call with these inputs does, in order.
func (p *Program) Steps(inputs []ops.Value) ([]StepInfo, error) {
	b, err := p.binding(inputs)
	if err != nil || b.runner != nil {
		return nil, err
	}
	return b.steps()
}

func (b *binding) steps() ([]StepInfo, error) {
	list := make([]StepInfo, len(b.calls))
	for n := range b.calls {
		c := &b.calls[n]
		info := &list[n]
		info.Name, info.Kind, info.Once = c.step.name, "operator", c.step.once
		for _, i := range c.step.group.items {
			if i.node != nil && i.node.Place.Line > 0 && (len(info.Places) == 0 || info.Places[len(info.Places)-1] != i.node.Place) {
				info.Places = append(info.Places, i.node.Place)
			}
		}
		switch {
		case c.product != nil:
			q := c.product
			info.Kind, info.MultiplyAdds = "product", int64(c.outer)*int64(q.Batch)*int64(q.M)*int64(q.N)*int64(q.K)
			info.Elem = peakElem(q.Elem)
		case c.prepared != nil:
			if err := b.describeKernel(info, c); err != nil {
				return nil, err
			}
		default:
			for _, v := range c.step.item.in {
				info.Read += int64(b.bytesOf(v))
			}
			c.step.item.eachOut(func(v *value) { info.Written += int64(b.bytesOf(v)) })
		}
	}
	return list, nil
}

func (b *binding) describeKernel(info *StepInfo, c *call) (err error) {
	k := c.step.kernel
	info.Kind, info.Text, info.Code = "kernel", k.ir.String(), c.prepared.Code()
	if info.Keep, err = b.sizes.Ints(k.keep); err != nil {
		return err
	}
	if info.Reduce, err = b.sizes.Ints(k.reduce); err != nil {
		return err
	}
	space := append(append([]int{}, info.Keep...), info.Reduce...)
	elements := int64(1)
	for _, n := range space {
		elements *= int64(n)
	}
	for i, a := range k.bufs {
		strides, err := b.sizes.Ints(a.strides)
		if err != nil {
			return err
		}
		bytes := int64(a.elem.Size())
		for d, stride := range strides {
			if stride != 0 {
				bytes *= int64(space[d])
			}
		}
		switch k.ir.Bufs[i].Mode {
		case ir.In:
			info.Read += bytes
		case ir.Out:
			info.Written += bytes
		case ir.InOut:
			info.Read, info.Written = info.Read+bytes, info.Written+bytes
		}
	}
	s, err := ir.NewSchedule(k.ir)
	if err != nil {
		return err
	}
	for _, body := range s.Body {
		for _, id := range body {
			if k.ir.Values[id].Op.Arity() > 0 {
				info.Operations += elements
			}
		}
	}
	return nil
}
