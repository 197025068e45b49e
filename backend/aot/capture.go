package aot

import (
	"fmt"
	"maps"

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

// update is an input that changes outside of the graph: in a way that autograd sees, or where the graph has no effects.
type update struct {
	input, from int
	data        bool // its memory takes the values of the output
	layout      bool // it gets the sizes and strides of the output
}

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
	custom bool // a custom function gives it, as a view of an input or as something new
}

// capturer is the state of one capture.
type capturer struct {
	*captured
	ctx     *ops.Context
	b       *graph.Builder
	level   ops.Level
	fakes   []ops.Value // the inputs beneath functionalize
	wrapped []ops.Value // as the program sees them
	began   []*ops.Fake // the layouts in which it got them: a copy has one of its own; nil for what is no tensor
	outs    []*graph.Value
	inner   []ops.Value // the tensors behind outs; nil for those that no gradient comes for
	shown   bool
	outside bool // inputs are changed outside of the graph
	writes  []graph.Write

	fresh map[int]freshness // inputs of which the program gets another tensor
	stale map[int]freshness // those of which it should have got one
}

// freshness says what a program that is differentiated gets for an input that it changes, so that the input itself stays a leaf.
type freshness uint8

const (
	copied freshness = iota + 1
	viewed           // the sizes and strides change alone
)

func capture(ctx *ops.Context, c *Compiler, p *Program) (*captured, error) {
	if ctx.Transformed() {
		return nil, unsupported("function transforms or modes are active")
	}
	t, err := attempt(ctx, c, p, nil)
	if err == nil && t.stale != nil { // what it changes is known when it has run
		t, err = attempt(ctx, c, p, t.stale)
	}
	if err != nil {
		return nil, err
	}
	return t.captured, nil
}

// attempt captures with the given fresh inputs; where others are needed it stops, and these are in stale.
func attempt(ctx *ops.Context, c *Compiler, p *Program, fresh map[int]freshness) (*capturer, error) {
	t := &capturer{captured: &captured{inputs: len(p.Inputs)}, ctx: ctx, b: graph.NewBuilder(p.Name), outside: c.Outside, fresh: fresh}
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
	t.level = ctx.PushFunctionalize(c.Shown, c.Written)
	training := false
	for i, in := range p.Inputs {
		needs, err := t.input(i, in)
		if err != nil {
			return nil, err
		}
		training = needs || training
	}
	results, err := p.Run(ctx, t.wrapped, t.b)
	if err != nil {
		return nil, err
	}
	if err := t.changes(training); err != nil || t.stale != nil {
		return t, err
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
	return t, err
}

// input adds argument i of the program; it says whether that requires a gradient.
func (t *capturer) input(i int, in Input) (bool, error) {
	name := fmt.Sprintf("primals_%d", i+1)
	f, ok := in.Value.(*ops.Fake)
	if !ok {
		t.b.Input(name, in.Value)
		t.fakes, t.wrapped, t.needGrad = append(t.fakes, in.Value), append(t.wrapped, in.Value), append(t.needGrad, false)
		t.began = append(t.began, nil)
		return false, nil
	}
	fake := &ops.Fake{Sizes: f.Sizes, Strides: f.Strides, Offset: f.Offset, DType: f.DType, Device: f.Device, Conj: f.Conj, Neg: f.Neg}
	fake.RequiresGrad = in.RequiresGrad && t.ctx.GradEnabled()
	t.b.Input(name, fake)
	t.fakes, t.needGrad = append(t.fakes, fake), append(t.needGrad, fake.RequiresGrad)
	started := []ops.Value{t.ctx.Functional(t.level, fake)}
	var err error
	switch t.fresh[i] {
	case copied:
		started, err = t.ctx.Call(clone(), []ops.Value{started[0], nil})
	case viewed:
		if started, err = t.ctx.Call(ops.Lookup("view"), []ops.Value{started[0], sizesOf(fake)}); err == nil {
			started[0], err = t.value(started[0])
		}
	}
	if err != nil {
		return false, err
	}
	if t.fresh[i] == viewed { // by itself, for what it does not share with the input
		started[0] = t.ctx.Functional(t.level, started[0])
	}
	w := started[0].(*ops.Fake)
	t.wrapped, t.began = append(t.wrapped, w), append(t.began, &ops.Fake{Sizes: w.Sizes, Strides: w.Strides})
	return fake.RequiresGrad, nil
}

func sizesOf(f *ops.Fake) []ops.Value {
	list := make([]ops.Value, len(f.Sizes))
	for i, s := range f.Sizes {
		list[i] = s
	}
	return list
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
		if before.DType != after.DType {
			return unsupported("the type of an input is changed in place")
		}
		layout := !sameLayout(t.began[i], after)
		if layout && !t.shown {
			return unsupported("the shape of an input is changed in place")
		}
		inner, changed, err := t.ctx.FunctionalValue(t.level, w)
		if err != nil {
			return err
		}
		if changed = changed && inner != t.fakes[i]; !changed && !layout {
			continue
		}
		recorded := training && ops.RequiresGrad(inner) && !(t.shown && !t.outside && ops.ChangedUnseen(t.level, w))
		if training && t.needGrad[i] && !recorded && !ops.ChangedUnseen(t.level, w) {
			return unsupported("an input that requires a gradient is changed where none is recorded")
		}
		if t.shown && recorded && t.fresh[i] == 0 {
			if t.stale == nil {
				t.stale = maps.Clone(t.fresh)
			}
			if t.stale == nil {
				t.stale = map[int]freshness{}
			}
			if t.stale[i] = viewed; changed {
				t.stale[i] = copied
			}
		}
		if recorded || layout || t.outside {
			u := update{input: i, from: len(t.outs), data: changed, layout: layout}
			if changed {
				u.from = t.output(inner)
			} else { // the gradient comes by way of the input itself
				t.outs, t.inner = append(t.outs, t.b.Value(inner)), append(t.inner, nil)
			}
			t.updates = append(t.updates, u)
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
	wholes := map[int]ops.Value{} // what outputs are views of, by output
	given := map[ops.Value]bool{}
	for k, v := range list {
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
			case ofInput && base != nil && ops.RequiresGrad(inner) && (t.shown && !changed && alone[base] == 0 || t.ctx.MadeByCustom(inner)): // as in PyTorch
				o = output{kind: computed, index: t.output(inner)}
			case ofInput && base != nil:
				o = output{kind: viewOfInput, index: i, view: view}
				t.show(inner)
			case base != nil && shown[base] > 1 && view.Len() > 0 && (changed || training && ops.RequiresGrad(inner)):
				if wholes[k], err = t.value(t.ctx.FunctionalWhole(t.level, v)); err != nil {
					return err
				}
				o = output{kind: viewOfOutput, view: view}
				t.show(inner)
			case t.shown && given[inner]: // each result has a tangent
				t.outs, t.inner = append(t.outs, t.b.Value(inner)), append(t.inner, inner)
				o = output{kind: computed, index: len(t.outs) - 1}
			default:
				given[inner] = true
				o = output{kind: computed, index: t.output(inner)}
			}
		default:
			return unsupported("an output of type %T", v)
		}
		t.outputs = append(t.outputs, o)
	}
	for k := range list { // behind the outputs, unless it is one itself
		if whole, ok := wholes[k]; ok {
			t.outputs[k].index = t.output(whole)
		}
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
		t.tangents = append(t.tangents, tangent{i, seed, t.ctx.MadeByCustom(inner)})
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
