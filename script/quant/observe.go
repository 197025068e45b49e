package quant

import (
	"errors"

	"github.com/magneto-go/magneto/script/ir"
)

// Observe puts observers into a module: calls of copies of those that the configurations of its submodules have, in the methods that one of them calls.
func Observe(host Host, m *Module, method string, configs map[*Module]*Config, dynamic bool) error {
	o := &observing{host: host, configs: configs, dynamic: dynamic, observers: map[*ir.Value]*Module{}, same: map[*ir.Value][]*ir.Value{}, sources: map[*ir.Value][]*ir.Value{},
		delayed: map[*ir.Value]*ir.Value{}, placed: map[*ir.Block][]placement{}, known: map[*ir.Graph]bool{}, asking: map[*ir.Value]bool{}}
	f := m.Type.Class.Method(method)
	if err := o.prepare(m, f.Graph); err != nil {
		return err
	}
	if err := o.analyze(m, f.Graph); err != nil {
		return err
	}
	_, err := o.insert(f.Graph.Block, m, map[*ir.Value]bool{}, true, false)
	return err
}

type observing struct {
	host    Host
	configs map[*Module]*Config
	dynamic bool
	// observers are those that the functions beside a value ask for, in the graph that the value is in.
	observers map[*ir.Value]*Module
	// same are the values that are one with a value, in what is called with it or gives it.
	same map[*ir.Value][]*ir.Value
	// sources are the values that a value has its elements from.
	sources map[*ir.Value][]*ir.Value
	// delayed are the values that are observed in the place of others, since what is between becomes one with what was before.
	delayed map[*ir.Value]*ir.Value
	// placed are the observers in the blocks that have theirs.
	placed map[*ir.Block][]placement
	known  map[*ir.Graph]bool
	asking map[*ir.Value]bool
	next   int
}

type placement struct {
	name     string
	observer *Module
}

// prepare rewrites the methods that are called, those of submodules first.
func (o *observing) prepare(m *Module, g *ir.Graph) error {
	if err := eachCalled(o.host, m, g, func(child *Module, f *ir.Function) error { return o.prepare(child, f.Graph) }); err != nil {
		return err
	}
	return o.host.Prepare(g)
}

// analyze finds what is to be observed.
func (o *observing) analyze(m *Module, g *ir.Graph) error {
	if o.known[g] {
		return nil
	}
	o.known[g] = true
	if err := eachCalled(o.host, m, g, func(child *Module, f *ir.Function) error { return o.analyze(child, f.Graph) }); err != nil {
		return err
	}
	o.observe(o.configs[m], g.Inputs())
	g.Block.Walk(func(n *ir.Node) {
		o.observe(o.configs[m], n.Outputs)
		o.delay(n)
		for _, v := range n.Outputs {
			o.sources[v] = append(o.sources[v], sourcesOf(v)...)
		}
		_, f := methodOf(o.host, m, n)
		args := n.Inputs
		if f == nil {
			if f = functionOf(n); f != nil {
				args = n.Inputs[1:]
			}
		}
		if f != nil {
			for i, v := range n.Outputs {
				o.same[v] = append(o.same[v], f.Graph.Outputs()[i])
			}
			for i, v := range f.Graph.Inputs() {
				o.same[args[i]] = append(o.same[args[i]], v)
			}
			if n.Kind == "prim::CallFunction" && !o.known[f.Graph] {
				o.known[f.Graph] = true
				f.Graph.Block.Walk(func(inner *ir.Node) {
					o.observe(o.configs[m], inner.Outputs)
					for _, v := range inner.Outputs {
						o.sources[v] = append(o.sources[v], sourcesOf(v)...)
					}
				})
				o.observe(o.configs[m], f.Graph.Inputs())
			}
		}
		if n.Kind == "prim::If" {
			for _, b := range n.Blocks {
				for i, v := range n.Outputs {
					o.same[v] = append(o.same[v], b.Outputs()[i])
				}
			}
		}
	})
	return nil
}

// observe notes the observers that values need.
func (o *observing) observe(c *Config, values []*ir.Value) {
	if c == nil {
		return
	}
	for _, v := range values {
		observer := c.Activation
		if isWeight(v) {
			observer = c.Weight
		}
		if o.needed(v, observer) {
			o.observers[v] = observer
		}
	}
}

// needed says whether a value is to be quantised: it is given by, or to, a function that is.
func (o *observing) needed(v *ir.Value, observer *Module) bool {
	if isBias(v) || !holdsTensors(v) || isEmbeddingOffset(v) {
		return false
	}
	if k := kindOf(v.Node()); !o.dynamic && !k.weightOnly && (k.static || k.follows) {
		return true
	}
	if o.dynamic && !isWeight(v) && o.host.Half(observer) {
		return false
	}
	return o.usedQuantized(v)
}

// isEmbeddingOffset says whether a value tells where bags of an embedding begin, or how much their members weigh.
func isEmbeddingOffset(v *ir.Value) bool {
	for _, u := range v.Uses() {
		if kindOf(u.Node).weightOnly && (u.Index == 2 || u.Index == 6) && u.Node.Kind != "prim::CallFunction" {
			return true
		}
	}
	return false
}

// usedQuantized says whether a function that is quantised takes a value.
func (o *observing) usedQuantized(v *ir.Value) bool {
	for _, u := range v.Uses() {
		if k := kindOf(u.Node); k.quantizable(o.dynamic) && (!k.onlyInput || place(u) == 0) {
			return true
		}
	}
	return false
}

// fusedModules are the modules that become one with a ReLU behind them.
var fusedModules = map[string]bool{"Conv1d": true, "Conv2d": true, "Conv3d": true, "Linear": true, "BatchNorm1d": true, "BatchNorm2d": true, "BatchNorm3d": true}

// delay notes that the result of a node is observed behind the ReLU that becomes one with it.
func (o *observing) delay(n *ir.Node) {
	module := n.Kind == "prim::CallMethod" && n.StrAttr("name") == "forward" && fusedModules[className(n.Inputs[0])]
	if k := kindOf(n); !module && !k.binary && !k.onlyInput {
		return
	}
	if uses := n.Output().Uses(); len(uses) == 1 && isReLU(uses[0].Node) && uses[0].Node.Block() == n.Block() {
		o.delayed[n.Output()] = uses[0].Node.Output()
	}
}

// isReLU says whether a node takes the positive part of its operand.
func isReLU(n *ir.Node) bool {
	if n.Kind == "prim::CallMethod" {
		return n.StrAttr("name") == "forward" && className(n.Inputs[0]) == "ReLU"
	}
	name, _ := called(n)
	return name == "relu" || name == "relu_"
}

// observerOf is the observer of a value, which may come from the other side of a call.
func (o *observing) observerOf(v *ir.Value) *Module {
	if m := o.observers[v]; m != nil || o.asking[v] {
		return m
	}
	o.asking[v] = true
	for _, w := range o.same[v] {
		if m := o.observerOf(w); m != nil {
			o.observers[v] = m
			break
		}
	}
	delete(o.asking, v)
	return o.observers[v]
}

// seen is what the caller of a block has to know of it.
type seen struct {
	inputs, outputs []*Module
	observed        []int // outputs that are observed in the block
}

// insert puts observers into a block of a module's method. Values that the block shares with its caller are observed there, but for those of the method that is
// called from outside.
func (o *observing) insert(b *ir.Block, m *Module, observed map[*ir.Value]bool, entry, function bool) (seen, error) {
	var info seen
	shared := map[*ir.Value]bool{}
	if !entry {
		g := b.Graph()
		for _, list := range [][]*ir.Value{g.Inputs(), g.Outputs(), b.Outputs()} {
			for _, v := range list {
				shared[v] = true
			}
		}
		for _, v := range b.Inputs() {
			info.inputs = append(info.inputs, o.observerOf(v))
		}
		for _, v := range b.Outputs() {
			var observer *Module
			if !observed[v] {
				observer = o.observerOf(v)
			}
			info.outputs = append(info.outputs, observer)
		}
	}
	old, visited := o.placed[b]
	for _, p := range old {
		again, err := o.host.Copied(p.observer)
		if err != nil {
			return info, err
		}
		o.host.SetChild(m, p.name, again)
	}
	var found []*ir.Value
	chosen := map[*ir.Value]*Module{}
	record := func(v *ir.Value, observer *Module) {
		if observer == nil || shared[v] || observed[v] {
			return
		}
		if later := o.delayed[v]; later != nil {
			v = later
		}
		if chosen[v] == nil {
			found = append(found, v)
		}
		chosen[v], observed[v] = observer, true
	}
	for _, v := range b.Inputs() {
		record(v, o.observerOf(v))
	}
	for n := b.First(); n != nil; n = n.Next() {
		if isObserver(n) {
			continue
		}
		if err := o.insertCalled(n, m, observed, record); err != nil {
			return info, err
		}
		for _, v := range n.Outputs {
			o.propagate(v, observed)
			if observer := o.observerOf(v); observer != nil && o.wanted(n, observed) {
				record(v, observer)
			}
		}
	}
	for i, v := range b.Outputs() {
		if observed[v] {
			info.observed = append(info.observed, i)
		}
	}
	if visited {
		return info, nil
	}
	list := []placement{}
	for i := len(found) - 1; i >= 0; i-- { // the last is numbered first
		if function {
			return info, errors.New("Inserting observers for user defined functions is not supported right now")
		}
		p, err := o.place(found[i], m, chosen[found[i]])
		if err != nil {
			return info, err
		}
		list = append(list, p)
	}
	o.placed[b] = list
	return info, nil
}

// insertCalled puts observers into what a node calls, or into its blocks, and notes those that its operands and results get for it.
func (o *observing) insertCalled(n *ir.Node, m *Module, observed map[*ir.Value]bool, record func(*ir.Value, *Module)) error {
	child, f := methodOf(o.host, m, n)
	args, function := n.Inputs, false
	if f == nil {
		child, f = m, functionOf(n)
		function = f != nil
		if function {
			args = n.Inputs[1:]
		}
	}
	switch {
	case f != nil:
		inner := map[*ir.Value]bool{}
		for i, v := range f.Graph.Inputs() {
			if observed[args[i]] {
				inner[v] = true
			}
		}
		info, err := o.insert(f.Graph.Block, child, inner, false, function)
		if err != nil {
			return err
		}
		for _, i := range info.observed {
			observed[n.Outputs[i]] = true
		}
		for i, observer := range info.inputs {
			record(args[i], observer)
		}
		for i, observer := range info.outputs {
			record(n.Outputs[i], observer)
		}
	case n.Kind == "prim::If":
		return o.insertBranches(n, m, observed, record)
	case n.Kind == "prim::Loop":
		return o.host.Warn("prim::Loop is not yet supported in quantization, please make sure nothing needs to be quantized in the loop")
	}
	return nil
}

// insertBranches puts observers into the branches of an If, which must agree on what is observed.
func (o *observing) insertBranches(n *ir.Node, m *Module, observed map[*ir.Value]bool, record func(*ir.Value, *Module)) error {
	var all []bool
	for _, b := range n.Blocks {
		if raises(b) {
			continue
		}
		info, err := o.insert(b, m, observed, false, false)
		if err != nil {
			return err
		}
		for i, observer := range info.outputs {
			record(b.Outputs()[i], observer)
		}
		for _, i := range info.observed {
			observed[b.Outputs()[i]] = true
		}
		state := []bool{}
		for _, v := range b.Outputs() {
			state = append(state, observed[v])
		}
		if all == nil {
			all = state
			continue
		}
		for i := range state {
			if state[i] != all[i] {
				return errors.New("branches for `if` should return values that are observed consistently, if node: " + n.String())
			}
		}
	}
	for i, yes := range all {
		if yes {
			observed[n.Outputs[i]] = true
		}
	}
	return nil
}

// propagate notes that a value is observed where all are that it has its elements from.
func (o *observing) propagate(v *ir.Value, observed map[*ir.Value]bool) {
	sources := o.sources[v]
	if len(sources) == 0 && withNumber(v.Node()) {
		sources = v.Node().Inputs[:1]
	}
	for _, s := range sources {
		if !observed[s] {
			return
		}
	}
	if len(sources) > 0 {
		observed[v] = true
	}
}

// wanted says whether the result of a node that follows its operands is observed: these are, or a quantised function takes it.
func (o *observing) wanted(n *ir.Node, observed map[*ir.Value]bool) bool {
	k := kindOf(n)
	if !k.follows {
		return true
	}
	for _, v := range n.Outputs {
		if o.usedQuantized(v) {
			return true
		}
	}
	if k.binary {
		return observed[n.Inputs[0]] && (isScalar(n.Inputs[1]) || observed[n.Inputs[1]])
	}
	return observed[n.Inputs[0]]
}

// place puts a copy of an observer behind a value.
func (o *observing) place(v *ir.Value, m *Module, observer *Module) (placement, error) {
	made, err := o.host.Copied(observer)
	if err != nil {
		return placement{}, err
	}
	p := placement{free(m, observerPrefix, &o.next), made}
	o.host.SetChild(m, p.name, made)
	g := v.Node().Graph()
	held := g.CreateTyped("prim::GetAttr", made.Type, g.Inputs()[0])
	held.SetAttr("name", ir.Constant{V: p.name})
	held.InsertAfter(v.Node())
	held.Output().SetName(p.name)
	call := g.CreateTyped("prim::CallMethod", v.Type, held.Output())
	call.SetAttr("name", ir.Constant{V: "forward"})
	call.Range = v.Node().Range
	call.InsertAfter(held)
	v.ReplaceAll(call.Output())
	call.AddInput(v)
	call.Output().CopyMeta(v)
	return p, nil
}
