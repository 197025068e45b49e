package variables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// What bodies of higher-order operators may not do: change the tensors that they are given, or return these or views of them.

// wrote notes that an operator changes a tensor in place.
func (t *Trace) wrote(x Tracker) {
	t.epoch++
	ten, ok := x.(*Tensor)
	if !ok {
		return
	}
	t.writing = memoryOf(ten.Fake)
	if t.body != nil {
		t.body.written = append(t.body.written, t.writing)
	}
}

// memoryOf is the tensor whose memory another one, a view of it perhaps, lies in.
func memoryOf(f *ops.Fake) *ops.Fake {
	for f.Base != nil {
		f = f.Base
	}
	return f
}

// SharedMemory tells whether two tensors lie in the same memory.
func SharedMemory(a, b *ops.Fake) bool { return memoryOf(a) == memoryOf(b) }

// changed lists the placeholders of a body whose memory it writes to.
func (b *Body) changed() (names []string) {
	for _, p := range b.placeholders() {
		if slices.Contains(b.traced.written, memoryOf(p.Meta.Example.(*ops.Fake))) {
			names = append(names, p.Name)
		}
	}
	return names
}

// placeholders are those of tensors.
func (b *Body) placeholders() (list []*fxgraph.Node) {
	for _, n := range b.Graph.Nodes() {
		if _, tensor := n.Meta.Example.(*ops.Fake); tensor && n.Op == fxgraph.Placeholder {
			list = append(list, n)
		}
	}
	return list
}

// aliases tells how results of a body share memory with each other or with what it is given; "" if they do not.
func (b *Body) aliases() string {
	var results []*fxgraph.Node
	by := map[*ops.Fake]*fxgraph.Node{}
	output := b.Graph.OutputNode()
	for _, n := range output.Inputs() {
		if _, tensor := n.Meta.Example.(*ops.Fake); tensor {
			results = append(results, n)
		}
	}
	if items, ok := output.Args[0].(fxgraph.Tuple); ok { // one that is there twice is one input of the output
		results = results[:0]
		for _, item := range items {
			if n, ok := item.(*fxgraph.Node); ok {
				if _, tensor := n.Meta.Example.(*ops.Fake); tensor {
					results = append(results, n)
				}
			}
		}
	}
	for _, n := range results {
		memory := memoryOf(n.Meta.Example.(*ops.Fake))
		if other := by[memory]; other != nil {
			return "Output-to-output aliasing detected at nodes " + other.Name + " and " + n.Name
		}
		by[memory] = n
	}
	for _, p := range b.placeholders() {
		if n := by[memoryOf(p.Meta.Example.(*ops.Fake))]; n != nil {
			return "Input-to-output aliasing detected at nodes " + p.Name + " and " + n.Name
		}
	}
	return ""
}

// listing is the graph of the body as breaks show it.
func (b *Body) listing() string {
	lifted := map[*fxgraph.Node]bool{}
	for _, p := range b.traced.inside {
		lifted[p] = true
	}
	text := " in\n graph():"
	for _, n := range b.Graph.Nodes() {
		line := n.Format()
		if n.Op == fxgraph.Placeholder {
			class := "torch.Tensor"
			if _, number := n.Meta.Example.(symbolic.Int); number {
				class = "torch.SymInt"
			} else if lifted[n] {
				class = "torch._subclasses.fake_tensor.FakeTensor"
			}
			line = strings.Replace(line, "%"+n.Name+" : [", "%"+n.Name+" : "+class+" [", 1)
		}
		if line != "" {
			text += "\n    " + line
		}
	}
	return text
}

// shownOperator is an operator as PyTorch shows it there: some by the method that gives their name.
func shownOperator(operator string) string {
	class := map[string]string{"torch.cond": "torch._higher_order_ops.cond.CondOp", "torch.while_loop": "torch._higher_order_ops.while_loop.WhileLoopOp",
		"torch.ops.higher_order.map_impl": "torch._higher_order_ops.map.MapImpl", "torch.ops.higher_order.scan": "torch._higher_order_ops.scan.ScanOp",
		associativeScan: "torch._higher_order_ops.associative_scan.AssociativeScanOp", "torch.ops.higher_order.invoke_subgraph": "torch._higher_order_ops.invoke_subgraph.InvokeSubgraphHOP"}[operator]
	if class == "" {
		return operator
	}
	return fmt.Sprintf("<bound method HigherOrderOperator.name of <%s object at %#x>>", class, len(class))
}

// closedBody refuses a body that changes its operands or returns them.
func closedBody(operator string, b *Body) error {
	if names := b.changed(); len(names) > 0 {
		return &HigherOrderError{operator, &Unsupported{Title: "Encountered input mutation during higher order op tracing",
			Context: "Input mutation detected at [" + strings.Join(names, ", ") + "]" + b.listing(), Explanation: "Higher order ops do not support input mutation. Found in " + shownOperator(operator),
			Hints: []string{"Consider using the debug context to change user code to avoid mutation.", "Please open an issue."}}}
	}
	if how := b.aliases(); how != "" {
		return aliased(operator, b, how)
	}
	return nil
}

// separateInputs refuses a body two of whose inputs share memory; given are the nodes outside that its placeholders stand for.
func separateInputs(operator string, b *Body, given []*fxgraph.Node) error {
	var inside []*fxgraph.Node
	for _, n := range b.Graph.Nodes() {
		if n.Op == fxgraph.Placeholder {
			inside = append(inside, n)
		}
	}
	if len(inside) != len(given) {
		return nil
	}
	by := map[*ops.Fake]*fxgraph.Node{}
	for i, n := range given {
		f, tensor := n.Meta.Example.(*ops.Fake)
		if !tensor {
			continue
		}
		if other := by[memoryOf(f)]; other != nil {
			return aliased(operator, b, "Input-to-input aliasing detected at nodes "+other.Name+" and "+inside[i].Name)
		}
		by[memoryOf(f)] = inside[i]
	}
	return nil
}

// aliased is the error of a body whose inputs or results share memory.
func aliased(operator string, b *Body, how string) error {
	return &HigherOrderError{operator, &Unsupported{Title: "Encountered aliasing during higher order op tracing",
		Context: how + b.listing(), Explanation: "Higher order ops do not support aliasing. Found in " + shownOperator(operator),
		Hints: []string{"Replace `return input` with `return input.clone()` to avoid aliasing.", "Consider using the debug context to change user code to avoid aliasing.", "Please open an issue."}}}
}

// touched is what of the caller's a body has changed first, as it was before, in the words of logs.
func (t *Trace) touched(th *object.Thread, b *body) string {
	if b.affected != "" {
		return b.affected
	}
	if c, ok := b.touched.(*Container); ok && !c.Orig.IsNull() {
		if _, list := object.AsList(c.Orig); list {
			n, _ := object.Len(th, c.Orig)
			return c.described(n)
		}
	}
	if b.touched == nil {
		return ""
	}
	return t.Describe(th, b.touched, false)
}
