package aot

import (
	"fmt"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// captured is a program as one graph, and how its results follow from those of the graph. The inputs of the graph are those
// of the program and, for a backward pass, the tangents: gradients of the outputs that require one. Its outputs are the
// forward's (the updated inputs first), then the gradients of the inputs.
type captured struct {
	joint    *graph.Graph
	inputs   int                  // of the program
	forward  int                  // outputs of the joint graph that belong to the forward pass
	nodes    map[*graph.Node]bool // those that the forward pass made
	needGrad []bool               // by input
	updates  []update
	outputs  []output
	tangents []tangent
}

// update is an input whose memory changes in a way that autograd sees: the copy is made outside of the graph.
type update struct{ input, from int }

// output says where an output of the program comes from.
type output struct {
	kind  outputKind
	value ops.Value // constant
	index int       // the output of the graph, or the input
	view  ops.View  // viewOfInput, viewOfOutput
}

type outputKind uint8

const (
	constant     outputKind = iota // a number, or nothing
	computed                       // an output of the graph
	sameInput                      // an input itself
	viewOfInput                    // made of an input by view operators
	viewOfOutput                   // made of an output of the graph by view operators
)

// tangent is a gradient that the backward pass takes: that of a forward output.
type tangent struct {
	output int // of the graph
	meta   *ops.Fake
}

// capturer is the state of one capture.
type capturer struct {
	*captured
	ctx     *ops.Context
	b       *graph.Builder
	level   ops.Level
	fakes   []ops.Value // the inputs beneath functionalize
	wrapped []ops.Value // as the program sees them
	outs    []*graph.Value
	inner   []ops.Value // the tensors behind outs; nil for those that no gradient comes for
	shown   bool
	writes  []graph.Write
}

func capture(ctx *ops.Context, c *Compiler, p *Program) (result *captured, err error) {
	if ctx.Transformed() {
		return nil, unsupported("function transforms or modes are active")
	}
	t := &capturer{captured: &captured{inputs: len(p.Inputs)}, ctx: ctx, b: graph.NewBuilder(p.Name)}
	saved, env, grad := ctx.Transforms(), ctx.SetEnv(p.Env), ctx.GradEnabled()
	defer func() {
		ctx.Restore(saved)
		ctx.SetEnv(env)
		ctx.SetGradEnabled(grad)
	}()
	if t.shown = c.Shown; t.shown {
		t.b.Trace(ctx)
	}
	ctx.PushRecorderAhead(t.b, t.shown)
	if c.Whole != nil {
		ctx.PushDecompose(c.Whole)
	}
	t.level = ctx.PushFunctionalize()
	training := false
	for i, in := range p.Inputs {
		training = t.input(i, in) || training
	}
	results, err := p.Run(ctx, t.wrapped, t.b)
	if err != nil {
		return nil, err
	}
	if err := t.changes(training); err != nil {
		return nil, err
	}
	if err := t.results(results, training); err != nil {
		return nil, err
	}
	t.forward = len(t.outs)
	if training {
		if err := t.backward(); err != nil {
			return nil, err
		}
	}
	t.joint, err = t.b.Finish(t.outs, t.writes)
	if err != nil {
		return nil, err
	}
	return t.captured, nil
}

// input adds argument i of the program; it says whether that requires a gradient.
func (t *capturer) input(i int, in Input) bool {
	name := fmt.Sprintf("primals_%d", i+1)
	f, ok := in.Value.(*ops.Fake)
	if !ok {
		t.b.Input(name, in.Value)
		t.fakes, t.wrapped, t.needGrad = append(t.fakes, in.Value), append(t.wrapped, in.Value), append(t.needGrad, false)
		return false
	}
	fake := &ops.Fake{Sizes: f.Sizes, Strides: f.Strides, Offset: f.Offset, DType: f.DType, Device: f.Device, Conj: f.Conj, Neg: f.Neg}
	fake.RequiresGrad = in.RequiresGrad && t.ctx.GradEnabled()
	t.b.Input(name, fake)
	t.fakes, t.needGrad = append(t.fakes, fake), append(t.needGrad, fake.RequiresGrad)
	t.wrapped = append(t.wrapped, t.ctx.Functional(t.level, fake))
	return fake.RequiresGrad
}

// value is what a tensor of the program stands for in the graph.
func (t *capturer) value(v ops.Value) (inner ops.Value, err error) {
	inner, _, err = t.ctx.FunctionalValue(t.level, v)
	return inner, err
}

// output makes a tensor an output of the graph and gives its number.
func (t *capturer) output(inner ops.Value) int {
	for i, known := range t.inner {
		if known == inner {
			return i
		}
	}
	t.outs, t.inner = append(t.outs, t.b.Value(inner)), append(t.inner, inner)
	return len(t.outs) - 1
}

// show gives scripts an output of the graph that is made of an input once more at run time.
func (t *capturer) show(inner ops.Value) {
	if t.shown {
		t.outs, t.inner = append(t.outs, t.b.Value(inner)), append(t.inner, nil)
	}
}

// changes finds the inputs that the program has changed.
func (t *capturer) changes(training bool) error {
	for i, w := range t.wrapped {
		before, ok := t.fakes[i].(*ops.Fake)
		if !ok {
			continue
		}
		after := w.(*ops.Fake)
		if !sameLayout(before, after) || before.DType != after.DType {
			return unsupported("the shape of an input is changed in place")
		}
		inner, changed, err := t.ctx.FunctionalValue(t.level, w)
		if err != nil {
			return err
		}
		if !changed || inner == t.fakes[i] {
			continue
		}
		if training && t.needGrad[i] && !ops.RequiresGrad(inner) {
			return unsupported("an input that requires a gradient is changed where none is recorded")
		}
		if training && ops.RequiresGrad(inner) {
			t.updates = append(t.updates, update{i, t.output(inner)})
			continue
		}
		v := t.b.Value(inner)
		if v.Def == nil || v.Def.Op.IsView() { // it may show memory that another write changes first
			copied, err := t.ctx.Call(clone(), []ops.Value{w, nil})
			if err != nil {
				return err
			}
			if inner, err = t.value(copied[0]); err != nil {
				return err
			}
			v = t.b.Value(inner)
		}
		t.writes = append(t.writes, graph.Write{Input: i, Value: v})
	}
	return nil
}

func clone() *ops.Op { return ops.Lookup("clone") }

func sameLayout(a, b *ops.Fake) bool {
	if len(a.Sizes) != len(b.Sizes) {
		return false
	}
	for i := range a.Sizes {
		if a.Sizes[i] != b.Sizes[i] || a.Strides[i] != b.Strides[i] {
			return false
		}
	}
	return true
}

// results finds out where the outputs come from. Those that show the memory of an input are made of it again at run time, so
// that they are its views there too; so are several that show the same new memory.
func (t *capturer) results(list []ops.Value, training bool) error {
	inputOf := map[any]int{}
	for i, w := range t.wrapped {
		if base, _, _ := ops.FunctionalBase(t.level, w); base != nil {
			inputOf[base] = i
		}
	}
	shown := map[any]int{} // outputs that show a memory
	alone := map[any]int{} // those of them that are no views of which one operator gives several
	for _, v := range list {
		if base, view, _ := ops.FunctionalBase(t.level, v); base != nil {
			shown[base]++
			if !view.Several() {
				alone[base]++
			}
		}
	}
	for _, v := range list {
		o := output{kind: constant, value: v}
		switch v := v.(type) {
		case nil, bool, int64, float64, complex128, string, tensor.DType, tensor.Device:
		case symbolic.Int:
			t.outs, t.inner = append(t.outs, t.b.Number(v)), append(t.inner, nil)
			o = output{kind: computed, index: len(t.outs) - 1}
		case *ops.Fake:
			inner, err := t.value(v)
			if err != nil {
				return err
			}
			base, view, changed := ops.FunctionalBase(t.level, v)
			i, ofInput := inputOf[base]
			switch {
			case ofInput && t.wrapped[i] == ops.Value(v):
				o = output{kind: sameInput, index: i}
				t.show(inner)
			case ofInput && base != nil && t.shown && !changed && alone[base] == 0 && ops.RequiresGrad(inner): // as in PyTorch
				o = output{kind: computed, index: t.output(inner)}
			case ofInput && base != nil:
				o = output{kind: viewOfInput, index: i, view: view}
				t.show(inner)
			case base != nil && shown[base] > 1 && view.Len() > 0 && (changed || training && ops.RequiresGrad(inner)):
				whole, err := t.value(t.ctx.FunctionalWhole(t.level, v))
				if err != nil {
					return err
				}
				o = output{kind: viewOfOutput, index: t.output(whole), view: view}
			default:
				o = output{kind: computed, index: t.output(inner)}
			}
		default:
			return unsupported("an output of type %T", v)
		}
		t.outputs = append(t.outputs, o)
	}
	return nil
}

// backward runs the derivatives of the outputs that require a gradient and adds the gradients of the inputs to the outputs.
func (t *capturer) backward() error {
	var roots, seeds, leaves []ops.Value
	for i, inner := range t.inner {
		if inner == nil || !ops.RequiresGrad(inner) {
			continue
		}
		m := inner.(*ops.Fake)
		seed := ops.NewFake(m.DType, m.Sizes)
		if ops.IsDense(m) {
			seed.Strides = m.Strides
		}
		t.b.Input(fmt.Sprintf("tangents_%d", len(roots)+1), seed)
		t.tangents = append(t.tangents, tangent{i, seed})
		roots, seeds = append(roots, inner), append(seeds, ops.Value(seed))
	}
	for i, need := range t.needGrad {
		if need {
			leaves = append(leaves, t.fakes[i])
		}
	}
	if len(roots) == 0 {
		return nil
	}
	t.nodes = t.b.Made()
	t.ctx.SetGradEnabled(true)
	t.b.Place = graph.Place{}
	grads, err := t.ctx.Grad(roots, leaves, seeds, false, false, true)
	if err != nil {
		return err
	}
	k := 0
	for _, need := range t.needGrad {
		if !need {
			t.outs = append(t.outs, nil)
			continue
		}
		var v *graph.Value
		if grads[k] != nil {
			inner, err := t.value(grads[k])
			if err != nil {
				return err
			}
			v = t.b.Value(inner)
		}
		t.outs = append(t.outs, v)
		k++
	}
	return nil
}
