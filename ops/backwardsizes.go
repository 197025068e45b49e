package ops

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// This file keeps the sizes of a planned backward pass open: passes that differ in sizes share a recording in which these are symbols.

// openSizes numbers the sizes of a plan from 2 on, equal ones alike.
type openSizes struct {
	fixed            bool // sizes are constants of the recording
	numbers, offsets map[int64]int
	values           []int64
}

// largestSize leaves out what ends slices that have no end.
const largestSize = 1 << 40

// of is a size as the recording has it.
func (o *openSizes) of(n int64) symbolic.Int {
	return o.open(o.numbers, n)
}

func (o *openSizes) open(numbers map[int64]int, n int64) symbolic.Int {
	if o.fixed || n < 2 || n > largestSize {
		return symbolic.IntOf(n)
	}
	k, ok := numbers[n]
	if !ok {
		k = len(o.values)
		numbers[n], o.values = k, append(o.values, n)
	}
	return symbolic.FromExpr(symbolic.NewSymbol(SizeName(k)))
}

// offset is an offset, which equals no size but by chance.
func (o *openSizes) offset(n int) symbolic.Int {
	return o.open(o.offsets, int64(n))
}

// SizeName is the symbol of open size k.
func SizeName(k int) string { return fmt.Sprintf(sizeFormat, k) }

const sizeFormat = "s%d"

func (o *openSizes) all(list []symbolic.Int) []symbolic.Int {
	out := make([]symbolic.Int, len(list))
	for i, s := range list {
		out[i] = s
		if c, ok := s.Const(); ok {
			out[i] = o.of(c)
		}
	}
	return out
}

// geometry is the sizes and strides of a tensor as the recording has them. Strides that follow from sizes do so in the recording, too.
func (o *openSizes) geometry(sizes, strides []int) (open, steps []symbolic.Int) {
	open, steps = make([]symbolic.Int, len(sizes)), make([]symbolic.Int, len(sizes))
	order := make([]int, len(sizes))
	for d, n := range sizes {
		open[d], order[d] = o.of(int64(n)), d
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if strides[a] != strides[b] {
			return strides[a] - strides[b]
		}
		if sizes[a] != sizes[b] {
			return sizes[a] - sizes[b]
		}
		return b - a
	})
	known := map[int]symbolic.Int{1: symbolic.IntOf(1)}
	for _, d := range order {
		step, ok := known[strides[d]]
		if !ok {
			step = o.of(int64(strides[d]))
		}
		steps[d] = step
		if after := strides[d] * sizes[d]; sizes[d] > 1 {
			known[after] = step.Mul(open[d])
		}
	}
	return open, steps
}

// argument is a plain argument of an operator as the recording has it. Only sizes stay open.
func (o *openSizes) argument(p *Param, v Value) Value {
	if !p.Type.Sym || slices.Contains(countsOfWindows, p.Name) {
		return v
	}
	switch v := v.(type) {
	case int64:
		return intValue(o.of(v))
	case []Value:
		out := make([]Value, len(v))
		for i, x := range v {
			out[i] = o.argument(p, x)
		}
		return out
	}
	return v
}

// countsOfWindows are parameters that the forms of kernels depend on.
var countsOfWindows = []string{"stride", "padding", "dilation", "groups", "output_padding", "kernel_size", "pad", "dim", "start_dim", "end_dim"}

func (o *openSizes) shape(s shape) shape {
	switch {
	case s.kind == listArg:
		list := make([]shape, len(s.list))
		for i := range list {
			list[i] = o.shape(s.list[i])
		}
		s.list = list
	case s.kind == tensorArg && s.fake == nil:
		f := s.describe()
		f.Offset = o.offset(s.offset)
		f.Sizes, f.Strides = o.geometry(s.sizes, s.strides)
		s = shape{kind: tensorArg, dtype: s.dtype, device: s.device, conj: s.conj, neg: s.neg, fake: f}
	}
	return s
}

// shapes writes what a recording relies on of arguments or results.
func (d *planner) shapes(list []shape) {
	for _, s := range list {
		switch {
		case s.kind == plainArg:
			d.text(" .")
		case s.kind == listArg:
			d.text(" (")
			d.shapes(s.list)
			d.text(")")
		case s.fake != nil:
			d.text(" %v", s)
		default:
			d.text(" [%v %v %v %v", s.dtype, s.device, s.conj, s.neg)
			d.sizes([]symbolic.Int{d.plan.sizes.offset(s.offset)})
			d.geometry(s.sizes, s.strides)
			d.text("]")
		}
	}
}

func (d *planner) geometry(sizes, strides []int) {
	open, steps := d.plan.sizes.geometry(sizes, strides)
	d.sizes(open)
	d.sizes(steps)
}

// plannedNumber is a size, or a number of another kind, which a recording has as a constant.
type plannedNumber struct {
	size symbolic.Int
	text string
}

// sizes notes sizes, and how many there are.
func (d *planner) sizes(list []symbolic.Int) {
	for _, s := range list {
		d.plan.numbers = append(d.plan.numbers, plannedNumber{size: s})
	}
	d.text(" %d,", len(list))
}

// number notes a constant of the recording.
func (d *planner) number(text string) {
	d.plan.numbers = append(d.plan.numbers, plannedNumber{text: text})
}

// SizePattern is what a recording relies on of the sizes and numbers of a pass.
type SizePattern struct {
	numbers    []plannedNumber
	sizes      int
	conditions []symbolic.Bool
}

// Pattern is that of a recording of the plan, which has decided conditions.
func (p *BackwardPlan) Pattern(conditions []symbolic.Bool) *SizePattern {
	return &SizePattern{p.numbers, len(p.sizes.values), conditions}
}

// Sizes are the values of the recording's symbols for another plan of the same text. It fails where the recording is not right for that.
func (r *SizePattern) Sizes(p *BackwardPlan) (sizes []int64, ok bool) {
	sizes = make([]int64, r.sizes)
	read := func(values []int64) func(string) (int64, bool) {
		return func(name string) (int64, bool) {
			var k int
			_, err := fmt.Sscanf(name, sizeFormat, &k)
			return values[k], err == nil && values[k] != 0
		}
	}
	if len(r.numbers) != len(p.numbers) {
		return nil, false
	}
	recorded, seen := read(sizes), read(p.sizes.values)
	for i, n := range r.numbers {
		v, err := symbolic.Eval(p.numbers[i].size.Expr(), seen)
		if err != nil || n.text != p.numbers[i].text {
			return nil, false
		}
		if x := n.size.Expr(); x.Kind == symbolic.Symbol {
			if _, known := recorded(x.Name); !known && v >= 2 {
				var k int
				fmt.Sscanf(x.Name, sizeFormat, &k)
				sizes[k] = v
			}
		}
		if is, err := symbolic.Eval(n.size.Expr(), recorded); err != nil || is != v {
			return nil, false
		}
	}
	for _, c := range r.conditions {
		if holds, err := symbolic.Eval(c.Expr(), recorded); err != nil || holds == 0 {
			return nil, false
		}
	}
	return sizes, true
}

// Sizes are the values of the symbols of a plan.
func (p *BackwardPlan) Sizes() []int64 { return p.sizes.values }

// Geometry is the sizes and strides of a tensor that the plan lists, as the recording has them.
func (p *BackwardPlan) Geometry(t *tensor.Tensor) (sizes, strides []symbolic.Int) {
	return p.sizes.geometry(t.Sizes(), t.Strides())
}

// open puts stand-ins in the place of the tensors that nodes keep, and symbols in the place of sizes, until close is called.
func (p *BackwardPlan) open(standIn func(Value) Value) (close func()) {
	var undo []func()
	seen := map[*Saved]bool{}
	for _, n := range p.planned {
		outputs := n.outputs
		undo = append(undo, func() { n.outputs = outputs })
		n.outputs = slices.Clone(outputs)
		for i := range n.outputs {
			n.outputs[i].sizes = p.sizes.all(n.outputs[i].sizes)
		}
		s := n.saved
		if s == nil || seen[s] || p.looked[s] == nil {
			continue
		}
		seen[s] = true
		before := *s
		undo = append(undo, func() { s.args, s.in, s.out, s.kept = before.args, before.in, before.out, before.kept })
		s.args = slices.Clone(s.args)
		if n.entry != nil {
			for i, v := range s.args {
				s.args[i] = p.sizes.argument(&n.entry.schema().Params[i], v)
			}
		}
		open := func(list []shape) []shape {
			out := make([]shape, len(list))
			for i := range list {
				out[i] = p.sizes.shape(list[i])
			}
			return out
		}
		s.in, s.out = open(s.in), open(s.out)
		s.kept = slices.Clone(s.kept)
		for i := range s.kept {
			s.kept[i] = kept{slot: s.kept[i].slot, item: s.kept[i].item, value: standIn(p.looked[s][i])}
		}
	}
	return func() {
		for _, f := range slices.Backward(undo) {
			f()
		}
	}
}
