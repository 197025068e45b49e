package guards

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// Set collects the guards of one trace, each once.
type Set struct {
	list []*Guard
	seen map[string]bool
}

// Add puts g into the set unless an equal guard is there.
func (s *Set) Add(th *object.Thread, g *Guard) {
	key := g.Text() + "\x00" + kinds[g.Kind].name + "\x00" + g.Name
	switch g.Kind {
	case DictContains, DictNotContains, SetContains, SetNotContains:
		key += ReprOf(th, g.Value)
	}
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	if !s.seen[key] {
		s.seen[key] = true
		s.list = append(s.list, g)
	}
}

// Has tells whether a guard of this kind hangs on the source.
func (s *Set) Has(kind Kind, source *Source) bool {
	return s.seen[source.Text()+"\x00"+kinds[kind].name+"\x00"]
}

// Sorted lists the guards in the order in which they are built: aliases last,
// then by owner, by length of the source's name, by name and by kind.
func (s *Set) Sorted() []*Guard {
	out := append([]*Guard(nil), s.list...)
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if x, y := a.Kind >= NoTensorAliasing, b.Kind >= NoTensorAliasing; x != y {
			return y
		}
		if x, y := a.owner(), b.owner(); x != y {
			return x < y
		}
		if x, y := a.Text(), b.Text(); len(x) != len(y) {
			return len(x) < len(y)
		} else if x != y {
			return x < y
		}
		return a.Kind < b.Kind
	})
	return out
}

func (g *Guard) owner() Owner {
	if g.Source == nil {
		return OwnerGlobal
	}
	return g.Source.Owner
}

// node is a source in the guard tree.
type node struct {
	source   *Source
	guards   []*Guard
	children []*node
	fails    int
}

// step is a node in the flat program: read the value from the value of the
// parent step, then check the guards.
type step struct {
	node   *node
	access Access // of its source
	index  int    // of its source
	parent int
	end    int         // first step outside the subtree
	name   *object.Str // of what is looked up by name
	at     int         // the entry of the dict where the name was found last
	// The guards of the node, laid out for holds.
	tensor *TensorExpectation // of a guard TENSOR_MATCH
	marks  *Guard             // of a guard on marked dimensions
	rest   []*Guard           // the others
	stamp  *stamp             // of the subtree, nil where it has none
}

// prepare lays out the guards of the step's node.
func (s *step) prepare() {
	s.tensor, s.marks, s.rest = nil, nil, nil
	for _, g := range s.node.guards {
		switch {
		case g.Kind == TensorMatch && s.tensor == nil:
			s.tensor = g.Tensor
		case g.Kind == DynamicIndices && s.marks == nil:
			s.marks = g
		default:
			s.rest = append(s.rest, g)
		}
	}
}

// holds tells whether the value of the step meets the guards on it.
func (s *step) holds(th *object.Thread, v object.Value, r *run) bool {
	if s.tensor != nil && !s.tensor.holds(v) {
		return false
	}
	if s.marks != nil && (v.IsNull() || v.Dict() != nil && !checkMarks(th, s.marks, v, r)) {
		return false
	}
	for _, g := range s.rest {
		if v.IsNull() || !kinds[g.Kind].check(th, g, v, r) {
			return false
		}
	}
	return true
}

// read is the value of a step, from that of its parent; absent where it does not exist.
func (s *step) read(th *object.Thread, base object.Value) object.Value {
	switch s.access {
	case ListItem:
		if l, ok := object.AsList(base); ok {
			if s.index < len(l.Items) {
				return l.Items[s.index]
			}
			return object.Null
		}
	case Attr:
		if v, err := object.GetAttrStr(th, base, s.name); err == nil {
			return v
		}
		return object.Null
	case DictItem:
		if d, ok := object.AsDict(base); ok && s.name != nil {
			return s.lookUp(d)
		}
	}
	return s.node.source.step(th, base)
}

// root is read for the first step of a path.
func (s *step) root(f *Frame) object.Value {
	switch s.access {
	case Local:
		if s.index < len(f.Slots) {
			return f.Slots[s.index]
		}
	case Global:
		return s.lookUp(f.Globals)
	}
	return s.node.source.root(f)
}

func (s *step) lookUp(d *object.Dict) object.Value {
	if v := d.ValueAt(s.at, s.name); !v.IsNull() {
		return v
	}
	if s.at = d.IndexStr(s.name); s.at < 0 {
		return object.Null
	}
	v, _ := d.GetStr(s.name)
	return v
}

// Program is the guards of one entry, ready to run.
type Program struct {
	ambient  []*Guard
	usual    uint64 // a state in which all ambient guards hold, see usual
	root     node
	last     []*Guard // relational guards, after all values were checked
	shapes   []*ShapeGuard
	steps    []step
	values   []object.Value
	failed   map[*Guard]bool
	all      []*Guard
	run      run
	distinct distinct
	differ   bool    // no value is another one than when the relational guards held last
	groups   [][]int // by last guard: the steps of the sources of its group
	stamped  bool
	held     int // how often the program held without stamps, or with broken ones
	patience int // how often it has to before stamps are made
	kept     []*Source
	keptAt   []int  // the steps of kept
	invalid  string // why the entry can never match again
}

// run is the state of one evaluation.
type run struct {
	frame *Frame
	seen  []object.Value // a table of what was seen, see firstAlias
	group []int          // where values has what the sources of the guard's group have; nil where they are to be resolved
	at    []object.Value
}

// ForgetCall lets go of the values that the last check saw; the next one looks at all again.
func (p *Program) ForgetCall() {
	p.run = run{}
	for _, g := range p.all {
		if g.Tensor != nil {
			g.Tensor.last = nil
		}
	}
	p.flatten()
}

// Build makes the program of a set of guards and shape guards.
func Build(list []*Guard, shapes []*ShapeGuard) *Program {
	p := &Program{shapes: shapes, failed: map[*Guard]bool{}, all: list}
	nodes := map[string]*node{}
	var find func(s *Source) *node
	find = func(s *Source) *node {
		if n := nodes[s.text]; n != nil && n.source.Access == s.Access {
			return n
		}
		n := &node{source: s}
		nodes[s.text] = n
		parent := &p.root
		if s.Base != nil {
			parent = find(s.Base)
		}
		parent.children = append(parent.children, n)
		return n
	}
	for _, g := range list {
		switch {
		case g.Kind >= NoTensorAliasing:
			p.last = append(p.last, g)
		case kinds[g.Kind].ambient:
		case g.Source == nil:
			p.ambient = append(p.ambient, g)
		default:
			n := find(g.Source)
			n.guards = append(n.guards, g)
		}
	}
	p.usual = usual(p.ambient)
	p.flatten()
	return p
}

func (p *Program) flatten() {
	p.steps = p.steps[:0]
	var walk func(n *node, parent int)
	walk = func(n *node, parent int) {
		index := len(p.steps)
		p.steps = append(p.steps, step{node: n, access: n.source.Access, index: n.source.Index, parent: parent, name: n.source.lookUpName(), at: -1})
		for _, c := range n.children {
			walk(c, index)
		}
		p.steps[index].prepare()
		p.steps[index].end = len(p.steps)
	}
	for _, n := range p.root.children {
		walk(n, -1)
	}
	p.values, p.differ = make([]object.Value, len(p.steps)), false
	p.stamped, p.held, p.patience = false, 0, max(p.patience, firstStamp)
	p.groups = make([][]int, len(p.last))
	for i, g := range p.last {
		p.groups[i] = p.stepsOf(g.Group)
	}
	p.keptAt = p.stepsOf(p.kept)
}

// Keep asks for the values of sources that the program has loaded. It tells whether the program loads all of them.
func (p *Program) Keep(sources []*Source) bool {
	p.kept, p.keptAt = sources, p.stepsOf(sources)
	return p.keptAt != nil
}

// Fixes tells whether the values of the sources of Keep are tensors of the same type, sizes and strides whenever the program holds.
func (p *Program) Fixes() bool {
	for _, at := range p.keptAt {
		e := p.steps[at].tensor
		if e == nil || slices.Min(append([]int{0}, e.Sizes...)) < 0 || slices.Min(append([]int{0}, e.Strides...)) < 0 {
			return false
		}
	}
	return p.keptAt != nil
}

// Kept appends the values of the sources of Keep to into, as the last check that held has loaded them.
func (p *Program) Kept(into []object.Value) []object.Value {
	for _, at := range p.keptAt {
		into = append(into, p.values[at])
	}
	return into
}

// stepsOf are the steps that read sources; nil if one has none.
func (p *Program) stepsOf(sources []*Source) []int {
	out := make([]int, len(sources))
	for i, s := range sources {
		out[i] = slices.IndexFunc(p.steps, func(t step) bool { return t.node.source.Access == s.Access && t.node.source.text == s.text })
		if out[i] < 0 {
			return nil
		}
	}
	return out
}

// Guards lists what the program checks, in build order.
func (p *Program) Guards() []*Guard { return p.all }

// ShapeGuards lists the checks on symbolic sizes.
func (p *Program) ShapeGuards() []*ShapeGuard { return p.shapes }

// Invalidate makes the program fail for good, for the given reason.
func (p *Program) Invalidate(reason string) { p.invalid = reason }

// Check tells whether the frame meets every guard.
func (p *Program) Check(th *object.Thread, f *Frame) bool {
	if p.holds(th, f) {
		return true
	}
	// What failed is found once more, one guard after the other, and remembered.
	failed, _ := p.evaluate(th, f, nil)
	return !failed
}

// holds runs the program as far as a guard fails.
func (p *Program) holds(th *object.Thread, f *Frame) bool {
	if p.invalid != "" {
		return false
	}
	r := &p.run
	r.frame = f
	if p.usual == 0 || GlobalState.Read(th)|StateKnown != p.usual {
		for _, g := range p.ambient {
			if !kinds[g.Kind].check(th, g, object.Null, r) {
				return false
			}
		}
	}
	values := p.values
	whole := true // what has stamps was skipped
	for i := 0; i < len(p.steps); i++ {
		s := &p.steps[i]
		var v object.Value
		if s.parent < 0 {
			v = s.root(f)
		} else if base := values[s.parent]; !base.IsNull() {
			v = s.read(th, base)
		}
		if s.stamp != nil {
			if s.stamp.unchanged(th, v, r) {
				p.skip(i, s.stamp)
				i = s.end - 1
				continue
			}
			s.stamp.others, whole = true, false
		}
		if values[i] != v {
			values[i], p.differ = v, false
		}
		if !s.holds(th, v, r) {
			return false
		}
	}
	for i, g := range p.last {
		if g.Kind == NoTensorAliasing && p.groups[i] != nil && (p.differ || p.distinct.known(values, p.groups[i])) {
			continue
		}
		v := object.Null
		if g.Source != nil {
			v = g.Source.Resolve(th, f)
		}
		r.group, r.at = p.groups[i], values
		if !kinds[g.Kind].check(th, g, v, r) {
			return false
		}
		if g.Kind == NoTensorAliasing && p.groups[i] != nil {
			p.distinct.note(values, p.groups[i])
		}
	}
	p.differ = true
	for _, s := range p.shapes {
		if !s.holds(th, f) {
			return false
		}
	}
	if !p.stamped || !whole {
		p.heldInFull(whole)
	}
	return true
}

// heldInFull makes stamps when that may pay.
func (p *Program) heldInFull(whole bool) {
	if p.held++; p.held < p.patience {
		return
	}
	if p.stamped && !whole {
		p.patience = min(2*p.patience, lastStamp)
	}
	p.held = 0
	p.stampAll()
}

// distinct remembers the addresses of the objects that were found to be different ones last: the same addresses are so again.
type distinct struct{ addresses []uint64 }

func (d *distinct) known(values []object.Value, group []int) bool {
	if len(d.addresses) != len(group) {
		return false
	}
	for i, at := range group {
		if v := values[at]; v.IsNull() || uint64(object.ID(v)) != d.addresses[i] {
			return false
		}
	}
	return true
}

func (d *distinct) note(values []object.Value, group []int) {
	if len(d.addresses) != len(group) {
		d.addresses = make([]uint64, len(group))
	}
	for i, at := range group {
		d.addresses[i] = 0
		if v := values[at]; !v.IsNull() {
			d.addresses[i] = uint64(object.ID(v))
		}
	}
}

// CheckDifferentiating runs only the guards on tensors that are no parameters
// and those on sources that told entries apart before, as the stance
// skip_guard_eval_unsafe asks.
func (p *Program) CheckDifferentiating(th *object.Thread, f *Frame, sources map[string]bool) bool {
	failed, _ := p.evaluate(th, f, func(g *Guard) bool {
		return g.Source != nil && sources[g.Text()] || g.Kind == TensorMatch && g.Tensor.Type.Name != "Parameter"
	})
	return !failed
}

// Differentiating lists what CheckDifferentiating looks at for these sources, and the paths to it.
func (p *Program) Differentiating(sources map[string]bool) []string {
	paths := map[string]bool{}
	for _, g := range p.all {
		if g.Source == nil || !sources[g.Text()] && g.Kind != TensorMatch {
			continue
		}
		for s := g.Source; s != nil; s = s.Base {
			paths[s.Text()] = true
		}
		switch g.Source.Root().Access {
		case Local, Free:
			paths["L"] = true
		case Global, Builtin:
			paths["G"] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// FailedSources adds the sources whose guards failed so far.
func (p *Program) FailedSources(into map[string]bool) {
	for g := range p.failed {
		if g.Source != nil {
			into[g.Text()] = true
		}
	}
}

// Reason words the first failing guard; "" if none fails.
func (p *Program) Reason(th *object.Thread, f *Frame) string {
	reason, _ := p.Failure(th, f)
	return reason
}

// FailedCheck is the text of the first failing check, with the names that the tree has; "" if none fails.
func (p *Program) FailedCheck(th *object.Thread, f *Frame) string {
	g, reason := p.explain(th, f)
	if g != nil && kinds[g.Kind].fail == nil && g.Code(th) != "" {
		return g.Verbose(th)
	}
	if g != nil && g.Tensor != nil { // with the source as guards have it
		return strings.Replace(reason, "'"+localNames(g.Text())+"'", "'"+g.Text()+"'", 1)
	}
	return reason
}

// Failure says why the program does not hold for a frame, and on the way to which line the check became necessary where its text tells that.
func (p *Program) Failure(th *object.Thread, f *Frame) (string, []UserLine) {
	if p.invalid != "" {
		return p.invalid, nil
	}
	g, reason := p.explain(th, f)
	if g == nil || g.Line.Line == 0 || !strings.Contains(reason, strings.TrimSpace(withLine("", "", g.Line))) {
		return reason, nil
	}
	return reason, g.Stack
}

// evaluate runs the program. A failing subtree moves to the front of its
// siblings, so that the flaky check is early next time.
func (p *Program) evaluate(th *object.Thread, f *Frame, only func(*Guard) bool) (bool, *Guard) {
	if p.invalid != "" {
		return true, nil
	}
	r := &p.run
	r.frame = f
	for _, g := range p.ambient {
		if (only == nil || only(g)) && !kinds[g.Kind].check(th, g, object.Null, r) {
			p.failed[g] = true
			return true, g
		}
	}
	for i := range p.steps {
		s := &p.steps[i]
		var v object.Value
		if s.parent < 0 {
			v = s.root(f)
		} else if base := p.values[s.parent]; !base.IsNull() {
			v = s.read(th, base)
		}
		p.values[i], p.differ = v, false
		if s.stamp != nil {
			s.stamp.others = true
		}
		for _, g := range s.node.guards {
			if only != nil && !only(g) {
				continue
			}
			if v.IsNull() || !kinds[g.Kind].check(th, g, v, r) {
				p.failed[g] = true
				p.promote(i)
				return true, g
			}
		}
	}
	for i, g := range p.last {
		if only != nil && !only(g) {
			continue
		}
		v := object.Null
		if g.Source != nil {
			v = g.Source.Resolve(th, f)
		}
		r.group, r.at = p.groups[i], p.values
		if !kinds[g.Kind].check(th, g, v, r) {
			p.failed[g] = true
			return true, g
		}
	}
	if only == nil {
		for _, s := range p.shapes {
			if !s.holds(th, f) {
				return true, nil
			}
		}
	}
	return false, nil
}

// promote counts the failure of a step and of those that lead to it, and moves what failed more often to the front of its siblings.
func (p *Program) promote(failing int) {
	moved := false
	for at := failing; at >= 0; at = p.steps[at].parent {
		n, siblings := p.steps[at].node, p.root.children
		if parent := p.steps[at].parent; parent >= 0 {
			siblings = p.steps[parent].node.children
		}
		n.fails++
		if siblings[0] != n {
			sort.SliceStable(siblings, func(i, j int) bool { return siblings[i].fails > siblings[j].fails })
			moved = true
		}
	}
	if moved {
		p.flatten()
	}
}

// explain finds the first failing guard without touching the failure counts.
func (p *Program) explain(th *object.Thread, f *Frame) (*Guard, string) {
	r := &run{frame: f}
	for _, g := range p.ambient {
		if !kinds[g.Kind].check(th, g, object.Null, r) {
			return g, g.reason(th, object.Null, r)
		}
	}
	for i := range p.steps {
		node := p.steps[i].node
		v := node.source.Resolve(th, f)
		if v.IsNull() {
			return nil, missing(firstMissing(th, node.source, f))
		}
		for _, g := range node.guards {
			if !kinds[g.Kind].check(th, g, v, r) {
				return g, localNames(g.reason(th, v, r))
			}
		}
	}
	for _, g := range p.last {
		v := object.Null
		if g.Source != nil {
			v = g.Source.Resolve(th, f)
		}
		if !kinds[g.Kind].check(th, g, v, r) {
			return g, localNames(g.reason(th, v, r))
		}
	}
	for _, s := range p.shapes {
		if !s.holds(th, f) {
			return nil, localNames(s.Verbose())
		}
	}
	return nil, ""
}

// firstMissing is the outermost step of a path that does not resolve.
func firstMissing(th *object.Thread, s *Source, f *Frame) *Source {
	for s.Base != nil && s.Base.Resolve(th, f).IsNull() {
		s = s.Base
	}
	return s
}
