package ir

import (
	"slices"
	"strings"
)

// Folder runs operators on constants.
type Folder interface {
	Fold(n *Node, args []Constant) ([]Constant, bool)
}

// InlineConsecutiveIfs merges an If with the next one where the second asks for a constant result of the first.
func InlineConsecutiveIfs(g *Graph) { inlineIfs(g.Block) }

func inlineIfs(b *Block) {
	for n := b.First(); n != nil; {
		for _, inner := range n.Blocks {
			inlineIfs(inner)
		}
		if n.Kind == "prim::If" {
			if m := n.Next(); m != nil && m.Kind == "prim::If" && mergeIfs(n, m) {
				continue // the merged one may ask for another
			}
		}
		n = n.Next()
	}
}

// mergeIfs moves the branches of the second If into those of the first.
func mergeIfs(first, second *Node) bool {
	i := slices.Index(first.Outputs, second.Inputs[0])
	if i < 0 {
		return false
	}
	sides := [2]bool{}
	for k, b := range first.Blocks {
		c, ok := b.Outputs()[i].ConstantOf()
		v, isBool := c.V.(bool)
		if !ok || !isBool {
			return false
		}
		sides[k] = v
	}
	if sides[0] == sides[1] {
		return false
	}
	for k, b := range first.Blocks {
		from := second.Blocks[1]
		if sides[k] {
			from = second.Blocks[0]
		}
		local := map[*Value]*Value{}
		env := func(v *Value) *Value {
			if w := local[v]; w != nil {
				return w
			}
			if at := slices.Index(first.Outputs, v); at >= 0 {
				return b.Outputs()[at]
			}
			return v
		}
		for n := from.First(); n != nil; n = n.Next() {
			m := b.graph.CopyNode(n, env)
			m.InsertBefore(b.result)
			for j, v := range n.Outputs {
				local[v] = m.Outputs[j]
			}
		}
		for _, v := range from.Outputs() {
			b.AddOutput(env(v))
		}
	}
	for _, v := range second.Outputs {
		w := first.AddOutput(v.Type)
		v.ReplaceAll(w)
		w.CopyMeta(v)
	}
	second.Destroy()
	return true
}

// CanonicalizeModifiedLoops makes while loops with a counter of loops that have both a trip count and a condition of their own.
func CanonicalizeModifiedLoops(g *Graph) { modifiedLoops(g.Block) }

func modifiedLoops(b *Block) {
	for n := b.First(); n != nil; n = n.Next() {
		for _, inner := range n.Blocks {
			modifiedLoops(inner)
		}
		if n.Kind == "prim::Loop" {
			modifiedLoop(n)
		}
	}
}

func modifiedLoop(n *Node) {
	g := n.Graph()
	body := n.Blocks[0]
	trips, start := n.Inputs[0], n.Inputs[1]
	isTrue := func(v *Value) bool { c, ok := v.ConstantOf(); return ok && c.V == true }
	if c, ok := trips.ConstantOf(); ok && c.V == int64(1<<63-1) || isTrue(start) && isTrue(body.Outputs()[0]) {
		return
	}
	old := g.SetAt(n)
	zero := g.Constant(Constant{int64(0)}, nil)
	one := g.Constant(Constant{int64(1)}, nil)
	cond := g.Insert(g.op("aten::gt", Bool, trips, zero)).Outputs[0]
	if !isTrue(start) {
		cond = g.Insert(g.op("aten::__and__", Bool, cond, start)).Outputs[0]
	}
	n.ReplaceInput(0, g.Constant(Constant{int64(1<<63 - 1)}, nil))
	n.ReplaceInput(1, cond)
	n.AddInput(zero)
	n.AddOutput(Int)
	i := body.AddInput("", Int)
	body.Inputs()[0].ReplaceAll(i)
	body.Inputs()[0].SetName("")
	g.SetAtEnd(body)
	next := g.Insert(g.op("aten::add", Int, i, one)).Outputs[0]
	less := g.Insert(g.op("aten::lt", Bool, next, trips)).Outputs[0]
	both := g.Insert(g.op("aten::__and__", Bool, less, body.Outputs()[0])).Outputs[0]
	body.result.ReplaceInput(0, both)
	body.AddOutput(next)
	g.SetAt(old)
}

// op is a node of an operator on plain values, with its schema.
func (g *Graph) op(kind string, t *Type, args ...*Value) *Node {
	n := g.CreateTyped(kind, t, args...)
	MatchSchema(n)
	return n
}

// aliases are operators that have another name.
var aliases = map[string]string{"absolute": "abs", "absolute_": "abs_", "clip": "clamp", "clip_": "clamp_", "divide": "div", "divide_": "div_", "true_divide": "div", "true_divide_": "div_", "multiply": "mul", "multiply_": "mul_", "subtract": "sub", "subtract_": "sub_",
	"greater": "gt", "greater_": "gt_", "greater_equal": "ge", "greater_equal_": "ge_", "less": "lt", "less_": "lt_", "less_equal": "le", "less_equal_": "le_", "not_equal": "ne", "not_equal_": "ne_", "concat": "cat", "concatenate": "cat", "swapaxes": "transpose", "swapdims": "transpose", "swapaxes_": "transpose_", "swapdims_": "transpose_",
	"negative": "neg", "negative_": "neg_", "arcsin": "asin", "arcsin_": "asin_", "arccos": "acos", "arccos_": "acos_", "arctan": "atan", "arctan_": "atan_", "arccosh": "acosh", "arccosh_": "acosh_", "arcsinh": "asinh", "arcsinh_": "asinh_", "arctanh": "atanh", "arctanh_": "atanh_", "fix": "trunc", "fix_": "trunc_", "ger": "outer", "moveaxis": "movedim",
	"row_stack": "vstack", "special_erf": "erf", "special_erfc": "erfc", "special_exp2": "exp2", "special_expm1": "expm1", "special_gammaln": "lgamma", "special_digamma": "digamma", "special_expit": "sigmoid", "special_logit": "logit", "special_round": "round", "special_log1p": "log1p", "special_sinc": "sinc", "special_psi": "digamma",
	"special_erfinv": "erfinv", "special_gammainc": "igamma", "special_gammaincc": "igammac", "special_i0": "i0", "special_log_softmax": "log_softmax", "special_logsumexp": "logsumexp", "special_multigammaln": "mvlgamma", "special_polygamma": "polygamma",
	"special_softmax": "softmax", "special_xlogy": "xlogy", "linalg_matmul": "matmul", "inverse": "linalg_inv", "matrix_exp": "linalg_matrix_exp", "matrix_power": "linalg_matrix_power", "adjoint": "mH", "det": "linalg_det", "orgqr": "linalg_householder_product",
	"_linalg_det": "linalg_det", "arctan2": "atan2", "arctan2_": "atan2_"}

// NormalizeOperators gives operators that have several names one. Those that are renamed have results with new numbers.
func NormalizeOperators(g *Graph) {
	rename := func(n *Node, kind string) {
		n.Kind, n.Schema = kind, nil
		MatchSchema(n)
		for _, v := range n.Outputs {
			v.ID = g.nextID
			g.nextID++
		}
	}
	g.Block.Walk(func(n *Node) {
		name, ok := strings.CutPrefix(n.Kind, "aten::")
		if !ok {
			return
		}
		if to := aliases[name]; to != "" && to != name && Overloads("aten::"+to) != nil {
			rename(n, "aten::"+to)
			return
		}
		switch {
		case name == "rsub" && n.Inputs[1].Type.Kind == TensorKind:
			a, b := n.Inputs[0], n.Inputs[1]
			n.ReplaceInput(0, b)
			n.ReplaceInput(1, a)
			rename(n, "aten::sub")
		case name == "__is__" && n.Inputs[0].Type.Kind == BoolKind && n.Inputs[1].Type.Kind == BoolKind:
			rename(n, "aten::eq")
		case name == "__isnot__" && n.Inputs[0].Type.Kind == BoolKind && n.Inputs[1].Type.Kind == BoolKind:
			rename(n, "aten::ne")
		}
	})
}

// LowerSimpleTuples lets what takes a tuple apart read the parts that it was made of.
func LowerSimpleTuples(g *Graph) {
	lowerSimpleTuples(g)
	g.show(atSimpleTuples, "After LowerSimpleTuples: ")
	EliminateDead(g, true)
}

func lowerSimpleTuples(g *Graph) {
	g.Block.Walk(func(n *Node) {
		if n.dead || len(n.Inputs) == 0 || n.Inputs[0].node.Kind != "prim::TupleConstruct" {
			return
		}
		from := n.Inputs[0].node
		switch n.Kind {
		case "prim::TupleUnpack":
			for i, v := range n.Outputs {
				v.ReplaceAll(from.Inputs[i])
			}
		case "prim::TupleIndex":
			c, ok := n.Inputs[1].ConstantOf()
			i, isInt := c.V.(int64)
			if !ok || !isInt {
				return
			}
			if i < 0 {
				i += int64(len(from.Inputs))
			}
			if i >= 0 && i < int64(len(from.Inputs)) {
				n.Outputs[0].ReplaceAll(from.Inputs[i])
			}
		}
	})
}

// PropagateConstants computes what depends on constants alone. With immutable set it leaves lists and tensors, which might be changed.
func PropagateConstants(g *Graph, f Folder, immutable bool) {
	p := &propagation{g: g, f: f, immutable: immutable}
	if !immutable {
		p.mem = newMemory(g)
	}
	p.block(g.Block)
	if p.changed {
		EliminateDead(g, true)
	}
	if immutable {
		g.show(atPlainConstants, "After ConstantPropagationImmutableTypes: ")
	} else {
		g.show(atConstants, "After ConstantPropagation: ")
	}
}

type propagation struct {
	g         *Graph
	f         Folder
	immutable bool
	mem       *memory // where mutable values may be folded
	changed   bool
}

// untouched says whether a mutable value is never written to, so that a constant can stand for it.
func (p *propagation) untouched(v *Value) bool {
	if !v.Type.IsMutable() || v.Type.IsNone() {
		return true
	}
	return !p.immutable && (v.node.Kind == "prim::Constant" || v.Type.Kind != ClassKind && !p.mem.changed(p.g, v))
}

func (p *propagation) block(b *Block) {
	for n := b.First(); n != nil; {
		next := n.Next()
		p.node(n)
		n = next
	}
}

// neverFolded are nodes that stay though their operands are constants.
var neverFolded = map[string]bool{"prim::Constant": true, "prim::If": true, "prim::Loop": true, "prim::CreateObject": true, "prim::GetAttr": true, "prim::Uninitialized": true, "prim::AutogradZero": true, "prim::Closure": true,
	"prim::unchecked_cast": true, "prim::ListUnpack": true, "prim::PythonOp": true, "prim::fork": true, "prim::Enter": true, "prim::Exit": true}

func (p *propagation) node(n *Node) {
	switch n.Kind {
	case "prim::If":
		p.branch(n)
		return
	case "prim::Loop":
		p.loop(n)
		return
	}
	for _, b := range n.Blocks {
		p.block(b)
	}
	if neverFolded[n.Kind] || n.HasSideEffects() || len(n.Outputs) == 0 {
		return
	}
	args := make([]Constant, len(n.Inputs))
	for i, v := range n.Inputs {
		c, ok := v.ConstantOf()
		if !ok || !p.untouched(v) {
			return
		}
		args[i] = c
	}
	if isRandom(n) || !p.immutable && len(p.mem.written(n)) > 0 {
		return
	}
	for _, v := range n.Outputs {
		if !p.untouched(v) {
			return
		}
	}
	results, ok := p.f.Fold(n, args)
	if !ok || len(results) != len(n.Outputs) {
		return
	}
	p.changed = true
	old := p.g.SetAt(n)
	for i, c := range results {
		v := p.g.Constant(c, foldedType(c, n.Outputs[i].Type))
		p.g.tell(atFolding, "Folding %%%s with %s", n.Outputs[i].Name(), v.node.header())
		n.Outputs[i].ReplaceAll(v)
	}
	p.g.SetAt(old)
}

// foldedType is the type of a result that has become a constant: what the constant is, where the graph knew less.
func foldedType(c Constant, t *Type) *Type {
	switch v := c.V.(type) {
	case nil:
		return None
	case TensorConst:
		return v.ConstantType()
	case bool, int64, float64, complex128, string:
		if t.Kind == OptionalKind {
			return c.TypeOf()
		}
	case TupleConst:
		if t = t.bare(); t.Kind != TupleKind || t.Name != "" || len(t.Elem) != len(v) {
			return t
		}
		elem := make([]*Type, len(v))
		for i := range v {
			elem[i] = foldedType(v[i], t.Elem[i])
		}
		return TupleOf(elem...)
	}
	return t
}

// branch takes an If whose condition is known apart, and drops outputs that are the same on both sides.
func (p *propagation) branch(n *Node) {
	c, ok := n.Inputs[0].ConstantOf()
	if on, isBool := c.V.(bool); ok && isBool {
		b, taken := n.Blocks[1], 0
		if on {
			b, taken = n.Blocks[0], 1
		}
		p.changed = true
		p.g.tell(atFoldedIf, "Folding if %s where condition = %d", n.Inputs[0].node.header(), taken)
		p.block(b)
		for i, v := range b.Outputs() {
			n.Outputs[i].ReplaceAll(v)
		}
		for m := b.First(); m != nil; {
			next := m.Next()
			m.Unlink()
			m.InsertBefore(n)
			m = next
		}
		n.Destroy()
		return
	}
	p.block(n.Blocks[0])
	p.block(n.Blocks[1])
	for i := len(n.Outputs) - 1; i >= 0; i-- {
		a, b := n.Blocks[0].Outputs()[i], n.Blocks[1].Outputs()[i]
		if a == b {
			n.Outputs[i].ReplaceAll(a)
		} else {
			ca, okA := a.ConstantOf()
			cb, okB := b.ConstantOf()
			if !okA || !okB || !ca.Equal(cb) || !a.Type.Equal(b.Type) {
				continue
			}
			old := p.g.SetAt(n)
			v := p.g.Constant(ca, a.Type)
			p.g.SetAt(old)
			n.Outputs[i].ReplaceAll(v)
		}
		p.changed = true
		n.EraseOutput(i)
		n.Blocks[0].EraseOutput(i)
		n.Blocks[1].EraseOutput(i)
	}
}

// loop drops a loop that never runs, and carried values that never change.
func (p *propagation) loop(n *Node) {
	trips, _ := n.Inputs[0].ConstantOf()
	cond, _ := n.Inputs[1].ConstantOf()
	if most, ok := trips.V.(int64); ok && most <= 0 || cond.V == false {
		p.changed = true
		p.g.tell(atNoLoop, "Removing unexecuted loop: %s", n)
		for i, v := range n.Outputs {
			v.ReplaceAll(n.Inputs[i+2])
		}
		n.Destroy()
		return
	}
	body := n.Blocks[0]
	p.block(body)
	for i := len(n.Outputs) - 1; i >= 0; i-- {
		in, out := body.Inputs()[i+1], body.Outputs()[i+1]
		if out != in && out != n.Inputs[i+2] {
			continue
		}
		p.changed = true
		n.Outputs[i].ReplaceAll(n.Inputs[i+2])
		in.ReplaceAll(n.Inputs[i+2])
		n.EraseOutput(i)
		n.RemoveInput(i + 2)
		body.EraseOutput(i + 1)
		body.EraseInput(i + 1)
	}
}

// PoolConstants keeps one node for each constant, at the front of the graph; of equal ones the first that is met stays.
func PoolConstants(g *Graph) {
	var kept []*Node
	g.Block.Walk(func(n *Node) {
		if n.Kind != "prim::Constant" || n.dead {
			return
		}
		c, _ := n.Outputs[0].ConstantOf()
		if _, enum := c.V.(EnumConst); enum { // each is an object of its own
			if first := g.Block.First(); first != n {
				n.MoveBefore(first)
			}
			return
		}
		for _, k := range kept {
			d, _ := k.Outputs[0].ConstantOf()
			if k.Outputs[0].Type.Equal(n.Outputs[0].Type) && c.Equal(d) {
				n.Outputs[0].ReplaceAll(k.Outputs[0])
				n.Destroy()
				return
			}
		}
		kept = append(kept, n)
		if first := g.Block.First(); first != n {
			n.MoveBefore(first)
		}
	})
}

// CanonicalizeOutputs orders the outputs of branches and loops by their first use.
func CanonicalizeOutputs(g *Graph) {
	g.Block.Walk(func(n *Node) {
		if n.Kind != "prim::If" && n.Kind != "prim::Loop" {
			return
		}
		order := make([]int, len(n.Outputs))
		first := make([]*Use, len(n.Outputs))
		for i, v := range n.Outputs {
			order[i] = i
			first[i] = v.firstUse()
		}
		slices.SortStableFunc(order, func(a, b int) int { return compareUses(first[a], first[b]) })
		if slices.IsSorted(order) {
			return
		}
		n.permute(order)
	})
}

func (v *Value) firstUse() *Use {
	var best *Use
	for i := range v.uses {
		u := v.uses[i]
		if best == nil || compareUses(&u, best) < 0 {
			best = &u
		}
	}
	return best
}

func compareUses(a, b *Use) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	case a.Node == b.Node:
		return a.Index - b.Index
	case a.Node.IsBefore(b.Node):
		return -1
	}
	return 1
}

// permute brings outputs into another order, with what belongs to them in the blocks.
func (n *Node) permute(order []int) {
	pick := func(list []*Value, from int) []*Value {
		out := slices.Clone(list[:from])
		for _, i := range order {
			out = append(out, list[from+i])
		}
		return out
	}
	n.Outputs = pick(n.Outputs, 0)
	if n.Kind == "prim::If" {
		for _, b := range n.Blocks {
			b.setOutputs(pick(b.Outputs(), 0))
		}
		return
	}
	in := pick(n.Inputs, 2)
	n.RemoveInputs()
	for _, v := range in {
		n.AddInput(v)
	}
	b := n.Blocks[0]
	b.setOutputs(pick(b.Outputs(), 1))
	b.param.Outputs = pick(b.param.Outputs, 1)
}

func (b *Block) setOutputs(list []*Value) {
	list = slices.Clone(list)
	b.result.RemoveInputs()
	for _, v := range list {
		b.AddOutput(v)
	}
}

// Canonicalize is a copy of the graph with values numbered in the order of the text; names stay where keep is set.
func Canonicalize(g *Graph, keep bool) *Graph {
	out := g.Copy()
	id := 0
	var number func(b *Block)
	number = func(b *Block) {
		for _, v := range b.Inputs() {
			v.ID = id
			id++
			if !keep {
				v.SetName("")
			}
		}
		for n := b.First(); n != nil; n = n.Next() {
			for _, v := range n.Outputs {
				v.ID = id
				id++
				if !keep {
					v.SetName("")
				}
			}
			for _, inner := range n.Blocks {
				number(inner)
			}
		}
	}
	number(out.Block)
	out.nextID = id
	return out
}
