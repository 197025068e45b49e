package aot

import (
	"fmt"
	"slices"
	"sync"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Function is a captured program, compiled. Any number of goroutines call it, each with a context of its own.
type Function struct {
	captured  *captured
	compiler  *Compiler
	inference *graph.Graph // where there is no backward pass
	parts     *parts
	symbols   *graph.Symbols
	forward   Executable
	constants []*tensor.Tensor // of the graphs: they may be results of each call

	direct appending // calls go to it and need nothing else; nil if they do

	once        sync.Once
	backward    Executable
	backwardErr error
}

// Graphs are the graphs that were compiled: one for inference, or forward and backward.
func (f *Function) Graphs() []*graph.Graph {
	if f.inference != nil {
		return []*graph.Graph{f.inference}
	}
	return []*graph.Graph{f.parts.forward, f.parts.backward}
}

// Backward is the compiled backward pass; nil where there is none. The first to ask has it compiled.
func (f *Function) Backward() (Executable, error) {
	if f.inference != nil {
		return nil, nil
	}
	f.once.Do(func() { f.backward, f.backwardErr = f.compiler.Backend(f.parts.backward, Backward) })
	return f.backward, f.backwardErr
}

// ErrShared is the error of a call in which elements of an input that the program changes share memory, with another input or
// with each other: the program was captured for inputs of which none do.
var ErrShared = fmt.Errorf("an input that the program changes shares memory with another one")

// LeavesNothing says whether calls keep neither their inputs nor their outputs, so that the slices of these can be used again.
func (f *Function) LeavesNothing() bool {
	_, ok := f.forward.(appending)
	return ok && f.inference != nil && len(f.captured.updates) == 0 && f.plain()
}

// Fresh says whether no output of a call is one of its inputs.
func (f *Function) Fresh() bool { return f.direct != nil }

// settle is called when a graph for inference is compiled.
func (f *Function) settle() {
	if f.LeavesNothing() && len(f.inference.Writes) == 0 {
		f.direct = f.forward.(appending)
	}
}

// CallInto is Call, with outs to append to where that is worth it. The inputs of known calls are tensors of the same types, sizes and
// strides as those of each other known call.
func (f *Function) CallInto(ctx *ops.Context, inputs, outs []ops.Value, known bool) ([]ops.Value, error) {
	if f.direct != nil {
		return f.direct.RunInto(ctx, inputs, outs, known)
	}
	return f.Call(ctx, inputs)
}

// Call runs the program on its inputs, tensors and numbers (int64).
func (f *Function) Call(ctx *ops.Context, inputs []ops.Value) ([]ops.Value, error) {
	if f.changesShared(inputs) {
		return nil, ErrShared
	}
	outs, err := f.forward.Run(ctx, inputs)
	if err != nil {
		return nil, err
	}
	if f.inference != nil && len(f.captured.updates) == 0 && f.plain() {
		return outs, nil
	}
	var sizes *graph.Sizes
	if !f.symbols.Empty() {
		values, err := f.symbols.Read(inputs, nil)
		if err != nil {
			return nil, err
		}
		sizes = f.symbols.Sizes(values)
	}
	if f.inference == nil {
		if err := f.record(ctx, inputs, outs, sizes); err != nil {
			return nil, err
		}
	}
	return f.finish(ctx, inputs, outs, sizes)
}

// plain says whether the outputs of the graph are those of the program, in order.
func (f *Function) plain() bool {
	if len(f.captured.outputs) != f.captured.forward {
		return false
	}
	for i, o := range f.captured.outputs {
		if o.kind != computed || o.index != i {
			return false
		}
	}
	return true
}

// changesShared looks for an input that is written to and whose elements share memory.
func (f *Function) changesShared(inputs []ops.Value) bool {
	shared := func(i int) bool {
		t := inputs[i].(*tensor.Tensor)
		if t.MayOverlap() {
			return true
		}
		for k, v := range inputs {
			if o, ok := v.(*tensor.Tensor); ok && k != i && t.MayShare(o) {
				return true
			}
		}
		return false
	}
	g := f.inference
	if g == nil {
		g = f.parts.forward
	}
	return slices.ContainsFunc(g.Writes, func(w graph.Write) bool { return shared(w.Input) }) ||
		slices.ContainsFunc(f.captured.updates, func(u update) bool { return shared(u.input) })
}

// Changes tells which inputs the program changes: their values, or their sizes and strides.
func (f *Function) Changes() (values, layouts []int) {
	g := f.inference
	if g == nil {
		g = f.parts.forward
	}
	for _, w := range g.Writes {
		values = append(values, w.Input)
	}
	for _, u := range f.captured.updates {
		if u.data {
			values = append(values, u.input)
		}
		if u.layout {
			layouts = append(layouts, u.input)
		}
	}
	return values, layouts
}

// record makes the node of the call and gives the outputs their history.
func (f *Function) record(ctx *ops.Context, inputs, outs []ops.Value, sizes *graph.Sizes) error {
	p := f.parts
	leaves := make([]ops.Value, len(inputs))
	for i, need := range f.captured.needGrad {
		if need {
			leaves[i] = inputs[i]
		}
	}
	n := ctx.NewNode("CompiledFunctionBackward", leaves, func(n *ops.Node, grads []ops.Value) ([]ops.Value, error) {
		return f.gradients(ctx, n, grads, sizes)
	})
	saved := slices.Clone(outs[p.outputs : p.outputs+p.saved])
	for i, at := range p.savedInput {
		if at >= 0 {
			saved[i] = inputs[at] // with its history, for the message when it was changed since
		}
	}
	n.OwnsGrads = true
	n.Recorded = func() (ops.BackwardRecording, error) {
		r, size := ops.BackwardRecording{Text: fmt.Sprintf("%p", p), Open: true}, evaluator(sizes)
		for _, x := range p.sizes {
			v, err := size(x)
			if err != nil {
				return r, err
			}
			r.Sizes = append(r.Sizes, v)
		}
		return r, nil
	}
	if err := ctx.Keep(n, saved); err != nil {
		return err
	}
	n.KeptAlone(f.unknown(inputs, outs))
	for i, t := range f.captured.tangents {
		if t.custom {
			ops.MarkCustomView(outs[t.output], len(f.captured.tangents) > 1)
		} else {
			standAlone(outs[t.output])
		}
		ops.SetHistory(outs[t.output], n, i)
	}
	return nil
}

// standAlone makes a view of what the graph alone knows a tensor like others: its history is the call's, not that of the tensor that it shows.
func standAlone(v ops.Value) {
	if t, ok := v.(*tensor.Tensor); ok {
		t.Base = nil
	}
}

// unknown lists those of the saved tensors that nothing else will refer to: results of the forward pass which are neither outputs nor inputs nor
// constants nor saved twice.
func (f *Function) unknown(inputs, outs []ops.Value) (numbers []int) {
	p := f.parts
	for i, at := range p.savedInput {
		v := outs[p.outputs+i]
		known := func(list []ops.Value) bool { return slices.Contains(list, v) }
		if t, ok := v.(*tensor.Tensor); ok && t != nil && t.Wrapper() == nil && at < 0 && !known(inputs) && !known(outs[:p.outputs+i]) && !known(outs[p.outputs+i+1:]) && !slices.Contains(f.constants, t) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// holdKnown holds the memory of gradients that are inputs of the backward pass or constants: these live on.
func (f *Function) holdKnown(inputs, grads []ops.Value) {
	for _, g := range grads {
		if t, ok := g.(*tensor.Tensor); ok && t != nil && (slices.Contains(inputs, g) || slices.Contains(f.constants, t)) {
			t.Storage().Hold()
		}
	}
}

// gradients runs the backward pass.
func (f *Function) gradients(ctx *ops.Context, n *ops.Node, grads []ops.Value, sizes *graph.Sizes) ([]ops.Value, error) {
	if ctx.GradEnabled() && !ctx.RecordsBackward() {
		return f.gradientsOnce(ctx, n, grads, sizes)
	}
	if err := ctx.KeptAll(n); err != nil {
		return nil, err
	}
	p := f.parts
	backward, err := f.backwardFor(ctx)
	if err != nil {
		return nil, err
	}
	inputs := make([]ops.Value, 0, len(p.backward.Inputs))
	size := evaluator(sizes)
	for _, x := range p.sizes {
		v, err := size(x)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, ctx.RecordedSize(v))
	}
	for i := range p.saved {
		v, err := ctx.Kept(n, i)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, v)
	}
	for i, t := range f.captured.tangents {
		var g ops.Value
		if i < len(grads) {
			g = grads[i]
		}
		if _, real := g.(*tensor.Tensor); g != nil && !real { // being recorded
			inputs = append(inputs, g)
			continue
		}
		if ctx.RecordsBackward() && g == nil {
			zeros, err := f.recordedZeros(ctx, t.meta, size)
			if err != nil {
				return nil, err
			}
			inputs = append(inputs, zeros)
			continue
		}
		laid, err := f.tangent(g, t.meta, size)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, laid)
	}
	out, err := backward.Run(ctx, inputs)
	if err != nil {
		return nil, err
	}
	f.holdKnown(inputs, out)
	return out, nil
}

// gradientsOnce runs the backward pass where its gradients may be differentiated again, which is refused when it comes to that.
func (f *Function) gradientsOnce(ctx *ops.Context, n *ops.Node, grads []ops.Value, sizes *graph.Sizes) ([]ops.Value, error) {
	inputs := slices.Clone(grads)
	for i := range f.parts.saved {
		v, err := ctx.Kept(n, i)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, v)
	}
	again := ctx.NewNode("CompiledFunctionBackwardBackward", inputs, func(*ops.Node, []ops.Value) ([]ops.Value, error) {
		return nil, &ops.Error{Kind: "RuntimeError", Msg: "torch.compile with aot_autograd does not currently support double backward"}
	})
	out, err := func() ([]ops.Value, error) {
		defer ctx.SetGradEnabled(ctx.SetGradEnabled(false))
		return f.gradients(ctx, n, grads, sizes)
	}()
	if err != nil {
		return nil, err
	}
	for i, v := range out {
		if t, ok := v.(*tensor.Tensor); ok && t != nil && t.DType().Differentiable() {
			out[i] = t.Detached()
			ops.SetHistory(out[i], again, i)
		}
	}
	return out, nil
}

// backwardFor is the compiled backward pass, or its operators one by one where the pass is recorded into another graph.
func (f *Function) backwardFor(ctx *ops.Context) (Executable, error) {
	if ctx.RecordsBackward() {
		return graph.NewRunner(f.parts.backward)
	}
	return f.Backward()
}

// recordedZeros is a gradient that did not come, where the pass is recorded.
func (f *Function) recordedZeros(ctx *ops.Context, m *ops.Fake, size func(symbolic.Int) (int64, error)) (ops.Value, error) {
	sizes := make([]ops.Value, len(m.Sizes))
	for d, x := range m.Sizes {
		n, err := size(x)
		if err != nil {
			return nil, err
		}
		sizes[d] = ctx.RecordedSize(n)
	}
	outs, err := ctx.Call(ops.Lookup("zeros"), []ops.Value{sizes, m.DType, tensor.Strided, m.Device, nil})
	if err != nil {
		return nil, err
	}
	return outs[0], nil
}

// tangent is a gradient as the backward pass was captured for: with the strides of its output, and zeros where none came.
func (f *Function) tangent(g ops.Value, m *ops.Fake, size func(symbolic.Int) (int64, error)) (*tensor.Tensor, error) {
	sizes, err := ints(m.Sizes, size)
	if err != nil {
		return nil, err
	}
	strides, err := ints(m.Strides, size)
	if err != nil {
		return nil, err
	}
	t, ok := g.(*tensor.Tensor)
	if !ok || t == nil {
		return tensor.NewStrided(m.DType, sizes, strides), nil
	}
	if slices.Equal(t.Strides(), strides) && t.DType() == m.DType && !t.Conj && !t.Neg {
		return t, nil
	}
	laid := tensor.NewStridedUninit(m.DType, sizes, strides)
	tensor.Copy(laid, t)
	return laid, nil
}

func ints(list []symbolic.Int, size func(symbolic.Int) (int64, error)) ([]int, error) {
	out := make([]int, len(list))
	for i, x := range list {
		v, err := size(x)
		if err != nil {
			return nil, err
		}
		out[i] = int(v)
	}
	return out, nil
}

func evaluator(sizes *graph.Sizes) func(symbolic.Int) (int64, error) {
	if sizes != nil {
		return sizes.Int
	}
	return func(x symbolic.Int) (int64, error) {
		c, ok := x.Const()
		if !ok {
			return 0, fmt.Errorf("aot: the size %s is not known", x)
		}
		return c, nil
	}
}

// finish writes changed inputs back and puts the outputs of the program together.
func (f *Function) finish(ctx *ops.Context, inputs, outs []ops.Value, sizes *graph.Sizes) ([]ops.Value, error) {
	for _, u := range f.captured.updates {
		if err := u.make(ctx, inputs[u.input], outs[u.from]); err != nil {
			return nil, err
		}
	}
	size := evaluator(sizes)
	results := make([]ops.Value, len(f.captured.outputs))
	for i, o := range f.captured.outputs {
		var err error
		switch o.kind {
		case constant:
			results[i] = o.value
		case computed:
			results[i] = outs[o.index]
		case sameInput:
			results[i] = inputs[o.index]
		case viewOfInput:
			results[i], err = o.view.Of(ctx, inputs[o.index], size)
		case viewOfOutput:
			results[i], err = o.view.Of(ctx, outs[o.index], size)
		}
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// make changes an input into what the graph gave for it. A leaf stays one.
func (u update) make(ctx *ops.Context, input, out ops.Value) error {
	if u.layout {
		t := out.(*tensor.Tensor)
		if _, err := ctx.Call(ops.Lookup("as_strided_"), []ops.Value{input, numbers(t.Sizes()), numbers(t.Strides()), int64(t.Offset())}); err != nil {
			return err
		}
	}
	if !u.data {
		return nil
	}
	if t := input.(*tensor.Tensor); t.RequiresGrad && ctx.GradFn(t) == nil {
		defer ctx.SetGradEnabled(ctx.SetGradEnabled(false))
	}
	_, err := ctx.Call(copyInto(), []ops.Value{input, out, false})
	return err
}

func numbers(list []int) []ops.Value {
	out := make([]ops.Value, len(list))
	for i, n := range list {
		out[i] = int64(n)
	}
	return out
}

func copyInto() *ops.Op { return ops.Lookup("copy_") }
