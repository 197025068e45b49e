package native

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// kernel is a group as a kernel of the loop IR, with where its buffers lie and what its scalars are, in terms of symbolic sizes.
type kernel struct {
	group        *group
	ir           *ir.Kernel
	compiled     *loop.Kernel
	bufs         []access
	scalars      []scalar
	keep, reduce []symbolic.Int
}

// access is a buffer of a kernel: where in the memory of a root.
type access struct {
	root    *value
	elem    ir.Elem
	offset  symbolic.Int   // from the first element of the root, in bytes
	strides []symbolic.Int // over kept, then reduced axes, in elements
	// Of what is gathered from or scattered into: how far indices are apart, in elements, and how many there are.
	indexed                 bool
	indexStride, indexCount symbolic.Int
}

// same says whether two accesses read the same elements.
func (a *access) same(b *access) bool {
	return a.root == b.root && a.elem == b.elem && a.offset == b.offset && slices.Equal(a.strides, b.strides) && a.indexed == b.indexed && a.indexStride == b.indexStride && a.indexCount == b.indexCount
}

type scalar struct {
	n symbolic.Int
	t ir.Type
}

// emitter writes one group.
type emitter struct {
	*kernel
	p       *plan
	l       *ops.Lowering
	order   []int // axes: kept ones, then reduced ones
	begin   map[*item]int
	reduced map[*item]ir.ID // results of reductions that are complete
	memo    map[*item]ir.ID // values of the pass
	pass    int
	stashed map[*item]stash
	targets map[*item]int // buffers of scatters
}

// stash is where a value that later passes need again has been stored, in which pass, and the last one that finds it there.
type stash struct{ buf, pass, last int }

// emit writes a group as a kernel.
func (p *plan) emit(g *group) (*kernel, error) {
	e := &emitter{kernel: &kernel{group: g, ir: ir.New(kernelName(g))}, p: p, reduced: map[*item]ir.ID{}, stashed: map[*item]stash{}, targets: map[*item]int{}}
	e.l = &ops.Lowering{Kernel: e.ir, Number: e.number, Default: p.floats, Rejects: p.repeats}
	for _, isReduced := range []bool{false, true} {
		for a, n := range g.axes {
			if g.reduced[a] != isReduced {
				continue
			}
			e.order = append(e.order, a)
			if isReduced {
				e.reduce = append(e.reduce, n)
			} else {
				e.keep = append(e.keep, n)
			}
		}
	}
	for _, i := range g.items {
		if i.scatter != nil {
			e.target(i)
		}
	}
	var passes int
	e.begin, passes = g.levels()
	for e.pass = range passes {
		if e.pass > 0 {
			e.ir.NextPass()
		}
		e.onePass(passes)
	}
	e.pass, e.memo = passes, map[*item]ir.ID{}
	for _, i := range g.items {
		if g.kept(i) && g.perRow(i) {
			e.ir.Store(e.buffer(i.out, i.out.memory(), g.outPlace(i), true), e.compute(i))
		}
	}
	return e.kernel, e.ir.Err()
}

func kernelName(g *group) string {
	var b strings.Builder
	b.WriteString("fused")
	var names []string
	for _, i := range g.items {
		if !slices.Contains(names, i.name) && len(names) < 6 {
			names = append(names, i.name)
			b.WriteString("_" + strings.TrimPrefix(i.name, "_"))
		}
	}
	return b.String()
}

// onePass writes the reductions and stores of a pass.
func (e *emitter) onePass(passes int) {
	g := e.group
	e.memo = map[*item]ir.ID{}
	before := map[*item]ir.ID{}
	for i, id := range e.reduced {
		before[i] = id
	}
	for _, i := range g.items {
		step := e.pass - e.begin[i]
		if i.kind != reduction || step < 0 || step >= i.reduce.Passes() {
			continue
		}
		x := e.operand(i, i.in[0])
		id := i.reduce.Step(e.l, step, x, before[i], i.rowLength(), e.p.sumType(g, i))
		if step == i.reduce.Passes()-1 {
			id = i.reduce.Result(e.l, id, i.out.meta.DType)
		}
		defer func() { e.reduced[i] = id }()
	}
	for _, i := range g.items {
		if i.scatter != nil {
			e.put(i)
			continue
		}
		if i.kind == pointwise && e.begin[i] == e.pass && g.kept(i) && !g.perRow(i) {
			buf := e.buffer(i.out, i.out.memory(), g.outPlace(i), true)
			e.ir.Store(buf, e.compute(i))
			if e.pass+1 < passes {
				e.stash(i, buf)
			}
		}
	}
	e.saveDear(passes)
}

// dear is the weight from which it is better to store a value for a later pass than to compute it again.
const dear = 10

// stash remembers that a stored result can be read again in later passes.
func (e *emitter) stash(i *item, buf int) {
	if exact(i.out.elem) && e.weight(i, map[*item]bool{}) >= dear {
		e.stashed[i] = stash{buf, e.pass, math.MaxInt}
	}
}

// weight is what it takes to compute an element of a member again in a later pass.
func (e *emitter) weight(i *item, seen map[*item]bool) int {
	if _, stored := e.stashed[i]; stored || seen[i] || i.kind != pointwise || e.group.perRow(i) {
		return 0
	}
	seen[i] = true
	n := i.weight
	for _, v := range i.in {
		if d := v.root().def; d != nil && d.group == e.group {
			n += e.weight(d, seen)
		}
	}
	return n
}

// exact says whether elements are stored as they were computed.
func exact(e ir.Elem) bool {
	return e == ir.Float32 || e == ir.Float64 || e == ir.Int32 || e == ir.Int64
}

// saveDear puts values of this pass that a later one needs again into the memory of a result that comes later, as softmax keeps its
// exponentials where its quotients will be.
func (e *emitter) saveDear(passes int) {
	g := e.group
	for _, i := range g.items {
		id, computed := e.memo[i]
		if !computed || i.kind != pointwise || !exact(i.out.elem) || g.perRow(i) {
			continue
		}
		if e.weight(i, map[*item]bool{}) < dear || !e.neededLater(i) {
			continue
		}
		for _, to := range g.items {
			elements, _ := g.covers(to)
			if to.kind != pointwise || !elements || e.begin[to] <= e.pass || !g.kept(to) || to.out.elem != i.out.elem || to.out.input >= 0 || to.out.inside != nil || e.holds(to) {
				continue
			}
			if mine, _ := g.covers(i); !mine {
				break
			}
			buf := e.buffer(to.out, to.out.memory(), g.outPlace(to), true)
			e.ir.Store(buf, id)
			e.stashed[i] = stash{buf, e.pass, e.begin[to]}
			break
		}
	}
}

// holds says whether the memory of a result already keeps something for later.
func (e *emitter) holds(to *item) bool {
	for _, s := range e.stashed {
		if e.bufs[s.buf].root == to.out {
			return true
		}
	}
	return false
}

// neededLater says whether a later pass uses a value.
func (e *emitter) neededLater(i *item) bool {
	g := e.group
	var used func(i *item) bool
	seen := map[*item]bool{}
	used = func(i *item) bool {
		if seen[i] {
			return false
		}
		seen[i] = true
		for _, u := range i.out.users {
			if u.group != g {
				continue
			}
			if u.kind == reduction {
				if e.begin[u]+u.reduce.Passes()-1 > e.pass {
					return true
				}
				continue
			}
			if e.begin[u] > e.pass || used(u) {
				return true
			}
		}
		return false
	}
	return used(i)
}

// compute is the result of a member in this pass.
func (e *emitter) compute(i *item) ir.ID {
	if i.kind == reduction {
		return e.reduced[i]
	}
	if id, ok := e.memo[i]; ok {
		return id
	}
	var id ir.ID
	if s, ok := e.stashed[i]; ok && s.pass < e.pass && e.pass <= s.last {
		e.ir.Bufs[s.buf].Mode = ir.InOut
		id = e.ir.Load(s.buf)
	} else if i.gather != nil {
		id = e.pick(i)
	} else {
		in := make([]ir.ID, len(i.in))
		for k, v := range i.in {
			in[k] = e.operand(i, v)
		}
		id = i.emit(e.l, in)
	}
	e.memo[i] = id
	return id
}

// operand is what member i reads.
func (e *emitter) operand(i *item, v *value) ir.ID {
	if d := v.root().def; d != nil && d.group == e.group {
		return e.compute(d)
	}
	return e.ir.Load(e.buffer(v, v.memory(), e.group.inPlace(i, v), false))
}

// buffer finds or declares the buffer through which v is read or written at a place.
func (e *emitter) buffer(v, root *value, at place, out bool) int {
	a := access{root: root, elem: v.elem}
	a.offset, a.strides = e.along(v, root, at)
	row := e.group.rows
	for k, axis := range e.order {
		row = row && (!e.group.reduced[axis] || a.strides[k] == zero)
	}
	if out {
		row = e.group.rows && e.group.perRow(v.def)
	}
	if row {
		a.strides = a.strides[:len(e.keep)]
	}
	for b, known := range e.bufs {
		if known.same(&a) && e.ir.Bufs[b].Row == row {
			if out && e.ir.Bufs[b].Mode == ir.In || !out && e.ir.Bufs[b].Mode == ir.Out {
				e.ir.Bufs[b].Mode = ir.InOut
			}
			return b
		}
	}
	e.bufs = append(e.bufs, a)
	name := e.bufferName(v)
	switch {
	case row && out:
		return e.ir.RowOut(name, a.elem)
	case row:
		return e.ir.RowIn(name, a.elem)
	case out:
		return e.ir.Out(name, a.elem)
	}
	return e.ir.In(name, a.elem)
}

// along is where v is read at a place: from the start of root, in bytes, and by axis, in elements.
func (e *emitter) along(v, root *value, at place) (offset symbolic.Int, strides []symbolic.Int) {
	size := func(w *value) symbolic.Int { return symbolic.IntOf(int64(w.meta.DType.Size())) }
	offset = v.meta.Offset
	along := make([]symbolic.Int, len(e.group.axes))
	for d, i := range at {
		offset = offset.Add(i.start.Mul(v.meta.Strides[d]))
		for _, t := range i.terms {
			along[t.axis] = along[t.axis].Add(t.coef.Mul(v.meta.Strides[d]))
		}
	}
	strides = make([]symbolic.Int, len(e.order))
	for k, axis := range e.order {
		strides[k] = along[axis]
	}
	return offset.Mul(size(v)).Sub(root.meta.Offset.Mul(size(root))), strides
}

// bufferName names the buffer declared last.
func (e *emitter) bufferName(v *value) string {
	return fmt.Sprintf("%s_%d", strings.Map(word, v.name), len(e.bufs)-1)
}

// word makes names words of the loop IR.
func word(r rune) rune {
	if r == ' ' || r == '.' || r == '(' || r == ')' {
		return '_'
	}
	return r
}

// number is a size as a scalar.
func (e *emitter) number(n symbolic.Int, t ir.Type) ir.ID {
	for k, s := range e.scalars {
		if s.n == n && s.t == t {
			return e.ir.ScalarAt(k)
		}
	}
	e.scalars = append(e.scalars, scalar{n, t})
	return e.ir.Scalar(fmt.Sprintf("n%d", len(e.scalars)-1), t)
}

// Long rows of floats are summed in float64 where they cannot be cut into parts, which float32 stays exact enough for.
const exactRow = 8192

// sumType is the type that a reduction sums floats in.
func (p *plan) sumType(g *group, i *item) ir.Type {
	if p.exactSums || i.reduce.Name == "prod" || i.in[0].elem == ir.Float64 || i.out.elem == ir.Float64 {
		return ir.F64
	}
	if p.hint(i.rowLength()) <= exactRow {
		return ir.F32
	}
	if _, passes := g.levels(); passes > 1 {
		return ir.F64
	}
	for _, j := range g.items {
		if j.kind == pointwise && g.kept(j) && !g.perRow(j) {
			return ir.F64
		}
	}
	return ir.F32
}
