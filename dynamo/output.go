package dynamo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// Graph is a graph that was handed to a backend.
type Graph struct {
	Name   string
	Module object.Value
	Graph  *fxgraph.Graph
	Reason string
}

// returnReason is the reason of a graph that ends with the frame.
const returnReason = "return_value"

// compileSubgraph ends the graph: it finds out which values have to come out
// of it, compiles it, and writes the code that calls it, pushes the given
// values and repeats the side effects.
//
// The values from onStack on go into the slots; an argument that stays in its own is not looked at.
func (x *translator) compileSubgraph(th *object.Thread, values []variables.Tracker, onStack int, slots []int, reason string) (*generator, error) {
	if err := x.lookAt(th, values, onStack, slots); err != nil {
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

// lookAt looks at what has to be put back, so that its guards are installed; numbers
// and text that are only passed on are not looked at, nor arguments still in their slots.
func (x *translator) lookAt(th *object.Thread, values []variables.Tracker, onStack int, slots []int) error {
	for i, v := range values {
		l, ok := v.(*variables.Lazy)
		if !ok {
			continue
		}
		moved := i < onStack || i-onStack >= len(slots) || !x.unmoved(l, slots[i-onStack])
		if moved && i >= onStack && x.trace.GuardType(th, l) {
			continue
		}
		if moved && (i >= onStack || !variables.IsConstant(l.V)) {
			real, err := x.trace.Realize(th, l)
			if err != nil {
				return err
			}
			values[i] = real
		}
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
		if err := g.value(th, v); err != nil {
			return err
		}
	}
	stores, err := g.effects(th)
	if err != nil {
		return err
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
		g.collect = func(n *fxgraph.Node) { nodes = append(nodes, n) }
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
	canonical := theHost.Config(th).CanonicalOrder
	t.PlaceLoopInts(canonical)
	if canonical {
		x.canonicalize()
	}
	t.DropSizes()
	x.dropUnusedInputs()
	x.trace.AssertRanges(th)
	x.simplifyExamples()
	if err := x.mergeNumbers(); err != nil {
		return err
	}
	t.NameSizes()
	if err := t.Graph.Lint(); err != nil {
		return fmt.Errorf("dynamo: %w", err)
	}
	name := x.uniqueName(th, "__compiled_fn")
	module := t.Host.GraphModule(t.Graph, children, order, t.Env())
	g.loads = make([]int, len(outputs))
	compiled, ahead, err := x.callBackend(th, module, name, reason, g.loads)
	stopped := err != nil && strings.Contains(err.Error(), ops.ValueUnknown) // where a backend of the script captures ahead of time
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

// makeInputs writes the calls that make inputs of the graph.
func (x *translator) makeInputs(th *object.Thread, g *generator) error {
	g.made = map[string]int{}
	for _, made := range x.trace.Made {
		g.callValue(made.Fn)
		for _, a := range made.Args {
			if err := g.value(th, a); err != nil {
				return err
			}
		}
		g.emit(bytecode.CALL, len(made.Args))
		g.made[made.Name] = g.temp()
		g.emit(bytecode.STORE_FAST, g.made[made.Name])
	}
	return nil
}

func (x *translator) loadInput(th *object.Thread, g *generator, in *variables.Input) error {
	if in.Random != nil {
		g.callValue(numberTensor(x.trace.Host))
		g.emit(bytecode.LOAD_FAST, g.drawn[in.Random])
		g.emit(bytecode.CALL, 1)
		return nil
	}
	if in.Place != nil {
		return g.loadPlace(th, *in.Place)
	}
	if in.Float {
		g.callValue(floatTensor(x.trace.Host))
		if err := g.load(in.Source); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 1)
		return nil
	}
	if in.Plain {
		g.callValue(x.trace.Host.Attribute(th, "torch._dynamo.utils._plain_tensor"))
		if err := g.load(in.Source); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 1)
		return nil
	}
	return g.load(in.Source)
}

// floatTensor makes the 0-dim float64 tensor in which a symbolic float enters a graph.
func floatTensor(h variables.Host) object.Value {
	return object.NewFuncValue("___as_tensor", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		f, _ := args[0].AsFloat()
		if n, ok := args[0].AsInt(); ok {
			f = float64(n)
		}
		t := tensor.New(tensor.Float64)
		t.Fill(f)
		return h.WrapTensor(th, t), nil
	})
}

// constantFloats are the sources of symbolic floats that are not only operands of arithmetic with tensors. Backends that capture ahead of
// time make them constants, as PyTorch's do, and the frame is traced once more.
func (x *translator) constantFloats() (sources []string) {
	for _, in := range x.trace.Inputs {
		if !in.Float {
			continue
		}
		for _, item := range in.Node.Users() {
			if !onlyTensorArithmetic(item) {
				sources = append(sources, in.Source.Text())
				break
			}
		}
	}
	return sources
}

// tensorArithmetic are the operators that take a float for a tensor without dimensions.
var tensorArithmetic = map[string]bool{"add": true, "sub": true, "mul": true, "truediv": true, "iadd": true, "isub": true, "imul": true, "itruediv": true,
	"gt": true, "ge": true, "lt": true, "le": true, "eq": true, "ne": true}

func onlyTensorArithmetic(n *fxgraph.Node) bool {
	for _, user := range n.Users() {
		f, ok := user.Target.(*fxgraph.Function)
		if !ok || !tensorArithmetic[f.Name] {
			return false
		}
		if _, tensor := user.Meta.Example.(*ops.Fake); !tensor && !onlyTensorArithmetic(user) {
			return false
		}
	}
	return len(n.Users()) > 0
}

// dropUnusedInputs removes placeholders that nothing reads. Of the sizes that are read by none, those stay that a tensor of the graph has, each once: the first
// placeholder whose size it has turned out to be.
func (x *translator) dropUnusedInputs() {
	t := x.trace
	var kept []*variables.Input
	has := map[string]bool{} // symbols of tensors
	for _, in := range t.Inputs {
		if in.Place == nil && len(in.Node.Users()) == 0 {
			_ = t.Graph.Erase(in.Node)
			continue
		}
		kept = append(kept, in)
		if f, ok := in.Node.Meta.Example.(*ops.Fake); ok {
			for _, n := range append(append([]symbolic.Int{f.Offset}, f.Sizes...), f.Strides...) {
				for _, name := range symbolic.Symbols(t.Shapes.Simplify(n).Expr()) {
					has[name] = true
				}
			}
		}
	}
	kept = slices.DeleteFunc(kept, func(in *variables.Input) bool {
		size, ok := in.Node.Meta.Example.(symbolic.Int)
		if in.Place == nil || !ok || len(in.Node.Users()) > 0 {
			return false
		}
		known := t.Shapes.Simplify(size)
		if e := known.Expr(); known.IsSymbolic() && e.Kind == symbolic.Symbol && has[e.Name] {
			delete(has, e.Name)
			return false
		}
		_ = t.Graph.Erase(in.Node)
		return true
	})
	// The order of the placeholders is the order of the arguments.
	position := map[*fxgraph.Node]int{}
	for i, n := range t.Graph.Nodes() {
		position[n] = i
	}
	for i := 1; i < len(kept); i++ {
		for j := i; j > 0 && position[kept[j].Node] < position[kept[j-1].Node]; j-- {
			kept[j], kept[j-1] = kept[j-1], kept[j]
		}
	}
	t.Inputs = kept
}

// simplifyExamples writes what was learnt about sizes into the shapes that the
// graph shows.
func (x *translator) simplifyExamples() {
	env := x.trace.Shapes
	all := func(sizes []symbolic.Int) {
		for i, s := range sizes {
			sizes[i] = env.Simplify(s)
		}
	}
	for _, n := range x.trace.Graph.Nodes() {
		switch e := n.Meta.Example.(type) {
		case *ops.Fake:
			all(e.Sizes)
			all(e.Strides)
		case symbolic.Int:
			n.Meta.Example = env.Simplify(e)
		case symbolic.Float:
			n.Meta.Example = env.SimplifyFloat(e)
		case symbolic.Bool:
			n.Meta.Example = env.SimplifyBool(e)
		}
	}
}

// exampleInputs are the values with which the backend is called.
func (x *translator) exampleInputs(th *object.Thread) ([]object.Value, error) {
	var out []object.Value
	for _, in := range x.trace.Inputs {
		switch {
		case in.Place != nil:
			e, _ := in.Node.Meta.Example.(symbolic.Int)
			out = append(out, object.Int(x.trace.Shapes.Example(e)))
		case in.Float:
			v, err := object.Call(th, floatTensor(x.trace.Host), in.Value)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		case in.Plain:
			v, err := object.Call(th, x.trace.Host.Attribute(th, "torch._dynamo.utils._plain_tensor"), in.Value)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		default:
			out = append(out, in.Value)
		}
	}
	return out, nil
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
	g, err := x.compileSubgraph(th, []variables.Tracker{f.result}, 1, nil, returnReason)
	if err != nil {
		return err
	}
	g.emit(bytecode.RETURN_VALUE, 0)
	x.output, err = g.finish(th)
	return err
}

// breakGraph ends the graph in front of the current instruction, has the
// virtual machine perform that instruction, and goes on in resume functions.
func (x *translator) breakGraph(th *object.Thread, f *frame, u *variables.Unsupported) error {
	in := f.code.Instrs[f.ip]
	f.at = f.ip
	contexts := activeContexts(f)
	for i := len(contexts) - 1; i >= 0; i-- {
		if contexts[i].Traced != nil { // it cannot be entered again
			return contexts[i].Traced
		}
		if err := contexts[i].Exit(th); err != nil {
			return err
		}
	}
	live := f.liveLocals(f.ip + 1)
	jump := in.Op == bytecode.POP_JUMP_IF_FALSE || in.Op == bytecode.POP_JUMP_IF_TRUE
	if jump {
		live = f.liveLocals(f.ip+1, int(in.Arg))
	}
	stack := f.stack
	var values []variables.Tracker
	for _, s := range stack {
		if _, ok := s.(*variables.ContextExit); ok {
			s = variables.None() // entered again in the resume function
		}
		values = append(values, s)
	}
	for _, i := range live {
		values = append(values, f.locals[i])
	}
	entered := enteredObjects(contexts)
	values = append(values, entered...)
	if jump && u.Branch { // at which the frame goes on in two ways
		theHost.CountStop(th, u, x.stack(th))
	} else {
		theHost.CountBreak(th, u, x.stack(th), x.userStack(u))
	}
	g, err := x.compileSubgraph(th, values, len(f.stack), live, u.Title)
	if err != nil {
		return err
	}
	for range entered { // which the generator has kept
		g.emit(bytecode.POP_TOP, 0)
	}
	for i := len(live) - 1; i >= 0; i-- {
		g.emit(bytecode.STORE_FAST, live[i])
	}
	g.pos = f.code.Positions[f.ip]
	if jump {
		if err := x.writeJump(th, g, f, in, live, contexts); err != nil {
			return err
		}
	} else if err := x.writeInstruction(th, g, f, in, live, contexts); err != nil {
		return err
	}
	x.output, err = g.finish(th)
	return err
}

// enteredObjects are the objects that contexts enter again, which have to be there with what tracing did to them.
func enteredObjects(contexts []*variables.Context) (objects []variables.Tracker) {
	for _, c := range contexts {
		if c.Value != nil {
			objects = append(objects, c.Value)
		}
	}
	return objects
}

// breakComprehension ends the graph in front of a comprehension, has the
// virtual machine run all of it, and goes on behind it.
func (x *translator) breakComprehension(th *object.Thread, f *frame, end int, u *variables.Unsupported) error {
	f.at = f.ip
	start := f.ip
	live := f.liveLocals(start)
	values := append([]variables.Tracker{}, f.stack...)
	for _, i := range live {
		values = append(values, f.locals[i])
	}
	theHost.CountBreak(th, u, x.stack(th), x.userStack(u))
	g, err := x.compileSubgraph(th, values, len(f.stack), live, u.Title)
	if err != nil {
		return err
	}
	for i := len(live) - 1; i >= 0; i-- {
		g.emit(bytecode.STORE_FAST, live[i])
	}
	body := bytecode.Disassemble(x.code.Code)[start:end]
	for _, in := range body {
		in.Handler = nil
	}
	g.list = append(g.list, body...)
	depths, err := x.code.StackDepths()
	if err != nil {
		return err
	}
	layout := stackLayout(f.stack)
	for len(layout) < int(depths[end]) {
		layout = append(layout, slotValue)
	}
	after := x.liveBehind(f, start, end)
	if err := x.writeResume(th, g, f, end, int(depths[end]), layout[:depths[end]], after, false); err != nil {
		return err
	}
	x.output, err = g.finish(th)
	return err
}

// liveBehind lists the locals that are alive behind a stretch of code that runs
// untraced: those bound before it and those that it stores.
func (x *translator) liveBehind(f *frame, start, end int) []int {
	out := f.liveLocals(end)
	live := liveSlots(x.code.Code, []int{end})
	known := map[int]bool{}
	for _, slot := range out {
		known[slot] = true
	}
	for _, in := range x.code.Instrs[start:end] {
		switch slot := int(in.Arg); in.Op {
		case bytecode.LOAD_FAST_AND_CLEAR:
			known[slot] = true // has its old content again
		case bytecode.STORE_FAST:
			if live[slot] && !known[slot] {
				known[slot] = true
				out = append(out, slot)
			}
		}
	}
	return out
}

// comprehension finds the inlined comprehension of the root frame around an
// instruction: its first instruction and the one behind it.
func comprehension(c *bytecode.Code, at int) (start, end int, ok bool) {
	for k := at; k >= 0; k-- {
		if c.Instrs[k].Op != bytecode.LOAD_FAST_AND_CLEAR {
			continue
		}
		first := k
		for first > 0 && (c.Instrs[first-1].Op == bytecode.LOAD_FAST_AND_CLEAR || c.Instrs[first-1].Op == bytecode.MAKE_CELL) {
			first--
		}
		loop := k
		for loop < len(c.Instrs) && c.Instrs[loop].Op != bytecode.FOR_ITER {
			loop++
		}
		if loop >= len(c.Instrs) {
			return 0, 0, false
		}
		end = int(c.Instrs[loop].Arg) + 2 // behind END_FOR and POP_ITER
		if at >= end {
			continue
		}
		for end < len(c.Instrs) && (c.Instrs[end].Op == bytecode.SWAP || c.Instrs[end].Op == bytecode.STORE_FAST) && end < int(c.Instrs[loop].Arg)+2+2*(k-first+1) {
			end++
		}
		if first > 0 && c.Instrs[first-1].Op == bytecode.GET_ITER {
			first--
		}
		return first, end, true
	}
	return 0, 0, false
}

// activeContexts lists the torch context managers that are entered, outermost first.
func activeContexts(f *frame) []*variables.Context {
	var out []*variables.Context
	for _, s := range f.stack {
		if e, ok := s.(*variables.ContextExit); ok {
			out = append(out, e.Context)
		}
	}
	return out
}

// writeInstruction performs one instruction of the original and calls the
// resume function with what is on the stack and the live locals.
func (x *translator) writeInstruction(th *object.Thread, g *generator, f *frame, in bytecode.Instr, live []int, contexts []*variables.Context) error {
	pops, pushes := in.Op.Effect(in.Arg)
	depth := len(f.stack) - pops + pushes
	inside, err := x.enterContexts(th, g, contexts, len(f.stack))
	if err != nil {
		return err
	}
	native := g.emit(in.Op, int(in.Arg))
	inside(native)
	layout := stackLayout(f.stack[:len(f.stack)-pops])
	for range pushes {
		layout = append(layout, slotValue)
	}
	return x.writeResume(th, g, f, f.ip+1, depth, layout, live, false)
}

// enterContexts enters context managers around one instruction; the returned
// function puts the instruction under their protection and leaves them behind it.
func (x *translator) enterContexts(th *object.Thread, g *generator, contexts []*variables.Context, depth int) (func(*bytecode.AsmInstr), error) {
	var temps []int
	for _, c := range contexts {
		tmp := g.temp()
		g.callValue(c.Class)
		for _, a := range c.Args {
			if err := g.value(th, a); err != nil {
				return nil, err
			}
		}
		g.emit(bytecode.CALL, len(c.Args))
		g.emit(bytecode.COPY, 1)
		g.emit(bytecode.STORE_FAST, tmp)
		g.emit(bytecode.LOAD_ATTR, g.name("__enter__")<<1|1)
		g.emit(bytecode.CALL, 0)
		g.emit(bytecode.POP_TOP, 0)
		temps = append(temps, tmp)
	}
	exit := func() {
		for i := len(temps) - 1; i >= 0; i-- {
			g.emit(bytecode.LOAD_FAST, temps[i])
			g.emit(bytecode.LOAD_ATTR, g.name("__exit__")<<1|1)
			g.constant(object.None)
			g.constant(object.None)
			g.constant(object.None)
			g.emit(bytecode.CALL, 3)
			g.emit(bytecode.POP_TOP, 0)
		}
	}
	return func(native *bytecode.AsmInstr) {
		if len(temps) == 0 {
			return
		}
		exit()
		over := &bytecode.AsmInstr{Op: bytecode.NOP, Pos: g.pos}
		g.list = append(g.list, &bytecode.AsmInstr{Op: bytecode.JUMP_FORWARD, Target: over, Pos: g.pos})
		target := g.emit(bytecode.PUSH_EXC_INFO, 0)
		exit()
		g.emit(bytecode.RERAISE, 0)
		native.Handler = &bytecode.AsmHandler{Target: target, Depth: 0}
		g.list = append(g.list, over)
	}, nil
}

// writeJump decides a condition that the graph computed and calls one of two resume functions.
func (x *translator) writeJump(th *object.Thread, g *generator, f *frame, in bytecode.Instr, live []int, contexts []*variables.Context) error {
	layout := stackLayout(f.stack[:len(f.stack)-1])
	g.emit(bytecode.TO_BOOL, 0)
	taken := &bytecode.AsmInstr{Op: bytecode.NOP, Pos: g.pos}
	g.list = append(g.list, &bytecode.AsmInstr{Op: in.Op, Target: taken, Pos: g.pos})
	if err := x.writeResume(th, g, f, f.ip+1, len(layout), layout, live, true); err != nil {
		return err
	}
	g.list = append(g.list, taken)
	return x.writeResume(th, g, f, int(in.Arg), len(layout), layout, live, false)
}

// stopTracing compiles what there is and runs the rest of the function as it was.
func (x *translator) stopTracing(th *object.Thread, f *frame) error {
	live := f.liveLocals(f.ip)
	var values []variables.Tracker
	for _, i := range live {
		values = append(values, f.locals[i])
	}
	f.at = f.ip
	theHost.CountStep(th, x.plan.reason, x.stack(th))
	g, err := x.compileSubgraph(th, values, 0, live, "step graph break")
	if err != nil {
		return err
	}
	for i := len(live) - 1; i >= 0; i-- {
		g.emit(bytecode.STORE_FAST, live[i])
	}
	rest := bytecode.Disassemble(x.code.Code)
	g.list = append(g.list, &bytecode.AsmInstr{Op: bytecode.JUMP_FORWARD, Target: rest[f.ip], Pos: g.pos})
	for _, in := range rest {
		if in.Op == bytecode.MAKE_CELL || in.Op == bytecode.COPY_FREE_VARS {
			in.Op, in.Arg = bytecode.NOP, 0
		}
	}
	g.list = append(g.list, rest...)
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
