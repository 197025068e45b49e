package jit

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// Shapes, element types and devices propagate over a graph by running each of its operators on tensors without data. Where sizes are unknown it runs twice,
// with two numbers for each: a size that is the same both times does not depend on them, one that changes as a known one does is that one, and any other is
// unknown in a way of its own.

// sizeSymbols are the unknown sizes of a machine, negative numbers in types, with the numbers that stand for them in both runs.
type sizeSymbols struct {
	pairs  map[int64]sizePair
	byPair map[sizePair]int64
	next   int64
}

type sizePair [2]int64

// fresh is a new unknown size. Its numbers are large and have no common factors, so that sizes computed of them do not meet by chance.
func (s *sizeSymbols) fresh() int64 {
	p := nextPrime(s.next)
	s.next = nextPrime(p + 1)
	return s.of(sizePair{p, s.next})
}

// of is the size that was a pair of numbers in both runs.
func (s *sizeSymbols) of(p sizePair) int64 {
	if p[0] == p[1] {
		return p[0]
	}
	if s.byPair == nil {
		s.byPair, s.pairs = map[sizePair]int64{}, map[int64]sizePair{}
	}
	n, ok := s.byPair[p]
	if !ok {
		n = -2 - int64(len(s.pairs))
		s.byPair[p], s.pairs[n] = n, p
	}
	return n
}

func nextPrime(n int64) int64 {
	for n = max(n, 101); ; n++ {
		prime := true
		for d := int64(2); d*d <= n && prime; d++ {
			prime = n%d != 0
		}
		if prime {
			return n
		}
	}
}

// property is what a propagation notes.
type property int

const (
	ofSizes property = iota
	ofDType
	ofDevice
	ofAll
)

type propagation struct {
	th      *object.Thread
	what    property
	symbols *sizeSymbols
	known   map[*ir.Value][2]Value // of what is no tensor
	guessed map[*ir.Value]bool     // of these, what was computed of unknown sizes: that it was the same both times proves nothing
	dtypes  map[*ir.Value]tensor.DType
	changed bool
}

// propagate notes a property of all tensors of a graph whose inputs have it in their types, and says whether anything was learned.
func propagate(th *object.Thread, g *ir.Graph, what property) bool {
	p := &propagation{th: th, what: what, symbols: &states.Of(th).sizes, known: map[*ir.Value][2]Value{}, guessed: map[*ir.Value]bool{}, dtypes: map[*ir.Value]tensor.DType{}}
	for _, v := range g.Inputs() {
		p.name(v)
	}
	p.block(g.Block)
	return p.changed
}

// name gives the unknown sizes of a value symbols.
func (p *propagation) name(v *ir.Value) {
	if s := v.Type.Shape; s != nil && slices.Contains(s.Sizes, -1) {
		v.Type = v.Type.WithShape(func(s *ir.Shape) {
			for i, n := range s.Sizes {
				if n == -1 {
					s.Sizes[i] = p.symbols.fresh()
				}
			}
		})
	}
}

func (p *propagation) block(b *ir.Block) {
	for n := b.First(); n != nil; n = n.Next() {
		switch n.Kind {
		case "prim::If":
			p.branch(n)
		case "prim::Loop":
			p.loop(n)
		case "prim::TupleConstruct":
			if t := n.Outputs[0].Type; t.Name == "" && (p.what == ofSizes || p.what == ofAll) {
				elem := make([]*ir.Type, len(n.Inputs))
				for i, v := range n.Inputs {
					elem[i] = v.Type
				}
				n.Outputs[0].Type = ir.TupleOf(elem...)
			}
		default:
			p.node(n)
		}
	}
}

// branch notes of the results of an If what both branches give, or the one that is known to be taken.
func (p *propagation) branch(n *ir.Node) {
	p.block(n.Blocks[0])
	p.block(n.Blocks[1])
	yes, no := n.Blocks[0].Outputs(), n.Blocks[1].Outputs()
	condition := p.known[n.Inputs[0]]
	if p.guessed[n.Inputs[0]] {
		condition = [2]Value{}
	}
	switch condition {
	case [2]Value{object.True, object.True}:
		no = yes
	case [2]Value{object.False, object.False}:
		yes = no
	}
	for i, v := range n.Outputs {
		if v.Type.Kind == ir.TensorKind {
			p.set(v, ir.JoinShapes(yes[i].Type, no[i].Type))
		} else if k, ok := p.known[yes[i]]; ok && yes[i] == no[i] {
			p.known[v] = k
		}
	}
}

// loop finds types that hold before and behind each iteration; sizes are not carried round.
func (p *propagation) loop(n *ir.Node) {
	if p.what == ofSizes { // what goes round has any size
		p.block(n.Blocks[0])
		return
	}
	body, given := n.Blocks[0], n.Inputs[2:]
	carried := body.Inputs()[1:]
	types := make([]*ir.Type, len(given))
	for i, v := range given {
		types[i] = v.Type
	}
	for range 4 { // each time at least one of dtype, sizes, device and gradients is given up
		for i, v := range carried {
			if v.Type.Kind == ir.TensorKind {
				p.set(v, types[i])
			}
		}
		p.block(body)
		same := true
		for i, v := range carried {
			if t := ir.JoinShapes(types[i], body.Outputs()[i+1].Type); v.Type.Kind == ir.TensorKind && !t.Equal(types[i]) {
				types[i], same = t, false
			}
		}
		if same {
			break
		}
	}
	for i, v := range n.Outputs {
		if v.Type.Kind == ir.TensorKind {
			p.set(v, types[i])
		}
	}
}

func (p *propagation) set(v *ir.Value, t *ir.Type) {
	if !v.Type.Equal(t) {
		v.Type, p.changed = t, true
	}
}

// node runs an operator and notes what its results are.
func (p *propagation) node(n *ir.Node) {
	if n.Kind == "prim::Constant" {
		if c, ok := n.Outputs[0].ConstantOf(); ok {
			if v, err := exec.ConstantValue(p.th, runtimeOf(p.th), c); err == nil && !runtimeOf(p.th).IsTensor(v) {
				p.known[n.Outputs[0]] = [2]Value{v, v}
			}
		}
		return
	}
	if p.what == ofDevice {
		p.device(n)
		return
	}
	if s := n.Inputs; n.Kind == "aten::masked_select" && p.what == ofAll && len(s) == 2 && s[0].Type.Shape != nil {
		p.set(n.Outputs[0], s[0].Type.WithShape(func(s *ir.Shape) { s.Ranked, s.Sizes, s.Strides = true, []int64{-1}, nil }))
		return
	}
	if sizes := p.product(n); sizes != nil && p.what == ofSizes {
		p.set(n.Outputs[0], n.Outputs[0].Type.WithShape(func(s *ir.Shape) { s.Ranked, s.Sizes, s.Strides = true, sizes, nil }))
		return
	}
	var outs [2][]Value
	exact := n.Kind != "aten::squeeze" || len(n.Inputs) != 1 || !p.openAnywhere(n)
	if !exact { // a size that is unknown may be one
		p.set(n.Outputs[0], ir.Tensor)
		return
	}
	for run := range 2 {
		out, ok := p.run(n, trial{run: run})
		if !ok { // a size that is unknown may have to be that of another operand
			exact = false
			out, ok = p.run(n, trial{run: run, ones: true})
		}
		if !ok {
			for _, v := range n.Outputs {
				if v.Type.Kind == ir.TensorKind && n.Kind != "prim::unchecked_cast" {
					p.set(v, ir.Tensor)
				}
			}
			return
		}
		outs[run] = out
	}
	for i, v := range n.Outputs {
		a, isTensor := torch.Unwrap(outs[0][i])
		if !isTensor {
			p.known[v], p.guessed[v] = [2]Value{outs[0][i], outs[1][i]}, p.ofUnknown(n)
			continue
		}
		p.dtypes[v] = a.DType()
		b, _ := torch.Unwrap(outs[1][i])
		if v.Type.Kind == ir.TensorKind && a.Dim() == b.Dim() {
			p.set(v, p.typeOf(n, v, a, b, exact))
		}
	}
}

// typeOf is the type of a result that was a in one run and b in the other. Runs with ones in the place of unknown sizes tell only sizes along which no operand has such a one.
func (p *propagation) typeOf(n *ir.Node, v *ir.Value, a, b *tensor.Tensor, exact bool) *ir.Type {
	return v.Type.WithShape(func(s *ir.Shape) {
		if p.what != ofSizes && p.dtypesKnown(n) {
			s.ScalarType = a.DType().ScalarName()
		}
		if p.what == ofDType {
			return
		}
		s.Ranked, s.Sizes, s.Strides = true, nil, nil
		for i := range a.Sizes() {
			size := p.symbols.of(sizePair{int64(a.Sizes()[i]), int64(b.Sizes()[i])})
			if !exact && p.openAt(n, a.Dim()-i) {
				if b := p.broadcastAt(n, a.Dim()-i); b == size || b < -1 && elementwise[n.Kind] {
					size = b
				} else {
					size = p.symbols.fresh()
				}
			}
			s.Sizes = append(s.Sizes, size)
		}
		if p.what == ofAll && slices.Equal(a.Sizes(), b.Sizes()) {
			for _, step := range a.Strides() {
				s.Strides = append(s.Strides, int64(step))
			}
		}
		if p.what == ofAll {
			p.noteInputs(n, s)
		}
	})
}

// joining are the operators of which PyTorch does not say whether the result needs a gradient, where several tensors are joined.
var joining = map[string]bool{
	"aten::add": true, "aten::sub": true, "aten::mul": true, "aten::div": true, "aten::mm": true, "aten::where": true,
	"aten::eq": true, "aten::ne": true, "aten::lt": true, "aten::le": true, "aten::gt": true, "aten::ge": true,
}

// noteInputs takes over the device that all operands are on, and that none of them needs a gradient.
func (p *propagation) noteInputs(n *ir.Node, s *ir.Shape) {
	s.Device = commonDevice(n)
	grad := false
	if n.Kind == "aten::detach" {
		s.RequiresGrad = &grad
		return
	}
	if joining[n.Kind] && len(operands(n)) > 1 {
		s.RequiresGrad = nil
		return
	}
	for _, t := range operands(n) {
		if t.Shape == nil || t.Shape.RequiresGrad == nil {
			s.RequiresGrad = nil
			return
		}
		grad = grad || *t.Shape.RequiresGrad
	}
	s.RequiresGrad = &grad
}

// openAnywhere says whether an operand has an unknown size.
func (p *propagation) openAnywhere(n *ir.Node) bool {
	return slices.ContainsFunc(operands(n), func(t *ir.Type) bool {
		return t.Shape != nil && slices.ContainsFunc(t.Shape.Sizes, func(n int64) bool { return n < 0 })
	})
}

// openAt says whether an operand has an unknown size at a place counted from the end.
func (p *propagation) openAt(n *ir.Node, fromEnd int) bool {
	return slices.ContainsFunc(operands(n), func(t *ir.Type) bool {
		return t.Shape != nil && fromEnd <= len(t.Shape.Sizes) && t.Shape.Sizes[len(t.Shape.Sizes)-fromEnd] < 0
	})
}

// ofUnknown says whether numbers that a node reads were computed of unknown sizes.
func (p *propagation) ofUnknown(n *ir.Node) bool {
	return slices.ContainsFunc(n.Inputs, func(v *ir.Value) bool {
		pair, ok := p.known[v]
		return p.guessed[v] || ok && pair[0] != pair[1]
	})
}

// product is the sizes of a product of matrices whose inner sizes are not known to be the same, as they have to be; nil for other nodes.
func (p *propagation) product(n *ir.Node) []int64 {
	rank := map[string]int{"aten::mm": 2, "aten::matmul": 2, "aten::bmm": 3}[n.Kind]
	if rank == 0 {
		return nil
	}
	a, b := n.Inputs[0].Type.Shape, n.Inputs[1].Type.Shape
	if a == nil || b == nil || len(a.Sizes) != rank || len(b.Sizes) != rank || !a.Ranked || !b.Ranked {
		return nil
	}
	if k, m := a.Sizes[rank-1], b.Sizes[rank-2]; k >= 0 && m >= 0 {
		return nil
	}
	sizes := slices.Clone(a.Sizes)
	sizes[rank-1] = b.Sizes[rank-1]
	return sizes
}

// elementwise are operators of two tensors whose results have the size of the operands together.
var elementwise = map[string]bool{"aten::add": true, "aten::sub": true, "aten::mul": true, "aten::div": true, "aten::pow": true, "aten::maximum": true, "aten::minimum": true,
	"aten::eq": true, "aten::ne": true, "aten::lt": true, "aten::le": true, "aten::gt": true, "aten::ge": true, "aten::remainder": true, "aten::atan2": true}

// broadcastAt is what PyTorch takes the size of operands together to be there: of two, the second where the first is one, else the first.
func (p *propagation) broadcastAt(n *ir.Node, fromEnd int) int64 {
	out := int64(1)
	for _, t := range operands(n) {
		if t.Shape == nil || fromEnd > len(t.Shape.Sizes) {
			continue
		}
		switch size := t.Shape.Sizes[len(t.Shape.Sizes)-fromEnd]; {
		case out == 1:
			out = size
		case out < 0 && size != 1 && size != out:
			return -1
		}
	}
	return out
}

func (p *propagation) dtypesKnown(n *ir.Node) bool {
	return !slices.ContainsFunc(operands(n), func(t *ir.Type) bool { return t.Shape == nil || t.Shape.ScalarType == "" })
}

// operands are the types of the tensors that a node takes, alone or in lists.
func operands(n *ir.Node) (out []*ir.Type) {
	for _, v := range n.Inputs {
		if v.Type.Kind == ir.TensorKind {
			out = append(out, v.Type)
		}
		if v.Node().Kind == "prim::ListConstruct" {
			out = append(out, operands(v.Node())...)
		}
	}
	return out
}

// trial says which numbers stand for unknown sizes.
type trial struct {
	run  int
	ones bool // 1 for each
}

func (p *propagation) size(n int64, t trial) int {
	switch {
	case n >= 0:
		return int(n)
	case t.ones:
		return 1
	}
	return int(p.symbols.pairs[n][t.run])
}

// run runs an operator on tensors without data.
func (p *propagation) run(n *ir.Node, t trial) ([]Value, bool) {
	f := exec.OperatorOf(n, runtimeOf(p.th))
	if n.Kind == "prim::ListConstruct" {
		f = func(_ *object.Thread, a []Value) (Value, error) { return object.NewList(slices.Clone(a)...).Ref(), nil }
	}
	if f == nil || len(n.Blocks) > 0 || n.HasSideEffects() {
		return nil, false
	}
	schema := ir.MatchSchema(n)
	// Of an element type that is not known one is tried that most operators take, and one for indices.
	for _, d := range []tensor.DType{tensor.Float32, tensor.Int64} {
		args := make([]Value, len(n.Inputs))
		for i, v := range n.Inputs {
			var ok bool
			if args[i], ok = p.argument(v, d, t); !ok && schema != nil && i < len(schema.Args) && schema.Args[i].Type.Kind == ir.NumberKind {
				args[i], ok = anyNumber(v.Type)
			}
			if !ok {
				return nil, false
			}
		}
		if s := schema; s != nil && len(operands(n)) == 0 {
			if i := s.Find("device"); i >= 0 && i < len(args) { // what is made of nothing is made without data, too
				args[i] = torch.FromOps(p.th, tensor.Device{Type: "meta", Index: -1})
			}
		}
		v, err := f(p.th, args)
		if err != nil {
			continue
		}
		if len(n.Outputs) == 1 {
			return []Value{v}, true
		}
		if t, ok := object.AsTuple(v); ok && len(t.Items) == len(n.Outputs) {
			return t.Items, true
		}
		return nil, false
	}
	return nil, false
}

// anyNumber is a number of a type. What elements are computed with says by its type alone what the result is.
func anyNumber(t *ir.Type) (Value, bool) {
	switch t.Kind {
	case ir.FloatKind:
		return object.Float(2), true
	case ir.IntKind:
		return object.Int(2), true
	}
	return object.Null, false
}

// argument is the value of an operand: a tensor without data of the sizes that its type says.
func (p *propagation) argument(v *ir.Value, unknown tensor.DType, t trial) (Value, bool) {
	if v.Type.Kind == ir.TensorKind {
		s := v.Type.Shape
		if s == nil || !s.Ranked {
			return object.Null, false
		}
		d, ok := dtypeNamed(s.ScalarType)
		if !ok {
			d, ok = p.dtypes[v]
		}
		if !ok {
			d = unknown
		}
		sizes := make([]int, len(s.Sizes))
		for i, n := range s.Sizes {
			sizes[i] = p.size(n, t)
			if sizes[i] < 0 || sizes[i] > math.MaxInt32 {
				return object.Null, false
			}
		}
		strides := tensor.ContiguousStrides(sizes)
		if len(s.Strides) == len(sizes) {
			for i, step := range s.Strides {
				strides[i] = int(step)
			}
		}
		return torch.Wrap(p.th, tensor.NewMeta(d, sizes, strides)), true
	}
	if m := v.Node(); m.Kind == "prim::ListConstruct" && len(operands(m)) > 0 {
		list := object.NewList()
		for _, x := range m.Inputs {
			item, ok := p.argument(x, unknown, t)
			if !ok {
				return object.Null, false
			}
			list.Items = append(list.Items, item)
		}
		return list.Ref(), true
	}
	pair, ok := p.known[v]
	return pair[t.run], ok
}

func dtypeNamed(scalar string) (tensor.DType, bool) {
	for _, d := range tensor.DTypes() {
		if scalar != "" && d.ScalarName() == scalar {
			return d, true
		}
	}
	return 0, false
}

// device notes where the results of a node are: where an argument says, else where the operands are.
func (p *propagation) device(n *ir.Node) {
	where := commonDevice(n)
	switch n.Kind {
	case "aten::cpu", "aten::cuda":
		where = n.Kind[len("aten::"):]
	case "aten::view_as", "aten::expand_as", "aten::reshape_as":
		where = deviceOf(n.Inputs[0])
	case "aten::type_as":
		where = deviceOf(n.Inputs[1])
	}
	if s := ir.MatchSchema(n); s != nil {
		if i := s.Find("device"); i >= 0 && i < len(n.Inputs) && !n.Inputs[i].IsNoneConst() {
			where = ""
			if d, ok := payload[tensor.Device](p.known[n.Inputs[i]][0]); ok {
				where = d.String()
			}
		}
	}
	for _, v := range n.Outputs {
		if v.Type.Kind == ir.TensorKind && where != "" {
			p.set(v, v.Type.WithShape(func(s *ir.Shape) { s.Device = where }))
		}
	}
}

func deviceOf(v *ir.Value) string {
	if s := v.Type.Shape; s != nil {
		return s.Device
	}
	return ""
}

// commonDevice is where the operands of a node are; "" where that is not known or they are apart. One without dimensions may be elsewhere.
func commonDevice(n *ir.Node) string {
	where, scalar := "", ""
	for _, t := range operands(n) {
		switch s := t.Shape; {
		case s == nil || s.Device == "":
			return ""
		case s.Ranked && len(s.Sizes) == 0:
			scalar = s.Device
		case where != "" && where != s.Device:
			return ""
		default:
			where = s.Device
		}
	}
	if where == "" {
		return scalar
	}
	return where
}

// completeShapes gives the inputs of a graph the types of arguments, and propagates all that is known of them.
func completeShapes(th *object.Thread, g *ir.Graph, args []Value) error {
	if len(args) != len(g.Inputs()) {
		return object.RuntimeErrorf("the graph has %d inputs, not %d", len(g.Inputs()), len(args))
	}
	for i, v := range g.Inputs() {
		if t, ok := torch.Unwrap(args[i]); ok {
			v.Type = tensorType(t)
		}
	}
	propagate(th, g, ofAll)
	return nil
}

// rankedShapes is a copy of a graph on which the types of arguments are propagated, of whose sizes only the number is kept.
func rankedShapes(th *object.Thread, g *ir.Graph, args []Value) (*ir.Graph, error) {
	g = g.Copy()
	if err := completeShapes(th, g, args); err != nil {
		return nil, err
	}
	ir.EraseSizes(g)
	return g, nil
}
