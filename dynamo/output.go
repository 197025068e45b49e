package dynamo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// Graph is a graph that was handed to a backend.
type Graph struct {
	Name   string
	Module object.Value
	Graph  *fxgraph.Graph
	Reason string
	Traced []*object.Code // of the frame, and of the functions that were inlined
}

// returnReason is the reason of a graph that ends with the frame.
const returnReason = "return_value"

// compileSubgraph ends the graph: it finds out which values have to come out
// of it, compiles it, and writes the code that calls it, pushes the given
// values and repeats the side effects.
//
// The first kept values stay on the stack when the code goes on. The values from onStack on go into the slots; an argument that stays in its own is not looked at.
func (x *translator) compileSubgraph(th *object.Thread, values []variables.Tracker, kept, onStack int, slots []int, reason string) (*generator, error) {
	if err := x.lookAt(th, values, kept, onStack, slots, reason == returnReason); err != nil {
		return nil, err
	}
	// A dry run of the writer finds the graph values that are needed, in order.
	outputs, live, err := x.neededOutputs(th, values, reason == returnReason)
	if err != nil {
		return nil, err
	}
	if x.trace.LeafEscapes(outputs) {
		if x.compile.FullGraph || x.trace.ErrorOnBreak {
			return nil, &BreakError{Unsupported: variables.ReturnedLeaf()}
		}
		x.plan.leaf = true
		return nil, restart{}
	}
	if u := x.trace.UsedUp(outputs); u != nil {
		if x.compile.FullGraph || x.trace.ErrorOnBreak {
			return nil, &BreakError{Unsupported: u}
		}
		x.plan.usedUp = u
		return nil, restart{}
	}
	g := newGenerator(x)
	g.live = live
	g.prefix()
	if err := x.makeInputs(th, g); err != nil {
		return nil, err
	}
	if err := x.drawRandom(th, g); err != nil {
		return nil, err
	}
	if inputs := x.inputsAtBreak(values, onStack, slots, outputs, reason); len(inputs) > 0 {
		x.trace.Prune(inputs)
		if err := x.callGraph(th, g, inputs, reason); err != nil {
			return nil, err
		}
		return g, x.writeValues(th, g, values)
	}
	if input := x.returnedInput(th, values, outputs, reason); input != nil {
		x.trace.Prune([]*fxgraph.Node{input})
		if err := x.callGraph(th, g, []*fxgraph.Node{input}, reason); err != nil {
			return nil, err
		}
		g.loads[0]++
		g.emit(bytecode.LOAD_FAST, g.result)
		g.constant(object.Int(0))
		g.emit(bytecode.BINARY_OP, bytecode.BinarySubscript)
		return g, nil
	}
	x.trace.PruneGradModes()
	if x.trace.CallCount() > 0 || len(outputs) > 0 || reason == returnReason && x.trace.AskedSize {
		x.trace.Prune(outputs)
		if err := x.callGraph(th, g, outputs, reason); err != nil {
			return nil, err
		}
	}
	return g, x.writeValues(th, g, values)
}

// lookAt looks at what has to be put back, so that its guards are installed, but not at arguments still in their slots.
func (x *translator) lookAt(th *object.Thread, values []variables.Tracker, kept, onStack int, slots []int, returns bool) error {
	for i, v := range values {
		if i < kept {
			if err := x.lookInto(th, v, map[*variables.Container]bool{}); err != nil {
				return err
			}
			continue
		}
		switch v := v.(type) {
		case *variables.Lazy:
			if i >= onStack && i-onStack < len(slots) && x.unmoved(v, slots[i-onStack]) || !returns && x.trace.GuardType(th, v) {
				continue
			}
		case *variables.Computed:
		default:
			continue
		}
		real, err := x.trace.Realize(th, v)
		if err != nil {
			return err
		}
		values[i] = real
	}
	return nil
}

// returnedInput is the node of the result of a frame that returns one of its tensors and has no effects: as in PyTorch that is an output
// of the graph like any other. It is nil for other frames.
func (x *translator) returnedInput(th *object.Thread, values []variables.Tracker, outputs []*fxgraph.Node, reason string) *fxgraph.Node {
	if reason != returnReason || len(values) != 1 || len(outputs) > 0 || x.trace.HasEffects() {
		return nil
	}
	v := x.tensorInput(values[0])
	if v == nil || v.Type != theHost.TensorType(th) && !v.ComesAsIs() || len(v.Names()) > 0 {
		return nil
	}
	return v.Node
}

// tensorInput is a value that is an input of the graph, nil for others.
func (x *translator) tensorInput(value variables.Tracker) *variables.Tensor {
	if v, ok := x.trace.Peek(value).(*variables.Tensor); ok && v.Node.Op == fxgraph.Placeholder {
		return v
	}
	return nil
}

// inputsAtBreak are the nodes of the values that are put back at a break, the last first, where all of them are inputs, each another one,
// and the graph has neither outputs nor effects: as in PyTorch there is a graph that gives them. It is nil for others.
func (x *translator) inputsAtBreak(values []variables.Tracker, onStack int, slots []int, outputs []*fxgraph.Node, reason string) (nodes []*fxgraph.Node) {
	if reason == returnReason || len(outputs) > 0 || x.trace.HasEffects() {
		return nil
	}
	back := slices.Clone(values[:onStack])
	for i, v := range values[onStack:] {
		if l, ok := v.(*variables.Lazy); !ok || i >= len(slots) || !x.unmoved(l, slots[i]) {
			back = append(back, v)
		}
	}
	for _, v := range slices.Backward(back) {
		input := x.tensorInput(v)
		if input == nil || slices.Contains(nodes, input.Node) {
			return nil
		}
		nodes = append(nodes, input.Node)
	}
	return nodes
}

// unmoved tells whether a slot still holds the argument that came in it.
func (x *translator) unmoved(l *variables.Lazy, slot int) bool {
	s := l.Source()
	return s != nil && s.Access == guards.Local && s.Index == slot
}

// writeValues pushes values and performs the side effects under them.
func (x *translator) writeValues(th *object.Thread, g *generator, values []variables.Tracker) error {
	for _, v := range values {
		write := g.alone
		if _, ok := v.(*variables.Lazy); ok { // see lookAt
			write = g.unlooked
		}
		if err := write(th, v); err != nil {
			return err
		}
	}
	stores, changed, err := g.effects(th)
	if err != nil {
		return err
	}
	if g.collect == nil {
		if err := toldEffects(th, changed); err != nil {
			return err
		}
	}
	if !theHost.Config(th).ReplayEffects {
		stores = nil
	}
	if err := g.drain(th); err != nil {
		return err
	}
	for _, s := range stores {
		if err := s(th); err != nil {
			return err
		}
	}
	return g.drain(th)
}

// neededOutputs lists the nodes whose values the new code reads, in the order
// of first use, by writing the code for nothing. When the frame returns, its
// own cells matter only to functions that outlive it: those cells are found by
// writing again until none is added. live is nil where all cells matter.
func (x *translator) neededOutputs(th *object.Thread, values []variables.Tracker, returns bool) (nodes []*fxgraph.Node, live map[*object.Cell]bool, err error) {
	if returns {
		live = map[*object.Cell]bool{}
	}
	for {
		known := len(live)
		nodes = nil
		g := newGenerator(x)
		g.live = live
		g.collect, g.looks = func(n *fxgraph.Node) { nodes = append(nodes, n) }, true
		if err := x.writeValues(th, g, values); err != nil {
			return nil, nil, err
		}
		if len(live) == known {
			return distinct(append(x.constructionOutputs(th, g), nodes...)), live, nil
		}
	}
}

// constructionOutputs lists the nodes among what the objects that g makes were constructed from, in the order of their making. PyTorch makes such objects first, out of
// these arguments, so that the graph gives them, read or not. What is listed twice counts at its first place.
func (x *translator) constructionOutputs(th *object.Thread, g *generator) (nodes []*fxgraph.Node) {
	for _, m := range x.trace.Mutated {
		if _, made := g.saved[m]; !made {
			continue
		}
		var args []variables.Tracker
		switch m := m.(type) {
		case *variables.Object:
			args = m.Args
		case *variables.Container:
			args = m.Args
		}
		seen := newGenerator(x)
		seen.live, seen.saved = g.live, g.saved
		seen.collect = func(n *fxgraph.Node) { nodes = append(nodes, n) }
		for _, a := range args {
			if err := seen.value(th, a); err != nil {
				break // it cannot be made again, nor does the code need it
			}
		}
	}
	return nodes
}

// distinct keeps the first of equal nodes.
func distinct(nodes []*fxgraph.Node) (list []*fxgraph.Node) {
	seen := map[*fxgraph.Node]bool{}
	for _, n := range nodes {
		if !seen[n] {
			seen[n] = true
			list = append(list, n)
		}
	}
	return list
}

// callGraph compiles the graph and writes its call; the results stay in a temporary.
func (x *translator) callGraph(th *object.Thread, g *generator, outputs []*fxgraph.Node, reason string) error {
	t := x.trace
	items := make(fxgraph.Tuple, len(outputs))
	for i, n := range outputs {
		items[i] = n
		g.outs[n] = i
	}
	t.Graph.Create(fxgraph.Output, "output", []any{items}, nil, "output")
	children, order := t.InlineSingleRegions()
	floats := x.constantFloats()
	config := theHost.Config(th)
	canonical := config.CanonicalOrder
	t.PlaceLoopInts(canonical)
	if canonical {
		x.canonicalPlaceholders()
	}
	t.DropSizes()
	x.dropUnusedInputs()
	x.trace.AssertRanges(th)
	x.simplifyExamples()
	if err := x.mergeNumbers(); err != nil {
		return err
	}
	x.trace.Prune(nil)                     // what merged numbers were computed of
	if canonical && !config.Deduplicates { // which orders the rest itself; nothing moves over an assertion
		x.canonicalize()
	}
	t.NameSizes()
	if err := t.Graph.Lint(); err != nil {
		return fmt.Errorf("dynamo: %w", err)
	}
	name := x.uniqueName(th, "__compiled_fn")
	module := t.Host.GraphModule(t.Graph, children, order, t.Env())
	g.loads = make([]int, len(outputs))
	compiled, ahead, err := x.callBackend(th, module, name, reason, g.loads)
	stopped := err != nil && strings.Contains(err.Error(), "aten._local_scalar_dense.default") // where a backend of the script captures ahead of time
	if err != nil && (!stopped || len(floats) == 0) {
		return err
	}
	if (ahead || stopped) && len(floats) > 0 {
		for _, src := range floats {
			x.state.staticFloats[src] = true
		}
		return restart{}
	}
	t.FrameGlobals.Put(name, compiled)
	g.global(name, true)
	var sources []*guards.Source
	for _, in := range t.Inputs {
		if in.Source != nil {
			sources = append(sources, in.Source)
		}
	}
	done := g.sharing(sources)
	for _, in := range t.Inputs {
		if err := x.loadInput(th, g, in); err != nil {
			return err
		}
	}
	done()
	g.emit(bytecode.CALL, len(t.Inputs))
	g.result = g.temp()
	g.emit(bytecode.STORE_FAST, g.result)
	return nil
}

// returned ends the frame at a return.
func (x *translator) returned(th *object.Thread, f *frame) error {
	t := x.trace
	if !t.Computes() && !x.compile.FullGraph && !t.ErrorOnBreak && !t.AskedWhether && !t.AskedSize {
		return &skipFrame{reason: "No ops traced for the FX graph. `torch.compile` will skip the frame.", quiet: true}
	}
	if x.logs.Steps {
		x.logStep(th, fmt.Sprintf("Step 1: torchdynamo done tracing %s (RETURN_VALUE)", x.code.Name))
	}
	g, err := x.compileSubgraph(th, []variables.Tracker{f.result}, 0, 1, nil, returnReason)
	if err != nil {
		return err
	}
	g.emit(bytecode.RETURN_VALUE, 0)
	x.output, err = g.finish(th)
	return err
}

// guardSet completes the guards of the trace with those that every entry has.
func (x *translator) guardSet(th *object.Thread) []*guards.Guard {
	t := x.trace
	t.GuardFetched(th)
	for _, k := range []guards.Kind{guards.ShapeEnvGuard, guards.DeterministicAlgorithms, guards.GradMode, guards.DefaultDevice, guards.SavedTensorsHooks} {
		t.Guards.Add(th, &guards.Guard{Kind: k})
	}
	t.Guards.Add(th, &guards.Guard{Kind: guards.GlobalStateGuard, State: x.state.globalState})
	t.Guards.Add(th, &guards.Guard{Kind: guards.TorchFunctionState, Values: t.StartModes})
	if sources := t.TensorSources(); len(sources) > 1 {
		t.Guards.Add(th, &guards.Guard{Kind: guards.NoTensorAliasing, Group: sources})
	}
	return t.Guards.Sorted()
}
