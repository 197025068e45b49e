package ir

import (
	"fmt"
	"slices"
	"strings"
)

// Lint checks the invariants of a graph: uses and operands agree, and a value is defined before it is read.
func Lint(g *Graph) error {
	defined := map[*Value]bool{}
	return lintBlock(g.Block, defined)
}

func lintBlock(b *Block, defined map[*Value]bool) error {
	inner := map[*Value]bool{}
	add := func(list []*Value) {
		for _, v := range list {
			inner[v] = true
		}
	}
	known := func(v *Value) bool { return inner[v] || defined[v] }
	add(b.Inputs())
	for n := b.First(); n != nil; n = n.Next() {
		if err := lintOperands(n, known); err != nil {
			return err
		}
		all := map[*Value]bool{}
		for v := range defined {
			all[v] = true
		}
		for v := range inner {
			all[v] = true
		}
		for _, sub := range n.Blocks {
			if err := lintBlock(sub, all); err != nil {
				return err
			}
		}
		add(n.Outputs)
	}
	return lintOperands(b.result, known)
}

func lintOperands(n *Node, known func(*Value) bool) error {
	for i, v := range n.Inputs {
		if !known(v) {
			return fmt.Errorf("magneto: graph is not valid: %%%s is read by %s before it is defined", v.Name(), n.Kind)
		}
		found := false
		for _, u := range v.uses {
			found = found || u.Node == n && u.Index == i
		}
		if !found {
			return fmt.Errorf("magneto: graph is not valid: %%%s does not know that %s reads it", v.Name(), n.Kind)
		}
	}
	return nil
}

// scalarNames are the names of tensor types by their numbers in graphs; "" is no type.
var scalarNames = []string{"Byte", "Char", "Short", "Int", "Long", "Half", "Float", "Double", "ComplexHalf", "ComplexFloat", "ComplexDouble", "Bool", "QInt8", "QUInt8", "QInt32", "BFloat16",
	"QUInt4x2", "QUInt2x4", "Bits1x8", "Bits2x4", "Bits4x2", "Bits8", "Bits16", "Float8_e5m2", "Float8_e4m3fn", "Float8_e5m2fnuz", "Float8_e4m3fnuz", "UInt16", "UInt32", "UInt64",
	"UInt1", "UInt2", "UInt3", "UInt4", "UInt5", "UInt6", "UInt7", "Int1", "Int2", "Int3", "Int4", "Int5", "Int6", "Int7", "Float8_e8m0fnu", "Float4_e2m1fn_x2"}

// ScalarNumber is the number of a tensor type in graphs.
func ScalarNumber(name string) (int64, bool) {
	n := slices.Index(scalarNames, name)
	return int64(n), n >= 0
}

// dimsOfConvolution are the dimensions that PyTorch takes results of these operators to have.
var dimsOfConvolution = map[string]int64{"aten::conv1d": 3, "aten::conv2d": 4, "aten::conv3d": 5}

// knownOfShape is the result of a question about a tensor that its type answers.
func knownOfShape(n *Node) (Constant, bool) {
	if n.Kind == "aten::dim" {
		if d, ok := dimsOfConvolution[n.Inputs[0].node.Kind]; ok {
			return Constant{V: d}, true
		}
	}
	s := n.Inputs[0].Type.Shape
	if s == nil {
		return Constant{}, false
	}
	switch n.Kind {
	case "aten::dim":
		return Constant{V: int64(len(s.Sizes))}, s.Ranked
	case "prim::dtype":
		number, ok := ScalarNumber(s.ScalarType)
		return Constant{V: number}, ok
	case "prim::device":
		return Constant{V: DeviceName(s.Device)}, s.Device != ""
	case "aten::is_floating_point":
		switch s.ScalarType {
		case "Half", "BFloat16", "Float", "Double":
			return Constant{V: true}, true
		}
		return Constant{V: false}, s.ScalarType != ""
	}
	return Constant{V: strings.HasPrefix(s.Device, "cuda")}, s.Device != ""
}

// CommonSubexpressions makes equal nodes one, where nothing writes to what they read or give.
func CommonSubexpressions(g *Graph) {
	g.show(atSubexpressions, "Before CSE")
	c := &cse{written: map[*Value]bool{}, mem: newMemory(g)}
	g.Block.Walk(func(n *Node) {
		for _, v := range c.mem.written(n) {
			c.written[c.mem.find(v)] = true
		}
	})
	c.block(g.Block, nil)
}

type cse struct {
	mem     *memory
	written map[*Value]bool
}

type seenNodes struct {
	nodes  []*Node
	parent *seenNodes
}

func (c *cse) block(b *Block, parent *seenNodes) {
	seen := &seenNodes{parent: parent}
	for n := b.First(); n != nil; {
		next := n.Next()
		for _, inner := range n.Blocks {
			c.block(inner, seen)
		}
		if c.may(n) {
			if old := seen.find(n); old != nil && c.apart(old, n) {
				seen.nodes = append(seen.nodes, n)
			} else if old != nil {
				n.Graph().tell(atEqualNodes, "Replacing\n%swith\n%s", n, old)
				for i, v := range n.Outputs {
					v.ReplaceAll(old.Outputs[i])
				}
				n.Destroy()
			} else {
				seen.nodes = append(seen.nodes, n)
			}
		}
		n = next
	}
}

// apart says whether both nodes give something out of the graph that others may change: then these must not be one thing.
func (c *cse) apart(a, b *Node) bool {
	for i, v := range a.Outputs {
		if v.Type.IsMutable() && c.mem.escapes[c.mem.find(v)] && c.mem.escapes[c.mem.find(b.Outputs[i])] {
			return true
		}
	}
	return false
}

// may says whether a node can be shared.
func (c *cse) may(n *Node) bool {
	if len(n.Outputs) == 0 || len(n.Blocks) > 0 || n.HasSideEffects() || isRandom(n) || n.Kind == "prim::fork" || n.Kind == "prim::CreateObject" || n.Kind == "prim::GetAttr" {
		return false
	}
	if k, _ := n.Attr("value").(Constant); n.Kind == "prim::Constant" {
		if _, enum := k.V.(EnumConst); enum { // each is an object of its own
			return false
		}
	}
	if len(c.mem.written(n)) > 0 {
		return false
	}
	for _, v := range n.Inputs {
		if c.written[c.mem.find(v)] {
			return false
		}
	}
	for _, v := range n.Outputs {
		if c.written[c.mem.find(v)] {
			return false
		}
		if v.Type.Kind == ListKind || v.Type.Kind == DictKind { // who gets it may change it
			for _, u := range v.uses {
				if u.Node.Kind == "prim::Return" {
					return false
				}
			}
		}
	}
	return true
}

var randomKinds = map[string]bool{"aten::dropout": true, "aten::bernoulli": true, "aten::rand": true, "aten::randn": true, "aten::randint": true, "aten::rand_like": true, "aten::randn_like": true, "aten::randperm": true, "aten::multinomial": true,
	"aten::normal": true, "aten::poisson": true, "aten::rrelu": true, "aten::alpha_dropout": true, "aten::feature_dropout": true, "aten::randint_like": true}

func isRandom(n *Node) bool { return randomKinds[n.Kind] }

func (s *seenNodes) find(n *Node) *Node {
	for ; s != nil; s = s.parent {
		for _, m := range s.nodes {
			if sameNode(n, m) {
				return m
			}
		}
	}
	return nil
}

func sameNode(a, b *Node) bool {
	if a.Kind != b.Kind || len(a.Inputs) != len(b.Inputs) || len(a.Outputs) != len(b.Outputs) || len(a.attrs) != len(b.attrs) {
		return false
	}
	for i := range a.Inputs {
		if a.Inputs[i] != b.Inputs[i] {
			return false
		}
	}
	for i := range a.Outputs {
		if !a.Outputs[i].Type.Equal(b.Outputs[i].Type) {
			return false
		}
	}
	for i := range a.attrs {
		x, ok1 := a.attrs[i].Value.(Constant)
		y, ok2 := b.attrs[i].Value.(Constant)
		if a.attrs[i].Name != b.attrs[i].Name || !ok1 || !ok2 || !x.Equal(y) {
			return false
		}
	}
	return true
}

// sameKind says whether two tensors are known to have the same element type, device and need of gradients.
func (s *Shape) sameKind(t *Shape) bool {
	return s != nil && t != nil && s.ScalarType != "" && s.ScalarType == t.ScalarType && s.Device != "" && s.Device == t.Device &&
		s.RequiresGrad != nil && t.RequiresGrad != nil && *s.RequiresGrad == *t.RequiresGrad
}

// Peephole simplifies nodes by themselves: steps that change nothing, questions whose answer the types know.
func Peephole(g *Graph) { peephole(g, true) }

// PeepholeWithoutShapes is Peephole that asks types of tensors nothing.
func PeepholeWithoutShapes(g *Graph) { peephole(g, false) }

// questionsOfShapes are the nodes that types of tensors may answer.
var questionsOfShapes = map[string]bool{"aten::type_as": true, "aten::dim": true, "prim::dtype": true, "prim::device": true, "prim::is_cuda": true, "aten::is_floating_point": true, "aten::size": true}

func peephole(g *Graph, shapes bool) {
	changed := false
	g.Block.walkInnerFirst(func(n *Node) {
		if n.dead {
			return
		}
		switch n.Kind {
		case "prim::ListUnpack":
			changed = unpackList(g, n) || changed
			return
		case "prim::If":
			changed = dropConditions(n) || changed
			changed = refineResults(n) || changed
			return
		}
		if len(n.Outputs) != 1 || questionsOfShapes[n.Kind] && !shapes {
			return
		}
		out := n.Outputs[0]
		replace := func(v *Value) {
			out.ReplaceAll(v)
			changed = true
		}
		switch n.Kind {
		case "aten::mul", "aten::div", "aten::add", "aten::sub", "aten::floordiv":
			if v := unchanged(g, n, shapes); v != nil {
				replace(v)
			} else if v := joined(g, n); v != nil {
				replace(v)
			}
		case "aten::type_as":
			if a, b := n.Inputs[0].Type.Shape, n.Inputs[1].Type.Shape; a.sameKind(b) {
				replace(n.Inputs[0])
			}
		case "aten::dim", "prim::dtype", "prim::device", "prim::is_cuda", "aten::is_floating_point":
			if c, ok := knownOfShape(n); ok {
				g.at = n
				replace(g.Constant(c, out.Type))
			}
		case "aten::t":
			if m := n.Inputs[0].node; m.Kind == "aten::t" {
				replace(m.Inputs[0])
			}
		case "aten::__getitem__":
			if v := pickItem(g, n); v != nil {
				replace(v)
			}
		case "aten::Float", "aten::Int", "aten::FloatImplicit", "aten::IntImplicit", "aten::ScalarImplicit":
			if m := n.Inputs[0].node; m.Kind == "prim::NumToTensor" && (m.Inputs[0].Type.Equal(out.Type) || out.Type.Kind == NumberKind) {
				replace(m.Inputs[0])
			}
		case "aten::size":
			if d, ok := knownSize(n); ok {
				old := g.SetAt(n)
				replace(g.Constant(Constant{d}, nil))
				g.SetAt(old)
				return
			}
			if s := n.Inputs[0].Type.Shape; s != nil && s.Ranked && len(n.Inputs) == 1 {
				list := make([]Constant, len(s.Sizes))
				for i, d := range s.Sizes {
					if d < 0 {
						return
					}
					list[i] = Constant{d}
				}
				old := g.SetAt(n)
				replace(g.Constant(Constant{list}, ListOf(Int)))
				g.SetAt(old)
			}
		case "aten::__is__", "aten::__isnot__":
			a, b := n.Inputs[0].Type, n.Inputs[1].Type
			if a.IsNone() && !b.MayBeNone() || b.IsNone() && !a.MayBeNone() {
				old := g.SetAt(n)
				replace(g.Constant(Constant{n.Kind == "aten::__isnot__"}, nil))
				g.SetAt(old)
			}
		case "prim::unchecked_cast", "prim::unchecked_unwrap_optional", "aten::_unwrap_optional":
			if n.Inputs[0].Type.Equal(out.Type) {
				replace(n.Inputs[0])
			}
		case "aten::slice":
			if v := slicedList(g, n); v != nil {
				replace(v)
			}
		case "aten::len":
			if count, ok := knownLength(n.Inputs[0].node); ok && !newMemory(g).changed(g, n.Inputs[0]) {
				old := g.SetAt(n)
				replace(g.Constant(Constant{count}, nil))
				g.SetAt(old)
			}
		}
	})
	g.show(atPeepholeOthers, "After PeepholeOptimize: ")
	g.show(atJoinedConcats, "After combining concats")
	g.show(atPeephole, "After PeepholeOptimize: ")
	if changed {
		eliminateDead(g, true, false)
	}
}

// unchanged is the operand of arithmetic that gives just it, nil where it gives something else: an int with nothing added or multiplied by one, a tensor likewise
// whose memory nobody tells from that of the result.
func unchanged(g *Graph, n *Node, shapes bool) *Value {
	if len(n.Inputs) < 2 {
		return nil
	}
	constant := func(v *Value, want int64) bool {
		c, ok := v.ConstantOf()
		return ok && (c.V == want || c.V == float64(want))
	}
	x, y := n.Inputs[0], n.Inputs[1]
	if x.Type.Kind == TensorKind {
		nothing := (n.Kind == "aten::mul" || n.Kind == "aten::div" && len(n.Inputs) == 2) && constant(y, 1) ||
			(n.Kind == "aten::add" || n.Kind == "aten::sub") && constant(y, 0) && len(n.Inputs) == 3 && constant(n.Inputs[2], 1)
		if y.Type.Kind == TensorKind || !nothing || (n.Kind == "aten::div" || y.Type.Kind != IntKind) && !(shapes && x.Type.Shape.floating()) {
			return nil
		}
		m := newMemory(g)
		if out := n.Outputs[0]; m.changed(g, x) || m.changed(g, out) || m.escapes[m.find(x)] && m.escapes[m.find(out)] {
			return nil
		}
		return x
	}
	if x.Type.Kind != IntKind || y.Type.Kind != IntKind {
		return nil
	}
	switch sums := n.Kind == "aten::add"; {
	case (sums || n.Kind == "aten::sub") && constant(y, 0), !sums && n.Kind != "aten::sub" && constant(y, 1):
		return x
	case sums && constant(x, 0), n.Kind == "aten::mul" && constant(x, 1):
		return y
	}
	return nil
}

// floating says whether the elements are known to be floats or complex numbers, so that other floats do not change their type.
func (s *Shape) floating() bool {
	if s == nil {
		return false
	}
	switch s.ScalarType {
	case "Half", "BFloat16", "Float", "Double", "ComplexHalf", "ComplexFloat", "ComplexDouble":
		return true
	}
	return false
}

// isCondition says whether a result of a branch is its condition: true where that holds, else false.
func isCondition(n *Node, at int) bool {
	yes, ok1 := n.Blocks[0].Outputs()[at].ConstantOf()
	no, ok2 := n.Blocks[1].Outputs()[at].ConstantOf()
	return ok1 && ok2 && yes.V == true && no.V == false
}

// dropConditions lets readers of results of a branch that are its condition read that, and says whether there were any.
func dropConditions(n *Node) bool {
	changed := false
	for i := len(n.Outputs) - 1; i >= 0; i-- {
		if isCondition(n, i) {
			n.Outputs[i].ReplaceAll(n.Inputs[0])
			n.EraseOutput(i)
			n.Blocks[0].EraseOutput(i)
			n.Blocks[1].EraseOutput(i)
			changed = true
		}
	}
	return changed
}

// joined is the list of the items of two lists that are added, made in the graph and never changed; nil for what is no such sum.
func joined(g *Graph, n *Node) *Value {
	if n.Kind != "aten::add" || n.Inputs[0].node.Kind != "prim::ListConstruct" || n.Inputs[1].node.Kind != "prim::ListConstruct" {
		return nil
	}
	if m := newMemory(g); m.changed(g, n.Inputs[0]) || m.changed(g, n.Inputs[1]) {
		return nil
	}
	list := g.CreateTyped("prim::ListConstruct", n.Outputs[0].Type, append(slices.Clone(n.Inputs[0].node.Inputs), n.Inputs[1].node.Inputs...)...)
	return list.InsertBefore(n).Outputs[0]
}

// knownLength is the number of items of a list or a dict that a node makes, unless keys of it may be equal.
func knownLength(m *Node) (int64, bool) {
	switch m.Kind {
	case "prim::ListConstruct":
		return int64(len(m.Inputs)), true
	case "prim::DictConstruct":
		var keys []Constant
		for i := 0; i+1 < len(m.Inputs); i += 2 {
			k, ok := m.Inputs[i].ConstantOf()
			if !ok || slices.ContainsFunc(keys, k.Equal) {
				return 0, false
			}
			keys = append(keys, k)
		}
		return int64(len(keys)), true
	}
	return 0, false
}

// slicedList is the list of the items that constants pick of a list that is made in the graph and never changed; nil for what is no such slice.
func slicedList(g *Graph, n *Node) *Value {
	from := n.Inputs[0].node
	if from.Kind != "prim::ListConstruct" || len(n.Inputs) != 4 || newMemory(g).changed(g, n.Inputs[0]) || newMemory(g).changed(g, n.Outputs[0]) {
		return nil
	}
	count := int64(len(from.Inputs))
	bound := func(v *Value, none int64) (int64, bool) {
		if v.IsNoneConst() {
			return none, true
		}
		c, _ := v.ConstantOf()
		i, ok := c.V.(int64)
		if i < 0 {
			i += count
		}
		return min(max(i, 0), count), ok
	}
	start, ok1 := bound(n.Inputs[1], 0)
	end, ok2 := bound(n.Inputs[2], count)
	c, _ := n.Inputs[3].ConstantOf()
	step, ok3 := c.V.(int64)
	if !ok1 || !ok2 || !ok3 || step < 1 {
		return nil
	}
	var items []*Value
	for i := start; i < end; i += step {
		items = append(items, from.Inputs[i])
	}
	return g.CreateTyped("prim::ListConstruct", n.Outputs[0].Type, items...).InsertBefore(n).Outputs[0]
}

// pickItem is the item of a list or dict that is made in the graph, never changed, and asked for an item by a constant.
func pickItem(g *Graph, n *Node) *Value {
	from := n.Inputs[0].node
	c, ok := n.Inputs[1].ConstantOf()
	if !ok || from.Kind != "prim::ListConstruct" && from.Kind != "prim::DictConstruct" || newMemory(g).changed(g, n.Inputs[0]) {
		return nil
	}
	if from.Kind == "prim::DictConstruct" {
		var found *Value
		for i := 0; i+1 < len(from.Inputs); i += 2 {
			k, ok := from.Inputs[i].ConstantOf()
			if !ok {
				return nil
			}
			if k.Equal(c) {
				found = from.Inputs[i+1]
			}
		}
		return found
	}
	i, ok := c.V.(int64)
	if i < 0 {
		i += int64(len(from.Inputs))
	}
	if !ok || i < 0 || i >= int64(len(from.Inputs)) {
		return nil
	}
	return from.Inputs[i]
}

// unpackList gives the items of a list that is made in the graph and never changed, and says whether it did.
func unpackList(g *Graph, n *Node) bool {
	from := n.Inputs[0].node
	if from.Kind != "prim::ListConstruct" || len(from.Inputs) != len(n.Outputs) || newMemory(g).changed(g, n.Inputs[0]) {
		return false
	}
	for i, v := range n.Outputs {
		v.ReplaceAll(from.Inputs[i])
	}
	return true
}

// changed says whether some node writes to the memory of a value.
func (m *memory) changed(g *Graph, v *Value) bool {
	hit := false
	g.Block.Walk(func(n *Node) {
		for _, w := range m.written(n) {
			hit = hit || m.find(w) == m.find(v)
		}
	})
	return hit
}

// LowerAllTuples takes all tuples apart, those of inputs and outputs too.
func LowerAllTuples(g *Graph) {
	inputs := func(b *Block) {
		for i := 0; i < len(b.Inputs()); {
			v := b.Inputs()[i]
			if v.Type.Kind != TupleKind {
				i++
				continue
			}
			parts := make([]*Value, len(v.Type.Elem))
			for k, t := range v.Type.Elem {
				parts[k] = b.InsertInput(i+1+k, t)
			}
			t := g.CreateTyped("prim::TupleConstruct", v.Type, parts...)
			t.InsertAfter(b.param)
			v.ReplaceAll(t.Outputs[0])
			b.EraseInput(i)
		}
	}
	outputs := func(b *Block) {
		for i := 0; i < len(b.Outputs()); {
			v := b.Outputs()[i]
			if v.Type.Kind != TupleKind {
				i++
				continue
			}
			u := g.Create("prim::TupleUnpack", []*Value{v}, 0)
			for _, t := range v.Type.Elem {
				u.AddOutput(t)
			}
			u.InsertBefore(b.result)
			b.EraseOutput(i)
			for k, w := range u.Outputs {
				b.result.InsertInput(i+k, w)
			}
		}
	}
	inputs(g.Block)
	splitTupleConstants(g)
	lowerControlTuples(g.Block)
	outputs(g.Block)
	lowerSimpleTuples(g)
	g.show(atAllTuples, "After LowerAllTuples: ")
	eliminateDead(g, true, false)
}

// splitTupleConstants makes a constant for each element of a constant tuple.
func splitTupleConstants(g *Graph) {
	g.Block.Walk(func(n *Node) {
		if n.Kind != "prim::Constant" {
			return
		}
		c, _ := n.Outputs[0].ConstantOf()
		parts, ok := c.V.(TupleConst)
		if !ok {
			return
		}
		values := make([]*Value, len(parts))
		for i, part := range parts {
			one := g.NewConstant(part, nil)
			one.InsertBefore(n)
			values[i] = one.Outputs[0]
		}
		t := g.CreateTyped("prim::TupleConstruct", n.Outputs[0].Type, values...)
		t.InsertBefore(n)
		n.Outputs[0].ReplaceAll(t.Outputs[0])
		n.Destroy()
	})
}

// lowerControlTuples makes the parts of tuples outputs of branches and loops of their own.
func lowerControlTuples(b *Block) {
	g := b.graph
	for n := b.First(); n != nil; n = n.Next() {
		for _, inner := range n.Blocks {
			lowerControlTuples(inner)
		}
		if n.Kind != "prim::If" {
			continue
		}
		for i := 0; i < len(n.Outputs); {
			v := n.Outputs[i]
			if v.Type.Kind != TupleKind {
				i++
				continue
			}
			t := g.CreateTyped("prim::TupleConstruct", v.Type)
			parts := make([]*Value, len(v.Type.Elem))
			for k, of := range v.Type.Elem {
				if of.Kind != TupleKind {
					of = Tensor // whatever it is, as PyTorch has it
				}
				parts[k] = g.newValue(n, of)
				t.AddInput(parts[k])
			}
			n.Outputs = slices.Insert(n.Outputs, i+1, parts...)
			for _, inner := range n.Blocks {
				u := g.Create("prim::TupleUnpack", []*Value{inner.Outputs()[i]}, 0)
				for _, t := range v.Type.Elem {
					u.AddOutput(t)
				}
				u.InsertBefore(inner.result)
				for k, w := range u.Outputs {
					inner.result.InsertInput(i+1+k, w)
				}
				inner.EraseOutput(i)
			}
			t.InsertAfter(n)
			v.ReplaceAll(t.Outputs[0])
			n.EraseOutput(i)
		}
	}
}

// EraseShapes takes away what is known of tensors' shapes.
func EraseShapes(g *Graph) { mapValueTypes(g, (*Type).Unshaped) }

// EraseSizes forgets the sizes of tensors, but how many there are.
func EraseSizes(g *Graph) { mapValueTypes(g, (*Type).unsized) }

func mapValueTypes(g *Graph, f func(*Type) *Type) {
	each := func(list []*Value) {
		for _, v := range list {
			v.Type = f(v.Type)
		}
	}
	var walk func(b *Block)
	walk = func(b *Block) {
		each(b.Inputs())
		for n := b.First(); n != nil; n = n.Next() {
			each(n.Outputs)
			for _, a := range n.attrs {
				if sub, ok := a.Value.(*Graph); ok {
					mapValueTypes(sub, f)
				}
			}
			for _, inner := range n.Blocks {
				walk(inner)
			}
		}
	}
	walk(g.Block)
}

// RemoveExpands lets readers of an expanded tensor read the tensor itself.
func RemoveExpands(g *Graph) {
	g.Block.Walk(func(n *Node) {
		if n.Kind == "aten::expand" {
			if c, ok := n.Inputs[len(n.Inputs)-1].ConstantOf(); ok && (c.V == true || c.V == int64(1)) {
				n.Outputs[0].ReplaceAll(n.Inputs[0])
				n.Destroy()
			}
		}
	})
}

// DropInactiveDropout lets readers of a dropout that does nothing read what goes into it.
func DropInactiveDropout(g *Graph) {
	g.Block.Walk(func(n *Node) {
		switch n.Kind {
		case "aten::dropout", "aten::feature_dropout", "aten::alpha_dropout", "aten::feature_alpha_dropout", "aten::dropout_":
			if c, ok := n.Inputs[2].ConstantOf(); ok && c.V == false {
				n.Outputs[0].ReplaceAll(n.Inputs[0])
				n.Destroy()
			}
		}
	})
}

// knownSize is the size that a node asks for, where the tensor's type tells it.
func knownSize(n *Node) (int64, bool) {
	s := n.Inputs[0].Type.Shape
	if len(n.Inputs) != 2 || s == nil || !s.Ranked {
		return 0, false
	}
	c, ok := n.Inputs[1].ConstantOf()
	dim, isInt := c.V.(int64)
	if !ok || !isInt {
		return 0, false
	}
	if dim < 0 {
		dim += int64(len(s.Sizes))
	}
	if dim < 0 || dim >= int64(len(s.Sizes)) || s.Sizes[dim] < 0 {
		return 0, false
	}
	return s.Sizes[dim], true
}
